"""Tests of the bit-parallel playout tally against a count move by move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.registry import GAMES
from gnugo_py.engines.search.engine import search_definition
from gnugo_py.engines.search.uct import (
    MAX_PLAYOUTS_PER_TALLY,
    MOVE_INDEX_LIMIT,
    PASS_OR_SWAP_INDEX,
    UctSearchDefinition,
    amaf_tally_of_playouts,
)

PLAYOUTS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, (1 << 60) - 1)),
    max_size=MAX_PLAYOUTS_PER_TALLY,
)


@given(PLAYOUTS, st.integers(0, MOVE_INDEX_LIMIT - 61))
def test_a_tally_equals_a_count_move_by_move(games: list[tuple[float, int]], shift: int) -> None:
    tally = amaf_tally_of_playouts([(worth, moves << shift) for worth, moves in games])
    for code in range(60):
        worths = [worth for worth, moves in games if moves >> code & 1]
        assert (tally.games[shift + code], tally.half_wins[shift + code]) == (len(worths), 2 * sum(worths))
    assert (tally.games[PASS_OR_SWAP_INDEX], tally.half_wins[PASS_OR_SWAP_INDEX]) == (0, 0)


@pytest.mark.parametrize(("name", "size"), [("hex", 26)])
def test_the_largest_boards_have_codes_for_all_their_points(name: str, size: int) -> None:
    game = GAMES[name].load()
    search = search_definition(game)
    assert isinstance(search, UctSearchDefinition)
    assert search.batch <= MAX_PLAYOUTS_PER_TALLY
    candidates = search.make_state(game.start({**game.default_match_options, "size": size})).priors()
    assert len(candidates) == size * size
    assert max(code for code, _, _ in candidates) < MOVE_INDEX_LIMIT - 1
