"""Tests of the arguments of commands: colors, whole and decimal numbers, vertices and moves."""

import pytest

from tests.support.gtp_server import responses

SYNTAX_ERROR = "? syntax error"


@pytest.mark.parametrize(
    ("word", "color"), [("b", "black"), ("BLACK", "black"), ("w", "white"), ("White", "white")]
)
def test_a_color_is_written_in_full_or_by_its_letter(word: str, color: str) -> None:
    assert responses(f"play {word} d4", "last_move")[-1] == f"{color} D4"


@pytest.mark.parametrize("word", ["red", "bl", "whites", "x"])
def test_other_words_are_no_color(word: str) -> None:
    assert responses(f"play {word} d4") == [SYNTAX_ERROR]


@pytest.mark.parametrize("word", ["0", "+5", "-0", "1000", "000000000009"])
def test_a_whole_number_may_have_a_sign_and_twelve_digits(word: str) -> None:
    assert responses(f"level {word}") == [""]


@pytest.mark.parametrize("word", ["1001", "-6", "x", "", "1.0", "0000000000009", "+", "\u0661"])
def test_what_is_no_whole_number_in_the_range_is_refused(word: str) -> None:
    assert responses(f"level {word}") == [SYNTAX_ERROR]


@pytest.mark.parametrize(
    ("word", "komi"),
    [("6.5", "6.5"), ("-.5", "-0.5"), ("+7.", "7"), ("123456789.123456789", "123456789.12345679")],
)
def test_a_decimal_number_may_begin_or_end_with_the_point(word: str, komi: str) -> None:
    assert responses(f"komi {word}", "get_komi") == ["", komi]


@pytest.mark.parametrize("word", ["inf", "nan", "1e3", "", ".", "1234567890", "1,5"])
def test_what_is_no_decimal_number_is_refused(word: str) -> None:
    assert responses(f"komi {word}", "get_komi") == [SYNTAX_ERROR, "7.5"]


@pytest.mark.parametrize("word", ["pass", "3c", "i5", "I5", "?", ""])
def test_what_is_no_vertex_is_a_syntax_error(word: str) -> None:
    assert responses(f"countlib {word}") == [SYNTAX_ERROR]


def test_a_vertex_is_read_in_either_case() -> None:
    assert responses("boardsize 9", "play b c3", "countlib C3")[-1] == "4"


@pytest.mark.parametrize("move", ["b1-b3/b1", "b1 b3 b1", "b1b3b1", "b1 b3/b1"])
def test_a_move_of_several_points_is_whole(move: str) -> None:
    options = ("--game", "amazons")
    found = responses("boardsize 6", f"play b {move}", "last_move", "play w b6 b5", options=options)
    assert found[1:] == ["", "black b1-b3/b1", SYNTAX_ERROR]
