"""Tests of alpha-beta search in Amazons and Tanbo."""

import random
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.engines.analysis import WIN_VALUE
from gnugo_py.engines.search.alphabeta import (
    MAX_VISITS_TO_BUDGET_RATIO,
    VISITS_BETWEEN_STOP_CHECKS,
    AlphaBetaEngine,
    AlphaBetaSearch,
    AlphaBetaState,
)
from gnugo_py.engines.search.amazons_alphabeta import AmazonsAlphaBetaState
from gnugo_py.engines.search.search_engine import SearchControl, SearchEngine
from gnugo_py.engines.search.tanbo_alphabeta import TanboAlphaBetaState
from gnugo_py.games.amazons.position import (
    AMAZONS,
    AmazonsPosition,
    queen_destinations,
    queen_distance_layers,
)
from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.points import full_board, iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import Play
from tests.support.boards import board


def minimax(state: AlphaBetaState, depth: int) -> float:
    """Return the value of a position by a full search to a depth."""
    if state.terminal_value is not None:
        return state.terminal_value
    branches, _ = state.ordered_children(10**6)
    if depth == 1:
        return branches[0].score
    values = (minimax(branch.state, depth - 1) for branch in branches)
    return max(-value * (1 - 1e-6 if abs(value) > WIN_VALUE / 2 else 1) for value in values)


CORNERS = TanboPosition(Board(geometry(5, LINES), 1, 1 << 28))
"""A position of Tanbo on 5x5 with one stone of each color."""


def small_positions(name: str) -> list[AlphaBetaState]:
    """Return a few positions with a small number of moves."""
    rng, found = random.Random(4), list[AlphaBetaState]()
    if name == "amazons":
        position: Position = AmazonsPosition.start(6)
        while not position.is_over:
            position = position.play_unchecked(rng.choice(list(position.legal_moves())))
            assert isinstance(position, AmazonsPosition)
            own, other = position.stones(position.to_move), position.stones(position.to_move.opponent)
            if position.empty_points.bit_count() < 12 and not position.is_over:
                found.append(AmazonsAlphaBetaState(own, other, position.empty_points, 6))
        return found[:4]
    corner = CORNERS
    for _ in range(3):
        found.append(TanboAlphaBetaState.from_position(corner))
        corner = corner.play_unchecked(rng.choice(corner.legal_moves()))
    return found


@given(st.sampled_from([("tanbo", 9), ("tanbo", 13), ("tanbo", 19), ("amazons", 6)]), st.integers(0))
def test_child_states_equal_the_positions_after_legal_moves(at: tuple[str, int], seed: int) -> None:
    name, size = at
    game, rng = GAMES[name].load(), random.Random(seed)
    position, search = game.start({"size": size}), SearchEngine(game, 1)
    assert isinstance(search, AlphaBetaEngine)
    for _ in range(rng.randrange(size * size)):
        if not position.is_over:
            position = position.play_unchecked(rng.choice(list(position.legal_moves())))
    if position.is_over:
        return
    branches, _ = search.state.from_position(position).ordered_children(10**6)
    if name == "tanbo":
        assert len(branches) == len(list(position.legal_moves()))
    for branch in branches:
        move = branch.state.move(branch.code)
        assert position.why_illegal(move) is None
        assert branch.state.key == search.state.from_position(position.play_unchecked(move)).key


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
@pytest.mark.parametrize("depth", [2, 3])
def test_a_full_width_search_equals_minimax(name: str, depth: int) -> None:
    for state in small_positions(name):
        thinking = AlphaBetaSearch(10**9, 10**6, SearchControl(Event()))
        roots, _ = state.ordered_children(10**6)
        scores = {branch.code: branch.score for branch in roots}
        line: tuple[int, ...] = ()
        for deeper in range(2, depth + 1):
            roots, scores, line = thinking._deepen(roots, scores, deeper)
        assert scores[line[0]] == pytest.approx(minimax(state, depth))


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
def test_near_ties_are_broken_by_the_seed(name: str) -> None:
    game = GAMES[name].load()
    start = game.start(game.default_match_options)
    played = {SearchEngine(game, 3, seed).choose(start, None).move for seed in range(12)}
    assert len(played) > 1
    assert SearchEngine(game, 3, 5).choose(start, None) == SearchEngine(game, 3, 5).choose(start, None)


@pytest.mark.parametrize("name", ["amazons", "tanbo"])
def test_random_tie_breaking_never_exceeds_its_margin(name: str) -> None:
    for number, state in enumerate(small_positions(name)):
        values = {state.move(branch.code): branch.score for branch in state.ordered_children(10**6)[0]}
        best = AlphaBetaSearch(1, 10**6, SearchControl(Event()), 0.5, number).run(state).candidates[0]
        assert best.value == pytest.approx(values[best.move])
        assert best.value >= max(values.values()) - 0.5


@pytest.mark.parametrize(("name", "size"), [("tanbo", 9), ("amazons", 6)])
def test_candidates_are_sorted_by_value(name: str, size: int) -> None:
    game = GAMES[name].load()
    for level in (1, 2, 4):
        found = SearchEngine(game, level, 5).choose(game.start({"size": size}), None).analysis
        assert found is not None
        values = [each.value for each in found.candidates]
        assert values == sorted(values, reverse=True)


LATE = (
    "e1-b4/e4 e6-c4/c1 b1-d3/c3 b6-e3/d4 b4-c5/e5 e3-e2/b2 a2-a4/b3 f5-f3/e3 "
    "c5-d6/d5 c4-c6/c4 d3-d2/d3 e2-d1/f1 d2-c2/d2 a5-b4/a5 d6-f6/d6"
)
"""A game of Amazons in which White, to move, wins in ten moves."""


