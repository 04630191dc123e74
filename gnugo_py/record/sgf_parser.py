"""The parser for the syntax of SGF, which turns a file into nodes with properties.

The parser is lenient with files from other programs. It accepts text before and between games, lowercase
letters in property names and truncated files; other damage is repaired, with a warning (see `RepairKind`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from gnugo_py.games.text import sanitize, truncate
from gnugo_py.games.types import UserError
from gnugo_py.record.encodings import DecodedFile, decode_file

MAX_FILE_SIZE, MAX_SAVE_SIZE = 8_000_000, 32_000_000
"""Maximum size in bytes of a file by another program, and of a file by this program, with explanations."""
MAX_SGF_NODES, MAX_SGF_VALUES = 200_000, 400_000
MAX_SGF_NODES_PER_VARIATION, MAX_SGF_VALUES_PER_VARIATION = 50_000, 100_000
"""Limits for one line of play. An opening dictionary has many more nodes, but no line of it is that long."""
MAX_SGF_ROOT_SIZE, MAX_SGF_ROOT_VALUES = 1_000_000, 5000

PRIVATE_PROPERTY = "GNUGOPY"
"""The property for data that SGF cannot express, such as the engines' settings and memories, as JSON."""

_VALUE = rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]"
"""A regular expression for the value of a property, with its brackets."""
_PROPERTY = re.compile(rb"\s*([A-Za-z]{1,64})((?:\s*" + _VALUE + rb")+)", re.DOTALL)
_SIGN = re.compile(rb"\s*([();])")
_ANY_SIGN = re.compile(rb"\s*[();]")
_NOT_SGF = re.compile(rb"\s*(" + _VALUE + rb"|\]|[^();\[\]]+)", re.DOTALL)
_NAME_AT_END = re.compile(rb"(?<![A-Za-z])[A-Z]{1,8}\s{0,80}\Z")
_NEXT_VALUE = re.compile(rb"\s*\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_PIECE = re.compile(rb"[();]|" + _VALUE + rb"?", re.DOTALL)
_GAME = re.compile(rb"\(\s*;")
_NEXT_GAME = re.compile(rb"\(\s*;\s*(?:GM|FF)\s*\[")
_REST = re.compile(rb"[^(\]]{1,1000}\]")
_LATER_NODE = re.compile(rb"[^(]{0,1000}?;\s*[A-Z]{1,8}\s*\[")
_GAME_WITHOUT_START = re.compile(
    rb"[^();\[\]]*(?:(?P<sign>;)\s*[A-Z]{1,8}\s*\["
    rb"|(?<![A-Za-z])(?P<property>[A-Z]{1,8}\s*" + _VALUE + rb"(?:\s*[A-Z]{0,8}\s*" + _VALUE + rb")*\s*;))",
    re.DOTALL,
)
_UNSIGNED_GAME = re.compile(rb"[^();\[]*(\()\s*(?=[A-Z]{1,8}\s*\[)")
_FIRST_UNSIGNED_GAME = re.compile(rb"(?:\xef\xbb\xbf)?\s*(\()\s*(?=[A-Z]{1,8}\s*\[)")

_OWN_START = re.compile(rb"\(;GM\[[0-9]{1,2}\]FF\[4\]CA\[UTF-8\]")
"""The beginning of a file by this program, which has no other encoding if all of its bytes are ASCII."""
_CHARACTER_SET = re.compile(rb"\bCA\s*\[[^\]\\]*\]")
_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))

_FOLLOWING = (
    rb"\s*(?:;\s*(?:[A-Za-z]{1,64}\s*\[|[;()]|\Z)|\(\s*(?:;|[A-Z]{1,8}\s*\[)|\)\s*(?:[;()]|\Z)"
    rb"|[A-Z][A-Za-z]{0,63}\s*\[|\Z)"
)
_AFTER_VALUE = re.compile(_FOLLOWING)
"""Matches what follows the last value of a property, but hardly a bracket within a text."""
_PIECE_OF_TEXT = re.compile(
    rb"\\.|[\[\]]|;\s*[A-Za-z]{1,64}\s*\[[^\[\]\\]{0,100}\](?=" + _FOLLOWING + rb")", re.DOTALL
)
_MOVE_AT_END = re.compile(rb";\s*[BW]\s*\[[A-Za-z]{0,2}\Z")
_POINT_WITHOUT_END = re.compile(rb"\[\s*[A-Za-z]{0,2}(?::[A-Za-z]{2})?(?=\s*(?:[;()\[]|[A-Z]{1,8}\s*\[))")
_POINT_PROPERTIES = {b"B", b"W", b"AB", b"AW", b"AE", b"TR", b"SQ", b"CR", b"MA", b"DD", b"TB", b"TW", b"SL"}
_MAX_REPAIRED_VALUE, _MAX_BYTES_SEARCHED = 20_000, 2_000_000
_MAX_SHOWN_TEXT = 30
_WHITE_SPACE = re.compile(rb"\s*")

