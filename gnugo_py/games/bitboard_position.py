"""The base class of positions whose pieces are two sets of points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gnugo_py.games.points import check_size, full_board
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Move, Play

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(slots=True, repr=False, unsafe_hash=True)
class BitboardPosition(Position):
    """A position whose pieces are sets of points.

    size         -- the number of points per side. The constructor raises UserError if it is not 1 to 26.
    black, white -- the pieces of the colors.
    """

    size: int = field()
    black: int = 0
    white: int = 0
    to_move: Color = Color.BLACK
    move_number: int = 0
    last_move: Move | None = field(default=None, compare=False)
    previous: Self | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_size(self.size)

    @property
    def points_by_diagram_sign(self) -> dict[str, int]:
        return {"X": self.black, "O": self.white}

    @property
    def empty_points(self) -> int:
        """The set of the empty points."""
        return full_board(self.size) & ~(self.black | self.white)

    def stones(self, color: Color) -> int:
        """Return the set of the pieces of a color."""
        return self.white if color else self.black

    def _after(self, move: Move, black: int, white: int, *others: Any) -> Self:
        """Return the position after a move, with the turn of the opponent.

        others -- the values of the further fields of the game.
        """
        color, number = self.to_move.opponent, self.move_number + isinstance(move, Play)
        return type(self)(self.size, black, white, color, number, move, self, *others)
