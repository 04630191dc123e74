"""What frozen positions have in common that know how they came to be."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from gnugo_py.games.contract import Side

S = TypeVar("S", bound="Played")


class Played:
    """A position whose fields are a named tuple: first those that tell of the present, then of the past.

    Its fields must have `to_move` and `previous`, the position before it or None.  What came before does not
    count for equality.

    PRESENT -- how many fields tell of the present.
    """

    __slots__ = ()
    PRESENT: ClassVar[int] = 0
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

    @property
    def mover(self) -> Side | None:
        """Who made the last move, None at the start."""
        side: Side | None = None if self.previous is None else self.previous.to_move
        return side