RawProperties: TypeAlias = Mapping[str, Sequence[bytes]]
"""The properties of a node: by name, the values as in the file, in UTF-8 and still escaped."""


class SgfError(UserError):
    """A file is not a valid game record; the message states the problem and, if known, where it is."""


class ParsedGame(NamedTuple):
    """One game of a file, in UTF-8.

    nodes         -- its nodes in the order of the file: the index of the node before it, -1 for the root, and
                     the properties.
    is_complete   -- False if the file breaks off before the end of the game.
    games         -- number of games in the file.
    warnings      -- sentences about the encoding of the file and the repairs of the game.
    before, after -- what comes before and after the game, with the other games; their encoding is named as
                     UTF-8.
    """

    nodes: list[tuple[int, dict[str, list[bytes]]]]
    is_complete: bool
    games: int
    warnings: tuple[str, ...]
    before: bytes
    after: bytes


def parse_sgf_game(content: bytes, number: int | None = None) -> ParsedGame:
    """Return one game of a file, with all its variations.

    number -- number of the game, from 1; None for the first.

    A truncated game is returned up to its last complete value; other damage is repaired. Raise SgfError if
    the content is not SGF, exceeds the size limits, or has no game with this number.
    """
    decoded, warning = _checked(content)
    wanted, game, games, begin, end = number or 1, None, 0, 0, 0
    while (start := _find_game(decoded, end)) is not None:
        games += 1
        if games == wanted:
            game, begin = _GameParser(decoded, start), start
            game.parse()
        end = game.end if game is not None and games == wanted else _end_of_game(decoded, start)
    if game is None:
        raise _no_game_error(decoded, number, games)
    if not game.values:
        game.check_found()
    before, after = decoded[:begin], decoded[game.end :]
    if decoded != content:
        before, after = (_CHARACTER_SET.sub(b"CA[UTF-8]", each) for each in (before, after))
    warnings = (*filter(None, [warning]), *game.repairs.warnings())
    return ParsedGame(game.nodes, game.is_complete, games, warnings, before, after)


def _no_game_error(content: bytes, number: int | None, games: int) -> SgfError:
    """Return the error for a file with `games` games, but without the one that was wanted."""
    if number is not None and games:
        contains = f"the file contains {games} games; use a number from 1 to {games}"
        return SgfError(
            f"there is no game {number}: {contains if games > 1 else 'the file contains one game'}"
        )
    if not content.strip():
        return SgfError("the file is empty; choose another")
    return SgfError("this is not an SGF file: it contains no (;")


def is_complete_sgf(content: bytes) -> bool:
    """Return whether a file begins with a complete and undamaged game; what follows is not checked."""
    try:
        content = _checked(content).content.strip()
        if _find_game(content, 0) != 0:
            return False
        game = _GameParser(content, 0)
        game.parse()
    except SgfError:
        return False
    return game.is_complete and not game.repairs.warnings()


def root_properties_by_game(content: bytes) -> list[RawProperties]:
    """Return the root node of each game in a file; a root node that cannot be read is returned empty.

    Raise SgfError if the file exceeds the size limits.
    """
    content = _checked(content).content
    return [_root_at(content, start) or {} for start, _ in _games(content)]


def split_games(content: bytes) -> list[bytes]:
    """Return each game of a file as the content of a file of its own, in UTF-8.

    Raise SgfError if the file exceeds the size limits or contains no game.
    """
    decoded = _checked(content).content
    games = [decoded[start:end] for start, end in _games(decoded)]
    if not games:
        raise _no_game_error(decoded, None, 0)
    return games if decoded == content else [_CHARACTER_SET.sub(b"CA[UTF-8]", game) for game in games]


