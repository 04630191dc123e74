"""The games of a match as files."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from datetime import date
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from gnugo_py.app.opponents import Engines
from gnugo_py.cli.terminal import BAD_INPUT, warn
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake, Pass
from gnugo_py.engines.engine import LARGEST_SEED, Player, PlayerError
from gnugo_py.engines.external.engine import GtpPlayer
from gnugo_py.play.match import Played, play_out, seated
from gnugo_py.play.session import Session
from gnugo_py.sgf.writer import to_sgf
from gnugo_py.storage.save_store import Store

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess


FILE_NAME = "game-{:04}"


class Record:
    """The games of a match as files.

    folder -- where they are written, None for nowhere.
    games  -- how many there will be.

    status -- the exit status: 2 once a game could not be written.

    Raises Mistake if the folder cannot take them.
    """

    def __init__(self, folder: Path | None, games: int) -> None:
        self.status = 0
        self._store = None if folder is None else Store(folder)
        if self._store is None:
            return
        try:
            taken = any(self._store.path(FILE_NAME.format(number + 1)).exists() for number in range(games))
            self._store.probe()
        except OSError as error:
            raise Mistake(f"{folder}: {error.strerror or error}; name another folder with --sgf") from None
        if taken:
            raise Mistake(f"{folder}: there are games of a match already; name another folder with --sgf")

    def write(self, number: int, content: bytes) -> None:
        """Write a game, by its number from 0; if it cannot be written, say so and go on."""
        if self._store is None:
            return
        try:
            self._store.create(FILE_NAME.format(number + 1), content)
        except (OSError, Mistake) as error:
            self.status = BAD_INPUT
            warn(f"gnugo-py: game {number + 1} is not written: {error}")


GONE = "a process that played a game came to an untimely end; try again"


class WorkerDied(Mistake):
    """A process of a match that came to an untimely end."""


Keep = Callable[[int, bytes], None]
"""What takes a game as SGF, with its number."""


class Entry(NamedTuple):
    """A game of the match with what was asked about it.

    played -- how it ended.
    claims -- by colour, the result as the engine of that colour counts it.
    seed   -- of the players' random numbers.
    """

    played: Played
    claims: dict[str, str]
    seed: int


class Setup(NamedTuple):
    """What a process needs to know to play games of a match.

    game, given -- which game, in the catalogue, and its options.
    names       -- the two players, as on the command line.
    patterns    -- what the player of 1989 knows.
    seconds, resigns -- as of `Engines`.
    seed        -- of the first game; the next one has the next seed.
    is_repeatable -- whether engines are told of it as well.
    alternates  -- whether colours change after every game.
    """

    game: str
    given: Mapping[str, object]
    names: tuple[str, str]
    patterns: str | None
    seconds: int | None
    resigns: bool
    seed: int
    is_repeatable: bool
    alternates: bool

    @property
    def start(self) -> Position:
        """The start of every game, by rules under which it ends.  Raises Mistake for none."""
        game = CATALOG[self.game].load()
        return game.bounded(game.start({**game.between_programs, **self.given}))

    def players(self, engines: Engines) -> list[Player]:
        """The two players.  Raises Mistake if one does not work."""
        return [engines.player(name, self.game, self.patterns) for name in self.names]

    def play(self, number: int, players: list[Player], keep: Keep | None) -> Entry:
        """Play a game, by its number from 0, and have it kept, however it ends."""
        seed, black = (self.seed + number) % (LARGEST_SEED + 1), number % 2 if self.alternates else 0
        seats = [_seeded(player, seed, self.is_repeatable) for player in players]
        session = seated(CATALOG[self.game].load(), seats, black, self.start)
        try:
            played = play_out(session, black)
        finally:
            if keep is not None:
                keep(number, to_sgf(session, date.today()))
        return Entry(played, _claims(session), seed)


def one_by_one(
    setup: Setup, players: list[Player], games: int, keep: Keep | None
) -> Generator[tuple[int, Entry], None, None]:
    """The games with their numbers, one after the other."""
    for number in range(games):
        yield number, setup.play(number, players, keep)


def side_by_side(
    setup: Setup, jobs: int, games: int, keep: Keep | None
) -> Generator[tuple[int, Entry], None, None]:
    """The same games with their numbers as they end, `jobs` at a time.

    Closing this ends what is being played.  Raises WorkerDied if a process comes to an untimely end,
    Mistake if it cannot play.
    """
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    context = get_context("spawn")  # the same everywhere, and safe beside threads
    tables: dict[Any, SpawnProcess] = {}
    numbers = iter(range(games))
    try:
        for _ in range(min(jobs, games)):
            mine, theirs = context.Pipe()
            process = context.Process(target=_at_table, args=(setup, theirs, keep is not None), daemon=True)
            process.start()
            theirs.close()
            tables[mine] = process
            _told(mine, next(numbers))
        busy: set[Any] = set(tables)
        while busy:
            ended: list[Any] = wait(busy)
            for table in ended:
                number, entry, content = _heard(table)
                if keep is not None:
                    keep(number, content)
                following = next(numbers, None)
                _told(table, following)
                busy -= {table} if following is None else set()
                yield number, entry
    finally:
        for process in tables.values():
            process.terminate()
        for process in tables.values():
            process.join()


def _told(table: Any, number: int | None) -> None:
    """Tell a process which game to play, None for no more.  Raises WorkerDied if it is gone."""
    try:
        table.send(number)
    except OSError:
        raise WorkerDied(GONE) from None


def _heard(table: Any) -> tuple[int, Entry, bytes]:
    """What a process says of a game that has ended.

    Raises WorkerDied if it is gone, Mistake if it cannot play.
    """
    try:
        said: tuple[int, Entry, bytes] | str = table.recv()
    except (EOFError, OSError):
        raise WorkerDied(GONE) from None
    if isinstance(said, str):
        raise Mistake(said)
    return said


def _at_table(setup: Setup, pipe: Any, keeps: bool) -> None:
    """A process: plays the games whose numbers it is sent, until None or until it is told to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match itself hears Ctrl-C
    signal.signal(signal.SIGTERM, _leave)
    with closing(Engines(setup.seconds, resigns=setup.resigns)) as engines, suppress(EOFError, OSError):
        Thread(target=_end_with_the_match, args=(engines,), daemon=True).start()
        try:
            players = setup.players(engines)
        except Mistake as error:
            pipe.send(str(error))
            return
        for number in iter(pipe.recv, None):
            kept: list[bytes] = []
            entry = setup.play(number, players, (lambda _, content: kept.append(content)) if keeps else None)  # noqa: B023
            pipe.send((number, entry, b"".join(kept)))


def _end_with_the_match(engines: Engines) -> None:
    """End this process and its engines when the one that began it is gone, however it went."""
    above = parent_process()
    if above is not None:
        above.join()
        engines.close()
        os._exit(1)


def _leave(signum: int, frame: object) -> None:
    signal.signal(signum, signal.SIG_IGN)  # once is enough: engines are being closed
    raise SystemExit


def _seeded(player: Player, seed: int, is_repeatable: bool) -> Player:
    """A player ready for a new game with a seed; an engine gets one only if games are to repeat."""
    if isinstance(player, GtpPlayer) and not is_repeatable:
        return player
    try:
        return player.reseed(seed)
    except PlayerError:
        return player


def _claims(session: Session) -> dict[str, str]:
    """By colour, the result of a game that ended with passes, as the engine of that colour counts it."""
    claims = {}
    position = session.position
    for side, player in session.players.items():
        if isinstance(player, GtpPlayer) and isinstance(position.last_move, Pass) and position.over:
            with suppress(PlayerError):
                claim = player.score(position)
                if claim:
                    claims[side.colour] = claim
    return claims
