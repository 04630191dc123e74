"""The process of an engine as the operating system sees it: command line, start, signals, lines of output."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock
from typing import IO

from gnugo_py.games.text import truncate
from gnugo_py.games.types import UserError

_TASKKILL_SECONDS = 1.0
_PIECE = 16384
"""The size of the pieces in which the rest of a long line is read, in bytes."""
_MAX_SHOWN = 60
_WINDOWS_TOKEN = re.compile(r'((?:\\\\)+(?=\\?"))|(\\")|(")|(\s+)|([^\s"\\]+|\\)')
"""Pairs of backslashes before a quotation mark, a literal mark, another mark, space, or anything else."""


def split_engine_command(command: str) -> list[str]:
    """Split a command line into words; no shell is involved.

    Raise UserError if it is empty or cannot be parsed, for example because a quotation mark is unclosed.
    """
    try:
        words = split_windows_command_line(command) if os.name == "nt" else shlex.split(command)
    except ValueError as error:
        raise UserError(f"cannot parse the command {truncate(command, _MAX_SHOWN)}: {error}") from None
    if not words:
        raise UserError("the engine command is empty; enter the command of a program that speaks GTP")
    return words


def split_windows_command_line(command: str) -> list[str]:
    r"""Split a command line into words by the rules of Windows programs (the universal C runtime).

    A backslash is literal unless it precedes a quotation mark. Before a quotation mark, two backslashes stand
    for one, and a single remaining backslash makes the quotation mark literal. Inside quotation marks, two
    quotation marks stand for one.

    >>> split_windows_command_line(r'"C:\Program Files\engine.exe" --model "a\"b" "a ""b"" c" C:\nets\19x19')
    ['C:\\Program Files\\engine.exe', '--model', 'a"b', 'a "b" c', 'C:\\nets\\19x19']
    """
    words, word = list[str](), None
    is_quoted = was_closed = False
    for pairs, literal_mark, mark, space, other in _WINDOWS_TOKEN.findall(command):
        if space and not is_quoted:
            words += [] if word is None else [word]
            word = None
        else:
            again = '"' if mark and was_closed else ""
            word = (word or "") + pairs[::2] + literal_mark[1:] + again + space + other
        is_quoted ^= bool(mark)
        was_closed = bool(mark) and not is_quoted
    return words if word is None else [*words, word]


class ChildProcess(subprocess.Popen[bytes]):
    """A program that runs in a session of its own, so that Ctrl-C does not reach it, with pipes as streams.

    words  -- the words of its command line; no shell is involved.
    file   -- the file to run, None to search PATH for the first word.
    folder -- the working directory, None for the current one.

    Raise UserError if it cannot be started.
    """

    def __init__(self, words: list[str], file: str | None, folder: str | None) -> None:
        shown, pipe = truncate(" ".join(words[0].split()), _MAX_SHOWN), subprocess.PIPE
        self._reaping = Lock()
        try:
            super().__init__(
                words,
                executable=file,
                cwd=folder,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                start_new_session=True,
            )
        except FileNotFoundError:
            remedy = "check the name, install the program, or enter its full path"
            raise UserError(f"program {shown} not found; {remedy}") from None
        except (OSError, ValueError) as error:
            raise UserError(f"cannot start {shown}: {getattr(error, 'strerror', None) or error}") from None

    @property
    def is_reaped(self) -> bool:
        """Whether the exit status was read, so that another process may have the process ID."""
        return self.returncode is not None

    def status(self) -> int | None:
        """Return the exit status, negative for a signal, or None while the program is running.

        On systems with `waitid`, an exited program is not reaped: its process ID is not reused, so its child
        processes can still be signaled.
        """
        with self._reaping:
            if self.is_reaped or not hasattr(os, "waitid"):
                return self.poll()
            with suppress(ChildProcessError):
                ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if ended is None:
                    return None
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            return self.poll()

    def reap(self) -> None:
        """Reap the program if it has exited. It is never signaled after that."""
        with self._reaping:
            self.poll()

    def signal_all(self, name: str) -> None:
        """Send a signal to the program and its child processes, unless the program has been reaped.

        On systems without process groups, kill them whatever the signal is.
        """
        with suppress(OSError), self._reaping:
            if self.is_reaped:
                return
            if hasattr(os, "killpg"):
                os.killpg(self.pid, getattr(signal, name))
            elif self.poll() is None:
                _end_tree(self)


def _end_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and its child processes on systems without process groups."""
    system = os.environ.get("SYSTEMROOT", r"C:\Windows")
    taskkill = os.path.join(system, "System32", "taskkill.exe")
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 -- a system tool, by its full path
            [taskkill, "/T", "/F", "/PID", str(process.pid)],
            capture_output=True,
            timeout=_TASKKILL_SECONDS,
            check=False,
        )
    process.kill()


def read_lines(stream: IO[bytes] | None, max_length: int) -> Iterator[tuple[int, str | None]]:
    """Yield, after each read from a stream, the number of bytes and the line that has ended, if one has.

    A line is truncated to `max_length` bytes and has no control characters; it is None as long as the rest of
    a longer line follows. At the end, the stream is closed.
    """
    assert stream is not None
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(max_length):
            rest = line
            while rest and not rest.endswith(b"\n"):
                yield len(rest), None
                rest = stream.readline(_PIECE)
            text = line.decode("utf-8", "replace").replace("\t", " ")
            yield len(rest), "".join(char for char in text if char >= " " and char != "\x7f").rstrip()
