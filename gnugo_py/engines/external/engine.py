"""A running engine, told of a game and asked for its moves."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeAlias

from gnugo_py.core.game import Game, Orders, is_whole
from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, Mistake, Move, Play, Point, Resign, Side
from gnugo_py.engines.engine import Choice, Player, Reason
from gnugo_py.engines.external.process import Engine, EngineError, EngineRefusal, Patience, line_of

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


HERE = (None, None)
"""The place of a command that is looked for as a shell would, and run in the program's own folder."""


class GtpPlayer(Player):
    """An engine that is told the game and asked for its moves; it is started when it is needed.

    In a `with` statement it is started at once, and ended at the end.

    command    -- its command line.
    game       -- which game it is to play; may be changed between two games.
    patience   -- how long it is waited for.
    seconds    -- what it is told to take for a move, None to leave it to the engine.
    place      -- the file to run and the folder to run it in; None for a command that came out of a
                  file and may not be run.
    """

    is_external: ClassVar[bool] = True

    def __init__(
        self,
        command: str,
        game: Game,
        patience: Patience | None = None,
        seconds: int | None = None,
        place: tuple[str | None, str | None] | None = HERE,
    ) -> None:
        self.command = command
        self.game = game
        self._patience = patience or Patience()
        self._seconds = seconds
        self._place = place
        self._name = line_of(command)
        self._briefing: Briefing | None = None

    @property
    def name(self) -> str:
        """Its own name and version, or its command until it has told them."""
        return self._name

    def fresh_memory(self) -> None:
        """Nothing: what it remembers is in the engine, which is told the game from its start."""

    def explain(self, position: Position, choice: Choice[None]) -> tuple[str, ...]:
        """What the engine says about its move, if it knows how to."""
        return tuple(line for reason in choice.reasons for line in str(reason.why).splitlines())

    def overlay(self, position: Position, choice: Choice[None]) -> tuple[tuple[Point, str], ...]:
        """Nothing to draw."""
        return ()

    def settings(self) -> dict[str, object]:
        """What makes another player like this one."""
        return {"player": "gtp", "command": self.command}

    def stored(self, memory: None) -> None:
        """Nothing: there is no memory to store."""

    def restored(self, data: object) -> None:
        """Nothing.  Raises Mistake if there is something."""
        if data is not None:
            raise Mistake("a GTP engine has no memory")

    def __enter__(self) -> GtpPlayer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the engine, unless it runs.  Raises EngineError if it does not run or does not speak GTP."""
        self._running()

    def sit_down(self, position: Position) -> None:
        """Have the engine told of a game, its board and its rules.

        Raises EngineRefusal if it will not play on such a board, EngineError if it does not work.
        """
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            briefing.tell(self.game, position)

    def choose(self, position: Position, memory: None) -> Choice[None]:
        """The engine's move for the side to move.

        Raises EngineError, the engine then ended, if it gives none that is legal.
        """
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            return briefing.choice(self.game, position)

    def score(self, position: Position) -> str | None:
        """What the engine says the result of a game is, like `B+3.5`; None if it does not know how to."""
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            return briefing.score(self.game, position)

    def reseed(self, seed: int) -> GtpPlayer:
        """Itself, its random numbers drawn from a seed if the engine knows how to.  Raises EngineError."""
        briefing = self._running()
        with self._ending_if_it_fails(briefing):
            briefing.ask_kindly(f"set_random_seed {seed}")
        return self

    def interrupt(self) -> None:
        """Have a `choose` that is under way in another thread raise EngineError."""
        if self._briefing is not None:
            self._briefing.engine.interrupt()

    def restart(self) -> None:
        """Be ready for another try: the next move is asked of a fresh engine."""
        self.close()

    def close(self) -> None:
        """End the engine, if it runs."""
        if self._briefing is not None:
            self._end(self._briefing)

    def _running(self) -> Briefing:
        """The engine, started if need be; whoever closes this player ends it even while it starts."""
        if self._place is None:
            remedy = f"to let it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineError(
                f"this saved game would run a program that you never named; {line_of(remedy, 999)}"
            )
        if self._briefing is not None and not self._briefing.is_sound:
            self._end(self._briefing)
        if self._briefing is None:
            engine = Engine(self.command, self._patience, *self._place)
            briefing = self._briefing = Briefing(engine, self._patience, self._seconds)
            with self._ending_if_it_fails(briefing):
                briefing.engine.greet()
            self._name = briefing.engine.program
        return self._briefing

    @contextmanager
    def _ending_if_it_fails(self, briefing: Briefing) -> Iterator[None]:
        """While an engine is asked: a fault ends it, Ctrl-C leaves it to be closed."""
        try:
            yield
        except Exception:
            self._end(briefing)
            raise
        except BaseException:
            briefing.is_sound = False
            raise

    def _end(self, briefing: Briefing) -> None:
        """End an engine; a later one that may have taken its place goes on."""
        briefing.engine.close()
        if self._briefing is briefing:
            self._briefing = None
