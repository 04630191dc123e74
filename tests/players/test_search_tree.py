"""The search by random games ends when nothing can change its answer any more."""

from threading import Event
from typing import Any

import pytest

from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.engines.search.engine import search_for
from gnugo_py.engines.search.result import Thought, Watch
from gnugo_py.engines.search.uct import TreeSearch, TreeThinking


class ToTheLast(TreeThinking):
    """One that plays all its games."""

    def _is_decided(self, root: Any, granted: Any, done: int) -> bool:
        return done >= self._playouts


def thoughts(search: TreeSearch, at: Position, seed: int, games: int) -> tuple[Thought, Thought]:
    """What a search finds that ends early, and one that does not."""
    watch = Watch(Event(), None)
    made = (kind(games, search.batch, search.worth, seed, watch) for kind in (TreeThinking, ToTheLast))
    early, late = (each.think(search.begin(at)) for each in made)
    return early, late


@pytest.mark.parametrize(("name", "size"), [("hex", 5), ("hex", 7), ("go", 5), ("go", 7)])
def test_games_that_cannot_change_the_move_are_not_played(name: str, size: int) -> None:
    """A whole game, each move the same with all random games and without the last of them."""
    game = CATALOG[name].load()
    search = search_for(game)
    assert isinstance(search, TreeSearch)
    at = game.bounded(game.start({**game.between_programs, "size": size}))
    saved = 0
    for seed in range(24):
        if at.over:
            break
        early, late = thoughts(search, at, seed, 90)
        assert early.options[0].code == late.options[0].code
        assert 45 <= early.effort <= late.effort
        saved += late.effort - early.effort
        at = at.play(search.move_of(late.options[0].code, at))
    assert saved
