"""Goals of the lessons' boards, checked by the rules.

A board's `goal:` is a word with arguments.  `right_answers` computes every answer that reaches the goal.  The
right answers in a lesson must be exactly these, except for `points`, where they only have to be legal.
"""

from collections.abc import Callable
from typing import Any

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.vertex import format_vertex, format_vertices
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Color, Move, Play
from gnugo_py.study.lesson import Lesson, LessonExercise
from tests.support.boards import SIDES
from tests.support.lesson_goals_other_games import growing, reached_by_queen, room, root_taken, winning_cells
from tests.support.lesson_tactics import (
    best_result,
    can_be_caught,
    is_false_eye,
    is_linked,
    lives,
    moves_in,
    point_of,
    race_result,
    regions,
    territory,
)
from tests.support.problem_solver import area_of


def right_answers(lesson: Lesson, exercise: LessonExercise) -> set[str] | None:
    """Return every answer that reaches the goal, in lower case, or None if any legal answer may be right."""
    kind, *words = exercise.goal.split()
    position = exercise.position
    if kind == "points":
        return None
    if kind in NUMBERS:
        return {NUMBERS[kind](position, words)}
    if kind in NAMED:
        return {point.lower() for point in NAMED[kind](position, words)}
    reached = REACHED[kind]
    return {
        position.format_move(move).lower()
        for move in position.legal_moves()
        if reached(position, move, words)
    }


def _without_move(position: GoPosition) -> GoPosition:
    """Return the position with the opponent to move, without a pass that could end the game."""
    return position.with_to_move(position.to_move.opponent)


def _captures(position: GoPosition, move: Move, words: list[str]) -> bool:
    """captures N: the move captures N stones or more."""
    after = position.play_unchecked(move)
    color = position.to_move
    gone = position.board.stones(color.opponent) & ~after.board.stones(color.opponent)
    return gone.bit_count() >= int(words[0])


def _atari(position: GoPosition, move: Move, words: list[str]) -> bool:
    """atari P...: each of these chains has one liberty after the move, and the stone played has more."""
    board = position.play_unchecked(move).board
    given = [board.color_at(point_of(word)) is not None for word in words]
    own = isinstance(move, Play) and board.liberties(move.points[0]).bit_count() > 1
    return own and all(given) and all(board.liberties(point_of(word)).bit_count() == 1 for word in words)


def _saves(position: GoPosition, move: Move, words: list[str]) -> bool:
    """saves P: the chain can be captured after a pass, but not after the move."""
    stone = point_of(words[0])
    assert can_be_caught(position.play_unchecked(PASS), stone), "there is nothing to save"
    return not can_be_caught(position.play_unchecked(move), stone)


def _catches(position: GoPosition, move: Move, words: list[str]) -> bool:
    """catches P: the chain cannot escape after the move, but could after a pass."""
    stone = point_of(words[0])
    assert not can_be_caught(position.play_unchecked(PASS), stone), "it is caught already"
    return can_be_caught(position.play_unchecked(move), stone)


def is_joined(board: Board, words: list[str]) -> bool:
    """Return whether the points are in one chain."""
    return all(board.chain(point_of(words[0])) >> point_of(word) & 1 for word in words[1:])


def can_be_joined(position: GoPosition, words: list[str]) -> bool:
    """Return whether one move brings the points into one chain."""
    area = position.board.liberties(point_of(words[0]))
    return any(is_joined(after.board, words) for after in moves_in(position, area))


def _replies(position: GoPosition) -> list[GoPosition]:
    return [position.play_unchecked(move) for move in position.legal_moves()]


def _connects(position: GoPosition, move: Move, words: list[str]) -> bool:
    """connects P Q: the points are in one chain, or can be connected after any reply."""
    after = position.play_unchecked(move)
    stays = all(after.board.color_at(point_of(word)) is not None for word in words)
    return stays and (
        is_joined(after.board, words) or all(can_be_joined(first, words) for first in _replies(after))
    )


def _cuts(position: GoPosition, move: Move, words: list[str]) -> bool:
    """cuts P Q: the opponent can neither connect them with one move nor capture the cutting stone at once."""
    after = position.play_unchecked(move)
    if not isinstance(move, Play):
        return False
    stone = move.points[0]
    return all(
        not is_joined(first.board, words) and first.board.color_at(stone) is not None
        for first in _replies(after)
    )


