"""The game of Go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from gnugo_py.core.game import Game
from gnugo_py.core.options import CommandLineOption, FormField, OptionQuestion
from gnugo_py.games.go.options import GO_OPTIONS, default_rules_name, form_fields, handicap_question
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_from_options
from gnugo_py.games.go.vertex import GO_BOARD_SIZES

_INTRODUCTION = """\
Go is played on the intersections of the lines.  Black and White take turns
placing stones, which never move.  Stones of one color that touch along a line
form a chain, and the empty points next to a chain are its liberties.  A chain
that loses its last liberty is captured and removed.  The player who holds
more of the board at the end wins.

Type learn for lessons.

Type a point to play there: a letter for the column and a number for the line,
like Q16.  There is no column I.  Type pass to skip your turn; the game ends
when both players pass.  Type help to see what else you can type.

Unless you choose another opponent, you play against GNU Go 1.1, the free Go
program of 1989, reproduced move for move.  It likes the corners and does not
look far ahead, and at the end it asks you which stones are dead."""


class Go(Game):
    """The game of Go, on boards of 2 to 25 lines."""

    name: ClassVar[str] = "go"
    display_name: ClassVar[str] = "Go"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black, O White, - empty, + a star point"
    example_move: ClassVar[str] = "Q16"
    sizes: ClassVar[tuple[int, ...]] = GO_BOARD_SIZES
    default_size: ClassVar[int] = 19
    can_pass: ClassVar[bool] = True
    has_count: ClassVar[bool] = True
    judge: ClassVar[str] = "gnugo_py.engines.network.dead_stones_and_estimates"
    default_match_options: ClassVar[Mapping[str, object]] = {"rules": "chinese"}

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command-line options: size, handicap, komi, rules, and changes to the rules."""
        return GO_OPTIONS

    def board_size_question(self) -> OptionQuestion:
        """Return the question about the board size."""
        return OptionQuestion(
            "size",
            "Type 9 or 13 now for a board smaller than 19x19.",
            self.parse_size,
            "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.",
        )

    def questions(self, options: Mapping[str, object]) -> tuple[OptionQuestion, ...]:
        """Return the question about the handicap.

        options -- the options chosen so far.
        """
        return (handicap_question(options),)

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form fields for board size, handicap, rules and komi."""
        return form_fields(options, default_rules_name(options))

    def start(self, options: Mapping[str, object]) -> GoPosition:
        """Return the first position of a game.

        options -- `size`, 2 to 25 (default 19); `handicap` (0); `rules`, the name of a preset, or None for
                   that of `default_rules_name`; `opponent`; and the other options of `rules_from_options`.

        Raise UserError with a remedy if the options are invalid.
        """
        size = self.size_from_options(options)
        named = options.get("rules") or default_rules_name(options)
        rules = rules_from_options({**options, "size": size, "rules": named})
        return GoPosition.start(size, rules, cast(int, options.get("handicap", 0)))


GO = Go()
GoPosition.game = GO
