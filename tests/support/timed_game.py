"""Games on a clock: a controller announces the time that is left before each move, and measures it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

from gnugo_py.games.types import Color

ENGINE = (sys.executable, "-m", "gnugo_py", "gtp", "--player", "search:9")
MAX_MOVES_PER_POINT = 2


class TimedEngine:
    """A GTP engine in a process, and the seconds that it has left.

    command -- the command that starts it.
    seconds -- its time for the whole game.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.left = seconds
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, command: str) -> str:
        """Return the response to a command.  Raise AssertionError if it is a failure."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        while self._process.stdout.readline().strip():
            pass
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def genmove(self, color: Color) -> str:
        """Announce the time that is left, and return the move of a color; its time runs meanwhile."""
        self.ask(f"time_left {color.name.lower()} {int(self.left)} 0")
        began = time.monotonic()
        move = self.ask(f"genmove {color.name.lower()}")
        self.left -= time.monotonic() - began
        return move

    def __enter__(self) -> TimedEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("quit\n", timeout=60)


def play_timed_game(seconds: float, size: int, seed: int) -> tuple[float, float]:
    """Return the seconds that Black and White have left after a game of the highest level with itself.

    The game ends with two passes, or after twice as many moves as there are points.
    """
    with ExitStack() as stack:
        engines = [
            stack.enter_context(TimedEngine([*ENGINE, "--seed", str(seed + color)], seconds))
            for color in Color
        ]
        for engine in engines:
            for command in (f"boardsize {size}", "clear_board", f"time_settings {int(seconds)} 0 0"):
                engine.ask(command)
        passes = 0
        for number in range(MAX_MOVES_PER_POINT * size * size):
            color = Color(number % 2)
            move = engines[color].genmove(color)
            passes = passes + 1 if move == "pass" else 0
            if passes == 2 or engines[color].left < 0:
                break
            engines[color.opponent].ask(f"play {color.name.lower()} {move}")
        return engines[0].left, engines[1].left
