"""SGF syntax: parse files into nodes with properties, and serialize nodes.

The parser is lenient with files from other programs. It accepts text before and between games, lowercase
letters in property names, a missing `;` before a root node, and truncated files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias
from zlib import crc32

from gnugo_py.core.types import UserError
from gnugo_py.sgf.encodings import sgf_in_parsable_encoding

MAX_FILE_SIZE, MAX_SAVE_SIZE = 8_000_000, 32_000_000
"""Maximum size in bytes of a file by another program, and of a file by this program, with explanations."""
MAX_SGF_NODES, MAX_SGF_VALUES = 200_000, 400_000
MAX_SGF_NODES_PER_VARIATION, MAX_SGF_VALUES_PER_VARIATION = 50_000, 100_000
"""Limits for one line of play. An opening dictionary has many more nodes, but no line of it is that long."""
MAX_SGF_ROOT_SIZE, MAX_SGF_ROOT_VALUES = 1_000_000, 5000

PRIVATE_PROPERTY = "GNUGOPY"
"""The property for data that SGF cannot express, such as the engines' settings and memories, as JSON."""

_VALUE = rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]"
_PROPERTY = re.compile(rb"\s*([A-Za-z]{1,64})((?:\s*" + _VALUE + rb")+)", re.DOTALL)
_SIGN = re.compile(rb"\s*(\(\s*;|;|\))")
_NAME_WITHOUT_VALUE = re.compile(rb"\s*([A-Za-z]*)\s*")
_ANY_SIGN = re.compile(rb"\s*[();]")
_NEXT_SIGN = re.compile(rb"[();\[]")
_PIECE = re.compile(rb"[();]|" + _VALUE + rb"?", re.DOTALL)
_COMPLETE_VALUE = re.compile(_VALUE, re.DOTALL)
_GAME = re.compile(rb"\(\s*;")
_UNSIGNED_GAME = re.compile(rb"[^();\[]*(\()\s*(?=[A-Z]{1,8}\s*\[)")
_FIRST_UNSIGNED_GAME = re.compile(rb"(?:\xef\xbb\xbf)?\s*(\()\s*(?=[A-Z]{1,8}\s*\[)")
_OWN_START = rb"\(;(GM\[\d+\]FF\[4\]CA\[UTF-8\](?:[A-Z]+(?:" + _VALUE + rb")+){0,50}"
_OWN_ROOT = re.compile(_OWN_START + rb")(?=[\n)])", re.DOTALL)
_OWN_PRIVATE = re.compile(_OWN_START + rb"?GNUGOPY" + _VALUE + rb")", re.DOTALL)
_PROPERTIES = re.compile(rb"([A-Z]+)((?:" + _VALUE + rb")+)", re.DOTALL)
_VALUES = re.compile(rb"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)

_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))
_LINE_BREAK = re.compile(rb"\n\r|\r\n|\r")
_ESCAPE = re.compile(rb"\\(?:\n|(.))", re.DOTALL)
_SPACES = bytes.maketrans(b"\t\f\v", b"   ")

RawProperties: TypeAlias = Mapping[str, Sequence[bytes]]
"""The properties of a node: by name, the values as they are written in the file (still escaped)."""


class SgfError(UserError):
    """A file is not a valid game record; the message states the problem and, if known, where it is."""


@dataclass(slots=True, eq=False)
class RawNode:
    """A node of a game tree.

    properties -- its properties.
    children   -- the nodes that follow it: the main line first, then the variations.
    """

    properties: RawProperties
    children: list[RawNode] = field(default_factory=list)


class RawGame(NamedTuple):
    """One game of a file with its variations.

    root        -- the root node.
    is_complete -- False if the file breaks off before the end of the game.
    games       -- number of games in the file.
    lacks_sign  -- whether the `;` before the root node was missing.
    """

    root: RawNode
    is_complete: bool
    games: int
    lacks_sign: bool

    @property
    def main_line(self) -> list[RawProperties]:
        """The nodes of the main line, root first.  Raise SgfError if they have too many values."""
        line, node = [self.root.properties], self.root
        while node.children:
            node = node.children[0]
            line.append(node.properties)
        if (
            sum(len(values) for properties in line for values in properties.values())
            > MAX_SGF_VALUES_PER_VARIATION
        ):
            raise SgfError(
                f"the game has more than {MAX_SGF_VALUES_PER_VARIATION} values; no game record is that large"
            )
        return line

    @property
    def variation_count(self) -> int:
        """The number of lines besides the main line."""
        number, waiting = 0, [self.root]
        while waiting:
            children = waiting.pop().children
            number += max(len(children) - 1, 0)
            waiting += children
        return number


