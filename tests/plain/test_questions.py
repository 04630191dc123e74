"""Tests of what plain mode asks before a game."""

from pathlib import Path

import pytest

from tests.support.plain import plain


@pytest.mark.parametrize("typed", ["", "size 9\n", "handicap 3\n"])
def test_the_end_of_input_in_the_form_ends_the_program(typed: str, tmp_path: Path) -> None:
    assert plain(tmp_path, "--new", typed=typed)[-1] == "End of input."
    assert not list(tmp_path.iterdir())
