"""Tests of games that are pasted at a prompt of plain mode."""

from pathlib import Path

import pytest

from gnugo_py.record.sgf_reader import read_game
from tests.support.plain_game import plain

GAME = "(;GM[1]FF[4]SZ[9]KM[7]PB[Ada]PW[Bo]\n;B[ee](;W[gc]C[good]\n)(;W[cc]))\n"
TWO = ("--game", "go", "--size", "9", "--opponent", "human")


def test_a_game_pasted_in_the_menu_opens_in_review_and_leads_back(tmp_path: Path) -> None:
    lines = plain(tmp_path, typed=f"{GAME}end\nquit\nquit\n")
    assert "move 2 of 2: White G7 (variation 1 of 2)" in lines
    assert lines[-1].startswith("Your choice: quit")


def test_a_game_pasted_in_a_game_opens_in_review_and_leads_back(tmp_path: Path) -> None:
    lines = plain(tmp_path, *TWO, typed=f"c3\n{GAME}quit\nd4\nquit\n")
    assert any(line.startswith("move 0 of 2") for line in lines)
    assert read_game(next(tmp_path.glob("*.sgf"))).end.move_text == "D4"


def test_a_game_in_one_long_line_opens_in_review(tmp_path: Path) -> None:
    moves = "".join(
        f";{'BW'[number % 2]}[{chr(97 + number % 9)}{chr(97 + number // 9)}]" for number in range(80)
    )
    lines = plain(tmp_path, typed=f"(;SZ[9]C[{'x' * 3000}]{moves})\nquit\nquit\n")
    assert any(line.startswith("move 0 of ") for line in lines)


def test_empty_lines_and_commands_in_a_comment_belong_to_it(tmp_path: Path) -> None:
    comment = "C[One (;\n\nbrief\n  two \\]\nquit it]"
    lines = plain(tmp_path, typed=f"(;SZ[9]{comment};B[ee])\nsave pasted\nquit\nquit\n")
    assert "move 0 of 1" in lines
    assert read_game(tmp_path / "pasted.sgf").root.comment == "One (;\n\nbrief\n  two ]\nquit it"


@pytest.mark.parametrize("end", ["\n", ""])
def test_an_empty_line_ends_a_damaged_game(end: str, tmp_path: Path) -> None:
    lines = plain(tmp_path, typed=f"(;SZ[9];B[ee]\n;W[gc]{end}\n\nquit\nquit\n")
    assert any(line.startswith("move 0 of 2") for line in lines)
    assert any("damaged or incomplete" in line for line in lines)


def test_the_question_on_leaving_asks_for_a_name_as_there_is_no_file(tmp_path: Path) -> None:
    lines = plain(tmp_path, typed=f"{GAME}c3\nquit\ndiscard\nquit\n")
    assert "save NAME, discard or back? discard" in lines


def test_quit_drops_what_was_pasted(tmp_path: Path) -> None:
    lines = plain(tmp_path, typed="(;SZ[9];B[ee]C[\nquit\nquit\n")
    assert lines[-1].startswith("Your choice: quit")


def test_other_encodings_that_a_pasted_game_names_do_not_matter(tmp_path: Path) -> None:
    lines = plain(tmp_path, typed="(;SZ[9]CA[GB2312]PB[李载雄];B[ee])\nquit\nquit\n")
    assert any("李载雄" in line for line in lines)
    assert not any("encoding" in line for line in lines)
