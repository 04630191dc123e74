"""Matches that are interrupted at random times: `python -m benchmarks.match_interrupts [SECONDS] [SEED]`.

Starts matches of up to eight worker processes for SECONDS (default 600), half of them with a GTP engine, and
sends Ctrl-C to the whole process group, as a terminal does, once or twice.  Each match must end within
ten seconds with exit status 130 and without a traceback, and must leave no process behind.  The exit
status is 1 at the first failure.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from itertools import repeat
from pathlib import Path

from benchmarks.attacks import PROGRAM, Lost, environment, run_attacks
from tests.support.gtp_engines import command

_PYTHONS_OWN = re.compile(rb"Traceback|Exception ignored|_shutdown|Fatal Python")
_MAX_SECONDS = 10.0
"""Seconds until a match must have ended; it ends within two on a machine without other work."""
_STATUS_AFTER_EVAL = -signal.SIGINT
"""The status of `python -m` if Ctrl-C interrupts an `eval`, such as that of a named tuple in an import; a
shell shows 130 for it, too."""
_MIN_START_SECONDS = 0.3
"""Seconds until the program itself handles Ctrl-C, after the interpreter does."""


def group_members(group: int) -> list[int]:
    """Return the process IDs of the running processes in a process group."""
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid,pgid,stat"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [int(pid) for pid, member_of, state in rows if int(member_of) == group and state[0] != "Z"]


def wait_for_interpreter(pid: int) -> None:
    """Wait until a process handles Ctrl-C, if the system tells; a busy machine may need a second."""
    status, end = Path(f"/proc/{pid}/status"), time.monotonic() + _MAX_SECONDS
    while status.exists() and time.monotonic() < end:
        (caught,) = re.findall(r"^SigCgt:\s*(\w+)", status.read_text(), re.MULTILINE)
        if int(caught, 16) & 1 << (signal.SIGINT - 1):
            return
        time.sleep(0.01)


def interrupted_match(folder: Path, rng: random.Random) -> None:
    """Start and interrupt one match. Raise Lost if it does not end as it should."""
    opponent = rng.choice((f"{command('none')} {folder / 'log'}", "search:3"))
    words = ["match", "search:1", opponent, "--size", "9", "--games", "200", "--jobs", rng.choice("248")]
    match = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(folder),
        start_new_session=True,
    )
    wait_for_interpreter(match.pid)
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
        raise Lost(f"still running {_MAX_SECONDS} seconds after Ctrl-C") from None
    if match.returncode not in (130, _STATUS_AFTER_EVAL) or _PYTHONS_OWN.search(printed):
        raise Lost(f"exit status {match.returncode}: {printed[-1500:].decode()}")
    end = time.monotonic() + _MAX_SECONDS
    while left := group_members(match.pid):
        if time.monotonic() > end:
            raise Lost(f"left processes {left}")
        time.sleep(0.05)


def main() -> None:
    """Interrupt matches for some seconds, and print how many."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs start with it ignored
    number = run_attacks(repeat(interrupted_match))
    print(f"{number} matches interrupted: each ended, nothing left behind")


if __name__ == "__main__":
    main()
