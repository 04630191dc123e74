"""GTP engine processes: start, commands and responses, timeouts, and termination."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Lock, Thread
from typing import IO, NamedTuple

from gnugo_py.core.text import truncate
from gnugo_py.core.types import UserError
from gnugo_py.engines.engine import EngineCannotPlayGame, EngineError

_MAX_SHOWN_COMMAND = 60
_WINDOWS = os.name == "nt"


def split_engine_command(command: str) -> list[str]:
    """Split a command line into words; no shell is involved.

    Raise UserError if it is empty or cannot be parsed, for example because a quotation mark is unclosed.
    """
    try:
        words = split_windows_command_line(command) if _WINDOWS else shlex.split(command)
    except ValueError as error:
        raise UserError(
            f"cannot parse the command {truncate(command, _MAX_SHOWN_COMMAND)}: {error}"
        ) from None
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


_MAX_LINE_LENGTH = 16384
_MAX_RESPONSE_LENGTH = 262_144
_MAX_STDERR_LINE = 400
_STARTUP_FACTOR = 4
_MAX_RESPONSE_LINES, _QUEUE_SIZE = 1000, 64
_STDERR_LINES_KEPT = 5
_MAX_SHOWN = 60
_EXIT_GRACE_SECONDS, _POLL_SECONDS = 1.0, 0.02
_COMMAND_HINT = "its command may lack an option such as --mode gtp"


class EngineProcessError(EngineError):
    """An error raised when an engine fails or is interrupted; the message is shown to the user."""


class EngineRefusedCommand(EngineProcessError, EngineCannotPlayGame):
    """An error raised when an engine responds to a command with an error; the engine remains usable."""


class Timeouts(NamedTuple):
    """How long to wait for responses, in seconds.

    startup  -- for the first response; the time starts again at each output on stderr, since the engine may
                have to load files, but at most `_STARTUP_FACTOR` times as long in total.
    response -- for other commands that need no thinking time.
    genmove  -- for a move or a score.
    """

    startup: float = 15.0
    response: float = 30.0
    genmove: float = 120.0


class EngineProcess:
    """A running GTP engine. Call `handshake` before you send commands.

    command  -- the command line as the user types it; no shell is involved.
    timeouts -- how long to wait for responses.
    program  -- the file to run, None to search PATH for the first word of the command.
    folder   -- the working directory, None for the current one.

    The attributes are:

    program        -- the name of the engine: its file name, or its name and version after `handshake`.
    known_commands -- the commands that it supports, empty before `handshake`.

    Raise EngineProcessError if the engine cannot be started.
    """

    def __init__(
        self,
        command: str,
        timeouts: Timeouts | None = None,
        program: str | None = None,
        folder: str | None = None,
    ) -> None:
        self._timeouts = timeouts or Timeouts()
        try:
            words = split_engine_command(command)
        except UserError as error:
            raise EngineProcessError(str(error)) from None
        self.program = one_line(Path(words[0]).name)
        self.known_commands: frozenset[str] = frozenset()
        self._lines: Queue[str | None] = Queue(_QUEUE_SIZE)
        self._stderr_tail: deque[str] = deque(maxlen=_STDERR_LINES_KEPT)
        self._was_interrupted = self._has_answered = False
        self._last_stderr_time = 0.0
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._reaping = Lock()
        self._process = _start_process(words, program, folder)
        self._threads = [
            Thread(target=work, daemon=True)
            for work in (self._read_answers, self._read_errors, self._write_commands)
        ]
        for thread in self._threads:
            thread.start()

    def handshake(self) -> None:
        """Read the name, version and supported commands of the engine.

        Raise EngineProcessError if the engine does not speak GTP.
        """
        name = self.send("name", self._timeouts.startup)
        with suppress(EngineRefusedCommand):
            name += f" {self.send('version')}"
        self.program = one_line(name) or self.program
        self.known_commands = frozenset(self.send("list_commands").split())

    def send(self, command: str, timeout: float = 0.0) -> str:
        """Send a command and return the response.

        command -- a line of GTP.
        timeout -- in seconds, 0 for the response timeout.

        Raise EngineRefusedCommand with the engine's error if it refuses the command, EngineProcessError if
        there is no valid response.
        """
        seconds = timeout or self._timeouts.response
        self._commands.put(command)
        first, *rest = self._answer(command, seconds)
        text = "\n".join([first[1:].lstrip("0123456789").strip(), *rest]).strip()
        if first[0] == "?":
            raise EngineRefusedCommand(f"{self.program} refused {one_line(command)}: {one_line(text)}")
        return text

    def stream_until(self, command: str, is_enough: Callable[[str], bool], timeout: float) -> None:
        """Send a command with an open-ended response, and end the response once `is_enough` returns True.

        command   -- a line of GTP, such as `lz-analyze 10`.
        is_enough -- called with each line of the response, and with an empty line at short intervals;
                     returns whether to end the response.
        timeout   -- how long to wait for each line of the response, in seconds.

        If the program ends the response by itself, return without sending another command. Raise
        EngineRefusedCommand with the engine's error if it refuses the command, EngineProcessError if there
        is no valid response.
        """
        self._commands.put(command)
        line = self._first_line(command, timeout)
        waited_from = time.monotonic()
        while not (line and is_enough(line)):
            try:
                line = self._next_line(command, _POLL_SECONDS)
            except Empty:
                line = ""
                if is_enough(""):
                    break
                if time.monotonic() > waited_from + timeout:
                    raise self._timeout_error(command, timeout) from None
                continue
            waited_from = time.monotonic()
            if not line:
                return
        self._end_stream(timeout)

    def _first_line(self, command: str, timeout: float) -> str:
        """Return the text in the first line of a response, which is often empty."""
        line = ""
        while not line:
            line = self._line(command, timeout)
        text = line[1:].lstrip("0123456789").strip()
        if line[0] == "?":
            self._skip_to_blank_line(command, timeout)
            raise EngineRefusedCommand(f"{self.program} refused {one_line(command)}: {one_line(text)}")
        if line[0] != "=":
            raise EngineProcessError(f"{self.program} does not speak GTP: it printed '{one_line(line)}'")
        return text

    def _end_stream(self, timeout: float) -> None:
        """End a response by sending another command; read what remains of both responses."""
        command = "protocol_version"
        self._commands.put(command)
        line = ""
        while not (line[:1] in ("=", "?") and line[1:].strip()):
            line = self._line(command, timeout)
        self._skip_to_blank_line(command, timeout)

    def _skip_to_blank_line(self, command: str, timeout: float) -> None:
        """Read the rest of a response."""
        while self._line(command, timeout):
            pass

    def _line(self, command: str, timeout: float) -> str:
        """Return the next line of the program's output. Raise EngineProcessError if none arrives in time."""
        try:
            return self._next_line(command, timeout)
        except Empty:
            raise self._timeout_error(command, timeout) from None

    def _next_line(self, command: str, timeout: float) -> str:
        """Return the next line of the program's output.

        Raise Empty if none arrives in time, EngineProcessError if the output has ended.
        """
        line = self._lines.get(timeout=timeout)
        if line is None:
            raise self._exit_error(command)
        return line

    def kill(self) -> None:
        """Kill the program. A `send` that is waiting in another thread raises EngineProcessError."""
        self._was_interrupted = True
        with suppress(Full):
            self._lines.put_nowait(None)
        self._signal("SIGKILL")

    def close(self) -> None:
        """Stop the program and its child processes: send `quit`, then SIGTERM, then SIGKILL.

        The program may have exited already. Closing takes a few seconds at most, even if the program neither
        reads nor writes.
        """
        self._commands.put("quit")
        self._commands.put(None)
        for means in ("", "SIGTERM", "SIGKILL"):
            if means:
                self._signal(means)
            if self._wait_for_exit(_EXIT_GRACE_SECONDS):
                break
        self._signal("SIGKILL")  # kill the child processes before the process ID can be reused
        self._reap()
        self._join_threads()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()

    def _wait_for_exit(self, seconds: float) -> bool:
        """Wait for the program to exit and return True if it does so in time. Discard further output."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(Empty):
                while True:
                    self._lines.get_nowait()
            if self._status() is not None:
                self._join_threads()
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def _join_threads(self) -> None:
        for thread in self._threads:
            thread.join(0.2)

    def _status(self) -> int | None:
        """Return the exit status, negative for a signal, or None while the program is running.

        On systems with `waitid`, an exited program is not reaped: its process ID is not reused, so its child
        processes can still be signaled.
        """
        with self._reaping:
            if self._process.returncode is not None or not hasattr(os, "waitid"):
                return self._process.poll()
            with suppress(ChildProcessError):
                options = os.WEXITED | os.WNOHANG | os.WNOWAIT
                ended = os.waitid(os.P_PID, self._process.pid, options)
                if ended is None:
                    return None
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            return self._process.poll()

    def _reap(self) -> None:
        """Reap the program if it has exited. It is never signaled after that."""
        with self._reaping:
            self._process.poll()

    def _answer(self, command: str, seconds: float) -> list[str]:
        """Return the lines of the next response."""
        now = time.monotonic()
        end, latest = now + seconds, now if self._has_answered else now + _STARTUP_FACTOR * seconds
        lines: list[str] = []
        length = 0
        while True:
            try:
                line = self._lines.get(timeout=max(end - time.monotonic(), 0.0))
            except Empty:
                if end < self._last_stderr_time + seconds < latest:
                    end = self._last_stderr_time + seconds
                    continue
                raise self._timeout_error(command, seconds) from None
            if line is None:
                raise self._exit_error(command)
            if not line and lines:
                self._has_answered = True
                return lines
            if line:
                lines.append(line)
                length += len(line)
            if lines and (
                lines[0][0] not in "=?" or len(lines) > _MAX_RESPONSE_LINES or length > _MAX_RESPONSE_LENGTH
            ):
                hint = "" if self._has_answered else f"; {_COMMAND_HINT}"
                raise EngineProcessError(
                    f"{self.program} does not speak GTP: it printed '{one_line(lines[0])}'{hint}"
                )

    def _timeout_error(self, command: str, seconds: float) -> EngineProcessError:
        """Return the error for an engine that did not respond in time."""
        hint = "" if self._has_answered else f"; {_COMMAND_HINT}"
        return EngineProcessError(
            f"{self.program} did not answer {one_line(command)} within {seconds:g} seconds{hint}"
        )

    def _exit_error(self, command: str) -> EngineProcessError:
        """Return the error for an engine that exited, closed its streams or was interrupted."""
        if self._was_interrupted:
            return EngineProcessError(f"{self.program} was interrupted")
        end = time.monotonic() + _EXIT_GRACE_SECONDS
        while (status := self._status()) is None and time.monotonic() < end:
            time.sleep(_POLL_SECONDS)
        self._threads[1].join(_EXIT_GRACE_SECONDS)
        if status is None:
            return EngineProcessError(f"{self.program} closed its input or output and no longer answers")
        how = f"because of a signal ({signal.strsignal(-status)})" if status < 0 else f"with status {status}"
        words = f"; its last error output was '{' / '.join(self._stderr_tail)}'" if self._stderr_tail else ""
        return EngineProcessError(
            f"{self.program} exited {how} before it answered {one_line(command)}{words}"
        )

    def _write_commands(self) -> None:
        """Write queued commands until None is read. A program that does not read blocks only this thread."""
        stream = self._process.stdin
        assert stream is not None
        try:
            while (command := self._commands.get()) is not None:
                stream.write(f"{command}\n".encode("utf-8", "replace"))
                stream.flush()
        except (OSError, ValueError):
            if self._status() is None:
                self._lines.put(None)  # the program has closed its input; wake the waiting thread
        with suppress(OSError, ValueError):
            stream.close()

    def _read_answers(self) -> None:
        """Put each line of the program's output into the queue, and None at the end."""
        _each_line(self._process.stdout, _MAX_LINE_LENGTH, self._lines.put)
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the last lines that the program writes to stderr."""

        def take(line: str) -> None:
            self._last_stderr_time = time.monotonic()
            self._stderr_tail.append(one_line(line))

        _each_line(self._process.stderr, _MAX_STDERR_LINE, take)

    def _signal(self, name: str) -> None:
        """Send a signal to the program and its child processes, unless the program has been reaped.

        On systems without process groups, kill them whatever the signal is.
        """
        with suppress(OSError), self._reaping:
            if self._process.returncode is not None:
                return
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, getattr(signal, name))
            elif self._process.poll() is None:
                _end_tree(self._process)


def one_line(text: str, max_length: int = _MAX_SHOWN) -> str:
    """Return text from an engine as a single line of limited length."""
    return truncate(" ".join(text[: 4 * max_length].split()), max_length)


def _start_process(words: list[str], program: str | None, folder: str | None) -> subprocess.Popen[bytes]:
    """Start the program in a new session, so that Ctrl-C does not reach it.

    Raise EngineProcessError if it cannot be started.
    """
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 -- the user named this program; no shell is involved
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
        raise EngineProcessError(f"program {one_line(words[0])} not found; {remedy}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise EngineProcessError(f"cannot start {one_line(words[0])}: {why}") from None


def _end_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and its child processes on systems without process groups."""
    system = os.environ.get("SYSTEMROOT", r"C:\Windows")
    taskkill = os.path.join(system, "System32", "taskkill.exe")
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 -- a system tool, by its full path
            [taskkill, "/T", "/F", "/PID", str(process.pid)],
            capture_output=True,
            timeout=_EXIT_GRACE_SECONDS,
            check=False,
        )
    process.kill()


def _each_line(stream: IO[bytes] | None, max_length: int, take: Callable[[str], None]) -> None:
    """Pass each line of a stream to `take`, truncated to `max_length` bytes, without control characters."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while line := stream.readline(max_length):
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(_MAX_LINE_LENGTH)
            text = line.decode("utf-8", "replace").replace("\t", " ")
            take("".join(char for char in text if char >= " " and char != "\x7f").rstrip())
