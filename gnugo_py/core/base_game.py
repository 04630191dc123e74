"""What most board games have in common: one point a move, no passing, nothing to count at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from gnugo_py.core.base_sgf_codec import LetterPairs
from gnugo_py.core.diagram import Grid, named, render
from gnugo_py.core.game import Ending, Game, Marks, Orders, judged, why_refused
from gnugo_py.core.options import Field, Option, Question
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.sgf_codec import Notation
from gnugo_py.core.text import cut
from gnugo_py.core.types import RESIGN, IllegalMove, Mistake, Move, Outcome, Pass, Play, Point, Resign, Side

LARGEST_BOARD = 26
FEW = 5
_POINT = re.compile(r"([A-Za-z])\s*([0-9]{1,3})")


class BoardGame(Game):
    """A game whose points are named as its grids label them.  It must offer `start` and `arranged`.

    Its points are numbered row by row, a row being one longer than the board is wide.
    """

    name: ClassVar[str] = ""
    introduction: ClassVar[str] = ""
    legend: ClassVar[str] = "X Black, O White, - empty"
    example: ClassVar[str] = "D4"
    steps: ClassVar[tuple[str, ...]] = ("your move?",)
    has_passes: ClassVar[bool] = False
    has_count: ClassVar[bool] = False
    between_programs: ClassVar[Mapping[str, object]] = {}
    sizes: ClassVar[tuple[int, ...]] = ()
    usual_size: ClassVar[int] = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """The size of the board."""
        words = tuple(map(str, self.sizes))
        return (Option("size", f"Lines a side; {self.usual_size}.", int, ("play", "match"), words),)

    @cached_property
    def notation(self) -> Notation:
        """Points as pairs of letters."""
        return LetterPairs(self)

    def first_question(self) -> Question:
        """The size of the board."""
        return Question("size", self._ask_size(), self.parse_size)

    def parse_size(self, text: str) -> int:
        """A size of board as a person types it.  Raises Mistake with those there are."""
        word = text.lower().partition("x")[0].strip()
        if word not in map(str, self.sizes):
            raise Mistake(f"type {_listed(self.sizes)}, or press Return for {self.usual_size}")
        return int(word)

    def size_of(self, options: Mapping[str, object]) -> int:
        """The size that options name, the usual one for none.  Raises Mistake if there is none such."""
        size = options.get("size", self.usual_size)
        if size not in self.sizes:
            raise Mistake(f"the board has {_listed(self.sizes)} lines a side, not {size}")
        assert isinstance(size, int)
        return size

    def _ask_size(self) -> str:
        others = [size for size in self.sizes if size != self.usual_size]
        if not others:
            return f"The board has {self.usual_size} lines a side."
        return f"Type {_listed(others)} now for another board than {self.usual_size}x{self.usual_size}."

    def questions(self, options: Mapping[str, object]) -> tuple[Question, ...]:
        """Nothing."""
        return ()

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """The size of the board."""
        return (size_field(self.sizes, self.usual_size),)

    def bounded(self, start: Position) -> Position:
        """The start as it is: such games end by themselves."""
        return start

    def settings(self, position: Position) -> dict[str, object]:
        """The size of the board."""
        return {"size": position.size}

    def going_on(self, position: Position, side: Side) -> Position:
        """The position with a side's turn; a game that is over stays so."""
        return position if position.over else position.with_to_move(side)

    def parse_move(self, text: str, position: Position) -> Move:
        """The points of a move, or the next ones: `d4`, `d1-d7/g7`, `d1 d7 g7`, `d1d7g7`."""
        found = _POINT.findall(text)
        rest = _POINT.sub("", text).strip()
        if not found or len(found) > len(self.steps) or rest.strip("-/(), "):
            example = self.format_point(self.point_at(2, 2, position), position)
            raise Mistake(
                f"'{cut(text.strip(), 20)}' is no point; write a letter and a number, like {example}"
            )
        return Play(tuple(self._point(letter, digits, position) for letter, digits in found))

    def _point(self, letter: str, digits: str, position: Position) -> Point:
        grid = position.grid()
        columns = [label.lower() for label in grid.column_labels]
        rows = grid.row_labels
        if letter.lower() not in columns or str(int(digits)) not in rows:
            low, high = sorted((rows[0], rows[-1]), key=int)
            bounds = f"columns go from {grid.column_labels[0]} to {grid.column_labels[-1]}"
            skipped = (
                "there is no column I, and "
                if letter in "iI" and "j" in columns and "i" not in columns
                else ""
            )
            raise IllegalMove(
                f"{letter}{digits} is off the board; {skipped}{bounds}, lines from {low} to {high}"
            )
        return self.point_at(rows.index(str(int(digits))), columns.index(letter.lower()), position)

    def format_move(self, move: Move, position: Position) -> str:
        """A move as people write it, its points with spaces between."""
        if isinstance(move, Play):
            return " ".join(self.format_point(point, position) for point in move.points)
        return "pass" if isinstance(move, Pass) else "resign"

    def format_point(self, point: Point, position: Position) -> str:
        """A point as its column's and its row's label."""
        return named(position.grid(), self.cell_of(point, position))

    def point_at(self, row: int, column: int, position: Position) -> Point:
        """The point of a cell."""
        return row * (position.size + 1) + column

    def cell_of(self, point: Point, position: Position) -> tuple[int, int]:
        """The (row, column) of a point."""
        return divmod(point, position.size + 1)

    def status(self, position: Position) -> tuple[str, ...]:
        """Whose turn it is."""
        return () if position.over else (f"{position.to_move} to move.",)

    def taken(self, position: Position) -> tuple[int, int] | None:
        """Nothing."""
        return None

    def details(self, position: Position) -> tuple[str, ...]:
        """The number of the move."""
        return (f"Move {number_of(position)}",)

    def estimate(self, position: Position) -> tuple[str, ...]:
        """Who has won, or that nobody has."""
        outcome = position.decided
        return ("Nobody has won yet.",) if outcome is None else (outcome.sentence,)

    def as_it_stands(self, position: Position) -> Grid | None:
        """Nothing is counted."""
        return None

    def marks(self, position: Position) -> Marks:
        """The last move."""
        move = position.last_move
        return Marks(last=move.points if isinstance(move, Play) else ())

    def about(self, point: Point, position: Position) -> str:
        """Nothing."""
        return ""

    def begun(self, position: Position, picked: tuple[Point, ...]) -> Grid:
        """The board as it is."""
        return position.grid()

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def ending(self, position: Position, first: Side) -> Ending:
        """There is none: the position tells who has won."""
        raise NotImplementedError(self.name)

    def agreement(self, position: Position, first: Side) -> Ending:
        """There is none, either."""
        raise NotImplementedError(self.name)

    def engine_setup(self, start: Position) -> tuple[tuple[Orders, ...], ...]:
        """The size of the board, which must be empty or as it usually is.  Raises Mistake if it is not."""
        if start != self.start(self.settings(start)):
            raise Mistake(f"engines cannot be told of a game of {self.name} that starts from stones")
        return (((f"boardsize {start.size}",),), (("clear_board",),))


