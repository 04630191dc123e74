"""The search of Hex: Monte Carlo tree search (UCT) with priors and rapid action value estimation (RAVE).

Color 0 is Black, color 1 is White. Sets of cells are integers with one bit per cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add, itemgetter
from random import Random
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.search.hex_reasons import describe_hex_move, is_lost_for_certain
from gnugo_py.engines.search.hex_state import (
    HexUctState,
    PlayoutResult,
    hex_search_state,
    stones_worth_swapping,
)
from gnugo_py.engines.search.search_engine import (
    MAX_CANDIDATES,
    MOVES_IN_EXPLANATION,
    SearchControl,
    SearchEngine,
    format_line,
    rounded_ownership,
)
from gnugo_py.games.hex.position import SWAP_PIECES, HexPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import format_percent, join_words
from gnugo_py.games.types import Play, Point

_RAVE_EQUIVALENCE = 1500.0
"""Number of visits at which a move's own win rate weighs as much as its AMAF win rate."""
_RESIGNATION_WIN_RATE = 0.06
"""A game may be resigned if the win rate and the value of the best move are both below this, 0 to 1."""
_MIN_BOARD_SHARE_TO_RESIGN, _MIN_PLAYOUTS_TO_RESIGN = 0.2, 50
"""The minimum occupied share of the board, and the minimum number of playouts, for a resignation."""
CELL_LIMIT = 1_024
"""The exclusive upper limit of cells."""
PLAYOUTS_PER_NODE = 4
"""Number of playouts from each new node, at most `MAX_PLAYOUTS_PER_TALLY`."""
_WHY_SWAP = "A first stone on the third line or farther from the edge is strong, so swapping is better."
_WHY_MOST_VISITS = "The move with the most visits is played; win rates from fewer visits are less reliable."
MAX_PLAYOUTS_PER_TALLY = 15
"""Maximum number of playouts in one tally: each playout adds at most 1 to a hexadecimal digit."""
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


class AmafTally(NamedTuple):
    """The number of playouts in which each move was played, and of those that its color won.

    Both are indexed by move; the entries of `SWAP_PIECES` are 0.
    """

    games: bytes
    wins: bytes


def amaf_tally_of_playouts(games: Sequence[tuple[float, int]]) -> AmafTally:
    """Tally the moves of up to `MAX_PLAYOUTS_PER_TALLY` playouts.

    games -- for each playout: its value (0 or 1) and the set of its moves.
    """
    seen = won = 0
    for worth, moves in games:
        digits = int(f"{moves:b}", 16)
        seen += digits
        won += int(worth) * digits
    by_cell = [f"{each:x}".encode()[::-1].translate(_DIGITS).ljust(CELL_LIMIT, b"\0") for each in (seen, won)]
    return AmafTally(*by_cell)


class OwnershipCounter:
    """A counter of how often Black owns each cell of a board in a number of playouts.

    All cells of a playout are counted at once, with bit planes.
    """

    def __init__(self, board: int) -> None:
        self._board, self._planes, self._playouts = board, list[int](), 0

    def add(self, playouts: Iterable[PlayoutResult]) -> None:
        """Add some playouts."""
        for playout in playouts:
            self._playouts, cells = self._playouts + 1, playout.black
            for place, plane in enumerate(self._planes):
                self._planes[place], cells = plane ^ cells, plane & cells
            if cells:
                self._planes.append(cells)

    def ownership(self) -> dict[Point, float]:
        """Return, for each cell, the share of playouts in which Black owned it minus White's share."""
        won = {
            cell: sum((plane >> cell & 1) << place for place, plane in enumerate(self._planes))
            for cell in iter_points(self._board if self._playouts else 0)
        }
        return {cell: (2 * number - self._playouts) / self._playouts for cell, number in won.items()}


_MAX_PV_LENGTH = 12
_CHECK_INTERVAL = 8
"""Number of nodes added to the tree between two checks of the stop condition."""
_SAMPLE_SIZE = 40
"""Number of playouts used to estimate the win rate of a move without a search."""


