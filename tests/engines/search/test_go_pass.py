"""Tests of when the search engine passes in Go, and when it resigns."""

import pytest

from gnugo_py.core.types import PASS, RESIGN, Color, Move, Pass, Play
from gnugo_py.engines.search.engine import SearchEngine
from gnugo_py.engines.search.result import Analysis, analysis_of
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.gtp.analyze import AnalysisStream
from tests.support.boards import position

OPEN_GAME = "G5 C3 E2 C2 B3 B1 B2 B4 B5 C5 B6 E7 D7 D6 D5 A3 H4 J3 H3 J4"
SCATTERED = "A1 J9 C1 J7 E1 G9 G1 E9 J1 C9 A3 A9 A5 J5 A7 J3"
FINISHED = """
- X - X O - - O -
X X X X O O O O O
- X X X O - O - -
X X - X O O O O O
- X X X O - O - -
X X - X O O O O O
X - X X O - O O -
X X X X O O O O O
- X - X O - - O -
"""
DEAD_INSIDE = """
- X - X O - - O -
X X X X O O O O O
X - - - X O - O -
X - O - X O O O -
X - - - X O - O O
X X X X X O O O -
X - X - X O - O O
X X X X X O O O O
- X - X O O - O -
"""
SEKI = """
- - - O - - - - -
- O - O - - O - -
O O O O O O O O O
X X X X X X X X X
- - - - X - - - -
- X - - X - - X -
X X X X X X X X X
O O O O O O X - -
- X X X - O X - -
"""


NOTHING_BUT_A_SEKI = """
- X - X X O -
X X X X X O O
O O O O X O -
O - - X O O O
X X X X O - O
O O O O O O O
- O - O - O O
"""
TWO_WAYS_TO_SAVE = """
- X - X O - O
X X X X O O O
X X O O - O O
O - X X O - O
O O O O O O O
O - O O O - O
- O O O O O -
"""
A_STRAIGHT_THREE = """
- - - X O - O
X X X X O O O
O O O O O O -
X X X X X O O
X - X - X O -
X X X X X O O
X - X - X O -
"""
HALF_OPEN = """
- O - X O -
- O X - X -
- X O X - X
- - O X X -
O X - O - X
- - O - O -
"""
CLOSE = """
- X X X O O O O -
X - X - X O - - O
X X X X X O X - -
- X - X O O - - -
X - - X O - O - -
- O - X X O O - -
- - X X - X O O -
- - O X X X X O -
- X - X - X - X O
"""


def found_in(at: GoPosition, level: int = 2, seed: int = 1) -> tuple[Move, Analysis]:
    """Return the move in a position, and its analysis."""
    decision = SearchEngine(GO, level, seed).choose(at, None)
    found = analysis_of(decision)
    assert found is not None
    return decision.move, found


def of(drawing: str, to_move: Color, rules: str, komi: float = 6.5) -> GoPosition:
    return position(drawing, to_move, preset(rules, 9)._replace(komi=komi))


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_a_pass_in_the_middle_of_the_game_is_not_answered_with_one(seed: int) -> None:
    at = GoPosition.start(9, "japanese")
    for vertex in OPEN_GAME.split():
        at = at.play(vertex)
    move, _ = found_in(at.play_unchecked(PASS), seed=seed)
    assert isinstance(move, Play)


@pytest.mark.parametrize("rules", ["japanese", "chinese", "tromp-taylor", "gnugo-1.1"])
@pytest.mark.parametrize("handicap", [0, 4])
def test_a_first_pass_is_not_answered_with_one(rules: str, handicap: int) -> None:
    at = GO.start({"size": 9, "rules": rules, "handicap": handicap})
    move, _ = found_in(at.play_unchecked(PASS), 1)
    assert isinstance(move, Play)


def test_its_own_pass_is_not_taken_for_the_opponents() -> None:
    at = GoPosition.start(9, "chinese").play_unchecked(PASS).with_to_move(Color.BLACK)
    move, _ = found_in(at._replace(rules=at.rules._replace(komi=-5.0)), 1)
    assert isinstance(move, Play)


@pytest.mark.parametrize(("rules", "komi", "won"), [("chinese", -20.0, 1.0), ("japanese", 20.5, 0.0)])
def test_where_all_is_settled_a_pass_is_answered_with_one(rules: str, komi: float, won: float) -> None:
    at = of(FINISHED, Color.WHITE, rules, komi).play_unchecked(PASS)
    move, found = found_in(at)
    assert move == PASS
    assert found.candidates[0].value == won
    assert found.note == ("All points are settled." if won == 0.0 else "The game is won as it stands.")


def test_dead_stones_that_decide_the_game_are_taken_before_it_passes_under_area_scoring() -> None:
    """Under area scoring Black's territory counts for nobody while the dead stone is on the board."""
    for rules in ("tromp-taylor", "chinese"):
        at = of(DEAD_INSIDE, Color.WHITE, rules, -2.5).play_unchecked(PASS)
        move, _ = found_in(at, 3)
        assert isinstance(move, Play), rules


