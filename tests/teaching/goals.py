"""What the boards of the lessons claim, checked by the rules.

A board's `goal:` is a word and its arguments.  `right_answers` gives every answer that reaches it; a lesson's
right answers have to be exactly those, but for `points`, where it only says that they are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from gnugo_py.amazons.position import AmazonsPosition, reach
from gnugo_py.games.bits import board_of
from gnugo_py.games.bits import points_of as points_in
from gnugo_py.games.contract import PASS, Move, Play, Side
from gnugo_py.go.board import Board, flood, points_of
from gnugo_py.go.life import unconditional
from gnugo_py.go.position import GoPosition
from gnugo_py.go.vertex import format_vertex, parse_vertex
from gnugo_py.hex.position import HexPosition, joins_edges
from gnugo_py.tanbo.position import TanboPosition
from gnugo_py.teaching.lesson import Exercise, Lesson
from tests.teaching.reading_ahead import can_be_caught, lives

SIDES = {"X": Side.BLACK, "O": Side.WHITE}


def right_answers(lesson: Lesson, exercise: Exercise) -> set[str] | None:
    """Every answer that does what the goal says, in lower case; None where any legal one may."""
    kind, *words = exercise.goal.split()
    if kind == "points":
        return None
    if kind in NUMBERS:
        return {NUMBERS[kind](exercise, words)}
    if kind in NAMED:
        return {point.lower() for point in NAMED[kind](exercise, words)}
    reached = REACHED[kind]
    position = exercise.position
    return {
        lesson.game.format_move(move, position).lower()
        for move in position.legal_moves()
        if reached(exercise, move, words)
    }


def _go(exercise: Exercise) -> GoPosition:
    return cast(GoPosition, exercise.position)


def _point(word: str) -> int:
    return parse_vertex(word, 9)


def _after(exercise: Exercise, move: Move) -> GoPosition:
    return cast(GoPosition, exercise.position.play(move))


def _captures(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """captures N: it takes so many stones or more."""
    before, after = _go(exercise), _after(exercise, move)
    side = before.to_move
    gone = before.board.stones(side.other) & ~after.board.stones(side.other)
    return gone.bit_count() >= int(words[0])


def _atari(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """atari P...: each of these chains has one liberty after it, and the stone that did it more than one."""
    board = _after(exercise, move).board
    given = [board.at(_point(word)) is not None for word in words]
    own = isinstance(move, Play) and board.liberties(move.points[0]).bit_count() > 1
    return own and all(given) and all(board.liberties(_point(word)).bit_count() == 1 for word in words)


def _saves(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """saves P: the chain can be caught if nothing is done, and cannot after it."""
    stone = _point(words[0])
    assert can_be_caught(_go(exercise).play(PASS), stone), "there is nothing to save"
    return not can_be_caught(_after(exercise, move), stone)


def _catches(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """catches P: the chain cannot get away any more, and would if nothing were done."""
    stone = _point(words[0])
    assert not can_be_caught(_go(exercise).play(PASS), stone), "it is caught already"
    return can_be_caught(_after(exercise, move), stone)


def _joined(board: Board, words: list[str]) -> bool:
    return all(board.chain(_point(words[0])) >> _point(word) & 1 for word in words[1:])


def _replies(position: GoPosition) -> list[GoPosition]:
    return [position.play(move) for move in position.legal_moves()]


def _connects(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """connects P Q: they are one chain, or become one whatever the opponent does next."""
    after = _after(exercise, move)
    stays = all(after.board.at(_point(word)) is not None for word in words)
    return stays and (
        _joined(after.board, words)
        or all(any(_joined(second.board, words) for second in _replies(first)) for first in _replies(after))
    )


def _cuts(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """cuts P Q: the opponent cannot join them with a move, nor take the stone that cuts at once."""
    after = _after(exercise, move)
    assert isinstance(move, Play | type(PASS))
    if not isinstance(move, Play):
        return False
    stone = move.points[0]
    return all(
        not _joined(first.board, words) and first.board.at(stone) is not None for first in _replies(after)
    )


def _area(words: list[str]) -> list[int]:
    """The points of rectangles like A1:C3."""
    found = []
    for word in words:
        first, _, last = word.partition(":")
        a, b = _point(first), _point(last or first)
        rows = range(min(a // 10, b // 10), max(a // 10, b // 10) + 1)
        columns = range(min(a % 10, b % 10), max(a % 10, b % 10) + 1)
        found += [row * 10 + column for row in rows for column in columns]
    return found


def _is_alive(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """lives P AREA: it lives after it, and would die if nothing were done."""
    stone, area = _point(words[0]), _area(words[1:])
    assert not lives(_go(exercise).play(PASS), stone, area), "it lives already"
    return lives(_after(exercise, move)._replace(passes=0), stone, area)


def _is_dead(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """kills P AREA: it is dead after it, and would live if nothing were done."""
    stone, area = _point(words[0]), _area(words[1:])
    assert lives(_go(exercise).play(PASS), stone, area), "it is dead already"
    if move == PASS:
        return False
    return not lives(_after(exercise, move), stone, area)


def _has_two_eyes(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """benson P: its chain lives even if its owner never plays again."""
    after = _after(exercise, move)
    side = after.board.at(_point(words[0]))
    assert side is not None
    return bool(unconditional(after.board, side).alive >> _point(words[0]) & 1)


def _breaks_ko(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """takes-ko: it takes one stone that could be taken back at once, but for the rule."""
    before, after = _go(exercise), _after(exercise, move)
    if not _captures(exercise, move, ["1"]) or not isinstance(move, Play):
        return False
    gone = before.board.stones(before.to_move.other) & ~after.board.stones(before.to_move.other)
    return gone.bit_count() == 1 and after.why_not(next(points_of(gone))) is not None


def _wins(exercise: Exercise, move: Move, words: list[str]) -> bool:
    """wins: the game is over, and won by who made the move."""
    outcome = exercise.position.play(move).outcome
    return outcome is not None and outcome.winner is exercise.position.to_move


def _passing(exercise: Exercise, words: list[str]) -> str:
    """pass: no empty point is anybody's but its owner's, so there is nothing to play for."""
    assert all(len(sides) == 1 for _, sides in _regions(_go(exercise).board)), "a border is open"
    return "pass"


REACHED: dict[str, Callable[[Exercise, Move, list[str]], bool]] = {
    "captures": _captures,
    "atari": _atari,
    "saves": _saves,
    "catches": _catches,
    "connects": _connects,
    "cuts": _cuts,
    "lives": _is_alive,
    "kills": _is_dead,
    "benson": _has_two_eyes,
    "takes-ko": _breaks_ko,
    "wins": _wins,
}
"""Goals that a move reaches."""


def _illegal(exercise: Exercise, words: list[str]) -> list[str]:
    """illegal: the empty points on which the side to move may not play."""
    position = _go(exercise)
    return [format_vertex(point, 9) for point in points_of(position.board.vacant) if position.why_not(point)]


def _regions(board: Board) -> list[tuple[int, set[Side]]]:
    """The empty regions, and whose stones are beside each."""
    found, rest = [], board.vacant
    while rest:
        region = flood(rest & -rest, board.vacant, board.geometry.stride)
        rest &= ~region
        around = board.around(region)
        found.append((region, {side for side in Side if board.stones(side) & around}))
    return found


def _neutral(exercise: Exercise, words: list[str]) -> list[str]:
    """neutral: the empty points that both sides touch."""
    return [
        format_vertex(point, 9)
        for region, sides in _regions(_go(exercise).board)
        if len(sides) == 2
        for point in points_of(region)
    ]


def _eyes(exercise: Exercise, words: list[str]) -> list[str]:
    """false-eye SIDE: single points of a side of which the opponent has too many corners."""
    board, side = _go(exercise).board, SIDES[words[0]]
    return [format_vertex(point, 9) for point in _lone(board, side) if _is_false(board, point, side)]


def _lone(board: Board, side: Side) -> list[int]:
    lone = (region for region, sides in _regions(board) if sides == {side} and region.bit_count() == 1)
    return [next(points_of(region)) for region in lone]


def _is_false(board: Board, point: int, side: Side) -> bool:
    """Whether the opponent has one corner of a point at the edge, or two elsewhere."""
    row, column = divmod(point, 10)
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    inside = [r * 10 + c for r, c in corners if 0 <= r < 9 and 0 <= c < 9]
    theirs = sum(board.at(each) is side.other for each in inside)
    return theirs >= (1 if len(inside) < 4 else 2)


def _dead(exercise: Exercise, words: list[str]) -> list[str]:
    """dead AREA: stones in an area that are taken even if their side moves first."""
    position, found = _go(exercise), []
    for point in _area(words):
        side = position.board.at(point)
        if side is not None and not lives(position.with_to_move(side), point, _area(words)):
            found.append(format_vertex(point, 9))
    return found


def _in_atari(exercise: Exercise, words: list[str]) -> list[str]:
    """in-atari SIDE: the stones of a side that have one liberty."""
    board = _go(exercise).board
    stones = points_of(board.stones(SIDES[words[0]]))
    return [format_vertex(point, 9) for point in stones if board.liberties(point).bit_count() == 1]


def _winning_cells(exercise: Exercise, words: list[str]) -> list[str]:
    """hex-wins: every move of Hex after which the opponent is lost, found by trying everything."""
    position = cast(HexPosition, exercise.position)
    side = position.to_move
    own, other = (position.white, position.black) if side else (position.black, position.white)
    known: dict[tuple[int, int, Side], bool] = {}
    return [
        f"{chr(97 + point % (position.size + 1))}{point // (position.size + 1) + 1}"
        for point in points_in(board_of(position.size) & ~(own | other))
        if _hex_won(own | 1 << point, other, side, point, position.size, known)
    ]


def _hex_won(
    own: int, other: int, side: Side, point: int, size: int, known: dict[tuple[int, int, Side], bool]
) -> bool:
    """Whether a side that has just played wins."""
    if joins_edges(1 << point, own, size, side):
        return True
    key = (own, other, side)
    if key not in known:
        known[key] = not any(
            _hex_won(other | 1 << reply, own, side.other, reply, size, known)
            for reply in points_in(board_of(size) & ~(own | other))
        )
    return known[key]


def _root_taken(exercise: Exercise, words: list[str]) -> list[str]:
    """tanbo-takes SIDE: growing points after which a root of a side is gone."""
    position, side = cast(TanboPosition, exercise.position), SIDES[words[0]]
    found = []
    for move in position.legal_moves():
        assert isinstance(move, Play)
        after = position.play(move)
        if position.stones(side) & ~after.stones(side):
            found.append(_lettered(move.points[0], position.size))
    return found


def _growing(exercise: Exercise, words: list[str]) -> list[str]:
    """growing SIDE: the growing points of a side."""
    position = cast(TanboPosition, exercise.position)
    return [_lettered(point, position.size) for point in points_in(position.growing(SIDES[words[0]]))]


def _lettered(point: int, size: int) -> str:
    row, column = divmod(point, size + 1)
    return f"{'ABCDEFGHJ'[column]}{size - row}"


def _reached(exercise: Exercise, words: list[str]) -> list[str]:
    """queen P: the squares a queen can move to."""
    position = cast(AmazonsPosition, exercise.position)
    column, row = ord(words[0][0]) - 97, position.size - int(words[0][1:])
    squares = reach(row * (position.size + 1) + column, position.vacant, position.size)
    stride = position.size + 1
    return [f"{chr(97 + point % stride)}{position.size - point // stride}" for point in squares]


def _ahead(exercise: Exercise, words: list[str]) -> list[str]:
    """ahead BLACK WHITE KOMI: who has more."""
    black, white, komi = (float(word) for word in words)
    return ["black", "b"] if black > white + komi else ["white", "w"]


NAMED: dict[str, Callable[[Exercise, list[str]], list[str]]] = {
    "illegal": _illegal,
    "neutral": _neutral,
    "false-eye": _eyes,
    "dead": _dead,
    "in-atari": _in_atari,
    "hex-wins": _winning_cells,
    "tanbo-takes": _root_taken,
    "growing": _growing,
    "queen": _reached,
    "ahead": _ahead,
}
"""Goals that points have."""


def _liberties(exercise: Exercise, words: list[str]) -> str:
    return str(_go(exercise).board.liberties(_point(words[0])).bit_count())


def _territory(exercise: Exercise, words: list[str]) -> str:
    """territory SIDE: the points only a side touches."""
    side = SIDES[words[0]]
    regions = _regions(_go(exercise).board)
    return str(sum(region.bit_count() for region, sides in regions if sides == {side}))


def _area_of(exercise: Exercise, words: list[str]) -> str:
    """area SIDE: its stones and the points only it touches."""
    stones = _go(exercise).board.stones(SIDES[words[0]]).bit_count()
    return str(stones + int(_territory(exercise, words)))


def _room(exercise: Exercise, words: list[str]) -> str:
    """room P: how many squares a queen of Amazons can come to, sooner or later."""
    position = cast(AmazonsPosition, exercise.position)
    stride = position.size + 1
    start = (position.size - int(words[0][1:])) * stride + ord(words[0][0]) - 97
    found, fresh = 0, [start]
    while fresh:
        for square in reach(fresh.pop(), position.vacant, position.size):
            if not found >> square & 1:
                found |= 1 << square
                fresh.append(square)
    return str(found.bit_count())


def _seki(exercise: Exercise, words: list[str]) -> str:
    """seki P Q AREA: whoever plays there first loses, and so nobody does."""
    position, area = _go(exercise), _area(words[2:])
    for own, word in ((Side.BLACK, words[0]), (Side.WHITE, words[1])):
        attacked = position.with_to_move(own.other)
        assert lives(attacked, _point(word), area), f"{word} can be taken"
        for point in area:
            if position.with_to_move(own).why_not(point) is None:
                after = position.with_to_move(own).play(Play((point,)))
                assert not lives(after, _point(word), area), f"{format_vertex(point, 9)} is no mistake"
    return "pass"


NUMBERS: dict[str, Callable[[Exercise, list[str]], str]] = {
    "liberties": _liberties,
    "territory": _territory,
    "area": _area_of,
    "pass": _passing,
    "seki": _seki,
    "room": _room,
}
"""Goals that one word answers."""
