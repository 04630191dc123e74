"""How fast the searches are, and what each level costs: `python -m benchmarks.thinking [LEVEL ...]`.

For the start of each game: playouts or evaluations a second, bare and in the search; for each level CPU
seconds and units (1,000 rounds of `x = (x * 137 + i) % 3833`) of a move, and the most memory so far.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from random import Random

from benchmarks.decisions import unit
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.engines.search.engine import SearchPlayer, search_for
from gnugo_py.engines.search.result import search_of
from gnugo_py.engines.search.uct import TreeSearch

BOARDS = (("go", 9), ("go", 13), ("go", 19), ("hex", 11), ("amazons", 10), ("tanbo", 9), ("tanbo", 19))
USUAL = (1, 3, 5, 7, 9)
SECONDS = 1.0
OPENING = 12
"""So many moves of level 1 are made before a level is timed."""


def bare(game: Game, position: Position) -> float:
    """Random games a second from a position, or positions evaluated."""
    search = search_for(game)
    assert search is not None
    state, chance = search.begin(position), Random(1)
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < SECONDS:
        if isinstance(search, TreeSearch):
            state.playout(chance)  # type: ignore[union-attr]
            done += 1
        else:
            done += state.branches(10**6)[1]  # type: ignore[union-attr]
    return done / spent


def opened(game: Game, start: Position) -> Position:
    """A position some moves into a game."""
    position, player = start, SearchPlayer(game, 1, 1)
    for _ in range(OPENING):
        position = position.play(player.choose(position, None).move)
    return position


def measured(name: str, size: int, levels: list[int]) -> dict[str, object]:
    """The figures of a game on a board."""
    game = CATALOG[name].load()
    position = opened(game, game.bounded(game.start({**game.between_programs, "size": size})))
    figures: dict[str, object] = {"game": name, "size": size, "bare_a_second": round(bare(game, position))}
    for level in levels:
        began = time.process_time()
        found = search_of(SearchPlayer(game, level, 1).choose(position, None))
        spent = time.process_time() - began
        assert found is not None
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures[f"level {level}"] = {
            "effort": found.effort,
            "a_second": round(found.effort / spent),
            "seconds": round(spent, 3),
            "units": round(spent / unit()),
            "peak_mib": memory,
        }
    return figures


def main() -> None:
    """Measure, a line of JSON for each board."""
    levels = [int(word) for word in sys.argv[1:]] or list(USUAL)
    for name, size in BOARDS:
        print(json.dumps(measured(name, size, levels)), flush=True)


if __name__ == "__main__":
    main()