def check_size(size: int) -> None:
    """Raise Mistake for a size that no board has, whatever the game's own sizes are."""
    if not isinstance(size, int) or size not in range(1, LARGEST_BOARD + 1):
        raise Mistake(f"a board has 1 to {LARGEST_BOARD} lines a side, not {size!r:.20}")


def why_no_move(position: Position, move: Move) -> str | None:
    """Why a move is refused that is none on the board, or comes too late; None if it may be looked at.

    For games without passes.
    """
    if position.over:
        return "the game is over"
    return "there is no passing in this game" if isinstance(move, Pass) else None


def number_of(position: Position) -> int:
    """How many moves led to a position."""
    number = 0
    while position.previous is not None:
        number += not isinstance(position.last_move, Resign)
        position = position.previous
    return number


def size_field(sizes: tuple[int, ...], usual: int) -> Field:
    """The line of a form for the size of the board."""
    return Field("size", "Board", tuple((f"{size}x{size}", size) for size in sizes), sizes.index(usual))


def _listed(numbers: tuple[int, ...] | list[int]) -> str:
    """Numbers as words: `5, 7 or 9`; `2 to 25` where there are all between."""
    if len(numbers) > FEW and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    words = [str(number) for number in numbers]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def next_points(position: Position, picked: Sequence[Point]) -> list[Point]:
    """The points that may follow those picked so far, each once; none where no legal move begins so."""
    number, begun = len(picked), tuple(picked)
    return list(
        dict.fromkeys(
            move.points[number]
            for move in position.legal_moves()
            if isinstance(move, Play) and move.points[:number] == begun and len(move.points) > number
        )
    )


