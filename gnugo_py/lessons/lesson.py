"""Lessons: rows of boards, on each of which a person has to find something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.core.game import Game, why_refused
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Mistake, Move

NOT_THIS = "That is not it."


class Answer(NamedTuple):
    """What is said to some of the answers that a person may give.

    is_right -- whether they are what was asked for.
    words    -- the answers, as the game writes moves, or words and numbers; empty for all others.
    replies  -- what the opponent would play then: the first of them that is legal is shown.
    text     -- what is said, one paragraph.
    """

    is_right: bool
    words: tuple[str, ...]
    replies: tuple[str, ...]
    text: str


class Exercise(NamedTuple):
    """A board of a lesson.

    title     -- what it is about, a few words.
    text      -- what there is to know and to do, by paragraphs.
    position  -- the board, the person being to move.
    is_played -- whether an answer is a move that is made; else it is a point or a word that is named.
    answers   -- what is said to which answer, the first that fits.
    goal      -- what right answers bring about and others do not, in the words that the tests check.
    line      -- where it stands in its file.
    """

    title: str
    text: tuple[str, ...]
    position: Position
    is_played: bool
    answers: tuple[Answer, ...]
    goal: str
    line: int


class Lesson(NamedTuple):
    """A lesson.

    name      -- what to type for it.
    title     -- what it teaches, a few words.
    game      -- which game it is of.
    text      -- what there is to know first, by paragraphs.
    exercises -- its boards.
    """

    name: str
    title: str
    game: Game
    text: tuple[str, ...]
    exercises: tuple[Exercise, ...]


class Course(NamedTuple):
    """All lessons, and how far a person has come.

    lessons -- the lessons, in order.
    done    -- by name, how many boards of a lesson are done.
    keep    -- has it remembered that so many are done.
    trouble -- why that is not remembered or was damaged, once; else empty.
    """

    lessons: tuple[Lesson, ...]
    done: Callable[[], Mapping[str, int]]
    keep: Callable[[str, int], None]
    trouble: Callable[[], str] = lambda: ""


class Judgement(NamedTuple):
    """What came of an answer.

    is_right -- whether it was what was asked for.
    text     -- what is said to it.
    position -- the board after it, and after the opponent's reply, if there is one.
    reply    -- the opponent's reply, empty for none.
    """

    is_right: bool
    text: str
    position: Position
    reply: str


def judged(game: Game, exercise: Exercise, answer: str) -> Judgement:
    """What comes of an answer.

    answer -- a move as the game reads it, or one of the words of the exercise.

    Raises IllegalMove, with the reason, for a move that cannot be made, Mistake for what is no answer at all.
    """
    position = exercise.position
    word = answer.strip().lower()
    if not exercise.is_played:
        point = _move(game, answer, position)
        written = game.format_move(point, position).lower() if point is not None else word
        known = {each.lower() for given in exercise.answers for each in given.words}
        found = _answer_to(exercise, word if word in known else written)
        return Judgement(found.is_right, found.text, position, "")
    move = game.parse_move(answer, position)
    found = _answer_to(exercise, game.format_move(move, position).lower())
    refusal = why_refused(game, position, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    after = position.play(move)
    for each in found.replies:
        reply = _move(game, each, after)
        if reply is not None and not after.over and why_refused(game, after, reply) is None:
            return Judgement(found.is_right, found.text, after.play(reply), game.format_move(reply, after))
    said = NOT_THIS if found.replies else found.text  # what is said goes with a reply that cannot be made
    return Judgement(found.is_right, said, after, "")


def _answer_to(exercise: Exercise, written: str) -> Answer:
    """What is said to an answer."""
    for given in exercise.answers:
        if not given.words or written in (each.lower() for each in given.words):
            return given
    return Answer(False, (), (), NOT_THIS)


def _move(game: Game, word: str, position: Position) -> Move | None:
    """The move of a word, None if it is none."""
    try:
        return game.parse_move(word, position)
    except Mistake:
        return None
