"""Tests of an engine that fails to choose a move."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import Color, Outcome
from gnugo_py.engines.engine import Engine
from tests.support.application import Talk, drawn, pairs
from tests.support.scripted_engine import Forgetful, Scripted, pair
from tests.toy import PAIRS

WHITE = Color.WHITE
ASKED = PAIRS.point_prompts[0]
HALT = "Press Return to try again, or type a command such as undo, save or quit."


def halted(adviser: Engine | None = None) -> tuple[Talk, Scripted]:
    """Return a game in which White's engine cannot move."""
    player = Scripted(pair("a3 b3"), name="Deep Pair")
    app = Talk()
    app.adviser = adviser
    app.resumed(pairs("a1 b1", players={WHITE: player}))
    player.failing = "it has gone"
    return app, player


def test_a_player_that_cannot_move_is_reported_with_the_board_and_what_to_do() -> None:
    app, _ = halted()
    app.here.run_task()
    board, trouble, news = app.here.take_events()
    assert (board.kind, drawn(board.diagram)) == ("board", "--- --- XX-")
    assert (trouble.kind, trouble.lines) == ("trouble", ("it has gone.",))
    assert (news.kind, news.lines) == ("news", (HALT,))
    assert app.here.view.prompt == "Press Return to retry, or type a command:"
    assert app.here.engine_task is None
    assert app.here.view.accepts_moves


def test_return_asks_a_halted_player_again() -> None:
    app, player = halted()
    app.thinks()
    assert app.says("") == []
    assert player.failing == ""
    assert app.thinks()[0] == ("move", "my move: a3 b3")


def test_an_interrupted_game_continued_after_a_form_explains_again_what_to_do() -> None:
    app, _ = halted()
    app.here.run_task()
    app.says("new")
    app.here.continue_left_game()
    assert app.says() == [("news", "The game continues."), ("news", HALT)]
    assert app.here.view.prompt == "Press Return to retry, or type a command:"


def helped() -> tuple[Talk, Scripted]:
    """Return the same game with a replacement engine, whose configuration names it `script`."""
    helper = Forgetful(pair("a3 c3"), name="Helper")
    app, _ = halted(helper)
    return app, helper


def test_a_helper_is_offered_by_its_kind_and_plays_on_for_a_halted_player() -> None:
    app, helper = helped()
    output = app.thinks()
    instead = (
        "Press Return to try again, type script to let Helper take over,"
        " or type a command such as undo, save or quit."
    )
    assert output[-1] == ("news", instead)
    assert app.here.view.prompt == "Press Return to retry, or type script or a command:"
    assert app.says("Script") == [("news", "Helper now plays White.")]
    assert app.thinks()[0] == ("move", "my move: a3 c3")
    assert app.session.players == {WHITE: helper}


@pytest.mark.parametrize("line", ["c1 c2", "back", "xyzzy", "classic"])
def test_nobody_moves_for_a_halted_player(line: str) -> None:
    app, _ = helped()
    app.thinks()
    shown = "press Return, or type script or a command other than a move."
    assert app.says(line) == [("refusal", shown)]
    assert app.here.view.prompt == "Press Return to retry, or type script or a command:"
    assert len(app.session.turns) == 2


def test_a_person_can_give_up_while_a_player_is_halted() -> None:
    app, _ = helped()
    app.thinks()
    assert ("result", "Black resigns; White wins.") in app.says("resign")
    assert app.session.outcome == Outcome(WHITE, "resignation")


def test_without_a_helper_nobody_plays_instead() -> None:
    app, player = halted()
    app.thinks()
    ((kind, *_),) = app.says("script")
    assert kind == "refusal"
    assert app.session.players == {WHITE: player}


def test_a_halted_player_stays_halted_after_a_command_that_leaves_it_its_turn() -> None:
    app, _ = halted()
    app.thinks()
    assert app.says("save") == [("news", "It is saved.")]
    assert (app.here.view.prompt, app.here.engine_task) == ("Press Return to retry, or type a command:", None)


def test_taking_back_leaves_a_halted_player() -> None:
    app, _ = halted()
    app.thinks()
    assert app.says("undo") == [("news", "Move taken back.")]
    assert app.here.view.prompt == ASKED


def test_without_a_helper_a_refusal_names_none() -> None:
    app, _ = halted()
    app.thinks()
    assert app.says("xyzzy") == [("refusal", "press Return, or type a command other than a move.")]


def test_undo_is_not_suggested_in_a_watched_game() -> None:
    player = Scripted(pair("a3 b3"), name="Deep Pair")
    app = Talk()
    app.resumed(pairs("a1 b1", players={WHITE: player, Color.BLACK: player}))
    player.failing = "it has gone"
    assert app.thinks()[-1] == ("news", HALT.replace("undo", "why"))
