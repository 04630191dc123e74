"""Every decision of recorded games of the original, finder by finder."""

import os
from pathlib import Path

import pytest

from benchmarks.replay import Different, Game, games, own_knowledge, replay

OWN = Path(__file__).parent.parent / "data" / "classic_games.jsonl"
GAMES = games(Path(os.environ.get("GNUGO_PY_GOLDEN", OWN)))


@pytest.mark.parametrize("game", GAMES, ids=[f"seed {game['seed']}" for game in GAMES])
def test_every_decision_is_the_originals(game: Game) -> None:
    for _ in replay(game, own_knowledge()):
        pass


def test_a_difference_is_told_with_the_board() -> None:
    game = dict(GAMES[0], seed=GAMES[0]["seed"] + 1)
    with pytest.raises(Different, match=r"event \d+, White to move\n   A B C D"):
        list(replay(game, own_knowledge()))
