"""Tests of what the Go search says of cuts and connections."""

import pytest

from gnugo_py import Color, GoPosition
from gnugo_py.engines.search.go_claims import prevented_cut_claim, threatened_cut_claim
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.vertex import parse_vertex
from tests.support.boards import played, position
from tests.support.mistakes import claims
from tests.support.reasons import effects

BLACK, WHITE = Color

CUT = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - X - X - - - -
- - O - O - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
ALREADY_CONNECTED = """
- - - - - - -
- X - - - - -
- - X - - - -
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
"""


def test_a_cut_separates_chains_that_no_move_connects() -> None:
    start = position(CUT, WHITE, "chinese")
    assert effects(start, "D5") == "It cuts Black's stone at C5 off from E5."
    assert effects(start.with_to_move(BLACK), "D5") == "It connects Black's stone at E5 to C5."


def test_a_cut_of_dead_stones_is_not_mentioned() -> None:
    dead = {"C5": -0.9, "E5": -0.9}
    assert not claims(position(CUT, WHITE, "chinese"), "D5", dead, dead)


UNCUT_AT_THE_EDGE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - X -
- - - - - - O - -
- - - - - - - X -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""


def test_a_cut_where_two_more_cuts_cannot_both_be_answered() -> None:
    """After White E2, Black D2 and White C2, F2 puts E2 in atari: White cannot take both D2 and F2."""
    start = position(CUT_ON_THE_THIRD_LINE, BLACK, "chinese")
    assert effects(start, "E3") == "It cuts White's stone at D3 off from F3."


CUT_ON_THE_THIRD_LINE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - X - - - -
- - - O - O - - -
- - - - - - - - -
- - - - - - - - -
"""


def test_no_cut_where_an_atari_gives_time_to_connect() -> None:
    """Black answers E3 with an atari at D3, and after White F3 with D4."""
    start = played(GoPosition.start(9, "japanese"), *ATARI_CONNECTS.split())
    assert "cuts" not in effects(start, "E3")


ATARI_CONNECTS = "E5 G4 G5 F5 F6 F4 E4 G6 E7 C3 E2 C5 G7 D6 H6"


DOUBLE_ATARI = """
- - - - - - X O O - - O - - - - - - -
- - - O - X - X O - O - - - - - - - -
- - O O X X X X X O - O - - - - O O -
- - O X X X - X O O - - - - O - O X -
- - - - O O X X X O - - - - - X X - -
- - O O - O X - X O - - - - - - - X -
- - X X O O O X - X - O X - - - O O -
- - - X X O - O X - - - O - O O - X -
- - - O X X O - - - - - - - - - - X -
- - - O X X X O O - - - - - X X X O -
- - O X O O X X - - - - - O O O O X -
- - - X X O - - - - - - - - - - - - -
- - - - - X - - - - - - - - - - - - -
- - - - - - - - - - - - - - - - - - -
- - - X - - - - - - - - - - - - - - -
- - X X X - - - - X - - - - X X X - -
- - X O X O O - X - - - - - - O - - -
- X O O O - O O X - - - - - - - - - -
- - X O - O - X - - - - - - - - - - -
"""


def test_a_double_atari_does_not_connect_a_chain_that_is_in_atari_itself() -> None:
    """After White H6, Black G4 would be a double atari, but White J5 takes the stone at H5."""
    drawn = """
- - - X - - - - - - - - -
- - X - X O - - - - - - -
- - X X O X - - - - - - -
- - O O O X O - - X - - -
- - - - - - X - - - - - -
- - - X X X - - - - - - -
- O O - O - + - - - - - -
- - X - O X X - - - - - -
- O X X X O O X - - - - -
- O X O O - - O - X - - -
- - O - - - - - - O O - -
- - - - - - - - - - - - -
- - - - - - - - - - - - -
"""
    assert "cut" not in effects(position(drawn, BLACK, "japanese"), "J4")


def test_no_cut_where_a_stone_would_have_no_liberty() -> None:
    start = position("- - - - -\n- O X O -\n- X - X -\n- O X O -\n- - - - -", WHITE, "japanese")
    assert not cut_chains(start.board, parse_vertex("C3", 5), WHITE)


def test_a_cut_that_becomes_possible_is_threatened() -> None:
    start = position(CUT.replace("O - O", "- - -"), WHITE, "chinese")
    assert effects(start, "C4") == "It threatens to cut at D5."


def test_no_cut_where_another_point_connects() -> None:
    start = position(ALREADY_CONNECTED, WHITE, "chinese")
    assert "cuts" not in effects(start, "B5")
    assert "connects" not in effects(start.with_to_move(BLACK), "B5")


def test_only_chains_that_are_separated_from_each_other_are_cut_apart() -> None:
    """Black's D6 and E5 connect at E6, whatever White does."""
    drawn = CUT.replace("- - - - - - - - -\n- - X - X", "- - O X - - - - -\n- - X - X").replace(
        "O - O", "O O O"
    )
    cut = MoveFacts(position(drawn, WHITE, "chinese"), parse_vertex("D5", 9)).cut
    assert len(cut) == 2
    assert 1 << parse_vertex("C5", 9) in cut


TWO_MOVES_CONNECT = CUT.replace("- - - - - - - - -\n- - X - X", "- - - - X - - - -\n- - X - X")


@pytest.mark.parametrize(
    ("drawing", "vertex", "absent"),
    [
        (UNCUT_AT_THE_EDGE, "H5", "cut"),  # Black J5; a White stone at J4 or J6 would be captured at once
        (DOUBLE_ATARI, "O10", "cut"),  # after Black O12, White O13 puts O12 and N13 in atari
        (TWO_MOVES_CONNECT, "D5", "cuts"),
    ],
)
def test_no_cut_where_an_answer_connects(drawing: str, vertex: str, absent: str) -> None:
    assert absent not in effects(position(drawing, WHITE, "chinese"), vertex)


def test_a_cut_that_is_prevented_is_named() -> None:
    start = position(CUT.replace("O - O", "O - -"), BLACK, "chinese")
    assert effects(start, "D4") == "It prevents the cut at D5."


def test_a_cut_that_nobody_would_play_is_not_mentioned() -> None:
    point = 1 << parse_vertex("D5", 9)
    start = position(CUT.replace("O - O", "O - -"), BLACK, "chinese")
    prevents = MoveFacts(start, parse_vertex("D4", 9))
    assert prevented_cut_claim(prevents, point) == "prevents the cut at D5"
    assert prevented_cut_claim(prevents, 0) is None
    start = position(CUT.replace("O - O", "- - -"), WHITE, "chinese")
    threatens = MoveFacts(start, parse_vertex("C4", 9))
    assert threatened_cut_claim(threatens, point) == "threatens to cut at D5"
    assert threatened_cut_claim(threatens, 0) is None


def test_a_move_after_a_pass_is_explained() -> None:
    start = played(position(CUT, BLACK, "chinese"), "pass")
    assert effects(start, "D5") == "It cuts Black's stone at C5 off from E5."
