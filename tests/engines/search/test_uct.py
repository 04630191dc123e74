"""Tests that tree search stops when the remaining playouts cannot change the move."""

from threading import Event
from typing import Any

import pytest

from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.engines.search.engine import search_definition
from gnugo_py.engines.search.result import SearchControl, SearchResult
from gnugo_py.engines.search.uct import UctSearch, UctSearchDefinition


class ToTheLast(UctSearch):
    """A search that runs all its playouts."""

    def _is_best_move_fixed(self, root: Any, priors: Any, done: int) -> bool:
        return done >= self._playouts


def thoughts(
    search: UctSearchDefinition, at: Position, seed: int, games: int
) -> tuple[SearchResult, SearchResult]:
    """Return the results of a search that stops early and of one that does not."""
    control = SearchControl(Event(), None)
    made = (kind(games, search.batch, seed, control) for kind in (UctSearch, ToTheLast))
    early, late = (each.run(search.make_state(at)) for each in made)
    return early, late


@pytest.mark.parametrize(("name", "size"), [("hex", 5), ("hex", 7)])
def test_playouts_that_cannot_change_the_move_are_skipped(name: str, size: int) -> None:
    """In a whole game each move is the same with and without the playouts that were left out."""
    game = GAMES[name].load()
    search = search_definition(game)
    assert isinstance(search, UctSearchDefinition)
    at = game.start({**game.default_match_options, "size": size}).with_move_limit()
    saved = 0
    for seed in range(24):
        if at.is_over:
            break
        early, late = thoughts(search, at, seed, 90)
        assert early.candidates[0].code == late.candidates[0].code
        assert 45 <= early.visits <= late.visits
        saved += late.visits - early.visits
        at = at.play_unchecked(search.move_of(late.candidates[0].code, at))
    assert saved
