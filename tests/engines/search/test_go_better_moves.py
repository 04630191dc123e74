"""Tests of the words for mistakes: what the move that was played did, and what the better one is for."""

import pytest

from gnugo_py import Color
from gnugo_py.engines.analysis import MistakeLines
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.games.types import PASS
from tests.engines.search.test_go_cuts import CUT
from tests.engines.search.test_go_mistakes import CUTTING_POINT
from tests.support.boards import move, position
from tests.support.mistakes import BESIDE, EYES, GROUP, IN_ATARI, KO, explain, owners

BLACK, WHITE = Color

GROUP_NAME = "Black's 10 stones at E8 and F7"
CLOSED = """
- - - - - - - - -
- - - - - - - - -
- - - - O - - - -
O O O O - - - - -
- X X X - - - - -
O O O O - - - - -
- - - - O - - - -
- - - - - - - - -
- - - - - - - - -
"""
CUTTING_STONE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - O X O - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""


def test_a_stone_in_atari_that_keeps_chains_apart_is_a_cutting_stone() -> None:
    words = explain(position(CUTTING_STONE, BLACK), "J1 E4 E6", good={"E5": 0.5}, bad={"E5": -0.2})
    assert words.answer == "White need not answer J1: E6 puts Black's cutting stone at E5 in atari."


def test_what_the_move_does_is_said_before_what_it_neglects() -> None:
    corner = "A7 A8 A9 B7 B8 B9 C7 C8 C9"
    words = explain(position(CUTTING_STONE, WHITE), "E6 B7 B7", good={corner: -0.5}, bad={corner: 0.5})
    assert words.answer == (
        "E6 puts Black's stone at E5 in atari, but Black need not answer:"
        " B7 takes the area around A9 for Black (about 9 points)."
    )
    saved = explain(position(CUTTING_STONE, WHITE), "E6 E4 E4", good={"E5": -0.5}, bad={"E5": 0.9})
    assert saved.answer.startswith("E6 puts Black's stone at E5 in atari, but Black E4 saves it")


def test_stones_that_the_better_move_leaves_in_atari_are_not_said_to_be_left_by_the_move() -> None:
    words = explain(position(IN_ATARI, BLACK), "G4 A1 E7", bad={"C7 D7": -0.9})
    assert words.answer == "White need not answer G4."


def test_a_better_move_is_said_with_what_it_prevents_the_opponent_from_doing_there() -> None:
    start = position(EYES, BLACK)
    alive, dead = owners(start, {}), owners(start, {GROUP: -0.9})
    lines = MistakeLines(
        start, move("J1", 9), move("F8", 9), move("J9", 9), alive, alive, alive, owners_other=dead
    )
    assert explain_mistake(lines).better.startswith("F8 would have saved Black's 10 stones at E8 and F7")


def test_the_answer_is_said_to_do_the_opposite_of_the_better_move_to_a_group() -> None:
    words = explain(position(EYES, WHITE), "J1 F8 G7", good={GROUP: -0.6}, bad={GROUP: 0.6})
    assert words.answer.startswith("Black need not answer J1: G7 gives Black's 10 stones at E8 and F7 a")
    assert words.better == "F8 would have kept them in danger by taking their base."


def test_stones_that_the_move_takes_are_said_to_be_lost_anyway_if_they_are() -> None:
    lost = {"B3": 0.95}
    area = "G7 H7 J7 G8 H8 J8 G9 H9"
    words = explain(position(KO, WHITE), "C3 H7 H7", {area: -0.5, "D3 C2 C4": -0.95}, {area: 0.5} | lost)
    assert "which" not in words.answer
    gone = {"D3 C2 C4": -0.95}
    words = explain(position(KO, WHITE), "C3 H7 H7", {area: -0.5} | gone, {area: 0.5} | gone)
    assert words.answer.startswith("C3 captures Black's stone at B3")


def test_what_the_move_captures_is_said_before_what_it_puts_in_atari() -> None:
    corner = "G1 H1 J1 G2 H2 J2 G3 H3 J3"
    words = explain(position(KO, WHITE), "C3 H2 H2", good={corner: -0.5}, bad={corner: 0.5})
    assert words.answer.startswith("C3 captures Black's stone at B3 in a ko, but Black need not answer:")


