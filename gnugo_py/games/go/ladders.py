"""Ladders and nets in Go: chains that are captured whatever their color does.

In a ladder, a chain is put in atari again and again. A chain is caught in one of two cases:

- It has one liberty, and it is captured although its color, the runner, moves first.
- It has two liberties, and the opponent, the attacker, catches it by moving first.

The runner may capture a neighboring chain in atari, or extend to its last liberty. It escapes with three
liberties, or with two if no move of the attacker catches it then. The attacker catches a chain of two
liberties by playing on one of them, if the runner is lost after that. A reading is exact with two
exceptions: ko, and a chain is not caught if the reading takes more than `MAX_MOVES_TRIED` moves.

Ko is read in favor of the runner, as in KataGo: the attacker must not retake a ko, and no chain is caught by
a move that leaves one, but for the first move.

A net is one move wider: it catches a chain in a ladder whatever the runner answers nearby (`is_captured`).

The answer of a ladder is remembered with the points that its reading examined. It is used again on every
board that is the same on these points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from gnugo_py.games.board import Board, Geometry, read_chain, read_move
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.types import Color, Point

LADDER, NET = 2, 3
"""The widths of a reading: the largest numbers of liberties with which a chain is read."""
MAX_MOVES_TRIED = 300
"""The number of moves after which a reading ends. The network was trained with this bound."""
_MAX_CHAINS_REMEMBERED = 5000
_MAX_ANSWERS_PER_CHAIN = 12


def is_captured(board: Board, stones: int, attacker_first: bool, width: int = LADDER) -> bool:
    """Return whether a chain is captured although its color does what it can nearby.

    stones         -- stones of the chain, of which the first one counts.
    attacker_first -- whether the opponent of the chain moves first.
    width          -- `LADDER` or `NET`; 1 for chains in atari only. A chain with more liberties is not
                      captured.
    """
    color, chain, liberties = board.chain_at(first_point(stones))
    number = liberties.bit_count()
    if number <= attacker_first or number > width:
        return number <= attacker_first
    if number == attacker_first + 1:
        return catching_points(board, color, chain, liberties) != 0
    if attacker_first:
        return any(
            is_captured(after, chain, False)
            for move, after in _boards_after(board, liberties, color.opponent)
            if not is_captured(after, move, True)
        )
    defenses = liberties | board.surrounding_points(liberties) & board.empty_points
    for attacker in iter_points(board.surrounding_points(chain) & board.stones(color.opponent)):
        if board.is_in_atari(1 << attacker):
            defenses |= board.liberties(attacker)
    return all(is_captured(after, chain, True) for _, after in _boards_after(board, defenses, color))


def _boards_after(board: Board, points: int, color: Color) -> Iterator[tuple[int, Board]]:
    """Yield each point of a set where a stone is no suicide, as a set, with the board after the stone."""
    for point in iter_points(points):
        after, _, lost = board.play(point, color)
        if not lost:
            yield 1 << point, after


def find_ladder(board: Board, point: Point) -> list[Point] | None:
    """Return the points where the opponent catches the chain on a point in a ladder, in board order.

    Return None if the chain is not caught or the point is empty. If the chain has one liberty, that liberty
    is the only point.
    """
    return list(iter_points(catching_points(board, *board.chain_at(point)))) or None


def catching_points(board: Board, color: Color, chain: int, liberties: int) -> int:
    """Return the set of points where the opponent catches a chain in a ladder, or 0 if it is not caught.

    color     -- the color of the chain.
    chain     -- the stones of the chain.
    liberties -- its liberties. A chain with none or with more than two is not caught.
    """
    if not 1 <= liberties.bit_count() <= 2:
        return 0
    runner, attacker = board.stones(color), board.stones(color.opponent)
    answers = _ANSWERS[board.geometry.size]
    known = answers.get(chain, ())
    for examined, runner_then, attacker_then, points in known:
        if runner & examined == runner_then and attacker & examined == attacker_then:
            return points
    reading = _Reading(board.geometry)
    points = reading.catching_points(runner, attacker, chain, liberties)
    examined = reading.examined & board.geometry.full
    if len(answers) >= _MAX_CHAINS_REMEMBERED:
        answers.clear()
    answer = _Answer(examined, runner & examined, attacker & examined, points)
    answers[chain] = (answer, *known[: _MAX_ANSWERS_PER_CHAIN - 1])
    return points


def stones_in_danger(board: Board) -> tuple[int, int]:
    """Return the stones whose chains have at most one liberty, and those that are caught in a ladder."""
    in_atari = in_ladder = 0
    for color in Color:
        for chain, liberties in board.chains_with_liberties(color):
            if liberties & (liberties - 1) == 0:
                in_atari |= chain
            if catching_points(board, color, chain, liberties):
                in_ladder |= chain
    return in_atari, in_ladder


class _Answer(NamedTuple):
    """The result of a reading, and what it depends on.

    examined         -- the points that the reading examined.
    runner, attacker -- the stones of the colors on these points.
    points           -- the result of `catching_points`.
    """

    examined: int
    runner: int
    attacker: int
    points: int


_ANSWERS = defaultdict[int, dict[int, tuple[_Answer, ...]]](dict)
"""The answers that are remembered, by board size and chain, the newest first."""


_Stones: TypeAlias = tuple[int, int, int]
"""The stones of the color that has just played, those of the other, and the point that ko forbids to it."""


class _TooManyMoves(Exception):
    """The reading has reached its bound."""


class _Reading:
    """One reading, which counts its moves and collects the points that it examines.

    examined -- a set of points; it may include numbers that are not on the board.

    In all methods, `runner` and `attacker` are the sets of stones of these colors.
    """

    __slots__ = ("_full", "_geometry", "_moves_left", "_neighbors", "_shifts", "examined")

    def __init__(self, board_geometry: Geometry) -> None:
        self._geometry, self._full = board_geometry, board_geometry.full
        self._neighbors, self._shifts = board_geometry.neighbors, board_geometry.shifts
        self._moves_left = MAX_MOVES_TRIED
        self.examined = 0

    def catching_points(self, runner: int, attacker: int, chain: int, liberties: int) -> int:
        """Return the set of points where the attacker catches a chain of one or two liberties."""
        self.examined |= self._geometry.grow(chain)
        first, second = liberties & -liberties, liberties & liberties - 1
        try:
            if not second:
                return liberties if self._is_lost(runner, attacker, chain, liberties) else 0
            result = 0
            for move, liberty in ((first, second), (second, first)):
                stones = self._play(move, attacker, runner)
                if stones is not None and self._is_lost(stones[1], stones[0], chain, liberty):
                    result |= move
            return result
        except _TooManyMoves:
            return 0

    def _is_lost(self, runner: int, attacker: int, chain: int, liberty: int) -> bool:
        """Return whether a chain in atari is captured although the runner moves first."""
        for move in self._defenses(runner, attacker, chain, liberty):
            stones = self._play(move, runner, attacker)
            if stones is not None and self._escapes(*stones, chain):
                return False
        return True

    def _escapes(self, runner: int, attacker: int, ko: int, chain: int) -> bool:
        """Return whether a chain, to which stones may have been added, escapes when the attacker moves.

        A move that leaves a ko does not catch it.

        ko -- the point where the attacker must not retake a ko, as a set.
        """
        empty = self._full & ~(runner | attacker)
        chain, grown = read_chain(chain, runner, empty, self._shifts, 2)
        self.examined |= grown
        liberties = grown & empty
        number = liberties.bit_count()
        if number != 2:
            return number > 2
        first, second = liberties & -liberties, liberties & liberties - 1
        for move, liberty in ((first, second), (second, first)):
            stones = None if move == ko else self._play(move, attacker, runner)
            if stones and not stones[2] and self._is_lost(stones[1], stones[0], chain, liberty):
                return False
        return True

    def _defenses(self, runner: int, attacker: int, chain: int, liberty: int) -> Iterator[int]:
        """Yield the moves that may save a chain in atari.

        They are the captures of neighboring chains in board order, then the extension to the liberty if it
        captures nothing.
        """
        empty, shifts = self._full & ~(runner | attacker), self._shifts
        near, captures = self._geometry.grow(chain) & attacker, 0
        while near:
            _, grown = read_chain(near & -near, attacker, empty, shifts, 1)
            self.examined |= grown
            liberties = grown & empty
            if not liberties & liberties - 1:
                captures |= liberties
            near &= ~grown
        extends = not captures & liberty
        while captures:
            yield captures & -captures
            captures &= captures - 1
        if extends:
            yield liberty

    def _play(self, move: int, own: int, other: int) -> _Stones | None:
        """Return the stones after a move, or None if the move is suicide.

        Raise _TooManyMoves if the reading has reached its bound.

        move       -- the set of the one point that is played.
        own, other -- the stones of the color that plays and of the other.
        """
        self._moves_left -= 1
        if self._moves_left < 0:
            raise _TooManyMoves
        own |= move
        near, empty = self._neighbors[move.bit_length() - 1], self._full & ~(own | other)
        captured, lost, examined = read_move(move, near, 0, own, other, empty, self._shifts)
        self.examined |= examined
        if lost:
            return None
        other ^= captured
        is_ko = captured and not captured & captured - 1 and not near & ~other & ~captured
        return own, other, captured if is_ko else 0
