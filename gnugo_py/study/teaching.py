"""Teaching: whether a move just played lost too much, and how the opponent answers it."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import Engine
from gnugo_py.games.position import Position
from gnugo_py.games.types import Move
from gnugo_py.study.exercises import Exercise
from gnugo_py.study.mistakes import MISTAKE_THRESHOLDS, classify_mistake, loss_error

_VISITS = 64
_LIMITS = {9: 3.0, 13: 4.0}
"""The points that a move may lose, by maximum board size."""
_LARGE_BOARD_LIMIT = 5.0
_SAFE_WIN_RATE, _MAX_RATE_LOST = 0.9, 0.1
"""Above this win rate, only a move that loses this much of it is too bad."""


class TeachingLoss(NamedTuple):
    """A move that lost too much.

    exercise -- the position before the move as an exercise.
    reply    -- the opponent's best answer, None if unknown.
    """

    exercise: Exercise
    reply: Move | None


def find_teaching_loss(after: Position, number: int, analyst: Engine) -> TeachingLoss | None:
    """Return what the last move lost, or None if it did not lose too much.

    after  -- the position after the move.
    number -- the number of the move.

    Raise EngineError if the analyst fails.
    """
    before, played = after.previous, after.last_move
    assert before is not None
    assert played is not None
    best = analyst.analyze(before, _VISITS)
    then = analyst.analyze(after, _VISITS).for_other_color()
    if best.best is None or best.best == played or best.score_lead is None or then.score_lead is None:
        return None
    lost = best.score_lead - then.score_lead
    if not _is_too_much(lost, best, then, after.size):
        return None
    kind = classify_mistake(lost, 0.0) or MISTAKE_THRESHOLDS[-1][0]
    return TeachingLoss(Exercise(before, played, best.best, lost, kind, number), then.best)


def _is_too_much(lost: float, best: Analysis, then: Analysis, size: int) -> bool:
    """Return whether a loss exceeds the limit and its own error, and matters for the result."""
    limit = next((each for most, each in _LIMITS.items() if size <= most), _LARGE_BOARD_LIMIT)
    if lost < limit or classify_mistake(lost, loss_error(best, then, size)) is None:
        return False
    return best.win_rate <= _SAFE_WIN_RATE or best.win_rate - then.win_rate >= _MAX_RATE_LOST
