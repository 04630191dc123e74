"""The game that is being played, as a tree; this goes when the context holds the tree itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.opponents import is_gtp_opponent_named
from gnugo_py.app.services import Services
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.play.session import Session, Turn
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree, line_to
from gnugo_py.record.writer import player_name_for_sgf


def running_game(context: PhaseContext) -> Cursor:
    """Return the game that is being played, at its current node."""
    session = context.required_session
    first, *others = session.turns_including_undone
    tree = Tree(first.position)
    tree.set_private("players", {})
    tree.root.set_property("DT", date.today().isoformat())
    for color in Color:
        tree.set_name(color, player_name_for_sgf(session, color))
    node = tree.root
    _set_turn(node, first, session.players)
    for turn in others:
        node = node.append_position(turn.position)
        _set_turn(node, turn, session.players)
    tree.result = session.outcome
    tree.current = [*tree.root.line()][len(session.turns) - 1]
    return Cursor(tree, tree.current)


def _set_turn(node: Node, turn: Turn, players: Mapping[Color, Engine]) -> None:
    """Set what the engines did at a node."""
    node.comment = "\n".join(turn.explanation)
    node.engine, node.decision = turn.player, turn.decision
    for color, player in players.items():
        memory = turn.memories[color]
        if memory is not None:
            node.set_memory(str(color), player.memory_to_json(memory))


def engine_memory(node: Node, player: Engine, color: Color) -> object:
    """Return the memory of an engine after a node, None if the tree has none."""
    data = node.memory(str(color))
    return None if data is None else player.memory_from_json(data)


def players_from(services: Services, position: Position) -> Mapping[Color, Engine]:
    """Return the engines for a game that goes on from a position; the person plays the color to move."""
    opponents = services.opponents
    opponent = "named" if is_gtp_opponent_named(opponents.others) else None
    return opponents.players(position.game, position, position.to_move, opponent)


def session_from(services: Services, position: Position, players: Mapping[Color, Engine]) -> Session:
    """Return the session of a game that goes on from a position, and detach the game before from its file.

    Raise UserError if the game is over at the position.
    """
    if position.outcome_without_count is not None:
        raise UserError("the game is over at this point; go back a move first")
    first, *others = line_to(position)
    session = Session.from_position(position.game, players, first)
    turns = [Turn(each, session.current_turn.memories) for each in (first, *others)]
    services.autosave.detach_game()
    return Session(position.game, players, turns)
