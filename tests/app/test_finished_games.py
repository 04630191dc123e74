"""Tests of finished games that are opened again."""

from pathlib import Path

import pytest

from tests.support.plain_game import play
from tests.support.program import TWO_IN_HEX, TWO_ON_5X5, output_of
from tests.support.screen import begun

COUNTED = ("c3", "stop", "y", "stop", "stop")
"""A game that Black wins by 17.5 points."""


def opened_again(saves: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the last lines that are printed when a saved game is opened again, after changes to its file."""
    (file,) = saves.glob("*.sgf")
    content = file.read_text()
    for old, new in changes:
        assert old in content
        content = content.replace(old, new)
    file.write_text(content)
    shown = output_of("--plain", "--resume", file.stem)
    assert file.read_text() == content
    return shown.splitlines()


def test_a_counted_game_is_shown_with_its_territory(saves: Path) -> None:
    play(*COUNTED)
    lines = opened_again(saves)
    assert lines[-2:] == ["Black wins by 17.5 points.", "This game is finished."]
    assert "5 b b b b b 5" in lines


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("W+T", "This game is finished.  White wins on time."),
        ("W+17.5", "This game is finished.  White wins by 17.5 points."),
        ("B+3", "This game is finished.  Black wins by 3 points."),
        ("B+R", "White has resigned; this game is finished."),
        ("Void", "This game is finished.  The game has no result."),
    ],
)
def test_a_game_that_ended_otherwise_than_its_count_is_shown_with_the_result_of_its_file(
    result: str, sentence: str, saves: Path
) -> None:
    play(*COUNTED)
    lines = opened_again(saves, ("RE[B+17.5]", f"RE[{result}]"))
    assert lines[-1] == sentence
    assert "5 b b b b b 5" not in lines


def test_an_unfinished_count_is_not_shown_for_a_game_with_a_result(saves: Path) -> None:
    play(*COUNTED)
    lines = opened_again(saves, ("null, null\\]", "null\\]"))
    assert lines[-1] == "This game is finished.  Black wins by 17.5 points."


def test_a_won_game_without_a_result_in_its_file_is_shown_as_won(saves: Path) -> None:
    """The game may come from another program, or its file may have lost the result."""
    play("c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5", words=TWO_IN_HEX)
    lines = opened_again(saves, ("RE[B+]", ""))
    assert lines[-1] == "This game is finished.  Black wins with a chain between its edges."


def test_a_won_game_of_another_program_is_shown_as_won(tmp_path: Path) -> None:
    (tmp_path / "hex.sgf").write_text("(;GM[11]SZ[5];B[c1];W[a1];B[c2];W[a2];B[c3];W[a3];B[c4];W[a4];B[c5])")
    shown = play(words=("--load", str(tmp_path / "hex.sgf"), "--opponent", "human"))
    assert shown.endswith("This game is finished.  Black wins with a chain between its edges.\n")


def test_the_result_is_shown_again_after_a_review(tmp_path: Path) -> None:
    screen = begun(tmp_path, "--new", *TWO_ON_5X5)
    screen.enter("c3\rb3\rresign\ry\r", "Black resigns; White wins.")
    screen.enter("r", "move 2 of 2; ")
    screen.enter("start\ra1\rquit\r", "save, save NAME, discard or back")
    shown = screen.enter("discard\r", "Return: quit$")
    assert "3 - O X - - 3" in shown
    assert "White wins by resignation." in shown
    assert "move 1" not in shown
    assert "The changes" not in shown


def test_nothing_of_a_lesson_stays_beside_the_result(tmp_path: Path) -> None:
    screen = begun(tmp_path, "--new", *TWO_ON_5X5)
    screen.enter("c3\rresign\ry\r", "Return: quit$")
    screen.enter("n", "Return: start")
    screen.enter("\x1bOQ", "board 1 of 3")
    screen.enter("quit\r", "Return: start")
    shown = screen.enter("\x1b", "Return: quit$")
    assert "Black wins by resignation." in shown
    assert "Two players" not in shown
    assert "board 1 of 3" not in shown
