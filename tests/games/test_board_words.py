"""Boards in words, for people who do not see them."""

from gnugo_py import Color
from gnugo_py.games.amazons.position import AMAZONS
from gnugo_py.games.board_words import (
    board_in_words,
    chains_in_words,
    marks_in_words,
    owners_in_words,
    point_in_words,
    row_in_words,
)
from gnugo_py.games.hex.position import HEX
from gnugo_py.games.position import Position
from gnugo_py.games.tanbo.position import TANBO
from gnugo_py.games.types import HIGHLIGHT, Mark, Play
from tests.support.boards import played, position

ATARI = """
- - - - -
- X O - -
- X O X -
- - X - -
- - - - -
"""
ALIVE = """
- X - X -
X X X X -
O O O - -
- - - - -
- - - - -
"""
KO = """
- - - - -
- X O - -
X O - O -
- X O - -
- - - - -
"""


def described(at: Position, vertex: str) -> tuple[str, ...]:
    """Return what is said of a point."""
    move = at.parse_partial_move(vertex)
    assert isinstance(move, Play)
    return point_in_words(at, move.points[0])


def test_a_chain_is_described_with_its_stones_liberties_and_neighbors() -> None:
    assert described(position(ATARI, Color.BLACK), "B3") == (
        "B3: Black's chain of 2 stones, 4 liberties.",
        "Stones: B4 B3.",
        "Liberties: B5 A4 A3 B2.",
        "Beside it: B4 Black, A3 empty, C3 White, B2 empty.",
    )


def test_a_chain_in_atari_is_said_to_be_in_atari() -> None:
    drawing = ATARI.replace("- X O - -", "- X O X -")
    assert "It is in atari." in described(position(drawing, Color.BLACK), "C4")
    assert "It is in atari." not in described(position(ATARI, Color.BLACK), "C4")


def test_a_chain_that_can_never_be_captured_is_said_to_be_safe() -> None:
    assert "It can never be captured." in described(position(ALIVE, Color.WHITE), "A4")
    assert not any("captured" in line for line in described(position(ALIVE, Color.WHITE), "A3"))


def test_an_empty_point_says_why_nobody_may_play_there() -> None:
    taken = played(position(KO, Color.BLACK, "japanese"), "C3")
    assert described(taken, "B3")[1].startswith("White may not play there: that would retake the ko")
    assert described(taken, "E5") == ("E5: empty.", "Beside it: D5 empty, E4 empty.")


def test_chains_are_listed_by_color_with_their_liberties() -> None:
    assert chains_in_words(position(ATARI, Color.BLACK)) == (
        "B4 B3: Black's chain of 2 stones, 4 liberties.",
        "D3: Black's chain of 1 stone, 3 liberties.",
        "C2: Black's chain of 1 stone, 3 liberties.",
        "C4 C3: White's chain of 2 stones, 2 liberties.",
        "Black has captured 0, White 0.",
    )


def test_a_row_is_read_from_left_to_right() -> None:
    diagram = position(ATARI, Color.BLACK).diagram()
    assert row_in_words(diagram, "3") == "Row 3: A empty, B Black, C White, D Black, E empty."
    assert row_in_words(diagram, "5") == "Row 5: all empty."


def test_marks_are_read_by_sign_and_likely_owners_by_row() -> None:
    diagram = position(ATARI, Color.BLACK).diagram()
    marks = [((0, 0), Mark("1")), ((2, 4), Mark("b")), ((1, 1), HIGHLIGHT), ((0, 4), Mark("b", "owner"))]
    assert marks_in_words(diagram, marks) == ("Marked: 1 A5; b E3; Black's territory E5.",)
    owned = [((0, 0), Mark("B", "owner")), ((0, 1), Mark("b", "owner")), ((1, 2), Mark("o", "dead"))]
    owners = owners_in_words(diagram, owned)
    assert owners[0] == "Row 5: A Black, B perhaps Black, C to E open."
    assert owners[1] == "Row 4: A open, B Black, C white stone likely lost, D to E open."


def test_a_cell_of_hex_has_six_neighbors_and_a_chain_names_its_edges() -> None:
    at = HEX.start({"size": 5, "first-move": "free"}).play("c1").play("a1").play("c2")
    assert described(at, "c2") == (
        "c2: Black's chain of 2 stones, 6 empty neighbors, at the top edge.",
        "Stones: c1 c2.",
        "Empty neighbors: b1 d1 b2 d2 b3 c3.",
        "Beside it: c1 Black, d1 empty, b2 empty, d2 empty, b3 empty, c3 empty.",
    )


def test_a_queen_says_where_she_can_go_and_arrows_are_listed() -> None:
    at = AMAZONS.start({"size": 6}).play("a2-a3/a4")
    assert described(at, "a3")[:2] == (
        "a3: Black's queen, 12 squares within reach.",
        "She can go to d6 c5 b4 b3 c3 d3 e3 f3 a2 b2 a1 c1.",
    )
    assert "Arrows: a4." in chains_in_words(at)


def test_a_root_of_tanbo_names_its_growing_points() -> None:
    at = TANBO.start({"size": 9})
    assert described(at, "B8")[1] == "Growing points: B9 A8 C8 B7."
    assert "White may not" not in " ".join(described(at, "B7"))
    assert "may not play there: that point touches none of your stones" in " ".join(described(at, "E5"))


def test_the_board_at_the_start_is_read_by_color() -> None:
    assert board_in_words(position(ATARI, Color.BLACK)) == (
        "5x5 board, Black to move.",
        "Black: B4 B3 D3 C2.",
        "White: C4 C3.",
    )
    empty = position("- -\n- -", Color.BLACK)
    assert board_in_words(empty) == ("2x2 board, Black to move.", "The board is empty.")
