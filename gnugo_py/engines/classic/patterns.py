"""Local patterns as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from gnugo_py.core.text import blocks
from gnugo_py.core.types import FileMistake
from gnugo_py.engines.classic.book import Node, Tree


class Kind(IntEnum):
    """What a point of a pattern asks for; the last three also ask for the first line."""

    EMPTY = 0
    USER = 1
    COMPUTER = 2
    MOVE = 3
    EDGE_EMPTY = 4
    EDGE_USER = 5
    EDGE_COMPUTER = 6


NAMED: dict[str, tuple[Kind, ...]] = {
    "stone": (Kind.COMPUTER, Kind.EDGE_COMPUTER),
    "friend": (Kind.COMPUTER, Kind.EDGE_COMPUTER),
    "enemy": (Kind.USER, Kind.EDGE_USER),
    "space": (Kind.EMPTY, Kind.EDGE_EMPTY),
    "move": (Kind.MOVE,),
}
"""Points of a pattern that its words can name: the first of some kinds, `stone` being the anchor alone."""


class Pattern(NamedTuple):
    """A local pattern.

    name         -- what the pattern file calls it.
    points       -- (dx, dy, kind) around the anchor (0, 0): columns right, rows down.
    orientations -- 4 or 8, how many of the ways round are tried.
    weight       -- what it is worth.
    extension    -- whether the lines of the move add to or take from its worth.
    never        -- True for a pattern that is listed and cannot match.
    says         -- why it is played, in words for a person, often none; `NAMED` points, `{own}` and `{other}`
                    stand for what they are on the board.
    """

    name: str
    points: tuple[tuple[int, int, Kind], ...]
    orientations: int
    weight: int
    extension: bool = False
    never: bool = False
    says: str = ""

    @property
    def named(self) -> dict[str, tuple[int, int]]:
        """The (dx, dy) of the points that its words can name."""
        found = {}
        for name, kinds in NAMED.items():
            rest = [(dx, dy) for dx, dy, kind in self.points if kind in kinds and (dx, dy) != (0, 0)]
            if name == "stone" or rest:
                found[name] = (0, 0) if name == "stone" else rest[0]
        return found

    @property
    def move(self) -> tuple[int, int]:
        """The (dx, dy) of the move."""
        return next((dx, dy) for dx, dy, kind in self.points if kind is Kind.MOVE)


SIGNS = {
    ".": Kind.EMPTY,
    "O": Kind.USER,
    "X": Kind.COMPUTER,
    "*": Kind.MOVE,
    ",": Kind.EDGE_EMPTY,
    "o": Kind.EDGE_USER,
    "x": Kind.EDGE_COMPUTER,
    "A": Kind.COMPUTER,
    "a": Kind.EDGE_COMPUTER,
}
ANYTHING = "?"
WIDEST = 12
HIGHEST_WEIGHT = 1000
CORNER = 7


@dataclass(slots=True)
class _Entry:
    """One entry as read: its fields and its diagram, with the lines they stand on."""

    file: str
    line: int
    fields: dict[str, tuple[int, str]] = field(default_factory=dict)
    diagram: list[tuple[int, str]] = field(default_factory=list)

    def error(self, problem: str, line: int | None = None) -> FileMistake:
        return FileMistake(self.file, line or self.line, problem)

    def text(self, name: str) -> str:
        """A field that must be there and say something."""
        line, value = self.fields.get(name, (self.line, ""))
        if not value:
            raise self.error(f"this entry needs a line '{name}: ...'", line)
        return value

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """A field that may be left out (then the first) and must be one of a few words."""
        line, value = self.fields.get(name, (self.line, allowed[0]))
        if value not in allowed:
            raise self.error(f"'{name}' must be {' or '.join(allowed)}, not '{value}'", line)
        return value

    def allow_only(self, names: tuple[str, ...]) -> None:
        for name, (line, _) in self.fields.items():
            if name not in names:
                raise self.error(f"no field is called '{name}'; there are {', '.join(names)}", line)


def parse_patterns(text: str, file: str) -> tuple[Pattern, ...]:
    """The local patterns of a file, in its order.

    text -- what the file holds.
    file -- its name, for messages.

    Raises FileMistake.
    """
    return tuple(_pattern(entry) for entry in _entries(text, file))


def parse_opening(text: str, file: str) -> Tree:
    """The opening tree of a file, its root first.  Raises FileMistake."""
    entries = list(_entries(text, file))
    if not entries or "start" not in entries[0].fields:
        line = entries[0].line if entries else 1
        raise FileMistake(file, line, "the first entry must be 'start: ...', with its 'then:' lines")
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries):
        name = entry.text("move" if number else "start")
        if name in numbers:
            raise entry.error(f"there is a move called '{name}' already; give this one another name")
        numbers[name] = number
    return tuple(_node(entry, numbers, is_root=number == 0) for number, entry in enumerate(entries))


def _entries(text: str, file: str) -> Iterator[_Entry]:
    for block in blocks(text):
        entry = _Entry(file, block[0][0])
        for line, raw in block:
            _take(entry, line, raw)
        yield entry


def _take(entry: _Entry, line: int, raw: str) -> None:
    """Note a line of an entry; several `then` lines are joined with commas.  Raises FileMistake."""
    name, colon, value = raw.partition(":")
    if not colon:
        entry.diagram.append((line, "".join(raw.split())))
        return
    name, value = name.strip().lower(), value.strip()
    if name in entry.fields and name != "then":
        raise entry.error(f"a second '{name}' in one entry; is a blank line missing before it?", line)
    first, before = entry.fields.get(name, (line, ""))
    entry.fields[name] = (first, f"{before}, {value}" if before else value)


def _pattern(entry: _Entry) -> Pattern:
    """The pattern an entry describes."""
    entry.allow_only(("pattern", "says", "weight", "ways", "bonus", "matches"))
    name = entry.text("pattern")
    weight = entry.text("weight")
    if not (weight.isascii() and weight.isdigit() and len(weight) < 9 and 0 < int(weight) <= HIGHEST_WEIGHT):
        line = entry.fields["weight"][0]
        problem = f"the weight must be a whole number from 1 to {HIGHEST_WEIGHT}, not '{weight}'"
        raise entry.error(problem, line)
    pattern = Pattern(
        name,
        _pattern_points(entry),
        int(entry.choice("ways", ("8", "4"))),
        int(weight),
        entry.choice("bonus", ("none", "lines")) == "lines",
        entry.choice("matches", ("always", "never")) == "never",
    )
    return pattern._replace(says=_says(entry, pattern))


def _says(entry: _Entry, pattern: Pattern) -> str:
    """The words for a person of an entry, often none."""
    line, says = entry.fields.get("says", (entry.line, ""))
    known = ["own", "other", *pattern.named]
    named = re.findall(r"\{(\w+)\}", says)
    if not set(named) <= set(known) or 2 * len(named) != len(re.findall("[{}]", says)):
        names = ", ".join(f"{{{name}}}" for name in known)
        raise entry.error(f"in 'says' of this pattern may stand {names}, and no other braces", line)
    return says


def _pattern_points(entry: _Entry) -> tuple[tuple[int, int, Kind], ...]:
    """A pattern's diagram as points around its anchor."""
    signs = [
        (line, row, column, sign)
        for row, (line, signs) in enumerate(entry.diagram)
        for column, sign in enumerate(signs)
        if sign != ANYTHING
    ]
    for line, _, _, sign in signs:
        if sign not in SIGNS:
            raise entry.error(f"'{sign}' is no sign of a diagram; use {' '.join(SIGNS)} {ANYTHING}", line)
    anchor = _only_one(entry, signs, "Aa", "the stone the pattern hangs on, A (or a on the edge)")
    _only_one(entry, signs, "*", "the move, *")
    points = tuple((column - anchor[1], row - anchor[0], SIGNS[sign]) for _, row, column, sign in signs)
    if any(abs(step) > WIDEST for dx, dy, _ in points for step in (dx, dy)):
        raise entry.error(f"the diagram reaches more than {WIDEST} points from its anchor; draw it smaller")
    return points


