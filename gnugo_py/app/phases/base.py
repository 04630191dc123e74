"""What all phases have in common: a phase shows a prompt, takes a line and returns the next phase.

A phase with many commands lists them in one table, which determines the lines that it accepts, its help page,
its keys and the words that Tab completes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.events import BoardMarks
from gnugo_py.app.view import View
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Play, Point
from gnugo_py.storage.resume import OpenedGame

if TYPE_CHECKING:
    from gnugo_py.analysis.game_analysis import BackgroundAnalysis

ILLEGAL_MOVE_PREFIX = "illegal move !"


class Interruptible(Protocol):
    """What an engine task requires of an engine."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    @property
    def is_external(self) -> bool:
        """Whether the engine returns no result when it is interrupted."""

    def progress_text(self) -> str:
        """Return the progress in a few words; often empty."""

    def interrupt(self) -> None:
        """Stop a computation that is running in another thread."""

    def recover(self) -> None:
        """Make the engine usable again after an interruption."""


class EngineTask(NamedTuple):
    """A computation by an engine, which an interface may run in another thread.

    engine   -- the engine.
    run      -- computes the result, such as a decision; raises EngineError if there is none.
    on_done  -- returns the next phase, given the result.
    on_error -- returns the next phase, given an error message.
    is_move  -- whether the result is a decision that is played as a move of the game.
    marks    -- returns marks over the board that show the progress.
    """

    engine: Interruptible
    run: Callable[[], object]
    on_done: Callable[[Any], Phase]
    on_error: Callable[[str], Phase]
    is_move: bool = False
    marks: Callable[[], BoardMarks] = tuple


class Phase:
    """A phase of the application.

    prompt, escape_line, accepts_moves, keeps_cursor -- see `View`.
    runs_clock    -- whether the clock of the game runs, if it has one.
    has_own_board -- whether it shows a board other than that of the game.
    is_over       -- whether it accepts no more lines.
    engine_task   -- the engine task to run before the next line, None if there is none.
    context       -- what all phases share.
    """

    context: PhaseContext
    prompt: str = ""
    escape_line: str = ""
    accepts_moves = False
    keeps_cursor = False
    runs_clock = False
    has_own_board = False
    is_over = False

    @property
    def engine_task(self) -> EngineTask | None:
        """The engine task to run before the next line; None in most phases."""
        return None

    def view(self, shown: View) -> View:
        """Return what to show: the view of the game, with the changes that this phase makes."""
        return shown._replace(
            prompt=self.prompt,
            escape_line=self.escape_line,
            accepts_moves=self.accepts_moves,
            keeps_cursor=self.keeps_cursor,
            runs_clock=shown.runs_clock and self.runs_clock,
        )

    def handle_line(self, line: str) -> Phase:
        """Handle a line without leading or trailing spaces, and return the next phase."""
        raise NotImplementedError

    def show_again(self) -> Phase:
        """Return the phase to continue with when another phase returns to this one."""
        return self

    def refuse(self, reason: str) -> Phase:
        """Show why a line was refused, and return this phase."""
        self.context.emit("refusal", reason)
        return self


class MoveInputPhase(Phase):
    """The interface of the phase that accepts moves and commands, as used by the commands' actions."""

    chosen_points: tuple[Point, ...]

    def play_move(self, move: Move) -> Phase:
        """Play a person's move, or show why it is illegal."""
        raise NotImplementedError

    def resign(self) -> Phase:
        """Resign for the person, even out of turn; if two people play, for the color to move."""
        raise NotImplementedError

    def remove_last_point(self) -> Phase:
        """Remove the point that was chosen last from the partial move."""
        raise NotImplementedError

    def stop_and_count(self) -> Phase:
        """Stop play and start the count."""
        raise NotImplementedError

    def switch_to_game(self, opened: OpenedGame) -> Phase:
        """Play another game."""
        raise NotImplementedError

    def prompt_again(self) -> Phase:
        """Ask for a move again; if the position is unchanged, the chosen points are kept and shown."""
        raise NotImplementedError

    def show_again(self) -> Phase:
        """Ask for a move again."""
        return self.prompt_again()


class ApplicationEndPhase(Phase):
    """The end of the application.

    wants_new -- whether the person wants another game.
    before    -- the phase to return to if the person does not start another game, None if there is none.
    count_lines  -- the final count, in sentences.
    """

    is_over = True

    def __init__(
        self, wants_new: bool = False, before: Phase | None = None, count_lines: tuple[str, ...] = ()
    ) -> None:
        self.wants_new = wants_new
        self.before = before
        self.count_lines = count_lines

    def view(self, shown: View) -> View:
        """Return the view of the game with the final count."""
        return super().view(shown)._replace(count_lines=self.count_lines)

    def handle_line(self, line: str) -> Phase:
        """Ignore the line."""
        return self


