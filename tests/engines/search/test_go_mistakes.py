"""Tests of the words for mistakes: they are true on the board, and about stones that change their owner."""

import pytest

from gnugo_py import Color
from gnugo_py.engines.analysis import MistakeLines, MistakeWords
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS
from tests.engines.search.test_go_claims import EYE
from tests.support.boards import move, position
from tests.support.mistakes import (
    BESIDE,
    BESIDE_A_STONE,
    EYES,
    GROUP,
    IN_ATARI,
    explain,
    owners,
)

BLACK, WHITE = Color

CUTTING_POINT = """
- - - - - - - - -
- - - - - - - - -
- - O X O - - - -
- - O X O - - - -
- O X - X - - - -
- - - O - - - - -
- X - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
SNAPBACK = """
- - - - - - -
O O - - - - -
O O - - - - -
O - - - - - -
O X X X X - -
O X O O X - -
O O - - X - -
"""
ONE_EYE = """
- - X O - - X
- - X O O O O
- - - X X X X
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
"""
MOUTH = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - O - O - - -
- - - - O - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
LADDER = """
- - - - - - - - -
- - - - - - - - -
- - - X X - - - -
- - X O - - - - -
- - - X - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""

NO_EYES = EYES.replace("X - X - X", "- - X - -")
RIGHT = "F6 G6 H6 G5 H5 F4 G4 H4 F3 G3"


def test_stones_that_a_move_leaves_in_atari_are_named_with_the_answer_that_captures_them() -> None:
    words = explain(position(IN_ATARI, BLACK), "G4 E7 E7", bad={"C7 D7": -0.9})
    assert words.answer == "G4 leaves Black's 2 stones at D7 in atari: White E7 captures them."
    assert words.better == "E7 would have saved them."
    assert words.reason == "atari overlooked"


def test_a_capture_of_stones_that_are_lost_in_both_lines_is_not_worth_a_word() -> None:
    dead = {"C7 D7": -0.9}
    words = explain(position(IN_ATARI, BLACK), "G4 E7 E7", good=dead, bad=dead)
    assert (words.text, words.reason) == (
        "White need not answer G4. E7 on the upper side was larger.",
        "too small",
    )


def test_without_known_owners_nothing_is_said() -> None:
    start = position(IN_ATARI, BLACK)
    played, best = move("G4", 9), move("E7", 9)
    assert explain_mistake(MistakeLines(start, played, best, best, {}, {})) == MistakeWords()


def test_a_capture_that_was_missed_is_said_of_the_better_move() -> None:
    words = explain(position(IN_ATARI, WHITE), "G4 E7 E7", good={"C7 D7": -0.9}, bad={"C7 D7": 0.9})
    assert words.answer == "Black need not answer G4: E7 saves Black's 2 stones at D7."
    assert words.better == "E7 would have captured them."
    assert words.reason == "capture overlooked"


def test_stones_are_captured_if_they_are_likely_to_be_lost_but_saved_only_if_they_surely_live() -> None:
    words = explain(position(IN_ATARI, WHITE), "J1 E7 E7", good={"C7 D7": -0.6}, bad={"C7 D7": 0.6})
    assert "saves" not in words.answer
    assert words.better == "E7 would have captured them."


def test_a_move_that_puts_itself_in_atari_is_named_a_self_atari() -> None:
    words = explain(position(MOUTH, BLACK), "E5 G7 E6", bad={"E5": -0.9})
    assert words.answer == "E5 puts itself in atari: White E6 captures it."
    assert words.reason == "self-atari"


def test_stones_that_stay_caught_are_not_worth_extending() -> None:
    words = explain(position(LADDER, WHITE), "E6 G3 E7", good={"D6": 0.9}, bad={"D6 E6": 0.9})
    assert words.answer == "E6 extends White's stone at D6, which stays caught."
    end = explain(position(LADDER.replace("X O - -", "X O - X"), WHITE), "E6 G3 E5", bad={"D6 E6": 0.9})
    assert end.answer == "E6 does not save White's stone at D6: Black E5 captures them."
    assert (words.reason, end.reason) == ("caught stones extended", "capture overlooked")


