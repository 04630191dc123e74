"""Monte Carlo tree search (UCT) with priors and rapid action value estimation (RAVE, AMAF).

A game defines the state that the search plays on, the priors of moves, and the playouts. Color 0 is Black,
color 1 is White. Sets of points or moves are integers with one bit per index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, itemgetter
from random import Random
from typing import NamedTuple, Protocol

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.search.result import MoveIndex, SearchCandidate, SearchControl, SearchResult

_RAVE_EQUIVALENCE = 1500.0
"""Number of visits at which a move's own win rate weighs as much as its AMAF win rate."""
_RESIGNATION_WIN_RATE = 0.06
"""A game may be resigned if the win rate and the value of the best move are both below this, 0 to 1."""
_MIN_BOARD_SHARE_TO_RESIGN, _MIN_PLAYOUTS_TO_RESIGN = 0.2, 50
"""The minimum occupied share of the board for a resignation, and the number of playouts below which extra
playouts must confirm the resignation."""
MOVE_INDEX_LIMIT, PASS_OR_SWAP_INDEX = 1_024, -1
"""The exclusive upper limit of point indexes, and the index of a move without a stone: a pass or a swap."""


class PlayoutResult(NamedTuple):
    """The result of one playout.

    value      -- the result for Black: 1 for a win, 0 for a loss, 0.5 for a tie.
    amaf_moves -- for each color, the set of points on which it was the first to play.
    ownership  -- for each color, the set of points that it owns at the end.
    """

    value: float
    amaf_moves: tuple[int, int]
    ownership: tuple[int, int]


class UctState(Protocol):
    """A position of a UCT search; `play` changes it in place.

    to_move -- the color to move, 0 or 1.
    """

    to_move: int

    def copy(self) -> UctState:
        """Return an independent copy."""

    def priors(self) -> list[tuple[MoveIndex, float, float]]:
        """Return the moves to search, each with its prior wins and prior visits."""

    def play(self, code: MoveIndex) -> None:
        """Play a move."""

    def winner(self) -> int | None:
        """Return the color that has won, or None if neither has."""

    def playout(self, rng: Random) -> PlayoutResult:
        """Play the game to its end at random and return the result; the state itself does not change."""


class ImmediateMove(NamedTuple):
    """A move that needs no search.

    code   -- the move.
    reason -- the reason, as a sentence.
    """

    code: MoveIndex
    reason: str


class UctSearchDefinition(NamedTuple):
    """The definition of a game for UCT search.

    make_state       -- converts a position to a state of the search.
    move_of          -- converts a move index to a move.
    playouts         -- returns the number of playouts for a level and a position.
    batch            -- number of playouts from each new node, at most `MAX_PLAYOUTS_PER_TALLY`.
    immediate_move   -- returns a move that needs no search; None for most positions.
    """

    make_state: Callable[[Position], UctState]
    move_of: Callable[[MoveIndex, Position], Move]
    playouts: Callable[[int, Position], int]
    batch: int
    immediate_move: Callable[[Position], ImmediateMove | None] = lambda _: None

    @property
    def score_unit(self) -> str:
        """Empty: values are win rates."""
        return ""

    def choose(self, position: Position, level: int, seed: int, control: SearchControl) -> SearchResult:
        """Return the result of a search at a level, or an estimate for a move that needs no search."""
        immediate_move = self.immediate_move(position)
        if immediate_move is not None:
            summary = evaluate_move_by_playouts(self.make_state(position), immediate_move.code, seed)
            return summary._replace(note=immediate_move.reason)
        playouts = self.playouts(level, position)
        return UctSearch(playouts, self.batch, seed, control).run(self.make_state(position))

    def is_lost(self, result: SearchResult, position: Position, seed: int) -> bool:
        """Return whether the color to move should resign.

        The win rate decides, once enough of the board is occupied. If the search made few playouts, extra
        playouts must confirm the resignation. A move that needed no search is always played.
        """
        taken, points = len(position.cells()), position.size**2
        if result.note or result.win_rate is None or taken < points * _MIN_BOARD_SHARE_TO_RESIGN:
            return False
        best = result.candidates[0]
        is_hopeless = max(result.win_rate, best.value) < _RESIGNATION_WIN_RATE
        if not is_hopeless or result.visits >= _MIN_PLAYOUTS_TO_RESIGN:
            return is_hopeless
        confirmed = evaluate_move_by_playouts(self.make_state(position), best.code, seed)
        return confirmed.candidates[0].value < _RESIGNATION_WIN_RATE


