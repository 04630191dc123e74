"""The words of GTP: colours, vertices, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Mistake, Move, Play, Point, Side
from gnugo_py.gtp.protocol import GtpError, Handler

SYNTAX = "syntax error"

Arguments: TypeAlias = tuple[str, ...]


def expect(arguments: Sequence[str], least: int, most: int | None = None) -> None:
    """Raise GtpError unless there are so many arguments."""
    if not least <= len(arguments) <= (least if most is None else most):
        raise GtpError(SYNTAX)


def side_of(word: str) -> Side:
    """The side of a colour: `b`, `black`, `w`, `white`, in either case.  Raises GtpError."""
    sides = {"b": Side.BLACK, "black": Side.BLACK, "w": Side.WHITE, "white": Side.WHITE}
    try:
        return sides[word.lower()]
    except KeyError:
        raise GtpError(SYNTAX) from None


def point_of(word: str, game: Game, position: Position) -> Point | None:
    """The point of a word, None if it is off this board.  Raises GtpError for what is none at all."""
    try:
        move = move_at(word, game, position)
    except IllegalMove:
        return None
    if not isinstance(move, Play) or len(move.points) != 1:
        raise GtpError(SYNTAX)
    return move.points[0]


def move_of(words: Sequence[str], game: Game, position: Position) -> Move:
    """The whole move that words name.  Raises GtpError."""
    try:
        move = move_at(" ".join(words), game, position)
    except IllegalMove:
        raise GtpError("illegal move") from None
    if isinstance(move, Play) and len(move.points) != len(game.steps):
        raise GtpError(SYNTAX)
    return move


def move_at(text: str, game: Game, position: Position) -> Move:
    """The move, or a part of one, that a text names.

    Raises IllegalMove for a point off the board, GtpError for what is none at all.
    """
    try:
        if not text[:1].isalpha() or _is_column_left_out(text[:1], position):
            raise Mistake(text)
        return game.parse_move(text, position)
    except IllegalMove:
        raise
    except Mistake:
        raise GtpError(SYNTAX) from None


def _is_column_left_out(letter: str, position: Position) -> bool:
    """Whether a letter is the I that boards of Go have no column of."""
    if letter not in "iI":
        return False
    labels = "".join(position.grid().column_labels).lower()
    return "j" in labels and "i" not in labels


def write_points(points: Iterable[Point], game: Game, position: Position) -> str:
    """Points as vertices."""
    return " ".join(game.format_point(point, position) for point in points)


def number_of(word: str, least: int, most: int) -> int:
    """A whole number between bounds.  Raises GtpError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", word) or not least <= int(word) <= most:
        raise GtpError(SYNTAX)
    return int(word)


def float_of(word: str) -> float:
    """A number.  Raises GtpError for what is none, or not finite."""
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})", word):
        raise GtpError(SYNTAX)
    return float(word)


def on_board(point: Point | None) -> Point:
    """A point that must be on the board.  Raises GtpError."""
    if point is None:
        raise GtpError("vertex is off the board")
    return point


class CommandMethods:
    """Commands as methods: `do_gg__undo` is the command `gg-undo`."""

    def table(self) -> dict[str, Handler]:
        """Every command by its name."""
        names = [name for name in dir(type(self)) if name.startswith("do_")]
        return {name.removeprefix("do_").replace("__", "-"): getattr(self, name) for name in names}
