"""Tests of the table of the kinds of messages: a row alone decides what both interfaces do with a kind."""

from pathlib import Path

import pytest

from docs.screens import as_text
from gnugo_py.app.screen import KINDS, Feedback, Kind, Message, ScreenMessage
from gnugo_py.games.go.position import GO
from gnugo_py.games.types import Mark
from tests.support.plain_game import plain
from tests.support.program import TWO_ON_9X9
from tests.support.screen import begun
from tests.support.views import board_frame, made

SHOWN = Feedback().after([Message(KINDS["news"], ("before",))])
EMPTY = GO.start({"size": 9}).diagram()


def texts(feedback: Feedback) -> list[str]:
    return [each.text for each in feedback.messages]


def rain(kind: Kind) -> Message:
    """Return a message of a kind that only this test has."""
    return Message(kind, ("It rains.",), marks=(((0, 0), Mark("1")),))


def test_what_lasts_one_step_is_a_refusal() -> None:
    shown = SHOWN.after([rain(Kind("lines"))])
    drawn = board_frame(made(diagram=EMPTY, messages=shown.messages), 80, 24).spans
    assert [each.text for each in drawn if each.role == "refusal" and each.text] == ["It rains."]
    assert texts(shown.after_line()) == texts(shown.after([Message(KINDS["news"], ())])) == ["before"]


def test_what_lasts_until_news_is_replaced_by_it() -> None:
    shown = SHOWN.after([rain(Kind("lines", "news"))])
    assert texts(shown.after_line()) == ["before", "It rains."]
    assert texts(shown.after([rain(Kind("lines", "news"))])) == ["before", "It rains."]


@pytest.mark.parametrize("is_aside", [False, True])
def test_earlier_lines_stay_new_beside_an_aside_alone(is_aside: bool) -> None:
    shown = SHOWN.after([rain(Kind("lines", is_aside=is_aside))])
    assert [each.text for each in shown.new] == ["before"] * is_aside + ["It rains."]


@pytest.mark.parametrize(("marks", "number"), [("answer", 1), ("owners", 1), ("", 2)])
def test_the_lines_of_an_answer_replace_the_same_lines(marks: str, number: int) -> None:
    message = rain(Kind("lines", "board", marks))  # type: ignore[arg-type]
    shown = SHOWN.after([message]).after([message])
    assert texts(shown).count("It rains.") == number
    assert (shown.has_answer, shown.is_shaded) == (bool(marks), marks == "owners")


@pytest.mark.parametrize("is_listed", [False, True])
def test_what_the_list_of_moves_says_is_not_said_again_when_it_is_old(is_listed: bool) -> None:
    old = ScreenMessage("It rains.", Kind("lines", "board", is_listed=is_listed), age=1)
    shown = made(diagram=EMPTY, messages=(old, ScreenMessage("new")))
    assert ("It rains." in as_text(board_frame(shown, 80, 24), 80, 24)) is not is_listed


@pytest.mark.parametrize("is_brief", [False, True])
def test_the_brief_form_of_plain_mode_has_only_the_kinds_for_it(
    is_brief: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "setting", KINDS["setting"]._replace(is_brief=is_brief))
    assert ("brief: on" in plain(tmp_path, *TWO_ON_9X9, typed="brief\n")) is is_brief


@pytest.mark.parametrize("is_last", [False, True])
def test_the_terminal_shows_the_last_messages_after_the_screen(
    is_last: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "news", KINDS["news"]._replace(is_last=is_last))
    game = begun(tmp_path, *TWO_ON_9X9)
    game.enter("e5\r", "White, your move")
    game.status("quit\r")
    assert ("Saved as" in game.printed) is is_last
