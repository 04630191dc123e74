"""The screens in the documents and the pictures of the README: `python docs/screens.py` updates them.

A test generates them again and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.screen_pictures import write_pictures
from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.modes.review import ReviewMode
from gnugo_py.app.players import Engines, Players
from gnugo_py.app.reviewed_games import read_for_review
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.network_choice import choose_judge
from gnugo_py.games.go.position import GO
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color
from gnugo_py.record.engine_moves import new_game
from gnugo_py.record.sgf_reader import read_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.resume import OpenedGame, import_game
from gnugo_py.storage.settings import Settings
from gnugo_py.ui.keys import Input, press_key
from gnugo_py.ui.layout import Frame, lay_out
from gnugo_py.ui.view import view_of

EXAMPLE = Path(__file__).parent / "example.sgf"
PAGES = [Path(__file__).parent.parent / "README.md", *sorted(Path(__file__).parent.glob("*.md"))]
ENGINE = classic_engine(1989, None)
BLOCK = re.compile(r"(<!-- screen: (\w+) -->\n```\n).*?(```\n)", re.DOTALL)


class UnsavedGames(Autosave):
    """An autosave that writes nothing."""

    def write(self, tree: Tree) -> str:
        """Return an empty message."""
        return ""

    def save_as(self, tree: Tree, name: str | None) -> str:
        """Return an empty message."""
        return ""


def program() -> App:
    """Return a program that saves nothing and gives the same advice each time."""
    app = App(
        Path("nowhere"),
        Players(Engines()),
        Settings(),
        has_screen=True,
        asks_before_leaving=True,
    )
    app.seed = 1989
    app.autosave = UnsavedGames(app.store)
    return app


def playing(tree: Tree, players: Mapping[Color, Engine]) -> App:
    """Return a game at its current node, with some engines."""
    app = program()
    navigation.play(app, OpenedGame(tree, players))
    return app


def conversation(size: int, handicap: int) -> App:
    """Return a game against the classic engine in which you have Black."""
    players = {Color.WHITE: ENGINE}
    return playing(new_game(GO.start({"size": size, "handicap": handicap}), players), players)


def reviewed() -> App:
    """Return a review of a game with a variation."""
    app = program()
    app.push(ReviewMode(app, read_for_review(COMMENTED.encode())))
    return app


def as_text(frame: Frame, width: int, height: int) -> str:
    """Return a screen as lines of text, without colors."""
    lines = [[" "] * width for _ in range(height)]
    for span in frame.spans:
        lines[span.row][span.column : span.column + len(span.text)] = span.text
    return "\n".join("".join(line).rstrip() for line in lines)


def screen(app: App, lines: str, width: int, height: int, keys: str = "") -> str:
    """Return the screen after some lines, separated by `; `, and then some keys."""
    number = 0
    for line in ["", *lines.split("; ")]:
        number = app.screen().number
        app.clear()
        if line:
            app.submit(line)
        while app.task is not None:
            app.run_task()
        app.new_messages()
    shown = app.screen()
    given = Input()
    for key in keys.split():
        given = press_key(shown, given, key).input
    view = view_of(shown, given, shows_captured=shown.number > number)
    return as_text(lay_out(view, width, height).frame(view), width, height)


def two_people(name: str, size: int) -> App:
    """Return a game for two people."""
    game = GAMES[name].load()
    return playing(new_game(game.start({"size": size}), {}), {})


def finished_game() -> App:
    """Return the game of docs/example.sgf at its count."""
    players = {Color.WHITE: ENGINE}
    opened = import_game(read_game(EXAMPLE), {"rules": "japanese"}, players)
    return playing(opened.tree, players)


COMMENTED = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[B+R];B[ee];W[gc];B[cc];W[cg]
(;B[gg]C[Both sides build.];W[eg];B[ef];W[fg];B[gf];W[dg];B[fc];W[fb];B[ec];W[gb];B[gd];W[hd];B[hc];W[he])
(;B[dg];W[dh];B[eg];W[cf]))"""
SCREENS: dict[str, Callable[[], str]] = {
    "hex": lambda: screen(two_people("hex", 11), "c2; g5; e7; h3; f6", 80, 16),
    "tanbo": lambda: screen(two_people("tanbo", 9), "c2; b7; d2; c8; e5; d3; b6", 80, 13),
    "amazons": lambda: screen(two_people("amazons", 10), "d1-d7/g7; a7-d4/a7; j4", 80, 14),
    "large": lambda: screen(conversation(9, 0), "e5; c6; g6", 80, 24),
    "review": lambda: screen(reviewed(), "next mistake; goto 4", 80, 24),
    "count": lambda: screen(finished_game(), "", 80, 16),
}


def with_screens(text: str) -> str:
    """Return a text with the screens that it names updated."""
    return BLOCK.sub(lambda found: f"{found[1]}{SCREENS[found[2]]()}\n{found[3]}", text)


if __name__ == "__main__":
    choose_judge("small")  # as in the tests
    for page in PAGES:
        page.write_text(with_screens(page.read_text(encoding="utf-8")), encoding="utf-8")
    write_pictures()
