"""Tests of the input planes, with positions as drawings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.engines.network.inputs import network_inputs
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import IllegalReason, rules_preset
from gnugo_py.games.types import Color, Play
from tests.support.boards import played, position


def planes(here: GoPosition) -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
    """Return the planes of a position, of the shape (22, size, size)."""
    return network_inputs(here)[0].T.reshape(22, here.size, here.size)


def plane(here: GoPosition, number: int) -> list[str]:
    """Return the points of a plane as rows of 1 and -."""
    return ["".join("1" if cell else "-" for cell in row) for row in planes(here)[number]]


def numbers(here: GoPosition) -> list[float]:
    """Return the input numbers of a position."""
    return [float(number) for number in network_inputs(here)[1]]


LADDERS = (14, 15, 16, 17)
DRAWING = """
X O - - -
X O - - -
- - - X -
- - - X X
- O - - -
"""


def test_the_first_planes_are_the_stones_of_both_colors_and_the_board() -> None:
    white = position(DRAWING, Color.WHITE)
    assert plane(white, 1) == ["-1---", "-1---", "-----", "-----", "-1---"]
    assert plane(white, 2) == ["1----", "1----", "---1-", "---11", "-----"]
    assert plane(white, 0) == ["11111"] * 5
    black = white.with_to_move(Color.BLACK)
    assert (plane(black, 1), plane(black, 2)) == (plane(white, 2), plane(white, 1))


def test_chains_with_one_two_and_three_liberties_are_marked() -> None:
    here = position(DRAWING, Color.BLACK)
    assert plane(here, 3) == ["1----", "1----", "-----", "-----", "-----"]
    assert plane(here, 4) == ["-----"] * 5
    assert plane(here, 5) == ["-1---", "-1---", "-----", "-----", "-1---"]


KO = """
- X O - -
X - X O -
- X O - -
- - - - -
- - - - -
"""


def test_the_ko_point_is_marked_only_directly_after_the_capture() -> None:
    after = played(position(KO, Color.WHITE), "B4")
    assert plane(after, 6) == ["-----", "--1--", "-----", "-----", "-----"]
    elsewhere = played(after, "E1", "A1")
    assert plane(elsewhere, 6) == ["-----"] * 5


def test_a_capture_by_a_stone_with_more_liberties_is_no_ko() -> None:
    after = played(position("- - - -\n- X O -\n- - - -\n- - - -", Color.BLACK), "C4", "A1", "D3", "A2", "C2")
    assert after.prisoners == (1, 0)
    assert not planes(after)[6].any()


def test_a_captured_pair_is_no_ko() -> None:
    after = played(
        position("O O X -\nX X - -\n- - - -\n- - - -", Color.BLACK).with_to_move(Color.WHITE), "pass"
    )
    assert not planes(after)[6].any()


def test_the_last_five_moves_are_marked_newest_first_and_passes_leave_a_gap() -> None:
    here = played(GoPosition.start(5, "chinese"), "A5", "B5", "pass", "C5", "D5", "E5")
    marked = [plane(here, number)[0] for number in range(9, 14)]
    assert marked == ["----1", "---1-", "--1--", "-----", "-1---"]


def test_a_new_game_and_stones_set_up_have_no_last_moves() -> None:
    for here in (GoPosition.start(9, "chinese", 2), position(DRAWING, Color.BLACK)):
        assert not planes(here)[9:14].any()


def test_the_point_of_a_captured_stone_stays_marked() -> None:
    here = played(position("- O - -\nO - - -\n- - - -\n- - - -", Color.BLACK), "C4")
    here = played(position("- O - -\n- - O -\n- O - -\n- - - -", Color.BLACK), "B3", "A3")
    assert here.board.color_at(6) is None
    assert plane(here, 10) == ["----", "-1--", "----", "----"]


LADDER = """
- - - - - - -
- - - - - - -
- - O O - - -
- O X - - - -
- - - - - - -
- - - - - - -
- - - - - O X
"""


def test_stones_caught_in_a_ladder_and_the_moves_that_catch_are_marked() -> None:
    """White catches C4 at C3. G1 can be captured by White, and Black cannot save it."""
    white = position(LADDER, Color.WHITE)
    empty = "-------"
    assert plane(white, 14) == [*[empty] * 3, "--1----", *[empty] * 2, "------1"]
    assert plane(white, 17) == [*[empty] * 4, "--1----", *[empty] * 2]
    black = white.with_to_move(Color.BLACK)
    assert plane(black, 14) == plane(white, 14)
    assert plane(black, 17) == [empty] * 7


def test_moves_before_two_in_a_row_by_one_color_are_not_marked() -> None:
    here = played(position("- - -\n" * 3, Color.BLACK), "A1", "B2")
    again = here.with_to_move(Color.WHITE).play("C3")
    assert [plane(again, number) for number in (9, 10)] == [["--1", "---", "---"], ["---"] * 3]


def test_the_areas_of_both_colors_as_the_board_stands_are_marked() -> None:
    white = position(
        """
        - X - O -
        X X - O O
        - - - - -
        - X - - -
        - - - - -
    """,
        Color.WHITE,
    )
    assert plane(white, 18) == ["---11", "---11", "-----", "-----", "-----"]
    assert plane(white, 19) == ["11---", "11---", "-----", "-1---", "-----"]


@given(st.sampled_from([5, 9, 13]), st.integers(0, 10**6), st.integers(0, 7))
def test_planes_are_equivariant_under_symmetries(size: int, seed: int, symmetry: int) -> None:
    """Ladders are left out: where a reading ends at its bound depends on the order of the points."""
    chance = np.random.default_rng(seed)
    here = there = GoPosition.start(size, "chinese")
    for _ in range(30):
        legal = here.legal_moves()
        if not legal:
            break
        move = legal[chance.integers(len(legal))]
        assert isinstance(move, Play)
        row, column = divmod(move.points[0], size + 1)
        here, there = (
            here.play_unchecked(move),
            there.play_unchecked(Play((turned(row, column, size, symmetry),))),
        )
    expected = planes(here)
    if symmetry >= 4:
        expected = expected[:, :, ::-1]
    others = [number for number in range(22) if number not in LADDERS]
    assert np.array_equal(planes(there)[others], np.rot90(expected, symmetry % 4, (1, 2))[others])


def turned(row: int, column: int, size: int, symmetry: int) -> int:
    """Return the point that a cell becomes if the board is mirrored (from 4 on) and turned."""
    if symmetry >= 4:
        column = size - 1 - column
    for _ in range(symmetry % 4):
        row, column = size - 1 - column, row
    return row * (size + 1) + column


@pytest.mark.parametrize("size", [2, 7, 25])
def test_boards_of_any_size_have_planes(size: int) -> None:
    empty = GoPosition.from_board(Board.empty(size), Color.BLACK, rules_preset("chinese", size))
    assert planes(empty).shape == (22, size, size)


def test_ladders_of_the_two_boards_before_are_marked() -> None:
    """White C3 catches C4; the stone was not in danger before White's move at C2."""
    here = position(LADDER, Color.BLACK)
    after = played(here, "A7", "C3")
    assert plane(after, 14)[3] == plane(after, 15)[3] == "--1----"
    free = position(LADDER.replace("- O X - - - -", "- - X - - - -"), Color.WHITE)
    caught = played(free, "B4")
    assert (plane(caught, 14)[3], plane(caught, 15)[3]) == ("--1----", "-------")


