"""The questions before a game."""

from __future__ import annotations

import pytest

from gnugo_py.app.phases.setup import Unfinished, leaves_nothing_open
from gnugo_py.core.types import Mistake, Side
from gnugo_py.games.go.game import GO
from gnugo_py.games.hex.game import HEX
from gnugo_py.play.session import Session
from tests.dialogue.talk import Talk, pairs
from tests.toy import PAIRS

COLOUR = "Your colour, b for Black or w for White?"
HANDICAP = "Number of handicap stones (0 to 9)?"
CONTINUE = "Press Return to continue"


def test_a_game_of_which_nothing_is_open_begins_at_once() -> None:
    talk = Talk().asked({"size": 3, "side": Side.BLACK})
    assert talk.calls == [("begin", {"size": 3, "side": Side.BLACK})]
    assert talk.here.prompt == "Black, your move?"
    assert talk.says() == [("legend", PAIRS.legend)]


def test_the_introduction_comes_first_and_once() -> None:
    talk = Talk(GO).asked({})
    page = talk.says()
    assert page == [
        (
            "page",
            *GO.introduction.splitlines(),
            "",
            "Type 9 or 13 now for a smaller board than 19x19.",
            "Where nothing is typed, the usual answer is taken.",
            "",
        )
    ]
    assert talk.here.prompt == CONTINUE
    assert talk.says("26") == [("refusal", "type 2 to 25, or press Return for 19.")]
    assert talk.here.prompt == CONTINUE


def test_an_introduction_does_not_ask_what_is_known() -> None:
    talk = Talk(GO).asked({"size": 9})
    ((_, *page),) = talk.says()
    assert page[-3:] == ["", "Where nothing is typed, the usual answer is taken.", ""]
    assert page[-4] == GO.introduction.splitlines()[-1]


def test_nothing_that_is_typed_is_taken_for_what_is_known() -> None:
    talk = Talk(GO).asked({"size": 9})
    assert talk.outputs("13")[1:] == []
    assert talk.here.prompt == HANDICAP


def test_a_size_is_taken_with_the_introduction_and_changes_the_questions() -> None:
    talk = Talk(GO).asked({})
    talk.says("9")
    assert talk.here.prompt == HANDICAP
    talk.says("2")
    assert talk.here.prompt == COLOUR
    talk.says("w")
    assert talk.calls == [("begin", {"size": 9, "handicap": 2, "side": Side.WHITE})]
    assert talk.here.prompt == "White, your move?"


def test_return_takes_the_usual_answers() -> None:
    talk = Talk(GO).asked({})
    talk.says("", "", "")
    assert talk.calls == [("begin", {"handicap": 0, "side": Side.BLACK})]


def test_a_known_answer_is_not_asked_for() -> None:
    talk = Talk(GO).asked({"handicap": 0})
    talk.says("9")
    assert talk.here.prompt == COLOUR
    talk = Talk(GO).asked({"side": Side.WHITE})
    talk.says("9", "0")
    assert talk.calls == [("begin", {"size": 9, "handicap": 0, "side": Side.WHITE})]


def test_options_that_are_given_are_not_changed() -> None:
    given: dict[str, object] = {"size": 9}
    Talk(GO).asked(given).says("", "3", "b")
    assert given == {"size": 9}


def test_an_answer_without_sense_is_asked_again() -> None:
    talk = Talk(GO).asked({"size": 9})
    talk.says("")
    assert talk.says("many") == [("refusal", "type a whole number from 0 to 9.")]
    assert talk.here.prompt == HANDICAP
    talk.says("3")
    assert talk.says("red") == [("refusal", "type b or w.")]
    assert talk.here.prompt == COLOUR
    assert talk.calls == []


@pytest.mark.parametrize(
    ("typed", "side"),
    [
        ("", Side.BLACK),
        ("B", Side.BLACK),
        ("Black", Side.BLACK),
        ("w", Side.WHITE),
        ("WHITE", Side.WHITE),
    ],
)
def test_a_colour_may_be_written_in_many_ways(typed: str, side: Side) -> None:
    talk = Talk().asked({"size": 3})
    talk.says("", typed)
    assert talk.calls == [("begin", {"size": 3, "side": side})]


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_whoever_leaves_at_a_question_leaves_nothing_behind(word: str) -> None:
    talk = Talk(GO).asked({})
    talk.says()
    assert talk.says(word) == []
    assert talk.here.over
    assert not talk.here.wants_new
    assert talk.calls == []


