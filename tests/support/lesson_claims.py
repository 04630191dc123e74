"""What the replies to answers in the lessons claim, checked by the rules and by searches."""

import re
from collections.abc import Callable
from typing import NamedTuple, cast

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color, Play
from gnugo_py.study.lesson import Lesson, LessonExercise, judge_lesson_answer
from tests.support.lesson_goals import can_be_joined, is_joined
from tests.support.lesson_tactics import can_be_caught, is_linked, lives, moves_in, point_of, race_result
from tests.support.problem_solver import area_of

NETS = 2
"""The number of attacking moves that need not be atari, in the searches of these checks."""


class Reply(NamedTuple):
    """A reply to a wrong answer, with the boards around it.

    exercise  -- the board of the lesson.
    before    -- the position after the answer.
    after     -- the position after the opponent's move.
    stone     -- the point of the opponent's move.
    text      -- the text of the reply.
    """

    exercise: LessonExercise
    before: GoPosition
    after: GoPosition
    stone: int
    text: str

    @property
    def color(self) -> Color:
        """The color that gave the answer."""
        return self.after.to_move

    @property
    def goal(self) -> tuple[str, list[str]]:
        """The keyword of the goal, and its arguments."""
        kind, *words = self.exercise.goal.split()
        return kind, words


def false_claims(lesson: Lesson, exercise: LessonExercise, answer: str) -> list[str]:
    """Return what is false in the reply to an answer; empty if everything that can be checked is true.

    Nothing is checked unless the reply shows a move in a game of Go.
    """
    verdict = judge_lesson_answer(exercise, answer)
    if not verdict.reply or not isinstance(verdict.position, GoPosition):
        return []
    before = cast(GoPosition, exercise.position.play_unchecked(exercise.position.parse_move(answer)))
    assert isinstance(verdict.position.last_move, Play)
    reply = Reply(exercise, before, verdict.position, verdict.position.last_move.points[0], verdict.text)
    kind, words = reply.goal
    is_open = kind in STILL_OPEN and STILL_OPEN[kind](reply.after, words)
    is_said_open = verdict.is_right or "still" in reply.text
    false = [kind] if is_open and not is_said_open else []
    return false + [
        claim for claim, is_true in CLAIMS.items() if re.search(claim, reply.text) and not is_true(reply)
    ]


def _chains_in_atari(position: GoPosition, color: Color) -> list[int]:
    board = position.board
    chains = board.chains(color)
    return [each for each in chains if board.liberties(next(iter_points(each))).bit_count() == 1]


def _can_capture(after: GoPosition, words: list[str]) -> bool:
    weak = _chains_in_atari(after, after.to_move.opponent)
    return any(each.bit_count() >= int(words[0]) for each in weak)


def _can_save(after: GoPosition, words: list[str]) -> bool:
    return not can_be_caught(after, point_of(words[0]), nets=NETS)


def _can_catch(after: GoPosition, words: list[str]) -> bool:
    return can_be_caught(after, point_of(words[0]), nets=NETS)


def _can_catch_one(after: GoPosition, words: list[str]) -> bool:
    """Return whether one of several chains can be caught; a goal with one chain claims nothing about it."""
    return len(words) > 1 and any(_can_catch(after, [word]) for word in words)


def _can_connect(after: GoPosition, words: list[str]) -> bool:
    """Return whether the points can be connected, or the opponent's last stone captured."""
    assert isinstance(after.last_move, Play)
    return can_be_joined(after, words) or can_be_caught(after, after.last_move.points[0], nets=NETS)


def _is_cut(after: GoPosition, words: list[str]) -> bool:
    return not is_joined(after.board, words)


def _can_kill(after: GoPosition, words: list[str]) -> bool:
    return not lives(after, words)


def _can_link(after: GoPosition, words: list[str]) -> bool:
    area = area_of(" ".join(words[2:]), 9)
    return can_be_joined(after, words[:2]) or any(is_linked(each, words) for each in moves_in(after, area))


def _can_win_race(after: GoPosition, words: list[str]) -> bool:
    return race_result(after, words) == 1


STILL_OPEN: dict[str, Callable[[GoPosition, list[str]], bool]] = {
    "captures": _can_capture,
    "saves": _can_save,
    "catches": _can_catch,
    "atari": _can_catch_one,
    "takes-ko": lambda after, words: _can_capture(after, ["1"]),
    "connects": _can_connect,
    "cuts": _is_cut,
    "lives": lives,
    "kills": _can_kill,
    "race": _can_win_race,
    "links": _can_link,
}
"""Whether the goal can still be reached after the opponent's reply to a wrong answer."""


def _own_chains_around(reply: Reply) -> int:
    """Return the number of the opponent's chains next to the move, before it."""
    board = reply.before.board
    near = board.geometry.neighbors[reply.stone]
    return sum(1 for chain in board.chains(reply.color.opponent) if chain & near)


def _connects(reply: Reply) -> bool:
    return _own_chains_around(reply) >= 2


def _extends(reply: Reply) -> bool:
    return _own_chains_around(reply) >= 1


def _captures(reply: Reply) -> bool:
    return (
        reply.before.board.stones(reply.color).bit_count() > reply.after.board.stones(reply.color).bit_count()
    )


def _has_liberties(number: int) -> Callable[[Reply], bool]:
    return lambda reply: reply.after.board.liberties(reply.stone).bit_count() == number


def _escapes(reply: Reply) -> bool:
    kind, words = reply.goal
    return not can_be_caught(reply.after, point_of(words[0]) if kind == "catches" else reply.stone, nets=NETS)


def _is_caught(reply: Reply) -> bool:
    """Return whether the stone that gave the answer is caught."""
    assert isinstance(reply.before.last_move, Play)
    return can_be_caught(reply.after, reply.before.last_move.points[0])


def _gives_atari(reply: Reply) -> bool:
    return bool(_chains_in_atari(reply.after, reply.color))


CLAIMS: dict[str, Callable[[Reply], bool]] = {
    r"White (has )?connect(s|ed)": _connects,
    r"White('s \w+)? (extends|runs|has added)": _extends,
    r"White captures": _captures,
    r"one liberty again": _has_liberties(1),
    r"two liberties": _has_liberties(2),
    r"three liberties": _has_liberties(3),
    r"escapes|way out|slip": _escapes,
    r"in atari": _gives_atari,
    r"can still": _has_liberties(1),
    r"nowhere": _is_caught,
}
"""Claims in the texts of replies to wrong answers, by regular expression."""
