"""What the boards of the lessons claim, checked by the rules.

A board's `goal:` is a word and its arguments.  `right_answers` gives every answer that reaches it; a lesson's
right answers have to be exactly those, but for `points`, where it only says that they are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from gnugo_py.core.bitboard import points_of
from gnugo_py.core.types import PASS, Move, Play, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.life import unconditional
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex, format_vertices, parse_vertex
from gnugo_py.lessons.lesson import Exercise, Lesson
from tests.lessons.goals_of_siblings import (
    SIDES,
    growing,
    reached_by_queen,
    room,
    root_taken,
    winning_cells,
)
from tests.lessons.reading_ahead import can_be_caught, is_false_eye, lives, lone_points, regions


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
    outcome = exercise.position.play(move).decided
    return outcome is not None and outcome.winner is exercise.position.to_move


def _passing(exercise: Exercise, words: list[str]) -> str:
    """pass: no empty point is anybody's but its owner's, so there is nothing to play for."""
    assert all(len(sides) == 1 for _, sides in regions(_go(exercise).board)), "a border is open"
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


def _neutral(exercise: Exercise, words: list[str]) -> list[str]:
    """neutral: the empty points that both sides touch."""
    shared = sum(region for region, sides in regions(_go(exercise).board) if len(sides) == 2)
    return format_vertices(shared, 9).split()


def _eyes(exercise: Exercise, words: list[str]) -> list[str]:
    """false-eye SIDE: single points of a side of which the opponent has too many corners."""
    board, side = _go(exercise).board, SIDES[words[0]]
    return [format_vertex(point, 9) for point in lone_points(board, side) if is_false_eye(board, point, side)]


def _dead(exercise: Exercise, words: list[str]) -> list[str]:
    """dead AREA: stones in an area that are taken even if their side moves first."""
    position, found = _go(exercise), []
    for point in _area(words):
        side = position.board.at(point)
        if side is not None and not lives(position.with_to_move(side), point, _area(words)):
            found.append(format_vertex(point, 9))
    return found


def _handicap(exercise: Exercise, words: list[str]) -> list[str]:
    """handicap N: where so many handicap stones stand besides those that are drawn."""
    start = GO.start({"size": 9, "handicap": int(words[0])})
    assert isinstance(start, GoPosition)
    rest = start.board.black & ~_go(exercise).board.black
    assert rest | _go(exercise).board.black == start.board.black, "what is drawn is no handicap"
    return format_vertices(rest, 9).split()


def _in_atari(exercise: Exercise, words: list[str]) -> list[str]:
    """in-atari SIDE: the stones of a side that have one liberty."""
    board = _go(exercise).board
    stones = points_of(board.stones(SIDES[words[0]]))
    return [format_vertex(point, 9) for point in stones if board.liberties(point).bit_count() == 1]


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
    "handicap": _handicap,
    "hex-wins": winning_cells,
    "tanbo-takes": root_taken,
    "growing": growing,
    "queen": reached_by_queen,
    "ahead": _ahead,
}
"""Goals that points have."""


def _liberties(exercise: Exercise, words: list[str]) -> str:
    return str(_go(exercise).board.liberties(_point(words[0])).bit_count())


def _territory(exercise: Exercise, words: list[str]) -> str:
    """territory SIDE: the points only a side touches."""
    side = SIDES[words[0]]
    found = regions(_go(exercise).board)
    return str(sum(region.bit_count() for region, sides in found if sides == {side}))


def _area_of(exercise: Exercise, words: list[str]) -> str:
    """area SIDE: its stones and the points only it touches."""
    stones = _go(exercise).board.stones(SIDES[words[0]]).bit_count()
    return str(stones + int(_territory(exercise, words)))


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
    "room": room,
}
"""Goals that one word answers."""
