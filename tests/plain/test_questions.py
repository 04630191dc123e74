"""Tests of the questions before a game in plain mode."""

from pathlib import Path

import pytest

from tests.support.plain import AS_BLACK_ON_9X9, plain
from tests.support.program import answers


def test_what_was_not_given_is_asked_in_the_order_of_the_original(tmp_path: Path) -> None:
    output = plain(tmp_path, "--size", "19", typed="\n0\nb\nstop\nn\n")
    assert [line for line in output if "?" in line or "Return to continue" in line] == [
        "Press Return to continue ",
        "Number of handicap stones (0 to 17)? 0",
        "Your color, b for Black or w for White? b",
        "your move? stop",
        "Count the game (y or n, or play to continue playing)? n",
    ]


def test_nothing_is_asked_if_handicap_and_color_are_given(tmp_path: Path) -> None:
    assert plain(tmp_path, *AS_BLACK_ON_9X9, typed="stop\nn\n")[0] == "  A B C D E F G H J"


def test_a_question_is_repeated_until_its_answer_is_valid(tmp_path: Path) -> None:
    output = plain(tmp_path, "--size", "19", typed="\nmany\n18\n-1\n2\nred\nw\nstop\nn\n")
    assert output.count("type a whole number from 0 to 17.") == 3
    assert output.count("type b or w.") == 1


@pytest.mark.parametrize("typed", ["", "\n", "\n3\n"])
def test_the_end_of_input_at_a_question_ends_the_program(typed: str, tmp_path: Path) -> None:
    assert plain(tmp_path, "--size", "19", typed=typed)[-1] == "End of input."
    assert not list(tmp_path.iterdir())


def test_return_chooses_the_default_answers(tmp_path: Path) -> None:
    output = plain(tmp_path, "--size", "19", typed="\n\n\nq16\n")
    assert "Number of handicap stones (0 to 17)? " in output
    assert len(answers("\n".join(output))) == 1


def test_a_board_size_is_accepted_after_the_introduction(tmp_path: Path) -> None:
    output = plain(tmp_path, typed="13\n4\n\nquit\n")
    assert "Number of handicap stones (0 to 9)? 4" in output
    assert any(line.startswith("13 - ") for line in output)


def test_help_and_quit_are_understood_at_a_question(tmp_path: Path) -> None:
    output = plain(tmp_path, "--size", "19", typed="\nhelp\nquit\n")
    assert any(line.startswith("Black, the weaker player,") for line in output)
    assert not list(tmp_path.iterdir())
