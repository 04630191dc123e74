"""A running engine, told of a game and asked for its moves."""

from __future__ import annotations

from typing import TypeAlias

from gnugo_py.core.game import Game, Orders, is_whole
from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, Mistake, Move, Play, Resign, Side
from gnugo_py.players.client import Engine, EngineError, EngineRefusal, Patience, line_of
from gnugo_py.players.player import Choice, Reason

MOST_LINES = 12
LONGEST_LINE = 200

Told: TypeAlias = list[tuple[Side, Move]]


class Briefing:
    """A running engine and what it was told.

    patience, seconds -- as of `GtpPlayer`.

    is_sound -- False once an answer was not waited for.
    """

    def __init__(self, engine: Engine, patience: Patience, seconds: int | None) -> None:
        self.engine = engine
        self.is_sound = True
        self._patience = patience
        self._seconds = seconds
        self._start: Position | None = None
        self._told: Told = []

    def choice(self, game: Game, position: Position) -> Choice[None]:
        """The engine's move.  Raises EngineError if it gives none that is legal."""
        self.tell(game, position)
        side = position.to_move
        if self._seconds is not None:
            self.ask_kindly(f"time_left {side.colour} {self._seconds} 1")
        answer = self.engine.ask(f"genmove {side.colour}", self._patience.move)
        move = _move(answer, game, position, self.engine.program)
        if move != RESIGN:
            self._told.append((side, move))
        return Choice(move, _reasons(self.engine, move), None)

    def score(self, game: Game, position: Position) -> str | None:
        """What the engine says the result is, None if it does not know how to."""
        if "final_score" not in self.engine.known:
            return None
        self.tell(game, position)
        try:
            return line_of(self.engine.ask("final_score", self._patience.move))
        except EngineRefusal:
            return None

    def ask_kindly(self, command: str) -> bool:
        """Ask for what an engine need not know; whether it knew and did it."""
        is_known = command.split()[0] in self.engine.known
        try:
            if is_known:
                self.engine.ask(command)
        except EngineRefusal:
            return False
        return is_known

    def tell(self, game: Game, position: Position) -> None:
        """Tell the engine what it does not know yet of a game; take back what is no more."""
        positions = _line_to(position)
        if positions[0] is not self._start:
            self._tell_start(game, positions[0])
        moves = [_move_to(each) for each in positions[1:]]
        same = [told == move for told, move in zip(self._told, moves, strict=False)]
        common = same.index(False) if False in same else len(same)
        if len(self._told) > common and not self._took_back(len(self._told) - common):
            self._tell_start(game, positions[0])
            common = 0
        for before, (side, move) in zip(positions[common:], moves[common:], strict=False):
            self.engine.ask(f"play {side.colour} {game.format_move(move, before)}")
            self._told.append((side, move))

    def _took_back(self, number: int) -> bool:
        """Take back moves; whether the engine could."""
        for _ in range(number):
            if not self.ask_kindly("undo"):
                return False
            del self._told[-1]
        return True

    def _tell_start(self, game: Game, start: Position) -> None:
        """Tell the engine of a new game, and how long it may think."""
        self._told, self._start = [], None
        try:
            steps = game.engine_setup(start)
        except Mistake as error:
            raise EngineError(str(error)) from None
        for ways in steps:
            self._tell_one_of(ways)
        if self._seconds is not None:
            self.ask_kindly(f"time_settings 0 {self._seconds} 1")
        self._start = start

    def _tell_one_of(self, ways: tuple[Orders, ...]) -> None:
        """Tell the engine something, the first way that it knows; the last way it must take."""
        *kindly, last = ways
        for orders in kindly:
            if self.ask_kindly(orders[0]):
                for order in orders[1:]:
                    self.engine.ask(order)
                return
        for order in last:
            self.engine.ask(order)


def _line_to(position: Position) -> list[Position]:
    """The game a position is in: its start, and the position after each move."""
    positions = [position]
    while positions[-1].previous is not None:
        positions.append(positions[-1].previous)
    return positions[::-1]


def _move_to(position: Position) -> tuple[Side, Move]:
    """The move that led to a position, and whose it was."""
    assert position.mover is not None
    assert position.last_move is not None
    return position.mover, position.last_move


def _move(answer: str, game: Game, position: Position, program: str) -> Move:
    """The move an engine answered.  Raises EngineError for what is none, or an illegal one."""
    if answer.lower() == "resign":
        return RESIGN
    try:
        move = game.parse_move(answer, position)
    except Mistake:
        raise EngineError(f"{program} answered '{line_of(answer)}', which is no move") from None
    refusal = position.why_illegal(move)
    if refusal is not None:
        raise EngineError(f"{program} plays {line_of(answer)}, which is not allowed: {refusal}")
    if isinstance(move, Resign) or not is_whole(game, move):
        raise EngineError(f"{program} answered '{line_of(answer)}', which is no whole move")
    return move


def _reasons(engine: Engine, move: Move) -> tuple[Reason, ...]:
    """What the engine says about its last move."""
    if "gomill-explain_last_move" not in engine.known:
        return ()
    try:
        lines = engine.ask("gomill-explain_last_move").splitlines()[:MOST_LINES]
    except EngineRefusal:
        return ()
    said = "\n".join(line_of(line, LONGEST_LINE) for line in lines if line.strip())
    point = move.points[0] if isinstance(move, Play) else None
    return (Reason("engine", point, 0, said),) if said else ()
