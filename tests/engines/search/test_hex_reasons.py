"""Tests of what is said of a move in Hex: each claim is made where it is true, and only there."""

from random import Random

import pytest

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.engine import Decision
from gnugo_py.engines.search.hex_reasons import describe_hex_move
from gnugo_py.engines.search.search_engine import SearchEngine, format_line
from gnugo_py.games.hex.position import HEX, HexPosition
from gnugo_py.games.points import signs_by_point
from gnugo_py.games.types import Color, Play
from tests.support.boards import board
from tests.support.lesson_goals_other_games import winning_cells

BLACK, WHITE = Color


def hex_position(drawing: str, to_move: Color = BLACK) -> HexPosition:
    """Return a position that starts from a drawn board: `X` black, `O` white, `-` empty."""
    drawn = board(drawing)
    start = HexPosition.start(drawn.geometry.size, "free")
    return start.with_board(signs_by_point({"X": drawn.black, "O": drawn.white}), to_move)


def said(drawing: str, cell: str, to_move: Color = BLACK) -> str:
    """Return what is said of a move on a drawn board."""
    position = hex_position(drawing, to_move)
    move = position.parse_move(cell)
    assert isinstance(move, Play)
    return " ".join(describe_hex_move(position, move))


ONE_STONE = """
- - - - -
- - - - -
- - X - -
- - - - -
- - - - -
"""
BRIDGE = """
- - - - -
- - - X -
- - - - -
- - X - -
- - - - -
"""
"""Black's bridge between d2 and c4 has the cells d3 and c3."""
HALF_A_BRIDGE = """
- - - - -
- - - X -
- - - O -
- - X - -
- - - - -
"""
NEARLY_WON = """
- - X - -
- - X - -
- - - - -
- - X - -
- - X - -
"""
"""c3 alone joins Black's chains: d3 touches c4 no more than b3 touches c2."""
TWO_WAYS = """
- - - X -
- - - X -
- - - - -
- - - - -
- - X - -
"""


@pytest.mark.parametrize(
    ("drawing", "cell", "claim"),
    [
        (ONE_STONE, "d1", "makes a bridge to c3."),
        (ONE_STONE, "e2", "makes a bridge to c3."),
        (ONE_STONE, "d4", "makes bridges to c3 and the bottom edge"),
        (BRIDGE, "d3", "joins the chains at d2 and c4."),
        (BRIDGE, "c3", "joins the chains at d2 and c4."),
        (BRIDGE, "c5", "joins the chain at c4 to the bottom edge"),
        (NEARLY_WON, "c3", "joins the edges and wins."),
        (TWO_WAYS, "c4", "wins, because White can take only one of c3 and d3"),
    ],
)
def test_what_a_move_joins_is_said(drawing: str, cell: str, claim: str) -> None:
    assert claim in said(drawing, cell)


@pytest.mark.parametrize(
    ("drawing", "cell"),
    [
        (ONE_STONE, "d3"),  # beside the stone
        (ONE_STONE, "c1"),  # not at the other end of a bridge
        (HALF_A_BRIDGE, "e2"),  # no bridge: the stone is part of the chain already
        (BRIDGE, "a1"),
    ],
)
def test_no_bridge_is_claimed_elsewhere(drawing: str, cell: str) -> None:
    assert "makes a bridge" not in said(drawing, cell)


@pytest.mark.parametrize(
    ("drawing", "cell", "claim"),
    [
        (BRIDGE, "d3", "enters Black's bridge between d2 and c4, which Black can keep at c3"),
        (HALF_A_BRIDGE, "c3", "takes the second of the two cells between d2 and c4"),
        (BRIDGE, "d1", "enters Black's bridge between d2 and the top edge, which Black can keep at e1"),
    ],
)
def test_a_move_enters_a_bridge_or_takes_its_second_cell(drawing: str, cell: str, claim: str) -> None:
    assert claim in said(drawing, cell, WHITE)


def test_a_bridge_between_stones_of_one_chain_is_not_worth_a_word() -> None:
    drawing = """
    - - - - -
    - - X X -
    - X - - -
    - X X - -
    - - - - -
    """
    assert "bridge between d2 and c4" not in said(drawing, "c3", WHITE)


