"""The engine that runs a GTP program, and its synchronization with a game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeAlias

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, Color, GtpCommandSequence, Move, Play, Resign, UserError
from gnugo_py.engines.engine import Decision, Engine, EngineConfig, Reason
from gnugo_py.engines.external.process import (
    EngineProcess,
    EngineProcessError,
    EngineRefusedCommand,
    Timeouts,
    one_line,
)

_MAX_EXPLANATION_LINES = 12
_MAX_EXPLANATION_LINE = 200
_SECONDS_PER_COMMAND = 0.5
"""Seconds that each command of a synchronization adds to its time limit."""
_TIMEOUT_FACTOR, _TIMEOUT_MARGIN = 1.5, 2.0

SentMoves: TypeAlias = list[tuple[Color, Move]]


class GameSync:
    """A running engine process and the game that was sent to it.

    engine            -- the engine process.
    timeouts, seconds -- as for `GtpEngine`.

    is_usable -- False once the wait for a response has been interrupted.
    """

    def __init__(self, engine: EngineProcess, timeouts: Timeouts, seconds: int | None) -> None:
        self.engine = engine
        self.is_usable = True
        self._timeouts = timeouts
        self._seconds = seconds
        self._start: Position | None = None
        self._sent: SentMoves = []

    def choose(self, position: Position) -> Decision[None]:
        """Return the engine's decision. Raise EngineProcessError if its response is not a legal move."""
        self.sync(position)
        color = position.to_move
        if self._seconds is not None:
            self.send_if_supported(f"time_left {color.name.lower()} {self._seconds} 1")
        limits = [
            self._timeouts.genmove,
            *([] if self._seconds is None else [genmove_timeout(self._seconds)]),
        ]
        answer = self.engine.send(f"genmove {color.name.lower()}", max(limits))
        move = _move(answer, position, self.engine.program)
        if move != RESIGN:
            self._sent.append((color, move))
        return Decision(move, _reasons(self.engine, move), None)

    def limit_time(self, seconds: int | None) -> None:
        """Set the time per move in seconds, None for no limit.

        The limit is sent with each move. If it is introduced or removed, the time settings are sent at once.
        """
        if self._seconds is None and seconds is not None:
            self.send_if_supported(f"time_settings 0 {seconds} 1")
        elif self._seconds is not None and seconds is None:
            self.send_if_supported("time_settings 0 1 0")
        self._seconds = seconds

    def score(self, position: Position) -> str | None:
        """Return the result according to the engine, or None if it cannot score the position."""
        if "final_score" not in self.engine.known_commands:
            return None
        self.sync(position)
        try:
            return one_line(self.engine.send("final_score", self._timeouts.genmove))
        except EngineRefusedCommand:
            return None

    def send_if_supported(self, command: str) -> bool:
        """Send a command if the engine supports it. Return True if the command succeeded."""
        is_known = command.split()[0] in self.engine.known_commands
        try:
            if is_known:
                self.engine.send(command)
        except EngineRefusedCommand:
            return False
        return is_known

    def sync(self, position: Position) -> None:
        """Bring the engine to a position: undo moves that are no longer in the game and send the new ones.

        Set up the game again if its starting position has changed or the engine cannot undo moves.
        """
        positions = positions_up_to(position)
        number = 2 * len(positions) + len(position.cells())
        with self.engine.time_limit(self._timeouts.response + number * _SECONDS_PER_COMMAND):
            self._send_changes(positions)

    def _send_changes(self, positions: list[Position]) -> None:
        """Send what `sync` sends."""
        if positions[0] is not self._start:
            self._send_start(positions[0])
        moves = [_move_to(each) for each in positions[1:]]
        same = [sent == move for sent, move in zip(self._sent, moves, strict=False)]
        common = same.index(False) if False in same else len(same)
        if len(self._sent) > common and not self._undo(len(self._sent) - common):
            self._send_start(positions[0])
            common = 0
        for before, (color, move) in zip(positions[common:], moves[common:], strict=False):
            self.engine.send(f"play {color.name.lower()} {before.format_move(move)}")
            self._sent.append((color, move))

    def _undo(self, number: int) -> bool:
        """Undo a number of moves. Return False if the engine cannot undo them all."""
        for _ in range(number):
            if not self.send_if_supported("undo"):
                return False
            del self._sent[-1]
        return True

    def _send_start(self, start: Position) -> None:
        """Set up a new game in the engine and send the time settings.

        Raise EngineProcessError if the game cannot be set up over GTP.
        """
        self._sent, self._start = [], None
        try:
            steps = start.gtp_setup()
        except UserError as error:
            raise EngineProcessError(str(error)) from None
        for ways in steps:
            self._send_first_accepted(ways)
        if self._seconds is not None:
            self.send_if_supported(f"time_settings 0 {self._seconds} 1")
        self._start = start

    def _send_first_accepted(self, alternatives: tuple[GtpCommandSequence, ...]) -> None:
        """Send the first alternative whose first command the engine accepts.

        If it accepts none of them, the commands of the last alternative are sent and must succeed.
        """
        *optional, last = alternatives
        for orders in optional:
            if self.send_if_supported(orders[0]):
                for order in orders[1:]:
                    self.engine.send(order)
                return
        for order in last:
            self.engine.send(order)


