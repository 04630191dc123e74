"""Engine tasks in threads, which keep the screen responsive."""

from __future__ import annotations

import time
from threading import Thread

from gnugo_py.app.mode import Task

_INTERRUPT_TIMEOUT = 10.0
"""Seconds to wait for an interrupted engine to stop."""


class EngineWorker(Thread):
    """A thread in which an engine task runs.

    task        -- the task.
    min_seconds -- the minimum time before the result is available, so that the player can follow the game.

    interrupting_line -- the line that interrupted the task, empty for Escape; None if nothing did.
    result -- the result, None if the task has not ended or has failed.
    error  -- why it failed, None if it has not.
    """

    def __init__(self, task: Task, min_seconds: float) -> None:
        super().__init__(daemon=True)
        self.task = task
        self.interrupting_line: str | None = None
        self.result: object = None
        self.error: BaseException | None = None
        self._began = time.monotonic()
        self._earliest_end = self._began + min_seconds
        self._interrupted = 0.0

    @property
    def elapsed_seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def is_done_or_given_up(self) -> bool:
        """Whether the task has ended, or was interrupted and has not ended in time."""
        is_interrupted = self.interrupting_line is not None
        is_late = is_interrupted and time.monotonic() - self._interrupted > _INTERRUPT_TIMEOUT
        return is_late or not self.is_alive()

    def describe_progress(self, can_move_now: bool) -> str:
        """Return what the engine does, for the prompt, with what Escape does."""
        engine = self.task.engine
        if self.interrupting_line is not None:
            return f"{engine.name} is stopping"
        stops = "Esc: move now" if can_move_now else "Esc: interrupt"
        status = f"{engine.name} is thinking, {self.elapsed_seconds:.0f} s; {stops}"
        return "; ".join(filter(None, (status, engine.progress_text())))

    def interrupt(self, line: str) -> None:
        self.interrupting_line, self._interrupted = line, time.monotonic()
        self.task.engine.interrupt()

    def run(self) -> None:
        """Run the task, and keep what comes of it."""
        try:
            self.result = self.task.run()
            time.sleep(max(self._earliest_end - time.monotonic(), 0.0))
        except BaseException as error:  # the interface shows it or raises it again
            self.error = error
