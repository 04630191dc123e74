"""The game of Go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, cast

from gnugo_py.core.game import CommandLineOption, FormField, Game, OptionQuestion, parse_int
from gnugo_py.core.text import format_number
from gnugo_py.core.types import UserError
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import (
    MAX_KOMI,
    PRESETS,
    RULES_TITLES,
    STANDARD_SIZES,
    max_handicap,
    preset,
    rules_from_options,
)
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE

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


_KOMI_CHOICES = ("0", "0.5", "3.5", "4.5", "5.5", "6.5", "7.5")


def parse_komi(text: str) -> float:
    """Parse a komi. Raise UserError unless it is a number from -1000 to 1000."""
    try:
        komi = float(text)
    except ValueError:
        komi = math.nan
    if not abs(komi) <= MAX_KOMI:
        raise UserError(f"{text!r} is not a valid komi; use a number from -{MAX_KOMI} to {MAX_KOMI}")
    return komi


def _parse_handicap(text: str) -> int:
    """Parse a number of handicap stones. Raise UserError if the text is not an integer.

    Does not check the range, which depends on the board size.
    """
    try:
        return int(text)
    except ValueError:
        raise UserError(f"{text!r} is not a whole number") from None


GO_OPTIONS = (
    CommandLineOption(
        "size",
        f"Board size, {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE} lines (default: 19).",
        lambda text: parse_int(text, MIN_GO_BOARD_SIZE, MAX_GO_BOARD_SIZE),
        ("play", "match"),
        metavar="9|13|19|N",
    ),
    CommandLineOption(
        "handicap",
        "Handicap stones for Black: up to 17 on 19x19, up to 9 on other boards.",
        _parse_handicap,
        ("play", "match"),
        metavar="N",
    ),
    CommandLineOption(
        "komi", "Points for White (default: set by the rules).", parse_komi, ("play", "match"), metavar="F"
    ),
    CommandLineOption(
        "rules",
        "Rules (default: gnugo-1.1 against classic on 19x19, else japanese).",
        str,
        ("play",),
        choices=tuple(PRESETS),
    ),
    CommandLineOption("rules", "Rules (default: chinese).", str, ("gtp", "match"), tuple(PRESETS)),
    CommandLineOption(
        "ko", "Ko rule (default: set by --rules).", str, ("gtp",), ("simple", "positional", "situational")
    ),
    CommandLineOption(
        "suicide",
        "Allow suicide (default: set by --rules).",
        lambda word: word == "yes",
        ("gtp",),
        is_flag=True,
    ),
)


_SIZE_NOTES = (
    "9x9 is good for beginners and quick games",
    "",
    "19x19 is the standard board, for a long game",
)
_HANDICAP_NOTES = (
    "handicap: no stones, for players of equal strength",
    "handicap: stones that Black, the weaker player, has at the start; White moves first",
)
_RARE_RULES, _RARE_HANDICAPS = ("itsyourturn",), (1,)
"""The choices that the form shows only if the user asks for more options."""
_RULES_NOTES = {
    "gnugo-1.1": "the count of the program of 1989: territory and stones, no komi",
    "japanese": "territory: the points you surround and the stones you capture",
    "chinese": "area: your stones and the points they surround",
    "aga": "American: area and territory counting give the same result",
    "tromp-taylor": "area; no position may repeat, and suicide is allowed",
    "itsyourturn": "territory; the game ends after a fixed number of moves",
}
_KOMI_NOTES = ("komi: points for White, because Black moves first",)


def default_rules_name(options: Mapping[str, object]) -> str:
    """Return the name of the default rules.

    The default rules are gnugo-1.1 for a game against classic on 19x19, and japanese for all other games.
    """
    own = options.get("opponent", "classic") == "classic" and options.get("size", 19) == 19
    return "gnugo-1.1" if own else "japanese"


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
        """Return the question about the number of handicap stones for the board size in `options`."""
        most = max_handicap(cast(int, options.get("size", 19)))
        question = OptionQuestion(
            "handicap",
            f"Number of handicap stones (0 to {most})",
            lambda text: parse_int(text or "0", 0, most),
            "Black, the weaker player, starts with the handicap stones on the board, and White moves first.",
        )
        return (question,)

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form fields for board size, handicap, rules and komi."""
        default_rules = default_rules_name(options)
        size, handicap = cast(int, options.get("size", 19)), cast(int, options.get("handicap") or 0)
        most = max_handicap(size)
        stones = tuple((str(number), number) for number in range(most + 1))
        names = (None, *(name for name in PRESETS if name != default_rules))
        rules = tuple((RULES_TITLES[name or default_rules], name) for name in names)
        notes = tuple(_RULES_NOTES[name or default_rules] for name in names)
        named = cast(str, options.get("rules") or default_rules)
        usual = f"{format_number(preset(named, size, handicap).komi)} ({RULES_TITLES[named]} rules)"
        komi = ((usual, None), *((komi, float(komi)) for komi in _KOMI_CHOICES))
        return (
            FormField(
                "size", "Board", tuple((f"{size}x{size}", size) for size in STANDARD_SIZES), 2, _SIZE_NOTES
            ),
            FormField("handicap", "Handicap", stones, 0, _HANDICAP_NOTES, _RARE_HANDICAPS),
            FormField("rules", "Rules", rules, 0, notes, _RARE_RULES),
            FormField("komi", "Komi", komi, 0, _KOMI_NOTES),
        )

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
