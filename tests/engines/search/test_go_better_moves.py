"""Tests of the words for mistakes: what the move that was played did, and what the better one is for."""

from gnugo_py import Color
from gnugo_py.engines.analysis import MistakeLines
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.games.types import PASS
from tests.support.boards import move, position
from tests.support.mistakes import BESIDE, EYES, GROUP, IN_ATARI, KO, explain, owners

BLACK, WHITE = Color

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


def test_a_stone_in_atari_is_named_with_the_chains_that_it_keeps_apart() -> None:
    words = explain(position(CUTTING_STONE, BLACK), "J1 E4 E6", good={"E5": 0.5}, bad={"E5": -0.2})
    assert "E6 puts Black's stone at E5, which keeps D5 and F5 apart, in atari" in words.answer


def test_what_the_move_does_is_said_before_what_it_neglects() -> None:
    corner = "A7 A8 A9 B7 B8 B9 C7 C8 C9"
    words = explain(position(CUTTING_STONE, WHITE), "E6 B7 B7", good={corner: -0.5}, bad={corner: 0.5})
    assert words.answer == (
        "E6 puts Black's stone at E5 in atari, but Black need not answer:"
        " B7 takes the area in the upper left for Black (about 9 points)."
    )
    saved = explain(position(CUTTING_STONE, WHITE), "E6 B7 E4", good={"E5": -0.5}, bad={"E5": 0.5})
    assert saved.answer.startswith("E6 puts Black's stone at E5 in atari, but Black E4 saves it")


def test_stones_that_the_better_move_leaves_in_atari_are_not_said_to_be_left_by_the_move() -> None:
    words = explain(position(IN_ATARI, BLACK), "G4 A1 E7", bad={"C7 D7": -0.9})
    assert words.answer == "White need not answer G4: E7 captures Black's 2 stones at D7."


def test_a_better_move_is_said_with_what_it_prevents_the_opponent_from_doing_there() -> None:
    start = position(EYES, BLACK)
    alive, dead = owners(start, {}), owners(start, {GROUP: -0.9})
    lines = MistakeLines(
        start, move("J1", 9), move("F8", 9), move("J9", 9), alive, alive, alive, owners_other=dead
    )
    assert explain_mistake(lines).better.startswith("F8 would have saved Black's 10 stones around E8")


def test_the_answer_is_said_to_do_the_opposite_of_the_better_move_to_a_group() -> None:
    words = explain(position(EYES, WHITE), "J1 F8 G7", good={GROUP: -0.6}, bad={GROUP: 0.6})
    assert words.answer.startswith("Black need not answer J1: G7 gives Black's 10 stones around")
    assert (
        words.better == "F8 would have kept them in danger and taken their room for eyes on the upper side."
    )


def test_stones_that_the_move_attacks_are_said_to_be_lost_anyway_if_they_are() -> None:
    area, lost = "G7 H7 G8 H8 G9 H9", {"E5": -0.95}
    words = explain(position(CUTTING_STONE, WHITE), "E6 G7 G7", {area: -0.5} | lost, {area: 0.5} | lost)
    assert words.answer.startswith("E6 puts Black's stone at E5 in atari, which was lost anyway, but Black")


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
    assert explain_mistake(lines).better == "H8 would have reduced White's area in the upper right."


def test_a_pass_that_gains_little_begins_a_sentence() -> None:
    start = position(BESIDE, BLACK)
    even = owners(start, {})
    words = explain_mistake(MistakeLines(start, PASS, move("A1", 9), move("A9", 9), even, even, even))
    assert words.answer == "The pass gains little."
