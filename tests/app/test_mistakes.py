"""Tests of the words about mistakes in a game, and of `why more` in a review."""

import re

from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.games.go.game import GO
from tests.support.application import Talk, go, pairs

EMPTY = "- - - - - - - - -\n" * 9


def game(*lines: str) -> Talk:
    """Return an application for a game of two people on an empty 9x9 board after some lines."""
    app = Talk(GO).resumed(go(EMPTY))
    app.says(*lines)
    return app


def lines_of(app: Talk, line: str) -> str:
    """Return what a line shows, with the tasks that follow it."""
    shown = app.says(line)
    while app.here.engine_task is not None:
        shown += app.thinks()
    return "\n".join(text for _, *texts in shown for text in texts)


EDGE = ("e5", "g3", "a9", "c7", "j9", "g7")
"""Moves of which the third and the fifth lose many points."""


def test_a_game_lists_its_mistakes_and_goes_on() -> None:
    app = game(*EDGE)
    shown = lines_of(app, "mistakes")
    assert re.search(r"^3 black A9: \d+\.\d points, better [A-J]\d, win rate \d+ % -> \d+ %$", shown, re.M)
    assert "Type next mistake to review the largest of them." in shown
    assert app.here.view.accepts_moves


def test_next_mistake_in_a_game_reviews_it_before_its_largest_mistake() -> None:
    app = game(*EDGE)
    listed = re.findall(r"^(\d+) \w+ \w\d: (\d+\.\d) points", lines_of(app, "mistakes"), re.M)
    number, _ = max(listed, key=lambda each: float(each[1]))
    shown = lines_of(app, "next mistake")
    assert f"move {int(number) - 1} of 6" in shown
    assert re.search(rf"^{number} black ", shown, re.M)
    assert "Back to the game." in lines_of(app, "quit")
    assert app.here.view.accepts_moves


def test_a_game_without_a_mistake_is_not_reviewed() -> None:
    app = game("e5")
    assert lines_of(app, "next mistake") == "No move lost enough points to be called a mistake."
    assert app.here.view.accepts_moves


def test_a_game_without_a_move_has_no_mistakes() -> None:
    assert game().says("mistakes") == [("refusal", "no move has been made yet.")]


def test_next_needs_the_word_mistake_in_a_game() -> None:
    assert game("e5").says("next 2") == [("refusal", "type next mistake.")]


def test_games_without_points_have_no_mistakes() -> None:
    app = Talk()
    app.resumed(pairs("a1 b1"))
    assert app.says("mistakes") == [("refusal", "the command mistakes is not available in Pairs.")]


def test_why_more_in_a_review_shows_the_moves_that_the_engine_compared() -> None:
    app = game("e5", "g3")
    app.adviser = SearchEngine(GO, 1)
    app.says("review")
    shown = lines_of(app, "why more")
    assert re.search(r"^gnugo-py level 1 would have played [A-J]\d:$", shown, re.M)
    assert re.search(r"^[A-J]\d: win rate \d+%, lead [-+]\d+\.\d, \d+ visits: ", shown, re.M)
    assert app.says("why not") == [("refusal", "type why, or why more.")]
