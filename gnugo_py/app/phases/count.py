"""The phases after play has stopped: whether to count, the questions of the count, and the result."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.app.context import PhaseContext, end_game, take_back
from gnugo_py.app.phases.base import (
    ApplicationEndPhase,
    Phase,
    confirm_if_unsaved_then_act,
    parse_yes_or_no,
    save_and_end,
)
from gnugo_py.app.play_commands import find_command, save
from gnugo_py.app.view import View
from gnugo_py.core.interactive_count import InteractiveCount
from gnugo_py.core.position import dead_stones
from gnugo_py.core.types import Color, IllegalMove, Outcome, Play, Point, UserError
from gnugo_py.engines.engine import NetworkError
from gnugo_py.storage.resume import CountProgress

_DONE_WORD = "stop"
_START_COUNT_PROMPT = "Count the game (y or n, or play to continue playing)?"
_COUNT_QUESTION_HELP = ("Play has stopped. Type y to count the game, or n to leave it uncounted.",)
_COUNT_COMMANDS_HELP = (
    "  stop   finish answering this question",
    "  play   return to play",
    "  save   show where the game is saved",
    "  quit   leave; the game stays saved and can be resumed",
)
_COUNT_HINT = "(stop when done, play to continue playing):"


class _StoppedPhase(Phase):
    """The base of the phases after play has stopped: the commands to continue playing, save or quit.

    turns -- returns the phase that takes moves.
    """

    def __init__(self, context: PhaseContext, turns: Callable[[], Phase]) -> None:
        self.context = context
        self._turns = turns

    def _keep(self, count_progress: CountProgress | None) -> None:
        """Store the progress of the count, and save the game."""
        self.context.count_progress = count_progress
        self.context.save_game()

    def _handle_command(self, line: str) -> Phase | None:
        """Run a command and return the next phase, or return None if the line is not a command."""
        context, command = self.context, find_command(line)
        word = line.lower() if command is None else command.name
        if word in ("play", "undo"):
            return self._play_on()
        if word == "quit":
            return confirm_if_unsaved_then_act(context, lambda: save_and_end(context), self)
        if word.partition(" ")[0] == "save":
            save(context, line.partition(" ")[2].strip())
        elif word == "help":
            context.emit("page", *self._help_lines())
        else:
            return None
        return self

    def _help_lines(self) -> tuple[str, ...]:
        """Return the help page: how to answer, and the commands."""
        return (*_COUNT_QUESTION_HELP, "", *_COUNT_COMMANDS_HELP)

    def _play_on(self) -> Phase:
        """Return to play, and undo the passes that ended the game."""
        context = self.context
        while context.position.is_over and take_back(context):
            pass
        if context.position.is_over:
            return self.refuse("the game is over and cannot be continued; both players are engines.")
        self._keep(None)
        context.show_board("The game continues.")
        return self._turns()


class AskToCountPhase(_StoppedPhase):
    """The question of whether to count the game."""

    prompt = _START_COUNT_PROMPT

    def handle_line(self, line: str) -> Phase:
        """Handle the answer or a command."""
        context, answer = self.context, True if line.lower() == _DONE_WORD else parse_yes_or_no(line)
        away = self._handle_command(line)
        if away is not None:
            return away
        if answer is None:
            return self.refuse("type y or n, play to continue playing, or quit.")
        if not answer:
            return confirm_if_unsaved_then_act(context, lambda: save_and_end(context), self)
        proposes = context.services.has_screen
        self._keep(CountProgress(proposes))
        ending = _start_final_count(context, proposes)
        context.emit("news", *([ending.introduction] if ending.introduction else []))
        return CountPhase(context, self._turns, ending).show()


class CountPhase(_StoppedPhase):
    """The questions of the count, answered with points.

    ending -- the count so far.
    """

    def __init__(self, context: PhaseContext, turns: Callable[[], Phase], ending: InteractiveCount) -> None:
        super().__init__(context, turns)
        self._ending = ending
        self.prompt = f"{ending.prompt} {_COUNT_HINT}"

    def _help_lines(self) -> tuple[str, ...]:
        return (*self._ending.help, "", *_COUNT_COMMANDS_HELP)

    def view(self, shown: View) -> View:
        """Return the view of the game with the count so far."""
        return super().view(shown)._replace(count_lines=self._ending.summary())

    def show(self) -> Phase:
        """Show the board and return this phase, or show the result if no question is left."""
        context, ending = self.context, self._ending
        context.diagram = ending.diagram()
        if ending.prompt is not None:
            context.emit("remark", *ending.notes, diagram=ending.diagram() if ending.notes else None)
            return self
        assert ending.outcome is not None
        end_game(context, ending.outcome)
        context.emit("result", *ending.summary(), diagram=context.diagram)
        return save_and_end(context, count_lines=ending.summary())

    def handle_line(self, line: str) -> Phase:
        """Handle a point that answers the current question, `stop`, or a command."""
        if line.lower() == _DONE_WORD:
            return self._apply_answer(None, self._ending.at_next_stage())
        away = self._handle_command(line)
        if away is not None:
            return away
        context = self.context
        try:
            move = context.position.parse_partial_move(line)
            if not isinstance(move, Play):
                return self.refuse("type a point, or stop when done.")
            return self._apply_answer(move.points[0], self._ending.with_point_entered(move.points[0]))
        except IllegalMove as error:
            return self.refuse(f"{error}.")
        except UserError as error:
            return self.refuse(f"{error}; or type stop when done, play, save, help or quit.")

    def _apply_answer(self, answer: Point | None, ending: InteractiveCount) -> Phase:
        """Continue the count after an answer; the last answer is saved together with the result."""
        settling = self.context.count_progress
        assert settling is not None
        settling = settling._replace(answers=(*settling.answers, answer))
        if ending.prompt is None:
            self.context.count_progress = settling
        else:
            self._keep(settling)
        return CountPhase(self.context, self._turns, ending).show()


def start_count(context: PhaseContext, turns: Callable[[], Phase]) -> Phase:
    """Return the phase that counts a game, from the beginning or from where the count was interrupted.

    turns -- returns the phase that takes moves.
    """
    if context.count_progress is None:
        context.count_progress = CountProgress()
        context.save_game()
    ending = _resume(context)
    if ending is not None:
        return CountPhase(context, turns, ending).show()
    return AskToCountPhase(context, turns)


def show_finished_game(context: PhaseContext, outcome: Outcome) -> Phase:
    """Show the result of a game that is already finished, and return the end of the application."""
    ending = _resume(context) if context.game.has_count else None
    standing: tuple[str, ...] = ()
    if outcome.reason == "resignation" and outcome.winner is not None:
        context.emit("result", f"{outcome.winner.opponent} has resigned; this game is finished.")
    elif ending is not None and ending.prompt is None and _is_same_outcome(ending.outcome, outcome):
        context.diagram, standing = ending.diagram(), ending.summary()
        context.emit("result", *ending.summary(), "This game is finished.", diagram=context.diagram)
    else:
        context.emit("result", f"This game is finished.  {outcome.sentence}")
    return ApplicationEndPhase(count_lines=standing)


def _resume(context: PhaseContext) -> InteractiveCount | None:
    """Return the count with the answers so far, or None if it has not started."""
    settling = context.count_progress
    if settling is None or settling.is_proposed is None:
        return None
    ending = _start_final_count(context, settling.is_proposed)
    for answer in settling.answers:
        if ending.prompt is None:
            break
        try:
            ending = ending.at_next_stage() if answer is None else ending.with_point_entered(answer)
        except IllegalMove:
            break
    return ending


def _start_final_count(context: PhaseContext, proposed: bool) -> InteractiveCount:
    """Return the count before any answer; without the network, no stones are proposed as dead."""
    position = context.position
    try:
        dead = dead_stones(position)
    except NetworkError as error:
        context.emit("trouble", f"{error}. No stones are marked as dead; mark them yourself.")
        dead = 0
    person = next((color for color in Color if color not in context.players), Color.BLACK)
    return (position.proposed_count if proposed else position.manual_count)(person, dead)


def _is_same_outcome(one: Outcome, other: Outcome) -> bool:
    """Return whether two outcomes have the same winner and the same margin."""
    return (one.winner, one.margin or 0) == (other.winner, other.margin or 0)
