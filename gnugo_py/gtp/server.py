"""A GTP server: its game, which is a node of a tree, its engine, the clock, and the commands that play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gnugo_py.engines.engine import MAX_SEED, Decision, Engine, clock_seed
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position, line_to
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.sgf import COLOR_LETTERS
from gnugo_py.games.types import PASS, RESIGN, Color, IllegalMove, Move, Outcome, Point, UserError
from gnugo_py.gtp.protocol import SYNTAX_ERROR_MESSAGE, GtpError, parse_color, parse_int, parse_move
from gnugo_py.record.clock import TimeControl, TimeLeft
from gnugo_py.record.node import Node
from gnugo_py.record.properties import PRIVATE_PROPERTY, escaped_properties
from gnugo_py.record.tree import Tree

ENGINE_SLOT = "engine"
"""The slot of the memory of a server's engine, which plays both colors, and the key of its settings."""

_UNKNOWN_CONTROL = TimeControl(0)
"""The time control if the controller announces only the time that is left."""


@dataclass
class GtpClock:
    """The time of both colors, as far as the controller has announced it.

    control -- the time control, None for no limit or if it is unknown.
    left    -- the time left to a color, if the controller announced it, or if the color has moved since.
    """

    control: TimeControl | None = None
    left: dict[Color, TimeLeft] = field(default_factory=dict)

    def announce(self, color: Color, seconds: int, number: int) -> None:
        """Note the time left to a color.

        number -- 0 if the seconds are main time; otherwise, the number of stones to play in the seconds or,
                  with byo-yomi, the number of periods.
        """
        control = self.control or _UNKNOWN_CONTROL
        if number == 0:
            left = control.initial_time_left._replace(main=seconds)
        elif control.periods:
            left = TimeLeft(0, number, seconds)
        else:
            left = TimeLeft(0, 0, seconds, number)
        self.left[color] = left

    @contextmanager
    def running(self, position: Position) -> Iterator[float | None]:
        """Yield the seconds that the color to move may think, None for no limit; meanwhile its time runs."""
        color, control, began = position.to_move, self.control or _UNKNOWN_CONTROL, time.monotonic()
        left = self.left.get(color, None if self.control is None else control.initial_time_left)
        try:
            yield None if left is None else control.thinking_time(left, position)
        finally:
            if left is not None:
                self.left[color] = control.after_move(left, time.monotonic() - began) or TimeLeft(0)


