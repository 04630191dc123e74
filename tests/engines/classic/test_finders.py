"""Tests of each finder on small drawn boards; X is the computer unless noted."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import PASS, Color
from gnugo_py.engines.classic.attack import find_attack
from gnugo_py.engines.classic.chains_and_liberties import (
    ChainSurvey,
    packed_set_layout,
    survey_of_board,
    update_chain_survey,
)
from gnugo_py.engines.classic.defend import find_defense, liberty_gain_value
from gnugo_py.engines.classic.memory import next_random
from gnugo_py.engines.classic.random_move import MAX_RANDOM_MOVE_TRIES, random_move, random_row_or_column
from gnugo_py.engines.classic.results import AttackReason, DefenseReason, FinderResult
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from tests.support import reference_survey
from tests.support.board_edits import boards, edited, edits
from tests.support.boards import board

BLACK = Color.BLACK


def surveyed(drawn: Board) -> ChainSurvey:
    return survey_of_board(drawn, packed_set_layout(drawn.geometry.size, frozenset()))


def attack(drawing: str, ko: str | None = None) -> FinderResult | None:
    seen = surveyed(board(drawing))
    return find_attack(seen, BLACK, parse_vertex(ko, seen.board.geometry.size) if ko else None)


def defense(drawing: str, known: str | None = None) -> FinderResult | None:
    seen = surveyed(board(drawing))
    return find_defense(seen, BLACK, surveyed(board(known)).snapshot_weak_chains(BLACK) if known else None)


def where(found: FinderResult | None, size: int) -> tuple[str, int] | None:
    return (format_vertex(found.point, size), found.value) if found else None


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
    assert found.reason == AttackReason(parse_vertex("B4", 5), 1)


def test_the_ko_point_is_left_alone() -> None:
    assert attack(ATARI, ko="C4") is None


def test_a_chain_of_two_liberties_is_squeezed_from_the_side_that_leaves_it_fewer() -> None:
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
    assert found.reason == AttackReason(parse_vertex("A4", 5), 2, parse_vertex("A5", 5), 0)


def test_a_liberty_that_is_listed_twice_may_be_both_move_and_answer() -> None:
    found = attack("O O O O\n- X O -\nO O X X\n- O - -")
    assert where(found, 4) == ("D3", 100)
    assert found is not None
    assert found.reason == AttackReason(parse_vertex("D4", 4), 2, parse_vertex("D3", 4), 1)


def test_chains_of_four_liberties_are_not_attacked() -> None:
    assert attack("- - - - -\n- - O - -\n- - - - -\n- - - - -\n- - - X -") is None


def test_a_chain_in_atari_runs_where_its_first_liberty_is() -> None:
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
    assert found.reason == DefenseReason(parse_vertex("B3", 5), 1, 2)


def test_a_chain_that_gains_nothing_is_given_up() -> None:
    assert defense("X - O\nO O O\n- - -") is None


@pytest.mark.parametrize(
    ("gained", "number", "value"),
    [(1, 1, -1), (2, 1, 40), (5, 1, 190), (2, 2, -1), (4, 2, 46), (4, 3, 40), (6, 3, 43)],
)
def test_what_a_rescue_is_worth(gained: int, number: int, value: int) -> None:
    assert liberty_gain_value(gained, number) == value


def test_after_a_pass_the_engine_defends_by_old_figures() -> None:
    before = "- - - - -\n- - - - -\n- - X - -\n- - - - -\n- - - - -"
    now = "- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -"
    assert where(defense(now), 5) == ("D3", 90)
    assert defense(now, known=before) is None


def test_by_old_figures_the_search_begins_at_the_old_stone() -> None:
    now = "X - X -\nX - - -\n- - - -\n- - - -"
    assert where(defense(now, known="- - - -\nX - - -\n- - - -\n- - - -"), 4) == ("B4", 40)


def test_the_draw_of_the_original() -> None:
    assert next_random(0, 123456) == 123456
    assert next_random(123456, 123456) == 123456 * 137 % 3833
    assert next_random(2**31 - 1, 1) == abs(((2**31 - 1) * 137 + 2**31) % 2**32 - 2**31) % 3833


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_random_move_prefers_the_third_to_sixth_line(size: int) -> None:
    value, lines = 1, [0] * size
    for _ in range(5000):
        line, value = random_row_or_column(value, 471995, size)
        lines[line] += 1
    assert sum(lines[:2]) < sum(lines[2:4])


def test_a_full_board_is_passed_after_400_tries() -> None:
    full = board("\n".join(" ".join("X" * 9) for _ in range(9)))
    point, tries, _ = random_move(surveyed(full), BLACK, 7, 7)
    assert point is None
    assert tries == MAX_RANDOM_MOVE_TRIES


def test_the_random_move_fills_no_own_eye() -> None:
    rows = [["X"] * 9 for _ in range(9)]
    rows[4][4] = "-"
    point, _, _ = random_move(surveyed(board("\n".join(" ".join(row) for row in rows))), BLACK, 7, 7)
    assert point is None


def at_and_value(found: FinderResult | None) -> tuple[int, int] | None:
    return (found.point, found.value) if found else None


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Color), st.integers(0, 10))
def test_the_attack_is_what_a_search_from_every_stone_finds(drawn: Board, color: Color, number: int) -> None:
    empty_points = list(iter_points(drawn.empty_points))
    ko = empty_points[number] if number < len(empty_points) else None
    found = find_attack(surveyed(drawn), color, ko)
    assert at_and_value(found) == reference_survey.attack(drawn, color, ko)


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Color))
def test_the_defense_is_what_a_search_from_every_stone_finds(drawn: Board, color: Color) -> None:
    found = find_defense(surveyed(drawn), color, None)
    assert at_and_value(found) == reference_survey.defense(drawn, drawn, color)


@settings(max_examples=300)
@given(st.integers(3, 9), st.sampled_from(Color), st.data())
def test_the_defense_by_old_figures_is_what_a_search_from_every_stone_finds(
    size: int, color: Color, data: st.DataObject
) -> None:
    known = now = data.draw(boards(size))
    for point, _ in data.draw(edits(size)):  # the user passes; the computer adds stones and captures
        if now.color_at(point) is None:
            now = now.with_stone(point, color)
        elif now.color_at(point) is color.opponent:
            now = now.without_stones(1 << point)
    found = find_defense(surveyed(now), color, surveyed(known).snapshot_weak_chains(color))
    assert at_and_value(found) == reference_survey.defense(now, known, color)


def said_of_chains(seen: ChainSurvey, computer: Color) -> tuple[dict[int, object], dict[int, object]]:
    """Return the finders' results by the stones of each chain: the user's chains, then the computer's."""
    theirs, own = seen.weak_chains[computer.opponent], seen.weak_chains[computer]
    return {chain.stones: chain.threat for chain in theirs}, {chain.stones: chain.rescue for chain in own}


