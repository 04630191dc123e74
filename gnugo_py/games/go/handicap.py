"""Where handicap stones go."""

from __future__ import annotations

from gnugo_py.core.types import Mistake, Point
from gnugo_py.games.go.vertex import point_at

_CORNERS = ((3, 3), (15, 15), (3, 15), (15, 3))
_EXTRA = ((2, 2), (16, 16), (2, 16), (16, 2), (6, 6), (12, 12), (6, 12), (12, 6))
_CENTRE = (9, 9)
_WEST_EAST = ((9, 15), (9, 3))
_NORTH_SOUTH = ((15, 9), (3, 9))

MOST_1989 = 17
MOST_CUSTOMARY = 9
SMALLEST = 7
"""The smallest board with customary handicap points."""


def stones_1989(count: int) -> tuple[Point, ...]:
    """The original's handicap stones on 19x19, 0 to 17, in its order (`sethand`).

    Raises Mistake for another number.
    """
    if not 0 <= count <= MOST_1989:
        raise Mistake(f"handicap is 0 to {MOST_1989} stones, not {count}")
    places = list(_CORNERS[:count])
    if count >= 6:
        places += _WEST_EAST
    if count >= 8:
        places += _NORTH_SOUTH
    if count in (5, 7) or count >= 9:
        places.append(_CENTRE)
    places += _EXTRA[: max(count - 9, 0)]
    return tuple(point_at(row, column, 19) for row, column in places)


def customary_stones(count: int, size: int) -> tuple[Point, ...]:
    """The customary points for 2 to 9 stones, lower left first; on 7x7 and where there is no middle to 4.

    They are those of the GTP specification's `fixed_handicap`.  Raises Mistake for a
    number or a size that has none.
    """
    most = most_customary(size)
    if not most:
        raise Mistake(f"a {size}x{size} board has no customary handicap points")
    if not 2 <= count <= most:
        raise Mistake(f"handicap is 2 to {most} stones, not {count}")
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
    """How far from the edge a star point is, 0 for on it; on small boards such a point."""
    return 3 if size >= 13 else 2 if size >= SMALLEST else int(size > 3)


def _corners(size: int) -> tuple[tuple[int, int], ...]:
    """The star points of the corners, lower left first, as row and column."""
    low = _from_edge(size)
    high = size - 1 - low
    return ((high, low), (low, high), (low, low), (high, high))


def free_stones(count: int, size: int) -> tuple[Point, ...]:
    """Stones where the program likes them best, for `place_free_handicap`; fewer if it knows no more points.

    count -- at least 1, less than the board has points.

    They are the customary ones; one alone is in a corner.  On a board without customary points they are in
    the middle and the corners.
    """
    most = most_customary(size)
    if most and count > 1:
        return customary_stones(min(count, most), size)
    middle = size // 2
    places = _corners(size) if most else tuple(dict.fromkeys(((middle, middle), *_corners(size))))
    return tuple(point_at(row, column, size) for row, column in places[:count])


def most_customary(size: int) -> int:
    """How many customary handicap points a board has: 9, 4, or none on one that is too small."""
    if size < SMALLEST:
        return 0
    return MOST_CUSTOMARY if size % 2 and size > SMALLEST else 4


def most_stones(size: int) -> int:
    """The largest handicap on a board: the original's 17 on 19x19, else as many as there are points for.

    For one stone there is a point on any board.
    """
    return MOST_1989 if size == 19 else max(most_customary(size), 1)


def handicap_stones(count: int, size: int) -> tuple[Point, ...]:
    """The stones of a game of this program: the original's on 19x19, else those of `free_stones`.

    Raises Mistake for a number that is too large.
    """
    if size == 19:
        return stones_1989(count)
    if not 0 <= count <= most_stones(size):
        raise Mistake(f"handicap on {size}x{size} is 0 to {most_stones(size)} stones, not {count}")
    return free_stones(count, size) if count else ()


def star_points(size: int) -> tuple[Point, ...]:
    """The points a board marks for the eye; none on boards without customary handicap points."""
    most = most_customary(size)
    stars = customary_stones(most, size) if most else ()
    return stars if size > 13 else stars[:4] + stars[8:]
