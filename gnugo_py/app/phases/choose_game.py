"""The phases in which a person chooses a game: the options of a new one, a saved game, or one of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import (
    ApplicationEndPhase,
    Phase,
    confirm_if_unsaved_then_act,
    confirm_then_act,
    parse_yes_or_no,
)
from gnugo_py.app.view import SavedGameRow, View, format_saved_games, saved_game_rows
from gnugo_py.core.game import Game, OptionQuestion, parse_int
from gnugo_py.core.types import Color, UserError
from gnugo_py.storage.file_locks import LockedError
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import normalize_save_name

if TYPE_CHECKING:
    from gnugo_py.storage.saved_games import SavedGame

QUIT_WORDS = ("quit", "exit")
_CONTINUE = "Press Return to continue"
_SIDES = {"": Color.BLACK, "b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


class ResumeOffer(NamedTuple):
    """An unfinished game that is offered before a new one.

    question -- a question to answer with yes or no.
    resume   -- returns the game; raises UserError if it cannot be resumed.
    """

    question: str
    resume: Callable[[], OpenedGame]


class SetupPhase(Phase):
    """The questions before a game.

    options -- the options that are set already; if none is missing, nothing is asked.
    offer   -- an unfinished game to offer first, or None.
    begin   -- returns the phase that plays a game.
    """

    def __init__(
        self,
        context: PhaseContext,
        options: Mapping[str, object],
        offer: ResumeOffer | None,
        begin: Callable[[OpenedGame], Phase],
    ) -> None:
        self.context = context
        self._options = dict(options)
        self._offer = offer
        self._begin = begin
        self._questions = self._open_questions()
        self._introduced = has_all_new_game_answers(context.game, options)

    def _open_questions(self) -> list[OptionQuestion]:
        """Return the questions of the game that are not answered yet."""
        known = self._options
        return [each for each in self.context.game.questions(known) if each.option not in known]

    @property
    def _first(self) -> OptionQuestion | None:
        """The question that may be answered on the introduction page, None if its option is set."""
        first = self.context.game.board_size_question()
        return None if first.option in self._options else first

    def ask(self) -> Phase:
        """Set the prompt to the next question and return this phase, or start the game.

        Raise UserError if the options do not make a valid game.
        """
        if self._offer is not None:
            self.prompt = self._offer.question
        elif not self._introduced:
            if not self.prompt.startswith(_CONTINUE):
                self.context.emit("page", *self._introduction())
            self.prompt = _CONTINUE
        elif self._questions:
            self.prompt = f"{self._questions[0].prompt}?"
        elif "side" not in self._options:
            self.prompt = "Your color, b for Black or w for White?"
        else:
            return self._begin(self.context.services.new_game(self.context.game, self._options))
        return self

    def _introduction(self) -> tuple[str, ...]:
        """Return the introduction page."""
        hint = () if self._first is None else (self._first.prompt,)
        return (
            *self.context.game.how_to_play.splitlines(),
            "",
            *hint,
            "Press Return to accept the default answer.",
            "",
        )

    def handle_line(self, line: str) -> Phase:
        """Handle the answer to the current question and continue; ask again if it is invalid.

        Raise UserError if the options do not make a valid game.
        """
        if line.lower() in QUIT_WORDS:
            return ApplicationEndPhase()
        if line.lower() in ("help", "?"):
            self.context.emit("page", *self._help())
            return self
        try:
            resumed = self._apply_answer(line)
        except UserError as error:
            self.context.emit("refusal", f"{error}.")
            return self.ask()
        return self.ask() if resumed is None else self._begin(resumed)

    def _help(self) -> tuple[str, ...]:
        """Return the help for the current question."""
        if self._offer is not None:
            return ("This game was saved when you left it; type y to resume it, or n to start a new one.",)
        if not self._introduced:
            more = self._first.help if self._first is not None else ""
            return (*self.context.game.how_to_play.splitlines(), "", f"{more}  Type quit to leave.".strip())
        if self._questions:
            return (f"{self._questions[0].help}  Type quit to leave.".strip(),)
        return ("Black moves first, unless there are handicap stones.  Type quit to leave.",)

    def _apply_answer(self, line: str) -> OpenedGame | None:
        """Store an answer; return the unfinished game if the person resumes it, else None.

        Raise UserError if the answer is invalid, or if the game cannot be resumed.
        """
        if self._offer is not None:
            wanted = parse_yes_or_no(line)
            if wanted is None:
                raise UserError("type y or n")
            offer, self._offer = self._offer, None
            return offer.resume() if wanted else None
        if not self._introduced:
            if line and self._first is not None:
                self._options[self._first.option] = self._first.parse(line)
                self._questions = self._open_questions()
            self._introduced = True
        elif self._questions:
            question = self._questions[0]
            self._options[question.option] = question.parse(line)
            del self._questions[0]
        elif line.lower() not in _SIDES:
            raise UserError("type b or w")
        else:
            self._options["side"] = _SIDES[line.lower()]
        return None


def has_all_new_game_answers(game: Game, options: Mapping[str, object]) -> bool:
    """Return whether the options contain the person's color and the answers to all questions of a game.

    A game without questions still needs the board size, which its introduction asks for.
    """
    asked = {each.option for each in game.questions(options)} or {game.board_size_question().option}
    return {"side", *asked} <= set(options)


_LIST_QUIT_WORDS = ("q", *QUIT_WORDS)


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
        if line.lower() in _LIST_QUIT_WORDS:
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
        from gnugo_py.storage.saved_games import list_saved_games

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

    show_again = show_list

    def _list(self, rows: Sequence[SavedGameRow]) -> Phase:
        if not self.context.services.has_screen:
            self.context.emit("page", *format_saved_games(rows), _HELP)
        return self

    def handle_line(self, line: str) -> Phase:
        """Handle a number, a name or a command; an empty line shows the list again."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in _LIST_QUIT_WORDS:
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
