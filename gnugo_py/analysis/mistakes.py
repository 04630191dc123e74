"""What each move of a game lost, the mistakes, and a report of them in words and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.analysis.game_analysis import GameAnalysis, PositionJudgment, points_lost
from gnugo_py.core.game import Game, GameNotation, format_variation
from gnugo_py.core.position import Position
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, Move

MISTAKE_THRESHOLDS = (("blunder", 6.0), ("mistake", 3.0), ("inaccuracy", 1.5))
"""The classes of mistakes, with the points that a move must lose."""
_ERRORS = {1: (3.2, 1.7, 5.1), 32: (1.7, 1.1, 3.2)}
"""By visits: the mean error of a lead in points on boards up to 9x9, up to 13x13, and larger.

A loss is counted only beyond twice this error.  It was measured on 30 positions of each size, from games of
amateurs and of level 3, as the mean difference from the lead that a search of 256 visits finds.
"""
_DECIDED = 0.95
"""The win rate, before and after a move, from which the game was decided already."""
_LARGEST_MISTAKES_PER_COLOR = 3
"""The number of moves to look at for each player."""
GAME_PHASES = ("opening", "middle game", "endgame")
_PHASE_ENDS = (50, 150)
"""The last moves of opening and middle game on 19x19; on other boards they are scaled by area."""


class MoveLoss(NamedTuple):
    """What a move lost.

    number      -- the number of the move, from 1.
    color       -- the color that moved.
    played      -- the move.
    before, after -- the judgments before and after it.
    points_lost -- the points lost, at least 0; None if they are unknown.
    kind        -- its class, `inaccuracy`, `mistake` or `blunder`; None if it is none of them.
    """

    number: int
    color: Color
    played: Move
    before: PositionJudgment
    after: PositionJudgment
    points_lost: float | None
    kind: str | None

    @property
    def was_decided(self) -> bool:
        """Whether the game was decided before and after the move."""
        rates = (self.before.win_rate, self.after.win_rate)
        return min(rates) > _DECIDED or max(rates) < 1 - _DECIDED

    def win_rates(self) -> tuple[float, float]:
        """Return the win rates of the color that moved, before and after the move."""
        sign = self.color is Color.WHITE
        before, after = self.before.win_rate, self.after.win_rate
        return (1 - before, 1 - after) if sign else (before, after)


def mean_lead_error(judgment: PositionJudgment, size: int) -> float:
    """Return the mean error of a judgment's lead in points."""
    visits = max(each for each in _ERRORS if each <= max(judgment.visits, 1))
    return _ERRORS[visits][0 if size <= 9 else 1 if size <= 13 else 2]


def classify_mistake(lost: float, error: float) -> str | None:
    """Return the class of a move that lost points, or None.

    error -- the mean error of the leads.  A loss counts only if it is larger than twice the error.
    """
    if lost <= 2 * error:
        return None
    return next((name for name, limit in MISTAKE_THRESHOLDS if lost >= limit), None)


def move_losses(analysis: GameAnalysis) -> list[MoveLoss]:
    """Return what each move of a game lost; moves whose judgments are unknown are left out."""
    losses = []
    for number in range(1, len(analysis.positions)):
        before, after = analysis.judgments[number - 1], analysis.judgments[number]
        position = analysis.positions[number]
        if before is None or after is None or position.previous is not analysis.positions[number - 1]:
            continue
        if position.last_move is None:
            continue
        lost = points_lost(analysis, number)
        size = position.size
        if before.best == position.last_move and lost is not None:
            lost = min(lost, 0.0)  # no better move is known
        kind = (
            None
            if lost is None
            else classify_mistake(lost, max(mean_lead_error(before, size), mean_lead_error(after, size)))
        )
        losses.append(
            MoveLoss(
                number=number,
                color=analysis.positions[number - 1].to_move,
                played=position.last_move,
                before=before,
                after=after,
                points_lost=None if lost is None else max(lost, 0.0),
                kind=kind,
            )
        )
    return losses


def filter_mistakes(losses: Sequence[MoveLoss]) -> list[MoveLoss]:
    """Return the moves that are in a class, in the order of the game."""
    return [each for each in losses if each.kind is not None]


def largest_mistakes(losses: Sequence[MoveLoss], color: Color) -> tuple[list[MoveLoss], int]:
    """Return the largest mistakes of a color, in the order of the game, and how many were left out.

    At most `_LARGEST_MISTAKES_PER_COLOR` are returned.  Mistakes when the game was decided already are left
    out.
    """
    mistakes = [each for each in filter_mistakes(losses) if each.color is color]
    open_ones = [each for each in mistakes if not each.was_decided]
    largest = sorted(open_ones, key=lambda each: -(each.points_lost or 0.0))[:_LARGEST_MISTAKES_PER_COLOR]
    return sorted(largest, key=lambda each: each.number), len(mistakes) - len(open_ones)


class MistakeSummary(NamedTuple):
    """The mistakes of a color in a game, or in a phase of it.

    moves     -- number of moves.
    mean_loss -- mean points lost per move.
    counts    -- number of moves in each class, in the order of `MISTAKE_THRESHOLDS`.
    """

    moves: int
    mean_loss: float
    counts: tuple[int, ...]