MAX_PLAYOUTS_PER_TALLY = 7
"""Maximum number of playouts in one tally: each playout adds at most 2 to a hexadecimal digit."""
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


class AmafTally(NamedTuple):
    """The number of playouts in which each move was played, and twice the number of those that its color won.

    Both are indexed by move; the entries of `PASS_OR_SWAP_INDEX` are 0.
    """

    games: bytes
    half_wins: bytes


def amaf_tally_of_playouts(games: Sequence[tuple[float, int]]) -> AmafTally:
    """Tally the moves of up to `MAX_PLAYOUTS_PER_TALLY` playouts.

    games -- for each playout: its value (0, 0.5 or 1) and the set of its moves.
    """
    seen = won = 0
    for worth, moves in games:
        digits = int(f"{moves:b}", 16)
        seen += digits
        won += int(2 * worth) * digits
    return AmafTally(_by_code(seen), _by_code(won))


def _by_code(digits: int) -> bytes:
    return f"{digits:x}".encode()[::-1].translate(_DIGITS).ljust(MOVE_INDEX_LIMIT, b"\0")


class _Counter:
    """A counter that counts, for each number, the sets that contain it.

    All numbers in a set are counted at once, with bit planes.

    sets -- number of sets added.
    """

    __slots__ = ("_planes", "sets")

    def __init__(self) -> None:
        self._planes: list[int] = []
        self.sets = 0

    def add(self, numbers: int) -> None:
        """Add a set of numbers, one bit each."""
        self.sets += 1
        planes = self._planes
        for place, plane in enumerate(planes):
            if not numbers:
                return
            planes[place], numbers = plane ^ numbers, plane & numbers
        if numbers:
            planes.append(numbers)

    def counts(self) -> dict[int, int]:
        """Return how many sets contain each number; numbers in no set are omitted."""
        result: dict[int, int] = {}
        for place, plane in enumerate(self._planes):
            for number in iter_points(plane):
                result[number] = result.get(number, 0) + (1 << place)
        return result


class OwnershipCounter:
    """A counter of how often each color owns each point in a number of playouts."""

    __slots__ = ("_counters",)

    def __init__(self) -> None:
        self._counters = (_Counter(), _Counter())

    def add(self, playout: PlayoutResult) -> None:
        """Add a playout."""
        for counter, owned in zip(self._counters, playout.ownership, strict=True):
            counter.add(owned)

    def ownership(self) -> dict[MoveIndex, float]:
        """Return, for each point, the share of playouts in which Black owned it minus White's share."""
        first, second = (counter.counts() for counter in self._counters)
        games = max(self._counters[0].sets, 1)
        return {code: (first.get(code, 0) - second.get(code, 0)) / games for code in sorted(first | second)}


_MAX_PV_LENGTH = 12
_CHECK_INTERVAL = 8
"""Number of nodes added to the tree between two checks of the stop condition."""
_SAMPLE_SIZE = 40
"""Number of playouts used to estimate the win rate of a move without a search."""


