"""The bytes of SGF files as the rest reads them: in UTF-8, properties named in capitals.

In some encodings of East Asia the second byte of a character can be that of a backslash or a bracket, which
in SGF mean something: such a file can only be split into properties once it is decoded.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias
from warnings import catch_warnings, simplefilter
from zlib import crc32

from gnugo_py.core.types import Mistake

_MARKS = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_SHORTER_MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_UNMARKED = ((b"(\0;\0", "utf-16-le"), (b"\0(\0;", "utf-16-be"))
_MULTIBYTE = {
    "shift_jis": "cp932",
    "cp932": "cp932",
    "shift_jisx0213": "shift_jisx0213",
    "shift_jis_2004": "shift_jis_2004",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "cp950": "cp950",
    "johab": "johab",
    "cp949": "cp949",
    "hz": "hz",
    "iso2022_jp": "iso2022_jp",
    "iso2022_kr": "iso2022_kr",
}
"""By what Python calls an encoding, the one that reads all that programs write under its name."""
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_SMALL_NAME = re.compile(rb"[;\]]\s*[a-z]+\s*\[")
_NAMES = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|[A-Za-z]+", re.DOTALL)
_VALUES_AND_NODES = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|;", re.DOTALL)
_HEAD = 10_000
"""So far into a file its encoding is looked for."""


def sgf_in_utf8(content: bytes) -> bytes:
    """A file as its game can be split off: in UTF-8, unless a byte is a letter in its encoding anyway."""
    text = _decoded(content)
    content = content if text is None else text.encode("utf-8", "replace")
    return _NAMES.sub(_in_capitals, content) if _SMALL_NAME.search(content) else content


def encoding_named(word: str) -> str:
    """What Python calls an encoding that a file names; the word itself if it knows none such."""
    word = word.strip().lower()
    try:
        return codecs.lookup(word.removeprefix("x-")).name
    except (LookupError, ValueError):
        return word


def _decoded(content: bytes) -> str | None:
    """The text of a file that must be decoded first, None for others.

    Files are not always written in what they name: one is decoded only where that costs no node.
    """
    for mark, name in (*_MARKS, *_SHORTER_MARKS, *_UNMARKED):
        if content.startswith(mark):
            return content.decode(name, "replace").removeprefix("\ufeff")
    charset = _CHARSET.search(content, 0, _HEAD)
    encoding = _MULTIBYTE.get(encoding_named(charset[1].decode("ascii"))) if charset else None
    if encoding is None or (_is_utf8(content) and not encoding.startswith(("iso2022", "hz"))):
        return None
    text = content.decode(encoding, "replace")
    lost = _nodes(content) - _nodes(text.encode("utf-8", "replace"))
    return text if lost < 0 or (lost == 0 and "\ufffd" not in text) else None


def _nodes(content: bytes) -> int:
    """How many nodes a file has, taken as it is."""
    return sum(piece == b";" for piece in _VALUES_AND_NODES.findall(content))


def _is_utf8(content: bytes) -> bool:
    """Whether a file is in UTF-8, whatever it says of itself."""
    try:
        content.decode()
    except ValueError:
        return False
    return True


def _in_capitals(found: re.Match[bytes]) -> bytes:
    """The name of a property that has no capitals, in capitals; else what was found."""
    piece = found[0]
    return piece.upper() if piece.islower() and not piece.startswith(b"[") else piece


with catch_warnings():  # an invalid escape, of which Python warns when it compiles the module
    simplefilter("ignore", DeprecationWarning)
    simplefilter("ignore", SyntaxWarning)
    from sgfmill import sgf_grammar

LARGEST_FILE, LARGEST_SAVE = 8_000_000, 32_000_000
"""How many bytes a file may have, and one of this program's own: its copy of a game, with reasons added."""
MOST_NODES, MOST_VALUES = 200_000, 400_000
LONGEST_LINE, MOST_LINE_VALUES = 50_000, 100_000
"""A dictionary of openings has tens of thousands of nodes, but no line of it has so many."""
LARGEST_ROOT, MOST_ROOT_VALUES = 1_000_000, 5000

PRIVATE = "GNUGOPY"
"""The property with what SGF has no word for: the players' settings and memories, as JSON."""

