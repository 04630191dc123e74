"""Positions of Amazons in words."""

from __future__ import annotations

from gnugo_py.games.amazons.position import AmazonsPosition, queen_destinations
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Point
from gnugo_py.games.words import PositionWords


class AmazonsWords(PositionWords[AmazonsPosition]):
    """A position of Amazons in words."""

    def describe_point(self, point: Point) -> str:
        position, color = self.position, self.position.board.color_at(point)
        if color is None:
            return "an arrow" if position.arrows >> point & 1 else ""
        number = len(queen_destinations(point, position.empty_points, position.size))
        return f"{color}'s queen, {pluralize(number, 'square')} within reach"

    def point_facts(self, point: Point) -> tuple[str, ...]:
        position = self.position
        if position.board.color_at(point) is None:
            return ()
        reach = queen_destinations(point, position.empty_points, position.size)
        where = " ".join(map(position.format_point, sorted(reach)))
        return (f"She can go to {where}." if reach else "She cannot move.",)
