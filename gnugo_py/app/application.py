"""The application: it takes the lines that a person types and produces the events that an interface shows.

The plain and the full-screen interface both drive an `Application`.  They show its prompt, submit the
line that a person typed, run the engine task if there is one, and show the events.  The application
handles the commands; it does not depend on streams or screens.

    SetupPhase --> PlayPhase <--> EngineErrorPhase
                     |  ^
                     v  |
                  CountPhase --> ApplicationEndPhase
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.events import AppEvent
from gnugo_py.app.phases.base import ApplicationEndPhase, EngineTask, Phase, save_and_end
from gnugo_py.app.phases.play import end_game_lost_on_time, start_play
from gnugo_py.app.phases.setup import ResumeOffer, SetupPhase
from gnugo_py.app.services import Services
from gnugo_py.app.view import View
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Outcome, UserError
from gnugo_py.engines.engine import Engine, EngineError, NetworkError
from gnugo_py.record.cursor import Cursor
from gnugo_py.storage.resume import OpenedGame

if TYPE_CHECKING:
    from gnugo_py.app.review_analysis import LineAnalysis
    from gnugo_py.app.reviewed_file import ReviewedFile

MAX_INPUT_LINE_LENGTH = 1000


def new_game_starter(
    options: Mapping[str, object], offer: ResumeOffer | None = None
) -> Callable[[PhaseContext], Phase]:
    """Return a function that starts an application by asking for the missing options of a new game.

    options -- the options that are set already; the phase asks for the others, including `side`, the
               person's color.
    offer   -- an unfinished game to offer first.
    """
    return lambda context: SetupPhase(
        context, options, offer, lambda opened: start_play(context, opened)
    ).ask()


def opened_game_starter(opened: OpenedGame) -> Callable[[PhaseContext], Phase]:
    """Return a function that starts an application by playing an opened game."""
    return lambda context: start_play(context, opened)


def review_phase(context: PhaseContext, file: ReviewedFile, before: Phase) -> Phase:
    """Return the phase that reviews a game; play can continue from each of its positions.

    before -- the phase to return to after the review.
    """
    from gnugo_py.app.phases.review import ReviewPhase

    return ReviewPhase(context, file, lambda opened: start_play(context, opened), before).show()


class Application:
    """One run of the application: the current phase, and the context that all phases share.

    services -- what the games of this run share.
    game     -- the kind of game to play; opening a saved game can change it.
    start    -- returns the first phase; see `new_game_starter` and `opened_game_starter`.
    """

    def __init__(self, services: Services, game: Game, start: Callable[[PhaseContext], Phase]) -> None:
        self._context = PhaseContext(services, game)
        self._finished_game: LineAnalysis | None = None
        self._phase = start(self._context)
        self._enter(self._phase)

    @property
    def cursor(self) -> Cursor | None:
        """The place in the tree of the current game, None before a game has started."""
        return self._context.cursor

    @property
    def players(self) -> Mapping[Color, Engine]:
        """The engines of the current game, by color; a color without an engine is played by a person."""
        return self._context.players

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the current game, None while it is unknown."""
        return self._context.outcome

    @property
    def game(self) -> Game:
        """The game that is being played or set up."""
        return self._context.game

    @property
    def is_over(self) -> bool:
        """Whether the application accepts no more lines."""
        return self._phase.is_over

    @property
    def wants_new(self) -> bool:
        """Whether the application ended because the person wants another game."""
        return isinstance(self._phase, ApplicationEndPhase) and self._phase.wants_new

    @property
    def view(self) -> View:
        """What to show now."""
        return self._phase.view(self._context.game_view())

    @property
    def engine_task(self) -> EngineTask | None:
        """The engine task to run before the next line, or None if a line is expected."""
        return self._phase.engine_task

    def check_time(self) -> bool:
        """End the game if the color to move has used all its time; return whether it has."""
        if not (self._phase.runs_clock and self._context.is_time_over):
            return False
        self._enter(end_game_lost_on_time(self._context))
        return True

    def _enter(self, phase: Phase) -> None:
        """Go to a phase; the clock runs or stops accordingly."""
        self._phase = phase
        self._context.stopwatch.set_running(phase.runs_clock)

    def _proceed(self, step: Callable[[], Phase]) -> None:
        """Go to the phase that a step returns; if the step needs a network that is missing, show that."""
        try:
            self._enter(step())
        except NetworkError as error:
            self._context.emit("refusal", f"{error}.")

    def submit_line(self, line: str) -> None:
        """Handle a line that a person typed at the prompt, unless the color to move has run out of time."""
        if self.check_time():
            return
        if len(line) > MAX_INPUT_LINE_LENGTH:
            self._context.emit(
                "refusal", f"that line is too long; the limit is {MAX_INPUT_LINE_LENGTH} characters."
            )
        else:
            self._proceed(lambda: self._phase.handle_line(line.strip()))

    def run_task(self) -> None:
        """Run the current engine task in this thread, and continue with its result.  There must be a task."""
        task = self.engine_task
        assert task is not None
        try:
            result = task.run()
        except EngineError as error:
            self.fail_task(task, str(error))
        else:
            self.finish_task(task, result)

    def finish_task(self, task: EngineTask, result: object) -> None:
        """Continue with the result of an engine task."""
        if not (task.is_move and self.check_time()):
            self._proceed(lambda: task.on_done(result))

    def fail_task(self, task: EngineTask, reason: str) -> None:
        """Continue after an engine task has failed."""
        self._enter(task.on_error(reason))

    @property
    def has_reports(self) -> bool:
        """Whether the analyst has reported something that is not yet among the events."""
        return bool(self._context.services.problems)

    def take_events(self) -> list[AppEvent]:
        """Return the events since the last call, and clear them."""
        return self._context.take_events()

    def start_finished_game_analysis(self) -> None:
        """Start analyzing the finished game in the background, if a person played against an engine."""
        cursor = self.cursor
        if cursor is None or len(self.players) != 1 or not self.game.has_count:
            return
        self._forget_other_game(cursor.position)
        if self._finished_game is None and cursor.node.number:
            from gnugo_py.app.phases.train import analysis_of_running_game

            with suppress(UserError):
                self._finished_game = analysis_of_running_game(self._context)
                self._finished_game.background.start()

    def _forget_other_game(self, position: Position) -> None:
        """Drop the analysis if it is of another game, or if the game has continued since.

        position -- the current position.
        """
        finished = self._finished_game
        if finished is not None and finished.background.analysis.positions[-1] is not position:
            self._finished_game = None

    @property
    def is_analyzing_finished_game(self) -> bool:
        """Whether the analysis of the finished game is running."""
        return self._finished_game is not None and self._finished_game.background.is_running

    @property
    def training_offer_after_game(self) -> str:
        """An offer to train on the finished game; empty if its analysis is incomplete or finds no mistake."""
        from gnugo_py.app.phases.train import person_color_or_black, training_offer_sentence

        finished = self._finished_game
        if finished is None or not finished.background.analysis.is_complete:
            return ""
        color = person_color_or_black(self.players)
        return training_offer_sentence(finished.background.analysis, color)

    def stop_finished_game_analysis(self) -> None:
        """Stop the analysis of the game that has ended."""
        if self._finished_game is not None:
            self._finished_game.background.stop()

    def train(self) -> None:
        """Train the person on the mistakes of the game that has ended."""
        from gnugo_py.app.phases.train import (
            person_color_or_black,
            train_on_current_game,
            training_phase_for_game,
        )

        if self._finished_game is None:
            self._enter(train_on_current_game(self._context, "", self._phase))
            return
        color = person_color_or_black(self.players)
        self._enter(training_phase_for_game(self._context, self._finished_game, color, self._phase))

    def review_current_game(self) -> None:
        """Review the current game, which may be over."""
        from gnugo_py.app.phases.mistakes import review_running_game

        context = self._context
        self._enter(
            review_running_game(context, lambda opened: start_play(context, opened), self._phase).show()
        )

    def save_and_quit(self) -> None:
        """Save the game and end the application, without asking; changes of a review stay in their copy."""
        review = self._context.review_file
        if review is not None and review.error:
            self._context.services.unsaved_result = review.error
            self._context.emit("trouble", f"The changes of the review are not saved: {review.error}.")
        elif review is not None and review.copy is not None:
            self._context.emit("news", f"The changes of the review are in {review.copy}.")
        self._phase = save_and_end(self._context)

    @property
    def can_continue_left_game(self) -> bool:
        """Whether the game or lesson that was left for a new game can continue."""
        is_left = isinstance(self._phase, ApplicationEndPhase) and self._phase.before is not None
        return is_left and self.outcome is None

    def continue_left_game(self) -> None:
        """Return to the game or lesson that was left for a new game."""
        if isinstance(self._phase, ApplicationEndPhase) and self._phase.before is not None:
            before = self._phase.before
            if not before.has_own_board:
                self._context.show_board("The game continues.")
            self._enter(before.show_again())

    def set_wants_new(self, wants_new: bool) -> None:
        """Set whether the person wants another game.  This has no effect before the end."""
        if isinstance(self._phase, ApplicationEndPhase):
            self._phase.wants_new = wants_new
