"""Boards of any size as two integers, one bit a point.

A point's number is `row * (size + 1) + column`, row 0 at the top: the bits run
in board order, and one unused bit ends each row, so that shifting a set of
points by one never wraps into the next row.  Bit `p` of a set is point `p`.
"""

from __future__ import annotations

from gnugo_py.core.bitboard import points_of as points_of
from gnugo_py.core.diagram import LETTERS_WITHOUT_I
from gnugo_py.core.text import cut
from gnugo_py.core.types import Mistake, Point

SMALLEST, LARGEST = 2, 25
SIZES = tuple(range(SMALLEST, LARGEST + 1))

LETTERS = LETTERS_WITHOUT_I
_SGF = "abcdefghijklmnopqrstuvwxyz"


def point_at(row: int, column: int, size: int) -> Point:
    """The point of a row and a column.  Does not check that they are on the board."""
    return row * (size + 1) + column


def row_column(point: Point, size: int) -> tuple[int, int]:
    """The (row, column) of a point."""
    return divmod(point, size + 1)


def format_vertex(point: Point, size: int) -> str:
    """A point as people write it.  Raises Mistake for one that is not on the board.

    >>> format_vertex(75, 19)
    'Q16'
    """
    _check("", size)
    row, column = divmod(point, size + 1) if isinstance(point, int) else (-1, -1)
    if not 0 <= row < size > column:
        raise Mistake(f"{point} is no point of a {size}x{size} board")
    return f"{LETTERS[column]}{size - row}"


def parse_vertex(text: str, size: int) -> Point:
    """The point people wrote, in either case, spaces around it allowed.

    Raises Mistake, with the remedy, for what is no vertex or not on this board.

    >>> parse_vertex("q16", 19)
    75
    """
    _check(text, size)
    word = text.strip().upper()
    letter, digits = word[:1], word[1:]
    if not ("A" <= letter <= "Z" and digits.isascii() and digits.isdigit() and len(digits) <= 3):
        example = f"{LETTERS[max(size - 3, 0)]}{min(size, 3)}"
        raise Mistake(f"{_shown(text)} is no point; write a letter and a number, like {example}")
    if letter == "I":
        raise Mistake("there is no column I; the letters go from H straight to J")
    column, line = LETTERS.index(letter), int(digits)
    if column >= size or not 1 <= line <= size:
        bounds = f"columns go from A to {LETTERS[size - 1]}, lines from 1 to {size}"
        raise Mistake(f"{word} is off the board; {bounds}")
    return point_at(size - line, column, size)


def format_vertices(points: int, size: int) -> str:
    """A set of points as vertices with spaces between, in board order; empty for none.

    >>> format_vertices(1 << 75 | 1, 19)
    'A19 Q16'
    """
    if points < 0:
        raise Mistake(f"{points} is no set of points: it has no end")
    return " ".join(format_vertex(point, size) for point in points_of(points))


def parse_vertices(text: str, size: int) -> int:
    """The set of points people wrote, spaces or commas between.  Raises Mistake as `parse_vertex`.

    >>> parse_vertices("a19, q16", 19) == 1 << 75 | 1
    True
    """
    _check(text, size)
    return sum({1 << parse_vertex(word, size) for word in text.replace(",", " ").split()})


def _check(text: str, size: int) -> None:
    """Raise Mistake for what is no text, and for a size that no board has."""
    if not isinstance(text, str):
        raise Mistake(f"{text!r:.20} is no text; write a letter and a number, like D4")
    if not isinstance(size, int) or size not in SIZES:
        raise Mistake(f"a board has {SMALLEST} to {LARGEST} lines a side, not {size!r:.20}")


def _shown(text: str) -> str:
    """What a person typed, made fit for one line of a message."""
    return f"'{cut(text.strip(), 20)}'"


def format_sgf(point: Point, size: int) -> str:
    """A point as SGF writes it: column, then row, from the upper left.

    >>> format_sgf(75, 19)
    'pd'
    """
    row, column = divmod(point, size + 1)
    return _SGF[column] + _SGF[row]


def parse_sgf(text: str, size: int) -> Point:
    """The point SGF wrote.  Raises Mistake for what is no point of this board."""
    if len(text) == 2 and text[0] in _SGF and text[1] in _SGF:
        column, row = _SGF.index(text[0]), _SGF.index(text[1])
        if column < size and row < size:
            return point_at(row, column, size)
    raise Mistake(f"{_shown(text)} is no point of a {size}x{size} board")
