"""How long a decision of the engine takes: `python -m benchmarks.decisions [FILE] [--json]`.

CPU time of user's move, legality, captures and decision together, over recorded games, while
every decision is checked.  The unit, measured in the same run, is 1,000 iterations of
`x = (x * 137 + i) % 3833`: machines differ, the ratio hardly does.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path

from benchmarks.replay import games, own_knowledge, replay

GAMES = Path(__file__).parent.parent / "tests" / "data" / "classic_games.jsonl"
REPETITIONS = 5


def unit() -> float:
    """CPU seconds of the yardstick, the median of many."""

    def once() -> float:
        start, x = time.process_time(), 1
        for i in range(1000):
            x = (x * 137 + i) % 3833
        return time.process_time() - start

    return statistics.median(once() for _ in range(200))


def decision_times(path: Path) -> list[float]:
    """CPU seconds of every decision of a file's games, in order, each with the user's move before it."""
    knowledge = own_knowledge()
    times: list[float] = []
    for game in games(path):
        kinds = [event[0] for event in game["events"]]
        spent, start = 0.0, time.process_time()
        for kind, _ in zip(kinds, replay(game, knowledge), strict=False):
            spent += time.process_time() - start
            if kind == "c":
                times.append(spent)
                spent = 0.0
            start = time.process_time()
    return times


def main() -> None:
    """Measure and print."""
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    path = Path(names[0]) if names else GAMES
    decision_times(path)
    figures = []
    for _ in range(REPETITIONS):
        yardstick = unit()
        times = sorted(decision_times(path))
        slow = times[len(times) * 99 // 100]
        figures.append((yardstick, statistics.mean(times) / yardstick, slow / yardstick))
    result = {
        "decisions": len(times),
        "unit_us": round(statistics.median(row[0] for row in figures) * 1e6, 1),
        "mean_units": round(statistics.median(row[1] for row in figures), 2),
        "p99_units": round(statistics.median(row[2] for row in figures), 2),
    }
    if "--json" in sys.argv:
        print(json.dumps(result))
    else:
        print(f"{path.name}: {result['decisions']} decisions, all equal to the original's")
        print(f"a unit is {result['unit_us']} us; the C original takes about 5.4 units")
        print(f"mean {result['mean_units']} units, 99th percentile {result['p99_units']} units")


if __name__ == "__main__":
    main()
