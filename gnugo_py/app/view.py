"""What the application shows at one moment, as a value that an interface draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.play.game_tree import GameNode, Review
from gnugo_py.play.session import Session

if TYPE_CHECKING:
    from gnugo_py.app.review_analysis import GraphData
    from gnugo_py.app.saved_game_rows import SavedGameRow


class ReviewState(NamedTuple):
    """The state of a review.

    review    -- the game.
    node      -- the current node.
    line      -- the nodes of the current line, from the root to its end.
    graph     -- the graph of leads or win rates, None unless there is an analysis.
    is_analyzing -- whether an analysis is at work in the background, so that the graph changes.
    """

    review: Review
    node: GameNode
    line: Sequence[GameNode]
    graph: GraphData | None = None
    is_analyzing: bool = False


class View(NamedTuple):
    """What the application shows, and how it takes the next line.

    prompt        -- the prompt for the next line.
    escape_line   -- the line that Escape enters if nothing is typed; empty for none.
    game          -- the game of the board that is shown.
    position      -- its position, None if no board is shown yet.
    diagram       -- the board as it is drawn: with a partial move, or the signs of a count.
    session       -- the session, None before a game has started.
    title         -- the title of a lesson, of an exercise or of a position that is set up; else empty.
    count_lines   -- the count so far, in sentences; empty if there is no count.
    review        -- the state of the review, None if no game is in review.
    saved_games   -- the list of saved games to choose from, None if a board is shown.
    accepts_moves -- whether moves and commands are taken.
    keeps_cursor  -- whether the cursor stays on the board after a point is chosen.
    runs_clock    -- whether the clock of the game runs, so that the time on the screen changes.
    is_engine_match -- whether engines play both colors.
    save_error    -- the reason why the game cannot be saved; empty if it is saved, or if there is nothing to
                     save.
    """

    prompt: str
    escape_line: str
    game: Game
    position: Position | None
    diagram: Diagram | None
    session: Session | None
    title: str = ""
    count_lines: tuple[str, ...] = ()
    review: ReviewState | None = None
    saved_games: tuple[SavedGameRow, ...] | None = None
    accepts_moves: bool = False
    keeps_cursor: bool = False
    runs_clock: bool = False
    is_engine_match: bool = False
    save_error: str = ""

    @property
    def is_analyzing(self) -> bool:
        """Whether an analysis is at work in the background, so that the review changes."""
        return self.review is not None and self.review.is_analyzing