def sgf_file_warnings(games: int, is_complete: bool, lacks_sign: bool = False) -> list[str]:
    """Return warnings about how a file was read, one sentence each.

    games -- number of games in the file, of which the first was read; 1 if a game was selected by number.
    is_complete, lacks_sign -- as in `RawGame`.
    """
    doubts = [f"The file contains {games} games; only the first is read."] if games > 1 else []
    if lacks_sign:
        doubts.append("The ; before the first node is missing; the node is read anyway.")
    if not is_complete:
        doubts.append("The file is damaged or incomplete; only the part before the damage is read.")
    return doubts


def parse_sgf_game(content: bytes, number: int | None = None) -> RawGame:
    """Return one game of a file, with all its variations.

    number -- number of the game, from 1; None for the first.

    A truncated game is returned up to its last complete value. Raise SgfError if the content is not SGF, is
    damaged, exceeds the size limits, or has no game with this number. The message about damage states the
    line if it is known.
    """
    content = _checked(content)
    wanted, game, games, end = number or 1, None, 0, 0
    while (start := _find_game(content, end)) is not None:
        games += 1
        if games == wanted:
            game = _GameParser(content, start)
            game.parse()
        end = game.end if game is not None and games == wanted else _end_of_game(content, start)
    if game is not None:
        return RawGame(game.root, game.is_complete, games, game.lacks_sign)
    if number is not None and games:
        contains = f"the file contains {games} games; use a number from 1 to {games}"
        raise SgfError(
            f"there is no game {number}: {contains if games > 1 else 'the file contains one game'}"
        )
    if not content.strip():
        raise SgfError("the file is empty; choose another")
    raise SgfError("this is not an SGF file: it contains no (;")


def is_complete_sgf(content: bytes) -> bool:
    """Return whether a file begins with SGF and its first game is complete.

    Content after the first game is not checked.
    """
    try:
        content = _checked(content).strip()
        start = _find_game(content, 0)
        if start != 0:
            return False
        game = _GameParser(content, start)
        game.parse()
    except SgfError:
        return False
    return game.is_complete


def root_properties_by_game(content: bytes) -> list[RawProperties]:
    """Return the root node of each game in a file; a root node that cannot be read is returned empty.

    Raise SgfError if the file exceeds the size limits.
    """
    content, roots, end = _checked(content), list[RawProperties](), 0
    while (start := _find_game(content, end)) is not None:
        roots.append(_root_at(content, start) or {})
        end = _end_of_game(content, start)
    return roots


def _root_at(content: bytes, start: int) -> RawProperties | None:
    """Return the root node of the game at an offset, or None if it is incomplete or too large."""
    game = _GameParser(content, start)
    begin = game.end
    try:
        game.parse_properties(game.root)
    except SgfError:
        return None
    properties = game.root.properties
    is_small = (
        game.end - begin < MAX_SGF_ROOT_SIZE and sum(map(len, properties.values())) <= MAX_SGF_ROOT_VALUES
    )
    return properties if is_small and _ANY_SIGN.match(content, game.end) else None


def _checked(content: bytes) -> bytes:
    """Return the content of a file, ready to be parsed.  Raise SgfError if the file is too large."""
    if not isinstance(content, bytes):
        raise TypeError("content must be bytes; use read_record to read a path")
    limit = MAX_SAVE_SIZE if PRIVATE_PROPERTY.encode() in content else MAX_FILE_SIZE
    if len(content) > limit:
        raise SgfError(f"the file is larger than {limit // 1_000_000} MB; no game record is that large")
    return sgf_in_parsable_encoding(content)


