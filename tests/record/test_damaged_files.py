"""Tests of files that break the rules of SGF or of the game: no move is lost without a warning."""

from contextlib import suppress
from pathlib import Path

import pytest

from gnugo_py.record.node import Node
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_parser import parse_sgf_game, parse_sgf_games
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings, vertices_of_moves
from tests.support.program import run

NO_START = "The ( before the first node is missing; the game is read anyway."
NO_SIGN = "Line 1: the ; before a node is missing; the node is read anyway."
UNCLOSED = "Line 1: the ] after a value is missing; the value is read without what follows."
ONE_VARIATION = "Only the main line is read; 1 variation is ignored."


def read(text: str, *warnings: str) -> Tree:
    """Return the game in a file, and check its warnings."""
    record = parse_game(text.encode())
    assert all_warnings(record) == warnings
    assert record.is_complete
    return record


def lines(text: str) -> list[list[str]]:
    """Return the moves of all lines of a file as SGF points, main line first."""

    def below(node: Node) -> list[list[str]]:
        move = [value for name in ("B", "W") if (value := node.value(name))]
        return [move + rest for child in node.children for rest in below(child)] or [move]

    return below(parse_game(text.encode()).root)


@pytest.mark.parametrize("end", ["", "\n", ")", ")\n"])
@pytest.mark.parametrize("start", ["", " \n", "\ufeff", "Anna against Bert\n"])
def test_a_game_without_its_first_parenthesis_is_read(start: str, end: str) -> None:
    text = f"{start};GM[1]SZ[9]KM[6.5]PB[Anna]PW[Bert];B[ee];W[cc](;B[cg];W[gc])(;B[gc]){end}"
    record = read(text, NO_START, ONE_VARIATION)
    assert (record.root.value("PB"), record.root.value("PW"), record.current.position.size) == (
        "Anna",
        "Bert",
        9,
    )
    assert vertices_of_moves(record) == ["E5", "C7", "C3", "G7"]
    assert lines(text) == [["ee", "cc", "cg", "gc"], ["ee", "cc", "gc"]]


def test_a_game_without_its_first_parenthesis_and_semicolon_is_read() -> None:
    assert vertices_of_moves(read("SZ[9]PB[x];B[ee];W[cc])", NO_START)) == ["E5", "C7"]


def test_a_game_after_a_game_without_parentheses_is_separate() -> None:
    content = b";GM[1]SZ[9]PB[a];B[ee];W[cc]\n(;GM[1]FF[4]SZ[9]PB[b];B[cc])"
    assert [parse_game(content, number).root.value("PB") for number in (1, 2)] == ["a", "b"]
    assert [game.root["PB"] for game in parse_sgf_games(content)] == [[b"a"], [b"b"]]


def test_a_variation_without_its_first_semicolon_is_read() -> None:
    text = "(;SZ[9]KM[0]AW[aa](B[ab];W[cc])(;B[ba]))"
    assert vertices_of_moves(read(text, NO_SIGN, ONE_VARIATION)) == ["A8", "C7"]
    assert lines(text) == [["ab", "cc"], ["ba"]]


@pytest.mark.parametrize("text", ["good move", "(good move)", ":-)", "see 3.4", "B", "[x]", "]"])
def test_text_between_nodes_is_skipped(text: str) -> None:
    content = f"(;SZ[9]KM[0];B[ee]{text};W[cc];B[gg])"
    assert vertices_of_moves(parse_game(content.encode())) == ["E5", "C7", "G3"]
    assert lines(content) == [["ee", "cc", "gg"]]
    assert all_warnings(parse_game(content.encode()))


def test_a_move_after_text_is_read() -> None:
    shown = "Line 1: text outside values is ignored: see this."
    assert vertices_of_moves(read("(;SZ[9]KM[0];B[ee] see this W[cc];B[gg])", shown)) == ["E5", "C7", "G3"]


def test_nodes_after_a_variation_are_another_variation() -> None:
    shown = "Line 1: a node follows a variation; it is read as another variation."
    text = "(;SZ[9]KM[0];B[ee](;W[cc];B[gg]);W[gc];B[cg])"
    assert vertices_of_moves(read(text, shown, ONE_VARIATION)) == ["E5", "C7", "G3"]
    assert lines(text) == [["ee", "cc", "gg"], ["ee", "gc", "cg"]]


@pytest.mark.parametrize(
    "rest", ["(()))", "(()(;W[cc])))", "C[as in [2] (White lives (in ko)), fine];W[cc])"]
)
def test_a_variation_of_variations_without_nodes_is_left_out(rest: str) -> None:
    tree = parse_game(f"(;SZ[9];B[ee]{rest}".encode())
    assert [node.move_text for node in tree.main_line()][:2] == ["", "E5"]
    assert "a variation without nodes is ignored" in str(tree.warnings)


def test_a_text_ends_at_a_bracket_that_is_not_escaped_and_the_rest_is_reported() -> None:
    shown = "Line 1: text outside values is ignored: here (2 times)."
    record = read("(;SZ[9]KM[0]C[see move [1] here];B[ee];W[cc])", shown)
    assert (vertices_of_moves(record), record.root.comment) == (["E5", "C7"], "see move [1")


