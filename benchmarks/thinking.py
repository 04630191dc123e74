"""Speed of the searches and cost of each level.

    python -m benchmarks.thinking [LEVEL ...] [GAME:SIZE ...] [SECONDSs]

Reports for an opening position of each game the playouts or evaluations per second, alone and within the
search, and for each level the CPU seconds and units (1,000 rounds of `x = (x * 137 + i) % 3833`) per move and
the peak memory so far.  GAME:SIZE chooses boards (default: all), and `0.1s` how long playouts are counted.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from random import Random

from benchmarks.decisions import unit
from gnugo_py.engines.search.alphabeta import AlphaBetaEngine
from gnugo_py.engines.search.hex_state import hex_search_state
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES

BOARDS = (("go", 9), ("go", 13), ("go", 19), ("hex", 11), ("amazons", 10), ("tanbo", 9), ("tanbo", 19))
USUAL = (1, 3, 5, 7, 9)
OPENING = 12
"""Number of moves that level 1 plays before a level is timed."""


def bare(game: Game, position: Position, seconds: float) -> float:
    """Return the playouts per second from a position, or the evaluations per second, counted for a time."""
    search = SearchEngine(game, 1)
    began, done = time.process_time(), 0
    if search.has_network:
        while (spent := time.process_time() - began) < seconds:
            search.analyze(position)
            done += 1
        return done / spent
    if isinstance(position, HexPosition):
        played, rng = hex_search_state(position), Random(1)
        while (spent := time.process_time() - began) < seconds:
            played.playout(rng)
            done += 1
        return done / spent
    assert isinstance(search, AlphaBetaEngine)
    state = search.state.from_position(position)
    while (spent := time.process_time() - began) < seconds:
        done += state.ordered_children(10**6)[1]
    return done / spent


def opened(game: Game, start: Position) -> Position:
    """Return a position some moves after the start."""
    position, player = start, SearchEngine(game, 1, 1)
    for _ in range(OPENING):
        position = position.play_unchecked(player.choose(position, None).move)
    return position


def measured(name: str, size: int, levels: list[int], seconds: float) -> dict[str, object]:
    """Return the figures of a game on a board size; playouts are counted for some seconds."""
    game = GAMES[name].load()
    position = opened(game, game.start({**game.default_match_options, "size": size}).with_move_limit())
    figures: dict[str, object] = {
        "game": name,
        "size": size,
        "bare_a_second": round(bare(game, position, seconds)),
    }
    for level in levels:
        began = time.process_time()
        found = SearchEngine(game, level, 1).choose(position, None).analysis
        spent = time.process_time() - began
        assert found is not None
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures[f"level {level}"] = {
            "effort": found.visits,
            "a_second": round(found.visits / spent),
            "seconds": round(spent, 3),
            "units": round(spent / unit()),
            "peak_mib": memory,
        }
    return figures


def main() -> None:
    """Measure and print a line of JSON for each board."""
    words = sys.argv[1:]
    levels = [int(word) for word in words if word.isdigit()] or list(USUAL)
    boards = [(name, int(size)) for name, sign, size in (word.partition(":") for word in words) if sign]
    seconds = next((float(word[:-1]) for word in words if word.endswith("s")), 1.0)
    for name, size in boards or BOARDS:
        print(json.dumps(measured(name, size, levels, seconds)), flush=True)


if __name__ == "__main__":
    main()