class _Node:
    """A node of the search tree. Its lists are parallel; wins are those of the color to move.

    codes          -- the moves.
    visits, wins   -- playouts and wins through the move, including its prior.
    q              -- wins divided by visits.
    amaf_visits    -- playouts from here on in which the color to move played the move at any time.
    amaf_half_wins -- twice the number of wins among these.
    children       -- the nodes after the moves, by position in the lists.
    """

    __slots__ = ("_pick", "amaf_half_wins", "amaf_visits", "children", "codes", "q", "visits", "wins")

    def __init__(self, candidates: list[tuple[MoveIndex, float, float]]) -> None:
        self.codes = [code for code, _, _ in candidates]
        self._pick = itemgetter(*self.codes, PASS_OR_SWAP_INDEX)  # one key alone would not yield a tuple
        self.wins = [won for _, won, _ in candidates]
        self.visits = [tried for _, _, tried in candidates]
        self.q = [won / tried for _, won, tried in candidates]
        self.amaf_visits = self.amaf_half_wins = [0] * len(candidates)
        self.children: dict[int, _Node] = {}

    def select(self) -> int:
        """Return the index of the best move by a weighted mean of `q` and the AMAF win rate."""
        equivalence = _RAVE_EQUIVALENCE
        values = [
            mean + other / (other + tried + other * tried / equivalence) * (half / 2 / other - mean)
            if other
            else mean
            for mean, tried, half, other in zip(
                self.q, self.visits, self.amaf_half_wins, self.amaf_visits, strict=True
            )
        ]
        return values.index(max(values))

    def update(self, number: int, games: int, won: float, played: AmafTally) -> None:
        """Add playouts through a move, and the AMAF tally of the color to move.

        number -- the index of the move in `codes`.
        games  -- number of playouts.
        won    -- wins of the color to move.
        played -- the AMAF tally.
        """
        self.visits[number] += games
        self.wins[number] += won
        self.q[number] = self.wins[number] / self.visits[number]
        self.amaf_visits = list(map(add, self.amaf_visits, self._pick(played.games)))
        self.amaf_half_wins = list(map(add, self.amaf_half_wins, self._pick(played.half_wins)))


class _RootPriors(NamedTuple):
    """The prior wins and prior visits of each move at the root."""

    wins: tuple[float, ...]
    visits: tuple[float, ...]


def evaluate_move_by_playouts(start: UctState, code: MoveIndex, seed: int) -> SearchResult:
    """Estimate the win rate of a single move by `_SAMPLE_SIZE` playouts, which cannot be interrupted.

    start -- the state in which to play the move; it is modified.
    code  -- the move, which is not checked.
    seed  -- seed for random numbers.
    """
    color, rng, owners = start.to_move, Random(seed), OwnershipCounter()  # noqa: S311 - no secrets here
    start.play(code)
    games = [start.playout(rng) for _ in range(_SAMPLE_SIZE)]
    for game in games:
        owners.add(game)
    share = sum(game.value for game in games) / _SAMPLE_SIZE
    value = 1 - share if color else share
    return SearchResult(
        (SearchCandidate(code, value, 1.0),),
        (code,),
        _SAMPLE_SIZE,
        win_rate=value,
        ownership=owners.ownership(),
    )


