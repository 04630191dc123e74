"""Tests of every decision in recorded games of the original, finder by finder."""

import pytest

from benchmarks.replay import Different, Game, own_knowledge, replay
from tests.support.golden import RECORDED_GAMES

SEEDS = [f"seed {game['seed']}" for game in RECORDED_GAMES]


@pytest.mark.parametrize("game", RECORDED_GAMES, ids=SEEDS)
def test_every_decision_equals_that_of_the_original(game: Game) -> None:
    for _ in replay(game, own_knowledge()):
        pass


def test_a_difference_is_reported_with_the_board() -> None:
    game = dict(RECORDED_GAMES[0], seed=RECORDED_GAMES[0]["seed"] + 1)
    with pytest.raises(Different, match=r"event \d+, White to move\n   A B C D"):
        list(replay(game, own_knowledge()))
