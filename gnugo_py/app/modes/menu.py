"""The start menu on a screen, and the first question for a newcomer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import STEPS, Mode
from gnugo_py.app.modes.new_game import first_form, start_easy_game, start_from_values, usual_values
from gnugo_py.app.open_games import recent_games
from gnugo_py.app.players import CLASSIC_ENGINE_GAME
from gnugo_py.app.screen import Menu, Screen
from gnugo_py.app.training import train_on_due_exercises
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.storage.save_store import SavedGame
from gnugo_py.storage.training import current_training_date

_ANSWER, _EASY_GAME = "start", "easy game"
"""The names under which the first answer and the first win are saved among the last choices."""
_EASY_SIZE = 9
_NO_GAMES = "There are no saved games yet. A game is saved after its first move"


class _Entry(NamedTuple):
    """An entry of the menu.

    text    -- what it offers.
    act     -- does that; None if there is nothing to offer now.
    refusal -- why there is nothing, and what to do.
    """

    text: str
    act: Callable[[], None] | None
    refusal: str = ""


class MenuMode(Mode):
    """The start menu, to which the program returns after lessons and training."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._title, self._line = "", 0
        self._entries: Sequence[_Entry] = ()

    def start(self) -> None:
        """Find out what there is to offer."""
        app = self.app
        if app.store.has_games or app.settings.settings.last:
            self._title, self._entries = "gnugo-py", self._menu()
        else:
            self._title, self._entries = "Have you played Go before?", self._first_answers()
        self._line = 0

    def resume(self, left: Mode) -> None:
        self.start()

    def screen(self) -> Screen:
        """Return the menu, with the results of what was just left below it."""
        messages = tuple(each for each in self.app.shown.new if each.kind != "choice")
        return Screen(
            dialog=Menu(self._title, tuple(each.text for each in self._entries), self._line, messages)
        )

    def handle(self, line: str) -> None:
        raise UserError("choose an entry with the arrow keys and Return")

    def press(self, key: str) -> None:
        if key in STEPS:
            self._line = (self._line + STEPS[key]) % len(self._entries)
        elif key in ("ESCAPE", "F10", "q"):
            self.app.pop(self)
        elif key == "ENTER":
            self.choose_line(self._line)
        elif key.isascii() and key.isdigit() and (int(key) or 10) <= len(self._entries):
            self._line = (int(key) or 10) - 1
            self.choose_line(self._line)

    def choose_line(self, line: int) -> None:
        """Do what an entry offers.  Raise UserError if that is not possible."""
        entry = self._entries[line]
        if entry.act is None:
            raise UserError(entry.refusal)
        entry.act()

    def _first_answers(self) -> list[_Entry]:
        return [
            _Entry("No, show me how", lambda: self._remember("lessons", self._open_lessons)),
            _Entry(
                "A little: 9x9 against an easy opponent",
                lambda: self._remember("easy", self._start_easy_game),
            ),
            _Entry("Yes: choose everything", lambda: self._remember("form", self._open_form)),
        ]

    def _remember(self, answer: str, act: Callable[[], None]) -> None:
        self.app.settings.save_choices({_ANSWER: answer})
        act()

    def _menu(self) -> list[_Entry]:
        """Return the entries, each of which has the same number at every start."""
        app, games = self.app, recent_games(self.app)
        return [
            _Entry("New game: choose everything", self._open_form),
            self._quick_game(games),
            self._unfinished([each for each in games if not each.is_finished]),
            _Entry("Lessons", self._open_lessons),
            self._problems(),
            self._training(next(filter(_is_against_engine, games), None)),
            self._last_review(games[:1]),
            _Entry("Saved games: open, search, rename or delete", self._list_games),
            _Entry("Report on all your games of Go", self._report),
            _Entry("Quit", lambda: app.pop(self)),
        ]

    def _quick_game(self, games: Sequence[SavedGame]) -> _Entry:
        """Return the easy game until one was won, then a game with the last settings."""
        settings = self.app.settings
        if _EASY_GAME not in settings.settings.last:
            if not any(map(_is_easy_win, games)):
                return _Entry("Easy game: 9x9 against level 1", self._start_easy_game)
            settings.save_choices({_EASY_GAME: "won"})
        return _Entry(
            "New game with the last settings", lambda: start_from_values(self.app, usual_values(self.app))
        )

    def _unfinished(self, games: Sequence[SavedGame]) -> _Entry:
        if not games:
            return _Entry("Unfinished games: none", None, "There is no unfinished game. Type 1 for a new one")
        more = f", and {len(games) - 1} more" if games[1:] else ""
        text = f"Unfinished games: {games[0].title}{more}"
        return _Entry(text, lambda: navigation.saved_games(self.app, "unfinished"))

    def _problems(self) -> _Entry:
        again = self._due[1]
        text = f"Problems: {again} to try again" if again else "Problems"
        return _Entry(text, lambda: navigation.problems_of_path(self.app))

    def _report(self) -> None:
        game = GAMES[CLASSIC_ENGINE_GAME].load()
        navigation.report(self.app, game)

    def _training(self, last: SavedGame | None) -> _Entry:
        if due := self._due[0]:
            text = f"Train: {pluralize(due, 'position')} to try again"
            return _Entry(text, lambda: train_on_due_exercises(self.app))
        if last is not None:
            return _Entry(f"Train: your last game, {last.title}", lambda: self._train(last.name))
        after = "After a game against the computer, type train to look for better moves"
        return _Entry("Train: nothing to try again today", None, after)

    def _last_review(self, games: Sequence[SavedGame]) -> _Entry:
        if not games:
            return _Entry("Review the last game: none yet", None, _NO_GAMES)
        (last,) = games
        return _Entry(f"Review the last game: {last.title}", lambda: self._review(last.name))

    def _list_games(self) -> None:
        navigation.saved_games(self.app)

    @property
    def _due(self) -> tuple[int, int]:
        """How many missed positions and how many missed problems are due today."""
        store, today = self.app.training_store, current_training_date()
        with suppress(UserError):
            problems = store.problem_records().values()
            return store.number_due(today), sum(each.is_due(today) for each in problems)
        return 0, 0

    def _open_form(self) -> None:
        self.app.push(first_form(self.app, leaving="back"))

    def _open_lessons(self) -> None:
        navigation.lesson(self.app)

    def _start_easy_game(self) -> None:
        start_easy_game(self.app, CLASSIC_ENGINE_GAME, _EASY_SIZE)

    def _review(self, name: str) -> None:
        navigation.review_of_saved_game(self.app, name)

    def _train(self, name: str) -> None:
        navigation.train_on_saved_game(self.app, name)


def _is_against_engine(game: SavedGame) -> bool:
    """Return whether a person has finished this game of Go against an engine."""
    is_go = game.game == CLASSIC_ENGINE_GAME and game.is_finished
    return is_go and (game.black == PERSON_NAME) is not (game.white == PERSON_NAME)


def _is_easy_win(game: SavedGame) -> bool:
    """Return whether a person won a game against the search engine on the board of the easy game."""
    _, is_won = game.result_against_level or (None, False)
    return is_won and game.size == _EASY_SIZE
