"""Local patterns and the opening tree, and the parser for their files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from gnugo_py.games.entries import Entry, parse_entries
from gnugo_py.games.types import FileError, UserError
from gnugo_py.system import files


class PatternPointKind(IntEnum):
    """What a pattern requires of a point; the last three are the first three on the first line."""

    EMPTY = 0
    OPPONENT = 1
    OWN = 2
    MOVE = 3
    EDGE_EMPTY = 4
    EDGE_USER = 5
    EDGE_COMPUTER = 6


_NAMED_POINTS = {
    "friend": PatternPointKind.OWN,
    "enemy": PatternPointKind.OPPONENT,
    "space": PatternPointKind.EMPTY,
    "move": PatternPointKind.MOVE,
}
"""The words for points in a pattern's explanation: the first such point that is not the anchor, `stone`."""


class Pattern(NamedTuple):
    """A local pattern.

    name           -- its name in the pattern file.
    points         -- (dx, dy, kind) relative to the anchor at (0, 0): columns to the right, rows down.
    n_orientations -- how many orientations are tried, 4 or 8.
    weight         -- its value.
    has_line_bonus -- whether the row and column of the move change the value (see `line_bonus`).
    is_disabled    -- whether the pattern is listed but never matches.
    explanation    -- the purpose of the move, as text for the player; often empty. Names in braces are
                      replaced: those of points by vertices, `{own}` and `{other}` by colors.
    """

    name: str
    points: tuple[tuple[int, int, PatternPointKind], ...]
    n_orientations: int
    weight: int
    has_line_bonus: bool = False
    is_disabled: bool = False
    explanation: str = ""

    @property
    def highest_value(self) -> int:
        """The highest value that the pattern can have."""
        return self.weight + 2 * self.has_line_bonus

    @property
    def offsets_by_explanation_word(self) -> dict[str, tuple[int, int]]:
        """The (dx, dy) of each point that the explanation can name, by the word for the point."""
        result = {"stone": (0, 0)}
        for word, wanted in _NAMED_POINTS.items():
            steps = [(dx, dy) for dx, dy, kind in self.points if kind % 4 == wanted and (dx, dy) != (0, 0)]
            result.update((word, step) for step in steps[:1])
        return result


def orient(orientation: int, dx: int, dy: int) -> tuple[int, int]:
    """Return where point (dx, dy) of a pattern lies in an orientation: columns to the right, rows down."""
    turned = (dx, dy), (dx, -dy), (dy, -dx), (-dy, -dx), (-dx, dy), (-dx, -dy), (dy, dx), (-dy, dx)
    return turned[orientation]


class BookNode(NamedTuple):
    """A move in the opening tree.

    name        -- the name of the move in the opening file.
    row, column -- the row and column of the move in the upper left corner, counted from 0.
    children    -- the numbers of the nodes that may come next.
    explanation -- the purpose of the move, as text for the player; often empty.
    """

    name: str
    row: int
    column: int
    children: tuple[int, ...]
    explanation: str = ""


OpeningBook: TypeAlias = tuple[BookNode, ...]
"""An opening tree. Node 0 is the root; its own point is never played."""


@dataclass(frozen=True, eq=False)
class PatternFiles:
    """The content of the two pattern files. An instance is equal only to itself.

    patterns -- the local patterns, in file order.
    opening  -- the opening tree; empty for no opening book.
    """

    patterns: tuple[Pattern, ...] = ()
    opening: OpeningBook = ()


@cache
def load_pattern_files(patterns: str | None) -> PatternFiles:
    """Return the pattern files of a folder; each folder is read once per run.

    patterns -- the folder, `none` for no patterns, or None for the bundled files.

    Raise UserError with the file, the line and a remedy if the files cannot be used.
    """
    if patterns == "none":
        return PatternFiles()
    folder = files.patterns_folder() if patterns is None else patterns
    if patterns is not None and not os.path.isdir(folder):
        remedy = "use a folder with local.txt and opening.txt, or --patterns none"
        raise UserError(f"--patterns: {folder} is not a folder; {remedy}")
    local = os.path.join(folder, files.CLASSIC_PATTERNS_FILE)
    opening = os.path.join(folder, files.CLASSIC_OPENING_FILE)
    local_patterns = parse_patterns(files.read_text(local), local)
    return PatternFiles(local_patterns, parse_opening_book(files.read_text(opening), opening))


_DIAGRAM_SIGNS = {
    **dict(zip(".OX*,ox", PatternPointKind, strict=True)),
    "A": PatternPointKind.OWN,
    "a": PatternPointKind.EDGE_COMPUTER,
}
"""The kind of point for each sign of a diagram, except the wildcard; `A` and `a` are the anchor."""
_WILDCARD_SIGN = "?"
_MAX_PATTERN_REACH = 12
_MAX_WEIGHT = 1000
_CORNER_SIZE = 7


def parse_patterns(text: str, file: str) -> tuple[Pattern, ...]:
    """Return the local patterns of a file, in file order. Raise FileError if the content is invalid."""
    return tuple(_pattern(entry) for entry in parse_entries(text, file, _add_line))


def parse_opening_book(text: str, file: str) -> OpeningBook:
    """Return the opening tree of a file, root first. Raise FileError if the content is invalid."""
    entries = list(parse_entries(text, file, _add_line))
    if not entries or not entries[0].get_all("start"):
        line = entries[0].line if entries else 1
        raise FileError(file, line, "the first entry must be 'start: ...', with its 'then:' lines")
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries):
        _, name = entry.get("move" if number else "start")
        if name in numbers:
            raise entry.error(f"the name '{name}' is used twice; give this move another name")
        numbers[name] = number
    return tuple(_node(entry, numbers, is_root=number == 0) for number, entry in enumerate(entries))


