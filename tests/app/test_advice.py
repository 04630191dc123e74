"""Tests of `hint` and `why`, and of estimates by another engine."""

import re
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gnugo_py import Decision, EngineError, SearchEngine
from tests.support.analysts import engine_command
from tests.support.plain_game import AGAINST_SEARCH, board, play, reply
from tests.support.program import BLACK_ON_9X9, TWO_ON_5X5, TWO_ON_9X9, run
from tests.support.screen import ARROWS, Screen, begun, stones

ANALYST = engine_command("analysis_engine", "kata")
WHY_2 = "Why White played C2 as move 2:"


def heading(lines: list[str], start: str) -> str:
    """Return the only line that begins with some words."""
    (found,) = (line for line in lines if line.startswith(start))
    return found


def test_a_hint_is_a_move_with_reasons_on_the_board() -> None:
    lines = reply("c3", "hint 1")
    title = heading(lines, "gnugo-py level 1 would play ")
    vertex = title[-3:-1]
    row = board(lines)[5 - int(vertex[1])].split()[1:]
    assert row["ABCDE".index(vertex[0])] == "1"
    assert re.search(r"win rate (is )?\d+ %", lines[lines.index(title) + 1])
    assert lines[-1] == "White, your move?"


def test_the_score_after_a_hint_is_the_one_that_the_hint_reported() -> None:
    leads = re.findall(r"(\w+ leads by about [\d.]+ points?).*win rate (\d+)", play("c3", "hint", "score"))
    assert len(leads) == 2
    assert leads[0] == leads[1]


def test_a_hint_changes_nothing() -> None:
    assert board(reply("c3", "hint 1", "undo")) == board(reply("undo"))


def test_a_hint_that_fails_is_reported_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise EngineError("it has gone")

    monkeypatch.setattr(SearchEngine, "choose", fail)
    monkeypatch.setattr(SearchEngine, "analyze", fail, raising=False)
    assert reply("c3", "hint 1") == ["it has gone.", "White, your move?"]


def test_a_move_typed_before_the_hint_comes_is_made_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_choose, choose = Event(), SearchEngine.choose

    def wait_and_choose(engine: SearchEngine, *arguments: Any) -> Decision[Any]:
        may_choose.wait(60)
        return choose(engine, *arguments)

    monkeypatch.setattr(SearchEngine, "choose", wait_and_choose)
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("hint 1\r", "is thinking")
    screen.type("a1\r")
    may_choose.set()
    assert "would play" not in screen.wait("(?s)1 X - - - -.*White, your move\\?$")


def hint_on_a_screen(saves: Path) -> Screen:
    """Return a game of two people on a screen that shows a hint."""
    screen = begun(saves, *TWO_ON_5X5)
    screen.enter("hint 1\r", "(?s)would play.*^ *Return plays [A-E]\\d; Black, your move\\?$")
    return screen


def test_return_plays_nothing_after_another_line(tmp_path: Path) -> None:
    screen = hint_on_a_screen(tmp_path)
    screen.enter("save\r", "Saved as")
    screen.type("\r")
    screen.still("^ *Black, your move\\?$")


@pytest.mark.parametrize("key", ["\x1b", ARROWS["left"], "c"])
def test_what_return_does_is_no_longer_said_after_a_key_that_changes_it(key: str, tmp_path: Path) -> None:
    screen = hint_on_a_screen(tmp_path)
    screen.type(key)
    assert "Return plays" not in "\n".join(screen.read())


def test_return_plays_nothing_after_escape(tmp_path: Path) -> None:
    screen = hint_on_a_screen(tmp_path)
    screen.type("\x1b\r")
    assert stones("\n".join(screen.read())) == 0


def test_a_hint_is_only_shown_in_plain_mode() -> None:
    output = play("hint 1", "", "")
    assert "Press Return" not in output
    assert output.count("Black, your move?") == 4


def test_why_explains_the_last_move_of_the_engine_on_the_board_before_it() -> None:
    lines = reply("c3", "why", words=AGAINST_SEARCH)
    assert board(lines)[2].split()[3] == "X"
    assert board(lines)[3].split()[3] == "1"
    title = lines.index(WHY_2)
    assert re.search(r"win rate (is )?\d+ %", lines[title + 1])
    assert lines[-1] == "your move?"


@pytest.mark.parametrize("line", ["why 2", "why 00002"])
def test_why_explains_a_move_by_its_number(line: str) -> None:
    assert WHY_2 in reply("c3", "b2", line, words=AGAINST_SEARCH)


def test_why_explains_no_move_of_a_person() -> None:
    assert reply("c3", "why 1", words=AGAINST_SEARCH)[0] == "a person made that move."


@pytest.mark.parametrize("words", ["0", "3", "-1", "x", "1 2", "000002", "\u0661"])
def test_why_takes_the_number_of_a_move_only(words: str) -> None:
    refusal = "type why N with a move number from 1 to 2."
    assert reply("c3", f"why {words}", words=AGAINST_SEARCH) == [refusal, "your move?"]


def test_why_reports_that_there_is_nothing_to_explain() -> None:
    assert reply("why")[0] == "no move has been made yet."
    assert reply("c3", "why")[0] == "the computer has not moved yet."


@pytest.mark.parametrize("words", [AGAINST_SEARCH, BLACK_ON_9X9])
def test_a_move_is_explained_alike_after_resuming(words: tuple[str, ...]) -> None:
    before = reply("c3", "why", words=words)
    resumed = run("--plain", "--resume", typed="why\n").stdout
    assert "\n".join(before[:-1]) in resumed


def test_an_estimate_of_another_engine_is_computed_in_the_background(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_9X9, "--analyst", ANALYST)
    screen.enter("score\r", "Black leads by about 8.0 points")
    screen.enter("influence\r", "[Ii]nfluence|likely|owne")


def test_a_hint_of_two_engines_has_a_paragraph_with_a_heading_for_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SearchEngine, "recommend", SearchEngine.advise)
    lines = reply("c3", "hint", words=BLACK_ON_9X9)
    first = lines.index(heading(lines, "gnugo-py level 9 would play "))
    second = lines.index(heading(lines, "GNU Go 1.1 would play "))
    assert first + 1 < second - 1
    assert lines[second - 1] == ""
    assert lines[second].endswith(":")
    assert lines[second + 1] != ""
