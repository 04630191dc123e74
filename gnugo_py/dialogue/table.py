"""What a conversation says, and what it needs from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.games.contract import Ending, Game, Position, Side
from gnugo_py.games.diagram import Grid
from gnugo_py.play.session import Session
from gnugo_py.players.player import Player

Kind: TypeAlias = Literal[
    "page", "move", "refusal", "news", "board", "result", "why", "remark", "trouble", "legend"
]
"""What a saying is: a page to read, a player's move, a refusal, news, the board as it stands, the result,
why a move was made, a remark on the count, trouble with saving, what the signs of a drawn board mean."""


class Saying(NamedTuple):
    """Something the program says.

    kind  -- what it is, so that a screen can put it in its place.
    lines -- the words.
    grid  -- for `board` and `result`, the board to draw before them.
    marks -- for `why`, what to draw over the board: (row, column) and a sign or none.
    """

    kind: Kind
    lines: tuple[str, ...]
    grid: Grid | None = None
    marks: tuple[tuple[tuple[int, int], str], ...] = ()


class Table(NamedTuple):
    """What a conversation needs from outside.

    game  -- which game is played.
    begin -- makes the session of the options that were given and asked; raises ValueError.
    keep  -- writes a session as it stands, after every move; returns trouble to tell, or nothing.
    save  -- writes a session under a name, or under its own for None; returns what to tell.
    settle -- the ending of a game that has stopped; the side answers first; whether from a proposal.
    proposes -- whether a count is to begin with a proposal.
    confirms -- whether a person is there to be asked before something that cannot be undone.
    trouble -- why the game as it stands is not in a file, empty if it is.
    open  -- the session of a saved game, by name; raises ValueError, the game played before then kept.
    adviser -- who gives hints where no player of the game does.
    """

    game: Game
    begin: Callable[[Mapping[str, object]], Session]
    keep: Callable[[Session], str]
    save: Callable[[Session, str | None], str]
    settle: Callable[[Position, Side, bool], Ending]
    proposes: bool
    confirms: bool
    trouble: Callable[[], str]
    open: Callable[[str], Session]
    adviser: Player


class Offer(NamedTuple):
    """An unfinished game that is offered before a new one is begun.

    question -- to be answered with yes or no.
    accept   -- makes its session; raises ValueError if it cannot after all.
    """

    question: str
    accept: Callable[[], Session]
