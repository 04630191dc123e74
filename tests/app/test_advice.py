"""Tests of `hint` and `why`."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from gnugo_py.app.analyst_provider import AnalystProvider
from gnugo_py.core.types import Color
from gnugo_py.engines.engine import Engine, EngineCommand
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from tests.support.application import Talk, computer, drawn, pairs
from tests.support.paths import ROOT
from tests.support.scripted_engine import Adviser, Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE
ANALYST = ROOT / "tests" / "support" / "analysis_engine.py"


def answered() -> Session:
    """Return a session with a move of the engine, one of the person, and another of the engine."""
    deep: dict[Color, Engine] = {BLACK: Scripted(pair("a3 b3"), pair("c1 c2"))}
    return pairs("", "a1 b1", "", players=deep)


def test_a_hint_is_what_an_adviser_from_outside_would_play() -> None:
    app = Talk()
    app.adviser = Adviser(pair("b2 c3"), name="Owl")
    app.resumed(pairs("a1 b1"))
    assert app.says("hint") == []
    task = app.here.engine_task
    assert task is not None
    assert task.engine is app.adviser
    assert (app.here.view.prompt, app.here.view.accepts_moves) == ("White, your move?", True)
    app.here.run_task()
    (why,) = app.here.take_events()
    reasons = ("Move 1 of the script.", "White is glad of it.")
    assert (why.kind, why.lines) == ("why", ("Owl would play b2 c3:", *reasons))
    assert drawn(why.diagram) == "--- --- XX-"
    assert why.marks == (((1, 1), "*"), ((0, 2), "*"))
    assert (app.here.engine_task, app.here.view.prompt) == (None, "White, your move?")
    assert len(app.session.turns) == 2
    assert app.calls == []


def test_the_adviser_is_asked_whoever_the_opponent_is() -> None:
    own = Adviser(pair("b1 b2"), name="Own")
    app = Talk()
    app.adviser = Adviser(pair("a1 b1"), name="Owl")
    app.resumed(Session.from_position(PAIRS, {WHITE: own}, Pairs()))
    app.says("hint")
    assert app.thinks()[0][1] == "Owl would play a1 b1:"


def test_a_player_who_does_not_advise_is_not_asked() -> None:
    app = Talk().resumed(pairs(players=computer("a1 b1")))
    assert app.says("hint") == [("refusal", "there is no engine that can give hints in Pairs.")]
    assert app.here.engine_task is None


def test_a_hint_that_fails_says_why_and_the_game_goes_on() -> None:
    owl = Adviser(name="Owl")
    owl.failing = "it has gone"
    app = Talk()
    app.adviser = owl
    app.resumed(pairs("a1 b1"))
    app.says("hint")
    assert app.thinks() == [("refusal", "it has gone.")]
    assert (app.here.engine_task, app.here.view.prompt) == (None, "White, your move?")


def test_a_move_that_comes_before_the_hint_is_made() -> None:
    app = Talk()
    app.adviser = Adviser(pair("b2 c3"))
    app.resumed(pairs("a1 b1"))
    app.says("hint", "a3 b3")
    assert drawn(app.here.view.diagram) == "OO- --- XX-"
    assert app.here.engine_task is None


def test_why_explains_the_engines_last_move_on_the_board_before_it() -> None:
    app = Talk().resumed(answered())
    (why,) = app.outputs("why")
    reasons = ("Move 2 of the script.", "Black is glad of it.")
    assert (why.kind, why.lines) == ("why", ("Why Black played c1 c2 as move 3:", *reasons))
    assert drawn(why.diagram) == "XX- --- OO-"
    assert why.marks == (((2, 2), "*"), ((1, 2), "*"))
    assert app.here.engine_task is None


def test_why_explains_the_engines_move_before_the_users() -> None:
    session = answered()
    session.go_to(2)
    session.set_player(BLACK, None)
    app = Talk().resumed(session)
    assert app.says("why")[0][1] == "Why Black played a3 b3 as move 1:"


def test_why_explains_a_move_by_its_number() -> None:
    app = Talk().resumed(answered())
    assert app.says("why 1")[0][1] == "Why Black played a3 b3 as move 1:"
    assert app.says("why 3")[0][1] == "Why Black played c1 c2 as move 3:"
    assert app.says("why 2") == [("refusal", "a person made that move.")]


@pytest.mark.parametrize("words", ["0", "4", "-1", "x", "1 2", "000001", "\u0661"])
def test_why_takes_the_number_of_a_move_only(words: str) -> None:
    app = Talk().resumed(answered())
    assert app.says(f"why {words}") == [("refusal", "type why N with a move number from 1 to 3.")]


def test_a_number_may_have_five_digits() -> None:
    app = Talk().resumed(answered())
    assert app.says("why 00003")[0][1] == "Why Black played c1 c2 as move 3:"


def test_why_reports_that_there_is_nothing_to_explain() -> None:
    assert Talk().resumed(pairs()).says("why") == [("refusal", "no move has been made yet.")]
    assert Talk().resumed(pairs("a1 b1")).says("why") == [("refusal", "the computer has not moved yet.")]


def read(memory: int | None) -> Session:
    """Return a session as read from a file, with an engine's move but without its decision."""
    played = pairs("a1 b1", "", players=computer("a3 b3"))
    turns = [turn._replace(decision=None) for turn in played.turns]
    turns[1] = turns[1]._replace(memories=(None, memory))
    return Session(PAIRS, played.players, turns)


