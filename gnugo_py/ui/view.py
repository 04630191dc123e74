"""What the curses interface draws: the screen, what is typed, and the cells of the board to highlight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gnugo_py.app.screen import Screen
from gnugo_py.games.diagram import cell_name
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import PositionMarks
from gnugo_py.storage.themes import DisplayRole
from gnugo_py.ui.keys import Cell, Input

Highlight = tuple[str, DisplayRole]
HIGHLIGHTS: dict[str, Highlight] = {
    "playable": ("+", "lit"),
    "ko": ("#", "forbidden"),
    "captured": ("*", "taken"),
    "in_atari": ("", "threatened"),
    "in_ladder": ("", "caught"),
    "last_move": ("", "last"),
    "winning": ("", "winning"),
}
"""The sign, empty for that of the board, and the role of the points that can be played and of those of
`PositionMarks`; where a point is of several kinds, the last one counts.
"""


class View(NamedTuple):
    """Everything that the curses interface draws.

    highlights -- the cells of the board to highlight; see `HIGHLIGHTS`.
    point_description -- a description of the cell of the cursor, empty if there is none.
    has_solid_stones -- whether colors tell the stones apart, so that they are drawn as shapes of one color.
    has_colors -- whether there are colors at all.
    footnote -- the marks for which the board has no room, as text; empty until the board is laid out.
    is_wide    -- whether the window is so wide that the map of variations is shown.
    shows_keys -- whether it is so large that the keys of the moment are shown.
    """

    screen: Screen = Screen()
    input: Input = Input()
    highlights: Mapping[Cell, Highlight] = {}
    point_description: str = ""
    has_solid_stones: bool = False
    has_colors: bool = True
    footnote: str = ""
    is_wide: bool = False
    shows_keys: bool = False


def view_of(
    screen: Screen,
    current: Input,
    shows_captured: bool,
    has_solid_stones: bool = False,
    has_colors: bool = True,
) -> View:
    """Return what to draw; what the last move captured is marked if it was made just now."""
    position, marks, display = screen.position, screen.marks, screen.display
    marked: Mapping[Cell, Highlight] = {}
    if position is not None:
        is_wanted = display.moves or position.game.marks_moves
        shows_moves = is_wanted and screen.accepts_moves and not (screen.is_review or screen.is_lesson)
        if not shows_captured:
            marks = marks._replace(captured=())
        if not display.atari:
            marks = marks._replace(in_atari=(), in_ladder=())
        marked = _highlights_of(position, marks, shows_moves)
    about = "" if current.cursor is None else _describe_cursor(screen, current.cursor)
    return View(screen, current, marked, about, has_solid_stones, has_colors)


@lru_cache(1)
def _highlights_of(position: Position, marks: PositionMarks, shows_moves: bool) -> dict[Cell, Highlight]:
    """Return the cells to highlight, which stay the same while a line is edited."""
    points = {**marks._asdict(), "playable": position.next_points(()) if shows_moves else ()}
    found: dict[Cell, Highlight] = {}
    for kind, (sign, role) in HIGHLIGHTS.items():
        for point in points[kind]:
            cell = row_and_column(point, position.size)
            found[cell] = sign or found.get(cell, ("", role))[0], role
    return found


def _describe_cursor(screen: Screen, cell: Cell) -> str:
    position = screen.position
    if position is None or screen.diagram is None or screen.is_review:
        return ""
    about = words_of(position).describe_point(point_at(*cell, position.size))
    return f"{cell_name(screen.diagram, cell)}: {about}." if about else ""
