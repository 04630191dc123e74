"""Tests of Hex: edges, first moves, swaps, files of other programs."""

import pytest

from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.hex.position import HEX, HexPosition, shortest_winning_chain, stones_to_connect
from gnugo_py.games.types import Color, Play, UserError
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.resume import import_game
from tests.support.boards import vertices_of_moves

LITTLE_GOLEM = (
    b"(;FF[4]EV[hex.ch.32.2.1]PB[Bill LeBoeuf]PW[bennok]SZ[13]RE[B]GC[game #1612755]"
    b"SO[https://www.littlegolem.net];W[am];B[ii];W[de];B[dc];W[bc];B[eh];W[dh];B[di];W[bj];B[dj];W[gh]"
    b";B[gg];W[if];B[he];W[fh];B[fg];W[ke];B[hg];W[jh];B[ij];W[ih];B[hi];W[hh];B[ig];W[al];B[ci];W[kf]"
    b";B[resign])"
)
"""A game from littlegolem.net, as in the test data of PlayHex."""


def start(first_move: str = "free", size: int = 5) -> HexPosition:
    return HexPosition.start(size, first_move)


def after(position: HexPosition, *moves: str) -> HexPosition:
    for text in moves:
        move = position.parse_move(text)
        assert position.why_illegal(move) is None, text
        position = position.play_unchecked(move)
    return position


def refusal(text: str, position: HexPosition) -> str | None:
    return position.why_illegal(position.parse_move(text))


def drawn(position: HexPosition) -> list[str]:
    return [line.rstrip() for line in format_diagram(position.diagram()).splitlines()]


def test_the_board_leans_to_the_right() -> None:
    assert drawn(after(start(), "a1", "b4")) == [
        "   a b c d e",
        "1  X - - - -  1",
        " 2  - - - - -  2",
        "  3  - - - - -  3",
        "   4  - O - - -  4",
        "    5  - - - - -  5",
        "        a b c d e",
    ]


def test_black_joins_top_and_bottom_and_white_left_and_right() -> None:
    down = after(start(), "c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5")
    assert down.outcome_without_count is not None
    assert down.outcome_without_count.sentence == "Black wins with a chain between its edges."
    across = after(start(), "a1", "a3", "b1", "b3", "c1", "c3", "d1", "d3", "a5", "e3")
    assert across.winner is Color.WHITE


def test_a_cell_touches_up_right_and_down_left_but_not_the_other_diagonal() -> None:
    touching = after(start(), "c1", "a1", "b2", "a2", "b3", "e1", "a4", "e2", "a5")
    assert touching.winner is Color.BLACK
    apart = after(start(), "a1", "e1", "b2", "e2", "c3", "d1", "d4", "d2", "e5")
    assert apart.winner is None


def test_the_chain_that_won_is_the_shortest_there_is() -> None:
    won = after(start(), "c1", "a1", "c2", "a2", "d2", "a3", "c3", "a4", "c4", "e1", "c5")
    chain = [won.format_point(point) for point in won.marks().winning]
    assert chain == ["c1", "c2", "c3", "c4", "c5"]
    assert shortest_winning_chain(won.board.white, 5, Color.WHITE) == []


@pytest.mark.parametrize(
    ("size", "allowed", "row"), [(11, 110, "row 6"), (5, 20, "row 3"), (14, 168, "rows 7 and 8")]
)
def test_the_first_stone_may_not_be_in_the_center_row(size: int, allowed: int, row: str) -> None:
    position = start("no-centre", size)
    assert len(position.legal_moves()) == allowed
    middle = f"c{(size + 1) // 2}"
    assert refusal(middle, position) == f"the first stone may not be in the center row ({row})"
    assert refusal(middle, after(position, "a1")) is None


def test_a_swap_puts_a_white_stone_on_the_mirror_image() -> None:
    swapped = after(start("swap"), "c2", "swap")
    assert drawn(swapped)[3] == "  3  - O - - -  3"
    assert (swapped.board.black, swapped.to_move) == (0, Color.BLACK)
    assert swapped.format_move(Play((-1,))) == "swap-pieces"
    assert [swapped.format_point(point) for point in swapped.marks().last_move] == ["b3"]


def test_naming_the_first_stone_swaps_it() -> None:
    position = after(start("swap"), "c2")
    assert position.parse_move("c2") == position.parse_partial_move("swap")


def test_swapping_sides_is_supported_only_in_files() -> None:
    assert refusal("swap-sides", after(start("swap"), "c2")) is not None
    swapped = parse_game(b"(;GM[11]SZ[5];B[c2];W[swap-sides])").current.position
    assert isinstance(swapped, HexPosition)
    assert (swapped.to_move, drawn(swapped)[2]) == (Color.WHITE, " 2  - - X - -  2")
    assert after(swapped, "c3").to_move is Color.BLACK


@pytest.mark.parametrize(
    ("moves", "first_move"),
    [((), "swap"), (("c2", "c3"), "swap"), (("c2", "swap"), "swap"), (("c2",), "no-centre")],
)
def test_swap_is_illegal_except_after_the_first_stone_with_the_swap_rule(
    moves: tuple[str, ...], first_move: str
) -> None:
    assert refusal("swap", after(start(first_move), *moves)) is not None


def test_the_number_of_stones_to_connect_is_counted() -> None:
    position = after(start(), "c1", "a1", "c2", "a2")
    assert [stones_to_connect(position, color) for color in Color] == [3, 5]
    blocked = after(start(), "a1", "a3", "b1", "b3", "c1", "c3", "d1", "d3", "a5", "e3")
    assert stones_to_connect(blocked, Color.BLACK) is None


