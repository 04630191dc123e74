"""Tests of reading the main line of a file: moves, colors, setup, warnings."""

import json

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Color
from gnugo_py.record import line_warnings
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings, vertices, vertices_of_moves
from tests.support.trees import read, variation_count

BLACK, WHITE = Color.BLACK, Color.WHITE


def colors(tree: Tree) -> list[Color | None]:
    """Return the color of the last move of each position."""
    return [position.last_color for position in tree.positions()]


def stones(tree: Tree, number: int = -1) -> tuple[list[str], list[str]]:
    """Return the black and the white stones of a position as vertices."""
    position = tree.positions()[number]
    assert isinstance(position, GoPosition)
    return vertices(position.board.black, 9), vertices(position.board.white, 9)


def test_positions_that_were_forgotten_are_computed_again() -> None:
    tree = read(";B[aa];W[bb];B[cc]")
    before = list(tree.main_line())
    before[1].forget_position()
    assert list(tree.main_line()) == before
    assert before[1].position.move_number == 1


def test_a_complete_file_without_variations_causes_no_warning() -> None:
    tree = read("PB[Ann]PW[Bob]DT[2026-01-02]RE[B+R];B[aa]")
    assert (tree.name, tree.names, tree.root.private) == ("go", {BLACK: "Ann", WHITE: "Bob"}, None)
    assert (variation_count(tree), tree.is_complete, all_warnings(tree)) == (0, True, ())


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("(;B[aa])(;B[bb])", ("Only the main line is read; 1 variation is ignored.",)),
        ("(;B[aa])(;B[bb])(;B[cc])", ("Only the main line is read; 2 variations are ignored.",)),
    ],
)
def test_variations_are_reported(text: str, warnings: tuple[str, ...]) -> None:
    assert all_warnings(read(text)) == warnings


def test_a_truncated_file_is_reported() -> None:
    shown = "The file is damaged or incomplete; only the part before the damage is read."
    assert all_warnings(parse_game(b"(;SZ[9];B[aa]")) == (shown,)


def test_a_truncated_file_after_other_text_is_read_up_to_its_end() -> None:
    tree = parse_game(b":-) (;SZ[9:9];B[aa];W[b")
    assert (tree.end.number, tree.is_complete) == (1, False)


def test_a_move_in_the_root_node_is_played() -> None:
    tree = read("B[aa];W[bb]")
    assert len(tree.positions()) == 3
    assert stones(tree) == (["A9"], ["B8"])


def test_both_colors_in_one_node_are_two_moves() -> None:
    assert colors(read(";B[aa]W[bb]")) == [None, BLACK, WHITE]


def test_a_color_that_moves_twice_is_to_move_in_the_position_between() -> None:
    tree = read(";B[aa];B[bb]")
    assert colors(tree) == [None, BLACK, BLACK]
    assert tree.positions()[1].to_move is BLACK


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("", BLACK),
        ("PL[W]", WHITE),
        (";W[aa]", WHITE),
        ("PL[B];W[aa]", WHITE),
        (";B[aa]", BLACK),
        ("AB[aa]", WHITE),
        ("AB[aa];B[bb]", BLACK),
        ("AB[aa]PL[B]", BLACK),
        (";C[x];W[aa]", WHITE),
    ],
)
def test_the_first_color_to_move_is_inferred(text: str, color: Color) -> None:
    assert read(text).positions()[0].to_move is color


def test_pl_after_the_last_move_sets_the_color_to_move() -> None:
    assert read(";B[aa];PL[B]").end.position.to_move is BLACK
    assert read(";B[aa];C[x]").end.position.to_move is WHITE


def test_pl_next_to_a_move_is_not_setup() -> None:
    """Sabaki writes PL beside a move."""
    tree = read("KM[6];B[ee];W[ef]PL[B];B[ge];W[aa]PL[W]")
    assert vertices_of_moves(tree) == ["E5", "E4", "G5", "A9"]


def test_pl_before_a_move_does_not_restart_the_game() -> None:
    """Some programs write PL wherever a node begins."""
    tree = read(";B[ee];PL[B];B[ge];PL[B];W[cc]")
    assert colors(tree) == [None, BLACK, BLACK, WHITE]
    assert all_warnings(tree) == ()


