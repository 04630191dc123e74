"""The game that is being played: a place in its tree, and what is not the tree's."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Literal, TypeAlias

from gnugo_py.app.screen import STONE_SIGNS, player_lines
from gnugo_py.engines.engine import Engine
from gnugo_py.games.board_words import board_in_words, new_status_lines
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import NO_RESULT, Color, IllegalMove, Move, Outcome, Pass, Play
from gnugo_py.record import engine_moves
from gnugo_py.record.clock import TimeLeft
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import CountProgress, OpenedGame, is_start

GameFlag: TypeAlias = Literal["teach", "adapts", "capture"]
"""Whether a move that loses too much is followed by an offer to take it back; whether the level of the next
game follows from the results of the person; whether the first capture wins, as in a lesson.
"""


class Stopwatch:
    """A stopwatch for the thinking time of a player, which is stopped at first."""

    def __init__(self) -> None:
        self._before = 0.0
        self._since: float | None = None

    @property
    def elapsed_seconds(self) -> float:
        """The seconds measured so far."""
        return self._before + (0.0 if self._since is None else time.monotonic() - self._since)

    def set_running(self, is_running: bool) -> None:
        """Start or stop the stopwatch, unless it is already in that state."""
        if is_running and self._since is None:
            self._since = time.monotonic()
        elif not is_running and self._since is not None:
            self._before, self._since = self.elapsed_seconds, None

    def reset(self) -> float:
        """Set the stopwatch to 0 without starting or stopping it, and return the seconds measured before."""
        seconds, self._before = self.elapsed_seconds, 0.0
        if self._since is not None:
            self._since = time.monotonic()
        return seconds


class PlayedGame(Cursor):
    """The game that is being played: the place in its tree, and who plays.

    game      -- the game by whose rules it is played.
    players   -- its engines, by color; a color without an engine is played by a person.
    person_color -- the color of the person, Black if two people or two engines play.
    is_engine_match -- whether engines play both colors.
    stopwatch -- the thinking time of the player to move, None without a clock.
    count_progress -- the progress of the count, None during play.
    has_setup -- whether a person set up the start; if so, the game is saved even before the first move.
    rules_in_words -- the rules and the komi of the game, or what it has instead.
    resignation_declined -- whether the person has declined a resignation in this game.
    """

    def __init__(self, opened: OpenedGame) -> None:
        super().__init__(opened.tree, opened.tree.current)
        self.game = opened.tree.game
        self.players: dict[Color, Engine] = {}
        self._about_players: dict[Color, tuple[str, str]] = {}
        self._seat(opened.players)
        self.stopwatch = None if opened.tree.clock is None else Stopwatch()
        self.count_progress, self.has_setup = opened.count_progress, opened.has_setup
        self.rules_in_words = words_of(self.position).detail_lines()[1:]
        self.resignation_declined = False

    @property
    def engine_to_move(self) -> Engine | None:
        """The engine to move, or None for a person."""
        return self.players.get(self.node.position.to_move)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while it is unknown; it is not looked for at the end of a long main line."""
        known = self.node.position.outcome_without_count
        return known or (self.tree.result if "RE" in self.tree.root.properties else None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its moves, by a resignation, on time or by its count."""
        return self.node.position.is_over or self.outcome is not None

    @property
    def has_content(self) -> bool:
        """Whether there is anything to save: a move, a count, an outcome, or a position that was set up."""
        has_moves = bool(self.tree.root.children)
        return has_moves or self.has_setup or self.count_progress is not None or self.outcome is not None

    def has(self, flag: GameFlag) -> bool:
        """Return whether a flag is set, which is saved with the game."""
        return (self.tree.root.private or {}).get(flag) is True

    def set_flag(self, flag: GameFlag, wanted: bool) -> None:
        """Set or clear a flag."""
        self.tree.root.set_private(flag, wanted or None)

    def replace_tree(self, tree: Tree) -> None:
        """Go on in another tree with the same game."""
        super().__init__(tree, tree.current)
        self.set_count_progress(self.count_progress)

    def set_count_progress(self, progress: CountProgress | None) -> None:
        """Set the progress of the count, which is saved with the game; None during play."""
        self.count_progress = progress
        self.tree.root.set_private("settling", None if progress is None else progress.to_json())

    # The clock

    def time_left(self, color: Color) -> TimeLeft | None:
        """Return the time that a color has left now, or had left at the end; None without a clock.

        The time that the color to move has used since the last move is subtracted.
        """
        control, left, outcome = self.tree.clock, self.node.time_left(color), self.outcome
        if outcome is not None and outcome.reason == "time" and color is not outcome.winner:
            return TimeLeft(0)
        if control is None or left is None or self.stopwatch is None or color is not self.position.to_move:
            return left
        return control.during_move(left, self.stopwatch.elapsed_seconds)

    @property
    def is_time_over(self) -> bool:
        if self.stopwatch is None or self.is_over:
            return False
        control, left = self.tree.clock, self.node.time_left(self.position.to_move)
        if control is None or left is None:
            return False
        return self.stopwatch.elapsed_seconds > control.seconds_left(left)

    # What is shown

    @property
    def names(self) -> dict[Color, str]:
        """By color, the engine with its rank, or "you"; empty for a person if two play.

        An external engine tells its name when it starts.
        """
        names = dict.fromkeys(Color, "you" if self.players else "")
        for color, player in self.players.items():
            names[color] = ", ".join(filter(None, (player.name, *self._about_players[color])))
        return names

    def time_texts(self) -> list[str]:
        """Return the time that each color has left; empty without a clock."""
        control = None if self.stopwatch is None else self.tree.clock
        if control is None:
            return []
        return [control.format_time_left(left) for left in map(self.time_left, Color) if left is not None]

    def status_line(self, is_over: bool) -> str:
        """Return one line with the last move, both players with their time, and the color to move."""
        position, is_over = self.node.position, is_over or self.count_progress is not None
        lines = player_lines(position, self.names, is_over, self.time_texts())
        players = ["  ".join(filter(None, (f"{line.sign} {line.text}", line.time))) for line in lines]
        turn = [f"{line.sign} to move" for line in lines if line.is_to_move]
        return "   ".join([f"move {self.node.number}{_last_move(position, STONE_SIGNS)}", *players, *turn])

    def status_in_words(self) -> tuple[str, ...]:
        """Return what people need to know who do not see the board: the last move, and what is new since."""
        made = _last_move(self.node.position, [str(color) for color in Color])
        times = [f"{color} {left}" for color, left in zip(Color, self.time_texts(), strict=False)]
        clock = (f"Time left: {', '.join(times)}.",) if times else ()
        return (f"Move {self.node.number}{made}.", *new_status_lines(self.position), *clock)

    def start_in_words(self) -> tuple[str, ...]:
        """Return who plays, what is on the board, and which row is at the top."""
        names = (f"{color}: {name or 'a person'}." for color, name in self.names.items())
        position = self.position
        top = f"Row {position.row_labels[0]} is at the top."
        return (
            " ".join(names),
            *board_in_words(position, self.is_over),
            top,
            *words_of(position).start_facts(),
        )

    # Moves

    def play(self, move: Move | str, color: Color | None = None) -> Node:
        """Play a move, and note the time that it took; the time of the next player begins.

        Raise IllegalMove, with the reason, and change nothing if the move is illegal or a resignation.
        """
        if self.outcome is not None:
            raise IllegalMove("the game is over")
        before = self.node
        self.tree.current = node = super().play(move, color)
        if self.stopwatch is not None:
            engine_moves.take_time(node, self.stopwatch.reset())
        if self.count_progress is not None:
            self.set_count_progress(None)
        outcome = node.position.outcome_without_count
        if self.has("capture"):
            if node.position.prisoners != before.position.prisoners:
                outcome = Outcome(node.position.last_color, "unknown")
            elif node.position.is_over:
                outcome = Outcome(None, NO_RESULT)
        if outcome is not None:
            self.tree.result = outcome
        return node

    def set_player(self, color: Color, player: Engine) -> None:
        """Replace the player of a color with an engine, which starts without memory."""
        self._seat({color: player})
        engine_moves.set_player(self.tree, color, player)

    def _seat(self, players: Mapping[Color, Engine]) -> None:
        """Let engines play the colors from now on that they are given for."""
        self.players.update(players)
        for color, player in players.items():
            rank = f"about {player.rank}" if player.rank else ""
            self._about_players[color] = rank, "" if player.config().patterns is None else "edited patterns"
        self.is_engine_match = len(self.players) == len(Color)
        self.person_color = next((color for color in Color if color not in self.players), Color.BLACK)

    def take_back(self) -> bool:
        """Go back to the previous position in which a person is to move.  Return False if there is none.

        After a resignation, the current position also qualifies: if a person is to move, only the resignation
        is taken back.  Setup during the game is not taken back.
        """
        outcome = self.tree.result
        if outcome is not None and outcome.reason == "resignation" and self.engine_to_move is None:
            self._resume_at(self.node)
            return True
        return self._resume_at_first(_before_moves(self.node))

    def restore(self) -> bool:
        """Go forward to the next position in which a person is to move.  Return False if there is none."""
        later = islice(self.node.line(), 1, None)
        return self._resume_at_first(node for node in later if node.has_move)

    def _resume_at_first(self, nodes: Iterator[Node]) -> bool:
        for node in nodes:
            if node.position.to_move not in self.players:
                self._resume_at(node)
                return True
        return False

    def _resume_at(self, node: Node) -> None:
        self.go_to(node)
        self.tree.current = node
        if self.stopwatch is not None:
            self.stopwatch.reset()
        self.tree.result = None
        self.set_count_progress(None)


def move_announcement(before: Position, move: Move, is_engine_match: bool) -> str:
    """Return the announcement of an engine's move."""
    written = before.format_move(move)
    if is_engine_match:
        return f"{before.to_move}: {written}"
    if isinstance(move, Play):
        return f"my move: {written}"
    return "I pass." if isinstance(move, Pass) else "I resign."


def _last_move(position: Position, names: Sequence[str]) -> str:
    """Return the last move as text after the name of the color that made it; empty if there is none."""
    before, move = position.previous, position.last_move
    return "" if before is None or move is None else f": {names[before.to_move]} {before.format_move(move)}"


def _before_moves(node: Node) -> Iterator[Node]:
    """Yield the nodes before the moves that led to a node, the last move first; stop at a setup."""
    for after, before in pairwise(node.line_back()):
        if is_start(after):
            return
        if after.has_move:
            yield before
