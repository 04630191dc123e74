"""Ladders that a level plays: `python -m benchmarks.ladders [NUMBER] [OPTION ...]` (`--help` lists options).

Makes NUMBER working and NUMBER broken ladders (default 30) on 13x13 and 19x19 in positions of games. Each is
confirmed by a plain reader and, if it is installed, by GNU Go. Reports in how many

- working ladders the runner does not run, and the attacker captures after the run;
- broken ladders the runner runs, and in how many it plays elsewhere where GNU Go does not run either.

Then reports what the reading of ladders costs in the evaluations of searches (default 200 visits) from
positions after 100 moves on 19x19: each position is evaluated with and without the reading, side by side.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType

from gnugo_py.core.types import Move, Play
from gnugo_py.engines.network import network, np
from gnugo_py.engines.network.features import (
    INPUT_PLANE_COUNT,
    PLANE_COUNT_WITHOUT_LADDERS,
    input_planes,
)
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.engines.search.go_leaf_evaluation import LeafEvaluation
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.games.go import ladders
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from tests.support.ladder_reader import NoAnswer, PlainReader
from training.data import replay
from training.ladders import MOVES_PLAYED, MadeUpLadder, made_up_ladder

REFERENCE = Path(__file__).parent.parent / "tests" / "data" / "network_reference.npz"
GNU_GO = shutil.which("gnugo") or "/usr/games/gnugo"
PADDING = 65535
SIZES = (13, 19)
MIN_STONES = 2
MOVE_NUMBER, SEARCHED_SIZE = 100, 19


class GnuGo:
    """GNU Go as a reader of ladders; a context manager that ends the program."""

    def __init__(self) -> None:
        words = [GNU_GO, "--mode", "gtp", "--quiet"]
        self._program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> GnuGo:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._program.communicate("quit\n")

    def ask(self, command: str) -> str:
        """Return the answer to a GTP command."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(f"{command}\n")
        self._program.stdin.flush()
        lines: list[str] = []
        while (line := self._program.stdout.readline().strip()) or not lines:
            lines.append(line)
        assert lines[0].startswith("="), f"{command}: {lines[0]}"
        return lines[0].removeprefix("=").strip()

    def set_up(self, position: GoPosition) -> None:
        """Set up the stones of a position."""
        self.ask(f"boardsize {position.size}")
        self.ask("clear_board")
        for sign, color in (("X", "black"), ("O", "white")):
            for point, stone in position.cells().items():
                if stone == sign:
                    self.ask(f"play {color} {format_vertex(point, position.size)}")

    def confirms(self, made: MadeUpLadder) -> bool:
        """Return whether GNU Go captures or saves the chain as the ladder works or is broken."""
        after = made.after_run
        assert after is not None
        vertex = format_vertex(made.stone, after.size)
        self.set_up(made.position)
        is_saved = self.ask(f"defend {vertex}") != "0"
        self.set_up(after)
        is_captured = self.ask(f"attack {vertex}").split()[0]
        return (is_saved, is_captured) == ((False, "1") if made.works else (True, "0"))

    def runs(self, made: MadeUpLadder) -> bool:
        """Return whether GNU Go itself would run."""
        self.set_up(made.position)
        color = str(made.position.to_move).lower()
        return self.ask(f"reg_genmove {color}") == made.position.format_move(made.run)


def confirmed_ladders(number: int, judge: GnuGo | None, seed: int = 1) -> Iterator[MadeUpLadder]:
    """Yield as many working and broken ladders, of two stones or more."""
    chance, wanted = Random(seed), {True: number, False: number}
    games = {
        size: [[move for move in row if move != PADDING] for row in np.load(REFERENCE)[f"moves{size}"]]
        for size in SIZES
    }
    while any(wanted.values()):
        size = chance.choice(SIZES)
        moves = chance.choice(games[size])
        game = replay(moves[: chance.randint(*MOVES_PLAYED[size])], size)
        made = made_up_ladder(game, chance)
        if made is None or not wanted[made.works] or not is_confirmed(made):
            continue
        if judge is None or judge.confirms(made):
            wanted[made.works] -= 1
            yield made


