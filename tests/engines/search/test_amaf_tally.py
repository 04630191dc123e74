"""Tests of the bit-parallel playout tally against a count move by move."""

from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.engines.search.hex_search import (
    CELL_LIMIT,
    MAX_PLAYOUTS_PER_TALLY,
    PLAYOUTS_PER_NODE,
    amaf_tally_of_playouts,
)
from gnugo_py.engines.search.hex_state import hex_search_state
from gnugo_py.games.hex.position import SWAP_PIECES, HexPosition

PLAYOUTS = st.lists(
    st.tuples(st.sampled_from([0.0, 1.0]), st.integers(0, (1 << 60) - 1)), max_size=MAX_PLAYOUTS_PER_TALLY
)


@given(PLAYOUTS, st.integers(0, CELL_LIMIT - 61))
def test_a_tally_equals_a_count_move_by_move(games: list[tuple[float, int]], shift: int) -> None:
    tally = amaf_tally_of_playouts([(worth, moves << shift) for worth, moves in games])
    for code in range(60):
        worths = [worth for worth, moves in games if moves >> code & 1]
        assert (tally.games[shift + code], tally.wins[shift + code]) == (len(worths), sum(worths))
    assert (tally.games[SWAP_PIECES], tally.wins[SWAP_PIECES]) == (0, 0)


def test_the_largest_board_has_numbers_for_all_its_cells() -> None:
    assert PLAYOUTS_PER_NODE <= MAX_PLAYOUTS_PER_TALLY
    candidates = hex_search_state(HexPosition.start(26, "free")).priors()
    assert len(candidates) == 26 * 26
    assert max(cell for cell, _, _ in candidates) < CELL_LIMIT - 1
