"""Tests of the questions before a game."""

from __future__ import annotations

import pytest

from gnugo_py.app.phases.setup import ResumeOffer, has_all_new_game_answers
from gnugo_py.core.types import Color, UserError
from gnugo_py.games.go.game import GO
from gnugo_py.games.hex.game import HEX
from gnugo_py.play.session import Session
from tests.support.application import Talk, pairs
from tests.toy import PAIRS

COLOR_QUESTION = "Your color, b for Black or w for White?"
HANDICAP = "Number of handicap stones (0 to 9)?"
CONTINUE = "Press Return to continue"


def test_a_game_of_which_nothing_is_open_begins_at_once() -> None:
    app = Talk().asked({"size": 3, "side": Color.BLACK})
    assert app.calls == [("begin", {"size": 3, "side": Color.BLACK})]
    assert app.here.view.prompt == "Black, your move?"
    assert app.says() == [("legend", PAIRS.legend)]


def test_the_introduction_comes_first_and_once() -> None:
    app = Talk(GO).asked({})
    page = app.says()
    assert page == [
        (
            "page",
            *GO.how_to_play.splitlines(),
            "",
            "Type 9 or 13 now for a board smaller than 19x19.",
            "Press Return to accept the default answer.",
            "",
        )
    ]
    assert app.here.view.prompt == CONTINUE
    assert app.says("26") == [("refusal", "type 2 to 25, or press Return for 19.")]
    assert app.here.view.prompt == CONTINUE


def test_an_introduction_does_not_ask_what_is_known() -> None:
    app = Talk(GO).asked({"size": 9})
    ((_, *page),) = app.says()
    assert page[-3:] == ["", "Press Return to accept the default answer.", ""]
    assert page[-4] == GO.how_to_play.splitlines()[-1]


def test_nothing_that_is_typed_is_taken_for_what_is_known() -> None:
    app = Talk(GO).asked({"size": 9})
    assert app.outputs("13")[1:] == []
    assert app.here.view.prompt == HANDICAP


def test_a_size_is_taken_with_the_introduction_and_changes_the_questions() -> None:
    app = Talk(GO).asked({})
    app.says("9")
    assert app.here.view.prompt == HANDICAP
    app.says("2")
    assert app.here.view.prompt == COLOR_QUESTION
    app.says("w")
    assert app.calls == [("begin", {"size": 9, "handicap": 2, "side": Color.WHITE})]
    assert app.here.view.prompt == "White, your move?"


def test_return_takes_the_usual_answers() -> None:
    app = Talk(GO).asked({})
    app.says("", "", "")
    assert app.calls == [("begin", {"handicap": 0, "side": Color.BLACK})]


def test_a_known_answer_is_not_asked_for() -> None:
    app = Talk(GO).asked({"handicap": 0})
    app.says("9")
    assert app.here.view.prompt == COLOR_QUESTION
    app = Talk(GO).asked({"side": Color.WHITE})
    app.says("9", "0")
    assert app.calls == [("begin", {"size": 9, "handicap": 0, "side": Color.WHITE})]


def test_options_that_are_given_are_not_changed() -> None:
    given: dict[str, object] = {"size": 9}
    Talk(GO).asked(given).says("", "3", "b")
    assert given == {"size": 9}


def test_an_answer_without_sense_is_asked_again() -> None:
    app = Talk(GO).asked({"size": 9})
    app.says("")
    assert app.says("many") == [("refusal", "type a whole number from 0 to 9.")]
    assert app.here.view.prompt == HANDICAP
    app.says("3")
    assert app.says("red") == [("refusal", "type b or w.")]
    assert app.here.view.prompt == COLOR_QUESTION
    assert app.calls == []


@pytest.mark.parametrize(
    ("typed", "color"),
    [
        ("", Color.BLACK),
        ("B", Color.BLACK),
        ("Black", Color.BLACK),
        ("w", Color.WHITE),
        ("WHITE", Color.WHITE),
    ],
)
def test_a_color_may_be_written_in_many_ways(typed: str, color: Color) -> None:
    app = Talk().asked({"size": 3})
    app.says("", typed)
    assert app.calls == [("begin", {"size": 3, "side": color})]


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_whoever_leaves_at_a_question_leaves_nothing_behind(word: str) -> None:
    app = Talk(GO).asked({})
    app.says()
    assert app.says(word) == []
    assert app.here.is_over
    assert not app.here.wants_new
    assert app.calls == []


