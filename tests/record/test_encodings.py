"""Tests of files with the encodings and spellings of other programs, valid or not."""

from encodings import aliases

import pytest

from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings

GAME = "(;GM[1]FF[4]CA[{}]SZ[9]PB[{}]PW[{}];B[ee]C[{}];W[cc];B[gg]C[ok];W[gc])"


def vertices(record: Tree) -> list[str]:
    moves = [position.last_move for position in record.positions()[1:]]
    return [format_vertex(move.points[0], 9) for move in moves]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("named", "encoding", "words"),
    [
        ("Shift_JIS", "cp932", ("申眞ソ", "十段", "一覧表")),
        ("MS_Kanji", "cp932", ("ソ", "予", "能")),
        ("x-sjis", "cp932", ("ソ", "予", "能")),
        ("Big5", "big5", ("許功", "蓋", "功")),
        ("GBK", "gb18030", ("乗", "俓", "凗")),
        ("GB2312", "gbk", ("乗", "俓", "凗")),
        ("ISO-2022-JP", "iso2022_jp", ("石", "碁", "一覧")),
        ("UTF-8", "utf-8", ("表", "予", "許")),
        ("Shift_JIS", "utf-8", ("表", "予", "許")),
        ("EUC-KR", "euc_kr", ("바둑", "이창호", "끝")),
        ("ISO-8859-1", "latin-1", ("Müller", "é", "ß")),
        ("windows-1251", "cp1251", ("Иванов", "Пётр", "ход")),
    ],
)
def test_multibyte_characters_hide_no_moves(named: str, encoding: str, words: tuple[str, ...]) -> None:
    """The second byte of some characters is that of a backslash: 表 in Shift_JIS, 許 in Big5."""
    content = GAME.format(named, *words).encode(encoding)
    record = parse_game(content)
    assert vertices(record) == ["E5", "C7", "G3", "G7"]
    names = [record.root.value("PB"), record.root.value("PW")]
    assert (*names, record.root.children[0].comment) == words
    root = parse_sgf_game(content).nodes[0][1]
    assert root is not None
    assert root["SZ"] == [b"9"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_utf_16_utf_32_and_utf_8_with_a_byte_order_mark_are_read(encoding: str) -> None:
    record = parse_game("(;GM[1]SZ[9]PB[表];B[ee];W[cc])".encode(encoding))
    assert (vertices(record), record.root.value("PB")) == (["E5", "C7"], "表")


def test_invalid_bytes_hide_no_moves() -> None:
    content = b"(;CA[Shift_JIS]SZ[9];B[ee]C[\x81\xff\x95\x5c];W[cc]C[\xfe];B[gg])"
    assert vertices(parse_game(content)) == ["E5", "C7", "G3"]


@pytest.mark.parametrize(
    "content",
    [
        b"(;gm[1]sz[9];b[ee]c[a ;b [aa\\]];w[cc])",
        b"(;GaMe[1]SiZe[9];Black[ee];White[cc])",
        b"(;GM[1]SZ[9] ; b [ee] ; w[cc])",
    ],
)
def test_lowercase_and_long_property_names_are_read(content: bytes) -> None:
    assert vertices(parse_game(content)) == ["E5", "C7"]


def test_two_moves_in_a_node_are_reported() -> None:
    record = parse_game(b"(;GM[1]SZ[9];B[ee][cc];W[gg];B[aa]B[bb])")
    assert vertices(record) == ["E5", "G3", "A9"]
    assert all_warnings(record) == (
        "In 2 nodes a color moves more than once; only the first move is played.",
    )


@pytest.mark.parametrize("named", ["GB2312", "GBK", "Big5", "Shift_JIS"])
@pytest.mark.parametrize(
    "content",
    [
        "(;CA[{}]SZ[9]PW[René];B[ee]C[bien joué];W[cc];B[gg]C[Très joué];W[gc])".encode("latin-1"),
        "(;CA[{}]SZ[9]PW[李世石];B[ee]C[表".encode() + b"\xe8\xa1];W[cc];B[gg];W[gc])",
        "(;CA[{}]SZ[9]PW[李世".encode("gbk") + b"\xca];B[ee];W[cc];B[gg];W[gc])",
    ],
)
def test_a_file_that_declares_a_wrong_encoding_loses_no_move(named: str, content: bytes) -> None:
    """The files contain European text, truncated UTF-8, and names truncated inside a character."""
    assert vertices(parse_game(content.replace(b"{}", named.encode()))) == ["E5", "C7", "G3", "G7"]


NAMES_OF_CODECS = sorted(
    {*aliases.aliases.values(), *aliases.aliases, "idna", "punycode", "undefined", "utf_8_sig"}
)


def test_a_file_may_name_any_codec_of_python_and_be_read() -> None:
    """Some decode no bytes above 127, some are no encodings, and some give brackets another meaning."""
    for name in NAMES_OF_CODECS:
        for text in (b"J\xfcrgen", b"\x80\xff[", "柯洁".encode(), b"plain \\] \\n"):
            content = b"(;CA[%s]SZ[9]PB[%s];B[ee];W[cc])" % (name.encode(), text)
            tree = parse_game(content)
            assert tree.end.number == 2, (name, text)
            assert parse_game(tree.write()).root.properties == tree.root.properties


@pytest.mark.parametrize(
    "name", ["idna", "punycode", "unicode_escape", "base64", "rot13", "x" * 40, "nonsense"]
)
def test_an_encoding_that_cannot_be_used_is_guessed_with_a_warning(name: str) -> None:
    tree = parse_game(b"(;CA[%s]SZ[9]KM[0]PB[J\xfcrgen];B[ee])" % name.encode())
    assert tree.root.value("PB") == "Jürgen"
    shown = f"The file names the unknown encoding {name}; Latin-1 is used (see --encoding)."
    assert tree.warnings == (shown,)


@pytest.mark.parametrize("name", ["UTF-16", "utf-32-le"])
def test_a_file_whose_encoding_is_named_in_single_bytes_has_no_wide_characters(name: str) -> None:
    tree = parse_game(b"(;CA[%s]SZ[9]KM[0]PB[J\xfcrgen];B[ee])" % name.encode())
    assert tree.root.value("PB") == "Jürgen"
    assert tree.end.number == 1
