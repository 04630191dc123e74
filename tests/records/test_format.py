"""SGF as a format: limits, what is left of a file that was cut off, its head, and single properties."""

from __future__ import annotations

import re

import pytest

from gnugo_py.core.types import Side
from gnugo_py.sgf import grammar as sgf
from gnugo_py.sgf.grammar import (
    PRIVATE,
    SgfError,
    compose,
    parse,
    parse_tree,
    root_of,
    sum_of_rest,
    unescaped,
)
from gnugo_py.sgf.properties import (
    LONGEST_TEXT,
    comment,
    encoding_of,
    game_name,
    number,
    private_of,
    side_named_by,
    text,
    texts,
)
from gnugo_py.sgf.tree import read_tree

HEAD = b"(;SZ[9]"


def refused(content: bytes) -> str:
    with pytest.raises(SgfError) as error:
        parse(content)
    return str(error.value)


def test_what_may_be_in_a_file_is_far_more_than_any_game_has() -> None:
    assert (sgf.LARGEST_FILE, sgf.MOST_NODES, sgf.MOST_VALUES) == (8_000_000, 200_000, 400_000)
    assert (sgf.LONGEST_LINE, sgf.MOST_LINE_VALUES) == (50_000, 100_000)
    assert (sgf.LARGEST_ROOT, sgf.MOST_ROOT_VALUES) == (1_000_000, 5000)


def test_a_file_may_be_as_large_as_the_limit() -> None:
    content = HEAD + b")"
    assert parse(content.ljust(sgf.LARGEST_FILE)).is_whole
    told = "the file has more than 8 MB; a game record has less"
    assert refused(content.ljust(sgf.LARGEST_FILE + 1)) == told


def test_a_file_of_our_own_may_be_larger() -> None:
    content = HEAD + b"GNUGOPY[{}])"
    assert parse(content.ljust(sgf.LARGEST_SAVE)).is_whole
    assert (
        refused(content.ljust(sgf.LARGEST_SAVE + 1)) == "the file has more than 32 MB; a game record has less"
    )


def test_a_file_may_have_as_many_nodes_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "MOST_NODES", 3)
    told = "the file has more than 3 nodes; a game record has less"
    assert len(parse(HEAD + b";;)").nodes) == 3
    assert refused(HEAD + b";;;)") == told
    assert parse(HEAD + b"(;)(;))").variations == 1
    assert refused(HEAD + b"((((;))))") == told


def test_a_file_may_have_as_many_values_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "MOST_VALUES", 2)
    assert parse(HEAD + b"AB[aa])").is_whole
    assert refused(HEAD + b"AB[aa][bb])") == "the file has more than 2 values; a game record has less"


@pytest.mark.parametrize(
    ("content", "games"),
    [
        (b"(;SZ[9])", 1),
        (b"(;SZ[9];B[aa](;W[bb])(;W[cc]))", 1),
        (b"(;SZ[9])(;SZ[13])", 2),
        (b"A mail:\n(;SZ[9];B[aa](;W[bb])(;W[cc]))\n\n(\n;SZ[13];B[aa])  (;GM[1]", 3),
        (b"(;C[(;a) (;b\\] (;c])(;)", 2),
    ],
)
def test_a_file_may_hold_several_games(content: bytes, games: int) -> None:
    assert parse(content).games == parse_tree(content).games == games
    assert len(parse(content).nodes) <= 3


def test_a_dictionary_of_openings_is_read_whole() -> None:
    """As many nodes as Kogo's dictionary of joseki, in short lines."""
    lines = b"".join(b"(;W[%c%c];B[aa];W[bb])" % (97 + a, 97 + b) for a in range(15) for b in range(19))
    content = (
        b"(;SZ[19];B[pd]" + b"".join(b"(;W[dd];B[p%c]%s)" % (97 + c, lines) for c in range(19)) * 4 + b")"
    )
    tree = read_tree(content)
    assert content.count(b";") > 60_000
    assert len(tree.root.children[0].children) == 76
    assert tree.root.children[0].children[75].children[0].children[284].position.size == 19


