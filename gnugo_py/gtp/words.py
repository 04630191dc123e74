"""The words of GTP: colours, vertices, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from gnugo_py.games.contract import PASS, Move, Pass, Play, Point, Side
from gnugo_py.go.board import points_of
from gnugo_py.go.vertex import format_vertex, parse_vertex
from gnugo_py.gtp.protocol import GtpError, Handler

_VERTEX = re.compile(r"[a-hj-z][0-9]{1,2}", re.IGNORECASE)
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


def colour_of(side: Side) -> str:
    """A side as GTP writes it."""
    return "white" if side else "black"


def point_of(word: str, size: int) -> Point | None:
    """The point of a vertex, None if it is off this board.  Raises GtpError for what is none at all."""
    if not _VERTEX.fullmatch(word):
        raise GtpError(SYNTAX)
    try:
        return parse_vertex(word, size)
    except ValueError:
        return None


def move_of(word: str, size: int) -> Move:
    """The move of a vertex or `pass`.  Raises GtpError."""
    if word.lower() == "pass":
        return PASS
    point = point_of(word, size)
    if point is None:
        raise GtpError("illegal move")
    return Play((point,))


def write_move(move: Move, size: int) -> str:
    """A move as GTP writes it; a pass in lower case."""
    if isinstance(move, Play):
        return format_vertex(move.points[0], size)
    return "pass" if isinstance(move, Pass) else "resign"


def write_points(points: int, size: int) -> str:
    """A set of points as vertices."""
    return " ".join(format_vertex(point, size) for point in points_of(points))


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


class Table:
    """Commands as methods: `do_gg__undo` is the command `gg-undo`."""

    def table(self) -> dict[str, Handler]:
        """Every command by its name."""
        names = [name for name in dir(type(self)) if name.startswith("do_")]
        return {name.removeprefix("do_").replace("__", "-"): getattr(self, name) for name in names}