def test_an_answer_far_away_means_that_the_move_needs_no_answer() -> None:
    words = explain(position(IN_ATARI, BLACK), "J1 E7 E7", bad={"C7 D7": -0.9})
    assert words.answer.startswith("J1 leaves Black's 2 stones at D7 in atari")
    start = position(IN_ATARI, WHITE)
    words = explain(start, "J1 E7 E7", good={"C7 D7": -0.9}, bad={"C7 D7": 0.9})
    assert words.answer == "Black need not answer J1: E7 saves Black's 2 stones at D7."


@pytest.mark.parametrize(
    ("share", "opening"), [(0.6, "After C5, Black H5"), (0.8, "Black need not answer C5")]
)
def test_an_answer_that_helps_stones_which_the_move_may_threaten_is_not_elsewhere(
    share: float, opening: str
) -> None:
    start = position(BESIDE, WHITE)
    words = explain(start, "C5 H5 H5", good={"F5 G5": -0.6}, bad={"F5 G5": share})
    assert words.answer.startswith(opening)


def test_a_double_atari_is_named_with_both_chains() -> None:
    start = position(CUTTING_POINT, WHITE)
    words = explain(start, "H3 D5 A1", good={"C5": 0.2}, bad={"C5": 0.9})
    assert words.better == "D5 would have put D6 and C5 in atari at once."
    assert words.reason == "double atari overlooked"


def test_a_cut_is_said_with_the_stones_that_it_cuts_off() -> None:
    start = position(CUTTING_POINT.replace("O X O", "- X O"), WHITE)
    words = explain(start, "H3 D5 A1", good={"C5": -0.2}, bad={"C5": 0.9})
    assert words.better == "D5 would have cut Black's 2 stones at D6 off from E5."


def test_a_snapback_is_named() -> None:
    words = explain(position(SNAPBACK, BLACK), "G6 C1 D1", good={"C2 D2": 0.95}, bad={"C2 D2": -0.9})
    assert words.better == "C1 would have caught White's 2 stones at C2 in a snapback."


def test_a_chain_that_takes_two_stones_and_has_two_liberties_is_not_caught_in_a_snapback() -> None:
    """White E7 takes two stones, but their two points are one eye."""
    group = "D7 D6 E6 F6 G6"
    words = explain(position(ONE_EYE, BLACK), "A1 F7 F7", good={group: 0.9}, bad={group: -0.9})
    assert words.better == "F7 would have caught them."


@pytest.mark.parametrize(
    ("good", "after_move", "after_answer", "verb"),
    [
        (0.6, -0.4, -0.9, "kills"),
        (0.4, -0.4, -0.9, "leaves"),
        (0.6, -0.2, -0.9, "leaves"),
        (0.6, -0.4, -0.8, "endangers"),
        (0.9, 0.1, 0.1, "endangers"),
        (0.9, 0.6, 0.6, "weakens"),
    ],
)
def test_a_group_is_killed_if_it_is_certainly_lost_after_the_answer_and_was_likely_to_live(
    good: float, after_move: float, after_answer: float, verb: str
) -> None:
    start = position(EYES, BLACK)
    best, played, answered = (owners(start, {GROUP: each}) for each in (good, after_move, after_answer))
    lines = MistakeLines(start, move("J1", 9), move("F9", 9), move("F8", 9), best, played, answered)
    assert f"F8 {verb} Black's 10 stones" in explain_mistake(lines).answer


def test_few_stones_are_not_said_to_be_killed_unless_reading_catches_them() -> None:
    words = explain(position(BESIDE, BLACK), "J1 H5 H5", good={"F5 G5": 0.9}, bad={"F5 G5": -0.9})
    assert "H5 leaves Black's 2 stones at G5 almost dead" in words.answer


@pytest.mark.parametrize(
    ("share", "claim"),
    [
        (0.9, "saves Black's 10 stones at E8 and F7"),
        (0.6, "gives Black's 10 stones at E8 and F7 a chance to live"),
    ],
)
def test_a_group_is_saved_only_if_both_lines_are_nearly_certain(share: float, claim: str) -> None:
    words = explain(position(EYES, WHITE), "J1 F9 F8", good={GROUP: -share}, bad={GROUP: share})
    assert f"F8 {claim}" in words.answer


