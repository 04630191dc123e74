"""Run the command line: in the test's own process, or in a process of its own."""

import os
import re
import subprocess
import sys
import tempfile
import threading
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

from gnugo_py.app.course import load_course
from gnugo_py.app.players import installed_engines
from gnugo_py.cli import main

BLACK_ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "5")
TWO_ON_9X9 = ("--size", "9", "--handicap", "0", "--opponent", "human")
TWO_ON_5X5 = ("--size", "5", "--handicap", "0", "--opponent", "human")
TWO_IN_HEX = ("--game", "hex", "--size", "5", "--first-move", "free", "--opponent", "human")
TWO_IN_AMAZONS = ("--game", "amazons", "--size", "6", "--opponent", "human")
HOME_VARIABLES = (
    *("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "GNUGO_PY_CONFIG"),
    *("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"),
)
"""The variables of the environment that lead to the folders of a person."""
MAX_SECONDS = 60.0
"""Seconds that threads of the program have to end after it."""


class Finished(NamedTuple):
    """What a command line did: its exit status, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


class Streams:
    """The standard streams of a command line that runs in this process.

    typed       -- what is on stdin.
    is_terminal -- whether stdin, stdout and stderr claim to be a terminal.
    """

    def __init__(self, typed: str = "", is_terminal: bool = False) -> None:
        class Stream(TextIOWrapper):
            def isatty(self) -> bool:
                return is_terminal

        self.by_name: dict[str, TextIOWrapper] = {
            name: Stream(tempfile.TemporaryFile(), "utf-8", write_through=True)  # noqa: SIM115 -- see `close`
            for name in ("stdin", "stdout", "stderr")
        }
        self.by_name["stdin"].buffer.write(typed.encode())
        self.by_name["stdin"].seek(0)

    def read(self, name: str) -> str:
        """Return what was written to a stream."""
        self.by_name[name].seek(0)
        return self.by_name[name].read()

    def read_bytes(self, name: str) -> bytes:
        """Return what was written to a stream as bytes, with line ends as on this system."""
        self.by_name[name].seek(0)
        return bytes(self.by_name[name].buffer.read())

    def close(self) -> None:
        for stream in self.by_name.values():
            stream.close()


def run_here(words: tuple[str, ...], streams: Streams, patch: pytest.MonkeyPatch) -> int:
    """Run the program in this process and return its exit status; `patch` replaces the streams."""
    for cached in (installed_engines, load_course):
        cached.cache_clear()
    for name, stream in streams.by_name.items():
        patch.setattr(sys, name, stream)
    patch.setattr(sys, "argv", ["gnugo-py", *words])
    with pytest.raises(SystemExit) as ended:
        main._run()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def run(*words: str, typed: str = "", folder: Path | None = None, **environment: str) -> Finished:
    """Run the program in this process, and return its exit status and output.

    typed       -- what is on stdin.
    folder      -- the current folder, None to keep it.
    environment -- changes to the environment.
    """
    streams, running = Streams(typed), set(threading.enumerate())
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        if folder is not None:
            patch.chdir(folder)
        status = run_here(words, streams, patch)
        for thread in set(threading.enumerate()) - running:
            thread.join(MAX_SECONDS)  # such as one that still reads stdin
    finished = Finished(status, streams.read("stdout"), streams.read("stderr"))
    streams.close()
    return finished


def output_of(*words: str, typed: str = "", folder: Path | None = None, **environment: str) -> str:
    """Run the program as `run` does, and return its output; it must succeed, with nothing on stderr."""
    done = run(*words, typed=typed, folder=folder, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def run_process(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, for signals, encodings and closed streams."""
    return subprocess.run(
        [sys.executable, "-m", "gnugo_py", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | environment,
        check=False,
    )


def is_running(number: int) -> bool:
    """Return whether a process exists, even as a zombie."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def answers(printed: str) -> list[str]:
    """Return the engine's moves from the program's output."""
    found = re.findall(r"^(?:my move: (\w+)|(I pass)\.)$", printed, re.MULTILINE)
    return [move or "pass" for move, _ in found]
