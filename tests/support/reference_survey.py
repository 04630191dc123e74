"""The attack and defend finders as the original searched: from every stone, on the plain board.

Slow and literal; a reference for the finders of the program.
"""

from collections.abc import Iterator

from gnugo_py.games.board import Board
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color, Point

Answer = tuple[Point, int]


def neighbors(board: Board, point: Point) -> list[Point]:
    """Return the points next to a point: north, south, west, east."""
    stride, on_board = board.geometry.stride, set(board.geometry.points)
    return [near for near in (point - stride, point + stride, point - 1, point + 1) if near in on_board]


def count(board: Board, point: Point, color: Color) -> int:
    """Return the liberties a stone of `color` would have on a point, without captures (`count`)."""
    chain = board.geometry.flood_fill(1 << point, board.stones(color) | 1 << point)
    return (board.surrounding_points(chain) & board.empty_points).bit_count()


def attack(board: Board, computer: Color, ko: Point | None) -> Answer | None:
    """Return the result of the attack finder (`findwinner`)."""
    best, answer = 0, None
    for stone in iter_points(board.stones(computer.opponent)):
        number = board.liberties(stone).bit_count()
        listed = list(opened(board, stone, ko, {stone}))[:number]
        if not 0 < number < 4 or len(listed) < number:
            continue
        for value, move in squeezed(board, computer, listed) if number > 1 else [(120, listed[0])]:
            if value > best:
                best, answer = value, (move, value)
    return answer


def opened(board: Board, stone: Point, ko: Point | None, visited: set[Point]) -> Iterator[Point]:
    """Yield the liberties of a chain in the order of a walk from a stone (`findopen`)."""
    for near in neighbors(board, stone):
        if board.color_at(near) is None and near != ko:
            yield near
        elif board.color_at(near) is board.color_at(stone) and near not in visited:
            visited.add(near)
            yield from opened(board, near, ko, visited)


def squeezed(board: Board, computer: Color, listed: list[Point]) -> Iterator[tuple[int, Point]]:
    """Yield the value of each pair of liberties and its move."""
    for number, move in enumerate(listed):
        own = count(board, move, computer)
        for other, reply in enumerate(listed):
            if other == number or own == 0:
                continue
            left = count(board.with_stone(move, computer), reply, computer.opponent)
            yield (0 if own == 1 and left > 0 else 120 - 20 * left), move


def defense(board: Board, known: Board, computer: Color) -> Answer | None:
    """Return the result of the defend finder (`findsaver`).

    known -- the board on which the liberties of the computer's chains were last counted.
    """
    best, answer = 0, None
    for number in (1, 2, 3):
        for stone in iter_points(board.stones(computer) & known.stones(computer)):
            if known.liberties(stone).bit_count() != number:
                continue
            succeeded, value, move = searched(board, stone, number, {stone})
            if succeeded and value > best:
                best, answer = value, (move, value)
    return answer


def searched(board: Board, stone: Point, number: int, marked: set[Point]) -> tuple[bool, int, Point]:
    """Search from a stone (`findnextmove`). Return whether it succeeded, the best value, and its point."""
    best, move, computer = -1, -1, board.color_at(stone)
    assert computer is not None
    for near in neighbors(board, stone):
        if board.color_at(near) is None:
            gained = count(board, near, computer)
            found = 40 + (gained - number - 1) * 50 // number**3 if gained > number else -1
            candidate = (found, near)
        elif board.color_at(near) is computer and near not in marked:
            marked.add(near)
            succeeded, value, point = searched(board, near, number, marked)
            if not succeeded:
                continue
            candidate = (value, point)
        else:
            continue
        if candidate[0] > best:
            best, move = candidate
        if number == 1:
            return True, best, move
    return best > 0, best, move
