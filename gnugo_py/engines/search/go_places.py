"""What a move in Go does where no stones are in contact: in a corner, on a side, or in a color's area."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.engines.search.go_claims import MoveOnBoard, first_point, points_near
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import flood_fill, iter_points, point_at, rectangle_point_set
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Point

_CORNER = 6
"""The width of a corner on 19x19; on smaller boards it is a third of the board."""
_MIN_SIZE_OF_CORNERS = 9
_CORNER_LINES = (3, 4, 5)
"""The lines, both ways, of a move that takes a corner."""
_LEANING, _SURE = 0.3, 0.7
"""The mean ownership above which the surroundings of a move count as one color's area, and the ownership of
stones above which they are alive.
"""
_SURROUNDINGS = 2
"""The distance in lines up to which points are the surroundings of a move."""
_MAX_APPROACH, _MIN_EXTENSION, _MAX_EXTENSION = 5, 2, 5
"""In lines: the largest distance of an approach, and the bounds of the distance of an extension."""
_EXTENSION_LINES, _MIN_LINE_ALONG_SIDE = (3, 4), 3
"""The lines of an extension, and the smallest line of its end, counted from the edge that it runs to."""
_MAX_NEUTRAL_POINTS = 2
_MIN_STONES_CHANGED, _MAX_DISTANCE_CHANGED, _MIN_CHANGE, _MIN_REGION_GAIN = 2, 3, 0.3, 1.5
"""The stones of a chain, its distance from the move and the change of its ownership at which it becomes
stronger or weaker, and the points gained in a part of the board that are reported.
"""
_REGIONS = (
    ("in the upper left", "on the upper side", "in the upper right"),
    ("on the left side", "in the center", "on the right side"),
    ("in the lower left", "on the lower side", "in the lower right"),
)


def place_claim(move: MoveOnBoard, owners: Mapping[Point, float]) -> str | None:
    """Return what a move does in a corner, on a side or on a neutral point, or None.

    owners -- Black's expected ownership by point; may be empty.
    """
    return _neutral_claim(move, owners) or _corner_claim(move) or _extension_claim(move)


def _neutral_claim(move: MoveOnBoard, owners: Mapping[Point, float]) -> str | None:
    """Return that a move fills a neutral point: all stones around its small region are alive."""
    board = move.before
    region = flood_fill(1 << move.point, board.empty_points, board.geometry.stride)
    if not owners or region.bit_count() > _MAX_NEUTRAL_POINTS:
        return None
    near = board.surrounding_points(region)
    for color in Color:
        stones = near & board.stones(color)
        if not stones or any(
            mean_ownership(owners, board.chain(each), color) < _SURE for each in iter_points(stones)
        ):
            return None
    return "fills a neutral point"


def _corner_claim(move: MoveOnBoard) -> str | None:
    """Return what a move does in a corner that is empty or that only the opponent has."""
    size = move.before.geometry.size
    row, column = divmod(move.point, size + 1)
    width = min(_CORNER, size // 3)
    lines = _line(row, size), _line(column, size)
    if size < _MIN_SIZE_OF_CORNERS or max(lines) > width:
        return None
    top, left = (0 if each < size // 2 else size - width - 1 for each in (row, column))
    corner = rectangle_point_set(point_at(top, left, size), point_at(top + width, left + width, size), size)
    own, other = (move.before.stones(each) & corner for each in (move.color, move.color.opponent))
    if not own and not other:
        return "takes an empty corner" if all(line in _CORNER_LINES for line in lines) else None
    if own or not other:
        return None
    if lines == (3, 3):
        inward = point_at(row + (1 if top == 0 else -1), column + (1 if left == 0 else -1), size)
        return "invades the corner" if other >> inward & 1 else None
    near, touching = (points_near(move.point, distance, size) & other for distance in (_MAX_APPROACH, 1))
    return "approaches the opponent's corner" if near and not touching else None


def _extension_claim(move: MoveOnBoard) -> str | None:
    """Return that a move extends along a side from an own stone, with nothing between them or beside them."""
    board, size = move.before, move.before.geometry.size
    stride = size + 1
    row, column = divmod(move.point, stride)
    occupied = board.black | board.white
    beside = board.neighbors_of_points(1 << move.point)
    if beside & occupied or board.neighbors_of_points(beside) & board.stones(move.color.opponent):
        return None
    for line, step, at in ((_line(row, size), 1, column), (_line(column, size), stride, row)):
        if line not in _EXTENSION_LINES or _line(at, size) < _MIN_LINE_ALONG_SIDE:
            continue
        for sign, room in ((1, size - 1 - at), (-1, at)):
            points = [move.point + sign * step * each for each in range(1, min(room, _MAX_EXTENSION) + 1)]
            number, near = next(
                (each for each in enumerate(points, 1) if occupied >> each[1] & 1), (0, move.point)
            )
            if number >= _MIN_EXTENSION and board.color_at(near) is move.color:
                return "extends along the side"
    return None


def gain_claim(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return which stones nearby a move makes stronger or weaker, or where it gains points; None if unclear.

    owners_after_pass, owners -- as for `life_claims`.
    """
    if not owners:
        return None
    changes, near = [], points_near(move.point, _MAX_DISTANCE_CHANGED, move.position.size)
    for color, verb in ((move.color.opponent, "weakens"), (move.color, "strengthens")):
        for chain in move.before.chains(color):
            change = mean_ownership(owners, chain, move.color)
            change -= mean_ownership(owners_after_pass, chain, move.color)
            is_concerned = chain & near and chain & move.after.stones(color)
            if is_concerned and chain.bit_count() >= _MIN_STONES_CHANGED and change > _MIN_CHANGE:
                changes.append((change * chain.bit_count(), verb, color, chain))
    if changes:
        _, verb, color, chain = max(changes)
        stones, size = pluralize(chain.bit_count(), "stone"), move.position.size
        return f"{verb} {color}'s {stones} at {format_vertex(first_point(chain), size)}"
    return _region_claim(move, owners_after_pass, owners)


def _region_claim(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return that a move gains points in its part of the board, None if it gains little there."""
    size, sign = move.position.size, -1 if move.color else 1
    if size < _MIN_SIZE_OF_CORNERS:
        return None
    here = _region(move.point, size)
    gain = sum(
        sign * (share - owners_after_pass.get(point, 0.0))
        for point, share in owners.items()
        if _region(point, size) == here
    )
    return f"gains points {here}" if gain >= _MIN_REGION_GAIN else None


def _region(point: Point, size: int) -> str:
    """Return the part of the board in which a point lies, in words."""
    row, column = divmod(point, size + 1)
    return _REGIONS[3 * row // size][3 * column // size]


def area_claim(move: MoveOnBoard, owners: Mapping[Point, float]) -> str | None:
    """Return whose area a move is in, if its surroundings belong to one color."""
    color = move.color
    share = mean_ownership(owners, points_near(move.point, _SURROUNDINGS, move.position.size), color)
    if share > _LEANING:
        return f"secures {color}'s area"
    return f"reduces {color.opponent}'s area" if share < -_LEANING else None


def _line(index: int, size: int) -> int:
    """Return the line of a row or column, counted from the nearer edge, from 1."""
    return min(index, size - 1 - index) + 1
