"""Tests of signals that arrive while a game is saved."""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from gnugo_py.record.tree import Tree
from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.signals import defer_signals, interrupt_on_termination
from tests.support.autosave import Kept
from tests.support.sgf_files import game, on, vertices

INTERRUPTS = 500
HOOK = sys.unraisablehook
VERTICES = [f"{column}{row}" for row in range(1, 10, 2) for column in "ACEGJ"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")


@contextmanager
def interrupted_after(seconds: float, number: int) -> Iterator[Event]:
    """Send a signal to this process after some seconds; the block must run until it was sent."""
    sent = Event()

    def send() -> None:
        time.sleep(seconds)
        os.kill(os.getpid(), number)
        sent.set()

    thread = Thread(target=send)
    thread.start()
    try:
        yield sent
    finally:
        thread.join()


@contextmanager
def raising() -> Iterator[None]:
    """Raise KeyboardInterrupt at once for each signal, even during a save."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, interrupt) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # files are closed late
def test_interrupts_during_saves_never_create_a_second_file(tmp_path: Path) -> None:
    kept, rng, opened = Kept(tmp_path), random.Random(1), game("B2")
    kept.autosave.save_as(opened.tree, "x")
    started = time.perf_counter()
    kept.autosave.write(opened.tree)
    duration = time.perf_counter() - started
    hits = 0
    with raising():
        for number in range(2 * INTERRUPTS):
            if hits == INTERRUPTS:  # Python ignores signals that arrive while an object is deleted
                break
            if number % len(VERTICES) == 0:
                opened = game("B2")
            on(opened, VERTICES[number % len(VERTICES)])
            chosen = rng.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
            try:
                with interrupted_after(rng.random() * duration, chosen) as sent:
                    while not sent.is_set():
                        kept.autosave.write(opened.tree)
                    kept.autosave.write(opened.tree)
            except KeyboardInterrupt:
                hits += 1
            assert kept.autosave.write(opened.tree) == ""
    assert (hits, kept.names()) == (INTERRUPTS, ["x"])
    assert kept.moves("x") == vertices(opened)
    kept.autosave.release_lock()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_waits_for_the_end_of_a_save(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    autosave, opened = Autosave(SaveStore(tmp_path)), game("C3")
    write = Tree.write

    def written(tree: Tree, saved: datetime | None = None) -> bytes:
        os.kill(os.getpid(), number)
        time.sleep(0.01)
        return write(tree, saved)

    monkeypatch.setattr(Tree, "write", written)
    with pytest.raises(KeyboardInterrupt), interrupt_on_termination():
        autosave.save_as(opened.tree, "x")
    assert (tmp_path / "x.sgf").exists()
    autosave.release_lock()
    restore()


def test_only_the_first_signal_interrupts() -> None:
    with suppress(KeyboardInterrupt), interrupt_on_termination():
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(1)
        finally:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
                os.kill(os.getpid(), number)
            time.sleep(0.01)
            ended = "the end was not disturbed"
    assert ended == "the end was not disturbed"
    restore()


class Removed:
    """An object that sends a signal while it is deleted, where Python ignores exceptions."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_ignores_is_repeated() -> None:
    alarm = signal.getsignal(signal.SIGALRM)
    with pytest.raises(KeyboardInterrupt), interrupt_on_termination():
        remove_something_and_wait()
    signal.signal(signal.SIGALRM, alarm)
    restore()


def remove_something_and_wait() -> None:
    one = Removed()
    del one
    time.sleep(5)
    pytest.fail("the interrupt was lost")


def test_deferrals_may_be_nested() -> None:
    steps = []

    def nested() -> None:
        with defer_signals():
            with defer_signals():
                os.kill(os.getpid(), signal.SIGTERM)
                steps.append("inner")
            steps.append("outer")
        steps.append("after")

    with pytest.raises(KeyboardInterrupt), interrupt_on_termination():
        nested()
    assert steps == ["inner", "outer"]
    restore()


def restore() -> None:
    """Restore the signal handlers for the test runner."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = HOOK
