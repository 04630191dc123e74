"""The arguments of GTP commands: colors, vertices, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from gnugo_py.core.game import Game, GameMoves
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.gtp.protocol import GtpError, Handler

SYNTAX = "syntax error"

Arguments: TypeAlias = tuple[str, ...]


def check_argument_count(arguments: Sequence[str], minimum: int, maximum: int | None = None) -> None:
    """Raise GtpError if the number of arguments is outside the range. `maximum` defaults to `minimum`."""
    if not minimum <= len(arguments) <= (minimum if maximum is None else maximum):
        raise GtpError(SYNTAX)


def parse_color(word: str) -> Color:
    """Return the color for `b`, `black`, `w` or `white`, in either case. Raise GtpError for other words."""
    sides = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
    try:
        return sides[word.lower()]
    except KeyError:
        raise GtpError(SYNTAX) from None


def parse_point(word: str, game: Game, position: Position) -> Point | None:
    """Return the point of a vertex, or None if it is off the board. Raise GtpError if it is not a vertex."""
    try:
        move = parse_partial_move(word, game, position)
    except IllegalMove:
        return None
    if not isinstance(move, Play) or len(move.points) != 1:
        raise GtpError(SYNTAX)
    return move.points[0]


def parse_move(words: Sequence[str], game: Game, position: Position) -> Move:
    """Return the complete move that some words name. Raise GtpError if they do not name one."""
    try:
        move = parse_partial_move(" ".join(words), game, position)
    except IllegalMove:
        raise GtpError("illegal move") from None
    if isinstance(move, Play) and len(move.points) != len(game.point_prompts):
        raise GtpError(SYNTAX)
    return move


def parse_partial_move(text: str, game: GameMoves, position: Position) -> Move:
    """Return the move, or the part of one, that a text names.

    Raise IllegalMove if a point is off the board, and GtpError if the text is not a move.
    """
    try:
        if not text[:1].isalpha() or _is_column_left_out(text[:1], position):
            raise UserError(text)
        return game.parse_move(text, position)
    except IllegalMove:
        raise
    except UserError:
        raise GtpError(SYNTAX) from None


def _is_column_left_out(letter: str, position: Position) -> bool:
    """Return whether a letter is I and the board has no such column."""
    if letter not in "iI":
        return False
    labels = "".join(position.diagram().column_labels).lower()
    return "j" in labels and "i" not in labels


def format_points(points: Iterable[Point], game: GameMoves, position: Position) -> str:
    """Return points as vertices."""
    return " ".join(game.format_point(point, position) for point in points)


def parse_int(word: str, minimum: int, maximum: int) -> int:
    """Return an integer in a range, bounds included. Raise GtpError for anything else."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", word) or not minimum <= int(word) <= maximum:
        raise GtpError(SYNTAX)
    return int(word)


def parse_float(word: str) -> float:
    """Return a finite decimal number. Raise GtpError for anything else."""
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})", word):
        raise GtpError(SYNTAX)
    return float(word)


def require_on_board(point: Point | None) -> Point:
    """Return the point. Raise GtpError if it is None, which means off the board."""
    if point is None:
        raise GtpError("vertex is off the board")
    return point


class CommandMethods:
    """A class whose methods are commands: `do_gg__undo` is the command `gg-undo`."""

    def handlers(self) -> dict[str, Handler]:
        """Return all commands by name."""
        names = [name for name in dir(type(self)) if name.startswith("do_")]
        return {name.removeprefix("do_").replace("__", "-"): getattr(self, name) for name in names}