def _games(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the beginning and of the end of each game."""
    end = 0
    while (start := _find_game(content, end)) is not None:
        end = _end_of_game(content, start)
        yield start, end


def own_root(content: bytes) -> tuple[RawProperties, bytes] | None:
    """Return the root node of a file by this program, and what follows it; None for any other file.

    What follows is not checked. A root node that was cut off lacks its last properties.
    """
    if _OWN_START.match(content) is None:
        return None
    game = _GameParser(content, 0)
    game.parse_properties()
    return None if game.repairs.warnings() else (game.nodes[0][1], content[game.end :])


def _root_at(content: bytes, start: int) -> RawProperties | None:
    """Return the root node of the game at an offset, or None if it is incomplete or too large."""
    game = _GameParser(content, start)
    begin = game.end
    try:
        game.parse_properties()
    except SgfError:
        return None
    properties = game.nodes[0][1]
    is_small = (
        game.end - begin < MAX_SGF_ROOT_SIZE and sum(map(len, properties.values())) <= MAX_SGF_ROOT_VALUES
    )
    return properties if is_small and _ANY_SIGN.match(content, game.end) else None


def _checked(content: bytes) -> DecodedFile:
    """Return the content of a file in UTF-8, ready to be parsed.  Raise SgfError if the file is too large."""
    if not isinstance(content, bytes):
        raise TypeError("content must be bytes; use read_game to read a path")
    limit = MAX_SAVE_SIZE if PRIVATE_PROPERTY.encode() in content else MAX_FILE_SIZE
    if len(content) > limit:
        raise SgfError(f"the file is larger than {limit // 1_000_000} MB; no game record is that large")
    is_ascii = _OWN_START.match(content) is not None and content.isascii() and b"\x1b" not in content
    return DecodedFile(content) if is_ascii else decode_file(content)


def _find_game(content: bytes, offset: int) -> int | None:
    """Return the offset of the first game at or after an offset, or None if there is no game.

    A `(` that is not followed by `;` begins a game only at the beginning of the file or after another game;
    a node without `(` begins one only at the beginning of the file.
    """
    signed = _GAME.search(content, offset)
    unsigned = (_UNSIGNED_GAME if offset else _FIRST_UNSIGNED_GAME).match(content, offset)
    node = None if offset else _GAME_WITHOUT_START.match(content)
    starts = [match.start(group) for match, group in ((signed, 0), (unsigned, 1)) if match is not None]
    if node is not None:
        starts.append(node.start("sign" if node["sign"] else "property"))
    return min(starts, default=None)


def _end_of_game(content: bytes, start: int) -> int:
    """Return the offset of the end of the game that begins at an offset, without parsing the game."""
    depth = 0 if content[start : start + 1] == b"(" else 1
    for match in _PIECE.finditer(content, start):
        if match.start() > start and match[0] == b"(" and _NEXT_GAME.match(content, match.start()):
            return match.start()
        depth += (match[0] == b"(") - (match[0] == b")")
        if depth == 0 and match[0] == b")":
            if _LATER_NODE.match(content, match.end()) is None:
                return match.end()
            depth = 1
    return len(content)


class RepairKind(str, Enum):
    """What was damaged. Each value is a sentence without the final period."""

    NO_START = "the ( before the first node is missing; the game is read anyway"
    NO_ROOT_SIGN = "the ; before the first node is missing; the node is read anyway"
    NO_SIGN = "the ; before a node is missing; the node is read anyway"
    AFTER_VARIATION = "a node follows a variation; it is read as another variation"
    EMPTY_VARIATION = "a variation without nodes is ignored"
    NOT_SGF = "text outside values is ignored"
    UNESCAPED = "a ] within a text is not escaped; the text is read to its end"
    UNCLOSED = "the ] after a value is missing; the value is read without what follows"
    NO_END = "the ) at the end of a game is missing; the next game begins anyway"
    EARLY_END = "a ) ends the game before its last node; it is ignored"


@dataclass
class Repairs:
    """The repairs of one game in the content of a file.

    The number of bytes that are searched is limited, because every damaged value is searched for its end.
    """

    _content: bytes
    _searched: int = 0
    _first: dict[RepairKind, tuple[int, bytes]] = field(default_factory=dict)
    _numbers: Counter[RepairKind] = field(default_factory=Counter)

    def add(self, kind: RepairKind, offset: int, text: bytes = b"") -> None:
        """Add a repair.

        offset -- where the damage is.
        text   -- what is ignored.
        """
        self._first.setdefault(kind, (offset, text[: 4 * _MAX_SHOWN_TEXT]))
        self._numbers[kind] += 1

    def warnings(self) -> tuple[str, ...]:
        """Return a sentence for each kind of damage, with the line of the first case."""
        return tuple(map(self._sentence, self._first))

    def _sentence(self, kind: RepairKind) -> str:
        problem = kind.value
        if kind in (RepairKind.NO_START, RepairKind.NO_ROOT_SIGN):
            return f"{problem[0].upper()}{problem[1:]}."
        (offset, ignored), number = self._first[kind], self._numbers[kind]
        start = _WHITE_SPACE.match(self._content, offset)
        line = self._content.count(b"\n", 0, offset if start is None else start.end()) + 1
        text = truncate(sanitize(" ".join(ignored.decode("utf-8", "replace").split())), _MAX_SHOWN_TEXT)
        more = f" ({number} times)" if number > 1 else ""
        return f"Line {line}: {problem}{f': {text}' if text else ''}{more}."

    def value(self, name: bytes, start: int, end: int) -> tuple[bytes, int]:
        """Return a value of a property, repaired if its brackets are damaged, and the offset after it.

        name  -- the name of the property.
        start -- the offset of the `[` before the value.
        end   -- the offset after the first `]` that is not escaped.
        """
        if name in _POINT_PROPERTIES:
            point = _POINT_WITHOUT_END.match(self._content, start, end)
            cut = point.end() if point is not None else None
        else:
            longer = self._end_of_text(start, end)
            if longer is not None:
                self.add(RepairKind.UNESCAPED, start)
                return self._content[start + 1 : longer - 1], longer
            move = _MOVE_AT_END.search(self._content, start, end - 1)
            cut = move.start() if move is not None else None
        if cut is None:
            return self._content[start + 1 : end - 1], end
        self.add(RepairKind.UNCLOSED, start)
        return self._content[start + 1 : cut], cut

    def _end_of_text(self, start: int, end: int) -> int | None:
        """Return the offset after the `]` that ends a text, if there are other brackets in it, else None."""
        limit = min(
            start + _MAX_REPAIRED_VALUE, len(self._content), start + _MAX_BYTES_SEARCHED - self._searched
        )
        depth, before = 0, start
        for piece in _PIECE_OF_TEXT.finditer(self._content, start + 1, limit):
            sign = piece[0]
            self._searched += piece.end() - before
            before = piece.end()
            if sign[:1] == b";" and piece.start() >= end:
                return None
            depth = max(depth, 0) + (sign == b"[") - (sign == b"]")
            is_end = depth < 0 and piece.end() > end
            if is_end and _AFTER_VALUE.match(self._content, piece.end()):
                return piece.end()
        return None


class _GameParser:
    """The parser of one game.

    nodes       -- the nodes, as in `ParsedGame`.
    values      -- the number of values in them.
    end         -- the offset up to which the game has been parsed.
    is_complete -- whether the game has been parsed up to its end.
    repairs     -- the repairs that its damage needed.
    """

    def __init__(self, content: bytes, start: int) -> None:
        self._content, self.values = content, 0
        self.repairs = Repairs(content)
        self.nodes: list[tuple[int, dict[str, list[bytes]]]] = [(-1, {})]
        sign = _GAME.match(content, start)
        self._has_start = content[start : start + 1] == b"("
        self.end = sign.end() if sign is not None else start + (content[start : start + 1] in (b"(", b";"))
        self.is_complete = False
        if not self._has_start:
            self.repairs.add(RepairKind.NO_START, start)
        elif sign is None:
            self.repairs.add(RepairKind.NO_ROOT_SIGN, start)

    def parse(self) -> None:
        """Parse the game, and repair it if it is damaged.

        Raise SgfError if the game is too large.
        """
        node, length, last_sign = 0, 1, b";"
        forks: list[tuple[int, int]] = []
        self.parse_properties()
        while (sign := self._next_sign()) is not None:
            if sign == b"(":
                forks.append((node, length))
            elif sign == b")":
                if last_sign == b"(":
                    self.repairs.add(RepairKind.EMPTY_VARIATION, self.end - 1)
                if forks:
                    node, length = forks.pop()
                elif self._goes_on():
                    sign = b";"
                else:
                    self.is_complete = True
                    break
            elif sign == b"" and last_sign == b";":
                self.parse_properties()
                continue
            else:
                if sign == b"":
                    self.repairs.add(RepairKind.NO_SIGN, self.end)
                elif last_sign == b")":
                    self.repairs.add(RepairKind.AFTER_VARIATION, self.end)
                node, length, sign = self._add_node(node, length), length + 1, b";"
            last_sign = sign

    def _next_sign(self) -> bytes | None:
        """Return the next `(`, `)` or `;`, empty before a property, or None at the end of the game."""
        while True:
            match = _SIGN.match(self._content, self.end)
            if match is not None:
                sign = match[1]
                if sign == b"(" and _NEXT_GAME.match(self._content, match.start(1)):
                    self.repairs.add(RepairKind.NO_END, match.start(1))
                    self.is_complete = True
                    return None
                self.end = match.end()
                return sign
            if _PROPERTY.match(self._content, self.end) is not None:
                return b""
            if not self._skip_text():
                self.is_complete = not (self._has_start or self._content[self.end :].strip())
                return None

    def _skip_text(self) -> bool:
        """Skip what is not SGF. Return False, and skip nothing, if the file breaks off here."""
        match = _NOT_SGF.match(self._content, self.end)
        if match is None or not match[1].strip():
            return False
        text, end = match[1], match.end()
        if text[:1] not in (b"[", b"]"):
            following = self._content[end : end + 1]
            if not following or (following == b"[" and _NEXT_VALUE.match(self._content, end) is None):
                return False
            name = _NAME_AT_END.search(text, max(len(text) - 100, 1)) if following == b"[" else None
            if name is not None:
                end, text = match.start(1) + name.start(), text[: name.start()]
        self.repairs.add(RepairKind.NOT_SGF, match.start(1), text)
        self.end = end
        return True

    def _goes_on(self) -> bool:
        """Return whether a node of the game follows its last `)`."""
        if _LATER_NODE.match(self._content, self.end) is None:
            rest = _REST.match(self._content, self.end)
            if rest is not None:
                self.repairs.add(RepairKind.NOT_SGF, self.end, rest[0])
            return False
        self.repairs.add(RepairKind.EARLY_END, self.end)
        return True

    def parse_properties(self) -> None:
        """Parse properties of the last node.  Raise SgfError if the game has too many values."""
        properties = self.nodes[-1][1]
        while (match := _PROPERTY.match(self._content, self.end)) is not None:
            name, text = match[1], match[2]
            key = name.upper() if name.islower() else name.translate(None, _SMALL_LETTERS)
            # Each [ in a text has its ], which is escaped, and no move stands before the ] at the end.
            is_closed = text.count(b"[") == text.count(b"]") and not _MOVE_AT_END.search(text[-20:-1])
            if is_closed and (key in _POINT_PROPERTIES or _AFTER_VALUE.match(self._content, match.end())):
                values, self.end = _NEXT_VALUE.findall(text), match.end()
            else:
                values = self._repaired_values(key, match.start(2))
            self.values += len(values)
            if self.values > MAX_SGF_VALUES:
                raise SgfError(
                    f"the file has more than {MAX_SGF_VALUES} values; no game record is that large"
                )
            properties.setdefault(key.decode(), []).extend(values)

    def _repaired_values(self, name: bytes, start: int) -> list[bytes]:
        """Parse the values of a property whose brackets may be damaged, and return them."""
        values, self.end = list[bytes](), start
        while (match := _NEXT_VALUE.match(self._content, self.end)) is not None:
            value, self.end = self.repairs.value(name, match.start(1) - 1, match.end())
            values.append(value)
        return values

    def _add_node(self, parent: int, length: int) -> int:
        """Parse a child of a node, and return its index.  Raise SgfError if the game has too many nodes.

        length -- the number of nodes up to its parent.
        """
        if len(self.nodes) >= MAX_SGF_NODES:
            raise SgfError(f"the file has more than {MAX_SGF_NODES} nodes; no game record is that large")
        if length >= MAX_SGF_NODES_PER_VARIATION:
            raise SgfError(
                f"a line of the game has more than {MAX_SGF_NODES_PER_VARIATION} nodes;"
                " no game record is that large"
            )
        self.nodes.append((parent, {}))
        node = len(self.nodes) - 1
        self.parse_properties()
        return node

    def check_found(self) -> None:
        """Raise SgfError if a game without values is truncated or damaged."""
        if not self.is_complete:
            raise SgfError("the SGF ends before its last ); the file is damaged or truncated")
        if self.repairs.warnings():
            raise SgfError("this is not an SGF file: it contains no properties")
