"""Search by random games: a tree that grows where games are won (UCT with RAVE).

From each new position of the tree a few random games are played.  A move's worth is how many games through
it were won; until enough were, it is mixed with how many were won in which the move was played at any later
time (RAVE), and with what the game takes for granted.  S. Gelly and D. Silver, "Monte-Carlo tree search and
rapid action value estimation in computer Go", Artificial Intelligence 175 (2011).
"""

from __future__ import annotations

from operator import add, itemgetter
from random import Random
from typing import NamedTuple

from gnugo_py.games.searching import NO_MOVE, Code, Playing
from gnugo_py.players.search.tally import Owners, Tally, tallied
from gnugo_py.players.search.thought import Option, Thought, Watch

LONGEST_LINE = 12
BETWEEN_LOOKS = 8
"""So often a position is added to the tree before it is asked whether to stop."""
SAMPLE = 40
"""So many games tell of a move that is not searched for."""


class _Node:
    """A position of the tree: for each move, games and wins of its own side.

    visits, wins   -- through the move, what is taken for granted among them.
    means          -- which share of these was won.
    others, halves -- in which the move was played at any later time; of those won, two for each.
    """

    __slots__ = ("_picked", "children", "codes", "halves", "means", "others", "visits", "wins")

    def __init__(self, candidates: list[tuple[Code, float, float]]) -> None:
        self.codes = [code for code, _, _ in candidates]
        self._picked = itemgetter(*self.codes, NO_MOVE)  # of one alone it would give no tuple
        self.wins = [won for _, won, _ in candidates]
        self.visits = [tried for _, _, tried in candidates]
        self.means = [won / tried for _, won, tried in candidates]
        self.others = self.halves = [0] * len(candidates)
        self.children: dict[int, _Node] = {}

    def best(self, worth: float) -> int:
        """The number of the move to look at next.

        worth -- so many games through a move tell as much as all others in which it was played.
        """
        values = [
            mean + other / (other + tried + other * tried / worth) * (half / 2 / other - mean)
            if other
            else mean
            for mean, tried, half, other in zip(
                self.means, self.visits, self.halves, self.others, strict=True
            )
        ]
        return values.index(max(values))

    def learn(self, number: int, games: int, won: float, played: Tally) -> None:
        """Take in games through a move; and which moves its side played in these."""
        self.visits[number] += games
        self.wins[number] += won
        self.means[number] = self.wins[number] / self.visits[number]
        self.others = list(map(add, self.others, self._picked(played.games)))
        self.halves = list(map(add, self.halves, self._picked(played.halves)))


class _Granted(NamedTuple):
    """What was taken for granted of the first moves: games won, and games through each."""

    wins: tuple[float, ...]
    visits: tuple[float, ...]


def sampled(start: Playing, code: Code, seed: int) -> Thought:
    """What games that begin with a move tell of it; no other move is looked at, and nothing ends it early.

    start -- where it is made, which is not verified; changed.
    """
    side, chance, owners = start.to_move, Random(seed), Owners()  # noqa: S311 - no secrets here
    start.play(code)
    games = [start.playout(chance) for _ in range(SAMPLE)]
    for game in games:
        owners.add(game)
    share = sum(game.won for game in games) / SAMPLE
    value = 1 - share if side else share
    return Thought((Option(code, value, 1.0),), (code,), SAMPLE, mean=value, owners=owners.balance())


class TreeThinking:
    """One search.

    playouts -- how many random games are played.
    batch    -- how many from each new position.
    worth    -- so many games through a move tell as much as all others in which it was played.
    seed     -- the same seed gives the same answer.
    watch    -- is asked and told now and then.
    """

    def __init__(self, playouts: int, batch: int, worth: float, seed: int, watch: Watch) -> None:
        self._playouts, self._worth = playouts, worth
        self._batch = batch
        self._chance = Random(seed)  # noqa: S311 - no secrets here
        self._watch = watch
        self._owners = Owners()
        self._won = 0.0

    def think(self, start: Playing) -> Thought:
        """The best move of a position that has any; no more games are played than could change it."""
        root = _Node(start.candidates())
        granted = _Granted(tuple(root.wins), tuple(root.visits))
        done = 0
        while not (self._is_decided(root, granted, done) or (done and self._watch.is_over)):
            for _ in range(min(BETWEEN_LOOKS, (self._playouts - done - 1) // self._batch + 1)):
                done += self._grow(root, start.copy())
            self._watch.tell(done / self._playouts, self._options(root, granted, done)[0])
        options = self._options(root, granted, done)
        return Thought(
            options,
            tuple(self._line(root, options[0].code)),
            done,
            mean=self._won / done,
            owners=self._owners.balance(),
        )

    def _is_decided(self, root: _Node, granted: _Granted, done: int) -> bool:
        """Whether the games that are left cannot change which move is looked at most.

        done -- how many games were played.
        """
        left = self._playouts - done
        if left > done:
            return False
        tried = sorted(visits - first for visits, first in zip(root.visits, granted.visits, strict=True))
        return left <= 0 or tried[-1] - sum(tried[-2:-1]) >= left + self._batch

    def _options(self, root: _Node, granted: _Granted, done: int) -> tuple[Option, ...]:
        """The moves that were looked at, those looked at most first; of equals the one won most.

        done -- how many games were played.
        """
        tried = [visits - first for visits, first in zip(root.visits, granted.visits, strict=True)]
        won = [wins - first for wins, first in zip(root.wins, granted.wins, strict=True)]
        seen = [each for each, games in enumerate(tried) if games]
        order = sorted(seen, key=lambda each: (-tried[each], -won[each]))
        return tuple(Option(root.codes[each], won[each] / tried[each], tried[each] / done) for each in order)

    def _grow(self, root: _Node, state: Playing) -> int:
        """Go down the tree, add a position to it, play from there; how many games were played."""
        node, way = root, list[tuple[_Node, int, int]]()
        sides = [0, 0]
        while True:
            number, side = node.best(self._worth), state.to_move
            way.append((node, number, side))
            code = node.codes[number]
            if code != NO_MOVE:
                sides[side] |= 1 << code
            state.play(code)
            winner = state.winner()
            if winner is not None:
                self._learn(way, [(1.0 - winner, sides[0], sides[1])] * self._batch)
                return self._batch
            child = node.children.get(number)
            if child is None:
                node.children[number] = _Node(state.candidates())
                break
            node = child
        played = [state.playout(self._chance) for _ in range(self._batch)]
        for playout in played:
            self._owners.add(playout)
        self._learn(way, [(won, first | sides[0], second | sides[1]) for won, (first, second), _ in played])
        return self._batch

    def _learn(self, way: list[tuple[_Node, int, int]], played: list[tuple[float, int, int]]) -> None:
        """Have all positions on a way down learn from the games played at its end."""
        total, games = sum(won for won, _, _ in played), len(played)
        self._won += games - total if way[0][2] else total
        tallies = (
            tallied([(won, first) for won, first, _ in played]),
            tallied([(1 - won, second) for won, _, second in played]),
        )
        for node, number, side in way:
            node.learn(number, games, games - total if side else total, tallies[side])

    def _line(self, root: _Node, first: Code) -> list[Code]:
        """The moves that were looked at most, one after the other, up to where none was looked at.

        first -- the first of them.
        """
        line = [first]
        node = root.children.get(root.codes.index(first))
        while node is not None and node.children and len(line) < LONGEST_LINE:
            visits = node.visits
            number = max(node.children, key=lambda each: (visits[each], -each))
            line.append(node.codes[number])
            node = node.children[number]
        return line
