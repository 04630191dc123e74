"""Tests of the words about mistakes in a game, and of `why more` in a review."""

import re

import pytest

from gnugo_py.engines.search import go_search
from gnugo_py.engines.search.go_search import LEVELS
from tests.support.plain_game import reply
from tests.support.program import TWO_IN_HEX

MOVES = ("c3", "c2", "a1", "d2", "e1")
"""Moves of which the third and the fifth lose many points."""


@pytest.fixture(autouse=True)
def quick_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the highest level, which analyzes, visit few positions."""
    *others, highest = LEVELS
    monkeypatch.setattr(go_search, "LEVELS", (*others, highest._replace(visits=(30,) * 3)))


def listed() -> list[str]:
    return reply(*MOVES, "mistakes")


def test_a_game_lists_its_mistakes_and_goes_on() -> None:
    lines = listed()
    pattern = r"3 black A1: \d+\.\d points, better [A-E]\d, win rate \d+ % -> \d+ %"
    assert any(re.fullmatch(pattern, line) for line in lines)
    assert lines[-2:] == ["Type next mistake to review the largest of them.", "White, your move?"]


def test_mistakes_takes_only_the_word_all() -> None:
    assert reply("c3", "mistakes most")[0] == "type mistakes, or mistakes all."
    assert reply(*MOVES, "mistakes all")[0] == listed()[0]


def test_next_mistake_reviews_the_game_before_its_largest_mistake() -> None:
    found = re.findall(r"^(\d+) \w+ \w\d: (\d+\.\d) points", "\n".join(listed()), re.MULTILINE)
    number, _ = max(found, key=lambda each: float(each[1]))
    lines = reply(*MOVES, "next mistake")
    assert any(line.startswith(f"move {int(number) - 1} of 5: ") for line in lines)
    assert any(line.startswith(f"{number} black ") for line in lines)


def test_a_game_without_a_mistake_is_not_reviewed() -> None:
    assert reply("c3", "next mistake") == [
        "No move lost enough points to be called a mistake.",
        "White, your move?",
    ]


def test_a_game_without_a_move_has_no_mistakes() -> None:
    assert reply("mistakes")[0] == "no move has been made yet."


def test_next_needs_the_word_mistake_in_a_game() -> None:
    assert reply("c3", "next 2")[0] == "type next mistake."


def test_games_without_points_have_no_mistakes() -> None:
    assert reply("a1", "mistakes", words=TWO_IN_HEX)[0] == "the command mistakes is not available in Hex."


def test_why_more_in_a_review_shows_the_moves_that_the_engine_compared() -> None:
    shown = "\n".join(reply("c3", "c2", "review", "why more"))
    assert re.search(r"^gnugo-py level \d would have played [A-E]\d:$", shown, re.MULTILINE)
    assert re.search(r"^[A-E]\d +\d+\.\d +\d+ +\d+ %  [A-E]\d ", shown, re.MULTILINE)


def test_why_in_a_review_takes_only_the_word_more() -> None:
    assert reply("c3", "review", "why not")[0] == "type why, or why more."
