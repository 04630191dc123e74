"""Games that are interrupted by signals at random times: `python -m benchmarks.interrupts [SECONDS] [SEED]`.

Plays games for SECONDS (default 600) in plain mode and on a screen, half of each against a search engine.
Each game ends with SIGINT, SIGTERM, SIGHUP and SIGQUIT in random order within milliseconds.  The exit status
must be 130, Python must not print a traceback, the terminal must be restored, and the save folder must
contain one complete game with every answered move and no lock.  The exit status is 1 at the first failure.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

import pexpect

from benchmarks.kills import ON_9X9, PROGRAM, Lost, environment, points
from gnugo_py.record.sgf_reader import read_game

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PYTHONS_OWN = re.compile(rb"Traceback|Exception ignored|_shutdown|Fatal Python")


def burst(pid: int, rng: random.Random) -> list[signal.Signals]:
    """Send a random sequence of signals to a process within milliseconds, and return them."""
    sent = rng.choices(SIGNALS, k=rng.randint(1, 5))
    for each in sent:
        try:
            os.kill(pid, each)
        except ProcessLookupError:
            break
        time.sleep(rng.choice((0.0, 0.0005, 0.002, 0.01)))
    return sent


def plainly(folder: Path, words: list[str], rng: random.Random) -> bytes:
    """Interrupt a game in plain mode; return what it printed."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(folder),
        start_new_session=True,
        bufsize=0,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        printed = game.stdout.readline()
        game.stdin.write("".join(f"{each}\n" for each in points(rng)[: rng.randint(1, 40)]).encode())
        time.sleep(rng.uniform(0.0, 0.3))
        sent = burst(game.pid, rng)
        printed += game.stdout.read()
        status = game.wait(30)
    if status != 130:
        raise Lost(f"plain: exit status {status} after {sent}: {printed[-300:]!r}")
    return printed


def on_screen(folder: Path, words: list[str], rng: random.Random) -> bytes:
    """Interrupt a game on a screen; return what it printed."""
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], *words], env=environment(folder), dimensions=(24, 80), timeout=30
    )
    before = termios.tcgetattr(child.child_fd)[:4]
    child.expect(r"your move\?")
    for each in points(rng)[: rng.randint(1, 5)]:
        child.send(f"{each}\r")
        time.sleep(rng.uniform(0.0, 0.1))
    sent = burst(child.pid, rng)
    child.expect(pexpect.EOF)
    printed = bytes(child.before)
    after = termios.tcgetattr(child.child_fd)[:4]
    child.close()
    if child.exitstatus != 130:
        raise Lost(
            f"screen: exit status {child.exitstatus}, {child.signalstatus} after {sent}: {printed[-300:]!r}"
        )
    if before != after or b"\x1b[?2004l" not in printed:
        raise Lost(f"screen: the terminal is not restored after {sent}: {before} became {after}")
    return printed


def one(number: int, seed: int) -> None:
    """Play and interrupt one game. Raise Lost if its exit status, output, terminal or saved game is wrong."""
    rng = random.Random(f"{seed}-{number}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        saves = folder / "saves"
        opponent = ["--opponent", "search:4"] if number % 4 > 1 else []
        words = [*ON_9X9, "--new", *opponent, "--saves", str(saves)]
        printed = (on_screen if number % 2 else plainly)(folder, words, rng)
        if PYTHONS_OWN.search(printed):
            raise Lost(f"game {number}: {printed[-500:]!r}")
        left = sorted(path.name for path in saves.iterdir()) if saves.exists() else []
        if len(left) > 1 or any(not each.endswith(".sgf") for each in left):
            raise Lost(f"game {number}: the save folder contains {left}")
        moves = read_game(saves / left[0]).end.number if left else 0
        answered = len(re.findall(rb"^my move: \w+\r?\n", printed, re.MULTILINE)) if not number % 2 else 0
        if moves < 2 * answered:
            raise Lost(f"game {number}: {answered} moves answered, {moves} in the file")


def main() -> None:
    """Interrupt games for some seconds, and print how many."""
    for each in SIGNALS:  # background jobs start with some of them ignored, and children inherit that
        signal.signal(each, signal.SIG_DFL)
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        try:
            one(number, seed)
        except Lost as error:
            sys.exit(f"seed {seed}: {error}")
        number += 1
    print(f"{number} games interrupted in {seconds} s: each saved once, terminal restored")


if __name__ == "__main__":
    main()
