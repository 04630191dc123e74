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


def test_a_game_keeps_the_name_it_was_saved_under(tmp_path: Path) -> None:
    plain(tmp_path, *BLACK_ON_9X9, typed="c3\nsave first\ng7\n")
    assert [path.name for path in tmp_path.iterdir()] == ["first.sgf"]


def test_another_saved_game_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.sgf").write_bytes(b"(;)")
    output = plain(tmp_path, *BLACK_ON_9X9, typed="c3\nsave mine\n")
    assert "Not saved: a saved game named 'mine' already exists; choose another name." in output
    assert (tmp_path / "mine.sgf").read_bytes() == b"(;)"


@pytest.mark.parametrize("name", ["../out", "/etc/x", "a/b", ".hidden", "nul", "a" * 100, "x\ty"])
def test_a_name_cannot_leave_the_folder(name: str, tmp_path: Path) -> None:
    output = plain(tmp_path / "saves", *BLACK_ON_9X9, typed=f"c3\nsave {name}\nstop\nn\n")
    assert any(line.startswith("Not saved: a name consists of") for line in output)
    assert [path.name for path in tmp_path.iterdir()] == ["saves"]


def test_the_game_continues_if_the_folder_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    words = ("play", "--plain", *BLACK_ON_9X9, "--saves", str(blocked / "saves"))
    done = run(*words, typed="c3\nsave\ng7\nstop\nn\n")
    assert f"\nNot saved: {blocked}" in done.stdout
    assert len(answers(done.stdout)) == 2
