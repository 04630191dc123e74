"""Tests of encodings: those of other programs, valid or not, and files that declare none."""

import csv
from encodings import aliases
from itertools import pairwise

import pytest

from gnugo_py.record.encodings import convert_to_utf_8, decode_file, parse_encoding
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings, vertices_of_moves
from tests.support.paths import DATA

GAME = "(;GM[1]FF[4]CA[{}]SZ[9]PB[{}]PW[{}];B[ee]C[{}];W[cc];B[gg]C[ok];W[gc])"


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
        ("HZ-GB-2312", "hz", ("聂", "卫", "平")),
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
    assert vertices_of_moves(record) == ["E5", "C7", "G3", "G7"]
    assert (record.root.value("PB"), record.root.value("PW"), record.root.children[0].comment) == words
    assert parse_sgf_game(content).nodes[0][1]["SZ"] == [b"9"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_utf_16_utf_32_and_utf_8_with_a_byte_order_mark_are_read(encoding: str) -> None:
    for name in ("表", "Lee"):
        record = parse_game(f"(;GM[1]SZ[9]PB[{name}];B[ee];W[cc])".encode(encoding))
        assert (vertices_of_moves(record), record.root.value("PB")) == (["E5", "C7"], name)


@pytest.mark.parametrize(
    "content",
    [
        b"(;gm[1]sz[9];b[ee]c[a ;b [aa\\]];w[cc])",
        b"(;GaMe[1]SiZe[9];Black[ee];White[cc])",
        b"(;GM[1]SZ[9] ; b [ee] ; w[cc])",
    ],
)
def test_lowercase_and_long_property_names_are_read(content: bytes) -> None:
    assert vertices_of_moves(parse_game(content)) == ["E5", "C7"]


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
    assert vertices_of_moves(parse_game(content.replace(b"{}", named.encode()))) == ["E5", "C7", "G3", "G7"]


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


CODECS = {
    "GBK": "gb18030",
    "Big5": "big5hkscs",
    "Shift-JIS": "cp932",
    "EUC-KR": "cp949",
    "cp1251": "cp1251",
    "Latin-1": "latin-1",
}
with (DATA / "names_by_encoding.tsv").open(encoding="utf-8") as file:
    NAMES = [(row["encoding"], row["name"]) for row in csv.DictReader(file, delimiter="\t")]


def game(encoding: str, black: str, white: str = "W", charset: str = "") -> Tree:
    """Return a game that was written in an encoding and read again."""
    text = f"(;GM[1]SZ[9]{charset}PW[{white}]PB[{black}];B[ee];W[cc]C[{black}];B[gg])"
    return parse_game(text.encode(CODECS[encoding]))


def warning(encoding: str) -> str:
    return f"The file does not name its encoding; {encoding} is used (see --encoding)."


def test_the_encoding_is_guessed_from_one_name_for_207_of_209_names() -> None:
    """The bytes of the other two are valid UTF-8."""
    wrong = [name for encoding, name in NAMES if game(encoding, name).root.value("PB") != name]
    assert len(NAMES) == 209
    assert wrong == ["时越", "檀啸"]


@pytest.mark.parametrize("encoding", CODECS)
def test_two_names_in_a_file_are_read_with_a_warning_that_names_the_encoding(encoding: str) -> None:
    names = [name for each, name in NAMES if each == encoding]
    for black, white in pairwise(names):
        record = game(encoding, black, white)
        both = (record.root.value("PB"), record.root.value("PW"))
        assert (*both, record.root.children[0].children[0].comment) == (black, white, black)
        assert all_warnings(record) == (warning(encoding),)


@pytest.mark.parametrize("encoding", CODECS)
def test_no_move_is_lost_after_any_last_byte_of_a_name(encoding: str) -> None:
    for each, name in NAMES:
        if each == encoding:
            assert vertices_of_moves(game(encoding, name, name)) == ["E5", "C7", "G3"]


@pytest.mark.parametrize(
    ("name", "encoding"), [("王成功", "Big5"), ("十段", "Shift-JIS"), ("表", "Shift-JIS")]
)
def test_a_last_byte_that_is_a_backslash_does_not_hide_the_next_property(name: str, encoding: str) -> None:
    assert name.encode(CODECS[encoding]).count(b"\\") == 1
    record = game(encoding, "李" + name, name)
    assert (record.root.value("PB"), record.root.value("PW")) == ("李" + name, name)
    assert vertices_of_moves(record) == ["E5", "C7", "G3"]


def test_a_bracket_in_a_text_is_still_escaped_by_a_backslash() -> None:
    record = game("Big5", "功\\]功\\\\", "王成功")
    assert (record.root.value("PB"), record.root.value("PW")) == ("功]功\\", "王成功")


@pytest.mark.parametrize(
    ("text", "codec"),
    [("Fichier SGF créé par TurboGo", "cp1252"), ("une partie créée", "cp1252"), ("żółw", "cp1250")],
)
def test_accented_letters_beside_each_other_are_not_taken_for_chinese(text: str, codec: str) -> None:
    assert parse_game(f"(;SZ[9]C[{text}];B[ee])".encode(codec)).root.comment == text


@pytest.mark.parametrize("charset", ["", "CA[UTF-8]"])
def test_a_file_that_is_valid_utf_8_is_read_as_such_without_a_warning(charset: str) -> None:
    record = parse_game(f"(;{charset}SZ[9]PB[时越 Jürgen];B[ee])".encode())
    assert (record.root.value("PB"), all_warnings(record)) == ("时越 Jürgen", ())


def test_a_byte_order_mark_counts_more_than_the_named_encoding() -> None:
    record = parse_game(b"\xef\xbb\xbf" + "(;CA[GBK]SZ[9]PB[柯洁];B[ee])".encode())
    assert (record.root.value("PB"), all_warnings(record)) == ("柯洁", ())


def test_a_utf_8_file_that_names_another_encoding_is_read_with_a_warning() -> None:
    record = parse_game("(;CA[GBK]SZ[9]PB[柯洁];B[ee])".encode())
    assert record.root.value("PB") == "柯洁"
    assert all_warnings(record) == (
        "The file names the encoding GBK, but its text does not fit; UTF-8 is used (see --encoding).",
    )


@pytest.mark.parametrize(
    ("charset", "problem"),
    [
        ("CA[UTF-8]", "names the encoding UTF-8, but its text does not fit"),
        ("CA[ISO-8859-1]", "names the encoding ISO-8859-1, but its text does not fit"),
        ("CA[Big5]", "names the encoding Big5, but its text does not fit"),
        ("CA[euc_zz]", "names the unknown encoding euc_zz"),
        ("CA[base64]", "names the unknown encoding base64"),
    ],
)
def test_a_wrong_or_unknown_encoding_is_replaced_with_a_warning(charset: str, problem: str) -> None:
    record = game("GBK", "聂卫平", "马晓春", charset)
    assert (record.root.value("PB"), record.root.value("PW")) == ("聂卫平", "马晓春")
    assert all_warnings(record) == (f"The file {problem}; GBK is used (see --encoding).",)


@pytest.mark.parametrize(
    ("encoding", "charset", "name"),
    [
        ("GBK", "CA[gb2312]", "聂卫平"),
        ("Big5", "CA[Big5]", "許功蓋"),
        ("EUC-KR", "CA[EUC-KR]", "이창호"),
        ("cp1251", "CA[windows-1251]", "Иванов"),
        ("Latin-1", "CA[ISO-8859-1]", "Jürgen"),
    ],
)
def test_a_declared_encoding_that_fits_causes_no_warning(encoding: str, charset: str, name: str) -> None:
    record = game(encoding, name, charset=charset)
    assert (record.root.value("PB"), all_warnings(record)) == (name, ())


@pytest.mark.parametrize("comment", ["És él.", "és jó.", "él sí."])
def test_words_of_two_letters_with_an_accent_are_read_as_latin_text(comment: str) -> None:
    assert game("Latin-1", comment).root.children[0].children[0].comment == comment


WESTERN = [
    *("O\u2019Brien", "€ cup", "café", "Black\u2019s café move", "Jørgen", "Øystein", "Hélène", "très bien"),
    *("Größe", "Núñez", "naïve", "São Paulo", "François", "Curaçao", "à Paris", "À la carte"),
    *("\u201cquoted\u201d", "Guðrún Þórðardóttir", "Åse Bjørnsø", "Rivière-Lessard", "Süßebier, größer"),
    *("Ó Briain", "Günther Cießow", "Rémi Coulom", "José María", "Bjørn", "Håkon", "Ça va", "più bello"),
]
CENTRAL = [
    *("Łukasz", "Przemysław", "Jiří Hála", "Dvořák", "Šárka", "Wałęsa", "Gdańsk", "Czerniawski Łukasz"),
    *("Mateusz Surma, Łódź", "Jan Hora, Přerov", "Lukáš Podpěra", "Ondřej Šilt", "Vladimír Daněk", "Győr"),
    *("Pál Balogh, Csaba Mérő", "Čeněk", "Přemysl", "Horáček", "Świętochowski", "Błażej", "Zbyněk Dach"),
]
CYRILLIC = ["Иванов", "Хорошая игра", "ход белых", "Київ", "3-й кубок", "Чёрные: Илья Шикшин", "да", "я"]


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        *(("cp1252", name) for name in WESTERN),
        *(("cp1250", name) for name in CENTRAL),
        *(("cp1251", name) for name in CYRILLIC),
    ],
)
def test_western_and_central_european_words_are_not_read_as_cyrillic(codec: str, name: str) -> None:
    record = parse_game(f"(;SZ[9]PB[{name}];B[ee];W[cc]C[{name}])".encode(codec))
    assert (record.root.value("PB"), record.end.comment) == (name, name)


