"""Judgments of a person's moves: exercises made from mistakes, guesses, and moves in a game with teaching."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Engine, EngineError, NetworkError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.points import points_near, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import PASS, Color, Move, Play, Point
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.losses import MISTAKE_THRESHOLDS, MoveLoss, mistake_class
from gnugo_py.study.mistakes import largest_mistakes_of_color

_VISITS = 40
"""Visits of each search that judges an answer, or a move in a game with teaching."""
_ACCEPTED_SHARE = 0.5
"""The most that an accepted answer may lose, as a share of the threshold of the mistake's class."""


class Exercise(NamedTuple):
    """A position in which a move lost points.

    position    -- the position before the move.
    played      -- the move that lost points.
    best        -- the best move.
    points_lost -- the points that the move lost.
    kind        -- the class of the mistake.
    number      -- the number of the move.
    title       -- a description of the game, such as the names of the players; may be empty.
    words       -- what is wrong with the move that lost points, in sentences; empty if nothing is certain.
    was_missed  -- whether the exercise was missed on an earlier day.
    """

    position: Position
    played: Move
    best: Move
    points_lost: float
    kind: str
    number: int
    title: str = ""
    words: str = ""
    was_missed: bool = False

    @property
    def color(self) -> Color:
        """The color to move."""
        return self.position.to_move


class AnswerJudgment(NamedTuple):
    """An analyst's judgment of an answer.

    is_accepted -- whether the answer loses no more than the exercise allows.
    points_lost -- the points that the answer loses, at least 0.
    replies     -- the expected continuation after the answer, beginning with the opponent's move.
    reason      -- what the answer does, or what is wrong with it, in sentences; empty if nothing is certain.
    """

    is_accepted: bool
    points_lost: float
    replies: tuple[Move, ...]
    reason: str = ""


def exercises_from_analysis(
    analysis: GameAnalysis, numbers: Sequence[int], color: Color, title: str = ""
) -> list[Exercise]:
    """Return the exercises for a color, made from its largest mistakes, in the order of the game.

    Moves of which the points are unknown are left out.

    numbers -- for each position, the number of the move before it.
    """
    losses = largest_mistakes_of_color(analysis.losses, color)
    return [
        exercise_from_mistake(each, numbers[each.number], title)
        for each in losses
        if each.before.best is not None and each.points_lost is not None
    ]


def exercise_from_mistake(mistake: MoveLoss, number: int, title: str) -> Exercise:
    """Return a mistake as an exercise; its points and the best move must be known.

    number -- the number of the move in its file.
    """
    best, lost, kind = mistake.before.best, mistake.points_lost, mistake.kind
    assert best is not None
    assert lost is not None
    assert kind is not None
    return Exercise(mistake.position, mistake.played, best, lost, kind, number, title, mistake.why.answer)


class ExerciseJudge:
    """A judge of the answers to an exercise.

    Its methods raise EngineError if the analyst raises it.
    """

    def __init__(self, exercise: Exercise, analyst: Engine) -> None:
        self._exercise, self._analyst = exercise, analyst

    def judge(self, move: Move) -> AnswerJudgment:
        """Return the judgment of a legal move, comparing the lead after it with that after the best move."""
        exercise = self._exercise
        after, lost = self._search(exercise.position.play_unchecked(move)), 0.0
        if move == exercise.played:
            lost = exercise.points_lost
        elif move != exercise.best:
            lead, best_lead = after.score_lead, self._after_best.score_lead
            if lead is None or best_lead is None:
                raise EngineError(
                    f"{self._analyst.name} reports no points, which the judgment of an answer needs"
                )
            lost = max(lead - best_lead, 0.0)
        is_accepted = lost <= dict(MISTAKE_THRESHOLDS)[exercise.kind] * _ACCEPTED_SHARE
        if is_accepted:
            reason = self.reason(exercise.position, move)
        else:
            best = exercise.best, self._after_best.ownership
            reason = explain_loss(exercise.position, move, after, *best, self._analyst).answer
        return AnswerJudgment(is_accepted, lost, after.pv, reason)

    def reason(self, position: Position, move: Move) -> str:
        """Return what a legal move does, in sentences; empty if nothing is known of it."""
        if not isinstance(move, Play):
            return ""
        from gnugo_py.engines.search.search_engine import SearchEngine  # not needed at the start

        with suppress(NetworkError):  # an external analyst needs no network
            search = SearchEngine(position.game, MAX_LEVEL)
            return search.describe_move(position, move, self._search(position))
        return ""

    def line_if_opponent_passes(self, move: Move) -> tuple[Move, ...]:
        """Return the expected continuation after a move if the opponent then passes; the pass is left out."""
        position = self._exercise.position.play_unchecked(move)
        if position.is_over or position.why_illegal(PASS) is not None:
            return ()
        ignored = position.play_unchecked(PASS)
        return () if ignored.is_over else self._search(ignored).pv

    @cached_property
    def _after_best(self) -> Analysis:
        """The analysis of the position after the best move."""
        return self._search(self._exercise.position.play_unchecked(self._exercise.best))

    def _search(self, position: Position) -> Analysis:
        return self._analyst.analyze(position, _VISITS)


def explain_loss(
    position: Position,
    move: Move,
    after: Analysis,
    best: Move,
    owners_best: Mapping[Point, float],
    analyst: Engine,
) -> MistakeWords:
    """Return why a move is worse than another one.

    after       -- the analysis of the position after the move.
    owners_best -- Black's expected ownership by point after the better move.
    """
    then = after.candidates[0].ownership if after.candidates else {}
    lines = MistakeLines(position, move, best, after.best, owners_best, after.ownership, then)
    return analyst.explain_mistake(lines)