_UNSIGNED_ROOT = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|\))\s*\(\s*[A-Z]{1,8}\s*\[")
_NAME = re.compile(rb"\s*[A-Z]{1,8}\s*\[")
_START = re.compile(rb"\(\s*;")
_PIECES = re.compile(rb"[();]|\[[^\]\\]*(?:\\.[^\]\\]*)*\]?", re.DOTALL)
_VALUE = rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]"
_OWN_START = rb"\(;(GM\[\d+\]FF\[4\]CA\[UTF-8\](?:[A-Z]+(?:" + _VALUE + rb")+){0,50}"
_OWN_ROOT = re.compile(_OWN_START + rb")(?=[\n)])", re.DOTALL)
_OWN_PRIVATE = re.compile(_OWN_START + rb"?GNUGOPY" + _VALUE + rb")", re.DOTALL)
_PROPERTIES = re.compile(rb"([A-Z]+)((?:\[[^\]\\]*(?:\\.[^\]\\]*)*\])+)", re.DOTALL)
_VALUES = re.compile(rb"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_NAMES_AND_SIGNS = re.compile(rb"[();]|[A-Za-z]+|\[[^\]\\]*(?:\\.[^\]\\]*)*\]?", re.DOTALL)
_ROOT = re.compile(rb"((?:\s*[A-Za-z]+(?:\s*\[[^\]\\]*(?:\\.[^\]\\]*)*\])+)*)\s*[;()]", re.DOTALL)

_CONTROL = re.compile(rb"[\x00-\x1f]")

Properties: TypeAlias = Mapping[str, Sequence[bytes]]
"""A node: for each property its values, as they stand in the file, escapes and all."""


class SgfError(Mistake):
    """A file that holds no game; the message says where and what to do."""


class Parsed(NamedTuple):
    """The first game of a file.

    nodes      -- those of its main line, the root first.
    variations -- how many other lines there are.
    is_whole   -- False if the file breaks off before the game ends.
    games      -- how many games the file holds.
    lacks_sign -- whether the `;` of the first node was missing.
    """

    nodes: list[dict[str, list[bytes]]]
    variations: int
    is_whole: bool
    games: int
    lacks_sign: bool


class Branches(NamedTuple):
    """Nodes one after the other, and the lines that go on from the last of them."""

    nodes: Sequence[Properties]
    children: list[Branches]


class ParsedTree(NamedTuple):
    """The first game of a file with its variations.

    branches        -- its nodes.
    is_whole, games, lacks_sign -- as of `Parsed`.
    """

    branches: Branches
    is_whole: bool
    games: int
    lacks_sign: bool


def doubts_of_file(games: int, is_whole: bool, lacks_sign: bool = False) -> list[str]:
    """What a person should know of how a file was read, a sentence each.

    games -- how many games it holds of which the first was taken; 1 where one was asked for.
    is_whole, lacks_sign -- as of `Parsed`.
    """
    doubts = [f"The file holds {games} games; only the first is read."] if games > 1 else []
    if lacks_sign:
        doubts.append("The ; before its first node is missing; the node is read all the same.")
    return (
        doubts if is_whole else [*doubts, "The file is damaged or breaks off; it is read as far as it goes."]
    )


def parse(content: bytes, number: int | None = None) -> Parsed:
    """One game in a file; of one that was cut off, what there is of it.

    number -- which game, from 1; None for the first.

    Raises SgfError for what is no SGF or larger than any game, and for a number that there is not.
    """
    content, lacks_sign = _checked(content)
    tree, is_whole = _grown(_game_of_number(content, number))
    nodes = list(sgf_grammar.main_sequence_iter(tree))
    _refuse_longer(len(nodes))
    if sum(len(values) for node in nodes for values in node.values()) > MOST_LINE_VALUES:
        raise SgfError(f"the game has more than {MOST_LINE_VALUES} values; a game record has less")
    return Parsed(nodes, _variations(tree), is_whole, len(_game_offsets(content)), lacks_sign)


def parse_tree(content: bytes, number: int | None = None) -> ParsedTree:
    """One game in a file with all its variations.

    number -- which game, from 1; None for the first.

    Raises SgfError for what is no SGF or larger than any game, and for a number that there is not.
    """
    content, lacks_sign = _checked(content)
    tree, is_whole = _grown(_game_of_number(content, number))
    first = Branches(tree.sequence, [])
    waiting = [(tree, first, len(tree.sequence))]
    while waiting:
        coarse, branch, length = waiting.pop()
        _refuse_longer(length)
        for each in coarse.children:
            child = Branches(each.sequence, [])
            branch.children.append(child)
            waiting.append((each, child, length + len(each.sequence)))
    return ParsedTree(first, is_whole, len(_game_offsets(content)), lacks_sign)


def is_sgf(content: bytes) -> bool:
    """Return whether a file holds SGF from its beginning to its end, and nothing else."""
    try:
        content, _ = _checked(content)
        return _START.match(content.strip()) is not None and _grown(content)[1]
    except SgfError:
        return False


