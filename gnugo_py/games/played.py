"""What frozen positions have in common that know how they came to be, and what they say to people.

>>> from gnugo_py.go.position import GoPosition
>>> position = GoPosition.start(3, "chinese").play("b2")
>>> print(position)
  A B C
3 - - - 3
2 - X - 2
1 - - - 1
  A B C
>>> position.why_illegal("B2")
<Refusal.OCCUPIED: 'there is a stone on that point'>
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import RESIGN, IllegalMove, Move, Outcome, Pass, Play, Resign, Side
from gnugo_py.games.diagram import render
from gnugo_py.games.game import Game, judged, why_refused
from gnugo_py.games.mistake import Mistake

S = TypeVar("S", bound="Played")


class Played:
    """A position whose fields are a named tuple: first those that tell of the present, then of the past.

    Its fields must have `to_move` and `previous`, the position before it or None.  What came before does not
    count for equality.

    PRESENT -- how many fields tell of the present.
    GAME    -- the name of its game in the catalogue.
    """

    __slots__ = ()
    PRESENT: ClassVar[int] = 0
    GAME: ClassVar[str] = ""
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

    def __str__(self) -> str:
        """The board, drawn with its labels; see `Game.legend` for the signs."""
        position: Any = self
        return render(position.grid())

    def __copy__(self: S) -> S:
        return self

    def __deepcopy__(self: S, known: object) -> S:
        """Itself, as nothing can change it, however long the game was."""
        return self

    @property
    def mover(self) -> Side | None:
        """Who made the last move, None at the start."""
        side: Side | None = None if self.previous is None else self.previous.to_move
        return side

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return CATALOG[self.GAME].load()

    def parse_move(self, text: str) -> Move:
        """The move that a person wrote, legal or not: `E5`, `pass`, `resign`, `d1-d7/g7`, `swap`.

        Raises IllegalMove for a point off the board or half a move, Mistake for what is none at all.
        """
        position: Any = self
        if not isinstance(text, str):
            raise Mistake(f"{text!r:.20} is no text; a move is written like {self.game.example}")
        if text.strip().lower() == "resign":
            return RESIGN
        move = self.game.parse_move(text, position)
        if not isinstance(move, Pass | Resign) and len(move.points) < len(self.game.steps):
            raise IllegalMove(f"a move in {self.game.name} is written like {self.game.example}")
        return move

    def format_move(self, move: Move) -> str:
        """A move of the side to move as a person writes it; what `parse_move` reads.

        Raises TypeError for what is no move.
        """
        position: Any = self
        return self.game.format_move(self.read_move(move), position)

    def outcome(self) -> Outcome | None:
        """Who has won, and how; None while the game goes on.

        A game of Go that ended with passes is counted, with the dead stones as they are judged.
        """
        position: Any = self
        return judged(self.game, position) if position.over else None

    def read_move(self, move: object) -> Move:
        """What was given as a move: itself, or what text says.

        Raises as `parse_move` does for text, and TypeError for what is neither.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        if isinstance(move, Play | Pass | Resign):
            return move
        raise TypeError(f"{move!r} is no move; give a Play, PASS, RESIGN or text like 'E5'")

    def play_checked(self: S, move: Move | str) -> S:
        """The position after a move that is verified first.

        move -- a `Move`, or text as `parse_move` reads it.

        Raises IllegalMove with the reason; Mistake for text that is no move, TypeError for what is none.
        """
        position: Any = self
        found = self.read_move(move)
        refusal = why_refused(self.game, position, found)
        if refusal is not None:
            raise IllegalMove(str(refusal))
        after: S = position.play(found)
        return after
