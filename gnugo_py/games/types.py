"""Basic types that games and user interfaces share: colors, moves, outcomes and errors.

A game is a package that provides a `Game` (see `games.game`); user interfaces access it only
through that object. The two colors take turns. A move is `Play(points)`, `PASS` or `RESIGN`. A move has one
point in Go, Hex and Tanbo, and three in Amazons. A `Point` is a number whose meaning is defined by its game,
which also converts it to text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.games.checks import checked_methods
from gnugo_py.games.text import format_number

Point: TypeAlias = int
"""A point on a board, in the numbering of its game."""


class UserError(ValueError):
    """An error in what the user typed, chose or saved. The message states what is wrong and how to fix it.

    All other exceptions are errors in the program.
    """


class WrongTypeError(UserError, TypeError):
    """A value of a wrong type where what a user has typed is read, so that it is a UserError, too."""


class FileError(UserError):
    """An error in a text file that users write.

    The message states the file, the line, the problem and the remedy.
    """

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")


class Color(IntEnum):
    """The two colors; usable as an index into a pair.

    opponent -- the other color.
    """

    BLACK = 0
    WHITE = 1
    opponent: Color

    def __str__(self) -> str:
        return "White" if self else "Black"


Color.BLACK.opponent, Color.WHITE.opponent = Color.WHITE, Color.BLACK
COLORS_BY_WORD = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


@dataclass(frozen=True, slots=True)
class Play:
    """A move on the board.

    points -- the points of the move, in the order in which they are chosen.
    """

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        if type(self.points) is not tuple or not all(isinstance(point, int) for point in self.points):
            raise TypeError(f"points must be a tuple of points, not {self.points!r:.40}")

    @staticmethod
    def of_legal(points: tuple[Point, ...]) -> Play:
        """Return the move of points that need no check: a game lists thousands of legal moves."""
        move = object.__new__(Play)
        _set_points(move, points)
        return move


_set_points = vars(Play)["points"].__set__
"""Sets the points of a new move; setting an attribute would look for the field by its name each time."""


PLAYS: tuple[Play, ...] = tuple(Play((point,)) for point in range(26 * 27))
"""The move on each single point, by point; boards have at most 26 lines."""


class _Named(Enum):
    """An enumeration whose members are shown by their names alone."""

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


class Pass(_Named):
    """A pass."""

    PASS = auto()


class Resign(_Named):
    """A resignation."""

    RESIGN = auto()


PASS = Pass.PASS
RESIGN = Resign.RESIGN
Move: TypeAlias = Play | Pass | Resign


def require_move(move: object) -> Move:
    """Return the value if it is a move. Raise TypeError otherwise."""
    if isinstance(move, Play | Pass | Resign):
        return move
    raise TypeError(f"{move!r} is not a move; use a Play, PASS, RESIGN or text such as 'E5'")


RESULT_LETTERS = {"resignation": "R", "time": "T", "forfeit": "F", "unknown": ""}
"""The letters of SGF for the reasons of an outcome that has no margin."""
NO_RESULT = "no result"


@checked_methods()
class Outcome(NamedTuple):
    """The outcome of a game.

    winner -- the color that won, or None for a tie or a game without a result.
    reason -- a few words: `"resignation"`, `"time"`, `"forfeit"`, `"by 3.5 points"`, `"tie"`, `"unknown"`.
    margin -- the difference in points, or None if the game does not count points.
    """

    winner: Color | None
    reason: str
    margin: float | None = None

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The outcome as a sentence."""
        if self.winner is None:
            return "The game is a tie." if self.reason == "tie" else "The game has no result."
        ways = {"time": " on time", "forfeit": " by forfeit", "resignation": " by resignation", "unknown": ""}
        return f"{self.winner} wins{ways.get(self.reason, f' {self.reason}')}."

    @property
    def sgf_result(self) -> str:
        """The outcome as an SGF result: `B+3.5`, `W+R`, `0` for a tie, or `Void` for no result."""
        if self.winner is None:
            return "Void" if self.reason == NO_RESULT else "0"
        how = format_number(self.margin) if self.margin else RESULT_LETTERS.get(self.reason, "")
        return f"{str(self.winner)[0]}+{how}"


MarkKind: TypeAlias = Literal[
    "label", "highlight", "choice", "triangle", "square", "circle", "cross", "owner", "dead"
]
"""What a mark is: a `choice` is a point that can come next in a move."""


class Mark(NamedTuple):
    """A mark on a point of the board.

    text -- the label, or the sign that stands for the mark in a diagram of letters, empty for a highlight: an
            `owner` is `B`, `W` or, less surely, `b`, `w`; a `dead` stone is `x` or `o`.
    kind -- what it is.
    """

    text: str
    kind: MarkKind = "label"

    @property
    def name(self) -> str:
        """The label, or what the mark is."""
        return self.text if self.kind == "label" else self.kind


HIGHLIGHT, CHOICE = Mark("", "highlight"), Mark("+", "choice")


class PositionMarks(NamedTuple):
    """Points to mark on a board.

    last_move -- the points of the last move.
    captured  -- points whose stones the last move captured.
    ko        -- empty points that are forbidden for this move only: by ko in Go, by the rule for the first
                 move in Hex.
    winning   -- the stones that decided the game.
    in_atari  -- the stones of chains that have only one liberty.
    in_ladder -- the stones of chains that are caught in a ladder.
    """

    last_move: tuple[Point, ...] = ()
    captured: tuple[Point, ...] = ()
    ko: tuple[Point, ...] = ()
    winning: tuple[Point, ...] = ()
    in_atari: tuple[Point, ...] = ()
    in_ladder: tuple[Point, ...] = ()


class IllegalMove(UserError):
    """A move that the rules forbid. The message states the reason."""
