"""The analysis of a position by an engine: how it stands, and the best moves."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Move, Point

WIN_VALUE = 1_000_000.0
"""Value of a won position. Evaluations of undecided positions stay below half of it."""
_DEFAULT_STDEV = 10.0
"""The standard deviation of the lead in points, for an analysis that does not report one."""
_SCORE_SCALE = 40.0
"""Range of scores that is mapped to win rates: a lead of half this range or more means a win rate of 1."""


class Candidate(NamedTuple):
    """A move that was searched, as data for display.

    move        -- the move.
    value       -- the win rate after the move, or a score (`WIN_VALUE` or slightly less for a win); for a
                   move that needed no search, the estimated win rate.
    visit_share -- its share of the search, 0 to 1.
    visits      -- number of visits.
    win_rate    -- the win rate of the color to move, 0 to 1; a rough estimate if values are scores.
    score_lead  -- the points by which the color to move is ahead after the move, None if unknown.
    score_stdev -- the standard deviation of the lead.
    prior       -- the probability of the move before the search, None if unknown.
    pv          -- the principal variation that begins with the move.
    pv_visits   -- number of visits of each move of `pv`; empty if unknown.
    ownership   -- Black's ownership of each point after the move, -1 to 1, row by row from the top; empty if
                   unknown.
    """

    move: Move
    value: float
    visit_share: float
    visits: int = 1
    win_rate: float = 0.5
    score_lead: float | None = None
    score_stdev: float = 0.0
    prior: float | None = None
    pv: tuple[Move, ...] = ()
    pv_visits: tuple[int, ...] = ()
    ownership: tuple[float, ...] = ()


class Analysis(NamedTuple):
    """The result of a search, as data for display.

    candidates -- the best of the moves that were searched, best first.
    pv         -- the principal variation; its first move is the best one.
    visits     -- number of playouts or visits, or of positions evaluated if values are scores.
    depth      -- search depth in moves; 0 if values are win rates.
    score_unit -- the unit of scores; empty if values are win rates.
    win_rate   -- win rate of the color to move over the whole search, None if values are scores; for a move
                  that needed no search, the estimated win rate.
    ownership  -- pairs of a point and its expected ownership, from 1 for Black to -1 for White; empty if
                  values are scores.
    note       -- the reason as a sentence, for a move that needed no search or for a pass; otherwise empty.
    score_lead -- the points by which the color to move is ahead, None if unknown.
    is_lost    -- whether the color to move should resign; always False in games without a network unless the
                  engine may resign.
    score_stdev -- the standard deviation of the lead, 0 if unknown.
    """

    candidates: tuple[Candidate, ...]
    pv: tuple[Move, ...]
    visits: int
    depth: int
    score_unit: str
    win_rate: float | None = None
    ownership: tuple[tuple[Point, float], ...] = ()
    note: str = ""
    score_lead: float | None = None
    is_lost: bool = False
    score_stdev: float = 0.0


def estimate(position: Position) -> Analysis | None:
    """Return an engine's estimate of how a position stands, None if no engine can estimate this game."""
    judge = position.game.judge
    estimated: Analysis | None = import_module(judge).estimate(position) if judge else None
    return estimated


def values_for_black(analysis: Analysis, to_move: Color) -> tuple[float | None, float]:
    """Return Black's lead in points, None if unknown, and Black's win rate, 0 to 1."""
    lead, rate = analysis.score_lead, analysis.win_rate
    if rate is None:
        rate = analysis.candidates[0].win_rate if analysis.candidates else 0.5
    if to_move is Color.BLACK:
        return lead, rate
    return None if lead is None else -lead, 1 - rate


def describe_lead(analysis: Analysis, to_move: Color) -> str:
    """Return the lead and the win rate of the leader; the lead must be known."""
    lead, rate = values_for_black(analysis, to_move)
    assert lead is not None
    leader = Color.BLACK if lead >= 0 else Color.WHITE
    return (
        f"{leader} leads by about {abs(lead):.1f} points"
        f" (\u00b1 {analysis.score_stdev or _DEFAULT_STDEV:.0f}),"
        f" {leader}'s win rate {100 * (1 - rate if leader else rate):.0f} %"
    )


def as_win_rate(value: float, score_unit: str) -> float:
    """Return a value as a win rate, 0 to 1. Scores are converted by a rough linear estimate."""
    return value if not score_unit else 0.5 + max(min(value / _SCORE_SCALE, 0.5), -0.5)


def format_candidate_value(each: Candidate, analysis: Analysis) -> str:
    """Return the value of a move as text."""
    if analysis.score_unit:
        if abs(each.value) > WIN_VALUE / 2:
            return "wins" if each.value > 0 else "loses"
        return f"{round(each.value, 1) + 0.0:+.1f} {analysis.score_unit}"
    return f"wins {each.value:.0%} ({each.visit_share:.0%} of the search)"
