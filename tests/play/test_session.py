"""Tests of the resignation of a game in progress, which only a program that embeds the game can take back."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import RESIGN, Color, IllegalMove, Outcome
from gnugo_py.play.session import Session
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE


def session(*moves: str, engine: Color | None = None) -> Session:
    """Return a game after some moves of people, then perhaps with an engine."""
    made = Session.from_position(PAIRS, {}, Pairs())
    for each in moves:
        made.play(pair(each))
    if engine is not None:
        made.set_player(engine, Scripted())
    return made


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_resignation_is_taken_back_without_a_move(color: Color) -> None:
    made = session("a1 b1")
    made.resign(color)
    assert made.undo()
    assert (made.outcome, len(made.turns)) == (None, 2)


def test_the_resignation_of_an_engine_is_taken_back_with_the_move_before_it() -> None:
    made = session("a1 b1", engine=WHITE)
    made.resign(WHITE)
    assert made.undo()
    assert (made.outcome, len(made.turns)) == (None, 1)


def test_no_move_is_made_or_chosen_after_a_resignation() -> None:
    made = session("a1 b1", engine=WHITE)
    made.play(RESIGN)
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        made.play(pair("c1 c2"))
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        made.choose()
    assert made.outcome == Outcome(BLACK, "resignation")


def test_a_person_replaces_an_engine() -> None:
    made = session("a1 b1", engine=WHITE)
    made.set_player(WHITE, None)
    assert made.players == {}
    with pytest.raises(LookupError):
        made.choose()