def wins(state: AlphaBetaState, known: dict[object, bool]) -> bool:
    """Return whether the color to move wins, by exhaustive search."""
    if state.key not in known:
        final = state.terminal_value
        branches = [] if final is not None else state.ordered_children(10**6)[0]
        known[state.key] = (final or 0) > 0 or any(not wins(branch.state, known) for branch in branches)
    return known[state.key]


@pytest.mark.parametrize("level", [1, 2])
def test_a_game_that_is_not_lost_is_not_given_up(level: int) -> None:
    position = AmazonsPosition.start(6)
    for move in LATE.split():
        position = position.play(move)
    decision = SearchEngine(AMAZONS, level, 827036, can_resign=True).choose(position, None)
    found = decision.analysis
    assert found is not None
    assert all(each.value > -WIN_VALUE / 2 for each in found.candidates)
    assert decision.move == found.candidates[0].move


@pytest.mark.parametrize(("name", "empty_points"), [("amazons", 9), ("tanbo", 14)])
def test_only_proven_wins_and_losses_are_reported_as_such(name: str, empty_points: int) -> None:
    game, rng, output = GAMES[name].load(), random.Random(3), set[bool]()
    search, known = SearchEngine(game, 1), dict[object, bool]()
    assert isinstance(search, AlphaBetaEngine)
    for number in range(40):
        position = AmazonsPosition.start(6) if name == "amazons" else CORNERS
        while not position.is_over:
            rows = "".join(position.diagram().rows)
            if rows.count("-") + rows.count("+") <= empty_points:
                found = SearchEngine(game, 1 + number % 3, number).choose(position, None).analysis
                assert found is not None
                value = found.candidates[0].value
                if abs(value) > WIN_VALUE / 2:
                    assert wins(search.state.from_position(position), known) is (value > 0)
                    output.add(value > 0)
            position = position.play_unchecked(rng.choice(list(position.legal_moves())))
    assert output == {True, False}


def corridors() -> AmazonsAlphaBetaState:
    """Return a position with one queen per color, each in a corridor of nine squares.

    There are few positions and many transpositions.
    """
    row = (1 << 9) - 1
    return AmazonsAlphaBetaState(1, 1 << 55, (row | row << 55) & ~(1 | 1 << 55), 10)


def test_visits_to_known_positions_are_limited() -> None:
    assert corridors().empty_points & ~full_board(10) == 0
    thinking = AlphaBetaSearch(3000, 8, SearchControl(Event()))
    assert thinking.run(corridors()).candidates
    assert thinking._visits <= MAX_VISITS_TO_BUDGET_RATIO * 3000 + VISITS_BETWEEN_STOP_CHECKS


def test_a_search_through_known_positions_can_be_stopped() -> None:
    class Stopping(SearchControl):
        """A search control that stops the search after 3000 checks."""

        asked = visits = 0

        @property
        def must_stop(self) -> bool:
            self.asked += 1
            if self.asked == 3000:
                self.visits = thinking._visits
            return self.asked >= 3000

    control = Stopping(Event())
    thinking = AlphaBetaSearch(10**6, 8, control)
    thinking.run(corridors())
    assert 0 < thinking._visits - VISITS_BETWEEN_STOP_CHECKS <= control.visits


SIZE = 6
SQUARES = st.sets(st.sampled_from(list(iter_points(full_board(SIZE)))))


def layers_by_the_rules(queens: int, empty_points: int) -> list[int]:
    """Return the squares first reached with one move, with two moves, and so on, one queen at a time."""
    found, seen, last = list[int](), 0, queens
    while last:
        new = 0
        for queen in iter_points(last):
            new |= sum(1 << point for point in queen_destinations(queen, empty_points, SIZE))
        last = new & ~seen
        seen |= last
        found += [last] if last else []
    return found


@given(SQUARES, SQUARES)
def test_queen_distance_layers_equal_those_of_repeated_legal_moves(
    queens: set[int], arrows: set[int]
) -> None:
    own = sum(1 << point for point in queens)
    empty_points = full_board(SIZE) & ~own & ~sum(1 << point for point in arrows)
    assert queen_distance_layers(own, empty_points, SIZE) == layers_by_the_rules(own, empty_points)


def test_the_search_removes_the_same_roots_as_the_rules() -> None:
    """The board is so small that roots are removed again and again."""
    rng = random.Random(7)
    for _ in range(20):
        position = TanboPosition(Board(geometry(5, LINES), 1 | 1 << 28, 1 << 4 | 1 << 24))
        while not position.is_over:
            for branch in TanboAlphaBetaState.from_position(position).ordered_children(99)[0]:
                after = position.play_unchecked(Play((branch.code,)))
                assert branch.state == TanboAlphaBetaState.from_position(after)
            position = position.play_unchecked(rng.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("drawing", "score"),
    [
        ("X - - - X|- - - - -|- - - - -|- - - - -|- - - - O", (10 + 3 * 2) - (5 + 3)),
        ("X - - - -|- - X - -|- - - - -|- - O - -|- - - O O", (8 + 3 * 2) - (8 + 3 * 2)),
    ],
)
def test_points_reachable_in_two_moves_count_1_and_roots_count_3(drawing: str, score: int) -> None:
    """Black grows to B5. In the second position, points that touch two stones are next to growing points."""
    drawn = board(drawing.replace("|", "\n"))
    start = TanboAlphaBetaState.from_position(TanboPosition(drawn))
    assert {each.code: each.score for each in start.ordered_children(99)[0]}[1] == score
