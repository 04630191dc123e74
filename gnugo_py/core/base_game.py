"""Base classes for board games; the defaults suit games without passes and without a count at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from gnugo_py.core.base_sgf_codec import BaseSgfCodec
from gnugo_py.core.bitboard import point_at, row_and_column, signs_by_point
from gnugo_py.core.diagram import Diagram, cell_name, format_diagram
from gnugo_py.core.game import (
    Game,
    GameNotation,
    GtpCommandSequence,
    InteractiveCount,
    PositionMarks,
    final_outcome,
    why_illegal,
)
from gnugo_py.core.options import (
    CommandLineOption,
    FormField,
    OptionQuestion,
    check_size,
    format_number_choices,
)
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, dead_stones
from gnugo_py.core.sgf_codec import SgfCodec
from gnugo_py.core.text import truncate
from gnugo_py.core.types import (
    RESIGN,
    Color,
    IllegalMove,
    Move,
    Outcome,
    Pass,
    Play,
    Point,
    Resign,
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

    @cached_property
    def sgf_codec(self) -> SgfCodec:
        """The codec that writes points as pairs of letters."""
        return BaseSgfCodec(self)

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
        """Return the start unchanged, because these games always end."""
        return start

    def options_of_position(self, position: Position) -> dict[str, object]:
        """Return the board size as the option `size`."""
        return {"size": position.size}

    def with_play_resumed(self, position: Position, color: Color) -> Position:
        """Return the position with `color` to move. If the game is over, return the position unchanged."""
        return position if position.is_over else position.with_to_move(color)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse some or all points of a move: `d4`, `d1-d7/g7`, `d1 d7 g7`, `d1d7g7`.

        Raise UserError if the text contains no points, too many points or anything that is not a point.
        Raise IllegalMove if a point is not on the board.
        """
        result = _POINT.findall(text)
        rest = _POINT.sub("", text).strip()
        if not result or len(result) > len(self.point_prompts) or rest.strip("-/(), "):
            example = self.format_point(point_at(2, 2, position.size), position)
            raise UserError(
                f"'{truncate(text.strip(), 20)}' is not a point; type a letter and a number,"
                f" such as {example}"
            )
        return Play(tuple(self._point(letter, digits, position) for letter, digits in result))

    def _point(self, letter: str, digits: str, position: Position) -> Point:
        diagram = position.diagram()
        columns = [label.lower() for label in diagram.column_labels]
        rows = diagram.row_labels
        if letter.lower() not in columns or str(int(digits)) not in rows:
            low, high = sorted((rows[0], rows[-1]), key=int)
            bounds = f"columns go from {diagram.column_labels[0]} to {diagram.column_labels[-1]}"
            skipped = (
                "there is no column I, and "
                if letter in "iI" and "j" in columns and "i" not in columns
                else ""
            )
            raise IllegalMove(
                f"{letter}{digits} is off the board; {skipped}{bounds}, lines from {low} to {high}"
            )
        return point_at(rows.index(str(int(digits))), columns.index(letter.lower()), position.size)

    def format_move(self, move: Move, position: Position) -> str:
        """Return a move as text: its points separated by spaces, `pass` or `resign`."""
        if isinstance(move, Play):
            return " ".join(self.format_point(point, position) for point in move.points)
        return "pass" if isinstance(move, Pass) else "resign"

    def format_point(self, point: Point, position: Position) -> str:
        """Return a point as its column label followed by its row label."""
        return cell_name(position.diagram(), row_and_column(point, position.size))

    def status_lines(self, position: Position, is_over: bool) -> tuple[str, ...]:
        """Return a line that states whose turn it is. Return no lines if the game is over."""
        return () if is_over else (f"{position.to_move} to move.",)

    def prisoners(self, position: Position) -> tuple[int, int] | None:
        """Return None, because prisoners do not matter in these games."""
        return None

    def detail_lines(self, position: Position) -> tuple[str, ...]:
        """Return a line with the move number."""
        return (f"Move {move_number(position)}",)

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        """Return a sentence that states who has won, or that the game is still undecided."""
        outcome = position.outcome_without_count
        return ("Nobody has won yet.",) if outcome is None else (outcome.sentence,)

    def score_diagram(self, position: Position, dead: int) -> Diagram | None:
        """Return None, because these games have no count."""
        return None

    def marks(self, position: Position) -> PositionMarks:
        """Return a mark for the points of the last move."""
        move = position.last_move
        return PositionMarks(last_move=move.points if isinstance(move, Play) else ())

    def describe_point(self, point: Point, position: Position) -> str:
        """Return an empty string."""
        return ""

    def partial_move_diagram(self, position: Position, chosen: tuple[Point, ...]) -> Diagram:
        """Return the diagram of the position, without marks for the chosen points."""
        return position.diagram()

    def describe_effects(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return no sentences."""
        return ()

    def manual_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Raise NotImplementedError, because the position itself determines the winner."""
        raise NotImplementedError(self.display_name)

    def proposed_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Raise NotImplementedError, because the position itself determines the winner."""
        raise NotImplementedError(self.display_name)

    def gtp_setup(self, start: Position) -> tuple[tuple[GtpCommandSequence, ...], ...]:
        """Return the GTP commands that set the board size and clear the board.

        Raise UserError if the game does not begin from its standard starting position.
        """
        if start != self.start(self.options_of_position(start)):
            raise UserError(
                f"{self.display_name} engines cannot set up a position;"
                " start the game from the standard starting position"
            )
        return (((f"boardsize {start.size}",),), (("clear_board",),))


def why_illegal_if_over_or_pass(position: Position, move: Move) -> str | None:
    """Return the reason to refuse a move without examining the board, or None if there is no such reason.

    The reasons are that the game is over and that the move is a pass. Only for games without passes.
    """
    if position.is_over:
        return "the game is over"
    return "passing is not allowed in this game" if isinstance(move, Pass) else None


def move_number(position: Position) -> int:
    """Return the number of moves that led to a position. A resignation does not count."""
    number = 0
    while position.previous is not None:
        number += not isinstance(position.last_move, Resign)
        position = position.previous
    return number


def size_field(sizes: tuple[int, ...], usual: int) -> FormField:
    """Return the form field for the board size.

    sizes -- the available sizes.
    usual -- the size selected by default; one of `sizes`.
    """
    return FormField("size", "Board", tuple((f"{size}x{size}", size) for size in sizes), sizes.index(usual))


def example_move(game: GameNotation, position: Position) -> str:
    """Return an example of a move to type: the game's usual one or, if that is illegal, some legal move."""
    with suppress(UserError):
        if position.why_illegal(game.parse_move(game.example_move, position)) is None:
            return game.example_move
    legal = [move for move in position.legal_moves() if isinstance(move, Play)]
    return game.format_move(legal[len(legal) // 2], position) if legal else game.example_move


def next_points_of_move(position: Position, chosen: Sequence[Point]) -> list[Point]:
    """Return the points that may follow the chosen points of a move, without duplicates.

    The list is empty if no legal move begins with the chosen points.
    """
    number, first_points = len(chosen), tuple(chosen)
    return list(
        dict.fromkeys(
            move.points[number]
            for move in position.legal_moves()
            if isinstance(move, Play) and move.points[:number] == first_points and len(move.points) > number
        )
    )


_PositionT = TypeVar("_PositionT", bound="BasePosition")
_SizedT = TypeVar("_SizedT", bound="SizedPosition")


class BasePosition:
    """Mixin for positions that are named tuples.

    The fields that describe the present state come first, then those that describe the history. The fields
    must include `to_move` and `previous`; `previous` is the position before the last move, or None. The
    history is ignored in comparisons.

    STATE_FIELDS -- the number of fields that describe the present state.
    GAME_NAME    -- the key of the game in `registry.GAMES`.
    """

    __slots__ = ()
    STATE_FIELDS: ClassVar[int] = 0
    GAME_NAME: ClassVar[str] = ""
    to_move: Color
    previous: Any

    @property
    def state(self) -> tuple[object, ...]:
        """The fields that describe the present state."""
        fields: Any = self
        return tuple(fields[: self.STATE_FIELDS])

    @property
    def points_by_diagram_sign(self) -> Mapping[str, int]:
        """For each sign of the diagram except those of empty points, the set of points that have it."""
        raise NotImplementedError

    def cells(self) -> dict[Point, str]:
        """Return the sign of what is on each occupied point, in board order."""
        return signs_by_point(self.points_by_diagram_sign)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.state == other.state

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.state}"

    def __str__(self) -> str:
        """Return the board as text with its labels. See `Game.legend` for the signs."""
        position: Any = self
        return format_diagram(position.diagram())

    def __copy__(self: _PositionT) -> _PositionT:
        return self

    def __deepcopy__(self: _PositionT, memo: object) -> _PositionT:
        """Return the position itself: it is immutable, and copying the history would be slow."""
        return self

    @property
    def last_color(self) -> Color | None:
        """The color that made the last move; None at the start."""
        color: Color | None = None if self.previous is None else self.previous.to_move
        return color

    @property
    def game(self) -> Game:
        """The game that this position belongs to."""
        return GAMES[self.GAME_NAME].load()

    def parse_move(self, text: str) -> Move:
        """Parse a move, legal or not: `E5`, `pass`, `resign`, `d1-d7/g7`, `swap`.

        Raise IllegalMove if a point is not on the board or the move has too few points. Raise UserError if
        the text is not a move.
        """
        position: Any = self
        if not isinstance(text, str):
            raise UserError(f"{text!r:.20} is not text; enter a move such as {self.game.example_move}")
        if text.strip().lower() == "resign":
            return RESIGN
        move = self.game.parse_move(text, position)
        if not isinstance(move, Pass | Resign) and len(move.points) < len(self.game.point_prompts):
            raise IllegalMove(
                f"that move is incomplete; write all its points, as in {self.game.example_move}"
            )
        return move

    def format_move(self, move: Move) -> str:
        """Return a move of the color to move as text that `parse_move` can read.

        Raise TypeError if the value is not a move.
        """
        position: Any = self
        return self.game.format_move(self.ensure_move(move), position)

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, or None if the game is not over.

        A game of Go that ended with passes is scored; the program estimates which stones are dead.
        """
        position: Any = self
        if not position.is_over:
            return None
        return final_outcome(self.game, position, dead_stones(self.game, position))

    def ensure_move(self, move: object) -> Move:
        """Return a `Move` unchanged, or parse text into one.

        Raise the same errors as `parse_move` for text, and TypeError if the value is neither a move nor
        text.
        """
        return self.parse_move(move) if isinstance(move, str) else require_move(move)

    def play(self: _PositionT, move: Move | str) -> _PositionT:
        """Return the position after a legal move.

        move -- a `Move`, or text that `parse_move` can read.

        Raise IllegalMove with the reason if the move is illegal, UserError if the text is not a move,
        TypeError if the value is neither a move nor text.
        """
        position: Any = self
        checked_move = self.ensure_move(move)
        refusal = why_illegal(self.game, position, checked_move)
        if refusal is not None:
            raise IllegalMove(str(refusal))
        after: _PositionT = position.play_unchecked(checked_move)
        return after


class SizedPosition(BasePosition):
    """Mixin for positions whose first field is the board size."""

    __slots__ = ()

    def __new__(cls: type[_SizedT], size: int, *others: Any, **named: Any) -> _SizedT:
        """Create a position from its fields.

        Raise UserError if the size is not 1 to 26. Nothing else is checked.
        """
        check_size(size)
        create: Any = super().__new__
        position: _SizedT = create(cls, size, *others, **named)
        return position


def require_move(move: object) -> Move:
    """Return the value if it is a move. Raise TypeError otherwise."""
    if isinstance(move, Play | Pass | Resign):
        return move
    raise TypeError(f"{move!r} is not a move; use a Play, PASS, RESIGN or text such as 'E5'")
