"""The estimate of a position from an analysis."""

from __future__ import annotations

from gnugo_py.core.game import Estimate
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color
from gnugo_py.engines.search.result import Analysis

_DEFAULT_STDEV = 10.0
"""The standard deviation of the final score in points, where an analysis has none."""


def estimate_from(analysis: Analysis, position: Position) -> Estimate | None:
    """Return an analysis of a position as an estimate, None if it has no lead in points or no ownership."""
    lead, rate = analysis.score_lead, analysis.win_rate
    if lead is None or rate is None or not analysis.ownership:
        return None
    is_white = position.to_move is Color.WHITE
    best = analysis.candidates[0] if analysis.candidates else None
    return Estimate(
        lead=-lead if is_white else lead,
        stdev=(best.score_stdev if best is not None else 0.0) or _DEFAULT_STDEV,
        win_rate=1 - rate if is_white else rate,
        ownership=dict(analysis.ownership),
    )
