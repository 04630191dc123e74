"""The commands that play a game: moves of both programs, undo, seeds, the clock; and games to continue."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from gnugo_py.engines.engine import MAX_SEED, Decision, Engine, EngineError, clock_seed
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position, line_to
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.types import PASS, RESIGN, Color, Move, Pass, Resign, UserError
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    BaseGtpCommands,
    GtpError,
    parse_color,
    parse_int,
    parse_move,
)
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree

ENGINE_SLOT = "engine"
"""The slot of the memory of a server's engine, which plays both colors, and the key of its settings."""


class RecordedLine(NamedTuple):
    """The last moves of a recorded game, since its last setup.

    start     -- the number of nodes before the start.
    positions -- the start, then the position after each move, each with the color that moves next.
    settings  -- the settings of the engine that played them, as in `EngineConfig.to_json`; may be empty.
    memories  -- the memory of that engine in each position, as in `Engine.memory_to_json`; None if unknown.
    """

    start: int
    positions: list[Position]
    settings: Mapping[str, object]
    memories: list[object]


def recorded_line(recorded: Node) -> RecordedLine:
    """Return the moves of a recorded game since its last setup, up to a node."""
    positions = line_to(_position_at(recorded))
    path = recorded.path()
    moves = [index for index, node in enumerate(path) if node.has_move and node.move is not RESIGN]
    since = moves[len(moves) - len(positions) + 1 :]
    start = since[0] - 1 if since else len(path) - 1
    settings, slot = _engine_of(recorded.tree)
    memories = [path[index].memory(slot) for index in (start, *since)]
    return RecordedLine(start, positions, settings, memories)


def _position_at(node: Node) -> Position:
    """Return the position at a node, with the color to move that plays next in the file."""
    with suppress(UserError):  # a move that cannot be executed
        for child in node.children[:1]:
            if child.has_move and child.move is not RESIGN and child.position.previous is not None:
                return child.position.previous
    return node.position


def _engine_of(recorded: Tree) -> tuple[Mapping[str, object], str]:
    """Return the settings of the engine that a saved game names, and the slot of its memory.

    In a game saved by a server, this is the server's engine. In other saved games, this is the only engine
    or, if both colors have one, that of the color to move at the end. Return empty values if there is no
    engine, or if the data is damaged.
    """
    match recorded.root.private or {}:
        case {"engine": {"settings": dict(settings), **others}} if "memories" not in others:
            return settings, ENGINE_SLOT
        case {"players": dict(players), **others} if "memories" not in others:
            to_move = _position_at(recorded.current).to_move
            slot = str(to_move if str(to_move) in players else to_move.opponent)
            if isinstance(players.get(slot), dict):
                return players[slot], slot
    return {}, ""


_LAG = 1.0
"""Seconds of main time, and of each period, left unused for delays between the programs."""
_OVERHEAD = 0.1
"""Seconds that a move in main time takes in addition to the time limit of the engine."""
_MIN_MOVES_LEFT = 15
"""The minimum number of further moves for which main time must last."""
_SHARE_OF_PERIOD = 0.8
"""The share of a byo-yomi period that the moves in it may use."""
_MIN_SECONDS = 0.02
_SHARE_OF_POINTS_PLAYED = 0.45
"""The share of the remaining points on which each color is expected to play until the end of a game."""


class TimeSettings(NamedTuple):
    """The time control of a game.

    main   -- main time in seconds.
    period -- seconds of a byo-yomi period, 0 for absolute time.
    stones -- moves to play in a period. In GTP, a period with 0 stones means no time limit.
    """

    main: int
    period: int
    stones: int


