"""Tests of what plain mode asks before a game."""

from pathlib import Path

import pytest

from tests.support.plain import plain
from tests.support.program import BLACK_ON_9X9


def test_nothing_is_asked_if_handicap_and_color_are_given(tmp_path: Path) -> None:
    assert plain(tmp_path, *BLACK_ON_9X9, typed="stop\nn\n")[0] == "  A B C D E F G H J"


@pytest.mark.parametrize("typed", ["", "size 9\n", "handicap 3\n"])
def test_the_end_of_input_in_the_form_ends_the_program(typed: str, tmp_path: Path) -> None:
    assert plain(tmp_path, "--new", typed=typed)[-1] == "End of input."
    assert not list(tmp_path.iterdir())
