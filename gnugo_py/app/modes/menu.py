"""The start menu, and the first question for a newcomer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

from gnugo_py.app import navigation
from gnugo_py.app.list_mode import ListEntry, ListMode
from gnugo_py.app.new_games import filled_form, start_easy_game, start_filled_form
from gnugo_py.app.open_games import content_of, load_listed_game, recent_games, review_listed_game
from gnugo_py.app.players import CLASSIC_ENGINE_GAME
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
_NO = ("n", "no")
_KEYS_HELP = (
    "Press a number, or choose with the arrows and Return.  F1: help  Esc: quit",
    "Press a number.  F1: help  Esc: quit",
    "Press a number",
)
_FIRST_HELP = (
    "",
    "1 opens lessons, which teach the rules from the beginning, board by board.",
    "2 starts a game on a small board; quit ends it, and the game stays saved.",
    "3 lets you choose the game, the board, the opponent and the rules.",
)
_HELP = (
    "",
    "A new game asks which game, how large, and against whom; Return alone accepts everything.",
    "A game in SGF that you paste here, or at any other prompt, opens in review.",
)
_PLAIN_HELP = (
    "In a game, type a point such as D4. help lists all commands.",
    "Every move is saved at once. quit leads back here, and from here out of the program.",
)
_SCREEN_HELP = (
    "In a game, type a point such as D4, or choose it with the arrow keys and Return. F1 lists all commands.",
    "Every move is saved at once. Esc, F10 and quit lead back here, and from here out of the program.",
)
_NO_GAMES = "There are no saved games yet. A game is saved after its first move"


class MenuMode(ListMode):
    """The start menu, to which everything returns that was opened from it."""

    prompt = "Your choice:"
    name_below_games = "menu"
    keys_help = _KEYS_HELP
    keys: ClassVar[Mapping[str, str]] = {**ListMode.keys, "F2": "learn"}
    letters = "1234567890"

    def read_entries(self) -> Sequence[ListEntry]:
        """Return what there is to offer."""
        self.line, is_first_start = 0, not (self.app.store.has_games or self.app.settings.settings.last)
        self.title = "Have you played Go before?" if is_first_start else "gnugo-py"
        general = (*_HELP, *(_SCREEN_HELP if self.app.has_screen else _PLAIN_HELP))
        self.help_after = (*_FIRST_HELP, *general) if is_first_start else general
        return self._first_answers() if is_first_start else self._menu()

    def number(self, line: int) -> int:
        return (line + 1) % 10

    def handle_other(self, line: str) -> None:
        try:
            navigation.new_game(self.app, line.lower())
        except UserError:
            if self.entries[0].inputs != _NO:
                raise
            raise UserError("type the number of an answer, or yes or no; help explains them") from None

    def _first_answers(self) -> list[ListEntry]:
        app = self.app
        easy_game = partial(start_easy_game, app, GAMES[CLASSIC_ENGINE_GAME].load(), _EASY_SIZE)

        def entry(text: str, answer: str, words: tuple[str, ...], act: Callable[[], object]) -> ListEntry:
            def choose() -> None:
                app.settings.save_choices({_ANSWER: answer})
                act()

            return ListEntry(text, choose, words)

        return [
            entry("No, show me how", "lessons", _NO, lambda: navigation.lesson(app)),
            entry("A little: 9x9 against an easy opponent", "easy", ("a little", "little"), easy_game),
            entry("Yes: choose everything", "form", ("y", "yes"), lambda: navigation.new_game(app)),
        ]

    def _menu(self) -> list[ListEntry]:
        """Return the entries, each of which has the same number at every start."""
        app, games = self.app, recent_games(self.app.store)
        again = self._due[1]
        return [
            ListEntry("New game: choose everything", lambda: navigation.new_game(app), ("new", "play")),
            self._quick_game(games),
            self._unfinished([each for each in games if not each.is_finished]),
            ListEntry("Lessons", lambda: navigation.lesson(app), ("learn", "lessons")),
            ListEntry(f"Problems: {again} to try again" if again else "Problems",
                  lambda: navigation.problem_page(app), ("problems",)),
            self._training(next(filter(_is_against_engine, games), None)),
            _about("Review the last game: {}", games, partial(review_listed_game, app),
                   "Review the last game: none yet", _NO_GAMES, ("review",)),
            ListEntry("Saved games: open, search, rename or delete",
                  lambda: navigation.saved_games(app), ("games",)),
            ListEntry("Report on all your games of Go",
                  lambda: navigation.report(app, GAMES[CLASSIC_ENGINE_GAME].load()), ("report",)),
            ListEntry("Quit", lambda: app.pop(self)),
        ]  # fmt: skip

    def _quick_game(self, games: Sequence[SavedGame]) -> ListEntry:
        """Return the easy game until one was won, then a game with the last settings."""
        app, settings = self.app, self.app.settings
        if _EASY_GAME not in settings.settings.last:
            if not any(map(_is_easy_win, games)):
                easy_game = partial(start_easy_game, app, GAMES[CLASSIC_ENGINE_GAME].load(), _EASY_SIZE)
                return ListEntry("Easy game: 9x9 against level 1", easy_game)
            settings.save_choices({_EASY_GAME: "won"})
        last = "New game with the last settings"
        return ListEntry(last, lambda: start_filled_form(app, filled_form(app).with_last_choices()))

    def _unfinished(self, games: Sequence[SavedGame]) -> ListEntry:
        """Return the entry for unfinished games: the only one is opened, several are listed."""
        app = self.app

        def act(game: SavedGame) -> None:
            if games[1:]:
                navigation.saved_games(app, "unfinished")
            else:
                load_listed_game(app, game)

        more = f", and {len(games) - 1} more" if games[1:] else ""
        none = "There is no unfinished game. Type 1 for a new one"
        return _about(f"Unfinished games: {{}}{more}", games, act, "Unfinished games: none", none)

    def _training(self, last: SavedGame | None) -> ListEntry:
        app = self.app
        if due := self._due[0]:
            text = f"Train: {pluralize(due, 'position')} to try again"
            return ListEntry(text, lambda: train_on_due_exercises(app), ("train",))
        after = "After a game against the computer, type train to look for better moves"
        games = [] if last is None else [last]
        return _about("Train: your last game, {}", games,
                      lambda game: navigation.train_on_game(app, content_of(app, game)),
                      "Train: nothing to try again today", after, ("train",))  # fmt: skip

    @property
    def _due(self) -> tuple[int, int]:
        """How many missed positions and how many missed problems are due today."""
        store, today = self.app.training_store, current_training_date()
        with suppress(UserError):
            problems = store.problem_records().values()
            return store.number_due(today), sum(each.is_due(today) for each in problems)
        return 0, 0


def _about(
    text: str,
    games: Sequence[SavedGame],
    act: Callable[[SavedGame], None],
    none: str,
    refusal: str,
    words: tuple[str, ...] = (),
) -> ListEntry:
    """Return an entry about the first of some games, or what is shown and said if there are none."""

    def refuse() -> None:
        raise UserError(refusal)

    return (
        ListEntry(text.format(games[0].title), lambda: act(games[0]), words)
        if games
        else ListEntry(none, refuse, words)
    )


def _is_against_engine(game: SavedGame) -> bool:
    """Return whether a person has finished this game of Go against an engine, and points counted in it."""
    is_go = game.game == CLASSIC_ENGINE_GAME and game.is_finished and game.result not in ("B+", "W+", "Void")
    return is_go and (game.black == PERSON_NAME) is not (game.white == PERSON_NAME)


def _is_easy_win(game: SavedGame) -> bool:
    """Return whether a person won a game against the search engine on the board of the easy game."""
    result = game.result_against_level
    return result is not None and result.is_won and result.size == _EASY_SIZE