class _Node:
    """A node of the search tree. Its lists are parallel; wins are those of the color to move.

    cells          -- the moves.
    visits, wins   -- playouts and wins through the move, including its prior.
    q              -- wins divided by visits.
    amaf_visits    -- playouts from here on in which the color to move played the move at any time.
    amaf_wins      -- the number of wins among these.
    children       -- the nodes after the moves, by position in the lists.
    """

    __slots__ = ("_pick", "amaf_visits", "amaf_wins", "cells", "children", "q", "visits", "wins")

    def __init__(self, candidates: list[tuple[Point, float, float]]) -> None:
        self.cells = [cell for cell, _, _ in candidates]
        self._pick = itemgetter(*self.cells, SWAP_PIECES)  # one key alone would not yield a tuple
        self.wins = [won for _, won, _ in candidates]
        self.visits = [tried for _, _, tried in candidates]
        self.q = [won / tried for _, won, tried in candidates]
        self.amaf_visits = self.amaf_wins = [0] * len(candidates)
        self.children: dict[int, _Node] = {}

    def select(self) -> int:
        """Return the index of the best move by a weighted mean of `q` and the AMAF win rate."""
        equivalence = _RAVE_EQUIVALENCE
        values = [
            mean + other / (other + tried + other * tried / equivalence) * (won / other - mean)
            if other
            else mean
            for mean, tried, won, other in zip(
                self.q, self.visits, self.amaf_wins, self.amaf_visits, strict=True
            )
        ]
        return values.index(max(values))

    def update(self, number: int, games: int, won: float, played: AmafTally) -> None:
        """Add playouts through a move, and the AMAF tally of the color to move.

        number -- the index of the move in `cells`.
        games  -- number of playouts.
        won    -- wins of the color to move.
        played -- the AMAF tally.
        """
        self.visits[number] += games
        self.wins[number] += won
        self.q[number] = self.wins[number] / self.visits[number]
        self.amaf_visits = list(map(add, self.amaf_visits, self._pick(played.games)))
        self.amaf_wins = list(map(add, self.amaf_wins, self._pick(played.wins)))


def _swap(start: HexUctState, seed: int) -> Analysis:
    """Return the analysis of a certain swap, with the win rate of `_SAMPLE_SIZE` playouts after it."""
    after, rng = start.play(SWAP_PIECES), Random(seed)  # noqa: S311
    owners = OwnershipCounter(start.geometry.board)
    games = [after.playout(rng) for _ in range(_SAMPLE_SIZE)]
    owners.add(games)
    share = sum(game.value for game in games) / _SAMPLE_SIZE
    value, move = 1 - share if start.to_move else share, Play((SWAP_PIECES,))
    only = Candidate(move, value, 1.0, _SAMPLE_SIZE, value, pv=(move,))
    shares = rounded_ownership(owners.ownership())
    return Analysis((only,), _SAMPLE_SIZE, win_rate=value, ownership=shares, note=_WHY_SWAP)