@given(st.integers(3, 9), st.data())
def test_what_is_remembered_of_a_chain_changes_no_answer(size: int, data: st.DataObject) -> None:
    drawn = data.draw(boards(size))
    moved = surveyed(drawn)
    for some in data.draw(st.lists(edits(size), min_size=1, max_size=12)):
        drawn = edited(drawn, some)
        update_chain_survey(moved, drawn)
        fresh = surveyed(drawn)
        for color in Color:
            assert find_attack(moved, color, None) == find_attack(fresh, color, None)
            assert find_defense(moved, color, None) == find_defense(fresh, color, None)
            assert said_of_chains(moved, color) == said_of_chains(fresh, color)


def test_an_attack_is_remembered_no_longer_when_a_long_chain_loses_its_eighth_liberty() -> None:
    moved = surveyed(board("O - - - -\n- O O O -\nX - - - -\n- - - - X\n- - - - -"))
    assert find_attack(moved, BLACK, None) is None
    update_chain_survey(moved, board("O - - X -\n- O O O -\nX - - - -\n- - - - X\n- - - - -"))
    assert where(find_attack(moved, BLACK, None), 5) == ("A4", 20)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_remembered_in_a_game_changes_no_answer(seed: int) -> None:
    rng, position = Random(seed), GoPosition.start(9, Rules("free", "simple", False, "area"))
    moved = surveyed(position.board)
    for _ in range(200):
        position = position.play_unchecked(rng.choice(position.legal_moves() or [PASS])).without_passes()
        if rng.random() < 0.3:
            continue
        update_chain_survey(moved, position.board)
        fresh = surveyed(position.board)
        for color in Color:
            assert find_attack(moved, color, None) == find_attack(fresh, color, None)
            assert find_defense(moved, color, None) == find_defense(fresh, color, None)
            assert said_of_chains(moved, color) == said_of_chains(fresh, color)
