"""The original's save file, `gnugo.dat`: 361 bytes for the board, then twelve numbers.

Each byte stands for a point: 0 for empty, 1 for white, 2 for black. Files that contain the digits "0", "1"
and "2" instead can also be read. The numbers are the computer's color (1 white, 2 black), how many stones
were captured from the computer and from the user, and the nine flags of the opening book. The original did
not save the ko point, the random state or the current node of the opening tree.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.types import Color, UserError

_SIZE = 19
GNUGO_DAT_POINT_COUNT = _POINTS = _SIZE * _SIZE
_REGIONS = ("NW", "SW", "NE", "SE", "", "N", "S", "W", "E")
"""The region of each flag. The fifth flag, `continue`, is ignored."""
_FORMS = (b"\0\1\2", b"012")
"""The bytes for an empty, a white and a black point: the values that the original wrote, and the digits."""
_RECOGNIZED = 0.9
"""A file counts as a `gnugo.dat`, perhaps damaged, if more than this share of its board bytes are valid."""
_NUMBERS, _MAX_DIGITS = 12, 3


class GnugoDat(NamedTuple):
    """A game saved by the original.

    position -- the position, with the user to move.
    computer -- the engine's color.
    unasked  -- the corners and edges that the engine's opening book had not tried yet.
    """

    position: GoPosition
    computer: Color
    unasked: tuple[str, ...]


def is_gnugo_dat(content: bytes) -> bool:
    """Return whether a file is a `gnugo.dat`, possibly damaged or truncated."""
    board = content[:_POINTS]
    is_text = board.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"(")  # SGF starts with "("
    return len(board) > 0 and not is_text and _valid_bytes(board, b"".join(_FORMS)) > _RECOGNIZED * len(board)


def _valid_bytes(board: bytes, form: bytes) -> int:
    return sum(map(board.count, form))


def _error(problem: str) -> UserError:
    return UserError(f"not a gnugo.dat: {problem}")


def parse_gnugo_dat(content: bytes) -> GnugoDat:
    """Return the game in the bytes of a `gnugo.dat`.

    Raise UserError if the bytes are invalid; the message states the problem and the offset of a wrong byte.
    """
    board = content[:_POINTS]
    form = max(_FORMS, key=lambda each: _valid_bytes(board, each))
    invalid = next((offset for offset, byte in enumerate(board) if byte not in form), None)
    if invalid is not None:
        remedy = f"the first {_POINTS} bytes must all have values from 0 to 2, or all be digits from 0 to 2"
        raise _error(f"byte {board[invalid]:#04x} at offset {invalid} is not a point; {remedy}")
    if len(board) < _POINTS:
        raise _error(f"it ends after {len(board)} of the {_POINTS} points of the board")
    return _old_game([form.index(byte) for byte in board], _numbers(content))


def _numbers(content: bytes) -> list[int]:
    """Return the twelve numbers after the board. Raise UserError if one is invalid or missing."""
    expected = f"twelve numbers must follow the {_POINTS} points of the board"
    words = list(re.finditer(rb"\S+", content[_POINTS:]))[:_NUMBERS]
    for word in words:
        offset, invalid = _POINTS + word.start(), re.search(rb"\D", word[0])
        if invalid is not None:
            offset += invalid.start()
            raise _error(f"byte {content[offset]:#04x} at offset {offset} is not a digit; {expected}")
        if len(word[0]) > _MAX_DIGITS:
            raise _error(f"the number at offset {offset} is too large")
    if len(words) < _NUMBERS:
        raise _error(f"{expected}, but the file ends after {len(words)}")
    return [int(word[0]) for word in words]


def _old_game(points: list[int], numbers: list[int]) -> GnugoDat:
    """Return the game described by a board (0 empty, 1 white, 2 black) and the numbers that follow it."""
    color, own_lost, user_lost, *flags = numbers
    if color not in (1, 2):
        raise _error(f"the computer's color must be 1 or 2, not {color}")
    sides = {1: Color.WHITE, 2: Color.BLACK}
    computer = sides[color]
    board = Board.empty(_SIZE)
    for point, value in zip(board.geometry.points, points, strict=True):
        if value:
            board = board.with_stone(point, sides[value])
    start = GoPosition.from_board(board, computer.opponent, rules_preset("gnugo-1.1", _SIZE))
    prisoners = (own_lost, user_lost) if computer is Color.WHITE else (user_lost, own_lost)
    unasked = tuple(region for region, flag in zip(_REGIONS, flags, strict=True) if flag and region)
    return GnugoDat(start.replace(prisoners=prisoners), computer, unasked)
