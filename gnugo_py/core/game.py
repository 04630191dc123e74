"""The base class of games: what is known before there is a position, such as the options of a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.types import UserError, require_type

_ALL_SIZES = range(1, 27)
"""All board sizes that a game may have."""
_MAX_LISTED_NUMBERS = 5


class OptionQuestion(NamedTuple):
    """A question to ask before a new game.

    option -- the option that the answer sets, as in `Game.start`.
    prompt -- the text of the question.
    parse  -- converts an answer to a value; raises a UserError that states the expected input.
    help   -- an explanation for beginners.
    """

    option: str
    prompt: str
    parse: Callable[[str], object]
    help: str = ""


class FormField(NamedTuple):
    """A field of the form for a new game.

    option  -- the option that the field sets, as in `Game.start`.
    label   -- the label of the field.
    choices -- pairs of the text to show and the value of the option.
    default -- the index of the choice that is selected initially.
    notes   -- explanations for beginners, one per choice; the last one also applies to any further choices.
    rare    -- the values of the choices that are shown only if the user asks for more options.
    """

    option: str
    label: str
    choices: tuple[tuple[str, object], ...]
    default: int = 0
    notes: tuple[str, ...] = ()
    rare: tuple[object, ...] = ()

    def without_rare_choices(self) -> FormField:
        """Return the field without its rare choices; the default choice is kept even if it is rare."""
        kept = [
            number
            for number, (_, value) in enumerate(self.choices)
            if value not in self.rare or number == self.default
        ]
        notes = tuple(self.note(number) for number in kept) if self.notes else ()
        choices = tuple(self.choices[number] for number in kept)
        return self._replace(choices=choices, default=kept.index(self.default), notes=notes)

    def note(self, number: int) -> str:
        """Return the note for a choice, or an empty string."""
        return self.notes[min(number, len(self.notes) - 1)] if self.notes else ""


class CommandLineOption(NamedTuple):
    """A command line option.

    name     -- the name, as in `Game.start`; on the command line, underscores become dashes.
    help     -- the help text.
    parse    -- converts a word to a value; raises a UserError that states the expected input.
    commands -- the commands that have the option: `play`, `gtp`, `match`.
    choices  -- the permitted words; empty if the option does not have a fixed list of words.
    metavar  -- the placeholder in the help text if there are no choices.
    is_flag  -- whether it is a pair of flags: `--NAME` passes `yes` to `parse`, `--no-NAME` passes `no`.
    """

    name: str
    help: str
    parse: Callable[[str], object]
    commands: tuple[str, ...] = ("play", "gtp", "match")
    choices: tuple[str, ...] = ()
    metavar: str = ""
    is_flag: bool = False


def parse_int(text: str, minimum: int, maximum: int) -> int:
    """Parse a whole number from `minimum` to `maximum`, both inclusive.

    Raise UserError, with the range, if the text is not such a number.
    """
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 10 and minimum <= int(word) <= maximum:
        return int(word)
    raise UserError(f"type a whole number from {minimum} to {maximum}")


def check_size(size: object, sizes: Sequence[int] = _ALL_SIZES) -> None:
    """Raise UserError if a board size is not one of `sizes`, or is not an integer."""
    if isinstance(size, int) and size in sizes:
        return
    is_huge = isinstance(size, int) and size.bit_length() > 64  # Python refuses to print very large integers
    shown = "a huge number" if is_huge else f"{size!r:.20}"
    raise UserError(f"the board has {format_number_choices(sizes)} lines per side, not {shown}")


def format_number_choices(numbers: Sequence[int]) -> str:
    """Return numbers as a phrase: `5, 7 or 9`, or `2 to 25` for a long range without gaps."""
    if len(numbers) > _MAX_LISTED_NUMBERS and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    words = [str(number) for number in numbers]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class Game:
    """A board game: its names and pages, its options, and the start. There is one instance per game.

    name                  -- the key of the game in `registry.GAMES`.
    display_name          -- the name that people read.
    how_to_play           -- a page that explains to a beginner how to play the game in this program.
    legend                -- one line that explains the signs in diagrams.
    example_move          -- an example of a move as a player types it.
    point_prompts         -- the prompts for the points of a move, one per point.
    can_pass              -- whether players may pass.
    has_count             -- whether a finished game is counted; otherwise the position determines the winner.
    judge                 -- the module that judges positions; empty if there is none.
    default_match_options -- the default options of a game between two engines.
    sizes, default_size   -- the board sizes to choose from, and the one that is played by default.
    """

    name: ClassVar[str] = ""
    display_name: ClassVar[str] = ""
    how_to_play: ClassVar[str] = ""
    legend: ClassVar[str] = "X Black, O White, - empty"
    example_move: ClassVar[str] = "D4"
    point_prompts: ClassVar[tuple[str, ...]] = ("your move?",)
    can_pass: ClassVar[bool] = False
    has_count: ClassVar[bool] = False
    judge: ClassVar[str] = ""
    default_match_options: ClassVar[Mapping[str, object]] = {}
    sizes: ClassVar[tuple[int, ...]] = ()
    default_size: ClassVar[int] = 0

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command line options of the game; by default, the board size."""
        words = tuple(map(str, self.sizes))
        help_text = f"Board size (default: {self.default_size})."
        return (CommandLineOption("size", help_text, int, ("play", "match"), words),)

    def board_size_question(self) -> OptionQuestion:
        """Return the question about the board size, which is shown with the introduction.

        Its prompt is a full sentence. An empty answer selects the default.
        """
        usual, others = self.default_size, [size for size in self.sizes if size != self.default_size]
        prompt = f"The board has {usual} lines per side."
        if others:
            change = f"Type {format_number_choices(others)} now to change its size."
            prompt = f"The board is {usual}x{usual}. {change}"
        return OptionQuestion("size", prompt, self.parse_size)

    def questions(self, options: Mapping[str, object]) -> tuple[OptionQuestion, ...]:
        """Return the questions to ask before a game, in order; by default, none.

        options -- the options that are already set.
        """
        return ()

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the fields of the form for a new game, which cover more options than `questions`.

        options -- the options chosen so far, on which the choices may depend.
        """
        choices = tuple((f"{size}x{size}", size) for size in self.sizes)
        return (FormField("size", "Board", choices, self.sizes.index(self.default_size)),)

    def start(self, options: Mapping[str, object]) -> Position:
        """Return the starting position. Raise UserError, with a remedy, if an option is invalid."""
        raise NotImplementedError

    def require_position(self, position: object) -> None:
        """Raise TypeError if a value is not a position, and UserError if it is one of another game."""
        require_type("position", position, Position, f"a position of {self.display_name}")
        assert isinstance(position, Position)
        if position.game.name != self.name:
            raise UserError(
                f"position must be one of {self.display_name}, not of {position.game.display_name}"
            )

    def parse_size(self, text: str) -> int:
        """Parse a board size such as `9` or `9x9`.

        Raise UserError, with the available sizes, if the text is not one of them.
        """
        word = text.lower().partition("x")[0].strip()
        if word not in map(str, self.sizes):
            raise UserError(
                f"type {format_number_choices(self.sizes)}, or press Return for {self.default_size}"
            )
        return int(word)

    def size_from_options(self, options: Mapping[str, object]) -> int:
        """Return the board size from the options, or the default size.

        Raise UserError if the game has no board of that size.
        """
        size = options.get("size", self.default_size)
        check_size(size, self.sizes)
        assert isinstance(size, int)
        return size
