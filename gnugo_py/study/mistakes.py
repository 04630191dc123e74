"""The points that each move of a game lost, the mistakes among the moves, and reports as text and data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.checks import checked
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Move, Play, Point, UserError, require_type
from gnugo_py.games.variations import format_variation
from gnugo_py.record.tree import Tree
from gnugo_py.study.game_analysis import GameAnalysis, points_lost

MISTAKE_THRESHOLDS = (("blunder", 6.0), ("mistake", 3.0), ("inaccuracy", 1.5))
"""The classes of mistakes, with the minimum number of points lost."""
_WIN_RATE_THRESHOLDS = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""The same classes for moves of which the points are unknown, with the minimum loss of win rate."""
_PLURALS = {"inaccuracy": "inaccuracies"}
_ERRORS, _MIN_ERROR_SHARE = (0.6, 0.7, 0.9), 0.3
"""The error of the points that a move lost, after one evaluation before and after it, on boards up to 9x9, up
to 13x13, and larger; it falls with the square root of the visits, but not below this share.
"""
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
    position    -- the position before it.
    before, after -- the judgments of the positions before and after the move, from Black's view.
    points_lost -- the points lost, at least 0; None if unknown.
    kind        -- the class of the move, `inaccuracy`, `mistake` or `blunder`; None if it is not a mistake.
                   If the points are unknown, the loss of win rate decides.
    points_error -- the error of `points_lost`, None if unknown.
    """

    number: int
    color: Color
    played: Move
    position: Position
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


def loss_error(before: Analysis, after: Analysis, size: int) -> float:
    """Return the error of the points that a move lost, in points.

    before, after -- the judgments of the positions before and after the move, from Black's view.
    size  -- the board size.
    """
    visits = max(min(before.visits, after.visits), 1)
    return _ERRORS[0 if size <= 9 else 1 if size <= 13 else 2] * max(1 / math.sqrt(visits), _MIN_ERROR_SHARE)


def classify_mistake(
    lost: float, error: float, thresholds: Sequence[tuple[str, float]] = MISTAKE_THRESHOLDS
) -> str | None:
    """Return the class of a move that lost points, or a part of its win rate; None if it is not a mistake.

    error -- the error of the loss, which the loss must exceed 1.5 times.
    """
    if lost <= _ERRORS_EXCEEDED * error:
        return None
    return next((name for name, limit in thresholds if lost >= limit), None)


def move_losses(analysis: GameAnalysis) -> list[MoveLoss]:
    """Return the loss of each move of a game; moves without judgments are left out."""
    losses = []
    for number in range(1, len(analysis.positions)):
        before, after = analysis.judgments[number - 1 : number + 1]
        previous, position = analysis.positions[number - 1 : number + 1]
        move = position.last_move
        if before is None or after is None or move is None or position.previous is not previous:
            continue
        lost = points_lost(analysis, number)
        if lost is not None:
            lost = 0.0 if before.best == move else max(lost, 0.0)  # the best move that is known loses nothing
        error = None if lost is None else loss_error(before, after, position.size)
        loss = MoveLoss(number, previous.to_move, move, previous, before, after, lost, None, error)
        if lost is None or error is None:
            kind = classify_mistake(loss.win_rate_lost, 0.0, _WIN_RATE_THRESHOLDS)
        else:
            kind = classify_mistake(lost, error)
        losses.append(loss._replace(kind=kind))
    return losses


def analyze_game(
    tree: Tree, visits: int | None = None, progress: Callable[[int, int], object] | None = None
) -> list[MoveLoss]:
    """Return each move of the main line of a game of Go with the points that it lost.

    visits   -- number of visits of each position; None to search only where the lead changes.
    progress -- called after each position with the steps that are done and their total; it stops the analysis
                by raising an exception, which is passed on.

    The results are those of the command `gnugo-py analyze`. In a file without komi, it is 0. The tree is not
    changed.

    Raise UserError if the game is not counted in points, and EngineError if the analysis fails.
    """
    from gnugo_py.engines.search.search_engine import SearchEngine  # not needed at the start

    require_type("tree", tree, Tree, "a Tree")
    require_type("visits", visits, int | None, "a whole number")
    require_type("progress", progress, Callable | None, "a function")  # type: ignore[arg-type]
    if visits is not None and visits < 1:
        raise UserError("visits must be at least 1")
    if not tree.uses_komi:
        raise UserError(f"tree is a game of {tree.game.display_name}; only games of Go can be analyzed")
    if tree.lacks_komi:
        tree = tree.copy()
        tree.set_rules({"komi": 0.0}, is_written=False)
    analysis = GameAnalysis(tree.positions())
    analyst = SearchEngine(tree.game, MAX_LEVEL)
    steps = 2 * len(analysis.positions)  # a quick look at each, and a search of some
    for share in analysis.run(analyst, visits):
        if progress is not None:
            progress(round(share * steps), steps)
    return move_losses(analysis)


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


def mean_loss(losses: Iterable[MoveLoss]) -> float | None:
    """Return the mean points lost per move, None if no points are known."""
    points = [each.points_lost for each in losses if each.points_lost is not None]
    return sum(points) / len(points) if points else None


def mean_losses_by_stage(losses: Iterable[tuple[MoveLoss, int]]) -> dict[str, float | None]:
    """Return the mean points lost per move in each phase of the game, None if no points are known.

    losses -- the losses, each with the board size, which scales the phases.
    """
    stages: dict[str, list[MoveLoss]] = {stage: [] for stage in GAME_STAGE_NAMES}
    for loss, size in losses:
        stages[game_stage_at_move(loss.number, size)].append(loss)
    return {stage: mean_loss(inside) for stage, inside in stages.items()}


def game_stage_at_move(number: int, size: int) -> str:
    """Return the phase of the game in which a move was played.

    >>> [game_stage_at_move(number, 19) for number in (50, 51, 151)]
    ['opening', 'middle game', 'endgame']
    """
    share = size * size / (19 * 19)
    return GAME_STAGE_NAMES[sum(number > round(end * share) for end in _PHASE_ENDS)]


POINTS_UNKNOWN_MESSAGE = (
    "this analyst reports no points: losses are unknown, and mistakes are ranked by win rate"
)


def move_loss_data(loss: MoveLoss) -> dict[str, object]:
    """Return the loss of a move as plain data; win rates and leads, after komi, are Black's."""
    before = loss.position
    return {
        "move": loss.number,
        "color": loss.color.name.lower(),
        "played": before.format_move(loss.played),
        "best": None if loss.before.best is None else before.format_move(loss.before.best),
        "pv": format_variation(before, loss.before.pv),
        "score_lead_before": rounded(loss.before.score_lead),
        "score_lead": rounded(loss.after.score_lead),
        "win_rate_before": round(loss.before.win_rate, 4),
        "win_rate": round(loss.after.win_rate, 4),
        "points_lost": rounded(loss.points_lost),
        "kind": loss.kind,
        "visits": loss.before.visits,
    }


