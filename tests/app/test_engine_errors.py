"""Tests of an engine that fails to choose a move: what is reported, and what the person can do."""

from pathlib import Path
from typing import Any

import pytest

from gnugo_py import Decision, EngineError, SearchEngine, UserError
from gnugo_py.app.players import Players
from tests.support.gtp_engines import command
from tests.support.plain_game import AGAINST_SEARCH, board, play, reply
from tests.support.screen import begun

ADVICE = "Press Return to try again{}, or type a command such as undo, save or quit."
TAKES_OVER = ", type search to let gnugo-py level 3 take over"
QUESTION = "Press Return to retry, or type search or a command:"
WITHOUT_ANOTHER = "Press Return to retry, or type a command:"
IN_HEX = ("--game", "hex", "--size", "5", "--color", "black", "--first-move", "free", "--seed", "1")
"""A game against the default opponent, which no other engine can replace."""


@pytest.fixture(autouse=True)
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reasons for which the next choices of search engines fail; empty for one that succeeds.

    An engine that has failed fails again until it recovers.
    """
    reasons, failed = ["it has gone"], dict[SearchEngine, str]()
    choose, recover = SearchEngine.choose, SearchEngine.recover

    def fail_or_choose(engine: SearchEngine, *arguments: Any) -> Decision[Any]:
        if reasons and (reason := reasons.pop(0)):
            failed[engine] = reason
        if engine in failed:
            raise EngineError(failed[engine])
        return choose(engine, *arguments)

    def forget_and_recover(engine: SearchEngine) -> None:
        failed.pop(engine, None)
        recover(engine)

    monkeypatch.setattr(SearchEngine, "choose", fail_or_choose)
    monkeypatch.setattr(SearchEngine, "recover", forget_and_recover)
    return reasons


def after_failure(*lines: str) -> list[str]:
    """Return what is printed after some lines in a game of Go whose opponent fails at its first move."""
    return reply("c3", *lines, words=AGAINST_SEARCH)


def test_the_failure_is_reported_with_the_board_and_what_to_do() -> None:
    lines = after_failure()
    assert board(lines)[2] == "3 - - X - -"
    assert lines[-3:] == ["it has gone.", ADVICE.format(TAKES_OVER), QUESTION]


def test_why_explains_the_last_move_that_the_engine_made(failures: list[str]) -> None:
    words = tuple("white" if word == "black" else word for word in AGAINST_SEARCH)
    failures.clear()
    vertex = play(words=words).partition("my move: ")[2][:2]
    failures[:] = ["", "it has gone"]
    lines = reply("a1", "why", words=words)
    assert f"Why Black played {vertex} as move 1:" in lines
    assert lines[-1] == QUESTION


def test_an_engine_that_cannot_be_made_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise UserError("local.txt: no such file")

    monkeypatch.setattr(Players, "default_opponent", fail)
    assert after_failure()[-1] == WITHOUT_ANOTHER


def test_another_engine_takes_over(a_person_of_its_own: Path) -> None:
    lines = after_failure("Search")
    assert lines[0] == "gnugo-py level 3 now plays White."
    assert lines[1].startswith("my move: ")
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    assert "PW[gnugo-py level 3]" in file.read_text()


@pytest.mark.parametrize("line", ["c2", "pass", "xyzzy", "classic"])
def test_the_person_does_not_move_for_the_engine(line: str) -> None:
    assert after_failure(line) == ["press Return, or type search or a command other than a move.", QUESTION]


def test_the_question_stays_after_a_command_that_changes_nothing() -> None:
    first, question = after_failure("save")
    assert first.startswith("Saved as ")
    assert question == QUESTION


def test_undo_returns_to_the_person() -> None:
    lines = after_failure("undo")
    assert (lines[0], lines[-1]) == ("Move taken back.", "your move?")


def test_no_other_engine_is_offered_if_it_would_be_the_same() -> None:
    lines = reply("c3", words=IN_HEX)
    assert lines[-3:] == ["it has gone.", ADVICE.format(""), WITHOUT_ANOTHER]
    assert reply("c3", words=IN_HEX)[-1] == "your move?"


@pytest.mark.parametrize("line", ["xyzzy", "search"])
def test_no_other_engine_is_named_in_a_refusal_either(line: str) -> None:
    assert reply("c3", line, words=IN_HEX) == [
        "press Return, or type a command other than a move.",
        WITHOUT_ANOTHER,
    ]


def test_undo_is_not_suggested_while_two_engines_play() -> None:
    engines = ("--opponent", command("passes"), "--opponent", command("crashes"))
    two = ("--size", "5", "--handicap", "0", *engines)
    assert "or type a command such as why, save or quit." in play(words=two)


def test_the_choices_are_shown_again_when_the_person_returns_from_the_form(tmp_path: Path) -> None:
    screen = begun(tmp_path, *AGAINST_SEARCH)
    screen.enter("c3\r", "(?s)it has gone.*Press Return to retry")
    screen.enter("new\r", "Return: start")
    screen.enter("\x1b", "(?s)The game continues.*Press Return to try.*Press Return to retry")


def test_the_failure_is_reported_on_a_screen(tmp_path: Path) -> None:
    screen = begun(tmp_path, *AGAINST_SEARCH)
    screen.enter("c3\r", "(?s)it has gone.*Press Return to retry")
    screen.enter("\r", "(?s)my move: C2.*your move\\?$")


def test_the_choices_are_shown_last_when_a_count_is_left() -> None:
    lines = after_failure("stop", "play")
    assert lines[0] == "The game continues."
    assert lines[-2:] == [ADVICE.format(TAKES_OVER), QUESTION]
