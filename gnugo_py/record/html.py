"""Writer for self-contained web pages that show a game, with keys and buttons to step through the moves."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import NamedTuple

from gnugo_py.core.diagram import (
    STONE_FILL_BY_SIGN,
    STONE_RADIUS,
    all_stone_svg_elements,
    empty_board_svg_elements,
    svg_board_layout,
)
from gnugo_py.core.position import Position
from gnugo_py.core.text import sanitize

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_GRAPH_WIDTH, _GRAPH_HEIGHT = 600, 120
_BOARD_ELEMENT = b'<svg id="board" viewBox="'


class HtmlPagePosition(NamedTuple):
    """One position of a page.

    position -- the position.
    text     -- the move and its number.
    comment  -- the comment in the file, often empty.
    last     -- the (row, column) of each point of the last move.
    lead     -- Black's lead in points, None if the file has none.
    """

    position: Position
    text: str
    comment: str = ""
    last: tuple[tuple[int, int], ...] = ()
    lead: float | None = None


def is_game_page(content: bytes) -> bool:
    """Return whether the content of a file is a page by `positions_to_html`."""
    return content.startswith(b"<!DOCTYPE html>") and _BOARD_ELEMENT in content


def positions_to_html(title: str, facts: Sequence[str], steps: Sequence[HtmlPagePosition]) -> str:
    """Return the HTML of a page that shows a game.

    Text is shown as on the screen: without control characters and characters that change its direction.

    title -- the players, or the name of the game.
    facts -- lines about the game, such as its date and result.
    steps -- the positions, at least one; the page begins with the first.
    """
    diagram = steps[0].position.diagram()
    layout = svg_board_layout(diagram)
    stones = "".join(all_stone_svg_elements(diagram, layout))
    board = "".join(empty_board_svg_elements(diagram._replace(rows=_empty(diagram.rows)), layout))
    data = {
        "centers": [[[round(x, 1), round(y, 1)] for x, y in row] for row in layout.centers],
        "radius": STONE_RADIUS,
        "colors": STONE_FILL_BY_SIGN,
        "steps": [
            {
                "rows": each.position.diagram().rows,
                "text": sanitize(each.text),
                "comment": "\n".join(map(sanitize, each.comment.split("\n"))),
                "last": each.last,
                "lead": each.lead,
            }
            for each in steps
        ],
    }
    values = {
        "title": escape(sanitize(title)),
        "facts": "".join(f"<p>{escape(sanitize(line))}</p>" for line in facts),
        "viewbox": f"0 0 {layout.width:.0f} {layout.height:.0f}",
        "board": board,
        "stones": stones,
        "graph": _graph(steps),
        "last": str(len(steps) - 1),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    page = files("gnugo_py.record").joinpath("page.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda match: values[match[1]], page)


def _empty(rows: Sequence[str]) -> tuple[str, ...]:
    """Return the rows without stones; star points under stones are not marked."""
    return tuple("".join(sign if sign == "+" else "-" for sign in row) for row in rows)


def _graph(steps: Sequence[HtmlPagePosition]) -> str:
    """Return the graph of the lead as SVG, or an empty string if fewer than two positions have a lead."""
    leads = [(number, each.lead) for number, each in enumerate(steps) if each.lead is not None]
    if len(leads) < 2:
        return ""
    edge = max(10.0, *(abs(lead) for _, lead in leads))
    last = max(len(steps) - 1, 1)
    points = " ".join(
        f"{_GRAPH_WIDTH * number / last:.1f},{_GRAPH_HEIGHT / 2 - lead / edge * (_GRAPH_HEIGHT / 2 - 4):.1f}"
        for number, lead in leads
    )
    middle = _GRAPH_HEIGHT / 2
    return (
        f'<svg id="graph" viewBox="0 0 {_GRAPH_WIDTH} {_GRAPH_HEIGHT}" data-edge="{edge:.1f}" role="img">'
        "<title>Black's lead in points after each move</title>"
        f'<path d="M0 {middle}H{_GRAPH_WIDTH}" stroke="#999"/>'
        f'<polyline points="{points}" fill="none" stroke="#333" stroke-width="2"/>'
        f'<path id="now" d="M0 0V{_GRAPH_HEIGHT}" stroke="#b03020" stroke-width="2"/></svg>'
    )