@pytest.mark.parametrize(("level", "komi"), [(1, 4.5), (3, 4.5), (3, 20.0)])
def test_with_a_seki_on_the_board_it_gives_no_points_away(level: int, komi: float) -> None:
    move, found = found_in(of(SEKI, Color.BLACK, "japanese", komi), level)
    assert move == PASS
    assert found.pv[0] == PASS


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor", "gnugo-1.1"])
@pytest.mark.parametrize("color", Color)
def test_it_passes_where_only_the_liberties_of_a_seki_are_left(rules: str, color: Color) -> None:
    """A stone of either color on B4 or C4 is captured, and then its chains are."""
    at = position(NOTHING_BUT_A_SEKI, color, preset(rules, 7)._replace(komi=-14.5))
    for level in (1, 2, 4):
        move, found = found_in(at, level)
        assert move == PASS
        assert (found.candidates[0].value > 0.5) is (color is Color.WHITE)


@pytest.mark.parametrize("komi", [-8.5, -4.5, -0.5])
def test_it_does_not_pass_where_one_of_two_stones_is_needed(komi: float) -> None:
    """B4 and E5 both save Black's two stones; after a pass White captures them."""
    at = position(TWO_WAYS_TO_SAVE, Color.BLACK, preset("japanese", 7)._replace(komi=komi))
    for level, seed in ((2, 1), (3, 1), (3, 2), (4, 3)):
        move, _ = found_in(at, level, seed)
        assert GO.format_move(move, at) in ("B4", "E5")


@pytest.mark.parametrize("rules", ["chinese", "aga", "tromp-taylor", "gnugo-1.1"])
def test_it_does_not_end_the_game_with_a_pass_while_its_group_can_be_killed(rules: str) -> None:
    """With all stones alive Black has won, but White B7 kills Black's group, and the count removes it."""
    start = position(A_STRAIGHT_THREE, Color.WHITE, preset(rules, 7)._replace(komi=0.5))
    at = start.play_unchecked(PASS)
    for level, seed in ((1, 2), (2, 3), (3, 4)):
        move, _ = found_in(at, level, seed)
        assert GO.format_move(move, at) == "B7"


def test_it_does_not_pass_on_a_board_that_is_half_open() -> None:
    at = position(HALF_OPEN, Color.BLACK, preset("japanese", 6)._replace(komi=3.5))
    assert all(isinstance(found_in(at, 3, seed)[0], Play) for seed in range(12))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("komi", [4.5, 6.5, 40.5])
def test_where_points_are_open_it_plays_on_winning_or_losing(level: int, komi: float) -> None:
    """White's G1 or J2 would cost Black the game; a search that treats a pass like any move missed this."""
    move, _ = found_in(of(CLOSE, Color.BLACK, "japanese", komi), level)
    assert isinstance(move, Play)


def test_a_game_that_its_rules_have_ended_is_over_for_it_as_well() -> None:
    at = of(FINISHED, Color.BLACK, "japanese")
    at = at._replace(rules=at.rules._replace(move_limit=75), move_number=75)
    move, found = found_in(at)
    assert (move, found.note, found.candidates[0].value) == (PASS, "The game is over.", 0.0)


def test_the_count_after_two_passes_names_the_winner() -> None:
    at = of(FINISHED, Color.BLACK, "japanese").play_unchecked(PASS).play_unchecked(PASS)
    player = SearchEngine(GO, 1, 1)
    decision = player.choose(at, None)
    assert isinstance(decision.move, Pass)
    assert player.win_rate(at, decision) == 0.0


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_lowest_levels_give_up_as_well_what_is_lost(level: int) -> None:
    at = of(FINISHED.replace("X", "O", 12), Color.BLACK, "chinese", 300.0)
    assert SearchEngine(GO, level, 1, can_resign=True).choose(at, None).move == RESIGN
    assert SearchEngine(GO, level, 1).choose(at, None).move != RESIGN


def test_it_does_not_give_up_while_less_than_a_fifth_of_the_board_is_taken() -> None:
    at = GoPosition.start(9, "chinese")
    at = at._replace(rules=at.rules._replace(komi=300.0))
    for number, vertex in enumerate(
        ["A1", "J9", "C1", "J7", "E1", "G9", "G1", "E9", "J1", "C9", "A3", "A9", "A5", "J5", "A7", "J3"]
    ):
        move = SearchEngine(GO, 2, 1, can_resign=True).choose(at, None).move
        assert number % 2 or move != RESIGN
        at = at.play(vertex)
    assert SearchEngine(GO, 2, 1, can_resign=True).choose(at.play("C3").play("G7"), None).move == RESIGN


def test_an_analysis_goes_deeper_though_a_stone_would_be_wasted() -> None:
    shown = list[str]()

    def write(line: str) -> None:
        shown.append(line)
        if len(shown) == 3:
            stream.end()

    at = of(SEKI, Color.BLACK, "japanese", 4.5)
    stream = AnalysisStream(SearchEngine(GO, 1, 1), at, lambda found, _, __: found.note)
    stream.run(write)
    assert shown == ["Any further stone would be wasted."] * 3
