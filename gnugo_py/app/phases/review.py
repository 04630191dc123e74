"""How a moment of a game that is looked through is told of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from gnugo_py.app.context import Context
from gnugo_py.app.events import Marks
from gnugo_py.app.mistakes import Chances, lessons_of, looked_at, told
from gnugo_py.app.phases.base import Considering, Phase, Task, Viewing, left
from gnugo_py.app.phases.lesson import learning
from gnugo_py.app.review_commands import ALIASES, WORDS, review_help
from gnugo_py.core.position import Position
from gnugo_py.core.text import width
from gnugo_py.core.types import Mistake, Play, Point, Side
from gnugo_py.engines.engine import Choice
from gnugo_py.engines.levels import LEVELS
from gnugo_py.play.game_tree import Moment, Reader, Story, place_of, possible, way_to, written
from gnugo_py.play.session import Session

SHOWN_WAYS, LONGEST_SHOWN = 9, 300


def told_of(story: Story, reader: Reader, position: Position) -> tuple[tuple[str, ...], Marks]:
    """What there is to say of where a reader is, and what to draw over the board.

    position -- the one there.
    """
    moment = reader.moment
    signs = {**_numbers(moment), **dict(moment.signs)}
    marks = tuple((story.game.cell_of(point, position), _one_cell(sign)) for point, sign in signs.items())
    ways = _ways(story, moment)
    title = (moment.title,) if moment.title else ()
    return (_headline(story, reader, position), *ways, *title, *_comment(moment)), marks


def _headline(story: Story, reader: Reader, position: Position) -> str:
    """The number of the move, the move, and which variation it begins."""
    moment, parent = reader.moment, reader.moment.parent
    words = f"move {moment.number} of {reader.last.number}"
    if moves := written(story, moment):
        words += f": {position.mover} {moves}"
    if parent is not None and len(parent.children) > 1:
        words += f" (variation {place_of(moment) + 1} of {len(parent.children)})"
    return words


def _ways(story: Story, moment: Moment) -> list[str]:
    """How the game goes on, where there are several ways."""
    ways = moment.children
    if len(ways) < 2:
        return []
    named = [f"{number} {written(story, way) or 'no move'}" for number, way in enumerate(ways, 1)]
    more = ", ..." if len(ways) > SHOWN_WAYS else ""
    return [f"{len(ways)} variations: {', '.join(named[:SHOWN_WAYS])}{more}; type variation and a number."]


def _comment(moment: Moment) -> tuple[str, ...]:
    """The comment, or how it begins."""
    comment = moment.comment
    whole = "\n".join(comment)
    if len(whole) <= LONGEST_SHOWN:
        return comment
    return (*f"{whole[:LONGEST_SHOWN]} ...".splitlines(), "(why shows all)")


def _numbers(moment: Moment) -> dict[Point, str]:
    """The numbers of the ways to go on, where there are several, on their points."""
    ways, found = moment.children, dict[Point, str]()
    for number, way in enumerate(ways[:SHOWN_WAYS] if len(ways) > 1 else (), 1):
        with suppress(Mistake):
            move = way.position.last_move
            if isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0:
                found.setdefault(move.points[0], str(number))
    return found


def _one_cell(sign: str) -> str:
    """The first letter of a sign, if it takes one cell of a screen."""
    return sign[:1] if sign[:1].isprintable() and width(sign[:1]) == 1 else "?"


LOOKING = 3
"""The level that looks at the chances."""
NOTHING = "there is nothing further that way."


class Reviewing(Phase):
    """A game looked through.

    story  -- the game.
    start  -- plays a game that goes on from a moment.
    before -- the phase that goes on after it.
    """

    def __init__(
        self, context: Context, story: Story, start: Callable[[Session], Phase], before: Phase
    ) -> None:
        self._context, self._start, self._before = context, start, before
        self.story = story
        self._reader = Reader(story.now)
        self._chances = Chances((), ())

    @property
    def moment(self) -> Moment:
        """Where it is."""
        return self._reader.moment

    @property
    def viewing(self) -> Viewing:
        """What is looked through."""
        line = self._reader.line
        is_same = self._chances.line == tuple(line)
        return Viewing(self.story, self.moment, line, self._chances.shares if is_same else ())

    def take(self, line: str) -> Phase:
        """One of the words."""
        name, _, rest = line.lower().partition(" ")
        name, rest = ALIASES.get(name, name), line.partition(" ")[2].strip()
        word = next((each for each in WORDS if each.name == name), None)
        if not line:
            return self
        if word is None and (way := self._way(line)) is not None:
            return self.at(way)
        if word is None:
            return self._refused(f"{line.split()[0][:20]!r} is no word of the review; help shows them.")
        if rest and not word.wants:
            return self._refused(f"{word.name} takes no further word.")
        actions: Mapping[str, Callable[[str], Phase]] = {
            "next": lambda rest: self._along(rest, self._reader.onward()),
            "back": lambda rest: self._along(rest, iter(way_to(self.moment)[::-1])),
            "start": lambda _: self.at(self.story.root),
            "end": lambda _: self._end(),
            "goto": self._goto,
            "variation": self._variation,
            "why": self._why,
            "hint": self._hint,
            "score": self._score,
            "graph": self._graph,
            "lessons": self._lessons,
            "learn": lambda rest: learning(self._context, rest, self),
            "play": self._play,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        return actions[word.name](rest)

    def at(self, moment: Moment) -> Phase:
        """Go to a moment, and show it; stay if its move cannot be made."""
        try:
            position = moment.position
        except Mistake as error:
            return self._refused(f"the file goes on with a move that cannot be made: {error}.")
        self._reader.go(moment)
        self._show(position)
        return self

    def show(self) -> Phase:
        """Tell what is looked through, and show where it is."""
        self._context.say("news", self.story.title, *self.story.facts)
        return self.at(self.moment)

    def _way(self, line: str) -> Moment | None:
        """The way that goes on with a move, None if none does."""
        ways = self.moment.children
        return next((way for way in ways if written(self.story, way).lower() == line.lower()), None)

    def _show(self, position: Position) -> None:
        game = self.story.game
        self.prompt = f"move {self.moment.number} of {self._reader.last.number}; next, back, help or quit:"
        self._context.grid = position.grid()
        lines, marks = told_of(self.story, self._reader, position)
        self._context.say("moment", *lines, *game.status(position), grid=self._context.grid, marks=marks)

    def _along(self, rest: str, way: Iterator[Moment]) -> Phase:
        """Some moments along a way, the first of which is where it is."""
        next(way)
        if rest in ("capture", "comment"):
            return self._seek(way, self._takes if rest == "capture" else lambda moment: bool(moment.comment))
        if rest and not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6 and int(rest)):
            return self._refused("type a number of moves, capture or comment after it.")
        found = None
        for _, moment in zip(range(int(rest or 1)), way, strict=False):
            found = moment
        return self._refused(NOTHING) if found is None else self.at(found)

    def _end(self) -> Phase:
        """To the last moment of the line that can be reached."""
        last = self.moment
        for moment in self._reader.onward():
            try:
                _ = moment.position
            except Mistake as error:
                self._refused(f"the file goes on with a move that cannot be made: {error}.")
                break
            last = moment
        return self.at(last)

    def _seek(self, way: Iterator[Moment], fits: Callable[[Moment], bool]) -> Phase:
        """The first moment of a way that fits."""
        try:
            found = next((moment for moment in way if fits(moment)), None)
        except Mistake as error:
            return self._refused(f"the file goes on with a move that cannot be made: {error}.")
        return self._refused(NOTHING) if found is None else self.at(found)

    def _takes(self, moment: Moment) -> bool:
        """Whether a move took something."""
        return bool(self.story.game.marks(moment.position).taken)

    def _goto(self, rest: str) -> Phase:
        line = self._reader.line
        is_number = rest.isascii() and rest.isdigit() and len(rest) < 7
        found = next((moment for moment in line if is_number and moment.number >= int(rest)), None)
        if found is None:
            return self._refused(f"type goto and the number of a move, 0 to {line[-1].number}.")
        return self.at(found)

    def _variation(self, rest: str) -> Phase:
        """Into a way to go on or, at the beginning of one of several, to a sister of it."""
        ways = self.moment.children
        if rest in ("next", "previous"):
            return self._sister(1 if rest == "next" else -1)
        if rest.isascii() and rest.isdigit() and len(rest) < 6 and 0 < int(rest) <= len(ways):
            return self.at(ways[int(rest) - 1])
        if len(ways) < 2:
            return self._refused("no variation begins here.")
        return self._refused(f"type variation and a number, 1 to {len(ways)}.")

    def _sister(self, step: int) -> Phase:
        """The next variation beside this one."""
        parent = self.moment.parent
        if parent is None or len(parent.children) < 2:
            return self._refused("there is no other variation beside this.")
        return self.at(parent.children[(place_of(self.moment) + step) % len(parent.children)])

    def _why(self, _: str) -> Phase:
        """What the file says of the move, or who would have played what."""
        moment = self.moment
        if moment.comment:
            self._context.say("page", *moment.comment)
            return self
        if moment.parent is None:
            return self._refused("no move led here.")
        return self._asked(moment.parent.position, None, "would have played")

    def _hint(self, rest: str) -> Phase:
        if rest and rest not in map(str, range(1, LEVELS + 1)):
            return self._refused(f"type hint, or hint and a level, 1 to {LEVELS}.")
        return self._asked(self.moment.position, int(rest) if rest else None, "would play")

    def _asked(self, position: Position, level: int | None, does: str) -> Phase:
        """Have an adviser tell of a position."""
        context, game = self._context, self.story.game
        adviser = context.services.adviser(game, position, level)
        if position.decided is not None:
            return self._refused("the game is over here.")
        if adviser is None:
            return self._refused(f"nobody here can tell of {game.name}.")
        at = game.going_on(position, position.to_move)

        def told(choice: Choice[Any]) -> Phase:
            title = f"{adviser.name} {does} {game.format_move(choice.move, at)}:"
            context.explain((title, *adviser.explain(at, choice)), at, adviser, choice)
            return self

        task = Task(adviser, lambda: adviser.choose(at, adviser.fresh_memory()), told, self._broken_off)
        return Considering(task, self)

    def _score(self, _: str) -> Phase:
        self._context.estimate(self.story.game, self.moment.position)
        return self

    def _graph(self, _: str) -> Phase:
        """Have the chances of the whole line looked at, and tell of them."""
        adviser = self._context.services.adviser(self.story.game, self.moment.position, LOOKING)
        if adviser is None:
            return self._refused(f"nobody here can tell of {self.story.game.name}.")
        line, found = possible(self._reader.line), list[float | None]()

        def think() -> Choice[Any]:
            return looked_at(adviser, [moment.position for moment in line], found)

        def done(known: int) -> Phase:
            self._chances = Chances(tuple(line), tuple(found[:known]))
            self._context.say("news", *told(self._chances, lambda moment: written(self.story, moment)))
            return self

        def so_far() -> str:
            return f"move {len(found)} of {len(line) - 1}"

        task = Task(
            adviser, think, lambda _: done(len(found)), lambda _: done(max(len(found) - 1, 0)), so_far
        )
        return Considering(task, self)

    def _lessons(self, _: str) -> Phase:
        """What can be learned from the line that is looked along."""
        line = self._reader.line
        known: list[str] = []
        with suppress(Mistake):  # lessons that cannot be read
            course = self._context.services.course()
            known = [each.name for each in course.lessons] if course is not None else []
        told = lessons_of(self.story.game, line, self._chances if self.viewing.chances else None, known)
        self._context.say("page", *told)
        return self

    def come_back(self) -> Phase:
        """Show again where it is."""
        return self.at(self.moment)

    def _play(self, _: str) -> Phase:
        """Play on from here, the game before left as it is."""

        def act() -> Phase:
            try:
                session = self.story.begin(self.moment)
            except Mistake as error:
                return self._refused(f"{error}.")
            seats = (f"{side}: {_name(session, side)}" for side in Side)
            self._context.say("news", f"A new game from move {self.moment.number}.  {', '.join(seats)}.")
            return self._start(session)

        return left(self._context, act, self)

    def _save(self, rest: str) -> Phase:
        if not rest:
            return self._refused("type save and a name.")
        self._context.say("news", self.story.save(rest))
        return self

    def _help(self, _: str) -> Phase:
        self._context.say("page", *review_help())
        return self

    def _quit(self, _: str) -> Phase:
        if self._context.session is not None and not self._before.is_over:
            self._context.say("choice", "Back in the game.")
            self._context.show()
        return self._before.come_back()

    def _broken_off(self, reason: str) -> Phase:
        return self._refused(f"{reason}.")

    def _refused(self, reason: str) -> Phase:
        """Say why something was not done, and stay."""
        self._context.say("refusal", reason)
        return self


def _name(session: Session, side: Side) -> str:
    """Who plays a side."""
    player = session.players.get(side)
    return player.name if player is not None else "you"