def test_setup_during_the_game_restarts_it_there() -> None:
    tree = read(";B[aa];AW[cc]AE[aa];W[bb]")
    assert [position.previous is None for position in tree.positions()] == [True, True, False]
    assert all_warnings(tree) == (
        "After move 1, the file changes the stones or the player to move; the game restarts there.",
    )
    assert stones(tree, 1) == ([], ["C7"])
    assert stones(tree) == ([], ["B8", "C7"])


@pytest.mark.parametrize("corners", ["aa:cc", "cc:aa", "ac:ca", "ca:ac"])
def test_a_rectangle_is_given_by_any_two_opposite_corners(corners: str) -> None:
    assert len(stones(read(f"AB[{corners}]"))[0]) == 9


def test_the_rules_apply_after_setup_too() -> None:
    positions = read("RU[Chinese];B[dd];W[cc];AB[hh];W[gg];B[ff]").positions()
    rules = {(each.rules.name, each.rules.ko) for each in positions if isinstance(each, GoPosition)}
    assert [name for name, _ in rules] == ["chinese"]


@pytest.mark.parametrize(
    ("text", "place"),
    [("AB[aa]AW[ab][ba]", 0), (";B[ii];AB[aa]AW[ab][ba]", 1), (";B[ii];W[hh];AB[aa]AW[ab][ba]", 2)],
)
def test_a_chain_without_liberties_is_set_up_and_reported_with_its_place(text: str, place: int) -> None:
    tree = read(text)
    assert stones(tree)[0][0] == "A9"
    assert f"Setup after move {place}: the chain at A9 has no liberties." in all_warnings(tree)


def test_a_move_that_cannot_be_read_is_reported_with_its_number() -> None:
    assert read(";B[aa];W[zz]").line_warnings().unread.startswith("Move 2: ")
    assert read(";B[\u00e9\u00e9]").line_warnings().unread.startswith("Move 1: ")


def test_the_number_of_setups_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line_warnings.MAX_SETUPS == 1000
    monkeypatch.setattr(line_warnings, "MAX_SETUPS", 2)
    assert all_warnings(read(";AB[aa];AB[bb]")) == ()
    shown = "the board is set up more than 2 times; no game record has that many setups"
    for text in (";AB[aa];AB[bb];AB[cc]", ";AE[aa];AW[bb];AA[cc]"):
        with pytest.raises(SgfError, match=shown):
            all_warnings(read(text))


def test_comments_and_names_are_kept_whole() -> None:
    long, name = "x" * 300_000, "n" * 3000
    tree = read(f"PB[{name}]C[{long}];B[aa]C[{long}];W[bb]C[{long}]")
    assert [node.comment for node in tree.main_line()] == [long] * 3
    assert tree.names[BLACK] == name


@pytest.mark.parametrize(
    ("private", "now"),
    [
        ({"now": 1, "moves": 2}, 1),
        ({"now": 0, "moves": 2}, 0),
        ({"now": 2, "moves": 2}, 2),
        ({"now": 3, "moves": 2}, 2),
        ({"now": -1, "moves": 2}, 2),
        ({"now": 1, "moves": 3}, 2),
        ({"now": 1}, 1),
        ({"now": True, "moves": 2}, 2),
        ({}, 2),
    ],
)
def test_undone_moves_are_known_unless_the_file_was_changed(private: dict[str, object], now: int) -> None:
    assert read(f"RU[japanese]GNUGOPY[{json.dumps(private)}];B[aa];W[bb]").current.number == now


def test_the_rules_of_a_file_are_options() -> None:
    assert read("RU[Chinese]KM[5.5]").options == {"size": 9, "handicap": 0, "rules": "chinese", "komi": 5.5}


def test_forbidden_moves_cause_no_warning_in_our_own_file() -> None:
    """Its moves were legal when they were played: here a ko is retaken at once."""
    taken_back = "AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[bb]"
    own = read(f"RU[japanese]GNUGOPY[{{}}]{taken_back}")
    assert (len(own.positions()), own.play_warnings()) == (3, ())
    assert read(taken_back).play_warnings() == ("Move 2 retakes a ko immediately; it is executed anyway.",)


def test_an_empty_move_is_a_pass() -> None:
    assert read(";B[];W[tt]").end.move is PASS


def test_comments_are_in_the_encoding_that_the_first_node_names() -> None:
    content = "(;SZ[9]CA[GB2312];B[aa]C[\u5434\u6e05\u6e90])".encode("gb2312")
    assert parse_game(content).end.comment == "\u5434\u6e05\u6e90"