def roots(content: bytes) -> list[Properties]:
    """Return the first node of each game in a file, empty ones for those that cannot be read.

    Raise SgfError for what is larger than any game.
    """
    content, _ = _checked(content)
    return [root_of_utf8(content[offset:]) or {} for offset in _game_offsets(content)]


def _refuse_longer(length: int) -> None:
    """Raise SgfError for a line that has more nodes than any game."""
    if length > LONGEST_LINE:
        raise SgfError(f"the game has more than {LONGEST_LINE} nodes in a line; a game record has less")


def _game_offsets(content: bytes) -> list[int]:
    """Return where in a file each of its games begins, whole or not."""
    depth, offsets, last = 0, list[int](), -1
    before = b""
    for found in _PIECES.finditer(content):
        piece = found[0]
        if depth == 1 and piece == b";" and before == b"(":
            offsets.append(last)
        last = found.start()
        depth = max(depth + (piece == b"(") - (piece == b")"), 0)
        before = piece
    return offsets


def _game_of_number(content: bytes, number: int | None) -> bytes:
    """Return a file from the game of a number on.  Raise SgfError if there is no such game."""
    if number is None:
        return content
    offsets = _game_offsets(content)
    if not 1 <= number <= len(offsets):
        games = f"the file holds {len(offsets)} games; give a number from 1 to {len(offsets)}"
        raise SgfError(
            f"there is no game {number}: {games if len(offsets) > 1 else 'the file holds one game'}"
        )
    return content[offsets[number - 1] :]


def _with_sign(content: bytes) -> tuple[bytes, bool]:
    """Return a file with the `;` of the first nodes of its games, and whether one was missing."""
    if not _UNSIGNED_ROOT.search(content):
        return content, False
    depth, pieces, at, before = 0, list[bytes](), 0, b""
    for found in _PIECES.finditer(content):
        piece = found[0]
        is_first = not before and not content[: found.start()].strip(b"\xef\xbb\xbf \t\r\n")
        if (
            piece == b"("
            and depth == 0
            and (is_first or before == b")")
            and _NAME.match(content, found.end())
        ):
            pieces += [content[at : found.end()], b";"]
            at = found.end()
        depth = max(depth + (piece == b"(") - (piece == b")"), 0)
        before = piece
    return b"".join([*pieces, content[at:]]), bool(pieces)


def _checked(content: bytes) -> tuple[bytes, bool]:
    """Return a file in UTF-8, and whether the `;` of its first node was missing.

    Raise SgfError for one larger than any game.
    """
    if not isinstance(content, bytes):
        raise TypeError("give the bytes of a file, or read_record its path")
    limit = LARGEST_SAVE if PRIVATE.encode() in content else LARGEST_FILE
    if len(content) > limit:
        raise SgfError(f"the file has more than {limit // 1_000_000} MB; a game record has less")
    if max(content.count(b";"), content.count(b"(")) > MOST_NODES:
        raise SgfError(f"the file has more than {MOST_NODES} nodes; a game record has less")
    if content.count(b"[") > MOST_VALUES:
        raise SgfError(f"the file has more than {MOST_VALUES} values; a game record has less")
    return _with_sign(sgf_in_utf8(content))


def _grown(content: bytes) -> tuple[sgf_grammar.Coarse_game_tree, bool]:
    """The tree of a file's first game, and whether the file is whole.  Raises SgfError."""
    try:
        return sgf_grammar.parse_sgf_game(content), True
    except ValueError as error:
        tree = _mended(content) if "unexpected end" in str(error) else None
        if tree is None:
            raise SgfError(_problem(content, str(error))) from None
        return tree, False


def _variations(tree: sgf_grammar.Coarse_game_tree) -> int:
    """How many lines there are besides the main one."""
    number, waiting = 0, [tree]
    while waiting:
        children = waiting.pop().children
        number += max(len(children) - 1, 0)
        waiting += children
    return number


def _mended(content: bytes) -> sgf_grammar.Coarse_game_tree | None:
    """The game of a file that was cut off, up to its last whole value; None if there is nothing of it."""
    start = _START.search(content)
    content = content[start.start() :] if start else content
    depth = last = 0
    for found in _PIECES.finditer(content):
        piece = found[0]
        depth += (piece == b"(") - (piece == b")")
        if piece[:1] == b"[" and piece[-1:] != b"]":
            break  # this value is cut off
        last = found.end()
    try:
        tree = sgf_grammar.parse_sgf_game(_without_name(content[:last]) + b")" * max(depth, 0))
    except ValueError:
        return None
    return tree if tree.sequence[0] else None


