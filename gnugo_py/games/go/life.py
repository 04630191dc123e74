"""Dead stones: by proof where possible, else by playouts.

The proof uses Benson's algorithm (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976): a
chain is unconditionally alive if it keeps two eyes even when its owner always passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import Color, Point
from gnugo_py.games.go.board import Board, flood_fill
from gnugo_py.games.go.playout import Playouts

Status: TypeAlias = Literal["alive", "dead", "black_territory", "white_territory", "undecided"]

N_PLAYOUTS = 300
PLAYOUT_SEED = 1989
MIN_ALIVE_OWNERSHIP = 0.1


class UnconditionalLife(NamedTuple):
    """What a color owns even if it always passes.

    alive     -- the set of its stones that can never be captured.
    territory -- the eyes and enclosed regions of those stones: the set of points, empty or with stones of the
                 opponent, where the opponent can never live.
    """

    alive: int
    territory: int


def unconditional_life(board: Board, color: Color) -> UnconditionalLife:
    """Return the unconditionally alive stones and the territory of a color, by Benson's algorithm."""
    own, empty = board.stones(color), board.empty_points
    chains = list(board.chains(color))
    regions = list(_connected_regions(board, board.geometry.full & ~own))
    borders = {region: board.neighbors(region) for region in regions}
    while True:
        vital = {
            chain: sum(1 for region in regions if not region & empty & ~board.neighbors(chain))
            for chain in chains
        }
        kept = [chain for chain in chains if vital[chain] >= 2]
        alive = sum(kept)
        enclosed = [region for region in regions if not borders[region] & ~alive]
        if len(kept) == len(chains) and len(enclosed) == len(regions):
            break
        chains, regions = kept, enclosed
    sure = [region for region in regions if not region & empty & ~board.neighbors(alive)]
    return UnconditionalLife(alive, sum(sure))


def unconditional_status(board: Board, point: Point) -> Status:
    """Return what is proven about a point: whether its stone is alive or dead, or whose territory it is."""
    owner, bit = board.color_at(point), 1 << point
    for color in Color:
        certain = unconditional_life(board, color)
        if certain.alive & bit:
            return "alive"
        if certain.territory & bit:
            if owner is not None:
                return "dead"
            return "white_territory" if color else "black_territory"
    return "undecided"


def dead_stones(board: Board, seed: int = PLAYOUT_SEED) -> int:
    """Return the set of dead stones in a position where neither color has useful moves left.

    Chains that are proven alive or dead keep that status. Playouts decide the others: a chain is dead if its
    owner rarely owns its points at the end. Unproven dead chains of both colors that touch each other are
    treated as alive, as in a seki. No stones are dead if the board has stones of one color only.

    The result is reproducible for the same board and seed. In an unfinished position it is an estimate.
    """
    if not (board.black and board.white):
        return 0
    certain = [unconditional_life(board, color) for color in Color]
    settled = certain[0].alive | certain[0].territory | certain[1].alive | certain[1].territory
    owners = Playouts(board, settled, seed).ownership(N_PLAYOUTS, Color.BLACK)
    dead = 0
    for color in Color:
        dead |= certain[color.opponent].territory & board.stones(color)
        for chain in board.chains(color):
            if not chain & settled and _mean_ownership(chain, color, owners) < MIN_ALIVE_OWNERSHIP:
                dead |= chain
    return dead & ~_touching_dead_chains(board, dead & ~settled)


def _touching_dead_chains(board: Board, dead: int) -> int:
    """Return the dead chains that touch dead chains of the other color.

    Both cannot be dead; the position may be a seki.
    """
    chains = [chain for color in Color for chain in board.chains(color) if chain & dead]
    return sum(chain for chain in chains if board.neighbors(chain) & dead)


def _mean_ownership(chain: int, color: Color, owners: list[int]) -> float:
    """Return the mean ownership of a chain's points: from 1, always `color`, to -1, always the opponent.

    owners -- the ownership from `Playouts.ownership`.
    """
    points = list(iter_points(chain))
    balance = sum(owners[point] for point in points) / (len(points) * N_PLAYOUTS)
    return -balance if color else balance


def _connected_regions(board: Board, points: int) -> Iterator[int]:
    """Yield the connected regions of a set of points."""
    while points:
        part = flood_fill(points & -points, points, board.geometry.stride)
        yield part
        points ^= part
