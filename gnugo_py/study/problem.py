"""Problems in SGF files: what is right and wrong by the file.

Programs and collections mark this in different ways, which contradict each other. The way of a file is
decided once: it is the first of `_CONVENTIONS` by which the file has marks and at least one right line. Moves
after the last mark of a line are only shown. What comments say is read by `verdicts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise

from gnugo_py.games.checks import checked_methods, require_type
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points, point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Point, Resign, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.study.verdicts import says_also, verdict

_KEYWORDS = re.compile(r"(?<![A-Z])(?:CHOICE|FORCE|NOTTHIS|RIGHT)+(?![A-Z]{2})")
"""The words in comments by which goproblems.com marks nodes, also written together."""
_FIRST_LINE = "first line"
"""The name of the convention for files without marks."""
_JOSEKI = "* Joseki *"
"""The beginning of the comments with which Kogo's joseki dictionary marks the ends of lines."""
_POINT = re.compile(rb"[a-y]{2}")
_VERTEX = re.compile(rb"[A-T][0-9]{1,2}")
_GOAL = re.compile(r"(?:ko )?(?:kill|save|catch|escape) ([A-T][0-9]{1,2})\b")
"""How the goals of the program's own problems begin that are about one chain."""
_STONES = ("B", "W", "AB", "AW")
_POINTS = (*_STONES, "AE", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "VW", "AR", "LN", "LB")
"""The properties whose values name points; after the point of `LB` there is a label."""
_SWAPPED = {"B": "W", "AB": "AW", "TB": "TW", "GB": "GW", "BL": "WL", "PB": "PW"}
_SWAPPED |= {white: black for black, white in _SWAPPED.items()}
_OTHER_COLOR = {b"B": b"W", b"W": b"B"}
SYMMETRIES = 8
"""The number of symmetries of a board; number 0 changes nothing."""
_MARGIN, _MAX_LINES_TO_EDGE = 2, 2
"""How many lines a region shows around its points, and how many more it may show up to the edge."""
_MIN_SIZE_OF_REGION = 10
"""The smallest board of which only a region is shown."""

Region = tuple[range, range]
"""The rows and columns of a part of a board."""


@checked_methods()
class Problem:
    """A problem, and what its file says about the answers.

    tree     -- the tree of the file.
    start    -- the node from which on there are moves.
    color    -- the color that has to find the answers.
    right_by -- how the file marks what is right, in a few words.
    right    -- the nodes whose moves are right, so that the problem can still be solved.
    solved   -- the nodes with whose moves the problem is solved.
    """

    def __init__(self, tree: Tree) -> None:
        """Raise UserError, with the reason, if the tree is no problem, or if its start is not valid."""
        self.tree = tree
        if not tree.game.has_count:
            raise UserError(f"this is a game of {tree.game.display_name}; problems are games of Go")
        self.start = _node_before_the_first_move(tree)
        nodes = list(tree.nodes(self.start))[1:]
        to_move = self.start.position.to_move
        self.color = to_move if any(node.color is to_move for node in nodes) else to_move.opponent
        self.right_by, self.right, self.solved = _find_right_moves(self.start, nodes, self.color)
        self._choices = _leading_to({node for node in nodes if "CHOICE" in _keywords(node)}, nodes)
        self._points = {
            point
            for node in (*self.start.path(), *nodes)
            for name in _STONES
            for value in node.properties.get(name, ())
            for point in _POINT.findall(value)
        }

    @property
    def position(self) -> Position:
        """The position of the problem.  Raise UserError if it is not valid."""
        return self.start.position

    def answers(self, node: Node) -> list[Node]:
        """Return the nodes with moves of the person after a node."""
        return [child for child in node.children if child.color is self.color and _is_possible(child)]

    def right_answers(self, node: Node) -> list[Node]:
        """Return the nodes with right moves of the person after a node."""
        return [child for child in self.answers(node) if child in self.right]

    def replies(self, node: Node) -> list[Node]:
        """Return the nodes with moves of the opponent after a node of which one is chosen at random.

        This is the first one, or those with CHOICE in their lines. After a right move, only replies after
        which the problem can still be solved are used. A node without a move is a reply, too.
        """
        replies = [child for child in node.children if child.color is not self.color and _is_possible(child)]
        replies = [reply for reply in replies if reply in self.right] or replies
        return [reply for reply in replies if reply in self._choices] or replies[:1]

    def solution(self, node: Node) -> list[Node]:
        """Return the nodes of a right line after a node; empty if there is none."""
        line: list[Node] = []
        while node not in self.solved:
            following = self.right_answers(node) or self.replies(node)
            if not following:
                break
            node = following[0]
            line.append(node)
        return line

    @property
    def notice(self) -> str:
        """A sentence that says so if nothing in the file tells its right lines from others; else empty."""
        if self.right_by != _FIRST_LINE or self.right.issuperset(self.answers(self.start)):
            return ""
        return "Nothing in the file that the program understands says what is right: the first line counts."

    @property
    def title(self) -> str:
        """The name of the problem in the file; empty if it has none."""
        return self.tree.root.value("GN")

    @property
    def task(self) -> tuple[str, ...]:
        """The lines of the comments before the first move."""
        return tuple(line for node in self.start.path() for line in comment_of(node))

    @property
    def kind_of_goal(self) -> str:
        """The first word of the goal in the file, such as `cut`; empty if it has none."""
        return self.tree.root.value("GOAL").partition(" ")[0]

    @property
    def goal(self) -> Point | None:
        """A point of the stones that the goal in the file is about; None if it names none."""
        match = _GOAL.match(self.tree.root.value("GOAL"))
        try:
            return parse_vertex(match[1], self.position.size) if match else None
        except UserError:
            return None

    def region(self) -> Region | None:
        """Return the part of the board with the stones and moves of the problem; None for the whole board."""
        cells = (_cell(letters) for letters in self._points)
        size = self.position.size
        return region_around([cell for cell in cells if max(cell) < size], size)

    @property
    def key(self) -> str:
        """A name for the position with its color to move, the same in all symmetries and with colors swapped.

        It does not depend on the file, so that it stays when files are moved, renamed or copied.
        """
        position = self.position
        stones = position.points_by_diagram_sign
        cells = [
            [row_and_column(point, position.size) for point in iter_points(stones["XO"[color]])]
            for color in (self.color, self.color.opponent)
        ]
        ways = (
            str([sorted(_turned(cell, position.size, way) for cell in own) for own in cells])
            for way in range(SYMMETRIES)
        )
        return blake2b(f"{position.size} {min(ways)}".encode(), digest_size=9).hexdigest()


