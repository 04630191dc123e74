"""Tests of GTP arguments (colors, points, numbers, their count) and of lines."""

from __future__ import annotations

import io

import pytest

from gnugo_py.core.types import PASS, Color
from gnugo_py.games.go.game import GO
from gnugo_py.games.hex.game import HEX
from gnugo_py.gtp.protocol import (
    MAX_GTP_LINE_LENGTH,
    GtpError,
    check_argument_count,
    format_response,
    format_vertex_list,
    parse_color,
    parse_float,
    parse_int,
    parse_move,
    parse_move_or_part,
    parse_point_if_on_board,
    parse_request,
    require_point_on_board,
    serve,
)
from tests.support.boards import move
from tests.support.scripted_engine import pair
from tests.toy import PAIRS, Pairs

GO9 = GO.start({"size": 9})


@pytest.mark.parametrize(("number", "bounds"), [(1, (1,)), (1, (1, 3)), (3, (1, 3)), (0, (0,))])
def test_so_many_arguments_are_right(number: int, bounds: tuple[int, ...]) -> None:
    check_argument_count(["x"] * number, *bounds)


@pytest.mark.parametrize(("number", "bounds"), [(0, (1,)), (2, (1,)), (0, (1, 3)), (4, (1, 3))])
def test_so_many_arguments_are_wrong(number: int, bounds: tuple[int, ...]) -> None:
    with pytest.raises(GtpError, match="syntax error"):
        check_argument_count(["x"] * number, *bounds)


def test_colors_are_written_in_four_ways() -> None:
    assert [parse_color(word) for word in ("b", "BLACK", "w", "White")] == [Color.BLACK] * 2 + [
        Color.WHITE
    ] * 2
    with pytest.raises(GtpError):
        parse_color("")


@pytest.mark.parametrize(("word", "value"), [("0", 0), ("+5", 5), ("-5", -5), ("9", 9), ("000000000009", 9)])
def test_whole_numbers(word: str, value: int) -> None:
    assert parse_int(word, -5, 9) == value


@pytest.mark.parametrize("word", ["10", "-6", "x", "", "1.0", "0000000000009", "+", "\u0661"])
def test_what_is_no_whole_number_between_the_bounds(word: str) -> None:
    with pytest.raises(GtpError, match="syntax error"):
        parse_int(word, -5, 9)


@pytest.mark.parametrize(
    ("word", "value"),
    [("6.5", 6.5), ("-.5", -0.5), ("+7.", 7.0), ("123456789.123456789", 123456789.123456789)],
)
def test_numbers(word: str, value: float) -> None:
    assert parse_float(word) == value


@pytest.mark.parametrize("word", ["inf", "nan", "1e3", "", ".", "1234567890", "1,5"])
def test_what_is_no_number(word: str) -> None:
    with pytest.raises(GtpError, match="syntax error"):
        parse_float(word)


def test_points_are_of_this_board_or_none() -> None:
    assert parse_point_if_on_board("c3", GO, GO9) == move("C3", 9).points[0]  # type: ignore[union-attr]
    assert parse_point_if_on_board("z3", GO, GO9) is None
    assert parse_point_if_on_board("t19", GO, GO9) is None
    for word in ("pass", "3c", "i5", "I5", "?", ""):
        with pytest.raises(GtpError, match="syntax error"):
            parse_point_if_on_board(word, GO, GO9)


def test_a_point_is_one() -> None:
    with pytest.raises(GtpError, match="syntax error"):
        parse_point_if_on_board("a1b1", PAIRS, Pairs())
    assert parse_point_if_on_board("b1", PAIRS, Pairs()) == 9


def test_a_move_is_whole() -> None:
    assert parse_move(["a1", "b1"], PAIRS, Pairs()) == pair("a1 b1")
    assert parse_move(["pass"], GO, GO9) is PASS
    with pytest.raises(GtpError, match="syntax error"):
        parse_move(["a1"], PAIRS, Pairs())
    with pytest.raises(GtpError, match="illegal move"):
        parse_move(["a1", "z9"], PAIRS, Pairs())


def test_where_there_is_a_column_i_it_is_taken() -> None:
    start = HEX.start({"size": 11})
    assert parse_move_or_part("i5", HEX, start) == HEX.parse_move("i5", start)
    with pytest.raises(GtpError, match="illegal move"):
        parse_move(["i1", "b1"], PAIRS, Pairs())


def test_points_are_written_with_spaces() -> None:
    assert format_vertex_list(pair("a1 b3").points, PAIRS, Pairs()) == "a1 b3"


def test_a_point_that_must_be_on_the_board() -> None:
    assert require_point_on_board(0) == 0
    with pytest.raises(GtpError, match="vertex is off the board"):
        require_point_on_board(None)


def test_a_number_of_twenty_digits_is_an_id() -> None:
    request = parse_request("1" * 20 + " name x y")
    assert request == ("1" * 20, "name", ("x", "y"))
    assert parse_request("1" * 21 + " name") == ("", "1" * 21, ("name",))
    assert parse_request("\u0661 name") == ("", "\u0661", ("name",))
    assert parse_request("7") == ("7", "", ())


def test_what_cannot_be_seen_in_an_answer_is_written_out() -> None:
    assert format_response("", "a\x1b[31m\n\nb ", is_failure=True) == "? a\\x1b[31m\nb\n\n"
    assert format_response("3", "\nboard\n", is_failure=False) == "=3 \nboard\n\n"
    assert format_response("", "plain  ", is_failure=False) == "= plain\n\n"


def answers(*lines: str) -> tuple[str, list[Exception]]:
    sink = io.StringIO()
    faults: list[Exception] = []

    def broken(_: tuple[str, ...]) -> str:
        raise ZeroDivisionError("by\nnought")

    serve(lines, sink, {"echo": " ".join, "broken": broken}, faults.append)
    return sink.getvalue(), faults


def test_a_line_as_long_as_may_be_is_answered_and_a_longer_one_refused() -> None:
    max_length = "echo ".ljust(MAX_GTP_LINE_LENGTH, "x")
    assert answers(max_length)[0].startswith("= xxx")
    assert answers(max_length + "x")[0] == "? line too long\n\n"
    assert MAX_GTP_LINE_LENGTH == 65536


def test_a_fault_is_reported_and_the_server_goes_on() -> None:
    text, faults = answers("1 broken", "2 echo a")
    assert text == "?1 internal error: ZeroDivisionError: by nought\n\n=2 a\n\n"
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


def test_each_answer_is_sent_on_at_once() -> None:
    class Sink(io.StringIO):
        sent = 0

        def flush(self) -> None:
            self.sent += 1

    sink = Sink()
    serve(["echo", "nonsense", "quit"], sink, {"echo": " ".join}, lambda _: None)
    assert sink.sent == 3