def rounded(points: float | None) -> float | None:
    """Return points with two decimals and without a negative zero, None if they are unknown."""
    return None if points is None else round(points, 2) + 0.0


def mistake_table(losses: Sequence[MoveLoss], size: int) -> list[str]:
    """Return the mistakes and, for each color, the moves to look at and a summary, as lines of text.

    size -- the board size, which scales the phases of the game.
    """
    lines = [describe_mistake(each) for each in keep_mistakes_only(losses)]
    doubtful = doubtful_line(losses)
    return [
        *(lines or [no_mistakes_message(losses)]),
        *([f"{doubtful}."] if doubtful else []),
        *mistake_report_lines(losses, size),
    ]


def doubtful_line(losses: Sequence[MoveLoss]) -> str:
    """Return how many moves were left out of the mistakes and why, without a period; empty if none was."""
    points = [each.points_lost or 0.0 for each in losses if each.is_doubtful]
    if not points:
        return ""
    least, most = f"{min(points):.1f}", f"{max(points):.1f}"
    span = f"{least} points" if least == most else f"{least} to {most} points"
    moves = pluralize(len(points), "more move")
    return f"{moves} may have lost {span}, too little for the error of the search"


def describe_listed(loss: MoveLoss, losses: Sequence[MoveLoss]) -> str:
    """Return a move in one line, marked if its mistake is one of the largest, or with the reason for a doubt.

    losses -- the losses of the whole game.
    """
    line = describe_mistake(loss)
    if loss.is_doubtful:
        return f"{line}; left out, as the loss has an error of {loss.points_error or 0.0:.1f} points"
    largest, _ = largest_mistakes_of_color(losses, loss.color)
    return f"{line}, among the largest" if loss in largest else line