class ConfirmPhase(Phase):
    """A question to confirm an action that cannot be undone; Escape means no.

    question -- the question, without "(y or n)?".
    act      -- performs the action and returns the next phase.
    before   -- the phase to return to if the answer is no.
    """

    def __init__(self, context: PhaseContext, question: str, act: Callable[[], Phase], before: Phase) -> None:
        self.prompt = f"{question} (y or n)?"
        self.runs_clock = before.runs_clock
        self.context, self._act, self._before = context, act, before

    def view(self, shown: View) -> View:
        """Return the view of the previous phase, with the question."""
        return self._before.view(shown)._replace(prompt=self.prompt, escape_line="n")

    def handle_line(self, line: str) -> Phase:
        """Handle the answer; ask again if it is neither yes nor no."""
        answer = parse_yes_or_no(line)
        if answer is None:
            return self.refuse("type y or n.")
        return self._act() if answer else self._before.show_again()


class EngineTaskPhase(Phase):
    """A phase that runs a request to an engine; the request does not change the game.

    task   -- the request.
    before -- the phase that made the request.
    """

    def __init__(self, task: EngineTask, before: Phase) -> None:
        self._task, self._before = task, before
        self.runs_clock = before.runs_clock

    @property
    def engine_task(self) -> EngineTask:
        """The request."""
        return self._task

    def view(self, shown: View) -> View:
        """Return the view of the phase that made the request."""
        return self._before.view(shown)

    def handle_line(self, line: str) -> Phase:
        """Let the phase that made the request handle a line that is submitted early."""
        return self._before.handle_line(line)


def complete_analysis(background: BackgroundAnalysis, show: Callable[[], Phase], before: Phase) -> Phase:
    """Return a phase that completes the analysis of a game; the phase after it is the result of `show`.

    before -- the phase that asks; it refuses if the analysis fails.
    """
    if background.analysis.is_complete:
        return show()
    task = EngineTask(
        background,
        background.finish,
        lambda _: show(),
        lambda reason: before.refuse(f"{reason}."),
    )
    return EngineTaskPhase(task, before)


def confirm_then_act(context: PhaseContext, question: str, act: Callable[[], Phase], before: Phase) -> Phase:
    """Perform an action that cannot be undone; ask the person first if the interface requires it."""
    return ConfirmPhase(context, question, act, before) if context.services.asks_before_leaving else act()


def confirm_if_unsaved_then_act(context: PhaseContext, act: Callable[[], Phase], before: Phase) -> Phase:
    """Perform an action that leaves the game; if the game cannot be saved, report that and ask first."""
    context.save_game()
    if not context.save_error:
        return act()
    context.emit("refusal", f"The game could not be saved: {context.save_error}.")
    return confirm_then_act(context, "Leave without saving", act, before)


def save_and_end(
    context: PhaseContext,
    wants_new: bool = False,
    before: Phase | None = None,
    count_lines: tuple[str, ...] = (),
) -> ApplicationEndPhase:
    """Save the game and return the end of the application, without asking; see `ApplicationEndPhase`."""
    if context.has_content:
        notice = context.save_game_as(None)
        context.emit("trouble" if context.save_error else "news", notice)
    return ApplicationEndPhase(wants_new, before, count_lines)


def parse_yes_or_no(line: str) -> bool | None:
    """Return True for yes, False for no, None for any other answer."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())


def with_points_added(
    position: Position, chosen: tuple[Point, ...], points: tuple[Point, ...]
) -> tuple[tuple[Point, ...], str | None]:
    """Return the points of a move after some were added, and why they are no part of a legal move, or None.

    chosen -- the points so far; if only that is legal, the added points begin a new move.
    points -- the points to add.
    """
    ways = [chosen + points, points] if chosen else [points]
    fitting = [way for way in ways if len(way) <= len(position.game.point_prompts)]
    refusals = [position.why_partial_move_illegal(Play(way)) for way in fitting]
    best = refusals.index(None) if None in refusals else 0
    return fitting[best], refusals[best]


_PhaseT = TypeVar("_PhaseT")


def has_count(game: Game) -> bool:
    """Return whether a game is decided by points."""
    return game.has_count


@dataclass(frozen=True)
class PhaseCommand(Generic[_PhaseT]):
    """A command of a phase.

    name         -- the word to type.
    key          -- the key that runs it in the full-screen interface, empty for none.
    help         -- its description on the help page.
    action       -- runs it in a phase, with the text after its name, and returns the next phase.
    argument     -- a description of the text that may follow the name, empty if there may be none.
    aliases      -- other words for it.
    is_move      -- whether it is a move, or part of one.
    is_available -- returns whether a game has the command.
    """

    name: str
    key: str
    help: str
    action: Callable[[_PhaseT, str], Phase]
    argument: str = ""
    aliases: tuple[str, ...] = ()
    is_move: bool = False
    is_available: Callable[[Game], bool] = lambda _: True

    def why_refused(self, text: str, game: Game) -> str | None:
        """Return why the command, with `text` after its name, cannot run in a game; None if it can."""
        if not self.is_available(game):
            return f"the command {self.name} is not available in {game.display_name}."
        return f"{self.name} takes no argument." if text and not self.argument else None


def command_named(commands: Sequence[PhaseCommand[_PhaseT]], word: str) -> PhaseCommand[_PhaseT] | None:
    """Return the command with a name or alias, ignoring case; None if there is none."""
    name = word.lower()
    return next((each for each in commands if name == each.name or name in each.aliases), None)