def test_no_line_is_longer_than_any_game() -> None:
    long = b"(;SZ[9]" + b";C[x]" * sgf.LONGEST_LINE + b")"
    assert refused(long) == "the game has more than 50000 nodes in a line; a game record has less"
    with pytest.raises(SgfError, match="nodes in a line"):
        parse_tree(b"(;SZ[9](;B[aa])" + long + b")")


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (b"(;;;)", 0),
        (b"(;(;)(;))", 1),
        (b"(;(;)(;)(;))", 2),
        (b"(;(;(;)(;))(;(;)(;)))", 3),
        (b"(;)", 0),
    ],
)
def test_variations_are_counted(content: bytes, number: int) -> None:
    assert parse(content).variations == number


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the file is empty; choose another"),
        (b" \n ", "the file is empty; choose another"),
        (b"hello", "this is no SGF file: nothing in it begins with (;"),
        (b"(;", "the SGF breaks off before its last ); the file is damaged or cut short"),
        (b"(;SZ[9", "the SGF breaks off before its last ); the file is damaged or cut short"),
    ],
)
def test_what_cannot_be_parsed_is_told_with_what_to_do(content: bytes, problem: str) -> None:
    assert refused(content) == problem


def test_damage_is_told_as_the_reader_of_the_format_tells_it() -> None:
    assert refused(b"(;[9])").startswith("the SGF is damaged: ")


@pytest.mark.parametrize(
    ("content", "nodes"),
    [
        (b"(;SZ[9];B[aa];W[b", [{"SZ": [b"9"]}, {"B": [b"aa"]}, {}]),
        (b"(;SZ[9];B[aa];W", [{"SZ": [b"9"]}, {"B": [b"aa"]}, {}]),
        (b"(;SZ[9];B[aa]", [{"SZ": [b"9"]}, {"B": [b"aa"]}]),
        (b"(;SZ[9](;B[aa](;W[bb", [{"SZ": [b"9"]}, {"B": [b"aa"]}, {}]),
        (b"(;SZ[9](;B[aa])(;B[bb];W[cc", [{"SZ": [b"9"]}, {"B": [b"aa"]}]),
        (b"(;SZ[9]C[a\\]b];B[aa", [{"SZ": [b"9"], "C": [b"a\\]b"]}, {}]),
    ],
)
def test_of_a_file_that_was_cut_off_there_is_what_was_whole(
    content: bytes, nodes: list[dict[str, list[bytes]]]
) -> None:
    parsed = parse(content)
    assert (parsed.nodes, parsed.is_whole) == (nodes, False)


@pytest.mark.parametrize(
    ("content", "root"),
    [
        (b"(;SZ[9]PB[x];B[aa])", {"SZ": [b"9"], "PB": [b"x"]}),
        (b"junk ( ;SZ[9])", {"SZ": [b"9"]}),
        (b"(;SZ[9]AB[aa] [bb](;B[cc])", {"SZ": [b"9"], "AB": [b"aa", b"bb"]}),
        (b"(;SZ[9]C[\\]];", {"SZ": [b"9"], "C": [b"\\]"]}),
        (b"(;SZ[9]", None),
        (b"SZ[9]", None),
        (b"(;SZ;)", None),
        (b"(;)", {}),
    ],
)
def test_the_head_of_a_file_is_found_without_the_rest(content: bytes, root: object) -> None:
    assert root_of(content) == root


def test_a_head_may_have_as_many_values_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "MOST_ROOT_VALUES", 2)
    assert root_of(b"(;A[1][2])") is not None
    assert root_of(b"(;A[1][2][3])") is None


def test_a_head_may_be_as_large_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "LARGEST_ROOT", 6)
    assert root_of(b"(;SZ[9];)") is not None
    assert root_of(b"(;SZ[13];)") is None


def test_the_sum_changes_with_the_rest_alone() -> None:
    one = sum_of_rest(b"(;SZ[9];B[aa])")
    assert one == sum_of_rest(b"(;SZ[13]PB[x];B[aa])")
    assert one != sum_of_rest(b"(;SZ[9];B[bb])")
    assert sum_of_rest(b"(;SZ[9]") is None