def words_without(words: str, position: Position, move: Move) -> str:
    """Return words that do not name a move; empty if they do."""
    return "" if position.format_move(move) in re.findall(r"\w+", words) else words


_LIMITS = {9: 3.0, 13: 4.0}
"""The points that a move may lose, by maximum board size."""
_LARGE_BOARD_LIMIT, _POINTS_COUNTED = 5.0, 8.0
"""The same on larger boards, and the points from which on only they count, if points count."""
_SAFE_WIN_RATE, _MAX_RATE_LOST = 0.9, 0.1
"""Above this win rate, only a move that loses this much of it is too bad."""


class TeachingLoss(NamedTuple):
    """A move that lost too much.

    exercise -- the position before the move as an exercise.
    reply    -- the opponent's best answer, None if unknown.
    """

    exercise: Exercise
    reply: Move | None


def find_teaching_loss(
    after: Position, number: int, analyst: Engine, counts_points: bool
) -> TeachingLoss | None:
    """Return what the last move lost, or None if it did not lose too much.

    after  -- the position after the move.
    number -- the number of the move.
    counts_points -- whether points count even if the win rate is clear, as in a handicap game.

    Raise EngineError if the analyst fails.
    """
    before, played = after.previous, after.last_move
    assert before is not None
    assert played is not None
    best, reply = analyst.analyze(before, _VISITS), analyst.analyze(after, _VISITS)
    then = reply.for_other_color()
    if best.best is None or best.best == played or best.score_lead is None or then.score_lead is None:
        return None
    lost = best.score_lead - then.score_lead
    if not _is_too_much(lost, best, then, after.size, counts_points):
        return None
    kind = mistake_class(lost) or MISTAKE_THRESHOLDS[-1][0]
    why = explain_loss(before, played, reply, best.best, best.candidates[0].ownership, analyst)
    words = why.answer or why.better
    return TeachingLoss(Exercise(before, played, best.best, lost, kind, number, "", words), then.best)


def _is_too_much(lost: float, best: Analysis, then: Analysis, size: int, counts_points: bool) -> bool:
    """Return whether a loss exceeds the limit, and matters for the result."""
    limit = next((each for most, each in _LIMITS.items() if size <= most), _LARGE_BOARD_LIMIT)
    if lost < limit or (counts_points and lost >= _POINTS_COUNTED):
        return lost >= limit
    return best.win_rate <= _SAFE_WIN_RATE or best.win_rate - then.win_rate >= _MAX_RATE_LOST


POINTS_BY_TRY = (5, 3, 1)
"""The points for the right move at the first try, at the second one, and with its region shown."""
_POINTS_FOR_A_GOOD_MOVE, _POINTS_FOR_A_NEAR_MOVE = 2, 1
_NEAR_LINES = 2
_GOOD_LOSS = 1.0
"""The most points that a good guess loses more than the move of the game."""
_VISITS_OF_GUESS = 30
"""Visits of each search that judges a guess."""
_REGIONS = 3
"""The board is divided into this many rows and columns of regions."""


class JudgedGuess(NamedTuple):
    """A wrong guess.

    is_near     -- whether it is at most two lines from the move of the game.
    points_lost -- the points that it loses more than the move of the game, negative if it is better; None if
                   the analyst reports no points.
    words       -- what is wrong with it, in sentences; empty if nothing is certain.
    """

    is_near: bool
    points_lost: float | None
    words: str = ""

    @property
    def points(self) -> int:
        """The points that it is worth."""
        if self.points_lost is not None and self.points_lost <= _GOOD_LOSS:
            return _POINTS_FOR_A_GOOD_MOVE
        return _POINTS_FOR_A_NEAR_MOVE if self.is_near else 0


def judge_guess(position: Position, guess: Move, played: Move, analyst: Engine) -> JudgedGuess:
    """Return the judgment of a legal guess that differs from the move of the game.

    Raise EngineError if the analyst fails.
    """
    positions = (position.play_unchecked(move) for move in (guess, played))
    after_guess, after_played = (analyst.analyze(each, _VISITS_OF_GUESS) for each in positions)
    lead, other = after_guess.score_lead, after_played.score_lead
    lost = None if lead is None or other is None else lead - other
    judged = JudgedGuess(is_near(position, guess, played), lost)
    if lost is None or lost <= _GOOD_LOSS:
        return judged
    why = explain_loss(position, guess, after_guess, played, after_played.ownership, analyst)
    return judged._replace(words=words_without(why.answer, position, played))


def is_near(position: Position, guess: Move, played: Move) -> bool:
    """Return whether two moves are at most two lines apart."""
    if not isinstance(guess, Play) or not isinstance(played, Play):
        return False
    near = points_near(guess.points[-1], _NEAR_LINES, position.size)
    return bool(near >> played.points[-1] & 1)


def region_of(position: Position, move: Move) -> Sequence[Point]:
    """Return the legal points in the ninth of the board that contains a move; empty for a pass."""
    if not isinstance(move, Play):
        return ()

    def region(point: Point) -> tuple[int, int]:
        row, column = row_and_column(point, position.size)
        return row * _REGIONS // position.size, column * _REGIONS // position.size

    points = (each.points[-1] for each in position.legal_moves() if isinstance(each, Play))
    return [point for point in points if region(point) == region(move.points[-1])]
