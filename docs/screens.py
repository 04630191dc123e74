"""The screens in the documents and the pictures of the README: `python docs/screens.py` updates them.

A test generates them again and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from docs.screen_pictures import write_pictures
from gnugo_py.analysis.analyst import BuiltInAnalyst
from gnugo_py.analysis.background import BackgroundAnalysis
from gnugo_py.analysis.game_analysis import GameAnalysis
from gnugo_py.app.application import Application
from gnugo_py.app.context import Services
from gnugo_py.app.review_factory import ReviewFactory
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color
from gnugo_py.engines.classic.factory import classic_engine
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.games.go.game import GO
from gnugo_py.play.game_tree import Review
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.reader import read_record
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.tui.keys import press
from gnugo_py.tui.layout import Frame, draw_frame
from gnugo_py.tui.state import State, state_from_view, with_events

EXAMPLE = Path(__file__).parent / "example.sgf"
PAGES = [Path(__file__).parent.parent / "README.md", *sorted(Path(__file__).parent.glob("*.md"))]
ENGINE = classic_engine(1989, None)
BLOCK = re.compile(r"(<!-- screen: (\w+) -->\n```\n).*?(```\n)", re.DOTALL)


def conversation(size: int, handicap: int) -> Application:
    """Return a game against the classic engine in which you have Black."""

    def begin(options: object) -> Session:
        del options
        return Session.start(GO, {Color.WHITE: ENGINE}, GO.start({"size": size, "handicap": handicap}))

    def no_game(name: str) -> Session:
        raise ValueError(name)

    return Application(services(begin, no_game), {"size": size, "handicap": handicap, "side": Color.BLACK})


def services(begin: Callable[[object], Session], no_game: Callable[[str], Session]) -> Services:
    """Return services that save nothing."""

    def nothing(*_: object) -> str:
        return ""

    def adviser(game: Game, level: int) -> Engine:
        return SearchEngine(game, level)

    def default_opponent(game: Game, position: Position) -> Engine:
        return ENGINE

    def story(session: Session) -> Review:
        raise NotImplementedError

    def analysis(game: Game, positions: Sequence[Position]) -> BackgroundAnalysis:
        return BackgroundAnalysis(GameAnalysis(positions), BuiltInAnalyst(game))

    made = Services(
        GO, begin, nothing, nothing, nothing, no_game, adviser, default_opponent, story, True, True
    )
    return made._replace(analysis=analysis)


def reviewed() -> Application:
    """Return a review of a game with a variation."""
    library = ReviewFactory(SaveStore(Path("nowhere")), lambda game, side: {}, lambda: None)
    review = library.of_file(COMMENTED.encode())
    session = Session.start(GO, {}, GO.start({}))
    return Application(services(lambda _: session, lambda _: session), {}, review=review)


def as_text(frame: Frame, width: int, height: int) -> str:
    """Return a screen as lines of text, without colors."""
    lines = [[" "] * width for _ in range(height)]
    for span in frame.spans:
        lines[span.row][span.column : span.column + len(span.text)] = span.text
    return "\n".join("".join(line).rstrip() for line in lines)


def screen(app: Application, lines: str, width: int, height: int, keys: str = "") -> str:
    """Return the screen after some lines, separated by `; `, and then some keys."""
    state = State()
    for line in ["", *lines.split("; ")]:
        if line:
            app.submit(line)
        while app.task is not None:
            app.run_task()
        state = state_from_view(with_events(state._replace(overlay=()), app.take_events()), app)
    for key in keys.split():
        state, _ = press(state, key)
    return as_text(draw_frame(state, width, height), width, height)


def two_people(name: str, size: int) -> Application:
    """Return a game for two people."""
    game = GAMES[name].load()
    session = Session.start(game, {}, game.start({"size": size}))
    return Application(services(lambda _: session, lambda _: session), {}, session)


def finished_game() -> Application:
    """Return the game of docs/example.sgf at its count."""
    positions = GO.sgf_codec.replay_with_rules(
        read_record(EXAMPLE).positions, {"size": 9, "rules": "japanese"}
    )
    turns = [Turn(position, (None, ENGINE.initial_memory())) for position in positions]
    session = Session(GO, {Color.WHITE: ENGINE}, turns)
    return Application(services(lambda _: session, lambda _: session), {}, session)


COMMENTED = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[B+R];B[ee];W[gc];B[cc];W[cg]
(;B[gg]C[Both sides build.];W[eg];B[ef];W[fg];B[gf];W[dg];B[fc];W[fb];B[ec];W[gb];B[gd];W[hd];B[hc];W[he])
(;B[dg];W[dh];B[eg];W[cf]))"""
SCREENS: dict[str, Callable[[], str]] = {
    "hex": lambda: screen(two_people("hex", 11), "c2; g5; e7; h3; f6", 80, 16),
    "tanbo": lambda: screen(two_people("tanbo", 9), "c2; b7; d2; c8; e5; d3; b6", 80, 13),
    "amazons": lambda: screen(two_people("amazons", 10), "d1-d7/g7; a7-d4/a7; j4", 80, 14),
    "large": lambda: screen(conversation(9, 0), "e5; c6; g6", 80, 24),
    "review": lambda: screen(reviewed(), "next mistake; goto 4", 80, 24),
    "count": lambda: screen(finished_game(), "y", 80, 16),
}


def with_screens(text: str) -> str:
    """Return a text with the screens that it names updated."""
    return BLOCK.sub(lambda found: f"{found[1]}{SCREENS[found[2]]()}\n{found[3]}", text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(with_screens(page.read_text(encoding="utf-8")), encoding="utf-8")
    write_pictures()
