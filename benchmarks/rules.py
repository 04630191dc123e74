"""The rules core beside sgfmill's board: `python -m benchmarks rules`.

Recorded random games on 19x19 are replayed with a legality check before each move, positional
superko included, on both in the same run.  sgfmill's board knows no superko, so what it is asked
to do around it is what a user of it has to: try the move on a copy, and look the result up.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sgfmill.boards import Board as SgfmillBoard

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Play, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.playout import Playouts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.vertex import row_column

SUPERKO = Rules("superko", "positional", False, "area")
GAMES, MOVES, REPETITIONS = 4, 300, 5
COLOURS = "bw"


def random_game(seed: int, size: int, length: int) -> list[int]:
    """The points of a game of random legal moves, both sides in turn."""
    chance = random.Random(seed)
    position = GoPosition.start(size, SUPERKO)
    points: list[int] = []
    while len(points) < length:
        legal = list(points_of(position.legal_points()))
        if not legal:
            break
        points.append(chance.choice(legal))
        position = position.play(Play((points[-1],)))
    return points


def replay_ours(points: list[int], size: int) -> object:
    """Our positions, each move verified."""
    position = GoPosition.start(size, SUPERKO)
    for point in points:
        position = position.play_checked(Play((point,)))
    return position.board


def replay_sgfmill(points: list[int], size: int) -> object:
    """Sgfmill's board, each move tried on a copy first."""
    board, seen = SgfmillBoard(size), set()
    for number, point in enumerate(points):
        row, column = row_column(point, size)
        trial = board.copy()
        trial.play(row, column, COLOURS[number % 2])
        stones = frozenset(trial.list_occupied_points())
        assert trial.get(row, column) is not None and stones not in seen
        seen.add(stones)
        board.play(row, column, COLOURS[number % 2])
    return board


def replay_sgfmill_unchecked(points: list[int], size: int) -> object:
    """Sgfmill's board without any check, for comparison."""
    board = SgfmillBoard(size)
    for number, point in enumerate(points):
        board.play(*row_column(point, size), COLOURS[number % 2])
    return board


def plays_per_second(replay: Callable[[list[int], int], object], games: list[list[int]]) -> float:
    """How many moves a second a way of replaying makes."""
    start = time.process_time()
    for game in games:
        replay(game, 19)
    return sum(map(len, games)) / (time.process_time() - start)


def playouts_per_second(size: int) -> float:
    """How many random games a second from an empty board, to the end."""
    playouts, number = Playouts(Board.empty(size)), 40 if size == 19 else 200
    start = time.process_time()
    playouts.owners(number, Side.BLACK)
    return number / (time.process_time() - start)


def measure(_: Path) -> dict[str, Any]:
    """Plays a second each way, how many times as fast ours is, and random games a second by size."""
    games = [random_game(seed, 19, MOVES) for seed in range(GAMES)]
    ways = {
        "ours, every move checked": replay_ours,
        "sgfmill, every move checked": replay_sgfmill,
        "sgfmill, unchecked": replay_sgfmill_unchecked,
    }
    speeds = {
        name: statistics.median(plays_per_second(way, games) for _ in range(REPETITIONS))
        for name, way in ways.items()
    }
    ours = speeds["ours, every move checked"]
    return {
        "plays_per_second": {name: round(speed) for name, speed in speeds.items()},
        "ours_is_faster_by": {name: round(ours / speed, 1) for name, speed in speeds.items()},
        "playouts_per_second": {size: round(playouts_per_second(size)) for size in (9, 13, 19)},
    }


def table(figures: dict[str, Any]) -> list[str]:
    """The figures for a person."""
    ratios = figures["ours_is_faster_by"]
    return [
        *(
            f"{name:<28} {speed:>9} plays a second; ours is {ratios[name]} times as fast"
            for name, speed in figures["plays_per_second"].items()
        ),
        *(
            f"random games to the end on {size}x{size}: {number} a second"
            for size, number in figures["playouts_per_second"].items()
        ),
    ]
