"""A graph of leads or win rates over the course of a game, drawn with characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

_SCALES = (5, 10, 20, 50, 100, 200, 500)
"""The possible leads, in points, at the upper edge of a graph of leads."""
_SHARE_WITHIN = 0.95
"""The share of the values that must lie within the edges; the other values are cut off."""
GRAPH_LABEL_WIDTH = 6
GRAPH_MISTAKE_SIGNS = {("blunder", 0): "B", ("blunder", 1): "W", ("mistake", 0): "b", ("mistake", 1): "w"}
"""The signs below a graph, by the class of a mistake and the color that made it."""
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille character, by row and column of the dot."""
_BRAILLE = 0x2800


def lead_graph_scale(leads: Sequence[float | None]) -> float:
    """Return the lead, in points, at the edges of a graph of leads.

    >>> lead_graph_scale([1.0, -7.5, None])
    10
    """
    sizes = sorted(abs(lead) for lead in leads if lead is not None) or [0.0]
    largest = sizes[min(int(len(sizes) * _SHARE_WITHIN), len(sizes) - 1)]
    return next((scale for scale in _SCALES if scale >= largest), _SCALES[-1])


def graph_lines(
    values: Sequence[float | None], edge: float, width: int, height: int, ascii_only: bool
) -> list[str]:
    """Return a graph as `height` lines of `width` characters, with areas above and below a zero line.

    values     -- the values from left to right, positive above the line; None leaves a gap.
    edge       -- the value at the upper edge; larger values are cut off.
    ascii_only -- whether to use `#` and `-` instead of braille characters, whose dots are finer.
    """
    if ascii_only:
        zero = height // 2
        reaches = _reaches(values, edge, width, zero)
        return ["".join(_letter(zero - row, reach) for reach in reaches) for row in range(height)]
    zero = 2 * height
    codes = [[0] * width for _ in range(height)]
    for at, reach in enumerate(_reaches(values, edge, 2 * width, zero - 1)):
        for row in range(zero - max(reach, 0), zero + 1 - min(reach, 0)):
            codes[row // 4][at // 2] |= _DOTS[row % 4][at % 2]
    return ["".join(chr(_BRAILLE + code) if code else " " for code in line) for line in codes]


def _reaches(values: Sequence[float | None], edge: float, width: int, most: int) -> list[int]:
    """Return how far the area reaches from the line in each of `width` columns; at most `most` rows."""
    columns = (values[scaled_index(at, width, len(values))] for at in range(width))
    return [round(max(min((value or 0.0) / edge, 1.0), -1.0) * most) for value in columns]


def _letter(level: int, reach: int) -> str:
    """Return the sign of a row `level` rows above the line, in a column whose area reaches to `reach`."""
    if level == 0:
        return "-"
    return "#" if 0 < level <= reach or reach <= level < 0 else " "


def scaled_index(at: int, width: int, length: int) -> int:
    """Return the index in a sequence of `length` items that corresponds to column `at` of `width`.

    >>> [scaled_index(at, 3, 101) for at in range(3)]
    [0, 50, 100]
    """
    return at * (length - 1) // max(width - 1, 1)


def marks_below_graph(marks: Mapping[int, str], length: int, width: int) -> str:
    """Return the line below a graph: a sign below each mistake.

    marks  -- the signs, by the index of the position.
    length -- number of positions.
    """
    line = [" "] * width
    for index, sign in sorted(marks.items(), key=lambda each: each[1].isupper()):
        line[scaled_index(index, length, width)] = sign
    return "".join(line).rstrip()


class LeadAndWinRate(NamedTuple):
    """How a game stands, as shown by a bar.

    lead     -- the points by which Black leads, None in games without points.
    win_rate -- the probability that Black wins, 0 to 1.
    """

    lead: float | None
    win_rate: float


class GraphData(NamedTuple):
    """What a graph of a line shows.

    values   -- Black's lead in points, or Black's win rate minus one half, by the index of the position.
    edge     -- the value at the upper edge.
    labels   -- the labels of the upper and the lower edge and of the line between them.
    marks    -- the signs of mistakes, by index.
    cursor   -- the index of the current position.
    title    -- what the graph shows, and the progress of the analysis.
    standing -- how the game stands at the current position, None until that position is judged.
    """

    values: tuple[float | None, ...]
    edge: float
    labels: tuple[str, str, str]
    marks: dict[int, str]
    cursor: int
    title: str
    standing: LeadAndWinRate | None = None

    @property
    def explained_title(self) -> str:
        """The title, and what the signs of mistakes mean if there are some."""
        return f"{self.title}; B W: blunders, b w: mistakes" if self.marks else self.title

    def draw(self, width: int, height: int, ascii_only: bool) -> list[str]:
        """Return the graph with title, labels and marks as `height` lines of at most `width` characters.

        Return an empty list if there is too little room.
        """
        inner, rows = width - GRAPH_LABEL_WIDTH, height - 2
        if inner < 2 or rows < 1:
            return []
        at, bar = scaled_index(self.cursor, len(self.values), inner), "|" if ascii_only else "│"
        drawn = graph_lines(self.values, self.edge, inner, rows, ascii_only)
        upper, lower, middle = self.labels
        labels = {rows // 2: middle, 0: upper, rows - 1: lower}
        lines = [
            f"{labels.get(row, ''):>{GRAPH_LABEL_WIDTH - 1}} {line[:at]}{bar}{line[at + 1 :]}"
            for row, line in enumerate(drawn)
        ]
        below = marks_below_graph(self.marks, len(self.values), inner)
        title = self.explained_title
        return [title if len(title) <= width else self.title, *lines, " " * GRAPH_LABEL_WIDTH + below]
