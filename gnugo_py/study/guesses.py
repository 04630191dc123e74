"""Guessing the moves of a game: how near a guess is, and the points that it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.engines.engine import Engine
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Move, Play, Point

POINTS_BY_TRY = (5, 3, 1)
"""The points for the right move at the first try, at the second one, and with its region shown."""
_POINTS_FOR_A_GOOD_MOVE, _POINTS_FOR_A_NEAR_MOVE = 2, 1
_NEAR_LINES = 2
_GOOD_LOSS = 1.0
"""The most points that a good guess loses more than the move of the game."""
_VISITS = 48
"""Visits of each search that judges a guess."""
_REGIONS = 3
"""The board is divided into this many rows and columns of regions."""


class JudgedGuess(NamedTuple):
    """A wrong guess.

    is_near     -- whether it is at most two lines from the move of the game.
    points_lost -- the points that it loses more than the move of the game, negative if it is better; None if
                   the analyst reports no points.
    """

    is_near: bool
    points_lost: float | None

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
    leads = [analyst.analyze(position.play_unchecked(move), _VISITS).score_lead for move in (guess, played)]
    after_guess, after_played = leads
    lost = None if after_guess is None or after_played is None else after_guess - after_played
    return JudgedGuess(is_near(position, guess, played), lost)


def is_near(position: Position, guess: Move, played: Move) -> bool:
    """Return whether two moves are at most two lines apart."""
    if not isinstance(guess, Play) or not isinstance(played, Play):
        return False
    places = [row_and_column(move.points[-1], position.size) for move in (guess, played)]
    return all(abs(here - there) <= _NEAR_LINES for here, there in zip(*places, strict=True))


def region_of(position: Position, move: Move) -> Sequence[Point]:
    """Return the legal points in the ninth of the board that contains a move; empty for a pass."""
    if not isinstance(move, Play):
        return ()

    def region(point: Point) -> tuple[int, int]:
        row, column = row_and_column(point, position.size)
        return row * _REGIONS // position.size, column * _REGIONS // position.size

    points = (each.points[-1] for each in position.legal_moves() if isinstance(each, Play))
    return [point for point in points if region(point) == region(move.points[-1])]
