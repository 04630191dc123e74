"""Time to process large pastes: `python -m benchmarks.paste`.

Sends 4 KB and 16 KB at once to a screen of 80x24, as a bracketed paste and as plain input.  Prints the time
until the program has read all of it and drawn the result, and the time of a single key for comparison.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

import pexpect

GAME = ["-m", "gnugo_py", "--size", "9", "--handicap", "0", "--color", "black", "--new"]
CLEAR, BEGIN, END = "\x15", "\x1b[200~", "\x1b[201~"
MARKS = iter("QWXYMN")
"""Each measurement uses a new mark, because text that is already on the screen is not sent again."""


def seconds_until_drawn(child: pexpect.spawn, text: str) -> float:
    """Send a text, Ctrl-U and a mark; return the seconds until the mark is drawn."""
    mark = next(MARKS)
    began = time.perf_counter()
    child.send(f"{text}{CLEAR}{mark}")
    child.expect(mark)
    return time.perf_counter() - began


def main() -> None:
    """Print a line for each kind of input."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"TERM": "xterm", "LANG": "C.UTF-8", "GNUGO_PY_CONFIG": folder}
        words = [*GAME, "--saves", folder]
        child = pexpect.spawn(sys.executable, words, dimensions=(24, 80), env=environment, timeout=60)
        child.expect(r"your move\?")
        child.delaybeforesend = None
        print(f"one key: {seconds_until_drawn(child, ''):.3f} s")
        for size in (4096, 16_384):
            for name, before, after in (("bracketed", BEGIN, END), ("plain", "", "")):
                text = f"{before}{'z' * size}{after}"
                print(f"{size // 1024} KB {name}: {seconds_until_drawn(child, text):.3f} s")
        child.close(force=True)


if __name__ == "__main__":
    main()