@pytest.mark.parametrize(
    "comment", ["an open [ bracket", "a \\] b", "(;B[aa\\];W[bb\\])", "f(x); y[1\\]", "1. [2\\] 3;"]
)
def test_texts_that_are_valid_are_not_changed(comment: str) -> None:
    record = read(f"(;SZ[9]KM[0]C[{comment}];B[ee]C[{comment}];W[cc]C[{comment}])")
    assert [node.comment for node in record.main_line()] == [comment.replace("\\]", "]")] * 3


@pytest.mark.parametrize(
    "text",
    [
        ";B[ee;W[cc];B[gg]",
        ";B[ee];W[cc;B[gg]",
        ";B[ee]C[hello;W[cc];B[gg]",
        ";B[eeC[x];W[cc];B[gg]",
        ";B[ee](;W[cc;B[gg])",
        ";B[ee]C[a \\] b;W[cc];B[gg]",
        ";B[ee]BL[46\\]W[cc];B[gg]",
        ";B[ee]WL[1569][W[cc]BL[15];B[gg]",
        ";B[ee]WL[98BL[1627];W[cc];B[gg]",
        ";B[ee]OB[;W[cc];B[gg]",
        ";B[ee]C[hello;BL[12]W[cc];B[gg]",
        ";B[ee]C[hello\\]W[cc];B[gg]",
    ],
)
def test_a_bracket_that_is_missing_after_a_value_is_added_and_hides_no_move(text: str) -> None:
    assert vertices_of_moves(read(f"(;SZ[9]KM[0]{text})", UNCLOSED)) == ["E5", "C7", "G3"]


@pytest.mark.parametrize("value", ["83po", "q", "12][b1", "98 BL"])
def test_a_time_that_is_no_number_is_reported(value: str) -> None:
    shown = f"After move 1, BL[{value.rpartition('[')[2]}] is not a time; it is not read."
    read(f"(;SZ[9]KM[0];B[ee]BL[{value}];W[cc])", shown)


@pytest.mark.parametrize("value", ["hh", "It is a seki."])
def test_a_second_value_of_a_move_in_a_variation_is_reported(value: str) -> None:
    game = parse_game(f"(;SZ[9]KM[0];B[ee](;W[cc])(;W[gg][{value}]))".encode())
    shown = f"In a variation, move 2 has a second value: W[{value}]; it is not read."
    assert game.play_warnings() == (shown,)


@pytest.mark.parametrize("value", ["12", " 30.5", "-0.2", "", ".5", "388,19"])
def test_times_are_read_without_a_warning(value: str) -> None:
    read(f"(;SZ[9]KM[0];B[ee]BL[{value}];W[cc]OW[{value}])")


def test_a_text_without_its_bracket_ends_before_the_next_move() -> None:
    record = read("(;SZ[9]KM[0];B[ee]C[hello;W[cc];B[gg])", UNCLOSED)
    assert [node.comment for node in record.main_line()] == ["", "hello", "", ""]


def test_a_point_without_its_bracket_in_a_list_is_read() -> None:
    game = parse_sgf_game(b"(;SZ[9]AB[aa[bb][cc];W[ee])")
    assert game.nodes[0][1]["AB"] == [b"aa", b"bb", b"cc"]
    assert game.warnings == (UNCLOSED,)


def test_a_parenthesis_that_is_missing_between_two_games_is_added() -> None:
    content = b"(;GM[1]SZ[9]PB[a];B[ee];W[cc]\n(;GM[1]SZ[9]PB[b];B[gg])"
    first, second = (parse_game(content, number) for number in (1, 2))
    assert (first.root.value("PB"), vertices_of_moves(first), second.root.value("PB")) == (
        "a",
        ["E5", "C7"],
        "b",
    )
    assert all_warnings(first) == (
        "Line 2: the ) at the end of a game is missing; the next game begins anyway.",
    )
    assert parse_game(content).games == 2


def test_a_parenthesis_in_the_middle_of_a_game_does_not_end_it() -> None:
    shown = "Line 1: a ) ends the game before its last node; it is ignored."
    record = read("(;SZ[9]KM[0];B[ee]);W[cc];B[gg])", shown)
    assert (vertices_of_moves(record), record.games) == (["E5", "C7", "G3"], 1)
    more = parse_game(b"(;SZ[9]KM[0];B[ee]);Wdd];W[cc];B[gg])")
    assert (vertices_of_moves(more), all_warnings(more)[0]) == (["E5", "C7", "G3"], shown)


def test_the_rest_of_a_node_after_a_game_is_reported() -> None:
    read("(;SZ[9]KM[0];B[ee]);Wcc])", "Line 1: text outside values is ignored: ;Wcc].")


