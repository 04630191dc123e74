"""The lines that another program sends, and the one by which it has thinking broken off."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Lock, Thread

from gnugo_py.gtp.protocol import LONGEST_LINE

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
