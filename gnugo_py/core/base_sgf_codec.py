"""What a game offers to front ends, files, engines and the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnugo_py.core.bitboard import points_of, rectangle
from gnugo_py.core.game import Game, why_refused
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Node, Notation
from gnugo_py.core.types import PASS, IllegalMove, Mistake, Move, Pass, Play, Point, Resign, Side

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOURS = ("B", "W")
SETUP = {"AB": "X", "AW": "O", "AE": "", "AA": "#"}
"""What a property puts on its points, as a sign of a grid; nothing takes off what is there."""


class LetterPairs(Notation):
    """A game's notation; a move of several points is their pairs run together.

    game -- the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def options(self, root: Node) -> dict[str, object]:
        """The size of the board, if the file says it.  Raises Mistake for what is none."""
        word = (*root.get("SZ", ()), "")[0].strip()
        columns, _, rows = word.partition(":")
        if not word:
            return {}
        if not (
            columns.isascii() and columns.isdigit() and len(columns) < 4 and (rows or columns) == columns
        ):
            raise Mistake(f"the board's size is {word[:10]}, which is none of a board of {self.game.name}")
        return {"size": int(columns)}

    def start(self, root: Node, kept: Mapping[str, object] | None) -> Position:
        """The usual start, or the board that the file sets up."""
        start = self.game.start(self.options(root))
        is_set_up = any(root.get(name) for name in ("AB", "AW"))
        return self._arranged(start, {} if is_set_up else self._cells(start), root)

    def edited(self, position: Position, node: Node) -> Position:
        """The position with what a node puts down or takes off.  Raises Mistake."""
        return self._arranged(position, self._cells(position), node)

    def handed(self, position: Position, side: Side) -> Position:
        """The same board as a new start."""
        return self.game.arranged(position, self._cells(position), side)

    def parse_point(self, text: str, position: Position) -> Point:
        """The point of a pair of letters.  Raises Mistake for what is none on this board."""
        if len(text) == 2 and text[0] in LETTERS and text[1] in LETTERS:
            column, row = LETTERS.index(text[0]), LETTERS.index(text[1])
            if max(row, column) < position.size:
                return self.game.point_at(row, column, position)
        raise Mistake(f"'{text[:20]}' is no point of this board")

    def format_point(self, point: Point, position: Position) -> str:
        """A point as a pair of letters."""
        row, column = self.game.cell_of(point, position)
        return LETTERS[column] + LETTERS[row]

    def parse_move(self, text: str, position: Position) -> Move:
        """The move of a value; an empty one is a pass.  Raises Mistake."""
        word = text.strip()
        if not word:
            return PASS
        pairs = [word[start : start + 2] for start in range(0, len(word), 2)]
        return Play(tuple(self.parse_point(pair, position) for pair in pairs))

    def format_move(self, move: Move, position: Position) -> str:
        """A move as a value."""
        points = move.points if isinstance(move, Play) else ()
        return "".join(self.format_point(point, position) for point in points)

    def played(self, position: Position, move: Move, is_own: bool) -> Position:
        """The position after a move that must be legal, whoever wrote it.  Raises IllegalMove."""
        refusal = why_refused(self.game, position, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return position.play(move)

    def under(self, positions: Sequence[Position], options: Mapping[str, object]) -> list[Position]:
        """The positions: there is one way to play this game."""
        return list(positions)

    def root(self, start: Position) -> dict[str, list[str]]:
        """The size of the board, and the stones where they are not the usual ones."""
        said = {"SZ": [str(start.size)]}
        usual = self.game.start(self.game.settings(start))
        if usual != start:
            cells = self._cells(start)
            for name, sign in SETUP.items():
                points = [point for point, found in cells.items() if found == sign]
                if points:
                    said[name] = [self.format_point(point, start) for point in points]
        if usual.to_move is not start.to_move:
            said["PL"] = [COLOURS[start.to_move]]
        return said

    def nodes(self, position: Position) -> list[dict[str, list[str]]]:
        """The node of the last move."""
        assert position.previous is not None
        assert position.mover is not None
        move = position.last_move
        assert isinstance(move, Play | Pass) and not isinstance(move, Resign)
        return [{COLOURS[position.mover]: [self.format_move(move, position.previous)]}]

    def kept(self, start: Position) -> dict[str, object]:
        """Nothing."""
        return {}

    def _cells(self, position: Position) -> dict[Point, str]:
        """What is on a board, by point."""
        return {
            self.game.point_at(row, column, position): sign
            for row, line in enumerate(position.grid().rows)
            for column, sign in enumerate(line)
            if sign in SETUP.values()
        }

    def _arranged(self, position: Position, cells: dict[Point, str], node: Node) -> Position:
        """The position with a node's setup put on a board."""
        before = dict(cells)
        for name, sign in SETUP.items():
            for point in points_of(self._points_set_up(node.get(name, ()), position)):
                cells[point] = sign
        cells = {point: sign for point, sign in cells.items() if sign}
        return position if cells == before else self.game.arranged(position, cells, position.to_move)

    def _points_set_up(self, values: Sequence[str], position: Position) -> int:
        """The set of points of a setup property, rectangles like `aa:cc` filled.  Raises Mistake."""
        points = 0
        for value in dict.fromkeys(values):
            first, _, last = value.strip().partition(":")
            if first:
                one, other = (self.parse_point(corner, position) for corner in (first, last or first))
                points |= rectangle(one, other, position.size)
        return points
