"""Reading games of Go that any program wrote, by their main line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gnugo_py.games.contract import PASS, IllegalMove, Move, Play, Point, Side
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.rules import SIZES, Rules
from gnugo_py.go.vertex import format_vertex, parse_sgf
from gnugo_py.records.sgf import Properties, SgfError, parse, unescaped

REPLAY = Rules("any", "simple", True, "area")
"""What the moves of a file must keep to: what every ruleset forbids is refused, suicide is not."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game read from a file.

    positions -- the start, then the position after each move of the main line.
    handicap  -- Black's handicap stones as the file says, else 0.
    komi      -- as the file says, None if it does not.
    rules, result, black, white, date -- the file's own words, empty if it has none.
    """

    positions: tuple[GoPosition, ...]
    handicap: int
    komi: float | None
    rules: str
    result: str
    black: str
    white: str
    date: str

    @property
    def final(self) -> GoPosition:
        """The position at the end."""
        return self.positions[-1]


def read_sgf(content: bytes, rules: Rules = REPLAY) -> Record:
    """The game in the bytes of an SGF file: its first game's main line.

    rules -- what the moves must keep to.

    Raises SgfError for what is no SGF, another game, a size other than 9, 13 and 19, or a move
    that cannot be made, with its number.
    """
    nodes = parse(content)
    root = nodes[0]
    if text(root, "GM") not in ("", "1"):
        raise SgfError(f"this is a record of another game (GM[{text(root, 'GM')[:8]}]), not of Go (GM[1])")
    return Record(
        tuple(_replayed(nodes, _size(root), rules)),
        _handicap(root),
        _komi(root),
        *(text(root, name) for name in ("RU", "RE", "PB", "PW", "DT")),
    )


def text(node: Properties, name: str) -> str:
    """A property's first value as one line of text; empty if there is none."""
    if not node.get(name):
        return ""
    named = node.get("CA", [b"utf-8"])[0].decode("ascii", "replace").strip().lower()
    encoding = {"ms_kanji": "cp932", "utf8": "utf-8"}.get(named, named) or "utf-8"
    return " ".join(unescaped(node[name][0], encoding).split())


def _size(root: Properties) -> int:
    """The size of the board; 19 where the file says nothing."""
    word = text(root, "SZ") or "19"
    if word not in map(str, SIZES):
        raise SgfError(f"the board's size is {word[:10]}; only 9, 13 and 19 are played here")
    return int(word)


def _replayed(nodes: list[dict[str, list[bytes]]], size: int, rules: Rules) -> list[GoPosition]:
    """The start and the position after each move, with what was edited since."""
    position = _edited(GoPosition.start(size, rules), nodes[0])
    if position.board.black and not position.board.white:
        position = position.with_to_move(Side.WHITE)
    positions = [position.with_to_move(_next_side(nodes) or position.to_move)]
    for node in nodes:
        if node is not nodes[0]:
            positions[-1] = _edited(positions[-1], node)
        for name, side in (("B", Side.BLACK), ("W", Side.WHITE)):
            if name in node:
                before = positions[-1].with_to_move(side)
                positions.append(_moved(before, _move(node, name, size, before.number + 1)))
    return positions


def _next_side(nodes: list[dict[str, list[bytes]]]) -> Side | None:
    """Who moves first, as the root or else the first move says."""
    word = text(nodes[0], "PL").lower()
    if word[:1] in ("b", "1"):
        return Side.BLACK
    if word[:1] in ("w", "2"):
        return Side.WHITE
    for node in nodes:
        if "B" in node or "W" in node:
            return Side.BLACK if "B" in node else Side.WHITE
    return None


def _move(node: Properties, name: str, size: int, number: int) -> Move:
    """The move of a node; `[]`, and `[tt]` on boards up to 19x19, are passes."""
    word = text(node, name)
    if word in ("", "tt"):
        return PASS
    try:
        return Play((parse_sgf(word, size),))
    except ValueError as error:
        raise SgfError(f"move {number}: {error}") from None


def _moved(position: GoPosition, move: Move) -> GoPosition:
    """The position after a move that must be possible; passes never end a game read from a file."""
    try:
        return position.resumed().play_checked(move)
    except IllegalMove as error:
        assert isinstance(move, Play)
        vertex = format_vertex(move.points[0], position.size)
        raise SgfError(f"move {position.number + 1}, {position.to_move} {vertex}: {error}") from None


def _edited(position: GoPosition, node: Properties) -> GoPosition:
    """The position after the stones a node puts down or takes off without playing."""
    board = position.board
    try:
        for name, side in (("AE", None), ("AB", Side.BLACK), ("AW", Side.WHITE)):
            for point in _points(node, name, board.geometry.size):
                board = board.without(1 << point)
                board = board if side is None else board.put(point, side)
    except ValueError as error:
        raise SgfError(f"setup after move {position.number}: {error}") from None
    if board == position.board:
        return position
    _refuse_airless(board, position.number)
    edited = GoPosition.set_up(board, position.to_move, position.rules)
    return replace(edited, prisoners=position.prisoners, number=position.number)


def _refuse_airless(board: Board, number: int) -> None:
    """Refuse stones put down without liberties: no game has them."""
    for side in Side:
        for chain in board.chains(side):
            if not board.around(chain) & board.vacant:
                vertex = format_vertex(next(points_of(chain)), board.geometry.size)
                raise SgfError(f"setup after move {number}: the {side} chain at {vertex} has no liberties")


def _points(node: Properties, name: str, size: int) -> Iterator[Point]:
    """The points of a setup property, rectangles like `aa:cc` written out."""
    for raw in node.get(name, ()):
        word = raw.decode("latin-1").strip()
        first, _, last = word.partition(":")
        if not word:
            continue
        low, high = parse_sgf(first, size), parse_sgf(last or first, size)
        (top, left), (bottom, right) = divmod(low, size + 1), divmod(high, size + 1)
        for row in range(top, bottom + 1):
            yield from range(row * (size + 1) + left, row * (size + 1) + right + 1)


def _handicap(root: Properties) -> int:
    word = text(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def _komi(root: Properties) -> float | None:
    try:
        komi = float(text(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= 1000 else None
