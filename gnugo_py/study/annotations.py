"""What an analysis adds to a game: evaluations, and a comment and a better line at each mistake."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.games.position import Position
from gnugo_py.games.types import Move
from gnugo_py.record.node import Node
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.mistakes import describe_mistake, words_on_mistake

_JUDGMENTS = {"BM", "DO", "IT", "TE"}
"""The properties that say how good a move is; a node has at most one of them."""
_PROPERTY_BY_KIND = {"inaccuracy": ("DO", ""), "mistake": ("BM", "1"), "blunder": ("BM", "2")}


def annotate(nodes: Sequence[Node], analysis: GameAnalysis) -> None:
    """Add evaluations to a game, and a comment, a better variation and `BM` or `DO` at each mistake.

    Each evaluated node has Black's win rate in percent (`SBKV`) and Black's lead in points (`V` and `SBKS`);
    Sabaki shows those whose names begin with its initials.

    nodes -- the nodes of the positions that were analyzed.
    """
    for node, judgment in zip(nodes, analysis.judgments, strict=True):
        if judgment is not None:
            node.set_property("SBKV", f"{100 * judgment.win_rate:.2f}")
            if judgment.score_lead is not None:
                for name in ("V", "SBKS"):
                    node.set_property(name, f"{judgment.score_lead:.2f}")
    for mistake in (each for each in analysis.losses if each.is_listed):
        node = nodes[mistake.number]
        assert node.parent is not None
        described = describe_mistake(mistake._replace(number=node.number))
        comment = f"{mistake.kind}: " + "\n".join([described, *words_on_mistake(mistake)])
        present = "\n".join(node.texts("C"))
        if comment not in present:
            node.comment = "\n\n".join(filter(None, (present, comment)))
        _add_line(node.parent, mistake.before.pv, mistake.position)
        if _JUDGMENTS.isdisjoint(node.properties):
            name, value = _PROPERTY_BY_KIND[mistake.kind or "inaccuracy"]
            node.set_property(name, value)


def _add_line(node: Node, moves: Sequence[Move], position: Position) -> None:
    """Add moves below a node, as far as they are not there.

    position -- the position before the first move.
    """
    for move in moves:
        child = node.find_child(move, position.to_move)
        position = position.play_unchecked(move)
        node = node.append_position(position) if child is None else child
