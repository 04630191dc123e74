"""A game in progress: its turns so far, the player to move, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, IllegalMove, Move, Outcome, Point, Resign
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.record.clock import Stopwatch, TimeControl, TimeLeft


class CountProgress(NamedTuple):
    """The progress of the count after play has stopped.

    is_proposed -- whether the count starts from the program's proposal; None before the count begins.
    answers     -- the points named so far, with None where a question was closed.
    """

    is_proposed: bool | None = None
    answers: tuple[Point | None, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the values as they are written into saved games."""
        return {"proposed": self.is_proposed, "answers": self.answers}


class Turn(NamedTuple):
    """The state of a game at its start or after a move.

    A resignation is not a turn; it is the outcome of a session.

    position    -- the board with its history.
    memories    -- the memories of Black's and White's engines; None for a person, and for an engine that has
                   no memory or joined later.
    explanation -- why an engine played the move, in sentences; empty for a person's move.
    player      -- the engine that chose the move, None for a person.
    decision    -- the decision of that engine; None in a game that was read from a file.
    time_left   -- Black's and White's time after the move, None in a game without a clock.
    """

    position: Position
    memories: tuple[object, object]
    explanation: tuple[str, ...] = ()
    player: Engine | None = None
    decision: Decision[Any] | None = None
    time_left: tuple[TimeLeft, TimeLeft] | None = None

    @property
    def move(self) -> Move | None:
        """The move of this turn, None at the start."""
        return self.position.last_move

    @property
    def color(self) -> Color | None:
        """The color that played the move, None at the start."""
        return self.position.last_color


