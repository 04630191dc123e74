"""Several moves taken back at once."""

import pytest

from tests.dialogue.talk import Talk, pairs


def test_several_moves_are_taken_back_at_once() -> None:
    talk = Talk().resumed(pairs("a1 b1", "c1 a2", "b2 c2"))
    assert talk.says("undo 2") == [("news", "Taken back.")]
    assert len(talk.session.turns) == 2
    assert talk.says("undo 99") == [("news", "Taken back.")]
    assert len(talk.session.turns) == 1
    assert talk.says("undo 1") == [("news", "There is no move to take back.")]


@pytest.mark.parametrize("words", ["0", "-1", "two", "1 2", "99999"])
def test_what_is_no_number_of_moves_takes_nothing_back(words: str) -> None:
    talk = Talk().resumed(pairs("a1 b1", "c1 a2"))
    assert talk.says(f"undo {words}")[0][0] == "refusal"
    assert len(talk.session.turns) == 3
