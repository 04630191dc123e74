"""Repairs of damaged SGF: where a value with a misplaced bracket ends, and the warnings about all repairs."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from gnugo_py.games.text import sanitize, truncate

_FOLLOWING = (
    rb"\s*(?:;\s*(?:[A-Za-z]{1,64}\s*\[|[;()]|\Z)|\(\s*(?:;|[A-Z]{1,8}\s*\[)|\)\s*(?:[;()]|\Z)"
    rb"|[A-Z][A-Za-z]{0,63}\s*\[|\Z)"
)
AFTER_VALUE = re.compile(_FOLLOWING)
"""Matches what follows the last value of a property, but hardly a bracket within a text."""
_PIECE_OF_TEXT = re.compile(
    rb"\\.|[\[\]]|;\s*[A-Za-z]{1,64}\s*\[[^\[\]\\]{0,100}\](?=" + _FOLLOWING + rb")", re.DOTALL
)
MOVE_AT_END = re.compile(rb";\s*[BW]\s*\[[A-Za-z]{0,2}\Z")
_POINT_WITHOUT_END = re.compile(rb"\[\s*[A-Za-z]{0,2}(?::[A-Za-z]{2})?(?=\s*(?:[;()\[]|[A-Z]{1,8}\s*\[))")
POINT_PROPERTIES = {b"B", b"W", b"AB", b"AW", b"AE", b"TR", b"SQ", b"CR", b"MA", b"DD", b"TB", b"TW", b"SL"}
_MAX_REPAIRED_VALUE, _MAX_BYTES_SEARCHED = 20_000, 2_000_000
_MAX_SHOWN_TEXT = 30
_SPACES = re.compile(rb"\s*")


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


class _Repair(NamedTuple):
    offset: int
    text: bytes
    number: int = 1


class Repairs:
    """The repairs of one game in the content of a file.

    The number of bytes that are searched is limited, because every damaged value is searched for its end.
    """

    def __init__(self, content: bytes) -> None:
        self._content, self._searched = content, 0
        self._by_kind: dict[RepairKind, _Repair] = {}

    def add(self, kind: RepairKind, offset: int, text: bytes = b"") -> None:
        """Add a repair.

        offset -- where the damage is.
        text   -- what is ignored.
        """
        first = self._by_kind.get(kind)
        self._by_kind[kind] = (
            _Repair(offset, text[: 4 * _MAX_SHOWN_TEXT])
            if first is None
            else first._replace(number=first.number + 1)
        )

    def warnings(self) -> tuple[str, ...]:
        """Return a sentence for each kind of damage, with the line of the first case."""
        return tuple(self._sentence(kind, first) for kind, first in self._by_kind.items())

    def _sentence(self, kind: RepairKind, first: _Repair) -> str:
        problem = kind.value
        if kind in (RepairKind.NO_START, RepairKind.NO_ROOT_SIGN):
            return f"{problem[0].upper()}{problem[1:]}."
        start = _SPACES.match(self._content, first.offset)
        line = self._content.count(b"\n", 0, first.offset if start is None else start.end()) + 1
        text = truncate(sanitize(" ".join(first.text.decode("utf-8", "replace").split())), _MAX_SHOWN_TEXT)
        more = f" ({first.number} times)" if first.number > 1 else ""
        return f"Line {line}: {problem}{f': {text}' if text else ''}{more}."

    def value(self, name: bytes, start: int, end: int) -> tuple[bytes, int]:
        """Return a value of a property, repaired if its brackets are damaged, and the offset after it.

        name  -- the name of the property.
        start -- the offset of the `[` before the value.
        end   -- the offset after the first `]` that is not escaped.
        """
        if name in POINT_PROPERTIES:
            point = _POINT_WITHOUT_END.match(self._content, start, end)
            cut = point.end() if point is not None else None
        else:
            longer = self._end_of_text(start, end)
            if longer is not None:
                self.add(RepairKind.UNESCAPED, start)
                return self._content[start + 1 : longer - 1], longer
            move = MOVE_AT_END.search(self._content, start, end - 1)
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
            if is_end and AFTER_VALUE.match(self._content, piece.end()):
                return piece.end()
        return None
