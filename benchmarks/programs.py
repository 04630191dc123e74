"""CPU time and memory of whole processes: `python -m benchmarks programs`. Needs a POSIX system.

Measures the CPU time of `--version`, of the first GTP response, of the first board in a terminal and of the
first problem of a folder with 20,000 files, each relative to `python -c "import click"`; the cost of a move
in the GTP server (play, genmove and gnugopy-decision), where every response is compared with the original's;
and the peak memory of that server.
"""

from __future__ import annotations

import json
import os
import pty
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.decisions import GAMES, unit
from benchmarks.gtp_games import opening_commands, turns
from benchmarks.replay import Different, Game, games

REPETITIONS, GTP_REPETITIONS = 15, 5
PROBLEMS = 20_000
LINES_BETWEEN = 1000
"""Lines of GTP output between two measurements of the unit."""
PROGRAM = [sys.executable, "-m", "gnugo_py"]


def spent(process: int) -> float:
    """Return the CPU seconds of a child process. Wait until it ends."""
    _, _, usage = os.wait4(process, 0)
    return usage.ru_utime + usage.ru_stime


def peak_memory(process: int) -> float:
    """Return the peak memory of a running child in MiB, or 0 if the system does not report it."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def of_command(*words: str) -> float:
    """Return the CPU seconds of a command from start to end."""
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        seconds = spent(process.pid)
        process.returncode = 0
    return seconds


def of_first_answer() -> float:
    """Return the CPU seconds of the GTP server until its first response."""
    return _served("name\n", 1).seconds


def of_first_board() -> float:
    """Return the CPU seconds of a game on a screen until its first board is drawn."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        options = ["--size", "19", "--handicap", "0", "--color", "black", "--saves", tempfile.gettempdir()]
        os.execv(sys.executable, [*PROGRAM, *options])
    shown = b""
    while b"your move" not in shown:
        shown += os.read(terminal, 65536)
    os.kill(child, 9)
    seconds = spent(child)
    os.close(terminal)
    return seconds


@contextmanager
def problem_folder() -> Iterator[str]:
    """Return a context with a folder that contains many problems."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROBLEMS):
            Path(folder, f"{number}.sgf").write_text("(;GM[1]SZ[9]AB[cc]AW[dd];B[ee])")
        yield folder


class Served(NamedTuple):
    """A run of a GTP server: its responses, CPU seconds, MiB, and the unit of `decisions` meanwhile."""

    replies: list[str]
    seconds: float
    memory: float
    unit: float


def of_games(played: list[Game]) -> tuple[Served, int]:
    """Replay recorded games in one GTP server; return the run and the number of decisions.

    Raise Different at the first response that is not the original's.
    """
    lines: list[str] = []
    expected: dict[int, object] = {}
    for game in played:
        lines += opening_commands(game)
        for command, response in chain.from_iterable(turns(game)):
            expected[len(lines)] = response
            lines.append(command)
    server = _served("\n".join(lines) + "\n", len(lines), "--rules", "gnugo-1.1")
    for number, wanted in expected.items():
        reply = server.replies[number].removeprefix("=").strip()
        ours = json.loads(reply) if reply.startswith("{") else reply
        if ours != wanted:
            raise Different(f"{lines[number]}: ours {ours}, original {wanted}")
    return server, lines.count("gnugopy-decision")


def _served(text: str, number: int, *options: str) -> Served:
    """Send lines to a GTP server and return when it has answered `number` of them.

    The server is stopped from time to time to measure the unit.
    """
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as shown:
        shown.write(text)
        shown.seek(0)
        process = subprocess.Popen([*PROGRAM, "gtp", *options], stdin=shown, stdout=pipe, text=True)
        assert process.stdout is not None
        output: list[str] = []
        yardsticks = [unit()]
        while number and (line := process.stdout.readline()):
            output.append(line)
            number -= line == "\n"
            if len(output) % LINES_BETWEEN == 0:
                yardsticks.append(_unit_beside(process.pid))
        memory = peak_memory(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        seconds = spent(process.pid)
        process.returncode = 0
        process.stdout.close()
    return Served("".join(output).split("\n\n"), seconds, memory, statistics.mean(yardsticks))


def _unit_beside(process: int) -> float:
    """Measure the unit while a child process is stopped."""
    os.kill(process, signal.SIGSTOP)
    try:
        return unit()
    finally:
        os.kill(process, signal.SIGCONT)


def measure(path: Path = GAMES, is_quick: bool = False) -> dict[str, Any]:
    """Return start times relative to click alone, units per decision through GTP, and peak memory in MiB."""
    starts: dict[str, Callable[[], float]] = {
        "--version": lambda: of_command(*PROGRAM, "--version"),
        "first GTP answer": of_first_answer,
        "first board in a terminal": of_first_board,
        f"first of {PROBLEMS:,} problems": lambda: of_command(*PROGRAM, "problems", "--plain", folder),
    }
    ratios: dict[str, list[float]] = {name: [] for name in starts}
    with problem_folder() as folder:
        for _ in range(1 if is_quick else REPETITIONS):
            click = of_command(sys.executable, "-c", "import click")
            for name, start in starts.items():
                ratios[name].append(start() / click)
    costs, memories = [], []
    for _ in range(1 if is_quick else GTP_REPETITIONS):
        server, decisions = of_games(games(path))
        costs.append((server.seconds - of_first_answer()) / decisions / server.unit)
        memories.append(server.memory)
    return {
        "start_ratios": {name: round(statistics.median(values), 2) for name, values in ratios.items()},
        "gtp_units": round(statistics.median(costs), 2),
        "peak_mib": round(max(memories), 1),
    }


def table(figures: dict[str, Any]) -> list[str]:
    """Format the figures as lines of text."""
    starts = [f"{name}: {ratio} times click alone" for name, ratio in figures["start_ratios"].items()]
    return [
        *starts,
        f"through GTP: {figures['gtp_units']} units per decision (play, genmove, gnugopy-decision)",
        f"peak memory of the GTP server: {figures['peak_mib']} MiB",
    ]
