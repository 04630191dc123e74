"""What the program shows at one moment, as one value that curses draws; plain mode prints what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from gnugo_py.games.diagram import Diagram
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, PositionMarks

if TYPE_CHECKING:
    from gnugo_py.study.graph import GraphData, LeadAndWinRate

MessageKind: TypeAlias = Literal[
    "page",
    "move",
    "comment",
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
"""The kind of a message, which decides where it is shown and for how long.

page    -- text to read on a page.
move    -- a move that was played.
comment -- what is said about the last move; a screen shows it until the next board.
refusal -- why an input was refused; shown until the next step.
news    -- a notice.
board   -- the current board.
moment  -- a node of a game in review, or the board of a lesson.
result  -- the result of the game.
why     -- the reasons for a move.
estimate -- who is likely to win, and who is likely to own each point.
choice  -- how a partial move may continue, or the text of a lesson; shown until the next step with news.
remark  -- a note on the count.
trouble -- an error, such as one in saving or in an engine.
legend  -- the meaning of the signs on the board, for plain mode.
"""

BoardMarks: TypeAlias = tuple[tuple[tuple[int, int], str], ...]
"""Signs over the board, by (row, column); an empty sign highlights the point."""


class Message(NamedTuple):
    """Something that the program tells the person.

    kind     -- its kind.
    lines    -- its text.
    diagram  -- the board to draw before the text, None if there is none.
    marks    -- marks over that board.
    standing -- how the game stands, for `estimate`; None for the other kinds.
    heading  -- a line between board and text in plain mode; a screen shows the same in its panel.
    words    -- what plain mode prints where it draws no board; empty for the same lines.
    """

    kind: MessageKind
    lines: tuple[str, ...]
    diagram: Diagram | None = None
    marks: BoardMarks = ()
    standing: LeadAndWinRate | None = None
    heading: str = ""
    words: tuple[str, ...] = ()


class ScreenMessage(NamedTuple):
    """A line for the person to read on the screen.

    is_refusal   -- whether it reports that something was refused or failed.
    is_transient -- whether the next step that brings more than a refusal, an error, a legend or a page drops
                    it.
    is_move      -- whether it reports a move that the list of moves shows as well.
    is_old       -- whether the person has typed a line since it appeared.  Old messages are dropped with the
                    next board.
    """

    text: str
    is_refusal: bool = False
    is_transient: bool = False
    is_move: bool = False
    is_old: bool = False


STONE_SIGNS = "XO"
"""The signs of the stones in a diagram, by color."""
_MAX_MESSAGES = 100
_LEAVING_ALL = {"refusal", "trouble", "legend", "page"}
_BOARDS = {"board", "moment", "remark", "result"}


class Shown(NamedTuple):
    """What the messages so far have left on the screen.

    messages  -- the lines to read, the newest last.
    n_new     -- how many of them came with the last step or later.
    page      -- a page to read instead of the board, empty if there is none.
    marks     -- signs that belong to the position, such as those of a node in review.
    overlay   -- signs drawn over the board: those of an answer, or else `marks`.
    diagram   -- the board below the signs of an answer, None if there are none.
    is_shaded -- whether the overlay shows the likely owner of each point.
    standing  -- how the game stands, for the bar; None if it is not known.
    comment   -- what is said about the last move.
    status    -- the status lines of the last board.
    """

    messages: tuple[ScreenMessage, ...] = ()
    n_new: int = 0
    page: tuple[str, ...] = ()
    marks: BoardMarks = ()
    overlay: BoardMarks = ()
    diagram: Diagram | None = None
    is_shaded: bool = False
    standing: LeadAndWinRate | None = None
    comment: tuple[str, ...] = ()
    status: tuple[str, ...] = ()

    def for_lesson(self) -> Shown:
        """Return what the board of a lesson shows: no messages about anything else."""
        kept = tuple(each for each in self.messages if each.is_transient or each.is_refusal)
        return self._replace(messages=kept, standing=None)

    def after_line(self) -> Shown:
        """Return what is left after a line or a key in a dialog: old messages that are no refusals."""
        kept = tuple(each._replace(is_old=True) for each in self.messages if not each.is_refusal)
        return self.without_overlay()._replace(messages=kept, n_new=0, page=())

    def without_refusals(self) -> Shown:
        """Return the value without its refusals."""
        kept = tuple(each for each in self.messages if not each.is_refusal)
        return self._replace(messages=kept, n_new=max(self.n_new - len(self.messages) + len(kept), 0))

    def with_refusals_kept(self) -> Shown:
        """Return the value with its refusals turned into ordinary messages, which the next step keeps."""
        return self._replace(messages=tuple(each._replace(is_refusal=False) for each in self.messages))

    def without_overlay(self) -> Shown:
        """Return the value without the signs of an answer."""
        return self._replace(overlay=self.marks, diagram=None, is_shaded=False)

    def with_lines(
        self,
        lines: Sequence[str],
        is_refusal: bool = False,
        is_transient: bool = False,
        is_move: bool = False,
    ) -> Shown:
        """Return the value with some lines to read added."""
        new = tuple(ScreenMessage(line, is_refusal, is_transient, is_move) for line in lines)
        n_new = self.n_new + len(new)
        return self._replace(messages=(self.messages + new)[-max(_MAX_MESSAGES, n_new) :], n_new=n_new)

    def after(self, messages: Sequence[Message]) -> Shown:
        """Return the value after the messages of a step; without messages, nothing changes.

        Earlier refusals are dropped.  Transient lines are dropped unless all messages are refusals, errors,
        legends or pages.  Old lines, and all signs over the board, are dropped if there is a new board or a
        result.
        """
        if not messages:
            return self
        kinds = {each.kind for each in messages}
        has_news, has_board = bool(kinds - _LEAVING_ALL), bool(kinds & _BOARDS)
        again = {line for each in messages if each.kind in ("why", "estimate") for line in each.lines}
        kept = tuple(
            each
            for each in self.messages
            if each.text not in again
            and not (each.is_refusal or (each.is_transient and has_news) or (each.is_old and has_board))
        )
        shown = self._replace(messages=kept, n_new=0)
        if has_board:
            shown = shown._replace(marks=(), standing=None, comment=()).without_overlay()
        for message in messages:
            shown = shown._with(message)
        return shown

    def _with(self, message: Message) -> Shown:
        kind, lines = message.kind, message.lines
        if kind == "legend":
            return self
        if kind == "page":
            return self._replace(page=lines)
        if kind == "comment":
            return self._replace(comment=lines)
        if kind in ("board", "remark"):
            return self._replace(status=lines)
        if kind == "moment":
            return self._replace(status=lines, marks=message.marks).without_overlay()
        shown = self.with_lines(lines, kind in ("refusal", "trouble"), kind == "choice", kind == "move")
        if kind == "choice" and message.diagram is not None:
            return shown._replace(marks=message.marks).without_overlay()
        if kind not in ("why", "estimate"):
            return shown
        return shown._replace(
            overlay=message.marks,
            is_shaded=kind == "estimate",
            diagram=message.diagram,
            standing=message.standing or self.standing,
        )


class PlayerLine(NamedTuple):
    """The line that shows a player.

    sign       -- the sign of the player's stones.
    text       -- the color and the player's name.
    is_to_move -- whether it is the player's turn.
    time       -- the time that is left, empty without a clock.
    """

    sign: str
    text: str
    is_to_move: bool
    time: str = ""


class MoveListRow(NamedTuple):
    """An entry in the list of moves.

    number     -- the number of the move, from 1.
    sign       -- the sign of its color's stones, empty if the color is unknown.
    text       -- the move as text.
    is_current -- whether it leads to the current node of a review.
    """

    number: int
    sign: str
    text: str
    is_current: bool = False


class Menu(NamedTuple):
    """A menu whose entries are chosen by their numbers or with the cursor.

    title    -- the question.
    entries  -- the texts of the entries, at most ten; the tenth has the number 0.
    line     -- the index of the selected entry.
    messages -- what the last step has led to, such as why a choice could not start.
    """

    title: str
    entries: tuple[str, ...]
    line: int = 0
    messages: tuple[ScreenMessage, ...] = ()


class FormLine(NamedTuple):
    """A line of a form: its label, the text of the selected choice, and a note on that choice."""

    label: str
    text: str
    note: str


class Form(NamedTuple):
    """A form that is being filled in.

    title   -- its title.
    lines   -- its lines.
    line    -- the index of the line being edited.
    error   -- why the game could not start, empty if there is no error.
    leaving -- what Escape does: `quit` or `back`.
    notes   -- paragraphs for beginners, shown below if there is room.
    """

    title: str
    lines: tuple[FormLine, ...]
    line: int = 0
    error: str = ""
    leaving: str = "quit"
    notes: tuple[str, ...] = ()


class GameList(NamedTuple):
    """The list of saved games while a person looks through it.

    columns  -- the names of the columns.
    rows     -- the texts of the columns of each game that contains the words to search for.
    total    -- the number of all games.
    line     -- the index of the selected game among `rows`.
    words    -- the words to search for.
    new_name -- the new name that is being typed for the selected game; None if it is not being renamed.
    message  -- a text to show below the list.
    question -- a question about the selected game, to be answered with y or n; empty for none.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int
    line: int = 0
    words: str = ""
    new_name: str | None = None
    message: str = ""
    question: str = ""