def _add_line(entry: Entry, line: int, raw: str) -> None:
    name, colon, value = (part.strip() for part in raw.partition(":"))
    if colon:
        entry.fields.append((line, name.lower(), value))
    else:
        entry.drawing.append((line, "".join(raw.split())))


def _signs(entry: Entry, allowed: Iterable[str], ignored: str) -> list[tuple[int, int, int, str]]:
    """Return the (line, row, column, sign) of each sign of the drawing that is not to be ignored.

    Raise FileError for a sign that is neither allowed nor to be ignored.
    """
    result = [
        (line, row, column, sign)
        for row, (line, signs) in enumerate(entry.drawing)
        for column, sign in enumerate(signs)
        if sign not in ignored
    ]
    for line, _, _, sign in result:
        if sign not in allowed:
            use = " ".join((*ignored, *allowed))
            raise entry.error(f"invalid diagram character '{sign}'; use {use}", line)
    return result


def _only_one(
    entry: Entry, signs: list[tuple[int, int, int, str]], wanted: str, what: str
) -> tuple[int, int]:
    """Return the (row, column) of the only sign that is in `wanted`.

    Raise FileError if there is none, or more than one.
    """
    places = [(line, row, column) for line, row, column, sign in signs if sign in wanted]
    if len(places) != 1:
        line = places[1][0] if places else entry.line
        raise entry.error(f"the diagram needs {what}, exactly once; it has {len(places)}", line)
    return places[0][1], places[0][2]


def _pattern(entry: Entry) -> Pattern:
    """Return the pattern that an entry describes. Raise FileError if the entry is invalid."""
    entry.allow_only("pattern", "says", "weight", "ways", "bonus", "matches")
    (_, name), (line, weight) = entry.get("pattern"), entry.get("weight")
    if not (weight.isascii() and weight.isdigit() and len(weight) < 9 and 0 < int(weight) <= _MAX_WEIGHT):
        raise entry.error(f"the weight must be a whole number from 1 to {_MAX_WEIGHT}, not '{weight}'", line)
    pattern = Pattern(
        name,
        _pattern_points(entry),
        int(entry.choice("ways", "8", "4")),
        int(weight),
        entry.choice("bonus", "none", "lines") == "lines",
        entry.choice("matches", "always", "never") == "never",
    )
    return pattern._replace(explanation=_says(entry, pattern))


def _says(entry: Entry, pattern: Pattern) -> str:
    """Return an entry's explanation, empty if none is given. Raise FileError if braces are invalid."""
    line, says = entry.get("says", "")
    known = ["own", "other", *pattern.offsets_by_explanation_word]
    named = re.findall(r"\{(\w+)\}", says)
    if not set(named) <= set(known) or 2 * len(named) != len(re.findall("[{}]", says)):
        names = ", ".join(f"{{{name}}}" for name in known)
        raise entry.error(f"invalid braces in 'says'; this pattern allows only {names}", line)
    return says


def _pattern_points(entry: Entry) -> tuple[tuple[int, int, PatternPointKind], ...]:
    """Return the points of a pattern's diagram, relative to its anchor. Raise FileError if it is invalid."""
    signs = _signs(entry, _DIAGRAM_SIGNS, _WILDCARD_SIGN)
    anchor = _only_one(entry, signs, "Aa", "the anchor stone, A (or a on the edge)")
    _only_one(entry, signs, "*", "the move, *")
    points = tuple(
        (column - anchor[1], row - anchor[0], _DIAGRAM_SIGNS[sign]) for _, row, column, sign in signs
    )
    if any(abs(step) > _MAX_PATTERN_REACH for dx, dy, _ in points for step in (dx, dy)):
        problem = (
            f"the diagram reaches more than {_MAX_PATTERN_REACH} points from its anchor; draw it smaller"
        )
        raise entry.error(problem)
    return points


def _node(entry: Entry, numbers: dict[str, int], is_root: bool) -> BookNode:
    """Return the opening tree node that an entry describes. Raise FileError if the entry is invalid."""
    entry.allow_only(*("start", "then") if is_root else ("move", "says", "then"))
    followers, line = list[int](), entry.line
    for line, _, then in entry.get_all("then"):
        for name in filter(None, map(str.strip, then.split(","))):
            if name not in numbers:
                raise entry.error(f"unknown move '{name}'; check the spelling or add the move", line)
            followers.append(numbers[name])
    if is_root:
        if not followers:
            raise entry.error("the start needs a line 'then: ...' with the first moves", line)
        if entry.drawing:
            raise entry.error("the start must not have a diagram; insert a blank line before the next move")
        return BookNode(entry.get("start")[1], 0, 0, tuple(followers))
    row, column = _corner_point(entry)
    return BookNode(entry.get("move")[1], row, column, tuple(followers), entry.get("says", "")[1])


def _corner_point(entry: Entry) -> tuple[int, int]:
    """Return the (row, column) of the `*` in a diagram of a corner. Raise FileError if it is invalid."""
    if not entry.drawing:
        raise entry.error("this move needs a diagram of the upper left corner, with * for the move")
    row, column = _only_one(entry, _signs(entry, "*", ".+"), "*", "the move, *")
    if row >= _CORNER_SIZE or column >= _CORNER_SIZE:
        raise entry.error(f"an opening move must be within {_CORNER_SIZE} lines of the corner")
    return row, column
