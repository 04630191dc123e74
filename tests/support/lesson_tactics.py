"""Small Go searches for the goals of lessons: whether a chain can be captured, whether a group lives."""

from collections.abc import Iterator

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Color, Play
from tests.support.problem_solver import Solver, area_of, start_of

FREE = 3
"""A chain with this many liberties is not in atari after one of them is filled."""


def moves_in(position: GoPosition, area: int) -> Iterator[GoPosition]:
    """Yield the positions after the legal moves in an area."""
    for point in iter_points(area):
        if position.why_illegal_point(point) is None:
            yield position.play_unchecked(Play((point,)))


def can_be_caught(position: GoPosition, stone: int, depth: int = 60, nets: int = 1) -> bool:
    """Return whether a stone's chain is captured with best play by both colors.

    Either color may be to move.

    depth -- maximum number of moves to look ahead.
    nets  -- number of attacking moves that need not be atari.
    """
    color = position.board.color_at(stone)
    if color is None:
        return True
    own = position.board.liberties(stone)
    if position.to_move is color:
        return _is_caught_whatever_it_does(position, stone, depth, nets)
    if own.bit_count() > 2 + nets or depth <= 0:
        return False
    if own.bit_count() < FREE and any(
        can_be_caught(after, stone, depth - 1, nets) for after in moves_in(position, own)
    ):
        return True
    return nets > 0 and any(
        can_be_caught(after, stone, depth - 1, nets - 1)
        for after in moves_in(position, own | _around(position.board, own))
    )


def _is_caught_whatever_it_does(position: GoPosition, stone: int, depth: int, nets: int) -> bool:
    board = position.board
    own = board.liberties(stone)
    if own.bit_count() > 2 + nets or depth <= 0:
        return False
    color = board.color_at(stone)
    assert color is not None
    ways = own | _around(board, own) if own.bit_count() > 1 else own
    for other in board.chains(color.opponent):
        first = next(iter_points(other))
        if board.liberties(first).bit_count() == 1:
            ways |= board.liberties(first)
    return all(can_be_caught(after, stone, depth - 1, nets) for after in moves_in(position, ways))


def _around(board: Board, points: int) -> int:
    """Return the empty points next to some points."""
    return board.surrounding_points(points) & board.empty_points


def point_of(word: str) -> int:
    """Return the point with a name on a board of 9x9."""
    return parse_vertex(word, 9)


def lives(position: GoPosition, words: list[str]) -> bool:
    """Return whether a chain survives best play by both colors within an area, with either color to move.

    words -- a stone of the chain, and the area as for `area_of`.
    """
    color = position.board.color_at(point_of(words[0]))
    if color is None:
        return False
    goal = f"kill {words[0]} in {' '.join(words[1:])}"
    return not Solver(goal, color.opponent, 9).succeeds(start_of(position))


def is_linked(position: GoPosition, words: list[str]) -> bool:
    """Return whether two chains get connected within an area although the opponent moves first.

    words -- a stone of each chain, and the area as for `area_of`.
    """
    color = position.board.color_at(point_of(words[0]))
    if color is None:
        return False
    goal = f"connect {words[0]} {words[1]} in {' '.join(words[2:])}"
    return Solver(goal, color, 9).succeeds(start_of(position.with_to_move(color.opponent)))


def race_result(position: GoPosition, words: list[str]) -> int:
    """Return how a race between two chains ends with best play by both colors within an area.

    words -- a stone of the chain to capture, a stone of the other chain, and the area as for `area_of`.

    The result is 1 if the first chain is captured first, -1 if the other chain is, and 0 if neither is.
    """
    prey, own = point_of(words[0]), point_of(words[1])
    hunter = position.board.color_at(own)
    return _race_result(position, (prey, own), hunter, area_of(" ".join(words[2:]), 9), {}, frozenset())


def _race_result(
    position: GoPosition,
    stones: tuple[int, int],
    hunter: Color | None,
    area: int,
    known: dict[object, int],
    path: frozenset[object],
) -> int:
    board = position.board
    for stone, result in zip(stones, (1, -1), strict=True):
        if board.color_at(stone) is None:
            return result
    key = (board.black, board.white, position.to_move, position.consecutive_passes)
    if position.consecutive_passes >= 2 or key in path:
        return 0
    if key not in known:
        results = [
            _race_result(after, stones, hunter, area, known, path | {key})
            for after in (*moves_in(position, area), position.play_unchecked(PASS))
        ]
        known[key] = max(results) if position.to_move is hunter else min(results)
    return known[key]


def best_result(position: GoPosition, area: int, known: dict[object, int]) -> int:
    """Return Black's lead in points and prisoners with best play by both colors within an area.

    known -- the results that were found before, for the same area.
    """
    board, (black, white) = position.board, position.prisoners
    if position.consecutive_passes >= 2:
        return territory(board, Color.BLACK) - territory(board, Color.WHITE) + black - white
    key = (board.black, board.white, position.to_move, position.consecutive_passes, position.prisoners)
    if key not in known:
        afters = (*moves_in(position, area), position.play_unchecked(PASS))
        results = [best_result(after, area, known) for after in afters]
        known[key] = max(results) if position.to_move is Color.BLACK else min(results)
    return known[key]


def regions(board: Board) -> list[tuple[int, set[Color]]]:
    """Return the empty regions, each with the colors of the stones next to it."""
    found, rest = [], board.empty_points
    while rest:
        region = board.geometry.flood_fill(rest & -rest, board.empty_points)
        rest &= ~region
        around = board.surrounding_points(region)
        found.append((region, {color for color in Color if board.stones(color) & around}))
    return found


def territory(board: Board, color: Color) -> int:
    """Return the number of points in regions that touch only this color."""
    return sum(region.bit_count() for region, sides in regions(board) if sides == {color})


def is_false_eye(board: Board, point: int, color: Color) -> bool:
    """Return whether the opponent has one diagonal point at the edge, or two elsewhere."""
    row, column = divmod(point, 10)
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    inside = [r * 10 + c for r, c in corners if 0 <= r < 9 and 0 <= c < 9]
    theirs = sum(board.color_at(each) is color.opponent for each in inside)
    return theirs >= (1 if len(inside) < 4 else 2)
