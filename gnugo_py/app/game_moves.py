"""The steps of the game that is played: moves, moves taken back and restored, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from gnugo_py.app.context import PhaseContext
from gnugo_py.core.types import Color, IllegalMove, Move, Outcome, Resign
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.record import engine_moves
from gnugo_py.record.node import Node
from gnugo_py.storage.resume import is_start


def play(context: PhaseContext, move: Move) -> None:
    """Play a person's move.

    Raise IllegalMove, with the reason, and change nothing if the move is illegal or a resignation.
    """
    refusal = "the game is over" if context.is_game_over else context.position.why_illegal(move)
    if refusal is not None:
        raise IllegalMove(refusal)
    _note_move(context, context.required_cursor.play(move))


def choose_move(context: PhaseContext) -> Decision[Any]:
    """Return the decision of the engine to move, without playing it.

    Raise EngineError if the engine cannot choose a move.
    """
    player = context.engine_to_move
    assert player is not None, "a person is to move"
    return engine_moves.choose_move(context.required_cursor.node, player)


def play_decision(context: PhaseContext, decision: Decision[Any]) -> None:
    """Play the move that the engine to move chose, which must not be a resignation."""
    player = context.engine_to_move
    assert player is not None, "a person is to move"
    assert not isinstance(decision.move, Resign)
    _note_move(context, engine_moves.play_decision(context.required_cursor, player, decision))


def _note_move(context: PhaseContext, node: Node) -> None:
    """Note the time that a move took, and the outcome after it; the time of the next player begins."""
    engine_moves.take_time(node, context.stopwatch.reset())
    context.count_progress = None
    context.required_cursor.tree.result = node.position.outcome_without_count


def end_game(context: PhaseContext, outcome: Outcome) -> None:
    """End the game with an outcome; moves that were taken back there become a variation."""
    engine_moves.end_game(context.required_cursor, outcome)


def set_player(context: PhaseContext, color: Color, player: Engine) -> None:
    """Replace the player of a color with an engine, which starts without memory."""
    context.players[color] = player
    engine_moves.set_player(context.required_cursor.tree, color, player)


def take_back(context: PhaseContext) -> bool:
    """Go back to the previous position in which a person is to move. Return False if there is none.

    After a resignation, the current position also qualifies: if a person is to move, only the resignation is
    taken back. Setup during the game is not taken back.
    """
    cursor, outcome = context.required_cursor, context.required_cursor.tree.result
    if outcome is not None and outcome.reason == "resignation" and context.engine_to_move is None:
        _go_to(context, cursor.node)
        return True
    return _go_to_first(context, _before_moves(cursor.node))


def restore(context: PhaseContext) -> bool:
    """Go forward to the next position in which a person is to move. Return False if there is none."""
    later = islice(context.required_cursor.node.line(), 1, None)
    return _go_to_first(context, (node for node in later if node.has_move))


def _before_moves(node: Node) -> Iterator[Node]:
    """Yield the nodes before the moves that led to a node, the last move first; stop at a setup."""
    for after, before in pairwise(reversed(node.path())):
        if is_start(after):
            return
        if after.has_move:
            yield before


def _go_to_first(context: PhaseContext, nodes: Iterator[Node]) -> bool:
    """Go to the first of some nodes at which a person is to move; return whether there is one."""
    for node in nodes:
        if node.position.to_move not in context.players:
            _go_to(context, node)
            return True
    return False


def _go_to(context: PhaseContext, node: Node) -> None:
    """Go to a node, and clear the outcome and the count."""
    context.required_cursor.go_to(node)
    context.stopwatch.reset()
    context.required_cursor.tree.result = context.count_progress = None
