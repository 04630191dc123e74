"""Passing in the Go search: the search passes when no move gains anything under the rules in force.

A move must gain at least half a point of area compared with a pass. Under territory rules, a neutral point
gains nothing, although the network, which counts area, counts it as a point. Therefore, the search passes
once everything is settled. Under the same rules, territory that is still open does not count, although the
network assigns its points to their likely owner. Therefore, as long as there is such territory, the search
passes only if the best move is worse than a pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.engines.network import np
from gnugo_py.engines.network.dead_stones_and_estimates import symmetry_averaged_ownership
from gnugo_py.engines.search.game_search import SearchControl
from gnugo_py.engines.search.go_leaf_evaluation import PASS_INDEX, ownership_by_point, size_class
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.points import connected_regions, iter_points
from gnugo_py.games.types import Color, Point

_MIN_AREA_GAINED = 0.5
"""A move that gains fewer points of area than this, compared with a pass, is not played."""
_CLEAR_CHAIN, _CLEAR_TERRITORY, _CLEAR_OPEN_POINT = 0.5, 0.4, 0.6
"""The ownership above which, respectively, a chain is clearly alive or dead, territory is clear, and an empty
point that both colors reach has a likely owner.
"""
_MAX_OPEN_POINTS = 2.5
"""If the ownership of empty points in one region with the same likely owner (see `_CLEAR_OPEN_POINT`) adds up
to at least this, the points are not neutral but territory that still has to be closed.
"""
MIN_ENDGAME_SHARE = 0.3
"""The share of occupied points below which no point counts as settled and the search does not pass."""
_MIN_PASS_PRIOR = 0.001
"""The minimum prior for a pass to be considered; its prior is nearly always higher once all is settled."""
_PASS_VISITS = 16
"""Visits that a pass gets before it is compared with the best move, so that its lead is reliable."""
_VISITS_TO_PASS = (200, 150, 100)
"""Minimum visits of the whole search, at any level, before a pass is compared with the best move: on boards
up to 9x9, up to 13x13, and on larger boards.
"""


def share_occupied(board: Board) -> float:
    """Return the share of the points that are occupied, 0 to 1."""
    return (board.black | board.white).bit_count() / board.geometry.size**2


def best_or_pass(search: Mcts, position: GoPosition, control: SearchControl) -> int:
    """Return the number of the best root move, or of the pass if no move gains anything compared with it.

    search  -- a search that has been run; visits are added if a pass has to be compared.
    control -- can cut the additional visits short.
    """
    moves = search.root.judgment.moves
    passing = moves.index(PASS_INDEX)
    others = [number for number in search.root.moves_by_visits() if number != passing]
    if not others:
        return passing
    is_endgame = share_occupied(position.board) >= MIN_ENDGAME_SHARE
    if not is_endgame or search.root.judgment.priors[passing] < _MIN_PASS_PRIOR:
        return others[0]
    _add_visits(search, passing, position.size, control)
    best = next(number for number in search.root.moves_by_visits() if number != passing)
    return (
        passing
        if _gains_nothing(position, search.lead_after_move(best) - search.lead_after_move(passing))
        else best
    )


def _gains_nothing(position: GoPosition, gained: float) -> bool:
    """Return whether a move gains nothing under the rules in force.

    gained -- the points of area that the move gains compared with a pass.
    """
    if "territory" not in position.rules.scoring:
        return gained < _MIN_AREA_GAINED
    final = _FinalBoard.of(position)
    return final.is_settled or gained < (0.0 if final.has_open_territory else _MIN_AREA_GAINED)


def _add_visits(search: Mcts, passing: int, size: int, control: SearchControl) -> None:
    """Add the visits that make a comparison with a pass reliable."""
    enough = _VISITS_TO_PASS[size_class(size)]
    while search.root.visits < enough and not control.must_stop:
        search.visit()
    while search.root.child_visits[passing] < _PASS_VISITS:
        search.visit(passing)


class _FinalBoard(NamedTuple):
    """The board as it would be counted now.

    owners         -- Black's ownership by point, averaged over the eight symmetries of the board and over
                      both colors to move.
    cleared        -- the board without the dead stones.
    has_open_chain -- whether a chain is neither clearly alive nor clearly dead.
    """

    owners: Mapping[Point, float]
    cleared: Board
    has_open_chain: bool

    @classmethod
    def of(cls, position: GoPosition) -> _FinalBoard:
        """Return the final board of a position, with dead stones judged by ownership alone."""
        turns = [position.with_to_move(color).without_passes() for color in Color]
        owners = ownership_by_point(
            (symmetry_averaged_ownership(turns[0]) + symmetry_averaged_ownership(turns[1])) / np.float32(2)
        )
        board, dead, has_open_chain = position.board, 0, False
        for color in Color:
            for chain in board.chains(color):
                share = sum(owners[point] for point in iter_points(chain)) / chain.bit_count()
                has_open_chain = has_open_chain or abs(share) < _CLEAR_CHAIN
                if (share < 0) is (color is Color.BLACK):
                    dead |= chain
        return cls(owners, board.without_stones(dead), has_open_chain)

    @property
    def is_settled(self) -> bool:
        """Whether every chain is clearly alive or dead, and all territory is closed and clear."""
        return not self.has_open_chain and self._is_territory_clear and not self.has_open_territory

    @property
    def _is_territory_clear(self) -> bool:
        return all(
            self.owners[point] * (-1 if color else 1) >= _CLEAR_TERRITORY
            for color, points in zip(Color, enclosed_points_by_color(self.cleared), strict=True)
            for point in iter_points(points)
        )

    @property
    def has_open_territory(self) -> bool:
        """Whether some empty points that both colors reach are territory that still has to be closed."""
        black, white = enclosed_points_by_color(self.cleared)
        rest = self.cleared.empty_points & ~(black | white)
        for region in connected_regions(rest, self.cleared.geometry.stride):
            shares = [self.owners[point] for point in iter_points(region)]
            black_owns = sum(share for share in shares if share > _CLEAR_OPEN_POINT)
            white_owns = -sum(share for share in shares if share < -_CLEAR_OPEN_POINT)
            if max(black_owns, white_owns) >= _MAX_OPEN_POINTS:
                return True
        return False
