"""What the program shows at one moment, as one value that curses draws; plain mode prints what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from gnugo_py.games.diagram import Diagram
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Mark, PositionMarks
from gnugo_py.storage.settings import DisplaySettings

if TYPE_CHECKING:
    from gnugo_py.app.variation_map import VariationMap
    from gnugo_py.study.graph import GraphData, LeadAndWinRate


class Kind(NamedTuple):
    """What the interfaces do with the messages of a kind: where a screen shows them, for how long, and more.

    place -- `lines` to read, a `page` instead of the board, the `status` of the board, or the `comment` on
             the last move; empty for nowhere.
    until -- what ends a line: the next `step`, as for a refusal; the next `news`, a new `board` after the
             next line typed, or the end of the `answer` whose marks it explains.
    marks -- what its marks are: those of the `position`, an `answer`, or the likely `owners`; empty for none.
             A line of an answer replaces the same line of an earlier one.
    is_board  -- whether it is a new board, which ends all marks and comments.
    is_aside  -- whether it leaves everything else on the screen as it is.
    is_listed -- whether the list of moves says the same as soon as it is not new.
    is_brief  -- whether plain mode prints it after `brief`: a move, a result or an answer.
    is_last   -- whether the terminal shows it after the screen is closed.
    """

    place: Literal["lines", "page", "status", "comment", ""]
    until: Literal["step", "news", "board", "answer"] = "step"
    marks: Literal["position", "answer", "owners", ""] = ""
    is_board: bool = False
    is_aside: bool = False
    is_listed: bool = False
    is_brief: bool = True
    is_last: bool = False


KINDS: dict[str, Kind] = {
    "board": Kind("status", "board", is_board=True, is_brief=False),  # of the game that is played
    "moment": Kind("status", "board", "position", is_board=True),  # of a review, a lesson or an exercise
    "remark": Kind("status", "board", is_board=True),  # of the count
    "result": Kind("lines", "board", is_board=True, is_last=True),
    "move": Kind("lines", "board", is_listed=True),
    "news": Kind("lines", "board", is_last=True),
    "comment": Kind("comment", "board", is_brief=False),  # on the last move
    "why": Kind("lines", "board", "answer"),  # the reasons for a move
    "estimate": Kind("lines", "board", "owners"),  # who is likely to win
    "signs": Kind("lines", "answer", is_brief=False),  # the meaning of the marks of an answer
    "choice": Kind("lines", "news", "position"),  # how a move may continue, or the text of a lesson
    "setting": Kind("lines", "news", is_aside=True),  # the new value of a display setting
    "refusal": Kind("lines", until="step"),
    "trouble": Kind("lines", is_last=True),  # in saving or in an engine
    "page": Kind("page"),
    "legend": Kind("", is_brief=False),  # the signs on the board, for plain mode
}
"""The kinds of messages."""
_ANSWERS = ("answer", "owners")

BoardMarks: TypeAlias = tuple[tuple[tuple[int, int], Mark], ...]
"""Marks over the board, by (row, column)."""


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

    kind: Kind
    lines: tuple[str, ...]
    diagram: Diagram | None = None
    marks: BoardMarks = ()
    standing: LeadAndWinRate | None = None
    heading: str = ""
    words: tuple[str, ...] = ()


class ScreenMessage(NamedTuple):
    """A line for the person to read on the screen.

    kind -- the kind of the message to which it belongs.
    age  -- 0 if it came with the last step, 1 if it came earlier, 2 if a line has been typed since.
    """

    text: str
    kind: Kind = KINDS["news"]
    age: int = 0


STONE_SIGNS = "XO"
"""The signs of the stones in a diagram, by color."""
_MAX_OLD_MESSAGES = 100


class Feedback(NamedTuple):
    """What the messages so far have left on the screen; only `App` replaces it.

    messages  -- the lines to read, the newest last.
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
    page: tuple[str, ...] = ()
    marks: BoardMarks = ()
    overlay: BoardMarks = ()
    diagram: Diagram | None = None
    is_shaded: bool = False
    standing: LeadAndWinRate | None = None
    comment: tuple[str, ...] = ()
    status: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[ScreenMessage, ...]:
        """The lines that came with the last step."""
        return tuple(each for each in self.messages if not each.age)

    @property
    def has_answer(self) -> bool:
        """Whether the signs of an answer are shown, such as those of a hint."""
        return self.diagram is not None or self.overlay != self.marks

    def for_lesson(self) -> Feedback:
        """Return what the board of a lesson shows: no messages about anything else."""
        kept = tuple(each for each in self.messages if each.kind.until != "board")
        return self._replace(messages=kept, standing=None)

    def without_answer(self) -> Feedback:
        """Return the value without the signs of an answer, and what explains them."""
        kept = tuple(each for each in self.messages if each.kind.until != "answer")
        return self._replace(overlay=self.marks, diagram=None, is_shaded=False, messages=kept)

    def after_line(self, has_effect: bool = True) -> Feedback:
        """Return what is left when a line is typed or a key pressed; without effect, an answer stays."""
        age = 2 if has_effect else 0
        kept = (each for each in self.messages if each.kind.until != "step")
        aged = tuple(each._replace(age=max(each.age, age)) for each in kept)
        return self._replace(messages=aged, page=()).without_answer()

    def after(self, messages: Sequence[Message]) -> Feedback:
        """Return the value after the messages of a step; without messages, nothing changes."""
        if not messages:
            return self
        kinds = [each.kind for each in messages]
        ended = {"step", *(["news"] if any(each.until != "step" for each in kinds) else [])}
        has_board = any(each.is_board for each in kinds)
        age = int(not all(each.is_aside for each in kinds))
        again = {line for each in messages if each.kind.marks in _ANSWERS for line in each.lines}
        kept = tuple(
            each._replace(age=max(each.age, age))
            for each in self.messages
            if not (each.text in again or each.kind.until in ended or (each.age == 2 and has_board))
        )
        feedback = self._replace(messages=kept[-_MAX_OLD_MESSAGES:])
        if has_board:
            feedback = feedback._replace(marks=(), standing=None, comment=()).without_answer()
        for message in messages:
            if message.kind.marks:
                feedback = feedback._with_marks(message)
        lines = ((line, each.kind) for each in messages if each.kind.place == "lines" for line in each.lines)
        new = tuple(ScreenMessage(line, kind) for line, kind in lines)
        others = (each for each in messages if each.kind.place not in ("lines", ""))
        texts: dict[str, Any] = {each.kind.place: each.lines for each in others}
        return feedback._replace(**texts, messages=feedback.messages + new)

    def _with_marks(self, message: Message) -> Feedback:
        """Return the value with the marks of a message."""
        kind = message.kind
        if kind.marks in _ANSWERS:
            standing, is_shaded = message.standing or self.standing, kind.marks == "owners"
            return self._replace(
                overlay=message.marks, is_shaded=is_shaded, standing=standing, diagram=message.diagram
            )
        if kind.is_board or message.diagram is not None:
            return self._replace(marks=message.marks).without_answer()
        return self


