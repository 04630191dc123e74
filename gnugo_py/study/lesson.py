"""Lessons, the answers to their boards, and the files that they are read from.

A file is one lesson: an entry that describes the lesson, then an entry for each board. An entry consists of
`field: value` lines, then a drawing, then a blank line. A line that begins with `#` is a comment. A line
without a field continues the line before it, unless it is part of a drawing. `01-stones.txt` has the details.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnugo_py.games.entries import Entry, parse_entries
from gnugo_py.games.game import Game, parse_int
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, FileError, IllegalMove, Move, Point, UserError

_WRONG_ANSWER_TEXT = "That is not the answer."


class LessonAnswerRule(NamedTuple):
    """The reply to some of the possible answers on a board.

    is_right   -- whether these answers are right.
    answers    -- the answers, as moves in the game's notation, words or numbers; empty for all other answers.
    replies    -- possible moves of the opponent, of which the first legal one is shown.
    reply_text -- the text of the reply, one paragraph.
    """

    is_right: bool
    answers: tuple[str, ...]
    replies: tuple[str, ...]
    reply_text: str


class LessonExercise(NamedTuple):
    """A board of a lesson.

    title    -- the subject, in a few words.
    text     -- explanation and task, as paragraphs.
    position -- the board, with the user to move.
    ask      -- what the answer is: a `move` that is played; a `name`, which is a point, a word or a number;
                the result of a `game` on an empty board, or of one that ends with the first `capture`:
                `won`, `lost` or `no result`.
    answers  -- the rules for answers; the first one that matches an answer applies to it.
    goal     -- what right answers achieve and wrong ones do not; a keyword that the tests check.
    """

    title: str
    text: tuple[str, ...]
    position: Position
    ask: str
    answers: tuple[LessonAnswerRule, ...]
    goal: str

    @property
    def is_game(self) -> bool:
        """Whether the answer is the result of a game."""
        return self.ask in ("game", "capture")


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
    exercises: tuple[LessonExercise, ...]


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


def judge_lesson_answer(exercise: LessonExercise, answer: str) -> Verdict:
    """Return the verdict on an answer.

    answer -- a move in the game's notation or, if the board does not expect a move, a point, a word or a
              number; for a game, its result.

    Raise IllegalMove, with the reason, if the move is illegal. Raise UserError if the board expects a move,
    a point or a number and the answer is not one.
    """
    position = exercise.position
    word = answer.strip().lower()
    if exercise.ask != "move":
        point = _move(answer, position)
        written = position.format_move(point).lower() if point is not None else word
        known = {each.lower() for given in exercise.answers for each in given.answers}
        if known and not _is_number(word) and all(map(_is_number, known)):
            raise UserError(f"{answer[:20]!r} is not a number, such as 3")
        if known and point is None and all(_move(each, position) is not None for each in known):
            position.parse_partial_move(answer)
        rule = _find_rule(exercise, word if word in known else written)
        return Verdict(rule.is_right, rule.reply_text, position, "")
    move = position.parse_partial_move(answer)
    rule = _find_rule(exercise, position.format_move(move).lower())
    refusal = position.why_illegal(move)
    if refusal is not None:
        raise IllegalMove(refusal)
    after = position.play_unchecked(move)
    for each in rule.replies:
        reply = _move(each, after)
        if reply is not None and not after.is_over and after.why_illegal(reply) is None:
            return Verdict(
                rule.is_right, rule.reply_text, after.play_unchecked(reply), after.format_move(reply)
            )
    # If there are replies, the text refers to one, but none is legal.
    return Verdict(rule.is_right, _WRONG_ANSWER_TEXT if rule.replies else rule.reply_text, after, "")


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


def _find_rule(exercise: LessonExercise, written: str) -> LessonAnswerRule:
    """Return the rule for an answer."""
    for rule in exercise.answers:
        if written in map(str.lower, rule.answers) or not rule.answers:
            return rule
    return LessonAnswerRule(False, (), (), _WRONG_ANSWER_TEXT)


def _move(word: str, position: Position) -> Move | None:
    """Return the move that a word stands for, or None if it is not a move."""
    try:
        return position.parse_partial_move(word)
    except UserError:
        return None


_DEFAULT_SIZES = {"go": 9, "hex": 5, "amazons": 6, "tanbo": 9}
"""The board size of lessons that do not set one, by game; by default that of the game."""
_DIAGRAM_SIGNS = "XO#.-+"
_SIDES = {"X": Color.BLACK, "O": Color.WHITE}
_LESSON_FIELDS = ("title", "game", "text", "size")
_BOARD_FIELDS = ("board", "text", "to play", "moves", "ask", "goal", "right", "wrong")
_FIELDS = tuple(dict.fromkeys(_LESSON_FIELDS + _BOARD_FIELDS))
_FIELD = re.compile(rf"({'|'.join(_FIELDS)}):(.*)")
_TYPO = re.compile(r"([a-z]+):")
_ANY = "any"


def parse_lesson(text: str, file: str, name: str) -> Lesson:
    """Return the lesson in a file.

    text -- the content of the file.
    file -- its name, for messages.
    name -- name of the lesson.

    Raise FileError, with the line and the remedy, if the file is not valid.
    """
    entries = list(
        parse_entries(text, file, _add_line, lambda line: line[0] == "#" and not _is_drawing_line(line))
    )
    if not entries or not entries[0].get_all("title"):
        raise FileError(file, entries[0].line if entries else 1, "a lesson must start with 'title: ...'")
    first, *boards = entries
    first.allow_only(*_LESSON_FIELDS)
    line, called = first.get("game", "go")
    if called not in GAMES:
        raise first.error(f"unknown game '{called}'", line)
    game = GAMES[called].load()
    if not boards:
        raise first.error("this lesson has no board; put a blank line before 'board: ...'")
    line, size = first.get("size", str(_DEFAULT_SIZES.get(called, game.default_size)))
    try:
        start = game.start({"size": parse_int(size, 1, 25)})
    except ValueError as error:
        raise first.error(str(error), line) from None
    exercises = tuple(_exercise(entry, game, start) for entry in boards)
    paragraphs = tuple(value for _, _, value in first.get_all("text"))
    return Lesson(name, first.get("title")[1], game, paragraphs, exercises)


def _is_drawing_line(content: str) -> bool:
    return set(content) <= {*_DIAGRAM_SIGNS, " "} and len(content) > 1


def _add_line(entry: Entry, line: int, raw: str) -> None:
    """Add a line to an entry. Raise FileError if the line is not valid."""
    content = raw.strip()
    match = _FIELD.match(content)
    if match:
        entry.fields.append((line, match[1], match[2].strip()))
    elif _is_drawing_line(content):
        entry.drawing.append((line, content))
    elif (typo := _TYPO.match(raw)) is not None or (" " in content and set(map(len, content.split())) == {1}):
        problem = f"unknown field '{typo[1]}'" if typo else f"not a row of a drawing: {content[:30]!r}"
        raise entry.error(f"{problem}; fields are {', '.join(_FIELDS)}; signs are {_DIAGRAM_SIGNS}", line)
    elif entry.fields and not entry.drawing:
        number, name, value = entry.fields[-1]
        entry.fields[-1] = (number, name, f"{value} {content}")
    else:
        raise entry.error(f"neither a field nor a row of a drawing: {content[:30]!r}", line)


def _exercise(entry: Entry, game: Game, start: Position) -> LessonExercise:
    """Return the board of an entry. Raise FileError if the entry is not valid."""
    entry.allow_only(*_BOARD_FIELDS)
    position = _position(entry, game, start)
    ask = entry.choice("ask", "move", "name", "game", "capture")
    given = entry.get_all("right", "wrong")
    answers = tuple(_answer(entry, each, position, ask == "move") for each in given)
    if not any(answer.is_right for answer in answers):
        raise entry.error("this board needs a line 'right: ...'")
    words = [word.lower() for answer in answers for word in answer.answers]
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise entry.error(f"{twice} appears in two answers")
    text = tuple(value for _, _, value in entry.get_all("text"))
    _, goal = entry.get("goal", "points")
    return LessonExercise(entry.get("board")[1], text, position, ask, answers, goal)


def _position(entry: Entry, game: Game, start: Position) -> Position:
    """Return the position in the drawing after the entry's moves.

    Raise FileError if the position or a move is not valid.
    """
    mover, cells = _SIDES[entry.choice("to play", *_SIDES)], _cells(entry, game, start)
    line, moves = entry.get("moves", "-")
    made = [] if moves == "-" else moves.split(", ")
    color = mover if len(made) % 2 == 0 else mover.opponent
    try:
        position = start.with_board(cells, color) if entry.drawing else start
        for word in made:
            move = position.parse_partial_move(word)
            refusal = position.why_illegal(move)
            if refusal is not None:
                raise IllegalMove(f"{word}: {refusal}")
            position = position.play_unchecked(move)
    except UserError as error:
        raise entry.error(str(error), line if made else None) from None
    return position


def _cells(entry: Entry, game: Game, start: Position) -> dict[Point, str]:
    """Return the signs by point; the drawing shows the lower left corner of the board, or all of it."""
    size, cells = start.size, dict[Point, str]()
    if len(entry.drawing) > size:
        raise entry.error(f"the drawing has more than {size} rows", entry.drawing[size][0])
    for row, (line, drawn) in enumerate(entry.drawing, size - len(entry.drawing)):
        signs = drawn.replace(" ", "")
        if len(signs) > size:
            raise entry.error(f"this row has more than {size} signs", line)
        if "#" in signs and "#" not in game.legend:
            raise entry.error(f"# has no meaning in {game.display_name}", line)
        cells |= {point_at(row, column, size): sign for column, sign in enumerate(signs) if sign in "XO#"}
    return cells


def _answer(
    entry: Entry, line: tuple[int, str, str], position: Position, is_played: bool
) -> LessonAnswerRule:
    """Return the rule in a line such as `right: D4, E5 -> F6: text`.

    Raise FileError if the line is not valid.
    """
    number, name, value = line
    head, colon, text = value.partition(": ")
    if not colon or not text.strip():
        raise entry.error(f"'{name}' must have the form '{name}: D4: text'", number)
    parts = head.partition("->")[::2]
    words, replies = (tuple(filter(None, map(str.strip, part.split(",")))) for part in parts)
    if not words:
        raise entry.error(f"'{name}' has no answer; use 'any' for all other answers", number)
    answers, is_right = () if _ANY in words else words, name == "right"
    moves = [*((word, is_right) for word in answers), *((word, False) for word in replies)]
    for word, is_legal in moves if is_played else ():
        problem = _problem(word, position, is_legal)
        if problem:
            raise entry.error(f"{word}: {problem}", number)
    return LessonAnswerRule(is_right, answers, replies, text.strip())


def _problem(word: str, position: Position, is_legal: bool) -> str:
    """Return what is wrong with a move, or an empty string if it is valid.

    is_legal -- whether the move must be legal; otherwise it need only be complete.
    """
    try:
        move = position.parse_partial_move(word)
    except UserError as error:
        return str(error)
    if is_legal:
        return position.why_illegal(move) or ""
    return "" if position.is_complete(move) else "that move is incomplete"