def _find_game(content: bytes, offset: int) -> int | None:
    """Return the offset of the `(` of the first game at or after an offset, or None if there is no game.

    A `(` that is not followed by `;` begins a game only at the beginning of the file or after another game.
    """
    signed = _GAME.search(content, offset)
    unsigned = (_UNSIGNED_GAME if offset else _FIRST_UNSIGNED_GAME).match(content, offset)
    starts = [match.start(group) for match, group in ((signed, 0), (unsigned, 1)) if match is not None]
    return min(starts, default=None)


def _end_of_game(content: bytes, start: int) -> int:
    """Return the offset of the end of the game that begins at an offset, without parsing the game."""
    depth = 0
    for match in _PIECE.finditer(content, start):
        depth += (match[0] == b"(") - (match[0] == b")")
        if depth == 0:
            return match.end()
    return len(content)


class _GameParser:
    """The parser of one game.

    root        -- the root node.
    end         -- the offset up to which the game has been parsed.
    is_complete -- whether the last `)` of the game has been parsed.
    lacks_sign  -- whether the `;` before the root node is missing.
    """

    def __init__(self, content: bytes, start: int) -> None:
        self._content = content
        self._nodes, self._values = 1, 0
        sign = _GAME.match(content, start)
        self.root = RawNode({})
        self.end = start + 1 if sign is None else sign.end()
        self.is_complete, self.lacks_sign = False, sign is None

    def parse(self) -> None:
        """Parse the game.  Raise SgfError if the game is too large or, with the line, if it is damaged."""
        node, length, is_after_variation = self.root, 1, False
        forks: list[tuple[RawNode, int]] = []
        self.parse_properties(node)
        while (match := _SIGN.match(self._content, self.end)) is not None:
            if match[1] == b";" and is_after_variation:
                raise self._error("a node follows a variation", match.start(1))
            self.end = match.end()
            is_after_variation = match[1] == b")"
            if is_after_variation:
                if not forks:
                    self.is_complete = True
                    return
                node, length = forks.pop()
                continue
            if match[1] != b";":
                forks.append((node, length))
            node, length = self._add_node(node), length + 1
            _check_length(length)
        self._check_truncated()

    def parse_properties(self, node: RawNode) -> None:
        """Parse the properties of a node.  Raise SgfError if the game has too many values."""
        properties: dict[str, Sequence[bytes]] = {}
        while (match := _PROPERTY.match(self._content, self.end)) is not None:
            self.end, name = match.end(), match[1]
            values = _VALUES.findall(match[2])
            self._values += len(values)
            if self._values > MAX_SGF_VALUES:
                raise SgfError(
                    f"the file has more than {MAX_SGF_VALUES} values; no game record is that large"
                )
            key = (name.upper() if name.islower() else name.translate(None, _SMALL_LETTERS)).decode()
            properties[key] = [*properties.get(key, ()), *values]
        node.properties = properties

    def _add_node(self, parent: RawNode) -> RawNode:
        """Parse a child of a node, and return it.  Raise SgfError if the game has too many nodes."""
        self._nodes += 1
        if self._nodes > MAX_SGF_NODES:
            raise SgfError(f"the file has more than {MAX_SGF_NODES} nodes; no game record is that large")
        node = RawNode({})
        parent.children.append(node)
        self.parse_properties(node)
        return node

    def _check_truncated(self) -> None:
        """Check that the file is truncated at the current offset.

        Raise SgfError, with the line, if the game continues after the offset. Also raise SgfError if the
        root node is empty.
        """
        name = _NAME_WITHOUT_VALUE.match(self._content, self.end)
        assert name is not None
        following = _NEXT_SIGN.search(self._content, name.end())
        if following is not None and not self._breaks_off_at(following.start()):
            raise self._error(self._fault(name[1], name.end()), name.start(1))
        if not self.root.properties:
            raise SgfError("the SGF ends before its last ); the file is damaged or truncated")

    def _breaks_off_at(self, offset: int) -> bool:
        """Return whether the file ends inside the value or the parentheses that begin at an offset."""
        if self._content[offset : offset + 1] == b"[":
            return _COMPLETE_VALUE.match(self._content, offset) is None
        return not self._content[offset:].strip(b"( \t\r\n")

    def _fault(self, name: bytes, offset: int) -> str:
        """Return what is wrong at an offset.

        name -- the property name before the offset, often empty.
        """
        sign = self._content[offset : offset + 1]
        if name and sign in b"();":
            return f"the property {name.decode()[:20]} has no value"
        if sign == b"(":
            return "a variation does not begin with ;"
        if sign == b"[":
            return f"{name.decode()[:20]} is outside a node" if name else "a value has no property name"
        return f"unexpected character {sign.decode('ascii', 'replace')}"

    def _error(self, problem: str, offset: int) -> SgfError:
        line = self._content.count(b"\n", 0, offset) + 1
        return SgfError(f"the SGF is damaged at line {line}: {problem}")


