"""The attack and defend finders searching as the original did: from every stone, on the bare board.

Slow and literal, to compare the finders of the program with.
"""

from collections.abc import Iterator

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import Point, Side
from gnugo_py.games.go.board import Board, flood

Answer = tuple[Point, int]


def neighbours(board: Board, point: Point) -> list[Point]:
    """The points next to a point: north, south, west, east."""
    stride, on_board = board.geometry.stride, set(board.geometry.points)
    return [near for near in (point - stride, point + stride, point - 1, point + 1) if near in on_board]


def count(board: Board, point: Point, side: Side) -> int:
    """How many liberties a stone of a side on a point would have, nothing captured (`count`)."""
    chain = flood(1 << point, board.stones(side) | 1 << point, board.geometry.stride)
    return (board.around(chain) & board.vacant).bit_count()


def liberties(board: Board, point: Point) -> int:
    """How many liberties the chain on a point has."""
    return board.liberties(point).bit_count()


def attack(board: Board, computer: Side, ko: Point | None) -> Answer | None:
    """The attack finder (`findwinner`)."""
    best, answer = 0, None
    for stone in points_of(board.stones(computer.other)):
        number = liberties(board, stone)
        listed = list(opened(board, stone, ko, {stone}))[:number]
        if not 0 < number < 4 or len(listed) < number:
            continue
        for value, move in squeezed(board, computer, listed) if number > 1 else [(120, listed[0])]:
            if value > best:
                best, answer = value, (move, value)
    return answer


def opened(board: Board, stone: Point, ko: Point | None, visited: set[Point]) -> Iterator[Point]:
    """The liberties of a chain as a walk from a stone meets them (`findopen`)."""
    for near in neighbours(board, stone):
        if board.at(near) is None and near != ko:
            yield near
        elif board.at(near) is board.at(stone) and near not in visited:
            visited.add(near)
            yield from opened(board, near, ko, visited)


def squeezed(board: Board, computer: Side, listed: list[Point]) -> Iterator[tuple[int, Point]]:
    """What each pair of entries of a list of liberties is worth, and the move."""
    for number, move in enumerate(listed):
        own = count(board, move, computer)
        for other, reply in enumerate(listed):
            if other == number or own == 0:
                continue
            left = count(board.put(move, computer), reply, computer.other)
            yield (0 if own == 1 and left > 0 else 120 - 20 * left), move


def defence(board: Board, known: Board, computer: Side) -> Answer | None:
    """The defend finder (`findsaver`); `known` is where the computer's own liberties were last counted."""
    best, answer = 0, None
    for number in (1, 2, 3):
        for stone in points_of(board.stones(computer) & known.stones(computer)):
            if liberties(known, stone) != number:
                continue
            succeeded, value, move = searched(board, stone, number, {stone})
            if succeeded and value > best:
                best, answer = value, (move, value)
    return answer


def searched(board: Board, stone: Point, number: int, marked: set[Point]) -> tuple[bool, int, Point]:
    """The search from a stone (`findnextmove`): whether it succeeded, the best value, and where."""
    best, move, computer = -1, -1, board.at(stone)
    assert computer is not None
    for near in neighbours(board, stone):
        if board.at(near) is None:
            gained = count(board, near, computer)
            found = 40 + (gained - number - 1) * 50 // number**3 if gained > number else -1
            candidate = (found, near)
        elif board.at(near) is computer and near not in marked:
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
