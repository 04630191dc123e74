r"""The text protocol GTP: lines, ids, arguments, responses and errors.

>>> request = parse_request("7 play black Q16 # the corner")
>>> request.id, request.name, request.arguments
('7', 'play', ('black', 'Q16'))
>>> format_response(request.id, "", is_failure=False)
'=7\n\n'
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import Parameter, signature
from queue import Empty, Queue
from threading import Event, Lock, Thread
from typing import NamedTuple, Protocol, TextIO, TypeAlias

from gnugo_py.engines.engine import Engine, EngineError
from gnugo_py.games.position import Position
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import COLORS_BY_WORD, Color, IllegalMove, Move, Play, Point, UserError

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_MAX_ID_LENGTH = 20
MAX_GTP_LINE_LENGTH = 65536


class GtpError(Exception):
    """A command failed. The message is the text of the error response."""


class GtpRequest(NamedTuple):
    """A parsed command line.

    id        -- the id as written, empty if there is none.
    name      -- the name of the command, empty if there was only an id.
    arguments -- the words after the name.
    """

    id: str
    name: str
    arguments: tuple[str, ...]


class StreamingResponse:
    """A response that continues until the next command arrives.

    lines  -- the lines, which are made in another thread.
    engine -- the engine that makes them; it is interrupted at the end.
    """

    def __init__(self, lines: Iterator[str], engine: Engine) -> None:
        self._lines, self._engine = lines, engine
        self._ended = Event()

    def start(self, sink: TextIO) -> None:
        """Begin to write the lines."""
        self._thread = Thread(target=self._run, args=(sink,), daemon=True)
        self._thread.start()

    def _run(self, sink: TextIO) -> None:
        with suppress(OSError, ValueError, EngineError):  # the reader is gone, or the output is closed
            for line in self._lines:
                if self._ended.is_set():
                    return
                sink.write(f"{sanitize(line)}\n")
                sink.flush()

    def end(self, sink: TextIO) -> None:
        """Stop the engine and end the response."""
        self._ended.set()
        self._engine.interrupt()
        self._thread.join()
        sink.write("\n")
        sink.flush()


GtpArguments: TypeAlias = tuple[str, ...]
CommandHandler: TypeAlias = Callable[[GtpArguments], str | StreamingResponse]
"""A function that receives the arguments of a command, and returns the response or raises GtpError."""


def parse_request(line: str) -> GtpRequest | None:
    """Return the command of a line, or None for a blank line or a comment.

    Tabs become spaces, other control characters are removed, and a comment starts at #.
    """
    text = line.rstrip("\r\n")
    if not text.isprintable():
        text = _CONTROL.sub("", text.replace("\t", " "))
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = words[0] if words[0].isdigit() and words[0].isascii() and len(words[0]) <= _MAX_ID_LENGTH else ""
    rest = words[1:] if number else words
    return GtpRequest(number, rest[0] if rest else "", tuple(rest[1:]))


def format_response(number: str, text: str, is_failure: bool) -> str:
    """Return a response as it is sent. Blank lines are removed, because a blank line ends a response."""
    if text.isascii() and text.isprintable():
        body = text.rstrip()
    else:
        lines = [sanitize(line.rstrip()) for line in text.split("\n") if line.strip()]
        body = ("\n" if text.startswith("\n") else "") + "\n".join(lines)
    return f"{'?' if is_failure else '='}{number}{' ' + body if body else ''}\n\n"


def serve(lines: Iterable[str], sink: TextIO, commands: Mapping[str, CommandHandler]) -> None:
    """Answer commands until `quit`, until the end of the input, or until the output is closed.

    The traceback of an unexpected exception is printed on stderr, if it is open; the server goes on.

    lines    -- the input lines. A line longer than `MAX_GTP_LINE_LENGTH` may be cut anywhere beyond that
                length.
    sink     -- where responses are written.
    commands -- the handlers by name.

    Raise OSError if a response cannot be written.
    """
    streaming: StreamingResponse | None = None
    try:
        for line in lines:
            request = parse_request(line)
            if streaming is not None:
                streaming.end(sink)
                streaming = None
            if request is None:
                continue
            answer, is_failure = _answer(request, line, commands)
            if isinstance(answer, StreamingResponse):
                sink.write(f"={request.id}\n")
                streaming = answer
                streaming.start(sink)
                continue
            sink.write(format_response(request.id, answer, is_failure))
            sink.flush()
            if request.name == "quit":
                return
        if streaming is not None:
            streaming.end(sink)
    except ValueError:  # raised when writing to a closed file
        if not getattr(sink, "closed", False):
            raise


def _answer(
    request: GtpRequest, line: str, commands: Mapping[str, CommandHandler]
) -> tuple[str | StreamingResponse, bool]:
    """Return the response to a command, and whether it is an error."""
    try:
        if len(line) > MAX_GTP_LINE_LENGTH:
            raise GtpError("line too long")
        if request.name not in commands:
            raise GtpError("unknown command")
        return commands[request.name](request.arguments), False
    except IllegalMove:
        return "illegal move", True
    except (GtpError, UserError, EngineError) as error:
        return str(error), True
    except Exception as error:
        if sys.stderr is not None:
            traceback.print_exception(error)
        return " ".join(f"internal error: {type(error).__name__}: {error}".split()), True


_INTERRUPT = b"# interrupt"
_QUEUE_SIZE = 16
"""The number of pieces of input that may wait; a piece has at most `MAX_GTP_LINE_LENGTH` bytes."""
_POLL_SECONDS = 0.5
"""Seconds between checks for Ctrl-C, which cannot interrupt a wait on some platforms."""


class Interruptible(Protocol):
    """What can be interrupted while it carries out a command."""

    def interrupt(self) -> None:
        """Make the command that is running, or about to run, end soon."""

    def recover(self) -> None:
        """Allow commands to run after an interruption."""


class StdinReader:
    """A reader of standard input that uses a separate thread, to read even while a command is running.

    Commands are numbered as they are read. `# interrupt` cancels the last command that was read, whether it
    is running or still waiting. The line `# interrupt` itself is also passed on, because a stream may have
    started in the meantime, and any line ends a stream.

    server -- is interrupted when the command that is running, or about to run, is canceled, and recovers
              before each command.
    """

    def __init__(self, server: Interruptible) -> None:
        self._server = server
        self._waiting: Queue[list[tuple[int, bytes]] | None] = Queue(_QUEUE_SIZE)
        self._lock = Lock()
        self._last_read = self._running = self._cancelled = 0

    def lines(self) -> Iterator[str]:
        """Return the lines of standard input. Invalid UTF-8 is replaced, and overlong lines are truncated."""
        Thread(target=self._listen, daemon=True).start()
        while (piece := self._next()) is not None:
            for number, line in piece:
                if number:
                    self._begin(number)
                yield line.decode("utf-8", "replace")
                self._running = 0

    def _begin(self, number: int) -> None:
        """Mark a command as running, and interrupt it if it has already been canceled."""
        with self._lock:
            self._server.recover()
            self._running = number
            if self._cancelled == number:
                self._server.interrupt()

    def _next(self) -> list[tuple[int, bytes]] | None:
        while True:
            try:
                return self._waiting.get(timeout=_POLL_SECONDS)
            except Empty:
                continue

    def _listen(self) -> None:
        """Read until the end of the input.

        The buffer of `sys.stdin` is not used, because a thread must not hold its lock when the
        interpreter exits.
        """
        rest, source = b"", sys.stdin.fileno()
        try:
            while data := os.read(source, MAX_GTP_LINE_LENGTH):
                *lines, rest = (rest + data).split(b"\n")
                self._waiting.put([self._numbered(line[:MAX_GTP_LINE_LENGTH] + b"\n") for line in lines])
                rest = rest[: MAX_GTP_LINE_LENGTH + 1]
        finally:
            if rest:
                self._waiting.put([self._numbered(rest)])
            self._waiting.put(None)

    def _numbered(self, line: bytes) -> tuple[int, bytes]:
        """Return a line with its number, 0 if it is not a command. Act on it if it is an interrupt."""
        if line.strip() == _INTERRUPT:
            self._cancel()
        elif line.partition(b"#")[0].strip():
            self._last_read += 1
            return self._last_read, line
        return 0, line

    def _cancel(self) -> None:
        with self._lock:
            self._cancelled = self._last_read
            if self._running == self._cancelled:
                self._server.interrupt()


SYNTAX_ERROR_MESSAGE = "syntax error"
BOOLEAN_VALUES: dict[str, object] = {"0": False, "false": False, "1": True, "true": True}


def parse_color(word: str) -> Color:
    """Return the color for `b`, `black`, `w` or `white`, ignoring case. Raise GtpError for other words."""
    color = COLORS_BY_WORD.get(word.lower())
    if color is None:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    return color


def parse_point(word: str, position: Position, off_board: str = "vertex is off the board") -> Point:
    """Return the point of a vertex. Raise GtpError, with the text `off_board` if it is off the board."""
    try:
        move = parse_move((word,), position)
    except IllegalMove:
        raise GtpError(off_board) from None
    if not isinstance(move, Play) or len(move.points) != 1 or move.points[0] < 0:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    return move.points[0]


def parse_move(words: Sequence[str], position: Position) -> Move:
    """Return the move, or the part of one, that is written as one word or as a word for each of its points.

    Raise IllegalMove if a point is off the board, and GtpError if the words are not a move.
    """
    text = " ".join(words)
    is_short = 1 <= len(words) <= len(position.game.point_prompts)
    if not is_short or text[0].lower() not in position.COLUMN_LETTERS.lower():
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    try:
        return position.parse_partial_move(text)
    except IllegalMove:
        raise
    except UserError:
        raise GtpError(SYNTAX_ERROR_MESSAGE) from None


def parse_int(word: str, minimum: int, maximum: int) -> int:
    """Return a word as an integer from `minimum` to `maximum`. Raise GtpError for anything else."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", word) or not minimum <= int(word) <= maximum:
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    return int(word)


