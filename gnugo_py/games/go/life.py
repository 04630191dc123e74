"""Which stones are dead: for certain where that can be proved, else by playing many random games.

Proof is Benson's algorithm (D. B. Benson, "Life in the game of Go", Information Sciences 10,
1976): a chain is unconditionally alive if it keeps two eyes even when its owner always passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.games.go.board import Board, flood
from gnugo_py.games.go.playout import Playouts

Status: TypeAlias = Literal["alive", "dead", "black_territory", "white_territory", "undecided"]

GAMES = 300
SEED = 1989
ALIVE_FROM = 0.1


class Unconditional(NamedTuple):
    """What a side has for certain, even if it passes from now on.

    alive     -- the set of its stones that can never be taken.
    territory -- the set of points, empty or with stones of the opponent's, where the opponent
                 can never live: the eyes and enclosed regions of those stones.
    """

    alive: int
    territory: int


def unconditional(board: Board, side: Side) -> Unconditional:
    """A side's unconditionally alive chains and territory, by Benson's algorithm."""
    own, empty = board.stones(side), board.vacant
    chains = list(board.chains(side))
    regions = list(_parts(board, board.geometry.full & ~own))
    borders = {region: board.around(region) for region in regions}
    while True:
        vital = {
            chain: sum(1 for region in regions if not region & empty & ~board.around(chain))
            for chain in chains
        }
        kept = [chain for chain in chains if vital[chain] >= 2]
        alive = sum(kept)
        enclosed = [region for region in regions if not borders[region] & ~alive]
        if len(kept) == len(chains) and len(enclosed) == len(regions):
            break
        chains, regions = kept, enclosed
    sure = [region for region in regions if not region & empty & ~board.around(alive)]
    return Unconditional(alive, sum(sure))


def unconditional_status(board: Board, point: Point) -> Status:
    """What is certain about a point: its stone's life or death, or whose territory it is."""
    owner, bit = board.at(point), 1 << point
    for side in Side:
        certain = unconditional(board, side)
        if certain.alive & bit:
            return "alive"
        if certain.territory & bit:
            if owner is not None:
                return "dead"
            return "white_territory" if side else "black_territory"
    return "undecided"


def dead_stones(board: Board, seed: int = SEED) -> int:
    """The stones that are dead in a position where both sides have nothing more to play, as a set.

    What can be proved is; for the rest, random games tell who ends up owning each chain.
    The same board and seed give the same answer.  In an unfinished position it is a guess.  Nobody's
    stones are dead while the opponent has none, nor next to dead ones of the opponent's.
    """
    if not (board.black and board.white):
        return 0
    certain = [unconditional(board, side) for side in Side]
    settled = certain[0].alive | certain[0].territory | certain[1].alive | certain[1].territory
    owners = Playouts(board, settled, seed).owners(GAMES, Side.BLACK)
    dead = 0
    for side in Side:
        dead |= certain[side.other].territory & board.stones(side)
        for chain in board.chains(side):
            if not chain & settled and _hold(chain, side, owners) < ALIVE_FROM:
                dead |= chain
    return dead & ~_against_one_another(board, dead & ~settled)


def _against_one_another(board: Board, dead: int) -> int:
    """Of dead chains those that touch dead ones of the other side: they cannot both be, as in a seki."""
    chains = [chain for side in Side for chain in board.chains(side) if chain & dead]
    return sum(chain for chain in chains if board.around(chain) & dead)


def _hold(chain: int, side: Side, owners: list[int]) -> float:
    """How surely a side owns a chain's points: 1 in every random game, -1 in none."""
    points = list(points_of(chain))
    balance = sum(owners[point] for point in points) / (len(points) * GAMES)
    return -balance if side else balance


def _parts(board: Board, points: int) -> Iterator[int]:
    """The connected parts of a set."""
    while points:
        part = flood(points & -points, points, board.geometry.stride)
        yield part
        points ^= part