def test_nodes_are_composed_a_line_each() -> None:
    assert compose([{"SZ": [b"9"], "AB": [b"aa", b"bb"]}, {"W": [b""]}]) == b"(;SZ[9]AB[aa][bb]\n;W[])\n"


def test_text_is_utf8_or_what_the_file_names_or_latin() -> None:
    assert unescaped("zo\u00eb".encode(), "latin-1") == "zo\u00eb"
    assert unescaped("\u5434".encode("gb2312"), "gb2312") == "\u5434"
    assert unescaped(b"\xfc", "no such encoding") == "\u00fc"
    assert unescaped(b"\xfc", "ascii") == "\u00fc"


def test_a_text_is_the_first_value_as_one_line_of_limited_length() -> None:
    assert text({"PB": [b"a \n b", b"c"]}, "PB") == "a b"
    assert text({"PB": []}, "PB") == text({}, "PB") == ""
    assert len(text({"PB": [b"x" * 2000]}, "PB")) == LONGEST_TEXT == 1000


def test_a_games_texts_have_neither_comment_nor_what_is_private() -> None:
    node = {"AB": [b"aa", b"\\]b"], "C": [b"x"], PRIVATE: [b"{}"], "N": [b"y" * 1001]}
    assert texts(node, "utf-8") == {"AB": ["aa", "]b"], "N": ["y" * 1000]}


@pytest.mark.parametrize(
    ("named", "meant"),
    [(b" UTF8 ", "utf-8"), (b"MS_Kanji", "cp932"), (b"", "utf-8"), (b"gb2312", "gb2312")],
)
def test_the_encoding_is_what_the_file_says(named: bytes, meant: str) -> None:
    assert encoding_of({"CA": [named]}) == meant
    assert encoding_of({}) == "utf-8"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (b"9", 9),
        (b"19:19", 19),
        (b"999", 999),
        (b"1000", 5),
        (b"-1", 5),
        (b"x", 5),
        (b"", 5),
        ("\u0661".encode(), 5),
    ],
)
def test_a_property_is_a_number_or_what_is_meant_without_it(value: bytes, found: int) -> None:
    assert number({"SZ": [value]}, "SZ", 5) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (b'{"now": 1}', {"now": 1}),
        (b"[1\\]", None),
        (b"{", None),
        (b"[" * 100_000, None),
        (b"", None),
    ],
)
def test_what_the_program_wrote_for_itself_is_an_object_or_nothing(value: bytes, found: object) -> None:
    assert private_of({PRIVATE: [value]}) == found
    assert private_of({}) is None


@pytest.mark.parametrize(
    ("value", "side"),
    [
        (b"B", Side.BLACK),
        (b"black", Side.BLACK),
        (b"1", Side.BLACK),
        (b"White", Side.WHITE),
        (b"w", Side.WHITE),
        (b"2", Side.WHITE),
        (b"", None),
        (b"?", None),
    ],
)
def test_whose_turn_a_node_says_it_is(value: bytes, side: Side | None) -> None:
    assert side_named_by({"PL": [value]}) is side


def test_a_comment_keeps_its_lines_and_its_length() -> None:
    assert comment({"C": [b"a\nb", b"c"]}, "utf-8") == "a\nb"
    assert comment({"C": []}, "utf-8") == comment({}, "utf-8") == ""
    assert len(comment({"C": [b"x" * 30_000]}, "utf-8")) == 30_000


def test_a_file_of_no_game_is_told_with_those_there_are() -> None:
    told = "this is a record of another game (GM[2]); played here: Go (GM[1]), Hex (GM[11])"
    with pytest.raises(SgfError, match=re.escape(told)):
        game_name({"GM": [b"2"]})
    with pytest.raises(SgfError, match=re.escape("(GM[12345678])")):
        game_name({"GM": [b"123456789"]})
    assert game_name({}) == "go"
    assert game_name({"GM": [b"1"], "RU": [b"Tanbo"]}) == "tanbo"
