"""The search by evaluation, of Amazons and Tanbo: right where everything can be looked at, and elsewhere."""

import random
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.core.bitboard import board_of
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.engines.search.alphabeta import (
    BETWEEN_LOOKS,
    MOST_VISITS,
    Branching,
    BranchSearch,
    BranchThinking,
)
from gnugo_py.engines.search.amazons_alphabeta import AmazonsBranching
from gnugo_py.engines.search.engine import SearchPlayer, search_for
from gnugo_py.engines.search.result import WON, Watch, search_of
from gnugo_py.engines.search.tanbo_alphabeta import SEARCH as TANBO_SEARCH
from gnugo_py.games.amazons.game import AMAZONS
from gnugo_py.games.amazons.position import AmazonsPosition
from gnugo_py.games.tanbo.position import TanboPosition


def minimax(state: Branching, depth: int) -> float:
    """What a position is worth, every move looked at."""
    if state.final is not None:
        return state.final
    branches, _ = state.branches(10**6)
    if depth == 1:
        return branches[0].score
    values = (minimax(branch.state, depth - 1) for branch in branches)
    return max(-value * (1 - 1e-6 if abs(value) > WON / 2 else 1) for value in values)


def small_positions(name: str) -> list[Branching]:
    """A few positions with not too many moves."""
    chance, found = random.Random(4), list[Branching]()
    if name == "amazons":
        position: Position = AmazonsPosition.start(6)
        while not position.over:
            position = position.play(chance.choice(list(position.legal_moves())))
            assert isinstance(position, AmazonsPosition)
            own, other = (
                (position.white, position.black) if position.to_move else (position.black, position.white)
            )
            if position.vacant.bit_count() < 12 and not position.over:
                found.append(AmazonsBranching(own, other, position.vacant, 6))
        return found[:4]
    corner = TanboPosition(5, 1, 1 << 28)
    for _ in range(3):
        found.append(TANBO_SEARCH.begin(corner))
        corner = corner.play(chance.choice(corner.legal_moves()))
    return found


@given(st.sampled_from([("tanbo", 9), ("tanbo", 13), ("tanbo", 19), ("amazons", 6)]), st.integers(0))
def test_what_it_thinks_a_move_leads_to_is_where_the_rules_lead(at: tuple[str, int], seed: int) -> None:
    name, size = at
    game, chance = CATALOG[name].load(), random.Random(seed)
    position, search = game.start({"size": size}), search_for(game)
    assert isinstance(search, BranchSearch)
    for _ in range(chance.randrange(size * size)):
        if not position.over:
            position = position.play(chance.choice(list(position.legal_moves())))
    if position.over:
        return
    branches, _ = search.begin(position).branches(10**6)
    if name == "tanbo":
        assert len(branches) == len(list(position.legal_moves()))
    for branch in branches:
        move = search.move_of(branch.code, position)
        assert position.why_illegal(move) is None
        assert branch.state.key == search.begin(position.play(move)).key


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
@pytest.mark.parametrize("depth", [2, 3])
def test_looking_at_every_move_it_is_as_right_as_a_full_search(name: str, depth: int) -> None:
    for state in small_positions(name):
        thinking = BranchThinking(10**9, 10**6, Watch(Event()))
        roots, _ = state.branches(10**6)
        scores = {branch.code: branch.score for branch in roots}
        line: tuple[int, ...] = ()
        for deeper in range(2, depth + 1):
            roots, scores, line = thinking._round(roots, scores, deeper)
        assert scores[line[0]] == pytest.approx(minimax(state, depth))


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
def test_of_nearly_equal_moves_another_seed_plays_another(name: str) -> None:
    game = CATALOG[name].load()
    start = game.start(game.between_programs)
    played = {SearchPlayer(game, 3, seed).choose(start, None).move for seed in range(12)}
    assert len(played) > 1
    assert SearchPlayer(game, 3, 5).choose(start, None) == SearchPlayer(game, 3, 5).choose(start, None)


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
def test_chance_prefers_no_move_that_is_worse_by_more_than_its_favour(name: str) -> None:
    for number, state in enumerate(small_positions(name)):
        values = {branch.code: branch.score for branch in state.branches(10**6)[0]}
        best = BranchThinking(1, 10**6, Watch(Event()), 0.5, number).think(state).options[0]
        assert best.value == pytest.approx(values[best.code])
        assert best.value >= max(values.values()) - 0.5


