"""Lessons: sequences of boards, each with an exercise for the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.core.game import Game, GameMoves, why_illegal
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Move, UserError

_WRONG_ANSWER_TEXT = "That is not the answer."


class AnswerRule(NamedTuple):
    """The reply to some of the possible answers to an exercise.

    is_right   -- whether these answers are right.
    answers    -- the answers, as moves in the game's notation, words or numbers; empty for all others.
    replies    -- possible moves of the opponent, of which the first legal one is shown.
    reply_text -- the text of the reply, one paragraph.
    """

    is_right: bool
    answers: tuple[str, ...]
    replies: tuple[str, ...]
    reply_text: str


class LessonBoard(NamedTuple):
    """A board of a lesson.

    title        -- the subject, in a few words.
    text         -- explanation and task, as paragraphs.
    position     -- the board, with the user to move.
    expects_move -- whether the answer is a move that is played; otherwise it names a point, a word or a
                    number.
    answers      -- the rules for answers; the first one that matches an answer applies to it.
    goal         -- what right answers achieve and wrong ones do not; a keyword that the tests check.
    line         -- number of its first line in the file.
    """

    title: str
    text: tuple[str, ...]
    position: Position
    expects_move: bool
    answers: tuple[AnswerRule, ...]
    goal: str
    line: int


class Lesson(NamedTuple):
    """A lesson.

    name      -- the name that the user types.
    title     -- the subject, in a few words.
    game      -- the game that it teaches.
    text      -- the introduction, as paragraphs.
    exercises -- its boards.
    """

    name: str
    title: str
    game: Game
    text: tuple[str, ...]
    exercises: tuple[LessonBoard, ...]


class Course(NamedTuple):
    """All lessons, and the user's progress.

    lessons     -- the lessons, in order.
    boards_done -- returns the number of completed boards, by lesson name.
    record      -- stores the number of completed boards of a lesson.
    problem     -- returns once why the progress is damaged or cannot be stored; else an empty string.
    """

    lessons: tuple[Lesson, ...]
    boards_done: Callable[[], Mapping[str, int]]
    record: Callable[[str, int], None]
    file_problem: Callable[[], str] = lambda: ""


class Verdict(NamedTuple):
    """The verdict on an answer.

    is_right -- whether the answer is right.
    text     -- the reply to the answer.
    position -- the board after the answer, and after the opponent's move, if there is one.
    reply    -- the opponent's move, empty if there is none.
    """

    is_right: bool
    text: str
    position: Position
    reply: str


def judge_answer(game: Game, exercise: LessonBoard, answer: str) -> Verdict:
    """Return the verdict on an answer.

    answer -- a move in the game's notation, or one of the words of the exercise.

    Raise IllegalMove, with the reason, if the move is illegal, UserError if the answer cannot be understood.
    """
    position = exercise.position
    word = answer.strip().lower()
    if not exercise.expects_move:
        point = _move(game, answer, position)
        written = game.format_move(point, position).lower() if point is not None else word
        known = {each.lower() for given in exercise.answers for each in given.answers}
        rule = _find_rule(exercise, word if word in known else written)
        return Verdict(rule.is_right, rule.reply_text, position, "")
    move = game.parse_move(answer, position)
    rule = _find_rule(exercise, game.format_move(move, position).lower())
    refusal = why_illegal(game, position, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    after = position.play_unchecked(move)
    for each in rule.replies:
        reply = _move(game, each, after)
        if reply is not None and not after.is_over and why_illegal(game, after, reply) is None:
            return Verdict(
                rule.is_right, rule.reply_text, after.play_unchecked(reply), game.format_move(reply, after)
            )
    reply_text = (
        _WRONG_ANSWER_TEXT if rule.replies else rule.reply_text
    )  # the text refers to a reply, but none is legal
    return Verdict(rule.is_right, reply_text, after, "")


def _find_rule(exercise: LessonBoard, written: str) -> AnswerRule:
    """Return the rule for an answer."""
    for given in exercise.answers:
        if not given.answers or written in (each.lower() for each in given.answers):
            return given
    return AnswerRule(False, (), (), _WRONG_ANSWER_TEXT)


def _move(game: GameMoves, word: str, position: Position) -> Move | None:
    """Return the move that a word stands for, or None if it is not a move."""
    try:
        return game.parse_move(word, position)
    except UserError:
        return None
