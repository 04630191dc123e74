"""Games between two players without a person, and what many of them tell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnugo_py.core.game import Game, judged
from gnugo_py.core.position import Position
from gnugo_py.core.types import Outcome, Resign, Side
from gnugo_py.engines.engine import Player, PlayerError
from gnugo_py.play.session import Session

FORFEIT = "forfeit"
CONFIDENCE = 1.96
"""Standard deviations that 95 % of a normal distribution lie within."""


class Played(NamedTuple):
    """How one game of a match ended.

    outcome -- who won, and how.
    black   -- which of the two players had Black, 0 or 1.
    moves   -- how many stones and passes were played.
    fault   -- why the loser could not go on, if the game was forfeited.
    """

    outcome: Outcome
    black: int
    moves: int = 0
    fault: str = ""

    @property
    def winner(self) -> int | None:
        """Which of the two players won, None for a tie."""
        won = self.outcome.winner
        return None if won is None else self.black if won is Side.BLACK else 1 - self.black


class Tally(NamedTuple):
    """What one of the two players has done.

    games, wins, ties -- how many; the rest are losses.
    as_black, as_white -- (wins, games) with each colour.
    forfeits          -- losses because it could not go on.
    """

    games: int
    wins: int
    ties: int
    as_black: tuple[int, int]
    as_white: tuple[int, int]
    forfeits: int

    @property
    def rate(self) -> float:
        """The share of points won, a tie being half of one; 0 without games."""
        return (self.wins + self.ties / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate is with 95 % confidence."""
        return wilson(self.rate, self.games)


def seated(game: Game, players: Sequence[Player], black: int, start: Position) -> Session:
    """A game of a match, not played yet.

    players -- the two players.
    black   -- which of them has Black, 0 or 1.
    start   -- where it starts; its rules must bring every game to an end.
    """
    seats: Mapping[Side, Player] = {Side.BLACK: players[black], Side.WHITE: players[1 - black]}
    return Session.begin(game, seats, start)


def play_out(session: Session, black: int) -> Played:
    """Play a game to its count, dead stones as the game judges them; a player that cannot go on forfeits.

    black -- which of the two players has Black, 0 or 1.
    """
    fault = ""
    try:
        while not session.position.over:
            session.reply()
        outcome = judged(session.game, session.position)
    except PlayerError as error:
        fault = str(error)
        outcome = Outcome(session.position.to_move.other, FORFEIT)
    session.outcome = outcome
    moves = [turn for turn in session.turns[1:] if not isinstance(turn.move, Resign)]
    return Played(outcome, black, len(moves), fault)


def tally(games: Sequence[Played], player: int) -> Tally:
    """What a player, 0 or 1, has done in some games."""
    black = [each for each in games if each.black == player]
    white = [each for each in games if each.black != player]
    won, won_white = (sum(each.winner == player for each in some) for some in (black, white))
    lost = [each for each in games if each.winner == 1 - player]
    return Tally(
        len(games),
        won + won_white,
        sum(each.winner is None for each in games),
        (won, len(black)),
        (won_white, len(white)),
        sum(each.outcome.reason == FORFEIT for each in lost),
    )


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The interval in which a rate lies with 95 % confidence after a number of games.

    E. B. Wilson's score interval (1927), which stays within 0 and 1; (0, 1) without games.

    >>> low, high = wilson(0.5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not games:
        return 0.0, 1.0
    square = CONFIDENCE * CONFIDENCE
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = CONFIDENCE * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half = spread / (1 + square / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)
