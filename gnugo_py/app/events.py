"""The events that the application sends to an interface."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.core.diagram import Diagram

AppEventKind: TypeAlias = Literal[
    "page",
    "move",
    "refusal",
    "news",
    "board",
    "moment",
    "result",
    "why",
    "estimate",
    "choice",
    "remark",
    "trouble",
    "legend",
]
"""The kind of an event.

page    -- text to read on a page.
move    -- a move that was played.
refusal -- why an input was refused.
news    -- a notice.
board   -- the current board.
moment  -- a node of a game in review, or the board of a lesson.
result  -- the result of the game.
why     -- the reasons for a move.
estimate -- who is likely to win, and who is likely to own each point.
choice  -- how a partial move may continue, or the text of a lesson.
remark  -- a note on the count.
trouble -- an error, such as one in saving or in an engine.
legend  -- the meaning of the signs on the board.
"""

BoardMarks: TypeAlias = tuple[tuple[tuple[int, int], str], ...]


class LeadAndWinRate(NamedTuple):
    """How a game stands, as shown by a bar.

    lead     -- the points by which Black leads, None in games without points.
    win_rate -- the probability that Black wins, 0 to 1.
    """

    lead: float | None
    win_rate: float


class AppEvent(NamedTuple):
    """An event that an interface shows.

    kind    -- its kind, which decides where it is shown.
    lines   -- its text.
    diagram -- the board to draw before the text, None if there is none.
    marks   -- marks over the board for `why`, `estimate`, `choice` and `moment`: (row, column) and a sign;
               an empty sign highlights the point.
    standing -- how the game stands, for `estimate`; None for the other kinds.
    """

    kind: AppEventKind
    lines: tuple[str, ...]
    diagram: Diagram | None = None
    marks: BoardMarks = ()
    standing: LeadAndWinRate | None = None
