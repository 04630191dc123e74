"""Ladders that a level plays: `python -m benchmarks.ladders [NUMBER] [LEVEL] [NETWORK]`.

Makes NUMBER working and NUMBER broken ladders (default 30) on 13x13 and 19x19 in positions of games. Each is
confirmed by a plain reader and, if it is installed, by GNU Go. Reports in how many

- working ladders the runner does not run, and the attacker captures after the run;
- broken ladders the runner runs;
- ladders of either kind it plays elsewhere than that, and GNU Go does, too.

LEVEL is that of the engine (default 9), NETWORK another judge, as `--network` names it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import nullcontext, suppress
from random import Random
from types import TracebackType

from benchmarks.network import REFERENCE, games_in
from gnugo_py.engines.network_choice import choose_judge
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.types import Move, Play, Point
from tests.support.ladder_reader import NoAnswer, PlainReader
from tests.support.made_up_ladders import MOVES_PLAYED, MadeUpLadder, made_up_ladder
from tests.support.reference_games import replay

GNU_GO = shutil.which("gnugo") or "/usr/games/gnugo"
SIZES = (13, 19)
MIN_STONES = 2


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

    def plays(self, position: GoPosition, points: Collection[Point]) -> bool:
        """Return whether GNU Go itself would play on one of some points."""
        self.set_up(position)
        vertex = self.ask(f"reg_genmove {str(position.to_move).lower()}")
        return vertex in map(position.format_point, points)


def confirmed_ladders(number: int, judge: GnuGo | None, seed: int = 1) -> Iterator[MadeUpLadder]:
    """Yield as many working and broken ladders, of two stones or more."""
    chance, wanted = Random(seed), {True: number, False: number}
    games = {size: games_in(REFERENCE, size) for size in SIZES}
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
    stays = captures = runs = not_captured = not_run = 0
    for made in confirmed_ladders(number, judge):
        move = engine.choose(made.position, None).move
        if made.works:
            stays += move != made.run
            assert made.after_run is not None
            answer = engine.choose(made.after_run, None).move
            catching = find_ladder(made.after_run.board, made.stone) or []
            if isinstance(answer, Play) and answer.points[0] in catching:
                captures += 1
            elif judge is not None:
                not_captured += not judge.plays(made.after_run, catching)
        elif saves(made, move):
            runs += 1
        elif judge is not None:
            not_run += not judge.plays(made.position, made.run.points)
    return {
        "working, does not run": f"{stays} of {number}",
        "working, captures after the run": f"{captures} of {number}",
        "broken, runs": f"{runs} of {number}",
        "working, plays elsewhere after the run, and so does GNU Go": f"{not_captured} of {number}",
        "broken, plays elsewhere, and so does GNU Go": f"{not_run} of {number}",
    }


def main() -> None:
    """Measure and print."""
    numbers = [int(word) for word in sys.argv[1:3]]
    number, level = numbers + [30, 9][len(numbers) :]
    if len(sys.argv) > 3:
        choose_judge(sys.argv[3])
    with GnuGo() if shutil.which(GNU_GO) else nullcontext() as judge:
        print(json.dumps(play_ladders(number, level, judge)))


if __name__ == "__main__":
    main()
