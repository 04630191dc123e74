"""The points that each move of a game lost, the mistakes among the moves, and reports as text and data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Move, Play, Point
from gnugo_py.study.game_analysis import WEIGHT_OF_LOOK, GameAnalysis, points_lost

MISTAKE_THRESHOLDS = (("blunder", 6.0), ("mistake", 3.0), ("inaccuracy", 1.5))
"""The classes of mistakes, with the minimum number of points lost."""
_WIN_RATE_THRESHOLDS = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""The same classes for moves of which the points are unknown, with the minimum loss of win rate."""
_ERRORS, _VISITS_OF_ERRORS, _MIN_ERROR_SHARE = (0.6, 0.5, 1.0), 32, 0.3
"""The error of the points that a move lost, after this many visits before and after it, on boards up to 9x9,
up to 13x13, and larger; it falls with the square root of the visits, but not below this share.
"""
_ERROR_OF_DISAGREEMENT = 0.2
"""The share of the difference between the losses by searches and by quick looks that adds to the error."""
_ERRORS_EXCEEDED = 1.5
"""A loss has a class if it exceeds its error this many times."""
_DECIDED = 0.95
"""A game was already decided at a move if a color's win rate is above this both before and after the move."""
_LARGEST_MISTAKES_PER_COLOR = 3
"""The maximum number of moves to look at for each color."""
GAME_STAGE_NAMES = ("opening", "middle game", "endgame")
_PHASE_ENDS = (50, 150)
"""The numbers of the last moves of the opening and of the middle game on 19x19, which are scaled by area for
other boards.
"""


