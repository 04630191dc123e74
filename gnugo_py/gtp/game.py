"""The game of a GTP server: its options, its positions, and the engine's memory at each position."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.types import PASS, Color, Move, Pass, UserError
from gnugo_py.engines.engine import MAX_SEED, Decision, Engine, EngineError
from gnugo_py.gtp.clock import GtpClock
from gnugo_py.gtp.protocol import GtpError

_SHARE_OF_POINTS_PLAYED = 0.45
"""The share of the remaining points on which each color is expected to play until the end of a game."""


class GtpTurn(NamedTuple):
    """The state of the game after one move.

    position -- the position, with its history.
    memory   -- the engine's memory.
    decision -- the engine's decision for the move, None if the engine did not choose it.
    """

    position: Position
    memory: object
    decision: Decision[Any] | None = None

    @property
    def color(self) -> Color | None:
        """The color that played the move, None at the start."""
        return self.position.last_color


class GtpGame:
    """A game controlled by another program. Either color may move until the game is over.

    game     -- the rules and notation of the game.
    player   -- the engine that answers `genmove`, or None.
    options  -- the options of new games, as in `Game.start`. Commands change them.
    new_seed -- returns a seed for the engine at each new game; None to use the same seed each time.

    clock -- the time that the controller has announced; it limits the engine.
    """

    def __init__(
        self,
        game: Game,
        player: Engine | None,
        options: Mapping[str, object],
        new_seed: Callable[[], int] | None = None,
    ) -> None:
        self.game = game
        self.player = player
        self.options = dict(options)
        self._new_seed = new_seed
        self._own_player = player
        self.clock = GtpClock()
        self.turns: list[GtpTurn] = []
        self.new_game({})

    @property
    def last_turn(self) -> GtpTurn:
        """The last turn."""
        return self.turns[-1]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.last_turn.position

    def new_game(self, options: Mapping[str, object]) -> None:
        """Start a new game. The engine loses its memory and restarts from its seed or from a new one.

        options -- the options to change, also for later games.

        Raise UserError, and change nothing, if the options are invalid.
        """
        chosen = {**self.options, **options}
        start = self.game.start(chosen)
        self.options = chosen
        if self._new_seed is not None and self.player is not None:
            self._own_player = self.player.with_seed(self._new_seed())
        self.player = self._own_player
        self.clock.restore_full_time()
        self.start_from(start)

    def start_from(self, position: Position) -> None:
        """Start a game from a position. The engine starts without memory."""
        self.turns = [GtpTurn(position, self._fresh_memory())]

    def _fresh_memory(self) -> object:
        return None if self.player is None else self.player.initial_memory()

    def reseed(self, seed: int) -> None:
        """Restart the engine with another seed, even during a game. The position does not change."""
        self._new_seed = None
        if self.player is not None:
            self.player = self._own_player = self.player.with_seed(seed)
        fresh = self._fresh_memory()
        self.turns = [turn._replace(memory=fresh) for turn in self.turns]

    def position_with_to_move(self, color: Color) -> Position:
        """Return the position with `color` to move. Earlier passes no longer end the game."""
        return self.position.with_play_resumed(color)

    def is_legal(self, color: Color, move: Move) -> bool:
        """Return whether a color may play a move. In games with passes, a pass is always legal."""
        if isinstance(move, Pass) and self.game.can_pass:
            return True
        return self.position_with_to_move(color).why_illegal(move) is None

    def play(self, color: Color, move: Move) -> None:
        """Play a move. Raise GtpError if it is illegal."""
        if not self.is_legal(color, move):
            raise GtpError("illegal move")
        self.turns.append(
            GtpTurn(self.position_with_to_move(color).play_unchecked(move), self.last_turn.memory)
        )

    def replay(
        self,
        positions: Sequence[Position],
        settings: Mapping[str, object] | None = None,
        memories: Sequence[object] = (),
    ) -> None:
        """Replace the game with a recorded one, under the current rules.

        positions -- the start, then the position after each move, each with the color that moves next.
        settings  -- the settings of the engine that played the game.
        memories  -- the memory of that engine in each position. If the current engine can use these memories,
                     it continues with them and with the recorded seed until the board is cleared.

        Raise GtpError, and change nothing, if the game is impossible under these rules.
        """
        try:
            first, *later = sgf_functions(self.game).under_rules(positions, self.options)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        self.player = self._own_player
        restored = self._restored(settings or {}, memories)
        self.start_from(first)
        fresh = self.last_turn.memory
        known = restored if len(restored) == len(positions) else [fresh] * len(positions)
        self.turns = [
            GtpTurn(position, memory) for position, memory in zip((first, *later), known, strict=True)
        ]

    def _restored(self, settings: Mapping[str, object], memories: Sequence[object]) -> list[object]:
        """Set the recorded seed and return the recorded memories, if the current engine can use them.

        Otherwise, change nothing and return an empty list.
        """
        own = {} if self.player is None else self.player.config().to_json()
        seed = settings.get("seed")
        if self.player is None or type(seed) is not int or not 0 <= seed <= MAX_SEED:
            return []
        if any(settings.get(name) != own.get(name) for name in ("player", "patterns")):
            return []
        player = self.player.with_seed(seed)
        try:
            restored = [player.memory_from_json(memory) for memory in memories]
        except UserError:
            return []
        self.player = player
        return restored

    def choose_move(self, color: Color) -> Decision[Any]:
        """Return the engine's decision for a color, a pass if the game is over, without playing the move.

        Raise GtpError if there is no engine, if the engine fails, or if the game is over and has no passes.
        """
        if self.player is None:
            raise GtpError(f"no engine plays {self.game.display_name} here")
        position = self.position_with_to_move(color)
        if position.is_over and not self.game.can_pass:
            raise GtpError("game is over")
        if position.is_over:
            return Decision(PASS, (), self.last_turn.memory)
        self.player.limit_time(self.clock.thinking_time_for(color, self._moves_left()))
        began = time.monotonic()
        try:
            return self.player.choose(position, self.last_turn.memory)
        except EngineError as error:
            raise GtpError(str(error)) from None
        finally:
            self.clock.spend(color, time.monotonic() - began)

    def _moves_left(self) -> int:
        """Return an estimate of how many more moves a color will make, from the number of moves played."""
        return round(max(self.position.size**2 - len(self.turns), 0) * _SHARE_OF_POINTS_PLAYED)

    def play_decision(self, color: Color, decision: Decision[Any]) -> None:
        """Play a move that the engine has chosen."""
        position = self.position_with_to_move(color).play_unchecked(decision.move)
        self.turns.append(GtpTurn(position, decision.memory, decision))

    def undo(self, number: int) -> None:
        """Undo a number of moves. Raise GtpError, and change nothing, if fewer were played."""
        if not 0 <= number < len(self.turns):
            raise GtpError("cannot undo")
        if number:
            del self.turns[-number:]

    def player_names(self) -> dict[Color, str]:
        """Return each player's name: the engine's if the engine chose a move of that color, else empty."""
        chosen = {turn.color for turn in self.turns if turn.decision is not None}
        name = "" if self.player is None else self.player.name
        return {color: name if color in chosen else "" for color in Color}

    def last_decision(self) -> Decision[Any] | None:
        """Return the engine's last decision, or None if there is none."""
        return next((turn.decision for turn in reversed(self.turns) if turn.decision is not None), None)
