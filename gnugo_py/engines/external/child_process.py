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
    words: list[str] = []
    word: str | None = None
    is_quoted = False
    pieces = re.finditer(r'(\\*)(?:("+)|(\s+)|([^\\"\s]+))?', command)
    for backslashes, marks, space, other in (piece.groups("") for piece in pieces):
        if marks:
            written, is_quoted = _quotation(len(backslashes), len(marks), is_quoted)
            word = (word or "") + written
            continue
        if backslashes or other or (space and is_quoted):
            word = (word or "") + backslashes + other + (space if is_quoted else "")
        if space and not is_quoted and word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]


def _quotation(backslashes: int, marks: int, is_quoted: bool) -> tuple[str, bool]:
    """Evaluate backslashes and quotation marks. Return the literal text and whether quoted text follows."""
    written = "\\" * (backslashes // 2) + '"' * (backslashes % 2)
    marks -= backslashes % 2
    while marks:
        if is_quoted and marks > 1:
            written += '"'
            marks -= 2
        else:
            is_quoted = not is_quoted
            marks -= 1
    return written, is_quoted


class ChildProcess:
    """A program that runs in a session of its own, so that Ctrl-C does not reach it, with pipes as streams.

    words   -- the words of its command line; no shell is involved.
    program -- the file to run, None to search PATH for the first word.
    folder  -- the working directory, None for the current one.

    pid                   -- its process ID.
    stdin, stdout, stderr -- its streams.

    Raise UserError if it cannot be started.
    """

    def __init__(self, words: list[str], program: str | None, folder: str | None) -> None:
        shown, pipe = truncate(" ".join(words[0].split()), _MAX_SHOWN), subprocess.PIPE
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- the user named this program
                words,
                executable=program,
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
        self.pid = self._process.pid
        self.stdin, self.stdout, self.stderr = (
            self._process.stdin,
            self._process.stdout,
            self._process.stderr,
        )
        self._reaping = Lock()

    @property
    def is_reaped(self) -> bool:
        """Whether the exit status was read, so that another process may have the process ID."""
        return self._process.returncode is not None

    def status(self) -> int | None:
        """Return the exit status, negative for a signal, or None while the program is running.

        On systems with `waitid`, an exited program is not reaped: its process ID is not reused, so its child
        processes can still be signaled.
        """
        with self._reaping:
            if self.is_reaped or not hasattr(os, "waitid"):
                return self._process.poll()
            with suppress(ChildProcessError):
                ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if ended is None:
                    return None
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            return self._process.poll()

    def reap(self) -> None:
        """Reap the program if it has exited. It is never signaled after that."""
        with self._reaping:
            self._process.poll()

    def send_signal(self, name: str) -> None:
        """Send a signal to the program and its child processes, unless the program has been reaped.

        On systems without process groups, kill them whatever the signal is.
        """
        with suppress(OSError), self._reaping:
            if self.is_reaped:
                return
            if hasattr(os, "killpg"):
                os.killpg(self.pid, getattr(signal, name))
            elif self._process.poll() is None:
                _end_tree(self._process)


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