class MoveLoss(NamedTuple):
    """A move and the points that it lost.

    number      -- the number of the move, from 1.
    color       -- the color that moved.
    played      -- the move.
    before, after -- the judgments of the positions before and after the move, from Black's view.
    points_lost -- the points lost, at least 0; None if unknown.
    kind        -- the class of the move, `inaccuracy`, `mistake` or `blunder`; None if it is not a mistake.
                   If the points are unknown, the loss of win rate decides.
    points_error -- the error of `points_lost`, None if unknown.
    """

    number: int
    color: Color
    played: Move
    before: Analysis
    after: Analysis
    points_lost: float | None
    kind: str | None
    points_error: float | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether the move may have lost points, but no more than the error allows to call it a mistake."""
        return self.kind is None and (self.points_lost or 0.0) >= MISTAKE_THRESHOLDS[-1][1]

    @property
    def was_decided(self) -> bool:
        """Whether the game was decided before and after the move."""
        rates = (self.before.win_rate, self.after.win_rate)
        return min(rates) > _DECIDED or max(rates) < 1 - _DECIDED

    @property
    def win_rate_lost(self) -> float:
        """The loss of win rate of the color that moved, at least 0."""
        before, after = self.win_rates()
        return 0.0 if self.before.best == self.played else max(before - after, 0.0)

    @property
    def size(self) -> tuple[int, float, float]:
        """A key that is larger for a larger loss: the class, the points, and the win rate."""
        classes = [None, *(name for name, _ in reversed(MISTAKE_THRESHOLDS))]
        return classes.index(self.kind), self.points_lost or 0.0, self.win_rate_lost

    def win_rates(self) -> tuple[float, float]:
        """Return the win rates of the color that moved, before and after the move."""
        sign = self.color is Color.WHITE
        before, after = self.before.win_rate, self.after.win_rate
        return (1 - before, 1 - after) if sign else (before, after)


def loss_error(
    before: Analysis, after: Analysis, size: int, looks: tuple[float | None, float | None] = (None, None)
) -> float:
    """Return the error of the points that a move lost, in points.

    The error depends on the visits that were made, and on how far the searches before and after the move
    disagree with the quick looks.

    before, after -- the judgments of the positions before and after the move, from Black's view.
    size  -- the board size.
    looks -- Black's leads in both positions according to the quick looks, None if unknown.
    """
    visits = max(min(before.visits, after.visits), 1)
    error = _ERRORS[0 if size <= 9 else 1 if size <= 13 else 2]
    known = error * max(math.sqrt(_VISITS_OF_ERRORS / visits), _MIN_ERROR_SHARE)
    leads = (before.score_lead, after.score_lead, *looks)
    if visits == 1 or None in leads:
        return known
    lead, then, look, look_then = (each or 0.0 for each in leads)
    difference = ((lead - then) - (look - look_then)) / (1 - WEIGHT_OF_LOOK)
    return math.hypot(known, _ERROR_OF_DISAGREEMENT * difference)


def classify_mistake(lost: float, error: float) -> str | None:
    """Return the class of a move that lost points, or None if it is not a mistake.

    error -- the error of the loss, which the loss must exceed 1.5 times.
    """
    if lost <= _ERRORS_EXCEEDED * error:
        return None
    return next((name for name, limit in MISTAKE_THRESHOLDS if lost >= limit), None)


def classify_by_win_rate(lost: float) -> str | None:
    """Return the class of a move that lost a part of its win rate, or None if it is not a mistake."""
    return next((name for name, limit in _WIN_RATE_THRESHOLDS if lost >= limit), None)


def move_losses(analysis: GameAnalysis) -> list[MoveLoss]:
    """Return the loss of each move of a game; moves without judgments are left out."""
    losses = []
    for number in range(1, len(analysis.positions)):
        before, after = analysis.judgments[number - 1], analysis.judgments[number]
        position = analysis.positions[number]
        if before is None or after is None or position.previous is not analysis.positions[number - 1]:
            continue
        if position.last_move is None:
            continue
        lost = points_lost(analysis, number)
        if before.best == position.last_move and lost is not None:
            lost = min(lost, 0.0)  # no better move is known
        looks = (analysis.first_leads[number - 1], analysis.first_leads[number])
        loss = MoveLoss(
            number=number,
            color=analysis.positions[number - 1].to_move,
            played=position.last_move,
            before=before,
            after=after,
            points_lost=None if lost is None else max(lost, 0.0),
            kind=None,
            points_error=None if lost is None else loss_error(before, after, position.size, looks),
        )
        kind = (
            classify_by_win_rate(loss.win_rate_lost)
            if loss.points_error is None or lost is None
            else classify_mistake(lost, loss.points_error)
        )
        losses.append(loss._replace(kind=kind))
    return losses


def are_points_unknown(losses: Sequence[MoveLoss]) -> bool:
    """Return whether there are moves, and it is unknown of each how many points it lost."""
    return bool(losses) and all(each.points_lost is None for each in losses)


def keep_mistakes_only(losses: Sequence[MoveLoss]) -> list[MoveLoss]:
    """Return the moves that are inaccuracies, mistakes or blunders, in the order of the game."""
    return [each for each in losses if each.kind is not None]


def largest_mistakes_of_color(losses: Sequence[MoveLoss], color: Color) -> tuple[list[MoveLoss], int]:
    """Return the largest mistakes of a color, in the order of the game, and the number of irrelevant ones.

    At most `_LARGEST_MISTAKES_PER_COLOR` mistakes are returned.  Mistakes are irrelevant if the game was
    already decided.
    """
    mistakes = [each for each in keep_mistakes_only(losses) if each.color is color]
    open_ones = [each for each in mistakes if not each.was_decided]
    largest = sorted(open_ones, key=lambda each: each.size, reverse=True)[:_LARGEST_MISTAKES_PER_COLOR]
    return sorted(largest, key=lambda each: each.number), len(mistakes) - len(open_ones)


class MistakeSummary(NamedTuple):
    """The mistakes of a color in a game, or in a phase of it.

    moves     -- number of moves.
    mean_loss -- mean points lost per move, None if unknown.
    counts    -- number of moves in each class, in the order of `MISTAKE_THRESHOLDS`.
    """

    moves: int
    mean_loss: float | None
    counts: tuple[int, ...]


def summarize_mistakes(
    losses: Sequence[MoveLoss], color: Color, phase: str | None = None, size: int = 19
) -> MistakeSummary:
    """Return the summary of a color's moves.

    phase -- one of `GAME_STAGE_NAMES`, or None for the whole game.
    size  -- the board size, which scales the phases.
    """
    own = [
        each
        for each in losses
        if each.color is color and (phase is None or game_stage_at_move(each.number, size) == phase)
    ]
    points = [each.points_lost for each in own if each.points_lost is not None]
    counts = tuple(sum(1 for each in own if each.kind == kind) for kind, _ in MISTAKE_THRESHOLDS)
    mean = sum(points) / len(points) if points else None if own else 0.0
    return MistakeSummary(len(own), mean, counts)


def game_stage_at_move(number: int, size: int) -> str:
    """Return the phase of the game in which a move was played.

    >>> [game_stage_at_move(number, 19) for number in (50, 51, 151)]
    ['opening', 'middle game', 'endgame']
    """
    share = size * size / (19 * 19)
    return GAME_STAGE_NAMES[sum(number > round(end * share) for end in _PHASE_ENDS)]


_NO_MISTAKES_MESSAGE = "No move lost enough {what} to be called a mistake."
POINTS_UNKNOWN_MESSAGE = (
    "this analyst reports no points: losses are unknown, and mistakes are ranked by win rate"
)


def move_loss_data(loss: MoveLoss, before: Position) -> dict[str, object]:
    """Return the loss of a move as plain data; win rates and leads, after komi, are Black's."""
    lead, then = loss.before.score_lead, loss.after.score_lead
    return {
        "move": loss.number,
        "color": loss.color.name.lower(),
        "played": before.format_move(loss.played),
        "best": None if loss.before.best is None else before.format_move(loss.before.best),
        "pv": before.format_variation(loss.before.pv),
        "score_lead_before": None if lead is None else round(lead, 2) + 0.0,
        "score_lead": None if then is None else round(then, 2) + 0.0,
        "win_rate_before": round(loss.before.win_rate, 4),
        "win_rate": round(loss.after.win_rate, 4),
        "points_lost": None if loss.points_lost is None else round(loss.points_lost, 2) + 0.0,
        "class": loss.kind,
        "visits": loss.before.visits,
    }


