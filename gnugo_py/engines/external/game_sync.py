"""The synchronization of a GTP engine with a game: the commands that set it up, and its moves."""

from __future__ import annotations

from typing import TypeAlias

from gnugo_py.engines.engine import Decision, Reason
from gnugo_py.engines.external.process import EngineProcess, EngineProcessError, Timeouts, one_line
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import gtp_rules_commands
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position, line_to
from gnugo_py.games.text import format_number
from gnugo_py.games.types import RESIGN, Color, Move, Play, Resign, UserError

_MAX_EXPLANATION_LINES = 12
_MAX_EXPLANATION_LINE = 200
_SECONDS_PER_COMMAND = 0.5
"""Seconds that each command of a synchronization adds to its time limit."""
_TIMEOUT_FACTOR, _TIMEOUT_MARGIN = 1.5, 2.0

SetupStep: TypeAlias = tuple[tuple[str, ...], ...]
"""Alternatives, the best one first, of GTP commands to send in sequence. One is used if the engine accepts
its first command. If the last one is empty, the step is optional.
"""


class GameSync:
    """A running engine process and the game that was sent to it.

    engine            -- the engine process.
    timeouts, seconds -- as for `GtpEngine`.

    is_usable     -- False once the wait for a response has been interrupted.
    has_analyzed  -- whether the engine has sent an analysis.
    view          -- the color whose values it reports, None for the color to move: in KataGo, its setting
                     reportAnalysisWinratesAs.
    is_view_known -- whether `view` has been found out.
    """

    def __init__(self, engine: EngineProcess, timeouts: Timeouts, seconds: int | None) -> None:
        self.engine = engine
        self.is_usable, self.has_analyzed, self.is_view_known = True, False, False
        self.view: Color | None = None
        self._timeouts = timeouts
        self._seconds = seconds
        self._start: Position | None = None
        self._sent: list[tuple[Color, Move]] = []

    def choose(self, position: Position) -> Decision[None]:
        """Return the engine's decision. Raise EngineProcessError if its response is not a legal move."""
        self.sync(position)
        color = position.to_move
        timeout = self._timeouts.genmove
        if self._seconds is not None:
            self.engine.send_if_supported(f"time_left {color.name.lower()} {self._seconds} 1")
            timeout = max(timeout, genmove_timeout(self._seconds))
        answer = self.engine.send(f"genmove {color.name.lower()}", timeout)
        move = _parse_generated_move(answer, position, self.engine.program)
        if move != RESIGN:
            self._sent.append((color, move))
        return Decision(move, _reasons(self.engine, move), None)

    def limit_time(self, seconds: int | None) -> None:
        """Set the time per move in seconds, None for no limit.

        The limit is sent with each move. If it is introduced or removed, the time settings are sent at once.
        """
        if self._seconds is None and seconds is not None:
            self.engine.send_if_supported(f"time_settings 0 {seconds} 1")
        elif self._seconds is not None and seconds is None:
            self.engine.send_if_supported("time_settings 0 1 0")
        self._seconds = seconds

    def sync(self, position: Position) -> None:
        """Bring the engine to a position: undo moves that are no longer in the game and send the new ones.

        Set up the game again if its starting position has changed or the engine cannot undo moves.
        """
        positions = line_to(position)
        moves = [(before.to_move, move) for before, move in zip(positions, position.moves, strict=False)]
        number = 2 * len(positions) + len(position.cells())
        with self.engine.total_timeout(self._timeouts.response + number * _SECONDS_PER_COMMAND):
            if positions[0] is not self._start:
                self._send_start(positions[0])
            while self._sent != moves[: len(self._sent)]:
                if self.engine.send_if_supported("undo") is None:
                    self._send_start(positions[0])
                    break
                del self._sent[-1]
            common = len(self._sent)
            for before, (color, move) in zip(positions[common:], moves[common:], strict=False):
                self.engine.send(f"play {color.name.lower()} {before.format_move(move)}")
                self._sent.append((color, move))

    def _send_start(self, start: Position) -> None:
        """Set up a new game in the engine and send the time settings.

        Raise EngineProcessError if the game cannot be set up over GTP.
        """
        self._sent, self._start = [], None
        for alternatives in setup_steps(start):
            self._send_first_accepted(alternatives)
        if self._seconds is not None:
            self.engine.send_if_supported(f"time_settings 0 {self._seconds} 1")
        self._start = start

    def _send_first_accepted(self, alternatives: SetupStep) -> None:
        """Send the first alternative whose first command the engine accepts.

        If it accepts none of them, the commands of the last alternative are sent and must succeed.
        """
        *optional, last = alternatives
        for orders in optional:
            if self.engine.send_if_supported(orders[0]) is not None:
                for order in orders[1:]:
                    self.engine.send(order)
                return
        for order in last:
            self.engine.send(order)


def setup_steps(start: Position) -> tuple[SetupStep, ...]:
    """Return the steps that prepare an engine for a game from a position.

    Raise EngineProcessError if the position is not a standard start and engines cannot set it up.
    """
    size, clear = start.size, ("clear_board",)
    if isinstance(start, GoPosition):
        return _go_steps(start)
    if isinstance(start, HexPosition):  # some engines take the size as two numbers
        sizes = ((f"boardsize {size}",), (f"boardsize {size} {size}",))
        return (sizes, (clear,), (_stone_commands(start),))
    if start != start.game.start(start.start_options()):
        raise EngineProcessError(
            f"{start.game.display_name} engines cannot set up a position;"
            " start the game from the standard starting position"
        )
    return (((f"boardsize {size}",),), (clear,))


def _go_steps(start: GoPosition) -> tuple[SetupStep, ...]:
    """Return the steps; engines without a command for the rules play by their own rules."""
    rules, (_, black, white) = start.rules, start.board
    is_handicap = black.bit_count() == rules.handicap >= 2 and not white
    vertices = " ".join(map(start.format_point, iter_points(black)))
    handicap = ((f"set_free_handicap {vertices}",),) if is_handicap else ()
    return (
        ((f"boardsize {start.size}",),),
        (("clear_board",),),
        (*((command,) for command in gtp_rules_commands(rules.name)), ()),
        ((f"komi {format_number(rules.komi)}",),),
        (*handicap, _stone_commands(start)),
    )


def _stone_commands(position: Position) -> tuple[str, ...]:
    """Return the commands that put the stones on an empty board, Black's first."""
    return tuple(
        f"play {color} {position.format_point(point)}"
        for color, stones in zip(("black", "white"), position.board[1:], strict=True)
        for point in iter_points(stones)
    )


def genmove_timeout(seconds: float) -> float:
    """Return how long to wait for a move of an engine that may think for a number of seconds, in seconds."""
    return seconds * _TIMEOUT_FACTOR + _TIMEOUT_MARGIN


def _parse_generated_move(answer: str, position: Position, program: str) -> Move:
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
    lines = (engine.send_if_supported("gomill-explain_last_move") or "").splitlines()
    shown = [one_line(line, _MAX_EXPLANATION_LINE) for line in lines[:_MAX_EXPLANATION_LINES] if line.strip()]
    point = move.points[0] if isinstance(move, Play) else None
    return (Reason("engine", point, 0, "\n".join(shown)),) if shown else ()
