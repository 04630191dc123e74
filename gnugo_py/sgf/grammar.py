"""SGF syntax: parse files into properties, and compose them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias
from warnings import catch_warnings, simplefilter
from zlib import crc32

from gnugo_py.core.types import UserError
from gnugo_py.sgf.encodings import sgf_in_utf8

with catch_warnings():  # sgfmill contains an invalid escape sequence; Python warns when compiling it
    simplefilter("ignore", DeprecationWarning)
    simplefilter("ignore", SyntaxWarning)
    from sgfmill import sgf_grammar

MAX_FILE_SIZE, MAX_SAVE_SIZE = 8_000_000, 32_000_000
"""Maximum number of bytes in a file, and in a file written by this program, which includes explanations."""
MAX_NODES, MAX_VALUES = 200_000, 400_000
MAX_LINE_NODES, MAX_LINE_VALUES = 50_000, 100_000
"""Limits for one line. An opening dictionary has tens of thousands of nodes, but no line that long."""
MAX_ROOT_SIZE, MAX_ROOT_VALUES = 1_000_000, 5000

PRIVATE_PROPERTY = "GNUGOPY"
"""The property for data that SGF cannot express: the engines' settings and memories, as JSON."""

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
"""A node: its properties by name, with their values as in the file (still escaped)."""


class SgfError(UserError):
    """A file is not a valid game record; the message states the problem, its place and the remedy."""


class MainLine(NamedTuple):
    """The main line of one game in a file.

    nodes       -- the nodes of the main line, root first.
    variations  -- number of other lines.
    is_complete -- False if the file is truncated before the end of the game.
    games       -- number of games in the file.
    lacks_sign  -- whether the `;` before a root node was missing.
    """

    nodes: list[dict[str, list[bytes]]]
    variations: int
    is_complete: bool
    games: int
    lacks_sign: bool


class RawTree(NamedTuple):
    """A sequence of nodes, and the lines that continue from the last of them."""

    nodes: Sequence[Properties]
    children: list[RawTree]


class RawGame(NamedTuple):
    """One game of a file with its variations.

    branches -- the nodes of the game.
    is_complete, games, lacks_sign -- as in `MainLine`.
    """

    branches: RawTree
    is_complete: bool
    games: int
    lacks_sign: bool


def file_warnings(games: int, is_complete: bool, lacks_sign: bool = False) -> list[str]:
    """Return warnings about how a file was read, one sentence each.

    games -- number of games in the file, of which the first was read; 1 if a game was selected by number.
    is_complete, lacks_sign -- as in `MainLine`.
    """
    doubts = [f"The file contains {games} games; only the first is read."] if games > 1 else []
    if lacks_sign:
        doubts.append("The ; before its first node is missing; the node is read anyway.")
    return (
        doubts
        if is_complete
        else [*doubts, "The file is damaged or incomplete; it is read up to the damage."]
    )


def parse(content: bytes, number: int | None = None) -> MainLine:
    """Return the main line of one game in a file.

    number -- number of the game, from 1; None for the first.

    A game that is cut off is returned up to its last complete value. Raise SgfError if the content is not
    SGF, exceeds the size limits, or has no game with this number.
    """
    content, lacks_sign = _check_limits(content)
    tree, is_complete = _parse_tree(_game_of_number(content, number))
    nodes = list(sgf_grammar.main_sequence_iter(tree))
    _refuse_longer(len(nodes))
    if sum(len(values) for node in nodes for values in node.values()) > MAX_LINE_VALUES:
        raise SgfError(f"the game has more than {MAX_LINE_VALUES} values; no game record is that large")
    return MainLine(nodes, _variations(tree), is_complete, len(_game_offsets(content)), lacks_sign)


def parse_tree(content: bytes, number: int | None = None) -> RawGame:
    """Return one game in a file with all its variations.

    number -- number of the game, from 1; None for the first.

    Raise SgfError if the content is not SGF, exceeds the size limits, or has no game with this number.
    """
    content, lacks_sign = _check_limits(content)
    tree, is_complete = _parse_tree(_game_of_number(content, number))
    first = RawTree(tree.sequence, [])
    waiting = [(tree, first, len(tree.sequence))]
    while waiting:
        coarse, branch, length = waiting.pop()
        _refuse_longer(length)
        for each in coarse.children:
            child = RawTree(each.sequence, [])
            branch.children.append(child)
            waiting.append((each, child, length + len(each.sequence)))
    return RawGame(first, is_complete, len(_game_offsets(content)), lacks_sign)


