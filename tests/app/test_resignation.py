"""Tests of the question whether the person accepts that the engine resigns."""

from __future__ import annotations

from typing import Any

import pytest

from gnugo_py import GO, Color, SearchEngine, preset
from gnugo_py.core.types import Outcome, Resign
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.position import GoPosition
from gnugo_py.play.session import Session
from tests.support.application import Talk, pairs
from tests.support.boards import board
from tests.support.scripted_engine import Scripted, pair

WHITE = Color.WHITE


class Hopeless(Scripted):
    """An engine that would rather resign at each of its moves."""

    def wants_to_resign(self, decision: Decision[Any]) -> bool:
        return True


def asked(*moves: str, offers: bool = True) -> Talk:
    """Return an application in which a hopeless engine has just chosen its first move."""
    app = Talk()
    app.services.offers_resignation = offers
    app.resumed(pairs("a1 b1", players={WHITE: Hopeless(*(pair(each) for each in moves))}))
    app.thinks()
    return app


def test_the_person_is_asked() -> None:
    assert asked("c1 c2").here.view.prompt == "White resigns. Accept (y or n)?"


def test_accepted_it_ends_the_game() -> None:
    app = asked("c1 c2")
    assert ("result", "White resigns; Black wins.") in app.says("y")
    assert app.here.is_over
    assert app.session.outcome == Outcome(Color.BLACK, "resignation")


def test_declined_the_engine_plays_its_move_and_asks_no_more() -> None:
    app = asked("c1 c2", "a3 b3")
    app.says("n")
    assert app.session.turns[-1].move == pair("c1 c2")
    app.says("a2 b2")
    app.thinks()
    assert app.session.turns[-1].move == pair("a3 b3")


def test_any_other_answer_is_refused() -> None:
    app = asked("c1 c2")
    assert app.says("perhaps") == [("refusal", "type y or n.")]
    assert app.here.view.prompt.startswith("White resigns.")


def test_nobody_is_asked_where_the_interface_does_not_offer_it() -> None:
    assert "your move" in asked("c1 c2", offers=False).here.view.prompt


LOST = """
X X X X . X X X X
X X X . X X X X X
. . . X X X X X X
X X X X X X X X .
. . . X . X . X .
O . X . X . X . .
. . . . . . . . .
. X . X . X . X .
. . . . . . . . .
"""


def lost_game() -> GoPosition:
    """Return a position in which White has been lost for three turns, with White to move."""
    position = GoPosition.from_board(board(LOST), WHITE, preset("chinese", 9))
    for _ in range(2):
        position = position.play("pass").play("E5" if _ else "G5")
    return position


@pytest.mark.parametrize(("level", "asks"), [(5, False), (6, True), (9, True)])
def test_levels_above_5_want_to_resign_a_lost_game(level: int, asks: bool) -> None:
    engine = SearchEngine(GO, level)
    decision = engine.choose(lost_game(), None)
    assert not isinstance(decision.move, Resign)
    assert engine.wants_to_resign(decision) is asks


def test_a_game_is_not_lost_at_its_first_turn() -> None:
    position = GoPosition.from_board(board(LOST), WHITE, preset("chinese", 9))
    engine = SearchEngine(GO, 9)
    assert not engine.wants_to_resign(engine.choose(position, None))


def test_a_session_with_a_lost_game_is_played_on_without_the_question() -> None:
    session = Session.from_position(GO, {WHITE: SearchEngine(GO, 6)}, lost_game())
    session.play_decision(session.choose())
    assert session.outcome is None