class UctSearch:
    """A single UCT search.

    playouts -- number of playouts.
    batch    -- number of playouts from each new node.
    seed     -- seed for random numbers; the same seed gives the same result.
    control  -- receives the progress and can stop the search.
    """

    def __init__(self, playouts: int, batch: int, seed: int, control: SearchControl) -> None:
        self._playouts, self._batch = playouts, batch
        self._rng = Random(seed)  # noqa: S311 - no secrets here
        self._control = control
        self._ownership = OwnershipCounter()
        self._won = 0.0

    def run(self, start: UctState) -> SearchResult:
        """Search a position that has at least one move, and return the result.

        The search ends early once the remaining playouts cannot change the most visited move.
        """
        root = _Node(start.priors())
        priors = _RootPriors(tuple(root.wins), tuple(root.visits))
        done = 0
        while not (self._is_best_move_fixed(root, priors, done) or (done and self._control.must_stop)):
            for _ in range(min(_CHECK_INTERVAL, (self._playouts - done - 1) // self._batch + 1)):
                done += self._simulate(root, start.copy())
            self._control.report(done / self._playouts, self._candidates(root, priors, done)[0])
        options = self._candidates(root, priors, done)
        return SearchResult(
            options,
            tuple(self._principal_variation(root, options[0].code)),
            done,
            win_rate=self._won / done,
            ownership=self._ownership.ownership(),
        )

    def _is_best_move_fixed(self, root: _Node, priors: _RootPriors, done: int) -> bool:
        """Return True if the remaining playouts cannot change the most visited move.

        The result is always False before half of the playouts are completed.

        done -- number of completed playouts.
        """
        left = self._playouts - done
        if left > done:
            return False
        tried = sorted(visits - first for visits, first in zip(root.visits, priors.visits, strict=True))
        return left <= 0 or tried[-1] - sum(tried[-2:-1]) >= left + self._batch

    def _candidates(self, root: _Node, priors: _RootPriors, done: int) -> tuple[SearchCandidate, ...]:
        """Return the visited moves, most visited first, ties broken by wins; visits and wins exclude priors.

        done -- number of completed playouts.
        """
        tried = [visits - first for visits, first in zip(root.visits, priors.visits, strict=True)]
        won = [wins - first for wins, first in zip(root.wins, priors.wins, strict=True)]
        seen = [each for each, games in enumerate(tried) if games]
        order = sorted(seen, key=lambda each: (-tried[each], -won[each]))
        return tuple(
            SearchCandidate(root.codes[each], won[each] / tried[each], tried[each] / done) for each in order
        )

    def _simulate(self, root: _Node, state: UctState) -> int:
        """Select a leaf, expand it, run a batch of playouts from it, and backpropagate them.

        Return the number of playouts.
        """
        node, path = root, list[tuple[_Node, int, int]]()
        sides = [0, 0]
        while True:
            number, color = node.select(), state.to_move
            path.append((node, number, color))
            code = node.codes[number]
            if code != PASS_OR_SWAP_INDEX:
                sides[color] |= 1 << code
            state.play(code)
            winner = state.winner()
            if winner is not None:
                self._backpropagate(path, [(1.0 - winner, sides[0], sides[1])] * self._batch)
                return self._batch
            child = node.children.get(number)
            if child is None:
                node.children[number] = _Node(state.priors())
                break
            node = child
        played = [state.playout(self._rng) for _ in range(self._batch)]
        for playout in played:
            self._ownership.add(playout)
        self._backpropagate(
            path, [(won, first | sides[0], second | sides[1]) for won, (first, second), _ in played]
        )
        return self._batch

    def _backpropagate(
        self, path: list[tuple[_Node, int, int]], played: list[tuple[float, int, int]]
    ) -> None:
        """Update all nodes on a path with the playouts from its end.

        path   -- for each node: the node, the index of the selected move, and the color to move.
        played -- for each playout: its value for Black, and the sets of moves of Black and of White.
        """
        total, games = sum(won for won, _, _ in played), len(played)
        self._won += games - total if path[0][2] else total
        tallies = (
            amaf_tally_of_playouts([(won, first) for won, first, _ in played]),
            amaf_tally_of_playouts([(1 - won, second) for won, _, second in played]),
        )
        for node, number, color in path:
            node.update(number, games, games - total if color else total, tallies[color])

    def _principal_variation(self, root: _Node, first: MoveIndex) -> list[MoveIndex]:
        """Return the principal variation: the most visited move of each node, at most `_MAX_PV_LENGTH` moves.

        first -- its first move.
        """
        line = [first]
        node = root.children.get(root.codes.index(first))
        while node is not None and node.children and len(line) < _MAX_PV_LENGTH:
            visits = node.visits
            number = max(node.children, key=lambda each: (visits[each], -each))
            line.append(node.codes[number])
            node = node.children[number]
        return line
