"""What a game tells a search: positions it can think about fast, and how much thought a level is.

A game is searched in one of two ways.  `Branching` positions are told apart by an evaluation and looked at
move by move, answer by answer; `Playing` ones by games played to the end at random.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from gnugo_py.core.position import Position
from gnugo_py.core.types import Move

Code: TypeAlias = int
"""A move, in the numbering of its game's search; of random games below `CODES`, or `NO_MOVE`."""
CODES, NO_MOVE = 1_024, -1
"""More than any point; and what puts no stone on one: a pass, a swap."""
WON = 1_000_000.0
"""What a won position is worth; nothing else is worth half as much."""


class Branch(NamedTuple):
    """A move that is looked at, and where it leads.

    score -- what the position after it is worth to who makes it.
    """

    score: float
    code: Code
    state: Branching


class Branching(Protocol):
    """A position as a search by evaluation sees it; it never changes."""

    @property
    def key(self) -> Hashable:
        """What tells it from others."""

    @property
    def final(self) -> float | None:
        """What it is worth to the side to move if the game is over, `WON` or less than nothing; else None."""

    def branches(self, width: int) -> tuple[list[Branch], int]:
        """The moves worth looking at, up to `width` of them, best first; and how many were evaluated."""


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


class BranchSearch(NamedTuple):
    """How a game is searched by evaluation.

    begin   -- makes the search's position.
    move_of -- makes a move of a code.
    budgets -- by level, how many positions may be evaluated.
    widths  -- by level, how many moves are looked at after the first of a line.
    unit    -- what a score counts, in words.
    favour  -- a move that is worth less by up to so much may be played instead of the best.
    """

    begin: Callable[[Position], Branching]
    move_of: Callable[[Code, Position], Move]
    budgets: Sequence[int]
    widths: Sequence[int]
    unit: str
    favour: float


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


Search: TypeAlias = BranchSearch | TreeSearch
