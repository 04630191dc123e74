"""The lessons on disk, and how far a person has come."""

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

from gnugo_py.app.application import Conversation
from gnugo_py.app.context import Services
from gnugo_py.app.new_game_form import GAME, LESSONS, RESUME, holding
from gnugo_py.app.opponents import CLASSIC_GAME, Engines, Seating, is_engine_named
from gnugo_py.app.phases.choose_game import Collection
from gnugo_py.app.phases.setup import Unfinished, leaves_nothing_open
from gnugo_py.core.files import config_folder, lessons_folder, read_text
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake, Side
from gnugo_py.engines.classic.factory import clock_seed
from gnugo_py.engines.engine import Player
from gnugo_py.lessons.lesson import Course, Lesson
from gnugo_py.lessons.parser import parse_lesson
from gnugo_py.play.session import Session, Turn
from gnugo_py.storage.autosave import Saver, next_serial, sgf_format
from gnugo_py.storage.lesson_progress import Progress
from gnugo_py.storage.save_store import Store

if TYPE_CHECKING:
    from gnugo_py.app.review_factory import Library
    from gnugo_py.engines.classic.gnugo_dat import OldGame
    from gnugo_py.sgf.reader import Record
    from gnugo_py.storage.saved_games import Summary


_NUMBERED = re.compile(r"(\d+-)?(\w[\w-]*)\.txt")


@cache
def read_course(folder: str | None) -> Course:
    """The lessons of a folder, None for those that come with the program; read once in a run.

    A file `NN-name.txt` is a lesson; their numbers give the order.

    Raises Mistake, naming file, line and remedy.
    """
    place = folder or lessons_folder()
    try:
        names = sorted(name for name in os.listdir(place) if _NUMBERED.fullmatch(name))
    except OSError as error:
        raise Mistake(f"{place}: {error.strerror}; name a folder of lesson files") from None
    if not names:
        raise Mistake(f"{place}: no lesson in this folder; lesson files are called like 01-stones.txt")
    lessons = tuple(_read(os.path.join(place, name)) for name in names)
    seen: set[str] = set()
    for lesson in lessons:
        if lesson.name in seen:
            raise Mistake(f"{place}: two lessons are called {lesson.name}; give one another name")
        seen.add(lesson.name)
    progress = Progress(config_folder() / "lessons.txt")
    return Course(lessons, progress.done, progress.keep, progress.trouble)


def _read(path: str) -> Lesson:
    found = _NUMBERED.fullmatch(os.path.basename(path))
    assert found is not None
    return parse_lesson(read_text(path), path, found[2], _game)


def _game(name: str) -> Game:
    return CATALOG[name].load()


