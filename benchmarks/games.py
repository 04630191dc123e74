"""How fast random games of Hex, Amazons and Tanbo are played: `python -m benchmarks.games [SECONDS]`.

Every move is drawn from all legal ones, found legal, and played; positions are frozen.  Where OpenSpiel can
be imported (`pip install open_spiel`), its own Hex and Amazons are played the same way beside it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG

SIZES = {"hex": 11, "amazons": 10, "tanbo": 19}
NAMES = {"hex": "hex(board_size=11)", "amazons": "amazons(board_size=10)"}


def own(name: str) -> Callable[[random.Random], int]:
    """Plays a random game of this program's; returns how many moves it had."""
    game = CATALOG[name].load()
    start = game.start({"size": SIZES[name]})

    def play(chance: random.Random) -> int:
        position: Position = start
        moves = 0
        while not position.over:
            move = chance.choice(list(position.legal_moves()))
            assert position.why_illegal(move) is None
            position = position.play(move)
            moves += 1
        return moves

    return play


def openspiels(name: str) -> Callable[[random.Random], int] | None:
    """Plays a random game of OpenSpiel's, None where it cannot; three steps of Amazons are a move."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    if name not in NAMES:
        return None
    game: Any = pyspiel.load_game(NAMES[name])
    steps = 3 if name == "amazons" else 1

    def play(chance: random.Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            actions += 1
        return actions // steps

    return play


def rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Moves a second of CPU."""
    chance, moves, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        moves += play(chance)
    return moves / (time.process_time() - began)


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for name in SIZES:
        line = f"{name}: {rate(own(name), seconds):,.0f} moves a second, each drawn from all legal ones"
        other = openspiels(name)
        print(line + (f"; OpenSpiel {rate(other, seconds):,.0f}" if other else ""))


if __name__ == "__main__":
    main()
