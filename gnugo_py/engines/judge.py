"""The judge's word on finished games: which stones are dead."""

from __future__ import annotations

from gnugo_py.games.board import Board
from gnugo_py.games.checks import checked
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color


@checked
def dead_stones(position: Position | Board) -> int:
    """Return the set of dead stones in a position where neither color has useful moves left.

    position -- a position, or a board, on which Black is assumed to be to move.

    A chain is dead if the judge gives its points to the opponent, in the mean of both colors to move. No
    stones are dead if the board has stones of only one color, or in a game without a count. In an
    unfinished position, the result is an estimate.
    """
    if isinstance(position, Board):
        position = GoPosition.from_board(
            position, Color.BLACK, rules_preset("chinese", position.geometry.size)
        )
    if not isinstance(position, GoPosition):
        return 0
    from gnugo_py.engines.network.network import dead_stones_and_owners, judge  # imports numpy

    return dead_stones_and_owners(position, judge())[0]
