import pytest

from gnugo_py.games.contract import IllegalMove, Side
from gnugo_py.go.ending import Count1989
from gnugo_py.go.rules import preset
from gnugo_py.go.scoring import coloured_1989
from gnugo_py.go.vertex import parse_vertex
from tests.boards import board


@pytest.mark.parametrize(
    ("drawn", "coloured"),
    [
        ("X - O\n- - -\n- - -", "X - O\nX X O\nX X O"),
        ("X - - -\n- - - -\nO - - -\n- - - -", "X X X X\n- X X X\nO X X X\nO X X X"),
        ("- - - -\n- X - -\n- - - -\n- - - O", "- X X O\nX X X O\nX X X O\nX X X O"),
    ],
    ids=["west and east", "two colours leave a point neutral", "nothing met anywhere"],
)
def test_empty_points_take_the_colour_their_looks_meet(drawn: str, coloured: str) -> None:
    assert coloured_1989(board(drawn)) == board(coloured)


def test_a_board_without_stones_stays_neutral() -> None:
    empty = board("- - -\n- - -\n- - -")
    assert coloured_1989(empty) == empty


def count(drawing: str) -> Count1989:
    return Count1989(preset("gnugo-1.1", 3), board(drawing), Side.WHITE, (0, 0))


def test_a_dead_stone_is_the_other_sides_prisoner() -> None:
    settled = count("X - -\n- O -\n- - -").answer(parse_vertex("A3", 3))
    assert settled.prisoners == (0, 1)
    assert settled.board == board("- - -\n- O -\n- - -")


def test_neutral_points_are_filled_in_turn_and_nothing_is_captured() -> None:
    settled = count("X - X\n- X -\n- - -").done()
    assert settled.question == "Neutral point to fill for White"
    settled = settled.answer(parse_vertex("B3", 3)).answer(parse_vertex("A1", 3))
    assert settled.board == board("X O X\n- X -\nX - -")


def test_there_must_be_a_stone_to_take_off_and_an_empty_point_to_fill() -> None:
    with pytest.raises(IllegalMove, match="there is no stone on B3"):
        count("X - -\n- - -\n- - -").answer(parse_vertex("B3", 3))
    with pytest.raises(IllegalMove, match="there is a stone on A3"):
        count("X - -\n- - -\n- - -").done().answer(parse_vertex("A3", 3))


def test_the_result_in_sentences() -> None:
    settled = count("X - -\n- - -\n- - -").done().done()
    assert settled.question is None
    assert settled.result()[1:] == (
        "Black: 8 points of territory + 1 stones on the board = 9",
        "White: 0 points of territory = 0",
        "Black wins by 9 points.",
    )
    assert count("- - -\n- - -\n- - -").done().done().result()[-1] == "The game is a tie."
