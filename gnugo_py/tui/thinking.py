"""A player's thinking, beside the screen's own work."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

from gnugo_py.engines.engine import Choice


class Thinking:
    """A choice that is being made in a thread of its own.

    choose -- makes it.
    least  -- for how many seconds it is to last, so that a person can follow.
    """

    def __init__(self, choose: Callable[[], Choice[Any]], least: float) -> None:
        self._choose = choose
        self._least = least
        self._choice: Choice[Any] | None = None
        self._error: BaseException | None = None
        self._began = time.monotonic()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """For how long it has been under way."""
        return time.monotonic() - self._began

    def is_done_within(self, seconds: float) -> bool:
        """Wait for it, but not longer than some seconds; whether it is done."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def choice_if_any(self) -> Choice[Any] | None:
        """What was chosen; None if it is not done, or was broken off without a choice."""
        return self._choice if self.is_done_within(0) else None

    def choice(self) -> Choice[Any]:
        """What was chosen, once it is done.  Raises what the choosing raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._choice is not None
        return self._choice

    def _run(self) -> None:
        try:
            self._choice = self._choose()
            time.sleep(max(self._least - self.seconds, 0.0))
        except BaseException as error:  # it is raised where the choice is asked for
            self._error = error
