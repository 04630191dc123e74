"""The phases in which a person chooses a game: from a file with several games, or from the saved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import ApplicationEndPhase, Phase, confirm_if_unsaved_then_act, confirm_then_act
from gnugo_py.app.view import SavedGameRow, View, format_saved_games, saved_game_rows
from gnugo_py.core.game import parse_int
from gnugo_py.core.types import UserError
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import LockedError, normalize_save_name
from gnugo_py.storage.saved_games import SavedGame, list_saved_games

QUIT_WORDS = ("q", "quit", "exit")


class ChooseGameInFilePhase(Phase):
    """The list of the games in a file, shown until the person chooses one.

    titles -- the title of each game.
    review -- returns the phase that reviews a game by its number, from 1; raises UserError if it cannot be
              read.
    """

    def __init__(self, context: PhaseContext, titles: Sequence[str], review: Callable[[int], Phase]) -> None:
        self.context, self._titles, self._review = context, titles, review
        self.prompt = f"which game (1 to {len(titles)}, q to quit)?"

    def show(self) -> Phase:
        """Show the list."""
        numbered = enumerate(self._titles, 1)
        width = len(str(len(self._titles)))
        self.context.emit("page", *(f"{number:>{width}}  {title}" for number, title in numbered))
        return self

    def handle_line(self, line: str) -> Phase:
        """Open the game with the given number; an empty line shows the list again."""
        if line.lower() in QUIT_WORDS:
            return ApplicationEndPhase()
        if not line:
            return self.show()
        try:
            return self._review(parse_int(line, 1, len(self._titles)))
        except UserError as error:
            return self.refuse(f"{error}.")


_HELP = "Type the number or name of a game to open it, or: search TEXT, rename N NAME, delete N, quit."
NO_SAVED_GAMES_MESSAGE = "There are no saved games yet. A game is saved after its first move."


class SavedGamesPhase(Phase):
    """The list of the saved games, shown until the person opens one or leaves the list.

    leave -- returns the phase after the list.
    play  -- returns the phase that plays a game.
    """

    prompt = "which game (a number, search, rename, delete or quit)?"

    def __init__(
        self,
        context: PhaseContext,
        leave: Callable[[], Phase],
        play: Callable[[OpenedGame], Phase],
    ) -> None:
        self.context, self._store = context, context.services.store
        self._leave, self._play = leave, play
        self._games: list[SavedGame] = []
        self._rows: tuple[SavedGameRow, ...] = ()

    def view(self, shown: View) -> View:
        """Return the view of the game with the list."""
        return super().view(shown)._replace(saved_games=self._rows)

    def show_list(self) -> Phase:
        """Read the folder and show the list; leave if there are no games."""
        try:
            self._games, problems = list_saved_games(self._store)
        except UserError as error:
            self.context.emit("refusal", f"{error}.")
            return self._leave()
        self.context.emit("trouble", *(f"{each}." for each in problems))
        if not self._games:
            self.context.emit("news", NO_SAVED_GAMES_MESSAGE)
            return self._leave()
        self._rows = saved_game_rows(self._games)
        return self._list(self._rows)

    def show_again(self) -> Phase:
        """Show the list again."""
        return self.show_list()

    def _list(self, rows: Sequence[SavedGameRow]) -> Phase:
        if not self.context.services.has_screen:
            self.context.emit("page", *format_saved_games(rows), _HELP)
        return self

    def handle_line(self, line: str) -> Phase:
        """Handle a number, a name or a command; an empty line shows the list again."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in QUIT_WORDS:
            return self._leave()
        if not line or word == "help":
            return self._list(self._rows)
        if word == "search":
            return self._search(rest)
        number, _, name = rest.partition(" ")
        try:
            if word == "rename":
                return self._rename(self._named(number), name)
            if word == "delete":
                return self._ask_to_delete(self._named(rest))
            if line.isdigit() or any(each.name == line for each in self._games):
                return self._open(self._named(line))
            return self.refuse(f"not understood: {line!r}. {_HELP}")
        except UserError as error:
            return self.refuse(f"{error}.")

    def _named(self, text: str) -> str:
        """Return the name of the game with the given number or name. Raise UserError if there is none.

        Digits are read as a number, even if a game has that name.
        """
        if not text.isdigit() and any(each.name == text for each in self._games):
            return text
        return self._games[parse_int(text, 1, len(self._games)) - 1].name

    def _search(self, words: str) -> Phase:
        rows = [row for row in self._rows if row.contains(words)]
        return self._list(rows) if rows else self.refuse(f"no saved game matches {words!r}.")

    def _open(self, name: str) -> Phase:
        """Open a game; ask first if the current one cannot be saved.

        A game from another program is loaded like a file, and saved under a new name.
        """
        context = self.context
        is_own = any(each.is_own for each in self._games if each.name == name)

        def open_game() -> Phase:
            try:
                services, path = context.services, self._store.path(name)
                opened = services.resume_game(name) if is_own else services.open_game(str(path))
            except UserError as error:
                return self.refuse(f"{error}.")
            after = self._play(opened)
            context.emit("news", f"Loaded {name}.")
            return after

        return confirm_if_unsaved_then_act(context, open_game, self)

    def _rename(self, name: str, new: str) -> Phase:
        if not new:
            return self.refuse("type rename, the number of the game, and its new name.")
        chosen = normalize_save_name(new)

        def rename() -> str:
            self._store.move(name, chosen)
            return f"{name!r} is now {chosen!r}."

        return self._change(rename)

    def _ask_to_delete(self, name: str) -> Phase:
        def delete() -> str:
            deleted = self._store.move_to_deleted(name)
            return f"Deleted {name!r}; gnugo-py saves --restore {deleted!r} brings it back."

        return confirm_then_act(self.context, f"Delete {name!r}", lambda: self._change(delete), self)

    def _change(self, change: Callable[[], str]) -> Phase:
        """Change a file, then show the message that `change` returns and the list; refuse if it fails."""
        try:
            notice = change()
        except LockedError:
            return self.refuse("this game is open here or in another window; leave it first.")
        except OSError as error:
            return self.refuse(f"{self._store.folder}: {error.strerror or error}.")
        except UserError as error:
            return self.refuse(f"{error}.")
        self.context.emit("news", notice)
        return self.show_list()