def _is_alive(position: GoPosition, move: Move, words: list[str]) -> bool:
    """lives P AREA: the chain lives after the move, but would die after a pass."""
    assert not lives(_without_move(position), words), "it lives already"
    return lives(position.play_unchecked(move), words)


def _is_dead(position: GoPosition, move: Move, words: list[str]) -> bool:
    """kills P AREA: the chain is dead after the move, but would live after a pass."""
    assert lives(_without_move(position), words), "it is dead already"
    if move == PASS:
        return False
    return not lives(position.play_unchecked(move), words)


def _wins_race(position: GoPosition, move: Move, words: list[str]) -> bool:
    """race P Q AREA: the chain P is captured before the chain Q after the move, but not after a pass."""
    assert race_result(_without_move(position), words) < 1, "the race is won already"
    return race_result(position.play_unchecked(move), words) == 1


def _links(position: GoPosition, move: Move, words: list[str]) -> bool:
    """links P Q AREA: the opponent cannot separate the chains within the area, but could after a pass."""
    assert not is_linked(_without_move(position), words), "they are linked already"
    return is_linked(position.play_unchecked(move), words)


def _is_best(position: GoPosition, move: Move, words: list[str]) -> bool:
    """best POINT...: with best play by both on these points, no other move on them leads to more points."""
    area = area_of(" ".join(words), 9)
    if not isinstance(move, Play) or not area >> move.points[0] & 1:
        return False
    known: dict[object, int] = {}
    results = (best_result(after, area, known) for after in moves_in(position, area))
    most = (max if position.to_move is Color.BLACK else min)(results)
    return best_result(position.play_unchecked(move), area, known) == most


def _breaks_ko(position: GoPosition, move: Move, words: list[str]) -> bool:
    """takes-ko: the move captures one stone that may not be recaptured at once because of ko."""
    after = position.play_unchecked(move)
    if not _captures(position, move, ["1"]) or not isinstance(move, Play):
        return False
    gone = position.board.stones(position.to_move.opponent) & ~after.board.stones(position.to_move.opponent)
    return gone.bit_count() == 1 and after.why_illegal_point(next(iter_points(gone))) is not None


def _wins(position: GoPosition, move: Move, words: list[str]) -> bool:
    """wins: the game is over after the move, and the player who made it has won."""
    outcome = position.play_unchecked(move).outcome_without_count
    return outcome is not None and outcome.winner is position.to_move


def _passing(position: GoPosition, words: list[str]) -> str:
    """pass: no empty region touches both colors, so there is nothing left to play for."""
    assert all(len(sides) == 1 for _, sides in regions(position.board)), "a border is open"
    return "pass"


