"""The screens the README shows: `python docs/screens.py` writes them anew.

A test makes them again and compares, so that they stay true.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from gnugo_py.app.application import Conversation
from gnugo_py.app.context import Services
from gnugo_py.app.launcher import read_course
from gnugo_py.app.review_factory import Library
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Side
from gnugo_py.engines.classic.factory import classic_player
from gnugo_py.engines.engine import Player
from gnugo_py.engines.search.engine import SearchPlayer
from gnugo_py.games.go.game import GO
from gnugo_py.play.game_tree import Story
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.reader import read_record
from gnugo_py.storage.save_store import Store
from gnugo_py.tui.keys import press
from gnugo_py.tui.layout import Picture, draw
from gnugo_py.tui.state import State, after_listening, with_outputs

EXAMPLE = Path(__file__).parent / "example.sgf"
README = Path(__file__).parent.parent / "README.md"
ENGINE = classic_player(1989, None)
BLOCK = re.compile(r"(<!-- screen: (\w+) -->\n```\n).*?(```\n)", re.DOTALL)


def conversation(size: int, handicap: int) -> Conversation:
    """A game against the engine, you having Black."""

    def begin(options: object) -> Session:
        del options
        return Session.begin(GO, {Side.WHITE: ENGINE}, GO.start({"size": size, "handicap": handicap}))

    def no_game(name: str) -> Session:
        raise ValueError(name)

    return Conversation(services(begin, no_game), {"size": size, "handicap": handicap, "side": Side.BLACK})


def services(begin: Callable[[object], Session], no_game: Callable[[str], Session]) -> Services:
    """A game that is saved nowhere."""

    def nothing(*_: object) -> str:
        return ""

    def adviser(game: Game, position: Position, level: int | None) -> Player:
        return ENGINE if level is None else SearchPlayer(game, level)

    def story(session: Session) -> Story:
        raise NotImplementedError

    return Services(GO, begin, nothing, nothing, nothing, no_game, adviser, story, True, True)


def reviewed() -> Conversation:
    """A game with a variation, looked through."""
    library = Library(Store(Path("nowhere")), lambda game, side: {}, lambda: None)
    story = library.of_file(COMMENTED.encode())
    session = Session.begin(GO, {}, GO.start({}))
    return Conversation(services(lambda _: session, lambda _: session), {}, story=story)


def lesson() -> Conversation:
    """A lesson, nothing being remembered."""
    course = read_course(None)._replace(done=dict, keep=lambda name, number: None)
    session = Session.begin(GO, {}, GO.start({}))
    taught = services(lambda _: session, lambda _: session)._replace(course=lambda: course)
    return Conversation(taught, {}, lesson="capture")


def as_text(picture: Picture, width: int, height: int) -> str:
    """A screen as lines of text, without the roles."""
    lines = [[" "] * width for _ in range(height)]
    for span in picture.spans:
        lines[span.row][span.column : span.column + len(span.text)] = span.text
    return "\n".join("".join(line).rstrip() for line in lines)


def screen(talk: Conversation, lines: str, width: int, height: int, keys: str = "") -> str:
    """The screen after some lines were typed, and then some keys."""
    state = State()
    for line in ["", *lines.split("; ")]:
        if line:
            talk.answer(line)
        while talk.task is not None:
            talk.think()
        state = after_listening(with_outputs(state._replace(overlay=()), talk.outputs()), talk)
    for key in keys.split():
        state, _ = press(state, key)
    return as_text(draw(state, width, height), width, height)


def two_people(name: str, size: int) -> Conversation:
    """A game for two people."""
    game = CATALOG[name].load()
    session = Session.begin(game, {}, game.start({"size": size}))
    return Conversation(services(lambda _: session, lambda _: session), {}, session)


def finished_game() -> Conversation:
    """The game of docs/example.sgf, at its count."""
    positions = GO.notation.under(read_record(EXAMPLE).positions, {"size": 9, "rules": "japanese"})
    turns = [Turn(position, (None, ENGINE.fresh_memory())) for position in positions]
    session = Session(GO, {Side.WHITE: ENGINE}, turns)
    return Conversation(services(lambda _: session, lambda _: session), {}, session)


COMMENTED = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[B+R];B[ee];W[gc];B[cc];W[cg]
(;B[gg]C[Both sides build.];W[eg];B[ef];W[fg];B[gf];W[dg];B[fc];W[fb];B[ec];W[gb];B[gd];W[hd];B[hc];W[he])
(;B[dg];W[dh];B[eg];W[cf]))"""
SCREENS: dict[str, Callable[[], str]] = {
    "hex": lambda: screen(two_people("hex", 11), "c2; g5; e7; h3; f6", 80, 16),
    "tanbo": lambda: screen(two_people("tanbo", 9), "c2; b7; d2; c8; e5; d3; b6", 80, 13),
    "amazons": lambda: screen(two_people("amazons", 10), "d1-d7/g7; a7-d4/a7; j4", 80, 14),
    "game": lambda: screen(conversation(19, 4), "f3; c10; o17; r10; q6; l17; d14", 80, 24),
    "why": lambda: screen(conversation(9, 0), "e5; c6; g6; why", 80, 16),
    "large": lambda: screen(conversation(9, 0), "e5; c6; g6", 80, 24),
    "lesson": lambda: screen(lesson(), "b2", 80, 18),
    "review": lambda: screen(reviewed(), "graph; goto 4", 80, 20),
    "count": lambda: screen(finished_game(), "y", 80, 16),
}


def with_screens(text: str) -> str:
    """A text with the screens it names drawn anew."""
    return BLOCK.sub(lambda found: f"{found[1]}{SCREENS[found[2]]()}\n{found[3]}", text)


if __name__ == "__main__":
    README.write_text(with_screens(README.read_text(encoding="utf-8")), encoding="utf-8")