def test_a_large_group_is_named_before_a_stone_that_is_captured() -> None:
    drawn = EYES.replace("- X X X X - - - -", "- X X X X - X O -").replace(
        "- X - X - X - -", "- X - X - X O -"
    )
    start = position(drawn.replace("- - - - - - - - -", "- - - - - - O - -", 1), WHITE)
    words = explain(start, "J1 F8 J2", good={f"{GROUP} G8": -0.9}, bad={GROUP: 0.9})
    assert (
        words.better
        == "F8 would have killed Black's 10 stones at E8 and F7 by capturing Black's stone at G8."
    )


def test_an_answer_far_away_is_said_only_if_the_better_move_does_something_about_it() -> None:
    start = position(BESIDE_A_STONE, BLACK)
    near = f"E5 {RIGHT}"
    stopped = explain(start, "J1 F5 D4", good={near: 0.35}, bad={near: -0.35})
    assert stopped.answer == ("White need not answer J1: D4 gains ground around G5 (about 6 points).")
    other = explain(start, "J1 J2 D4", good={near: 0.35}, bad={near: -0.35})
    assert other.answer == "White need not answer J1."


@pytest.mark.parametrize(
    ("board", "loser", "moves", "good", "bad", "said"),
    [
        (
            BESIDE_A_STONE,
            WHITE,
            "A1 F5 F5",
            {RIGHT: -0.7},
            {RIGHT: 0.7},
            "kept it and put Black's stone at E5 in atari",
        ),
        (BESIDE_A_STONE, BLACK, "A1 G5 G5", {RIGHT: -0.2}, {RIGHT: -0.9}, "kept White from it"),
        (BESIDE_A_STONE, BLACK, "A1 F5 D4", {f"E5 {RIGHT}": 0.6}, {f"E5 {RIGHT}": 0.0}, "protected it"),
        (EYES, WHITE, "J1 F8 F8", {GROUP: -0.95}, {GROUP: 0.9}, "killed them"),
        (EYES, WHITE, "J1 F9 F8", {GROUP: -0.6}, {GROUP: 0.6}, "kept them in danger by taking their base"),
        (EYES, WHITE, "J1 F9 F8", {GROUP: -0.95}, {GROUP: -0.1}, "kept them dead by taking their base"),
        (EYES, BLACK, "J1 F9 F8", {GROUP: 0.9}, {GROUP: -0.6}, "kept them alive by making a base"),
        (EYES, BLACK, "J1 F9 F8", {GROUP: 0.6}, {GROUP: -0.6}, "helped them to live by making a base"),
        (EYES, BLACK, "J1 F9 F8", {GROUP: 0.6}, {GROUP: 0.1}, "helped them to live by making a base"),
    ],
)
def test_a_better_move_is_said_with_what_it_does_about_the_answer(
    board: str, loser: Color, moves: str, good: dict[str, float], bad: dict[str, float], said: str
) -> None:
    words = explain(position(board, loser), moves, good, bad)
    assert words.better == f"{moves.split()[1]} would have {said}.", words.answer


def test_a_throw_in_that_kills_is_named() -> None:
    group = "D7 C6 E6 C5 E5 C4 D4 E4"
    words = explain(position(EYE, BLACK), "J1 D6 D6", {group: 0.9}, {group: -0.9})
    assert "D6 makes an eye of Black's 8 stones at C6 and D7 false by a throw-in" in words.answer
    assert words.reason == "throw-in overlooked"


def test_after_a_pass_the_answer_is_named() -> None:
    words = explain(position(IN_ATARI, BLACK), "pass E7 E7", bad={"C7 D7": -0.9})
    assert words.answer == "After the pass, White E7 captures Black's 2 stones at D7."


def test_an_answer_may_be_a_pass() -> None:
    start = position(IN_ATARI, WHITE)
    played, best = move("G4", 9), move("E7", 9)
    lost = owners(start, {"C7 D7": 0.9})
    lines = MistakeLines(start, played, best, PASS, owners(start, {"C7 D7": -0.9}), lost, lost)
    assert explain_mistake(lines).better == "E7 would have captured Black's 2 stones at D7."


