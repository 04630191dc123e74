"""The list of moves beside the board."""

from __future__ import annotations

from functools import lru_cache

from gnugo_py.app.screen import MoveListRow
from gnugo_py.games.text import display_width as cells
from gnugo_py.ui.canvas import Span, glyph_of_sign
from gnugo_py.ui.view import View


def move_list(view: View, width: int, room: int) -> list[list[Span]]:
    """Return as much of the list of moves as fits, up to the newest or around the current one."""
    if not view.screen.moves or room < 1:
        return []
    rows = _columns(view.screen.moves, width, view.screen.display.ascii)
    current = (number for number, row in enumerate(rows) if any(span.role == "chosen" for span in row))
    now = next(current, None)
    if len(rows) <= room:
        return rows
    now = 0 if now is None and view.screen.is_review else now
    last = len(rows) - view.input.scrolled if now is None else now + 1 + room // 3
    last = min(max(last, room), len(rows))
    return rows[last - room : last]


@lru_cache(2)
def _columns(moves: tuple[MoveListRow, ...], width: int, is_ascii: bool) -> list[list[Span]]:
    """Return the moves arranged in columns. The caller shifts each span to its screen row and column."""
    signs = {sign: glyph_of_sign(sign, is_ascii) for sign in "XO"}
    texts = [f"{each.number:>3} {signs.get(each.sign, ' ')} {each.text}" for each in moves]
    step = max(cells(text) for text in texts) + 2
    number = max((width + 2) // step // 2 * 2, 1)
    first = (moves[0].number - 1) % number
    rows: dict[int, list[Span]] = {}
    for place, (text, each) in enumerate(zip(texts, moves, strict=True), first):
        row, at = divmod(place, number)
        spans = rows.setdefault(row, [])
        spans.append(Span(0, at * step, text, "chosen" if each.is_current else "plain"))
        if each.sign and not (is_ascii or each.is_current):  # as on the board, whatever the terminal's colors
            spans.append(Span(0, at * step + 4, signs[each.sign], "black" if each.sign == "X" else "white"))
    return list(rows.values())
