"""The analysis of a position by an engine: how it stands, and the best moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_percent
from gnugo_py.games.types import Color, Move, Point

WIN_VALUE = 1_000_000.0
"""Value of a won position. Evaluations of undecided positions stay below half of it."""
_DEFAULT_STDEV = 10.0
"""The standard deviation of the lead in points, for an analysis that does not report one."""


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
    ownership   -- the expected ownership of each point after the move, from 1 for Black to -1 for White;
                   empty if unknown.
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
    ownership: Mapping[Point, float] = {}


class Analysis(NamedTuple):
    """What an engine says about a position, from the view of the color to move.

    candidates -- the best of the moves that were searched, best first.
    visits     -- number of playouts or visits, or of positions evaluated if values are scores.
    depth      -- search depth in moves; 0 if values are win rates.
    score_unit -- the unit of scores; empty if values are win rates.
    win_rate   -- the win rate, 0 to 1; a rough estimate if values are scores or the move needed no search.
    ownership  -- the expected ownership of each point, from 1 for Black to -1 for White; empty if values are
                  scores.
    note       -- the reason as a sentence, for a move that needed no search or for a pass; otherwise empty.
    score_lead -- the points by which the color to move is ahead, None if unknown.
    score_stdev -- the standard deviation of the lead, 0 if unknown.
    """

    candidates: tuple[Candidate, ...] = ()
    visits: int = 1
    depth: int = 0
    score_unit: str = ""
    win_rate: float = 0.5
    ownership: Mapping[Point, float] = {}
    note: str = ""
    score_lead: float | None = None
    score_stdev: float = 0.0

    @property
    def best(self) -> Move | None:
        """The best move, None if unknown."""
        return self.candidates[0].move if self.candidates else None

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation, which begins with the best move; empty if unknown."""
        return self.candidates[0].pv if self.candidates else ()

    def for_other_color(self) -> Analysis:
        """Return the same analysis from the view of the other color."""
        candidates = tuple(
            each._replace(
                value=-each.value if self.score_unit else 1 - each.value,
                win_rate=1 - each.win_rate,
                score_lead=None if each.score_lead is None else -each.score_lead,
            )
            for each in self.candidates
        )
        lead = None if self.score_lead is None else -self.score_lead
        return self._replace(candidates=candidates, win_rate=1 - self.win_rate, score_lead=lead)

    def for_black(self, to_move: Color) -> Analysis:
        """Return the same analysis from Black's view, given the color to move."""
        return self.for_other_color() if to_move is Color.WHITE else self


class MistakeLines(NamedTuple):
    """A move that lost points, and what is expected after it and after the better move.

    position -- the position before the move.
    played, best, reply -- the move, the better move, and the best answer to the move; None if unknown.
    owners_best   -- Black's expected ownership by point after the better move; empty if unknown.
    owners_played -- the same after the move.
    owners_reply  -- the same after the move and its answer.
    owners_other  -- the same after the move and, instead of its answer, the better move of the opponent.
    points_lost   -- the points that the move lost; 0 if unknown.
    """

    position: Position
    played: Move
    best: Move
    reply: Move | None
    owners_best: Mapping[Point, float]
    owners_played: Mapping[Point, float]
    owners_reply: Mapping[Point, float] = {}
    points_lost: float = 0.0
    owners_other: Mapping[Point, float] = {}


class MistakeWords(NamedTuple):
    """Why a move was a mistake; all texts are empty if nothing is certain.

    answer -- what is wrong with the move, in sentences.
    better -- what the better move would have done, as a sentence.
    reason -- what kind of mistake it was, such as `atari overlooked`.
    """

    answer: str = ""
    better: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(filter(None, (self.answer, self.better)))


def values_for_black(analysis: Analysis, to_move: Color) -> tuple[float | None, float]:
    """Return Black's lead in points, None if unknown, and Black's win rate, 0 to 1."""
    black = analysis.for_black(to_move)
    return black.score_lead, black.win_rate


def describe_lead(analysis: Analysis, to_move: Color) -> str:
    """Return the lead and the win rate of the leader; the lead must be known."""
    lead, rate = values_for_black(analysis, to_move)
    assert lead is not None
    leader = Color.BLACK if lead >= 0 else Color.WHITE
    return (
        f"{leader} leads by about {abs(lead):.1f} points"
        f" (\u00b1 {analysis.score_stdev or _DEFAULT_STDEV:.0f}),"
        f" {leader}'s win rate {format_percent(1 - rate if leader else rate)}"
    )


def format_candidate_value(each: Candidate, analysis: Analysis) -> str:
    """Return the value of a move as text."""
    if analysis.score_unit:
        if abs(each.value) > WIN_VALUE / 2:
            return "wins" if each.value > 0 else "loses"
        return f"{round(each.value, 1) + 0.0:+.1f} {analysis.score_unit}"
    return f"wins {format_percent(each.value)} ({format_percent(each.visit_share)} of the search)"


def mean_ownership(owners: Mapping[Point, float], points: int, color: Color) -> float:
    """Return the mean ownership of a set of points for a color, 1 to -1.

    owners -- Black's ownership by point; points that are missing count as 0.
    """
    share = sum(owners.get(point, 0.0) for point in iter_points(points)) / points.bit_count()
    return -share if color else share