def test_points_that_superko_forbids_are_marked() -> None:
    after = played(position(KO, Color.WHITE, "chinese"), "B4", "E1", "A1", "C4")
    assert after.why_illegal("B4") is not None
    assert plane(after, 6) == ["-----", "-1---", "-----", "-----", "-----"]


def test_the_suicide_of_one_stone_is_no_repetition() -> None:
    drawn = "O X - - -\n- - - - -\n- - - - -\n- - - - -\n- - - - -"
    here = played(position(drawn, Color.BLACK, "tromp-taylor"), "A4")
    assert here.why_illegal("A5") is IllegalReason.SUPERKO
    assert not planes(here)[6].any()


def test_the_suicide_of_several_stones_that_repeats_a_board_is_marked() -> None:
    drawn = "- - - - -\n- - - - -\n- - - - -\nO O O - -\n- - - O -"
    here = played(position(drawn, Color.BLACK, "tromp-taylor"), "A1", "pass", "B1", "pass")
    assert here.why_illegal("C1") is IllegalReason.SUPERKO
    assert plane(here, 6) == ["-----", "-----", "-----", "-----", "--1--"]


def test_history_is_hidden_where_a_pass_ends_a_game_by_area() -> None:
    for rules, marked in (("chinese", 0), ("japanese", 1)):
        here = played(GoPosition.start(5, rules), "C3", "pass")
        assert planes(here)[10].sum() == marked
        assert numbers(here)[0] == marked
        assert numbers(here)[14] == marked


def test_the_numbers_are_the_komi_and_the_rules() -> None:
    area = GoPosition.start(9, "tromp-taylor")
    assert numbers(area)[5:12] == [-0.375, 1.0, 0.5, 1.0, 0.0, 0.0, 0.0]
    territory = GoPosition.start(9, "japanese")
    assert numbers(territory)[6:12] == [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]
    assert numbers(GoPosition.start(9, "aga"))[6:8] == [1.0, -0.5]


def test_where_territory_counts_the_komi_makes_up_for_the_stones_played() -> None:
    start = GoPosition.start(9, "japanese")
    assert numbers(start.play("E5"))[5] == pytest.approx((start.rules.komi + 1) / 20)


def test_a_large_komi_is_bounded() -> None:
    rules = rules_preset("chinese", 9).replace(komi=500.0)
    assert numbers(GoPosition.start(9, rules))[5] == pytest.approx(-(81 + 20) / 20)
