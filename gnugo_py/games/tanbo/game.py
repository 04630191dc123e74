"""The game of Tanbo."""

from __future__ import annotations

from gnugo_py.games.game import Game
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


TANBO = Game(
    name="tanbo",
    display_name="Tanbo",
    how_to_play=_INTRODUCTION,
    sizes=(9, 13, 19),
    default_size=19,
    marks_moves=True,
    position_class=TanboPosition,
)