def _without_name(content: bytes) -> bytes:
    """A piece of SGF without a property's name at its end, that has no value any more."""
    return re.sub(rb"[A-Za-z\s]+$", b"", content)


def _matched_root(content: bytes) -> re.Match[bytes] | None:
    start = _START.search(content)
    root = _ROOT.match(content, start.end(), start.end() + LARGEST_ROOT) if start else None
    return root if root is not None and root[1].count(b"[") <= MOST_ROOT_VALUES else None


def sum_of_rest(content: bytes) -> int | None:
    """A number that changes with what comes after the first node, None where there is no such node."""
    root = _matched_root(content)
    return None if root is None else crc32(content[root.end(1) :])


class OwnHead(NamedTuple):
    """The beginning of a file of this program's own.

    root -- the first node; of one that is not whole, what there is up to this program's own property.
    rest -- a number that changes with what comes after it (see `sum_of_rest`), None if it is not whole.
    """

    root: Properties
    rest: int | None


def own_head(content: bytes) -> OwnHead | None:
    """Return the head of a file as this program writes it; None for any other file.

    Fast, for lists of many games.  Does not check the rest of the file.
    """
    found = _OWN_ROOT.match(content)
    rest = None if found is None else crc32(memoryview(content)[found.end(1) :])
    found = found or _OWN_PRIVATE.match(content)
    if found is None:
        return None
    root = {each[1].decode(): _VALUES.findall(each[2]) for each in _PROPERTIES.finditer(found[1])}
    return OwnHead(root, rest)


def moves_of_main_line(content: bytes) -> int:
    """Return how many moves the main line of a file has, without making them.

    content -- the beginning of a file, perhaps not all of it, in UTF-8.
    """
    moves, is_inside = 0, False
    for found in _NAMES_AND_SIGNS.finditer(content):
        piece = found[0]
        is_inside = is_inside or piece == b";"
        if piece == b")" and is_inside:
            break
        moves += piece in (b"B", b"W")
    return moves


def root_of(content: bytes) -> Properties | None:
    """The first node of a file, found without reading the rest; None if none is whole or of sensible size.

    Says nothing of whether the rest is sound.
    """
    return root_of_utf8(_with_sign(sgf_in_utf8(content))[0])


def root_of_utf8(content: bytes) -> Properties | None:
    """Return the first node of a file that is in UTF-8 already; see `root_of`."""
    root = _matched_root(content)
    if root is None:
        return None
    try:
        properties: Properties = sgf_grammar.parse_sgf_game(b"(;" + root[1] + b")").sequence[0]
    except ValueError:
        return None
    return properties


def _problem(content: bytes, problem: str) -> str:
    """What a person can do about a file that cannot be parsed."""
    if not content.strip():
        return "the file is empty; choose another"
    if "no SGF data" in problem:
        return "this is no SGF file: nothing in it begins with (;"
    if "unexpected end" in problem:
        return "the SGF breaks off before its last ); the file is damaged or cut short"
    return f"the SGF is damaged: {problem}"


def compose(nodes: Sequence[Properties]) -> bytes:
    """A file of one game without variations.

    nodes -- the root and the nodes after it; values escaped already, in UTF-8.
    """
    return compose_tree(Branches(nodes, []))


def compose_tree(tree: Branches) -> bytes:
    """A file of one game with its variations; values escaped already, in UTF-8."""
    pieces: list[bytes] = []
    waiting: list[Branches | bytes] = [b"\n", tree]
    while waiting:
        branch = waiting.pop()
        if isinstance(branch, bytes):
            pieces.append(branch)
            continue
        pieces.append(b"(" + b"\n".join(_composed(node) for node in branch.nodes))
        waiting += [b")", *(each for child in reversed(branch.children) for each in (child, b"\n"))]
    return b"".join(pieces)


def _composed(node: Properties) -> bytes:
    values = (name.encode() + b"".join(b"[%s]" % value for value in found) for name, found in node.items())
    return b";" + b"".join(values)


def escaped(text: str) -> bytes:
    """Text as a property's value."""
    value: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return value


def unescaped(value: bytes, encoding: str) -> str:
    """The text of a property's value, line breaks kept.

    encoding -- what the file says it is written in; UTF-8 is tried first, Latin-1 last.
    """
    if _CONTROL.search(value):
        plain: bytes = sgf_grammar.text_value(value)
    else:
        plain = value.replace(rb"\\", b"\0").replace(b"\\", b"").replace(b"\0", b"\\")
    for name in ("utf-8", encoding):
        try:
            return plain.decode(name)
        except (ValueError, LookupError):
            continue
    return plain.decode("latin-1")