S = TypeVar("S", bound="Played")


class Played:
    """A position whose fields are a named tuple: first those that tell of the present, then of the past.

    Its fields must have `to_move` and `previous`, the position before it or None.  What came before does not
    count for equality.

    PRESENT -- how many fields tell of the present.
    GAME    -- the name of its game in the catalogue.
    """

    __slots__ = ()
    PRESENT: ClassVar[int] = 0
    GAME: ClassVar[str] = ""
    to_move: Side
    previous: Any

    @property
    def present(self) -> tuple[object, ...]:
        """The fields that tell of the present."""
        fields: Any = self
        return tuple(fields[: self.PRESENT])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.present == other.present

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.present)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.present}"

    def __str__(self) -> str:
        """The board, drawn with its labels; see `Game.legend` for the signs."""
        position: Any = self
        return render(position.grid())

    def __copy__(self: S) -> S:
        return self

    def __deepcopy__(self: S, known: object) -> S:
        """Itself, as nothing can change it, however long the game was."""
        return self

    @property
    def mover(self) -> Side | None:
        """Who made the last move, None at the start."""
        side: Side | None = None if self.previous is None else self.previous.to_move
        return side

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return CATALOG[self.GAME].load()

    def parse_move(self, text: str) -> Move:
        """The move that a person wrote, legal or not: `E5`, `pass`, `resign`, `d1-d7/g7`, `swap`.

        Raises IllegalMove for a point off the board or half a move, Mistake for what is none at all.
        """
        position: Any = self
        if not isinstance(text, str):
            raise Mistake(f"{text!r:.20} is no text; a move is written like {self.game.example}")
        if text.strip().lower() == "resign":
            return RESIGN
        move = self.game.parse_move(text, position)
        if not isinstance(move, Pass | Resign) and len(move.points) < len(self.game.steps):
            raise IllegalMove(f"a move in {self.game.name} is written like {self.game.example}")
        return move

    def format_move(self, move: Move) -> str:
        """A move of the side to move as a person writes it; what `parse_move` reads.

        Raises TypeError for what is no move.
        """
        position: Any = self
        return self.game.format_move(self.read_move(move), position)

    def outcome(self) -> Outcome | None:
        """Who has won, and how; None while the game goes on.

        A game of Go that ended with passes is counted, with the dead stones as they are judged.
        """
        position: Any = self
        return judged(self.game, position) if position.over else None

    def read_move(self, move: object) -> Move:
        """What was given as a move: itself, or what text says.

        Raises as `parse_move` does for text, and TypeError for what is neither.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        if isinstance(move, Play | Pass | Resign):
            return move
        raise TypeError(f"{move!r} is no move; give a Play, PASS, RESIGN or text like 'E5'")

    def play_checked(self: S, move: Move | str) -> S:
        """The position after a move that is verified first.

        move -- a `Move`, or text as `parse_move` reads it.

        Raises IllegalMove with the reason; Mistake for text that is no move, TypeError for what is none.
        """
        position: Any = self
        found = self.read_move(move)
        refusal = why_refused(self.game, position, found)
        if refusal is not None:
            raise IllegalMove(str(refusal))
        after: S = position.play(found)
        return after
