r"""GTP as a format: lines, ids and errors.  It knows no Go.

>>> request = parse_request("7 play black Q16 # the corner")
>>> request.id, request.name, request.arguments
('7', 'play', ('black', 'Q16'))
>>> format_reply(request.id, "", failed=False)
'=7\n\n'
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread
from typing import NamedTuple, Protocol, TypeAlias

from gnugo_py.core.text import legible

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
LONGEST_ID = 20
LONGEST_LINE = 65536


class GtpError(Exception):
    """A command that fails; the message is the error of the answer."""


class Request(NamedTuple):
    """A command as it came.

    id        -- its number as written, empty if it has none.
    name      -- the command, empty if there was only a number.
    arguments -- the words after it.
    """

    id: str
    name: str
    arguments: tuple[str, ...]


class Sink(Protocol):
    """Where answers are written."""

    def write(self, text: str, /) -> object:
        """Take some text."""

    def flush(self) -> None:
        """Send it on."""


class Stream(Protocol):
    """An answer that goes on until the next command comes."""

    def run(self, write: Callable[[str], None]) -> None:
        """Write line after line, from a thread of its own."""

    def end(self) -> None:
        """Have `run` come to its end soon."""


Command: TypeAlias = Callable[[tuple[str, ...]], str]
"""Takes a command's arguments, returns its answer, raises GtpError."""
Handler: TypeAlias = Callable[[tuple[str, ...]], "str | Stream"]
"""A command whose answer may go on and on."""


class _Streaming:
    """A stream that is being written."""

    def __init__(self, stream: Stream, sink: Sink) -> None:
        self._stream, self._sink = stream, sink
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        def write(line: str) -> None:
            self._sink.write(f"{legible(line)}\n")
            self._sink.flush()

        with suppress(OSError, ValueError):  # nobody reads any more, or the output was closed
            self._stream.run(write)

    def end(self) -> None:
        """Close the answer."""
        self._stream.end()
        self._thread.join()
        self._sink.write("\n")
        self._sink.flush()


def parse_request(line: str) -> Request | None:
    """The command of a line; None for a blank one or a comment.

    Tabs are spaces, other control characters nothing, and what follows a # is a comment.
    """
    text = line.rstrip("\r\n")
    if not text.isprintable():
        text = _CONTROL.sub("", text.replace("\t", " "))
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = words[0] if words[0].isascii() and words[0].isdigit() and len(words[0]) <= LONGEST_ID else ""
    rest = words[1:] if number else words
    return Request(number, rest[0] if rest else "", tuple(rest[1:]))


def format_reply(number: str, text: str, failed: bool) -> str:
    """An answer as it goes over the wire; blank lines within it are left out, since one ends it."""
    if text.isascii() and text.isprintable():
        body = text.rstrip()
    else:
        lines = [legible(line.rstrip()) for line in text.split("\n") if line.strip()]
        body = ("\n" if text.startswith("\n") else "") + "\n".join(lines)
    return f"{'?' if failed else '='}{number}{' ' + body if body else ''}\n\n"


def serve(
    lines: Iterable[str],
    sink: Sink,
    commands: Mapping[str, Handler],
    report: Callable[[Exception], None],
) -> None:
    """Answer commands until `quit`, the end of the lines, or until the sink is closed.

    lines    -- as they come; of one that is longer than `LONGEST_LINE` any part beyond that.
    commands -- by name; `quit`, `known_command`, `list_commands` and `help` are answered here.
    report   -- is told of faults of the program's own, which do not end the server.

    Raises OSError if the sink cannot be written.
    """
    try:
        _serve(lines, sink, commands, report)
    except ValueError:  # as writing to a closed file raises
        if not getattr(sink, "closed", False):
            raise


