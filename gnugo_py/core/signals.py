r"""Signals that end the program: each ends it once, and never in the middle of a save.

SIGINT (Ctrl-C), SIGTERM, SIGHUP (a closed terminal) and SIGQUIT (Ctrl-\) raise KeyboardInterrupt in the
main thread.  The first one begins the end of the program; those that follow at once are ignored, so that
they cannot disturb it.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

PATIENCE = 2.0
"""Seconds after which another signal is no longer ignored: the program should have ended by then."""
AGAIN = 0.01
"""Seconds after which an interrupt is raised again that came where Python ignores exceptions."""
TERMINATION_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


class _State:
    """The state of the process: signals arrive for all of it.

    is_ending -- whether one has ended the program already.
    raised_at -- when that was.
    is_pending -- whether one waits for the end of a deferral.
    deferrals -- how many `defer_signals` blocks the main thread is in.
    """

    is_ending = is_pending = False
    raised_at = 0.0
    deferrals = 0


def _raise_once(signum: int, frame: object) -> None:
    """Raise KeyboardInterrupt, at the end of a deferral if there is one.

    Do nothing if it was raised just before.
    """
    now = time.monotonic()
    if _State.deferrals:
        _State.is_pending = True
    elif not _State.is_ending or now - _State.raised_at > PATIENCE:
        _State.is_ending, _State.raised_at = True, now
        raise KeyboardInterrupt


def _raise_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Have an interrupt come again that was raised while an object was removed, where Python ignores it."""
    is_interrupt = isinstance(unraisable.exc_value, KeyboardInterrupt)
    if is_interrupt and hasattr(signal, "setitimer") and current_thread() is main_thread():
        _State.is_ending = False
        signal.signal(signal.SIGALRM, _raise_once)
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    else:
        sys.__unraisablehook__(unraisable)


def _numbers() -> list[int]:
    return [getattr(signal, name) for name in TERMINATION_SIGNALS if hasattr(signal, name)]


@contextmanager
def interrupt_on_termination() -> Iterator[None]:
    """Raise KeyboardInterrupt for the first of the termination signals while this lasts.

    Signals that were ignored, as under nohup, stay ignored.  After an interrupt
    the handlers stay, since the program ends, and nothing is to disturb that.
    """
    _State.is_ending = _State.is_pending = False
    before = {
        number: signal.signal(number, _raise_once)
        for number in _numbers()
        if signal.getsignal(number) not in (signal.SIG_IGN, None)
    }
    hook, sys.unraisablehook = sys.unraisablehook, _raise_again
    try:
        yield
    except KeyboardInterrupt:
        _State.is_ending = True
        raise
    finally:
        if not _State.is_ending:
            for number, handler in before.items():
                signal.signal(number, handler)
            sys.unraisablehook = hook


def ignore_termination() -> None:
    """Ignore the termination signals from now on: the program ends, with a status that is known."""
    if current_thread() is main_thread():
        for number in _numbers():
            signal.signal(number, signal.SIG_IGN)


class defer_signals:  # noqa: N801 -- reads as `with defer_signals():`
    """Let the signals of `interrupt_on_termination` wait until the end of the block.

    In other threads, which no signal interrupts, it does nothing.  Blocks may be nested.
    """

    def __enter__(self) -> None:
        self._counts = current_thread() is main_thread()
        _State.deferrals += self._counts

    def __exit__(self, *_: object) -> None:
        _State.deferrals -= self._counts
        if self._counts and not _State.deferrals and _State.is_pending:
            _State.is_pending = False
            _raise_once(0, None)