def test_a_better_move_elsewhere_is_said_with_the_area_that_the_opponent_would_take_there() -> None:
    start = position(CUTTING_STONE, BLACK)
    even, then = owners(start, {}), owners(start, {"G7 H7 G8 H8 G9 H9": -0.6})
    lines = MistakeLines(
        start, move("A1", 9), move("H8", 9), move("B1", 9), even, even, even, owners_other=then
    )
    assert explain_mistake(lines).better == "H8 would have reduced White's area around G9 (about 4 points)."


def test_a_pass_that_gains_little_begins_a_sentence() -> None:
    start = position(BESIDE, BLACK)
    even = owners(start, {})
    words = explain_mistake(MistakeLines(start, PASS, move("A1", 9), move("A9", 9), even, even, even))
    assert words.answer == "The pass gains little."


def test_both_halves_are_about_the_cut_that_the_better_move_guards() -> None:
    words = explain(position(CUT, BLACK), "J1 D4 D5", good={"C5 E5": 0.9}, bad={"C5 E5": -0.6})
    assert words.answer.startswith(
        "White need not answer J1: D5 endangers Black's 2 stones at C5 and E5 by cutting C5 and E5 apart"
    )
    assert words.better == "D4 would have kept them alive by guarding the cut at D5."
    assert words.reason == "cut overlooked"


def test_a_double_atari_that_one_capture_answers_is_not_one() -> None:
    """Black B6 takes two stones, and both chains have room again."""
    taken = CUTTING_POINT.replace("- - O X O", "- X O X O", 1).replace(
        "- - - - - - - - -\n- X", "- - X - - - - - -\n- X"
    )
    real, answered = (
        explain(position(board, WHITE), "H3 D5 A1", good={"C5": 0.2}, bad={"C5": 0.9})
        for board in (CUTTING_POINT, taken)
    )
    assert "in atari at once" in real.better
    assert "in atari at once" not in answered.better


def test_what_the_move_gained_is_said_in_points() -> None:
    start = position(IN_ATARI, BLACK)
    area = "G1 H1 J1 G2 H2 J2"
    saved = {"C7 D7 C6 D6 E7 E6": 0.4, area: -0.5}
    words = explain(start, "E7 H2 H2", {"C7 D7 C6 D6 E7 E6": -0.4, area: 0.5}, saved | {"C7 D7": 0.9})
    assert words.answer.startswith("E7 saves Black's 2 stones at D7 (about ")


def test_a_group_is_shut_in_where_its_room_is_closed() -> None:
    start = position(CLOSED, WHITE)
    words = explain(start, "J1 E5 E5", good={"B5 C5 D5": -0.6}, bad={"B5 C5 D5": 0.6})
    assert "E5 gives Black's 3 stones at D5 a chance to live by gaining room" in words.answer


@pytest.mark.parametrize(
    ("loser", "share", "neglects"),
    [(BLACK, 0.9, "leaves {} in danger"), (WHITE, -0.6, "leaves {} a chance to live")],
)
def test_a_group_is_neglected_if_the_answer_is_far_from_the_better_move(
    loser: Color, share: float, neglects: str
) -> None:
    words = explain(position(EYES, loser), "J1 F8 B9", good={GROUP: share}, bad={GROUP: -share})
    assert words.answer == f"J1 {neglects.format(GROUP_NAME)}."
    assert " by " in words.better


def test_an_area_is_said_with_the_chains_that_the_move_joins_or_keeps_apart() -> None:
    area = "D6 E6 F6 D7 E7 F7"
    for loser, way in ((BLACK, "keeping C5 and E5 apart"), (WHITE, "joining C5 and E5")):
        sign = 1 if loser is BLACK else -1
        words = explain(position(CUT, loser), "J1 D5 D5", {area: 0.5 * sign}, {area: -0.5 * sign})
        assert f" by {way}" in words.answer


def test_own_stones_that_the_better_move_saves_are_left_in_atari() -> None:
    """The answer takes an area beside the better move, which saves two stones."""
    area = "E9 F9 E8 F8 G8 F7 G7"
    good, bad = {"C7 D7": 0.84, area: 0.3}, {"C7 D7": 0.7, area: -0.5}
    words = explain(position(IN_ATARI, BLACK), "J1 E7 F7", good, bad)
    assert words.answer == "J1 leaves Black's 2 stones at D7 in atari."
    assert words.better == "E7 would have saved them."
