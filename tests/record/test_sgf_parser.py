"""Tests of the SGF format: limits, truncated files, the root node, and single properties."""

import re

import pytest

from gnugo_py.games.types import Color
from gnugo_py.record import sgf_grammar, sgf_parser
from gnugo_py.record.properties import (
    MAX_PROPERTY_TEXT_LENGTH,
    PRIVATE_PROPERTY,
    decode_properties,
    decode_property_value,
    game_key_from_root,
    private_data,
    property_as_int,
    property_text,
    sgf_color_to_move,
)
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_parser import parse_sgf_game, parse_sgf_games, split_games
from gnugo_py.record.sgf_reader import parse_game
from tests.support.sgf_files import main_line, variation_count

HEAD = b"(;SZ[9]"


def refused(content: bytes) -> str:
    with pytest.raises(SgfError) as error:
        parse_sgf_game(content)
    return str(error.value)


def test_the_limits_have_their_documented_values() -> None:
    assert (sgf_parser.MAX_FILE_SIZE, sgf_grammar.MAX_GAME_SIZE) == (256_000_000, 8_000_000)
    assert (sgf_grammar.MAX_SGF_NODES, sgf_grammar.MAX_SGF_VALUES) == (200_000, 400_000)
    assert sgf_grammar.MAX_SGF_NODES_PER_VARIATION == 50_000


def long_game(size: int, properties: bytes = b"") -> bytes:
    """Return a game of a number of bytes."""
    start = HEAD + properties + b"C["
    return start + b"x" * (size - len(start) - 2) + b"])"


def test_a_game_may_be_as_large_as_the_limit() -> None:
    assert parse_sgf_game(long_game(sgf_grammar.MAX_GAME_SIZE)).is_complete
    shown = "the game is larger than 8 MB; no game record is that large"
    assert refused(long_game(sgf_grammar.MAX_GAME_SIZE + 1)) == shown


def test_a_game_of_our_own_may_be_larger() -> None:
    assert parse_sgf_game(long_game(sgf_grammar.MAX_SAVE_SIZE, b"GNUGOPY[{}]")).is_complete
    shown = "the game is larger than 32 MB; no game record is that large"
    assert refused(long_game(sgf_grammar.MAX_SAVE_SIZE + 1, b"GNUGOPY[{}]")) == shown


def test_a_damaged_game_has_the_same_limit() -> None:
    game = long_game(sgf_grammar.MAX_GAME_SIZE)
    assert refused(game[:-1] + b" x )") == "the game is larger than 8 MB; no game record is that large"


def test_a_file_of_many_games_may_be_larger_than_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    content = long_game(6_000_000) * 2
    assert parse_sgf_game(content, 2).games == 2
    monkeypatch.setattr(sgf_parser, "MAX_FILE_SIZE", 11_000_000)
    assert refused(content) == "the file is larger than 11 MB; split it into smaller ones"


def test_a_game_that_is_too_large_leaves_the_others_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_grammar, "MAX_SGF_NODES", 3)
    content = b"(;GM[1]PB[a])\n(;GM[1];;;;;)\n(;GM[1]PB[c])"
    assert parse_sgf_game(content, 3).nodes[0][1]["PB"] == [b"c"]
    assert [game.error is not None for game in parse_sgf_games(content)] == [False, True, False]


def test_a_game_may_have_as_many_nodes_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_grammar, "MAX_SGF_NODES", 3)
    shown = "the game has more than 3 nodes; no game record is that large"
    assert len(main_line(parse_sgf_game(HEAD + b";;)"))) == 3
    assert refused(HEAD + b";;;)") == shown
    assert variation_count(parse_sgf_game(HEAD + b"(;)(;))")) == 1


def test_a_game_may_have_as_many_values_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_grammar, "MAX_SGF_VALUES", 2)
    assert parse_sgf_game(HEAD + b"AB[aa])").is_complete
    assert refused(HEAD + b"AB[aa][bb])") == "the game has more than 2 values; no game record is that large"


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
    assert parse_sgf_game(content).games == len(list(parse_sgf_games(content))) == games
    assert len(main_line(parse_sgf_game(content))) <= 3


