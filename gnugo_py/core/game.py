"""The base class of games: what is known before there is a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gnugo_py.core.options import (
    CommandLineOption,
    FormField,
    OptionQuestion,
    check_size,
    format_number_choices,
)
from gnugo_py.core.position import Position
from gnugo_py.core.types import UserError, require_type


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
