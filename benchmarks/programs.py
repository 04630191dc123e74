"""The program from outside: `python -m benchmarks programs`; needs a POSIX system.

CPU time of whole processes: until the version is told, the first GTP answer, the first board in a
terminal, each beside `python -c "import click"`; what a move costs the GTP server (play, genmove and
gnugopy-decision), every answer compared with the original's; and the peak memory of that process.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.decisions import GAMES, unit
from benchmarks.replay import Different, Game, games
from gnugo_py.games.go.handicap import stones_1989
from gnugo_py.games.go.vertex import format_vertex

REPETITIONS, GTP_REPETITIONS = 15, 5
LINES_BETWEEN = 1000
"""How many lines a GTP server says between two looks at the yardstick."""
PROGRAM = [sys.executable, "-m", "gnugo_py"]
FINDERS = ("attack", "defend", "pattern", "tries", "rng")


def spent(process: int) -> float:
    """CPU seconds of a child that has ended or is just being ended."""
    _, _, usage = os.wait4(process, 0)
    return usage.ru_utime + usage.ru_stime


def peak_memory(process: int) -> float:
    """The most memory that a running child has had, in MiB; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def of_command(*words: str) -> float:
    """CPU seconds of a command from its start to its end."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        seconds = spent(process.pid)
        process.returncode = 0
    return seconds


def of_first_answer() -> float:
    """CPU seconds of the GTP server until its first answer."""
    return _served("name\n", 1).seconds


def of_first_board() -> float:
    """CPU seconds of a game on a screen until its first board is drawn."""
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


class Served(NamedTuple):
    """A GTP server's life: its replies, CPU seconds, MiB, and the yardstick of `decisions` meanwhile."""

    replies: list[str]
    seconds: float
    memory: float
    unit: float


def of_games(played: list[Game]) -> tuple[Served, int]:
    """One GTP server for recorded games, and how many decisions they had.

    Raises Different at the first answer that is not the original's.
    """
    lines: list[str] = []
    expected: dict[int, object] = {}
    for game in played:
        user, computer = ("b", "w") if game["user"] == "b" else ("w", "b")
        lines += ["boardsize 19", f"set_random_seed {game['seed']}", *_handicap(game["handicap"])]
        for kind, vertex, *facts in game["events"]:
            if kind == "c":
                expected[len(lines)] = vertex
                expected[len(lines) + 1] = {"move": vertex, **{name: facts[0][name] for name in FINDERS}}
                lines += [f"genmove {computer}", "gnugopy-decision"]
            else:
                lines.append(f"play {user} {vertex}")
    served = _served("\n".join(lines) + "\n", len(lines), "--rules", "gnugo-1.1")
    for number, wanted in expected.items():
        reply = served.replies[number].removeprefix("=").strip()
        ours = json.loads(reply) if reply.startswith("{") else reply
        if ours != wanted:
            raise Different(f"{lines[number]}: ours {ours}, original {wanted}")
    return served, len(expected) // 2


def _handicap(number: int) -> list[str]:
    """The command that puts down the original's handicap stones, if there are any."""
    stones = [format_vertex(point, 19) for point in stones_1989(number)]
    if len(stones) == 1:
        return [f"gogui-setup b {stones[0]}"]
    return [f"set_free_handicap {' '.join(stones)}"] if stones else []


def _served(text: str, number: int, *options: str) -> Served:
    """A GTP server that is told some lines, until it has answered a number of them.

    It stands still now and then while the yardstick is measured.
    """
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as told:
        told.write(text)
        told.seek(0)
        process = subprocess.Popen([*PROGRAM, "gtp", *options], stdin=told, stdout=pipe, text=True)
        assert process.stdout is not None
        said: list[str] = []
        yardsticks = [unit()]
        while number and (line := process.stdout.readline()):
            said.append(line)
            number -= line == "\n"
            if len(said) % LINES_BETWEEN == 0:
                yardsticks.append(_unit_beside(process.pid))
        memory = peak_memory(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        seconds = spent(process.pid)
        process.returncode = 0
        process.stdout.close()
    return Served("".join(said).split("\n\n"), seconds, memory, statistics.mean(yardsticks))


def _unit_beside(process: int) -> float:
    """The yardstick while a child stands still."""
    os.kill(process, signal.SIGSTOP)
    try:
        return unit()
    finally:
        os.kill(process, signal.SIGCONT)


def measure(path: Path = GAMES) -> dict[str, Any]:
    """Ratios of starting times to that of click alone, units a decision through GTP, and MiB."""
    starts: dict[str, Callable[[], float]] = {
        "--version": lambda: of_command(*PROGRAM, "--version"),
        "first GTP answer": of_first_answer,
        "first board in a terminal": of_first_board,
    }
    ratios: dict[str, list[float]] = {name: [] for name in starts}
    for _ in range(REPETITIONS):
        click = of_command(sys.executable, "-c", "import click")
        for name, start in starts.items():
            ratios[name].append(start() / click)
    costs, memories = [], []
    for _ in range(GTP_REPETITIONS):
        served, decisions = of_games(games(path))
        costs.append((served.seconds - of_first_answer()) / decisions / served.unit)
        memories.append(served.memory)
    return {
        "start_ratios": {name: round(statistics.median(values), 2) for name, values in ratios.items()},
        "gtp_units": round(statistics.median(costs), 2),
        "peak_mib": round(max(memories), 1),
    }


def table(figures: dict[str, Any]) -> list[str]:
    """The figures for a person."""
    starts = [f"{name}: {ratio} times click alone" for name, ratio in figures["start_ratios"].items()]
    return [
        *starts,
        f"through GTP: {figures['gtp_units']} units a decision (play, genmove, gnugopy-decision)",
        f"peak memory of all these games: {figures['peak_mib']} MiB",
    ]
