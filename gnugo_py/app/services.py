"""What the games of one run share: the saved games, the engines, the analyst and the lessons."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from gnugo_py.app.opponents import EngineFactory, Opponents, is_gtp_opponent_named
from gnugo_py.core.files import config_folder, file_names, lessons_folder, read_regular_file, read_text
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import Engine, EngineCommand, EngineError, clock_seed
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.record.clock import TimeControl
from gnugo_py.record.engine_moves import new_game
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree, line_to
from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.resume import OpenedGame, import_game, resume_game
from gnugo_py.storage.save_store import SaveStore

if TYPE_CHECKING:
    from gnugo_py.app.analyst_provider import AnalystProvider
    from gnugo_py.engines.classic.gnugo_dat import GnugoDat
    from gnugo_py.lessons.lesson import Lesson, LessonsAndProgress
    from gnugo_py.storage.saved_games import SavedGame
    from gnugo_py.storage.training import MissedExerciseStore


_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")


@cache
def load_lessons_and_progress(folder: str | None) -> LessonsAndProgress:
    """Return the lessons of a folder, or the built-in lessons for None.  They are read once per run.

    Each file `NN-name.txt` is a lesson; the numbers determine the order.

    Raise UserError, which names the file, the line and a remedy, if the lessons cannot be read.
    """
    from gnugo_py.lessons.lesson import LessonsAndProgress
    from gnugo_py.storage.training import LessonProgress

    place = folder or lessons_folder()
    try:
        names = sorted(name for name in file_names(place) if _NUMBERED.fullmatch(name))
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
    return LessonsAndProgress(
        lessons, progress.boards_done, progress.record_boards, progress.unreported_file_problem
    )


def _read(path: str) -> Lesson:
    from gnugo_py.lessons.lesson import parse_lesson

    match = _NUMBERED.fullmatch(os.path.basename(path))
    assert match is not None
    return parse_lesson(read_text(path), path, match[2], lambda name: GAMES[name].load())


class Services:
    """What the games of one run share.

    folder              -- the save folder; it need not exist yet.
    engines             -- creates the engines of this run.
    patterns            -- the pattern files of the classic engine, as in `classic_engine`.
    named_opponents     -- the opponents that were named: an empty tuple; one opponent of the person, where
                           None means a second person; or two engines that play each other, Black first.
    seed                -- returns the seed for the next game.
    lessons             -- the folder of the lessons, None for the built-in lessons.
    warn                -- shows a warning about a file that is loaded, or about an analyst that fails.
    analyst_command     -- the command of the engine that analyzes, None for the built-in one.
    has_screen          -- whether the board stays in view; if so, a count starts with a proposal, and an
                           analysis can run in the background.
    asks_before_leaving -- whether to ask the person before an action that cannot be undone.
    offers_resignation  -- whether the search engine, if it considers its game lost, offers to resign.

    store     -- the saved games.
    autosave  -- writes the current game to its file.
    opponents -- the opponents.
    problems  -- problems with the external analyst that the screen has not shown yet.
    lessons_folder -- the argument `lessons`.
    unsaved_result -- why a result of a lesson or of training could not be saved; empty if all were saved.
    """

    def __init__(
        self,
        folder: Path,
        engines: EngineFactory,
        *,
        patterns: str | None = None,
        named_opponents: tuple[Engine | None, ...] = (),
        seed: Callable[[], int] = clock_seed,
        lessons: str | None = None,
        warn: Callable[[str], None] = lambda _: None,
        analyst_command: EngineCommand | None = None,
        has_screen: bool = False,
        asks_before_leaving: bool = False,
        offers_resignation: bool = False,
    ) -> None:
        self.engines, self.warn = engines, warn
        self.has_screen, self.asks_before_leaving = has_screen, asks_before_leaving
        self.offers_resignation = offers_resignation
        self._seed, self.lessons_folder = seed, lessons
        self.opponents = Opponents(patterns, named_opponents, engines, seed())
        self.analyst_command = analyst_command
        self.problems: list[str] = []
        self.unsaved_result = ""
        self._is_screen_on = False
        self.store = SaveStore(folder)
        self.autosave = Autosave(self.store)

    def set_next_game_seed(self) -> None:
        """Draw the seed of the next game."""
        self.opponents.seed = self._seed()

    def new_game(self, game: Game, options: Mapping[str, object]) -> OpenedGame:
        """Return a new game, and detach the previous game from its file.

        options -- the options of the game; `side`, the person's color; and optionally `opponent` and `clock`.

        Raise UserError if the options are invalid.
        """
        color, clock = options["side"], options.get("clock")
        assert isinstance(color, Color)
        assert isinstance(clock, TimeControl | None)
        start = game.start({name: value for name, value in options.items() if value is not None})
        players = self.opponents.players(game, start, color, options.get("opponent"))
        tree = new_game(start, players)
        tree.clock = clock
        self.autosave.detach_game()
        return OpenedGame(tree, players)

    def game_from(self, position: Position, players: Mapping[Color, Engine] | None) -> OpenedGame:
        """Return a new game that goes on from a position, and detach the previous game from its file.

        players -- the engines, by color; None if the person plays the color to move.

        Raise UserError if the game is over at the position.
        """
        if position.outcome_without_count is not None:
            raise UserError("the game is over at this point; go back a move first")
        if players is None:
            opponent = "named" if is_gtp_opponent_named(self.opponents.others) else None
            players = self.opponents.players(position.game, position, position.to_move, opponent)
        start, *later = line_to(position)
        tree = new_game(start, players)
        node = tree.root
        for each in later:
            node = node.append_position(each)
        self.autosave.detach_game()
        return OpenedGame(tree, players)

    def resume_game(self, name: str) -> OpenedGame:
        """Return a saved game, lock its file, and stop the engines that it does not use."""
        path = self.store.path(name)

        def opened(content: bytes) -> OpenedGame:
            try:
                return self._resumed(parse_game(content))
            except UserError as error:
                raise UserError(f"{path}: {error}") from None

        game = self.autosave.resume_saved_game(name, opened)
        self.engines.stop_unused(list(game.players.values()))
        return game

    def _resumed(self, tree: Tree) -> OpenedGame:
        """Return a game that this program saved.  Raise UserError if it cannot be resumed."""
        return resume_game(tree, partial(self.engines.engine_from_config, tree.game))

    def open_game(self, name: str) -> OpenedGame:
        """Return a saved game or the game in the file at a path, and detach the previous game.

        Raise UserError, which names the file and a remedy, if the game cannot be opened; the previous game
        then stays open.
        """
        path = Path(os.path.expanduser(name))
        saved = self.store.saved_name_from_text(name)
        if not path.is_file() and (self.store.is_valid_name(saved) or self.store.existing_path(saved)):
            return self.resume_game(saved)
        options = {"opponent": "named"} if is_gtp_opponent_named(self.opponents.others) else {}
        game = self.imported_game(path, self.read_game_file(path), options)
        self.autosave.detach_game()
        self.engines.stop_unused(list(game.players.values()))
        return game

    def read_game_file(
        self, path: Path, number: int | None = None, encoding: str | None = None
    ) -> Tree | GnugoDat:
        """Return the content of a game file, which is an SGF file or a `gnugo.dat`.

        number   -- the number of the game in the file, from 1; None for the first.
        encoding -- the codec of the encoding of the file; None for the one that it seems to have.
        """
        from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat, parse_gnugo_dat

        content = read_regular_file(path, MAX_SAVE_SIZE, "an SGF file")
        try:
            if not is_gnugo_dat(content):
                return parse_game(content, number, encoding)
            if number not in (None, 1):
                raise UserError(f"there is no game {number}; a gnugo.dat contains one game")
            return parse_gnugo_dat(content)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None

    def imported_game(
        self, path: Path, content: Tree | GnugoDat, options: Mapping[str, object]
    ) -> OpenedGame:
        """Return the game for the content of a game file; see `ApplicationFactory.load_file`."""
        if not isinstance(content, Tree):
            return self._import_gnugo_dat(content)
        try:
            if content.private is not None:
                with suppress(UserError):  # a changed file is imported like a file from another program
                    resumed = self.opponents.apply_to_resumed_game(self._resumed(content))
                    content.move_to_front_of_file()
                    return resumed
            position = content.current.position
            color = options.get("side", position.to_move)
            assert isinstance(color, Color)
            players = self.opponents.players(content.game, position, color, options.get("opponent"))
            asked = {name: options[name] for name in ("rules", "komi") if name in options}
            return import_game(content, asked, players)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None

    def _import_gnugo_dat(self, old: GnugoDat) -> OpenedGame:
        """Return a game of the original program.

        The engine starts with a fresh memory, except for the flags of the opening book.
        """
        engine = self.opponents.classic_engine
        players = {old.computer: engine}
        tree = new_game(old.position, players)
        memory = engine.initial_memory()._replace(untried_regions=old.unasked)
        tree.root.set_memory(str(old.computer), engine.memory_to_json(memory))
        return OpenedGame(tree, players)

    def adviser(self, game: Game, level: int) -> Engine | None:
        """Return the engine that gives hints, or None if no engine plays the game.

        At the highest level, the external analyst gives the hints if there is one.
        """
        other = self.analyst_provider.external_analyst(game) if level == MAX_LEVEL else None
        return other or self.opponents.adviser(game, level)

    @cached_property
    def analyst_provider(self) -> AnalystProvider:
        """The provider of the analyst, its advice and its estimates."""
        from gnugo_py.app.analyst_provider import AnalystProvider

        return AnalystProvider(
            self.analyst_command, self._report, self.problems.append if self.has_screen else None
        )

    def _report(self, problem: str) -> None:
        """Report a problem with the external analyst: at once or, on a screen, with the next events."""
        if self._is_screen_on:
            self.problems.append(problem)
        else:
            self.warn(problem)

    @cached_property
    def training_store(self) -> MissedExerciseStore:
        """The exercises that the person has missed."""
        from gnugo_py.storage.training import MissedExerciseStore

        return MissedExerciseStore(config_folder() / "training.json")

    def lessons(self) -> LessonsAndProgress:
        """Return the lessons and the progress in them; see `load_lessons_and_progress`."""
        return load_lessons_and_progress(self.lessons_folder)

    def recent_games(self) -> list[SavedGame]:
        """Return the games by this program among the files written last, latest first.

        Raise UserError if the save folder cannot be read.
        """
        from gnugo_py.storage.saved_games import RECENT_FILES, list_saved_games

        games, _ = list_saved_games(self.store, RECENT_FILES)
        return [each for each in games if each.is_own]

    def unfinished_games(self) -> list[SavedGame]:
        """Return the unfinished games among `recent_games`.

        Raise UserError if the save folder cannot be read.
        """
        return [each for each in self.recent_games() if not each.is_finished]

    def latest_unfinished_game(self) -> str | None:
        """Return the name of the latest unfinished game that can be resumed, or None if there is none.

        Raise UserError if the save folder cannot be read.
        """
        from gnugo_py.storage.saved_games import list_saved_games

        games = self.unfinished_games() or list_saved_games(self.store)[0]
        return next((each.name for each in games if each.is_own and not each.is_finished), None)

    def start_analyst(self, game: Game) -> None:
        """Start the external analyst for a game, if there is one, so that it is ready when it is needed.

        With a screen, it starts in another thread.
        """
        other = None if self.analyst_command is None else self.analyst_provider.external_analyst(game)
        if other is None:
            return
        if not self.has_screen:
            other.start()
            return

        def start() -> None:
            with suppress(EngineError):  # it was interrupted
                other.start()

        Thread(target=start, daemon=True).start()

    def begin_screen(self) -> None:
        """Report problems on the screen from now on."""
        self._is_screen_on = True

    def __enter__(self) -> Services:
        return self

    def __exit__(self, *_: object) -> None:
        """Release the current game's file, and stop the external analyst."""
        if self.analyst_command is not None:
            self.analyst_provider.close()
        self.autosave.release_lock()
