"""The placement of handicap stones."""

from __future__ import annotations

from gnugo_py.core.bitboard import point_at
from gnugo_py.core.types import Point, UserError

_CORNERS = ((3, 3), (15, 15), (3, 15), (15, 3))
_EXTRA_STONES_1989 = ((2, 2), (16, 16), (2, 16), (16, 2), (6, 6), (12, 12), (6, 12), (12, 6))
_CENTER = (9, 9)
_WEST_EAST = ((9, 15), (9, 3))
_NORTH_SOUTH = ((15, 9), (3, 9))

_MAX_HANDICAP_1989 = 17
_MAX_FIXED_HANDICAP = 9
_MIN_FIXED_HANDICAP_SIZE = 7
"""The smallest board with customary handicap points."""


def handicap_1989(count: int) -> tuple[Point, ...]:
    """Return the original's handicap stones on 19x19 in its order (`sethand`).

    Raise UserError if the count is not 0 to 17.
    """
    if not 0 <= count <= _MAX_HANDICAP_1989:
        raise UserError(f"handicap is 0 to {_MAX_HANDICAP_1989} stones, not {count}")
    places = list(_CORNERS[:count])
    if count >= 6:
        places += _WEST_EAST
    if count >= 8:
        places += _NORTH_SOUTH
    if count in (5, 7) or count >= 9:
        places.append(_CENTER)
    places += _EXTRA_STONES_1989[: max(count - 9, 0)]
    return tuple(point_at(row, column, 19) for row, column in places)


def fixed_handicap(count: int, size: int) -> tuple[Point, ...]:
    """Return the customary points for handicap stones, lower left first.

    They are those of `fixed_handicap` in the GTP specification. Up to 9 stones are possible on odd boards
    from 9x9, up to 4 on 7x7 and on even boards from 8x8.

    Raise UserError if the size or the count, at least 2, is not supported.
    """
    most = max_fixed_handicap(size)
    if not most:
        raise UserError(f"a {size}x{size} board has no customary handicap points")
    if not 2 <= count <= most:
        raise UserError(f"handicap is 2 to {most} stones, not {count}")
    low = _from_edge(size)
    high, middle = size - 1 - low, size // 2
    sides = ((middle, low), (middle, high), (low, middle), (high, middle))
    places = list(_corners(size)[:count])
    if count >= 6:
        places += sides[:2]
    if count >= 8:
        places += sides[2:]
    if count in (5, 7, 9):
        places.append((middle, middle))
    return tuple(point_at(row, column, size) for row, column in places)


def _from_edge(size: int) -> int:
    """Return the distance of star points from the edge, 0 if they are on it.

    Boards that are too small for handicap stones also have a distance.
    """
    return 3 if size >= 13 else 2 if size >= _MIN_FIXED_HANDICAP_SIZE else int(size > 3)


def _corners(size: int) -> tuple[tuple[int, int], ...]:
    """Return the corner star points as (row, column), lower left first."""
    low = _from_edge(size)
    high = size - 1 - low
    return ((high, low), (low, high), (low, low), (high, high))


def free_handicap(count: int, size: int) -> tuple[Point, ...]:
    """Return the points that the program chooses for handicap stones in `place_free_handicap`.

    count -- at least 1 and less than the number of points on the board.

    They are the customary points; a single stone is placed in a corner. On a board without customary points
    they are the center and the corners. Fewer points are returned if there are not enough of them.
    """
    most = max_fixed_handicap(size)
    if most and count > 1:
        return fixed_handicap(min(count, most), size)
    middle = size // 2
    places = _corners(size) if most else tuple(dict.fromkeys(((middle, middle), *_corners(size))))
    return tuple(point_at(row, column, size) for row, column in places[:count])


def max_fixed_handicap(size: int) -> int:
    """Return the number of customary handicap points on a board: 9, 4, or 0 if it is too small."""
    if size < _MIN_FIXED_HANDICAP_SIZE:
        return 0
    return _MAX_FIXED_HANDICAP if size % 2 and size > _MIN_FIXED_HANDICAP_SIZE else 4


def max_handicap(size: int) -> int:
    """Return the largest handicap on a board.

    It is 17 on 19x19, as in the original, else the number of customary points. A handicap of 1 is possible
    on any board.
    """
    return _MAX_HANDICAP_1989 if size == 19 else max(max_fixed_handicap(size), 1)


def handicap_stones(count: int, size: int) -> tuple[Point, ...]:
    """Return the handicap stones of a new game: as in the original on 19x19, else those of `free_handicap`.

    Raise UserError if the count is negative or too large.
    """
    if size == 19:
        return handicap_1989(count)
    if not 0 <= count <= max_handicap(size):
        raise UserError(f"handicap on {size}x{size} is 0 to {max_handicap(size)} stones, not {count}")
    return free_handicap(count, size) if count else ()


def star_points(size: int) -> tuple[Point, ...]:
    """Return the star points to mark on a board; empty on boards without customary handicap points."""
    most = max_fixed_handicap(size)
    stars = fixed_handicap(most, size) if most else ()
    return stars if size > 13 else stars[:4] + stars[8:]
