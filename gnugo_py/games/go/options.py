"""What is asked, chosen and given before a game of Go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from gnugo_py.core.options import Field, Option, Question, whole_number
from gnugo_py.core.types import Mistake
from gnugo_py.games.go.handicap import most_stones
from gnugo_py.games.go.rules import CUSTOMARY_SIZES, PRESETS
from gnugo_py.games.go.vertex import LARGEST, SMALLEST

HIGHEST_KOMI = 1000
KOMIS = ("0", "0.5", "3.5", "4.5", "5.5", "6.5", "7.5")


def parse_komi(text: str) -> float:
    """A number of points that makes sense as komi.  Raises Mistake."""
    try:
        komi = float(text)
    except ValueError:
        komi = math.nan
    if not abs(komi) <= HIGHEST_KOMI:
        raise Mistake(f"{text!r} is no komi; give a number from -{HIGHEST_KOMI} to {HIGHEST_KOMI}")
    return komi


def _parse_handicap(text: str) -> int:
    """Any whole number; whether there are so many stones is seen when the board is known."""
    try:
        return int(text)
    except ValueError:
        raise Mistake(f"{text!r} is no whole number") from None


OPTIONS = (
    Option(
        "size",
        f"Lines a side, {SMALLEST} to {LARGEST}; 19.",
        lambda text: whole_number(text, SMALLEST, LARGEST),
        ("play", "match"),
        metavar="9|13|19|N",
    ),
    Option(
        "handicap", "Stones for Black: to 17 on 19x19, else to 9.", _parse_handicap, ("play",), metavar="N"
    ),
    Option("komi", "Points for White; else what the rules say.", parse_komi, ("play", "match"), metavar="F"),
    Option(
        "rules", "gnugo-1.1 on 19x19 against classic, else japanese.", str, ("play",), choices=tuple(PRESETS)
    ),
    Option("rules", "By which rules; chinese.", str, ("gtp", "match"), tuple(PRESETS)),
    Option("ko", "Instead of the rules' own.", str, ("gtp",), ("simple", "positional", "situational")),
    Option("suicide", "Instead of the rules' own.", lambda word: word == "yes", ("gtp",), is_flag=True),
)


SIZE_NOTES = ("9x9 is for beginners and for a quick game", "", "19x19 is the usual board, a long game")
HANDICAP_NOTES = (
    "handicap: no stones on the board at first, for equals",
    "handicap: stones that Black has on the board at first, for the weaker player; White begins",
)
CUSTOMARY = "customary: those of 1989 against GNU Go 1.1 on 19x19, else japanese"
RULES_NOTES = {
    "gnugo-1.1": "as the program of 1989 counted: territory and stones, no komi",
    "japanese": "territory: the points you surround and the stones you took",
    "chinese": "area: your stones and the points they surround",
    "aga": "American: by area or territory, it comes to the same",
    "tromp-taylor": "area; whatever is on the board in the end counts as alive",
    "itsyourturn": "territory; the game ends by itself after many moves",
}
KOMI_NOTES = ("komi: points White gets because Black moves first",)


def handicap_question(options: Mapping[str, object]) -> Question:
    """How many handicap stones there are to be, on a board of a size."""
    most = most_stones(cast(int, options.get("size", 19)))
    return Question(
        "handicap",
        f"Number of handicap stones (0 to {most})",
        lambda text: whole_number(text or "0", 0, most),
        "Handicap stones are Black's, on the board from the start, for the weaker player; then White"
        " moves first.",
    )


def form(options: Mapping[str, object]) -> tuple[Field, ...]:
    """Board, handicap, rules and komi; handicap depends on the board."""
    most = most_stones(cast(int, options.get("size", 19)))
    stones = tuple((str(number), number) for number in range(most + 1))
    rules = (("customary", None), *((name, name) for name in PRESETS))
    komi = (("as the rules say", None), *((komi, float(komi)) for komi in KOMIS))
    return (
        Field("size", "Board", tuple((f"{size}x{size}", size) for size in CUSTOMARY_SIZES), 2, SIZE_NOTES),
        Field("handicap", "Handicap", stones, 0, HANDICAP_NOTES),
        Field("rules", "Rules", rules, 0, (CUSTOMARY, *(RULES_NOTES[name] for name in PRESETS))),
        Field("komi", "Komi", komi, 0, KOMI_NOTES),
    )