def is_sgf(content: bytes) -> bool:
    """Return whether a file begins with SGF and its first game is complete.

    Content after the first game is not checked.
    """
    try:
        content, _ = _check_limits(content)
        return _START.match(content.strip()) is not None and _parse_tree(content)[1]
    except SgfError:
        return False


def roots(content: bytes) -> list[Properties]:
    """Return the root node of each game in a file, an empty one if it cannot be read.

    Raise SgfError if the file exceeds the size limits.
    """
    content, _ = _check_limits(content)
    return [root_of_utf8(content[offset:]) or {} for offset in _game_offsets(content)]


def _refuse_longer(length: int) -> None:
    """Raise SgfError if a line of `length` nodes exceeds `MAX_LINE_NODES`."""
    if length > MAX_LINE_NODES:
        raise SgfError(
            f"a line of the game has more than {MAX_LINE_NODES} nodes; no game record is that large"
        )


def _game_offsets(content: bytes) -> list[int]:
    """Return the offset of each game in a file, complete or not."""
    depth, offsets, last = 0, list[int](), -1
    before = b""
    for match in _PIECES.finditer(content):
        piece = match[0]
        if depth == 1 and piece == b";" and before == b"(":
            offsets.append(last)
        last = match.start()
        depth = max(depth + (piece == b"(") - (piece == b")"), 0)
        before = piece
    return offsets


def _game_of_number(content: bytes, number: int | None) -> bytes:
    """Return the content of a file from game `number` on, or all of it if `number` is None.

    Raise SgfError if there is no such game.
    """
    if number is None:
        return content
    offsets = _game_offsets(content)
    if not 1 <= number <= len(offsets):
        games = f"the file contains {len(offsets)} games; use a number from 1 to {len(offsets)}"
        raise SgfError(
            f"there is no game {number}: {games if len(offsets) > 1 else 'the file contains one game'}"
        )
    return content[offsets[number - 1] :]


def _with_sign(content: bytes) -> tuple[bytes, bool]:
    """Add missing `;` before the root nodes of a file; return the content and whether one was missing."""
    if not _UNSIGNED_ROOT.search(content):
        return content, False
    depth, pieces, at, before = 0, list[bytes](), 0, b""
    for match in _PIECES.finditer(content):
        piece = match[0]
        is_first = not before and not content[: match.start()].strip(b"\xef\xbb\xbf \t\r\n")
        if (
            piece == b"("
            and depth == 0
            and (is_first or before == b")")
            and _NAME.match(content, match.end())
        ):
            pieces += [content[at : match.end()], b";"]
            at = match.end()
        depth = max(depth + (piece == b"(") - (piece == b")"), 0)
        before = piece
    return b"".join([*pieces, content[at:]]), bool(pieces)


def _check_limits(content: bytes) -> tuple[bytes, bool]:
    """Return a file as UTF-8, and whether the `;` before a root node was missing.

    Raise SgfError if the file exceeds the size limits.
    """
    if not isinstance(content, bytes):
        raise TypeError("content must be bytes; use read_record to read a path")
    limit = MAX_SAVE_SIZE if PRIVATE_PROPERTY.encode() in content else MAX_FILE_SIZE
    if len(content) > limit:
        raise SgfError(f"the file is larger than {limit // 1_000_000} MB; no game record is that large")
    if max(content.count(b";"), content.count(b"(")) > MAX_NODES:
        raise SgfError(f"the file has more than {MAX_NODES} nodes; no game record is that large")
    if content.count(b"[") > MAX_VALUES:
        raise SgfError(f"the file has more than {MAX_VALUES} values; no game record is that large")
    return _with_sign(sgf_in_utf8(content))


def _parse_tree(content: bytes) -> tuple[sgf_grammar.Coarse_game_tree, bool]:
    """Return the tree of the first game in a file, and whether it is complete.

    Raise SgfError if it cannot be parsed.
    """
    try:
        return sgf_grammar.parse_sgf_game(content), True
    except ValueError as error:
        tree = _repair_truncated(content) if "unexpected end" in str(error) else None
        if tree is None:
            raise SgfError(_problem(content, str(error))) from None
        return tree, False


def _variations(tree: sgf_grammar.Coarse_game_tree) -> int:
    """Return the number of lines besides the main line."""
    number, waiting = 0, [tree]
    while waiting:
        children = waiting.pop().children
        number += max(len(children) - 1, 0)
        waiting += children
    return number


def _repair_truncated(content: bytes) -> sgf_grammar.Coarse_game_tree | None:
    """Return the game of a truncated file up to its last complete value, or None if nothing is left of it."""
    start = _START.search(content)
    content = content[start.start() :] if start else content
    depth = last = 0
    for match in _PIECES.finditer(content):
        piece = match[0]
        depth += (piece == b"(") - (piece == b")")
        if piece[:1] == b"[" and piece[-1:] != b"]":
            break  # the value is cut off
        last = match.end()
    try:
        tree = sgf_grammar.parse_sgf_game(_without_name(content[:last]) + b")" * max(depth, 0))
    except ValueError:
        return None
    return tree if tree.sequence[0] else None


