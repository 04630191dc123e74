"""Tests that the search of Hex stops when the remaining playouts cannot change the move."""

from threading import Event

import pytest

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.search.hex_search import UctSearch
from gnugo_py.engines.search.hex_state import hex_search_state
from gnugo_py.engines.search.search_engine import SearchControl
from gnugo_py.games.hex.position import HEX, HexPosition


class ToTheLast(UctSearch):
    """A search that runs all its playouts."""

    def _is_best_move_fixed(self) -> bool:
        return self._done >= self._playouts


def thoughts(at: HexPosition, seed: int, games: int) -> tuple[Analysis, Analysis]:
    """Return the results of a search that stops early and of one that does not."""
    control = SearchControl(Event(), None)
    early, late = (kind(hex_search_state(at), games, seed, control).run() for kind in (UctSearch, ToTheLast))
    return early, late


@pytest.mark.parametrize("size", [5, 7])
def test_playouts_that_cannot_change_the_move_are_skipped(size: int) -> None:
    """In a whole game each move is the same with and without the playouts that were left out."""
    at = HEX.start({**HEX.default_match_options, "size": size}).with_move_limit()
    saved = 0
    for seed in range(24):
        if at.is_over:
            break
        assert isinstance(at, HexPosition)
        early, late = thoughts(at, seed, 90)
        assert late.best is not None
        assert early.best == late.best
        assert 45 <= early.visits <= late.visits
        saved += late.visits - early.visits
        at = at.play_unchecked(late.best)
    assert saved
