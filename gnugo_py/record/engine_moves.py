"""Engines in a game tree: who plays, the moves that they choose, and what the tree keeps of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Outcome
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.record.clock import TimeLeft
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree

PERSON_NAME = "Human"
"""The name of a person in a file, if no other name is known."""
_RANK_PROPERTIES = ("BR", "WR")


def new_game(start: Position, players: Mapping[Color, Engine]) -> Tree:
    """Return the tree of a new game of today.

    players -- the engines, by color; a color without an engine is played by a person.
    """
    tree = Tree(start)
    tree.set_private("players", {})
    seat_players(tree, players)
    set_date_to_today(tree)
    return tree


def seat_players(tree: Tree, players: Mapping[Color, Engine]) -> None:
    """Set the players of a game in which no engine has played yet; a person keeps the name in the file.

    players -- the engines, by color; a color without an engine is played by a person.
    """
    for color, name in tree.names.items():
        if color in players:
            set_player(tree, color, players[color])
        elif not name:
            tree.set_name(color, PERSON_NAME)
    for color, player in players.items():
        memory = player.initial_memory()
        if memory is not None:
            tree.root.set_memory(str(color), player.memory_to_json(memory))


def set_date_to_today(tree: Tree) -> None:
    """Set the date of a game."""
    tree.root.set_property("DT", date.today().isoformat())


def set_player(tree: Tree, color: Color, player: Engine | None) -> None:
    """Set the player of a color: an engine, which starts without memory, or a person if `player` is None."""
    settings = (tree.private or {}).get("players")
    players = dict(settings) if isinstance(settings, dict) else {}
    players.pop(str(color), None)
    if player is not None:
        players[str(color)] = player.config().to_json()
    tree.clear_memory(str(color))
    tree.set_private("players", dict(sorted(players.items())))
    tree.set_name(color, player.name if player is not None else PERSON_NAME)
    rank = player.rank if player is not None else ""
    tree.root.set_property(_RANK_PROPERTIES[color], *([uncertain_sgf_rank(rank)] if rank else []))


def uncertain_sgf_rank(rank: str) -> str:
    """Return a rank in the SGF notation for uncertain ranks.

    >>> uncertain_sgf_rank("12 kyu")
    '12k?'
    """
    number, _, kind = rank.partition(" ")
    return f"{number}{kind[:1]}?"


def choose_move(node: Node, player: Engine) -> Decision[Any]:
    """Return the decision of an engine for the color to move, with its memory and the time from the clock.

    Raise EngineError if the engine cannot choose a move.
    """
    player.limit_time(_thinking_seconds(node))
    return player.choose(node.position, engine_memory(node, player, node.position.to_move))


def engine_memory(node: Node, player: Engine, color: Color) -> object:
    """Return the memory of an engine after a node, None if the tree has none."""
    data = node.memory(str(color))
    return None if data is None else player.memory_from_json(data)


def _thinking_seconds(node: Node) -> float | None:
    """Return the seconds that the color to move should take for its move, or None without a clock."""
    control, position = node.tree.clock, node.position
    left = node.time_left(position.to_move)
    if control is None or left is None:
        return None
    return control.thinking_time(left, (position.size**2 * 3 // 5 - node.number) // 2)


def play_decision(cursor: Cursor, player: Engine, decision: Decision[Any]) -> Node:
    """Play the move that an engine chose, which must not be a resignation, and return its node.

    The node gets the engine's explanation as its comment, and the engine's memory.

    Raise IllegalMove, and change nothing, if the move is illegal.
    """
    before = cursor.position
    explanation = player.explain(before, decision)
    node = cursor.play(decision.move)
    if explanation:
        node.comment = "\n".join(explanation)
    if decision.memory is not None:
        node.set_memory(str(before.to_move), player.memory_to_json(decision.memory))
    node.decision, node.engine = decision, player
    return node


def take_time(node: Node, seconds: float) -> None:
    """Set the time that is left after a move; without a clock, nothing changes.

    seconds -- how long the player took for the move.
    """
    control = node.tree.clock
    if control is None or node.color is None or node.parent is None:
        return
    before = node.parent.time_left(node.color) or control.initial_time_left
    node.set_time_left(control.after_move(before, seconds) or TimeLeft(0))


def end_game(cursor: Cursor, outcome: Outcome) -> None:
    """End a game at the current node with an outcome; moves that were taken back there become a variation.

    A main line in SGF cannot end before its last node; an empty node ends it then.
    """
    if cursor.node.children:
        cursor.go_to(cursor.node.insert_empty_child())
    cursor.tree.result = outcome
