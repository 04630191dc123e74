"""What all phases of a conversation share: the game being played, what is said, what comes from outside."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.core.diagram import Grid

OutputKind: TypeAlias = Literal[
    "page",
    "move",
    "refusal",
    "news",
    "board",
    "moment",
    "result",
    "why",
    "choice",
    "remark",
    "trouble",
    "legend",
]
"""What an output is: a page to read, a player's move, a refusal, news, the board as it stands, a moment of a
game looked through, the result, why a move was made, how a move may go on, a remark on the count, trouble
with saving, what the signs of a drawn board mean."""

Marks: TypeAlias = tuple[tuple[tuple[int, int], str], ...]


class Output(NamedTuple):
    """Something the program says.

    kind  -- what it is, so that a screen can put it in its place.
    lines -- the words.
    grid  -- the board to draw before them, None for none.
    marks -- for `why`, `choice` and `moment`, what to draw over the board: (row, column) and a sign or none.
    """

    kind: OutputKind
    lines: tuple[str, ...]
    grid: Grid | None = None
    marks: Marks = ()
