"""The engine's reasons in words."""

from __future__ import annotations

from gnugo_py.classic.fallback import MOST_TRIES
from gnugo_py.classic.finding import Attack, BookMove, Defence, Shape
from gnugo_py.core.text import several
from gnugo_py.core.types import Side
from gnugo_py.go.vertex import format_vertex
from gnugo_py.players.player import Reason

ORIGINAL_NAMES = {"attack": "findwinner", "defend": "findsaver", "pattern": "findpatn"}
REGIONS = {
    "NW": "upper left corner",
    "SW": "lower left corner",
    "NE": "upper right corner",
    "SE": "lower right corner",
    "N": "upper edge",
    "S": "lower edge",
    "W": "left edge",
    "E": "right edge",
}


def in_words(reason: Reason, side: Side, size: int) -> str:
    """One reason as a sentence: finder, its name in the original, move, value and why.

    side -- for whom the engine thought.
    """
    if reason.finder == "random":
        return _random_in_words(reason)
    assert reason.point is not None
    move = format_vertex(reason.point, size)
    finder = f"{reason.finder} ({ORIGINAL_NAMES[reason.finder]})"
    return f"{finder}: {move}, worth {reason.value}: {_why(reason, side, size)}."


def _why(reason: Reason, side: Side, size: int) -> str:
    match reason.why:
        case Attack(stone, liberties, reply, left):
            chain = f"{side.other}'s chain at {format_vertex(stone, size)}"
            if reply is None:
                return f"takes {chain}"
            answer = format_vertex(reply, size)
            now, then = (several(number, "liberty", "liberties") for number in (liberties, left))
            return f"squeezes {chain} ({now}); answering at {answer} leaves it {then}"
        case Defence(stone, liberties, gained):
            chain = f"{side}'s chain at {format_vertex(stone, size)}"
            now = several(liberties, "liberty", "liberties")
            return f"saves {chain}, which has {now} and will have {gained}"
        case BookMove("continue", name):
            return f"goes on with the opening book: {name}"
        case BookMove(region, ""):
            return f"the {REGIONS[region]} is open"
        case BookMove(region, name):
            return f"the {REGIONS[region]} is empty; the opening book plays the {name}"
        case Shape(name, _, orientation, anchor, _):
            return f"pattern '{name}' fits at {format_vertex(anchor, size)}, way round {orientation}"
        case _:
            raise TypeError(f"not a reason of this engine: {reason.why!r}")


def _random_in_words(reason: Reason) -> str:
    if reason.value >= MOST_TRIES and reason.point is None:
        return f"No finder had anything, and {MOST_TRIES} random points were no good: a pass."
    tries = several(reason.value, "try", "tries")
    return f"No finder had anything: a random move after {tries}."
