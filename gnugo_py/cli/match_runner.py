"""The games of a match: playing them in one or several processes, and writing them to files."""

from __future__ import annotations

import atexit
import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, active_children, connection, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from gnugo_py.app.players import Engines
from gnugo_py.cli.output import STATUS_INTERRUPTED, print_warning
from gnugo_py.engines.engine import MAX_SEED, Engine, EngineError
from gnugo_py.engines.external.gtp_engine import GtpEngine
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, Outcome, Pass, UserError
from gnugo_py.record.engine_moves import new_game, play_to_end
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import user_errors
from gnugo_py.system.signals import defer_signals

_FILE_NAME = "game-{:04}"
_MAX_WORKERS = 61
"""The most worker processes for which Windows can wait."""
_STOP_SECONDS = 1.5
"""Seconds until a worker process that was asked to stop is killed."""


def match_store(folder: Path | None, games: int) -> SaveStore | None:
    """Return the store to which the games of a match are written, None to write none.

    games -- the number of games in the match.

    Raise UserError if the folder is not writable or already contains games of a match.
    """
    if folder is None:
        return None
    store = SaveStore(folder)
    with user_errors(folder, "use another folder with --sgf"):
        taken = any(store.path(_FILE_NAME.format(number)).exists() for number in range(1, games + 1))
        store.check_writable()
    if taken:
        raise UserError(f"{folder}: already contains games of a match; use another folder with --sgf")
    return store


class MatchGame(NamedTuple):
    """A game of a match, with its results.

    number         -- the number of the game, from 1, as in the name of its file.
    black          -- which of the two engines had Black, 0 or 1.
    outcome        -- winner and reason.
    moves          -- number of moves, including passes but not a resignation.
    error          -- why the loser forfeited, empty if no engine did.
    engine_results -- by color: the result as counted by the GTP engine of that color.
    seed           -- the seed of the engines' random numbers.
    is_written     -- False if its file could not be written.
    """

    number: int
    black: int
    outcome: Outcome
    moves: int
    error: str
    engine_results: dict[str, str]
    seed: int
    is_written: bool

    @property
    def winning_engine(self) -> int | None:
        """Which of the two engines won, 0 or 1; None for a tie."""
        won = self.outcome.winner
        return None if won is None else self.black if won is Color.BLACK else 1 - self.black


class MatchSetup(NamedTuple):
    """The settings of a match, which each worker process receives.

    game         -- the name of the game in `GAMES`.
    game_options -- the options of the game.
    black, white -- the two engines, as on the command line.
    alternate    -- whether the engines change colors after every game.
    seed         -- the seed on the command line, which GTP engines receive, too; None if none is given.
    seconds, resigns, patterns -- as in `Engines`.
    first_seed   -- the seed of the first game; each further game has the next seed.
    """

    game: str
    game_options: Mapping[str, object]
    black: str
    white: str
    alternate: bool
    seed: int | None
    seconds: int | None
    resigns: bool
    patterns: str | None
    first_seed: int = 0

    @property
    def start(self) -> Position:
        """The starting position of every game, with rules under which every game ends.

        Raise UserError if the options are invalid.
        """
        game = GAMES[self.game].load()
        return game.start({**game.default_match_options, **self.game_options}).with_move_limit()

    def engines(self, announce: Callable[[str], None] | None = None) -> Engines:
        """Return what makes the engines; `announce` is as in `Engines`."""
        return Engines(self.seconds, resigns=self.resigns, announce=announce, patterns=self.patterns)

    def players(self, engines: Engines) -> list[Engine]:
        """Return the two engines. Raise UserError if one of them does not work."""
        game = GAMES[self.game].load()
        return [engines.named(name, game) for name in (self.black, self.white)]

    def play_game(self, number: int, players: list[Engine], store: SaveStore | None) -> MatchGame:
        """Play a game, numbered from 1, and return it.

        store -- where the game is written, even if it is not finished; None to write no file.
        """
        seed = (self.first_seed + number - 1) % (MAX_SEED + 1)
        black = (number - 1) % 2 if self.alternate else 0
        seeded = [_seeded(player, seed, self.seed is not None) for player in players]
        by_color = {Color.BLACK: seeded[black], Color.WHITE: seeded[1 - black]}
        tree = new_game(self.start, by_color)
        try:
            outcome, error = play_to_end(tree, by_color)
        finally:
            is_written = store is None or _is_written(store, number, tree.write())
        claims = _claims(tree.current.position, by_color)
        return MatchGame(number, black, outcome, tree.current.number, error, claims, seed, is_written)


