"""Goals of the lessons' boards, checked by the rules.

A board's `goal:` is a word with arguments.  `right_answers` computes every answer that reaches the goal.  The
right answers in a lesson must be exactly these, except for `points`, where they only have to be legal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import PASS, Color, Move, Play
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex, format_vertices, parse_vertex
from gnugo_py.lessons.lesson import Lesson, LessonExercise
from tests.support.lesson_goals_other_games import (
    SIDES,
    growing,
    reached_by_queen,
    room,
    root_taken,
    winning_cells,
)
from tests.support.lesson_tactics import can_be_caught, is_false_eye, lives, lone_points, regions


def right_answers(lesson: Lesson, exercise: LessonExercise) -> set[str] | None:
    """Return every answer that reaches the goal, in lower case, or None if any legal answer may be right."""
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


def _go(exercise: LessonExercise) -> GoPosition:
    return cast(GoPosition, exercise.position)


@cache
def point_of(word: str) -> int:
    """Return the point with a name on a board of 9x9."""
    return parse_vertex(word, 9)


def _after(exercise: LessonExercise, move: Move) -> GoPosition:
    return cast(GoPosition, exercise.position.play_unchecked(move))


def _captures(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """captures N: the move captures N stones or more."""
    before, after = _go(exercise), _after(exercise, move)
    color = before.to_move
    gone = before.board.stones(color.opponent) & ~after.board.stones(color.opponent)
    return gone.bit_count() >= int(words[0])


def _atari(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """atari P...: each of these chains has one liberty after the move, and the stone played has more."""
    board = _after(exercise, move).board
    given = [board.color_at(point_of(word)) is not None for word in words]
    own = isinstance(move, Play) and board.liberties(move.points[0]).bit_count() > 1
    return own and all(given) and all(board.liberties(point_of(word)).bit_count() == 1 for word in words)


def _saves(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """saves P: the chain can be captured after a pass, but not after the move."""
    stone = point_of(words[0])
    assert can_be_caught(_go(exercise).play_unchecked(PASS), stone), "there is nothing to save"
    return not can_be_caught(_after(exercise, move), stone)


def _catches(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """catches P: the chain cannot escape after the move, but could after a pass."""
    stone = point_of(words[0])
    assert not can_be_caught(_go(exercise).play_unchecked(PASS), stone), "it is caught already"
    return can_be_caught(_after(exercise, move), stone)


def is_joined(board: Board, words: list[str]) -> bool:
    """Return whether the points are in one chain."""
    return all(board.chain(point_of(words[0])) >> point_of(word) & 1 for word in words[1:])


def can_be_joined(position: GoPosition, words: list[str]) -> bool:
    """Return whether one move brings the points into one chain."""
    near = position.board.liberties(point_of(words[0]))
    return any(
        is_joined(position.play_unchecked(Play((point,))).board, words)
        for point in iter_points(near)
        if position.why_illegal_point(point) is None
    )


def _replies(position: GoPosition) -> list[GoPosition]:
    return [position.play_unchecked(move) for move in position.legal_moves()]


def _connects(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """connects P Q: the points are in one chain, or can be connected after any reply."""
    after = _after(exercise, move)
    stays = all(after.board.color_at(point_of(word)) is not None for word in words)
    return stays and (
        is_joined(after.board, words) or all(can_be_joined(first, words) for first in _replies(after))
    )


def _cuts(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """cuts P Q: the opponent can neither connect them with one move nor capture the cutting stone at once."""
    after = _after(exercise, move)
    assert isinstance(move, Play | type(PASS))
    if not isinstance(move, Play):
        return False
    stone = move.points[0]
    return all(
        not is_joined(first.board, words) and first.board.color_at(stone) is not None
        for first in _replies(after)
    )


def area_of_words(words: list[str]) -> list[int]:
    """Return the points of rectangles such as A1:C3."""
    found = []
    for word in words:
        first, _, last = word.partition(":")
        a, b = point_of(first), point_of(last or first)
        rows = range(min(a // 10, b // 10), max(a // 10, b // 10) + 1)
        columns = range(min(a % 10, b % 10), max(a % 10, b % 10) + 1)
        found += [row * 10 + column for row in rows for column in columns]
    return found


def _is_alive(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """lives P AREA: the chain lives after the move, but would die after a pass."""
    stone, area = point_of(words[0]), area_of_words(words[1:])
    assert not lives(_go(exercise).play_unchecked(PASS), stone, area), "it lives already"
    return lives(_after(exercise, move)._replace(consecutive_passes=0), stone, area)


def _is_dead(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """kills P AREA: the chain is dead after the move, but would live after a pass."""
    stone, area = point_of(words[0]), area_of_words(words[1:])
    assert lives(_go(exercise).play_unchecked(PASS), stone, area), "it is dead already"
    if move == PASS:
        return False
    return not lives(_after(exercise, move), stone, area)


def _breaks_ko(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """takes-ko: the move captures one stone that may not be recaptured at once because of ko."""
    before, after = _go(exercise), _after(exercise, move)
    if not _captures(exercise, move, ["1"]) or not isinstance(move, Play):
        return False
    gone = before.board.stones(before.to_move.opponent) & ~after.board.stones(before.to_move.opponent)
    return gone.bit_count() == 1 and after.why_illegal_point(next(iter_points(gone))) is not None


def _wins(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """wins: the game is over after the move, and the player who made it has won."""
    outcome = exercise.position.play_unchecked(move).outcome_without_count
    return outcome is not None and outcome.winner is exercise.position.to_move


def _passing(exercise: LessonExercise, words: list[str]) -> str:
    """pass: no empty region touches both colors, so there is nothing left to play for."""
    assert all(len(sides) == 1 for _, sides in regions(_go(exercise).board)), "a border is open"
    return "pass"


REACHED: dict[str, Callable[[LessonExercise, Move, list[str]], bool]] = {
    "captures": _captures,
    "atari": _atari,
    "saves": _saves,
    "catches": _catches,
    "connects": _connects,
    "cuts": _cuts,
    "lives": _is_alive,
    "kills": _is_dead,
    "takes-ko": _breaks_ko,
    "wins": _wins,
}
"""Goals that a move reaches."""


def _illegal(exercise: LessonExercise, words: list[str]) -> list[str]:
    """illegal: the empty points where the color to move may not play."""
    position = _go(exercise)
    return [
        format_vertex(point, 9)
        for point in iter_points(position.board.empty_points)
        if position.why_illegal_point(point)
    ]


def _neutral(exercise: LessonExercise, words: list[str]) -> list[str]:
    """neutral: the empty points of regions that touch both colors."""
    shared = sum(region for region, sides in regions(_go(exercise).board) if len(sides) == 2)
    return format_vertices(shared, 9).split()


def _eyes(exercise: LessonExercise, words: list[str]) -> list[str]:
    """false-eye SIDE: one-point regions of a color where the opponent has too many diagonal points."""
    board, color = _go(exercise).board, SIDES[words[0]]
    return [
        format_vertex(point, 9) for point in lone_points(board, color) if is_false_eye(board, point, color)
    ]


def _dead(exercise: LessonExercise, words: list[str]) -> list[str]:
    """dead AREA: the stones in an area that are captured even if their owner moves first."""
    position, found = _go(exercise), []
    for point in area_of_words(words):
        color = position.board.color_at(point)
        if color is not None and not lives(position.with_to_move(color), point, area_of_words(words)):
            found.append(format_vertex(point, 9))
    return found


def _handicap(exercise: LessonExercise, words: list[str]) -> list[str]:
    """handicap N: the points of N handicap stones that are not drawn on the board."""
    start = GO.start({"size": 9, "handicap": int(words[0])})
    assert isinstance(start, GoPosition)
    rest = start.board.black & ~_go(exercise).board.black
    assert rest | _go(exercise).board.black == start.board.black, "what is drawn is no handicap"
    return format_vertices(rest, 9).split()


def _in_atari(exercise: LessonExercise, words: list[str]) -> list[str]:
    """in-atari SIDE: the stones of a color that have one liberty."""
    board = _go(exercise).board
    stones = iter_points(board.stones(SIDES[words[0]]))
    return [format_vertex(point, 9) for point in stones if board.liberties(point).bit_count() == 1]


def _ahead(exercise: LessonExercise, words: list[str]) -> list[str]:
    """ahead BLACK WHITE KOMI: the color with the higher score."""
    black, white, komi = (float(word) for word in words)
    return ["black", "b"] if black > white + komi else ["white", "w"]


NAMED: dict[str, Callable[[LessonExercise, list[str]], list[str]]] = {
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
"""Goals whose answers are points or words."""


def _liberties(exercise: LessonExercise, words: list[str]) -> str:
    return str(_go(exercise).board.liberties(point_of(words[0])).bit_count())


def _territory(exercise: LessonExercise, words: list[str]) -> str:
    """territory SIDE: the number of points in regions that touch only this color."""
    color = SIDES[words[0]]
    found = regions(_go(exercise).board)
    return str(sum(region.bit_count() for region, sides in found if sides == {color}))


def _area_of(exercise: LessonExercise, words: list[str]) -> str:
    """area SIDE: the number of stones and points of territory of a color."""
    stones = _go(exercise).board.stones(SIDES[words[0]]).bit_count()
    return str(stones + int(_territory(exercise, words)))


def _seki(exercise: LessonExercise, words: list[str]) -> str:
    """seki P Q AREA: both chains live if the opponent starts, and die if their owner does, so both pass."""
    position, area = _go(exercise), area_of_words(words[2:])
    for own, word in ((Color.BLACK, words[0]), (Color.WHITE, words[1])):
        attacked = position.with_to_move(own.opponent)
        assert lives(attacked, point_of(word), area), f"{word} can be taken"
        for point in area:
            if position.with_to_move(own).why_illegal_point(point) is None:
                after = position.with_to_move(own).play_unchecked(Play((point,)))
                assert not lives(after, point_of(word), area), f"{format_vertex(point, 9)} is no mistake"
    return "pass"


NUMBERS: dict[str, Callable[[LessonExercise, list[str]], str]] = {
    "liberties": _liberties,
    "territory": _territory,
    "area": _area_of,
    "pass": _passing,
    "seki": _seki,
    "room": room,
}
"""Goals with a single answer."""
