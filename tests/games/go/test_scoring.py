import pytest

from gnugo_py.games.game import CountQuestion
from gnugo_py.games.go.count import GoCount
from gnugo_py.games.go.rules import Rules, rules_preset
from gnugo_py.games.go.scoring import color_empty_points_1989
from gnugo_py.games.go.scoring import score_board as count_board
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.types import Color, IllegalMove, Outcome
from tests.support.boards import board, position


@pytest.mark.parametrize(
    ("drawn", "colored"),
    [
        ("X - O\n- - -\n- - -", "X - O\nX X O\nX X O"),
        ("X - - -\n- - - -\nO - - -\n- - - -", "X X X X\n- X X X\nO X X X\nO X X X"),
        ("- - - -\n- X - -\n- - - -\n- - - O", "- X X O\nX X X O\nX X X O\nX X X O"),
    ],
    ids=["west and east", "two colors leave a point neutral", "nothing met anywhere"],
)
def test_empty_points_get_the_color_of_the_nearest_stones_in_line(drawn: str, colored: str) -> None:
    assert color_empty_points_1989(board(drawn)) == board(colored)


def test_a_board_without_stones_stays_neutral() -> None:
    empty = board("- - -\n- - -\n- - -")
    assert color_empty_points_1989(empty) == empty


def count(drawing: str) -> GoCount:
    return GoCount(rules_preset("gnugo-1.1", 3), board(drawing), Color.WHITE, (0, 0), "1989")


def question(count: GoCount) -> CountQuestion:
    assert count.question is not None
    return count.question


def test_a_dead_stone_becomes_a_prisoner_of_the_opponent() -> None:
    settled = count("X - -\n- O -\n- - -").with_point_entered(parse_vertex("A3", 3))
    assert settled.prisoners == (0, 1)
    assert settled.board == board("- - -\n- O -\n- - -")


def test_neutral_points_are_filled_in_turn_and_nothing_is_captured() -> None:
    settled = count("X - X\n- X -\n- - -").at_next_stage()
    assert question(settled).prompt == "Neutral point to fill for White"
    settled = settled.with_point_entered(parse_vertex("B3", 3)).with_point_entered(parse_vertex("A1", 3))
    assert settled.board == board("X O X\n- X -\nX - -")


def test_removing_needs_a_stone_and_filling_needs_an_empty_point() -> None:
    with pytest.raises(IllegalMove, match="there is no stone on B3"):
        count("X - -\n- - -\n- - -").with_point_entered(parse_vertex("B3", 3))
    with pytest.raises(IllegalMove, match="there is a stone on A3"):
        count("X - -\n- - -\n- - -").at_next_stage().with_point_entered(parse_vertex("A3", 3))


def test_only_neutral_points_are_filled_under_modern_rules() -> None:
    start = position("- X O -\nX X O O\nX - O -\nX - O O", Color.BLACK, rules_preset("japanese", 4))
    settled = GoCount(start.rules, start.board, Color.BLACK, start.prisoners, "typed").at_next_stage()
    for vertex, owner in (("A4", "Black"), ("D4", "White"), ("D2", "White")):
        with pytest.raises(IllegalMove, match=f"{vertex} is {owner}'s territory"):
            settled.with_point_entered(parse_vertex(vertex, 4))
    assert (
        settled.with_point_entered(parse_vertex("B1", 4)).board.color_at(parse_vertex("B1", 4)) is Color.BLACK
    )


def test_the_result_in_sentences() -> None:
    settled = count("X - -\n- - -\n- - -").at_next_stage().at_next_stage()
    assert settled.question is None
    assert settled.summary()[1:] == (
        "With area scoring, the score would be Black 9, White 0: B+9.",
        "Black: 8 points of territory + 1 stone on the board = 9",
        "White: 0 points of territory = 0",
        "Black wins by 9 points.",
    )
    assert count("- - -\n- - -\n- - -").at_next_stage().at_next_stage().summary()[-1] == "The game is a tie."


GAME = """
- X O - -
X X O O -
- X X O -
X - X O O
X - X - O
"""


