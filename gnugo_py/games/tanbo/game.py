"""The game of Tanbo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gnugo_py.core.game import Game
from gnugo_py.games.tanbo.position import TanboPosition

_INTRODUCTION = """\
Tanbo is played on the intersections of a Go board, with stones on it from the
start.  Stones of one color that touch along a line form a root.  Black and
White take turns to grow: you place a stone on an empty point that touches
exactly one stone of your own.  It may touch any number of your opponent's.

A root that has no such point left is bounded.  If the root you have just grown
is bounded, only that root is removed.  Otherwise, every bounded root on the
board is removed, yours and your opponent's.  A player with no stones left
loses.  There is no passing, so in the end a player must remove their own root.

In text diagrams, X is Black and O is White.

Type a point to grow there: a letter for the column and a number for the line,
like D4.  There is no column I.  Type help to see what else you can type."""


class Tanbo(Game):
    """The game of Tanbo."""

    name: ClassVar[str] = "tanbo"
    display_name: ClassVar[str] = "Tanbo"
    how_to_play: ClassVar[str] = _INTRODUCTION
    example_move: ClassVar[str] = "D4"
    sizes: ClassVar[tuple[int, ...]] = (9, 13, 19)
    default_size: ClassVar[int] = 19

    def start(self, options: Mapping[str, object]) -> TanboPosition:
        """Return the standard start on a board of 9, 13 or 19 (the default) lines.

        Raise UserError with a remedy if the size is not one of these.
        """
        return TanboPosition.start(self.size_from_options(options))


TANBO = Tanbo()
TanboPosition.game = TANBO