def test_a_game_that_cannot_begin_says_why() -> None:
    with pytest.raises(UserError, match="the board has 2 to 25 lines per side, not 26"):
        Talk(GO).asked({"size": 26, "handicap": 0, "side": Color.BLACK})


def test_a_game_that_cannot_begin_says_why_after_the_last_answer() -> None:
    app = Talk(GO).asked({"size": 26, "handicap": 0})
    app.says("")
    with pytest.raises(UserError, match="2 to 25 lines"):
        app.says("b")


def test_while_questions_are_asked_there_is_no_game() -> None:
    app = Talk(GO).asked({})
    here = app.here
    assert (here.session, here.view.diagram, here.engine_task, here.view.count_lines) == (
        None,
        None,
        None,
        (),
    )
    assert (
        here.view.accepts_moves,
        bool(here.view.escape_line),
        here.view.is_engine_match,
        here.is_over,
        here.view.save_error,
    ) == (
        *[False] * 4,
        "",
    )
    assert here.game is GO


def test_help_explains_the_open_question() -> None:
    app = Talk(GO).asked({})
    app.says()
    first = (*GO.how_to_play.splitlines(), "")
    helped = "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.  Type quit to leave."
    assert app.says("help") == [("page", *first, helped)]
    assert app.here.view.prompt == CONTINUE
    app.says("9")
    ((kind, line),) = app.says("?")
    assert kind == "page"
    assert line.startswith("Black, the weaker player,")
    assert line.endswith(".  Type quit to leave.")
    assert app.here.view.prompt == HANDICAP
    app.says("0")
    color = "Black moves first, unless there are handicap stones.  Type quit to leave."
    assert app.says("HELP") == [("page", color)]
    assert app.here.view.prompt == COLOR_QUESTION


def test_help_at_the_introduction_of_a_known_size_says_how_to_leave() -> None:
    app = Talk(GO).asked({"size": 9})
    app.says()
    assert app.says("help") == [("page", *GO.how_to_play.splitlines(), "", "Type quit to leave.")]


def kept() -> Session:
    return pairs("a1 b1")


def gone() -> Session:
    raise UserError("it is being played elsewhere")


@pytest.mark.parametrize("line", ["y", "YES"])
def test_a_game_that_is_offered_is_gone_on_with(line: str) -> None:
    app = Talk().asked({}, ResumeOffer("Go on with it?", kept))
    assert app.here.view.prompt == "Go on with it?"
    assert app.says(line) == [("legend", PAIRS.legend)]
    assert app.here.view.prompt == "White, your move?"
    assert app.calls == []


def test_an_offer_that_is_declined_is_followed_by_the_questions() -> None:
    app = Talk().asked({}, ResumeOffer("Go on with it?", kept))
    assert app.says("maybe") == [("refusal", "type y or n.")]
    assert app.here.view.prompt == "Go on with it?"
    assert [kind for kind, *_ in app.says("no")] == ["page"]
    assert app.here.view.prompt == CONTINUE


def test_an_offer_that_fails_says_why_and_asks_the_questions() -> None:
    app = Talk().asked({"size": 3}, ResumeOffer("Go on with it?", gone))
    (refusal, page) = app.says("y")
    assert refusal == ("refusal", "it is being played elsewhere.")
    assert page[0] == "page"
    app.says("", "b")
    assert app.here.view.prompt == "Black, your move?"


def test_help_at_an_offer_explains_y_and_n() -> None:
    app = Talk().asked({}, ResumeOffer("Go on with it?", kept))
    shown = "This game was saved when you left it; type y to resume it, or n to start a new one."
    assert app.says("help") == [("page", shown)]
    assert app.here.view.prompt == "Go on with it?"


def test_what_is_left_open_depends_on_the_game() -> None:
    assert has_all_new_game_answers(GO, {"handicap": 0, "side": Color.BLACK})
    assert not has_all_new_game_answers(GO, {"size": 9, "side": Color.BLACK})
    assert not has_all_new_game_answers(GO, {"handicap": 0})
    assert has_all_new_game_answers(HEX, {"size": 11, "side": Color.BLACK})
    assert not has_all_new_game_answers(HEX, {"side": Color.BLACK})
    assert not has_all_new_game_answers(HEX, {})
