"""The command line of an engine as words; no shell reads it."""

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

from gnugo_py.core.text import cut
from gnugo_py.core.types import Mistake
from gnugo_py.engines.engine import PlayerError, PlayerRefusal

MAX_SHOWN_COMMAND = 60
WINDOWS = os.name == "nt"


def words_of(command: str) -> list[str]:
    """A command line as words.  Raises Mistake for one that is none."""
    try:
        words = windows_words(command) if WINDOWS else shlex.split(command)
    except ValueError as error:
        raise Mistake(f"the command {cut(command, MAX_SHOWN_COMMAND)} cannot be read: {error}") from None
    if not words:
        raise Mistake("the command of the engine is empty; name a program that speaks GTP")
    return words


def windows_words(command: str) -> list[str]:
    r"""A command line as words, by the rules of programs on Windows (the universal C runtime).

    A backslash is itself, but before a quotation mark, where two are one and an odd one makes the
    mark a letter.  Between quotation marks, two of them are one.

    >>> windows_words(r'"C:\Program Files\engine.exe" --model "a\"b" "a ""b"" c" C:\nets\19x19')
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
    """What quotation marks after backslashes mean: text, and whether the word is quoted after them."""
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


LONGEST_LINE = 16384
LONGEST_ANSWER = 262_144
LONGEST_WORDS = 400
LONGEST_START = 4
MOST_LINES, MOST_WAITING = 1000, 64
KEPT_WORDS = 5
SHOWN = 60
PARTING, PAUSE = 1.0, 0.02
HINT = "perhaps its command lacks an option such as --mode gtp"


class EngineError(PlayerError):
    """An engine that cannot be used any more, or not now; the message says why, for a person to read."""


class EngineRefusal(EngineError, PlayerRefusal):
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
    program  -- the file to run, None to look for it as a shell would.
    folder   -- where it runs, None for here.

    program -- what to call it: its file's name and, once it has told it, its own.
    known   -- the commands it knows, empty before `greet`.

    Raises EngineError if it cannot be started.
    """

    def __init__(
        self,
        command: str,
        patience: Patience | None = None,
        program: str | None = None,
        folder: str | None = None,
    ) -> None:
        self._patience = patience or Patience()
        try:
            words = words_of(command)
        except Mistake as error:
            raise EngineError(str(error)) from None
        self.program = line_of(Path(words[0]).name)
        self.known: frozenset[str] = frozenset()
        self._lines: Queue[str | None] = Queue(MOST_WAITING)
        self._last_words: deque[str] = deque(maxlen=KEPT_WORDS)
        self._was_interrupted = self._speaks = False
        self._heard = 0.0
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._reaping = Lock()
        self._process = _started(words, program, folder)
        self._threads = [
            Thread(target=work, daemon=True)
            for work in (self._read_answers, self._read_errors, self._write_commands)
        ]
        for thread in self._threads:
            thread.start()

    def greet(self) -> None:
        """Learn its name and what it knows.  Raises EngineError if it does not speak GTP."""
        name = self.ask("name", self._patience.start)
        with suppress(EngineRefusal):
            name += f" {self.ask('version')}"
        self.program = line_of(name) or self.program
        self.known = frozenset(self.ask("list_commands").split())

    def ask(self, command: str, thinks: float = 0.0) -> str:
        """The answer to a command.

        command -- a line of GTP.
        thinks  -- for how many seconds it may think, 0 for a command that needs no thought.

        Raises EngineRefusal with its error, EngineError if there was no proper answer.
        """
        seconds = thinks or self._patience.answer
        self._commands.put(command)
        first, *rest = self._answer(command, seconds)
        text = "\n".join([first[1:].lstrip("0123456789").strip(), *rest]).strip()
        if first[0] == "?":
            raise EngineRefusal(f"{self.program} refuses {line_of(command)}: {line_of(text)}")
        return text

    def interrupt(self) -> None:
        """Have whoever waits for an answer get an EngineError now.  May be called from another thread."""
        self._was_interrupted = True
        with suppress(Full):
            self._lines.put_nowait(None)
        self._signal("SIGKILL")

    def close(self) -> None:
        """End the program and what it started: by asking, by telling, by force.  It may have ended before.

        Waits for nothing but a few seconds at the most, whether the program reads, writes or does neither.
        """
        self._commands.put("quit")
        self._commands.put(None)
        for means in ("", "SIGTERM", "SIGKILL"):
            if means:
                self._signal(means)
            if self._ended(PARTING):
                break
        self._signal("SIGKILL")  # what it started, while its number is still its own
        self._reap()
        self._join_threads()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()

    def _ended(self, seconds: float) -> bool:
        """Whether the program has ended within some seconds; what it still says is not kept."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(Empty):
                while True:
                    self._lines.get_nowait()
            if self._status() is not None:
                self._join_threads()
                return True
            time.sleep(PAUSE)
        return False

    def _join_threads(self) -> None:
        for thread in self._threads:
            thread.join(0.2)

    def _status(self) -> int | None:
        """Return the exit status, negative for a signal, None while the program runs.

        Where that is possible, the ended program stays unreaped: until then no other program gets its number,
        and what it started can be ended with it.
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
        """Let the system forget the program, if it has ended; it is never signalled after that."""
        with self._reaping:
            self._process.poll()

    def _answer(self, command: str, seconds: float) -> list[str]:
        """The lines of the next answer."""
        now = time.monotonic()
        end, latest = now + seconds, now if self._speaks else now + LONGEST_START * seconds
        lines: list[str] = []
        length = 0
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
                length += len(line)
            if lines and (lines[0][0] not in "=?" or len(lines) > MOST_LINES or length > LONGEST_ANSWER):
                hint = "" if self._speaks else f"; {HINT}"
                raise EngineError(f"{self.program} does not speak GTP: it says '{line_of(lines[0])}'{hint}")

    def _silent(self, command: str, seconds: float) -> EngineError:
        """What to say of an engine that says nothing."""
        hint = "" if self._speaks else f"; {HINT}"
        return EngineError(
            f"{self.program} has not answered {line_of(command)} for {seconds:g} seconds{hint}"
        )

    def _gone(self, command: str) -> EngineError:
        """What to say of an engine that has ended."""
        if self._was_interrupted:
            return EngineError(f"{self.program} was interrupted")
        end = time.monotonic() + PARTING
        while (status := self._status()) is None and time.monotonic() < end:
            time.sleep(PAUSE)
        self._threads[1].join(PARTING)
        if status is None:
            return EngineError(f"{self.program} has closed its input or output and answers no more")
        how = f"on {signal.strsignal(-status)}" if status < 0 else f"with status {status}"
        words = f"; it said '{' / '.join(self._last_words)}'" if self._last_words else ""
        return EngineError(f"{self.program} ended {how} when it was to answer {line_of(command)}{words}")

    def _write_commands(self) -> None:
        """Write the commands until None; a program that reads none blocks this thread and nobody else."""
        stream = self._process.stdin
        assert stream is not None
        try:
            while (command := self._commands.get()) is not None:
                stream.write(f"{command}\n".encode("utf-8", "replace"))
                stream.flush()
        except (OSError, ValueError):
            if self._status() is None:
                self._lines.put(None)  # it has closed its input; whoever waits for an answer is told
        with suppress(OSError, ValueError):
            stream.close()

    def _read_answers(self) -> None:
        """Put what it writes into the queue, line by line, and None at the end."""
        _each_line(self._process.stdout, LONGEST_LINE, self._lines.put)
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the last of what it writes to stderr."""

        def take(line: str) -> None:
            self._heard = time.monotonic()
            self._last_words.append(line_of(line))

        _each_line(self._process.stderr, LONGEST_WORDS, take)

    def _signal(self, name: str) -> None:
        """Send a signal to the program and whatever it started, unless it was reaped."""
        with suppress(OSError), self._reaping:
            if self._process.returncode is not None:
                return
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, getattr(signal, name))
            elif self._process.poll() is None:
                _end_tree(self._process)


def line_of(text: str, longest: int = SHOWN) -> str:
    """Words from an engine made fit for a line on a terminal."""
    return cut(" ".join(text[: 4 * longest].split()), longest)


def _started(words: list[str], program: str | None, folder: str | None) -> subprocess.Popen[bytes]:
    """The program, started in a session of its own, so that Ctrl-C is ours to handle."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 -- running the named program is what is asked for, without a shell
            words,
            executable=program,
            cwd=folder,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
        )
    except FileNotFoundError:
        remedy = "check the name and install it, or give its whole path"
        raise EngineError(f"there is no program {line_of(words[0])}; {remedy}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise EngineError(f"{line_of(words[0])} cannot be started: {why}") from None


def _end_tree(process: subprocess.Popen[bytes]) -> None:
    """End a program and those it started, where there are no process groups."""
    system = os.environ.get("SYSTEMROOT", r"C:\Windows")
    taskkill = os.path.join(system, "System32", "taskkill.exe")
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 -- the system's own tool, by its whole path
            [taskkill, "/T", "/F", "/PID", str(process.pid)],
            capture_output=True,
            timeout=PARTING,
            check=False,
        )
    process.kill()


def _each_line(stream: IO[bytes] | None, longest: int, take: Callable[[str], None]) -> None:
    """Hand on every line of a stream, as far as `longest` bytes and without control characters."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while line := stream.readline(longest):
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST_LINE)
            text = line.decode("utf-8", "replace").replace("\t", " ")
            take("".join(char for char in text if char >= " " and char != "\x7f").rstrip())
