"""The game of Amazons."""

from __future__ import annotations

from gnugo_py.games.amazons.position import AmazonsPosition
from gnugo_py.games.game import Game

_INTRODUCTION = """\
Amazons is played with four queens per player.  On each turn, move one of your
queens and then shoot an arrow from where she stands.  Queens and arrows move
like a queen in chess: any number of squares straight or diagonally, at least
one, and never onto or over a queen or an arrow.  The square that the queen has
left is empty.  An arrow stays for the rest of the game and blocks its square
for both players; nothing is ever captured.  A player who cannot move loses.

In text diagrams, X is Black, who has the lower queens and moves first, O is
White, and # is an arrow.

Type a move as the queen's square, her target, and the target of the arrow:
d1-d7/g7 or d1 d7 g7.  Or type the squares one by one: + marks the possible
next squares, and back undoes a step.  Type help to see what else you can type."""


AMAZONS = Game(
    name="amazons",
    display_name="Amazons",
    how_to_play=_INTRODUCTION,
    legend="X Black's queens, O White's, # arrows, - empty",
    example_move="d1-d7/g7",
    point_prompts=("your move?", "to which square?", "where does the arrow land?"),
    sizes=(6, 8, 10),
    default_size=10,
    position_class=AmazonsPosition,
)
