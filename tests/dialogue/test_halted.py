"""A player that has no move to give."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import Outcome, Side
from gnugo_py.engines.engine import Player
from tests.dialogue.talk import Talk, drawn, pairs
from tests.scripted import Forgetful, Scripted, pair
from tests.toy import PAIRS

WHITE = Side.WHITE
ASKED = PAIRS.steps[0]
HALT = "Return goes on; or type a command, like undo, save or quit."


def halted(adviser: Player | None = None) -> tuple[Talk, Scripted]:
    """A game in which White's player cannot move."""
    player = Scripted(pair("a3 b3"), name="Deep Pair")
    talk = Talk()
    talk.adviser = adviser
    talk.resumed(pairs("a1 b1", players={WHITE: player}))
    player.failing = "it has gone"
    return talk, player


def test_a_player_that_cannot_move_is_told_with_the_board_and_what_to_do() -> None:
    talk, _ = halted()
    talk.here.think()
    board, trouble, news = talk.here.outputs()
    assert (board.kind, drawn(board.grid)) == ("board", "--- --- XX-")
    assert (trouble.kind, trouble.lines) == ("trouble", ("it has gone.",))
    assert (news.kind, news.lines) == ("news", (HALT,))
    assert talk.here.prompt == "Return, or a command?"
    assert talk.here.task is None
    assert talk.here.is_turn


def test_return_asks_a_halted_player_again() -> None:
    talk, player = halted()
    talk.thinks()
    assert talk.says("") == []
    assert player.failing == ""
    assert talk.thinks()[0] == ("move", "my move: a3 b3")


def test_a_halted_game_that_goes_on_after_a_form_tells_again_what_to_do() -> None:
    talk, _ = halted()
    talk.here.think()
    talk.says("new")
    talk.here.go_back()
    assert talk.says() == [("news", "The game goes on."), ("news", HALT)]
    assert talk.here.prompt == "Return, or a command?"


def helped() -> tuple[Talk, Scripted]:
    """The same, with a helper; its settings call it `script`."""
    helper = Forgetful(pair("a3 c3"), name="Helper")
    talk, _ = halted(helper)
    return talk, helper


def test_a_helper_is_offered_by_its_kind_and_plays_on_for_a_halted_player() -> None:
    talk, helper = helped()
    said = talk.thinks()
    instead = "Return goes on; script has Helper play instead; or type a command, like undo, save or quit."
    assert said[-1] == ("news", instead)
    assert talk.here.prompt == "Return, script, or a command?"
    assert talk.says("Script") == [("news", "Helper plays on for White.")]
    assert talk.thinks()[0] == ("move", "my move: a3 c3")
    assert talk.session.players == {WHITE: helper}


@pytest.mark.parametrize("line", ["c1 c2", "back", "xyzzy", "classic"])
def test_nobody_moves_for_a_halted_player(line: str) -> None:
    talk, _ = helped()
    talk.thinks()
    told = "press Return, or type script or a command that is no move."
    assert talk.says(line) == [("refusal", told)]
    assert talk.here.prompt == "Return, script, or a command?"
    assert len(talk.session.turns) == 2


def test_a_person_can_give_up_while_a_player_is_halted() -> None:
    talk, _ = helped()
    talk.thinks()
    assert ("result", "Black resigns; White wins.") in talk.says("resign")
    assert talk.session.outcome == Outcome(WHITE, "resignation")


def test_without_a_helper_nobody_plays_instead() -> None:
    talk, player = halted()
    talk.thinks()
    ((kind, *_),) = talk.says("script")
    assert kind == "refusal"
    assert talk.session.players == {WHITE: player}


def test_a_halted_player_stays_halted_after_a_command_that_leaves_it_its_turn() -> None:
    talk, _ = halted()
    talk.thinks()
    assert talk.says("save") == [("news", "It is saved.")]
    assert (talk.here.prompt, talk.here.task) == ("Return, or a command?", None)


def test_taking_back_leaves_a_halted_player() -> None:
    talk, _ = halted()
    talk.thinks()
    assert talk.says("undo") == [("news", "Taken back.")]
    assert talk.here.prompt == ASKED


def test_without_a_helper_a_refusal_names_none() -> None:
    talk, _ = halted()
    talk.thinks()
    assert talk.says("xyzzy") == [("refusal", "press Return, or type a command that is no move.")]


def test_who_watches_is_not_told_to_take_a_move_back() -> None:
    player = Scripted(pair("a3 b3"), name="Deep Pair")
    talk = Talk()
    talk.resumed(pairs("a1 b1", players={WHITE: player, Side.BLACK: player}))
    player.failing = "it has gone"
    assert talk.thinks()[-1] == ("news", HALT.replace("undo", "why"))