def genmove_timeout(seconds: float) -> float:
    """Return how long to wait for a move of an engine that may think for a number of seconds, in seconds."""
    return seconds * _TIMEOUT_FACTOR + _TIMEOUT_MARGIN


def positions_up_to(position: Position) -> list[Position]:
    """Return the positions of a game from its start up to a position."""
    positions = [position]
    while positions[-1].previous is not None:
        positions.append(positions[-1].previous)
    return positions[::-1]


def _move_to(position: Position) -> tuple[Color, Move]:
    """Return the color and the move that led to a position."""
    assert position.last_color is not None
    assert position.last_move is not None
    return position.last_color, position.last_move


def _move(answer: str, position: Position, program: str) -> Move:
    """Parse the engine's response to `genmove`.

    Raise EngineProcessError if the response is not a move, or if the move is incomplete or illegal.
    """
    if answer.lower() == "resign":
        return RESIGN
    try:
        move = position.parse_partial_move(answer)
    except UserError:
        raise EngineProcessError(f"{program} answered '{one_line(answer)}', which is not a move") from None
    refusal = position.why_partial_move_illegal(move)
    if refusal is not None:
        raise EngineProcessError(f"{program} played {one_line(answer)}, which is illegal: {refusal}")
    if isinstance(move, Resign) or not position.is_complete(move):
        raise EngineProcessError(f"{program} answered '{one_line(answer)}', which is not a complete move")
    return move


def _reasons(engine: EngineProcess, move: Move) -> tuple[Reason, ...]:
    """Return the engine's explanation of its last move, empty if it has none."""
    if "gomill-explain_last_move" not in engine.known_commands:
        return ()
    try:
        lines = engine.send("gomill-explain_last_move").splitlines()[:_MAX_EXPLANATION_LINES]
    except EngineRefusedCommand:
        return ()
    text = "\n".join(one_line(line, _MAX_EXPLANATION_LINE) for line in lines if line.strip())
    point = move.points[0] if isinstance(move, Play) else None
    return (Reason("engine", point, 0, text),) if text else ()


DEFAULT_PROGRAM_LOCATION = (None, None)
"""The location of a program that is searched for in PATH and runs in the current folder."""


