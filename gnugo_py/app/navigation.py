"""What leads where: every way from one mode to another, on one page.

A mode imports no other mode, except the one that it extends.  It calls a function of this module, which
imports the mode that is opened only then: modes open each other in any order, and most are never needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gnugo_py.app.app import App
    from gnugo_py.app.mode import Mode
    from gnugo_py.games.game import Game
    from gnugo_py.games.position import Position
    from gnugo_py.games.types import Color, Outcome
    from gnugo_py.record.node import Node
    from gnugo_py.storage.resume import OpenedGame
    from gnugo_py.study.exercises import Exercise

# To a game


def menu(app: App) -> None:
    """From the command line and from the result of a game: in the place of everything else."""
    from gnugo_py.app.modes.menu import MenuMode

    app.restart(MenuMode(app))


def new_game(app: App, change: str = "") -> None:
    """From the menu, a game and its result, and the command line: the form; the current game is saved.

    change -- a change in the form, as it is typed there.
    """
    from gnugo_py.app.modes.new_game import NewGameFormMode

    if app.current is not None and app.current.has_content:
        app.save_as()
    app.push(NewGameFormMode(app, change))


def play(app: App, opened: OpenedGame) -> None:
    """From everywhere: a game in the place of the current one; engines that it does not use stop."""
    from gnugo_py.app.modes.play import PlayMode

    app.take_game(opened)
    app.put_game(PlayMode(app, opened.notices))


def saved_games(app: App, words: str = "") -> None:
    """From the menu and from a game: their list, searched for some words, unless there are none."""
    from gnugo_py.app.modes.saved_games import SavedGamesMode

    mode = SavedGamesMode(app, words)
    if mode.read():
        app.push(mode)
    elif app.current is not None:
        app.show_board()


def games_of_file(app: App, titles: Sequence[str], open_number: Callable[[int], None]) -> None:
    """From a review, to choose one of several games."""
    from gnugo_py.app.modes.saved_games import GamesInFile

    app.push(GamesInFile(app, titles, open_number))


# Within a game


def engine_failed(app: App, reason: str) -> None:
    """From a game: what to do now."""
    from gnugo_py.app.modes.engine_questions import EngineFailed

    app.push(EngineFailed(app, reason))


def setup(
    app: App,
    base: Position,
    play: Callable[[Position], None],
    keep: Callable[[Position], None] | None = None,
) -> None:
    """From a game and from a review, which can keep the position."""
    from gnugo_py.app.modes.setup import SetupMode

    app.push(SetupMode(app, base, play, keep))


def count(app: App) -> None:
    """From a game, when play has stopped."""
    from gnugo_py.app.modes.count import CountMode

    app.push(CountMode(app))


def finished_game(app: App, outcome: Outcome) -> None:
    """From a game that was over when it was opened."""
    from gnugo_py.app.modes.count import show_finished_game

    show_finished_game(app, outcome)


def end_of_game(app: App, count_lines: tuple[str, ...] = ()) -> None:
    """From a game and from its count: save it, report where, and show the result; plain mode goes up."""
    app.save_as()
    if app.has_screen:
        result(app, count_lines)
    else:
        app.leave_game()


def result(app: App, count_lines: tuple[str, ...]) -> None:
    """From a finished game, on a screen."""
    from gnugo_py.app.modes.result import ResultMode

    app.push(ResultMode(app, count_lines))


# To study


def review_of_current_game(app: App) -> None:
    """From a game and from its result."""
    from gnugo_py.app.modes import review

    app.push(review.review_of_current_game(app))


def review_of_largest_mistake(mode: Mode) -> None:
    """From a game."""
    from gnugo_py.app.modes.review import review_largest_mistake

    review_largest_mistake(mode)


def review_of_saved_game(app: App, name: str) -> None:
    """From the menu."""
    from gnugo_py.app.modes.review import review_file
    from gnugo_py.storage.review_file import ReviewFile

    content = app.store.read_game_content(name) or b""
    review_file(app, content, ReviewFile(app.store, app.store.path(name), content))


def pasted_game(app: App, text: str) -> None:
    """From everywhere: a game that a person pastes, of which this is the first line, or all of it."""
    from gnugo_py.app.modes.pasted_game import PastedGameMode

    app.push(PastedGameMode(app, text))


def review_of_pasted_game(app: App, text: str) -> None:
    """From everywhere."""
    from gnugo_py.app.modes.review import review_file
    from gnugo_py.record.encodings import convert_to_utf_8
    from gnugo_py.storage.review_file import ReviewFile

    content = convert_to_utf_8(text.encode("utf-8", "replace"), "utf-8")
    review_file(app, content, ReviewFile(app.store, None, content))


def train(app: App, exercises: Sequence[Exercise]) -> None:
    """From everything that finds exercises, such as the report and the analysis of a game."""
    from gnugo_py.app.modes.train import TrainMode

    app.push(TrainMode(app, exercises))


def train_on_saved_game(app: App, name: str) -> None:
    """From the menu."""
    from gnugo_py.app.modes.train import train_on_file

    train_on_file(app, app.store.read_game_content(name) or b"", None, None, None)


def guess(app: App, nodes: Sequence[Node], color: Color | None, title: str) -> None:
    """From a review."""
    from gnugo_py.app.modes.guess import guess_in_line

    guess_in_line(app, nodes, color, title)


def lesson(app: App, name: str = "") -> None:
    """From the menu, the form, a game and a review; without a name, the first one not completed."""
    from gnugo_py.app.modes.lesson import open_lesson

    open_lesson(app, name)


def problems(app: App) -> None:
    """From a lesson and the page of problems: those that are due again, then those of the program."""
    from gnugo_py.app.modes.problems import open_problems, problems_to_try

    open_problems(app, problems_to_try(app))


def problem_page(app: App) -> None:
    """From the menu and from the command line: the person chooses which."""
    from gnugo_py.app.modes.problem_page import ProblemPageMode

    app.push(ProblemPageMode(app))


def problems_of_files(app: App, files: Sequence[str]) -> None:
    """From the page of problems."""
    from gnugo_py.app.modes.problems import open_problems
    from gnugo_py.app.problem_files import ProblemCollection

    open_problems(app, ProblemCollection(files))


def problem_race(app: App) -> None:
    """From the page of problems and from the command line."""
    from gnugo_py.app.modes.problem_race import RaceMode

    app.push(RaceMode(app))


def problem_of_the_day(app: App) -> None:
    """From the page of problems and from the command line."""
    from gnugo_py.app.modes.problem_race import ProblemOfTheDayMode

    app.push(ProblemOfTheDayMode(app))


def report(app: App, game: Game) -> None:
    """From the menu."""
    from gnugo_py.app.modes.report import ReportMode

    app.push(ReportMode(app, game))
