"""The application: it takes the lines that a person types and produces the events that an interface shows.

The plain and the full-screen interface both drive an `Application`.  They show its prompt, submit the
line that a person typed, run the engine task if there is one, and show the events.  The application
handles the commands; it does not depend on streams or screens.  An `ApplicationFactory` makes applications.

    SetupPhase --> PlayPhase <--> EngineErrorPhase
                     |  ^
                     v  |
                  CountPhase --> ApplicationEndPhase
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.events import AppEvent
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    LESSONS_CHOICE,
    NON_OPTION_FIELD_NAMES,
    RESUME_FIELD_NAME,
    describe_saved_game,
    options_applying_to_game,
)
from gnugo_py.app.opponents import CLASSIC_ENGINE_GAME
from gnugo_py.app.phases.base import ApplicationEndPhase, EngineTask, Phase, save_and_end
from gnugo_py.app.phases.choose_game import (
    ChooseGameInFilePhase,
    ResumeOffer,
    SavedGamesPhase,
    SetupPhase,
    has_all_new_game_answers,
)
from gnugo_py.app.phases.play import end_game_lost_on_time, start_play
from gnugo_py.app.services import Services
from gnugo_py.app.view import View
from gnugo_py.core.game import Game
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import EngineError, NetworkError
from gnugo_py.record.clock import TimeControl
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import OpenedGame

if TYPE_CHECKING:
    from gnugo_py.app.review_analysis import LineAnalysis
    from gnugo_py.app.reviewed_file import ReviewedFile


MAX_INPUT_LINE_LENGTH = 1000


class Application:
    """One run of the application: the current phase, and the context that all phases share.

    services -- what the games of this run share.
    game     -- the kind of game to play; opening a saved game can change it.
    start    -- returns the first phase.

    context -- what the phases share: the current game, its players and its outcome.
    """

    def __init__(self, services: Services, game: Game, start: Callable[[PhaseContext], Phase]) -> None:
        self.context = PhaseContext(services, game)
        self._finished_game: LineAnalysis | None = None
        self._phase = start(self.context)
        self._enter(self._phase)

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
        return self._phase.view(self.context.game_view())

    @property
    def engine_task(self) -> EngineTask | None:
        """The engine task to run before the next line, or None if a line is expected."""
        return self._phase.engine_task

    def check_time(self) -> bool:
        """End the game if the color to move has used all its time; return whether it has."""
        if not (self._phase.runs_clock and self.context.is_time_over):
            return False
        self._enter(end_game_lost_on_time(self.context))
        return True

    def _enter(self, phase: Phase) -> None:
        """Go to a phase; the clock runs or stops accordingly."""
        self._phase = phase
        self.context.stopwatch.set_running(phase.runs_clock)

    def _proceed(self, step: Callable[[], Phase]) -> None:
        """Go to the phase that a step returns; if the step needs a network that is missing, show that."""
        try:
            self._enter(step())
        except NetworkError as error:
            self.context.emit("refusal", f"{error}.")

    def submit_line(self, line: str) -> None:
        """Handle a line that a person typed at the prompt, unless the color to move has run out of time."""
        if self.check_time():
            return
        if len(line) > MAX_INPUT_LINE_LENGTH:
            self.context.emit(
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
        return bool(self.context.services.problems)

    def take_events(self) -> list[AppEvent]:
        """Return the events since the last call, and clear them."""
        return self.context.take_events()

    def start_finished_game_analysis(self) -> None:
        """Start analyzing the finished game in the background, if a person played against an engine."""
        cursor = self.context.cursor
        if cursor is None or len(self.context.players) != 1 or not self.context.game.has_count:
            return
        finished = self._finished_game
        if finished is not None and finished.background.analysis.positions[-1] is not cursor.position:
            self._finished_game = None  # of another game, or of this one before it continued
        if self._finished_game is None and cursor.node.number:
            from gnugo_py.app.phases.train import analysis_of_running_game

            with suppress(UserError):
                self._finished_game = analysis_of_running_game(self.context)
                self._finished_game.background.start()

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
        color = person_color_or_black(self.context.players)
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
            self._enter(train_on_current_game(self.context, "", self._phase))
            return
        color = person_color_or_black(self.context.players)
        self._enter(training_phase_for_game(self.context, self._finished_game, color, self._phase))

    def review_current_game(self) -> None:
        """Review the current game, which may be over."""
        from gnugo_py.app.phases.mistakes import review_running_game

        context = self.context
        self._enter(
            review_running_game(context, lambda opened: start_play(context, opened), self._phase).show()
        )

    def save_and_quit(self) -> None:
        """Save the game and end the application, without asking; changes of a review stay in their copy."""
        review = self.context.review_file
        if review is not None and review.error:
            self.context.services.unsaved_result = review.error
            self.context.emit("trouble", f"The changes of the review are not saved: {review.error}.")
        elif review is not None and review.copy is not None:
            self.context.emit("news", f"The changes of the review are in {review.copy}.")
        self._phase = save_and_end(self.context)

    @property
    def can_continue_left_game(self) -> bool:
        """Whether the game or lesson that was left for a new game can continue."""
        is_left = isinstance(self._phase, ApplicationEndPhase) and self._phase.before is not None
        return is_left and self.context.outcome is None

    def continue_left_game(self) -> None:
        """Return to the game or lesson that was left for a new game."""
        if isinstance(self._phase, ApplicationEndPhase) and self._phase.before is not None:
            before = self._phase.before
            if not before.has_own_board:
                self.context.show_board("The game continues.")
            self._enter(before.show_again())

    def set_wants_new(self, wants_new: bool) -> None:
        """Set whether the person wants another game.  This has no effect before the end."""
        if isinstance(self._phase, ApplicationEndPhase):
            self._phase.wants_new = wants_new


class ApplicationFactory(NamedTuple):
    """A factory for the applications of one run: new, resumed and loaded games, reviews and lessons.

    services      -- what the applications share.
    name          -- the default game, by its key in `GAMES`.
    given_options -- the options given on the command line for the default game.
    """

    services: Services
    name: str = CLASSIC_ENGINE_GAME
    given_options: Mapping[str, object] = {}

    @property
    def default_game(self) -> Game:
        """The default game."""
        return GAMES[self.name].load()

    def _application(self, game: Game, start: Callable[[PhaseContext], Phase]) -> Application:
        """Return an application for a game, with a new seed; see `Application`."""
        self.services.set_next_game_seed()
        return Application(self.services, game, start)

    def _playing(self, opened: OpenedGame) -> Application:
        """Return an application that plays an opened game."""
        return self._application(opened.tree.game, lambda context: start_play(context, opened))

    def _asking(
        self, name: str, options: Mapping[str, object], offer: ResumeOffer | None = None
    ) -> Application:
        """Return an application that asks for the missing options of a new game; see `SetupPhase`."""

        def ask(context: PhaseContext) -> Phase:
            return SetupPhase(context, options, offer, lambda opened: start_play(context, opened)).ask()

        return self._application(GAMES[name].load(), ask)

    def start_from_form(self, values: Mapping[str, object]) -> Application:
        """Return the application for the values of a form.  Raise UserError if the game cannot be started."""
        resumed = values.get(RESUME_FIELD_NAME)
        if resumed == LESSONS_CHOICE[1]:
            return self.start_lesson("")
        if isinstance(resumed, str):
            return self.resume(resumed)
        name = str(values.get(GAME_FIELD_NAME, self.name))
        given = options_applying_to_game(self.given_options, name == self.name)
        options = {
            **given,
            **{key: value for key, value in values.items() if key not in NON_OPTION_FIELD_NAMES},
        }
        if name == self.name and self.services.opponents.has_gtp_opponent_or_pair:
            options.setdefault("opponent", "named")
        known = {"size": None, "handicap": 0, "side": Color.BLACK, **options}
        return self._asking(name, known)

    def start_new_game(self, options: Mapping[str, object], offers: bool) -> Application:
        """Return the application for a new game.

        offers -- whether to offer an unfinished game first; none is offered if `options` answers every
                  question.
        """
        offer = self._offer() if offers and not has_all_new_game_answers(self.default_game, options) else None
        return self._asking(self.name, options, offer)

    def resume(self, name: str) -> Application:
        """Return the application for a saved game, in the state in which it was left.

        name -- the name of the game, empty for the latest unfinished one.

        Raise UserError, which names the file and a remedy, if the game cannot be resumed.
        """
        services = self.services
        chosen = services.store.saved_name_from_text(name) or services.latest_unfinished_game()
        if not chosen:
            raise UserError(f"no unfinished game in {services.store.folder}; start one with --new")
        opened = services.opponents.apply_to_resumed_game(services.resume_game(chosen))
        return self._playing(opened)

    def load_file(
        self,
        path: Path,
        options: Mapping[str, object],
        number: int | None = None,
        encoding: str | None = None,
    ) -> Application:
        """Return the application for a game from an SGF file or a `gnugo.dat`.

        The game is saved under a new name.  If the file holds several games and no number is given, a warning
        is shown.

        options -- may contain `side`, `komi`, `rules` and `opponent`; without `side`, the person plays the
                   color to move.
        number, encoding -- as in `Services.read_game_file`.

        Raise UserError, which names the file, the place in it and a remedy, if the game cannot be loaded.
        """
        source = self.services.read_game_file(path, number, encoding)
        if isinstance(source, Tree) and number is None and source.games > 1:
            self.services.warn(
                f"{path}: the file contains {source.games} games; the first is loaded (see --number)"
            )
        opened = self.services.imported_game(path, source, options)
        clock = options.get("clock")
        if isinstance(clock, TimeControl):
            opened.tree.clock = clock
        self.services.autosave.detach_game()
        return self._playing(opened)

    def review(
        self,
        content: bytes,
        number: int | None = None,
        komi: float | None = None,
        path: Path | None = None,
    ) -> Application:
        """Return the application for the review of a game in an SGF file.

        number -- the number of the game in the file, from 1; None for the first or, in the full-screen
                  interface, for one that the person chooses.
        komi   -- the points for White; None for the komi of the file, or 0 if the file has none.
        path   -- the file, which gets the changes that are saved; None for standard input.

        Raise UserError if the content is not a valid game.
        """
        from gnugo_py.app.reviewed_file import read_for_review
        from gnugo_py.record.sgf_reader import game_summaries
        from gnugo_py.storage.review_file import ReviewFile

        place = ReviewFile(self.services.store, path)
        lines = game_summaries(content) if number is None else []
        if len(lines) > 1 and self.services.has_screen:

            def choose(context: PhaseContext) -> Phase:
                def review(chosen: int) -> Phase:
                    file = read_for_review(content, chosen, komi)._replace(place=place)
                    return _review(context, file)

                return ChooseGameInFilePhase(context, lines, review).show()

            return self._application(self.default_game, choose)
        file = read_for_review(content, number, komi)._replace(place=place)
        if len(lines) > 1:
            self.services.warn(f"the file contains {len(lines)} games; the first is shown (see --number)")
        return self._application(file.tree.game, lambda context: _review(context, file))

    def train_on_game(
        self, content: bytes, number: int | None, color: Color | None, komi: float | None
    ) -> Application:
        """Return the application for training on the mistakes of a game in an SGF file.

        number, komi -- as for `review`.
        color        -- the color whose mistakes to train on; None for the person's color, or for Black if
                        the file does not show who the person is.

        Raise UserError if the content is not a valid game of Go.
        """
        from gnugo_py.app.phases.train import training_phase_for_game
        from gnugo_py.app.review_analysis import line_analysis, position_changing_nodes
        from gnugo_py.app.reviewed_file import game_title, person_color, read_for_review

        file = read_for_review(content, number, komi)
        tree = file.tree
        nodes = position_changing_nodes(tree.main_line())
        if not tree.game.has_count:
            raise UserError(
                f"this is a game of {tree.game.display_name}; training is available only for games of Go"
            )
        if len(nodes) < 2:
            raise UserError("the game has no moves to train on; use another file")
        analysis = line_analysis(self.services.analyst_provider, nodes)
        trained = person_color(tree) if color is None else color

        def start(context: PhaseContext) -> Phase:
            if file.warnings:
                context.emit("news", *file.warnings)
            return training_phase_for_game(
                context, analysis, trained, ApplicationEndPhase(), game_title(tree)
            )

        return self._application(tree.game, start)

    def due_exercises_application(self) -> Application:
        """Return the application for the exercises that are due today; it ends at once if there are none."""
        from gnugo_py.app.phases.train import due_exercises_phase

        game = GAMES[CLASSIC_ENGINE_GAME].load()
        return self._application(game, lambda context: due_exercises_phase(context, ApplicationEndPhase()))

    def choose_saved_game(self) -> Application:
        """Return the application for the list of saved games."""

        def start(context: PhaseContext) -> Phase:
            return SavedGamesPhase(
                context, ApplicationEndPhase, lambda opened: start_play(context, opened)
            ).show_list()

        return self._application(self.default_game, start)

    def start_lesson(self, lesson: str) -> Application:
        """Return the application for the lessons.

        lesson -- the name of the first lesson, empty for the first unfinished one.
        """
        from gnugo_py.app.phases.lesson import lesson_phase

        return self._application(
            self.default_game, lambda context: lesson_phase(context, lesson, ApplicationEndPhase())
        )

    def _offer(self) -> ResumeOffer | None:
        """Return an offer to resume the latest unfinished game, or None if no such game can be read."""
        try:
            latest = next(iter(self.services.unfinished_games()), None)
        except UserError:
            return None
        if latest is None:
            return None
        name = latest.name
        return ResumeOffer(
            f"Resume '{name}', {describe_saved_game(latest)} (y or n)?",
            lambda: self.services.resume_game(name),
        )


def _review(context: PhaseContext, file: ReviewedFile) -> Phase:
    """Return the phase that reviews a game; play can continue from each of its positions."""
    from gnugo_py.app.phases.review import ReviewPhase

    return ReviewPhase(
        context, file, lambda opened: start_play(context, opened), ApplicationEndPhase()
    ).show()
