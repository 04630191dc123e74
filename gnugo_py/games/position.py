"""The base class of positions: what is on the board, whose turn it is, and how it came about.

Positions are immutable: `play` returns a new position and leaves the old one unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from gnugo_py.games.board import LINES, Board
from gnugo_py.games.checks import checked_methods, require_type
from gnugo_py.games.diagram import Diagram, Place, format_diagram
from gnugo_py.games.points import (
    point_at,
    point_sets_by_sign,
    row_and_column,
    rows_from_point_sets,
    signs_by_point,
)
from gnugo_py.games.text import truncate
from gnugo_py.games.types import (
    RESIGN,
    Color,
    IllegalMove,
    Move,
    Outcome,
    Pass,
    Play,
    Point,
    PositionMarks,
    Resign,
    UserError,
    require_move,
)

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform

    from gnugo_py.games.game import Game, InteractiveCount

Reduced: TypeAlias = tuple[Callable[..., object], tuple[object, ...]]
"""The value of `__reduce__`."""
_POINT = re.compile(r"([A-Za-z])\s*([0-9]{1,3})")
_PositionT = TypeVar("_PositionT", bound="Position")
_PlaceT = TypeVar("_PlaceT", bound=Place)
_ClassT = TypeVar("_ClassT", bound=type)

if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def immutable_dataclass(kind: _ClassT) -> _ClassT:
        """Make a class of positions a dataclass whose fields are never assigned to.

        Type checkers see to that. Dataclasses that see to it themselves are made at a fifth of the speed.
        """

else:
    immutable_dataclass = dataclass(slots=True, repr=False, unsafe_hash=True)


@checked_methods(
    *("__init__", "play", "play_unchecked", "after", "stones", "why_illegal", "is_legal", "format_move"),
    "parse_move",
)
@immutable_dataclass
class Position:
    """A position of a game.

    A game derives an `immutable_dataclass` from it, with the further fields of its positions. It must define

    DIRECTIONS        -- the number of directions in which a point has neighbors, 4 if not defined;
    start             -- the start, unless that is an empty board;
    legal_moves       -- all moves on the board;
    why_points_illegal -- the rules for the points of a move, in words;
    play_unchecked    -- the position after a move, which `after` makes from the board after it;
    outcome_on_board  -- who has won;

    and the `Game` that names the class, with a row in the registry. The other methods suit games of one kind
    of stones, without passes and without a count at the end, whose points are named by the labels of the
    diagram. What is said of a position is in `PositionWords`, and its form in files in `SgfFunctions`; they,
    too, have defaults.

    board       -- the stones. Points are numbered `row * (size + 1) + column`, row 0 at the top.
    to_move     -- the color to move.
    move_number -- the number of moves that led here; resignations and the stones of a setup do not count.
    last_move   -- the move that led here; None at the start.
    previous    -- the position before that move; None at the start.

    The history is not compared.

    game           -- the game.
    COLUMN_LETTERS -- the labels of the columns, from left to right.
    SLANT          -- see `Diagram`.
    """

    __match_args__: ClassVar[tuple[str, ...]]  # the names of the fields, of a dataclass

    game: ClassVar[Game]
    DIRECTIONS: ClassVar[int] = LINES
    COLUMN_LETTERS: ClassVar[str] = ascii_lowercase
    SLANT: ClassVar[int] = 0

    board: Board
    to_move: Color = Color.BLACK
    move_number: int = 0
    last_move: Move | None = field(default=None, compare=False)
    previous: Self | None = field(default=None, compare=False)

    @classmethod
    def start(cls: type[_PositionT], size: int) -> _PositionT:
        """Return the standard start of a game. Raise UserError if the game has no board of this size."""
        return cls(Board.empty(size, cls.DIRECTIONS))

    @property
    def size(self) -> int:
        """The number of lines, rows or cells per side of the board."""
        return self.board.geometry.size

    @property
    def empty_points(self) -> int:
        """The set of the points without any piece."""
        return self.board.empty_points

    def stones(self, color: Color) -> int:
        """Return the set of the stones of a color."""
        return self.board.stones(color)

    @property
    def points_by_diagram_sign(self) -> Mapping[str, int]:
        """For each sign of the diagram except those of empty points, the set of points that have it."""
        return {"X": self.board.black, "O": self.board.white}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome_without_count is not None

    @property
    def outcome_without_count(self) -> Outcome | None:
        """The outcome if the moves alone determine it; None if the game is not over or must be counted."""
        if isinstance(self.last_move, Resign):
            return Outcome(self.to_move, "resignation")
        return self.outcome_on_board

    @property
    def outcome_on_board(self) -> Outcome | None:
        """The outcome if the board alone determines it, else None."""
        return None

    @property
    def prisoners(self) -> tuple[int, int] | None:
        """The numbers of stones captured by Black and by White; None if they do not matter."""
        return None

    @property
    def last_color(self) -> Color | None:
        """The color that made the last move; None at the start. It may be the same color as `to_move`."""
        return None if self.previous is None else self.previous.to_move

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led here from the start or from the last setup."""
        return tuple(each.last_move for each in line_to(self)[1:] if each.last_move is not None)

    def __repr__(self) -> str:
        turn = "game over" if self.is_over else f"{self.to_move} to move"
        return f"<{type(self).__name__} {self.size}x{self.size}, move {self.move_number}, {turn}>"

    def __str__(self) -> str:
        """Return the board as text with its labels. See `legend` of the game for the signs."""
        return format_diagram(self.diagram())

    def __copy__(self: _PositionT) -> _PositionT:
        return self

    def __deepcopy__(self: _PositionT, memo: object) -> _PositionT:
        """Return the position itself: it is immutable, and copying the history would be slow."""
        return self

    def __reduce__(self) -> Reduced:
        """Return the fields of the start and the moves, one after the other: a history can be deep.

        A position that is not that after its move, for example with another color to move, has its fields.
        """
        first, *others = line_to(self)
        steps: list[object] = [first._values]
        for after in others:
            assert after.previous is not None
            assert after.last_move is not None
            is_plain = after.previous.play_unchecked(after.last_move)._values == after._values
            steps.append(after.last_move if is_plain else after._values)
        return _line_from_steps, (type(self), steps)

    @property
    def _values(self) -> tuple[tuple[str, object], ...]:
        """The names and values of the fields, except the previous position."""
        return tuple((name, getattr(self, name)) for name in self.__match_args__ if name != "previous")

    def replace(self: _PositionT, **changes: Any) -> _PositionT:
        """Return the position with other values for some of its fields, which are not checked."""
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    @property
    def legal_points(self) -> int:
        """The set of points with which legal moves of the color to move begin."""
        return sum(1 << point for point in self.next_points(()))

    def legal_moves(self) -> list[Move]:
        """Return every legal `Play`, in board order. Passing, resigning and swapping are not included."""
        raise NotImplementedError

    def why_illegal(self, move: Move | str) -> str | None:
        """Return why a move of the color to move is illegal, or None if it is legal.

        A move with too few points is illegal. Text is parsed as in `play`.
        """
        move = self.ensure_move(move)
        refusal = self.why_partial_move_illegal(move)
        return refusal if refusal is not None or self.is_complete(move) else "that move is incomplete"

    def why_partial_move_illegal(self, move: Move) -> str | None:
        """Return why no legal move begins with the points of a move, or None if there is such a move."""
        if self.is_over:
            return "the game is over"
        if isinstance(move, Play):
            return self.why_points_illegal(move.points)
        return "passing is not allowed in this game" if isinstance(move, Pass) else None

    def why_points_illegal(self, points: Sequence[Point]) -> str | None:
        """Return why no legal move begins with some points, or None if there is such a move.

        It is asked only while the game is not over.
        """
        raise NotImplementedError

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a move of the color to move is legal. Text is parsed as in `play`."""
        return self.why_illegal(move) is None

    def is_complete(self, move: Move) -> bool:
        """Return whether a move has all its points; passes and resignations are complete."""
        return not isinstance(move, Play) or len(move.points) == len(self.game.point_prompts)

    def next_points(self, chosen: Sequence[Point]) -> list[Point]:
        """Return the points that may follow the chosen points of a legal move, without duplicates."""
        number, first_points = len(chosen), tuple(chosen)
        plays = (move.points for move in self.legal_moves() if isinstance(move, Play))
        following = (points[number:] for points in plays if points[:number] == first_points)
        return list(dict.fromkeys(rest[0] for rest in following if rest))

    def play(self: _PositionT, move: Move | str) -> _PositionT:
        """Return the position after a legal move.

        move -- a `Move`, or text that `parse_move` can read.

        Raise IllegalMove with the reason if the move is illegal, UserError if the text is not a move,
        TypeError if the value is neither a move nor text.
        """
        checked_move = self.ensure_move(move)
        refusal = self.why_illegal(checked_move)
        if refusal is not None:
            raise IllegalMove(str(refusal))
        return self.play_unchecked(checked_move)

    def play_unchecked(self: _PositionT, move: Move) -> _PositionT:
        """Return the position after a move that is not checked. Raise TypeError if it is not a move."""
        raise NotImplementedError

    def with_to_move(self: _PositionT, color: Color) -> _PositionT:
        """Return the same position with `color` to move, even if that color made the last move."""
        return self if color is self.to_move else self.replace(to_move=color)

    def with_play_resumed(self: _PositionT, color: Color) -> _PositionT:
        """Return the position with `color` to move; earlier passes no longer end the game."""
        return self if self.is_over else self.with_to_move(color)

    def with_move_limit(self: _PositionT) -> _PositionT:
        """Return the same position under rules by which every game ends."""
        return self

    def with_board(self: _PositionT, cells: Mapping[Point, str], color: Color) -> _PositionT:
        """Return the start of a game from any board, with the rules of this position.

        cells -- the sign of each occupied point, as in a diagram; all other points are empty.
        color -- the color to move.

        Raise UserError if the board is impossible in this game.
        """
        black, white = point_sets_by_sign(cells, "XO")
        return type(self)(Board(self.board.geometry, black, white), color)

    def after(self: _PositionT, move: Move, board: Board, *others: Any) -> _PositionT:
        """Return the position after a move, with the turn of the opponent.

        board  -- the board after the move.
        others -- the values of the further fields of the game.
        """
        number = self.move_number + isinstance(move, Play)
        return type(self)(board, self.to_move.opponent, number, move, self, *others)

    def ensure_move(self, move: object) -> Move:
        """Return a `Move` unchanged, or parse text into one; raise the same errors as `play`."""
        return self.parse_move(move) if isinstance(move, str) else require_move(move)

    def parse_move(self, text: str) -> Move:
        """Parse a move, legal or not: `E5`, `pass`, `resign`, `d1-d7/g7`, `swap`.

        Raise IllegalMove if a point is not on the board or the move has too few points. Raise UserError if
        the text is not a move.
        """
        if not isinstance(text, str):
            raise UserError(f"{text!r:.20} is not text; enter a move such as {self.game.example_move}")
        if text.strip().lower() == "resign":
            return RESIGN
        move = self.parse_partial_move(text)
        if isinstance(move, Play) and len(move.points) < len(self.game.point_prompts):
            raise IllegalMove(
                f"that move is incomplete; write all its points, as in {self.game.example_move}"
            )
        return move

    def parse_partial_move(self, text: str) -> Move:
        """Parse a move other than a resignation, or its first points: `d4`, `d1-d7/g7`, `d1 d7`, `d1d7g7`.

        Raise UserError if the text contains no points, too many points or anything that is not a point.
        Raise IllegalMove if a point is not on the board.
        """
        result = _POINT.findall(text)
        rest = _POINT.sub("", text).strip()
        if not result or len(result) > len(self.game.point_prompts) or rest.strip("-/(), "):
            line = min(2, self.size - 1)
            example = self.format_point(point_at(line, line, self.size))
            raise UserError(
                f"'{truncate(text.strip(), 20)}' is not a point; type a letter and a number,"
                f" such as {example}"
            )
        return Play(tuple(self._parse_point(letter, digits) for letter, digits in result))

    def _parse_point(self, letter: str, digits: str) -> Point:
        columns, rows = self.COLUMN_LETTERS[: self.size], self.row_labels
        column, row = columns.lower().find(letter.lower()), str(int(digits))
        if column < 0 or row not in rows:
            low, high = sorted((rows[0], rows[-1]), key=int)
            bounds = f"columns go from {columns[0]} to {columns[-1]}"
            has_no_i = "j" in columns.lower() and "i" not in columns.lower()
            skipped = "there is no column I, and " if letter in "iI" and has_no_i else ""
            raise IllegalMove(
                f"{letter}{digits} is off the board; {skipped}{bounds}, lines from {low} to {high}"
            )
        return point_at(rows.index(row), column, self.size)

    def format_move(self, move: Move) -> str:
        """Return a move, or its first points, as text that `parse_move` can read.

        Raise TypeError if the value is not a move.
        """
        if isinstance(move, Play):
            return " ".join([self.format_point(point) for point in move.points])
        return "pass" if isinstance(require_move(move), Pass) else "resign"

    def format_point(self, point: Point) -> str:
        """Return a point as its column label followed by its row label."""
        row, column = row_and_column(point, self.size)
        return self.COLUMN_LETTERS[: self.size][column] + self.row_labels[row]

    @property
    def row_labels(self) -> tuple[str, ...]:
        """The labels of the rows, from top to bottom."""
        return tuple(str(self.size - row) for row in range(self.size))

    def diagram(self) -> Diagram:
        """Return the board as a diagram of one-character cells with labels. The game's legend explains it."""
        rows = rows_from_point_sets(self.size, self.points_by_diagram_sign)
        return Diagram(rows, tuple(self.COLUMN_LETTERS[: self.size]), self.row_labels, self.SLANT)

    def partial_move_diagram(self, chosen: Sequence[Point]) -> Diagram:
        """Return the board during the entry of a move of several points, some of which are chosen."""
        return self.diagram()

    def cells(self) -> dict[Point, str]:
        """Return the diagram sign of each occupied point, such as `X` for Black, in board order."""
        return signs_by_point(self.points_by_diagram_sign)

    def to_svg(self, title: str = "", marks: Mapping[_PlaceT, str] | None = None) -> str:
        """Return the board as an SVG picture in which the last move is marked.

        title, marks -- as in `Diagram.to_svg`.
        """
        diagram = self.diagram()
        signs = {diagram.cell(point): "@" for point in self.marks().last_move}
        signs |= {diagram.cell(place): sign for place, sign in (marks or {}).items()}
        return diagram.to_svg(signs, title)

    _repr_svg_ = to_svg  # notebooks call this method

    def marks(self) -> PositionMarks:
        """Return the points to mark on the board."""
        move = self.last_move
        return PositionMarks(last_move=move.points if isinstance(move, Play) else ())

    def outcome(self, dead: int = 0) -> Outcome | None:
        """Return the outcome of the game, or None if the game is not over.

        dead -- the set of dead stones; used only if the game must be counted.
        """
        if not self.is_over:
            return None
        return self.outcome_without_count or self.proposed_count(Color.BLACK, dead).outcome

    def score_lines(self, dead: int = 0) -> tuple[str, ...]:
        """Return sentences about the standing of the game, or its outcome.

        dead -- the set of dead stones; if the game has a count, the board is counted as it stands.
        """
        outcome = self.outcome_without_count
        return self.standing() if outcome is None else (outcome.sentence,)

    def standing(self) -> tuple[str, ...]:
        """Return sentences about the standing of a game that is not over and has no count."""
        return ("Nobody has won yet.",)

    def score_diagram(self, dead: int = 0) -> Diagram | None:
        """Return the board with territory and a set of dead stones marked, or None if there is no count."""
        return None

    def manual_count(self, first: Color, dead: int) -> InteractiveCount:
        """Return the count in which the players mark the dead stones, as the rules provide.

        first -- the color that answers first.
        dead  -- the set of stones that an engine considers dead.
        """
        raise NotImplementedError(f"{self.game.display_name} has no count")

    def proposed_count(self, first: Color, dead: int) -> InteractiveCount:
        """Return a count that starts from a proposal, for screens that show it as it changes.

        first -- the color that answers first.
        dead  -- the proposed set of dead stones.
        """
        raise NotImplementedError(f"{self.game.display_name} has no count")

    def start_options(self) -> dict[str, object]:
        """Return the options of `start` of the game that describe this game, such as the board size."""
        return {"size": self.size}


def line_to(end: Position) -> list[Position]:
    """Return the positions from the start, or from the last setup, to a position."""
    line = [end]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    return line[::-1]


def require_position(position: object, game: Game) -> None:
    """Raise TypeError if a value is not a position, and UserError if it is not one of a game."""
    require_type("position", position, Position, f"a position of {game.display_name}")
    assert isinstance(position, Position)
    if position.game.name != game.name:
        raise UserError(f"position must be one of {game.display_name}, not of {position.game.display_name}")


def _line_from_steps(kind: Any, steps: list[Any]) -> Any:
    """Return the last position of a line; the steps are fields or moves."""
    position: Any = None
    for step in steps:
        is_move = not isinstance(step, tuple)
        position = position.play_unchecked(step) if is_move else kind(**dict(step), previous=position)
    return position