def _only_one(
    entry: _Entry, signs: list[tuple[int, int, int, str]], wanted: str, what: str
) -> tuple[int, int]:
    """The (row, column) of the one sign among `wanted` that the diagram must have."""
    places = [(line, row, column) for line, row, column, sign in signs if sign in wanted]
    if len(places) != 1:
        line = places[1][0] if places else entry.line
        raise entry.error(f"the diagram needs {what}, exactly once; it has {len(places)}", line)
    return places[0][1], places[0][2]


def _node(entry: _Entry, numbers: dict[str, int], is_root: bool) -> Node:
    """The move of the opening tree an entry describes."""
    entry.allow_only(("start", "then") if is_root else ("move", "says", "then"))
    line, then = entry.fields.get("then", (entry.line, ""))
    names = [name.strip() for name in then.split(",") if name.strip()]
    for name in names:
        if name not in numbers:
            raise entry.error(f"no move is called '{name}'; check the spelling or add it", line)
    followers = tuple(numbers[name] for name in names)
    if is_root:
        if not followers:
            raise entry.error("the start needs a line 'then: ...' with the first moves", line)
        if entry.diagram:
            raise entry.error("the start has no diagram; a blank line belongs before the next move")
        return Node(entry.text("start"), 0, 0, followers)
    row, column = _corner_point(entry)
    return Node(entry.text("move"), row, column, followers, entry.fields.get("says", (0, ""))[1])


def _corner_point(entry: _Entry) -> tuple[int, int]:
    """The (row, column) of the one `*` in a drawing of the upper left corner."""
    if not entry.diagram:
        raise entry.error("this move needs a diagram of the upper left corner, with * where it is played")
    for line, signs in entry.diagram:
        if set(signs) - set(".+*"):
            raise entry.error("a corner is drawn with . and + for its points and * for the move", line)
    places = [
        (row, column)
        for row, (_, signs) in enumerate(entry.diagram)
        for column, sign in enumerate(signs)
        if sign == "*"
    ]
    if len(places) != 1:
        raise entry.error(f"the diagram needs exactly one *, the move; it has {len(places)}")
    row, column = places[0]
    if row >= CORNER or column >= CORNER:
        raise entry.error(f"a move of the opening lies within {CORNER} lines of the corner")
    return row, column
