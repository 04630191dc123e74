"""Positions of Hex in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnugo_py.games.hex.position import HEX_EDGE_NAMES, SWAP_PIECES, HexPosition, center_rule, color_edges
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import join_words, pluralize
from gnugo_py.games.types import Color, Play, Point
from gnugo_py.games.words import PositionWords

_FIRST_MOVE_TITLES = {
    "no-centre": "first stone not in the center row",
    "swap": "swap",
    "free": "first stone anywhere",
}


class HexWords(PositionWords[HexPosition]):
    """A position of Hex in words."""

    def status_lines(self, is_over: bool = False) -> tuple[str, ...]:
        may_swap = self.position.stone_offered is not None and not is_over
        swap = ("White may type swap.",) if may_swap else ()
        return (*swap, "Black joins top and bottom, White left and right.")

    def start_facts(self) -> tuple[str, ...]:
        rule = center_rule(self.position.size)
        return (f"{rule.capitalize()}.",) if self.position.barred_points else ()

    def detail_lines(self) -> tuple[str, ...]:
        return f"Move {self.position.move_number}", _FIRST_MOVE_TITLES[self.position.first_move]

    def describe_point(self, point: Point) -> str:
        color, chain, free = self.position.board.chain_at(point)
        if not chain:
            return ""
        edges = [name for name, edge in self._named_edges(color) if edge & chain]
        at_edges = f", at {join_words(edges)}" if edges else ""
        stones = pluralize(chain.bit_count(), "stone")
        return f"{color}'s chain of {stones}, {pluralize(free.bit_count(), 'empty neighbor')}{at_edges}"

    def point_facts(self, point: Point) -> tuple[str, ...]:
        edges = [
            f"On {name}, which is {color}'s."
            for color in Color
            for name, edge in self._named_edges(color)
            if edge >> point & 1
        ]
        if self.position.barred_points >> point & 1:
            return ("The first stone may not be there.", *edges)
        free = self.position.board.liberties(point)
        beside = f"Empty neighbors: {' '.join(map(self.position.format_point, iter_points(free)))}."
        return (*([beside] if free else []), *edges)

    def _named_edges(self, color: Color) -> Iterator[tuple[str, int]]:
        """Return the names of a color's edges with their cells."""
        return zip(HEX_EDGE_NAMES[color], color_edges(self.position.size, color), strict=True)

    def groups(self, color: Color) -> Iterable[int]:
        return self.position.board.chains(color)

    def effects(self) -> tuple[str, ...]:
        position = self.position
        if position.last_move != Play((SWAP_PIECES,)):
            return ()
        return (f"Black's stone is now White's, on {position.format_point(position.marks().last_move[0])}.",)
