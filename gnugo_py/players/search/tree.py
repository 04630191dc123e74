"""Search by random games: a tree that grows where games are won (UCT with RAVE).

From each new position of the tree a few random games are played.  A move's worth is how many games through
it were won; until enough were, it is mixed with how many were won in which the move was played at any later
time (RAVE), and with what the game takes for granted.  S. Gelly and D. Silver, "Monte-Carlo tree search and
rapid action value estimation in computer Go", Artificial Intelligence 175 (2011).
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gnugo_py.games.bits import points_of
from gnugo_py.games.searching import Code, Playing, Playout
from gnugo_py.players.search.thought import Option, Thought, Watch

LONGEST_LINE = 12
BETWEEN_LOOKS = 8
"""So often a position is added to the tree before it is asked whether to stop."""
SAMPLE = 40
"""So many games tell of a move that is not searched for."""


class _Bits(dict[Code, int]):
    """By code, the set of it alone, one object for all positions; nothing for a pass or a swap."""

    def __missing__(self, code: Code) -> int:
        self[code] = bit = 1 << code if code >= 0 else 0
        return bit


_BITS = _Bits()


class _Node:
    """A position of the tree: for each move, games and wins of its own side.

    visits, wins   -- through the move, what is taken for granted among them.
    others, others_won -- in which the move was played at any later time.
    """

    __slots__ = ("bits", "children", "codes", "others", "others_won", "visits", "wins")

    def __init__(self, candidates: list[tuple[Code, float, float]]) -> None:
        self.codes = [code for code, _, _ in candidates]
        self.bits = [_BITS[code] for code in self.codes]
        self.wins = [won for _, won, _ in candidates]
        self.visits = [tried for _, _, tried in candidates]
        self.others = [0.0] * len(candidates)
        self.others_won = [0.0] * len(candidates)
        self.children: dict[int, _Node] = {}

    def best(self, worth: float) -> int:
        """The number of the move to look at next.

        worth -- so many games through a move tell as much as all others in which it was played.
        """
        chosen, highest = 0, -1.0
        counts = zip(self.wins, self.visits, self.others_won, self.others, strict=True)
        for number, (won, tried, other_won, other) in enumerate(counts):
            value = won / tried
            if other:
                share = other / (other + tried + other * tried / worth)
                value += share * (other_won / other - value)
            if value > highest:
                highest, chosen = value, number
        return chosen

    def learn(self, played: int, won: float) -> None:
        """Take in a game in which some moves were played by the side to move here."""
        others, others_won = self.others, self.others_won
        for number, bit in enumerate(self.bits):
            if played & bit:
                others[number] += 1
                others_won[number] += won


class _Granted(NamedTuple):
    """What was taken for granted of the first moves: games won, and games through each."""

    wins: tuple[float, ...]
    visits: tuple[float, ...]


class _Counter:
    """How often each number was in a set, counted for all numbers of a set at once.

    sets -- how many sets were added.
    """

    __slots__ = ("_planes", "sets")

    def __init__(self) -> None:
        self._planes: list[int] = []
        self.sets = 0

    def add(self, numbers: int) -> None:
        """Count the numbers of a set, a bit each."""
        self.sets += 1
        planes = self._planes
        for place, plane in enumerate(planes):
            if not numbers:
                return
            planes[place], numbers = plane ^ numbers, plane & numbers
        if numbers:
            planes.append(numbers)

    def counts(self) -> dict[int, int]:
        """By number, how many sets it was in; without those that were in none."""
        found: dict[int, int] = {}
        for place, plane in enumerate(self._planes):
            for number in points_of(plane):
                found[number] = found.get(number, 0) + (1 << place)
        return found


class _Owners:
    """Who came to own each point in some games."""

    __slots__ = ("_counters",)

    def __init__(self) -> None:
        self._counters = (_Counter(), _Counter())

    def add(self, playout: Playout) -> None:
        """Count a game."""
        for counter, owned in zip(self._counters, playout.owned, strict=True):
            counter.add(owned)

    def balance(self) -> dict[Code, float]:
        """By code, in which share of the games side 0 owned it, less that of side 1."""
        first, second = (counter.counts() for counter in self._counters)
        games = max(self._counters[0].sets, 1)
        return {code: (first.get(code, 0) - second.get(code, 0)) / games for code in sorted(first | second)}


def sampled(start: Playing, code: Code, seed: int) -> Thought:
    """What games that begin with a move tell of it; no other move is looked at, and nothing ends it early.

    start -- where it is made, which is not verified; changed.
    """
    side, chance, owners = start.to_move, Random(seed), _Owners()  # noqa: S311 - no secrets here
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
        self._owners = _Owners()
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
            sides[side] |= node.bits[number]
            state.play(node.codes[number])
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
        total = sum(won for won, _, _ in played)
        self._won += len(played) - total if way[0][2] else total
        for node, number, side in way:
            mine = len(played) - total if side else total
            node.visits[number] += len(played)
            node.wins[number] += mine
            for won, first, second in played:
                node.learn(second if side else first, 1 - won if side else won)

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
