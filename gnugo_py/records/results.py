"""How a game ended, as SGF writes it.

>>> outcome_of("W+3.5")
Outcome(winner=<Side.WHITE: 1>, reason='by 3.5 points', margin=3.5)
>>> result_of(outcome_of("B+T")), result_of(outcome_of("Draw")), outcome_of("who knows")
('B+T', '0', None)
"""

from __future__ import annotations

import re

from gnugo_py.core.text import plain
from gnugo_py.core.types import Outcome, Side

_COLOURS = ("B", "W")
_WON = re.compile(r"([BW])\+?([A-Za-z]*|[0-9]{1,6}(?:\.[0-9]{0,6})?)")
_WAYS = {"R": "resignation", "T": "time", "F": "forfeit", "": "unknown"}
_LETTERS = {reason: letter for letter, reason in _WAYS.items()}
NO_RESULT = "no result"


def outcome_of(result: str) -> Outcome | None:
    """The outcome that SGF's words for a result mean, None for none or one that is not known."""
    if result in ("0", "Draw"):
        return Outcome(None, "tie", 0)
    if result == "Void":
        return Outcome(None, NO_RESULT)
    match = _WON.fullmatch(result)
    if match is None:
        return None
    winner, how = Side(_COLOURS.index(match[1])), match[2]
    if how[:1].isdigit():
        return Outcome(winner, f"by {how} points", float(how))
    reason = _WAYS.get(how[:1].upper())
    return None if reason is None else Outcome(winner, reason)


def result_of(outcome: Outcome) -> str:
    """An outcome as SGF writes it: `B+3.5`, `W+R`, `0` for a tie, `Void` for a game without a result."""
    if outcome.winner is None:
        return "Void" if outcome.reason == NO_RESULT else "0"
    how = plain(outcome.margin) if outcome.margin else _LETTERS.get(outcome.reason, "")
    return f"{_COLOURS[outcome.winner]}+{how}"