def mistake_table(losses: Sequence[MoveLoss], positions: Sequence[Position]) -> list[str]:
    """Return the mistakes and, for each color, the moves to look at and a summary, as lines of text."""
    lines = [describe_mistake(each, positions[each.number - 1]) for each in keep_mistakes_only(losses)]
    doubtful = [f"{doubtful_line(losses)}."] if doubtful_line(losses) else []
    return [
        *(lines or [no_mistakes_message(losses)]),
        *doubtful,
        *mistake_report_lines(losses, positions[0].size),
    ]


def doubtful_line(losses: Sequence[MoveLoss]) -> str:
    """Return how many moves were left out of the mistakes and why, without a period; empty if none was."""
    points = [each.points_lost or 0.0 for each in losses if each.is_doubtful]
    if not points:
        return ""
    least, most = f"{min(points):.1f}", f"{max(points):.1f}"
    span = f"{least} points" if least == most else f"{least} to {most} points"
    return (
        f"{len(points)} more {'move' if len(points) == 1 else 'moves'} may have lost {span},"
        " too little for the error of the search"
    )


def describe_listed(loss: MoveLoss, losses: Sequence[MoveLoss], before: Position) -> str:
    """Return a move in one line, marked if its mistake is one of the largest, or with the reason for a doubt.

    losses -- the losses of the whole game.
    """
    line = describe_mistake(loss, before)
    if loss.is_doubtful:
        return f"{line}; left out, as the loss has an error of {loss.points_error or 0.0:.1f} points"
    largest, _ = largest_mistakes_of_color(losses, loss.color)
    return f"{line}, among the largest" if loss in largest else line


def no_mistakes_message(losses: Sequence[MoveLoss]) -> str:
    """Return the message for a game without mistakes."""
    return _NO_MISTAKES_MESSAGE.format(what="of its win rate" if are_points_unknown(losses) else "points")


def mistake_report_lines(losses: Sequence[MoveLoss], size: int) -> list[str]:
    """Return, for each color, the moves to look at and a summary, as lines of text.

    size -- the board size, which scales the phases of the game.
    """
    lines = []
    for color in Color:
        chosen, left_out = largest_mistakes_of_color(losses, color)
        if chosen:
            numbers = ", ".join(str(each.number) for each in chosen)
            more = f" ({left_out} more when the game was already decided)" if left_out else ""
            lines.append(f"{color}: moves to look at: {numbers}{more}.")
        lines.append(_summary_line(losses, color))
        if by_phase := _phase_line(losses, color, size):
            lines.append(by_phase)
    return lines


