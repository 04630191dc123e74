"""The options, questions and form fields of a new game of Go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from gnugo_py.core.options import FormField, Option, Question, parse_int
from gnugo_py.core.types import UserError
from gnugo_py.games.go.handicap import max_handicap
from gnugo_py.games.go.rules import PRESETS, STANDARD_SIZES
from gnugo_py.games.go.vertex import MAX_SIZE, MIN_SIZE

MAX_KOMI = 1000
KOMI_CHOICES = ("0", "0.5", "3.5", "4.5", "5.5", "6.5", "7.5")


def parse_komi(text: str) -> float:
    """Parse a komi. Raise UserError unless it is a number from -MAX_KOMI to MAX_KOMI."""
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


OPTIONS = (
    Option(
        "size",
        f"Board size, {MIN_SIZE} to {MAX_SIZE} lines (default: 19).",
        lambda text: parse_int(text, MIN_SIZE, MAX_SIZE),
        ("play", "match"),
        metavar="9|13|19|N",
    ),
    Option(
        "handicap", "Stones for Black: up to 17 on 19x19, else 9.", _parse_handicap, ("play",), metavar="N"
    ),
    Option(
        "komi", "Points for White (default: as in the rules).", parse_komi, ("play", "match"), metavar="F"
    ),
    Option(
        "rules",
        "Rules (default: gnugo-1.1 against classic on 19x19, else japanese).",
        str,
        ("play",),
        choices=tuple(PRESETS),
    ),
    Option("rules", "Rules (default: chinese).", str, ("gtp", "match"), tuple(PRESETS)),
    Option(
        "ko", "Ko rule (default: as in the rules).", str, ("gtp",), ("simple", "positional", "situational")
    ),
    Option(
        "suicide",
        "Allow suicide (default: as in the rules).",
        lambda word: word == "yes",
        ("gtp",),
        is_flag=True,
    ),
)


SIZE_NOTES = ("9x9 is good for beginners and quick games", "", "19x19 is the standard board, for a long game")
HANDICAP_NOTES = (
    "handicap: no stones, for players of equal strength",
    "handicap: stones that Black, the weaker player, has at the start; White moves first",
)
DEFAULT_RULES = "default: gnugo-1.1 against GNU Go 1.1 on 19x19, else japanese"
RULES_NOTES = {
    "gnugo-1.1": "the count of the program of 1989: territory and stones, no komi",
    "japanese": "territory: the points you surround and the stones you capture",
    "chinese": "area: your stones and the points they surround",
    "aga": "American: area and territory counting give the same result",
    "tromp-taylor": "area; no position may repeat, and suicide is allowed",
    "itsyourturn": "territory; the game ends after a fixed number of moves",
}
KOMI_NOTES = ("komi: points for White, because Black moves first",)


def handicap_question(options: Mapping[str, object]) -> Question:
    """Return the question about the number of handicap stones for the board size in `options`."""
    most = max_handicap(cast(int, options.get("size", 19)))
    return Question(
        "handicap",
        f"Number of handicap stones (0 to {most})",
        lambda text: parse_int(text or "0", 0, most),
        "Black, the weaker player, starts with the handicap stones on the board, and White moves first.",
    )


def form_fields(options: Mapping[str, object]) -> tuple[FormField, ...]:
    """Return the form fields for board size, handicap, rules and komi.

    The choices of the handicap depend on the board size in `options`.
    """
    most = max_handicap(cast(int, options.get("size", 19)))
    stones = tuple((str(number), number) for number in range(most + 1))
    rules = (("default", None), *((name, name) for name in PRESETS))
    komi = (("as in the rules", None), *((komi, float(komi)) for komi in KOMI_CHOICES))
    return (
        FormField("size", "Board", tuple((f"{size}x{size}", size) for size in STANDARD_SIZES), 2, SIZE_NOTES),
        FormField("handicap", "Handicap", stones, 0, HANDICAP_NOTES),
        FormField("rules", "Rules", rules, 0, (DEFAULT_RULES, *(RULES_NOTES[name] for name in PRESETS))),
        FormField("komi", "Komi", komi, 0, KOMI_NOTES),
    )