def test_a_large_joseki_dictionary_is_read_completely() -> None:
    """The file has as many nodes as Kogo's Joseki Dictionary, in short lines."""
    lines = b"".join(b"(;W[%c%c];B[aa];W[bb])" % (97 + a, 97 + b) for a in range(15) for b in range(19))
    content = (
        b"(;SZ[19];B[pd]" + b"".join(b"(;W[dd];B[p%c]%s)" % (97 + c, lines) for c in range(19)) * 4 + b")"
    )
    tree = parse_game(content)
    assert content.count(b";") > 60_000
    assert len(tree.root.children[0].children) == 76
    assert tree.root.children[0].children[75].children[0].children[284].position.size == 19


def test_the_number_of_nodes_in_a_line_is_limited() -> None:
    long = b"(;SZ[9]" + b";C[x]" * sgf_grammar.MAX_SGF_NODES_PER_VARIATION + b")"
    assert refused(long) == "a line of the game has more than 50000 nodes; no game record is that large"
    with pytest.raises(SgfError, match="no game record is that large"):
        parse_sgf_game(b"(;SZ[9](;B[aa])" + long + b")")


@pytest.mark.parametrize(
    ("content", "number"),
    [(b"(;;;)", 0), (b"(;(;)(;))", 1), (b"(;(;)(;)(;))", 2), (b"(;(;(;)(;))(;(;)(;)))", 3), (b"(;)", 0)],
)
def test_variations_are_counted(content: bytes, number: int) -> None:
    assert variation_count(parse_sgf_game(content)) == number


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the file is empty; choose another"),
        (b" \n ", "the file is empty; choose another"),
        (b"hello", "this is not an SGF file: it contains no (;"),
        (b"(;", "the SGF ends before its last ); the file is damaged or truncated"),
        (b"(;SZ[9", "the SGF ends before its last ); the file is damaged or truncated"),
    ],
)
def test_a_file_that_cannot_be_parsed_is_refused_with_the_reason(content: bytes, problem: str) -> None:
    assert refused(content) == problem


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"(;[9]SZ[9])", "Line 1: text outside values is ignored: [9]."),
        (b"(;SZ[9]\n;B\n;W[aa])", "Line 2: text outside values is ignored: B."),
        (b"(;SZ[9]\n\n;B[aa]]x;W[bb])", "Line 3: text outside values is ignored: ] (2 times)."),
        (b"(;SZ[9]()\n(;B[aa]))", "Line 1: a variation without nodes is ignored."),
        (b"(;SZ[9](;B[aa])\n;W[bb])", "Line 2: a node follows a variation; it is read as another variation."),
        (b"(;SZ[9](;B[aa])\n W[bb])", "Line 2: the ; before a node is missing; the node is read anyway."),
    ],
)
def test_damage_is_repaired_and_reported_with_its_line(content: bytes, problem: str) -> None:
    game = parse_sgf_game(content)
    assert game.warnings == (problem,)
    assert game.is_complete
    assert game.nodes[0][1]["SZ"] == [b"9"]


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
def test_the_complete_nodes_of_a_truncated_file_are_read(
    content: bytes, nodes: list[dict[str, list[bytes]]]
) -> None:
    parsed = parse_sgf_game(content)
    assert (main_line(parsed), parsed.is_complete) == (nodes, False)


@pytest.mark.parametrize(
    ("content", "root"),
    [
        (b"(;SZ[9]PB[x];B[aa])", {"SZ": [b"9"], "PB": [b"x"]}),
        (b"junk ( ;SZ[9])", {"SZ": [b"9"]}),
        (b"(;SZ[9]AB[aa] [bb](;B[cc])", {"SZ": [b"9"], "AB": [b"aa", b"bb"]}),
        (b"(;SZ[9]C[\\]];", {"SZ": [b"9"], "C": [b"\\]"]}),
        (b"(;SZ[9]", {"SZ": [b"9"]}),
        (b"(;SZ;)", {}),
        (b"(;)", {}),
    ],
)
def test_a_root_node_is_read_without_the_rest(content: bytes, root: object) -> None:
    assert [game.root for game in parse_sgf_games(content)] == [root]


