"""Starting, resuming and loading games, reviews and lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from gnugo_py.app.application import Application, new_game_starter, opened_game_starter, review_phase
from gnugo_py.app.context import PhaseContext
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    LESSONS_CHOICE,
    NON_OPTION_FIELD_NAMES,
    RESUME_FIELD_NAME,
    describe_saved_game,
    options_applying_to_game,
)
from gnugo_py.app.opponents import CLASSIC_ENGINE_GAME
from gnugo_py.app.phases.base import ApplicationEndPhase, Phase
from gnugo_py.app.phases.play import start_play
from gnugo_py.app.phases.setup import ResumeOffer, has_all_new_game_answers
from gnugo_py.app.services import Services
from gnugo_py.core.game import Game
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.record.clock import TimeControl
from gnugo_py.record.tree import Tree


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
        return self._application(GAMES[name].load(), new_game_starter(known))

    def start_new_game(self, options: Mapping[str, object], offers: bool) -> Application:
        """Return the application for a new game.

        offers -- whether to offer an unfinished game first; none is offered if `options` answers every
                  question.
        """
        offer = self._offer() if offers and not has_all_new_game_answers(self.default_game, options) else None
        return self._application(self.default_game, new_game_starter(options, offer))

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
        return self._application(opened.tree.game, opened_game_starter(opened))

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
        return self._application(opened.tree.game, opened_game_starter(opened))

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
        from gnugo_py.app.phases.saved_games_and_collections import ChooseGameInFilePhase
        from gnugo_py.app.reviewed_file import read_for_review
        from gnugo_py.record.sgf_reader import game_summaries
        from gnugo_py.storage.review_file import ReviewFile

        place = ReviewFile(self.services.store, path)
        lines = game_summaries(content) if number is None else []
        if len(lines) > 1 and self.services.has_screen:

            def choose(context: PhaseContext) -> Phase:
                def review(chosen: int) -> Phase:
                    file = read_for_review(content, chosen, komi)._replace(place=place)
                    return review_phase(context, file, ApplicationEndPhase())

                return ChooseGameInFilePhase(context, lines, review).show()

            return self._application(self.default_game, choose)
        file = read_for_review(content, number, komi)._replace(place=place)
        if len(lines) > 1:
            self.services.warn(f"the file contains {len(lines)} games; the first is shown (see --number)")
        return self._application(
            file.tree.game, lambda context: review_phase(context, file, ApplicationEndPhase())
        )

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
        from gnugo_py.app.phases.saved_games_and_collections import SavedGamesPhase

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
