"""Vertices: conversion between points and text such as `Q16`.

The numbering of points is described in `board`.
"""

from __future__ import annotations

import re
from functools import cache

from gnugo_py.games.checks import require_type
from gnugo_py.games.diagram import COLUMN_LETTERS
from gnugo_py.games.points import check_size, full_board, iter_points, point_at
from gnugo_py.games.text import truncate
from gnugo_py.games.types import IllegalMove, Point, UserError, WrongTypeError

MIN_GO_BOARD_SIZE, MAX_GO_BOARD_SIZE = 2, 25
GO_BOARD_SIZES = tuple(range(MIN_GO_BOARD_SIZE, MAX_GO_BOARD_SIZE + 1))

_ANY_VERTEX = re.compile(r"([A-Za-z])\s*([0-9]{1,3})|([0-9]{1,3})\s*([A-Za-z])")


def format_vertex(point: Point, size: int) -> str:
    """Return a point as a vertex. Raise UserError if it is not on the board.

    >>> format_vertex(75, 19)
    'Q16'
    """
    check_size(size, GO_BOARD_SIZES)
    require_type("point", point, int, "a point", WrongTypeError)
    row, column = divmod(point, size + 1)
    if not 0 <= row < size > column:
        raise UserError(f"{point} is not a point on a {size}x{size} board")
    return f"{COLUMN_LETTERS[column]}{size - row}"


@cache
def vertices_by_point(size: int) -> dict[Point, str]:
    """Return the vertices of a board by their points."""
    return {point: format_vertex(point, size) for point in iter_points(full_board(size))}


@cache
def points_by_vertex(size: int) -> dict[str, Point]:
    """Return the points of a board by their vertices, in capital letters."""
    return {vertex: point for point, vertex in vertices_by_point(size).items()}


def parse_vertex(text: str, size: int) -> Point:
    """Parse a vertex. Case and surrounding spaces are ignored.

    Raise UserError if the text is not a vertex or the point is not on the board.

    >>> parse_vertex("q16", 19)
    75
    """
    _check(text, size)
    word = text.strip().upper()
    letter, digits = word[:1], word[1:]
    if not ("A" <= letter <= "Z" and digits.isascii() and digits.isdigit() and len(digits) <= 3):
        example = f"{COLUMN_LETTERS[max(size - 3, 0)]}{min(size, 3)}"
        shown = truncate(text.strip(), 20)
        raise UserError(f"'{shown}' is not a point; type a letter and a number, such as {example}")
    if letter == "I":
        raise UserError("there is no column I; column J follows column H")
    column, line = COLUMN_LETTERS.index(letter), int(digits)
    if column >= size or not 1 <= line <= size:
        bounds = f"columns go from A to {COLUMN_LETTERS[size - 1]}, lines from 1 to {size}"
        raise UserError(f"{word} is off the board; {bounds}")
    return point_at(size - line, column, size)


def parse_typed_vertex(text: str, size: int) -> Point:
    """Parse a vertex as people type it, such as `Q16`, `D 4` or `16q`.

    Raise IllegalMove if the point is not on the board, and UserError if the text is not a vertex.
    """
    point = points_by_vertex(size).get(text.strip().upper())
    if point is not None:
        return point
    match = _ANY_VERTEX.fullmatch(text.strip())
    if match is None:
        return parse_vertex(text, size)
    try:
        return parse_vertex((match[1] or match[4]) + (match[2] or match[3]), size)
    except UserError as error:
        raise IllegalMove(str(error)) from None


def format_vertices(points: int, size: int) -> str:
    """Return a set of points as vertices in board order, separated by spaces; empty for the empty set.

    >>> format_vertices(1 << 75 | 1, 19)
    'A19 Q16'
    """
    require_type("points", points, int, "a set of points", WrongTypeError)
    check_size(size, GO_BOARD_SIZES)
    if points < 0:
        raise UserError(f"{points} is not a set of points: it is negative")
    return " ".join(format_vertex(point, size) for point in iter_points(points))


def parse_vertices(text: str, size: int) -> int:
    """Parse vertices separated by spaces or commas into a set of points.

    Raise the same errors as `parse_vertex`.

    >>> parse_vertices("a19, q16", 19) == 1 << 75 | 1
    True
    """
    _check(text, size)
    return sum({1 << parse_vertex(word, size) for word in text.replace(",", " ").split()})


def _check(text: str, size: int) -> None:
    """Raise UserError if the text is not a string or the size is not 2 to 25."""
    require_type("text", text, str, "text such as D4", WrongTypeError)
    check_size(size, GO_BOARD_SIZES)