def test_the_only_winning_cell_is_taken() -> None:
    assert "stops Black from winning at c3" in said(NEARLY_WON, "c3", WHITE)
    assert "stops" not in said(NEARLY_WON, "a3", WHITE)


def test_a_threat_names_the_cell_on_which_the_next_move_wins() -> None:
    drawing = """
    - - X - -
    - - X - -
    - O - - -
    - - - - -
    - - X - -
    """
    assert "threatens to win at c3" in said(drawing, "c4")
    assert "wins, because" not in said(drawing, "c4")


def test_a_chain_of_bridges_from_edge_to_edge_cannot_be_broken() -> None:
    shown = said(BRIDGE, "a3")
    assert "joins the edges by bridges that White can no longer break" in shown


def test_bridges_with_a_common_cell_do_not_join_the_edges() -> None:
    assert "joins the edges" not in said(HALF_A_BRIDGE, "a5")


def test_the_lengths_of_both_shortest_paths_are_given() -> None:
    assert said(ONE_STONE, "c4").endswith(
        "Shortest paths between the edges: Black needs 3 more stones (4 before the move),"
        " White needs 5 more stones."
    )


def test_a_move_that_lengthens_the_shortest_path_of_the_opponent_blocks_it() -> None:
    drawing = """
    - - - - -
    - - - X -
    O O O - -
    - - - - -
    - - - - -
    """
    assert "blocks White's shortest path" in said(drawing, "d3")
    assert "blocks" not in said(drawing, "a1")


def test_an_explanation_begins_with_what_the_move_does() -> None:
    position, engine = hex_position(BRIDGE), SearchEngine(HEX, 1)
    decision = engine.choose(position)
    assert isinstance(decision.move, Play)
    words = describe_hex_move(position, decision.move)
    assert engine.explain(position, decision)[: len(words)] == words


@pytest.mark.parametrize(("to_move", "rate"), [(BLACK, 1.0), (WHITE, 0.0)])
def test_the_win_rate_of_a_certain_result_is_certain(to_move: Color, rate: float) -> None:
    """Black's bridges join the edges, whoever is to move."""
    analysis = SearchEngine(HEX, 1).choose(hex_position(BRIDGE, to_move)).analysis
    assert analysis is not None
    assert analysis.win_rate == analysis.candidates[0].win_rate == analysis.candidates[0].value == rate


def test_a_certain_win_is_explained_without_a_line_of_replies() -> None:
    position, engine = hex_position(BRIDGE), SearchEngine(HEX, 1)
    shown = " ".join(engine.explain(position, engine.choose(position)))
    assert "Black's win rate: 100 % after" in shown
    assert "Principal variation" not in shown


def test_a_move_that_wins_for_certain_is_preferred_to_one_with_more_visits() -> None:
    drawing = """
    - - - - - -
    - - X - - -
    - - - X - -
    - - - - - -
    - O - - - -
    - - - - - O
    """
    position = hex_position(drawing)
    assert position.format_move(SearchEngine(HEX, 1).choose(position).move) == "c5"


def test_what_is_called_won_is_won_against_every_answer() -> None:
    """In random games, no reply by a perfect opponent stops a color that is said to win."""
    rng, checked = Random(1), 0
    while checked < 20:
        position = HexPosition.start(4, "free")
        while not position.is_over:
            move = rng.choice(position.legal_moves())
            assert isinstance(move, Play)
            text, before = " ".join(describe_hex_move(position, move)), position
            position = position.play_unchecked(move)
            is_sure = "can take only one" in text or "no longer break" in text
            if is_sure and len(position.legal_moves()) < 9:
                checked += 1
                assert before.format_move(move) in winning_cells(before, []), f"{position}\n{text}"


def test_the_board_shows_as_many_moves_of_the_principal_variation_as_the_text() -> None:
    start = HEX.start({"size": 5, "first-move": "free"})
    pv = tuple(start.legal_moves()[:9])
    analysis = Analysis((Candidate(pv[0], 0.5, 1.0, pv=pv),))
    decision: Decision[None] = Decision(pv[0], analysis=analysis)
    engine = SearchEngine(HEX, 1)
    assert len(engine.decision_marks(start, decision)) == len(format_line(pv, start).split())
