"""The inputs of KataGo's networks for a position of Go: 22 planes and 19 numbers (its inputs of version 7).

A plane is 1 or 0 at each point:

0       all points of the board
1, 2    the stones of the color to move, and of the opponent
3-5     the stones of chains with exactly one, two and three liberties
6       the points that ko forbids to the color to move
7, 8    always 0 here, as are planes 20 and 21: they belong to the end of games that KataGo plays out
9-13    the points of the last five moves, the most recent first
14      the stones of chains that are caught in a ladder; see `gnugo_py.games.go.ladders`
15, 16  the same one and two moves earlier
17      the points where the color to move catches a chain of two liberties in a ladder
18, 19  where the area counts: the stones and the area of the color to move, and of the opponent; dead stones
        are left out where unconditional life proves them dead

The numbers are: 0-4 whether the last five moves were passes; 5 the komi of the color to move; 6, 7 the ko
rule; 8 whether suicide is allowed; 9-11 whether territory counts, and whether eyes in seki do not; 14 whether
a pass ends the game; 18 how near the komi is to one that allows a draw. The others are 0 here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from gnugo_py.engines.network.forward_pass import NUMBER_COUNT, PLANE_COUNT
from gnugo_py.engines.network.network_file import Array
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.life import unconditional_life
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import IllegalReason
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color, Play

_MOVES = 5
_MAX_KOMI_BEYOND_AREA = 20
_KOMI_SCALE = 20
_KO_NUMBERS = {"positional": (1.0, 0.5), "situational": (1.0, -0.5)}


def network_inputs(position: GoPosition) -> tuple[Array, Array, float]:
    """Return the planes for a position, of the shape (points, 22), the 19 numbers, and what is left of komi.

    The moves that led to the position are left out where a pass would end a game of which the area counts, as
    in KataGo: the network should judge the board as if play went on.

    Where territory counts, KataGo gives each color a point for each stone of the other that was ever played,
    so that the difference is one of area; the komi includes these points. Those of the color to move that are
    beyond the bounds that the network knows are left, nearly always 0.
    """
    color, komi = position.to_move, komi_of_color_to_move(position)
    if not position.rules.counts_area:
        (black, white), taken = position.board[1:], position.prisoners
        played = black.bit_count() + taken[Color.WHITE], white.bit_count() + taken[Color.BLACK]
        komi += played[color.opponent] - played[color]
    limit = position.size**2 + _MAX_KOMI_BEYOND_AREA
    bounded = min(max(komi, -limit), limit)
    history, reached = list[GoPosition](), position
    is_left_out = position.rules.counts_area and position.consecutive_passes
    for _ in range(0 if is_left_out else _MOVES):
        before = reached.previous
        if before is None or before.to_move is reached.to_move:
            break
        history.append(reached)
        reached = before
    return _planes(position, history), _numbers(position, history, bounded), komi - bounded


def _planes(position: GoPosition, history: list[GoPosition]) -> Array:
    """Return the planes.

    history -- the position and those before it that alternating moves reached, of which the last moves are
               shown.
    """
    board, colors = position.board, (position.to_move, position.to_move.opponent)
    sets = [0] * PLANE_COUNT
    sets[0:3] = board.geometry.full, *map(board.stones, colors)
    *sets[3:6], sets[14], sets[17] = _liberty_and_ladder_sets(position)
    sets[6] = _ko_points(position)
    for plane, reached in enumerate(history, 9):
        if isinstance(reached.last_move, Play):
            sets[plane] = 1 << reached.last_move.points[0]
    sets[15] = sets[16] = sets[14]
    for plane, reached in enumerate(history[:2], 15):
        assert reached.previous is not None
        sets[plane:17] = [_liberty_and_ladder_sets(reached.previous)[3]] * (17 - plane)
    if position.rules.counts_area:
        sets[18:20] = _areas(position)
    return np.ascontiguousarray(point_sets_to_planes(sets, position.size).reshape(PLANE_COUNT, -1).T)


def point_sets_to_planes(sets: list[int], size: int) -> Array:
    """Return sets of points as arrays of zeros and ones, of the shape (number of sets, size, size)."""
    length = (size * (size + 1) + 7) // 8
    data = np.frombuffer(b"".join([points.to_bytes(length, "little") for points in sets]), np.uint8)
    bits = np.unpackbits(data.reshape(-1, length), axis=1, count=size * (size + 1), bitorder="little")
    return bits.reshape(-1, size, size + 1)[:, :, :size].astype(np.float32)


def _liberty_and_ladder_sets(position: GoPosition) -> tuple[int, int, int, int, int]:
    """Return the sets of planes 3 to 5, 14 and 17."""
    board, by_liberties, caught, catching = position.board, [0, 0, 0], 0, 0
    for color in Color:
        for chain, liberties in board.chains_with_liberties(color):
            number = liberties.bit_count()
            if not 1 <= number <= 3:
                continue
            by_liberties[number - 1] |= chain
            if number < 3 and (points := catching_points(board, color, chain, liberties)):
                caught |= chain
                if number == 2 and color is not position.to_move:
                    catching |= points
    return by_liberties[0], by_liberties[1], by_liberties[2], caught, catching


def _ko_points(position: GoPosition) -> int:
    """Return the points that ko forbids to the color to move.

    This is the point where a single stone was just captured by a stone that forms a chain of its own and has
    no other liberty, whatever the ko rule is; and those where a move, other than the suicide of one stone,
    would repeat an earlier board, if the rules forbid that.
    """
    board, captured, move = position.board, position.last_single_capture[position.to_move], position.last_move
    points = 0
    if captured is not None and isinstance(move, Play):
        (stone,) = move.points
        if board.chain(stone) == 1 << stone and board.liberties(stone) == 1 << captured:
            points = 1 << captured
    if position.rules.ko in _KO_NUMBERS:
        empty = board.empty_points
        repeating = position.vacated | ~board.neighbors_of_points(empty)  # or a suicide
        for point in iter_points(empty & repeating & ~points):
            is_alone = not board.geometry.neighbors[point] & ~board.stones(position.to_move.opponent)
            is_suicide = is_alone and not board.play(point, position.to_move)[1]
            if not is_suicide and position.why_illegal_point(point) is IllegalReason.SUPERKO:
                points |= 1 << point
    return points


def _areas(position: GoPosition) -> Iterator[int]:
    """Yield the area of the color to move and that of the opponent, without stones that are proven dead."""
    board = position.board
    enclosed = board.enclosed_points()
    lives = [unconditional_life(board, color) for color in Color]
    for color in (position.to_move, position.to_move.opponent):
        own, other = lives[color], lives[color.opponent]
        yield (board.stones(color) | enclosed[color] | own.territory) & ~other.territory


def _numbers(position: GoPosition, history: list[GoPosition], komi: float) -> Array:
    """Return the numbers; komi -- that of the color to move, within bounds."""
    rules, is_area = position.rules, position.rules.counts_area
    numbers = np.zeros(NUMBER_COUNT, np.float32)
    for number, reached in enumerate(history):
        numbers[number] = not isinstance(reached.last_move, Play)
    numbers[5] = komi / _KOMI_SCALE
    numbers[6:8] = _KO_NUMBERS.get(rules.ko, (0.0, 0.0))
    numbers[8] = rules.suicide
    numbers[9:11] = not is_area
    numbers[14] = not is_area and position.consecutive_passes > 0
    if is_area:  # a triangular wave from -0.5 to 0.5
        parity = position.size % 2
        delta = komi - (math.floor((komi - parity) / 2) * 2 + parity)
        numbers[18] = delta if delta < 0.5 else 1 - delta if delta < 1.5 else delta - 2
    return numbers


def komi_of_color_to_move(position: GoPosition) -> float:
    """Return komi plus handicap bonus if White is to move, or the negative of that sum if Black is."""
    komi = position.rules.komi + position.rules.handicap_bonus
    return komi if position.to_move else -komi
