"""CPU time of a key press: `python -m benchmarks.screen [ROUNDS] [--json]`.

Measures the processing of a key and the drawing of the whole screen of a 19x19 game, without the terminal.
ROUNDS (default 20) is how often the keys are pressed.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

from benchmarks.decisions import GAMES, unit
from benchmarks.replay import games, own_knowledge, replay
from gnugo_py.tui.layout import frame_from_state
from gnugo_py.tui.line_and_cursor import press_key
from gnugo_py.tui.state import ScreenMessage, ScreenState

SIZES = ((80, 24), (60, 20), (120, 40), (200, 60))
KEYS = ["RIGHT", "DOWN", "q", "1", "6", "BACKSPACE", "ESCAPE", "UP"]


def main() -> None:
    """Measure and print the results."""
    *_, position = replay(games(GAMES)[1], own_knowledge())
    messages = tuple(ScreenMessage(f"my move: Q{number}") for number in range(100))
    panel = ("Move 300, gnugo-1.1 rules, Komi 0", "Black has taken 3, White 4.", "") * 2
    start = ScreenState(
        "title", prompt="your move?", diagram=position.diagram(), messages=messages, panel=panel
    )
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 20)
    figures = {}
    for width, height in SIZES:
        times, state = [], start
        for key in KEYS * rounds:
            begun = time.process_time()
            state, _ = press_key(state, key)
            frame_from_state(state, width, height)
            times.append(time.process_time() - begun)
            state = state._replace(history=("q16",))
        figures[f"{width}x{height}"] = round(statistics.median(times) * 1000, 2)
    if "--json" in sys.argv:
        print(json.dumps({"ms_per_key": figures, "unit_us": round(unit() * 1e6, 1)}))
        return
    for size, milliseconds in figures.items():
        print(f"{size:>7}: {milliseconds} ms of CPU per key")


if __name__ == "__main__":
    main()
