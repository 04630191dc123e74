"""Counting a board: area, territory, and the way of 1989; with the sum in words.

>>> from gnugo_py.games.go.board import Board
>>> from gnugo_py.games.go.rules import preset
>>> wall = Board.empty(9)
>>> for row in range(9):
...     wall = wall.put(row * 10 + 4, Side.BLACK)
>>> count(wall, preset("japanese", 9)).result
'B+65.5'
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.core.diagram import Grid
from gnugo_py.core.text import plain, several
from gnugo_py.core.types import Outcome, Side
from gnugo_py.games.go.board import Board, board_grid, flood
from gnugo_py.games.go.rules import Rules


class Count(NamedTuple):
    """A counted board.

    rules     -- what it was counted by.
    board     -- the stones, the dead ones still on it.
    dead      -- the set of the dead stones.
    territory -- Black's and White's empty points, once the dead are off, as sets.
    prisoners -- stones taken by Black and by White, the dead ones not yet among them.
    """

    rules: Rules
    board: Board
    dead: int
    territory: tuple[int, int]
    prisoners: tuple[int, int]

    @property
    def neutral(self) -> int:
        """The set of empty points that belong to neither side."""
        return self.board.without(self.dead).vacant & ~(self.territory[0] | self.territory[1])

    def lost(self, side: Side) -> int:
        """How many stones of a side were taken or are dead."""
        return self.prisoners[side.other] + (self.board.stones(side) & self.dead).bit_count()

    def parts(self, side: Side) -> tuple[tuple[float, str], ...]:
        """What a side's total is made of: numbers, some negative, and what each counts."""
        stones = (self.board.stones(side) & ~self.dead).bit_count()
        points = self.territory[side].bit_count()
        parts: list[tuple[float, str]] = [(points, f"{_several(points, 'point')} of territory")]
        if self.rules.scoring in ("area", "1989"):
            parts.append((stones, f"{_several(stones, 'stone')} on the board"))
        elif self.rules.scoring == "territory":
            taken = self.lost(side.other)
            parts.append((taken, f"{_several(taken, 'stone')} of {side.other} taken or dead"))
        else:
            lost = self.lost(side)
            parts.append((-lost, f"own {_several(lost, 'stone')} taken or dead"))
        if side is Side.WHITE:
            parts += [(self.rules.komi, "komi"), (self.rules.compensation, "for Black's handicap stones")]
        return (parts[0], *(part for part in parts[1:] if part[0]))

    def total(self, side: Side) -> float:
        """A side's points; White's hold komi and compensation."""
        return sum(number for number, _ in self.parts(side))

    @property
    def margin(self) -> float:
        """Black's points less White's."""
        return self.total(Side.BLACK) - self.total(Side.WHITE)

    @property
    def outcome(self) -> Outcome:
        """Who won, and by how much."""
        margin = self.margin
        if margin == 0:
            return Outcome(None, "tie", 0)
        winner = Side.BLACK if margin > 0 else Side.WHITE
        return Outcome(winner, f"by {several(abs(margin), 'point')}", abs(margin))

    @property
    def result(self) -> str:
        """The result as SGF and GTP write it: `B+3.5`, `W+2`, `0` for a tie."""
        if self.margin == 0:
            return "0"
        return f"{'B' if self.margin > 0 else 'W'}+{plain(abs(self.margin))}"

    def sum_in_words(self) -> tuple[str, ...]:
        """The sum written out, a line a side, and who wins."""
        lines = [f"{side}: {_written_out(self.parts(side))} = {plain(self.total(side))}" for side in Side]
        if self.neutral:
            number = self.neutral.bit_count()
            lines.append(f"Neutral, counting for nobody: {several(number, 'point')}.")
        outcome = self.outcome
        lines.append(
            "The game is a tie." if outcome.winner is None else f"{outcome.winner} wins {outcome.reason}."
        )
        return tuple(lines)

    def grid(self) -> Grid:
        """The final picture: `X` `O` stones, `x` `o` dead ones, `b` `w` territory, `-` neutral."""
        marks = {
            "x": self.dead & self.board.black,
            "o": self.dead & self.board.white,
            "b": self.territory[0] & self.board.vacant,
            "w": self.territory[1] & self.board.vacant,
            "-": self.neutral & self.board.vacant,
        }
        return board_grid(self.board, marks)


LEGEND = "X O stones, x o dead stones, b w territory of Black and White, - neutral"


def count(board: Board, rules: Rules, dead: int = 0, prisoners: tuple[int, int] = (0, 0)) -> Count:
    """Count a board by the rules.

    dead      -- the set of dead stones; they count as taken.
    prisoners -- stones taken so far by Black and by White.

    An empty region belongs to the side whose stones alone it touches; one that touches both
    sides', or none, is neutral.  By the rules of 1989 single points are coloured instead.  Does not
    judge life and death, nor leave out the eyes of chains in seki, as Japanese rules would.
    """
    cleared = board.without(dead)
    if rules.scoring == "1989":
        coloured = coloured_1989(cleared)
        territory = (coloured.black & cleared.vacant, coloured.white & cleared.vacant)
    else:
        territory = _territory(cleared)
    return Count(rules, board, dead, territory, prisoners)


def _territory(board: Board) -> tuple[int, int]:
    """The empty regions that touch stones of one colour only, Black's and White's."""
    black = white = 0
    rest = board.vacant
    while rest:
        region = flood(rest & -rest, rest, board.geometry.stride)
        rest ^= region
        border = board.around(region)
        if border & board.black and not border & board.white:
            black |= region
        elif border & board.white and not border & board.black:
            white |= region
    return black, white


def _several(number: int, word: str) -> str:
    """A word in the singular or plural a number asks for."""
    return word if number == 1 else f"{word}s"


def _written_out(parts: tuple[tuple[float, str], ...]) -> str:
    """`60 points of territory + 6.5 komi`."""
    first, *others = (f"{plain(abs(number))} {what}" for number, what in parts)
    signs = (" - " if number < 0 else " + " for number, _ in parts[1:])
    return first + "".join(sign + other for sign, other in zip(signs, others, strict=True))


def coloured_1989(board: Board) -> Board:
    """The board with every empty point coloured as the original's count did (`findcolor`).

    In board order, on the board as coloured so far, each empty point looks north and south,
    past empty points, for a colour; if neither look meets one, west and east.  Two looks that
    agree, or one that alone meets a colour, decide; two that disagree leave the point neutral.
    A neutral point stays empty, and later looks pass through it.
    """
    geometry = board.geometry
    rows, columns = (-geometry.stride, geometry.stride), (-1, 1)
    for point in geometry.points:
        if board.at(point) is not None:
            continue
        seen = {_look(board, point, step) for step in rows} - {None}
        if not seen:
            seen = {_look(board, point, step) for step in columns} - {None}
        if len(seen) == 1:
            (side,) = seen
            assert side is not None
            board = board.put(point, side)
    return board


def _look(board: Board, point: int, step: int) -> Side | None:
    """The first colour met from a point in one direction, None at the end of the board."""
    full = board.geometry.full
    while (point := point + step) >= 0 and full >> point & 1:
        side = board.at(point)
        if side is not None:
            return side
    return None
