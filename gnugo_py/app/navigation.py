"""What leads where: every way from one mode to another, on one page.

A mode imports no other mode, except the one that it extends.  It calls a function of this module, which
imports the mode that is opened only then: modes open each other in any order, and most are never needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from gnugo_py.app.app import App
    from gnugo_py.app.line_analysis import LineAnalysis
    from gnugo_py.games.game import Game
    from gnugo_py.games.position import Position
    from gnugo_py.games.types import Color
    from gnugo_py.record.node import Node
    from gnugo_py.storage.resume import OpenedGame
    from gnugo_py.storage.review_file import ReviewFile
    from gnugo_py.study.exercises import Exercise
    from gnugo_py.study.losses import MoveLoss

    _Act: TypeAlias = Callable[[Position], None]


def menu(app: App) -> None:
    """From the command line and from the result of a game: in the place of everything else."""
    from gnugo_py.app.modes.menu import MenuMode

    app.restart(MenuMode(app))


def new_game(app: App, change: str = "") -> None:
    """From the menu, a game, its result and the command line: the form, after a typed change."""
    from gnugo_py.app.modes.new_game import NewGameFormMode

    app.save_and_report()
    app.push(NewGameFormMode(app, change))


def play(app: App, opened: OpenedGame) -> None:
    """From everywhere: a game in the place of the current one."""
    from gnugo_py.app.modes.play import PlayMode

    app.take_game(opened)
    app.put_game(PlayMode(app, opened.notices))


def saved_games(app: App, words: str = "") -> None:
    """From the menu and from a game: their list, searched for some words, unless there are none."""
    from gnugo_py.app.modes.saved_games import open_saved_games

    open_saved_games(app, words)


def engine_failed(app: App, reason: str) -> None:
    """From a game: what to do now."""
    from gnugo_py.app.modes.engine_failed import EngineFailed

    app.push(EngineFailed(app, reason))


def setup(app: App, base: Position, play: _Act, keep: _Act | None = None) -> None:
    """From a game and from a review, which can keep the position."""
    from gnugo_py.app.modes.setup import SetupMode

    app.push(SetupMode(app, base, play, keep))


def count(app: App) -> None:
    """From a game, when play has stopped."""
    from gnugo_py.app.modes.count import CountMode

    app.push(CountMode(app))


def result(app: App, count_lines: tuple[str, ...] = ()) -> None:
    """From a finished game and from its count; in plain mode, one level up."""
    from gnugo_py.app.modes.result import ResultMode

    if app.has_screen:
        app.push(ResultMode(app, count_lines))
    else:
        app.leave_game()


def review(app: App, content: bytes, place: ReviewFile) -> None:
    """From the menu, and from everywhere for a pasted game."""
    from gnugo_py.app.modes.review import review_file

    review_file(app, content, place)


def review_of_current_game(app: App, mistake: tuple[LineAnalysis, MoveLoss] | None = None) -> None:
    """From a game, at its largest mistake, too, and from its result."""
    from gnugo_py.app.modes.review import review_current_game

    review_current_game(app, mistake)


def train(app: App, exercises: Sequence[Exercise]) -> None:
    """From everything that finds exercises, such as the report and the analysis of a game."""
    from gnugo_py.app.modes.train import TrainMode

    app.push(TrainMode(app, exercises))


def train_on_game(app: App, content: bytes) -> None:
    """From the menu."""
    from gnugo_py.app.modes.train import train_on_file

    train_on_file(app, content)


def guess(app: App, nodes: Sequence[Node], color: Color | None, title: str) -> None:
    """From a review."""
    from gnugo_py.app.modes.guess import guess_in_line

    guess_in_line(app, nodes, color, title)


def lesson(app: App, name: str = "", game: Game | None = None) -> None:
    """From the menu, the form, a game and a review; without a name, the first one of a game not completed."""
    from gnugo_py.app.modes.lesson import open_lesson

    open_lesson(app, name, game)


def problems(app: App) -> None:
    """From a lesson: those that are due again, then those of the program."""
    from gnugo_py.app.modes.problems import open_problems, problems_to_try

    open_problems(app, problems_to_try(app))


def problem_page(app: App) -> None:
    """From the menu: the person chooses which."""
    from gnugo_py.app.modes.problem_page import ProblemPageMode

    app.push(ProblemPageMode(app))


def report(app: App, game: Game) -> None:
    """From the menu."""
    from gnugo_py.app.modes.report import ReportMode

    app.push(ReportMode(app, game))
