"""A GTP engine as a player of a game of Go."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from gnugo_py.games.contract import PASS, RESIGN, Move, Pass, Play, Point, Side
from gnugo_py.games.player import Choice, Player, Reason
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import plain
from gnugo_py.go.vertex import format_vertex, parse_vertex
from gnugo_py.gtp.client import Engine, EngineError, EngineRefusal, Patience, line_of

MOST_LINES = 12
LONGEST_LINE = 200
HERE = (None, None)
"""The place of a command that is looked for as a shell would, and run in the program's own folder."""

Told: TypeAlias = list[tuple[Side, Move]]


class GtpPlayer(Player):
    """An engine that is told the game and asked for its moves; it is started when it is needed.

    command    -- its command line.
    patience   -- how long it is waited for.
    seconds    -- what it is told to take for a move, None to leave it to the engine.
    place      -- the file to run and the folder to run it in; None for a command that came out of a
                  file and may not be run.
    """

    def __init__(
        self,
        command: str,
        patience: Patience | None = None,
        seconds: int | None = None,
        place: tuple[str | None, str | None] | None = HERE,
    ) -> None:
        self.command = command
        self._patience = patience or Patience()
        self._seconds = seconds
        self._place = place
        self._name = line_of(command)
        self._talk: _Talk | None = None

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

    def start(self) -> None:
        """Start the engine, unless it runs.  Raises EngineError if it does not run or does not speak GTP."""
        self._running()

    def choose(self, position: GoPosition, memory: None) -> Choice:
        """The engine's move for the side to move.

        Raises EngineError, the engine then ended, if it gives none that is legal.
        """
        talk = self._running()
        with self._ending_if_it_fails(talk):
            return talk.choice(position)

    def score(self, position: GoPosition) -> str | None:
        """What the engine says the result of a game is, like `B+3.5`; None if it does not know how to."""
        talk = self._running()
        with self._ending_if_it_fails(talk):
            return talk.score(position)

    def reseed(self, seed: int) -> None:
        """Have it draw its random numbers from a seed, if it knows how to.  Raises EngineError."""
        self._running().ask_kindly("set_random_seed", str(seed))

    def interrupt(self) -> None:
        """Have a `choose` that is under way in another thread raise EngineError."""
        if self._talk is not None:
            self._talk.engine.interrupt()

    def restart(self) -> None:
        """Be ready for another try: the next move is asked of a fresh engine."""
        self.close()

    def close(self) -> None:
        """End the engine, if it runs."""
        if self._talk is not None:
            self._end(self._talk)

    def _running(self) -> _Talk:
        """The engine, started if need be; whoever closes this player ends it even while it starts."""
        if self._place is None:
            remedy = f"to let it, resume the game with --opponent {shlex.quote(self.command)}"
            raise EngineError(
                f"this saved game would run a program that you never named; {line_of(remedy, 999)}"
            )
        if self._talk is not None and not self._talk.is_sound:
            self._end(self._talk)
        if self._talk is None:
            engine = Engine(self.command, self._patience, *self._place)
            talk = self._talk = _Talk(engine, self._patience, self._seconds)
            with self._ending_if_it_fails(talk):
                talk.engine.greet()
            self._name = talk.engine.program
        return self._talk

    @contextmanager
    def _ending_if_it_fails(self, talk: _Talk) -> Iterator[None]:
        """While an engine is asked: a fault ends it, Ctrl-C leaves it to be closed."""
        try:
            yield
        except Exception:
            self._end(talk)
            raise
        except BaseException:
            talk.is_sound = False
            raise

    def _end(self, talk: _Talk) -> None:
        """End an engine; a later one that may have taken its place goes on."""
        talk.engine.close()
        if self._talk is talk:
            self._talk = None


class _Talk:
    """A running engine and what it was told.

    patience, seconds -- as of `GtpPlayer`.

    is_sound -- False once an answer was not waited for.
    """

    def __init__(self, engine: Engine, patience: Patience, seconds: int | None) -> None:
        self.engine = engine
        self.is_sound = True
        self._patience = patience
        self._seconds = seconds
        self._start: GoPosition | None = None
        self._told: Told = []

    def choice(self, position: GoPosition) -> Choice:
        """The engine's move.  Raises EngineError if it gives none that is legal."""
        self._tell(position)
        side = position.to_move
        if self._seconds is not None:
            self.ask_kindly("time_left", f"{_colour(side)} {self._seconds} 1")
        answer = self.engine.ask(f"genmove {_colour(side)}", self._patience.move)
        move = _move(answer, position, self.engine.program)
        if move != RESIGN:
            self._told.append((side, move))
        return Choice(move, _reasons(self.engine, move), None)

    def score(self, position: GoPosition) -> str | None:
        """What the engine says the result is, None if it does not know how to."""
        if "final_score" not in self.engine.known:
            return None
        self._tell(position)
        try:
            return line_of(self.engine.ask("final_score", self._patience.move))
        except EngineRefusal:
            return None

    def ask_kindly(self, command: str, arguments: str) -> bool:
        """Ask for what an engine need not know; whether it knew and did it."""
        try:
            if command in self.engine.known:
                self.engine.ask(f"{command} {arguments}".strip())
        except EngineRefusal:
            return False
        return command in self.engine.known

    def _tell(self, position: GoPosition) -> None:
        """Tell the engine what it does not know yet of the game; take back what is no more."""
        start, moves = _game_of(position)
        if start is not self._start:
            self._tell_start(start)
        same = [told == move for told, move in zip(self._told, moves, strict=False)]
        common = same.index(False) if False in same else len(same)
        if len(self._told) > common and not self._took_back(len(self._told) - common):
            self._tell_start(start)
            common = 0
        for side, move in moves[common:]:
            self.engine.ask(f"play {_colour(side)} {_written(move, position.size)}")
            self._told.append((side, move))

    def _took_back(self, number: int) -> bool:
        """Take back moves; whether the engine could."""
        for _ in range(number):
            if not self.ask_kindly("undo", ""):
                return False
            del self._told[-1]
        return True

    def _tell_start(self, start: GoPosition) -> None:
        """Tell the engine of a new game: size, komi, time, stones on the board."""
        self._told, self._start = [], None
        self.engine.ask(f"boardsize {start.size}")
        self.engine.ask("clear_board")
        self.engine.ask(f"komi {plain(start.rules.komi)}")
        if self._seconds is not None:
            self.ask_kindly("time_settings", f"0 {self._seconds} 1")
        black, white = (
            [format_vertex(point, start.size) for point in points_of(stones)]
            for stones in (start.board.black, start.board.white)
        )
        is_handicap = len(black) == start.rules.handicap >= 2 and not white
        if not (is_handicap and self.ask_kindly("set_free_handicap", " ".join(black))):
            for colour, stones in (("black", black), ("white", white)):
                for vertex in stones:
                    self.engine.ask(f"play {colour} {vertex}")
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
        raise EngineError(f"{program} answered '{line_of(answer)}', which is no move") from None
    refusal = position.why_illegal(move)
    if refusal is not None:
        raise EngineError(f"{program} plays {line_of(answer)}, which is not allowed: {refusal}")
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


def _colour(side: Side) -> str:
    return str(side).lower()


def _written(move: Move, size: int) -> str:
    """A move as GTP writes it."""
    assert isinstance(move, Play | Pass)
    return format_vertex(move.points[0], size) if isinstance(move, Play) else "pass"
