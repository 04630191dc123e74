"""What the curses interface draws: what the program shows, what the person types, and the settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gnugo_py.app.screen import Screen
from gnugo_py.games.diagram import cell_name
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Point
from gnugo_py.storage.settings import DisplaySettings

Cell = tuple[int, int]


class Input(NamedTuple):
    """What the person has typed and pointed at.

    typed          -- the text typed so far.
    caret_from_end -- how many characters of the text are right of the caret; may exceed its length.
    cursor         -- the cell of the cursor, None if it is not shown.
    pending        -- a letter that moved the cursor but may turn out to be text, and the cursor's cell before
                      that.
    scrolled       -- the number of lines of the list of moves below the last one shown.
    scroll         -- how many lines of the page are above the screen.
    history        -- the lines typed before, the newest last.
    history_index  -- which line of `history` the prompt shows, counted from the end; 0 for none.
    """

    typed: str = ""
    caret_from_end: int = 0
    cursor: Cell | None = None
    pending: tuple[str, Cell | None] | None = None
    scrolled: int = 0
    scroll: int = 0
    history: tuple[str, ...] = ()
    history_index: int = 0


class MarkedCells(NamedTuple):
    """The cells of the board to highlight.

    last_move -- the cells of the last move.
    captured  -- cells whose stones were just captured.
    ko        -- empty cells where a move is illegal for a special reason, such as ko.
    winning   -- the stones that decided the game.
    in_atari  -- stones that the next move may capture.
    in_ladder -- stones that are caught in a ladder.
    playable  -- cells where a move can be played.
    """

    last_move: tuple[Cell, ...] = ()
    captured: frozenset[Cell] = frozenset()
    ko: frozenset[Cell] = frozenset()
    winning: frozenset[Cell] = frozenset()
    in_atari: frozenset[Cell] = frozenset()
    in_ladder: frozenset[Cell] = frozenset()
    playable: frozenset[Cell] = frozenset()


class View(NamedTuple):
    """Everything that the curses interface draws.

    screen  -- what the program shows.
    input   -- what the person has typed and pointed at.
    display -- the display settings.
    board   -- the cells of the board to highlight.
    point_description -- a description of the cell of the cursor, empty if there is none.
    """

    screen: Screen = Screen()
    input: Input = Input()
    display: DisplaySettings = DisplaySettings()
    board: MarkedCells = MarkedCells()
    point_description: str = ""


def view_of(screen: Screen, given: Input, display: DisplaySettings, shows_captured: bool) -> View:
    """Return what to draw.

    shows_captured -- whether the last move was made just now, so that the stones it captured are marked.
    """
    cells = _marked_cells(screen, display, shows_captured)
    return View(screen, given, display, cells, _describe_cursor(screen, given.cursor))


def _marked_cells(screen: Screen, display: DisplaySettings, shows_captured: bool) -> MarkedCells:
    """Return the cells to highlight."""
    position, marks = screen.position, screen.marks
    if position is None:
        return MarkedCells()
    shows_moves = display.moves and screen.accepts_moves and not (screen.is_review or screen.is_lesson)
    return MarkedCells(
        last_move=_cells(position, marks.last_move),
        captured=frozenset(_cells(position, marks.captured if shows_captured else ())),
        ko=frozenset(_cells(position, marks.ko)),
        winning=frozenset(_cells(position, marks.winning)),
        in_atari=frozenset(_cells(position, marks.in_atari if display.atari else ())),
        in_ladder=frozenset(_cells(position, marks.in_ladder if display.atari else ())),
        playable=frozenset(_cells(position, position.next_points(()) if shows_moves else ())),
    )


def _describe_cursor(screen: Screen, cell: Cell | None) -> str:
    """Return a description of the cell of the cursor, empty if there is none."""
    position = screen.position
    if position is None or cell is None or screen.diagram is None or screen.is_review:
        return ""
    about = position.describe_point(point_at(*cell, position.size))
    return f"{cell_name(screen.diagram, cell)}: {about}." if about else ""


def _cells(position: Position, points: Iterable[Point]) -> tuple[Cell, ...]:
    """Return the cells of some points."""
    return tuple(row_and_column(point, position.size) for point in points)
