"""Writer for self-contained web pages that show a game, with keys and buttons to step through the moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files

from gnugo_py.games.board_words import points_in_words
from gnugo_py.games.checks import require_type
from gnugo_py.games.diagram import (
    STONE_FILL_BY_SIGN,
    STONE_RADIUS,
    all_stone_svg_elements,
    empty_board_svg_elements,
    escape_markup,
    svg_board_layout,
)
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import describe_move, sanitize
from gnugo_py.games.types import Play, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.properties import facts_in_file, players_in_file
from gnugo_py.record.tree import Tree

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_GRAPH_WIDTH, _GRAPH_HEIGHT = 600, 160
_DRAWN_SIGNS = (*STONE_FILL_BY_SIGN, "#")
_BOARD_ELEMENT = b'<svg id="board" viewBox="'


def is_game_page(content: bytes) -> bool:
    """Return whether the content of a file is a page by `game_to_html`."""
    return content.startswith(b"<!DOCTYPE html>") and _BOARD_ELEMENT in content


def game_to_html(tree: Tree) -> str:
    """Return a game as a web page, with its variations, marks and comments.

    The page opens at the last position of the main line, or after the move that its address names, as in
    `#move=34`.  It shows a graph of the lead if the nodes have the property `V`, and the mistakes on it if
    they have `BM` or `DO`; `gnugo-py analyze` writes these.  Text is shown as on the screen: without control
    characters and characters that change its direction.
    """
    require_type("tree", tree, Tree, "a Tree")
    line = list(tree.main_line())
    steps = list(_node_data(tree))
    diagram = line[-1].position.diagram()
    empty = tree.game.start({"size": tree.root.position.size}).diagram()
    layout = svg_board_layout(diagram)
    data = {
        "centers": [[[round(x, 1), round(y, 1)] for x, y in row] for row in layout.centers],
        "radius": STONE_RADIUS,
        "colors": STONE_FILL_BY_SIGN,
        "ground": "#e6bf7a",
        "steps": steps,
    }
    values = {
        "title": escape_markup(picture_title(tree)),
        "facts": "".join(f"<p>{escape_markup(fact)}</p>" for fact in information_lines(tree)),
        "viewbox": f"0 0 {layout.width:.0f} {layout.height:.0f}",
        "board": "".join(empty_board_svg_elements(empty, layout)),
        "stones": "".join(all_stone_svg_elements(diagram, layout)),
        "text": escape_markup(str(steps[len(line) - 1]["text"])),
        "graph": _graph(line),
        "last": str(len(line) - 1),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    page = files("gnugo_py.record").joinpath("page.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda match: values[match[1]], page)


def _node_data(tree: Tree) -> Iterator[dict[str, object]]:
    """Yield what the page shows at each node: those of the main line first, no node before its parent.

    Nodes whose positions cannot be computed are left out, with all that follows them.
    """
    indexes: dict[Node, int] = {}
    boards: dict[Node | None, Sequence[str]] = {
        None: ["-" * tree.root.position.size] * tree.root.position.size
    }
    last = tree.end.number
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        try:
            position = node.position
        except UserError:
            continue
        indexes[node] = len(indexes)
        waiting += reversed(node.children)
        boards[node] = position.diagram().rows
        changes = _changes(boards[node.parent], boards[node])
        move = position.last_move
        yield {
            "parent": None if node.parent is None else indexes[node.parent],
            "number": node.number,
            "move": node.move_text,
            "text": sanitize(_text(node, last)),
            "words": _captures(position, changes),
            "comment": "\n".join(map(sanitize, node.comment.split("\n"))),
            "changes": changes,
            "last": [row_and_column(point, position.size) for point in move.points if point >= 0]
            if isinstance(move, Play)
            else [],
            "marks": [
                [*row_and_column(point, position.size), mark.kind, sanitize(mark.text)]
                for point, mark in node.markup
            ],
            "lead": _lead(node),
            "mistake": _mistake(node),
        }


def _captures(position: Position, changes: Sequence[tuple[int, int, str]]) -> str:
    """Return which stones a move has captured in a counted game, as a sentence; empty if there are none."""
    points = [point_at(row, column, position.size) for row, column, sign in changes if sign == "-"]
    is_capture = bool(points) and position.game.has_count and position.last_color is not None
    return f"{position.last_color} captures {points_in_words(position, points)}." if is_capture else ""


def _changes(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return the cells of a board that differ from those of another one, with their signs."""
    return [
        (row, column, sign if sign in _DRAWN_SIGNS else "-")
        for row, (line, old_line) in enumerate(zip(after, before, strict=True))
        if line != old_line
        for column, (sign, was) in enumerate(zip(line, old_line, strict=True))
        if sign != was and (sign in _DRAWN_SIGNS or was in _DRAWN_SIGNS)
    ]