def _check_length(length: int) -> None:
    """Raise SgfError if a line of `length` nodes exceeds `MAX_SGF_NODES_PER_VARIATION`."""
    if length > MAX_SGF_NODES_PER_VARIATION:
        raise SgfError(
            f"a line of the game has more than {MAX_SGF_NODES_PER_VARIATION} nodes;"
            " no game record is that large"
        )


class SavedFileHeader(NamedTuple):
    """The beginning of a file written by this program.

    root -- the root node; if it is incomplete, its part up to and including the private property.
    rest -- checksum of what follows the root node (see `checksum_after_root`); None if the root node is
            incomplete.
    """

    root: RawProperties
    rest: int | None


def parse_saved_file_header(content: bytes) -> SavedFileHeader | None:
    """Return the header of a file written by this program, or None for any other file.

    The function is fast enough for long lists of games. It does not check the rest of the file.
    """
    match = _OWN_ROOT.match(content)
    rest = None if match is None else crc32(memoryview(content)[match.end(1) :])
    match = match or _OWN_PRIVATE.match(content)
    if match is None:
        return None
    root = {each[1].decode(): _VALUES.findall(each[2]) for each in _PROPERTIES.finditer(match[1])}
    return SavedFileHeader(root, rest)


def serialize_sgf_line(nodes: Sequence[RawProperties]) -> bytes:
    """Return the content of a file with one game that has no variations.

    nodes -- the root and the nodes after it; the values must be escaped and encoded in UTF-8.
    """
    return b"(" + b"\n".join(map(_compose_node, nodes)) + b")\n"


def checksum_after_root(nodes: Sequence[RawProperties]) -> int:
    """Return the CRC-32 of everything that `serialize_sgf_line` writes after the root node.

    nodes -- as in `serialize_sgf_line`.
    """
    return crc32(b"".join(b"\n" + _compose_node(node) for node in nodes[1:]) + b")\n")


def serialize_sgf_tree(root: RawNode) -> bytes:
    """Return the content of a file with one game and its variations.

    root -- the root node; all values in the tree must be escaped and encoded in UTF-8.
    """
    pieces = [b"("]
    waiting: list[RawNode | bytes] = [b")\n", root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, bytes):
            pieces.append(node)
            continue
        pieces.append(_compose_node(node.properties))
        if len(node.children) == 1:
            waiting += [node.children[0], b"\n"]
        else:
            waiting += [part for child in reversed(node.children) for part in (b")", child, b"\n(")]
    return b"".join(pieces)


def _compose_node(node: RawProperties) -> bytes:
    values = (name.encode() + b"".join(b"[%s]" % value for value in data) for name, data in node.items())
    return b";" + b"".join(values)


def escape_text(text: str) -> bytes:
    """Return text as an escaped property value."""
    return text.encode("utf-8", "replace").replace(b"\\", b"\\\\").replace(b"]", b"\\]")


def decode_property_value(value: bytes, encoding: str) -> str:
    """Return the text of a property value; line breaks are kept, and other white space becomes spaces.

    encoding -- the encoding that the file names; UTF-8 is tried first, Latin-1 last.
    """
    plain = _ESCAPE.sub(rb"\1", _LINE_BREAK.sub(b"\n", value).translate(_SPACES))
    for name in ("utf-8", encoding):
        try:
            return plain.decode(name)
        except (ValueError, LookupError):
            continue
    return plain.decode("latin-1")
