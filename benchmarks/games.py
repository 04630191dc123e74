"""Speed of random games of Hex, Amazons and Tanbo: `python -m benchmarks.games [SECONDS]`.

Each move is drawn from all legal moves, checked and played on immutable positions.  If OpenSpiel is installed
(`pip install open_spiel`), its Hex and Amazons are measured in the same way for comparison.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES

SIZES = {"hex": 11, "amazons": 10, "tanbo": 19}
NAMES = {"hex": "hex(board_size=11)", "amazons": "amazons(board_size=10)"}


def own(name: str) -> Callable[[random.Random], int]:
    """Return a function that plays a random game of this program and returns the number of moves."""
    game = GAMES[name].load()
    start = game.start({"size": SIZES[name]})

    def play(rng: random.Random) -> int:
        position: Position = start
        moves = 0
        while not position.is_over:
            move = rng.choice(list(position.legal_moves()))
            assert position.why_illegal(move) is None
            position = position.play_unchecked(move)
            moves += 1
        return moves

    return play


def openspiels(name: str) -> Callable[[random.Random], int] | None:
    """Return a function that plays a random game of OpenSpiel and returns the number of moves.

    Return None if OpenSpiel is not installed or does not have the game.  Three actions of OpenSpiel's Amazons
    count as one move.
    """
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    if name not in NAMES:
        return None
    game: Any = pyspiel.load_game(NAMES[name])
    steps = 3 if name == "amazons" else 1

    def play(rng: random.Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        return actions // steps

    return play


def rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Return the number of moves per second of CPU time."""
    rng, moves, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        moves += play(rng)
    return moves / (time.process_time() - began)


def main() -> None:
    """Measure the games and print the results."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for name in SIZES:
        line = f"{name}: {rate(own(name), seconds):,.0f} moves per second"
        other = openspiels(name)
        print(line + (f"; OpenSpiel {rate(other, seconds):,.0f}" if other else ""))


if __name__ == "__main__":
    main()