def _text(node: Node, last: int) -> str:
    """Return the number of a node and its move.

    last -- number of moves in the game.
    """
    move = describe_move(str(node.color), node.move_text, "") if node.move_text else ""
    place = f"Move {node.number} of {max(last, node.number)}"
    return ": ".join(filter(None, (place, move or node.value("N"))))


def picture_title(tree: Tree) -> str:
    """Return the title of a picture: the players, or the game if they are unknown."""
    return players_in_file(tree.root.properties) or tree.game.display_name


def information_lines(tree: Tree) -> tuple[str, ...]:
    """Return the name, event and date of the game as one line, and its result as another."""
    result = tree.root.value("RE")
    return tuple(filter(None, (facts_in_file(tree.root.properties), f"Result: {result}" if result else "")))


def _lead(node: Node) -> float | None:
    """Return Black's lead in points from the property `V` of a node, or None if it is missing or invalid."""
    try:
        lead = float(node.value("V"))
    except ValueError:
        return None
    return lead if abs(lead) < 10_000 else None


def _mistake(node: Node) -> int:
    """Return how bad the move of a node is, by its properties: 0 to 3, for none, `DO`, `BM` and `BM[2]`."""
    if "BM" in node.properties:
        return 3 if node.value("BM") == "2" else 2
    return 1 if "DO" in node.properties else 0


def _graph(line: Sequence[Node]) -> str:
    """Return the graph of the lead as SVG, or an empty string if fewer than two positions have a lead.

    The mistakes are points on it, filled with the color of the player, larger if they are worse.
    """
    known = [(number, lead) for number, node in enumerate(line) if (lead := _lead(node)) is not None]
    if len(known) < 2:
        return ""
    edge = max(10.0, *(abs(lead) for _, lead in known))
    middle, last = _GRAPH_HEIGHT / 2, max(len(line) - 1, 1)
    at = {
        number: (f"{_GRAPH_WIDTH * number / last:.1f}", f"{middle - lead / edge * (middle - 8):.1f}")
        for number, lead in known
    }
    mistakes = [
        f'<circle cx="{at[number][0]}" cy="{at[number][1]}" r="{2 + 2 * size}" stroke="#b03020"'
        f' stroke-width="2" fill="{"#fff" if node.color else "#000"}"><title>'
        f"{escape_markup(_text(node, line[-1].number))}</title></circle>"
        for number, node in enumerate(line)
        if number in at and (size := _mistake(node))
    ]
    labels = [
        f'<text x="4" y="{y}" fill="#555" font-size="15">{text}</text>'
        for y, text in ((16, f"B+{edge:.0f}"), (middle - 4, "0"), (_GRAPH_HEIGHT - 5, f"W+{edge:.0f}"))
    ]
    moves = line[-1].number
    step = 10 if moves < 80 else 50 * (1 + moves // 500)
    labels += [
        f'<text x="{_GRAPH_WIDTH * number / last:.1f}" y="{_GRAPH_HEIGHT - 5}" fill="#555" font-size="15"'
        f' text-anchor="middle">{node.number}</text>'
        for number, node in enumerate(line)
        if node.number % step == 0 and node.number and number < last
    ]
    points = " ".join(",".join(place) for place in at.values())
    return (
        f'<svg id="graph" viewBox="0 0 {_GRAPH_WIDTH} {_GRAPH_HEIGHT}" role="img">'
        "<title>Black's lead in points after each move</title>"
        f'<path d="M0 {middle}H{_GRAPH_WIDTH}" stroke="#999"/>{"".join(labels)}'
        f'<polyline points="{points}" fill="none" stroke="#333" stroke-width="2"/>{"".join(mistakes)}'
        f'<path id="now" d="M0 0V{_GRAPH_HEIGHT}" stroke="#b03020" stroke-width="2"/></svg>'
    )
