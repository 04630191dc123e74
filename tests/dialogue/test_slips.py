"""What can be learned from a game: only what the rules show, each with the lesson about it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gnugo_py.app.mistakes import Chances, lessons_of, slips
from gnugo_py.core.position import Position
from gnugo_py.core.types import Side
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.hex.game import HEX
from tests.boards import move, position
from tests.test_cli import run


def line(start: GoPosition, *vertices: str) -> list[Position]:
    """A start and the positions after moves by turns."""
    found: list[Position] = [start]
    for vertex in vertices:
        start = start.play_checked(move(vertex, start.size))
        found.append(start)
    return found


def told(positions: Sequence[Position]) -> list[tuple[int, str]]:
    return [(slip.place, slip.lesson) for slip in slips(GO, positions)]


IN_ATARI = position("- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -", Side.BLACK)


def test_a_stone_in_atari_that_was_not_seen() -> None:
    (slip,) = slips(GO, line(IN_ATARI, "A1", "D3"))
    assert slip.text == "Black's stone at C3 could be taken; A1 left it there, and the next move took it."
    assert (slip.place, slip.lesson) == (1, "atari")


def test_a_stone_that_got_away_or_was_left_alone_is_none() -> None:
    assert told(line(IN_ATARI, "D3", "A1")) == []
    assert told(line(IN_ATARI, "A1", "A2")) == []


def test_a_stone_that_could_not_be_saved_is_none() -> None:
    corner = position("- - - - -\n- - - - -\n- - - - -\nO O - - -\nX - O - -", Side.BLACK)
    assert told(line(corner, "E5", "B1")) == []


def test_a_stone_without_liberties_to_spare() -> None:
    (slip,) = slips(
        GO, line(position("- - - - -\n- - O - -\n- O - - -\n- - O - -\n- - - - -", Side.BLACK), "C3", "D3")
    )
    assert slip.text == "Black's stone at C3 took nothing and had one liberty left; it was taken at once."
    assert slip.lesson == "liberties"


def test_stones_that_could_have_been_taken_and_got_away() -> None:
    start = position("- - - - -\n- X X - -\nX O O - -\n- X X - -\n- - - - -", Side.BLACK)
    (slip,) = slips(GO, line(start, "A1", "D3"))
    assert slip.text == "Black could have taken White's 2 stones at B3 instead of playing A1."
    assert told(line(start, "D3", "A1")) == []


def test_games_that_mark_no_such_stones_have_none() -> None:
    start = HEX.start({"size": 5})
    assert slips(HEX, [start, start.play(next(iter(start.legal_moves())))]) == []


def test_in_a_review_each_leads_to_its_move_and_its_lesson(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9];B[ee];W[ed];B[aa];W[de];B[ba];W[fe];B[ca];W[ef];B[da])")
    typed = "lessons\nlearn atari\nquit\ngoto 7\nlessons 1\nquit\n"
    done = run("review", str(file), "--plain", typed=typed)
    assert "Move 7: Black's stone at E5 could be taken; C9 left it there" in done.stdout
    assert "Type goto 7, or learn atari." in done.stdout
    assert "Atari: Threaten (board 1 of 4)" in done.stdout
    assert done.stdout.count("move 7 of 9: Black C9") == 1
    assert "lessons takes no further word." in done.stdout


def test_where_no_move_changed_the_chances_there_is_no_heading_over_nothing() -> None:
    page = lessons_of(HEX, (), Chances((), ()), ())
    assert page[-1] == "No move changed the chances much."


@pytest.mark.parametrize("content", ["(;SZ[9])", "(;SZ[9];B[ee];W[ee];B[aa])"])
def test_a_game_without_moves_or_with_an_impossible_one(content: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(content)
    done = run("review", str(file), "--plain", typed="lessons\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No stones were lost here" in done.stdout