class Screen(NamedTuple):
    """What the program shows, and how it accepts the next line.

    prompt        -- the prompt for the next line.
    offer         -- what Return does while nothing is typed or chosen; empty for nothing special.
    escape_line   -- the line that Escape enters if nothing is typed; empty for none.
    words         -- the words that the Tab key completes.
    keys          -- the commands that keys run while nothing is typed, by key.
    letters       -- the letters that are lines of their own if nothing else is typed.
    header        -- the two players, Black first; empty before a game starts.
    diagram       -- the board, None if there is none yet.
    position      -- the position on it, None if there is none.
    marks         -- the points of the position to highlight.
    number        -- the number of moves that led to it.
    standing      -- how the game stands, for the bar; None if it is not known.
    shown         -- what the messages have left on the screen; its overlay is drawn over the board.
    panel         -- the lines beside the board, if there is room.
    moves         -- the list of moves, shown below the lines of `panel`.
    reasons       -- what is said about the last move, below the list of moves.
    count_lines   -- the score as counted so far, empty if there is none.
    save_error    -- a warning that stays visible while the game is not saved, empty if there is none.
    summary       -- the move number and the first status line, shown if there is no room for the panel.
    graph         -- the graph of the line in review, None if there is none.
    is_review     -- whether a game is in review; if so, arrow keys step through it.
    is_lesson     -- whether the board of a lesson, an exercise or a position that is being set up is shown.
    accepts_moves -- whether moves and commands are accepted.
    keeps_cursor  -- whether the cursor stays on the board after a point is chosen.
    has_clock     -- whether the clock of the game runs and the time on the screen therefore changes.
    is_analyzing  -- whether an analysis is running in the background, and what is shown therefore changes.
    is_engine_match -- whether engines play both colors.
    dialog        -- a menu, a form or a list that is shown instead of the board, None if there is none.
    """

    prompt: str = ""
    offer: str = ""
    escape_line: str = ""
    words: tuple[str, ...] = ()
    keys: Mapping[str, str] = {}
    letters: str = ""
    header: tuple[PlayerLine, ...] = ()
    diagram: Diagram | None = None
    position: Position | None = None
    marks: PositionMarks = PositionMarks()
    number: int = 0
    standing: LeadAndWinRate | None = None
    shown: Shown = Shown()
    panel: tuple[str, ...] = ()
    moves: tuple[MoveListRow, ...] = ()
    reasons: tuple[str, ...] = ()
    count_lines: tuple[str, ...] = ()
    save_error: str = ""
    summary: str = ""
    graph: GraphData | None = None
    is_review: bool = False
    is_lesson: bool = False
    accepts_moves: bool = False
    keeps_cursor: bool = False
    has_clock: bool = False
    is_analyzing: bool = False
    is_engine_match: bool = False
    dialog: Menu | Form | GameList | None = None


def player_lines(
    position: Position, names: Mapping[Color, str], is_over: bool, times: Sequence[str] = ("", "")
) -> tuple[PlayerLine, ...]:
    """Return the lines for the two players, Black first.

    names -- the names of the players, by color, as far as they are known.
    times -- the time that is left to each, Black's first.
    """
    return tuple(
        PlayerLine(
            STONE_SIGNS[color],
            " ".join(dict.fromkeys(filter(None, (str(color), names.get(color))))),
            not is_over and color is position.to_move,
            times[color],
        )
        for color in Color
    )