def test_colors_are_swapped_in_little_golem_hex_files() -> None:
    """On Little Golem White moves first in Hex, and is the color that others call Black."""
    tree = parse_game(b"(;EV[hex.mc.2010.feb.1.1]SZ[13]SO[http://www.littlegolem.com];W[ll];B[gg])")
    assert colors(tree) == [None, BLACK, WHITE]


@pytest.mark.parametrize(
    ("root", "shown"),
    [
        ("RU[Japanese]KM[6.5]", ()),
        ("RU[NZ]KM[6,5]", ()),
        ("RU[GOE]", ()),
        ("RU[Chess960]", ("The rules 'Chess960' are unknown; Japanese rules are used instead.",)),
        ("KM[abc]", ("The komi 'abc' is not a valid number; 6.5, as usual, is used.",)),
        ("KM[1e400]", ("The komi '1e400' is not a valid number; 6.5, as usual, is used.",)),
    ],
)
def test_unknown_rules_and_invalid_komi_are_reported(root: str, shown: tuple[str, ...]) -> None:
    assert all_warnings(read(f"{root};B[aa]")) == shown


@pytest.mark.parametrize(
    ("output", "komi", "shown"),
    [
        ("KM[375]RU[Chinese]", 7.5, "The komi '375' seems to be in hundredths of a stone; 7.5 is used."),
        ("KM[650]RU[Japanese]", 6.5, "The komi '650' seems to be in hundredths; 6.5 is used."),
        ("KM[750]RU[Chinese]", 7.5, "The komi '750' seems to be in hundredths; 7.5 is used."),
        ("KM[99]RU[Chinese]", 99, ""),
        ("KM[375]RU[chinese]AP[gnugo-py:1.0]", 375, ""),
    ],
)
def test_a_komi_in_hundredths_is_understood(output: str, komi: float, shown: str) -> None:
    """Fox and Tygem write komi in hundredths."""
    tree = read(f"{output};B[ee]")
    assert isinstance(tree.end.position, GoPosition)
    assert tree.end.position.rules.komi == komi
    assert all_warnings(tree) == ((shown,) if shown else ())


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("(;B[aa])(;B[bb];W[dxs])", "In a variation, move 2 is not a point: W[dxs]; it is not read."),
        (
            "(;B[aa])(;B[om)];W[cc])(;B[zz])",
            "In a variation, move 1 is not a point: B[om)] (and 1 other value); it is not read.",
        ),
        (";B[aa];Z[bb];B[cc]", "After move 1, Z[bb] seems to be a damaged move; it is not read."),
        (";B[aa]ZW[bb];B[cc]", "After move 1, ZW[bb] seems to be a damaged move; it is not read."),
        ("(;B[aa])(;B[bb];A[cc])", "After move 1, A[cc] seems to be a damaged move; it is not read."),
    ],
)
def test_a_move_that_is_lost_by_damage_causes_a_warning(text: str, warning: str) -> None:
    assert read(text).play_warnings() == (warning,)


@pytest.mark.parametrize(
    "text",
    ["(;B[aa])(;B[];W[tt];B[b\\b])", "L[aa];B[bb]M[cc];W[cc]TW[dd]", ";B[aa]Z[text];W[bb]", ";B[aa]WV[bb]"],
)
def test_what_programs_write_is_not_taken_for_a_damaged_move(text: str) -> None:
    assert read(text).play_warnings() == ()


def test_swaps_and_resignations_in_variations_of_hex_are_moves() -> None:
    tree = parse_game(b"(;GM[11]SZ[9];B[e5](;W[c3])(;W[swap-sides];B[resign])(;W[swap]))")
    assert tree.play_warnings() == ()


def test_an_empty_board_size_is_the_usual_one() -> None:
    tree = parse_game(b"(;FF[4]SZ[]KM[6.5];B[ss])")
    assert (tree.root.position.size, tree.end.move_text, tree.play_warnings()) == (19, "T1", ())


def test_a_file_with_vertices_in_place_of_points_is_reported() -> None:
    """Such files are not SGF, although some programs can write them to be read by people."""
    tree = parse_game(b"(;GM[1]SZ[19];B[R16];W[D4])")
    problem = "Move 1: 'R16' is not a point on a 19x19 board; the game ends before it,"
    assert tree.play_warnings() == (f"{problem} and 2 moves cannot be read.",)
