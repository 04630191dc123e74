"""How many modules and functions of the package a step passes through, and how often it changes package.

    python -m benchmarks.paths [LEVEL]

LEVEL is that of the hint (default 9).
Four steps are measured: a move in plain mode, a hint in a plain review, a move on the screen against the
classic engine, and `genmove` over GTP.  A step lasts from the moment an input has been read to the next
request for input.  Only functions of the package count, without lambdas and comprehensions; a switch is two
consecutive calls in different packages below `gnugo_py`.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, redirect_stdout, suppress
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import click

import gnugo_py
from gnugo_py.app.application import Application, ApplicationFactory
from gnugo_py.app.opponents import EngineFactory
from gnugo_py.app.services import Services
from gnugo_py.cli.main import gnugo_py_command
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.curses_window import MouseEvent, Window
from gnugo_py.tui.form import StartScreenCallbacks
from gnugo_py.tui.interface import CursesInterface
from gnugo_py.tui.layout import Frame

PACKAGE = str(Path(gnugo_py.__file__).parent) + os.sep


class Recorder:
    """Records the calls of package functions between `start` and `stop`, in all threads."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self._is_on = False
        self._names: dict[object, tuple[str, str] | None] = {}

    def install(self) -> None:
        """Begin to watch all threads."""
        threading.setprofile(self._on_event)
        sys.setprofile(self._on_event)

    def uninstall(self) -> None:
        """Watch no longer."""
        sys.setprofile(None)
        threading.setprofile(None)

    def start(self) -> None:
        """Record from now on, and forget what was recorded before."""
        self.calls.clear()
        self._is_on = True

    def stop(self) -> None:
        """Stop recording."""
        self._is_on = False

    def summary(self) -> str:
        """Return the numbers of modules, functions and switches."""
        packages = [module.partition("/")[0] for module, _ in self.calls]
        switches = sum(1 for one, two in pairwise(packages) if one != two)
        modules = {module for module, _ in self.calls}
        return f"{len(modules):>4} modules {len(set(self.calls)):>4} functions {switches:>4} switches"

    def _on_event(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and self._is_on:
            name = self._name(frame)
            if name is not None:
                self.calls.append(name)

    def _name(self, frame: FrameType) -> tuple[str, str] | None:
        code = frame.f_code
        if code not in self._names:
            is_ours = code.co_filename.startswith(PACKAGE) and not code.co_name.startswith("<")
            module = code.co_filename.removeprefix(PACKAGE)
            self._names[code] = (module, f"{code.co_name}:{code.co_firstlineno}") if is_ours else None
        return self._names[code]


class Lines(io.StringIO):
    """Standard input that starts the recorder after one of its lines, and stops it at the next request."""

    def __init__(self, lines: list[str], number: int, recorder: Recorder) -> None:
        super().__init__()
        self._lines, self._number, self._recorder = lines, number, recorder
        self._read = 0

    def readline(self, _: int | None = -1) -> str:  # type: ignore[override]
        """Return the next line, or an empty string at the end."""
        self._recorder.stop()
        self._recorder.uninstall()
        self._read += 1
        if self._read == self._number:
            self._recorder.install()
            self._recorder.start()
        if self._read > self._number:
            self._number = sys.maxsize
        return self._lines.pop(0) if self._lines else ""

    def isatty(self) -> bool:
        """Return False."""
        return False


def plain(arguments: list[str], lines: list[str], number: int) -> str:
    """Return the summary of what follows the line with a number, from 1, of a command in plain mode."""
    recorder, stdin = Recorder(), sys.stdin
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        sys.stdin = Lines([f"{line}\n" for line in lines], number, recorder)
        try:
            with redirect_stdout(io.StringIO()), suppress(SystemExit, click.exceptions.Exit):
                gnugo_py_command.main([*arguments, "--saves", folder], standalone_mode=False)
        finally:
            sys.stdin = stdin
            recorder.uninstall()
    return recorder.summary()


def typed_move() -> str:
    """Measure the second move of a game between two people on 9x9."""
    arguments = ["play", "--plain", "--new", "--opponent", "human", "--size", "9", "--handicap", "0"]
    return plain(arguments, ["E5", "C3", "quit", "y"], 2)


def review_hint(level: int) -> str:
    """Measure the second hint at a level in the review of a game of 200 moves on 19x19."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.sgf")
        path.write_text(_long_game(200))
        return plain(
            ["review", "--plain", str(path)], ["goto 100", f"hint {level}", f"hint {level}", "quit"], 3
        )


def _long_game(moves: int) -> str:
    """Return the SGF of a game in which the stones fill every other line of the board."""
    points = [f"{chr(97 + column)}{chr(97 + row)}" for row in range(0, 19, 2) for column in range(19)]
    text = "".join(f";{'BW'[number % 2]}[{point}]" for number, point in enumerate(points))
    more = [f"{chr(97 + column)}{chr(97 + row)}" for row in range(1, 19, 4) for column in range(0, 19, 2)]
    text += "".join(f";{'BW'[number % 2]}[{point}]" for number, point in enumerate(more))
    nodes = text.split(";")[1 : moves + 1]
    return f"(;FF[4]GM[1]SZ[19]KM[6.5];{';'.join(nodes)})"


def genmove() -> str:
    """Measure the second `genmove` of the classic engine over GTP."""
    from gnugo_py.engines.classic.engine import classic_engine
    from gnugo_py.games.go.game import GO
    from gnugo_py.record.cursor import Cursor
    from gnugo_py.record.engine_moves import choose_move, new_game, play_decision

    recorder = Recorder()
    engine = classic_engine(1, None)
    cursor = Cursor(new_game(GO.start({"size": 19}), dict.fromkeys(gnugo_py.Color, engine)))
    for _ in range(2):
        play_decision(cursor, engine, choose_move(cursor.node, engine))
    recorder.install()
    recorder.start()
    play_decision(cursor, engine, choose_move(cursor.node, engine))
    recorder.stop()
    recorder.uninstall()
    return recorder.summary()


class ScriptedWindow(Window):
    """A window of 80x24 whose keys are given; it measures from the reading of one key to the next request."""

    def __init__(self, keys: list[str], number: int, recorder: Recorder) -> None:
        self._keys, self._number, self._recorder = keys, number, recorder
        self._read = 0

    def key(self, seconds: float | None, is_due: Callable[[], bool]) -> str:
        """Return the next key; an empty string as long as an engine is at work."""
        if seconds is not None:
            time.sleep(0.01)
            return ""
        self._recorder.stop()
        self._recorder.uninstall()
        self._read += 1
        if self._read == self._number:
            self._recorder.install()
            self._recorder.start()
        if not self._keys:
            raise KeyboardInterrupt
        return self._keys.pop(0)

    def width_and_height(self) -> tuple[int, int]:
        """Return the width and the height."""
        return 80, 24

    def is_key_alone(self) -> bool:
        """Return True."""
        return True

    def has_waiting_key(self) -> bool:
        """Return False."""
        return False

    def pasted_text(self) -> str:
        """Return an empty string."""
        return ""

    def clicks(self) -> list[MouseEvent]:
        """Return no clicks."""
        return []

    def show_frame(self, frame: Frame) -> None:
        """Show nothing."""

    def ring(self) -> None:
        """Ring no bell."""

    def apply_display_settings(self, display: DisplaySettings) -> None:
        """Apply nothing."""


def _setup(app: Application) -> StartScreenCallbacks:
    """Return a setup that begins with an application, and has no form."""
    nothing: Any = lambda *_: ()  # noqa: E731 -- stands for six functions
    return StartScreenCallbacks(nothing, nothing, nothing, nothing, app, nothing, nothing, nothing)


def screen_move() -> str:
    """Measure a move on the screen, typed on 19x19, against the classic engine."""
    recorder = Recorder()
    with tempfile.TemporaryDirectory() as folder, closing(EngineFactory()) as engines:
        factory = ApplicationFactory(
            Services(Path(folder), engines, has_screen=True, asks_before_leaving=True)
        )
        app = factory.start_from_form({"size": 19})
        keys = [*"q16", "ENTER", *"d4", "ENTER"]
        interface = CursesInterface(
            ScriptedWindow(keys, len(keys), recorder), _setup(app), DisplaySettings(), []
        )
        with suppress(KeyboardInterrupt):
            interface.run()
        recorder.uninstall()
    return recorder.summary()


def main() -> None:
    """Measure the steps and print the results."""
    level = int(sys.argv[1]) if len(sys.argv) > 1 else MAX_LEVEL
    print(f"a move in plain mode  {typed_move()}")
    print(f"a hint in a review    {review_hint(level)}")
    print(f"a move on the screen  {screen_move()}")
    print(f"genmove               {genmove()}")


if __name__ == "__main__":
    main()
