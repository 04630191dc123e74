"""What a game tells a search: positions it can think about fast, and how much thought a level is.

A game is searched in one of two ways.  `Branching` positions are told apart by an evaluation and looked at
move by move, answer by answer; `Playing` ones by games played to the end at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add, itemgetter
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.search.result import Code, Option, Thought, Watch

CODES, NO_MOVE = 1_024, -1
"""More than any point; and what puts no stone on one: a pass, a swap."""


class Playout(NamedTuple):
    """A game that was played to its end at random; moves and points are sets of codes, a bit each.

    won    -- what it was worth to side 0, from 0 to 1.
    played -- what side 0 and side 1 played, each where it was the first to do so.
    owned  -- what is side 0's and side 1's in the end.
    """

    won: float
    played: tuple[int, int]
    owned: tuple[int, int]


class Playing(Protocol):
    """A position as a search by random games sees it; `play` changes it.

    to_move -- the number of the side whose turn it is, 0 or 1.
    """

    to_move: int

    def copy(self) -> Playing:
        """The same position, to be played on its own."""

    def candidates(self) -> list[tuple[Code, float, float]]:
        """The moves worth looking at, each with games it is taken to have won, and to have been tried in."""

    def play(self, code: Code) -> None:
        """Make a move."""

    def winner(self) -> int | None:
        """Who has won, None while nobody has."""

    def playout(self, chance: Random) -> Playout:
        """Play to the end at random, the position kept."""


class Unsearched(NamedTuple):
    """A move that needs no search.

    code -- the move.
    why  -- a sentence that says why.
    won  -- how likely it wins, 0 to 1; None if random games after it are to tell.
    """

    code: Code
    why: str
    won: float | None = None


class Finding(NamedTuple):
    """What random games told of a position.

    values -- by move, how likely it wins, 0 to 1; the one looked at most first.
    owners -- by code, whose a point came to be, side 0's share of the games less side 1's.
    """

    values: Mapping[Code, float]
    owners: Mapping[Code, float]


Instead: TypeAlias = Callable[[Position, Finding, Callable[[Position], Finding]], Unsearched | None]


class TreeSearch(NamedTuple):
    """How a game is searched by random games.

    begin    -- makes the search's position.
    move_of  -- makes a move of a code.
    playouts -- by level, how many random games are played, given the position.
    batch    -- how many are played from each new position of the tree, up to 7.
    worth    -- so many games through a move tell as much as all others in which it was played.
    at_once  -- the move that needs no search; None for most positions.
    instead  -- what to play in place of the best move, None for that: given the position, what was found, and
                what finds as much of another position.
    """

    begin: Callable[[Position], Playing]
    move_of: Callable[[Code, Position], Move]
    playouts: Callable[[int, Position], int]
    batch: int
    worth: float = 1500.0
    at_once: Callable[[Position], Unsearched | None] = lambda _: None
    instead: Instead = lambda *_: None


MOST_GAMES = 7
"""So many games are tallied at once, each counted twice in a digit of base 16."""
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


class Tally(NamedTuple):
    """By code, in how many games a move was played and, twice, in how many it won; `NO_MOVE` in none."""

    games: bytes
    halves: bytes


def tallied(games: Sequence[tuple[float, int]]) -> Tally:
    """Up to `MOST_GAMES` games, each with what it was worth, 0, 0.5 or 1, and the set of its moves."""
    seen = won = 0
    for worth, moves in games:
        digits = int(f"{moves:b}", 16)
        seen += digits
        won += int(2 * worth) * digits
    return Tally(_by_code(seen), _by_code(won))


def _by_code(digits: int) -> bytes:
    return f"{digits:x}".encode()[::-1].translate(_DIGITS).ljust(CODES, b"\0")


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


class Owners:
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
