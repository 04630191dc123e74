"""A monkey at the keyboard: `python -m benchmarks.monkey [SECONDS] [SEED]`.

For SECONDS (default 600), starts the program in a pseudo-terminal of a random size, and types random words,
moves and keys of all modes, changing the size now and then.  The program must redraw within 10 seconds (more
on a machine that is busy), end without a traceback when it is told to, and open every game that it has saved.
The exit status is 1 at the first failure.
"""

from __future__ import annotations

import os
import random
import re
import time
from importlib import import_module
from itertools import repeat
from pathlib import Path
from pkgutil import iter_modules

import pexpect

import gnugo_py.app.modes
from benchmarks.attacks import PROGRAM, Lost, environment, run_attacks
from benchmarks.stored_data import GAME, run_in
from gnugo_py.app.display import DISPLAY_COMMANDS
from gnugo_py.app.mode import Mode

MAX_SECONDS = 10.0
KEYS = (
    *(
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b[H",
        "\x1b[F",
        "\x1b[3~",
        "\t",
        "\r",
        "\r",
    ),
    *("\x1b", "\x7f", "\x15", " ", "y\r", "n\r", "\x1b[[A", "\x1b[[B", "\x1b[[C", "\x1b[[D", "\x1b[[E"),
    *(
        "\x1b[17~",
        "\x1b[18~",
        "\x1b[19~",
        "\x1b[20~",
        "\x1b[24~",
        "\x1b[<0;9;5M\x1b[<0;9;5m",
        "\x1b[<64;9;5M",
    ),
    *("\x1b[200~c3 d4\x1b[201~", "\u56f2", "\x0c", "1", "5", "x", "/"),
)
STARTS = (
    *(
        ("--new", "--size", "9", "--handicap", "0", "--opponent", "search:1"),
        ("--new", "--size", "5", "--opponent", "human"),
    ),
    *((), ("review", "game.sgf"), ("learn",), ("problems",), ("train", "game.sgf"), ("guess", "game.sgf")),
    *(("--new", "--game", "hex", "--level", "1"), ("--new", "--game", "amazons", "--opponent", "human")),
)


def all_words() -> list[str]:
    """Return the words of all modes and of the display."""
    modules = [
        import_module(f"gnugo_py.app.modes.{each.name}") for each in iter_modules(gnugo_py.app.modes.__path__)
    ]
    modes = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    commands = [command for mode in modes if issubclass(mode, Mode) for command in mode.commands]
    return sorted({word for each in (*commands, *DISPLAY_COMMANDS) for word in (each.name, *each.aliases)})


WORDS = all_words()
NO_ENGINE = ("reply", "report")
"""Words after which the strongest engine may think for long."""


def random_input(rng: random.Random) -> str:
    """Return keys, a move, or a word with or without something after it."""
    kind = rng.random()
    if kind < 0.45:
        return rng.choice(KEYS)
    if kind < 0.7:
        return f"{rng.choice('abcdefghj')}{rng.randint(1, 9)}\r"
    word = rng.choice([each for each in WORDS if each not in NO_ENGINE])
    after = rng.choice(("", "", "", " 1", " 2", " x", " mine", " all", " D4", " black", " \u56f2"))
    return f"{word}{after}\r"


def patience() -> float:
    """Return the time that the program has to redraw, in seconds."""
    return MAX_SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Typist:
    """The program in a pseudo-terminal, and what it has written."""

    def __init__(self, folder: Path, words: tuple[str, ...], rng: random.Random) -> None:
        self._rng, self.written = rng, ""
        size = (rng.randint(3, 60), rng.randint(10, 200))
        self.program = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], *words],
            cwd=str(folder),
            env=environment(folder),
            dimensions=size,
            timeout=5,
        )
        self.program.delaybeforesend = None

    def read(self, seconds: float) -> bool:
        """Read what the program writes, for a time; return whether it wrote something."""
        end, has_written = time.monotonic() + seconds, False
        while time.monotonic() < end and not has_written:
            try:
                self.written += self.program.read_nonblocking(65536, 0.2).decode("utf-8", "replace")
                has_written = True
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return True
        return has_written

    def check_responds(self) -> None:
        """Change the size of the window; raise Lost if the program does not redraw."""
        while self.read(0.0) or self.read(0.05):
            if not self.program.isalive():
                return
        self.program.setwinsize(self._rng.randint(5, 60), self._rng.randint(20, 200))
        if not self.read(patience()) and self.program.isalive():
            raise Lost(f"no answer for {patience():.0f} s after {self.written[-500:]!r}")


def type_at_random(folder: Path, rng: random.Random) -> None:
    """Type at random into one run of the program, end it, and open the games that it has saved."""
    (folder / "game.sgf").write_text(GAME)
    words = rng.choice(STARTS)
    typist, typed = Typist(folder, words, rng), list[str]()
    typist.read(patience())
    for _ in range(rng.randint(5, 60)):
        if not typist.program.isalive():
            break
        typed.append(random_input(rng))
        typist.program.send(typed[-1])
        if rng.random() < 0.2:
            typist.check_responds()
    end = time.monotonic() + 2 * patience()
    while typist.program.isalive() and time.monotonic() < end:
        typist.program.sendintr()  # the first may only interrupt an answer
        typist.read(2.0)
    is_alive = typist.program.isalive()
    typist.program.close(force=True)
    if is_alive:
        raise Lost(f"{words}: did not end after Ctrl-C; typed {typed}")
    if re.search("Traceback|internal error", typist.written):
        raise Lost(f"{words}: {typist.written[-1500:]}; typed {typed}")
    for saved in folder.rglob("*.sgf"):
        if "deleted" not in saved.parts:
            run_in(folder, ["review", "--plain", str(saved)], "end\nquit\n")


def main() -> None:
    """Type for some seconds, and print how often the program was started."""
    number = run_attacks(repeat(type_at_random))
    print(f"{number} runs: no traceback, no hang, every saved game opens again")


if __name__ == "__main__":
    main()
