"""What the program is doing: modes, which stand on a stack, and tasks of engines.

A mode shows a prompt and takes lines.  Starting one pushes it on the stack of the `App`, ending it pops it,
and the one below goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from gnugo_py.app.commands import Command, available, command_named, help_lines
from gnugo_py.app.screen import BoardMarks, Screen
from gnugo_py.engines.engine import Engine
from gnugo_py.games.board_words import chains_in_words, point_in_words, row_in_words
from gnugo_py.games.game import Game
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import join_words
from gnugo_py.games.types import PASS, IllegalMove, Mark, Move, Play, Point, Resign, UserError
from gnugo_py.study.glossary import explain_word

if TYPE_CHECKING:
    from gnugo_py.app.app import App
    from gnugo_py.study.game_analysis import BackgroundAnalysis

NEW_GAME_FROM_SETUP = "A new game from this position."
CANDIDATE_LETTERS = "ABCDE"
STEPS = {"UP": -1, "k": -1, "DOWN": 1, "j": 1, "TAB": 1}
"""How many lines the keys of a menu and of a form go down."""
_NO_POINTS = "points do not count in this game; whoever captures first wins: hint names what can be captured"
"""Why a command is refused that the other games of a mode have."""
HOW_TO_READ = "To read the board, type chains, describe with a point, or read row with a number."


class Task(NamedTuple):
    """A computation by an engine, which an interface may run in another thread.

    mode     -- the mode that began it.
    engine   -- the engine, or the analysis of a game, which can be interrupted in the same way.
    run      -- computes the result, such as a decision; raises EngineError if there is none.
    done     -- continues with the result.
    position -- the position whose best moves so far are marked meanwhile, None for no marks.
    is_move  -- whether the result is a decision that is played as a move of the game.
    is_optional -- whether any line interrupts it, because nobody asked for this result alone.
    """

    mode: Mode
    engine: Engine | BackgroundAnalysis
    run: Callable[[], object]
    done: Callable[[Any], object]
    position: Position | None = None
    is_move: bool = False
    is_optional: bool = False

    @property
    def is_interruptible(self) -> bool:
        """Whether Ctrl-C interrupts the engine; if not, it ends the program."""
        return not self.is_move

    def marks(self) -> BoardMarks:
        """Return marks over the board that show the progress."""
        if self.position is None:
            return ()
        assert isinstance(self.engine, Engine)
        return letters_on(self.position, self.engine.best_moves_so_far())


def letters_on(position: Position, moves: Sequence[Move]) -> BoardMarks:
    """Return the marks for the best moves: a letter on the last point of each move."""
    return tuple(
        (row_and_column(move.points[-1], position.size), Mark(letter))
        for move, letter in zip(moves, CANDIDATE_LETTERS, strict=False)
        if isinstance(move, Play) and move.points[-1] >= 0
    )


class Mode(ABC):
    """Something that the program is doing; it takes lines while it is on top of the stack.

    prompt, escape_line, accepts_moves, keeps_cursor -- see `Screen`.
    commands      -- its commands, from which help, keys and completion derive.
    has_own_board -- whether it shows a board other than that of the game.
    is_played     -- whether it is the game that is played.
    name_below_games -- its name in a game that is put above it, and returns to it; empty if games
                        are put in its place.
    is_question   -- whether it asks something about the mode below, which need not pause meanwhile.
    takes_text    -- whether it takes each line as it is, whatever it says and however long it is.
    request       -- the task that it has begun, None if there is none.
    """

    commands: tuple[Command, ...] = ()
    prompt: str = ""
    escape_line: str = ""
    accepts_moves = False
    keeps_cursor = False
    has_own_board = False
    is_played = False
    name_below_games = ""
    is_question = False
    takes_text = False

    def __init__(self, app: App) -> None:
        self.app = app
        self.request: Task | None = None

    @property
    def runs_clock(self) -> bool:
        """Whether the clock of the game runs, if it has one."""
        return False

    def start(self) -> None:
        """Show the mode for the first time, after it was put on the stack."""

    def cover(self) -> None:
        """Pause, because another mode is put above this one, or because it ends."""

    def resume(self, left: Mode) -> None:
        """Go on, after the mode above, which may have been a question, has ended."""

    def tick(self) -> None:
        """Note that time has passed without a line."""

    def note_key(self) -> None:
        """Note that the person has pressed a key on a screen that changes by itself."""

    @abstractmethod
    def handle(self, line: str) -> None:
        """Handle a line without leading or trailing spaces.  Raise UserError if it is refused."""

    def press(self, key: str) -> None:
        """Handle a key in a menu, a form or a list that neither edits a line nor enters one."""

    def edit(self, text: str) -> None:
        """Note what is typed so far in a menu, a form or a list."""

    def choose_line(self, line: int) -> None:
        """Choose a line of a menu, a form or a list by its index."""

    def fail(self, error: UserError) -> None:
        """Show why a line or a key was refused."""
        self.refuse(f"{error}.")

    def clear(self) -> None:
        """Note that the person has cleared the screen."""

    def screen(self) -> Screen:
        """Return what to show: what the mode below shows, unless the mode shows something of its own."""
        below = self.app.below(self)
        shown = Screen(diagram=self.app.diagram) if below is None else below.screen()
        return shown._replace(prompt=self.prompt, offer="", escape_line=self.escape_line, letters="")

    def current_prompt(self) -> str:
        """Return the prompt for the next line."""
        return self.prompt

    def command_list(self, game: Game) -> list[str]:
        """Return the table of the commands that a game has, with their keys on a screen."""
        return help_lines(self.commands, game, self.app.has_screen)

    def with_controls(self, screen: Screen) -> Screen:
        """Return a screen with the prompt, the commands and the properties of this mode."""
        has = available(self.commands, screen.position and screen.position.game)
        return screen._replace(
            prompt=self.current_prompt(),
            escape_line=self.escape_line,
            completions=tuple(each.name for each in has),
            keys={each.key: each.name for each in has if each.key[:1] == "F"},
            accepts_moves=self.accepts_moves,
            keeps_cursor=self.keeps_cursor,
            is_changing=screen.is_changing and self.runs_clock,
        )

    @property
    def task(self) -> Task | None:
        """The task to run before the next line, None if a line is expected."""
        return self.request

    def ask(
        self,
        engine: Engine | BackgroundAnalysis,
        run: Callable[[], object],
        done: Callable[[Any], object],
        position: Position | None = None,
    ) -> None:
        """Begin a task, which does not change the game; see `Task`."""
        self.request = Task(self, engine, run, done, position)

    def end_request(self) -> None:
        """Note that the task has ended or is no longer wanted."""
        self.request = None

    def fail_task(self, task: Task, reason: str) -> None:
        """Go on after a task has failed."""
        self.refuse(f"{reason}.")

    def end_on_time(self) -> None:
        """End the game because the color to move has used all its time; only a game that is played can."""
        raise NotImplementedError

    def refuse(self, reason: str) -> None:
        self.app.emit("refusal", reason)

    def refuse_menu(self) -> NoReturn:
        """Say what leads to the menu."""
        names = [each.name_below_games for each in self.app.stack if each is not self]
        if "menu" not in names:
            raise UserError("type quit to go back; run gnugo-py for the menu")
        nearest = next(name for name in reversed(names) if name)
        then = "" if nearest == "menu" else ", and there again to go to the menu"
        raise UserError(f"type quit to go back to the {nearest}{then}")

    def confirm(self, question: str, act: Callable[[], None]) -> None:
        """Perform an action that cannot be undone; ask the person first if there is one at a terminal."""
        if self.app.asks_before_leaving:
            self.app.push(yes_or_no(self.app, question, act))
        else:
            act()

    def question_before_leaving(self, act: Callable[[], None]) -> Mode | None:
        """Return a question, which goes on with `act`, before this mode is left; None for none."""
        return None

    def run_command(self, line: str, game: Game | None) -> bool:
        """Run the command that a line begins with; return False if there is none.

        game -- the game that must have the command; None in a mode that shows no game.

        Raise UserError if the command is refused, or if the word is that of the menu, which is elsewhere.
        """
        word, _, rest = line.partition(" ")
        command = command_named(self.commands, word)
        if command is None and word.lower() == "menu":
            self.refuse_menu()
        if command is None:
            if command_named(type(self).commands, word) is not None:
                raise UserError(_NO_POINTS)
            return False
        if (reason := command.why_refused(word, rest.strip(), game)) is not None:
            raise UserError(reason)
        values = [command.parse(rest.strip())] if command.argument else []
        getattr(self, f"do_{command.name}")(*values)
        return True


class BoardMode(Mode):
    """A mode that shows a board, which `BOARD_COMMANDS` read out."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the board."""

    def point_lines(self, point: Point) -> tuple[str, ...]:
        return point_in_words(self.position, point)

    def leave(self) -> None:
        """Go one level up; if the game is there, say so."""
        below = self.app.below(self)
        if below is not None and below.accepts_moves and not below.has_own_board:
            self.app.emit("choice", "Back to the game.")
        self.app.pop(self)

    def point_after(self, command: str, words: str) -> Point:
        """Return the point that words after a command name.  Raise UserError if they name none."""
        position = self.position
        try:
            move = position.parse_partial_move(words) if words else PASS
        except IllegalMove as error:
            raise UserError(str(error)) from None
        if not isinstance(move, Play) or len(move.points) != 1 or move.points[0] < 0:
            example = position.format_point(point_at(2, 2, position.size))
            raise UserError(f"type {command} and a point, such as {example}")
        return move.points[0]

    def do_describe(self, words: str) -> None:
        self.app.emit("page", *self.point_lines(self.point_after("describe", words)))

    def do_what(self, word: str) -> None:
        self.app.emit("page", explain_word(word))

    def do_chains(self) -> None:
        self.app.emit("page", *chains_in_words(self.position))

    def do_read(self, words: str) -> None:
        diagram = self.app.diagram or self.position.diagram()
        word, _, label = words.partition(" ")
        if word.lower() != "row" or label.strip() not in diagram.row_labels:
            low, high = sorted((diagram.row_labels[0], diagram.row_labels[-1]), key=int)
            raise UserError(f"type read row N with a row from {low} to {high}")
        self.app.emit("page", row_in_words(diagram, label.strip()))

    def answer_of(
        self, line: str, position: Position, is_known: Callable[[Move], bool] = lambda _: False
    ) -> Move:
        """Return the move that a line answers in a position.  Raise UserError if it is refused.

        is_known -- returns whether a move is accepted even if the rules forbid it.
        """
        try:
            move = position.parse_partial_move(line)
            if isinstance(move, Resign) or not position.is_complete(move):
                raise UserError(f"{line[:20]} is not a move that you can try here")
            if not is_known(move) and (reason := position.why_illegal(move)) is not None:
                raise IllegalMove(reason)
        except IllegalMove as error:
            raise UserError(f"illegal move: {error}") from None
        except UserError as error:
            raise UserError(f"not understood: {error}; type help for a list of commands") from None
        return move


