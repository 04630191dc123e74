"""Life that can be proved, and seki.

The proof uses Benson's algorithm (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976): a
chain is unconditionally alive if it keeps two eyes even when its owner always passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.games.board import Board
from gnugo_py.games.checks import checked
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.vertex import format_vertices
from gnugo_py.games.types import Color, Point, UserError

UnconditionalStatus: TypeAlias = Literal["alive", "dead", "black_territory", "white_territory", "undecided"]

_SMALL_EYES = [1], [2]
"""The sizes of the eyes of a group with one eye that can never be divided into two eyes."""
_MIN_SAFE_EYE = 5
"""The number of points of the smallest eye that counts as two eyes."""


class UnconditionalLife(NamedTuple):
    """What a color owns even if it always passes.

    alive     -- the set of its stones that can never be captured.
    territory -- the eyes and enclosed regions of those stones: the set of points, empty or with stones of the
                 opponent, where the opponent can never live.
    """

    alive: int
    territory: int


@checked
def unconditional_life(board: Board, color: Color) -> UnconditionalLife:
    """Return the unconditionally alive stones and the territory of a color, by Benson's algorithm."""
    own, empty = board.stones(color), board.empty_points
    regions = set(board.geometry.regions(board.geometry.full & ~own))
    eyes = {}
    for chain in board.chains(color):
        beside = board.surrounding_points(chain)
        eyes[chain] = {region: 1 for region in regions if not region & empty & ~beside}
    alive, enclosed = _chains_that_live(board, eyes, regions)
    sure = [region for region in enclosed if not region & empty & ~board.surrounding_points(alive)]
    return UnconditionalLife(alive, sum(sure))


def _chains_that_live(
    board: Board, eyes: Mapping[int, Mapping[int, int]], regions: set[int]
) -> tuple[int, set[int]]:
    """Return the chains that keep two eyes in regions that only such chains surround, and these regions.

    eyes    -- for each chain, by region, the number of eyes that the chain has there; not 0.
    regions -- all regions.
    """
    borders = {region: board.surrounding_points(region) for region in regions}
    while True:
        alive = 0
        for chain, own in eyes.items():
            if sum(number for region, number in own.items() if region in regions) >= 2:
                alive |= chain
        enclosed = {region for region in regions if not borders[region] & ~alive}
        if enclosed == regions:
            return alive, enclosed
        regions = enclosed


@checked
def unconditional_status(board: Board, point: Point) -> UnconditionalStatus:
    """Return what is proven about a point: whether its stone is alive or dead, or whose territory it is.

    Raise UserError if the point is not on the board.
    """
    if point < 0 or not board.geometry.full >> point & 1:
        raise UserError(f"point {point} is not on the board")
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


def chains_with_two_eyes(board: Board, territory: tuple[int, int]) -> int:
    """Return the chains that have two eyes, of which each belongs only to such chains.

    This is Benson's algorithm with fewer demands: the owner may answer in its eyes, and one large eye
    counts as two.

    territory -- for Black and for White, the set of empty points that only that color surrounds.
    """
    result = 0
    for color in Color:
        regions = set(board.geometry.regions(territory[color]))
        eyes = {chain: _eyes_beside(board, regions, chain) for chain in board.chains(color)}
        result |= _chains_that_live(board, eyes, regions)[0]
    return result


def groups_with_two_eyes(board: Board, territory: tuple[int, int]) -> int:
    """Return the groups with two eyes; the opponent could still cut some of them (see `_groups`)."""
    result = 0
    for color in Color:
        eyes = list(board.geometry.regions(territory[color]))
        for group in _groups(board, color, territory[color]):
            if sum(_eyes_beside(board, eyes, group).values()) >= 2:
                result |= group
    return result


def _eyes_beside(board: Board, eyes: Iterable[int], stones: int) -> dict[int, int]:
    """Return the eyes next to some stones, each with its number of eyes: a large one counts as two."""
    near = board.surrounding_points(stones)
    return {eye: 1 + (eye.bit_count() >= _MIN_SAFE_EYE) for eye in eyes if eye & near}


def seki_stones(board: Board, territory: tuple[int, int]) -> int:
    """Return the set of stones that live in seki.

    board     -- the board without dead stones.
    territory -- for Black and for White, the set of empty points that only that color surrounds.

    Chains with a common liberty or a common eye belong to one group.  Therefore, a chain that is connected to
    a living group only by a false eye is not in seki. A group is in seki if it has no eye or one small eye,
    and borders the same neutral region as such a group of the other color, or as one with two eyes of one
    point that it cannot both keep if the opponent cuts.
    """
    neutral = board.empty_points & ~(territory[0] | territory[1])
    sure = chains_with_two_eyes(board, territory)
    weak, unsure = list[list[int]](), list[list[int]]()
    for color in Color:
        own, lines = territory[color], board.geometry
        sizes = dict[int, list[int]]()
        for group in _groups(board, color, own):
            eyes = lines.regions(lines.flood_fill(board.surrounding_points(group) & own, own))
            sizes[group] = [eye.bit_count() for eye in eyes]
        weak.append([each for each, found in sizes.items() if not found or found in _SMALL_EYES])
        cut = (each for each, found in sizes.items() if not each & sure and found == [1, 1])
        unsure.append([*weak[-1], *cut])
    result = 0
    for region in board.geometry.regions(neutral):
        near = board.surrounding_points(region)
        for pair in ((weak[0], unsure[1]), (unsure[0], weak[1])):
            beside = [sum(group for group in groups if group & near) for groups in pair]
            if all(beside):
                result |= beside[0] | beside[1]
    return result


def _groups(board: Board, color: Color, territory: int) -> Iterator[int]:
    """Yield the groups of a color: sets of chains that are connected by common liberties or eyes."""
    own, lines = board.stones(color), board.geometry
    rest, empty = own, board.empty_points
    while rest:
        group = rest & -rest
        while True:
            near = board.surrounding_points(group) & empty
            reached = near | lines.flood_fill(near & territory, territory)
            grown = lines.flood_fill(group | board.neighbors_of_points(reached) & own, own)
            if grown == group:
                break
            group = grown
        yield group
        rest &= ~group


_NO_ESCAPE, _LADDER = "It cannot escape.", "The opponent can catch it in a ladder."
_PROVEN = {"alive": "It can never be captured.", "dead": "It can never live."}


def chain_facts(board: Board, point: Point) -> tuple[str, ...]:
    """Return the liberties of the chain on a point, and what is proven about its danger or safety."""
    liberties = board.liberties(point)
    facts = [f"Liberties: {format_vertices(liberties, board.geometry.size)}."] if liberties else []
    is_in_atari = liberties.bit_count() == 1
    if is_in_atari:
        facts.append("It is in atari.")
    if catching_points(board, *board.chain_at(point)):
        facts.append(_NO_ESCAPE if is_in_atari else _LADDER)
    proven = _PROVEN.get(unconditional_status(board, point))
    return (*facts, *([proven] if proven else []))