def _is_written(store: SaveStore, number: int, content: bytes) -> bool:
    """Write a game; if this fails, print a warning and return False."""
    try:
        store.write_new_game(_FILE_NAME.format(number), content)
    except (OSError, UserError) as error:
        print_warning(f"game {number} could not be written: {error}")
        return False
    return True


def play_in_parallel(
    setup: MatchSetup, jobs: int, games: int, store: SaveStore | None
) -> Generator[MatchGame, None, None]:
    """Yield the games as they end, with `jobs` games running at the same time.

    The workers write the games, so that a result is short enough for a pipe to take it in one piece: a worker
    that is killed in the middle of a longer one would leave this process waiting for the rest.

    Closing the generator stops the games that are running. Raise BrokenProcessPool if a worker process dies,
    and UserError if a worker cannot play.
    """
    jobs = min(jobs, games, _MAX_WORKERS)
    context = get_context("spawn")  # works the same on every system, and is safe with threads
    executor = ProcessPoolExecutor(jobs, context, _Worker.begin, (setup, store))
    numbers, running = iter(range(1, games + 1)), set[Future[MatchGame]]()
    try:
        while True:
            with defer_signals(), _blocked_terminal_signals():
                following = islice(numbers, jobs - len(running))
                running |= {executor.submit(_Worker.play, number) for number in following}
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(ended, key=lambda each: each.exception() is not None):
                yield future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        _stop_workers(active_children())


class _Worker:
    """What a worker process keeps from game to game.

    store   -- where the games are written, None to write no file.
    engines -- its engines, which stop with the process.
    players -- the two that play, made for the first game.
    """

    setup: MatchSetup
    store: SaveStore | None
    engines: Engines
    players: list[Engine] | None = None

    @classmethod
    def begin(cls, setup: MatchSetup, store: SaveStore | None) -> None:
        """Prepare the process."""
        cls.setup, cls.store, cls.engines = setup, store, setup.engines()
        _exit_on_request(cls.engines)
        atexit.register(cls.engines.close)

    @classmethod
    def play(cls, number: int) -> MatchGame:
        """Play a game. Raise UserError if an engine does not work."""
        if cls.players is None:
            cls.players = cls.setup.players(cls.engines)
        return cls.setup.play_game(number, cls.players, cls.store)


@contextmanager
def _blocked_terminal_signals() -> Iterator[None]:
    """Block the signals that a terminal sends to all processes; a process started meanwhile never gets them.

    They reach this process at the end of the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # its start would unblock the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop_workers(workers: list[BaseProcess]) -> None:
    """Ask worker processes to stop, and kill those that run on; a further Ctrl-C kills all and exits."""

    def kill_all(signum: int, frame: object) -> None:
        for process in workers:
            process.kill()
        os._exit(STATUS_INTERRUPTED)

    before = signal.signal(signal.SIGINT, kill_all)
    for process in workers:
        process.terminate()
    end = time.monotonic() + _STOP_SECONDS
    for process in workers:
        process.join(max(end - time.monotonic(), 0.0))
        process.kill()
        process.join(_STOP_SECONDS)
    signal.signal(signal.SIGINT, before)


def _exit_on_request(engines: Engines) -> None:
    """Let a thread kill the engines and end this process on SIGTERM or when the parent process has ended.

    The signal handler raises no exception, since Python ignores an exception in a finalizer.
    """
    parent = parent_process()
    assert parent is not None
    request, handler_end = Pipe(duplex=False)

    def wait_and_exit() -> None:
        connection.wait([parent.sentinel, request])
        engines.kill()
        os._exit(1)

    Thread(target=wait_and_exit, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: handler_end.send(None))


def _seeded(player: Engine, seed: int, is_repeatable: bool) -> Engine:
    """Return an engine prepared for a new game with a seed.

    A GTP engine is seeded only if the match is repeatable.
    """
    if isinstance(player, GtpEngine) and not is_repeatable:
        return player
    try:
        return player.with_seed(seed)
    except EngineError:
        return player


def _claims(position: Position, players: Mapping[Color, Engine]) -> dict[str, str]:
    """Return, by color, the result that each GTP engine reports for a game that ended with passes."""
    claims = {}
    for color, player in players.items():
        if isinstance(player, GtpEngine) and isinstance(position.last_move, Pass) and position.is_over:
            with suppress(EngineError):
                claim = player.score(position)
                if claim:
                    claims[color.name.lower()] = claim
    return claims
