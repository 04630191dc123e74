"""Games are counted for all points at once as they are one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.registry import CATALOG
from gnugo_py.engines.search.engine import search_for
from gnugo_py.engines.search.uct import CODES, MOST_GAMES, NO_MOVE, TreeSearch, tallied

GAMES = st.lists(
    st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, (1 << 60) - 1)), max_size=MOST_GAMES
)


@given(GAMES, st.integers(0, CODES - 61))
def test_a_tally_is_what_counting_move_by_move_gives(games: list[tuple[float, int]], shift: int) -> None:
    tally = tallied([(worth, moves << shift) for worth, moves in games])
    for code in range(60):
        worths = [worth for worth, moves in games if moves >> code & 1]
        assert (tally.games[shift + code], tally.halves[shift + code]) == (len(worths), 2 * sum(worths))
    assert (tally.games[NO_MOVE], tally.halves[NO_MOVE]) == (0, 0)


@pytest.mark.parametrize(("name", "size"), [("go", 25), ("hex", 26)])
def test_the_largest_boards_have_codes_for_all_their_points(name: str, size: int) -> None:
    game = CATALOG[name].load()
    search = search_for(game)
    assert isinstance(search, TreeSearch)
    assert search.batch <= MOST_GAMES
    candidates = search.begin(game.start({**game.between_programs, "size": size})).candidates()
    assert len(candidates) == size * size
    assert max(code for code, _, _ in candidates) < CODES - 1
