"""Picking a move point by point, where a move has several."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.games.contract import Play, Point, Position


def next_points(position: Position, picked: Sequence[Point]) -> list[Point]:
    """The points that may follow those picked so far, each once; none where no legal move begins so."""
    number, begun = len(picked), tuple(picked)
    return list(
        dict.fromkeys(
            move.points[number]
            for move in position.legal_moves()
            if isinstance(move, Play) and move.points[:number] == begun and len(move.points) > number
        )
    )