def _without_name(content: bytes) -> bytes:
    """Return SGF content without a property name at its end that has lost its value."""
    return re.sub(rb"[A-Za-z\s]+$", b"", content)


def _matched_root(content: bytes) -> re.Match[bytes] | None:
    start = _START.search(content)
    root = _ROOT.match(content, start.end(), start.end() + MAX_ROOT_SIZE) if start else None
    return root if root is not None and root[1].count(b"[") <= MAX_ROOT_VALUES else None


def checksum_after_root(content: bytes) -> int | None:
    """Return the CRC-32 of everything after the root node, or None if there is no readable root node."""
    root = _matched_root(content)
    return None if root is None else crc32(content[root.end(1) :])


class OwnHead(NamedTuple):
    """The beginning of a file written by this program.

    root -- the root node; if it is incomplete, its part up to and including the private property.
    rest -- checksum of what follows it (see `checksum_after_root`), None if the root node is incomplete.
    """

    root: Properties
    rest: int | None


def own_head(content: bytes) -> OwnHead | None:
    """Return the head of a file written by this program, or None for any other file.

    This is fast enough for long lists of games. The rest of the file is not checked.
    """
    match = _OWN_ROOT.match(content)
    rest = None if match is None else crc32(memoryview(content)[match.end(1) :])
    match = match or _OWN_PRIVATE.match(content)
    if match is None:
        return None
    root = {each[1].decode(): _VALUES.findall(each[2]) for each in _PROPERTIES.finditer(match[1])}
    return OwnHead(root, rest)


def moves_of_main_line(content: bytes) -> int:
    """Return the number of moves in the main line of a file, without playing them.

    content -- the beginning of a file, possibly cut off, in UTF-8.
    """
    moves, is_inside = 0, False
    for match in _NAMES_AND_SIGNS.finditer(content):
        piece = match[0]
        is_inside = is_inside or piece == b";"
        if piece == b")" and is_inside:
            break
        moves += piece in (b"B", b"W")
    return moves


def read_root_node(content: bytes) -> Properties | None:
    """Return the root node of a file without parsing the rest, or None if it is incomplete or too large.

    The rest of the file is not checked.
    """
    return root_of_utf8(_with_sign(sgf_in_utf8(content))[0])


def root_of_utf8(content: bytes) -> Properties | None:
    """Return the root node of a file that is already in UTF-8; see `read_root_node`."""
    root = _matched_root(content)
    if root is None:
        return None
    try:
        properties: Properties = sgf_grammar.parse_sgf_game(b"(;" + root[1] + b")").sequence[0]
    except ValueError:
        return None
    return properties


def _problem(content: bytes, problem: str) -> str:
    """Return an error message with a remedy for a file that cannot be parsed.

    problem -- the error message of the parser.
    """
    if not content.strip():
        return "the file is empty; choose another"
    if "no SGF data" in problem:
        return "this is not an SGF file: it contains no (;"
    if "unexpected end" in problem:
        return "the SGF ends before its last ); the file is damaged or truncated"
    return f"the SGF is damaged: {problem}"


def compose(nodes: Sequence[Properties]) -> bytes:
    """Return a file with one game without variations.

    nodes -- the root and the nodes after it; the values are already escaped, in UTF-8.
    """
    return compose_tree(RawTree(nodes, []))


def compose_tree(tree: RawTree) -> bytes:
    """Return a file with one game and its variations; the values are already escaped, in UTF-8."""
    pieces: list[bytes] = []
    waiting: list[RawTree | bytes] = [b"\n", tree]
    while waiting:
        branch = waiting.pop()
        if isinstance(branch, bytes):
            pieces.append(branch)
            continue
        pieces.append(b"(" + b"\n".join(_composed(node) for node in branch.nodes))
        waiting += [b")", *(each for child in reversed(branch.children) for each in (child, b"\n"))]
    return b"".join(pieces)


def _composed(node: Properties) -> bytes:
    values = (name.encode() + b"".join(b"[%s]" % value for value in data) for name, data in node.items())
    return b";" + b"".join(values)


def escape_text(text: str) -> bytes:
    """Return text as an escaped property value."""
    value: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return value


def decode_text(value: bytes, encoding: str) -> str:
    """Return the text of a property value, with its line breaks.

    encoding -- the encoding that the file names; UTF-8 is tried first, Latin-1 last.
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