class PlayerLine(NamedTuple):
    """The line that shows a player: the sign of the stones, color and name, and the time that is left."""

    sign: str
    text: str
    is_to_move: bool
    time: str = ""


class MoveListRow(NamedTuple):
    """An entry in the list of moves, which may be the current one of a review."""

    number: int
    sign: str
    text: str
    is_current: bool = False


class Dialog(NamedTuple):
    """Rows to choose from, shown instead of the board: a menu, a form or a list.

    title    -- what is above the rows.
    rows     -- the texts of the columns of each row.
    line     -- the index of the selected row.
    columns  -- the names of the columns, empty for none.
    note     -- a text about the selected row.
    more     -- paragraphs that are shown below the rows as far as there is room.
    messages -- what the last step has led to, such as why a choice could not start; shown instead of `note`.
    keys_help -- a line about the keys, in several versions, the longest first.
    text     -- the words that are searched for at first, where typing searches; None where Return enters what
                is typed.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    line: int = 0
    columns: tuple[str, ...] = ()
    note: str = ""
    more: tuple[str, ...] = ()
    messages: tuple[ScreenMessage, ...] = ()
    keys_help: tuple[str, ...] = ()
    text: str | None = None


class Screen(NamedTuple):
    """What the program shows, and how it accepts the next line.

    prompt        -- the prompt for the next line.
    offer         -- what Return does while nothing is typed or chosen; empty for nothing special.
    escape_line   -- the line that Escape enters if nothing is typed; empty for none.
    completions   -- the words that the Tab key completes.
    keys          -- the commands that keys run while nothing is typed, by key.
    letters       -- the letters that are lines of their own if nothing else is typed.
    header        -- the two players, Black first; empty before a game starts.
    diagram       -- the board, None if there is none yet.
    position      -- the position on it, None if there is none.
    marks         -- the points of the position to highlight.
    number        -- the number of moves that led to it.
    standing      -- how the game stands, for the bar; None if it is not known.
    feedback      -- what the messages have left on the screen; its overlay is drawn over the board.
    display       -- the display settings.
    panel         -- the lines beside the board, if there is room.
    moves         -- the list of moves, shown below the lines of `panel`.
    reasons       -- what is said about the last move, below the list of moves.
    count_lines   -- the score as counted so far, empty if there is none.
    save_error    -- a warning that stays visible while the game is not saved, empty if there is none.
    summary       -- the move number and the first status line, shown if there is no room for the panel.
    graph         -- the graph of the line in review, None if there is none.
    variations    -- the map of the variations of a review, None if there are none.
    is_review     -- whether a game is in review; if so, arrow keys step through it.
    is_lesson     -- whether the board of a lesson, an exercise or a position that is being set up is shown.
    accepts_moves -- whether moves and commands are accepted.
    keeps_cursor  -- whether the cursor stays on the board after a point is chosen.
    is_changing   -- whether a clock or an analysis runs, and what is shown therefore changes by itself.
    is_engine_match -- whether engines play both colors.
    dialog        -- a menu, a form or a list that is shown instead of the board, None if there is none.
    """

    prompt: str = ""
    offer: str = ""
    escape_line: str = ""
    completions: tuple[str, ...] = ()
    keys: Mapping[str, str] = {}
    letters: str = ""
    header: tuple[PlayerLine, ...] = ()
    diagram: Diagram | None = None
    position: Position | None = None
    marks: PositionMarks = PositionMarks()
    number: int = 0
    standing: LeadAndWinRate | None = None
    feedback: Feedback = Feedback()
    display: DisplaySettings = DisplaySettings()
    panel: tuple[str, ...] = ()
    moves: tuple[MoveListRow, ...] = ()
    reasons: tuple[str, ...] = ()
    count_lines: tuple[str, ...] = ()
    save_error: str = ""
    summary: str = ""
    graph: GraphData | None = None
    variations: VariationMap | None = None
    is_review: bool = False
    is_lesson: bool = False
    accepts_moves: bool = False
    keeps_cursor: bool = False
    is_changing: bool = False
    is_engine_match: bool = False
    dialog: Dialog | None = None


def player_lines(
    position: Position, names: Mapping[Color, str], is_over: bool, times: Sequence[str] = ()
) -> tuple[PlayerLine, ...]:
    """Return the lines for the two players, Black first, with the names and times that are known."""
    return tuple(
        PlayerLine(
            STONE_SIGNS[color],
            " ".join(dict.fromkeys(filter(None, (str(color), names.get(color))))),
            not is_over and color is position.to_move,
            times[color] if times else "",
        )
        for color in Color
    )
