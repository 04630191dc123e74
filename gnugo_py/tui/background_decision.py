"""A decision of an engine that is made in a thread, so that the screen stays responsive."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread


class BackgroundDecision:
    """A decision, or another result of an engine task, that is made in a separate thread.

    choose      -- makes the decision.
    min_seconds -- the minimum time it takes, so that the player can follow the game.
    """

    def __init__(self, choose: Callable[[], object], min_seconds: float) -> None:
        self._choose = choose
        self._min_seconds = min_seconds
        self._decision: object = None
        self._error: BaseException | None = None
        self._began = time.monotonic()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    def wait(self, seconds: float) -> bool:
        """Wait until the decision is made, at most some seconds. Return whether it is done."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def decision_if_any(self) -> object:
        """Return the decision, or None if it is not done or was interrupted without a result."""
        return self._decision if self.wait(0) else None

    def decision(self) -> object:
        """Wait for the decision and return it. Raise the exception of `choose`, if any."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._decision

    def _run(self) -> None:
        try:
            self._decision = self._choose()
            time.sleep(max(self._min_seconds - self.seconds, 0.0))
        except BaseException as error:  # raised again by `decision`
            self._error = error
