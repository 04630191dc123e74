"""The repair of damaged SGF: a game that the grammar refuses becomes a well-formed one, with warnings.

Where the end of a value is missing is guessed from what follows.
"""

from __future__ import annotations

import re
from enum import Enum

from gnugo_py.games.text import sanitize, truncate
from gnugo_py.record.sgf_grammar import (
    MAX_SAVE_SIZE,
    NEXT_GAME,
    NODE_AT_END,
    PLAIN_PROPERTIES,
    VALUE,
    property_key,
    too_large,
    well_formed_value,
)

PROPERTY = rb"(?<![A-Z])[A-Z]{1,8}\s{0,80}\["
_NEXT_VALUE = re.compile(rb"\s*\[(%s)\]" % VALUE, re.DOTALL)
SPACE = rb"(?:\s|\\[nrt])*"
r"""White space; some programs write a line break as the two characters `\` and `n`."""
GAME = re.compile(rb"\s*(\(%s;)" % SPACE)
LATER_PART = re.compile(rb"[^(]{0,1000}?(;\s*[A-Z]{1,8}\s*\[)|(?:[^(\]]|\((?!\s*;)){0,1000}\]")
"""Matches what belongs to a game but follows its last `)`: up to a node, or else up to the end of a value."""
_TOKEN = re.compile(
    rb"\s*(?:([();])|([A-Za-z]{1,64})\s*(?=\[%s\])|(\[%s\]|\]|(?:\\[nrt]|[^();\[\]])+?(?=%s|[();\[\]]|\Z)))"
    % (VALUE, VALUE, PROPERTY),
    re.DOTALL,
)
_PLAIN_WITHOUT_END = re.compile(rb"(.*?)(?:\\\]|(?=\s*(?:[;()\[]|[A-Z]{1,8}\s*\[)))", re.DOTALL)
_TEXT_WITHOUT_END = re.compile(rb"(.*?)(?=%s)" % NODE_AT_END, re.DOTALL)
"""Match a value, as their group, that something else follows than its `]`."""
_MAX_SHOWN_TEXT = 30


class RepairKind(str, Enum):
    """What was damaged. Each value is a sentence without the final period."""

    NO_START = "the ( before the first node is missing; the game is read anyway"
    NO_ROOT_SIGN = "the ; before the first node is missing; the node is read anyway"
    NO_SIGN = "the ; before a node is missing; the node is read anyway"
    AFTER_VARIATION = "a node follows a variation; it is read as another variation"
    EMPTY_VARIATION = "a variation without nodes is ignored"
    NOT_SGF = "text outside values is ignored"
    UNCLOSED = "the ] after a value is missing; the value is read without what follows"
    NO_END = "the ) at the end of a game is missing; the next game begins anyway"
    EARLY_END = "a ) ends the game before its last node; it is ignored"


class RepairedGame:
    """A game that was repaired.

    content     -- the well-formed game.
    end         -- the offset after the damaged game in its file.
    is_complete -- False if the file breaks off before the end of the game.
    """

    def __init__(self, file: bytes, start: int, line: int) -> None:
        """Repair the game at an offset of a file, which is on a line.  Raise SgfError if it is too large."""
        self._file, self._start, self._line, self._last = file, start, line, b";"
        self._found: dict[RepairKind, tuple[int, int, bytes]] = {}  # number, first offset, its text
        self._pieces, self._ends = [b"(;"], [1]  # for each open variation, how many ) end it
        sign = GAME.match(file, start)
        self._has_start = file.startswith(b"(", start)
        self.end = sign.end() if sign is not None else start + file.startswith((b"(", b";"), start)
        if not self._has_start:
            self._note(RepairKind.NO_START, start)
        elif sign is None:
            self._note(RepairKind.NO_ROOT_SIGN, start)
        self.is_complete = self._read()
        while self._pieces[-1] == b"(":
            self._pieces.pop()
            self._ends.pop()
        self.content = b"".join(self._pieces) + b")" * sum(self._ends)

    def _read(self) -> bool:
        """Add all of the game, and return whether the file does not break off."""
        while self._ends:
            if self.end - self._start > MAX_SAVE_SIZE:
                raise too_large(MAX_SAVE_SIZE)
            match = _TOKEN.match(self._file, self.end)
            if match is None or self._is_cut(match):
                rest, self.end = self._file[self.end :], len(self._file)
                return not (self._has_start or rest.strip())
            if match[1] == b"(" and NEXT_GAME.match(self._file, match.start(1)):
                self._note(RepairKind.NO_END, match.start(1))
                break
            self.end = match.end()
            self._add(match)
        return True

    def _is_cut(self, match: re.Match[bytes]) -> bool:
        """Return whether the file breaks off after a text outside values."""
        if match[3] is None or match[3].startswith((b"[", b"]")):
            return False
        follows = self._file[match.end() : match.end() + 1]
        return not follows or (follows == b"[" and _NEXT_VALUE.match(self._file, match.end()) is None)

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
        later = LATER_PART.match(self._file, self.end)
        if later is not None and later[1] is None:
            self._note(RepairKind.NOT_SGF, self.end, later[0])
        elif later is not None:
            self._note(RepairKind.EARLY_END, self.end)
        return later is not None and later[1] is not None

    def _close(self, offset: int) -> None:
        """End a variation; one without nodes is left out."""
        if self._pieces[-1] == b"(":
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
        """Add a property with the values that follow, each up to a property within it."""
        self._pieces.append(name.encode())
        pattern = _PLAIN_WITHOUT_END if name in PLAIN_PROPERTIES else _TEXT_WITHOUT_END
        while (match := _NEXT_VALUE.match(self._file, self.end)) is not None:
            start, self.end = match.span(1)
            part = pattern.match(self._file, start, self.end) if b"[" in match[1] else None
            if part is None:
                self.end += 1
            else:
                self._note(RepairKind.UNCLOSED, start)
                self.end = part.end()
            self._pieces.append(b"[%s]" % well_formed_value(name, (part or match)[1]))

    def _note(self, kind: RepairKind, offset: int, ignored: bytes = b"") -> None:
        """Note a repair at an offset, and the text that it leaves out."""
        number, first, text = self._found.get(kind, (0, offset, ignored[: 4 * _MAX_SHOWN_TEXT]))
        self._found[kind] = number + 1, first, text

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each kind of damage, with the line of the first case."""
        return tuple(map(self._sentence, self._found))

    def _sentence(self, kind: RepairKind) -> str:
        """Return the warning about a kind of damage."""
        problem, (number, offset, ignored) = kind.value, self._found[kind]
        if kind in (RepairKind.NO_START, RepairKind.NO_ROOT_SIGN):
            return f"{problem[0].upper()}{problem[1:]}."
        while self._file[offset : offset + 1].isspace():
            offset += 1
        line = self._line + self._file.count(b"\n", self._start, offset)
        text = truncate(sanitize(" ".join(ignored.decode("utf-8", "replace").split())), _MAX_SHOWN_TEXT)
        more = f" ({number} times)" if number > 1 else ""
        return f"Line {line}: {problem}{f': {text}' if text else ''}{more}."
