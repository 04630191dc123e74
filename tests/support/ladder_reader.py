"""A plain reader of ladders, on dictionaries of stones, to check the program's reader."""

from collections.abc import Iterator

from gnugo_py.games.board import Board
from gnugo_py.games.types import Color, Point

Stones = dict[Point, Color]

MAX_MOVES = 300
"""The program's bound, where its readings end without an answer."""


class NoAnswer(Exception):
    """A reading takes too many moves or repeats a board."""


class PlainReader:
    """Reads ladders by trying all moves."""

    def __init__(self, size: int) -> None:
        self._neighbors = {
            row * (size + 1) + column: [
                (row + down) * (size + 1) + column + right
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
                if 0 <= row + down < size and 0 <= column + right < size
            ]
            for row in range(size)
            for column in range(size)
        }
        self._moves = 0

    def catching_points(self, board: Board, point: Point) -> list[Point]:
        """Return the points where the opponent catches the chain on a point in a ladder.

        Raise NoAnswer if that takes more than `MAX_MOVES` moves or a board is repeated.
        """
        self._moves = 0
        stones = {each: color for each in self._neighbors if (color := board.color_at(each)) is not None}
        _, liberties = self._chain(stones, point)
        if len(liberties) == 1:
            return sorted(liberties) if self._is_lost(stones, point, []) else []
        if len(liberties) == 2:
            return sorted(each for each in liberties if self._catches(stones, point, each, []))
        return []

    def _chain(self, stones: Stones, point: Point) -> tuple[set[Point], set[Point]]:
        """Return the chain on a point and its liberties."""
        chain, liberties, rest = {point}, set[Point](), [point]
        while rest:
            for near in self._neighbors[rest.pop()]:
                if near not in stones:
                    liberties.add(near)
                elif stones[near] is stones[point] and near not in chain:
                    chain.add(near)
                    rest.append(near)
        return chain, liberties

    def _after(self, stones: Stones, point: Point, color: Color) -> Stones | None:
        """Return the stones after a move, or None if the move is suicide."""
        self._moves += 1
        if self._moves > MAX_MOVES:
            raise NoAnswer
        after = {**stones, point: color}
        for near in self._neighbors[point]:
            if after.get(near) is color.opponent:
                chain, liberties = self._chain(after, near)
                if not liberties:
                    after = {each: owner for each, owner in after.items() if each not in chain}
        return after if self._chain(after, point)[1] else None

    def _catches(self, stones: Stones, runner: Point, move: Point, before: list[Stones]) -> bool:
        after = self._after(stones, move, stones[runner].opponent)
        return after is not None and self._is_lost(after, runner, before)

    def _is_lost(self, stones: Stones, runner: Point, before: list[Stones]) -> bool:
        if stones in before:
            raise NoAnswer
        return not any(
            (after := self._after(stones, move, stones[runner])) is not None
            and self._has_escaped(after, runner, [*before, stones])
            for move in self._defenses(stones, runner)
        )

    def _has_escaped(self, stones: Stones, runner: Point, before: list[Stones]) -> bool:
        _, liberties = self._chain(stones, runner)
        if len(liberties) != 2:
            return len(liberties) > 2
        return not any(self._catches(stones, runner, move, before) for move in sorted(liberties))

    def _defenses(self, stones: Stones, runner: Point) -> Iterator[Point]:
        chain, liberties = self._chain(stones, runner)
        captures = set[Point]()
        for near in {near for each in chain for near in self._neighbors[each]}:
            if stones.get(near) is stones[runner].opponent:
                its_liberties = self._chain(stones, near)[1]
                captures |= its_liberties if len(its_liberties) == 1 else set()
        yield from sorted(captures)
        yield from liberties - captures