class GtpClock:
    """The time of both colors, as far as the controller has announced it.

    left -- the seconds left to a color, in main time or, if the number of moves after them is not 0, in a
            byo-yomi period.
    """

    def __init__(self) -> None:
        self.set_time_settings(None)

    def set_time_settings(self, settings: TimeSettings | None) -> None:
        """Set the time control, or remove it if `settings` is None, and give both colors their full time."""
        self._settings = settings
        self.restore_full_time()

    def restore_full_time(self) -> None:
        """Restore the full time of both colors, for a new game."""
        self.left: dict[Color, tuple[float, int]] = {}

    def spend(self, color: Color, seconds: float) -> None:
        """Subtract the seconds of a move from a color's time, until the controller announces it again."""
        if color in self.left or self._settings is not None:
            left, stones = self._time_of(color)
            self.left[color] = max(left - seconds, 0.0), max(stones - 1, 1) if stones else 0

    def thinking_time_for(self, color: Color, moves_left: int) -> float | None:
        """Return how many seconds the color may think about its next move, or None for no limit.

        moves_left -- how many moves the color is likely to make until the end of the game.
        """
        settings = self._settings
        is_unlimited = settings is None or (settings.period > 0 and settings.stones == 0)
        if is_unlimited and color not in self.left:
            return None
        left, stones = self._time_of(color)
        if stones:
            return max((left - _LAG) * _SHARE_OF_PERIOD / stones, _MIN_SECONDS)
        allowed = (left - _LAG) / max(moves_left, _MIN_MOVES_LEFT) - _OVERHEAD
        if settings is not None and settings.stones:
            allowed = max(allowed, 0.0) + (settings.period - _LAG) * _SHARE_OF_PERIOD / settings.stones
        return max(allowed, _MIN_SECONDS)

    def _time_of(self, color: Color) -> tuple[float, int]:
        """Return the seconds left to a color and the moves to play in that time, 0 for main time."""
        if color in self.left:
            return self.left[color]
        assert self._settings is not None
        main, period, stones = self._settings
        return (float(main), 0) if main or not stones else (float(period), stones)


class PlayedMove(NamedTuple):
    """A move of the game; a resignation is a move in GTP, but has no node in the tree.

    position -- the position after it.
    decision -- the engine's decision, None if the engine did not choose it.
    """

    position: Position
    decision: Decision[Any] | None


