"""Each finder on small drawn boards; X is the computer unless said."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import PASS, Side
from gnugo_py.engines.classic.attack import find_attack
from gnugo_py.engines.classic.defend import find_defence, worth
from gnugo_py.engines.classic.memory import draw
from gnugo_py.engines.classic.random_move import MOST_TRIES, axis, random_move
from gnugo_py.engines.classic.results import Attack, Defence, Finding
from gnugo_py.engines.classic.survey import Survey, go_to, layout, new_survey
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from tests.boards import board
from tests.classic import stone_by_stone
from tests.classic.test_survey import boards, edited, edits

BLACK = Side.BLACK


def surveyed(drawn: Board) -> Survey:
    return new_survey(drawn, layout(drawn.geometry.size, frozenset()))


def attack(drawing: str, ko: str | None = None) -> Finding | None:
    seen = surveyed(board(drawing))
    return find_attack(seen, BLACK, parse_vertex(ko, seen.board.geometry.size) if ko else None)


def defence(drawing: str, known: str | None = None) -> Finding | None:
    seen = surveyed(board(drawing))
    return find_defence(seen, BLACK, surveyed(board(known)).believed(BLACK) if known else None)


def where(found: Finding | None, size: int) -> tuple[str, int] | None:
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
    assert found.why == Attack(parse_vertex("B4", 5), 1)


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
    assert found.why == Attack(parse_vertex("A4", 5), 2, parse_vertex("A5", 5), 0)


def test_a_liberty_that_is_listed_twice_may_be_both_move_and_answer() -> None:
    found = attack("O O O O\n- X O -\nO O X X\n- O - -")
    assert where(found, 4) == ("D3", 100)
    assert found is not None
    assert found.why == Attack(parse_vertex("D4", 4), 2, parse_vertex("D3", 4), 1)


def test_chains_of_four_liberties_are_not_attacked() -> None:
    assert attack("- - - - -\n- - O - -\n- - - - -\n- - - - -\n- - - X -") is None


def test_a_chain_in_atari_runs_where_its_first_liberty_is() -> None:
    found = defence(
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
    assert found.why == Defence(parse_vertex("B3", 5), 1, 2)


def test_a_chain_that_gains_nothing_is_given_up() -> None:
    assert defence("X - O\nO O O\n- - -") is None


@pytest.mark.parametrize(
    ("gained", "number", "value"),
    [(1, 1, -1), (2, 1, 40), (5, 1, 190), (2, 2, -1), (4, 2, 46), (4, 3, 40), (6, 3, 43)],
)
def test_what_a_rescue_is_worth(gained: int, number: int, value: int) -> None:
    assert worth(gained, number) == value


def test_after_a_pass_the_engine_defends_by_old_figures() -> None:
    before = "- - - - -\n- - - - -\n- - X - -\n- - - - -\n- - - - -"
    now = "- - - - -\n- - O - -\n- O X - -\n- - O - -\n- - - - -"
    assert where(defence(now), 5) == ("D3", 90)
    assert defence(now, known=before) is None


def test_by_old_figures_the_search_begins_at_the_old_stone() -> None:
    now = "X - X -\nX - - -\n- - - -\n- - - -"
    assert where(defence(now, known="- - - -\nX - - -\n- - - -\n- - - -"), 4) == ("B4", 40)


def test_the_draw_of_the_original() -> None:
    assert draw(0, 123456) == 123456
    assert draw(123456, 123456) == 123456 * 137 % 3833
    assert draw(2**31 - 1, 1) == abs(((2**31 - 1) * 137 + 2**31) % 2**32 - 2**31) % 3833


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_random_move_prefers_the_third_to_sixth_line(size: int) -> None:
    value, lines = 1, [0] * size
    for _ in range(5000):
        line, value = axis(value, 471995, size)
        lines[line] += 1
    assert sum(lines[:2]) < sum(lines[2:4])


def test_a_full_board_is_passed_after_400_tries() -> None:
    full = board("\n".join(" ".join("X" * 9) for _ in range(9)))
    point, tries, _ = random_move(surveyed(full), BLACK, 7, 7)
    assert point is None
    assert tries == MOST_TRIES


def test_the_random_move_fills_no_own_eye() -> None:
    rows = [["X"] * 9 for _ in range(9)]
    rows[4][4] = "-"
    point, _, _ = random_move(surveyed(board("\n".join(" ".join(row) for row in rows))), BLACK, 7, 7)
    assert point is None


def at_and_value(found: Finding | None) -> tuple[int, int] | None:
    return (found.point, found.value) if found else None


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Side), st.integers(0, 10))
def test_the_attack_is_what_a_search_from_every_stone_finds(drawn: Board, side: Side, number: int) -> None:
    vacant = list(points_of(drawn.vacant))
    ko = vacant[number] if number < len(vacant) else None
    found = find_attack(surveyed(drawn), side, ko)
    assert at_and_value(found) == stone_by_stone.attack(drawn, side, ko)


@settings(max_examples=300)
@given(st.integers(3, 9).flatmap(boards), st.sampled_from(Side))
def test_the_defence_is_what_a_search_from_every_stone_finds(drawn: Board, side: Side) -> None:
    found = find_defence(surveyed(drawn), side, None)
    assert at_and_value(found) == stone_by_stone.defence(drawn, drawn, side)


@settings(max_examples=300)
@given(st.integers(3, 9), st.sampled_from(Side), st.data())
def test_the_defence_by_old_figures_is_what_a_search_from_every_stone_finds(
    size: int, side: Side, data: st.DataObject
) -> None:
    known = now = data.draw(boards(size))
    for point, _ in data.draw(edits(size)):  # while the user passes, the computer adds stones and takes some
        if now.at(point) is None:
            now = now.put(point, side)
        elif now.at(point) is side.other:
            now = now.without(1 << point)
    found = find_defence(surveyed(now), side, surveyed(known).believed(side))
    assert at_and_value(found) == stone_by_stone.defence(now, known, side)


def said_of_chains(seen: Survey, computer: Side) -> tuple[dict[int, object], dict[int, object]]:
    """What the finders said of every chain, by its stones: of the user's, and of the computer's own."""
    theirs, own = seen.weak[computer.other], seen.weak[computer]
    return {chain.stones: chain.threat for chain in theirs}, {chain.stones: chain.rescue for chain in own}


@given(st.integers(3, 9), st.data())
def test_what_is_remembered_of_a_chain_changes_no_answer(size: int, data: st.DataObject) -> None:
    drawn = data.draw(boards(size))
    moved = surveyed(drawn)
    for some in data.draw(st.lists(edits(size), min_size=1, max_size=12)):
        drawn = edited(drawn, some)
        go_to(moved, drawn)
        fresh = surveyed(drawn)
        for side in Side:
            assert find_attack(moved, side, None) == find_attack(fresh, side, None)
            assert find_defence(moved, side, None) == find_defence(fresh, side, None)
            assert said_of_chains(moved, side) == said_of_chains(fresh, side)


def test_an_attack_is_remembered_no_longer_when_a_long_chain_loses_its_eighth_liberty() -> None:
    moved = surveyed(board("O - - - -\n- O O O -\nX - - - -\n- - - - X\n- - - - -"))
    assert find_attack(moved, BLACK, None) is None
    go_to(moved, board("O - - X -\n- O O O -\nX - - - -\n- - - - X\n- - - - -"))
    assert where(find_attack(moved, BLACK, None), 5) == ("A4", 20)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_remembered_in_a_game_changes_no_answer(seed: int) -> None:
    chance, position = Random(seed), GoPosition.start(9, Rules("free", "simple", False, "area"))
    moved = surveyed(position.board)
    for _ in range(200):
        position = position.play(chance.choice(position.legal_moves() or [PASS])).resumed()
        if chance.random() < 0.3:
            continue
        go_to(moved, position.board)
        fresh = surveyed(position.board)
        for side in Side:
            assert find_attack(moved, side, None) == find_attack(fresh, side, None)
            assert find_defence(moved, side, None) == find_defence(fresh, side, None)
            assert said_of_chains(moved, side) == said_of_chains(fresh, side)