def _serve(
    lines: Iterable[str],
    sink: Sink,
    commands: Mapping[str, Handler],
    report: Callable[[Exception], None],
) -> None:
    """Answer commands; see `serve`."""
    names = sorted({*commands, "quit", "known_command", "list_commands", "help"})
    streaming: _Streaming | None = None
    for line in lines:
        request = parse_request(line)
        if streaming is not None:
            streaming.end()
            streaming = None
        if request is None:
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise GtpError("line too long")
            answer, failed = _answer(request, names, commands), False
        except GtpError as error:
            answer, failed = str(error), True
        except Exception as error:
            report(error)
            answer, failed = " ".join(f"internal error: {type(error).__name__}: {error}".split()), True
        if not isinstance(answer, str):
            sink.write(f"={request.id}\n")
            streaming = _Streaming(answer, sink)
            continue
        sink.write(format_reply(request.id, answer, failed))
        sink.flush()
        if request.name == "quit":
            return
    if streaming is not None:
        streaming.end()


def _answer(request: Request, names: list[str], commands: Mapping[str, Handler]) -> str | Stream:
    """The answer to one command.  Raises GtpError."""
    if request.name == "quit":
        return ""
    if request.name in ("list_commands", "help"):
        return "\n".join(names)
    if request.name == "known_command":
        return str(bool(request.arguments) and request.arguments[0] in names).lower()
    if request.name not in commands:
        raise GtpError("unknown command")
    return commands[request.name](request.arguments)


INTERRUPT = b"# interrupt"
MOST_WAITING = 1000
WAKING = 0.5
"""Seconds after which a wait looks for Ctrl-C, which does not end one everywhere."""


class Listener:
    """Listens in a thread of its own, so that it hears a line while a command is carried out.

    Commands are numbered as they are read.  `# interrupt` cancels the last one that was read, whether it has
    begun or not.  It comes as a line after that as well: a stream may have begun meanwhile, which any line
    ends.

    interrupt -- is called when the command that is carried out, or is about to be, is cancelled.
    restart   -- is called before each command.
    """

    def __init__(self, interrupt: Callable[[], None], restart: Callable[[], None]) -> None:
        self._interrupt, self._restart = interrupt, restart
        self._waiting: Queue[tuple[int, bytes] | None] = Queue(MOST_WAITING)
        self._lock = Lock()
        self._last_read = self._running = self._cancelled = 0

    def lines(self) -> Iterator[str]:
        """The lines of the standard input, whatever bytes they hold; of a line too long, its beginning."""
        Thread(target=self._listen, daemon=True).start()
        while (item := self._next()) is not None:
            number, line = item
            if number:
                self._begin(number)
            yield line.decode("utf-8", "replace")
            self._running = 0

    def _begin(self, number: int) -> None:
        """Begin with a command, which may be cancelled already."""
        with self._lock:
            self._restart()
            self._running = number
            if self._cancelled == number:
                self._interrupt()

    def _next(self) -> tuple[int, bytes] | None:
        while True:
            try:
                return self._waiting.get(timeout=WAKING)
            except Empty:
                continue

    def _listen(self) -> None:
        """Read until the input ends.  Not through its buffer, which a thread must not hold at the end."""
        rest, source = b"", sys.stdin.fileno()
        try:
            while found := os.read(source, LONGEST_LINE):
                *lines, rest = (rest + found).split(b"\n")
                for line in lines:
                    self._heard(line[:LONGEST_LINE] + b"\n")
                rest = rest[: LONGEST_LINE + 1]
        finally:
            if rest:
                self._heard(rest)
            self._waiting.put(None)

    def _heard(self, line: bytes) -> None:
        """Take a line: number a command, act on an interrupt."""
        number = 0
        if line.strip() == INTERRUPT:
            self._cancel()
        elif line.partition(b"#")[0].strip():
            number = self._last_read = self._last_read + 1
        self._waiting.put((number, line))

    def _cancel(self) -> None:
        with self._lock:
            self._cancelled = self._last_read
            if self._running == self._cancelled:
                self._interrupt()
