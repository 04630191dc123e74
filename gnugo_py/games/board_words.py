"""Boards in words, for people who do not see them: points, chains, rows, marks and changes.

>>> row_in_words(Diagram(("XX-O",), ("A", "B", "C", "D"), ("1",)), "1")
'Row 1: A to B Black, C empty, D White.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from gnugo_py.games.diagram import Diagram, cell_name, listed_marks, with_signs
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import describe_move, join_words
from gnugo_py.games.types import Color, Mark, Move, Point

_STONE_SIGNS = {"X": "Black", "O": "White"}
_SIGN_NAMES = {
    **_STONE_SIGNS, "-": "empty", "+": "empty", "#": "arrow",
    "x": "dead black stone", "o": "dead white stone", "b": "Black's territory", "w": "White's territory",
}  # fmt: skip
_OWNER_NAMES = {
    "B": "Black", "W": "White", "b": "perhaps Black", "w": "perhaps White",
    "x": "black stone likely lost", "o": "white stone likely lost",
}  # fmt: skip
"""The meanings of the marks for likely owners."""


def point_in_words(position: Position, point: Point) -> tuple[str, ...]:
    """Return what is on a point, what is known about it, and what is beside it, in sentences."""
    words = words_of(position)
    what = words.describe_point(point) or "empty"
    groups = (group for color in Color for group in words.groups(color))
    own = next((group for group in groups if group >> point & 1), 0)
    return (
        f"{position.format_point(point)}: {what}.",
        *([f"Stones: {_names(position, iter_points(own))}."] if own.bit_count() > 1 else []),
        *words.point_facts(point),
        f"Beside it: {', '.join(_neighbors(position, point))}.",
    )


def _neighbors(position: Position, point: Point) -> list[str]:
    cells, near = position.cells(), iter_points(position.board.geometry.neighbors[point])
    return [f"{position.format_point(each)} {_SIGN_NAMES[cells.get(each, '-')]}" for each in near]


def chains_in_words(position: Position) -> tuple[str, ...]:
    """Return a line for each chain (or root, or queen) of Black, then of White; then what else there is."""
    words = words_of(position)
    lines = [
        f"{_names(position, iter_points(chain))}: {words.describe_point(next(iter_points(chain)))}."
        for color in Color
        for chain in words.groups(color)
    ]
    arrows = {point: sign for point, sign in position.cells().items() if sign == "#"}
    return (
        *(lines or ["The board is empty."]),
        *(pieces_in_words(position, arrows) if arrows else ()),
        *words.status_lines(),
    )


def board_in_words(position: Position, is_over: bool = False) -> tuple[str, ...]:
    """Return the size of the board, and the points of the pieces of each kind, in sentences.

    is_over -- whether the game has ended, even if the position does not show it.
    """
    turn = "the game is over" if is_over or position.is_over else f"{position.to_move} to move"
    about = f"{position.size}x{position.size} board, {turn}."
    return (about, *pieces_in_words(position, position.cells()))


def pieces_in_words(position: Position, cells: Mapping[Point, str]) -> tuple[str, ...]:
    """Return the points of the pieces of each kind, in sentences.

    position -- a position on the board, which names the points.
    cells    -- the sign of each occupied point.
    """
    kinds = {"X": "Black", "O": "White", "#": "Arrows"}
    listed = [
        f"{kind}: {_names(position, (point for point, found in cells.items() if found == sign))}."
        for sign, kind in kinds.items()
        if sign in cells.values()
    ]
    return tuple(listed or ["The board is empty."])


def removed_in_words(position: Position) -> tuple[str, ...]:
    """Return which stones the last move removed, as a sentence; empty if it removed none."""
    points = position.marks().captured
    return (f"Taken off the board: {_names(position, points)}.",) if points else ()


def new_atari_in_words(position: Position) -> tuple[str, ...]:
    """Return the stones that are in atari since the last move, in a sentence for each color."""
    before, cells = position.previous, position.cells()
    known = () if before is None else before.marks().in_atari
    new = sorted(set(position.marks().in_atari).difference(known))
    found = {name: [each for each in new if cells[each] == sign] for sign, name in _STONE_SIGNS.items()}
    return tuple(
        f"{name}'s {'stones' if len(points) > 1 else 'stone'} at {points_in_words(position, points)}"
        f" {'are' if len(points) > 1 else 'is'} in atari."
        for name, points in found.items()
        if points
    )


def new_status_lines(position: Position) -> tuple[str, ...]:
    """Return what is new with the last move: stones in atari and status lines, without the turn."""
    before = position.previous
    known = {f"{position.to_move} to move.", *(() if before is None else words_of(before).status_lines())}
    return (
        *new_atari_in_words(position),
        *(line for line in words_of(position).status_lines() if line not in known),
    )


def changes_in_words(position: Position) -> tuple[str, ...]:
    """Return the effects of the last move, the stones that it removed, and what else is new."""
    return (*words_of(position).effects(), *removed_in_words(position), *new_status_lines(position))


def cell_in_words(diagram: Diagram, cell: tuple[int, int]) -> str:
    """Return what a diagram shows at a (row, column), as a sentence."""
    row, column = cell
    return f"{cell_name(diagram, cell)}: {_SIGN_NAMES[diagram.rows[row][column]]}."


def row_in_words(diagram: Diagram, label: str, names: Mapping[str, str] = _SIGN_NAMES) -> str:
    """Return a row of a diagram as a sentence.

    label -- the label of the row.
    names -- the words for the signs.
    """
    signs = diagram.rows[diagram.row_labels.index(label)]
    runs = groupby(zip(diagram.column_labels, signs, strict=True), lambda each: names.get(each[1], each[1]))
    parts = []
    for name, run in runs:
        (first, _), *others = run
        where = f"{first} to {others[-1][0]}" if others else first
        parts.append(f"{'all' if len(others) + 1 == len(signs) else where} {name}")
    return f"Row {label}: {', '.join(parts)}."


def rows_in_words(diagram: Diagram) -> tuple[str, ...]:
    """Return a sentence for each row of a diagram."""
    return tuple(row_in_words(diagram, label) for label in diagram.row_labels)


def owners_in_words(diagram: Diagram, marks: Iterable[tuple[tuple[int, int], Mark]]) -> tuple[str, ...]:
    """Return a line for each row that says who is likely to own its points.

    marks -- the marks for likely owners, by (row, column).
    """
    names = {**_SIGN_NAMES, "-": "open", "+": "open", **_OWNER_NAMES}
    marked = with_signs(diagram, ((cell, mark.text) for cell, mark in marks))
    return tuple(row_in_words(marked, label, names) for label in diagram.row_labels)


def marks_in_words(diagram: Diagram, marks: Iterable[tuple[tuple[int, int], Mark]]) -> tuple[str, ...]:
    """Return the points that are marked, by mark, as a sentence; empty if none has a sign."""
    territory = {"b": "Black's territory", "w": "White's territory"}
    named = (
        (cell, Mark(territory.get(mark.text, mark.text)) if mark.kind == "owner" else mark)
        for cell, mark in marks
        if mark.text
    )
    listed = listed_marks(diagram, named)
    return (f"Marked: {listed}.",) if listed else ()


def continuation_in_words(position: Position, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the moves that are expected from a position, as a sentence; empty if it is at most one."""
    said = []
    for move in moves:
        said.append(describe_move(str(position.to_move), position.format_move(move), ""))
        position = position.play_unchecked(move)
    return (f"Expected continuation: {', '.join(said)}.",) if len(said) > 1 else ()


def points_in_words(position: Position, points: Iterable[Point], last: str = "and") -> str:
    """Return points as a phrase; `last` is the word before the last one."""
    return join_words([position.format_point(point) for point in points], last)


def _names(position: Position, points: Iterable[Point]) -> str:
    return " ".join(map(position.format_point, points))
