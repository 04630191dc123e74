"""A GTP engine as a running program that is asked and answers.

Nothing is taken on trust: every answer has its time, whatever is no GTP is an error that a person
can read, and the program is ended for certain.  It is started without a shell.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, NamedTuple
from unicodedata import combining, east_asian_width

from gnugo_py.games.player import PlayerError

LONGEST_LINE = 65536
LONGEST_START = 20
MOST_WAITING = 1000
KEPT_WORDS = 5
SHOWN = 60
PARTING = 1.0
WINDOWS = os.name == "nt"
HINT = "perhaps its command lacks an option such as --mode gtp"


class EngineError(PlayerError):
    """An engine that cannot be used any more, or not now; the message says why, for a person to read."""


class EngineRefusal(EngineError):
    """A command that the engine answered with an error; it may be used further."""


class Patience(NamedTuple):
    """How many seconds an engine is given.

    start  -- for its first answer, counted from its last word on stderr: it may have files to read.
    answer -- for any other that needs no thought.
    move   -- for a move or a score.
    """

    start: float = 15.0
    answer: float = 30.0
    move: float = 120.0


class Engine:
    """A running GTP engine; after `greet` it may be asked.

    command  -- its command line, as a person types it; no shell sees it.
    patience -- how long it is waited for.

    program -- what to call it: its file's name and, once it has told it, its own.
    known   -- the commands it knows, empty before `greet`.

    Raises EngineError if it cannot be started.
    """

    def __init__(self, command: str, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        words = _words(command)
        self.program = printable(Path(words[0]).name)
        self.known: frozenset[str] = frozenset()
        self._lines: Queue[str | None] = Queue(MOST_WAITING)
        self._last_words: deque[str] = deque(maxlen=KEPT_WORDS)
        self._was_interrupted = self._speaks = False
        self._heard = 0.0
        self._process = _started(words)
        self._readers = [
            Thread(target=self._read_answers, daemon=True),
            Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def greet(self) -> None:
        """Learn its name and what it knows.  Raises EngineError if it does not speak GTP."""
        name = self.ask("name", self._patience.start)
        with suppress(EngineRefusal):
            name += f" {self.ask('version')}"
        self.program = printable(name) or self.program
        self.known = frozenset(self.ask("list_commands").split())

    def ask(self, command: str, thinks: float = 0.0) -> str:
        """The answer to a command.

        command -- a line of GTP.
        thinks  -- for how many seconds it may think, 0 for a command that needs no thought.

        Raises EngineRefusal with its error, EngineError if there was no proper answer.
        """
        seconds = thinks or self._patience.answer
        self._send(command)
        first, *rest = self._answer(command, seconds)
        text = "\n".join([first[1:].lstrip("0123456789").strip(), *rest]).strip()
        if first[0] == "?":
            raise EngineRefusal(f"{self.program} refuses {printable(command)}: {printable(text)}")
        return text

    def interrupt(self) -> None:
        """Have whoever waits for an answer get an EngineError now.  May be called from another thread."""
        self._was_interrupted = True
        with suppress(Full):
            self._lines.put_nowait(None)
        self._signal("SIGKILL")

    def close(self) -> None:
        """End the program and what it started: by asking, by telling, by force.  It may have ended before."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(b"quit\n")
            self._process.stdin.flush()
        with suppress(OSError, ValueError):
            self._process.stdin.close()
        for means in ("", "SIGTERM", "SIGKILL"):
            if means:
                self._signal(means)
            if self._ended(PARTING):
                break
        self._signal("SIGKILL")
        self._ended(PARTING)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None and not any(reader.is_alive() for reader in self._readers):
                stream.close()

    def _ended(self, seconds: float) -> bool:
        """Whether the program has ended within some seconds; what it still says is not kept."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(Empty):
                while True:
                    self._lines.get_nowait()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.02)
                for reader in self._readers:
                    reader.join(0.2)
                return True
        return False

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone(command) from None

    def _answer(self, command: str, seconds: float) -> list[str]:
        """The lines of the next answer."""
        now = time.monotonic()
        end, latest = now + seconds, now if self._speaks else now + LONGEST_START * seconds
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(end - time.monotonic(), 0.0))
            except Empty:
                if end < self._heard + seconds < latest:
                    end = self._heard + seconds
                    continue
                raise self._silent(command, seconds) from None
            if line is None:
                raise self._gone(command)
            if not line and lines:
                self._speaks = True
                return lines
            if line:
                lines.append(line)
            if lines and (lines[0][0] not in "=?" or len(lines) > MOST_WAITING):
                hint = "" if self._speaks else f"; {HINT}"
                raise EngineError(f"{self.program} does not speak GTP: it says '{printable(lines[0])}'{hint}")

    def _silent(self, command: str, seconds: float) -> EngineError:
        """What to say of an engine that says nothing."""
        hint = "" if self._speaks else f"; {HINT}"
        return EngineError(
            f"{self.program} has not answered {printable(command)} for {seconds:g} seconds{hint}"
        )

    def _gone(self, command: str) -> EngineError:
        """What to say of an engine that has ended."""
        if self._was_interrupted:
            return EngineError(f"{self.program} was interrupted")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self._readers[1].join(PARTING)
        status = self._process.poll()
        if status is None:
            return EngineError(f"{self.program} has closed its output and answers no more")
        how = f"on {signal.strsignal(-status)}" if status < 0 else f"with status {status}"
        words = f"; it said '{' / '.join(self._last_words)}'" if self._last_words else ""
        return EngineError(f"{self.program} ended {how} when it was to answer {printable(command)}{words}")

    def _read_answers(self) -> None:
        """Put what it writes into the queue, line by line, and None at the end."""
        _each_line(self._process.stdout, self._lines.put)
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the last of what it writes to stderr."""

        def take(line: str) -> None:
            self._heard = time.monotonic()
            self._last_words.append(printable(line))

        _each_line(self._process.stderr, take)

    def _signal(self, name: str) -> None:
        """Send a signal to the program and whatever it started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, getattr(signal, name))
            else:
                self._process.kill()


def printable(text: str, longest: int = SHOWN) -> str:
    """Words from outside made fit for a line on a terminal, where each sign is one cell wide."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    line = "".join("?" if east_asian_width(char) in "WF" or combining(char) else char for char in line)
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def _words(command: str) -> list[str]:
    """A command line as words.  Raises EngineError for one that is none."""
    try:
        words = shlex.split(command, posix=not WINDOWS)
    except ValueError as error:
        raise EngineError(f"the command {printable(command)} cannot be read: {error}") from None
    if not words:
        raise EngineError("the command of the engine is empty; name a program that speaks GTP")
    return [word.strip('"') for word in words] if WINDOWS else words


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    """The program, started in a session of its own, so that Ctrl-C is ours to handle."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 -- running the named program is what is asked for, without a shell
            words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except FileNotFoundError:
        remedy = "check the name and install it, or give its whole path"
        raise EngineError(f"there is no program {printable(words[0])}; {remedy}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise EngineError(f"{printable(words[0])} cannot be started: {why}") from None


def _each_line(stream: IO[bytes] | None, take: Callable[[str], None]) -> None:
    """Hand on every line of a stream, without control characters, until it ends."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").replace("\t", " ")
            take("".join(char for char in text if char >= " " and char != "\x7f").rstrip())
