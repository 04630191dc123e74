"""The phase in which lessons are given: a board, something to find, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Over, Phase
from gnugo_py.core.base_game import next_points
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Mistake, Play, Point
from gnugo_py.lessons.lesson import Course, Exercise, Judgement, Lesson, judged


class Word(NamedTuple):
    """A word of the lessons.

    name  -- what to type.
    help  -- what it does.
    wants -- whether something is typed after it.
    """

    name: str
    help: str
    wants: bool = False


WORDS = (
    Word("next", "the next board"),
    Word("back", "the board before"),
    Word("show", "what is looked for, and why"),
    Word("text", "all that was said of this board, on a page"),
    Word("lessons", "all lessons, and how far you are"),
    Word("learn", "another lesson: learn NAME", wants=True),
    Word("play", "a game of your own"),
    Word("help", "show this"),
    Word("quit", "leave the lessons; what you have done is remembered"),
)
ALIASES = {"?": "help", "exit": "quit", "list": "lessons", "hint": "show", "why": "show", "skip": "next"}
SHOWN = "next goes on, Return shows the board as it was:"
AGAIN = "another answer, or Return for the board as it was:"


def learning(context: Context, name: str, before: Phase) -> Phase:
    """Begin with a lesson, or with the first board that is not done for an empty name.

    before -- what goes on after the lessons.
    """
    try:
        course = context.services.course()
        if course is None:
            raise Mistake("there are no lessons here")
        lesson = _named(course, name) if name else _first(course, context)
    except Mistake as error:
        context.say("refusal", f"{error}.")
        return before.come_back()
    trouble = course.trouble()
    if trouble:
        context.say("trouble", f"{trouble}.")
    return Learning(context, course, lesson, before).shown()


def overview(course: Course) -> tuple[str, ...]:
    """A line for each lesson: whether it is done, its name, how many boards, its title."""
    done, widest = course.done(), max(len(each.name) for each in course.lessons)
    return tuple(
        f"{_mark(done.get(each.name, 0), len(each.exercises))} {each.name:<{widest}}"
        f"  {len(each.exercises):>2}  {each.title}"
        for each in course.lessons
    )


def _mark(done: int, number: int) -> str:
    return "*" if done >= number else "." if done else " "


def _named(course: Course, name: str) -> Lesson:
    """The lesson of a name, or of a number.  Raises Mistake if there is none."""
    word = name.strip().lower()
    if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(course.lessons):
        return course.lessons[int(word[:4]) - 1]
    found = [each for each in course.lessons if each.name == word]
    if found:
        return found[0]
    names = ", ".join(each.name for each in course.lessons)
    raise Mistake(f"there is no lesson {word[:30]!r}; there are {names}")


def _first(course: Course, context: Context) -> Lesson:
    """The first lesson that is not done: of the game that is played, if one is."""
    done, session = course.done(), context.session
    mine = [each for each in course.lessons if session is None or each.game is session.game]
    fresh = (each for each in mine if done.get(each.name, 0) < len(each.exercises))
    return next(fresh, (mine or course.lessons)[0])


class Learning(Phase):
    """A board of a lesson, to be answered.

    number -- which board it is, from 0.
    is_met -- whether it was answered rightly.
    """

    is_turn = True

    def __init__(
        self, context: Context, course: Course, lesson: Lesson, before: Phase, number: int | None = None
    ) -> None:
        self._context, self._course, self._given, self._before = context, course, lesson, before
        if number is None:
            done = course.done().get(lesson.name, 0)
            number = done if done < len(lesson.exercises) else 0
        self.number, self.is_met = number, False
        self._picked: tuple[Point, ...] = ()
        self._position = self.exercise.position
        self._ask()

    @property
    def exercise(self) -> Exercise:
        """The board."""
        return self._given.exercises[self.number]

    @property
    def lesson(self) -> str:
        """What is taught, and which board of how many this is."""
        place = f"board {self.number + 1} of {len(self._given.exercises)}"
        return f"{self._given.title}: {self.exercise.title} ({place})"

    @property
    def board(self) -> tuple[Game, Position]:
        """The game of the lesson, and its board as it is shown."""
        return self._given.game, self._position

    def shown(self) -> Phase:
        """The board, and what there is to find."""
        first = self._given.text if self.number == 0 else ()
        self._tell(*first, *self.exercise.text)
        return self

    def take(self, line: str) -> Phase:
        """An answer, or one of the words."""
        name, _, rest = line.lower().partition(" ")
        word = next((each for each in WORDS if each.name == ALIASES.get(name, name)), None)
        if word is not None and (word.wants or not rest):
            actions: Mapping[str, Callable[[], Phase]] = {
                "next": lambda: self._to(self.number + 1),
                "back": lambda: self._to(self.number - 1),
                "show": self._show,
                "text": self._text,
                "lessons": self._lessons,
                "learn": lambda: self._other(rest),
                "play": self._play,
                "help": self._help,
                "quit": self._quit,
            }
            return actions[word.name]()
        if not line:
            self._ask()
            return self._to(self.number + 1) if self.is_met else self.shown()
        return self._answered(line)

    def _answered(self, line: str) -> Phase:
        """What comes of an answer."""
        self.is_met = False
        try:
            line = self._whole(line)
            if not line:
                return self
            found = judged(self._given.game, self.exercise, line)
        except IllegalMove as error:
            return self._refused(f"that is no legal move: {error}.")
        except Mistake as error:
            return self._refused(f"not understood: {error}; help shows the words.")
        reply = f"{found.position.to_move.other} plays {found.reply}." if found.reply else ""
        self.is_met = found.is_right
        if found.is_right:
            self._course.keep(self._given.name, self.number + 1)
        self.prompt = "Return goes on:" if found.is_right else AGAIN
        verdict = "Right." if found.is_right else "Not yet."
        said = " ".join(filter(None, (verdict, reply, found.text)))
        self._after(found, said)
        return self

    def _after(self, found: Judgement, said: str) -> None:
        """Show what came of an answer."""
        is_moved = found.position is not self.exercise.position
        lit = self._given.game.marks(found.position).last if is_moved else ()
        self._draw(found.position, lit, said)

    def _whole(self, line: str) -> str:
        """An answer with the points before it, for a move of several points; empty until it is whole."""
        game, exercise = self._given.game, self.exercise
        if len(game.steps) == 1 or not exercise.is_played:
            return line
        move = game.parse_move(line, exercise.position)
        if not isinstance(move, Play) or len(move.points) == len(game.steps):
            self._picked = ()
            return line
        position = exercise.position
        if move.points[0] not in next_points(position, self._picked):
            refusal = position.why_illegal(Play((*self._picked, *move.points)))
            self._picked = ()
            raise IllegalMove(refusal or "no move goes there")
        self._picked += move.points
        if len(self._picked) < len(game.steps):
            begun = game.format_move(Play(self._picked), exercise.position)
            self._context.say("refusal", f"{begun}: {game.steps[len(self._picked)]}")
            return ""
        whole, self._picked = game.format_move(Play(self._picked), exercise.position), ()
        return whole

    def _ask(self) -> None:
        """Set the prompt."""
        asked = "your move?" if self.exercise.is_played else "your answer?"
        self.prompt = "Return goes on:" if self.is_met else asked

    def _tell(self, *lines: str) -> None:
        self._draw(self.exercise.position, (), *lines)

    def _draw(self, position: Position, lit: Sequence[Point], *lines: str) -> None:
        context, game = self._context, self._given.game
        self._position = position
        context.grid = position.grid()
        context.say("moment", self.lesson, grid=None)
        marks = tuple((game.cell_of(point, position), "") for point in lit)
        context.say("choice", *lines, grid=context.grid, marks=marks)

    def _to(self, number: int) -> Phase:
        """Another board, or the next lesson after the last one."""
        lessons = self._course.lessons
        if 0 <= number < len(self._given.exercises):
            return Learning(self._context, self._course, self._given, self._before, number).shown()
        at = lessons.index(self._given) + (1 if number > 0 else -1)
        if 0 <= at < len(lessons):
            given = lessons[at]
            first = 0 if number > 0 else len(given.exercises) - 1
            if number > 0:
                self._context.say("news", f"The next lesson: {given.title}.")
            return Learning(self._context, self._course, given, self._before, first).shown()
        last = "that was the last board; lessons lists all, play begins a game, quit leaves."
        told = last if number > 0 else "this is the first board."
        return self._refused(told)

    def _show(self) -> Phase:
        """A right answer, made on the board, and what is said to it."""
        answer = next(each for each in self.exercise.answers if each.is_right)
        found = judged(self._given.game, self.exercise, answer.words[0])
        self._after(found, f"Looked for: {', '.join(answer.words)}. {answer.text}")
        self.prompt = SHOWN
        return self

    def _text(self) -> Phase:
        """What was said of the board, and of the lesson."""
        self._context.say("page", self.lesson, "", *self._given.text, *self.exercise.text)
        return self

    def _lessons(self) -> Phase:
        told = "Done: *, begun: a dot.  Type learn and a name."
        self._context.say("page", *overview(self._course), "", told)
        return self

    def _other(self, name: str) -> Phase:
        try:
            lesson = _named(self._course, name) if name else _first(self._course, self._context)
        except Mistake as error:
            return self._refused(f"{error}.")
        return Learning(self._context, self._course, lesson, self._before).shown()

    def _play(self) -> Phase:
        """Back to the game or, where there is none, to a new one."""
        return Over(wants_new=True, before=self) if self._before.is_over else self._quit()

    def come_back(self) -> Phase:
        """The board again."""
        return self.shown()

    def _help(self) -> Phase:
        head = f"Type a point, like {self._given.game.example}, or another answer; or one of these words:"
        self._context.say("page", head, *(f"  {each.name:<9}{each.help}" for each in WORDS))
        return self

    def _quit(self) -> Phase:
        before = self._before
        if self._context.session is not None and not before.is_over and before.viewing is None:
            self._context.say("choice", "Back in the game.")
            self._context.show()
        return before.come_back()

    def _refused(self, reason: str) -> Phase:
        self._context.say("refusal", reason)
        return self