@pytest.mark.parametrize(
    ("rules", "black", "white", "result"),
    [
        (Rules("a", "simple", False, "area"), 9 + 4, 7 + 4, "B+2"),
        (Rules("a", "simple", False, "area", 2.0), 13, 13, "0"),
        (Rules("a", "simple", False, "area", 0.5, handicap_bonus=2), 13, 13.5, "W+0.5"),
        (Rules("t", "simple", False, "territory"), 4 + 3, 4 + 1, "B+2"),
        (Rules("l", "simple", False, "territory-losses"), 4 - 1, 4 - 3, "B+2"),
    ],
    ids=["area", "tie", "compensation", "territory", "less losses"],
)
def test_each_scoring_method_gives_the_expected_score(
    rules: Rules, black: float, white: float, result: str
) -> None:
    counted = count_board(board(GAME), rules, prisoners=(3, 1))
    assert (counted.points(Color.BLACK), counted.points(Color.WHITE), counted.result) == (
        black,
        white,
        result,
    )


def test_the_outcome_of_a_tie_and_of_a_win() -> None:
    tied, won = (count_board(board(GAME), Rules("a", "simple", False, "area", komi)) for komi in (2.0, 1.0))
    assert tied.outcome == Outcome(None, "tie", 0)
    assert won.outcome == Outcome(Color.BLACK, "by 1 point", 1)


def test_the_score_begins_with_the_result() -> None:
    start = position(GAME, Color.BLACK, Rules("a", "simple", False, "area"))
    assert start.score_lines(0)[0] == "Black wins by 2 points."
    tied = position(GAME, Color.BLACK, Rules("a", "simple", False, "area", 2.0))
    assert tied.score_lines(0)[0] == "The game is a tie."


def test_a_dead_stone_counts_as_a_point_and_a_prisoner() -> None:
    drawn = board("- X -\nX X -\n- - O")
    rules = Rules("t", "simple", False, "territory")
    assert count_board(drawn, rules).margin == 0, "two groups with at most one eye are in seki"
    assert count_board(drawn, rules, dead=drawn.white).margin == 6 + 1


def test_the_diagram_of_a_count_shows_territory_and_dead_stones() -> None:
    drawn = board("- X -\nX X -\n- - O")
    assert count_board(drawn, Rules("t", "simple", False, "area")).diagram().rows == ("bX-", "XX-", "--O")
    assert count_board(drawn, Rules("t", "simple", False, "area"), drawn.white).diagram().rows == (
        "bXb",
        "XXb",
        "bbo",
    )


def test_a_count_is_explained_in_sentences() -> None:
    counted = count_board(board(GAME), Rules("t", "simple", False, "territory-losses", 6.5), prisoners=(3, 1))
    assert counted.explain() == (
        "Black: 4 points of territory - 1 own stone captured or dead = 3",
        "White: 4 points of territory - 3 own stones captured or dead + 6.5 komi = 7.5",
        "Neutral, counted for neither player: 1 point.",
        "White wins by 4.5 points.",
    )


def test_players_can_toggle_dead_chains_until_they_agree() -> None:
    start = position(
        "- X - O\nX X - O\n- - - -\n- O - -", Color.BLACK, Rules("t", "simple", False, "territory")
    )
    agreed = GoCount(start.rules, start.board, Color.WHITE, (0, 0), "proposed")
    agreed = agreed.with_point_entered(parse_vertex("D4", 4))
    assert question(agreed).notes[0] == "Dead stones: D4 D3."
    assert question(agreed.with_point_entered(parse_vertex("D3", 4))).notes[0] == "Dead stones: none."
    with pytest.raises(IllegalMove, match="there is no stone on A4"):
        agreed.with_point_entered(parse_vertex("A4", 4))
    settled = agreed.at_next_stage()
    assert settled.prisoners == (2, 0)
    assert settled.with_point_entered(parse_vertex("C4", 4)).at_next_stage().question is None


def test_naming_a_dead_stone_twice_in_a_manual_count_changes_nothing() -> None:
    start = position(
        "- X - O\nX X - O\n- - - -\n- O - -", Color.BLACK, Rules("t", "simple", False, "territory")
    )
    naming = GoCount(start.rules, start.board, Color.WHITE, start.prisoners, "typed")
    once = naming.with_point_entered(parse_vertex("D4", 4))
    twice = once.with_point_entered(parse_vertex("D3", 4)).with_point_entered(parse_vertex("D4", 4))
    assert naming.dead == 0
    assert once.dead == twice.dead == start.board.chain(parse_vertex("D4", 4))