def test_a_game_of_little_golem_is_read() -> None:
    moves = vertices_of_moves(parse_game(LITTLE_GOLEM))
    assert (moves[0], moves[1], moves[-1], len(moves)) == ("a13", "i9", "k6", 27)
    record = parse_game(LITTLE_GOLEM)
    assert record.game is HEX
    assert (record.root.value("PB"), record.positions()[0].to_move) == ("Bill LeBoeuf", Color.BLACK)


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        (b"(;FF[4]EV[hex.mc.2011.feb.1.10]SZ[13];W[ll];B[swap];W[gg])", ["l12", "swap-pieces", "g7"]),
        (b"(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[11];B[A10];W[swap-pieces];B[f6])", ["a10", "swap-pieces", "f6"]),
        (b"(;FF[4]GM[11]SZ[4:5]PL[B];B[c2])", None),
        (b"(;FF[4]GM[11]SZ[27]PL[B];B[c2])", None),
        (b"(;FF[4]GM[11]AP[PlayHex:0.0.0]SZ[11];B[c2];W[swap-pieces];B[d1])", ["c2", "swap-pieces", "d1"]),
        (b"(;FF[4]GM[11];B[f3]BL[600];W[swap-sides];W[d4];B[resign])", ["f3", "swap-sides", "d4"]),
        (b"(;FF[4]GM[11]AB[a1][b2]AW[k11]PL[W];W[c3];W[d4];B[e5])", ["c3", "d4", "e5"]),
    ],
)
def test_hex_files_of_other_programs_are_read_or_refused(content: bytes, moves: list[str] | None) -> None:
    if moves is None:
        with pytest.raises(SgfError):
            parse_game(content)
    else:
        assert vertices_of_moves(parse_game(content)) == moves


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        (b"(;FF[4]GM[11];B[f6];W[f6];B[a1])", ["f6"]),
        (b"(;FF[4]GM[11];B[z99])", []),
        (b"(;FF[4]GM[11];B[f6];W[pass])", ["f6"]),
    ],
)
def test_a_move_that_cannot_be_executed_ends_the_line_with_a_warning(
    content: bytes, moves: list[str]
) -> None:
    assert vertices_of_moves(parse_game(content)) == moves
    assert parse_game(content).line_warnings().unread.startswith(f"Move {len(moves) + 1}")


def test_an_imported_won_game_is_over() -> None:
    content = b"(;GM[11]SZ[5];B[c1];W[a1];B[c2];W[a2];B[c3];W[a3];B[c4];W[a4];B[c5])"
    assert import_game(parse_game(content), {}, {}).tree.current.position.is_over


# Two games of the Computer Olympiads of 2010 and 2011, from the records distributed with Benzene.
YOPT_MOHEX = b"""(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[11];B[a4];W[swap-pieces];W[g6];B[f6];
W[f7];B[e7];W[d9];B[e8];W[e9];B[c9];W[d8];B[c8];W[i3];B[b10];W[g4];B[d6]
;W[f3];B[c5];W[d3];B[b4];W[resign])"""
MOHEX_WOLVE = b"""(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];W[f6];B[g6];
W[g5];B[d7];W[d8];B[e5];W[f7];B[c8];W[b10];B[c9];W[c10];B[d9];W[d10];
B[e9];W[e10];B[f9];W[f10];B[h9];W[g9];B[k5];W[j4];B[h7];W[h8];B[j7];
W[i10];B[j8];W[g11];B[k9];W[j11])"""


@pytest.mark.parametrize(("content", "opening"), [(YOPT_MOHEX, "a4"), (MOHEX_WOLVE, "a2")])
def test_a_swap_followed_by_a_white_move_swaps_sides(content: bytes, opening: str) -> None:
    """HexGui writes `swap-pieces` for both kinds of swap."""
    record = parse_game(content)
    final = record.current.position
    assert isinstance(final, HexPosition)
    stone = final.parse_move(opening)
    assert isinstance(stone, Play)
    assert final.board.black >> stone.points[0] & 1
    assert not final.board.white >> stone.points[0] & 1
    assert [node.position for node in parse_game(content).main_line()][-1] == final


def test_a_swap_followed_by_a_black_move_swaps_the_stone() -> None:
    final = parse_game(b"(;GM[11]SZ[11];B[a2];W[swap-pieces];B[d8])").current.position
    assert isinstance(final, HexPosition)
    assert (final.board.black.bit_count(), final.board.white.bit_count()) == (1, 1)


@pytest.mark.parametrize("size", [1, 3, 4, 6, 8, 10, 26])
def test_files_may_have_boards_of_any_size(size: int) -> None:
    record = parse_game(f"(;GM[11]SZ[{size}];B[a1])".encode())
    assert record.current.position.size == size


@pytest.mark.parametrize("size", [1, 2])
def test_a_word_that_is_no_point_is_refused_on_the_smallest_boards(size: int) -> None:
    position = parse_game(f"(;GM[11]SZ[{size}])".encode()).root.position
    with pytest.raises(UserError, match=f"such as {'ab'[size - 1]}{size}$"):
        position.parse_move("zz")


@pytest.mark.parametrize("value", ["c1)", "(c4", "c1-", "c1)0"])
def test_a_cell_in_a_file_consists_of_letters_and_digits(value: str) -> None:
    game = parse_game(f"(;GM[11]SZ[11];B[a3];W[{value}];B[d7])".encode())
    (warning,) = game.play_warnings()
    assert warning == f"Move 2: '{value}' is not a point on a 11x11 board; the game ends before it," + (
        " and 2 moves cannot be read."
    )
