"""The lines that another program sends, and the one by which it has thinking broken off."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread

from gnugo_py.gtp.protocol import LONGEST_LINE

INTERRUPT = b"# interrupt"
MOST_WAITING = 1000
WAKING = 0.5
"""Seconds after which a wait looks for Ctrl-C, which does not end one everywhere."""


class Listener:
    """Listens in a thread of its own, so that it hears a line while a command is carried out.

    `# interrupt` comes as a line after that as well: a stream may have begun meanwhile, which any line ends.

    interrupt -- is called, in that thread, when `# interrupt` comes during the last command that came.
    restart   -- is called before each command.
    """

    def __init__(self, interrupt: Callable[[], None], restart: Callable[[], None]) -> None:
        self._interrupt, self._restart = interrupt, restart
        self._waiting: Queue[bytes | None] = Queue(MOST_WAITING)
        self._is_busy = False

    def lines(self) -> Iterator[str]:
        """The lines of the standard input, whatever bytes they hold; of a line too long, its beginning."""
        Thread(target=self._listen, daemon=True).start()
        while (line := self._next()) is not None:
            self._restart()
            self._is_busy = True
            yield line.decode("utf-8", "replace")
            self._is_busy = False

    def _next(self) -> bytes | None:
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
        if line.strip() == INTERRUPT and self._is_busy and self._waiting.empty():
            self._interrupt()
        self._waiting.put(line)
