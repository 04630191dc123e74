"""Speed of the Go rules compared with sgfmill: `python -m benchmarks rules`.

Replays random games on 19x19 with a legality check before each move, including positional superko, with both
implementations in the same run.  sgfmill does not check superko, so the benchmark does what its users have to
do: play the move on a copy of the board and look up the result.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sgfmill.boards import Board as SgfmillBoard

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.points import iter_points, row_and_column
from gnugo_py.games.types import Play

SUPERKO = Rules("superko", "positional", False, "area")
GAMES, MOVES, REPETITIONS = 4, 300, 5
COLORS = "bw"


def random_game(seed: int, size: int, length: int) -> list[int]:
    """Return the points of a game of random legal moves by both colors in turn."""
    rng = random.Random(seed)
    position = GoPosition.start(size, SUPERKO)
    points: list[int] = []
    while len(points) < length:
        legal = list(iter_points(position.legal_points))
        if not legal:
            break
        points.append(rng.choice(legal))
        position = position.play_unchecked(Play((points[-1],)))
    return points


def replay_ours(points: list[int], size: int) -> object:
    """Replay a game with this program; every move is checked."""
    position = GoPosition.start(size, SUPERKO)
    for point in points:
        position = position.play(Play((point,)))
    return position.board


def replay_sgfmill(points: list[int], size: int) -> object:
    """Replay a game with sgfmill; every move is tried on a copy first."""
    board, seen = SgfmillBoard(size), set()
    for number, point in enumerate(points):
        row, column = row_and_column(point, size)
        trial = board.copy()
        trial.play(row, column, COLORS[number % 2])
        stones = frozenset(trial.list_occupied_points())
        assert trial.get(row, column) is not None and stones not in seen
        seen.add(stones)
        board.play(row, column, COLORS[number % 2])
    return board


def replay_sgfmill_unchecked(points: list[int], size: int) -> object:
    """Replay a game with sgfmill without any check, for comparison."""
    board = SgfmillBoard(size)
    for number, point in enumerate(points):
        board.play(*row_and_column(point, size), COLORS[number % 2])
    return board


def plays_per_second(replay: Callable[[list[int], int], object], games: list[list[int]]) -> float:
    """Return the moves per second of a replay function."""
    start = time.process_time()
    for game in games:
        replay(game, 19)
    return sum(map(len, games)) / (time.process_time() - start)


def measure(_: Path, is_quick: bool = False) -> dict[str, Any]:
    """Return moves per second of each replay function, and our ratios."""
    games = [random_game(seed, 19, MOVES) for seed in range(1 if is_quick else GAMES)]
    repetitions = 1 if is_quick else REPETITIONS
    ways = {
        "ours, every move checked": replay_ours,
        "sgfmill, every move checked": replay_sgfmill,
        "sgfmill, unchecked": replay_sgfmill_unchecked,
    }
    speeds = {
        name: statistics.median(plays_per_second(way, games) for _ in range(repetitions))
        for name, way in ways.items()
    }
    ours = speeds["ours, every move checked"]
    return {
        "plays_per_second": {name: round(speed) for name, speed in speeds.items()},
        "ours_is_faster_by": {name: round(ours / speed, 1) for name, speed in speeds.items()},
    }


def table(figures: dict[str, Any]) -> list[str]:
    """Format the figures as lines of text."""
    ratios = figures["ours_is_faster_by"]
    return [
        f"{name:<28} {speed:>9} moves per second; ours is {ratios[name]} times as fast"
        for name, speed in figures["plays_per_second"].items()
    ]
