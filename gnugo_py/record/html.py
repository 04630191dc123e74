"""Writer for self-contained web pages that show a game, with keys and buttons to step through the moves."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files

from gnugo_py.games.diagram import (
    STONE_FILL_BY_SIGN,
    STONE_RADIUS,
    all_stone_svg_elements,
    empty_board_svg_elements,
    escape_markup,
    svg_board_layout,
)
from gnugo_py.games.points import row_and_column
from gnugo_py.games.text import describe_move, sanitize
from gnugo_py.games.types import require_type
from gnugo_py.record.node import Node
from gnugo_py.record.properties import date_in_file, event_in_file
from gnugo_py.record.tree import Tree

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_GRAPH_WIDTH, _GRAPH_HEIGHT = 600, 120
_BOARD_ELEMENT = b'<svg id="board" viewBox="'


def is_game_page(content: bytes) -> bool:
    """Return whether the content of a file is a page by `game_to_html`."""
    return content.startswith(b"<!DOCTYPE html>") and _BOARD_ELEMENT in content


def game_to_html(tree: Tree) -> str:
    """Return the main line of a game as a web page, with its comments.

    The page shows a graph of the lead if the nodes have the property `V`, which `gnugo-py analyze` writes.
    Text is shown as on the screen: without control characters and characters that change its direction.
    """
    require_type("tree", tree, Tree, "a Tree")
    line = list(tree.main_line())
    diagram = line[0].position.diagram()
    layout = svg_board_layout(diagram)
    leads = [_lead(node) for node in line]
    data = {
        "centers": [[[round(x, 1), round(y, 1)] for x, y in row] for row in layout.centers],
        "radius": STONE_RADIUS,
        "colors": STONE_FILL_BY_SIGN,
        "steps": [_step(node, line[-1].number, lead) for node, lead in zip(line, leads, strict=True)],
    }
    values = {
        "title": escape_markup(picture_title(tree)),
        "facts": "".join(f"<p>{escape_markup(fact)}</p>" for fact in information_lines(tree)),
        "viewbox": f"0 0 {layout.width:.0f} {layout.height:.0f}",
        "board": "".join(empty_board_svg_elements(diagram, layout)),
        "stones": "".join(all_stone_svg_elements(diagram, layout)),
        "graph": _graph(leads),
        "last": str(len(line) - 1),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    page = files("gnugo_py.record").joinpath("page.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda match: values[match[1]], page)


def _step(node: Node, last: int, lead: float | None) -> dict[str, object]:
    """Return what the page shows at a node.

    last -- number of moves in the game.
    lead -- Black's lead in points, None if the file has none.
    """
    position = node.position
    before, made = position.previous, position.last_move
    word = before.format_move(made) if before is not None and made is not None else ""
    made_by = f": {describe_move(str(position.last_color), word, '')}" if word else ""
    text = f"Move {node.number} of {last}{made_by}"
    return {
        "rows": position.diagram().rows,
        "text": sanitize(text),
        "comment": "\n".join(map(sanitize, node.comment.split("\n"))),
        "last": [row_and_column(point, position.size) for point in position.marks().last_move],
        "lead": lead,
    }


def picture_title(tree: Tree) -> str:
    """Return the title of a picture: the players, or the game if they are unknown."""
    players = [tree.root.value(name) for name in ("PB", "PW")]
    return " - ".join(player or "?" for player in players) if any(players) else tree.game.display_name


def information_lines(tree: Tree) -> tuple[str, ...]:
    """Return the name, event and date of the game as one line, and its result as another."""
    root = tree.root.properties
    facts = ", ".join(filter(None, (tree.root.value("GN"), event_in_file(root), date_in_file(root))))
    result = tree.root.value("RE")
    return tuple(filter(None, (facts, f"Result: {result}" if result else "")))


def _lead(node: Node) -> float | None:
    """Return Black's lead in points from the property `V` of a node, or None if it is missing or invalid."""
    try:
        lead = float(node.value("V"))
    except ValueError:
        return None
    return lead if abs(lead) < 10_000 else None


def _graph(leads: Sequence[float | None]) -> str:
    """Return the graph of the lead as SVG, or an empty string if fewer than two positions have a lead."""
    known = [(number, lead) for number, lead in enumerate(leads) if lead is not None]
    if len(known) < 2:
        return ""
    edge = max(10.0, *(abs(lead) for _, lead in known))
    last = max(len(leads) - 1, 1)
    points = " ".join(
        f"{_GRAPH_WIDTH * number / last:.1f},{_GRAPH_HEIGHT / 2 - lead / edge * (_GRAPH_HEIGHT / 2 - 4):.1f}"
        for number, lead in known
    )
    middle = _GRAPH_HEIGHT / 2
    return (
        f'<svg id="graph" viewBox="0 0 {_GRAPH_WIDTH} {_GRAPH_HEIGHT}" data-edge="{edge:.1f}" role="img">'
        "<title>Black's lead in points after each move</title>"
        f'<path d="M0 {middle}H{_GRAPH_WIDTH}" stroke="#999"/>'
        f'<polyline points="{points}" fill="none" stroke="#333" stroke-width="2"/>'
        f'<path id="now" d="M0 0V{_GRAPH_HEIGHT}" stroke="#b03020" stroke-width="2"/></svg>'
    )
