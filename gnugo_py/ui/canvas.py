"""A drawing of terminal cells, each of which consists of sub-cells: four quarter rows of two halves.

Shapes are painted on the sub-cells.  The sign and the two colors of a cell follow from what covers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from gnugo_py.app.display import GLYPHS
from gnugo_py.storage.themes import DisplayRole

_FULL, _UPPER_LEFT, _UPPER_RIGHT, _LOWER_LEFT, _LOWER_RIGHT = 0xFF, 0x05, 0x0A, 0x50, 0xA0
_QUADRANTS = (_UPPER_LEFT, _UPPER_RIGHT, _LOWER_LEFT, _LOWER_RIGHT)
SIGN_BY_SUB_CELLS = {0xC0: "▂", 0xFC: "▆"} | {
    sum(mask for number, mask in enumerate(_QUADRANTS) if which >> number & 1): sign
    for which, sign in enumerate(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
}
"""The signs by the set of sub-cells that they fill; bit 0 is the upper left sub-cell, bit 1 is beside it."""
_SEAMS = {
    _UPPER_LEFT | _LOWER_LEFT: "│",
    _UPPER_RIGHT | _LOWER_RIGHT: "│",
    _UPPER_LEFT | _UPPER_RIGHT: "─",
    _LOWER_LEFT | _LOWER_RIGHT: "─",
}
"""The line between two stones of one color that share a cell, by the half that one of them covers."""
_STONES = ("black", "white")

UNCHANGED = "\0"
"""Stands in a text for the sign with which the drawing began."""

Shape: TypeAlias = tuple[tuple[int, int, int], ...]
"""The cells that a shape covers: rows and columns from its middle cell, and the set of sub-cells."""


class Span(NamedTuple):
    """A piece of text on one row of the screen. In a `Frame`, it ends within the screen.

    role   -- what it shows.
    ground -- what it stands on, if it has the color of its role on the color of another one.
    """

    row: int
    column: int
    text: str
    role: DisplayRole
    ground: DisplayRole | None = None


Look: TypeAlias = "tuple[DisplayRole, DisplayRole | None]"
"""What a cell shows, and what that stands on; see `Span`."""
CanvasRow: TypeAlias = "tuple[str, tuple[Look | None, ...]]"
"""The signs of a row of cells, and their looks, None outside the drawing."""

_Parts: TypeAlias = "tuple[tuple[DisplayRole, int], ...]"
"""The roles that cover a cell, with their sub-cells; the one painted last is the last."""


@cache
def shape(widths: tuple[int, ...], quarter: int, half: int) -> Shape:
    """Return a shape that is symmetric about a point.

    widths        -- half its width in half columns, for each quarter row from the point outward.
    quarter, half -- the quarter rows and half columns from the upper left corner of the middle cell to the
                     point.
    """
    cells: dict[tuple[int, int], int] = {}
    for away, width in enumerate(widths):
        for down in (quarter + away, quarter - 1 - away):
            for right in range(half - width, half + width):
                cell = down // 4, right // 2
                cells[cell] = cells.get(cell, 0) | 1 << down % 4 * 2 + right % 2
    return tuple((row, column, mask) for (row, column), mask in cells.items())


@cache
def _sign(mask: int) -> tuple[str, bool]:
    """Return the sign that fills a set of sub-cells best, and whether it fills all the others instead."""
    distances = [(mask ^ each).bit_count() for each in SIGN_BY_SUB_CELLS] + [
        (mask ^ each ^ _FULL).bit_count() for each in SIGN_BY_SUB_CELLS
    ]
    best, signs = distances.index(min(distances)), list(SIGN_BY_SUB_CELLS.values())
    return signs[best % len(signs)], best >= len(signs)


def glyph_of_sign(sign: str, ascii_only: bool, has_solid_stones: bool = False) -> str:
    """Return the character drawn for a sign of the board.

    has_solid_stones -- whether stones of both colors are filled, because their colors tell them apart.

    It is one cell wide, except that a terminal set to East Asian widths may draw round stones two cells wide.
    Use `ascii_only` there.
    """
    if ascii_only:
        return sign
    return GLYPHS["X"] if sign == "O" and has_solid_stones else GLYPHS.get(sign, sign)


class Canvas:
    """A drawing.

    rows -- the cells to begin with.
    """

    def __init__(self, rows: Sequence[CanvasRow]) -> None:
        self._signs = [list(signs) for signs, _ in rows]
        self._looks = [list(looks) for _, looks in rows]
        self._painted: dict[tuple[int, int], _Parts] = {}
        self._seams: dict[tuple[int, int], str] = {}
        self._written: dict[tuple[int, int], tuple[str, Look]] = {}

    def paint(
        self, shown: Shape, row: int, column: int, role: DisplayRole, ground: DisplayRole = "empty"
    ) -> None:
        """Paint a shape in the color of a role; what is left or right of the drawing is left out.

        row, column -- its middle cell.
        ground      -- what is below where nothing has been painted yet.
        """
        painted, whole = self._painted, ((role, _FULL),)
        for down, right, mask in shown:
            place = row + down, column + right
            if not 0 <= column + right < len(self._signs[row + down]):
                continue
            if mask == _FULL:
                painted[place] = whole
                continue
            before = painted.get(place) or ((ground, _FULL),)
            painted[place] = after = _covered(before, role, mask)
            if after == whole and role in _STONES and mask in _SEAMS:
                self._seams[place] = _SEAMS[mask]

    def write(
        self, row: int, column: int, text: str, role: DisplayRole, ground: DisplayRole | None = None
    ) -> None:
        """Write a text over what has been painted or will be; what is outside the drawing is left out."""
        for right, sign in enumerate(text[: len(self._signs[row]) - column], column):
            shown = self._signs[row][right] if sign == UNCHANGED else sign
            self._written[row, right] = shown, (role, ground)

    def spans(self, top: int, left: int) -> Iterator[Span]:
        """Yield the spans of the drawing from a corner on, with adjacent cells of one look merged."""
        for (row, column), parts in self._painted.items():
            seam = self._seams.get((row, column), " ")
            self._written.setdefault((row, column), _painted_cell(parts, seam))
        for (row, column), (sign, written) in self._written.items():
            self._signs[row][column], self._looks[row][column] = sign, written
        for row, (signs, looks) in enumerate(zip(self._signs, self._looks, strict=True), top):
            end = 0
            for look, alike in groupby(looks):
                start, end = end, end + len(list(alike))
                if look is not None:
                    yield Span(row, left + start, "".join(signs[start:end]), *look)


@lru_cache(1000)
def _covered(parts: _Parts, role: DisplayRole, mask: int) -> _Parts:
    """Return the parts of a cell after a set of its sub-cells was painted in the color of a role."""
    kept = [(each, left) for each, old in parts if each != role and (left := old & ~mask)]
    return (*kept, (role, mask | dict(parts).get(role, 0)))


@lru_cache(1000)
def _painted_cell(parts: _Parts, seam: str) -> tuple[str, Look]:
    """Return the sign and look of a cell, of two roles at most; a seam is a line between stones."""
    (role, mask), others = parts[-1], parts[:-1]
    if not others:
        return seam, ("label", role)
    ground = max(others, key=lambda part: part[1].bit_count())[0]
    sign, is_inverse = _sign(mask)
    return sign, ((ground, role) if is_inverse else (role, ground))