def test_dead_stones_are_judged_only_until_one_is_named() -> None:
    start = position("- X - O\nX X - O\n- - - -\n- O - -", Color.BLACK, rules_preset("japanese", 4))
    naming = GoCount(start.rules, start.board, Color.WHITE, start.prisoners, "typed")
    (line,) = question(naming).explanation
    assert line == "The program considers these stones dead: none."
    assert question(naming.with_point_entered(parse_vertex("D4", 4))).explanation == ()


def test_rules_without_a_preset_are_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match=r"choose from gnugo-1\.1, japanese, chinese, aga, tromp-taylor"):
        rules_preset("ing")


@pytest.mark.parametrize(
    ("name", "size", "handicap", "komi", "compensation", "limit"),
    [
        ("gnugo-1.1", 19, 0, 0, 0, None),
        ("japanese", 19, 0, 6.5, 0, None),
        ("japanese", 9, 3, 0.5, 0, None),
        ("chinese", 19, 4, 0.5, 4, None),
        ("aga", 13, 4, 0.5, 3, None),
        ("aga", 13, 0, 7.5, 0, None),
        ("tromp-taylor", 19, 0, 7.5, 0, None),
        ("itsyourturn", 19, 0, 5.5, 0, 225),
        ("itsyourturn", 13, 0, 4.5, 0, 125),
        ("itsyourturn", 9, 0, 3.5, 0, 75),
        ("itsyourturn", 9, 2, 3.5, 0, 75),
    ],
)
def test_presets(
    name: str, size: int, handicap: int, komi: float, compensation: int, limit: int | None
) -> None:
    rules = rules_preset(name, size, handicap=handicap)
    assert (rules.komi, rules.handicap_bonus, rules.move_limit) == (komi, compensation, limit)


def test_no_stones_are_dead_after_the_dead_stones_are_removed() -> None:
    drawn = position(
        """
        X . X O .
        X X X O .
        . . X O O
        . . X O .
        . . X O .
        """,
        Color.BLACK,
        "japanese",
    )
    settled = GoCount(drawn.rules, drawn.board, Color.BLACK, drawn.prisoners, "proposed").at_next_stage()
    assert settled.dead == 0
    assert settled.score.territory[Color.BLACK].bit_count() == 7


def test_the_score_diagram_shows_dead_stones_and_territory() -> None:
    drawn = """
    X X X O O
    X - X O -
    X X X O O
    O X X O -
    - X X O O
    """
    drawn_position = position(drawn, Color.BLACK, Rules("a", "simple", False, "area"))
    dead = 1 << parse_vertex("A2", 5)
    assert drawn_position.score_diagram(dead).rows == (
        "XXXOO",
        "XbXOw",
        "XXXOO",
        "oXXOw",
        "bXXOO",
    )


OPEN_SIDE = """
- - O X -
- - O X X
- - O - -
- - O - -
- - O - -
"""
"""White can still close the right side at D3."""

CLOSED_SIDE = """
- - O X -
- - O X X
- - O - X
- - O - X
- - O - X
"""

SEKI = """
- X X O O
X X - O -
X - O O O
X X X O O
X X X O O
"""
"""Each color has an eye that counts for nobody; B3 and C4 touch both."""


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (OPEN_SIDE, "Not all borders are closed yet: type play to go on with the game."),
        (CLOSED_SIDE, "D3 D2 D1; worth nothing."),
        (SEKI, "A5 C4 E4 B3; worth nothing."),
        ("- - -\n- X -\n- - O", "Neutral as the board stands: "),
        ("- - -\n- - -\n- - -", "Neutral as the board stands: "),
    ],
)
def test_points_that_can_still_be_enclosed_are_not_called_worthless(drawn: str, said: str) -> None:
    stopped = GoCount(rules_preset("japanese", 5), board(drawn), Color.WHITE, (0, 0), "typed")
    assert said in " ".join(question(stopped.at_next_stage()).explanation)
