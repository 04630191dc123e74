"""Sessions for the reviews and the training, until they read the tree."""

from __future__ import annotations

from gnugo_py.app.context import PhaseContext
from gnugo_py.play.session import Session, Turn
from gnugo_py.record.engine_moves import engine_memory, new_game
from gnugo_py.record.node import Node
from gnugo_py.storage.resume import OpenedGame


def session_of(context: PhaseContext) -> Session:
    """Return the current game as a session."""
    cursor, players = context.required_cursor, context.players
    line = [node for node in cursor.node.path() if node.parent is None or node.has_move]
    now = len(line)
    line += [node for node in list(cursor.node.line())[1:] if node.has_move]

    def turn(node: Node) -> Turn:
        memories = [
            engine_memory(node, players[color], color) if color in players else None
            for color in type(node.position.to_move)
        ]
        return Turn(
            node.position,
            (memories[0], memories[1]),
            tuple(node.comment.splitlines()),
            node.engine,
            node.decision,
        )

    session = Session(cursor.tree.game, players, [turn(node) for node in line])
    session.go_to(now - 1)
    session.outcome = context.outcome
    session.names = {color: name for color, name in cursor.tree.names.items() if color not in players}
    return session


def opened_game(session: Session) -> OpenedGame:
    """Return the game of a session."""
    first, *later = session.turns
    tree = new_game(first.position, session.players)
    node = tree.root
    for turn in later:
        node = node.append_position(turn.position)
    tree.current = node
    return OpenedGame(tree, session.players, has_setup=session.has_setup)
