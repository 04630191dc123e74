"""What a move in Go does where no stones are in contact: in a corner, on a side, or between settled stones.

Each function returns a claim as the predicate of a sentence, such as `extends along the side`, or None.
"""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.games.go.ladders import is_captured
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import (
    first_point,
    iter_points,
    point_at,
    points_near,
    rectangle_point_set,
)
from gnugo_py.games.text import join_words
from gnugo_py.games.types import Color, Point

_CORNER = 6
"""The width of a corner on 19x19; on smaller boards it is a third of the board."""
_MIN_SIZE_OF_CORNERS = 9
_CORNER_LINES = (3, 4, 5)
"""The lines, both ways, of a move that takes a corner."""
_SURE = 0.7
"""The ownership of stones above which they are alive, and of a corner above which it is one color's."""
_MAX_APPROACH, _MIN_EXTENSION, _MAX_EXTENSION = 5, 2, 5
"""In lines: the largest distance of an approach, and the bounds of the distance of an extension."""
_EXTENSION_LINES, _MIN_LINE_ALONG_SIDE = (3, 4), 3
"""The lines of an extension, and the smallest line of its end, counted from the edge that it runs to."""
_MAX_NEUTRAL_POINTS = 2
_REGIONS = (
    ("in the upper left", "on the upper side", "in the upper right"),
    ("on the left side", "in the center", "on the right side"),
    ("in the lower left", "on the lower side", "in the lower right"),
)


def neutral_claim(move: MoveFacts, owners: Mapping[Point, float]) -> str | None:
    """Return that a move fills a neutral point: all stones around it live, and it threatens none of them."""
    board = move.before
    region = board.geometry.flood_fill(1 << move.point, board.empty_points)
    if not owners or region.bit_count() > _MAX_NEUTRAL_POINTS:
        return None
    near = board.surrounding_points(region)
    for color in Color:
        stones = near & board.stones(color)
        if not stones or any(
            mean_ownership(owners, board.chain(each), color) < _SURE
            or is_captured(board.with_stone(move.point, color.opponent), 1 << each, True)
            for each in iter_points(stones)
        ):
            return None
    return "fills a neutral point"


def corner_claim(move: MoveFacts, owners: Mapping[Point, float]) -> str | None:
    """Return what a move does in a corner that is empty or that only the opponent has.

    A corner inside the walls of a color is not taken or enclosed, whether or not it has stones.

    owners -- Black's expected ownership by point; may be empty.
    """
    size = move.before.geometry.size
    row, column = divmod(move.point, size + 1)
    width = min(_CORNER, size // 3)
    lines = _line(row, size), _line(column, size)
    if size < _MIN_SIZE_OF_CORNERS or max(lines) > width:
        return None
    top, left = (0 if each < size // 2 else size - width - 1 for each in (row, column))
    corner = rectangle_point_set(point_at(top, left, size), point_at(top + width, left + width, size), size)
    if abs(mean_ownership(owners, corner, move.color)) > _SURE:
        return None
    own, other = (move.before.stones(each) & corner for each in (move.color, move.color.opponent))
    if not own and not other:
        return "takes an empty corner" if all(line in _CORNER_LINES for line in lines) else None
    if own:
        is_enclosed = not other and own.bit_count() == 1 and all(line in _CORNER_LINES for line in lines)
        return "encloses the corner" if is_enclosed else None
    if lines == (3, 3):
        inward = point_at(row + (1 if top == 0 else -1), column + (1 if left == 0 else -1), size)
        return "invades the corner" if other >> inward & 1 else None
    near, touching = (points_near(move.point, distance, size) & other for distance in (_MAX_APPROACH, 1))
    return "approaches the opponent's corner" if near and not touching else None


def extension_claim(move: MoveFacts) -> str | None:
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
            steps = [sign * step * each for each in range(1, min(room, _MAX_EXTENSION) + 1)]
            nearest = next((each for each in steps if occupied >> move.point + each & 1), 0)
            is_own = board.color_at(move.point + nearest) is move.color
            if is_own and abs(nearest) >= _MIN_EXTENSION * step:
                return "extends along the side"
    return None


def region_name(point: Point, size: int) -> str:
    """Return the part of the board in which a point lies, in words."""
    row, column = divmod(point, size + 1)
    return _REGIONS[3 * row // size][3 * column // size]


def shape_claim(move: MoveFacts) -> str | None:
    """Return how a move touches a stone of the opponent or leaves an own stone, None if it does neither."""
    board, size, opponent = move.before, move.position.size, move.color.opponent
    own, beside = board.stones(move.color), board.neighbors_of_points(1 << move.point)
    touched, around = beside & board.stones(opponent), points_near(move.point, 1, size)
    joined = sorted(map(first_point, move.joined))
    if len(joined) > 1:
        return f"joins the stones at {join_words([format_vertex(each, size) for each in joined])}"
    if joined:
        return f"extends from {_first_vertex(beside & own, size)}"
    for corner in iter_points(around & own):
        shared = beside & board.neighbors_of_points(1 << corner)
        if (shared & touched).bit_count() == 1 and shared & board.empty_points:
            return f"bends around {opponent}'s stone at {_first_vertex(shared & touched, size)}"
    if touched:
        at = _first_vertex(touched, size)
        return None if around & own else f"attaches to {opponent}'s stone at {at}"
    free = beside & board.empty_points
    diagonal, jump = around & own, board.neighbors_of_points(free) & own
    knight = points_near(move.point, 2, size) & board.neighbors_of_points(around & board.empty_points) & own
    knight &= ~board.neighbors_of_points(beside)
    ways = (("makes a diagonal move", diagonal), ("jumps", jump), ("makes a knight's move", knight))
    return next((f"{verb} from {_first_vertex(stones, size)}" for verb, stones in ways if stones), None)


def _first_vertex(points: int, size: int) -> str:
    return format_vertex(first_point(points), size)


def line_of(point: Point, size: int) -> int:
    """Return the line of a point, counted from the nearest edge, from 1."""
    return min(_line(each, size) for each in divmod(point, size + 1))


def _line(index: int, size: int) -> int:
    """Return the line of a row or column, counted from the nearer edge, from 1."""
    return min(index, size - 1 - index) + 1
