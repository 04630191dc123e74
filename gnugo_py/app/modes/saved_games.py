"""The list of the saved games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial

from gnugo_py.app.app import App
from gnugo_py.app.commands import Command, quit_command
from gnugo_py.app.mode import Mode, Question
from gnugo_py.app.open_games import load_listed_game, review_listed_game
from gnugo_py.app.screen import KINDS, Dialog, Screen
from gnugo_py.games.game import parse_int
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import format_table
from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import LockedError
from gnugo_py.storage.save_store import SavedGame, list_saved_games, normalize_save_name
from gnugo_py.system.files import saves_folder

_HELP = "Type the number or name of a game to open it, or: search TEXT, rename N NAME, delete N, quit."
NO_SAVED_GAMES_MESSAGE = "There are no saved games yet. A game is saved after its first move."
_COLUMNS = ("name", "game", "date", "players", "moves", "result")
_SCREEN_COLUMNS = ("game", "moves", "result", "name")
_KEYS_HELP = (
    "Type to search.  Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete  Esc: back",
    "Return: open  F2: rename  F8: delete",
    "Return: open",
)
_NONE_FOUND = "No game contains these words. Esc: show all games"
_UNFINISHED = "unfinished"
_PAGE = (
    "Type words to search for them. The arrows and PgUp and PgDn select a game; so does a click.",
    "",
    "Return  open the game",
    "F2      rename it",
    "F8      delete it; gnugo-py saves --restore NAME brings it back",
    "Esc     show all games, or go back",
)
_STEPS = {"UP": -1, "DOWN": 1, "PAGEUP": -10, "PAGEDOWN": 10}


def open_saved_games(app: App, words: str) -> None:
    """List the saved games, searched for some words; if there are none, say so."""
    mode = SavedGamesMode(app, words)
    if mode.read():
        app.push(mode)
    elif app.current is not None:
        app.show_board()


class SavedGamesMode(Mode):
    """The list of the saved games, shown until the person opens one or leaves the list.

    On a screen, the list is searched by typing; plain mode has a word for everything.
    """

    prompt = "which game (a number, search, rename, delete or quit)?"
    has_own_board = True
    commands = (
        Command("search", "", "list the games that contain some words", "TEXT"),
        Command("rename", "F2", "give a game another name", "N NAME"),
        Command("delete", "F8", "delete a game", "GAME"),
        Command("help", "F1", "show the list with its commands", aliases=("?",)),
        quit_command("leave the list"),
    )

    def __init__(self, app: App, words: str) -> None:
        super().__init__(app)
        self._games: list[SavedGame] = []
        self._words, self._first_words, self._selected = words, words, 0

    def read(self) -> bool:
        """Read the folder, and return whether there are games; if there are none, show that.

        Raise UserError if the folder cannot be read.
        """
        self._games, problems = list_saved_games(self.app.store)
        self.app.emit("trouble", *(f"{each}." for each in problems))
        if not self._games:
            self.app.emit("news", NO_SAVED_GAMES_MESSAGE)
        return bool(self._games)

    def start(self) -> None:
        self._list(self._games)

    def _list(self, games: Sequence[SavedGame]) -> None:
        if not self.app.has_screen:
            numbers = {each.name: f"{number:>3}" for number, each in enumerate(self._games, 1)}
            table = format_table([("", *_COLUMNS), *((numbers[each.name], *_cells(each)) for each in games)])
            self.app.emit("page", *table, _HELP)

    def resume(self, left: Mode) -> None:
        """Read and show the games again, with the words of the search on the line."""
        self._first_words = self._words
        if self.read():
            self._list(self._games)
        else:
            self.app.pop(self)

    @property
    def _matching(self) -> list[SavedGame]:
        """The games that contain the words that were typed."""
        words = self._words.lower().split()
        return [each for each in self._games if _contains((*_cells(each), each.title), words)]

    @property
    def _selected_game(self) -> SavedGame | None:
        """The selected game, None if no game contains the words."""
        shown = self._matching
        return shown[min(self._selected, len(shown) - 1)] if shown else None

    def screen(self) -> Screen:
        """Return the list, with the last message below it."""
        shown = self._matching
        dialog = Dialog(
            f"Saved games: {len(shown)} of {len(self._games)}",
            tuple((each.title, str(each.moves), _result(each), each.name) for each in shown),
            self._selected,
            _SCREEN_COLUMNS,
            note="" if shown else f"{_NONE_FOUND}.",
            messages=tuple(each._replace(kind=KINDS["news"]) for each in self.app.feedback.new[-1:]),
            keys_help=_KEYS_HELP,
            text=self._first_words,
        )
        keys = {each.key: each.name for each in self.commands if each.key}
        return Screen(prompt="search:", dialog=dialog, keys=keys)

    def handle(self, line: str) -> None:
        """Handle a command, a number or a name; an empty line shows the list again."""
        if not line:
            self._list(self._games)
        elif self.run_command(line, None):
            return
        elif line.isdigit() or any(each.name == line for each in self._games):
            self._open(self._named(line))
        else:
            self.refuse(f"not understood: {line!r}. {_HELP}")

    def do_help(self) -> None:
        if self.app.has_screen:
            self.app.emit("page", *_PAGE)
        else:
            self._list(self._games)

    def do_quit(self) -> None:
        self.app.pop(self)

    def _named(self, text: str) -> SavedGame:
        """Return the game with a number or a name, on a screen the selected one if the text is empty.

        Digits are read as a number, even if a game has that name.  Raise UserError if there is no such game.
        """
        if not text and self.app.has_screen:
            if self._selected_game is None:
                raise UserError(_NONE_FOUND)
            return self._selected_game
        named = [each for each in self._games if each.name == text]
        if named and not text.isdigit():
            return named[0]
        return self._games[parse_int(text, 1, len(self._games)) - 1]

    def do_search(self, words: str) -> None:
        found = [each for each in self._games if _contains(_cells(each), words.lower().split())]
        if not found:
            raise UserError(f"no saved game matches {words!r}")
        self._list(found)

    def _open(self, game: SavedGame) -> None:
        """Open a game, in plain mode one that is finished in review; ask first if one cannot be saved."""
        if game.is_finished and not self.app.has_screen:
            review_listed_game(self.app, game)
        else:
            self.app.leave_for_game(lambda: load_listed_game(self.app, game))

    def do_rename(self, words: str) -> None:
        number, _, name = words.partition(" ")
        self._rename(self._named(number), name)

    def _rename(self, game: SavedGame, new: str) -> None:
        if not new and self.app.has_screen:
            prompt, rename_to = f"New name of {game.name!r}:", partial(self._rename, game)
            self.app.push(Question(self.app, prompt, {"back": None}, otherwise=rename_to))
            return
        if not new:
            raise UserError("type rename, the number of the game, and its new name")
        chosen = normalize_save_name(new)

        def rename() -> str:
            self.app.store.move(game.name, chosen)
            return f"{game.name!r} is now {chosen!r}."

        self._change(rename)

    def do_delete(self, words: str) -> None:
        game = self._named(words)

        def delete() -> str:
            deleted = self.app.store.move_to_deleted(game.name)
            folder = self.app.store.folder
            saves = "" if folder == saves_folder() else f" --saves {shlex.quote(str(folder))}"
            return f"Deleted {game.name!r}; gnugo-py saves{saves} --restore {deleted!r} brings it back."

        self.confirm(f"Delete {game.name!r}", lambda: self._change(delete))

    def _change(self, change: Callable[[], str]) -> None:
        """Change a file, then show the message that `change` returns and the list.

        Raise UserError if the file cannot be changed.
        """
        try:
            notice = change()
        except LockedError:
            raise UserError("this game is open here or in another window; leave it first") from None
        except OSError as error:
            raise UserError(f"{self.app.store.folder}: {error.strerror or error}") from None
        self.app.emit("news", notice)
        self.resume(self)

    # Keys on a screen

    def edit(self, text: str) -> None:
        """Search for the words that are typed."""
        if text != self._words:
            self._words, self._selected = text, 0

    def press(self, key: str) -> None:
        game = self._selected_game
        if key in _STEPS:
            self._selected = min(max(self._selected + _STEPS[key], 0), max(len(self._matching) - 1, 0))
        elif key == "ESCAPE":
            self.app.pop(self)
        elif key == "ENTER" and game is not None:
            self._open(game)

    def choose_line(self, line: int) -> None:
        """Select a game by its index, or open it if it is selected."""
        if line == self._selected:
            self.press("ENTER")
        else:
            self._selected = line


def _cells(each: SavedGame) -> tuple[str, ...]:
    """Return the texts of the columns of a game."""
    players = " - ".join(filter(None, (each.black, each.white)))
    title = f"{GAMES[each.game].title} {each.size}x{each.size}"
    return (each.name, title, each.date, players, str(each.moves), _result(each))


def _result(each: SavedGame) -> str:
    return each.result or ("finished" if each.is_finished else _UNFINISHED)


def _contains(cells: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each word occurs in the texts about a game, ignoring case."""
    text = " ".join(cells).lower()
    return all(word in text for word in words)