@dataclass
class Lobby:
    """Where the games of one run of the program are begun, resumed and loaded.

    name   -- the game in the catalogue, unless a form or a file chooses another.
    given  -- the options that were given for it.
    patterns -- what the engine of 1989 knows, as of `classic_player`.
    others -- who was named to play: nobody; one against the person, None for a second person; or two
              against each other, Black first.
    engines -- the GTP engines of this run.
    folder -- where games are saved; it need not exist yet.
    on_screen -- whether it is shown as it changes, so that a count begins with a proposal.
    confirms -- whether a person is there to be asked before something that cannot be undone.
    seed   -- gives each further game its seed.
    lessons -- the folder of the lessons, None for those that come with the program.
    warn   -- reports what a person should know of a file that is loaded.

    store    -- the saved games.
    saver    -- keeps the game that is played.
    seating  -- who plays.
    """

    name: str
    given: Mapping[str, object]
    patterns: str | None
    others: tuple[Player | None, ...]
    engines: Engines
    folder: Path
    on_screen: bool
    confirms: bool
    seed: Callable[[], int]
    lessons: str | None = None
    warn: Callable[[str], None] = lambda _: None

    def __post_init__(self) -> None:
        self.seating = Seating(self.patterns, self.others, self.engines, self.seed())
        self.store = Store(self.folder)
        self.saver = Saver(self.store, sgf_format(), lambda: next_serial(self.store))

    @classmethod
    def for_anyone(
        cls,
        engines: Engines,
        folder: Path,
        on_screen: bool,
        patterns: str | None,
        lessons: str | None = None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> Lobby:
        """Where nothing was said of the games that may be begun, as beside a review and lessons."""
        confirms = on_screen or sys.stdin.isatty()
        seed = clock_seed
        return cls(CLASSIC_GAME, {}, patterns, (), engines, folder, on_screen, confirms, seed, lessons, warn)

    def chosen(self, values: Mapping[str, object]) -> Conversation:
        """The conversation for a filled-in form.  Raises Mistake with the remedy."""
        resumed = values.get(RESUME)
        if resumed == LESSONS[1]:
            return self.teach("")
        if isinstance(resumed, str):
            return self.resume(resumed)
        name = str(values.get(GAME, self.name))
        given = holding(self.given, name == self.name)
        options = {**given, **{key: value for key, value in values.items() if key not in (RESUME, GAME)}}
        if name == self.name and (is_engine_named(self.others) or len(self.others) == 2):
            options.setdefault("opponent", "named")
        return Conversation(
            self._services(CATALOG[name].load()), {"size": None, "handicap": 0, "side": Side.BLACK, **options}
        )

    def new(self, options: Mapping[str, object], offers: bool) -> Conversation:
        """A new game.

        offers -- whether to offer an unfinished one first, where anything is asked at all.
        """
        game = CATALOG[self.name].load()
        offer = self._offer() if offers and not leaves_nothing_open(game, options) else None
        return Conversation(self._services(game), options, offer=offer)

    def resume(self, name: str) -> Conversation:
        """A saved game, exactly as it was left; the latest unfinished one for an empty name.

        Raises Mistake naming the file and the remedy.
        """
        chosen = self.store.find(name) or next((each.name for each in self.unfinished()), None)
        if not chosen:
            raise Mistake(f"no unfinished game in {self.store.folder}; begin one with --new")
        session = self.seating.seated(self._resumed(chosen))
        return Conversation(self._services(session.game), {}, session)

    def load(self, path: Path, options: Mapping[str, object], number: int | None = None) -> Conversation:
        """A game from an SGF file or a `gnugo.dat`; it is saved under a name of its own.

        Without a number, stderr reports that a file holds several games.

        options -- `side`, `komi`, `rules` and `opponent` if they were given; without a side, the person is
                   the side to move.
        number  -- which game of the file, from 1; None for the first.

        Raises Mistake naming file, place and remedy.
        """
        from gnugo_py.sgf.reader import Record

        source = self._read(path, number)
        if isinstance(source, Record) and source.games > 1:
            self.warn(f"{path}: the file holds {source.games} games; the first is loaded (see --number)")
        session = self._session_of(path, source, options)
        self.saver.leave()
        return Conversation(self._services(session.game), {}, session)

    def review(self, content: bytes, number: int | None = None) -> Conversation:
        """A game of an SGF file to look through.

        number -- which of its games, from 1; None for the first or, on a screen, for one chosen there.

        Raises Mistake for what is none.
        """
        from gnugo_py.sgf.tree import titles

        library = self._library
        lines = titles(content) if number is None else []
        if len(lines) > 1 and self.on_screen:
            collection = Collection(tuple(lines), lambda chosen: library.of_file(content, chosen))
            return Conversation(self._services(CATALOG[self.name].load()), {}, collection=collection)
        story = library.of_file(content, number)
        if len(lines) > 1:
            self.warn(f"the file holds {len(lines)} games; the first is shown (see --number)")
        return Conversation(self._services(story.game), {}, story=story)

    def teach(self, lesson: str) -> Conversation:
        """Lessons.

        lesson -- the one to begin with, empty for the first that is not done.
        """
        return Conversation(self._services(CATALOG[self.name].load()), {}, lesson=lesson)

    def _course(self) -> Course:
        """The lessons.  Raises Mistake, naming file, line and remedy."""
        return read_course(self.lessons)

    @property
    def _library(self) -> Library:
        """What makes stories of games."""
        from gnugo_py.app.review_factory import Library

        opponent = "named" if is_engine_named(self.others) else None

        def players(game: Game, last: Position) -> Mapping[Side, Player]:
            return self.seating.players(game, last, last.to_move, opponent)

        return Library(self.store, players, self.saver.leave)

    def _opened(self, name: str) -> Session:
        """The session of a saved game or, for a path, of a file; the game before is let go.

        Raises Mistake naming the file and the remedy, the game before then kept.
        """
        path = Path(os.path.expanduser(name))
        saved = self.store.find(name)
        if not path.is_file() and (self.store.is_name(saved) or self.store.existing(saved)):
            return self._resumed(saved)
        options = {"opponent": "named"} if is_engine_named(self.others) else {}
        session = self._session_of(path, self._read(path), options)
        self.saver.leave()
        self.engines.rest(list(session.players.values()))
        return session

    def _read(self, path: Path, number: int | None = None) -> Record | OldGame:
        """What a file holds; see `load`."""
        from gnugo_py.engines.classic.gnugo_dat import looks_old, read_old
        from gnugo_py.sgf.reader import read_bytes, read_sgf

        content = read_bytes(path)
        try:
            if not looks_old(content):
                return read_sgf(content, number)
            if number not in (None, 1):
                raise Mistake(f"there is no game {number}: a gnugo.dat holds one game")
            return read_old(content)
        except Mistake as error:
            raise Mistake(f"{path}: {error}") from None

    def _session_of(self, path: Path, record: Record | OldGame, options: Mapping[str, object]) -> Session:
        """The session of what a file holds; see `load`."""
        from gnugo_py.sgf.reader import Record
        from gnugo_py.storage.resume import foreign, resumed

        if not isinstance(record, Record):
            return self._old_game(record)
        try:
            if record.private is not None:
                with suppress(Mistake):  # one that was changed is taken as another program's
                    return self.seating.seated(resumed(record, self.engines.players_of(record.game)))
            side = options.get("side", record.final.to_move)
            assert isinstance(side, Side)
            players = self.seating.players(record.game, record.final, side, options.get("opponent"))
            asked = {name: options[name] for name in ("rules", "komi") if name in options}
            return foreign(record, asked, players)
        except Mistake as error:
            raise Mistake(f"{path}: {error}") from None

    def _services(self, game: Game) -> Services:
        """What a conversation needs; the game before is let go once another begins."""
        self.seating.seed = self.seed()

        def begin(options: Mapping[str, object]) -> Session:
            side = options["side"]
            assert isinstance(side, Side)
            known = {name: value for name, value in options.items() if value is not None}
            start = game.start(known)
            session = Session.begin(
                game, self.seating.players(game, start, side, options.get("opponent")), start
            )
            self.saver.leave()
            return session

        saver = self.saver
        return Services(
            game=game,
            begin=begin,
            keep=saver.keep,
            save=saver.save,
            trouble=lambda: saver.trouble,
            open=self._opened,
            adviser=self.seating.adviser,
            story=lambda session: self._library.of_session(session),
            proposes=self.on_screen,
            confirms=self.confirms,
            course=self._course,
        )

    def _resumed(self, name: str) -> Session:
        """The session of a saved game, its file locked; engines of the game before may rest."""
        from gnugo_py.sgf.reader import read_sgf
        from gnugo_py.storage.resume import resumed

        path = self.store.path(name)

        def opened(content: bytes) -> Session:
            try:
                record = read_sgf(content)
                return resumed(record, self.engines.players_of(record.game))
            except Mistake as error:
                raise Mistake(f"{path}: {error}") from None

        session = self.saver.adopt(name, opened)
        self.engines.rest(list(session.players.values()))
        return session

    def _old_game(self, old: OldGame) -> Session:
        """The session of a game of the original's; its engine starts afresh but for the book's flags."""
        game = CATALOG[CLASSIC_GAME].load()
        session = Session.begin(game, {old.computer: self.seating.engine}, old.position)
        memory = self.seating.engine.fresh_memory()._replace(unasked=old.unasked)
        memories = (None, memory) if old.computer else (memory, None)
        return Session(game, session.players, [Turn(old.position, memories)])

    @property
    def has_games(self) -> bool:
        """Whether any game was ever saved here; True if that cannot be told."""
        try:
            return bool(self.store.names())
        except Mistake:
            return True

    def unfinished(self) -> list[Summary]:
        """The games that were left and can be resumed, the latest first.

        Raises Mistake if the folder of saved games cannot be read.
        """
        from gnugo_py.storage.saved_games import summaries

        found, _ = summaries(self.store)
        return [each for each in found if each.own and not each.finished]

    def _offer(self) -> Unfinished | None:
        """The latest unfinished game, to be offered; None if there is none that can be resumed."""
        try:
            latest = next(iter(self.unfinished()), None)
        except Mistake:
            return None
        if latest is None:
            return None
        name, size, moves = latest.name, latest.size, latest.moves
        title = "" if latest.game == CLASSIC_GAME else f"{CATALOG[latest.game].title} "
        return Unfinished(
            f"Go on with '{name}', {title}{size}x{size}, {moves} moves (y or n)?", lambda: self._resumed(name)
        )
