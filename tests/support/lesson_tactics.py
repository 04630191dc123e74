"""Small Go searches for the goals of lessons: whether a chain can be captured, whether a group lives."""

from collections.abc import Iterable

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Color, Move, Play

FREE = 3
"""A chain with this many liberties is not in atari after one of them is filled."""


def liberties(board: Board, point: int) -> int:
    return board.liberties(point).bit_count()


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
        _goes_on(position, point, lambda after: can_be_caught(after, stone, depth - 1, nets))
        for point in iter_points(own)
    ):
        return True
    return nets > 0 and any(
        _goes_on(position, point, lambda after: can_be_caught(after, stone, depth - 1, nets - 1))
        for point in iter_points(own | _around(position.board, own))
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
        if liberties(board, first) == 1:
            ways |= board.liberties(first)
    for point in iter_points(ways):
        if _goes_on(position, point, lambda after: not can_be_caught(after, stone, depth - 1, nets)):
            return False
    return True


def _around(board: Board, points: int) -> int:
    """Return the empty points next to some points."""
    return board.surrounding_points(points) & board.empty_points


def _goes_on(position: GoPosition, point: int, asked: object) -> bool:
    """Return the truth of `asked` for the position after a point is played; False if the point is illegal."""
    if position.why_illegal_point(point) is not None:
        return False
    assert callable(asked)
    return bool(asked(position.play_unchecked(Play((point,)))))


def lives(position: GoPosition, stone: int, area: Iterable[int]) -> bool:
    """Return whether a stone survives best play by both colors within an area, with either color to move."""
    color = position.board.color_at(stone)
    if color is None:
        return False
    return _lives(position, stone, color, tuple(area), {}, frozenset())


def _lives(
    position: GoPosition,
    stone: int,
    color: Color,
    area: tuple[int, ...],
    known: dict[object, bool],
    path: frozenset[object],
) -> bool:
    board = position.board
    if board.color_at(stone) is not color:
        return False
    passed = position.consecutive_passes
    if passed >= 2:
        return True
    key = (board.black, board.white, position.to_move, passed, position.last_single_capture)
    if key in known:
        return known[key]
    if key in path:
        return True
    ours = position.to_move is color
    found = not ours
    for point in (*area, None):
        move = PASS if point is None else Play((point,))
        if point is not None and position.why_illegal_point(point) is not None:
            continue
        after = _lives(position.play_unchecked(move), stone, color, area, known, path | {key})
        if after is ours:
            found = ours
            break
    known[key] = found
    return found


def race_result(position: GoPosition, prey: int, own: int, area: Iterable[int]) -> int:
    """Return how a race between two chains ends with best play by both colors within an area.

    prey -- a stone of one chain.
    own  -- a stone of the other chain.

    The result is 1 if the chain of `prey` is captured first, -1 if the other chain is, and 0 if neither is.
    """
    hunter = position.board.color_at(own)
    return _race_result(position, (prey, own), hunter, tuple(area), {}, frozenset())


def _race_result(
    position: GoPosition,
    stones: tuple[int, int],
    hunter: Color | None,
    area: tuple[int, ...],
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
        moves: tuple[Move, ...] = (*(Play((point,)) for point in area), PASS)
        results = (
            _race_result(position.play_unchecked(move), stones, hunter, area, known, path | {key})
            for move in moves
            if move == PASS or position.why_illegal(move) is None
        )
        known[key] = max(results) if position.to_move is hunter else min(results)
    return known[key]


def best_result(position: GoPosition, area: Iterable[int]) -> int:
    """Return Black's lead in points and prisoners with best play by both colors within an area."""
    return _best_result(position, tuple(area), {})


def _best_result(position: GoPosition, area: tuple[int, ...], known: dict[object, int]) -> int:
    board, (black, white) = position.board, position.prisoners
    if position.consecutive_passes >= 2:
        owned = {frozenset(sides): 0 for sides in ({Color.BLACK}, {Color.WHITE})}
        for region, sides in regions(board):
            if len(sides) == 1:
                owned[frozenset(sides)] += region.bit_count()
        return owned[frozenset({Color.BLACK})] - owned[frozenset({Color.WHITE})] + black - white
    key = (board.black, board.white, position.to_move, position.consecutive_passes, position.prisoners)
    if key not in known:
        moves: list[Move] = [Play((point,)) for point in area if position.why_illegal_point(point) is None]
        results = (_best_result(position.play_unchecked(move), area, known) for move in (*moves, PASS))
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


def lone_points(board: Board, color: Color) -> list[int]:
    lone = (region for region, sides in regions(board) if sides == {color} and region.bit_count() == 1)
    return [next(iter_points(region)) for region in lone]


def is_false_eye(board: Board, point: int, color: Color) -> bool:
    """Return whether the opponent has one diagonal point at the edge, or two elsewhere."""
    row, column = divmod(point, 10)
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    inside = [r * 10 + c for r, c in corners if 0 <= r < 9 and 0 <= c < 9]
    theirs = sum(board.color_at(each) is color.opponent for each in inside)
    return theirs >= (1 if len(inside) < 4 else 2)