def parse_float(word: str) -> float:
    """Return a word as a decimal number. Raise GtpError for anything else."""
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})", word):
        raise GtpError(SYNTAX_ERROR_MESSAGE)
    return float(word)


@dataclass
class ProtocolCommands:
    """Commands about the commands.

    table -- all commands, by name.
    """

    table: dict[str, CommandHandler]

    def do_quit(self, *_: str) -> None:
        """Do nothing; `serve` ends."""

    def do_known_command(self, name: str = "", *_: str) -> str:
        return str(name in self.table).lower()

    def do_list_commands(self, *_: str) -> str:
        return "\n".join(sorted(self.table))

    do_help = do_list_commands


def handlers_of(commands: object) -> dict[str, CommandHandler]:
    """Return the handlers of the commands that an object has, by name.

    A method whose name begins with `do_` is a command: `do_gg__undo` is `gg-undo`. Its parameters determine
    how many arguments the command takes. It returns the response, None for an empty one.
    """
    names = [name for name in dir(type(commands)) if name.startswith("do_")]
    return {name.removeprefix("do_").replace("__", "-"): _handler(getattr(commands, name)) for name in names}


def _handler(command: Callable[..., str | StreamingResponse | None]) -> CommandHandler:
    """Return a command as a handler, which raises GtpError if the number of arguments is wrong."""
    parameters = signature(command).parameters.values()
    positional = [each for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    least = sum(each.default is Parameter.empty for each in positional)
    takes_more = any(each.kind is Parameter.VAR_POSITIONAL for each in parameters)
    most = sys.maxsize if takes_more else len(positional)

    def handle(arguments: GtpArguments) -> str | StreamingResponse:
        if not least <= len(arguments) <= most:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        return command(*arguments) or ""

    return handle
