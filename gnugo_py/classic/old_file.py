"""The original's save file, `gnugo.dat`: 361 characters of board, then twelve numbers.

Numbers: the computer's colour (1 white, 2 black), the computer's stones captured, the user's, and
the nine flags of the opening book.  Ko, random value and place in the opening were never in it.
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.contract import Side
from gnugo_py.games.mistake import Mistake
from gnugo_py.go.board import Board
from gnugo_py.go.position import GoPosition
from gnugo_py.go.rules import preset

SIZE = 19
POINTS = SIZE * SIZE
REGIONS = ("NW", "SW", "NE", "SE", "", "N", "S", "W", "E")
"""Which flag is whose; the fifth, `continue`, is read as off."""
_SIDES = {ord("1"): Side.WHITE, ord("2"): Side.BLACK}


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
    """Whether a file's content begins like `gnugo.dat`."""
    return len(content) > POINTS and set(content[:POINTS]) <= set(b"012")


def read_old(content: bytes) -> OldGame:
    """The game in the bytes of a `gnugo.dat`.  Raises Mistake for anything else."""
    if not looks_old(content):
        raise Mistake(f"no gnugo.dat: its first {POINTS} characters must be 0, 1 or 2")
    words = content[POINTS:].split()
    if len(words) < 12 or not all(word.isdigit() and len(word) < 4 for word in words[:12]):
        raise Mistake(f"no gnugo.dat: twelve numbers must follow the {POINTS} characters of the board")
    colour, own_lost, user_lost, *flags = (int(word) for word in words[:12])
    if colour not in (1, 2):
        raise Mistake(f"no gnugo.dat: the computer's colour must be 1 or 2, not {colour}")
    computer = Side.WHITE if colour == 1 else Side.BLACK
    board = Board.empty(SIZE)
    for point, sign in zip(board.geometry.points, content[:POINTS], strict=True):
        if sign in _SIDES:
            board = board.put(point, _SIDES[sign])
    start = GoPosition.set_up(board, computer.other, preset("gnugo-1.1", SIZE))
    prisoners = (own_lost, user_lost) if computer is Side.WHITE else (user_lost, own_lost)
    unasked = tuple(region for region, flag in zip(REGIONS, flags, strict=True) if flag and region)
    return OldGame(start._replace(prisoners=prisoners), computer, unasked)
