"""GTP engine processes: start, commands and responses, timeouts, and termination."""

from __future__ import annotations

import math
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from typing import NamedTuple

from gnugo_py.engines.engine import EngineCannotPlayGame, EngineError
from gnugo_py.engines.external.child_process import ChildProcess, read_lines, split_engine_command
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.text import truncate
from gnugo_py.games.types import UserError

_MAX_LINE_LENGTH = 16384
_MAX_RESPONSE_BYTES = 262_144
_MAX_STREAM_BYTES = 24_000_000
"""The number of bytes that an engine may send in each `_STREAM_SECONDS` of a stream, begun or not.

An analysis of 10 seconds has less, even if it reports every legal move with a long variation in each line.
"""
_STREAM_SECONDS = 30.0
_MIN_BYTES_PER_LINE = 250
"""The number of bytes for which a shorter line counts, since it takes as long to read."""
_MAX_STDERR_LINE = 400
_QUEUE_SIZE = 64
_STDERR_LINES_KEPT = 5
_MAX_SHOWN = 60
_EXIT_GRACE_SECONDS, _POLL_SECONDS = 1.0, 0.02
_COMMAND_HINT = "its command may lack an option such as --mode gtp"


class EngineProcessError(EngineError):
    """An error raised when an engine fails or is interrupted; the message is shown to the user."""


class EngineRefusedCommand(EngineProcessError, EngineCannotPlayGame):
    """An error raised when an engine responds to a command with an error; the engine remains usable."""


@checked_methods()
class Timeouts(NamedTuple):
    """How long to wait for responses, in seconds.

    startup     -- for the first response; the time starts again at each output on stderr, since the engine
                   may have to load files.
    response    -- for other commands that need no thinking time.
    genmove     -- for a move or a score.
    max_startup -- for the first response, whatever the engine writes to stderr.
    """

    startup: float = 15.0
    response: float = 30.0
    genmove: float = 120.0
    max_startup: float = 60.0


@dataclass(slots=True)
class _Exchange:
    """A command and the wait for its response, with one deadline and one limit of bytes for all its lines.

    command   -- the command that was sent last.
    seconds   -- how long the exchange may take.
    max_bytes -- how many bytes the engine may have sent in all; each line counts as at least
                 `_MIN_BYTES_PER_LINE`.
    began     -- when the exchange began, in seconds of `time.monotonic`.
    """

    command: str
    seconds: float
    max_bytes: int
    began: float = field(default_factory=time.monotonic)