def test_a_move_read_from_a_file_is_decided_again() -> None:
    session = read(0)
    app = Talk().resumed(session)
    assert app.says("why") == []
    assert app.here.engine_task is not None
    app.here.run_task()
    (why,) = app.here.take_events()
    assert why.lines[0] == "Why White played a3 b3 as move 2:"
    assert why.lines[1] == "Move 1 of the script."
    assert why.marks == (((0, 0), "*"), ((0, 1), "*"))
    assert drawn(why.diagram) == "--- --- XX-"
    player = session.players[WHITE]
    assert isinstance(player, Scripted)
    assert player.asked == [0, 0]
    assert app.here.view.prompt == PAIRS.point_prompts[0]


def test_a_move_of_which_nothing_is_remembered_is_reported_without_a_picture() -> None:
    app = Talk().resumed(read(None))
    (why,) = app.outputs("why")
    assert why.lines[1] == "Move 1 of the script."
    assert (drawn(why.diagram), why.marks) == ("--- --- XX-", ())


def test_a_player_that_did_not_say_why_did_not() -> None:
    session = read(None)
    session = Session(PAIRS, session.players, [turn._replace(explanation=()) for turn in session.turns])
    app = Talk().resumed(session)
    assert app.says("why") == [("why", "Why White played a3 b3 as move 2:", "No reasons were recorded.")]


def hinted() -> Talk:
    """Return an application on a screen that has just shown the hint `b2 c3`."""
    app = Talk()
    app.services.has_screen = True
    app.adviser = Adviser(pair("b2 c3"), name="Owl")
    app.resumed(pairs("a1 b1"))
    app.says("hint")
    assert app.thinks()[0][-1] == "Press Return to play it."
    return app


def test_return_plays_the_move_of_a_hint() -> None:
    app = hinted()
    app.says("")
    assert app.session.turns[-1].move == pair("b2 c3")


def test_return_plays_nothing_after_another_line() -> None:
    app = hinted()
    app.says("save", "")
    assert len(app.session.turns) == 2


def test_without_a_screen_a_hint_is_only_shown() -> None:
    app = Talk()
    app.adviser = Adviser(pair("b2 c3"), name="Owl")
    app.resumed(pairs("a1 b1"))
    app.says("hint")
    app.thinks()
    app.says("")
    assert len(app.session.turns) == 2


def test_an_estimate_of_another_engine_is_computed_in_the_background() -> None:
    talk = Talk(GO)
    talk.services.analyst_provider = AnalystProvider(
        EngineCommand(f"{sys.executable} {ANALYST} kata", "."), print
    )
    talk.resumed(Session.from_position(GO, {}, GO.start({"size": 9})))
    with closing(talk.services.analyst_provider):
        assert talk.says("score") == []
        assert talk.here.engine_task is not None
        ((kind, sentence, _),) = talk.thinks()
        assert (kind, "Black" in sentence) == ("estimate", True)
        assert talk.says("influence") == []
        assert talk.thinks()[0][0] == "estimate"