def problem_of(tree: Tree) -> Problem:
    """Return a tree as a problem, with the moves that its file marks as right.

    Of a collection in one tree, it is the first problem.

    Raise UserError, with the reason, if the tree is no problem, or if its start is not valid.
    """
    require_type("tree", tree, Tree, "a Tree")
    return Problem(tree)


def split_problems(sgf: bytes) -> list[bytes]:
    """Return the problems in a game in SGF, each as a game of its own.

    In a collection in one tree, nodes after the root set up positions of their own.  Content that is not
    valid is returned as it is.
    """
    if max(sgf.count(name) for name in (b"AB", b"AW", b"AE")) < 2:
        return [sgf]
    try:
        tree = parse_game(sgf)
    except UserError:
        return [sgf]
    problems = [_written_alone(tree, node, children) for node, children in _branches(tree.root)]
    return problems if len(problems) > 1 else [sgf]


def _branches(root: Node) -> Iterator[tuple[Node, list[Node]]]:
    """Yield the last node before each problem of a tree, and those of its children that belong to it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if len(node.children) == 1 and not node.children[0].has_move:
            waiting += node.children
            continue
        own = [child for child in node.children if _has_own_position(child)]
        others = [child for child in node.children if child not in own]
        if others or not own:
            yield node, others
        waiting += reversed(own)


def _has_own_position(node: Node) -> bool:
    """Return whether stones are set up in a node, or after it before the first move, which must follow."""
    is_setup = has_move = False
    waiting = [node]
    while waiting and not (is_setup and has_move):
        each = waiting.pop()
        if each.has_move:
            has_move = True
            continue
        is_setup = is_setup or not each.properties.keys().isdisjoint(("AB", "AW", "AE"))
        waiting += each.children
    return is_setup and has_move


def _written_alone(tree: Tree, node: Node, children: list[Node]) -> bytes:
    """Return a tree in SGF with nothing after a node but some of its children, and nothing beside it."""
    path = node.path()
    all_children = [each.children for each in path]
    try:
        for each, following in pairwise(path):
            each.children = [following]
        node.children = children
        return tree.write()
    finally:
        for each, before in zip(path, all_children, strict=True):
            each.children = before


def comment_of(node: Node) -> tuple[str, ...]:
    """Return the lines of a node's comment, without the words by which programs mark what is right."""
    text = _KEYWORDS.sub("", node.comment).strip()
    return tuple(line for line in text.removeprefix("+").splitlines() if line.strip())


