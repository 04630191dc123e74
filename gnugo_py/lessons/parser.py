"""Reading a lesson file.

A file is one lesson: an entry that says what it is, then an entry for each board.  Entries are lines
`field: value`, then a drawing, then a blank line; a line that begins with `#` is a comment.  A line that
is set in and has no field goes on with the one before, unless it is drawn.  `01-stones.txt` tells more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from gnugo_py.core.game import Game, is_whole, why_refused
from gnugo_py.core.options import whole_number
from gnugo_py.core.position import Position
from gnugo_py.core.text import blocks
from gnugo_py.core.types import FileMistake, IllegalMove, Mistake, Point, Side
from gnugo_py.lessons.lesson import Answer, Exercise, Lesson

SIZES = {"go": 9, "hex": 5, "amazons": 6, "tanbo": 9}
"""The size of a board, by the name of its game, where a lesson does not say another."""
SIGNS = "XO#.-+"
_SIDES = {"X": Side.BLACK, "O": Side.WHITE}
OF_LESSON = ("title", "game", "text", "size")
OF_BOARD = ("board", "text", "to play", "moves", "ask", "goal", "right", "wrong")
FIELDS = tuple(dict.fromkeys(OF_LESSON + OF_BOARD))
_FIELD = re.compile(rf"({'|'.join(FIELDS)}):(.*)")
_TYPO = re.compile(r"([a-z]+):")
_ANY = "any"


@dataclass(slots=True)
class _Entry:
    """An entry as read: its fields in order, and its drawing, with the lines they stand on."""

    file: str
    line: int
    fields: list[tuple[int, str, str]] = field(default_factory=list)
    drawing: list[tuple[int, str]] = field(default_factory=list)

    def error(self, problem: str, line: int | None = None) -> FileMistake:
        return FileMistake(self.file, line or self.line, problem)

    def all(self, *names: str) -> list[tuple[int, str, str]]:
        """The fields of some names, in order."""
        return [each for each in self.fields if each[1] in names]

    def allow_only(self, names: tuple[str, ...]) -> None:
        """Raises FileMistake for a field that does not belong here."""
        for line, name, _ in self.fields:
            if name not in names:
                raise self.error(f"'{name}' does not belong here; there may be {', '.join(names)}", line)

    def one(self, name: str, usual: str | None = None) -> tuple[int, str]:
        """A field that stands there once, or is what is usual.  Raises FileMistake."""
        found = self.all(name)
        if len(found) > 1:
            problem = f"a second '{name}' in one entry; is a blank line missing before it?"
            raise self.error(problem, found[1][0])
        if found and found[0][2]:
            return found[0][0], found[0][2]
        if usual is None:
            raise self.error(f"this entry needs a line '{name}: ...'")
        return self.line, usual


def parse_lesson(text: str, file: str, name: str, game_of: Callable[[str], Game]) -> Lesson:
    """The lesson of a file.

    text    -- what the file holds.
    file    -- its name, for messages.
    name    -- what the lesson is called.
    game_of -- the game of a name; raises KeyError if there is none.

    Raises FileMistake.
    """
    entries = list(_entries(text, file))
    if not entries or not entries[0].all("title"):
        raise FileMistake(file, entries[0].line if entries else 1, "a lesson begins with 'title: ...'")
    first, *boards = entries
    first.allow_only(OF_LESSON)
    line, called = first.one("game", "go")
    try:
        game = game_of(called)
    except KeyError:
        raise first.error(f"there is no game '{called}'", line) from None
    if not boards:
        raise first.error("this lesson has no board; a blank line goes before 'board: ...'")
    line, size = first.one("size", str(SIZES.get(called, 9)))
    try:
        start = game.start({"size": whole_number(size, 1, 25)})
    except ValueError as error:
        raise first.error(str(error), line) from None
    exercises = tuple(_exercise(entry, game, start) for entry in boards)
    paragraphs = tuple(value for _, _, value in first.all("text"))
    return Lesson(name, first.one("title")[1], game, paragraphs, exercises)


def _is_drawn(content: str) -> bool:
    return set(content) <= {*SIGNS, " "} and len(content) > 1


def _entries(text: str, file: str) -> Iterator[_Entry]:
    for block in blocks(text, lambda content: content.startswith("#") and not _is_drawn(content)):
        entry = _Entry(file, block[0][0])
        for line, raw in block:
            _take(entry, line, raw)
        yield entry


def _take(entry: _Entry, line: int, raw: str) -> None:
    """Note a line of an entry.  Raises FileMistake."""
    content = raw.strip()
    found = _FIELD.match(content)
    if found:
        entry.fields.append((line, found[1], found[2].strip()))
    elif _is_drawn(content):
        entry.drawing.append((line, content))
    elif (typo := _TYPO.match(raw)) is not None or _is_row(content):
        problem = f"no field is called '{typo[1]}'" if typo else f"no row of a drawing: {content[:30]!r}"
        raise entry.error(f"{problem}; fields are {', '.join(FIELDS)}, signs {SIGNS}", line)
    elif entry.fields and not entry.drawing:
        number, name, value = entry.fields[-1]
        entry.fields[-1] = (number, name, f"{value} {content}")
    else:
        raise entry.error(f"neither a field nor a row of a drawing: {content[:30]!r}", line)


def _is_row(content: str) -> bool:
    """Whether a line looks like a row of a drawing: single signs and spaces."""
    signs = content.split()
    return len(signs) > 1 and all(len(sign) == 1 for sign in signs)


def _exercise(entry: _Entry, game: Game, start: Position) -> Exercise:
    """A board of a lesson.  Raises FileMistake."""
    entry.allow_only(OF_BOARD)
    position = _position(entry, game, start)
    line, ask = entry.one("ask", "move")
    if ask not in ("move", "name"):
        raise entry.error(f"'ask' must be move or name, not '{ask}'", line)
    given = entry.all("right", "wrong")
    answers = tuple(_answer(entry, each, game, position, ask == "move") for each in given)
    if not any(answer.is_right for answer in answers):
        raise entry.error("this board needs a line 'right: ...'")
    words = [word.lower() for answer in answers for word in answer.words]
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise entry.error(f"{twice} is answered twice")
    text = tuple(value for _, _, value in entry.all("text"))
    _, goal = entry.one("goal", "points")
    return Exercise(entry.one("board")[1], text, position, ask == "move", answers, goal, entry.line)


def _position(entry: _Entry, game: Game, start: Position) -> Position:
    """The board as it is drawn, and after the moves that led further."""
    line, sign = entry.one("to play", "X")
    if sign not in _SIDES:
        raise entry.error(f"'to play' must be X or O, not '{sign}'", line)
    cells = _cells(entry, game, start)
    line, moves = entry.one("moves", "-")
    made = [] if moves == "-" else moves.split(", ")
    side = _SIDES[sign] if len(made) % 2 == 0 else _SIDES[sign].other
    try:
        position = game.arranged(start, cells, side) if entry.drawing else start
        for word in made:
            move = game.parse_move(word, position)
            refusal = why_refused(game, position, move)
            if refusal is not None:
                raise IllegalMove(f"{word}: {refusal}")
            position = position.play(move)
    except Mistake as error:
        raise entry.error(str(error), line if made else None) from None
    return position


def _cells(entry: _Entry, game: Game, start: Position) -> dict[Point, str]:
    """What is drawn, by point: the lower left corner of the board, or all of it."""
    height, width = len(start.grid().rows), len(start.grid().rows[0])
    cells = {}
    if len(entry.drawing) > height:
        raise entry.error(f"the drawing has more than {height} rows", entry.drawing[height][0])
    for row, (line, drawn) in enumerate(entry.drawing, height - len(entry.drawing)):
        signs = drawn.replace(" ", "")
        if len(signs) > width:
            raise entry.error(f"this row has more than {width} signs", line)
        for column, sign in enumerate(signs):
            if sign == "#" and "#" not in game.legend:
                raise entry.error(f"# means nothing in {game.name}", line)
            if sign in "XO#":
                cells[game.point_at(row, column, start)] = sign
    return cells


def _answer(
    entry: _Entry, line: tuple[int, str, str], game: Game, position: Position, is_played: bool
) -> Answer:
    """What is said to some answers: `right: D4, E5 -> F6: text`.  Raises FileMistake."""
    number, name, value = line
    head, colon, text = value.partition(": ")
    if not colon or not text.strip():
        raise entry.error(f"'{name}' is written '{name}: D4: what is said'", number)
    points, _, replies = head.partition("->")
    words = tuple(word.strip() for word in points.split(",") if word.strip())
    if not words:
        raise entry.error(f"'{name}' names no answer; 'any' stands for all others", number)
    if _ANY not in words:
        for word in words:
            problem = _problem(word, game, position, is_played, name == "right")
            if problem:
                raise entry.error(f"{word}: {problem}", number)
    answered = tuple(word.strip() for word in replies.split(",") if word.strip())
    for word in answered:
        problem = _problem(word, game, position, is_played, is_right=False)
        if problem:
            raise entry.error(f"{word}: {problem}", number)
    return Answer(name == "right", () if _ANY in words else words, answered, text.strip())


def _problem(word: str, game: Game, position: Position, is_played: bool, is_right: bool) -> str:
    """What is wrong with an answer, empty for nothing."""
    if not is_played:
        return ""
    try:
        move = game.parse_move(word, position)
    except Mistake as error:
        return str(error)
    if is_right:
        return why_refused(game, position, move) or ""
    return "" if is_whole(game, move) else "that is no whole move"