def test_a_value_is_unescaped_and_decoded() -> None:
    assert decode_property_value("zo\u00eb \\] \\\\ a\\\nb".encode()) == "zo\u00eb ] \\ ab"
    assert decode_property_value(b"\xfc") == "\ufffd"


def test_property_text_is_the_first_value_in_one_limited_line() -> None:
    assert property_text({"PB": [b"a \n b", b"c"]}, "PB") == "a b"
    assert property_text({"PB": []}, "PB") == property_text({}, "PB") == ""
    assert len(property_text({"PB": [b"x" * 2000]}, "PB")) == MAX_PROPERTY_TEXT_LENGTH == 1000


def test_decoded_properties_omit_comments_and_private_data() -> None:
    node = {"AB": [b"aa", b"\\]b"], "C": [b"x"], PRIVATE_PROPERTY: [b"{}"], "N": [b"y" * 1001]}
    assert decode_properties(node) == {"AB": ["aa", "]b"], "N": ["y" * 1000]}


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
def test_a_property_that_is_not_a_number_has_its_default(value: bytes, found: int) -> None:
    assert property_as_int({"SZ": [value]}, "SZ", 5) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [(b'{"now": 1}', {"now": 1}), (b"[1\\]", None), (b"{", None), (b"[" * 100_000, None), (b"", None)],
)
def test_private_data_is_a_json_object_or_none(value: bytes, found: object) -> None:
    assert private_data({PRIVATE_PROPERTY: [value]}) == found
    assert private_data({}) is None


@pytest.mark.parametrize(
    ("value", "color"),
    [
        (b"B", Color.BLACK),
        (b"black", Color.BLACK),
        (b"1", Color.BLACK),
        (b"White", Color.WHITE),
        (b"w", Color.WHITE),
        (b"2", Color.WHITE),
        (b"", None),
        (b"?", None),
    ],
)
def test_the_color_to_move_is_parsed(value: bytes, color: Color | None) -> None:
    assert sgf_color_to_move({"PL": [value]}) is color


def test_a_comment_keeps_its_lines_and_its_length() -> None:
    for comment, read in ((b"C[a\nb][c]", "a\nb"), (b"", ""), (b"C[%s]" % (b"x" * 30_000), "x" * 30_000)):
        assert parse_game(b"(;SZ[9]%s)" % comment).root.comment == read


def test_an_unsupported_game_is_reported_with_the_supported_ones() -> None:
    shown = "this is a record of an unsupported game (GM[2]); supported games are Go (GM[1]), Hex (GM[11])"
    with pytest.raises(SgfError, match=re.escape(shown)):
        game_key_from_root({"GM": [b"2"]})
    with pytest.raises(SgfError, match=re.escape("(GM[12345678])")):
        game_key_from_root({"GM": [b"123456789"]})
    assert game_key_from_root({}) == "go"
    assert game_key_from_root({"GM": [b"1"], "RU": [b"Tanbo"]}) == "tanbo"


def test_a_file_is_split_into_its_games_in_utf_8() -> None:
    content = "(;CA[GBK]C[黑])\n (;CA[GBK]C[白](;B[aa]))".encode("gbk")
    games = split_games(content)
    assert [game.decode() for game in games] == ["(;CA[UTF-8]C[黑])", "(;CA[UTF-8]C[白](;B[aa]))"]
    assert [parse_sgf_game(game).games for game in games] == [1, 1]


@pytest.mark.parametrize("content", [b"", b"no game"])
def test_a_file_without_games_cannot_be_split(content: bytes) -> None:
    with pytest.raises(SgfError):
        split_games(content)
