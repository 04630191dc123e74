"""Every word in every mode: it does something, or is refused with a reason."""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import gnugo_py.app.modes
from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode, yes_or_no
from gnugo_py.app.modes.pasted_game import PastedGameMode
from gnugo_py.app.modes.problem_page import ProblemOfTheDayMode, RaceMode
from gnugo_py.app.modes.problems import open_problems, problems_to_try
from gnugo_py.app.modes.review import review_file
from gnugo_py.app.modes.train import train_on_file
from gnugo_py.app.open_games import NewGame, start_game
from gnugo_py.app.players import Engines, Players, parse_opponent
from gnugo_py.games.go.position import GO
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.storage.settings import Settings
from gnugo_py.study.exercises import Exercise

GAME = b"(;GM[1]FF[4]SZ[5]KM[6.5];B[cc];W[bb];B[cb];W[bc])"
KEYS = (
    "UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "PAGEDOWN", "HOME", "END", "ENTER", "ESCAPE", "TAB", "BACKSPACE",
    "DELETE", "F1", "F2", "F3", "F10", "y", "n", "q", "/", "x", "1", " ", "\x15", "\u56f2",
)  # fmt: skip
OTHER_LINES = (
    "", "y", "n", "b", "e5", "E5 D4", "z99", "0", "1", "2", "99999999999", "discard", "size 9", "level 5",
    "search", "human", "\u56f2", "(;GM[1])",
)  # fmt: skip


def _modes() -> list[type[Mode]]:
    """Return the modes of the program that are not the base of others."""
    names = [f"gnugo_py.app.modes.{each.name}" for each in iter_modules(gnugo_py.app.modes.__path__)]
    modules = [import_module(name) for name in ("gnugo_py.app.mode", "gnugo_py.app.list_mode", *names)]
    found = {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Mode)
    }
    return sorted((each for each in found if not inspect.isabstract(each)), key=lambda each: each.__name__)


def _words() -> list[str]:
    """Return the words of all modes, alone and with an argument."""
    commands = [command for mode in _modes() for command in mode.commands]
    words = sorted({word for each in commands for word in (each.name, *each.aliases)})
    return [*OTHER_LINES, *words, *(f"{word} 1" for word in words), *(f"{word} x y" for word in words)]


def _play(app: App, opponent: str = "human") -> None:
    navigation.play(app, start_game(app, NewGame(GO, {"size": 5}, opponents=(parse_opponent(opponent),))))
    app.submit("c3")


def _count(app: App) -> None:
    _play(app)
    app.submit("stop")
    if app.task is not None:
        app.fail_task(app.task, "it was stopped")


def _engine_failed(app: App) -> None:
    _play(app, "search:1")
    navigation.engine_failed(app, "it has gone")


def _exercise() -> Exercise:
    position = parse_game(GAME).end.position
    return Exercise(position, position.parse_move("a1"), position.parse_move("d4"), 3.0, "mistake", 5, "")


def _guess(app: App) -> None:
    navigation.guess(app, list(parse_game(GAME).main_line()), None, "")


def _result(app: App) -> None:
    _play(app)
    navigation.result(app, ())


def _review(app: App) -> None:
    place = ReviewFile(app.store, app.store.path("reviewed"), GAME)
    review_file(app, GAME, place)


def _games_in_file(app: App) -> None:
    review_file(app, GAME * 2, ReviewFile(app.store, None, GAME * 2))


def _saved_games(app: App) -> None:
    _play(app)
    app.submit("save mine")
    navigation.saved_games(app)


def _setup(app: App) -> None:
    _play(app)
    app.submit("setup")


def _question(app: App) -> None:
    _play(app)
    app.push(yes_or_no(app, "Is it so", lambda: None))


STARTS: dict[str, Callable[[App], object]] = {
    "CountMode": _count,
    "EngineFailed": _engine_failed,
    "GamesInFile": _games_in_file,
    "GuessMode": _guess,
    "LessonMode": navigation.lesson,
    "MenuMode": navigation.menu,
    "NewGameFormMode": navigation.new_game,
    "PastedGameMode": lambda app: app.push(PastedGameMode(app, "(;GM[1]")),
    "PlayMode": _play,
    "ProblemOfTheDayMode": lambda app: app.push(ProblemOfTheDayMode(app)),
    "ProblemPageMode": navigation.problem_page,
    "ProblemsMode": lambda app: open_problems(app, problems_to_try(app)),
    "Question": _question,
    "RaceMode": lambda app: app.push(RaceMode(app)),
    "ReportMode": lambda app: navigation.report(app, GO),
    "ResultMode": _result,
    "ReviewMode": _review,
    "SavedGamesMode": _saved_games,
    "SetupMode": _setup,
    "TrainMode": lambda app: navigation.train(app, [_exercise()]),
    "TrainOnFile": lambda app: train_on_file(app, GAME),
}
"""How each mode is opened."""


class _Opened:
    """A mode that is opened again after each line that leaves it."""

    def __init__(self, folder: Path, name: str, has_screen: bool) -> None:
        self._folder, self._name, self._has_screen, self._engines = folder, name, has_screen, Engines()
        self._apps: list[App] = []
        self.app = self._open()

    def _open(self) -> App:
        folder, players = self._folder / str(len(self._apps)), Players(self._engines)
        app = App(folder, players, Settings(), has_screen=self._has_screen, asks_before_leaving=True)
        self._apps.append(app)
        STARTS[self._name](app)
        assert type(app.mode).__name__ == self._name
        app.new_messages()
        return app

    def try_all(self, act: Callable[[App, str], None], things: list[str]) -> Iterator[str]:
        """Do something with each thing; yield those that have failed, with the error."""
        for thing in things:
            app, mode = self.app, self.app.mode
            try:
                act(app, thing)
                app.screen()
            except Exception as error:
                yield f"{thing!r}: {error!r}"
            app.new_messages()
            if app.is_over or app.mode is not mode or app.task is not mode.request:
                self.app = self._open()

    def close(self) -> None:
        for app in self._apps:
            with app:
                for mode in app.stack:
                    mode.cover()
        self._engines.close()


@pytest.fixture(params=[*((each.__name__, True) for each in _modes()), ("CountMode", False)], ids=str)
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[_Opened]:
    """Each mode, as it is when it has just been opened; without a screen, a count asks first."""
    monkeypatch.chdir(tmp_path)
    mode = _Opened(tmp_path / "saves", *request.param)
    yield mode
    mode.close()


def test_every_word_in_every_mode_does_something_or_is_refused(opened: _Opened) -> None:
    assert list(opened.try_all(App.submit, _words())) == []


def test_every_key_in_every_mode_does_something_or_nothing(opened: _Opened) -> None:
    assert list(opened.try_all(App.press, list(KEYS))) == []
