"""The loop of the screen: ticks between keys, lines typed ahead, and engines that stop late."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnugo_py.app.application import Application, review_phase
from gnugo_py.app.application_factory import ApplicationFactory
from gnugo_py.app.opponents import EngineFactory
from gnugo_py.app.phases.base import confirm_then_act
from gnugo_py.app.services import Services
from gnugo_py.core.types import Color, Move
from gnugo_py.engines.engine import Decision
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.engine_worker import InterruptedEngines
from gnugo_py.tui.form import StartScreenCallbacks
from gnugo_py.tui.interface import CursesInterface
from gnugo_py.tui.layout import Frame
from gnugo_py.tui.session_screen import SessionScreen
from tests.support.application import Talk, pairs
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS


class KeyWindow:
    """A window of 80x24 whose keys come from a list; a function in the list is called instead of a key.

    frames -- the frames shown.
    """

    def __init__(self, *keys: str | Callable[[], object], pause: float = 0.0) -> None:
        self._keys, self._pause = list(keys), pause
        self.frames: list[Frame] = []

    def key(self, seconds: float | None, is_due: Callable[[], bool]) -> str:
        time.sleep(self._pause)
        while self._keys and callable(self._keys[0]):
            self._keys.pop(0)()  # type: ignore[operator]
        if self._keys:
            return str(self._keys.pop(0))
        end = time.monotonic() + (0.2 if seconds is None else seconds)
        while time.monotonic() < end and not is_due():
            time.sleep(0.005)
        if seconds is None:
            raise KeyboardInterrupt
        return ""

    def width_and_height(self) -> tuple[int, int]:
        return 80, 24

    def show_frame(self, frame: Frame) -> None:
        self.frames.append(frame)

    def has_waiting_key(self) -> bool:
        return False

    def is_key_alone(self) -> bool:
        return True

    def __getattr__(self, _: str) -> Callable[..., Any]:
        return lambda *arguments: None

    @property
    def text(self) -> str:
        """The text of the last frame."""
        return "\n".join(span.text for span in self.frames[-1].spans)


def run(window: KeyWindow, app: Application) -> None:
    """Run an application in a window until its keys are used up."""
    nothing: Any = lambda *_: ()  # noqa: E731 -- stands for six functions
    setup = StartScreenCallbacks(nothing, nothing, nothing, nothing, app, nothing, nothing, nothing)
    shown: Any = window
    with pytest.raises(KeyboardInterrupt):
        CursesInterface(shown, setup, DisplaySettings(), []).run()


def session_screen(app: Application) -> SessionScreen:
    """Return the screen of an application in a window without keys."""
    window: Any = KeyWindow()
    screen = SessionScreen(window, app, DisplaySettings(), (), InterruptedEngines())
    screen.begin()
    return screen


class Slow(Scripted):
    """An engine that moves when it is allowed to, or a while after an interruption."""

    def __init__(self, *moves: Move) -> None:
        super().__init__(*moves, name="Slow")
        self.may_move = threading.Event()

    def choose(self, position: Any, memory: Any) -> Decision[Any]:
        self.may_move.wait(10)
        return super().choose(position, memory)

    def interrupt(self) -> None:
        threading.Timer(0.3, self.may_move.set).start()


def against(engine: Slow) -> Application:
    """Return a game of the toy game in which Black, a person, is to move."""
    return Talk().begun(pairs(players={Color.WHITE: engine})).here


def test_keys_in_quick_succession_do_not_hide_the_progress_of_an_engine() -> None:
    engine, shown = Slow(pair("c1 c2")), list[str]()

    def look() -> None:
        shown.append(window.text)

    window: KeyWindow = KeyWindow(*"a1 b1", "ENTER", *["LEFT"] * 60, look, engine.may_move.set, pause=0.02)
    run(window, against(engine))
    assert "is thinking" in shown[0]
    assert "thinking, 0 s" not in shown[0]


def test_while_an_engine_thinks_nobody_is_asked_for_a_move() -> None:
    engine = Slow(pair("c1 c2"))
    screen = session_screen(against(engine))
    for key in (*"a1 b1", "ENTER"):
        screen.on_key(key)
    spans = screen.make_frame(80, 24).spans
    engine.may_move.set()
    assert any("is thinking" in span.text for span in spans)


def test_keys_typed_while_an_interrupted_engine_stops_are_read_afterwards() -> None:
    engine = Slow(pair("c1 c2"))
    window = KeyWindow(*"a1 b1", "ENTER", *"undo", "ENTER", "ESCAPE", *"xyz")
    app = against(engine)
    run(window, app)
    assert any("Slow is stopping" in span.text for frame in window.frames for span in frame.spans)
    assert "xyz" in window.text
    assert len(app.required_session.turns) == 1


def test_a_line_typed_ahead_waits_until_the_list_of_saved_games_is_left(tmp_path: Path) -> None:
    services = Services(tmp_path, EngineFactory(), has_screen=True)
    app = ApplicationFactory(services, "hex").start_from_form({"size": 5, "opponent": "human"})
    app.submit_line("a1")
    screen = session_screen(app)
    screen._type_ahead.extend(["games", "b2"])
    screen.on_key("LEFT")
    assert len(app.required_session.turns) == 2
    screen.on_key("ESCAPE")
    assert len(app.required_session.turns) == 3


def test_an_arrow_key_does_not_answer_a_question_in_a_review() -> None:
    talk = Talk(confirms=True)
    session = pairs("a1 b1", "c1 c2")
    talk.begun(session)
    assert PAIRS.has_count is False
    context = talk.here._context
    review = review_phase(context, talk.services.review_of(session), talk.here._phase)
    talk.here._enter(confirm_then_act(context, "Leave", lambda: review, review))
    window = KeyWindow("LEFT", "LEFT", "ESCAPE")
    run(window, talk.here)
    assert not any("type y or n" in span.text for frame in window.frames for span in frame.spans)


def test_what_an_analyst_reports_is_shown_without_a_key(tmp_path: Path) -> None:
    services = Services(tmp_path, EngineFactory(), has_screen=True)
    app = ApplicationFactory(services, "hex").start_from_form({"size": 5, "opponent": "human"})
    screen = session_screen(app)
    services.problems.append("Waiting for the analyst to start (up to 60 seconds)")
    screen.on_tick()
    assert any("Waiting for the analyst to start" in span.text for span in screen.make_frame(80, 24).spans)
