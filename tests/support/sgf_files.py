"""Games of Go on 9x9 for tests of files, with engines that can be saved."""

import re
from collections.abc import Mapping
from datetime import datetime, timezone

from gnugo_py.engines.engine import Engine, EngineConfig
from gnugo_py.games.go.position import GO
from gnugo_py.games.types import Color
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import choose_move, new_game, play_decision
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import ParsedGame
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import OpenedGame, restore_saved_game, saved_engines
from tests.support.boards import move
from tests.support.scripted_engine import Scripted

SAVED = datetime(2026, 11, 22, 12, tzinfo=timezone.utc)
WHITE = Color.WHITE


def game(
    *vertices: str, players: Mapping[Color, Engine] | None = None, rules: str = "japanese"
) -> OpenedGame:
    """Return a game on 9x9; an engine plays its own move in place of the vertex."""
    tree = new_game(GO.start({"size": 9, "rules": rules}), players or {})
    tree.root.set_property("DT", SAVED.date().isoformat())
    return on(OpenedGame(tree, players or {}), *vertices)


def on(opened: OpenedGame, *vertices: str) -> OpenedGame:
    """Play some moves, and return the game; an engine plays its own move in place of the vertex."""
    cursor = Cursor(opened.tree, opened.tree.current)
    for vertex in vertices:
        player = opened.players.get(cursor.position.to_move)
        if player is None:
            cursor.play(move(vertex, 9))
        else:
            play_decision(cursor, player, choose_move(cursor.node, player))
    opened.tree.current = cursor.node
    return opened


def back_to(opened: OpenedGame, number: int) -> OpenedGame:
    """Take back the moves after a number of moves, and return the game."""
    opened.tree.current = next(node for node in opened.tree.main_line() if node.number == number)
    return opened


def script(*vertices: str) -> Scripted:
    """Return an engine that plays some moves."""
    return Scripted(*(move(vertex, 9) for vertex in vertices), name="Script")


def resumed(tree: Tree) -> OpenedGame:
    """Return a game that this program saved, in which all engines play a script."""
    engines = saved_engines(tree)
    assert set(engines.values()) <= {EngineConfig("gtp", command="script")}
    return restore_saved_game(tree, {color: script() for color in engines})


def written(opened: OpenedGame) -> bytes:
    """Return a game as the content of a file."""
    return opened.tree.write(SAVED)


def written_by_version_2(opened: OpenedGame, serial: int) -> bytes:
    """Return a game as the content of a file with a serial number instead of the time of saving."""
    return re.sub(rb'"saved": "[^"]*"', b'"serial": %d' % serial, written(opened))


def again(content: bytes) -> OpenedGame:
    """Return the game in the content of a file."""
    return resumed(parse_game(content))


def vertices(opened: OpenedGame) -> list[str]:
    """Return the moves of a game as vertices, without those that were taken back."""
    return moves(opened.tree.current)


def moves(last: Node) -> list[str]:
    """Return the moves that led to a node as vertices."""
    return [node.position.format_move(node.move) for node in last.path() if node.move is not None]


def main_line(game: ParsedGame) -> list[dict[str, list[bytes]]]:
    """Return the properties of the root node and of the first node after each node."""
    first: dict[int, int] = {}
    for index, (parent, _) in enumerate(game.nodes):
        first.setdefault(parent, index)
    line, index = [game.nodes[0][1]], 0
    while index in first:
        index = first[index]
        line.append(game.nodes[index][1])
    return line


def variation_count(game: ParsedGame) -> int:
    """Return the number of lines besides the main line."""
    return len(game.nodes) - len({parent for parent, _ in game.nodes})