class UctSearch:
    """A single UCT search.

    start    -- the position, which has at least one move.
    playouts -- number of playouts.
    seed     -- seed for random numbers; the same seed gives the same result.
    control  -- receives the progress and can stop the search.
    """

    def __init__(self, start: HexUctState, playouts: int, seed: int, control: SearchControl) -> None:
        self._start, self._playouts, self._control = start, playouts, control
        self._rng = Random(seed)  # noqa: S311 - no secrets here
        self._ownership = OwnershipCounter(start.geometry.board)
        self._root = _Node(start.priors())
        self._prior_wins, self._prior_visits = self._root.wins[:], self._root.visits[:]
        self._won, self._done = 0.0, 0

    def run(self) -> Analysis:
        """Return the analysis of the position.

        The search ends early once the remaining playouts cannot change the most visited move.
        """
        control = self._control
        while not (self._is_best_move_fixed() or (self._done and control.must_stop)):
            left = self._playouts - self._done
            for _ in range(min(_CHECK_INTERVAL, (left - 1) // PLAYOUTS_PER_NODE + 1)):
                self._simulate()
            control.report(self._done / self._playouts, self._candidates(1)[0].move)
        best, *others = self._candidates(MAX_CANDIDATES)
        assert isinstance(best.move, Play)
        return Analysis(
            (best._replace(pv=self._principal_variation(best.move.points[0])), *others),
            self._done,
            win_rate=self._won / self._done,
            ownership=rounded_ownership(self._ownership.ownership()),
        )

    def _is_best_move_fixed(self) -> bool:
        """Return True if the remaining playouts cannot change the most visited move.

        The result is always False before half of the playouts are completed.
        """
        left = self._playouts - self._done
        if left > self._done:
            return False
        *_, second, first = (0.0, *sorted(self._visits_without_priors()))
        return left <= 0 or first - second >= left + PLAYOUTS_PER_NODE

    def _visits_without_priors(self) -> list[float]:
        """Return the playouts through each move."""
        return [all_ - prior for all_, prior in zip(self._root.visits, self._prior_visits, strict=True)]

    def _candidates(self, most: int) -> list[Candidate]:
        """Return up to `most` of the visited moves, most visited first, ties broken by wins."""
        visits = self._visits_without_priors()
        won = [wins - prior for wins, prior in zip(self._root.wins, self._prior_wins, strict=True)]
        seen = [number for number, tried in enumerate(visits) if tried]
        return [
            Candidate(
                move=(move := Play((self._root.cells[number],))),
                value=won[number] / visits[number] + 0.0,
                visit_share=visits[number] / self._done,
                visits=round(visits[number]),
                win_rate=won[number] / visits[number],
                pv=(move,),
            )
            for number in sorted(seen, key=lambda number: (-visits[number], -won[number]))[:most]
        ]

    def _simulate(self) -> None:
        """Select a leaf, expand it, run a batch of playouts from it, and backpropagate them."""
        node, state = self._root, self._start
        path, sides = list[tuple[_Node, int, int]](), [0, 0]
        while True:
            number, color = node.select(), state.to_move
            path.append((node, number, color))
            cell = node.cells[number]
            if cell != SWAP_PIECES:
                sides[color] |= 1 << cell
            state = state.play(cell)
            if state.winner is not None:
                results = [(1.0 - state.winner, sides[0], sides[1])] * PLAYOUTS_PER_NODE
                break
            child = node.children.get(number)
            if child is None:
                node.children[number] = _Node(state.priors())
                playouts = [state.playout(self._rng) for _ in range(PLAYOUTS_PER_NODE)]
                self._ownership.add(playouts)
                results = [(won, black | sides[0], white | sides[1]) for won, (black, white), _ in playouts]
                break
            node = child
        self._backpropagate(path, results)

    def _backpropagate(
        self, path: list[tuple[_Node, int, int]], played: list[tuple[float, int, int]]
    ) -> None:
        """Update all nodes on a path with the playouts from its end.

        path   -- for each node: the node, the index of the selected move, and the color to move.
        played -- for each playout: its value for Black, and the sets of moves of Black and of White.
        """
        total, games = sum(won for won, _, _ in played), len(played)
        self._won += games - total if path[0][2] else total
        self._done += games
        tallies = (
            amaf_tally_of_playouts([(won, first) for won, first, _ in played]),
            amaf_tally_of_playouts([(1 - won, second) for won, _, second in played]),
        )
        for node, number, color in path:
            node.update(number, games, games - total if color else total, tallies[color])

    def _principal_variation(self, first: Point) -> tuple[Play, ...]:
        """Return the most visited moves after the first one, which is included: `_MAX_PV_LENGTH` at most."""
        line = [first]
        node = self._root.children.get(self._root.cells.index(first))
        while node is not None and node.children and len(line) < _MAX_PV_LENGTH:
            visits = node.visits
            number = max(node.children, key=lambda each: (visits[each], -each))
            line.append(node.cells[number])
            node = node.children[number]
        return tuple(Play((cell,)) for cell in line)


def _with_certain_results(position: HexPosition, searched: Analysis) -> Analysis:
    """Return an analysis with moves that win for certain first, and with win rates that fit what is certain.

    The line after a certain win is left out: its replies are those of a search that saw no win.
    """
    if is_lost_for_certain(position):
        lost = tuple(each._replace(value=0.0, win_rate=0.0) for each in searched.candidates)
        return searched._replace(candidates=lost, win_rate=0.0)
    won, others = list[Candidate](), list[Candidate]()
    for each in searched.candidates:
        if is_lost_for_certain(position.play_unchecked(each.move)):
            won.append(each._replace(value=1.0, win_rate=1.0, pv=(each.move,)))
        else:
            others.append(each)
    return searched._replace(candidates=(*won, *others), win_rate=1.0 if won else searched.win_rate)


class HexSearch(SearchEngine):
    """The search of Hex."""

    def _find_move(self, position: HexPosition, level: int, control: SearchControl) -> Analysis:
        start, seed = hex_search_state(position), self._position_seed(position)
        stone = position.stone_offered
        if stone is not None and stones_worth_swapping(position.size) >> stone & 1:
            return _swap(start, seed)  # the results of playouts are too close to decide this
        searched = UctSearch(start, playouts_of_level(level, position.size), seed, control).run()
        return _with_certain_results(position, searched)

    def should_resign(self, analysis: Analysis, position: HexPosition) -> bool:
        """Return whether the win rate is low after enough playouts, and enough of the board is occupied.

        A move that needed no search is always played.
        """
        is_early = len(position.cells()) < position.size**2 * _MIN_BOARD_SHARE_TO_RESIGN
        if is_early or analysis.note or analysis.visits < _MIN_PLAYOUTS_TO_RESIGN:
            return False
        return max(analysis.win_rate, analysis.candidates[0].value) < _RESIGNATION_WIN_RATE

    def explain_analysis(self, position: HexPosition, analysis: Analysis) -> tuple[str, ...]:
        shown = analysis.candidates[:MOVES_IN_EXPLANATION]
        rates = [f"{format_percent(each.win_rate)} after {position.format_move(each.move)}" for each in shown]
        move, percentages = shown[0].move, [round(100 * each.win_rate) for each in shown]
        assert isinstance(move, Play)
        lines = [*describe_hex_move(position, move), f"{position.to_move}'s win rate: {join_words(rates)}."]
        if max(percentages) > percentages[0]:
            lines.append(_WHY_MOST_VISITS)
        if len(analysis.pv) > 1:
            lines.append(f"Principal variation: {format_line(analysis.pv, position)}.")
        return tuple(lines)

    def describe_move(self, position: HexPosition, move: Play, analysis: Analysis) -> str:
        return " ".join(describe_hex_move(position, move))


def playouts_of_level(level: int, size: int) -> int:
    """Return the number of playouts for a level: more on smaller boards, where playouts are shorter."""
    games = (60, 180, 400, 900, 2_000, 4_200, 9_000, 40_000, 90_000)[level - 1]
    return max(games * 121 // max(size * size, 81), 30)