class EngineProcess:
    """A running GTP engine. Call `handshake` before you send commands.

    command  -- the command line as the user types it; no shell is involved.
    timeouts -- how long to wait for responses.
    file, folder -- as for `ChildProcess`.

    program        -- the name of the engine: its file name, or its name and version after `handshake`.
    known_commands -- the commands that it supports, empty before `handshake`.

    Raise EngineProcessError if the engine cannot be started.
    """

    def __init__(
        self,
        command: str,
        timeouts: Timeouts | None = None,
        file: str | None = None,
        folder: str | None = None,
    ) -> None:
        self._timeouts = timeouts or Timeouts()
        try:
            words = split_engine_command(command)
            self._process = ChildProcess(words, file, folder)
        except UserError as error:
            raise EngineProcessError(str(error)) from None
        self.program = one_line(Path(words[0]).name)
        self.known_commands: frozenset[str] = frozenset()
        self._lines: Queue[str | None] = Queue(_QUEUE_SIZE)
        self._bytes_read = 0
        self._stderr_tail: deque[str] = deque(maxlen=_STDERR_LINES_KEPT)
        self._was_interrupted = self._has_answered = self._has_failed = self._is_closing = False
        self._last_stderr_time = 0.0
        self._latest_end = math.inf
        self._commands: SimpleQueue[str | None] = SimpleQueue()
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
        self.known_commands = frozenset(["list_commands", *self.send("list_commands").split()])

    def send(self, command: str, timeout: float = 0.0) -> str:
        """Send a command and return the response.

        command -- a line of GTP.
        timeout -- in seconds, 0 for the response timeout.

        Raise EngineRefusedCommand with the engine's error if it refuses the command, EngineProcessError if
        there is no valid response.
        """
        exchange = self._begin(command, timeout or self._timeouts.response)
        while not (line := self._next_line(exchange)):
            pass
        return "\n".join([self._first_text(exchange, line), *self._rest(exchange)]).strip()

    def send_if_supported(self, command: str, timeout: float = 0.0) -> str | None:
        """Send a command and return the response, or None if the engine does not support it or refuses it.

        command, timeout -- as for `send`.

        Raise EngineProcessError if there is no valid response.
        """
        with suppress(EngineRefusedCommand):
            if command.split()[0] in self.known_commands:
                return self.send(command, timeout)
        return None

    @contextmanager
    def total_timeout(self, seconds: float) -> Iterator[None]:
        """Wait at most this long for all the responses within the block together, in seconds."""
        self._latest_end = time.monotonic() + seconds
        try:
            yield
        finally:
            self._latest_end = math.inf

    def stream_until(
        self, command: str, is_enough: Callable[[str], bool], timeout: float, end_timeout: float
    ) -> None:
        """Send a command with an open-ended response, and end the response once `is_enough` returns True.

        command     -- a line of GTP, such as `lz-analyze 10`.
        is_enough   -- called with each line of the response, and with an empty line at short intervals;
                       returns whether to end the response.
        timeout     -- how long the response may take from the command to its end, in seconds.
        end_timeout -- how long the end may take, in seconds.

        If the program ends the response by itself, return without sending another command. Raise
        EngineRefusedCommand with the engine's error if it refuses the command, EngineProcessError if there
        is no valid response.
        """
        max_bytes = _MAX_STREAM_BYTES * math.ceil(timeout / _STREAM_SECONDS)
        exchange = self._begin(command, timeout, max_bytes)
        line, has_begun = None, False
        while not is_enough(line or ""):
            line = self._poll(exchange)
            if line and not has_begun:
                line, has_begun = self._first_text(exchange, line), True
            elif line == "" and has_begun:
                return
        self._end_stream(exchange, end_timeout)

    def _first_text(self, exchange: _Exchange, line: str) -> str:
        """Return the text in the first line of a response. Raise an error as `send` does."""
        if line[0] not in "=?":
            raise self._failure("does not speak GTP: it printed", f"'{one_line(line)}'")
        text = line[1:].lstrip("0123456789").strip()
        if line[0] == "?":
            problem = one_line(" ".join([text, *self._rest(exchange)]))
            raise EngineRefusedCommand(f"{self.program} refused {one_line(exchange.command)}: {problem}")
        return text

    def _rest(self, exchange: _Exchange) -> list[str]:
        """Return the other lines of a response, which end with a blank line."""
        lines = list(iter(partial(self._next_line, exchange), ""))
        self._has_answered = True
        return lines

    def _end_stream(self, exchange: _Exchange, timeout: float) -> None:
        """End a response by sending another command; read what remains of both responses."""
        exchange.command = "protocol_version"
        exchange.seconds = min(exchange.seconds, time.monotonic() - exchange.began + timeout)
        self._commands.put(exchange.command)
        line = ""
        while not (line[:1] in ("=", "?") and line[1:].strip()):
            line = self._next_line(exchange)
        self._rest(exchange)

    def _begin(self, command: str, seconds: float, max_bytes: int = _MAX_RESPONSE_BYTES) -> _Exchange:
        """Send a command, and return the exchange that begins with it."""
        seconds = max(min(seconds, self._latest_end - time.monotonic()), 0.0)
        self._commands.put(command)
        return _Exchange(command, seconds, self._bytes_read + max_bytes)

    def _next_line(self, exchange: _Exchange) -> str:
        """Return the next line of the program's output; wait for it."""
        while (line := self._poll(exchange)) is None:
            pass
        return line

    def _poll(self, exchange: _Exchange) -> str | None:
        """Return the next line of the program's output, or None if none arrives within a short time.

        Raise EngineProcessError if the exchange has reached its deadline or its limit of bytes, if the output
        has ended, or if the program was interrupted.
        """
        if self._was_interrupted:
            raise self._exit_error(exchange.command)
        if self._bytes_read > exchange.max_bytes:
            raise self._failure("sent too much output for", one_line(exchange.command))
        end = exchange.began + exchange.seconds
        if not self._has_answered:  # output on stderr postpones the deadline during the startup
            latest = exchange.began + self._timeouts.max_startup
            end = max(end, min(self._last_stderr_time + exchange.seconds, latest))
        left = end - time.monotonic()
        if left <= 0:
            within = f"within {exchange.seconds:.3g} seconds"
            raise self._failure("did not answer", f"{one_line(exchange.command)} {within}")
        try:
            line = self._lines.get(timeout=min(left, _POLL_SECONDS))
        except Empty:
            return None
        if line is None:
            raise self._exit_error(exchange.command)
        return line

    def _failure(self, what: str, about: str) -> EngineProcessError:
        """Return the error for an engine that does not keep to the limits of an exchange."""
        self._has_failed = True
        hint = "" if self._has_answered else f"; {_COMMAND_HINT}"
        return EngineProcessError(f"{self.program} {what} {truncate(about, 2 * _MAX_SHOWN)}{hint}")

    def kill(self) -> None:
        """Kill the program. A `send` that is waiting in another thread raises EngineProcessError."""
        self._was_interrupted = True
        self._process.signal_all("SIGKILL")

    def close(self) -> None:
        """Stop the program and its child processes: send `quit`, then SIGTERM, then SIGKILL.

        The program may have exited already. Closing takes a few seconds at most, even if the program neither
        reads nor stops writing. A program that has exceeded a limit is not asked to quit.
        """
        self._was_interrupted = self._is_closing = True
        with suppress(Empty):
            for _ in range(_QUEUE_SIZE):  # a reader that waits for room goes on, and discards what follows
                self._lines.get_nowait()
        self._commands.put("quit")
        self._commands.put(None)
        try:
            if self._has_failed or not self._wait_for_exit():
                self._process.signal_all("SIGTERM")
                self._wait_for_exit()
        finally:
            self._process.signal_all("SIGKILL")  # its child processes, before the process ID can be reused
            self._wait_for_exit()
            self._process.reap()
        for thread in self._threads:
            thread.join(0.2)

    def _wait_for_exit(self) -> bool:
        """Wait for the program to exit, and return True if it does so within `_EXIT_GRACE_SECONDS`."""
        end = time.monotonic() + _EXIT_GRACE_SECONDS
        while self._process.status() is None:
            if time.monotonic() > end:
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def _exit_error(self, command: str) -> EngineProcessError:
        """Return the error for an engine that exited, closed its streams or was interrupted."""
        if self._was_interrupted:
            return EngineProcessError(f"{self.program} was interrupted")
        self._wait_for_exit()
        status = self._process.status()
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
            if self._process.status() is None:
                self._lines.put(None)  # the program has closed its input; wake the waiting thread
        with suppress(OSError, ValueError):
            stream.close()

    def _read_answers(self) -> None:
        """Put each line of the program's output into the queue, and None at the end.

        Once the program is being closed, its output is discarded; it is no longer read when the program has
        been reaped, even if a process that it started still writes.
        """
        for number, line in read_lines(self._process.stdout, _MAX_LINE_LENGTH):
            self._bytes_read += max(number, _MIN_BYTES_PER_LINE)
            if not self._is_read:
                break
            if line is not None and not self._is_closing:
                self._lines.put(line)
        take_end = self._lines.put_nowait if self._is_closing else self._lines.put
        with suppress(Full):
            take_end(None)

    @property
    def _is_read(self) -> bool:
        """Whether the output is still read, if only to discard it."""
        return not (self._is_closing and self._process.is_reaped)

    def _read_errors(self) -> None:
        """Keep the last lines that the program writes to stderr."""
        for _, line in read_lines(self._process.stderr, _MAX_STDERR_LINE):
            if not self._is_read:
                break
            if line is not None:
                self._last_stderr_time = time.monotonic()
                self._stderr_tail.append(one_line(line))


def one_line(text: str, max_length: int = _MAX_SHOWN) -> str:
    """Return text from an engine as a single line of limited length."""
    return truncate(" ".join(text[: 4 * max_length].split()), max_length)
