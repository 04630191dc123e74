"""Hints, and why a move was made."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import Side
from gnugo_py.engines.engine import Player
from gnugo_py.play.session import Session
from tests.dialogue.talk import Talk, computer, drawn, pairs
from tests.scripted import Adviser, Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Side.BLACK, Side.WHITE


def answered() -> Session:
    """A game with a move of the computer's, a person's, and another of the computer's."""
    deep: dict[Side, Player] = {BLACK: Scripted(pair("a3 b3"), pair("c1 c2"))}
    return pairs("", "a1 b1", "", players=deep)


def test_a_hint_is_what_an_adviser_from_outside_would_play() -> None:
    talk = Talk()
    talk.adviser = Adviser(pair("b2 c3"), name="Owl")
    talk.resumed(pairs("a1 b1"))
    assert talk.says("hint") == []
    task = talk.here.task
    assert task is not None
    assert task.player is talk.adviser
    assert (talk.here.prompt, talk.here.is_turn) == ("White, your move?", True)
    talk.here.think()
    (why,) = talk.here.outputs()
    reasons = ("Move 1 of the script.", "White is glad of it.")
    assert (why.kind, why.lines) == ("why", ("Owl would play b2 c3:", *reasons))
    assert drawn(why.grid) == "--- --- XX-"
    assert why.marks == (((1, 1), "*"), ((0, 2), "*"))
    assert (talk.here.task, talk.here.prompt) == (None, "White, your move?")
    assert len(talk.session.turns) == 2
    assert talk.calls == []


def test_a_player_who_advises_is_asked_before_anyone_else() -> None:
    own = Adviser(pair("a1 b1"), name="Own")
    talk = Talk()
    talk.adviser = Adviser(name="Owl")
    talk.resumed(Session.begin(PAIRS, {WHITE: own}, Pairs()))
    talk.says("hint")
    assert talk.thinks()[0][1] == "Own would play a1 b1:"


def test_a_player_who_does_not_advise_is_not_asked() -> None:
    talk = Talk().resumed(pairs(players=computer("a1 b1")))
    assert talk.says("hint") == [("refusal", "nobody here can give a hint in Pairs.")]
    assert talk.here.task is None


def test_a_hint_that_fails_says_why_and_the_game_goes_on() -> None:
    owl = Adviser(name="Owl")
    owl.failing = "it has gone"
    talk = Talk()
    talk.adviser = owl
    talk.resumed(pairs("a1 b1"))
    talk.says("hint")
    assert talk.thinks() == [("refusal", "it has gone.")]
    assert (talk.here.task, talk.here.prompt) == (None, "White, your move?")


def test_a_move_that_comes_before_the_hint_is_made() -> None:
    talk = Talk()
    talk.adviser = Adviser(pair("b2 c3"))
    talk.resumed(pairs("a1 b1"))
    talk.says("hint", "a3 b3")
    assert drawn(talk.here.grid) == "OO- --- XX-"
    assert talk.here.task is None


def test_why_tells_of_the_last_move_of_the_computers_with_the_board_before_it() -> None:
    talk = Talk().resumed(answered())
    (why,) = talk.outputs("why")
    reasons = ("Move 2 of the script.", "Black is glad of it.")
    assert (why.kind, why.lines) == ("why", ("Why Black played c1 c2 as move 3:", *reasons))
    assert drawn(why.grid) == "XX- --- OO-"
    assert why.marks == (((2, 2), "*"), ((1, 2), "*"))
    assert talk.here.task is None


def test_why_tells_of_the_computers_move_before_a_persons() -> None:
    session = answered()
    session.go_to(2)
    session.seat(BLACK, None)
    talk = Talk().resumed(session)
    assert talk.says("why")[0][1] == "Why Black played a3 b3 as move 1:"


def test_why_tells_of_a_move_by_its_number() -> None:
    talk = Talk().resumed(answered())
    assert talk.says("why 1")[0][1] == "Why Black played a3 b3 as move 1:"
    assert talk.says("why 3")[0][1] == "Why Black played c1 c2 as move 3:"
    assert talk.says("why 2") == [("refusal", "a person made that move.")]


@pytest.mark.parametrize("words", ["0", "4", "-1", "x", "1 2", "000001", "\u0661"])
def test_why_takes_the_number_of_a_move_only(words: str) -> None:
    talk = Talk().resumed(answered())
    assert talk.says(f"why {words}") == [("refusal", "type why and the number of a move, 1 to 3.")]


def test_a_number_may_have_five_digits() -> None:
    talk = Talk().resumed(answered())
    assert talk.says("why 00003")[0][1] == "Why Black played c1 c2 as move 3:"


def test_why_says_that_there_is_nothing_to_tell() -> None:
    assert Talk().resumed(pairs()).says("why") == [("refusal", "nobody has made a move yet.")]
    assert Talk().resumed(pairs("a1 b1")).says("why") == [("refusal", "the computer has made no move yet.")]


def read(memory: int | None) -> Session:
    """A game read from a file, with a move of a player's but not its choice."""
    played = pairs("a1 b1", "", players=computer("a3 b3"))
    turns = [turn._replace(choice=None) for turn in played.turns]
    turns[1] = turns[1]._replace(memories=(None, memory))
    return Session(PAIRS, played.players, turns)


def test_a_move_read_from_a_file_is_decided_again() -> None:
    session = read(0)
    talk = Talk().resumed(session)
    assert talk.says("why") == []
    assert talk.here.task is not None
    talk.here.think()
    (why,) = talk.here.outputs()
    assert why.lines[0] == "Why White played a3 b3 as move 2:"
    assert why.lines[1] == "Move 1 of the script."
    assert why.marks == (((0, 0), "*"), ((0, 1), "*"))
    assert drawn(why.grid) == "--- --- XX-"
    player = session.players[WHITE]
    assert isinstance(player, Scripted)
    assert player.asked == [0, 0]
    assert talk.here.prompt == PAIRS.steps[0]


def test_a_move_of_which_nothing_is_remembered_is_told_without_a_picture() -> None:
    talk = Talk().resumed(read(None))
    (why,) = talk.outputs("why")
    assert why.lines[1] == "Move 1 of the script."
    assert (drawn(why.grid), why.marks) == ("--- --- XX-", ())


def test_a_player_that_did_not_say_why_did_not() -> None:
    session = read(None)
    session = Session(PAIRS, session.players, [turn._replace(note=()) for turn in session.turns])
    talk = Talk().resumed(session)
    assert talk.says("why") == [("why", "Why White played a3 b3 as move 2:", "It did not say why.")]
