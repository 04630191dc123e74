"""What the program is doing: modes, which stand on a stack, their commands, and tasks of engines.

A mode shows a prompt and takes lines.  Starting one pushes it on the stack of the `App`, ending it pops it,
and the one below goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from gnugo_py.app.screen import BoardMarks, Screen
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.board_words import chains_in_words, point_in_words, row_in_words
from gnugo_py.games.game import Game
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import join_words
from gnugo_py.games.types import (
    COLORS_BY_WORD,
    PASS,
    IllegalMove,
    Mark,
    Move,
    Play,
    Point,
    Resign,
    UserError,
)

if TYPE_CHECKING:
    from gnugo_py.app.app import App
    from gnugo_py.study.game_analysis import BackgroundAnalysis

WhileThinking: TypeAlias = Literal["wait", "interrupt", "run"]
NEW_GAME_FROM_SETUP = "A new game from this position."
CANDIDATE_LETTERS = "ABCDE"
STEPS = {"UP": -1, "k": -1, "DOWN": 1, "j": 1, "TAB": 1}
"""How many lines the keys of a menu and of a form go down."""
HOW_TO_READ = "To read the board, type chains, describe with a point, or read row with a number."


@dataclass(frozen=True)
class Command:
    """A command of a mode, which runs the method of its name after `do_` with the text after the word.

    name     -- the word to type.
    key      -- the key that runs it on a screen, empty for none.
    help     -- its description on the help page.
    argument -- what may follow the name, as `parse` reads it; empty for nothing.
    aliases  -- other words for it.
    is_move  -- whether it is a move, or part of one.
    needs    -- what a game must have for it: a `count`, a `pass`, moves of several `points`, `arrows`; empty
                if every game has it.
    subject  -- the heading under which the help page lists it; empty for what a first game needs.
    while_thinking -- what it does while an engine thinks: `wait` until the engine is done, `interrupt` the
                engine, or `run` at once.
    """

    name: str
    key: str
    help: str
    argument: str = ""
    aliases: tuple[str, ...] = ()
    is_move: bool = False
    needs: str = ""
    subject: str = ""
    while_thinking: WhileThinking = "wait"

    def is_available(self, game: Game) -> bool:
        """Return whether a game has the command."""
        has = {
            "count": game.has_count,
            "pass": game.can_pass,
            "points": len(game.point_prompts) > 1,
            "arrows": "#" in game.legend,
        }
        return has.get(self.needs, True)

    def why_refused(self, word: str, text: str, game: Game) -> str | None:
        """Return why the command cannot run as `word` with `text` after it in a game; None if it can."""
        if not self.is_available(game):
            return f"the command {self.name} is not available in {game.display_name}"
        return f"{word.lower()} takes no argument" if text and not self.argument else None

    def parse(self, text: str) -> object:
        """Return the value of the text after the word.

        `argument` says what it is: a number for `N`, a level for `LEVEL`, a color for `COLOR`, one of some
        words for words in lower case, and the text itself for anything else.  What is in brackets may be left
        out: then the value is None instead of a number or a color.

        Raise UserError, which names what may follow, if it is something else.
        """
        form, is_optional = self.argument.strip("[]"), self.argument[:1] == "["
        words = _WORDS.get(form, form.split("|") if form.islower() else [])
        if form in _PARSERS:
            value = _PARSERS[form](text.lower())
        else:
            value = text.lower() if text.lower() in words else None if words else text
        if value is not None or (is_optional and not text):
            return value
        ways = [f"{self.name} {each}" for each in words] or [f"{self.name} {form} with {_MEANINGS[form]}"]
        alone = f"{self.name}, or " if is_optional else ""
        raise UserError(f"type {alone}{join_words(ways, 'or')}")


def _parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _parse_level(text: str) -> int | None:
    return int(text) if text in map(str, range(1, MAX_LEVEL + 1)) else None


_PARSERS: Mapping[str, Callable[[str], object]] = {
    "N": _parse_number,
    "LEVEL": _parse_level,
    "COLOR": COLORS_BY_WORD.get,
}
"""What reads the arguments of these names; None for a text that is none."""
_WORDS = {"COLOR": ["black", "white"]}
_MEANINGS = {"N": "a whole number", "LEVEL": f"a level from 1 to {MAX_LEVEL}"}


def quit_command(help: str) -> Command:  # noqa: A002 - as the field is named
    """Return the command that leads one level up."""
    return Command("quit", "F10", help, aliases=("exit", "q"), while_thinking="interrupt")


BOARD_COMMANDS = (
    Command("describe", "", "describe a point: describe D4", "POINT", subject="The board in words"),
    Command("chains", "", "list the stones of both colors", subject="The board in words"),
    Command("read", "", "read a row: read row 4", "row N", subject="The board in words"),
)
"""The commands of `BoardMode`."""


_PAGE_WIDTH = 80
"""The number of characters after which the lines of a help page are wrapped."""


def command_named(commands: Sequence[Command], word: str) -> Command | None:
    """Return the command with a name or alias, ignoring case; None if there is none."""
    name = word.lower()
    return next((each for each in commands if name == each.name or name in each.aliases), None)


def help_lines(commands: Iterable[Command], game: Game, has_keys: bool) -> list[str]:
    """Return a table of the commands that a game has, with a heading for each subject.

    has_keys -- whether to show the keys.
    """
    shown = [each for each in commands if each.is_available(game)]
    texts = {each: f"{each.name} {each.argument}".rstrip() for each in shown}
    width, key_width = max(map(len, texts.values())), max(len(each.key) * has_keys for each in shown)
    lines = []
    for subject, group in groupby(shown, key=lambda each: each.subject):
        lines += ["", f"{subject}:"] if subject else []
        for each in group:
            start = f"  {texts[each]:<{width}} {each.key[:key_width]:<{key_width}} "
            lines += wrap(each.help, _PAGE_WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
    return lines


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
    stays_below_games -- whether a game that begins in it is put above it, and returns to it.
    is_question   -- whether it asks something about the mode below, which need not pause meanwhile.
    takes_text    -- whether it takes each line as it is, whatever it says and however long it is.
    request       -- the task that it has begun, None if there is none.
    """

    commands: ClassVar[tuple[Command, ...]] = ()
    prompt: str = ""
    escape_line: str = ""
    accepts_moves = False
    keeps_cursor = False
    has_own_board = False
    is_played = False
    stays_below_games = False
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
        """Pause, because another mode is put above this one."""

    def resume(self, left: Mode) -> None:
        """Go on, after the mode above, which may have been a question, has ended."""

    def tick(self) -> None:
        """Note that time has passed without a line."""

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
        """Return what to show: that of the mode below, unless the mode shows something of its own."""
        return self.below_screen()

    def current_prompt(self) -> str:
        """Return the prompt for the next line."""
        return self.prompt

    def current_escape_line(self) -> str:
        """Return the line that Escape enters now."""
        return self.escape_line

    @property
    def offer(self) -> str:
        """What an empty line does, as a few words; empty if it does nothing special."""
        return ""

    def below_screen(self) -> Screen:
        """Return what the mode below shows, with the prompt of this one."""
        below = self.app.below(self)
        shown = Screen(diagram=self.app.diagram) if below is None else below.screen()
        return shown._replace(prompt=self.prompt, offer="", escape_line=self.escape_line, letters="")

    def command_list(self, game: Game) -> list[str]:
        """Return the table of the commands that a game has, with their keys if boards are drawn."""
        return help_lines(self.commands, game, self.app.draws_board)

    def with_prompt(self, screen: Screen) -> Screen:
        """Return a screen with the prompt, the commands and the properties of this mode."""
        position = screen.position
        has = [each for each in self.commands if position is None or each.is_available(position.game)]
        return screen._replace(
            prompt=self.current_prompt(),
            offer=self.offer,
            escape_line=self.current_escape_line(),
            words=tuple(each.name for each in has),
            keys={each.key: each.name for each in has if each.key[:1] == "F"},
            accepts_moves=self.accepts_moves,
            keeps_cursor=self.keeps_cursor,
            has_clock=screen.has_clock and self.runs_clock,
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
        """Show why a line was refused."""
        self.app.emit("refusal", reason)

    def confirm(self, question: str, act: Callable[[], None]) -> None:
        """Perform an action that cannot be undone; ask the person first if there is one at a terminal."""
        if self.app.asks_before_leaving:
            self.app.push(yes_or_no(self.app, question, act))
        else:
            act()

    def question_before_leaving(self, act: Callable[[], None]) -> Mode | None:
        """Return a question to answer before this mode is left, None if it can be left at once.

        act -- goes on if the person agrees.
        """
        return None

    def run_command(self, line: str, game: Game) -> bool:
        """Run the command that a line begins with; return False if there is none.

        Raise UserError if the command is refused.
        """
        word, _, rest = line.partition(" ")
        command = command_named(self.commands, word)
        if command is None:
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
        """Return a description of a point, in sentences."""
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
        """Describe a point."""
        self.app.emit("page", *self.point_lines(self.point_after("describe", words)))

    def do_chains(self) -> None:
        """List the chains of both colors."""
        self.app.emit("page", *chains_in_words(self.position))

    def do_read(self, words: str) -> None:
        """Read a row of the board that is shown."""
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
    otherwise -- what any other line does; None if it is refused.
    stops_clock -- whether the clock stands meanwhile.
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
    ) -> None:
        super().__init__(app)
        self.prompt, self._acts, self._news, self._otherwise = prompt, acts, news, otherwise
        self.escape_line, self._stops_clock = [*acts][-1], stops_clock

    @property
    def runs_clock(self) -> bool:
        below = self.app.below(self)
        return below is not None and below.runs_clock and not self._stops_clock

    def start(self) -> None:
        self.app.emit("choice", *self._news)

    def screen(self) -> Screen:
        """Return what the mode below shows, with the question."""
        below = self.below_screen()
        shown = below._replace(keys={"F1": "help", "F10": self.escape_line}, words=tuple(self._acts))
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
        elif self._otherwise is not None:
            self.app.drop(self)
            self._otherwise(line)
        elif answer in ("help", "?"):
            self.app.emit("page", self.prompt, "", f"Answer {self._listed()}; Esc means {self.escape_line}.")
        else:
            raise UserError(f"type {self._listed()}")

    def _listed(self) -> str:
        return join_words([*self._acts], "or")

    def _do(self, act: Callable[[str], object] | None, words: str) -> None:
        """Do something after the question has gone; ask again if it is refused."""
        if act is None:
            self.app.pop(self)
            return
        self.app.drop(self)
        try:
            act(words)
        except UserError:
            self.app.stack.append(self)
            raise


def yes_or_no(
    app: App, question: str, yes: Callable[[], object], no: Callable[[], object] | None = None
) -> Question:
    """Return a question, without "(y or n)?", that does something for yes, and something else for no."""
    return Question(app, f"{question} (y or n)?", {"y": lambda _: yes(), "n": no and (lambda _: no())})


def parse_yes_or_no(line: str) -> bool | None:
    """Return True for yes, False for no, None for any other answer."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())
