"""What a move in Hex joins, blocks and threatens, as claims that are checked on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from gnugo_py.games.hex.position import (
    HEX_EDGE_NAMES,
    SWAP_PIECES,
    HexPosition,
    color_edges,
    stones_to_connect,
)
from gnugo_py.games.points import iter_points, point_at, row_and_column
from gnugo_py.games.text import join_words, pluralize
from gnugo_py.games.types import Color, Play, Point

_BRIDGE_STEPS = ((-2, 1), (-1, -1), (-1, 2), (1, -2), (1, 1), (2, -1))
"""The rows and columns from one end of a bridge to the other."""
_MAX_CLAIMS = _MAX_CELLS_NAMED = 3


class _Bridge(NamedTuple):
    """Two cells that join a stone to another chain or to an edge, whichever of them the opponent takes.

    chain   -- the chain of the stone.
    target  -- the other chain or the edge, as a set of cells.
    stone   -- the name of the stone.
    end     -- the name of the stone at the other end or of the edge.
    carrier -- the two cells.
    """

    chain: int
    target: int
    stone: str
    end: str
    carrier: int


def describe_hex_move(position: HexPosition, move: Play) -> tuple[str, ...]:
    """Return what a legal move does and how far it leaves both colors from their goals, in sentences."""
    after = position.play_unchecked(move)
    claims = list(islice(_claims(position, after, move.points[0]), _MAX_CLAIMS))
    sentences = [f"It {join_words(claims)}."] if claims else []
    return (*sentences, *([] if after.is_over else [_shortest_paths(position, after)]))


def is_lost_for_certain(position: HexPosition) -> bool:
    """Return whether the color to move has lost or can no longer stop the opponent.

    A loss may be missed. Before the swap nothing is certain.
    """
    other = position.to_move.opponent
    if position.winner is not None or position.swappable_stone is not None:
        return position.winner is other
    return len(_winning_cells(position, other)) > 1 or _is_joined_by_bridges(position, other)


def _claims(position: HexPosition, after: HexPosition, cell: Point) -> Iterator[str]:
    """Yield what a move does, as predicates, the most important first."""
    if after.winner is not None:
        yield "joins the edges and wins"
    elif cell == SWAP_PIECES:
        yield "takes over the first stone"
    else:
        yield from _prevented_wins(position, after)
        yield from _threats(after, position.to_move)
        yield from _joined_chains(position, cell)
        ends = {each.target: each.end for each in _bridges(after, cell, after.empty_points)}
        if ends:
            bridges = "a bridge" if len(ends) == 1 else "bridges"
            yield f"makes {bridges} to {join_words(list(ends.values()))}"
        yield from _bridges_entered(position, cell)
        yield from _longer_path(position, after)


def _shortest_paths(position: HexPosition, after: HexPosition) -> str:
    """Return how many stones each color needs to join its edges after a move and, if that differs, before."""
    needs = []
    for color in (position.to_move, position.to_move.opponent):
        before, now = stones_to_connect(position, color), stones_to_connect(after, color)
        assert now is not None  # as long as nobody has won
        change = "" if now == before else f" ({before} before the move)"
        needs.append(f"{color} needs {pluralize(now, 'more stone')}{change}")
    return f"Shortest paths between the edges: {', '.join(needs)}."


def _winning_cells(position: HexPosition, color: Color) -> list[Point]:
    """Return the cells on which a color would win if it were to move."""
    if stones_to_connect(position, color) != 1:
        return []
    turn = position.with_to_move(color)
    cells = iter_points(position.empty_points)
    return [cell for cell in cells if turn.play_unchecked(Play((cell,))).winner is color]


def _prevented_wins(position: HexPosition, after: HexPosition) -> Iterator[str]:
    """Yield that a move takes the only cell on which the opponent could win."""
    other = position.to_move.opponent
    cells = _winning_cells(position, other)
    if cells and not _winning_cells(after, other):
        yield f"stops {other} from winning at {_named(position, cells)}"


def _threats(after: HexPosition, color: Color) -> Iterator[str]:
    """Yield that a color can win with its next move, or that it can no longer be stopped.

    An opponent that could win first would have a chain through all cells that are left to the color, so that
    there would be only one. Before the swap nothing is certain.
    """
    cells, other = _winning_cells(after, color), color.opponent
    if after.swappable_stone is not None:
        return
    if len(cells) > 1:
        yield f"wins, because {other} can take only one of {_named(after, cells)}"
    elif cells:
        yield f"threatens to win at {_named(after, cells, 'or')}"
    elif _is_joined_by_bridges(after, color):
        yield f"joins the edges by bridges that {other} can no longer break"


def _joined_chains(position: HexPosition, cell: Point) -> Iterator[str]:
    """Yield which chains of its color a move joins to each other or to an edge."""
    color, near = position.to_move, position.board.geometry.neighbors[cell]
    own = near & position.stones(color)
    chains = list(dict.fromkeys(map(position.board.chain, iter_points(own))))
    stones = [position.format_point(next(iter_points(chain & near))) for chain in chains]
    edges = [
        name
        for name, edge in zip(HEX_EDGE_NAMES[color], color_edges(position.size, color), strict=True)
        if edge >> cell & 1 and not any(edge & chain for chain in chains)
    ]
    if len(stones) + len(edges) < 2 or not stones:
        return
    joined = f"the {'chain' if len(stones) == 1 else 'chains'} at {join_words(stones)}"
    yield f"joins {joined}{f' to {join_words(edges)}' if edges else ''}"


def _bridges_entered(position: HexPosition, cell: Point) -> Iterator[str]:
    """Yield which bridges of the opponent a move enters or, with the other cell taken already, closes."""
    other, own = position.to_move.opponent, position.stones(position.to_move)
    seen = set()
    for stone in iter_points(position.stones(other)):
        for bridge in _bridges(position, stone, position.empty_points | own):
            ends = bridge.chain | bridge.target
            if not bridge.carrier >> cell & 1 or ends in seen:
                continue
            seen.add(ends)
            rest = bridge.carrier ^ 1 << cell
            where = f"between {bridge.stone} and {bridge.end}"
            if rest & own:
                yield f"takes the second of the two cells {where}"
            else:
                kept = _named(position, list(iter_points(rest)))
                yield f"enters {other}'s bridge {where}, which {other} can keep at {kept}"


def _longer_path(position: HexPosition, after: HexPosition) -> Iterator[str]:
    """Yield that a move makes the shortest path of the opponent longer."""
    other = position.to_move.opponent
    before, now = stones_to_connect(position, other), stones_to_connect(after, other)
    if before is not None and now is not None and now > before:
        yield f"blocks {other}'s shortest path"


def _bridges(position: HexPosition, stone: Point, free: int) -> Iterator[_Bridge]:
    """Yield the bridges from a stone to other chains of its color and to edges not touched by its chain.

    free -- the cells of which both cells of a bridge must be.
    """
    size, chain, name = position.size, position.board.chain(stone), position.format_point(stone)
    color = Color(bool(position.board.white >> stone & 1))
    own, near = position.stones(color), position.board.geometry.neighbors[stone]
    row, column = row_and_column(stone, size)
    for down, right in _BRIDGE_STEPS:
        end = point_at(row + down, column + right, size)
        is_on_board = 0 <= row + down < size and 0 <= column + right < size
        if is_on_board and own & ~chain & 1 << end:
            carrier = near & position.board.geometry.neighbors[end]
            if not carrier & ~free:
                yield _Bridge(chain, position.board.chain(end), name, position.format_point(end), carrier)
    for end_name, edge in zip(HEX_EDGE_NAMES[color], color_edges(size, color), strict=True):
        if not edge & chain and (near & edge & free).bit_count() == 2:
            yield _Bridge(chain, edge, name, end_name, near & edge)


def _is_joined_by_bridges(position: HexPosition, color: Color) -> bool:
    """Return whether chains and bridges lead from one edge of a color to the other.

    No two of the bridges have a common cell, so that the opponent can enter only one at a time. If a bridge
    was used for another chain, a way may be missed.
    """
    first, last = color_edges(position.size, color)
    own = position.stones(color)
    empty = position.empty_points
    bridges = [bridge for stone in iter_points(own) for bridge in _bridges(position, stone, empty)]
    reached, used, before = first, 0, 0
    while reached != before:
        before = reached
        reached |= position.board.chains_on(reached, color)
        for bridge in bridges:
            is_new = bool(bridge.chain & reached) != bool(bridge.target & reached)
            if is_new and not bridge.carrier & used:
                reached, used = reached | bridge.chain | bridge.target, used | bridge.carrier
    return bool(reached & last)


def _named(position: HexPosition, cells: Sequence[Point], last: str = "and") -> str:
    """Return the names of some cells and, if there are many, how many more there are.

    last -- the word before the last name.
    """
    names = [position.format_point(cell) for cell in cells]
    if len(names) > _MAX_CELLS_NAMED + 1:
        names = [*names[:_MAX_CELLS_NAMED], f"{len(names) - _MAX_CELLS_NAMED} more cells"]
    return join_words(names, last)
