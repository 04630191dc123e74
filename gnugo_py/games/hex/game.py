"""The game of Hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gnugo_py.core.game import CommandLineOption, FormField, Game, check_size
from gnugo_py.core.types import (
    UserError,
)
from gnugo_py.games.hex.position import (
    HEX_FIRST_MOVE_RULES,
    HexPosition,
)

_INTRODUCTION = """\
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
not be in the center row or, with --first-move swap, White may answer it by
typing swap, which turns it into a white stone at its mirror image.  Type help
to see what else you can type."""

_FIRST_MOVE_NOTES = (
    "a first stone in the middle wins too easily, so it may not be placed there",
    "White may take over the first stone instead of answering it, to keep the game fair",
    "Black may start anywhere and has the advantage",
)


class Hex(Game):
    """The game of Hex."""

    name: ClassVar[str] = "hex"
    display_name: ClassVar[str] = "Hex"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black, top to bottom; O White, left to right; - empty"
    example_move: ClassVar[str] = "c2"
    sizes: ClassVar[tuple[int, ...]] = (5, 7, 9, 11, 13, 14, 19)
    default_size: ClassVar[int] = 11
    default_match_options: ClassVar[Mapping[str, object]] = {"first-move": "free"}

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command-line options: board size and the rule for the first move."""
        help_text = (
            "Rule for the first stone. no-centre: not in the center row (default in play);"
            " swap: White may take it over; free: no restriction."
        )
        return (
            *super().command_line_options,
            CommandLineOption("first-move", help_text, str, choices=HEX_FIRST_MOVE_RULES),
        )

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form fields for board size and the rule for the first move."""
        rules = (
            ("not in the center row", "no-centre"),
            ("White may swap it", "swap"),
            ("anywhere", "free"),
        )
        return (
            *super().form_fields(options),
            FormField("first-move", "First stone", rules, 0, _FIRST_MOVE_NOTES),
        )

    def start(self, options: Mapping[str, object]) -> HexPosition:
        """Return an empty board.

        options -- `size`, 1 to 26 (default 11); `first-move`, `no-centre` (the default), `swap` or `free`.

        Raise UserError with a remedy if an option is invalid.
        """
        first_move = options.get("first-move") or HEX_FIRST_MOVE_RULES[0]
        if first_move not in HEX_FIRST_MOVE_RULES:
            raise UserError(
                f"the first-move rule is one of {', '.join(HEX_FIRST_MOVE_RULES)}, not {first_move}"
            )
        size = options.get("size", self.default_size)
        check_size(size)
        assert isinstance(size, int)
        return HexPosition.start(size, first_move)


HEX = Hex()
HexPosition.game = HEX
