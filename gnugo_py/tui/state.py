"""The state of the screen, as a value, and how events change it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnugo_py.app.events import AppEvent, LeadAndWinRate
from gnugo_py.app.node_display import format_node_move
from gnugo_py.app.review_analysis import GraphData
from gnugo_py.app.view import (
    PlayerLine,
    ReviewState,
    View,
    game_player_lines,
    last_color_stone_sign,
    player_lines,
    player_name,
)
from gnugo_py.core.bitboard import point_at, row_and_column
from gnugo_py.core.diagram import Diagram, cell_name
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Point, PositionMarks
from gnugo_py.record.cursor import Cursor
from gnugo_py.storage.settings import DisplaySettings

_MAX_MESSAGES = 100
Cell = tuple[int, int]


class ScreenMessage(NamedTuple):
    """A line for the player to read.

    is_refusal   -- whether it reports that something was refused or failed.
    is_transient -- whether the next event that is not a refusal, an error, a legend or a page drops it.
    is_move      -- whether it reports a move that the list of moves shows as well.
    is_old       -- whether the player has typed a line since it appeared. Old messages are dropped with the
                    next board.
    """

    text: str
    is_refusal: bool = False
    is_transient: bool = False
    is_move: bool = False
    is_old: bool = False


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


class ScreenState(NamedTuple):
    """Everything that the screen shows.

    title             -- the names of the players, or the title of a review.
    header            -- the two players, Black first; empty before the game starts.
    prompt            -- the prompt.
    typed             -- the text typed so far.
    caret_from_end    -- how many characters of the text are right of the caret; may exceed its length.
    diagram           -- the board, None if there is none yet.
    number            -- the number of moves that led to the board shown.
    last_move         -- (row, column) of each point of the last move; empty if there is none.
    captured          -- cells whose stones were just captured.
    ko                -- empty cells where a move is illegal for a special reason, such as ko.
    winning           -- cells of the stones that decided the game.
    in_atari          -- cells of stones that the next move may capture.
    in_ladder         -- cells of stones that are caught in a ladder.
    playable          -- cells that are marked because a move can be played there.
    overlay           -- cells with a sign drawn over the board; an empty sign highlights the cell.
    is_shaded         -- whether the overlay shows the likely owner of each point.
    standing          -- how the game stands, for the bar; None if it is not known.
    cursor            -- the cell of the cursor, None if it is not shown.
    point_description -- a description of the cell of the cursor, empty if there is none.
    pending           -- a letter that moved the cursor but may turn out to be text, and the cursor's cell
                         before that.
    panel             -- the lines beside the board, if there is room.
    moves             -- the list of moves, shown below the lines of `panel`.
    scrolled          -- the number of lines of the list below the last one shown.
    reasons           -- the engine's explanation of its last move, or a comment, below the list of moves.
    summary           -- the move number and the first status line, shown if there is no room for the panel.
    count_lines       -- the score as counted so far, empty if there is none.
    save_error        -- a warning that stays visible while the game is not saved, empty if there is none.
    status            -- the status lines of the game.
    messages          -- the messages, the newest last.
    n_new             -- how many of the messages came with the last events or later.
    page              -- a page to read instead of the board, empty if there is none.
    scroll            -- how many lines of the page are above the screen.
    history           -- the lines typed before, the newest last.
    history_index     -- which line of `history` the prompt shows, counted from the end; 0 for none.
    words             -- the words that the Tab key completes.
    graph             -- the graph of the line in review, None if there is none.
    reviewing         -- whether a game is in review; if so, arrow keys step through it.
    escape_line       -- the line that Escape enters if nothing is typed; empty for none.
    display           -- the display settings.
    """

    title: str = ""
    header: tuple[PlayerLine, ...] = ()
    prompt: str = ""
    typed: str = ""
    caret_from_end: int = 0
    diagram: Diagram | None = None
    number: int = 0
    last_move: tuple[Cell, ...] = ()
    captured: frozenset[Cell] = frozenset()
    ko: frozenset[Cell] = frozenset()
    winning: frozenset[Cell] = frozenset()
    in_atari: frozenset[Cell] = frozenset()
    in_ladder: frozenset[Cell] = frozenset()
    playable: frozenset[Cell] = frozenset()
    overlay: tuple[tuple[Cell, str], ...] = ()
    is_shaded: bool = False
    standing: LeadAndWinRate | None = None
    cursor: Cell | None = None
    point_description: str = ""
    pending: tuple[str, Cell | None] | None = None
    panel: tuple[str, ...] = ()
    moves: tuple[MoveListRow, ...] = ()
    scrolled: int = 0
    reasons: tuple[str, ...] = ()
    summary: str = ""
    count_lines: tuple[str, ...] = ()
    save_error: str = ""
    status: tuple[str, ...] = ()
    messages: tuple[ScreenMessage, ...] = ()
    n_new: int = 0
    page: tuple[str, ...] = ()
    scroll: int = 0
    history: tuple[str, ...] = ()
    history_index: int = 0
    words: tuple[str, ...] = ()
    graph: GraphData | None = None
    reviewing: bool = False
    escape_line: str = ""
    display: DisplaySettings = DisplaySettings()


_LEAVING_ALL = {"refusal", "trouble", "legend", "page"}
_BOARDS = {"board", "moment", "remark", "result"}
_OVERLAID = {"why", "estimate", "choice"}
"""The kinds of events that draw marks over the board."""


def with_messages_marked_old(state: ScreenState) -> ScreenState:
    """Return the state with all messages marked as old, after the player has typed a line."""
    return state._replace(messages=tuple(each._replace(is_old=True) for each in state.messages))


def turn_refusals_into_messages(state: ScreenState) -> ScreenState:
    """Return the state with its refusals turned into ordinary messages, which the next events do not drop."""
    return state._replace(messages=tuple(each._replace(is_refusal=False) for each in state.messages))


def state_after_events(state: ScreenState, outputs: Iterable[AppEvent]) -> ScreenState:
    """Return the state after some events.

    Earlier refusals are dropped. Transient messages are dropped unless all events are refusals, errors,
    legends or pages. Old messages are dropped if there is a new board or a result.
    """
    outputs = list(outputs)
    kinds = {output.kind for output in outputs}
    has_news, has_board = bool(kinds - _LEAVING_ALL), bool(kinds & _BOARDS)
    again = {line for output in outputs if output.kind in ("why", "estimate") for line in output.lines}
    kept = tuple(
        each
        for each in state.messages
        if each.text not in again
        and not (each.is_refusal or (each.is_transient and has_news) or (each.is_old and has_board))
    )
    standing = None if has_board else state.standing
    state = state._replace(messages=kept, n_new=0, standing=standing)
    for output in outputs:
        if output.kind == "legend":
            continue
        if output.kind == "page":
            state = state._replace(page=output.lines, scroll=0)
        elif output.kind in ("board", "remark"):
            state = state._replace(status=output.lines)
        elif output.kind == "moment":
            state = state._replace(
                status=output.lines, overlay=output.marks, is_shaded=False, diagram=output.diagram
            )
        else:
            is_refusal = output.kind in ("refusal", "trouble")
            state = with_messages(
                state, output.lines, is_refusal, output.kind == "choice", output.kind == "move"
            )
            if output.kind in _OVERLAID:
                state = state._replace(
                    overlay=output.marks,
                    is_shaded=output.kind == "estimate",
                    diagram=output.diagram,
                    standing=output.standing or state.standing,
                )
    return state


def with_messages(
    state: ScreenState,
    lines: Sequence[str],
    is_refusal: bool = False,
    is_transient: bool = False,
    is_move: bool = False,
) -> ScreenState:
    """Return the state with some messages added."""
    news = tuple(ScreenMessage(line, is_refusal, is_transient, is_move) for line in lines)
    messages = (state.messages + news)[-_MAX_MESSAGES:]
    return state._replace(messages=messages, n_new=state.n_new + len(news))


_MOVES_BEFORE, _MOVES_AFTER = 60, 40
"""How many moves a review lists before and after the current node."""
_MAX_REASONS, _MAX_REASON_LENGTH = 40, 1000
_FIRST_MOVES = 2
"""The panel shows how to get help until this many moves have been played."""


def update_state_from_view(state: ScreenState, view: View) -> ScreenState:
    """Return the state updated to what the application shows now."""
    state = state._replace(prompt=view.prompt, escape_line=view.escape_line)
    if view.title:
        return _lesson_fields(state, view)
    if view.review is not None:
        return _review_fields(state, view.review, view.diagram)
    state = state._replace(reviewing=False, graph=None)
    if view.cursor is None:
        return state._replace(diagram=view.diagram)
    return _game_fields(state, view, view.cursor)


def _game_fields(state: ScreenState, view: View, cursor: Cursor) -> ScreenState:
    """Return the state that shows a game in progress or its count."""
    position, number = cursor.position, cursor.node.number
    counting = not view.accepts_moves and view.game.has_count
    went_on = number > state.number and not counting and not state.overlay
    is_over = view.is_game_over
    status = position.status_lines(is_over) if view.accepts_moves else state.status
    marks = PositionMarks() if counting or state.overlay else position.marks()
    beginnings = position.next_points(()) if state.display.moves and view.accepts_moves else ()
    return state._replace(
        title=" - ".join(_name(view, color) for color in Color),
        header=game_player_lines(view, is_over=counting or is_over),
        diagram=state.diagram if state.overlay else view.diagram,
        last_move=_cells(position, marks.last_move),
        number=number,
        captured=frozenset(_cells(position, marks.captured)) if went_on else frozenset(),
        ko=frozenset(_cells(position, marks.ko)),
        winning=frozenset(_cells(position, marks.winning)),
        in_atari=frozenset(_cells(position, marks.in_atari if state.display.atari else ())),
        in_ladder=frozenset(_cells(position, marks.in_ladder if state.display.atari else ())),
        playable=frozenset(_cells(position, beginnings)),
        panel=view.count_lines or (", ".join(position.detail_lines()), *status, *_tip(cursor, view)),
        moves=() if view.count_lines else _moves(cursor),
        scrolled=state.scrolled if number == state.number else 0,
        reasons=() if view.count_lines or state.overlay else _reasons(cursor),
        count_lines=view.count_lines,
        save_error=f"NOT SAVED: {view.save_error}" if view.save_error else "",
        summary=" ".join((f"Move {number}.", *status[:1])),
    )


def _review_fields(state: ScreenState, reviewed: ReviewState, diagram: Diagram | None) -> ScreenState:
    """Return the state that shows a node of a game in review."""
    node = reviewed.node
    position = node.position
    marks = position.marks()

    along = next(number for number, each in enumerate(reviewed.line) if each is node)
    return state._replace(
        title=reviewed.title,
        header=player_lines(position, reviewed.names, is_over=position.outcome_without_count is not None),
        diagram=state.diagram if state.overlay else diagram,
        last_move=_cells(position, marks.last_move),
        number=node.number,
        captured=frozenset(),
        ko=frozenset(),
        winning=frozenset(_cells(position, marks.winning)),
        in_atari=frozenset(_cells(position, marks.in_atari if state.display.atari else ())),
        in_ladder=frozenset(_cells(position, marks.in_ladder if state.display.atari else ())),
        playable=frozenset(),
        panel=state.status,
        moves=_moves_around(reviewed, along),
        scrolled=0,
        reasons=(),
        count_lines=(),
        save_error="",
        summary="".join(state.status[:1]) + ("; type why for the comment" if node.comment else ""),
        graph=reviewed.graph,
        standing=None if reviewed.graph is None else reviewed.graph.standing,
        reviewing=True,
    )


def _lesson_fields(state: ScreenState, view: View) -> ScreenState:
    """Return the state that shows a board of a lesson."""
    shown = ScreenState(display=state.display, words=state.words, history=state.history)
    return shown._replace(
        prompt=state.prompt,
        typed=state.typed,
        cursor=state.cursor if view.keeps_cursor else None,
        diagram=view.diagram,
        overlay=state.overlay,
        page=state.page,
        messages=tuple(each for each in state.messages if each.is_transient or each.is_refusal),
        n_new=state.n_new,
        panel=(view.title,),
        summary=view.title,
    )


def with_cursor_description(state: ScreenState, view: View) -> ScreenState:
    """Return the state with a description of the cell of the cursor."""
    position, cell = view.position, state.cursor
    if position is None or cell is None or state.diagram is None or state.reviewing:
        return state._replace(point_description="")
    about = position.describe_point(point_at(*cell, position.size))
    return state._replace(point_description=f"{cell_name(state.diagram, cell)}: {about}." if about else "")


def _cells(position: Position, points: Iterable[Point]) -> tuple[Cell, ...]:
    """Return the cells of some points."""
    return tuple(row_and_column(point, position.size) for point in points)


def _name(view: View, color: Color) -> str:
    """Return a color and the name of its player."""
    name = player_name(view.players, color)
    return f"{color}: {name}" if name else str(color)


def _moves(cursor: Cursor) -> tuple[MoveListRow, ...]:
    """Return the moves of a game so far."""
    return tuple(
        MoveListRow(node.number, last_color_stone_sign(node.position), before.format_move(node.move))
        for node in cursor.node.path()
        if node.move is not None and (before := node.position.previous) is not None
    )


def _moves_around(reviewed: ReviewState, at: int) -> tuple[MoveListRow, ...]:
    """Return the moves of the current line of a review, near an index."""
    first = max(at - _MOVES_BEFORE, 0)
    made = []
    for node in reviewed.line[first : at + _MOVES_AFTER]:
        text = format_node_move(node)
        if text:
            sign = "" if text == "?" else last_color_stone_sign(node.position)
            made.append(MoveListRow(node.number, sign, text, node is reviewed.node))
    return tuple(made)


def _tip(cursor: Cursor, view: View) -> tuple[str, ...]:
    """Return a hint on how to get help, at the start of a game while a person is to move."""
    is_person = cursor.position.to_move not in view.players
    if cursor.node.number >= _FIRST_MOVES or not is_person or not view.accepts_moves:
        return ()
    return (f"Type a move, such as {cursor.position.example_move()}, or press F1 for help.",)


def _reasons(cursor: Cursor) -> tuple[str, ...]:
    """Return the latest explanation of a move, by the engine or from a file, cut to what a panel can show."""
    comments = (node.comment for node in reversed(cursor.node.path()))
    note = next(filter(None, comments), "").splitlines()
    return tuple(line[:_MAX_REASON_LENGTH] for line in note[:_MAX_REASONS])