def test_a_name_that_was_cut_off_inside_a_character_hides_no_property() -> None:
    content = b"(;SZ[9]PB[" + "李世石".encode("gbk")[:-1] + b"]PW[" + "柯洁".encode("gbk") + b"];B[ee];W[cc])"
    record = parse_game(content)
    assert (record.root.value("PB"), record.root.value("PW")) == ("李世\ufffd", "柯洁")
    assert vertices_of_moves(record) == ["E5", "C7"]


def test_iso_2022_jp_text_is_read() -> None:
    record = parse_game("(;SZ[9]PB[武宮正樹];B[ee])".encode("iso2022_jp"))
    assert (record.root.value("PB"), all_warnings(record)) == ("武宮正樹", (warning("ISO-2022-JP"),))


def test_an_encoding_that_is_asked_for_is_used() -> None:
    content = "(;SZ[9]CA[Big5]PB[聂卫平];B[ee])".encode("gbk")
    record = parse_game(convert_to_utf_8(content, parse_encoding("GBK")))
    assert (record.root.value("PB"), record.root.value("CA")) == ("聂卫平", "UTF-8")
    assert not all_warnings(record)


@pytest.mark.parametrize("content", [b"\x81" * 500_000, b"[" * 500_000 + b"\xff", b"(;C[\xe4]" * 60_000])
def test_strange_bytes_are_decoded_in_a_short_time(content: bytes) -> None:
    assert decode_file(content)[1]