class Question(Mode):
    """A question about the mode below; what is answered is done after the question has gone.

    prompt    -- the question, with its answers.
    acts      -- by each answer, what it does with the text after it; None goes on with the mode below.  The
                 last one is the answer of Escape, F10 and `quit`.
    news      -- what to show before it is asked.
    otherwise -- what any other line does; it raises UserError if the question is to be asked again.  None if
                 any other line is refused.
    stops_clock -- whether the clock stands meanwhile.
    explanation -- what help says of the answers; empty for a list of them.
    """

    is_question = True

    def __init__(
        self,
        app: App,
        prompt: str,
        acts: Mapping[str, Callable[[str], object] | None],
        *news: str,
        otherwise: Callable[[str], object] | None = None,
        stops_clock: bool = False,
        explanation: str = "",
    ) -> None:
        super().__init__(app)
        self.prompt, self._acts, self._news, self._otherwise = prompt, acts, news, otherwise
        self.escape_line, self._stops_clock = [*acts][-1], stops_clock
        self._explanation = explanation or f"Answer {self._listed()}; Esc means {self.escape_line}."

    @property
    def runs_clock(self) -> bool:
        below = self.app.below(self)
        return below is not None and below.runs_clock and not self._stops_clock

    def start(self) -> None:
        self.app.emit("choice", *self._news)

    def screen(self) -> Screen:
        shown = super().screen()
        shown = shown._replace(keys={"F1": "help", "F10": self.escape_line}, completions=tuple(self._acts))
        if shown.dialog is None:
            return shown
        letters = "".join(each for each in self._acts if len(each) == 1)
        return shown._replace(dialog=shown.dialog._replace(text=None), letters=letters)

    def press(self, key: str) -> None:
        if key == "ESCAPE":
            self.handle(self.escape_line)

    def handle(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        leaving = dict.fromkeys(("quit", "exit"), self.escape_line)
        answer = {"yes": "y", "no": "n", **leaving}.get(word.lower(), word.lower())
        if answer in self._acts:
            self._do(self._acts[answer], rest.strip())
        elif answer in ("help", "?"):
            self.app.emit("page", *self._news, self.prompt, "", self._explanation)
        elif self._otherwise is not None:
            self._do(self._otherwise, line)
        else:
            raise UserError(f"type {self._listed()}")

    def fail(self, error: UserError) -> None:
        """Show why a line was refused, as the mode below does."""
        below = self.app.below(self)
        if below is None:
            super().fail(error)
        else:
            below.fail(error)

    def _listed(self) -> str:
        return join_words([*self._acts], "or")

    def _do(self, act: Callable[[str], object] | None, words: str) -> None:
        if act is None:
            self.app.pop(self)
            return
        self.app.drop(self)
        try:
            act(words)
        except UserError:
            self.app.stack.append(self)
            raise


def yes_or_no(app: App, question: str, yes: Callable[[], object]) -> Question:
    """Return a question, without "(y or n)?", that does something for yes."""
    return Question(app, f"{question} (y or n)?", {"y": lambda _: yes(), "n": None})


def parse_yes_or_no(line: str) -> bool | None:
    """Return True for yes, False for no, None for any other answer."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())