@pytest.mark.parametrize(("name", "size"), [("tanbo", 9), ("amazons", 6)])
def test_moves_are_told_in_the_order_of_what_they_are_worth_its_own_first(name: str, size: int) -> None:
    game = CATALOG[name].load()
    for level in (1, 2, 4):
        found = search_of(SearchPlayer(game, level, 5).choose(game.start({"size": size}), None))
        assert found is not None
        values = [each.value for each in found.best]
        assert values == sorted(values, reverse=True)


LATE = (
    "e1-b4/e4 e6-c4/c1 b1-d3/c3 b6-e3/d4 b4-c5/e5 e3-e2/b2 a2-a4/b3 f5-f3/e3 "
    "c5-d6/d5 c4-c6/c4 d3-d2/d3 e2-d1/f1 d2-c2/d2 a5-b4/a5 d6-f6/d6"
)
"""A game of Amazons in which White, to move, wins with ten moves."""


def wins(state: Branching, known: dict[object, bool]) -> bool:
    """Whether the side to move wins, by trying everything."""
    if state.key not in known:
        final = state.final
        branches = [] if final is not None else state.branches(10**6)[0]
        known[state.key] = (final or 0) > 0 or any(not wins(branch.state, known) for branch in branches)
    return known[state.key]


@pytest.mark.parametrize("level", [1, 2])
def test_a_game_that_is_not_lost_is_not_given_up(level: int) -> None:
    position = AmazonsPosition.start(6)
    for move in LATE.split():
        position = position.play(move)
    choice = SearchPlayer(AMAZONS, level, 827036, resigns=True).choose(position, None)
    found = search_of(choice)
    assert found is not None
    assert all(each.value > -WON / 2 for each in found.best)
    assert choice.move == found.best[0].move


@pytest.mark.parametrize(("name", "vacant"), [("amazons", 9), ("tanbo", 14)])
def test_won_and_lost_is_said_only_of_what_is(name: str, vacant: int) -> None:
    game, chance, said = CATALOG[name].load(), random.Random(3), set[bool]()
    search, known = search_for(game), dict[object, bool]()
    assert isinstance(search, BranchSearch)
    for number in range(40):
        position = AmazonsPosition.start(6) if name == "amazons" else TanboPosition(5, 1, 1 << 28)
        while not position.over:
            rows = "".join(position.grid().rows)
            if rows.count("-") + rows.count("+") <= vacant:
                found = search_of(SearchPlayer(game, 1 + number % 3, number).choose(position, None))
                assert found is not None
                value = found.best[0].value
                if abs(value) > WON / 2:
                    assert wins(search.begin(position), known) is (value > 0)
                    said.add(value > 0)
            position = position.play(chance.choice(list(position.legal_moves())))
    assert said == {True, False}


def corridors() -> AmazonsBranching:
    """A queen of each side in a corridor of nine squares: few positions, and many ways to each."""
    row = (1 << 9) - 1
    return AmazonsBranching(1, 1 << 55, (row | row << 55) & ~(1 | 1 << 55), 10)


def test_positions_that_are_known_are_not_visited_without_end() -> None:
    assert corridors().vacant & ~board_of(10) == 0
    thinking = BranchThinking(3000, 8, Watch(Event()))
    assert thinking.think(corridors()).options
    assert thinking._visits <= MOST_VISITS * 3000 + BETWEEN_LOOKS


def test_a_search_that_only_meets_what_it_knows_hears_of_its_end_as_well() -> None:
    class Stopping(Watch):
        """Says that it is over once it was asked so often."""

        asked = visits = 0

        @property
        def is_over(self) -> bool:
            self.asked += 1
            if self.asked == 3000:
                self.visits = thinking._visits
            return self.asked >= 3000

    watch = Stopping(Event())
    thinking = BranchThinking(10**6, 8, watch)
    thinking.think(corridors())
    assert 0 < thinking._visits - BETWEEN_LOOKS <= watch.visits
