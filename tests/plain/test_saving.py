"""Tests of saving in plain mode: names, the end of input, and folders that cannot be written."""

from pathlib import Path

import pytest

from tests.support.plain import plain
from tests.support.program import BLACK_ON_9X9, answers, run


@pytest.mark.parametrize("typed", ["c3\n", "c3\nstop\n", "c3\nstop\ny\n", "c3\nstop\ny\nstop\n"])
def test_the_end_of_input_saves_the_game(typed: str, tmp_path: Path) -> None:
    output = plain(tmp_path, *BLACK_ON_9X9, typed=typed)
    (saved,) = tmp_path.iterdir()
    assert output[-2:] == ["End of input.", f"Saved as {saved}"]
    assert b";B[cg]\n;W[" in saved.read_bytes()


def test_a_name_may_have_any_letters(tmp_path: Path) -> None:
    plain(tmp_path, *BLACK_ON_9X9, typed="c3\nsave zo\u00eb \u56f2\u7881\n")
    assert [path.name for path in tmp_path.iterdir()] == ["zo\u00eb \u56f2\u7881.sgf"]


def test_the_game_continues_if_the_folder_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    words = ("play", "--plain", *BLACK_ON_9X9, "--saves", str(blocked / "saves"))
    done = run(*words, typed="c3\nsave\ng7\nstop\nn\n")
    assert f"\nNot saved: {blocked}" in done.stdout
    assert len(answers(done.stdout)) == 2
