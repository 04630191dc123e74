"""A running engine, told of a game and asked for its moves."""

from __future__ import annotations

from typing import TypeAlias

from gnugo_py.games.contract import PASS, RESIGN, Move, Pass, Play, Side
from gnugo_py.go.board import points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.scoring import plain
from gnugo_py.go.vertex import format_vertex, parse_vertex
from gnugo_py.players.client import Engine, EngineError, EngineRefusal, Patience, line_of
from gnugo_py.players.player import Choice, Reason

MOST_LINES = 12
LONGEST_LINE = 200
RULES_COMMANDS = {
    "kata-set-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "tromp-taylor",
        "itsyourturn": "japanese",
    },
    "kgs-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "new_zealand",
        "itsyourturn": "japanese",
    },
}
"""What engines call the rules, by the command that tells them."""

Told: TypeAlias = list[tuple[Side, Move]]


class Talk:
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
        self.tell(position)
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
        self.tell(position)
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

    def tell(self, position: GoPosition) -> None:
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

    def _tell_rules(self, name: str) -> None:
        """Tell the engine by which rules it is played, if it knows how to listen, so that it counts alike."""
        for command, names in RULES_COMMANDS.items():
            if name in names and self.ask_kindly(command, names[name]):
                return

    def _tell_start(self, start: GoPosition) -> None:
        """Tell the engine of a new game: size, komi, time, stones on the board."""
        self._told, self._start = [], None
        self.engine.ask(f"boardsize {start.size}")
        self.engine.ask("clear_board")
        self._tell_rules(start.rules.name)
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
