"""Tests of undoing several moves at once."""

import pytest

from tests.support.application import Talk, pairs


def test_several_moves_are_taken_back_at_once() -> None:
    app = Talk().resumed(pairs("a1 b1", "c1 a2", "b2 c2"))
    assert app.says("undo 2") == [("news", "Move taken back.")]
    assert len(app.session.turns) == 2
    assert app.says("undo 99") == [("news", "Move taken back.")]
    assert len(app.session.turns) == 1
    assert app.says("undo 1") == [("news", "There is no move to take back.")]


@pytest.mark.parametrize("words", ["0", "-1", "two", "1 2", "99999"])
def test_what_is_no_number_of_moves_takes_nothing_back(words: str) -> None:
    app = Talk().resumed(pairs("a1 b1", "c1 a2"))
    assert app.says(f"undo {words}")[0][0] == "refusal"
    assert len(app.session.turns) == 3
