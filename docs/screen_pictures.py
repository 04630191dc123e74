"""Pictures of the screens of the program: `python docs/screens.py` writes them to docs/pictures/.

The program runs in a pseudo-terminal with 256 colors. What it shows is drawn as SVG: backgrounds, stones and
the lines of the board as shapes, everything else as text without web fonts.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import pexpect
import pyte
from pyte.screens import Char

from gnugo_py.ui.canvas import SIGN_BY_SUB_CELLS

FOLDER = Path(__file__).parent / "pictures"
EXAMPLE = Path(__file__).parent / "example.sgf"
CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 18, 9
TERMINAL_BACKGROUND, TERMINAL_TEXT = "1c1c1c", "d0d0d0"
TIMEOUT, QUIET = 60.0, 0.5
"""Seconds to wait for a text, and how long the screen must not change before it is drawn."""
NAMED_COLORS = {
    "black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "c4a000", "blue": "2472c8",
    "magenta": "bc3fbc", "cyan": "11a8cd", "white": "e5e5e5",
}  # fmt: skip
ARMS = {
    "─": "lr", "│": "ud", "┌": "rd", "┬": "lrd", "┐": "ld", "├": "rud", "┼": "lrud", "╋": "lrud", "┤": "lud",
    "└": "ru", "┴": "lru", "┘": "lu", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
}  # fmt: skip
"""The directions in which the lines of a character lead: left, right, up and down."""
FONT = 'xml:space="preserve" font-family="monospace" font-size="15"'
FULL_BLOCK, LIGHT_BLOCK = "█", "░"
"""The signs of bars."""
SUB_CELLS = {sign: mask for mask, sign in SIGN_BY_SUB_CELLS.items() if sign != FULL_BLOCK}


class Shot(NamedTuple):
    """A screen to draw.

    words   -- the arguments of the program.
    steps   -- pairs of the text to wait for and the keys to press then.
    ends    -- the text to wait for at last.
    columns, lines -- the size of the terminal, at most 90 columns.
    """

    words: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    ends: str
    columns: int = 80
    lines: int = 24


GAME = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "1989")
SHOTS = {
    "game": Shot(
        (*GAME, "--opponent", "classic"),
        (("your move", "e5\r"), ("2 ○", "c6\r"), ("4 ○", "g6\r"), ("6 ○", "why\r")),
        "Why White",
    ),
    "review": Shot(
        ("review", str(EXAMPLE)),
        (("Black's lead in points$", "goto 18\r"),),
        "(?s)move 18.*Black's lead in points$",
    ),
    "lesson": Shot(("learn", "capture"), (("your move", "b2\r"),), "try|another|again"),
}


def take(shot: Shot, theme: str = "classic") -> pyte.Screen:
    """Run the program with no settings and no saved games, and return its screen."""
    screen = pyte.Screen(shot.columns, shot.lines)
    stream = pyte.ByteStream(screen)
    with tempfile.TemporaryDirectory() as home:
        folders = {"HOME": home, "GNUGO_PY_SAVES": f"{home}/saves", "GNUGO_PY_CONFIG": f"{home}/config"}
        folders |= {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE", "DATA")}
        terminal = {"TERM": "screen-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "gnugo_py", *shot.words, "--theme", theme],
            dimensions=(shot.lines, shot.columns),
            env=terminal | folders | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        try:
            for text, keys in shot.steps:
                _wait(child, stream, screen, text)
                child.send(keys)
            _wait(child, stream, screen, shot.ends)
        finally:
            child.close(force=True)
    return screen


def _wait(child: pexpect.spawn, stream: pyte.ByteStream, screen: pyte.Screen, pattern: str) -> None:
    """Wait until a pattern is on the screen and the screen does not change. Raise TimeoutError."""
    end, changed = time.monotonic() + TIMEOUT, time.monotonic()
    while time.monotonic() < end:
        try:
            stream.feed(child.read_nonblocking(65536, timeout=0.05))
            changed = time.monotonic()
        except pexpect.TIMEOUT:
            shown = "\n".join(line.rstrip() for line in screen.display)
            if re.search(pattern, shown, re.MULTILINE) and time.monotonic() - changed > QUIET:
                return
    raise TimeoutError(f"no {pattern!r} on\n" + "\n".join(screen.display))


def screen_svg(screen: pyte.Screen, title: str) -> str:
    """Return a screen as an SVG picture."""
    width = screen.columns * CELL_WIDTH + 2 * MARGIN
    height = screen.lines * CELL_HEIGHT + 2 * MARGIN
    rows = [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="#{TERMINAL_BACKGROUND}"/>',
        *_fills(rows),
        *_shapes(rows),
        *_texts(rows),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _colors(cell: Char) -> tuple[str, str]:
    """Return the colors of the text and of the background of a cell, as hexadecimal numbers."""
    text = NAMED_COLORS.get(cell.fg, TERMINAL_TEXT if cell.fg == "default" else cell.fg)
    ground = NAMED_COLORS.get(cell.bg, TERMINAL_BACKGROUND if cell.bg == "default" else cell.bg)
    return (ground, text) if cell.reverse else (text, ground)


def _place(row: int, column: int) -> tuple[int, int]:
    """Return the upper left corner of a cell in pixels."""
    return MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT


def _fills(rows: list[list[Char]]) -> Iterator[str]:
    """Yield a path for each color, which fills the sub-cells of that color.

    Each path is drawn a little larger than it is, so that no gap appears between two paths if the picture is
    scaled; the most frequent colors are drawn first.
    """
    paths: dict[str, list[str]] = {}
    areas: Counter[str] = Counter()
    for (left, right, color), (top, bottom) in _rectangles(rows):
        width, height = (right - left) * CELL_WIDTH / 2, (bottom - top) * CELL_HEIGHT / 4
        x, y = MARGIN + left * CELL_WIDTH / 2, MARGIN + top * CELL_HEIGHT / 4
        paths.setdefault(color, []).append(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")
        areas[color] += (right - left) * (bottom - top)
    for color, _ in areas.most_common():
        if color != TERMINAL_BACKGROUND:
            outline = f'stroke="#{color}" stroke-width="0.6"'
            yield f'<path d="{"".join(paths[color])}" fill="#{color}" {outline}/>'


def _rectangles(rows: list[list[Char]]) -> Iterator[tuple[tuple[int, int, str], tuple[int, int]]]:
    """Yield the columns and color, and the rows, of rectangles of sub-cells of one color."""
    open_runs: dict[tuple[int, int, str], int] = {}
    number = 4 * len(rows)
    for sub_row in range(number + 1):
        cells = rows[sub_row // 4] if sub_row < number else []
        colors = (_sub_cell_color(cell, sub_row % 4, half) for cell in cells for half in (0, 1))
        runs, column = list[tuple[int, int, str]](), 0
        for color, alike in groupby(colors):
            end = column + len(list(alike))
            runs.append((column, end, color))
            column = end
        for run in [run for run in open_runs if run not in runs]:
            yield run, (open_runs.pop(run), sub_row)
        for run in runs:
            open_runs.setdefault(run, sub_row)


def _sub_cell_color(cell: Char, quarter: int, half: int) -> str:
    """Return the color of a sub-cell."""
    text, ground = _colors(cell)
    return text if SUB_CELLS.get(cell.data, 0) >> (2 * quarter + half) & 1 else ground


def _shapes(rows: list[list[Char]]) -> Iterator[str]:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            yield from _shape(cell, row, column)


def _ellipse(center: tuple[float, float], radii: tuple[float, float], color: str, is_filled: bool) -> str:
    paint = f'fill="#{color}"' if is_filled else f'fill="none" stroke="#{color}" stroke-width="1.5"'
    return f'<ellipse cx="{center[0]:g}" cy="{center[1]:g}" rx="{radii[0]:g}" ry="{radii[1]:g}" {paint}/>'


def _shape(cell: Char, row: int, column: int) -> Iterator[str]:
    """Yield the shapes of a cell: lines, a stone or a block."""
    x, y = _place(row, column)
    color, middle = _colors(cell)[0], (x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2)
    ends = {
        "l": (x, middle[1]),
        "r": (x + CELL_WIDTH, middle[1]),
        "u": (middle[0], y),
        "d": (middle[0], y + CELL_HEIGHT),
    }
    start = f"M{middle[0]:g} {middle[1]:g}"
    arms = [f"{start}L{ends[arm][0]:g} {ends[arm][1]:g}" for arm in ARMS.get(cell.data, "")]
    if arms:
        yield f'<path d="{"".join(arms)}" stroke="#{color}"/>'
    if cell.data == "╋":
        yield _ellipse(middle, (2.5, 2.5), color, True)
    if cell.data in "●○":
        yield _ellipse(middle, (6, 6), color, cell.data == "●")
    if cell.data in FULL_BLOCK + LIGHT_BLOCK:
        faint = ' opacity="0.3"' if cell.data == LIGHT_BLOCK else ""
        size = f'width="{CELL_WIDTH}" height="{CELL_HEIGHT - 6}"'
        yield f'<rect x="{x}" y="{y + 3}" {size} fill="#{color}"{faint}/>'


def _texts(rows: list[list[Char]]) -> Iterator[str]:
    drawn = {*ARMS, *SUB_CELLS, *"●○", FULL_BLOCK, LIGHT_BLOCK}
    for row, cells in enumerate(rows):
        column = 0
        for (style, is_text), alike in groupby(cells, key=lambda cell: (_look(cell), _is_text(cell, drawn))):
            text = "".join(cell.data for cell in alike)
            x, y = _place(row, column)
            column += len(text)
            if is_text:
                place = f'x="{x}" y="{y + CELL_HEIGHT - 5}" textLength="{len(text) * CELL_WIDTH}"'
                yield f"<text {place} {FONT}{style}>{escape(text)}</text>"


def _is_text(cell: Char, drawn: set[str]) -> bool:
    return cell.data not in drawn and cell.data != " "


def _look(cell: Char) -> str:
    """Return the attributes of the text of a cell."""
    weight = ' font-weight="bold"' if cell.bold else ""
    under = ' text-decoration="underline"' if cell.underscore else ""
    return f' fill="#{_colors(cell)[0]}"{weight}{under}'


def pictures() -> dict[str, str]:
    """Return the pictures by name."""
    return {name: screen_svg(take(shot), f"gnugo-py: {name}") for name, shot in SHOTS.items()}


def write_pictures() -> None:
    """Write the pictures to their folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