class GtpGameCommands(BaseGtpCommands):
    """Commands that play a game. Either color may move until the game is over.

    game     -- the game that is played.
    player   -- the engine that answers `genmove`, or None.
    options  -- the options of new games, as in `Game.start`. Commands change them.
    is_reseeded -- whether the engine gets a new seed from the clock at each new game.
    saves    -- the folder to which `printsgf NAME` writes, None for the default one.
    warn     -- receives the path of a file that is loaded, and the warnings about it.

    clock        -- the time that the controller has announced; it limits the engine.
    node         -- the end of the game, in a tree without variations.
    recorded     -- the node in the file from which this game was loaded, None if there is none.
    resignations -- the resignations, by the node of the move before.
    """

    def __init__(
        self,
        game: Game,
        player: Engine | None,
        options: Mapping[str, object],
        is_reseeded: bool = False,
        saves: str | None = None,
        warn: Callable[[Path, Iterable[str]], None] = lambda path, warnings: None,
    ) -> None:
        self.game, self.player, self.options = game, player, dict(options)
        self.saves, self.warn = saves, warn
        self._is_reseeded, self._own_player = is_reseeded, player
        self.clock = GtpClock()
        self.new_game({})

    def interrupt(self) -> None:
        if self.player is not None:
            self.player.interrupt()

    def recover(self) -> None:
        if self.player is not None:
            self.player.recover()

    @property
    def position(self) -> Position:
        """The current position."""
        return next(self._moves_back()).position

    def _moves_back(self) -> Iterator[PlayedMove]:
        """Yield the moves from the last one back; the start of the game is the last value."""
        for node in self.node.line_back():
            if (resignation := self.resignations.get(node)) is not None:
                yield resignation
            yield PlayedMove(node.position, node.decision)

    @property
    def move_count(self) -> int:
        """The number of moves since the start, with passes and resignations."""
        return self.node.number + len(self.resignations)

    def new_game(self, options: Mapping[str, object]) -> None:
        """Start a new game. The engine loses its memory and restarts from its seed or from a new one.

        options -- the options to change, also for later games.

        Raise UserError, and change nothing, if the options are invalid.
        """
        chosen = {**self.options, **options}
        start = self.game.start(chosen)
        self.options = chosen
        if self._is_reseeded and self.player is not None:
            self._own_player = self.player.with_seed(clock_seed())
        self.player = self._own_player
        self.clock.restore_full_time()
        self.start_from(start)

    def start_from(self, position: Position) -> None:
        """Start a game from a position. The engine starts without memory."""
        self.node = Tree(position).root
        self.recorded: Node | None = None
        self.resignations: dict[Node, PlayedMove] = {}

    def change_positions(self, **changes: Any) -> None:
        """Change fields of all positions of the game, such as the rules; see `Position.replace`."""
        for node in self.node.path():
            node.set_position(node.position.replace(**changes))
        self.resignations = {
            node: each._replace(position=each.position.replace(**changes))
            for node, each in self.resignations.items()
        }

    def continue_record(self, recorded: Node) -> None:
        """Replace the game with a recorded one, under the current rules.

        If the current engine is the one that played the recorded game, it continues with the recorded seed
        and memory until the board is cleared.

        Raise GtpError, and change nothing, if the game is impossible under these rules.
        """
        line = recorded_line(recorded)
        try:
            first, *later = sgf_functions(self.game).under_rules(line.positions, self.options)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        self.player = self._own_player
        memories = self._restored(line.settings, line.memories)
        self.start_from(first)
        self.recorded = recorded
        for position in later:
            self._add(position)
        for node, memory, last in zip(self.node.path(), memories, [None, *memories], strict=False):
            if memory != last:
                node.set_private("memory", {ENGINE_SLOT: memory})

    def _restored(self, settings: Mapping[str, object], memories: list[object]) -> list[object]:
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
            for memory in memories:
                if memory is not None:
                    player.memory_from_json(memory)
        except UserError:
            return []
        self.player = player
        return memories

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
        self.play_unchecked(color, move)

    def play_unchecked(self, color: Color, move: Move, decision: Decision[Any] | None = None) -> None:
        """Play a legal move.

        decision -- the engine's decision for the move, None if the engine did not choose it.
        """
        self._add(self.position_with_to_move(color).play_unchecked(move), decision)

    def _add(self, position: Position, decision: Decision[Any] | None = None) -> None:
        """Add the last move of a position to the game."""
        if isinstance(position.last_move, Resign):
            self.resignations[self.node] = PlayedMove(position, decision)
            return
        memory = None if decision is None else self._memory()
        node = self.node = self.node.append_position(position)
        if decision is not None and self.player is not None:
            node.decision, node.engine = decision, self.player
            if decision.memory != memory:
                node.set_private("memory", {ENGINE_SLOT: self.player.memory_to_json(decision.memory)})

    def choose_move(self, color: Color) -> Decision[Any]:
        """Return the engine's decision for a color, a pass if the game is over, without playing the move.

        Raise GtpError if there is no engine, if the engine fails, or if the game is over and has no passes.
        """
        with self.on_clock(color) as seconds:
            return self.choose_within(color, seconds)

    def choose_within(self, color: Color, seconds: float | None) -> Decision[Any]:
        """Do the same as `choose_move`, in some seconds, None for no limit; the clock does not run."""
        if self.player is None:
            raise GtpError(f"no engine plays {self.game.display_name} here")
        position = self.position_with_to_move(color)
        if position.is_over and not self.game.can_pass:
            raise GtpError("game is over")
        memory = self._memory()
        if position.is_over:
            return Decision(PASS, (), memory)
        self.player.limit_time(seconds)
        try:
            return self.player.choose(position, memory)
        except EngineError as error:
            raise GtpError(str(error)) from None

    @contextmanager
    def on_clock(self, color: Color) -> Iterator[float | None]:
        """Yield the seconds that a color may think, None for no limit; the time meanwhile is the color's."""
        points_left = max(self.position.size**2 - self.move_count - 1, 0)
        began = time.monotonic()
        try:
            yield self.clock.thinking_time_for(color, round(points_left * _SHARE_OF_POINTS_PLAYED))
        finally:
            self.clock.spend(color, time.monotonic() - began)

    def _memory(self) -> object:
        """Return the engine's memory after the last move: that of its last decision, or the recorded one."""
        assert self.player is not None
        for node in self.node.line_back():
            if node.engine is self.player and node.decision is not None:
                return node.decision.memory
        data = self.node.memory(ENGINE_SLOT)
        return None if data is None else self.player.memory_from_json(data)

    def undo(self, number: int) -> None:
        """Undo a number of moves. Raise GtpError, and change nothing, if fewer were played."""
        if not 0 <= number <= self.move_count:
            raise GtpError("cannot undo")
        for _ in range(number):
            node = self.node
            if self.resignations.pop(node, None) is None:
                assert node.parent is not None
                self.node = node.parent
                node.remove()

    def player_names(self) -> dict[Color, str]:
        """Return each player's name: the engine's if the engine chose a move of that color, else empty."""
        chosen = {each.position.last_color for each in self._moves_back() if each.decision is not None}
        name = "" if self.player is None else self.player.name
        return {color: name if color in chosen else "" for color in Color}

    def last_decision(self) -> tuple[Position, Decision[Any]]:
        """Return the position after the engine's last move, and its decision. Raise GtpError without one."""
        for position, decision in self._moves_back():
            if decision is not None:
                return position, decision
        raise GtpError("no move was generated yet")

    def check_number_of_words(self, words: tuple[str, ...]) -> None:
        """Raise GtpError unless the words may be a move: one for all points, or one for each of them."""
        if not 1 <= len(words) <= len(self.game.point_prompts):
            raise GtpError(SYNTAX_ERROR_MESSAGE)

    # Commands: the engine.

    def do_set_random_seed(self, word: str) -> None:
        """Restart the engine with another seed, even during a game. The position does not change."""
        seed = parse_int(word, 0, MAX_SEED)
        self._is_reseeded = False
        if self.player is not None:
            self.player = self._own_player = self.player.with_seed(seed)
        self.node.tree.clear_memory(ENGINE_SLOT)

    def do_time_settings(self, main: str, period: str, stones: str) -> None:
        numbers = (parse_int(word, 0, 10**9) for word in (main, period, stones))
        self.clock.set_time_settings(TimeSettings(*numbers))

    def do_time_left(self, color: str, seconds: str, stones: str) -> None:
        left = parse_int(seconds, 0, 10**9), parse_int(stones, 0, 10**9)
        self.clock.left[parse_color(color)] = left

    def do_kgs__time_settings(self, kind: str = "", *numbers: str) -> None:
        """Set the clock in one of KGS's forms: none, absolute T, byoyomi T T N or canadian T T N.

        N is the number of byo-yomi periods, each for one move, or of stones to play in a Canadian period.
        """
        kind = kind.lower()
        if {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(kind) != len(numbers):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        main, period, stones = (*(parse_int(word, 0, 10**9) for word in numbers), 0, 0, 0)[:3]
        if kind == "byoyomi":
            stones = 1
        self.clock.set_time_settings(None if kind == "none" else TimeSettings(main, period, stones))

    # Commands: the game.

    def do_boardsize(self, width: str, height: str = "") -> None:
        size = parse_int(width, -(10**9), 10**9)
        try:
            if height not in ("", width):
                raise UserError("the board must be square")
            self.new_game({"size": size})
        except UserError:
            raise GtpError("unacceptable size") from None

    def do_clear_board(self, *_: str) -> None:
        self.new_game({})

    def do_play(self, color: str, *words: str) -> None:
        self.check_number_of_words(words)
        self.play(parse_color(color), parse_move(words, self.position))

    def do_gogui__play_sequence(self, *arguments: str) -> None:
        if len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        before = self.move_count
        try:
            for color, vertex in zip(arguments[::2], arguments[1::2], strict=True):
                self.do_play(color, vertex)
        except GtpError:
            self.undo(self.move_count - before)
            raise

    def do_genmove(self, word: str) -> str:
        color = parse_color(word)
        position, decision = self.position, self.choose_move(color)
        self.play_unchecked(color, decision.move, decision)
        return position.format_move(decision.move)

    def do_gomill__genmove_ex(self, word: str, *_: str) -> str:
        """Do the same as `genmove`, but ignore extra arguments."""
        return self.do_genmove(word)

    def do_reg_genmove(self, word: str) -> str:
        decision = self.choose_move(parse_color(word))
        return self.position.format_move(decision.move)

    def do_undo(self) -> None:
        self.undo(1)

    def do_gg__undo(self, number: str = "1") -> None:
        self.undo(parse_int(number, 0, 10**6))