def region_around(cells: Sequence[tuple[int, int]], size: int) -> Region | None:
    """Return the part of a board around some cells and up to near edges; None for the whole board."""
    if not cells or size < _MIN_SIZE_OF_REGION:
        return None
    rows, columns = (_lines_around(numbers, size) for numbers in zip(*cells, strict=True))
    return None if len(rows) == len(columns) == size else (rows, columns)


def region_with(region: Region, cells: Sequence[tuple[int, int]]) -> Region:
    """Return a region extended by some cells."""
    rows, columns = region
    if cells:
        rows, columns = (
            range(min(lines[0], *numbers), max(lines[-1], *numbers) + 1)
            for lines, numbers in zip(region, zip(*cells, strict=True), strict=True)
        )
    return rows, columns


def _lines_around(numbers: Sequence[int], size: int) -> range:
    """Return the rows or columns around some rows or columns."""
    first, last = min(numbers) - _MARGIN, max(numbers) + _MARGIN
    first = 0 if first <= _MAX_LINES_TO_EDGE else first
    last = size - 1 if last >= size - 1 - _MAX_LINES_TO_EDGE else last
    return range(first, last + 1)


def mirror(tree: Tree, symmetry: int, swaps_colors: bool) -> None:
    """Turn or reflect a tree that was just read, and swap its colors if wanted.

    Comments, which may name points and colors, stay as they are.
    """
    size = tree.root.position.size
    for node in tree.nodes():
        node.properties = {
            _SWAPPED.get(name, name) if swaps_colors else name: [
                _mirrored_value(name, value, size, symmetry, swaps_colors) for value in values
            ]
            for name, values in node.properties.items()
        }
        node.forget_position()


def _mirrored_value(name: str, value: bytes, size: int, symmetry: int, swaps_colors: bool) -> bytes:
    """Return the value of a property on the turned board."""
    if name == "PL":
        return _OTHER_COLOR.get(value.strip()[:1].upper(), value) if swaps_colors else value
    if name == "GOAL":
        return _VERTEX.sub(lambda match: _turned_vertex(match[0], size, symmetry), value)
    if name not in _POINTS:
        return value
    points, colon, label = value.partition(b":") if name == "LB" else (value, b"", b"")

    def turned(match: re.Match[bytes]) -> bytes:
        cell = _cell(match[0])
        if max(cell) >= size:  # a pass, or damage
            return match[0]
        row, column = _turned(cell, size, symmetry)
        return bytes((column + ord("a"), row + ord("a")))

    return _POINT.sub(turned, points) + colon + label


def _turned_vertex(vertex: bytes, size: int, symmetry: int) -> bytes:
    """Return a vertex on the turned board; the same text if it is not on the board."""
    try:
        cell = row_and_column(parse_vertex(vertex.decode(), size), size)
    except UserError:
        return vertex
    return format_vertex(point_at(*_turned(cell, size, symmetry), size), size).encode()


def _turned(cell: tuple[int, int], size: int, symmetry: int) -> tuple[int, int]:
    """Return a cell on the board turned by quarters, and reflected before that from number 4 on."""
    row, column = cell
    if symmetry >= 4:
        column = size - 1 - column
    for _ in range(symmetry % 4):
        row, column = column, size - 1 - row
    return row, column


def _cell(letters: bytes) -> tuple[int, int]:
    """Return the row and column that two letters name, which need not be on the board."""
    return letters[1] - ord("a"), letters[0] - ord("a")


def _node_before_the_first_move(tree: Tree) -> Node:
    """Return the last node before the moves.  Raise UserError if there are no moves."""
    for node in tree.root.line():
        if any(child.has_move for child in node.children):
            return node
    raise UserError("there are no moves, and therefore no solution, in the file; add them in an SGF editor")


def _is_possible(node: Node) -> bool:
    """Return whether the move of a node and those before it can be executed."""
    try:
        return not isinstance(node.move, Resign)
    except UserError:
        return False


# What is right

_Judgment = tuple[set[Node], set[Node]]
"""The nodes whose moves are right, and those with which the problem is solved."""


def _find_right_moves(start: Node, nodes: Sequence[Node], color: Color) -> tuple[str, set[Node], set[Node]]:
    """Return the convention of a file, the nodes with right moves, and those that solve the problem.

    nodes -- the nodes after the start, each before those that follow it.
    color -- the color that solves the problem.
    """
    for name, judge in _CONVENTIONS:
        right, solved = judge(nodes, color)
        if any(child in right and _is_possible(child) for child in start.children):
            return name, right, solved
    raise UserError("there are no moves that can be played, and therefore no solution, in the file")


