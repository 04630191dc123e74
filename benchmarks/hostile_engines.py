"""Robustness against hostile engines: `python -m benchmarks.hostile_engines [SECONDS] [SEED]`.

For SECONDS (default 180), runs `analyze`, `review`, `explain`, `play` and `match` with engines that flood
their output, fall silent or die at a random command, as analysts and as opponents, and interrupts a third of
the runs at a random time.  A run must end in time with status 0, 1, 2 or 130, without a traceback, with few
lines on stderr, without using much memory, and without leaving a process behind.  Prints the findings.
"""

from __future__ import annotations

import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ENGINE = Path(__file__).with_name("unruly_engine.py")
WHATS = (
    *("valid", "junk", "blank", "endless", "long", "bytes"),
    *("drip", "errors", "silent", "deaf", "mute", "dies"),
)
COMMANDS = (
    *("name", "list_commands", "boardsize", "komi", "play"),
    *("kata-analyze", "protocol_version", "kata-raw-nn", "undo", "quit"),
)
MANNERS = ("stubborn", "child", "late")
START_SECONDS, WORKERS = 3, 4
MAX_SECONDS, MAX_SECONDS_AFTER_INTERRUPT = 150.0, 8.0
"""How long a run may take, and how long after an interrupt.

A command that needs no thinking has 30 seconds, the synchronization of a position a little more.
"""
MAX_STDERR_LINES, MAX_MIB = 6, 400
GAME = "(;GM[1]SZ[9]KM[7];B[ee];W[gc];B[cc])"


class Attack(NamedTuple):
    """One run of the program.

    words          -- the arguments.
    typed          -- the input.
    interrupted_at -- the seconds after which Ctrl-C is sent, None for never.
    """

    words: list[str]
    typed: str
    interrupted_at: float | None


def random_attack(rng: random.Random, file: Path, mark: str) -> Attack:
    """Return a random attack; its engine has `mark` among its arguments."""
    manners = [each for each in MANNERS if rng.random() < 0.3]
    what = rng.choice(WHATS)
    place = ["--size", "9", "--handicap", "0", "--color", "black", "--saves", str(file.parent / "saves")]
    kind = rng.choice(["analyze", "visits", "review", "explain", "hints", "opponent", "match"])
    command = "genmove" if kind in ("opponent", "match") and rng.random() < 0.5 else rng.choice(COMMANDS)
    engine = shlex.join([sys.executable, str(ENGINE), what, command, *manners, mark])
    analyst = ["--analyst", engine]
    words, typed = {
        "analyze": (["analyze", str(file), "--json", *analyst], ""),
        "visits": (["analyze", str(file), "--visits", "2", *analyst], ""),
        "review": (["review", "--plain", str(file), *analyst], "mistakes\nhint\nscore\ntrain\nquit\n"),
        "explain": (["explain", str(file), *analyst], ""),
        "hints": (["play", "--plain", *place, *analyst], "e5\nhint 9\nscore\nstop\nn\n"),
        "opponent": (
            ["play", "--plain", *place, "--opponent", engine, "--time", "2"],
            "e5\nc3\nundo\nstop\nn\n",
        ),
        "match": (["match", engine, "search:1", "--size", "5", "--games", "1", "--time", "2"], ""),
    }[kind]
    return Attack(words, typed, rng.uniform(1.5, 6) if rng.random() < 1 / 3 else None)


def processes_with(mark: str) -> list[int]:
    """Return the processes that have a mark among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes().split(b"\0") and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def faults_of(attack: Attack, mark: str) -> list[str]:
    """Run an attack and return what was wrong."""
    command = [sys.executable, "-m", "gnugo_py", *attack.words]
    pipe, faults = subprocess.PIPE, []
    began = time.monotonic()
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as running:
        try:
            try:
                output = running.communicate(attack.typed, timeout=attack.interrupted_at or MAX_SECONDS)
            except subprocess.TimeoutExpired:
                if attack.interrupted_at is None:
                    raise
                running.send_signal(signal.SIGINT)
                output = running.communicate(timeout=MAX_SECONDS_AFTER_INTERRUPT)
        except subprocess.TimeoutExpired:
            running.kill()
            output = running.communicate()
            faults.append(f"did not end ({time.monotonic() - began:.0f} s)")
    if running.returncode not in (0, 1, 2, 130) and not faults:
        faults.append(f"status {running.returncode}")
    if "Traceback" in "".join(output) or "internal error" in output[1]:
        faults.append("traceback")
    if output[1].count("\n") > MAX_STDERR_LINES:
        faults.append(f"{output[1].count(chr(10))} lines on stderr")
    time.sleep(0.1)
    if (left := [each for each in processes_with(mark) if each != running.pid]) and not faults:
        faults.append("processes left behind")
    for process in left:
        os.kill(process, signal.SIGKILL)
    return [*faults, output[1][-300:]] if faults else []


class Results:
    """The results of the attacks so far.

    runs     -- the number of runs of each command.
    findings -- the number of attacks that found something.
    longest  -- the duration of the longest run, in seconds.
    """

    def __init__(self) -> None:
        self.runs, self.findings, self.longest = Counter[str](), 0, 0.0


def attack_until(end: float, rng: random.Random, file: Path, results: Results) -> None:
    """Run one attack after another until a time, and print the findings."""
    while time.monotonic() < end:
        mark = f"attack-{rng.randrange(10**9)}"
        attack = random_attack(rng, file, mark)
        began = time.monotonic()
        faults = faults_of(attack, mark)
        results.longest = max(results.longest, time.monotonic() - began)
        results.runs[attack.words[0]] += 1
        if faults:
            results.findings += 1
            print(f"FINDING {attack}: {'; '.join(faults)}", flush=True)


def main() -> None:
    """Run attacks, several at a time, and print the findings."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 180.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    results = Results()
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        os.environ["GNUGO_PY_CONFIG"] = name
        (Path(name) / "settings.txt").write_text(f"analyst-start = {START_SECONDS}\n")
        file = Path(name) / "game.sgf"
        file.write_text(GAME)
        end = time.monotonic() + seconds
        with ThreadPoolExecutor(WORKERS) as pool:
            rngs = [random.Random(f"{seed} {worker}") for worker in range(WORKERS)]
            for done in [pool.submit(attack_until, end, rng, file, results) for rng in rngs]:
                done.result()
    mebibytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(
        f"{dict(results.runs)}: {results.findings} findings;"
        f" longest run {results.longest:.0f} s, at most {mebibytes} MiB"
    )
    if results.findings or mebibytes > MAX_MIB:
        sys.exit(1)


if __name__ == "__main__":
    main()