REACHED: dict[str, Callable[[Any, Move, list[str]], bool]] = {
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


def _illegal(position: GoPosition, words: list[str]) -> list[str]:
    """illegal: the empty points where the color to move may not play."""
    return [
        format_vertex(point, 9)
        for point in iter_points(position.board.empty_points)
        if position.why_illegal_point(point)
    ]


def _neutral(position: GoPosition, words: list[str]) -> list[str]:
    """neutral P...: the empty points of regions that touch both colors if the chains P are dead."""
    board = _without_dead_stones(position, words)
    shared = sum(region for region, sides in regions(board) if len(sides) == 2)
    return format_vertices(shared, 9).split()


def _eyes(position: GoPosition, words: list[str]) -> list[str]:
    """false-eye SIDE: one-point regions of a color where the opponent has too many diagonal points."""
    board, color = position.board, SIDES[words[0]]
    lone = (region for region, sides in regions(board) if sides == {color} and region.bit_count() == 1)
    points = (next(iter_points(region)) for region in lone)
    return [format_vertex(point, 9) for point in points if is_false_eye(board, point, color)]


def _dead(position: GoPosition, words: list[str]) -> list[str]:
    """dead AREA: the stones in an area that are captured even if their owner moves first."""
    found = []
    for name in format_vertices(area_of(" ".join(words), 9), 9).split():
        color = position.board.color_at(point_of(name))
        if color is not None and not lives(position.with_to_move(color), [name, *words]):
            found.append(name)
    return found


def _handicap(position: GoPosition, words: list[str]) -> list[str]:
    """handicap N: the points of N handicap stones that are not drawn on the board."""
    start = GO.start({"size": 9, "handicap": int(words[0])})
    assert isinstance(start, GoPosition)
    rest = start.board.black & ~position.board.black
    assert rest | position.board.black == start.board.black, "what is drawn is no handicap"
    return format_vertices(rest, 9).split()


def _in_atari(position: GoPosition, words: list[str]) -> list[str]:
    """in-atari SIDE: the stones of a color that have one liberty."""
    board = position.board
    stones = iter_points(board.stones(SIDES[words[0]]))
    return [format_vertex(point, 9) for point in stones if board.liberties(point).bit_count() == 1]


def _ahead(position: GoPosition, words: list[str]) -> list[str]:
    """ahead BLACK WHITE KOMI: the color with the higher score."""
    black, white, komi = (float(word) for word in words)
    return _color_words(Color.BLACK if black > white + komi else Color.WHITE)


def _ladder(position: GoPosition, words: list[str]) -> list[str]:
    """ladder P D4: whether the chain P is captured in a ladder that begins with a move on D4."""
    after = position.play_unchecked(Play((point_of(words[1]),)))
    return ["yes", "y"] if can_be_caught(after, point_of(words[0]), nets=0) else ["no", "n"]


def _can_be_saved(position: GoPosition, words: list[str]) -> list[str]:
    """can-be-saved P: whether the color to move has a move after which the chain P cannot be captured."""
    stone = point_of(words[0])
    is_saved = any(not can_be_caught(after, stone, nets=0) for after in _replies(position))
    return ["yes", "y"] if is_saved else ["no", "n"]


def _status(position: GoPosition, words: list[str]) -> list[str]:
    """status P AREA: "alive" if the chain lives whoever moves first, "dead" if it dies, else "unsettled"."""
    lived = {lives(position.with_to_move(color), words) for color in Color}
    return ["unsettled" if len(lived) == 2 else "alive" if lived.pop() else "dead"]


def _race_winner(position: GoPosition, words: list[str]) -> list[str]:
    """race-winner P Q AREA: the color whose chain captures the other; the color to move moves first."""
    result = race_result(position, words)
    assert result, "the race ends in a seki"
    return _color_words(position.board.color_at(point_of(words[result > 0])))


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
        assert not lives(position.with_to_move(color), [word, format_vertices(area, 9)]), f"{word} is alive"
        board = board.without_stones(board.chain(stone))
    return board


def _winner(position: GoPosition, words: list[str]) -> list[str]:
    """winner KOMI N M P...: the winner by territory scoring; see `score`; N is for Black and M for White."""
    komi, prisoners, others, *dead = words
    scores = [_score(position, ["X", prisoners, *dead]), _score(position, ["O", others, *dead])]
    return _ahead(position, [*scores, komi])


NAMED: dict[str, Callable[[Any, list[str]], list[str]]] = {
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


def _liberties(position: GoPosition, words: list[str]) -> str:
    return str(position.board.liberties(point_of(words[0])).bit_count())


def _territory(position: GoPosition, words: list[str]) -> str:
    """territory SIDE: the number of points in regions that touch only this color."""
    return str(territory(position.board, SIDES[words[0]]))


def _score(position: GoPosition, words: list[str]) -> str:
    """score SIDE N P...: territory and prisoners of a color with N prisoners if the chains P are dead."""
    color = SIDES[words[0]]
    board = _without_dead_stones(position, words[2:])
    dead = position.board.stones(color.opponent) & ~board.stones(color.opponent)
    return str(territory(board, color) + dead.bit_count() + int(words[1]))


def _area_of(position: GoPosition, words: list[str]) -> str:
    """area SIDE: the number of stones and points of territory of a color."""
    stones = position.board.stones(SIDES[words[0]]).bit_count()
    return str(stones + int(_territory(position, words)))


def _seki(position: GoPosition, words: list[str]) -> str:
    """seki P Q AREA: both chains live if the opponent starts, and die if their owner does, so both pass."""
    for own, word in ((Color.BLACK, words[0]), (Color.WHITE, words[1])):
        goal = [word, *words[2:]]
        assert lives(position.with_to_move(own.opponent), goal), f"{word} can be taken"
        for after in moves_in(position.with_to_move(own), area_of(" ".join(words[2:]), 9)):
            assert not lives(after, goal), f"{after.last_move} is no mistake"
    return "pass"


NUMBERS: dict[str, Callable[[Any, list[str]], str]] = {
    "liberties": _liberties,
    "territory": _territory,
    "area": _area_of,
    "score": _score,
    "pass": _passing,
    "seki": _seki,
    "room": room,
}
"""Goals with a single answer."""
