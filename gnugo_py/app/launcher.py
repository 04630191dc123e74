"""Starting, resuming and loading games, reviews and lessons."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gnugo_py.app.analyses import Analyses
from gnugo_py.app.application import Application
from gnugo_py.app.context import Context, Services
from gnugo_py.app.new_game_form import GAME, LESSONS_CHOICE, OF_THE_FORM, RESUME, options_for_game
from gnugo_py.app.opponents import CLASSIC_GAME, EnginePool, Opponents, is_engine_named
from gnugo_py.app.phases.base import EndPhase, Phase
from gnugo_py.app.phases.choose_from_file import GameCollection
from gnugo_py.app.phases.play import start_play
from gnugo_py.app.phases.setup import ResumeOffer, has_all_answers
from gnugo_py.core.files import config_folder, lessons_folder, read_text
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.classic.factory import clock_seed
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.levels import MAX_LEVEL
from gnugo_py.play.clock import TimeControl
from gnugo_py.play.session import Session, Turn
from gnugo_py.storage.autosave import Autosave, next_serial, sgf_format
from gnugo_py.storage.lesson_progress import LessonProgress
from gnugo_py.storage.save_store import SaveStore

if TYPE_CHECKING:
    from gnugo_py.app.review_factory import ReviewFactory
    from gnugo_py.engines.classic.gnugo_dat import GnugoDat
    from gnugo_py.lessons.lesson import Course, Lesson
    from gnugo_py.sgf.reader import GameRecord
    from gnugo_py.storage.saved_games import SavedGame


_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")


@cache
def load_course(folder: str | None) -> Course:
    """Return the lessons of a folder, or those of the program for None.  They are read once per run.

    Each file `NN-name.txt` is a lesson; the numbers determine the order.

    Raise UserError, with file, line and remedy, if they cannot be read.
    """
    from gnugo_py.lessons.lesson import Course

    place = folder or lessons_folder()
    try:
        names = sorted(name for name in os.listdir(place) if _NUMBERED.fullmatch(name))
    except OSError as error:
        raise UserError(f"{place}: {error.strerror}; specify a folder with lesson files") from None
    if not names:
        raise UserError(f"{place}: no lessons in this folder; lesson files have names like 01-stones.txt")
    lessons = tuple(_read(os.path.join(place, name)) for name in names)
    seen: set[str] = set()
    for lesson in lessons:
        if lesson.name in seen:
            raise UserError(f"{place}: two lessons are named {lesson.name}; rename one of them")
        seen.add(lesson.name)
    progress = LessonProgress(config_folder() / "lessons.txt")
    return Course(lessons, progress.boards_done, progress.record, progress.problem)


def _read(path: str) -> Lesson:
    from gnugo_py.lessons.parser import parse_lesson

    match = _NUMBERED.fullmatch(os.path.basename(path))
    assert match is not None
    return parse_lesson(read_text(path), path, match[2], _game)


def _game(name: str) -> Game:
    return GAMES[name].load()


@dataclass
class Launcher:
    """A factory for the applications of one run: new, resumed and loaded games, reviews and lessons.

    name                -- the default game, by its key in `GAMES`.
    given_options       -- the options that were given for it.
    patterns            -- the pattern files of the classic engine, as in `classic_engine`.
    named_opponents     -- the opponents that were named: none; one against the person, None for a second
                           person; or two against each other, Black first.
    engines             -- the engine pool of this run.
    folder              -- the save folder; it need not exist yet.
    shows_proposals     -- whether the interface updates the board, so that a count starts with a proposal.
    asks_before_leaving -- whether to ask the person before something that cannot be undone.
    offers_resignation -- whether search that considers the game lost asks the person to accept that.
    seed                -- returns the seed for the next game.
    lessons             -- the folder of the lessons, None for those of the program.
    warn                -- shows a warning about a file that is loaded, or about an analyst that fails.
    analyst_command     -- the command of the engine that analyzes, None for the built-in one.

    store    -- the saved games.
    autosave -- writes the current game to its file.
    opponents  -- the opponents.
    analyses -- the analyst and what it is used for.
    """

    name: str
    given_options: Mapping[str, object]
    patterns: str | None
    named_opponents: tuple[Engine | None, ...]
    engines: EnginePool
    folder: Path
    shows_proposals: bool
    asks_before_leaving: bool
    seed: Callable[[], int]
    lessons: str | None = None
    warn: Callable[[str], None] = lambda _: None
    offers_resignation: bool = False
    analyst_command: str | None = None

    def __post_init__(self) -> None:
        self.opponents = Opponents(self.patterns, self.named_opponents, self.engines, self.seed())
        self.analyses = Analyses(self.analyst_command, self.warn)
        self.store = SaveStore(self.folder)
        self.autosave = Autosave(self.store, sgf_format(), lambda: next_serial(self.store))

    @classmethod
    def with_defaults(
        cls,
        engines: EnginePool,
        folder: Path,
        on_screen: bool,
        patterns: str | None,
        lessons: str | None = None,
        warn: Callable[[str], None] = lambda _: None,
        analyst: str | None = None,
    ) -> Launcher:
        """Return a launcher with default settings for new games, as for reviews and lessons."""
        confirms = on_screen or sys.stdin.isatty()
        seed = clock_seed
        return cls(
            CLASSIC_GAME,
            {},
            patterns,
            (),
            engines,
            folder,
            on_screen,
            confirms,
            seed,
            lessons,
            warn,
            analyst_command=analyst,
        )

    def start_from_form(self, values: Mapping[str, object]) -> Application:
        """Return the application for the values of a form.  Raise UserError with a remedy."""
        resumed = values.get(RESUME)
        if resumed == LESSONS_CHOICE[1]:
            return self.start_lesson("")
        if isinstance(resumed, str):
            return self.resume(resumed)
        name = str(values.get(GAME, self.name))
        given = options_for_game(self.given_options, name == self.name)
        options = {
            **given,
            **{key: value for key, value in values.items() if key not in OF_THE_FORM},
        }
        if name == self.name and (is_engine_named(self.named_opponents) or len(self.named_opponents) == 2):
            options.setdefault("opponent", "named")
        return Application(
            self._services(GAMES[name].load()), {"size": None, "handicap": 0, "side": Color.BLACK, **options}
        )

    def start_new_game(self, options: Mapping[str, object], offers: bool) -> Application:
        """Return the application for a new game.

        offers -- whether to offer an unfinished game first, provided that there is anything to ask.
        """
        game = GAMES[self.name].load()
        offer = self._offer() if offers and not has_all_answers(game, options) else None
        return Application(self._services(game), options, offer=offer)

    def resume(self, name: str) -> Application:
        """Return the application for a saved game, in the state in which it was left.

        name -- the name of the game, empty for the latest unfinished one.

        Raise UserError with file and remedy.
        """
        chosen = self.store.find(name) or next((each.name for each in self.unfinished()), None)
        if not chosen:
            raise UserError(f"no unfinished game in {self.store.folder}; start one with --new")
        session = self.opponents.replace_engines(self._resume_session(chosen))
        return Application(self._services(session.game), {}, session)

    def load(self, path: Path, options: Mapping[str, object], number: int | None = None) -> Application:
        """Return the application for a game from an SGF file or a `gnugo.dat`; it is saved under a new name.

        If the file holds several games and no number is given, a warning is shown.

        options -- may contain `side`, `komi`, `rules` and `opponent`; without `side`, the person plays the
                   color to move.
        number  -- the number of the game in the file, from 1; None for the first.

        Raise UserError with file, place and remedy.
        """
        from gnugo_py.sgf.reader import GameRecord

        source = self._read(path, number)
        if isinstance(source, GameRecord) and source.games > 1:
            self.warn(f"{path}: the file contains {source.games} games; the first is loaded (see --number)")
        session = self._session_of(path, source, options)
        clock = options.get("clock")
        if isinstance(clock, TimeControl):
            session.set_clock(clock)
        self.autosave.detach()
        return Application(self._services(session.game), {}, session)

    def review(self, content: bytes, number: int | None = None, komi: float | None = None) -> Application:
        """Return the application for the review of a game in an SGF file.

        number -- the number of the game in the file, from 1; None for the first or, in the full-screen
                  interface, for one that the person chooses.
        komi    -- the points for White; None for those of the file, or 0 where it names none.

        Raise UserError if the content is not a valid game.
        """
        from gnugo_py.sgf.tree import titles

        library = self._review_factory
        lines = titles(content) if number is None else []
        if len(lines) > 1 and self.shows_proposals:
            collection = GameCollection(tuple(lines), lambda chosen: library.of_file(content, chosen, komi))
            return Application(self._services(GAMES[self.name].load()), {}, collection=collection)
        review = library.of_file(content, number, komi)
        if len(lines) > 1:
            self.warn(f"the file contains {len(lines)} games; the first is shown (see --number)")
        return Application(self._services(review.game), {}, review=review)

    def train_on_game(
        self, content: bytes, number: int | None, color: Color | None, komi: float | None
    ) -> Application:
        """Return the application for training on the mistakes of a game in an SGF file.

        number, komi -- as for `review`.
        color        -- whose mistakes; None for the player who is no engine, or Black.

        Raise UserError if the content is not a valid game of Go.
        """
        from gnugo_py.app.phases.train import train_on_game
        from gnugo_py.app.review_analysis import judged_nodes

        review = self._review_factory.of_file(content, number, komi)
        nodes = judged_nodes(list(review.main_line()))
        if not review.game.has_count:
            raise UserError(f"this is a game of {review.game.name}; only games of Go have points to lose")
        if len(nodes) < 2:
            raise UserError("the game has no moves to train on; use another file")
        background = self.analyses.analysis(review.game, [node.position for node in nodes])
        trained = review.person if color is None else color
        return Application(
            self._services(review.game),
            {},
            first_phase=lambda context: train_on_game(
                context,
                review.game,
                background,
                trained,
                EndPhase(),
                review.title,
                [node.number for node in nodes],
            ),
        )

    def train_on_due(self) -> Application:
        """Return the application for training on the exercises that are due today; there should be some."""
        from gnugo_py.app.phases.train import train_on_due

        game = GAMES[CLASSIC_GAME].load()
        return Application(
            self._services(game), {}, first_phase=lambda context: train_on_due(context, EndPhase())
        )

    def choose_saved_game(self) -> Application:
        """Return the application for the list of saved games."""
        from gnugo_py.app.phases.saved_games import SavedGamesPhase

        def first(context: Context) -> Phase:
            return SavedGamesPhase(
                context, self.store, EndPhase, lambda session: start_play(context, session)
            ).show()

        return Application(self._services(GAMES[self.name].load()), {}, first_phase=first)

    def start_lesson(self, lesson: str) -> Application:
        """Return the application for the lessons.

        lesson -- the name of the first lesson, empty for the first unfinished one.
        """
        return Application(self._services(GAMES[self.name].load()), {}, lesson=lesson)

    def _course(self) -> Course:
        """Return the lessons.  Raise UserError with file, line and remedy."""
        return load_course(self.lessons)

    @property
    def _review_factory(self) -> ReviewFactory:
        """The factory for reviews of games."""
        from gnugo_py.app.review_factory import ReviewFactory

        opponent = "named" if is_engine_named(self.named_opponents) else None

        def players(game: Game, last: Position) -> Mapping[Color, Engine]:
            return self.opponents.players(game, last, last.to_move, opponent)

        return ReviewFactory(self.store, players, self.autosave.detach)

    def _open_saved(self, name: str) -> Session:
        """Return the session of a saved game or, for a path, of a file, and detach the game before it.

        Raise UserError with file and remedy; the game before then stays open.
        """
        path = Path(os.path.expanduser(name))
        saved = self.store.find(name)
        if not path.is_file() and (self.store.is_name(saved) or self.store.existing(saved)):
            return self._resume_session(saved)
        options = {"opponent": "named"} if is_engine_named(self.named_opponents) else {}
        session = self._session_of(path, self._read(path), options)
        self.autosave.detach()
        self.engines.stop_unused(list(session.players.values()))
        return session

    def _read(self, path: Path, number: int | None = None) -> GameRecord | GnugoDat:
        """Return the content of a game file; see `load`."""
        from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat, read_gnugo_dat
        from gnugo_py.sgf.reader import read_bytes, read_sgf

        content = read_bytes(path)
        try:
            if not is_gnugo_dat(content):
                return read_sgf(content, number)
            if number not in (None, 1):
                raise UserError(f"there is no game {number}; a gnugo.dat contains one game")
            return read_gnugo_dat(content)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None

    def _session_of(
        self, path: Path, record: GameRecord | GnugoDat, options: Mapping[str, object]
    ) -> Session:
        """Return the session for the content of a game file; see `load`."""
        from gnugo_py.sgf.reader import GameRecord
        from gnugo_py.storage.resume import import_session, resume_session

        if not isinstance(record, GameRecord):
            return self._import_gnugo_dat(record)
        try:
            if record.private is not None:
                with suppress(UserError):  # a changed file is imported like one of another program
                    return self.opponents.replace_engines(
                        resume_session(record, self.engines.engine_from_config(record.game))
                    )
            color = options.get("side", record.final_position.to_move)
            assert isinstance(color, Color)
            players = self.opponents.players(
                record.game, record.final_position, color, options.get("opponent")
            )
            asked = {name: options[name] for name in ("rules", "komi") if name in options}
            return import_session(record, asked, players)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None

    def _services(self, game: Game) -> Services:
        """Return the services for an application.  The game before is detached when a new one begins."""
        self.opponents.seed = self.seed()

        def begin(options: Mapping[str, object]) -> Session:
            color = options["side"]
            assert isinstance(color, Color)
            known = {name: value for name, value in options.items() if value is not None}
            start = game.start(known)
            session = Session.start(
                game, self.opponents.players(game, start, color, options.get("opponent")), start
            )
            clock = options.get("clock")
            assert isinstance(clock, TimeControl | None)
            session.set_clock(clock)
            self.autosave.detach()
            return session

        autosave = self.autosave
        return Services(
            game=game,
            new_game=begin,
            autosave=autosave.write,
            save=autosave.save_as,
            save_error=lambda: autosave.error,
            open_game=self._open_saved,
            adviser=self._adviser,
            estimate=self.analyses.estimate,
            write_picture=self.store.write_picture,
            take_problems=self.analyses.take_problems,
            default_opponent=self.opponents.default_opponent,
            analysis=self.analyses.analysis,
            analyst=self.analyses.analyst,
            record_training=self.analyses.record_training,
            due_exercises=self.analyses.due_exercises,
            store=self.store,
            has_screen=self.shows_proposals,
            review_of=lambda session: self._review_factory.of_session(session),
            proposes_dead_stones=self.shows_proposals,
            asks_before_leaving=self.asks_before_leaving,
            offers_resignation=self.offers_resignation,
            lessons=self._course,
        )

    def _adviser(self, game: Game, level: int) -> Engine | None:
        """Return the engine that gives hints: the external analyst for the highest level, if there is one."""
        other = self.analyses.adviser(game) if level == MAX_LEVEL else None
        return other or self.opponents.adviser(game, level)

    def __enter__(self) -> Launcher:
        """Start the external analyst, if there is one, so that it is ready when it is needed."""
        self.analyses.start(GAMES[CLASSIC_GAME].load(), self.shows_proposals)
        return self

    def __exit__(self, *_: object) -> None:
        """Release the current game's file, and stop the external analyst."""
        self.analyses.close()
        self.autosave.close()

    def _resume_session(self, name: str) -> Session:
        """Return the session of a saved game, lock its file, and stop the engines that it does not use."""
        from gnugo_py.sgf.reader import read_sgf
        from gnugo_py.storage.resume import resume_session

        path = self.store.path(name)

        def opened(content: bytes) -> Session:
            try:
                record = read_sgf(content)
                return resume_session(record, self.engines.engine_from_config(record.game))
            except UserError as error:
                raise UserError(f"{path}: {error}") from None

        session = self.autosave.open(name, opened)
        self.engines.stop_unused(list(session.players.values()))
        return session

    def _import_gnugo_dat(self, old: GnugoDat) -> Session:
        """Return the session of a game of the original program.

        The engine starts with a fresh memory, except for the flags of the opening book.
        """
        game = GAMES[CLASSIC_GAME].load()
        session = Session.start(game, {old.computer: self.opponents.engine}, old.position)
        memory = self.opponents.engine.initial_memory()._replace(untried_regions=old.unasked)
        memories = (None, memory) if old.computer else (memory, None)
        return Session(game, session.players, [Turn(old.position, memories)])

    @property
    def has_games(self) -> bool:
        """Whether there are saved games; True if the folder cannot be read."""
        try:
            return bool(self.store.names())
        except UserError:
            return True

    def unfinished(self) -> list[SavedGame]:
        """Return the unfinished games that can be resumed, latest first.

        Raise UserError if the save folder cannot be read.
        """
        from gnugo_py.storage.saved_games import list_saved_games

        games, _ = list_saved_games(self.store)
        return [each for each in games if each.is_own and not each.is_finished]

    def _offer(self) -> ResumeOffer | None:
        """Return an offer to resume the latest unfinished game, or None if there is none."""
        try:
            latest = next(iter(self.unfinished()), None)
        except UserError:
            return None
        if latest is None:
            return None
        name, size, moves = latest.name, latest.size, latest.moves
        title = "" if latest.game == CLASSIC_GAME else f"{GAMES[latest.game].title} "
        return ResumeOffer(
            f"Resume '{name}', {title}{size}x{size}, {moves} moves (y or n)?",
            lambda: self._resume_session(name),
        )
