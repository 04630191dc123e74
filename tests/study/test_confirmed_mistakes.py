"""Test of the mistakes that are found in a game on 19x19 against the losses that KataGo finds."""

import json

import pytest

from gnugo_py import analyze_game, read_game
from tests.support.paths import DATA

LARGE = 4.5
FOLDER = DATA / "confirmed_mistakes"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_large_losses_have_a_class_and_classed_losses_are_confirmed() -> None:
    confirmed = json.loads((FOLDER / "points_lost.json").read_text())
    losses = {each.number: each for each in analyze_game(read_game(FOLDER / "game.sgf"))}
    large = [number for number, lost in enumerate(confirmed, 1) if lost >= LARGE]
    found = [number for number in large if losses[number].kind is not None]
    classed = [each for each in losses.values() if each.kind is not None and each.number <= len(confirmed)]
    right = [each for each in classed if confirmed[each.number - 1] >= (each.points_lost or 0) / 2]
    assert len(found) >= 0.55 * len(large)
    assert len(right) >= 0.8 * len(classed)
    assert {each.kind for each in classed} == {"blunder", "mistake", "inaccuracy"}
