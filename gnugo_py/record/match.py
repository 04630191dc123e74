"""Games between two engines, and the score of a match."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position, dead_stones
from gnugo_py.core.types import Color, Outcome
from gnugo_py.engines.engine import Engine, EngineError
from gnugo_py.play.session import Session

FORFEIT_REASON = "forfeit"
_CONFIDENCE_LEVEL = 1.96
"""Number of standard deviations around the mean that include 95 % of a normal distribution."""


class MatchGameResult(NamedTuple):
    """The result of one game of a match.

    outcome -- winner and reason.
    black   -- which of the two engines had Black, 0 or 1.
    moves   -- number of moves, including passes but not a resignation.
    error   -- why the loser forfeited, empty if no engine did.
    """

    outcome: Outcome
    black: int
    moves: int = 0
    error: str = ""

    @property
    def winning_engine(self) -> int | None:
        """Which of the two engines won, 0 or 1; None for a tie."""
        won = self.outcome.winner
        return None if won is None else self.black if won is Color.BLACK else 1 - self.black


class ScoreOfOneEngine(NamedTuple):
    """The score of one of the two engines.

    games, wins, ties  -- numbers of games; the remaining games are losses.
    as_black, as_white -- (wins, games) with each color.
    forfeits           -- number of losses by forfeit.
    """

    games: int
    wins: int
    ties: int
    as_black: tuple[int, int]
    as_white: tuple[int, int]
    forfeits: int

    @property
    def score_rate(self) -> float:
        """The share of points won, with half a point for a tie; 0 if there are no games."""
        return (self.wins + self.ties / 2) / self.games if self.games else 0.0

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score rate."""
        return wilson_interval(self.score_rate, self.games)


def new_match_session(game: Game, players: Sequence[Engine], black: int, start: Position) -> Session:
    """Return the session of a match game before its first move.

    players -- the two engines.
    black   -- which of them has Black, 0 or 1.
    start   -- the start position; under its rules every game must end.
    """
    by_color: Mapping[Color, Engine] = {Color.BLACK: players[black], Color.WHITE: players[1 - black]}
    return Session.from_position(game, by_color, start)


def play_to_end(session: Session, black: int) -> MatchGameResult:
    """Play a game to its end and count it; an engine that fails forfeits the game.

    If the game must be counted, `dead_stones` determines the dead stones.

    black -- which of the two engines has Black, 0 or 1.
    """
    fault = ""
    try:
        while not session.is_over:
            session.play_engine_move()
        outcome = session.outcome
    except EngineError as error:
        fault = str(error)
        outcome = Outcome(session.position.to_move.opponent, FORFEIT_REASON)
    if outcome is None:
        dead = dead_stones(session.position)
        outcome = session.position.final_outcome(dead)
    session.outcome = outcome
    return MatchGameResult(outcome, black, len(session.turns) - 1, fault)


def score_of_one_engine(games: Sequence[MatchGameResult], player: int) -> ScoreOfOneEngine:
    """Return the score of one of the two engines, 0 or 1, in the given games."""
    black = [each for each in games if each.black == player]
    white = [each for each in games if each.black != player]
    won, won_white = (sum(each.winning_engine == player for each in some) for some in (black, white))
    lost = [each for each in games if each.winning_engine == 1 - player]
    return ScoreOfOneEngine(
        len(games),
        won + won_white,
        sum(each.winning_engine is None for each in games),
        (won, len(black)),
        (won_white, len(white)),
        sum(each.outcome.reason == FORFEIT_REASON for each in lost),
    )


def wilson_interval(rate: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate after a number of games.

    This is the score interval of E. B. Wilson (1927), which stays within 0 and 1. If there are no games,
    it is (0, 1).

    >>> low, high = wilson_interval(0.5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not games:
        return 0.0, 1.0
    square = _CONFIDENCE_LEVEL * _CONFIDENCE_LEVEL
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = _CONFIDENCE_LEVEL * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half = spread / (1 + square / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)
