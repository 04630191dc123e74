"""The display of a node in a review and of a position in a picture: text, marks and move numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING

from gnugo_py.app.screen import BoardMarks
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import describe_move, display_width
from gnugo_py.games.types import Mark, Play, Point, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.gif import svgs_to_gif
from gnugo_py.record.html import game_to_html, picture_title
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree
from gnugo_py.storage.output_files import GIF_OUTPUT, HTML_OUTPUT, SVG_OUTPUT, OutputKind, write_named_file

if TYPE_CHECKING:
    from gnugo_py.app.app import App

_MAX_VARIATIONS_SHOWN, _MAX_COMMENT_SHOWN = 9, 300
_MAX_COMMENT_LENGTH = 20_000


def comment_lines(node: Node) -> tuple[str, ...]:
    """Return the lines of a comment, which is cut off after `_MAX_COMMENT_LENGTH` characters."""
    text = node.comment
    shown = text if len(text) <= _MAX_COMMENT_LENGTH else f"{text[:_MAX_COMMENT_LENGTH]} ..."
    return tuple(shown.splitlines())


def node_text_and_marks(cursor: Cursor, last: int) -> tuple[tuple[str, ...], BoardMarks]:
    """Return the text for the current node, without its comment, and its marks, the last moves numbered."""
    node, position = cursor.node, cursor.node.position
    marks, note = move_numbers(position, node.number, last)
    for point, mark in {**_numbers(node), **dict(node.markup)}.items():
        marks[row_and_column(point, position.size)] = mark._replace(text=_printable(mark.text))
    lines = (_headline(cursor), *_variation_list(node), node.value("N"), note)
    return tuple(filter(None, lines)), tuple(marks.items())


def _headline(cursor: Cursor) -> str:
    """Return the number of the move, the move, and the variation that it begins."""
    node, parent = cursor.node, cursor.node.parent
    words = f"move {node.number} of {cursor.end.number}"
    if move := node.move_text:
        words += f": {describe_move(str(node.color), move, '')}"
    if parent is not None and len(parent.children) > 1:
        words += f" (variation {parent.children.index(node) + 1} of {len(parent.children)})"
    return words


def _variation_list(node: Node) -> list[str]:
    """Return a line that lists the variations after a node, if there are several."""
    ways = node.children
    if len(ways) < 2:
        return []
    others = ["no move" if way.properties or way.children else "the end of the game" for way in ways]
    texts = [way.move_text or other for way, other in zip(ways, others, strict=True)]
    named = [f"{number} {text}" for number, text in enumerate(texts, 1)]
    more = ", ..." if len(ways) > _MAX_VARIATIONS_SHOWN else ""
    return [
        f"{len(ways)} variations: {', '.join(named[:_MAX_VARIATIONS_SHOWN])}{more};"
        " type variation N to enter one."
    ]


def shortened_comment(node: Node) -> tuple[str, ...]:
    """Return the comment of a node, shortened if it is long."""
    comment = comment_lines(node)
    whole = "\n".join(comment)
    if len(whole) <= _MAX_COMMENT_SHOWN:
        return comment
    return (*f"{whole[:_MAX_COMMENT_SHOWN]} ...".splitlines(), "(type why for the full comment)")


def _numbers(node: Node) -> dict[Point, Mark]:
    """Return the numbers of the variations after a node, by the points of their moves."""
    ways, result = node.children, dict[Point, Mark]()
    for number, way in enumerate(ways[:_MAX_VARIATIONS_SHOWN] if len(ways) > 1 else (), 1):
        with suppress(UserError):
            move = way.move
            if isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0:
                result.setdefault(move.points[0], Mark(str(number)))
    return result


def _printable(text: str) -> str:
    """Return the characters of a label that fill one cell of a terminal, or a question mark without any."""
    return "".join(each for each in text if each.isprintable() and display_width(each) == 1) or "?"


def move_numbers(position: Position, number: int, last: int) -> tuple[dict[tuple[int, int], Mark], str]:
    """Return the numbers of the last moves, by (row, column), and a note on the moves whose stones are gone.

    number -- the number of the last move.
    last   -- how many of the last moves to number.

    The note names the move that was played there later, or the point: `20 at 112, 36 at D4`.
    """
    marks: dict[tuple[int, int], Mark] = {}
    notes: list[str] = []
    at: Position | None = position
    cells = position.cells()
    for made in range(number, max(number - last, 0), -1):
        if at is None or at.last_move is None or at.last_color is None:
            break
        if isinstance(at.last_move, Play):
            points = at.last_move.points
            point = points[min(1, len(points) - 1)]
            cell = row_and_column(point, at.size)
            if cell not in marks and cells.get(point) == "XO"[at.last_color]:
                marks[cell] = Mark(str(made))
            elif position.game.has_count:
                where = marks[cell].text if cell in marks else position.format_point(point)
                notes.append(f"{made} at {where}")
        at = at.previous
    return marks, ", ".join(reversed(notes))


def node_marks(node: Node, last: int) -> tuple[dict[tuple[int, int], Mark], str]:
    """Return the marks of a position, by (row, column), the last moves numbered, and a note on these."""
    position = node.position
    marks, note = move_numbers(position, node.number, last)
    return marks | {row_and_column(point, position.size): mark for point, mark in node.markup}, note


def picture(node: Node, numbers: int = 1, *, has_note: bool = True) -> str:
    """Return a position with its marks, the last moves numbered, as SVG, with a note if wanted."""
    marks, note = node_marks(node, numbers)
    title = f"{picture_title(node.tree)}, move {node.number}"
    return node.position.diagram().to_svg(marks, title, note if has_note else "")


def moving_picture(nodes: Iterable[Node], numbers: int = 1) -> bytes:
    """Return a moving picture of some nodes with comments.  Raise UserError if Pillow is missing."""
    shown = list(nodes)
    pictures = [picture(node, numbers, has_note=False) for node in shown]
    return svgs_to_gif(pictures, [node.comment for node in shown])


def write_diagram(app: App, node: Node, name: str) -> None:
    """Write a picture of a node's position; for a name in .gif, of each move up to it; in .html, a web page.

    name -- the name or the path as typed.

    Raise UserError if it cannot be written.
    """
    ending = PurePath(name).suffix.lower()
    if ending == HTML_OUTPUT.suffix:
        write_page(app, node.tree, name)
    elif ending == GIF_OUTPUT.suffix:
        _write(app, name, GIF_OUTPUT, lambda: moving_picture(node.path()), "diagram")
    elif ending != SVG_OUTPUT.suffix and ending[1:].isalpha():
        raise UserError(f"Not written: diagram writes .svg, .gif and .html files, not {ending}")
    else:
        _write(app, name, SVG_OUTPUT, lambda: picture(node).encode(), "diagram")


def write_page(app: App, tree: Tree, name: str) -> None:
    """Write a web page of a game.  Raise UserError if it cannot be written."""
    _write(app, name, HTML_OUTPUT, lambda: game_to_html(tree).encode(), "html")


def _write(app: App, name: str, kind: OutputKind, content: Callable[[], bytes], command: str) -> None:
    if not name:
        raise UserError(f"{command} needs a name: type {command} NAME")
    try:
        path = write_named_file(name, kind, content(), app.store)
    except UserError as error:
        raise UserError(f"Not written: {error}") from None
    app.emit("news", f"Written: {path}.")
