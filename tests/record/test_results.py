"""Tests of results in SGF notation."""

import pytest

from gnugo_py.games.types import Color, Outcome
from gnugo_py.record.properties import parse_result


@pytest.mark.parametrize("result", ["B+3.5", "W+0.5", "W+12", "B+R", "W+T", "B+F", "B+", "0", "Void"])
def test_a_result_is_written_as_it_was_read(result: str) -> None:
    outcome = parse_result(result)
    assert outcome is not None
    assert outcome.sgf_result == result


@pytest.mark.parametrize(
    "result", ["B+inf", "B+nan", "B+1e9", "B+-3", "W+99999999999", "?", "", "black", "b+3"]
)
def test_an_invalid_result_is_none(result: str) -> None:
    assert parse_result(result) is None


def test_long_forms_of_results_are_parsed() -> None:
    assert parse_result("B+Resign") == Outcome(Color.BLACK, "resignation")
    assert parse_result("W+Forfeit") == Outcome(Color.WHITE, "forfeit")
    assert parse_result("Draw") == Outcome(None, "tie", 0)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("B+3.5", "Black wins by 3.5 points."),
        ("W+T", "White wins on time."),
        ("W+F", "White wins by forfeit."),
        ("B+", "Black wins."),
        ("0", "The game is a tie."),
        ("Void", "The game has no result."),
    ],
)
def test_a_result_as_a_sentence(result: str, sentence: str) -> None:
    outcome = parse_result(result)
    assert outcome is not None
    assert outcome.sentence == sentence