@pytest.mark.parametrize("end", ["\\r\\n", "\\n", "\\n\\t", "\\r\\n\\r\\n", " \\n "])
def test_line_breaks_that_are_written_as_two_characters_are_skipped(end: str) -> None:
    text = "(;GM[1]FF[4]|SZ[9]|PB[Anna]|PW[Bert]|KM[6.5]|;B[ee]|;W[cc]|(|;B[gg]|)|(|;B[cg]|)|)|"
    game = parse_game(text.replace("|", end).encode())
    assert (game.root.value("PB"), game.root.value("PW"), game.options["komi"]) == ("Anna", "Bert", 6.5)
    assert vertices_of_moves(game) == ["E5", "C7", "G3"]
    assert len(game.file_warnings) == 1
    assert lines(text.replace("|", end)) == [["ee", "cc", "gg"], ["ee", "cc", "cg"]]


def test_a_game_may_begin_with_line_breaks_that_are_written_as_two_characters() -> None:
    game = parse_game(b"\\r\\n(\\r\\n;SZ[9]KM[0];B[ee])")
    assert vertices_of_moves(game) == ["E5"]


def test_ignored_texts_are_counted_and_the_first_is_shown() -> None:
    shown = "Line 2: text outside values is ignored: first\\x1b (2 times)."
    read("(;SZ[9]KM[0];B[ee]\nfirst\x1b;W[cc]second;B[gg])", shown)


@pytest.mark.parametrize(
    "content",
    [
        b"(;SZ[9]" + b"C[a] x" * 60_000 + b")",
        b"(;SZ[9]" + b"C[[" * 300_000 + b"])",
        b"(;SZ[9]C[" + b";a[" * 300_000 + b"])",
        b"(;SZ[9]" + b"x " * 500_000 + b")",
        b"(;SZ[9]" + b" " * 1_000_000 + b"x" + b" " * 1_000_000 + b";B[aa])",
        b"x" * 2_000_000,
        b"A[b]" * 300_000,
    ],
)
@pytest.mark.timeout(20)
def test_strange_files_are_parsed_in_a_short_time(content: bytes) -> None:
    with suppress(SgfError):
        parse_sgf_game(content)


SIGN = "The ; before the first node is missing; the node is read anyway."


@pytest.mark.parametrize(
    "content",
    [
        b"(TE[x]SZ[9];B[aa];W[bb])",
        b" \n( GM[1]SZ [9] ;B[aa];W[bb])",
        b"\xef\xbb\xbf(SZ[9];B[aa](;W[bb])(;W[cc]))",
        "(SZ[9];B[aa];W[bb])".encode("utf-16"),
    ],
)
def test_a_root_node_without_its_semicolon_is_read_with_a_warning(content: bytes) -> None:
    record = parse_game(content)
    assert (record.current.position.size, len(record.positions())) == (9, 3)
    assert SIGN in all_warnings(record)
    assert SIGN in all_warnings(parse_game(content))


def test_each_of_several_games_can_lack_its_semicolon() -> None:
    content = b"(;SZ[9]PB[a];B[bb]C[)(XX[\\])](;W[cc])(;W[dd]))(PB[b]SZ[9];B[bb]) (;SZ[9]PB[c];B[cc])"
    assert [parse_game(content, number).root.value("PB") for number in (1, 2, 3)] == ["a", "b", "c"]


def test_text_before_a_game_is_not_read_as_its_root_node() -> None:
    record = parse_game(b"(see [1]) (;SZ[9];B[aa])")
    assert (record.current.position.size, all_warnings(record)) == (9, ())


def test_a_stone_on_an_occupied_point_replaces_it_with_a_warning() -> None:
    record = parse_game(b"(;SZ[9]KM[0];B[ee];W[ee];B[ee];W[aa])")
    assert record.current.position.diagram().rows[4] == "----X----"
    assert record.current.position.diagram().rows[0][0] == "O"
    assert all_warnings(record) == (
        "Move 2 (and 1 other move) is on an occupied point; the stone there is replaced.",
    )


def test_a_stone_on_an_occupied_point_can_capture() -> None:
    record = parse_game(b"(;SZ[9];B[aa];W[ba];B[ii];W[ab];B[bb];W[bb])")
    rows = record.current.position.diagram().rows
    assert (rows[0][:2], rows[1][:2]) == ("-O", "OO")


def test_our_own_file_that_somebody_edited_is_read_too(tmp_path: Path) -> None:
    words = ["--size", "9", "--handicap", "0", "--color", "black", "--opponent", "human"]
    run(*words, "--saves", str(tmp_path), typed="e5\nc3\nsave x\n")
    saved = tmp_path / "x.sgf"
    saved.write_bytes(saved.read_bytes().replace(b";W[cg]", b";W[ee]"))
    assert parse_game(saved.read_bytes()).current.position.diagram().rows[4][4] == "O"
    assert run("--resume", "x", "--saves", str(tmp_path), typed="a1\n").returncode == 0


def test_a_point_is_read_across_a_line_break() -> None:
    record = parse_game(b"(;SZ[9]AB[c\nc][d\r\nd:\ne e]AW[ g g ];B[h\nh])")
    assert len(record.positions()) == 2
    assert sorted(record.positions()[1].cells().values()) == ["O", *"XXXXXX"]
