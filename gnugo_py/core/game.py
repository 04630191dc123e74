"""What a game offers to front ends, files, engines and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeAlias

from gnugo_py.core.diagram import Grid
from gnugo_py.core.options import Field, Option, Question
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Notation
from gnugo_py.core.types import Move, Outcome, Play, Point, Side


class Ending(Protocol):
    """What is left to settle once play has stopped, as questions answered with points.

    Go asks for dead stones and for neutral points; most games ask nothing.
    """

    @property
    def question(self) -> str | None:
        """What to ask now, or None when all is settled."""

    @property
    def remark(self) -> tuple[str, ...]:
        """What to tell before asking, with the board; nothing for most."""

    def answer(self, point: Point) -> Ending:
        """The ending after one point was named.  Raises IllegalMove, with the reason."""

    def done(self) -> Ending:
        """The ending after the question was closed."""

    def grid(self) -> Grid:
        """The board as settled so far."""

    @property
    def outcome(self) -> Outcome:
        """How the game ended, once all is settled."""

    def result(self) -> tuple[str, ...]:
        """The result in sentences, once all is settled."""


class Marks(NamedTuple):
    """What is worth marking on a board.

    last      -- the points of the last move.
    taken     -- points whose stones the last move took off.
    forbidden -- empty points where the side to move may not play now although it seems so, as for ko.
    winning   -- the stones that decided the game.
    threatened -- stones that the next move may take.
    """

    last: tuple[Point, ...] = ()
    taken: tuple[Point, ...] = ()
    forbidden: tuple[Point, ...] = ()
    winning: tuple[Point, ...] = ()
    threatened: tuple[Point, ...] = ()


Orders: TypeAlias = tuple[str, ...]
"""GTP commands, one after the other."""


class Game(Protocol):
    """One board game: how it starts, and how its moves and boards are written."""

    @property
    def name(self) -> str:
        """The name people know it by."""

    @property
    def introduction(self) -> str:
        """A page that tells a newcomer how to play at this program's prompt."""

    @property
    def legend(self) -> str:
        """What the signs of its boards mean, in one line."""

    @property
    def example(self) -> str:
        """A move as a person may type it."""

    @property
    def steps(self) -> tuple[str, ...]:
        """How to ask for each point of a move, one after the other."""

    @property
    def has_passes(self) -> bool:
        """Whether a side may give up its turn."""

    @property
    def has_count(self) -> bool:
        """Whether a game that has stopped is counted (see `ending`); else positions tell who has won."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be given on the command line."""

    @property
    def between_programs(self) -> Mapping[str, object]:
        """The options of a game between two programs, where they are not given."""

    @property
    def notation(self) -> Notation:
        """How it is written in files."""

    def first_question(self) -> Question:
        """What may be answered along with the introduction, its prompt a sentence; Return takes a default."""

    def questions(self, options: Mapping[str, object]) -> tuple[Question, ...]:
        """What a person is asked before a game, in order; `options` holds what is known already."""

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """The same and more as a form; `options` holds what is chosen so far, which changes the choices."""

    def start(self, options: Mapping[str, object]) -> Position:
        """The first position.  Raises Mistake, with the remedy, for options that make no game."""

    def bounded(self, start: Position) -> Position:
        """The same start, by rules under which every game ends, whoever plays it."""

    def settings(self, position: Position) -> dict[str, object]:
        """The options that a position's game was started with, those that tell it from another."""

    def going_on(self, position: Position, side: Side) -> Position:
        """The position with a side's turn, passes before it taken as not said; another end stays one."""

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> Position:
        """A game that starts from any board, by the rules of a position.

        cells -- the signs of its points, as in a grid; points that are not there are empty.

        Raises Mistake for what can be no board of this game.
        """

    def parse_move(self, text: str, position: Position) -> Move:
        """The move, or the next points of one, that a person or a program wrote.

        Raises IllegalMove for a point that is not on the board, Mistake for what is none at all.
        """

    def format_move(self, move: Move, position: Position) -> str:
        """A move as a person writes it."""

    def format_point(self, point: Point, position: Position) -> str:
        """A point as a person writes it."""

    def point_at(self, row: int, column: int, position: Position) -> Point:
        """The point of a grid's cell; row 0 is the top line, column 0 the left one."""

    def cell_of(self, point: Point, position: Position) -> tuple[int, int]:
        """The (row, column) of a point; the inverse of `point_at`."""

    def status(self, position: Position) -> tuple[str, ...]:
        """What a person wants to know beside the board, a line each."""

    def taken(self, position: Position) -> tuple[int, int] | None:
        """How many stones Black and White have taken so far; None where that does not matter."""

    def details(self, position: Position) -> tuple[str, ...]:
        """What a person wants to know of the whole game, a line each."""

    def estimate(self, position: Position) -> tuple[str, ...]:
        """How the game stands, in sentences."""

    def as_it_stands(self, position: Position) -> Grid | None:
        """The board with what is dead and whose territory is where, as judged now; None without a count."""

    def marks(self, position: Position) -> Marks:
        """What is worth marking on the board."""

    def about(self, point: Point, position: Position) -> str:
        """What there is to tell of a point and what lies on it, in a line; empty for nothing."""

    def begun(self, position: Position, picked: tuple[Point, ...]) -> Grid:
        """The board with a move of several points that is begun, some of them picked."""

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """What a move did that is worth telling, a sentence each; often nothing."""

    def ending(self, position: Position, first: Side) -> Ending:
        """The settling of a game that has stopped, as its rules have it; `first` answers first.

        Only where `has_count`.
        """

    def agreement(self, position: Position, first: Side) -> Ending:
        """The same, but with a proposal to start from; for front ends that show it as it changes."""

    def engine_setup(self, start: Position) -> tuple[tuple[Orders, ...], ...]:
        """How to tell a GTP engine of a new game: step by step, each step's ways with the best first.

        A way is taken if the engine knows and takes its first command; the last way, if it is empty, is to
        do without.
        """


def is_whole(game: Game, move: Move) -> bool:
    """Whether a move has as many points as a move of the game has, or none at all."""
    return not isinstance(move, Play) or len(move.points) == len(game.steps)


def why_refused(game: Game, position: Position, move: Move) -> str | None:
    """Why the side to move may not make a move, None if it may; `why_illegal` allows the beginning of one."""
    refusal = position.why_illegal(move)
    return refusal if refusal is not None or is_whole(game, move) else "that is no whole move"


def judged(game: Game, position: Position) -> Outcome:
    """Who has won a game that is over, counted as the game itself proposes where it must be counted."""
    if position.decided is not None:
        return position.decided
    ending = game.agreement(position, Side.BLACK)
    while ending.question is not None:
        ending = ending.done()
    return ending.outcome