def test_a_game_that_cannot_begin_says_why() -> None:
    with pytest.raises(Mistake, match="the board has 2 to 25 lines a side, not 26"):
        Talk(GO).asked({"size": 26, "handicap": 0, "side": Side.BLACK})


def test_a_game_that_cannot_begin_says_why_after_the_last_answer() -> None:
    talk = Talk(GO).asked({"size": 26, "handicap": 0})
    talk.says("")
    with pytest.raises(Mistake, match="2 to 25 lines"):
        talk.says("b")


def test_while_questions_are_asked_there_is_no_game() -> None:
    talk = Talk(GO).asked({})
    here = talk.here
    assert (here.session, here.grid, here.task, here.standing) == (None, None, None, ())
    assert (here.is_turn, here.is_picking, here.is_watched, here.over, here.trouble) == (*[False] * 4, "")
    assert here.game is GO


def test_help_tells_what_the_open_question_is_about() -> None:
    talk = Talk(GO).asked({})
    talk.says()
    first = (*GO.introduction.splitlines(), "")
    helped = "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.  quit leaves."
    assert talk.says("help") == [("page", *first, helped)]
    assert talk.here.prompt == CONTINUE
    talk.says("9")
    ((kind, line),) = talk.says("?")
    assert kind == "page"
    assert line.startswith("Handicap stones are Black's")
    assert line.endswith(".  quit leaves.")
    assert talk.here.prompt == HANDICAP
    talk.says("0")
    colour = "Black has the first move, unless there are handicap stones.  quit leaves."
    assert talk.says("HELP") == [("page", colour)]
    assert talk.here.prompt == COLOUR


def test_help_at_the_introduction_of_a_known_size_says_how_to_leave() -> None:
    talk = Talk(GO).asked({"size": 9})
    talk.says()
    assert talk.says("help") == [("page", *GO.introduction.splitlines(), "", "quit leaves.")]


def kept() -> Session:
    return pairs("a1 b1")


def gone() -> Session:
    raise Mistake("it is being played elsewhere")


@pytest.mark.parametrize("line", ["y", "YES"])
def test_a_game_that_is_offered_is_gone_on_with(line: str) -> None:
    talk = Talk().asked({}, Unfinished("Go on with it?", kept))
    assert talk.here.prompt == "Go on with it?"
    assert talk.says(line) == [("legend", PAIRS.legend)]
    assert talk.here.prompt == "White, your move?"
    assert talk.calls == []


def test_an_offer_that_is_declined_is_followed_by_the_questions() -> None:
    talk = Talk().asked({}, Unfinished("Go on with it?", kept))
    assert talk.says("maybe") == [("refusal", "type y or n.")]
    assert talk.here.prompt == "Go on with it?"
    assert [kind for kind, *_ in talk.says("no")] == ["page"]
    assert talk.here.prompt == CONTINUE


def test_an_offer_that_fails_says_why_and_asks_the_questions() -> None:
    talk = Talk().asked({"size": 3}, Unfinished("Go on with it?", gone))
    (refusal, page) = talk.says("y")
    assert refusal == ("refusal", "it is being played elsewhere.")
    assert page[0] == "page"
    talk.says("", "b")
    assert talk.here.prompt == "Black, your move?"


def test_help_at_an_offer_tells_what_y_and_n_do() -> None:
    talk = Talk().asked({}, Unfinished("Go on with it?", kept))
    told = "The game was saved when it was left; y goes on with it, n begins another."
    assert talk.says("help") == [("page", told)]
    assert talk.here.prompt == "Go on with it?"


def test_what_is_left_open_depends_on_the_game() -> None:
    assert leaves_nothing_open(GO, {"handicap": 0, "side": Side.BLACK})
    assert not leaves_nothing_open(GO, {"size": 9, "side": Side.BLACK})
    assert not leaves_nothing_open(GO, {"handicap": 0})
    assert leaves_nothing_open(HEX, {"size": 11, "side": Side.BLACK})
    assert not leaves_nothing_open(HEX, {"side": Side.BLACK})
    assert not leaves_nothing_open(HEX, {})
