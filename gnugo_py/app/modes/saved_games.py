"""Lists of games to choose from: the saved games, and the games of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode
from gnugo_py.app.open_games import load_listed_game
from gnugo_py.app.screen import GameList, Screen
from gnugo_py.games.game import parse_int
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import format_table
from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import LockedError
from gnugo_py.storage.save_store import SavedGame, list_saved_games, normalize_save_name

_QUIT_WORDS = ("q", "quit", "exit")
_HELP = "Type the number or name of a game to open it, or: search TEXT, rename N NAME, delete N, quit."
NO_SAVED_GAMES_MESSAGE = "There are no saved games yet. A game is saved after its first move."
_COLUMNS = ("name", "game", "date", "players", "moves", "result")
_SCREEN_COLUMNS = ("game", "moves", "result", "name")
_UNFINISHED = "unfinished"
_STEPS = {"UP": -1, "DOWN": 1, "PAGEUP": -10, "PAGEDOWN": 10}
_MAX_NAME_LENGTH = 63
_CLEAR = "\x15"
"""Ctrl-U, which clears what is typed."""


class GamesInFile(Mode):
    """The list of the games in a file, shown until the person chooses one.

    titles -- the title of each game.
    open   -- opens a game by its number, from 1; raises UserError if it cannot be read.
    """

    def __init__(self, app: App, titles: Sequence[str], open_number: Callable[[int], None]) -> None:
        super().__init__(app)
        self._titles, self._open = titles, open_number
        self.prompt = f"which game (1 to {len(titles)}, q to quit)?"

    def start(self) -> None:
        width = len(str(len(self._titles)))
        numbered = enumerate(self._titles, 1)
        self.app.emit("page", *(f"{number:>{width}}  {title}" for number, title in numbered))

    def handle(self, line: str) -> None:
        """Open the game with the given number; an empty line shows the list again."""
        if line.lower() in _QUIT_WORDS:
            self.app.pop(self)
        elif not line:
            self.start()
        else:
            self._open(parse_int(line, 1, len(self._titles)))


class SavedGamesMode(Mode):
    """The list of the saved games, shown until the person opens one or leaves the list.

    On a screen, the list is searched by typing; plain mode has a word for everything.
    """

    prompt = "which game (a number, search, rename, delete or quit)?"
    has_own_board = True

    def __init__(self, app: App, words: str) -> None:
        super().__init__(app)
        self._games: list[SavedGame] = []
        self._words, self._first_words, self._selected = words, words, 0
        self._new_name: str | None = None

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
        new = self.app.shown.new[-1:]
        dialog = GameList(
            columns=_SCREEN_COLUMNS,
            rows=tuple((each.title, str(each.moves), _result(each), each.name) for each in self._matching),
            total=len(self._games),
            line=self._selected,
            words=self._words,
            new_name=self._new_name,
            message="".join(each.text for each in new),
        )
        return Screen(prompt=self.prompt, dialog=dialog)

    def handle(self, line: str) -> None:
        """Handle a number, a name or a command; an empty line shows the list again."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        number, _, name = rest.partition(" ")
        if word in _QUIT_WORDS:
            self.app.pop(self)
        elif not line or word == "help":
            self._list(self._games)
        elif word == "search":
            self._search(rest)
        elif word == "rename":
            self._rename(self._named(number), name)
        elif word == "delete":
            self._ask_to_delete(self._named(rest))
        elif line.isdigit() or any(each.name == line for each in self._games):
            self._open(self._named(line))
        else:
            self.refuse(f"not understood: {line!r}. {_HELP}")

    def _named(self, text: str) -> SavedGame:
        """Return the game with the given number or name.  Raise UserError if there is none.

        Digits are read as a number, even if a game has that name.
        """
        named = [each for each in self._games if each.name == text]
        if named and not text.isdigit():
            return named[0]
        return self._games[parse_int(text, 1, len(self._games)) - 1]

    def _search(self, words: str) -> None:
        found = [each for each in self._games if _contains(_cells(each), words.lower().split())]
        if not found:
            raise UserError(f"no saved game matches {words!r}")
        self._list(found)

    def _open(self, game: SavedGame) -> None:
        """Open a game; ask first if the current one cannot be saved."""
        self.app.leave_all(lambda: load_listed_game(self.app, game))

    def _rename(self, game: SavedGame, new: str) -> None:
        if not new:
            raise UserError("type rename, the number of the game, and its new name")
        chosen = normalize_save_name(new)

        def rename() -> str:
            self.app.store.move(game.name, chosen)
            return f"{game.name!r} is now {chosen!r}."

        self._change(rename)

    def _ask_to_delete(self, game: SavedGame) -> None:
        def delete() -> str:
            deleted = self.app.store.move_to_deleted(game.name)
            return f"Deleted {game.name!r}; gnugo-py saves --restore {deleted!r} brings it back."

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
        self._new_name = None
        self.app.emit("news", notice)
        self.resume(self)

    # Keys on a screen

    def press(self, key: str) -> None:
        game = self._selected_game
        if self._new_name is not None:
            self._press_in_name(key, self._new_name, game)
        elif key in _STEPS:
            self._selected = min(max(self._selected + _STEPS[key], 0), max(len(self._matching) - 1, 0))
        elif key == "ESCAPE" and self._words != self._first_words:
            self._words, self._selected, self._first_words = "", 0, ""
        elif key in ("ESCAPE", "F10"):
            self.app.pop(self)
        elif (words := _edited(self._words, key)) != self._words:
            self._words, self._selected = words, 0
        elif game is not None and key == "F2":
            self._new_name = ""
        elif game is not None and key == "F8":
            self._ask_to_delete(game)
        elif game is not None and key == "ENTER":
            self._open(game)

    def _press_in_name(self, key: str, name: str, game: SavedGame | None) -> None:
        """Handle a key while a new name is typed."""
        if key in ("ESCAPE", "F10") or game is None:
            self._new_name = None
        elif key == "ENTER" and name.strip():
            self._rename(game, name.strip())
        else:
            self._new_name = _edited(name, key)[:_MAX_NAME_LENGTH]

    def choose_line(self, line: int) -> None:
        """Select a game by its index, or open it if it is selected."""
        if line == self._selected:
            self.press("ENTER")
        else:
            self._selected = line


def _edited(text: str, key: str) -> str:
    """Return what is typed after a key; unchanged if the key does not edit it."""
    if key in ("BACKSPACE", _CLEAR):
        return text[:-1] if key == "BACKSPACE" else ""
    return text + key if len(key) == 1 and key.isprintable() else text


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
