r"""Handling of signals that end the program, so that they do not interrupt a save.

SIGINT (Ctrl-C), SIGTERM, SIGHUP (a closed terminal) and SIGQUIT (Ctrl-\) raise KeyboardInterrupt in the main
thread. The first signal starts the shutdown. Further signals within two seconds are ignored, so
that they cannot disturb the shutdown.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

_IGNORE_FURTHER_SECONDS = 2.0
"""Seconds during which further signals are ignored. The program should have ended by then."""
_RAISE_AGAIN_SECONDS = 0.01
"""Seconds until an interrupt is raised again after Python has ignored it."""
_TERMINATION_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
]


class _State:
    """The signal state of the process.

    is_ending  -- whether a signal has already started the shutdown.
    raised_at  -- when KeyboardInterrupt was last raised, in seconds of `time.monotonic`.
    is_pending -- whether a signal is waiting for the end of a `defer_signals` block.
    deferrals  -- the number of `defer_signals` blocks that the main thread is in.
    """

    is_ending = is_pending = False
    raised_at = 0.0
    deferrals = 0


def _raise_once(signum: int, frame: object) -> None:
    """Raise KeyboardInterrupt, or postpone it until the end of a `defer_signals` block.

    Do nothing if KeyboardInterrupt was raised less than `_IGNORE_FURTHER_SECONDS` seconds ago.
    """
    now = time.monotonic()
    if _State.deferrals:
        _State.is_pending = True
    elif not _State.is_ending or now - _State.raised_at > _IGNORE_FURTHER_SECONDS:
        _State.is_ending, _State.raised_at = True, now
        raise KeyboardInterrupt


def _raise_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Raise an interrupt again if it occurred in a finalizer, where Python ignores exceptions."""
    is_interrupt = isinstance(unraisable.exc_value, KeyboardInterrupt)
    if is_interrupt and hasattr(signal, "setitimer") and current_thread() is main_thread():
        _State.is_ending = False
        signal.signal(signal.SIGALRM, _raise_once)
        signal.setitimer(signal.ITIMER_REAL, _RAISE_AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(unraisable)


@contextmanager
def interrupt_on_termination() -> Iterator[None]:
    """Raise KeyboardInterrupt on the first termination signal within the block.

    Signals that were ignored before, as under nohup, remain ignored. After an interrupt the handlers remain
    installed, so that nothing disturbs the shutdown.
    """
    _State.is_ending = _State.is_pending = False
    before = {
        number: signal.signal(number, _raise_once)
        for number in _TERMINATION_SIGNALS
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
    """Ignore the termination signals from now on, so that the program ends with its own exit status."""
    if current_thread() is main_thread():
        for number in _TERMINATION_SIGNALS:
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def defer_signals() -> Iterator[None]:
    """Defer the signals of `interrupt_on_termination` until the end of the block.

    This has no effect in threads other than the main thread, because signals do not interrupt them. Blocks
    may be nested.
    """
    counts = current_thread() is main_thread()
    _State.deferrals += counts
    try:
        yield
    finally:
        _State.deferrals -= counts
        if counts and not _State.deferrals and _State.is_pending:
            _State.is_pending = False
            _raise_once(0, None)