class GtpServer:
    """The game of a GTP server, and who plays it. Either color may move until the game is over.

    game        -- the game that is played.
    player      -- the engine that answers `genmove`, or None.
    options     -- the options of new games, as in `Game.start`. Commands change them.
    is_reseeded -- whether the engine gets a new seed from the clock at each new game.
    saves       -- the folder to which `printsgf NAME` writes, None for the default one.
    warn        -- receives the path of a file that is loaded, and the warnings about it.

    clock -- the time that the controller has announced.
    node  -- the node at which the game stands, in a tree of its own or in that of a file. A resignation is a
             move in GTP but not in SGF: it is a node that is not among the children of its parent.
    """

    node: Node

    def __init__(
        self,
        game: Game,
        player: Engine | None = None,
        options: Mapping[str, object] | None = None,
        is_reseeded: bool = False,
        saves: str | None = None,
        warn: Callable[[Path, Iterable[str]], None] = lambda path, warnings: None,
    ) -> None:
        self.game, self.player, self.options = game, player, dict(options or {})
        self.is_reseeded, self.saves, self.warn = is_reseeded, saves, warn
        self.clock = GtpClock()
        self._own_player, self._is_interrupted = player, False
        self._analyst: SearchEngine | None = None
        self.new_game({})

    # The engines

    @property
    def analyst(self) -> SearchEngine:
        """The search engine that judges the moves of an engine without a search."""
        if self._analyst is None:
            self._analyst = SearchEngine(self.game, MAX_LEVEL)
            if self._is_interrupted:
                self._analyst.interrupt()
        return self._analyst

    def interrupt(self) -> None:
        """Make the command that is running, or about to run, end soon."""
        self._is_interrupted = True
        for engine in filter(None, (self.player, self._analyst)):
            engine.interrupt()

    def recover(self) -> None:
        """Allow commands to run after an interruption, if there was one."""
        if self._is_interrupted:
            self._is_interrupted = False
            for engine in filter(None, (self.player, self._analyst)):
                engine.recover()

    def set_seed(self, seed: int) -> None:
        """Restart the engine with another seed, also for later games. The position does not change."""
        self.is_reseeded = False
        if self.player is not None:
            self.player = self._own_player = self.player.with_seed(seed)
        self.node.tree.clear_memory(ENGINE_SLOT)

    def choose(self, position: Position) -> Decision[Any]:
        """Return the engine's decision, a pass if the game is over, without playing the move.

        position -- the current position with the color to move, as `with_play_resumed` returns it.

        Raise GtpError if there is no engine, or if the game is over and has no passes. Raise EngineError if
        the engine fails.
        """
        with self.clock.running(position) as seconds:
            return self.choose_within(position, seconds)

    def choose_within(self, position: Position, seconds: float | None) -> Decision[Any]:
        """Do the same as `choose`, in some seconds, None for no limit; the clock does not run."""
        if self.player is None:
            raise GtpError(f"no engine plays {self.game.display_name} here")
        if position.is_over and not self.game.can_pass:
            raise GtpError("game is over")
        memory = self._memory(self.player)
        if position.is_over:
            return Decision(PASS, (), memory)
        self.player.limit_time(seconds)
        return self.player.choose(position, memory)

    # The position

    @property
    def position(self) -> Position:
        """The current position."""
        return self.node.position

    @property
    def move_count(self) -> int:
        """The number of moves since the start or the last setup, with passes and resignations."""
        return len(line_to(self.position)) - 1

    def last_decision(self) -> tuple[Position, Decision[Any]]:
        """Return the position after the engine's last move, and its decision. Raise GtpError without one."""
        for node in self.node.line_back():
            if node.decision is not None:
                return node.position, node.decision
        raise GtpError("no move was generated yet")

    def _memory(self, player: Engine) -> object:
        """Return the engine's memory: that of its last decision, or the recorded one."""
        for node in self.node.line_back():
            if node.engine is player and node.decision is not None:
                return node.decision.memory
        data = self.node.memory(ENGINE_SLOT)
        return None if data is None else player.memory_from_json(data)

    # Moves

    def after_move(self, color: Color, move: Move) -> Position:
        """Return the position after a move. In games with passes, a pass is always legal.

        Raise IllegalMove if the move is illegal.
        """
        position = self.node.position.with_play_resumed(color)
        return position.play_unchecked(move) if move is PASS and self.game.can_pass else position.play(move)

    def go_on(self, after: Position, decision: Decision[Any] | None = None) -> None:
        """Go on to the position after a legal move; a pass after a resignation changes nothing.

        decision -- the engine's decision for the move, None if the engine did not choose it.
        """
        before, move = self.node, after.last_move
        assert move is not None
        if _is_resignation(before):
            return
        if move is RESIGN:
            self.node = Node(before.tree, before, {}, before.number)
            self.node.position = after
        elif not before.children:
            self.node = before.append_position(after)
        else:
            self.node = self._known_child(after) or before.append_position(after)
            self.node.move_to_front()
            self.node.clear_memory(ENGINE_SLOT)
            self.node.position = after
        if "RE" in before.tree.root.properties:
            before.tree.result = None
        self.node.decision, self.node.engine = decision, None if decision is None else self.player

    def _known_child(self, after: Position) -> Node | None:
        """Return the node of a move that already follows, perhaps after nodes without moves; else None."""
        move, color = after.last_move, after.last_color
        assert move is not None
        assert color is not None
        for node in self.node.line():
            if node is not self.node and (node.has_move or node.sets_up_board):
                break
            if (child := node.find_child(move, color)) is not None:
                return child
        return None

    def undo(self, number: int) -> None:
        """Undo a number of moves. Raise GtpError, and change nothing, if fewer were played.

        Nodes of the line with nothing but a move are removed; those of a file's variations stay.
        """
        if not 0 <= number <= self.move_count:
            raise GtpError("cannot undo")
        for _ in range(number):
            node = self.node  # a resignation in the file of another program is no move of this game
            while not (_is_resignation(node) or (node.has_move and node.move is not RESIGN)):
                assert node.parent is not None
                node = node.parent
            assert node.parent is not None
            self.node, node.tree.result = node.parent, None
            has_more = node.children or node.properties.keys() - {"B", "W", PRIVATE_PROPERTY}
            if node.has_move and not has_more and node not in self._variations:
                node.remove()

    # The game

    def new_game(self, options: Mapping[str, object]) -> None:
        """Start a new game. The engine loses its memory and restarts from its seed or from a new one.

        options -- the options to change, also for later games; there are no handicap stones.

        Raise UserError, and change nothing, if the options are invalid.
        """
        chosen = {**self.options, **options, "handicap": 0}
        start = self.game.start(chosen)
        self.options = chosen
        if self.is_reseeded and self.player is not None:
            self._own_player = self.player.with_seed(clock_seed())
        self.player = self._own_player
        self.clock.left.clear()
        self.start_from(start)

    def start_from(self, position: Position) -> None:
        """Start a game from a position. The engine starts without memory."""
        tree = Tree(position)
        tree.add_date()
        self._go_to(tree.root)

    def set_up(self, cells: Mapping[Point, str], color: Color) -> None:
        """Start a game from a board. Raise UserError if the board is invalid."""
        options = {**self.options, "handicap": 0}
        arranged = self.position.with_board(cells, color)
        (start,) = sgf_functions(self.game.name).under_rules([arranged], options)
        self.options = options
        self.start_from(start)

    def change_positions(self, **changes: Any) -> None:
        """Change fields of all positions of the game, such as the rules; see `Position.replace`."""
        for node in self.node.line_back():
            node.position = node.position.replace(**changes)

    def continue_from(self, node: Node) -> None:
        """Go on from a node of a game in a file, under the current rules.

        If the current engine is the one that played the game, it continues with the recorded seed and memory
        until the board is cleared.

        Raise GtpError, and change nothing, if the game is impossible under these rules.
        """
        tree, color = node.tree, _color_to_move(node)
        settings, slot = _recorded_engine(tree)
        memories = {each: memory for each in node.path() if (memory := each.memory(slot)) is not None}
        try:
            tree.adopt(self.options)
            node.position = node.position.with_play_resumed(color)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        self.player = self._own_player
        if self.player is not None and (restored := _restored(self.player, settings, memories.values())):
            self.player = restored
            for each, memory in memories.items():
                each.set_memory(ENGINE_SLOT, memory)
        self._go_to(node)

    def _go_to(self, node: Node) -> None:
        """Go to a node of another tree."""
        self.node, self._names = node, node.tree.names
        self._variations = {*node.tree.nodes()}.difference(node.line_back())

    # Files

    def tree_to_write(self) -> Tree:
        """Return the tree of the game with the engine, its memory, its name, and the current node."""
        tree, sgf = self.node.tree, sgf_functions(self.game.name)
        tree.current = next(each for each in self.node.line_back() if not _is_resignation(each))
        start = sgf.start_properties(tree.root.position)
        if "PL" in start:
            start["PL"] = [COLOR_LETTERS[_color_to_move(tree.root)]]
        tree.root.properties.update(escaped_properties(start))
        tree.root.set_private("players", {})
        if _is_resignation(self.node) and self.position.last_color is not None:
            tree.result = Outcome(self.position.last_color.opponent, "resignation")
        played = {each.position.last_color for each in self.node.line_back() if each.decision is not None}
        for color, name in self._names.items():
            tree.set_name(color, self.player.name if self.player and color in played else name)
        if self.player is not None:
            tree.root.set_private(ENGINE_SLOT, {"settings": self.player.config().to_json()})
            for each in tree.nodes():
                if each.engine is self.player and each.decision is not None:
                    each.set_memory(ENGINE_SLOT, self.player.memory_to_json(each.decision.memory))
        return tree

    # Commands

    def do_set_random_seed(self, word: str) -> None:
        """Restart the engine with another seed, even during a game. The position does not change."""
        self.set_seed(parse_int(word, 0, MAX_SEED))

    def do_time_settings(self, main: str, period: str, stones: str) -> None:
        """Set the clock; a period in which no stones are to be played means that there is no limit."""
        seconds, overtime, number = (_parse_count(word) for word in (main, period, stones))
        is_unlimited = overtime > 0 and number == 0
        control = TimeControl(seconds, 0, overtime, number if overtime else 0)
        self.clock = GtpClock(None if is_unlimited else control)

    def do_time_left(self, color: str, seconds: str, stones: str) -> None:
        self.clock.announce(parse_color(color), _parse_count(seconds), _parse_count(stones))

    def do_kgs__time_settings(self, kind: str = "", *numbers: str) -> None:
        """Set the clock in one of KGS's forms: none, absolute T, byoyomi T T N or canadian T T N.

        N is the number of byo-yomi periods, each for one move, or of stones to play in a Canadian period.
        """
        kind = kind.lower()
        if {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(kind) != len(numbers):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        main, period, number = (*map(_parse_count, numbers), 0, 0, 0)[:3]
        number = number if period else 0
        periods, stones = (number, 0) if kind == "byoyomi" else (0, number)
        self.clock = GtpClock(None if kind == "none" else TimeControl(main, periods, period, stones))

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
        side, move = parse_color(color), parse_move(words, self.position)
        if not self.position.is_complete(move):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        self.go_on(self.after_move(side, move))

    def do_gogui__play_sequence(self, *words: str) -> None:
        self.play_sequence(words, self.do_play)

    def play_sequence(self, words: Sequence[str], play: Callable[[str, str], None]) -> None:
        """Play the moves of alternating colors and vertices, or none of them if one is illegal."""
        if len(words) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        before = self.move_count
        try:
            for color, vertex in zip(words[::2], words[1::2], strict=True):
                play(color, vertex)
        except (GtpError, IllegalMove):
            self.undo(self.move_count - before)
            raise

    def do_genmove(self, word: str) -> str:
        position = self.node.position.with_play_resumed(parse_color(word))
        decision = self.choose(position)
        self.go_on(position.play_unchecked(decision.move), decision)
        return position.format_move(decision.move)

    def do_gomill__genmove_ex(self, word: str, *_: str) -> str:
        """Do the same as `genmove`, but ignore extra arguments."""
        return self.do_genmove(word)

    def do_reg_genmove(self, word: str) -> str:
        position = self.node.position.with_play_resumed(parse_color(word))
        return position.format_move(self.choose(position).move)

    def do_undo(self) -> None:
        self.undo(1)

    def do_gg__undo(self, number: str = "1") -> None:
        self.undo(parse_int(number, 0, 10**6))


def _is_resignation(node: Node) -> bool:
    return node.position.last_move is RESIGN


def _color_to_move(node: Node) -> Color:
    """Return the color that plays next in the file, or that is to move at its end."""
    color = node.children[0].color if node.children else None
    return node.position.to_move if color is None else color


def _recorded_engine(tree: Tree) -> tuple[Mapping[str, object], str]:
    """Return the settings of the engine that a saved game names, as in `EngineConfig.to_json`, and its slot.

    In a game saved by a server, this is the server's engine. In other saved games, this is the only engine
    or, if both colors have one, that of the color to move at the end. Return empty values if there is no
    engine, or if the data is damaged.
    """
    match tree.root.private or {}:
        case {"engine": {"settings": dict(settings), **others}} if "memories" not in others:
            return settings, ENGINE_SLOT
        case {"players": dict(players), **others} if "memories" not in others:
            to_move = _color_to_move(tree.current)
            slot = str(to_move if str(to_move) in players else to_move.opponent)
            if isinstance(players.get(slot), dict):
                return players[slot], slot
    return {}, ""


def _restored(player: Engine, settings: Mapping[str, object], memories: Iterable[object]) -> Engine | None:
    """Return an engine with the recorded seed, None if it is not the recorded one.

    settings, memories -- those of the recorded engine; the memories are in JSON.
    """
    own, seed = player.config().to_json(), settings.get("seed")
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        return None
    if any(settings.get(name) != own.get(name) for name in ("player", "patterns")):
        return None
    player = player.with_seed(seed)
    try:
        for memory in memories:
            player.memory_from_json(memory)
    except UserError:
        return None
    return player


def _parse_count(word: str) -> int:
    """Return a number of seconds, stones or periods. Raise GtpError for anything else."""
    return parse_int(word, 0, 10**9)
