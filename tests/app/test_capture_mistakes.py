"""Tests of the mistakes reported from a game: only those the rules prove, each with its lesson."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gnugo_py.app.review_analysis import find_capture_mistakes
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.hex.game import HEX
from tests.support.boards import move, position
from tests.support.program import run


def line(start: GoPosition, *vertices: str) -> list[Position]:
    """Return a start position and the positions after moves by both colors in turn."""
    found: list[Position] = [start]
    for vertex in vertices:
        start = start.play(move(vertex, start.size))
        found.append(start)
    return found


def mistakes_in(positions: Sequence[Position]) -> list[tuple[int, str]]:
    return [(mistake.position_index, mistake.advice) for mistake in find_capture_mistakes(GO, positions)]


IN_ATARI = position("- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -", Color.BLACK)


def test_a_stone_in_atari_that_was_not_seen() -> None:
    (mistake,) = find_capture_mistakes(GO, line(IN_ATARI, "A1", "D3"))
    assert (
        mistake.text
        == "Black's stone at C3 could be captured; A1 did not save it, and the next move captured it."
    )
    assert (mistake.position_index, mistake.advice) == (1, "atari")


def test_a_stone_that_got_away_or_was_left_alone_is_none() -> None:
    assert mistakes_in(line(IN_ATARI, "D3", "A1")) == []
    assert mistakes_in(line(IN_ATARI, "A1", "A2")) == []


def test_a_stone_that_could_not_be_saved_is_none() -> None:
    corner = position("- - - - -\n- - - - -\n- - - - -\nO O - - -\nX - O - -", Color.BLACK)
    assert mistakes_in(line(corner, "E5", "B1")) == []


def test_a_stone_without_liberties_to_spare() -> None:
    (mistake,) = find_capture_mistakes(
        GO, line(position("- - - - -\n- - O - -\n- O - - -\n- - O - -\n- - - - -", Color.BLACK), "C3", "D3")
    )
    assert (
        mistake.text == "Black's stone at C3 captured nothing and had one liberty; it was captured at once."
    )
    assert mistake.advice == "liberties"


def test_stones_that_could_have_been_taken_and_got_away() -> None:
    start = position("- - - - -\n- X X - -\nX O O - -\n- X X - -\n- - - - -", Color.BLACK)
    (mistake,) = find_capture_mistakes(GO, line(start, "A1", "D3"))
    assert mistake.text == "Black could have captured White's 2 stones at B3 instead of playing A1."
    assert mistakes_in(line(start, "D3", "A1")) == []


def test_games_that_mark_no_such_stones_have_none() -> None:
    start = HEX.start({"size": 5})
    assert find_capture_mistakes(HEX, [start, start.play_unchecked(next(iter(start.legal_moves())))]) == []


def test_in_a_review_each_leads_to_its_move_and_its_lesson(tmp_path: Path) -> None:
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
def test_a_game_without_moves_or_with_an_impossible_one(content: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(content)
    done = run("review", str(file), "--plain", typed="lessons\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No mistakes found: no single" in done.stdout