def is_confirmed(made: MadeUpLadder) -> bool:
    """Return whether a plain reader agrees, before and after the run, and the chain is large enough."""
    board, after = made.position.board, made.after_run
    if after is None or board.chain(made.stone).bit_count() < MIN_STONES:
        return False
    with suppress(NoAnswer):
        reader = PlainReader(after.size)
        answers = [reader.catching_points(each, made.stone) for each in (board, after.board)]
        return all(bool(answer) is made.works for answer in answers)
    return False


def saves(made: MadeUpLadder, move: Move) -> bool:
    """Return whether a move of the runner saves the chain."""
    board = made.position.play_unchecked(move).board
    return board.liberties(made.stone).bit_count() > 1 and find_ladder(board, made.stone) is None


def play_ladders(number: int, level: int, judge: GnuGo | None) -> dict[str, str]:
    """Return in how many ladders a level does what is right."""
    engine = SearchEngine(GO, level, 1)
    stays = captures = runs = elsewhere = 0
    for made in confirmed_ladders(number, judge):
        move = engine.choose(made.position, None).move
        if made.works:
            stays += move != made.run
            assert made.after_run is not None
            answer = engine.choose(made.after_run, None).move
            catching = find_ladder(made.after_run.board, made.stone) or []
            captures += isinstance(answer, Play) and answer.points[0] in catching
        elif saves(made, move):
            runs += 1
        elif judge is not None:
            elsewhere += not judge.runs(made)
    return {
        "working, does not run": f"{stays} of {number}",
        "working, captures after the run": f"{captures} of {number}",
        "broken, runs": f"{runs} of {number}",
        "broken, plays elsewhere, and so does GNU Go": f"{elsewhere} of {number}",
    }


def cost_of_reading(visits: int) -> float:
    """Return the cost of the evaluations of a search with ladders, as a multiple of the cost without them."""
    seconds, judge = {True: 0.0, False: 0.0}, network.default_network()
    for moves in np.load(REFERENCE)["moves19"]:
        if PADDING in moves[:MOVE_NUMBER]:
            continue
        position = replay(moves[:MOVE_NUMBER], SEARCHED_SIZE)
        ladders._answers.cache_clear()
        for each in searched_positions(position, visits):
            for reads in (True, False):
                began = time.process_time()
                judge.outputs(planes(each, reads))
                seconds[reads] += time.process_time() - began
    return seconds[True] / seconds[False]


def planes(position: GoPosition, reads_ladders: bool) -> network.Array:
    """Return the input planes of a position; without the reading, those of ladders are empty."""
    if reads_ladders:
        return input_planes(position)
    empty = np.zeros((INPUT_PLANE_COUNT - PLANE_COUNT_WITHOUT_LADDERS, position.size, position.size))
    return np.concatenate((input_planes(position, PLANE_COUNT_WITHOUT_LADDERS), empty), dtype=np.float32)


def searched_positions(position: GoPosition, visits: int) -> list[GoPosition]:
    """Return the positions that a search evaluates, in order."""
    evaluated: list[GoPosition] = []

    class Noting(Mcts):
        """A search that notes the positions."""

        def _evaluate(self, position: GoPosition) -> LeafEvaluation:
            evaluated.append(position)
            return super()._evaluate(position)

    search = Noting(position)
    for _ in range(visits):
        search.visit()
    return evaluated


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how a level plays ladders, and what reading costs.")
    parser.add_argument("number", nargs="?", type=int, default=30)
    parser.add_argument("--weights", type=Path, default=network.WEIGHTS_FILE)
    parser.add_argument("--level", type=int, default=9)
    parser.add_argument(
        "--visits", type=int, default=200, help="visits of the search that is timed; 0 for none"
    )
    given = parser.parse_args()
    network.WEIGHTS_FILE = given.weights
    if shutil.which(GNU_GO) is None:
        print(json.dumps(play_ladders(given.number, given.level, None)))
    else:
        with GnuGo() as judge:
            print(json.dumps(play_ladders(given.number, given.level, judge)))
    if given.visits:
        print(f"an evaluation with ladders costs {cost_of_reading(given.visits):.3f} of one without")


if __name__ == "__main__":
    main()
