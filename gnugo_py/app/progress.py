"""Work of the program itself that can take long: its progress is shown, and it can be interrupted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn, TypeVar

from gnugo_py.engines.engine import Engine, EngineError
from gnugo_py.games.position import Position

_SECONDS = 1.0
"""The time between two reports of progress."""
_ItemT = TypeVar("_ItemT")


def with_progress(items: Iterable[_ItemT], show: Callable[[str], object], what: str) -> Iterator[_ItemT]:
    """Yield items, and show every second how many there were, such as `3,000 games read`."""
    shown = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        if time.monotonic() >= shown + _SECONDS:
            show(f"{number:,} {what}")
            shown = time.monotonic()


class Work(Engine):
    """The name of a task that is no engine's."""

    def __init__(self) -> None:
        self._progress, self._is_interrupted = "", False

    @property
    def name(self) -> str:
        return "gnugo-py"

    def choose(self, position: Position, memory: object = None) -> NoReturn:
        raise EngineError("this is not an engine")

    def counted(self, items: Iterable[_ItemT], what: str) -> Iterator[_ItemT]:
        """Yield items, and show how many there were. Raise EngineError after an interruption."""
        for number, item in enumerate(items, 1):
            if self._is_interrupted:
                raise EngineError("it was interrupted")
            yield item
            self._progress = f"{number:,} {what}"

    def progress_text(self) -> str:
        return self._progress

    def interrupt(self) -> None:
        self._is_interrupted = True

    def recover(self) -> None:
        self._is_interrupted = False
