"""The base classes of games, with the options of a new game, and of the count at the end of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from gnugo_py.games.diagram import Diagram
from gnugo_py.games.points import check_size
from gnugo_py.games.position import Position
from gnugo_py.games.types import COLORS_BY_WORD, Outcome, Point, UserError


class Choice(NamedTuple):
    """A value that the form for a new game offers for an option.

    text  -- the value in words.
    value -- the value, as in `Game.start`.
    note  -- an explanation for beginners; empty if there is none.
    """

    text: str
    value: object
    note: str = ""


class Option(NamedTuple):
    """An option of a new game, as the command line and the form know it.

    name          -- the key in the options of `Game.start`, and the name on the command line.
    label         -- the label in the form.
    choices       -- the values that the form offers.
    default       -- the value that is selected initially.
    kind          -- what is parsed: a board `size`, a `count`, a `number`, a `color`, a `word`, or a `flag`.
    values        -- the permitted values; of a count and of a number, the first and last are the limits.
    description   -- what it is and, if that is not an obvious value, what applies without it.
    """

    name: str
    label: str = ""
    choices: tuple[Choice, ...] = ()
    default: object = None
    kind: Literal["size", "count", "number", "color", "word", "flag"] = "word"
    values: Sequence[Any] = ()
    description: str = ""

    @property
    def default_index(self) -> int:
        """The index of the choice that is selected initially."""
        return [each.value for each in self.choices].index(self.default)

    def parse(self, text: str) -> object:
        """Parse a word of the command line. Raise UserError, which states the expected input.

        The limits of a count are not checked, because they can depend on other options.
        """
        if self.kind == "size":
            return parse_int(text, self.values[0], self.values[-1])
        if self.kind == "count":
            try:
                return int(text)
            except ValueError:
                raise UserError(f"{text!r} is not a whole number") from None
        if self.kind == "number":
            low, high = self.values[0], self.values[-1]
            with suppress(ValueError):
                if low <= (number := float(text)) <= high:
                    return number
            raise UserError(f"{text!r} is not a valid {self.name}; use a number from {low} to {high}")
        if self.kind == "color":
            if text.lower() not in COLORS_BY_WORD:
                raise UserError("type b or w")
            return COLORS_BY_WORD[text.lower()]
        return text


def parse_int(text: str, minimum: int, maximum: int) -> int:
    """Parse a whole number from `minimum` to `maximum`, both inclusive.

    Raise UserError, with the range, if the text is not such a number.
    """
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and minimum <= int(word) <= maximum:
        return int(word)
    raise UserError(f"type a whole number from {minimum} to {maximum}")


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A board game: its names and pages, its options, and the start. There is one instance per game.

    name                  -- the key of the game in `registry.GAMES`.
    display_name          -- the name that people read.
    how_to_play           -- a page that explains to a beginner how to play the game in this program.
    position_class        -- the class of its positions, whose `game` it becomes.
    sizes, default_size   -- the board sizes to choose from, and the one that is played by default.
    legend                -- one line that explains the signs in diagrams.
    example_move          -- an example of a move as a player types it.
    point_prompts         -- the prompts for the points of a move, one per point.
    can_pass              -- whether players may pass.
    marks_moves           -- whether a screen always marks the points where one can play.
    has_count             -- whether a finished game is counted; otherwise the position determines the winner.
    default_match_options -- the default options of a game between two engines.
    """

    name: str
    display_name: str
    how_to_play: str
    position_class: type[Position]
    sizes: tuple[int, ...]
    default_size: int
    legend: str = "X Black, O White, - empty"
    example_move: str = "D4"
    point_prompts: tuple[str, ...] = ("your move?",)
    can_pass: bool = False
    marks_moves: bool = False
    has_count: bool = False
    default_match_options: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.position_class.game = self

    def options(self, chosen: Mapping[str, object], command: str = "play") -> tuple[Option, ...]:
        """Return the options of a new game as they are after what was chosen; for most games, the board size.

        chosen  -- the options chosen so far.
        command -- the command that starts the game: `play` or `match`, or `gtp`, where GTP sets the size.

        The first option of `play` is the board size.
        """
        usual = self.default_size
        size = Option(
            "size",
            "Board",
            tuple(Choice(f"{size}x{size}", size) for size in self.sizes),
            usual,
            kind="size",
            values=self.sizes,
            description=f"Board size (default: {usual}).",
        )
        return () if command == "gtp" else (size,)

    def start(self, options: Mapping[str, object]) -> Position:
        """Return the starting position, by default on a board of the size in the options.

        Raise UserError, with a remedy, if an option is invalid.
        """
        return self.position_class.start(self.size_from_options(options))

    def size_from_options(self, options: Mapping[str, object]) -> int:
        """Return the board size from the options, or the default size.

        Raise UserError if the game has no board of that size.
        """
        return check_size(options.get("size", self.default_size), self.sizes)


class CountQuestion(NamedTuple):
    """A question of a count, which is answered with points.

    prompt      -- the question.
    help        -- the lines of the help page about the answers.
    explanation -- what to say when the question is first asked.
    notes       -- what to say below the board, also after each answer.
    has_answers -- whether a point can answer it.
    """

    prompt: str
    help: tuple[str, ...]
    explanation: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    has_answers: bool = True


class InteractiveCount(Protocol):
    """The count after play has stopped, which never changes: Go asks for dead stones, then neutral points."""

    __slots__ = ()

    @property
    def question(self) -> CountQuestion | None:
        """The current question, or None if there are no more questions."""

    @property
    def outcome(self) -> Outcome:
        """The outcome of the game with the answers so far."""

    def with_point_entered(self, point: Point) -> InteractiveCount:
        """Return the count after a point is entered; the same one if that changes nothing.

        Raise IllegalMove, with the reason, if the point is not a valid answer to the current question.
        """

    def at_next_stage(self) -> InteractiveCount:
        """Return the count after the current question is closed."""

    def diagram(self) -> Diagram:
        """Return the board at the present stage of the count."""

    def summary(self) -> tuple[str, ...]:
        """Return the result so far as sentences."""
