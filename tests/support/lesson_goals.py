"""Goals of the lessons' boards, checked by the rules.

A board's `goal:` is a word with arguments.  `right_answers` computes every answer that reaches the goal.  The
right answers in a lesson must be exactly these, except for `points`, where they only have to be legal.
"""

from collections.abc import Callable
from functools import cache
from typing import cast

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import format_vertex, format_vertices, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Color, Move, Play
from gnugo_py.study.lesson import Lesson, LessonExercise
from tests.support.lesson_goals_other_games import (
    SIDES,
    growing,
    reached_by_queen,
    room,
    root_taken,
    winning_cells,
)
from tests.support.lesson_tactics import (
    best_result,
    can_be_caught,
    is_false_eye,
    lives,
    lone_points,
    race_result,
    regions,
)


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
        position.format_move(move).lower()
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


def _without_move(exercise: LessonExercise) -> GoPosition:
    """Return the position with the opponent to move, without a pass that could end the game."""
    position = _go(exercise)
    return position.with_to_move(position.to_move.opponent)


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
    assert not lives(_without_move(exercise), stone, area), "it lives already"
    return lives(_after(exercise, move).replace(consecutive_passes=0), stone, area)


def _is_dead(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """kills P AREA: the chain is dead after the move, but would live after a pass."""
    stone, area = point_of(words[0]), area_of_words(words[1:])
    assert lives(_without_move(exercise), stone, area), "it is dead already"
    if move == PASS:
        return False
    return not lives(_after(exercise, move), stone, area)


def _wins_race(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """race P Q AREA: the chain P is captured before the chain Q after the move, but not after a pass."""
    prey, own, area = point_of(words[0]), point_of(words[1]), area_of_words(words[2:])
    assert race_result(_without_move(exercise), prey, own, area) < 1, "the race is won already"
    return race_result(_after(exercise, move), prey, own, area) == 1


def _links(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """links P Q AREA: the opponent cannot separate the chains within the area, but could after a pass."""
    points, area = words[:2], area_of_words(words[2:])
    assert not is_linked(_without_move(exercise), points, area), "they are linked already"
    return is_linked(_after(exercise, move), points, area)


def is_linked(position: GoPosition, words: list[str], area: list[int], depth: int = 4) -> bool:
    """Return whether two chains get connected within an area although the opponent moves first.

    depth -- the number of own moves to look ahead.
    """
    if any(position.board.color_at(point_of(word)) is None for word in words):
        return False
    if is_joined(position.board, words):
        return True
    return depth > 0 and all(
        can_be_joined(second, words)
        or any(is_linked(third, words, area, depth - 1) for third in moves_in(second, area))
        for second in (position.with_to_move(position.to_move.opponent), *moves_in(position, area))
    )


def moves_in(position: GoPosition, area: list[int]) -> list[GoPosition]:
    """Return the positions after the legal moves in an area."""
    return [
        position.play_unchecked(Play((point,))) for point in area if position.why_illegal_point(point) is None
    ]


def _is_best(exercise: LessonExercise, move: Move, words: list[str]) -> bool:
    """best POINT...: with best play by both on these points, no other move on them leads to more points."""
    area, position = area_of_words(words), _go(exercise)
    if not isinstance(move, Play) or move.points[0] not in area:
        return False
    results = {
        each: best_result(after, area)
        for each in area
        if position.why_illegal_point(each) is None
        for after in (position.play_unchecked(Play((each,))),)
    }
    most = (max if position.to_move is Color.BLACK else min)(results.values())
    return results[move.points[0]] == most


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
    "race": _wins_race,
    "links": _links,
    "best": _is_best,
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
    """neutral P...: the empty points of regions that touch both colors if the chains P are dead."""
    board = _without_dead_stones(_go(exercise), words)
    shared = sum(region for region, sides in regions(board) if len(sides) == 2)
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


def _ladder(exercise: LessonExercise, words: list[str]) -> list[str]:
    """ladder P D4: whether the chain P is captured in a ladder that begins with a move on D4."""
    after = _go(exercise).play_unchecked(Play((point_of(words[1]),)))
    return ["yes", "y"] if can_be_caught(after, point_of(words[0]), nets=0) else ["no", "n"]


def _can_be_saved(exercise: LessonExercise, words: list[str]) -> list[str]:
    """can-be-saved P: whether the color to move has a move after which the chain P cannot be captured."""
    stone = point_of(words[0])
    is_saved = any(not can_be_caught(after, stone, nets=0) for after in _replies(_go(exercise)))
    return ["yes", "y"] if is_saved else ["no", "n"]


def _status(exercise: LessonExercise, words: list[str]) -> list[str]:
    """status P AREA: "alive" if the chain lives whoever moves first, "dead" if it dies, else "unsettled"."""
    stone, area = point_of(words[0]), area_of_words(words[1:])
    lived = {lives(_go(exercise).with_to_move(color), stone, area) for color in Color}
    return ["unsettled" if len(lived) == 2 else "alive" if lived.pop() else "dead"]


def _race_winner(exercise: LessonExercise, words: list[str]) -> list[str]:
    """race-winner P Q AREA: the color whose chain captures the other; the color to move moves first."""
    position, stones = _go(exercise), (point_of(words[0]), point_of(words[1]))
    result = race_result(position, *stones, area_of_words(words[2:]))
    assert result, "the race ends in a seki"
    return _color_words(position.board.color_at(stones[result > 0]))


def _color_words(color: Color | None) -> list[str]:
    return ["black", "b"] if color is Color.BLACK else ["white", "w"]


def _without_dead_stones(position: GoPosition, words: list[str]) -> Board:
    """Return the board without some dead chains, which must die even if their owner moves first."""
    board = position.board
    for word in words:
        stone = point_of(word)
        color = board.color_at(stone)
        assert color is not None
        area = board.geometry.flood_fill(1 << stone, board.geometry.full & ~board.stones(color.opponent))
        assert not lives(position.with_to_move(color), stone, iter_points(area)), f"{word} is alive"
        board = board.without_stones(board.chain(stone))
    return board


def _winner(exercise: LessonExercise, words: list[str]) -> list[str]:
    """winner KOMI N M P...: the winner by territory scoring; see `score`; N is for Black and M for White."""
    black = float(_score(exercise, ["X", words[1], *words[3:]]))
    white = float(_score(exercise, ["O", words[2], *words[3:]]))
    return _color_words(Color.BLACK if black > white + float(words[0]) else Color.WHITE)


NAMED: dict[str, Callable[[LessonExercise, list[str]], list[str]]] = {
    "illegal": _illegal,
    "neutral": _neutral,
    "false-eye": _eyes,
    "dead": _dead,
    "in-atari": _in_atari,
    "ladder": _ladder,
    "can-be-saved": _can_be_saved,
    "status": _status,
    "race-winner": _race_winner,
    "winner": _winner,
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


def _score(exercise: LessonExercise, words: list[str]) -> str:
    """score SIDE N P...: territory and prisoners of a color with N prisoners if the chains P are dead."""
    position, color = _go(exercise), SIDES[words[0]]
    board = _without_dead_stones(position, words[2:])
    dead = position.board.stones(color.opponent) & ~board.stones(color.opponent)
    own = sum(region.bit_count() for region, sides in regions(board) if sides == {color})
    return str(own + dead.bit_count() + int(words[1]))


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
    "score": _score,
    "pass": _passing,
    "seki": _seki,
    "room": room,
}
"""Goals with a single answer."""