class GtpEngine(Engine):
    """An engine that runs in another process and is controlled over GTP.

    The process starts when it is first needed. As a context manager, the engine starts the process on entry
    and closes it on exit.

    command  -- the command line of the program.
    game     -- the game to play; it may be changed between games.
    timeouts -- how long to wait for responses.
    seconds  -- the time per move to send to the engine, None to send no time settings.
    location -- a pair of the file to run and the folder to run it in, each None for the default; None instead
                of a pair for a command that was read from a saved game and must not run.
    """

    is_external: ClassVar[bool] = True

    def __init__(
        self,
        command: str,
        game: Game,
        timeouts: Timeouts | None = None,
        seconds: int | None = None,
        location: tuple[str | None, str | None] | None = DEFAULT_PROGRAM_LOCATION,
    ) -> None:
        self.command = command
        self.game = game
        self._timeouts = timeouts or Timeouts()
        self._seconds = self._time_limit = seconds
        self._location = location
        self._name = one_line(command)
        self._sync: GameSync | None = None

    @property
    def name(self) -> str:
        """The engine's name and version; before the first start, its command."""
        return self._name

    def explain(self, position: Position, decision: Decision[None]) -> tuple[str, ...]:
        """Return the engine's explanation of its move, empty if it has none."""
        return tuple(line for reason in decision.reasons for line in str(reason.data).splitlines())

    def config(self) -> EngineConfig:
        """Return the data that reproduces this engine."""
        return EngineConfig("gtp", command=self.command)

    def __enter__(self) -> GtpEngine:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process unless it is running.

        Raise EngineProcessError if the program cannot be started or does not speak GTP.
        """
        self._get_sync()

    def prepare(self, position: Position) -> None:
        """Send a game to the engine: its board, its rules and its moves.

        Raise EngineRefusedCommand if the engine refuses the game, EngineProcessError if the engine fails.
        """
        sync = self._get_sync()
        with self._closing_on_error(sync):
            sync.sync(position)

    def choose(self, position: Position, memory: None = None) -> Decision[None]:
        """Return the engine's decision for the color to move.

        Raise EngineProcessError and close the process if the engine's response is not a legal move.
        """
        self.game.require_position(position)
        sync = self._get_sync()
        with self._closing_on_error(sync):
            return sync.choose(position)

    def score(self, position: Position) -> str | None:
        """Return the result according to the engine, such as `B+3.5`, or None if it cannot score."""
        sync = self._get_sync()
        with self._closing_on_error(sync):
            return sync.score(position)

    def with_seed(self, seed: int) -> GtpEngine:
        """Send a seed to the engine if it supports that, and return this object.

        Raise EngineProcessError if the engine fails.
        """
        sync = self._get_sync()
        with self._closing_on_error(sync):
            sync.send_if_supported(f"set_random_seed {seed}")
        return self

    def limit_time(self, seconds: float | None) -> None:
        """Limit each further decision to a whole number of seconds, at least 1; None for no limit.

        The time per move with which the engine was created remains an upper limit.

        Raise EngineProcessError if the engine fails.
        """
        limits = [] if seconds is None else [max(int(seconds), 1)]
        limits += [] if self._seconds is None else [self._seconds]
        self._time_limit = min(limits, default=None)
        if self._sync is not None:
            with self._closing_on_error(self._sync):
                self._sync.limit_time(self._time_limit)

    def interrupt(self) -> None:
        """Stop a `choose` that is running in another thread. That call raises EngineProcessError."""
        if self._sync is not None:
            self._sync.engine.kill()

    def recover(self) -> None:
        """Close the process. The next call starts a new one."""
        self.close()

    def close(self) -> None:
        """Close the process if it is running."""
        if self._sync is not None:
            self._close_process(self._sync)

    def _get_sync(self) -> GameSync:
        """Return the synchronization with the running engine; start the engine if necessary.

        The process is stored before the handshake, so that `close` can stop it during the handshake.
        """
        if self._location is None:
            remedy = f"to allow it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineProcessError(
                f"this saved game names a program that you have not allowed to run; {one_line(remedy, 999)}"
            )
        if self._sync is not None and not self._sync.is_usable:
            self._close_process(self._sync)
        if self._sync is None:
            engine = EngineProcess(self.command, self._timeouts, *self._location)
            sync = self._sync = GameSync(engine, self._timeouts, self._time_limit)
            with self._closing_on_error(sync):
                sync.engine.handshake()
            self._name = sync.engine.program
        return self._sync

    @contextmanager
    def _closing_on_error(self, sync: GameSync) -> Iterator[None]:
        """Close the process if the block raises an error; mark the synchronization as unusable on Ctrl-C."""
        try:
            yield
        except Exception:
            self._close_process(sync)
            raise
        except BaseException:
            sync.is_usable = False
            raise

    def _close_process(self, sync: GameSync) -> None:
        """Close a process. A newer process that has replaced it continues to run."""
        sync.engine.close()
        if self._sync is sync:
            self._sync = None
