"""Tests of the mistakes that `lessons` lists in a review: those that the rules prove, with their lessons."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.plain_game import TWO_IN_HEX, sgf_of
from tests.support.program import run

NONE_FOUND = "No mistakes found: no single"
IN_ATARI = """
- - - - -
- - O - -
- O X - -
- - O - -
- - - - -
"""
IN_THE_CORNER = """
- - - - -
- - - - -
- - - - -
O O - - -
X - O - -
"""
WITHOUT_THE_STONE = """
- - - - -
- - O - -
- O - - -
- - O - -
- - - - -
"""
TO_CAPTURE = """
- - - - -
- X X - -
X O O - -
- X X - -
- - - - -
"""


def mistakes(folder: Path, content: str) -> list[str]:
    """Return what a review lists as mistakes in a game, one line each."""
    (folder / "game.sgf").write_text(content)
    done = run("review", "--plain", str(folder / "game.sgf"), typed="lessons\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.partition(": lessons\n")[2].partition("\n\n")[0].splitlines()
    return [line for line in shown if line.startswith(("Move ", NONE_FOUND))]


@pytest.mark.parametrize(
    ("drawing", "moves", "mistake"),
    [
        (
            IN_ATARI,
            "A1 D3",
            "Move 1: Black's stone at C3 could be captured; A1 did not save it, and the next move captured"
            " it.  Type goto 1, or learn atari.",
        ),
        (
            WITHOUT_THE_STONE,
            "C3 D3",
            "Move 1: Black's stone at C3 captured nothing and had one liberty; it was captured at once."
            "  Type goto 1, or learn liberties.",
        ),
    ],
)
def test_a_stone_that_is_captured_is_a_mistake(
    drawing: str, moves: str, mistake: str, tmp_path: Path
) -> None:
    assert mistakes(tmp_path, sgf_of(drawing, moves=moves)) == [mistake]


def test_a_capture_that_is_missed_is_a_mistake(tmp_path: Path) -> None:
    (found,) = mistakes(tmp_path, sgf_of(TO_CAPTURE, moves="A1 D3"))
    assert found.startswith(
        "Move 1: Black could have captured White's 2 stones at B3 instead of playing A1.  Type goto 1, or "
        "learn "
    )


@pytest.mark.parametrize(
    ("drawing", "moves"),
    [(IN_ATARI, "D3 A1"), (IN_ATARI, "A1 A2"), (IN_THE_CORNER, "E5 B1"), (TO_CAPTURE, "D3 A1")],
)
def test_a_stone_that_got_away_or_could_not_is_no_mistake(drawing: str, moves: str, tmp_path: Path) -> None:
    (line,) = mistakes(tmp_path, sgf_of(drawing, moves=moves))
    assert line.startswith(NONE_FOUND)


def test_a_game_without_captures_has_no_such_mistakes() -> None:
    typed = "a1\nreview\nlessons\nquit\nquit\n"
    done = run("play", "--plain", *TWO_IN_HEX, typed=typed)
    assert "the command lessons is not available in Hex." in done.stdout or NONE_FOUND in done.stdout


def test_each_mistake_leads_to_its_move_and_its_lesson(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9];B[ee];W[ed];B[aa];W[de];B[ba];W[fe];B[ca];W[ef];B[da])")
    typed = "lessons\nlearn atari\nquit\ngoto 7\nlessons 1\nquit\n"
    done = run("review", str(file), "--plain", typed=typed)
    assert "Move 7: Black's stone at E5 could be captured; C9 did not save it" in done.stdout
    assert "Type goto 7, or learn atari." in done.stdout
    assert "Atari: Threaten (board 1 of 4)" in done.stdout
    assert done.stdout.count("move 7 of 9: Black C9") == 1
    assert "lessons takes no argument." in done.stdout


@pytest.mark.parametrize("content", ["(;SZ[9])", "(;SZ[9];B[ee];W[ee];B[aa])"])
def test_a_game_without_moves_or_with_an_impossible_one_has_none(content: str, tmp_path: Path) -> None:
    (line,) = mistakes(tmp_path, content)
    assert line.startswith(NONE_FOUND)
