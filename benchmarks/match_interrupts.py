"""Matches that are interrupted at random times: `python -m benchmarks.match_interrupts [SECONDS] [SEED]`.

Starts matches of up to ten worker processes for SECONDS (default 600), half of them with a GTP engine, and
sends Ctrl-C to the whole process group, as a terminal does, once or twice.  Each match must end within
`_MAX_SECONDS` with exit status 130 and without a traceback, and must leave no process behind.  The exit
status is 1 at the first failure.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.interrupts import PYTHONS_OWN
from benchmarks.kills import ENGINE, PROGRAM, Lost, environment

_MAX_SECONDS = 10.0
"""Seconds until a match must have ended; it ends within two on a machine without other work."""
_MIN_START_SECONDS = 0.15
"""Seconds until the interpreter itself has started; before that, an interrupt is not the program's."""


def group_members(group: int) -> list[int]:
    """Return the process IDs of the running processes in a process group."""
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid,pgid,stat"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [int(pid) for pid, member_of, state in rows if int(member_of) == group and state[0] != "Z"]


def one(number: int, seed: int) -> None:
    """Start and interrupt one match. Raise Lost if it does not end as it should."""
    rng = random.Random(f"{seed}-{number}")
    with tempfile.TemporaryDirectory() as name:
        engine = f"{ENGINE} {name}/log" if number % 2 else "search:3"
        jobs = rng.choice((2, 4, 10))
        words = ["match", "search:1", engine, "--size", "9", "--games", "200", "--jobs", str(jobs)]
        match = subprocess.Popen(
            [*PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(Path(name)),
            start_new_session=True,
        )
        time.sleep(rng.uniform(_MIN_START_SECONDS, 2.5))
        os.killpg(match.pid, signal.SIGINT)
        if rng.random() < 0.3:
            time.sleep(rng.uniform(0.0, 0.5))
            if match.poll() is None:
                os.killpg(match.pid, signal.SIGINT)
        try:
            printed, _ = match.communicate(timeout=_MAX_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(match.pid, signal.SIGKILL)
            raise Lost(f"match {number}: still running {_MAX_SECONDS} seconds after Ctrl-C") from None
        if match.returncode != 130 or PYTHONS_OWN.search(printed):
            raise Lost(f"match {number}: exit status {match.returncode}: {printed[-1500:].decode()}")
        end = time.monotonic() + _MAX_SECONDS
        while left := group_members(match.pid):
            if time.monotonic() > end:
                raise Lost(f"match {number}: left processes {left}")
            time.sleep(0.05)


def main() -> None:
    """Interrupt matches for some seconds, and print how many."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs start with it ignored
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        try:
            one(number, seed)
        except Lost as error:
            sys.exit(f"seed {seed}: {error}")
        number += 1
    print(f"{number} matches interrupted in {seconds} s: each ended, nothing left behind")


if __name__ == "__main__":
    main()