def summarize_mistakes(
    losses: Sequence[MoveLoss], color: Color, phase: str | None = None, size: int = 19
) -> MistakeSummary:
    """Return the summary of a color's moves.

    phase -- one of `GAME_PHASES`, None for the whole game.
    size  -- the board size, which scales the phases.
    """
    own = [
        each
        for each in losses
        if each.color is color and (phase is None or game_phase(each.number, size) == phase)
    ]
    points = [each.points_lost or 0.0 for each in own]
    counts = tuple(sum(1 for each in own if each.kind == kind) for kind, _ in MISTAKE_THRESHOLDS)
    return MistakeSummary(len(own), sum(points) / len(points) if points else 0.0, counts)


def game_phase(number: int, size: int) -> str:
    """Return the phase of the game in which a move was played.

    >>> [game_phase(number, 19) for number in (50, 51, 151)]
    ['opening', 'middle game', 'endgame']
    """
    share = size * size / (19 * 19)
    return GAME_PHASES[sum(number > round(end * share) for end in _PHASE_ENDS)]


NO_MISTAKES_MESSAGE = "No move lost enough points to be called a mistake."


def move_loss_data(loss: MoveLoss, game: Game, before: Position) -> dict[str, object]:
    """Return what a move lost as plain data; leads and win rates are Black's, after komi."""
    lead, then = loss.before.score_lead, loss.after.score_lead
    return {
        "move": loss.number,
        "color": loss.color.name.lower(),
        "played": game.format_move(loss.played, before),
        "best": None if loss.before.best is None else game.format_move(loss.before.best, before),
        "pv": format_variation(game, loss.before.pv, before),
        "score_lead_before": None if lead is None else round(lead, 2) + 0.0,
        "score_lead": None if then is None else round(then, 2) + 0.0,
        "win_rate_before": round(loss.before.win_rate, 4),
        "win_rate": round(loss.after.win_rate, 4),
        "points_lost": None if loss.points_lost is None else round(loss.points_lost, 2) + 0.0,
        "class": loss.kind,
        "visits": loss.before.visits,
    }


def mistake_table(losses: Sequence[MoveLoss], game: Game, positions: Sequence[Position]) -> list[str]:
    """Return the mistakes, the moves to look at, and a summary for each color, a line each."""
    lines = [describe_mistake(each, game, positions[each.number - 1]) for each in filter_mistakes(losses)]
    return [*(lines or [NO_MISTAKES_MESSAGE]), *mistake_summary_lines(losses, positions[0].size)]


def mistake_summary_lines(losses: Sequence[MoveLoss], size: int) -> list[str]:
    """Return the moves to look at and a summary for each color, a line each.

    size -- the board size, which scales the phases of the game.
    """
    lines = []
    for color in Color:
        chosen, left_out = largest_mistakes(losses, color)
        if chosen:
            numbers = ", ".join(str(each.number) for each in chosen)
            more = f" ({left_out} more when the game was decided)" if left_out else ""
            lines.append(f"{color}: moves to look at: {numbers}{more}.")
        lines.append(_summary_line(losses, color))
        if by_phase := _phase_line(losses, color, size):
            lines.append(by_phase)
    return lines


def describe_mistake(loss: MoveLoss, game: GameNotation, before: Position) -> str:
    """Return a mistake in one line, such as `34 black D4: 5.1 points, better C3, win rate 61 % -> 41 %`.

    Win rates are those of the color that moved.
    """
    rate, then = loss.win_rates()
    better = "" if loss.before.best is None else f", better {game.format_move(loss.before.best, before)}"
    played = game.format_move(loss.played, before)
    return (
        f"{loss.number} {loss.color.name.lower()} {played}: {loss.points_lost or 0:.1f} points{better},"
        f" win rate {rate * 100:.0f} % -> {then * 100:.0f} %"
    )


def _summary_line(losses: Sequence[MoveLoss], color: Color) -> str:
    """Return the summary of a color in one line."""
    summary = summarize_mistakes(losses, color)
    counts = ", ".join(
        _pluralize_class(number, kind)
        for (kind, _), number in zip(MISTAKE_THRESHOLDS, summary.counts, strict=True)
    )
    return (
        f"{color}: {pluralize(summary.moves, 'move')}, {summary.mean_loss:.1f} points lost a move; {counts}."
    )


def _phase_line(losses: Sequence[MoveLoss], color: Color, size: int) -> str:
    """Return the mean loss of a color in each phase of the game in one line; empty if it made no moves."""
    phases = ((phase, summarize_mistakes(losses, color, phase, size)) for phase in GAME_PHASES)
    parts = [f"{phase} {summary.mean_loss:.1f}" for phase, summary in phases if summary.moves]
    return f"{color}, points lost a move by phase: {', '.join(parts)}." if parts else ""


def _pluralize_class(number: int, kind: str) -> str:
    return pluralize(number, kind) if kind != "inaccuracy" or number == 1 else f"{number} inaccuracies"
