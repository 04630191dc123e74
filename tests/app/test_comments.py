"""Tests of what is said after a move, which the setting `comments` decides."""

from pathlib import Path

import pytest

from tests.support.plain_game import AGAINST_SEARCH, reply
from tests.support.program import run
from tests.support.screen import begun


def said(*words: str) -> list[str]:
    """Return the lines between the announcement of the engine's move and the board, in plain mode."""
    lines = reply("c3", words=words)
    assert lines[0].startswith("my move: ")
    return lines[1 : lines.index("  A B C D E")]


def test_plain_mode_says_nothing_unless_it_was_set() -> None:
    assert said(*AGAINST_SEARCH) == []


def test_numbers_are_said_only_on_request() -> None:
    run("settings", "comments", "numbers")
    with_numbers = said(*AGAINST_SEARCH)
    run("settings", "comments", "words")
    in_words = said(*AGAINST_SEARCH)
    assert any("win rate" in line for line in with_numbers)
    assert in_words
    assert not any("%" in line or "win rate" in line or "about as good" in line for line in in_words)
    run("settings", "comments", "none")
    assert said(*AGAINST_SEARCH) == []


def panel(saves: Path) -> str:
    """Return the screen after the answer of an engine."""
    screen = begun(saves, *AGAINST_SEARCH)
    screen.type("c3\r")
    return screen.wait("(?s)my move: .*your move\\?$")


def test_a_screen_says_it_in_words(tmp_path: Path) -> None:
    shown = panel(tmp_path)
    run("settings", "comments", "words")
    (sentence,) = said(*AGAINST_SEARCH)
    assert "%" not in shown
    assert sentence in shown


@pytest.mark.parametrize(("value", "is_shown"), [("numbers", True), ("none", False)])
def test_a_screen_follows_the_setting(value: str, is_shown: bool, tmp_path: Path) -> None:
    run("settings", "comments", value)
    assert ("win rate" in panel(tmp_path)) is is_shown


def test_another_value_is_refused() -> None:
    done = run("settings", "comments", "many")
    assert done.returncode == 2
    assert "comments must be none or words or numbers, not 'many'" in done.stderr