def test_an_atari_that_the_stone_runs_from_is_no_reason() -> None:
    start = position(BESIDE_A_STONE, BLACK)
    words = explain(start, "E3 F5 F5", good={RIGHT: 0.35}, bad={RIGHT: -0.35})
    assert words.answer == "After E3, White F5 gains ground around G5 (about 7 points)."


def test_a_group_three_lines_away_is_far_on_a_small_board() -> None:
    words = explain(position(BESIDE, WHITE), "J1 A1 F8", good={"F5 G5": 0.0}, bad={"F5 G5": 0.6})
    assert words.text == "Black need not answer J1. A1 in the lower left was larger."


def test_stones_that_can_be_captured_are_not_said_to_be_safe() -> None:
    settled = {"C7 D7 G3": 0.95}
    words = explain(position(IN_ATARI, BLACK), "F5 A9 A1", settled, settled)
    assert words.text == "White need not answer F5. A9 in the upper left was larger."


def test_stones_that_are_dead_in_both_lines_are_said_to_be_so() -> None:
    dead = {"C7 D7": -0.9}
    for loser, word in ((BLACK, "lost"), (WHITE, "dead")):
        words = explain(position(IN_ATARI, loser), "E6 J1 A1", dead, dead)
        assert words.text.startswith(f"Black's 2 stones at D7 are {word} already")
        assert words.reason == "settled stones"


def test_own_stones_that_can_be_captured_after_the_move_are_not_said_to_be_stronger() -> None:
    words = explain(position(IN_ATARI, WHITE), "G4 A1 F7", good={"C7 D7": -0.7}, bad={"C7 D7": -0.1})
    assert "strengthens" not in words.text


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        (-0.7, 0.7, "takes White's area around G5 (about 14 points)"),
        (-0.6, 0.1, "reduces White's area around G5 (about 7 points)"),
        (-0.2, 0.5, "takes the area around G5 for Black (about 7 points)"),
        (-0.2, 0.2, "gains ground around G5 (about 4 points)"),
    ],
)
def test_a_move_that_is_worth_points_is_said_with_whose_area_it_decides_about(
    good: float, bad: float, said: str
) -> None:
    words = explain(position(BESIDE_A_STONE, WHITE), "A1 F5 F5", good={RIGHT: good}, bad={RIGHT: bad})
    assert words.answer == f"Black need not answer A1: F5 {said}."


def test_an_area_that_only_the_better_move_wins_is_said_of_it() -> None:
    start = position(BESIDE_A_STONE, WHITE)
    words = explain(start, "A1 H4 A9", good={RIGHT: -0.5}, bad={RIGHT: 0.5})
    assert words.answer == "Black need not answer A1."
    assert words.better == "H4 would have taken the area around G5 for White (about 10 points)."


BETWEEN_WALLS = """
- X X O O - -
X X X O O O O
- X X - O - O
X X X O O O O
X X X O O O -
- X X O O O O
- X X O O - O
"""


def test_a_move_that_is_worth_points_is_not_said_to_fill_a_neutral_point() -> None:
    gained = "D5 F5 G3 F1"
    words = explain(position(BETWEEN_WALLS, WHITE), "F7 D5 D5", good={gained: -0.9}, bad={gained: 0.9})
    assert words.answer == "After F7, Black D5 gains points (about 5 points)."


@pytest.mark.parametrize(("lost", "number"), [(16.0, " (about 14 points)"), (60.0, ""), (11.0, "")])
def test_points_that_are_much_less_or_more_than_those_lost_are_not_said(lost: float, number: str) -> None:
    words = explain(position(BESIDE_A_STONE, WHITE), "A1 F5 F5", {RIGHT: -0.7}, {RIGHT: 0.7}, lost=lost)
    assert words.answer == f"Black need not answer A1: F5 takes White's area around G5{number}."


def test_a_pass_on_a_small_board_is_said_with_the_area_that_the_answer_wins() -> None:
    start = GoPosition.start(5, "chinese")
    every = " ".join(f"{column}{row}" for column in "ABCDE" for row in range(1, 6))
    words = explain(start, "pass C3 C3", {every: 0.4}, {every: -0.5})
    assert words.answer == "After the pass, White C3 gains points."
