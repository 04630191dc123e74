"""Tests of each finder on small drawn boards; X is the computer unless noted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.engines.classic.gnugo import MAX_TRIES, AttackReason, ClassicMemory, DefenseReason, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles
from gnugo_py.engines.engine import Reason
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Color, Play
from tests.support import reference_survey
from tests.support.boards import board, boards, edits

BLACK = Color.BLACK


def game(drawn: Board, color: Color = BLACK, ko: int | None = None, known: Board | None = None) -> GnuGo:
    """Return a decision on a board; on the board `known`, the liberties of `color` were last counted."""
    size = drawn.geometry.size
    known = drawn if known is None else known
    before = GoPosition.from_board(Board.empty(size), color.opponent, rules_preset("gnugo-1.1", size))
    captures = (ko, None) if color is BLACK else (None, ko)
    counted = before.replace(
        board=known, to_move=color, last_move=Play((0,)), previous=before, last_single_capture=captures
    )
    if known != drawn:
        passed = counted.replace(board=drawn, to_move=color.opponent, last_move=PASS, previous=counted)
        counted = passed.replace(to_move=color, previous=passed)
    return GnuGo(counted, ClassicMemory.initial(7), PatternFiles())


def attack(drawing: str, ko: str | None = None) -> Reason | None:
    drawn = board(drawing)
    return game(drawn, ko=parse_vertex(ko, drawn.geometry.size) if ko else None).findwinner()


def defense(drawing: str, known: str | None = None) -> Reason | None:
    return game(board(drawing), known=board(known) if known else None).findsaver()


def where(found: Reason | None, size: int) -> tuple[str, int] | None:
    return (format_vertex(found.point, size), found.value) if found and found.point is not None else None


ATARI = """
- X - - -
X O - - -
- X - - -
- - - - -
- - - - -
"""


def test_a_chain_in_atari_is_taken() -> None:
    found = attack(ATARI)
    assert where(found, 5) == ("C4", 120)
    assert found is not None
    assert found.data == AttackReason(parse_vertex("B4", 5), 1)


def test_no_attack_is_played_on_the_ko_point() -> None:
    assert attack(ATARI, ko="C4") is None


def test_the_upper_left_corner_can_be_the_ko_point() -> None:
    """Its number is 0, which is not the same as no point."""
    drawing = "- O X\nX X X\n- - -"
    assert where(attack(drawing), 3) == ("A3", 120)
    assert attack(drawing, ko="A3") is None


def test_an_attack_on_two_liberties_leaves_as_few_as_possible() -> None:
    found = attack(
        """
        - X - - -
        O O X - -
        X - - - -
        - - - - -
        - - - - -
        """
    )
    assert where(found, 5) == ("B3", 120)
    assert found is not None
    assert found.data == AttackReason(parse_vertex("A4", 5), 2, parse_vertex("A5", 5), 0)


def test_a_liberty_listed_twice_can_be_both_move_and_answer() -> None:
    found = attack("O O O O\n- X O -\nO O X X\n- O - -")
    assert where(found, 4) == ("D3", 100)
    assert found is not None
    assert found.data == AttackReason(parse_vertex("D4", 4), 2, parse_vertex("D3", 4), 1)


def test_chains_of_four_liberties_are_not_attacked() -> None:
    assert attack("- - - - -\n- - O - -\n- - - - -\n- - - - -\n- - - X -") is None


def test_a_chain_in_atari_extends_to_its_first_liberty() -> None:
    found = defense(
        """
        - - - - -
        - O - - -
        O X - - -
        - O O - -
        - - - - -
        """
    )
    assert where(found, 5) == ("C3", 40)
    assert found is not None
    assert found.data == DefenseReason(parse_vertex("B3", 5), 1, 2)


def test_a_chain_that_gains_no_liberties_is_not_defended() -> None:
    assert defense("X - O\nO O O\n- - -") is None


@pytest.mark.parametrize(
    ("newlib", "minlib", "value"),
    [(1, 1, -1), (2, 1, 40), (5, 1, 190), (2, 2, -1), (4, 2, 46), (4, 3, 40), (6, 3, 43)],
)
def test_the_value_of_a_defense_depends_on_the_liberties_gained(newlib: int, minlib: int, value: int) -> None:
    assert GnuGo.fval(newlib, minlib) == value


def test_a_defense_after_a_pass_uses_old_liberty_counts() -> None:
    before = "- - - - -\n- - - - -\n- - X - -\n- - - - -\n- - - - -"
    now = "- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -"
    assert where(defense(now), 5) == ("D3", 90)
    assert defense(now, known=before) is None


def test_a_defense_with_old_liberty_counts_starts_at_the_old_stone() -> None:
    now = "X - X -\nX - - -\n- - - -\n- - - -"
    assert where(defense(now, known="- - - -\nX - - -\n- - - -\n- - - -"), 4) == ("B4", 40)


def test_joined_stones_that_had_one_liberty_each_can_each_yield_a_defense() -> None:
    """The first liberty from A3 is B4, where a stone gains nothing; the first from E3 is D4."""
    before = "- O - - -\nO - O - O\nX - X - X\nO O O O O\n- - - - -"
    now = "- O - - -\nO - O - O\nX X X X X\nO O O O O\n- - - - -"
    found = defense(now, known=before)
    assert where(found, 5) == ("D4", 40)
    assert found is not None
    assert found.data == DefenseReason(parse_vertex("E3", 5), 1, 2)


def test_the_example_of_old_numbers() -> None:
    """See `GnuGo.examboard`."""
    position = GoPosition.start(4, "gnugo-1.1").with_to_move(BLACK.opponent)
    for move in ("B2", "B3", "C2", "C3", "pass"):
        position = position.play(move)
    deciding = GnuGo(position, ClassicMemory.initial(7), PatternFiles())
    counted = deciding.examboard()
    numbers = {vertex: counted.liberties(parse_vertex(vertex, 4)).bit_count() for vertex in ("B3", "C3")}
    assert numbers == {"B3": 3, "C3": 0}
    assert deciding.count(parse_vertex("B3", 4), BLACK) == 4
    found = deciding.findsaver()
    assert found is not None
    assert isinstance(found.data, DefenseReason)
    assert found.data[:2] == (parse_vertex("B3", 4), 3)


def test_before_the_users_first_stone_no_liberties_are_counted() -> None:
    drawn = board("- O - -\nO X - -\n- O - -\n- - - -")
    start = GoPosition.from_board(drawn, BLACK, rules_preset("gnugo-1.1", 4))
    assert GnuGo(start, ClassicMemory.initial(7), PatternFiles()).findsaver() is None
    assert where(game(drawn).findsaver(), 4) == ("C3", 90)


def draws(random_state: int, seed: int) -> GnuGo:
    start = GoPosition.from_board(Board.empty(9), BLACK, rules_preset("gnugo-1.1", 9))
    return GnuGo(start, ClassicMemory(seed, random_state), PatternFiles())


def test_the_random_numbers_are_those_of_the_original() -> None:
    assert draws(0, 123456).random() == 123456
    assert draws(123456, 123456).random() == 123456 * 137 % 3833
    assert draws(2**31 - 1, 1).random() == abs(((2**31 - 1) * 137 + 2**31) % 2**32 - 2**31) % 3833


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_random_move_prefers_the_third_to_sixth_line(size: int) -> None:
    drawing, lines = game(Board.empty(size)), [0] * size
    for _ in range(5000):
        lines[drawing.axis()] += 1
    assert sum(lines[:2]) < sum(lines[2:4])


def test_no_random_move_is_found_on_a_full_board_after_400_tries() -> None:
    full = game(board("\n".join(" ".join("X" * 9) for _ in range(9))))
    assert full.random_move() == Reason("random", None, MAX_TRIES)


def test_the_random_move_fills_no_own_eye() -> None:
    rows = [["X"] * 9 for _ in range(9)]
    rows[4][4] = "-"
    with_eye = game(board("\n".join(" ".join(row) for row in rows)))
    assert with_eye.random_move().point is None


def at_and_value(found: Reason | None) -> tuple[int | None, int] | None:
    return (found.point, found.value) if found else None


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Color), st.integers(0, 10))
def test_the_attack_equals_that_of_the_reference_search(drawn: Board, color: Color, number: int) -> None:
    empty_points = list(iter_points(drawn.empty_points))
    ko = empty_points[number] if number < len(empty_points) else None
    found = game(drawn, color, ko).findwinner()
    assert at_and_value(found) == reference_survey.attack(drawn, color, ko)


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Color))
def test_the_defense_equals_that_of_the_reference_search(drawn: Board, color: Color) -> None:
    found = game(drawn, color).findsaver()
    assert at_and_value(found) == reference_survey.defense(drawn, drawn, color)


@settings(max_examples=300)
@given(st.integers(3, 9), st.sampled_from(Color), st.data())
def test_the_defense_with_old_counts_equals_that_of_the_reference_search(
    size: int, color: Color, data: st.DataObject
) -> None:
    known = now = data.draw(boards(size))
    for point, _ in data.draw(edits(size)):  # the user passes; the computer adds stones and captures
        if now.color_at(point) is None:
            now = now.with_stone(point, color)
        elif now.color_at(point) is color.opponent:
            now = now.without_stones(1 << point)
    found = game(now, color, known=known).findsaver()
    assert at_and_value(found) == reference_survey.defense(now, known, color)


@given(boards(9))
def test_a_count_is_what_a_stone_there_would_have_captures_ignored(drawn: Board) -> None:
    counting = game(drawn)
    for color in Color:
        for point in iter_points(drawn.empty_points):
            chain = drawn.geometry.flood_fill(1 << point, drawn.stones(color) | 1 << point)
            liberties = drawn.surrounding_points(chain) & drawn.empty_points
            assert counting.count(point, color) == liberties.bit_count()


@given(boards(9))
def test_a_walk_meets_every_liberty_once_for_each_stone_it_touches(drawn: Board) -> None:
    lines = drawn.geometry
    for chain in drawn.chains(BLACK):
        met = list(game(drawn).walk((chain & -chain).bit_length() - 1, BLACK, drawn.empty_points))
        liberties = list(iter_points(drawn.surrounding_points(chain) & drawn.empty_points))
        assert sorted(set(met)) == liberties
        assert all(met.count(point) == (lines.neighbors[point] & chain).bit_count() for point in liberties)


def test_a_walk_goes_deep_first_north_south_west_east() -> None:
    drawn = board("- - - -\n- X X -\n- X - -\n- - - -")
    met = game(drawn).walk(drawn.geometry.points[5], BLACK, drawn.empty_points)
    assert [format_vertex(point, 4) for point in met] == ["B4", "B1", "A2", "C2", "A3", "C4", "C2", "D3"]
