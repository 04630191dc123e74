"""The original's save file, `gnugo.dat`: 361 bytes of board, then twelve numbers.

Each byte is a point with the value 0, 1 or 2 (empty, white, black); files with the digits "0", "1" and "2"
in their place load, too.  Numbers: the computer's color (1 white, 2 black), the computer's stones captured,
the user's, and the nine flags of the opening book.  Ko, random value and place in the opening were never
in it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnugo_py.core.types import Mistake, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset

SIZE = 19
POINTS = SIZE * SIZE
REGIONS = ("NW", "SW", "NE", "SE", "", "N", "S", "W", "E")
"""The region of each flag; the fifth, `continue`, is read as off."""
FORMS = (b"\0\1\2", b"012")
"""The bytes of a point, empty, white and black: as the original wrote them, and as digits."""
_RECOGNIZED = 0.9
"""The share of a board's bytes that must be valid for a file to be taken for a damaged `gnugo.dat`."""
_NUMBERS, _MAX_DIGITS = 12, 3


class OldGame(NamedTuple):
    """A game the original saved.

    position -- the board, the user to move.
    computer -- the engine's side.
    unasked  -- the corners and edges its opening book had not been asked about.
    """

    position: GoPosition
    computer: Side
    unasked: tuple[str, ...]


def looks_old(content: bytes) -> bool:
    """Return whether a file is a `gnugo.dat`, perhaps a damaged or truncated one."""
    board = content[:POINTS]
    is_text = board.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"(")  # SGF, whatever follows
    return len(board) > 0 and not is_text and _valid_bytes(board, b"".join(FORMS)) > _RECOGNIZED * len(board)


def _form(board: bytes) -> bytes:
    """Return the one of `FORMS` in which most bytes of a board are written."""
    return max(FORMS, key=lambda form: _valid_bytes(board, form))


def _valid_bytes(board: bytes, form: bytes) -> int:
    return sum(map(board.count, form))


def read_old(content: bytes) -> OldGame:
    """Return the game in the bytes of a `gnugo.dat`.

    Raise Mistake for anything else, with the first invalid byte and its offset.
    """
    board = content[:POINTS]
    form = _form(board)
    invalid = next((offset for offset, byte in enumerate(board) if byte not in form), None)
    if invalid is not None:
        raise Mistake(
            f"not a gnugo.dat: byte {board[invalid]:#04x} at offset {invalid} is not a point; the first"
            f" {POINTS} bytes must all have the values 0, 1 and 2, or all be these digits"
        )
    if len(board) < POINTS:
        raise Mistake(f"not a gnugo.dat: it ends after {len(board)} of the {POINTS} points of the board")
    return _old_game([form.index(byte) for byte in board], _numbers(content))


def _numbers(content: bytes) -> list[int]:
    """Return the numbers after the board.  Raise Mistake for the first that is none."""
    words = list(re.finditer(rb"\S+", content[POINTS:]))[:_NUMBERS]
    for word in words:
        invalid = re.search(rb"\D", word[0])
        if invalid is not None:
            offset = POINTS + word.start() + invalid.start()
            raise Mistake(
                f"not a gnugo.dat: byte {content[offset]:#04x} at offset {offset} is not a digit;"
                f" twelve numbers must follow the {POINTS} points of the board"
            )
        if len(word[0]) > _MAX_DIGITS:
            raise Mistake(f"not a gnugo.dat: the number at offset {POINTS + word.start()} is too large")
    if len(words) < _NUMBERS:
        raise Mistake(
            f"not a gnugo.dat: twelve numbers must follow the {POINTS} points of the board,"
            f" but the file ends after {len(words)}"
        )
    return [int(word[0]) for word in words]


def _old_game(points: list[int], numbers: list[int]) -> OldGame:
    """Return the game of a board, 0 empty, 1 white and 2 black, and of the numbers after it."""
    color, own_lost, user_lost, *flags = numbers
    if color not in (1, 2):
        raise Mistake(f"not a gnugo.dat: the computer's color must be 1 or 2, not {color}")
    sides = {1: Side.WHITE, 2: Side.BLACK}
    computer = sides[color]
    board = Board.empty(SIZE)
    for point, value in zip(board.geometry.points, points, strict=True):
        if value:
            board = board.put(point, sides[value])
    start = GoPosition.set_up(board, computer.other, preset("gnugo-1.1", SIZE))
    prisoners = (own_lost, user_lost) if computer is Side.WHITE else (user_lost, own_lost)
    unasked = tuple(region for region, flag in zip(REGIONS, flags, strict=True) if flag and region)
    return OldGame(start._replace(prisoners=prisoners), computer, unasked)
