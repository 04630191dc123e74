"""CPU time of a decision of the classic engine: `python -m benchmarks decisions`.

The time includes the user's move, legality checks, captures and the decision, over recorded games.  When a
game has been timed, every decision is compared with that of the original.  The unit is the time of 1,000
iterations of `x = (x * 137 + i) % 3833`, measured before and after each game.  Machines differ, and their
speed varies; the ratio hardly changes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.replay import SIZE, Game, compare_decision, games, own_knowledge
from gnugo_py.cli.main import tune_garbage_collector
from gnugo_py.engines.classic.gnugo import ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.types import PASS, Color, IllegalMove, Move, Play

GAMES = Path(__file__).parent.parent / "tests" / "data" / "classic_games.jsonl"
REPETITIONS, SAMPLES = 5, 21
STEP = 50
"""Size of the ranges by which the number of stones on the board is grouped."""
FINDERS = ("findwinner", "findsaver", "findpatn", "random_move")
clock = time.process_time


class Timed(NamedTuple):
    """A timed decision: the positions before and after it, and its CPU seconds."""

    before: GoPosition
    decision: Decision[ClassicMemory]
    after: GoPosition
    seconds: float


def unit() -> float:
    """Return the CPU seconds of one unit, the median of 21 samples."""

    def once() -> float:
        start, x = clock(), 1
        for i in range(1000):
            x = (x * 137 + i) % 3833
        return clock() - start

    return statistics.median(once() for _ in range(SAMPLES))


def timed(game: Game, pattern_files: PatternFiles) -> list[Timed]:
    """Play a recorded game and return its decisions, each timed together with the user's move before it."""
    moves = [_move(event) for event in game["events"]]
    position = GoPosition.start(SIZE, rules_preset("gnugo-1.1"), game["handicap"])
    memory = ClassicMemory.initial(game["seed"])
    done: list[Timed] = []
    start = clock()
    for move in moves:
        if move is None:
            decision = GnuGo(position, memory, pattern_files).genmove()
            memory, after = decision.memory, position.play_unchecked(decision.move)
            now = clock()
            done.append(Timed(position, decision, after, now - start))
            position, start = after, clock()
        else:
            try:
                position = position.play(move)
            except IllegalMove:
                continue
    return done


def checked(game: Game, done: list[Timed]) -> list[Timed]:
    """Return the decisions of a game. Raise Different at the first one that differs from the original's."""
    user = Color("bw".index(game["user"]))
    recorded = [event for event in game["events"] if event[0] == "c"]
    for number, (event, each) in enumerate(zip(recorded, done, strict=True)):
        compare_decision(f"decision {number}", event, each.before, each.decision, each.after, user)
    return done


def measure(path: Path = GAMES, is_quick: bool = False) -> dict[str, Any]:
    """Return mean and 99th percentile in units, and cost by finder and by stones, as medians."""
    pattern_files, recorded = own_knowledge(), games(path)
    for game in recorded:
        checked(game, timed(game, pattern_files))
    tune_garbage_collector()
    runs, yardsticks = [], []
    for _ in range(1 if is_quick else REPETITIONS):
        run: list[tuple[int, float]] = []
        for game in recorded:
            before = unit()
            done = timed(game, pattern_files)
            yardsticks.append((before + unit()) / 2)
            run += [(_stones(each.before), each.seconds / yardsticks[-1]) for each in checked(game, done)]
        runs.append(run)
    return {
        "decisions": len(runs[0]),
        "unit_us": round(statistics.median(yardsticks) * 1e6, 1),
        "mean_units": _median(runs, lambda run: statistics.mean(units for _, units in run)),
        "p99_units": _median(runs, lambda run: sorted(units for _, units in run)[len(run) * 99 // 100]),
        "by_finder": by_finder(recorded, pattern_files),
        "by_stones": {
            f"{start}-{start + STEP - 1}": _median(runs, partial(_mean_at, start))
            for start in sorted({stones // STEP * STEP for stones, _ in runs[0]})
        },
    }


def by_finder(recorded: list[Game], pattern_files: PatternFiles) -> dict[str, float]:
    """Return the time of each finder per decision, in units, without the time of reading the clock."""
    spent = dict.fromkeys(FINDERS, 0.0)
    calls = dict.fromkeys(FINDERS, 0)
    originals = {name: getattr(GnuGo, name) for name in FINDERS}
    decisions, yardsticks = 0, list[float]()
    overhead = statistics.median(-(clock() - clock()) for _ in range(1000))

    def watched(name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            start = clock()
            answer = originals[name](*arguments)
            spent[name] += clock() - start - overhead
            calls[name] += 1
            return answer

        return call

    try:
        for name in FINDERS:
            setattr(GnuGo, name, watched(name))
        for game in recorded:
            yardsticks.append(unit())
            decisions += len(timed(game, pattern_files))
    finally:
        for name, original in originals.items():
            setattr(GnuGo, name, original)
    yardstick = statistics.mean(yardsticks)
    return {name: round(seconds / decisions / yardstick, 3) for name, seconds in spent.items()}


def _move(event: list[str]) -> Move | None:
    """Return the move of a user's event, or None for a decision of the engine.

    A vertex that is off the board becomes a move that is always illegal.
    """
    if event[0] == "c":
        return None
    try:
        return PASS if event[1] == "pass" else Play((parse_vertex(event[1], SIZE),))
    except ValueError:
        return Play((-1,))


def _stones(position: GoPosition) -> int:
    return (position.board.black | position.board.white).bit_count()


def _mean_at(start: int, run: list[tuple[int, float]]) -> float:
    return statistics.mean(units for stones, units in run if start <= stones < start + STEP)


def _median(runs: list[Any], figure: Callable[[Any], float]) -> float:
    return round(statistics.median(figure(run) for run in runs), 2)


def table(figures: dict[str, Any]) -> list[str]:
    """Format the figures as lines of text."""
    return [
        f"{figures['decisions']} decisions, all equal to the original's; one unit is {figures['unit_us']} us",
        f"mean {figures['mean_units']} units, 99th percentile {figures['p99_units']} (the C original: 5.4)",
        "by finder:  " + "  ".join(f"{name} {units}" for name, units in figures["by_finder"].items()),
        "by stones:  " + "  ".join(f"{span}: {units}" for span, units in figures["by_stones"].items()),
    ]
