"""A GTP engine as a player of a game of Go."""

from __future__ import annotations

from typing import TypeAlias

from gnugo_py.games.contract import PASS, RESIGN, Move, Pass, Play, Point, Side
from gnugo_py.games.player import Choice, Player, Reason
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import plain
from gnugo_py.go.vertex import format_vertex, parse_vertex
from gnugo_py.gtp.client import Engine, EngineError, EngineRefusal, Patience, printable

MOST_LINES = 12
LONGEST_LINE = 200

Told: TypeAlias = list[tuple[Side, Move]]


class GtpPlayer(Player):
    """An engine that is told the game and asked for its moves; it is started when it is needed.

    command    -- its command line.
    patience   -- how long it is waited for.
    seconds    -- what it is told to take for a move, None to leave it to the engine.
    is_allowed -- False for a command that came out of a file: then the first move asked of it only
                  raises EngineError, and the person may `restart` it.
    """

    def __init__(
        self,
        command: str,
        patience: Patience | None = None,
        seconds: float | None = None,
        is_allowed: bool = True,
    ) -> None:
        self.command = command
        self._patience = patience or Patience()
        self._seconds = seconds
        self._is_allowed = is_allowed
        self._engine: Engine | None = None
        self._name = printable(command)
        self._start: GoPosition | None = None
        self._told: Told = []

    @property
    def name(self) -> str:
        """Its own name and version, or its command until it has told them."""
        return self._name

    def fresh_memory(self) -> None:
        """Nothing: what it remembers is in the engine, which is told the game from its start."""

    def explain(self, position: GoPosition, choice: Choice) -> tuple[str, ...]:
        """What the engine says about its move, if it knows how to."""
        return tuple(line for reason in choice.reasons for line in str(reason.why).splitlines())

    def overlay(self, position: GoPosition, memory: None) -> tuple[tuple[Point, str], ...]:
        """Nothing to draw."""
        return ()

    def settings(self) -> dict[str, object]:
        """What makes another player like this one."""
        return {"player": "gtp", "command": self.command}

    def stored(self, memory: None) -> None:
        """Nothing: there is no memory to store."""

    def restored(self, data: object) -> None:
        """Nothing.  Raises ValueError if there is something."""
        if data is not None:
            raise ValueError("a GTP engine has no memory")

    def start(self) -> Engine:
        """The engine, running.  Raises EngineError if it cannot be started or does not speak GTP."""
        if not self._is_allowed:
            raise EngineError(f"the saved game wants to run '{printable(self.command)}'")
        if self._engine is None:
            self._engine = Engine(self.command, self._patience)
            self._name = self._engine.name
            self._start = None
        return self._engine

    def choose(self, position: GoPosition, memory: None) -> Choice:
        """The engine's move for the side to move.

        Raises EngineError, the engine then ended, if it gives none that is legal.
        """
        try:
            return self._choose(position, self.start())
        except BaseException:
            self.close()
            raise

    def score(self, position: GoPosition) -> str | None:
        """What the engine says the result of a game is, like `B+3.5`; None if it does not know how to."""
        engine = self.start()
        if "final_score" not in engine.known:
            return None
        try:
            self._tell(position, engine)
            return printable(engine.ask("final_score", self._patience.move))
        except EngineRefusal:
            return None
        except BaseException:
            self.close()
            raise

    def reseed(self, seed: int) -> None:
        """Have it draw its random numbers from a seed, if it knows how to.  Raises EngineError."""
        engine = self.start()
        if "set_random_seed" in engine.known:
            engine.ask(f"set_random_seed {seed}")

    def interrupt(self) -> None:
        """Have a `choose` that is under way in another thread raise EngineError."""
        if self._engine is not None:
            self._engine.interrupt()

    def restart(self) -> None:
        """Be ready for another try: the next move is asked of a fresh engine."""
        self._is_allowed = True
        self.close()

    def close(self) -> None:
        """End the engine, if it runs."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _choose(self, position: GoPosition, engine: Engine) -> Choice:
        self._tell(position, engine)
        side = position.to_move
        seconds = self._patience.move
        if self._seconds is not None and "time_left" in engine.known:
            engine.ask(f"time_left {_colour(side)} {self._seconds:.0f} 1")
        answer = engine.ask(f"genmove {_colour(side)}", seconds)
        move = _move(answer, position, engine.program)
        if move != RESIGN:
            self._told.append((side, move))
        return Choice(move, _reasons(engine, move), None)

    def _tell(self, position: GoPosition, engine: Engine) -> None:
        """Tell the engine what it does not know yet of the game; take back what is no more."""
        start, moves = _game_of(position)
        if start is not self._start:
            self._tell_start(start, engine)
        same = [told == move for told, move in zip(self._told, moves, strict=False)]
        common = same.index(False) if False in same else len(same)
        if len(self._told) > common and not self._took_back(len(self._told) - common, engine):
            self._tell_start(start, engine)
            common = 0
        for side, move in moves[common:]:
            engine.ask(f"play {_colour(side)} {_written(move, position.size)}")
            self._told.append((side, move))

    def _took_back(self, number: int, engine: Engine) -> bool:
        """Take back moves, if the engine can."""
        try:
            for _ in range(number if "undo" in engine.known else 0):
                engine.ask("undo")
                del self._told[-1]
        except EngineRefusal:
            return False
        return "undo" in engine.known

    def _tell_start(self, start: GoPosition, engine: Engine) -> None:
        """Tell the engine of a new game: size, komi, time, stones on the board."""
        self._told, self._start = [], None
        engine.ask(f"boardsize {start.size}")
        engine.ask("clear_board")
        engine.ask(f"komi {plain(start.rules.komi)}")
        if self._seconds is not None and "time_settings" in engine.known:
            engine.ask(f"time_settings 0 {self._seconds:.0f} 1")
        black, white = (
            [format_vertex(point, start.size) for point in points_of(stones)]
            for stones in (start.board.black, start.board.white)
        )
        if len(black) == start.rules.handicap >= 2 and "set_free_handicap" in engine.known and not white:
            engine.ask(f"set_free_handicap {' '.join(black)}")
        else:
            for colour, stones in (("black", black), ("white", white)):
                for vertex in stones:
                    engine.ask(f"play {colour} {vertex}")
        self._start = start


def _game_of(position: GoPosition) -> tuple[GoPosition, Told]:
    """The start of the game a position is in, and its moves from there."""
    moves: Told = []
    while position.previous is not None:
        before = position.previous
        assert position.last_move is not None
        moves.append((before.to_move, position.last_move))
        position = before
    return position, moves[::-1]


def _move(answer: str, position: GoPosition, program: str) -> Move:
    """The move an engine answered.  Raises EngineError for what is none, or an illegal one."""
    word = answer.lower()
    if word in ("pass", "resign"):
        return PASS if word == "pass" else RESIGN
    try:
        move = Play((parse_vertex(answer, position.size),))
    except ValueError:
        raise EngineError(f"{program} answered '{printable(answer)}', which is no move") from None
    refusal = position.why_illegal(move)
    if refusal is not None:
        raise EngineError(f"{program} plays {printable(answer)}, which is not allowed: {refusal}")
    return move


def _reasons(engine: Engine, move: Move) -> tuple[Reason, ...]:
    """What the engine says about its last move."""
    if "gomill-explain_last_move" not in engine.known:
        return ()
    try:
        lines = engine.ask("gomill-explain_last_move").splitlines()[:MOST_LINES]
    except EngineRefusal:
        return ()
    said = "\n".join(printable(line, LONGEST_LINE) for line in lines if line.strip())
    point = move.points[0] if isinstance(move, Play) else None
    return (Reason("engine", point, 0, said),) if said else ()


def _colour(side: Side) -> str:
    return str(side).lower()


def _written(move: Move, size: int) -> str:
    """A move as GTP writes it."""
    assert isinstance(move, Play | Pass)
    return format_vertex(move.points[0], size) if isinstance(move, Play) else "pass"
