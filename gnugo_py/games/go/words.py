"""Positions of Go in words."""

from __future__ import annotations

from collections.abc import Iterable

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Point
from gnugo_py.games.words import PositionWords


class GoWords(PositionWords[GoPosition]):
    """A position of Go in words."""

    def status_lines(self, is_over: bool = False) -> tuple[str, ...]:
        black, white = self.position.prisoners
        return (f"Black has captured {black}, White {white}.",)

    def detail_lines(self) -> tuple[str, ...]:
        return f"Move {self.position.move_number}", *self.position.rules.description

    def describe_point(self, point: Point) -> str:
        color, chain, liberties = self.position.board.chain_at(point)
        if not chain:
            return ""
        free = pluralize(liberties.bit_count(), "liberty", "liberties")
        return f"{color}'s chain of {pluralize(chain.bit_count(), 'stone')}, {free}"

    def point_facts(self, point: Point) -> tuple[str, ...]:
        from gnugo_py.games.go.life import chain_facts
        from gnugo_py.games.go.races import describe_race

        position = self.position
        if position.board.color_at(point) is not None:
            race = describe_race(position.board, point, position.to_move)
            return (*chain_facts(position.board, point), *filter(None, [race]))
        refusal = position.why_illegal_point(point)
        return () if refusal is None else (f"{position.to_move} may not play there: {refusal.value}.",)

    def capture_lines(self) -> tuple[str, ...]:
        from gnugo_py.games.go.first_capture import capture_lines

        return capture_lines(self.position)

    def groups(self, color: Color) -> Iterable[int]:
        return self.position.board.chains(color)

    def effects(self) -> tuple[str, ...]:
        if self.position.previous is None:
            return ()
        earlier, now = self.position.previous.prisoners, self.position.prisoners
        return tuple(
            f"{color} captures {pluralize(now[color] - earlier[color], 'stone')}."
            for color in Color
            if now[color] > earlier[color]
        )
