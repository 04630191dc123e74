"""Running on the screen: the start menu, and the games that follow a review, a lesson or training."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from gnugo_py.app.application import Application, ApplicationFactory
from gnugo_py.app.new_game_form import GAME_FIELD_NAME, FormFieldsFunction, describe_saved_game
from gnugo_py.app.opponents import CLASSIC_ENGINE_GAME
from gnugo_py.cli.options import current_settings
from gnugo_py.cli.output import (
    print_warning,
)
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, UserError
from gnugo_py.storage.saved_games import SavedGame
from gnugo_py.storage.settings import SettingsStore
from gnugo_py.storage.training import current_training_date
from gnugo_py.tui.form import Form, Menu, MenuEntry

if TYPE_CHECKING:
    from gnugo_py.app.view import View


from gnugo_py.app.new_game_form import NewGameForm
from gnugo_py.app.opponents import installed_engines
from gnugo_py.tui.form import StartScreenCallbacks
from gnugo_py.tui.interface import run_curses_interface

_START = "start"
"""The name under which the answer to the first question is saved among the last choices."""
_FIRST_QUESTION = "Have you played Go before?"
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


def run_application_on_screen(
    app: Application, factory: ApplicationFactory, size: str, use_ascii: bool, theme: str | None
) -> None:
    """Run an application on the screen, and play the games that follow.

    app              -- the application of a review, a lesson or training, which runs first.
    factory          -- starts the games that follow.
    size             -- the board size that the form selects if none was chosen before; empty for the default.
    use_ascii, theme -- the display options on the command line.
    """
    memory = SettingsStore(current_settings())
    known = memory.settings.last
    of_this_game = (
        known if known.get(GAME_FIELD_NAME, factory.name) == factory.name else {GAME_FIELD_NAME: factory.name}
    )
    last = {**({"size": size} if size else {}), **of_this_game}
    forms = NewGameForm(factory.name, (), last, installed_engines)

    def again(view: View | None) -> FormFieldsFunction:
        return forms.with_last_game_settings(view).fields({}, ())

    teach = partial(factory.start_lesson, "")
    start = StartScreenCallbacks(
        forms.title, again(None), again, factory.start_from_form, app, forms.help, memory.save_display, teach
    )
    run_screens(start, factory, memory, use_ascii, theme)


def run_screens(
    start: StartScreenCallbacks,
    factory: ApplicationFactory,
    memory: SettingsStore,
    use_ascii: bool,
    theme: str | None,
) -> None:
    """Show the screens of a run until the player leaves; print a warning if the settings could not be saved.

    Display options on the command line override the saved settings. Stones are drawn as letters if the
    terminal cannot draw round ones.
    """
    factory.services.begin_screen()
    display = memory.settings.display
    is_ascii = use_ascii or display.ascii or not can_draw_round_stones()
    run_curses_interface(start, display._replace(ascii=is_ascii, theme=theme or display.theme))
    if memory.problem:
        print_warning(f"the settings are not saved: {memory.problem}")


def can_draw_round_stones() -> bool:
    """Return whether the terminal can draw round stones that are one cell wide, judging by the locale."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")


def build_start_menu(
    factory: ApplicationFactory,
    memory: SettingsStore,
    form: FormFieldsFunction,
    begin: Callable[[Mapping[str, object]], Application],
) -> Menu:
    """Return the first question for a newcomer, or the start menu for anyone else.

    form  -- the form for a new game, with the last choices selected.
    begin -- returns the application for the values of a form.
    """
    if not (factory.services.store.has_games or memory.settings.last):
        return _first_question(factory, memory, begin)
    games: list[SavedGame] = []
    with suppress(UserError):  # a new game can start even if the folder cannot be read
        games = factory.services.recent_games()
    entries = []
    left = next((each for each in games if not each.is_finished), None)
    if left is not None:
        text = f"Continue {left.name} ({describe_saved_game(left)})"
        entries.append(MenuEntry(text, lambda: factory.resume(left.name)))
    if GAME_FIELD_NAME in memory.settings.last:
        entries.append(
            MenuEntry("New game with the last settings", lambda: begin(Form(lambda _: "", form, {}).values()))
        )
    entries += [
        MenuEntry("Another game: choose everything", lambda: None),
        MenuEntry("Lessons", lambda: factory.start_lesson("")),
    ]
    due = _due(factory)
    if due:
        entries.append(
            MenuEntry(f"Train: {pluralize(due, 'position')} to try again", factory.due_exercises_application)
        )
    if games:
        store, latest = factory.services.store, games[0].name
        text = f"Review {latest} ({describe_saved_game(games[0])})"
        entries += [
            MenuEntry(
                text,
                lambda: factory.review(store.read_game_content(latest) or b"", path=store.path(latest)),
            ),
            MenuEntry("Saved games: open, search, rename or delete", factory.choose_saved_game),
        ]
    entries.append(MenuEntry("Quit", None))
    return Menu("gnugo-py", tuple(entries))


def _first_question(
    factory: ApplicationFactory, memory: SettingsStore, begin: Callable[[Mapping[str, object]], Application]
) -> Menu:
    def remembered(answer: str, start: Callable[[], Application | None]) -> Callable[[], Application | None]:
        def remember_and_start() -> Application | None:
            memory.save_choices({_START: answer})
            return start()

        return remember_and_start

    return Menu(
        _FIRST_QUESTION,
        (
            MenuEntry("No, show me how", remembered("lessons", lambda: factory.start_lesson(""))),
            MenuEntry(
                "A little: 9x9 against an easy opponent", remembered("easy", lambda: begin(_EASY_GAME))
            ),
            MenuEntry("Yes: choose everything", remembered("form", lambda: None)),
        ),
    )


def _due(factory: ApplicationFactory) -> int:
    """Return the number of missed positions that are due today."""
    with suppress(UserError):
        return factory.services.training_store.number_due(current_training_date())
    return 0
