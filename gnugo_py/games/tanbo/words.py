"""Positions of Tanbo in words."""

from __future__ import annotations

from collections.abc import Iterable

from gnugo_py.games.points import iter_points
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Play, Point
from gnugo_py.games.words import PositionWords


class TanboWords(PositionWords[TanboPosition]):
    """A position of Tanbo in words."""

    def status_lines(self, is_over: bool = False) -> tuple[str, ...]:
        return tuple(f"{color}: {self.position.roots_and_growing_points(color)}." for color in Color)

    def describe_point(self, point: Point) -> str:
        color, root, _ = self.position.board.chain_at(point)
        if not root:
            sides = [str(side) for side in Color if self.position.growing_points(side) >> point & 1]
            return f"a growing point of {' and '.join(sides)}" if sides else ""
        growing = self._growing_points_of(color, root).bit_count()
        stones = pluralize(root.bit_count(), "stone")
        return f"{color}'s root of {stones}, {pluralize(growing, 'growing point')}"

    def point_facts(self, point: Point) -> tuple[str, ...]:
        position = self.position
        color, root, _ = position.board.chain_at(point)
        if not root:
            refusal = position.why_points_illegal([point])
            return () if refusal is None else (f"{position.to_move} may not play there: {refusal}.",)
        growing = iter_points(self._growing_points_of(color, root))
        return (f"Growing points: {' '.join(map(position.format_point, growing))}.",)

    def _growing_points_of(self, color: Color, root: int) -> int:
        return self.position.board.surrounding_points(root) & self.position.growing_points(color)

    def groups(self, color: Color) -> Iterable[int]:
        return self.position.board.chains(color)

    def effects(self) -> tuple[str, ...]:
        position = self.position
        before, move, gone = position.previous, position.last_move, position.captured_stones()
        if before is None or not gone or not isinstance(move, Play):
            return ()
        mover, point = before.to_move, move.points[0]
        other = before.stones(mover.opponent)
        sentences = [
            self._describe_removal(color, root, point)
            for color, stones in ((mover, gone & ~other), (mover.opponent, gone & other))
            for root in position.board.geometry.regions(stones)
        ]
        if len(sentences) == 1:
            return (f"{position.format_point(point)} removes {sentences[0]}.",)
        return (f"{position.format_point(point)}: {len(sentences)} roots removed: {', '.join(sentences)}.",)

    def _describe_removal(self, color: Color, root: int, played: Point) -> str:
        """Return the description of a removed root.

        played -- the point of the move; the root that contains it is the mover's own.
        """
        stones = f"({pluralize(root.bit_count(), 'stone')})"
        if root >> played & 1:
            return f"its own root {stones}"
        return f"{color}'s root at {self.position.format_point(next(iter_points(root)))} {stones}"
