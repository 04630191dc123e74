"""The nodes of a file as steps of a game, whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import IllegalMove, Mistake, Move, Resign, Side
from gnugo_py.sgf.grammar import Properties, SgfError
from gnugo_py.sgf.properties import encoding_of, side_named_by, text, texts

COLOURS = ("B", "W")
SETUP = {"AE", "AB", "AW", "AA"}


class Steps:
    """How the nodes of one file are to be taken.

    name    -- the game in the catalogue.
    root    -- the first node.
    private -- what this program wrote for itself, None in a file of another's.

    sides    -- which sides the letters B and W stand for.
    encoding -- what the file is written in.
    """

    def __init__(self, name: str, root: Properties, private: dict[str, object] | None) -> None:
        self.game = CATALOG[name].load()
        self.notation = self.game.notation
        self.encoding = encoding_of(root)
        self.sides = self.notation.sides(texts(root, self.encoding))
        self._root, self._private = root, private

    def start(self, line: Iterable[Properties]) -> Position:
        """The start, with the turn of whom the root or else the first move of a line names.

        Raises SgfError.
        """
        try:
            start = self.notation.start(texts(self._root, self.encoding), self._private)
        except Mistake as error:
            raise SgfError(str(error)) from None
        first = side_named_by(self._root)
        if first is None:
            moves = (self.sides[name] for node in line for name in COLOURS if name in node)
            first = next(moves, None)
        return start if first is None else start.with_to_move(first)

    def edited(self, position: Position, node: Properties, number: int) -> Position:
        """The position with what a node puts down and takes off.  Raises SgfError.

        number -- how many moves led there.
        """
        if node.keys() & SETUP:
            try:
                position = self.notation.edited(position, texts(node, self.encoding))
            except Mistake as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        side = None if node.keys() & set(COLOURS) else side_named_by(node)  # beside a move it sets nothing up
        if side is not None and side is not position.to_move:
            position = self.notation.handed(position, side)
        return position

    def moves(self, node: Properties, later: Iterable[Properties] = ()) -> Iterator[tuple[Side, str]]:
        """The moves of a node: whose, and as they are meant.

        later -- the nodes after it.
        """

        def next_side() -> Side | None:
            return next((self.sides[name] for each in later for name in COLOURS if name in each), None)

        for name in COLOURS:
            if name in node:
                side = self.sides[name]
                yield side, self.notation.meant(text(node, name), side, next_side)

    def cleared(self, position: Position, value: str) -> Position:
        """Return the position in which a move can be made; another one if a stone was in its place."""
        with suppress(Mistake):  # it is reported when the move is made
            return self.notation.cleared(position, self.notation.parse_move(value, position))
        return position

    def moved(self, position: Position, value: str, number: int) -> Position | None:
        """The position after a move that must be possible; None after one that only gives up.

        number -- of the move.

        Raises SgfError.
        """
        try:
            move: Move = self.notation.parse_move(value, position)
        except Mistake as error:
            raise SgfError(f"move {number}: {error}") from None
        if isinstance(move, Resign):
            return None
        try:
            return self.notation.played(position, move, self._private is not None)
        except IllegalMove as error:
            written = self.game.format_move(move, position)
            raise SgfError(f"move {number}, {position.to_move} {written}: {error}") from None
