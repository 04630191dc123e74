"""The game of Hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gnugo_py.games.game import Choice, Game, Option
from gnugo_py.games.position import Position

HEX_FIRST_MOVE_RULES = ("no-centre", "swap", "free")

INTRODUCTION = """\
Hex is played on a board of hexagonal cells.  Black and White take turns
placing a stone on any empty cell; stones never move and are never captured.
Black wins with a chain of touching stones from the top edge to the bottom
edge, White with one from the left edge to the right edge.  One of the two
always succeeds, so there are no draws.

A cell touches its neighbors in its own row, the two above it (straight up in
its column, and one to the right of that) and the two below it (straight down
in its column, and one to the left of that).

In text diagrams, X is Black and O is White.

Type a cell to place a stone there: a letter for the column and a number for
the row, like f6.  Moving first is an advantage.  Therefore the first stone may
not be in the center row or, if the rule for it says so, White may answer it
by typing swap, which turns it into a white stone at its mirror image.  Type
help to see what else you can type."""

_FIRST_MOVE_CHOICES = (
    Choice(
        "not in the center row",
        "no-centre",
        "a first stone in the middle wins too easily, so it may not be placed there",
    ),
    Choice(
        "White may swap it",
        "swap",
        "White may take over the first stone instead of answering it, to keep the game fair",
    ),
    Choice("anywhere", "free", "Black may start anywhere; a swap is accepted but need not be expected"),
)
_FIRST_MOVE_DESCRIPTION = (
    "Rule for the first stone. no-centre: not in the center row (default in play);"
    " swap: White may take it over; free: no restriction."
)


class Hex(Game):
    """The game of Hex."""

    def options(self, chosen: Mapping[str, object], command: str = "play") -> tuple[Option, ...]:
        first_move = Option(
            "first-move",
            "First stone",
            _FIRST_MOVE_CHOICES,
            "no-centre",
            values=HEX_FIRST_MOVE_RULES,
            description=_FIRST_MOVE_DESCRIPTION,
        )
        return (*super().options(chosen, command), first_move)

    def start(self, options: Mapping[str, object]) -> Position:
        """Return an empty board.

        options -- `size`, 1 to 26 (default 11); `first-move`, `no-centre` (the default), `swap` or `free`.

        Raise UserError with a remedy if an option is invalid.
        """
        size = cast(int, options.get("size", self.default_size))
        kind: Any = self.position_class
        start: Position = kind.start(size, cast(str, options.get("first-move") or "no-centre"))
        return start
