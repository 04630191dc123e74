"""The start menu on a screen, and the first question for a newcomer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode, load_mode
from gnugo_py.app.modes.new_game import first_form, start_from_values, usual_values
from gnugo_py.app.new_game_form import GAME_FIELD_NAME, describe_saved_game
from gnugo_py.app.open_games import recent_games, resume_game
from gnugo_py.app.players import CLASSIC_ENGINE_GAME
from gnugo_py.app.screen import Menu, Screen
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.saved_games import SavedGame
from gnugo_py.storage.training import current_training_date

_ANSWER = "start"
"""The name under which the answer to the first question is saved among the last choices."""
_EASY_GAME: Mapping[str, object] = {
    GAME_FIELD_NAME: CLASSIC_ENGINE_GAME,
    "size": 9,
    "handicap": 0,
    "rules": "japanese",
    "komi": None,
    "side": Color.BLACK,
    "opponent": "search:1",
}
"""The choices for a beginner's first game."""


class _Entry(NamedTuple):
    """An entry of the menu: what it offers, and what it does; doing it raises UserError if it cannot."""

    text: str
    act: Callable[[], None]


class MenuMode(Mode):
    """The start menu, to which the program returns after lessons and training."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._title, self._line, self._error = "", 0, ""
        self._entries: Sequence[_Entry] = ()

    def start(self) -> None:
        """Find out what there is to offer."""
        app = self.app
        if app.store.has_games or app.settings.settings.last:
            self._title, self._entries = "gnugo-py", self._menu()
        else:
            self._title, self._entries = "Have you played Go before?", self._first_answers()
        self._line, self._error = 0, ""

    def resume(self, left: Mode) -> None:
        """Offer what there is now."""
        self.start()

    def screen(self) -> Screen:
        """Return the menu."""
        menu = Menu(self._title, tuple(each.text for each in self._entries), self._line, self._error)
        return Screen(dialog=menu)

    def press(self, key: str) -> str | None:
        """Handle a key; no key enters a line."""
        key = {"k": "UP", "j": "DOWN", "TAB": "DOWN"}.get(key, key)
        if key in ("UP", "DOWN"):
            self._line = (self._line + (1 if key == "DOWN" else -1)) % len(self._entries)
            self._error = ""
        elif key in ("ESCAPE", "F10", "q"):
            self.app.pop(self)
        elif key == "ENTER":
            self.choose_line(self._line)
        elif key.isascii() and key.isdigit() and 0 < int(key) <= len(self._entries):
            self._line = int(key) - 1
            self.choose_line(self._line)
        return None

    def choose_line(self, line: int) -> str | None:
        """Do what an entry offers, or show why that is not possible."""
        try:
            self._entries[line].act()
        except UserError as error:
            self._error = f"{error}."
        return None

    def _first_answers(self) -> list[_Entry]:
        return [
            _Entry("No, show me how", lambda: self._remember("lessons", self._open_lessons)),
            _Entry(
                "A little: 9x9 against an easy opponent",
                lambda: self._remember("easy", lambda: start_from_values(self.app, _EASY_GAME)),
            ),
            _Entry("Yes: choose everything", lambda: self._remember("form", self._open_form)),
        ]

    def _remember(self, answer: str, act: Callable[[], None]) -> None:
        self.app.settings.save_choices({_ANSWER: answer})
        act()

    def _menu(self) -> list[_Entry]:
        app, entries = self.app, list[_Entry]()
        games: list[SavedGame] = []
        with suppress(UserError):  # a new game can start even if the folder cannot be read
            games = recent_games(app)
        left = next((each for each in games if not each.is_finished), None)
        if left is not None:
            text = f"Continue {left.name} ({describe_saved_game(left)})"
            entries.append(_Entry(text, lambda: self._resume(left.name)))
        if GAME_FIELD_NAME in app.settings.settings.last:
            entries.append(
                _Entry("New game with the last settings", lambda: start_from_values(app, usual_values(app)))
            )
        entries += [
            _Entry("Another game: choose everything", self._open_form),
            _Entry("Lessons", self._open_lessons),
        ]
        again = self._number_of_problems_due()
        text = f"Problems: {again} to try again" if again else "Problems"
        entries.append(_Entry(text, lambda: app.push(load_mode("open_problems").ProblemPathQuestion(app))))
        due = self._number_due()
        if due:
            text = f"Train: {pluralize(due, 'position')} to try again"
            entries.append(_Entry(text, lambda: load_mode("train").train_on_due_exercises(app)))
        if games:
            text = f"Review {games[0].name} ({describe_saved_game(games[0])})"
            entries += [
                _Entry(text, lambda: self._review(games[0].name)),
                _Entry(
                    "Saved games: open, search, rename or delete",
                    lambda: load_mode("saved_games").list_games(app),
                ),
            ]
        return [*entries, _Entry("Quit", lambda: app.pop(self))]

    def _number_due(self) -> int:
        """Return the number of missed positions that are due today."""
        with suppress(UserError):
            return self.app.training_store.number_due(current_training_date())
        return 0

    def _number_of_problems_due(self) -> int:
        """Return the number of missed problems that are due today."""
        with suppress(UserError):
            today = current_training_date()
            return sum(each.is_due(today) for each in self.app.training_store.problem_records().values())
        return 0

    def _open_form(self) -> None:
        form = first_form(self.app)
        form.leaving = "back"
        self.app.push(form)

    def _open_lessons(self) -> None:
        load_mode("lesson").open_lesson(self.app, "")

    def _resume(self, name: str) -> None:
        self.app.draw_seed()
        self.app.play(self.app.players.in_resumed_game(resume_game(self.app, name)))

    def _review(self, name: str) -> None:
        app, store = self.app, self.app.store
        content = store.read_game_content(name) or b""
        load_mode("open_review").review_file(app, content, path=store.path(name))
