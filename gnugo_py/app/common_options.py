"""The options of a new game that a game does not declare: the person's color, the clock, and teaching."""

from __future__ import annotations

from gnugo_py.games.game import Choice, Option
from gnugo_py.games.types import Color
from gnugo_py.record.clock import parse_time_control

SIDE = Option(
    "side",
    "You play",
    tuple(Choice(str(color), color) for color in Color),
    Color.BLACK,
    kind="color",
    values=("black", "white"),
    description="Your color.",
)
"""The color of the person."""
_MAIN_TIME = "time for each player"
_CLOCKS = {
    "5m": _MAIN_TIME,
    "10m": _MAIN_TIME,
    "30m": _MAIN_TIME,
    "10m+3x30s": f"{_MAIN_TIME}; after that, each move must be made within a period",
    "30m+5x30s": f"{_MAIN_TIME}; after that, each move must be made within a period",
    "10m+25/5m": f"{_MAIN_TIME}; after that, 5 minutes for every 25 moves",
}
"""The clocks to choose from, each with an explanation."""
CLOCK = Option(
    "clock",
    "Clock",
    (
        Choice("none", None, "no clock"),
        *(Choice(text, parse_time_control(text), note) for text, note in _CLOCKS.items()),
    ),
    description="Time for each player: 10m, 10m+3x30s (byo-yomi) or 10m+25/5m (25 moves in 5 minutes).",
)
"""The clock; on the command line, `parse_time_control` reads it."""
TEACH = Option(
    "teach",
    "Teaching",
    (
        Choice("off", None, "your moves are not judged during the game"),
        Choice("on", True, "after a move that loses a lot, you may take it back"),
    ),
    description="After a move of yours that loses a lot, offer to take it back, if the game is counted.",
)
"""Whether a move that loses a lot can be taken back, in games that are counted."""