def describe_mistake(loss: MoveLoss, before: Position) -> str:
    """Return a mistake as one line, such as `34 black D4: 5.1 points, better C3, win rate 61 % -> 41 %`.

    Win rates are those of the color that moved.
    """
    rate, then = loss.win_rates()
    better = "" if loss.before.best is None else f", better {before.format_move(loss.before.best)}"
    played = before.format_move(loss.played)
    points = "points unknown" if loss.points_lost is None else f"{loss.points_lost:.1f} points"
    return (
        f"{loss.number} {loss.color.name.lower()} {played}: {points}{better},"
        f" win rate {rate * 100:.0f} % -> {then * 100:.0f} %"
    )


def _summary_line(losses: Sequence[MoveLoss], color: Color) -> str:
    """Return the summary of a color's moves as one line."""
    summary = summarize_mistakes(losses, color)
    moves = pluralize(summary.moves, "move")
    if summary.mean_loss is None or are_points_unknown(losses):
        found = [
            _pluralize_class(number, kind)
            for (kind, _), number in zip(MISTAKE_THRESHOLDS, summary.counts, strict=True)
            if number
        ]
        return f"{color}: {moves}, points lost unknown; by win rate, {', '.join(found) or 'no mistakes'}."
    counts = ", ".join(
        _pluralize_class(number, kind)
        for (kind, _), number in zip(MISTAKE_THRESHOLDS, summary.counts, strict=True)
    )
    return f"{color}: {moves}, {summary.mean_loss:.1f} points lost per move; {counts}."


def _phase_line(losses: Sequence[MoveLoss], color: Color, size: int) -> str:
    """Return a color's mean loss in each phase of the game as one line; empty if nothing is known."""
    phases = ((phase, summarize_mistakes(losses, color, phase, size)) for phase in GAME_STAGE_NAMES)
    parts = [
        f"{phase} {summary.mean_loss:.1f}"
        for phase, summary in phases
        if summary.moves and summary.mean_loss is not None
    ]
    return f"{color}, points lost per move by phase: {', '.join(parts)}." if parts else ""


def _pluralize_class(number: int, kind: str) -> str:
    return pluralize(number, kind) if kind != "inaccuracy" or number == 1 else f"{number} inaccuracies"


_MIN_MISSED_STONES = 2
"""The minimum number of stones for which a missed capture is reported."""


def lesson_on_mistake(before: Position, after: Position, then: Position | None) -> str:
    """Return the name of the lesson on a move that lost stones or missed a capture; empty if it did neither.

    before -- the position before the move.
    after  -- the position after it.
    then   -- the position after the opponent's reply, None at the end of the game.
    """
    if after.previous is not before:
        return ""
    color, move = before.to_move, after.last_move
    marks = after.marks()
    taken = set(then.marks().captured) if then is not None and then.previous is after else set()
    lost = _stones(before, color, before.marks().in_atari) & set(marks.in_atari) & taken
    if lost and _could_be_saved(before, lost):
        return "atari"
    played = set(move.points) if isinstance(move, Play) else set()
    if played & set(marks.in_atari) & taken and not marks.captured:
        return "liberties"
    missed = _stones(before, color.opponent, before.marks().in_atari) - set(marks.captured)
    return "capture" if then is not None and _escaped(missed, after, then) else ""


def _escaped(stones: set[Point], after: Position, then: Position) -> bool:
    """Return whether stones that could be captured are no longer in atari after the opponent's reply.

    Fewer than `_MIN_MISSED_STONES` stones do not count.
    """
    if len(stones) < _MIN_MISSED_STONES or then.previous is not after:
        return False
    return not stones & set(then.marks().in_atari)


def _stones(position: Position, color: Color, points: Iterable[Point]) -> set[Point]:
    """Return the points among `points` that hold a stone of a color."""
    cells = position.cells()
    return {point for point in points if cells.get(point) == "XO"[color]}


def _could_be_saved(position: Position, stones: set[Point]) -> bool:
    """Return whether some legal move would have left none of the stones in atari."""
    for move in position.legal_moves():
        if isinstance(move, Play) and not stones & set(position.play_unchecked(move).marks().in_atari):
            return True
    return False
