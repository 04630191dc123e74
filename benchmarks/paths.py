"""How many modules and functions of the package a step passes through, and how often it changes package.

    python -m benchmarks.paths [LEVEL]

LEVEL is that of the hint (default 9).
Seven steps are measured: a move in plain mode, a hint in a plain review, a move on the screen against the
classic engine, a key on the screen that only edits the line, the command `genmove` of the GTP server with the
classic engine and with the search of level 3, and the command `analyze` for a game of four moves.  A step
lasts from the moment an input has been read to the next request for input.  Only functions of the package
count, without lambdas and comprehensions; a switch is two consecutive calls in different packages below
`gnugo_py`.
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
from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.open_games import NewGame, start_game
from gnugo_py.app.players import Engines, Players
from gnugo_py.cli.main import gnugo_py_command
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GO
from gnugo_py.storage.settings import Settings
from gnugo_py.ui.interface import CursesInterface
from tests.support.gtp_server import ServerHere
from tests.support.screen import KeyWindow, keys_of

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


def genmove(engine: Engine, size: int, rules: str) -> str:
    """Measure the third move of an engine that plays against itself in a GTP server."""
    recorder, server = Recorder(), ServerHere(engine, options={"size": size, "rules": rules})
    server("genmove b", "genmove w")
    recorder.install()
    recorder.start()
    server("genmove b")
    recorder.stop()
    recorder.uninstall()
    return recorder.summary()


def analyze() -> str:
    """Measure the whole command `analyze` for a game of four moves on 9x9."""
    recorder = Recorder()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_CACHE_HOME"] = folder
        path = Path(folder, "game.sgf")
        path.write_text("(;FF[4]GM[1]SZ[9]KM[7];B[ee];W[gc];B[cg];W[cc])")
        recorder.install()
        recorder.start()
        with suppress(SystemExit, click.exceptions.Exit):
            gnugo_py_command.main(["analyze", str(path)], standalone_mode=False)
        recorder.stop()
        recorder.uninstall()
    return recorder.summary()


class MeasuringWindow(KeyWindow):
    """A window of 80x24 whose keys are given; it measures from the last of them to the next request."""

    def __init__(self, typed: str, recorder: Recorder) -> None:
        super().__init__(80, 24)
        self._keys.extend(keys_of(typed))
        self._recorder = recorder

    def key(self, seconds: float | None, is_due: Callable[[], bool]) -> str:
        """Return the next key; an empty string when an engine that works meanwhile is done."""
        if seconds is not None:
            while not is_due():
                time.sleep(0.001)
            return ""
        self._recorder.stop()
        self._recorder.uninstall()
        if not self._keys:
            raise KeyboardInterrupt
        key = self._keys.popleft().name
        if not self._keys:
            self._recorder.install()
            self._recorder.start()
        return key


def on_screen(typed: str) -> str:
    """Measure the last key that is typed on the screen in a game against the classic engine on 19x19."""
    recorder = Recorder()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Engines()) as engines,
        App(Path(folder), Players(engines), Settings(), has_screen=True) as app,
    ):
        app.seed = 1
        navigation.play(app, start_game(app, NewGame(GO)))
        with suppress(KeyboardInterrupt):
            CursesInterface(MeasuringWindow(typed, recorder), app, []).run()
        recorder.uninstall()
    return recorder.summary()


def main() -> None:
    """Measure the steps and print the results."""
    level = int(sys.argv[1]) if len(sys.argv) > 1 else MAX_LEVEL
    print("a move in plain mode ", typed_move())
    print("a hint in a review   ", review_hint(level))
    print("a move on the screen ", on_screen("q16\rd4\r"))
    print("a key in the line    ", on_screen("q1"))
    print("genmove, classic     ", genmove(classic_engine(1), 19, "gnugo-1.1"))
    print("genmove, level 3     ", genmove(SearchEngine(GO, 3, 1), 9, "chinese"))
    print("analyze              ", analyze())


if __name__ == "__main__":
    main()