def no_mistakes_message(losses: Sequence[MoveLoss]) -> str:
    """Return the message for a game without mistakes."""
    lost = "of its win rate" if are_points_unknown(losses) else "points"
    return f"No move lost enough {lost} to be called a mistake."


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
        own = [each for each in losses if each.color is color]
        lines.append(f"{color}: {_summary(own, are_points_unknown(losses))}.")
        means = mean_losses_by_stage((each, size) for each in own).items()
        if phases := [f"{stage} {mean:.1f}" for stage, mean in means if mean is not None]:
            lines.append(f"{color}, points lost per move by phase: {', '.join(phases)}.")
    return lines


@checked
def describe_mistake(loss: MoveLoss) -> str:
    """Return a mistake as one line, such as `34 black D4: 5.1 points, better C3, win rate 61 % -> 41 %`.

    Win rates are those of the color that moved.
    """
    before, (rate, then) = loss.position, loss.win_rates()
    better = "" if loss.before.best is None else f", better {before.format_move(loss.before.best)}"
    played = before.format_move(loss.played)
    points = "points unknown" if loss.points_lost is None else f"{loss.points_lost:.1f} points"
    return (
        f"{loss.number} {loss.color.name.lower()} {played}: {points}{better},"
        f" win rate {rate * 100:.0f} % -> {then * 100:.0f} %"
    )


def _summary(losses: Sequence[MoveLoss], is_by_win_rate: bool) -> str:
    """Return the number of moves of a color, the mean loss, and the number of moves in each class."""
    mean, moves = mean_loss(losses), pluralize(len(losses), "move")
    counts = {kind: sum(each.kind == kind for each in losses) for kind, _ in MISTAKE_THRESHOLDS}
    written = {kind: pluralize(number, kind, _PLURALS.get(kind, "")) for kind, number in counts.items()}
    if is_by_win_rate or (losses and mean is None):
        found = ", ".join(written[kind] for kind, number in counts.items() if number)
        return f"{moves}, points lost unknown; by win rate, {found or 'no mistakes'}"
    return f"{moves}, {mean or 0.0:.1f} points lost per move; {', '.join(written.values())}"


_MIN_MISSED_STONES = 2
"""The minimum number of stones for which a missed capture is reported."""


def lesson_on_mistake(before: Position, after: Position, then: Position | None = None) -> str:
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
    if len(missed) < _MIN_MISSED_STONES or then is None or then.previous is not after:
        return ""
    return "" if missed & set(then.marks().in_atari) else "capture"


def _stones(position: Position, color: Color, points: Iterable[Point]) -> set[Point]:
    """Return the points among `points` that hold a stone of a color."""
    cells = position.cells()
    return {point for point in points if cells.get(point) == "XO"[color]}


def _could_be_saved(position: Position, stones: set[Point]) -> bool:
    """Return whether some legal move would have left none of the stones in atari."""
    return any(
        isinstance(move, Play) and not stones & set(position.play_unchecked(move).marks().in_atari)
        for move in position.legal_moves()
    )
