"""Base classes for board games; the defaults suit games without passes and without a count at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game, GameNotation
from gnugo_py.core.interactive_count import InteractiveCount
from gnugo_py.core.options import (
    CommandLineOption,
    FormField,
    OptionQuestion,
    check_size,
    format_number_choices,
)
from gnugo_py.core.position import Position
from gnugo_py.core.types import (
    Color,
    GtpCommandSequence,
    Move,
    Point,
    PositionMarks,
    UserError,
)

_POINT = re.compile(r"([A-Za-z])\s*([0-9]{1,3})")


class BaseGame(Game):
    """Base class for games whose points are named by the row and column labels of the diagram.

    Subclasses must implement `start` and `start_from_board`. Points are numbered `row * (size + 1) + column`,
    row 0 at the top.
    """

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
        """The option for the board size."""
        words = tuple(map(str, self.sizes))
        return (
            CommandLineOption(
                "size",
                f"Board size (default: {self.default_size}).",
                int,
                ("play", "match"),
                words,
            ),
        )

    def board_size_question(self) -> OptionQuestion:
        """Return the question about the board size."""
        return OptionQuestion("size", self._ask_size(), self.parse_size)

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

    def _ask_size(self) -> str:
        others = [size for size in self.sizes if size != self.default_size]
        if not others:
            return f"The board has {self.default_size} lines per side."
        return (
            f"The board is {self.default_size}x{self.default_size}."
            f" Type {format_number_choices(others)} now to change its size."
        )

    def questions(self, options: Mapping[str, object]) -> tuple[OptionQuestion, ...]:
        """Return no questions."""
        return ()

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form field for the board size."""
        return (size_field(self.sizes, self.default_size),)

    def with_move_limit(self, start: Position) -> Position:
        return start.with_move_limit()

    def options_of_position(self, position: Position) -> dict[str, object]:
        return position.start_options()

    def start_from_board(self, position: Position, cells: Mapping[Point, str], color: Color) -> Position:
        return position.with_board(cells, color)

    def with_play_resumed(self, position: Position, color: Color) -> Position:
        return position.with_play_resumed(color)

    def parse_move(self, text: str, position: Position) -> Move:
        return position.parse_partial_move(text)

    def format_move(self, move: Move, position: Position) -> str:
        return position.format_move(move)

    def format_point(self, point: Point, position: Position) -> str:
        return position.format_point(point)

    def status_lines(self, position: Position, is_over: bool) -> tuple[str, ...]:
        return position.status_lines(is_over)

    def prisoners(self, position: Position) -> tuple[int, int] | None:
        return position.prisoners

    def detail_lines(self, position: Position) -> tuple[str, ...]:
        return position.detail_lines()

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        return position.score_lines(dead)

    def score_diagram(self, position: Position, dead: int) -> Diagram | None:
        return position.score_diagram(dead)

    def marks(self, position: Position) -> PositionMarks:
        return position.marks()

    def describe_point(self, point: Point, position: Position) -> str:
        return position.describe_point(point)

    def partial_move_diagram(self, position: Position, chosen: tuple[Point, ...]) -> Diagram:
        return position.partial_move_diagram(chosen)

    def describe_effects(self, before: Position, after: Position) -> tuple[str, ...]:
        return after.effects()

    def manual_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        return position.manual_count(first, dead)

    def proposed_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        return position.proposed_count(first, dead)

    def gtp_setup(self, start: Position) -> tuple[tuple[GtpCommandSequence, ...], ...]:
        return start.gtp_setup()


def size_field(sizes: tuple[int, ...], usual: int) -> FormField:
    """Return the form field for the board size.

    sizes -- the available sizes.
    usual -- the size selected by default; one of `sizes`.
    """
    return FormField("size", "Board", tuple((f"{size}x{size}", size) for size in sizes), sizes.index(usual))


def example_move(game: GameNotation, position: Position) -> str:
    """See `Position`."""
    return position.example_move()


def next_points_of_move(position: Position, chosen: Sequence[Point]) -> list[Point]:
    """See `Position`."""
    return position.next_points(chosen)