class Session:
    """A game between two colors, each played by an engine or a person.

    game           -- the game that is played.
    players        -- the engines, by color; a color without an engine is played by a person.
    turns          -- the turns from the start to now.
    outcome        -- the outcome, None while it is unknown.
    count_progress -- progress of the count, None during play.
    names          -- names of the persons, by color, if known.
    notices        -- messages to show when the session begins.
    time_control   -- the time that each player has, None for no clock.
    stopwatch      -- the thinking time of the player to move.
    has_setup      -- whether a person set up the start; if so, the game is saved even before the first move.
    """

    def __init__(self, game: Game, players: Mapping[Color, Engine], turns: Sequence[Turn]) -> None:
        self.game = game
        self.players = dict(players)
        self.outcome: Outcome | None = None
        self.count_progress: CountProgress | None = None
        self.names: Mapping[Color, str] = {}
        self.notices: tuple[str, ...] = ()
        self.has_setup = False
        self.time_control: TimeControl | None = None
        self.stopwatch = Stopwatch()
        self._turns = list(turns)
        self._now = len(turns) - 1

    @classmethod
    def from_position(cls, game: Game, players: Mapping[Color, Engine], position: Position) -> Session:
        """Return a new session that starts from a position."""
        memories = [players[color].initial_memory() if color in players else None for color in Color]
        return cls(game, players, [Turn(position, (memories[0], memories[1]))])

    @property
    def current_turn(self) -> Turn:
        """The current turn."""
        return self._turns[self._now]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns from the start to now, without those that were taken back."""
        return tuple(self._turns[: self._now + 1])

    @property
    def turns_including_undone(self) -> tuple[Turn, ...]:
        """All turns, including those that were taken back and can be redone; they begin with `turns`."""
        return tuple(self._turns)

    @property
    def has_content(self) -> bool:
        """Whether there is anything to save: a move, a count, an outcome, or a position that was set up."""
        is_changed = self.count_progress is not None or self.outcome is not None or self.has_setup
        return len(self._turns) > 1 or is_changed

    def go_to(self, number: int) -> None:
        """Go to a turn by its index in `turns_including_undone`.

        Raise IndexError if there is no such turn.
        """
        if not 0 <= number < len(self._turns):
            raise IndexError(number)
        self._now = number

    @property
    def position(self) -> Position:
        """The current position."""
        return self.current_turn.position

    @property
    def engine_to_move(self) -> Engine | None:
        """The engine to move, or None for a person."""
        return self.players.get(self.position.to_move)

    def play(self, move: Move) -> None:
        """Play a person's move, or resign for the color to move.

        Raise IllegalMove, with the reason, and change nothing if the move is illegal.
        """
        refusal = "the game is over" if self.is_over else self.position.why_illegal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        if isinstance(move, Resign):
            self.resign(self.position.to_move)
        else:
            self._add(Turn(self.position.play_unchecked(move), self.current_turn.memories))

    def play_engine_move(self) -> Decision[Any]:
        """Play the move that the engine to move chooses, and return its decision.

        Does not check that the move is legal. Raise the same errors as `choose`.
        """
        decision = self.choose()
        self.play_decision(decision)
        return decision

    def choose(self) -> Decision[Any]:
        """Return the decision of the engine to move, without playing it.

        Raise LookupError if it is a person's turn, IllegalMove if the game is over, EngineError if the engine
        cannot choose a move.
        """
        if self.is_over:
            raise IllegalMove("the game is over")
        player = self.players[self.position.to_move]
        player.limit_time(self._thinking_time())
        memory = self.current_turn.memories[self.position.to_move]
        return player.choose(self.position, player.initial_memory() if memory is None else memory)

    def _thinking_time(self) -> float | None:
        """Return the seconds that the color to move should take for its move, or None without a clock."""
        if self.time_control is None:
            return None
        left = self.time_left_at_last_move(self.position.to_move)
        return self.time_control.thinking_time(left, self._moves_left())

    def play_decision(self, decision: Decision[Any]) -> None:
        """Play the move that the engine to move chose."""
        position, color = self.position, self.position.to_move
        if isinstance(decision.move, Resign):
            self.resign(color)
            return
        black, white = self.current_turn.memories
        memories = (black, decision.memory) if color else (decision.memory, white)
        player = self.players[color]
        note = player.explain(position, decision)
        self._add(Turn(position.play_unchecked(decision.move), memories, note, player, decision))

    def set_player(self, color: Color, player: Engine | None) -> None:
        """Replace the player of a color with an engine, or with a person if `player` is None.

        The new engine starts without memory, and the moves that could be redone are discarded.
        """
        if player is None:
            self.players.pop(color, None)
        else:
            self.players[color] = player
        del self._turns[self._now + 1 :]
        for number, turn in enumerate(self._turns):
            black, white = turn.memories
            self._turns[number] = turn._replace(memories=(black, None) if color else (None, white))

    def resign(self, color: Color) -> None:
        """End the game by the resignation of a color, even if it is not that color's turn.

        This adds no turn; turns that were taken back are discarded.
        """
        del self._turns[self._now + 1 :]
        self.outcome = Outcome(color.opponent, "resignation")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its moves, by a resignation or on time."""
        return self.outcome is not None or self.position.is_over

    def undo(self) -> bool:
        """Go back to the previous turn at which a person is to move. Return False if there is none.

        After a resignation, the current turn also qualifies: if a person is to move, only the resignation is
        undone.
        """
        is_resigned = self.outcome is not None and self.outcome.reason == "resignation"
        return self._go_to_person(range(self._now if is_resigned else self._now - 1, -1, -1))

    def redo(self) -> bool:
        """Go forward to the next turn at which a person is to move. Return False if there is none."""
        return self._go_to_person(range(self._now + 1, len(self._turns)))

    def _go_to_person(self, turns: range) -> bool:
        """Go to the first of the given turns at which a person is to move; return whether there is one."""
        for number in turns:
            if self._turns[number].position.to_move not in self.players:
                self._move_to(number)
                return True
        return False

    def _move_to(self, number: int) -> None:
        """Go to a turn, and clear the outcome and the count."""
        self._now = number
        self.stopwatch.reset()
        self.outcome = self.count_progress = None

    def set_clock(self, control: TimeControl | None) -> None:
        """Set the clock of both players, or remove it if `control` is None.

        Call this method only before the first move.
        """
        self.time_control = control
        if control is not None:
            self._turns[0] = self._turns[0]._replace(
                time_left=(control.initial_time_left, control.initial_time_left)
            )

    def set_times_after_moves(self, times: Sequence[TimeLeft]) -> None:
        """Set the time left after each move for the player who made it, beginning with the first move."""
        assert self.time_control is not None, "the game has no clock"
        now = [self.time_control.initial_time_left, self.time_control.initial_time_left]
        self._turns[0] = self._turns[0]._replace(time_left=(now[0], now[1]))
        for number, turn in enumerate(self._turns[1:], 1):
            if number <= len(times) and turn.color is not None:
                now[turn.color] = times[number - 1]
            self._turns[number] = turn._replace(time_left=(now[0], now[1]))

    def time_left_at_last_move(self, color: Color) -> TimeLeft:
        """Return the time that a color had left after its last move.  There must be a clock."""
        assert self.time_control is not None, "the game has no clock"
        known = self.current_turn.time_left
        return self.time_control.initial_time_left if known is None else known[color]

    def time_left_now(self, color: Color) -> TimeLeft:
        """Return the time that a color has left now.

        The time that the color to move has used since the last move is subtracted.  There must be a clock.
        """
        assert self.time_control is not None, "the game has no clock"
        left = self.time_left_at_last_move(color)
        if color is not self.position.to_move or self.outcome is not None:
            return left
        return self.time_control.during_move(left, self.stopwatch.elapsed_seconds)

    @property
    def is_time_over(self) -> bool:
        """Whether the color to move has used all its time."""
        if self.time_control is None or self.outcome is not None or self.position.is_over:
            return False
        left = self.time_left_at_last_move(self.position.to_move)
        return self.stopwatch.elapsed_seconds > self.time_control.seconds_left(left)

    def _moves_left(self) -> int:
        """Return an estimate of the number of moves that the color to move has yet to make."""
        return (self.position.size**2 * 3 // 5 - self._now) // 2

    def _after_move(self, turn: Turn) -> Turn:
        """Return a turn with the time that is left after it."""
        if self.time_control is None:
            return turn
        color, seconds = self.position.to_move, self.stopwatch.reset()
        black, white = (self.time_left_at_last_move(each) for each in Color)
        left = self.time_control.after_move(black if color is Color.BLACK else white, seconds)
        left = TimeLeft(0) if left is None else left
        return turn._replace(time_left=(left, white) if color is Color.BLACK else (black, left))

    def _add(self, turn: Turn) -> None:
        """Add a turn after the current one and go to it; turns that were taken back are discarded."""
        turn = self._after_move(turn)
        self._turns[self._now + 1 :] = [turn]
        self._move_to(self._now + 1)
