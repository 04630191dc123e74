"""The repair of damaged SGF: a game that the grammar refuses becomes a well-formed one, with warnings.

Where a text with brackets ends, and where the end of a value is missing, is guessed from what follows.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum
from typing import NamedTuple

from gnugo_py.games.text import sanitize, truncate
from gnugo_py.record.sgf_grammar import (
    MAX_SAVE_SIZE,
    MOVE_AT_END,
    NEXT_GAME,
    POINT_PROPERTIES,
    VALUE,
    property_key,
    too_large,
    well_formed_value,
)

_PROPERTY = rb"(?<![A-Z])[A-Z]{1,8}\s{0,80}\["
_NEXT_VALUE = re.compile(rb"\s*\[(%s)\]" % VALUE, re.DOTALL)
_SPACE = rb"(?:\s|\\[nrt])*"
r"""White space; some programs write a line break as the two characters `\` and `n`."""
GAME = re.compile(rb"\s*(\(%s;)" % _SPACE)
_LATER_GAME = re.compile(rb"\(%s;" % _SPACE)
_UNSIGNED_GAME = re.compile(rb"[^();\[]*(?=\(%s%s)" % (_SPACE, _PROPERTY))
_FIRST_UNSIGNED_GAME = re.compile(rb"\s*(?=\(%s%s)" % (_SPACE, _PROPERTY))
_GAME_WITHOUT_START = re.compile(
    rb"[^();\[\]]*?(?=;\s*%s|(?<![A-Za-z])[A-Z]{1,8}(?:\s*[A-Z]{0,8}\s*\[%s\])+\s*;)" % (_PROPERTY, VALUE),
    re.DOTALL,
)
_LATER_NODE = re.compile(rb"[^(]{0,1000}?;\s*[A-Z]{1,8}\s*\[")
_LATER_BRACKET = re.compile(rb"(?:[^(\]]|\((?!\s*;)){0,1000}\]")
_TOKEN = re.compile(
    rb"\s*(?:([();])|([A-Za-z]{1,64})\s*(?=\[%s\])|(\[%s\]|\]|(?:\\[nrt]|[^();\[\]])+?(?=%s|[();\[\]]|\Z)))"
    % (VALUE, VALUE, _PROPERTY),
    re.DOTALL,
)
_FOLLOWING = (
    rb"\s*(?:;\s*(?:[A-Za-z]{1,64}\s*\[|[;()]|\Z)|\(\s*(?:;|[A-Z]{1,8}\s*\[)|\)\s*(?:[;()]|\Z)"
    rb"|[A-Z][A-Za-z]{0,63}\s*\[|\Z)"
)
"""What follows the last value of a property, but hardly a bracket within a text."""
_TEXT_TO_END = re.compile(
    rb"\[((?:[^\[\]\\]|\\.|\[[^\[\]\\]*\]|\](?!%s))*?)\](?=\s*\[|%s)" % (_FOLLOWING, _FOLLOWING), re.DOTALL
)
"""Matches a text with pairs of brackets, and with each `]` after which nothing else can begin."""
_POINT_WITHOUT_END = re.compile(rb"\[\s*[A-Za-z]{0,2}(?::[A-Za-z]{2})?(?=\s*(?:[;()\[]|[A-Z]{1,8}\s*\[))")
_MOVE = re.compile(rb";\s*[A-Z]{1,8}\s*\[[^\[\]\\]{0,100}\](?=%s)" % _FOLLOWING)
_REST = re.compile(rb"[^(\]]{1,1000}\]")
_MAX_REPAIRED_VALUE, _MAX_BYTES_SEARCHED = 20_000, 2_000_000
"""Limits for the bytes that are searched for the ends of texts: of one, and of all in a game."""
_MAX_SHOWN_TEXT = 30


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


class RepairedGame(NamedTuple):
    """A game that was repaired.

    content     -- the well-formed game.
    end         -- the offset after the damaged game in its file.
    is_complete -- False if the file breaks off before the end of the game.
    warnings    -- a sentence for each kind of damage, with the line of the first case.
    """

    content: bytes
    end: int
    is_complete: bool
    warnings: tuple[str, ...]


def find_game(content: bytes, offset: int) -> int | None:
    """Return the offset of the first game at or after an offset, or None if there is no game.

    A `(` that is not followed by `;` begins a game only at the beginning of the file or after another game;
    a node without `(` begins one only at the beginning of the file.
    """
    at_once = GAME.match(content, offset)
    if at_once is not None:
        return at_once.start(1)
    patterns = (_UNSIGNED_GAME,) if offset else (_FIRST_UNSIGNED_GAME, _GAME_WITHOUT_START)
    others = [match.end() for pattern in patterns if (match := pattern.match(content, offset)) is not None]
    signed = _LATER_GAME.search(content, offset, min(others, default=len(content)))
    return signed.start() if signed is not None else min(others, default=None)


def goes_on(content: bytes, end: int) -> bool:
    """Return whether what follows the last `)` of a game, at an offset, seems to be a part of the game."""
    return any(pattern.match(content, end) is not None for pattern in (_LATER_NODE, _LATER_BRACKET))


class Repair:
    """The repair of one game.

    start -- the offset at which the game begins.
    line  -- the number of the line there, from 1.
    """

    def __init__(self, content: bytes, start: int, line: int) -> None:
        self._content, self._start, self._line = content, start, line
        self._searched, self._last = 0, b";"
        self._first: dict[RepairKind, tuple[int, bytes]] = {}
        self._number = Counter[RepairKind]()
        self._pieces, self._ends = [b"(;"], [1]  # for each open variation, how many ) end it
        sign = GAME.match(content, start)
        self._has_start = content.startswith(b"(", start)
        self._end = sign.end() if sign is not None else start + content.startswith((b"(", b";"), start)
        if not self._has_start:
            self._note(RepairKind.NO_START, start)
        elif sign is None:
            self._note(RepairKind.NO_ROOT_SIGN, start)

    def run(self) -> RepairedGame:
        """Return the repaired game.  Raise SgfError if it is too large."""
        is_complete = True
        while self._ends:
            if self._end - self._start > MAX_SAVE_SIZE:
                raise too_large(MAX_SAVE_SIZE)
            match = _TOKEN.match(self._content, self._end)
            if match is None or self._is_cut(match):
                is_complete = not (self._has_start or self._content[self._end :].strip())
                self._end = len(self._content)
                break
            if match[1] == b"(" and NEXT_GAME.match(self._content, match.start(1)):
                self._note(RepairKind.NO_END, match.start(1))
                break
            self._end = match.end()
            self._add(match)
        while self._pieces[-1] == b"(":
            self._pieces.pop()
            self._ends.pop()
        content = b"".join(self._pieces) + b")" * sum(self._ends)
        return RepairedGame(content, self._end, is_complete, tuple(map(self._sentence, self._first)))

    def _is_cut(self, match: re.Match[bytes]) -> bool:
        """Return whether the file breaks off after a text outside values."""
        end = match.end()
        if match[3] is None or match[3].startswith((b"[", b"]")):
            return False
        is_last = not self._content[end : end + 1]
        return is_last or (
            self._content.startswith(b"[", end) and _NEXT_VALUE.match(self._content, end) is None
        )

    def _add(self, match: re.Match[bytes]) -> None:
        """Add a sign, or the property with a name and the values that follow; leave out other text."""
        sign, name, text = match.groups()
        offset = match.start(match.lastindex or 0)
        if text is not None:
            self._note(RepairKind.NOT_SGF, offset, text)
            return
        if sign == b")" and len(self._ends) == 1 and self._goes_on():
            return
        if sign == b"(":
            self._pieces.append(sign)
            self._ends.append(1)
        elif sign == b")":
            self._close(offset)
        elif sign or self._last != b";":
            self._begin_node(sign, offset)
        if name is not None:
            self._add_values(property_key(name))
        self._last = sign or b";"

    def _goes_on(self) -> bool:
        """Return whether a node of the game follows its last `)`."""
        if _LATER_NODE.match(self._content, self._end) is not None:
            self._note(RepairKind.EARLY_END, self._end)
            return True
        rest = _REST.match(self._content, self._end)
        if rest is not None:
            self._note(RepairKind.NOT_SGF, self._end, rest[0])
        return False

    def _close(self, offset: int) -> None:
        """End a variation; one without nodes is left out."""
        if self._last == b"(":
            self._note(RepairKind.EMPTY_VARIATION, offset)
            self._pieces.pop()
            self._ends.pop()
        else:
            self._pieces.append(b")" * self._ends.pop())

    def _begin_node(self, sign: bytes | None, offset: int) -> None:
        """Begin a node, whose `;` is missing if there is no sign."""
        if not sign:
            self._note(RepairKind.NO_SIGN, offset)
        elif self._last == b")":
            self._note(RepairKind.AFTER_VARIATION, offset)
        self._pieces.append(b"(;" if self._last == b")" else b";")
        self._ends[-1] += self._last == b")"

    def _add_values(self, name: str) -> None:
        """Add a property with the values that follow."""
        self._pieces.append(name.encode())
        while (match := _NEXT_VALUE.match(self._content, self._end)) is not None:
            start, self._end = match.start(1) - 1, match.end()
            value = self._text_with_brackets(start) if name not in POINT_PROPERTIES else None
            if value is None:
                value = self._closed_value(name, start)
            self._pieces.append(b"[%s]" % well_formed_value(name, value))

    def _text_with_brackets(self, start: int) -> bytes | None:
        """Return the text that begins with the `[` at an offset, up to its end; None if it has no end."""
        limit = start + min(_MAX_REPAIRED_VALUE, _MAX_BYTES_SEARCHED - self._searched)
        text = _TEXT_TO_END.match(self._content, start, limit)
        if text is None or text.end() < self._end or _MOVE.search(self._content, self._end, text.end()):
            self._searched += limit - start
            return None
        if text.end() > self._end:
            self._note(RepairKind.UNESCAPED, start)
            self._end = text.end()
        return text[1]

    def _closed_value(self, name: str, start: int) -> bytes:
        """Return the value that begins with the `[` at an offset, up to a property within it."""
        if name in POINT_PROPERTIES:
            point = _POINT_WITHOUT_END.match(self._content, start, self._end)
            end = point.end() if point is not None else None
        else:
            move = MOVE_AT_END.search(self._content, start, self._end - 1)
            end = move.start() if move is not None else None
        if end is None:
            return self._content[start + 1 : self._end - 1]
        self._note(RepairKind.UNCLOSED, start)
        self._end = end
        return self._content[start + 1 : end]

    def _note(self, kind: RepairKind, offset: int, ignored: bytes = b"") -> None:
        """Note a repair at an offset, and the text that it leaves out."""
        self._number[kind] += 1
        self._first.setdefault(kind, (offset, ignored[: 4 * _MAX_SHOWN_TEXT]))

    def _sentence(self, kind: RepairKind) -> str:
        """Return the warning about a kind of damage."""
        problem = kind.value
        if kind in (RepairKind.NO_START, RepairKind.NO_ROOT_SIGN):
            return f"{problem[0].upper()}{problem[1:]}."
        (offset, ignored), number = self._first[kind], self._number[kind]
        while self._content[offset : offset + 1].isspace():
            offset += 1
        line = self._line + self._content.count(b"\n", self._start, offset)
        text = truncate(sanitize(" ".join(ignored.decode("utf-8", "replace").split())), _MAX_SHOWN_TEXT)
        more = f" ({number} times)" if number > 1 else ""
        return f"Line {line}: {problem}{f': {text}' if text else ''}{more}."