def _leading_to(marked: set[Node], nodes: Sequence[Node]) -> set[Node]:
    """Return the marked nodes and those before them."""
    found = set(marked)
    for node in reversed(nodes):
        if node in found and node.parent is not None:
            found.add(node.parent)
    return found


def _from(marked: set[Node], nodes: Sequence[Node]) -> set[Node]:
    """Return the marked nodes and those after them."""
    found = set(marked)
    for node in nodes:
        if node.parent in found:
            found.add(node)
    return found


def _by_right_ends(nodes: Sequence[Node], marked: set[Node]) -> _Judgment:
    """Return the judgment by the nodes with which right lines end; later moves do not matter."""
    right = _leading_to(marked, nodes)
    return right, {node for node in marked if right.isdisjoint(node.children)}


def _by_good_moves(nodes: Sequence[Node], color: Color) -> _Judgment:
    """Return the judgment by the moves marked as good; their lines may go on to marks at their ends."""
    good = {node for node in nodes if "TE" in node.properties}
    good = {node for node in good if node.color is color} or good
    later = {node for node in _from(good, nodes) if _is_marked_correct(node, color)}
    return _by_right_ends(nodes, good | later)


def _by_wrong_marks(nodes: Sequence[Node], marked: set[Node]) -> _Judgment:
    """Return the judgment by the nodes with which wrong lines begin or end; the other lines are right."""
    wrong = _from(marked, nodes)
    if not wrong:
        return set(), set()
    ends = {node for node in nodes if not node.children and node not in wrong}
    return _leading_to(ends, nodes), ends


def _by_first_line(nodes: Sequence[Node], color: Color) -> _Judgment:
    """Return the judgment by which the first of several answers is right."""
    later_answers = set[Node]()
    for node in (nodes[0].parent, *nodes):
        assert node is not None
        later_answers.update([child for child in node.children if child.color is color][1:])
    right = set(nodes) - _from(later_answers, nodes)
    return right, {node for node in right if not node.children}


def _by_correct_marks(nodes: Sequence[Node], color: Color) -> _Judgment:
    """Return the judgment by the nodes that are called correct, outside the lines that are called wrong.

    If all of them are only *also* correct, so is the first line.
    """
    wrong = _from(_called_wrong(nodes, color), nodes)
    marked = {node for node in nodes if node not in wrong and _is_marked_correct(node, color)}
    *_, last = nodes[0].line()
    if marked and last not in wrong and all(says_also(node.comment) for node in marked):
        marked.add(last)
    return _by_right_ends(nodes, marked)


def _keywords(node: Node) -> str:
    """Return the words in a comment by which goproblems.com marks nodes."""
    written = b"".join(node.properties.get("C", ()))
    if b"RIGHT" not in written and b"CHOICE" not in written:
        return ""
    return " ".join(_KEYWORDS.findall(node.comment))


def _is_marked_correct(node: Node, color: Color) -> bool:
    is_good = f"G{'BW'[color]}" in node.properties or "CH" in node.properties
    return is_good or any(
        text.lstrip().startswith("+") or verdict(text, color) for text in (node.comment, node.value("N"))
    )


def _called_wrong(nodes: Sequence[Node], color: Color) -> set[Node]:
    """Return the nodes whose comments or names say that their moves are wrong."""
    return {
        node
        for node in nodes
        if any(verdict(text, color) is False for text in (node.comment, node.value("N")) if text)
    }


def _with_bad_marks(nodes: Sequence[Node], color: Color) -> set[Node]:
    """Return the nodes with marks of wrong moves: WV, BM or DO, or TR on the move itself."""
    return {
        node
        for node in nodes
        if not {*node.properties.get("TR", ())}.isdisjoint(node.properties.get("BW"[color], ()))
        or (node.color is color and not node.properties.keys().isdisjoint(("WV", "BM", "DO")))
    }


_CONVENTIONS: Sequence[tuple[str, Callable[[Sequence[Node], Color], _Judgment]]] = (
    ("RIGHT", lambda nodes, _: _by_right_ends(nodes, {node for node in nodes if "RIGHT" in _keywords(node)})),
    (
        "Joseki",
        lambda nodes, _: _by_right_ends(nodes, {node for node in nodes if node.comment.startswith(_JOSEKI)}),
    ),
    ("TE", _by_good_moves),
    ("wrong moves", lambda nodes, color: _by_wrong_marks(nodes, _with_bad_marks(nodes, color))),
    ("correct", _by_correct_marks),
    ("wrong moves", lambda nodes, color: _by_wrong_marks(nodes, _called_wrong(nodes, color))),
    (_FIRST_LINE, _by_first_line),
)
"""The ways in which files mark what is right, by their names, in the order in which they are tried."""
