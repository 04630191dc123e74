"""Tests that a game that cannot be saved is never left without a question."""

from __future__ import annotations

import pytest

from gnugo_py import GO, GoPosition
from gnugo_py.play.session import Session
from tests.support.application import NOBODY, Talk
from tests.support.boards import move

WAYS_OUT = [
    ("quit",),
    ("new",),
    ("load other",),
    ("setup", "b D4", "done"),
    ("review", "play"),
    ("review", "setup", "b D4", "done"),
    ("stop", "quit"),
]


def unsaved_game() -> Talk:
    """Return a game with a move in a folder that cannot be written."""
    session = Session.from_position(GO, NOBODY, GoPosition.start(9, "japanese"))
    session.play(move("E5", 9))
    session.play(move("C3", 9))
    talk = Talk(GO, confirms=True)
    talk.trouble = "the disk is full"
    talk.saved["other"] = session
    return talk.resumed(session)


@pytest.mark.parametrize("lines", WAYS_OUT)
def test_every_way_out_of_an_unsaved_game_asks_first(lines: tuple[str, ...]) -> None:
    talk = unsaved_game()
    before = talk.session
    shown = talk.says(*lines)
    assert ("refusal", "The game could not be saved: the disk is full.") in shown
    assert talk.here.view.prompt == "Leave without saving (y or n)?"
    talk.says("n")
    assert talk.session is before
    assert not talk.here.is_over
