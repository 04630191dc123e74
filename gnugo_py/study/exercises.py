"""Exercises made from the mistakes in a game: find a better move than the one that was played."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.engine import Engine, EngineError, NetworkError
from gnugo_py.games.position import Position
from gnugo_py.games.types import PASS, Color, Move, Play
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.mistakes import MISTAKE_THRESHOLDS, largest_mistakes_of_color, move_losses

_ANSWER_VISITS = 64
"""Visits of each search that judges an answer."""
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
    """

    position: Position
    played: Move
    best: Move
    points_lost: float
    kind: str
    number: int
    title: str = ""

    @property
    def color(self) -> Color:
        """The color to move."""
        return self.position.to_move

    @property
    def max_points_lost(self) -> float:
        """The most points that an accepted answer may lose."""
        return dict(MISTAKE_THRESHOLDS)[self.kind] * _ACCEPTED_SHARE


class AnswerJudgment(NamedTuple):
    """An analyst's judgment of an answer.

    is_accepted -- whether the answer loses no more than the exercise allows.
    points_lost -- the points that the answer loses, at least 0.
    replies     -- the expected continuation after the answer, beginning with the opponent's move.
    reason      -- what the answer does, if it is accepted, in sentences; empty if nothing is known of it.
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
    losses, _ = largest_mistakes_of_color(move_losses(analysis), color)
    return [
        Exercise(
            position=analysis.positions[each.number - 1],
            played=each.played,
            best=each.before.best,
            points_lost=each.points_lost,
            kind=each.kind or "",
            number=numbers[each.number],
            title=title,
        )
        for each in losses
        if each.before.best is not None and each.points_lost is not None
    ]


class ExerciseJudge:
    """A judge of the answers to an exercise.

    Its methods raise EngineError if the analyst raises it.
    """

    def __init__(self, exercise: Exercise, analyst: Engine) -> None:
        self._exercise, self._analyst = exercise, analyst
        self._best: Analysis | None = None

    def judge(self, move: Move) -> AnswerJudgment:
        """Return the judgment of a legal move, comparing the lead after it with that after the best move."""
        exercise = self._exercise
        after = self._search(exercise.position.play_unchecked(move))
        replies = after.candidates[0].pv if after.candidates else ()
        if move == exercise.best:
            return AnswerJudgment(True, 0.0, replies, self.reason(exercise.position, move))
        if move == exercise.played:
            return AnswerJudgment(False, exercise.points_lost, replies)
        if self._best is None:
            self._best = self._search(exercise.position.play_unchecked(exercise.best))
        lead, best_lead = after.score_lead, self._best.score_lead
        if lead is None or best_lead is None:
            raise EngineError(
                f"{self._analyst.name} reports no points, which the judgment of an answer needs"
            )
        lost = max(lead - best_lead, 0.0)
        if lost > exercise.max_points_lost:
            return AnswerJudgment(False, lost, replies)
        return AnswerJudgment(True, lost, replies, self.reason(exercise.position, move))

    def reason(self, position: Position, move: Move) -> str:
        """Return what a legal move does, in sentences; empty if nothing is known of it."""
        if not isinstance(move, Play):
            return ""
        from gnugo_py.engines.search.search_engine import game_search  # not needed at the start

        with suppress(NetworkError):  # an external analyst needs no network
            return game_search(position.game).describe_move(position, move, self._search(position))
        return ""

    def line_if_opponent_passes(self, move: Move) -> tuple[Move, ...]:
        """Return the expected continuation after a move if the opponent then passes; the pass is left out."""
        position = self._exercise.position.play_unchecked(move)
        if position.is_over or position.why_illegal(PASS) is not None:
            return ()
        ignored = position.play_unchecked(PASS)
        if ignored.is_over:
            return ()
        analysis = self._search(ignored)
        return analysis.candidates[0].pv if analysis.candidates else ()

    def _search(self, position: Position) -> Analysis:
        return self._analyst.analyze(position, _ANSWER_VISITS)
