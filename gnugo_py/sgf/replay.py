"""Replay of the nodes of an SGF file by any program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, IllegalMove, Move, Resign, UserError
from gnugo_py.sgf.parser import Properties, SgfError
from gnugo_py.sgf.properties import encoding_of, player_to_move, text_of, texts_of

COLOR_NAMES = ("B", "W")
SETUP_NAMES = {"AE", "AB", "AW", "AA"}


class NodeReplay:
    """Interpreter for the nodes of one file.

    name    -- registry name of the game.
    root    -- the root node.
    private -- the private data of this program, None in a file by another program.

    letter_colors -- the colors that the letters B and W stand for.
    encoding      -- the encoding that the file names.
    """

    def __init__(self, name: str, root: Properties, private: dict[str, object] | None) -> None:
        self.game = GAMES[name].load()
        self.sgf_codec = self.game.sgf_codec
        self.encoding = encoding_of(root)
        self.letter_colors = self.sgf_codec.letter_colors(texts_of(root, self.encoding))
        self._root, self._private = root, private

    def start(self, line: Iterable[Properties]) -> Position:
        """Return the start position.

        The root node (PL), or else the first move of the line, determines the color to move. Raise SgfError
        if the setup is invalid.

        line -- the nodes of a line from the root on.
        """
        try:
            start = self.sgf_codec.read_start(texts_of(self._root, self.encoding), self._private)
        except UserError as error:
            raise SgfError(str(error)) from None
        first = player_to_move(self._root)
        if first is None:
            moves = (self.letter_colors[name] for node in line for name in COLOR_NAMES if name in node)
            first = next(moves, None)
        return start if first is None else start.with_to_move(first)

    def apply_setup(self, position: Position, node: Properties, number: int) -> Position:
        """Return the position after the setup of a node.

        number -- number of moves before the node, for messages.

        Raise SgfError if the setup is invalid.
        """
        if node.keys() & SETUP_NAMES:
            try:
                position = self.sgf_codec.apply_setup(position, texts_of(node, self.encoding))
            except UserError as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        color = (
            None if node.keys() & set(COLOR_NAMES) else player_to_move(node)
        )  # in a node with a move, PL has no effect
        if color is not None and color is not position.to_move:
            position = self.sgf_codec.with_turn(position, color)
        return position

    def moves(self, node: Properties, later: Iterable[Properties] = ()) -> Iterator[tuple[Color, str]]:
        """Yield the moves of a node: their color and their value, with swap moves resolved.

        later -- the nodes after it, which may show the meaning of a swap.
        """

        def next_side() -> Color | None:
            return next(
                (self.letter_colors[name] for each in later for name in COLOR_NAMES if name in each), None
            )

        for name in COLOR_NAMES:
            if name in node:
                color = self.letter_colors[name]
                yield color, self.sgf_codec.disambiguate_swap(text_of(node, name), color, next_side)

    def with_cleared_point(self, position: Position, value: str) -> Position:
        """Return the position without the stone on a move's point, or the same position if it is empty."""
        with suppress(UserError):  # `apply_move` reports it
            return self.sgf_codec.with_cleared_point(position, self.sgf_codec.parse_move(value, position))
        return position

    def apply_move(self, position: Position, value: str, number: int) -> Position | None:
        """Return the position after a move, or None after a resignation.

        number -- number of the move, for messages.

        Raise SgfError if the move is illegal.
        """
        try:
            move: Move = self.sgf_codec.parse_move(value, position)
        except UserError as error:
            raise SgfError(f"move {number}: {error}") from None
        if isinstance(move, Resign):
            return None
        try:
            return self.sgf_codec.apply_move(position, move, self._private is not None)
        except IllegalMove as error:
            written = self.game.format_move(move, position)
            raise SgfError(f"move {number}, {position.to_move} {written}: {error}") from None
