"""What the screen shows, as a value, and how what is said changes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnugo_py.core.diagram import Grid
from gnugo_py.dialogue.context import Output
from gnugo_py.dialogue.table import Seat
from gnugo_py.storage.settings import Look

KEPT_MESSAGES = 100
Cell = tuple[int, int]


class Message(NamedTuple):
    """A line for a person to read.

    is_refusal -- whether it says that something was not done.
    is_passing -- whether it is forgotten as soon as anything else is said.
    is_move    -- whether it tells of a move, which a list of moves shows as well.
    is_old     -- whether a person has typed a line since: it is forgotten with the next board.
    """

    text: str
    is_refusal: bool = False
    is_passing: bool = False
    is_move: bool = False
    is_old: bool = False


class Made(NamedTuple):
    """A move in the list of moves.

    number -- which it is, from 1.
    sign   -- of the stones of who made it, empty if that is unknown.
    text   -- the move as it is written.
    is_now -- whether it led to the moment that is looked at.
    """

    number: int
    sign: str
    text: str
    is_now: bool = False


class State(NamedTuple):
    """Everything the screen shows.

    title    -- what is being played.
    header   -- the two sides, Black first; empty before there are any.
    prompt   -- what is asked.
    typed    -- what has been typed so far.
    behind   -- how many of its letters are right of where the next one goes, if there are so many.
    grid     -- the board, None before there is one.
    number   -- how many moves led to it.
    last     -- (row, column) of each point of the last move, none if there is none.
    taken    -- cells whose stones were just taken.
    forbidden -- empty cells that may not be played on now, for ko say.
    threatened -- cells of stones that the next move may take.
    winning  -- cells of the stones that decided the game.
    playable -- cells that are marked because one can play there.
    overlay  -- cells with a sign drawn over the board, or lit up without one.
    cursor   -- the cell the cursor is on, None while it is not shown.
    about    -- what there is to tell of the cursor's cell, empty for nothing.
    pending  -- a letter that moved the cursor and may yet turn out to be text, and where it was.
    panel    -- what stands beside the board where there is room.
    moves    -- the list of moves under it.
    scrolled -- how many lines of the list are below the last one shown.
    reasons  -- what the engine says to its last move, under the list.
    brief    -- what stands under it where there is not: the move's number, what was taken.
    standing -- the count as it is settled so far, empty while there is none.
    alarm    -- what must stay in sight until it is over, empty for nothing.
    status   -- what the game tells beside its board.
    messages -- what was said, the newest last.
    fresh    -- how many of them came after the last line.
    page     -- a page to read instead of the board, empty for none.
    scroll   -- how many of its lines are above the screen.
    lines    -- the lines typed before, the newest last.
    recalled -- how far back in them the prompt is, 0 for not.
    words    -- what the tab key completes.
    graph    -- how the chances went, 0 to 1 each, along the game that is looked through.
    along    -- which of them belongs to the moment that is shown.
    reviewing -- whether a game is looked through, so that arrows go along it.
    picking  -- whether a move is begun, some of its points picked; the escape key then goes a step back.
    look     -- how all of it is shown.
    """

    title: str = ""
    header: tuple[Seat, ...] = ()
    prompt: str = ""
    typed: str = ""
    behind: int = 0
    grid: Grid | None = None
    number: int = 0
    last: tuple[Cell, ...] = ()
    taken: frozenset[Cell] = frozenset()
    forbidden: frozenset[Cell] = frozenset()
    winning: frozenset[Cell] = frozenset()
    threatened: frozenset[Cell] = frozenset()
    playable: frozenset[Cell] = frozenset()
    overlay: tuple[tuple[Cell, str], ...] = ()
    cursor: Cell | None = None
    about: str = ""
    pending: tuple[str, Cell | None] | None = None
    panel: tuple[str, ...] = ()
    moves: tuple[Made, ...] = ()
    scrolled: int = 0
    reasons: tuple[str, ...] = ()
    brief: str = ""
    standing: tuple[str, ...] = ()
    alarm: str = ""
    status: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    fresh: int = 0
    page: tuple[str, ...] = ()
    scroll: int = 0
    lines: tuple[str, ...] = ()
    recalled: int = 0
    words: tuple[str, ...] = ()
    graph: tuple[float, ...] = ()
    along: int = 0
    reviewing: bool = False
    picking: bool = False
    look: Look = Look()


LEAVING_ALL = {"refusal", "trouble", "legend", "page"}
BOARDS = {"board", "moment", "remark"}


def aged(state: State) -> State:
    """The state once a person has typed a line: what was said so far is old."""
    return state._replace(messages=tuple(each._replace(is_old=True) for each in state.messages))


def noted(state: State) -> State:
    """The state once what was refused is as good as news: a page does not have it forgotten."""
    return state._replace(messages=tuple(each._replace(is_refusal=False) for each in state.messages))


def with_outputs(state: State, outputs: Iterable[Output]) -> State:
    """The state after the program said something.

    What was refused before is forgotten; what was said for a moment, once there is more than a refusal or a
    page; what is old, once there is another board.
    """
    outputs = list(outputs)
    kinds = {output.kind for output in outputs}
    has_news, has_board = bool(kinds - LEAVING_ALL), bool(kinds & BOARDS)
    again = {line for output in outputs if output.kind == "why" for line in output.lines}
    kept = tuple(
        each
        for each in state.messages
        if each.text not in again
        and not (each.is_refusal or (each.is_passing and has_news) or (each.is_old and has_board))
    )
    state = state._replace(messages=kept, fresh=0)
    for output in outputs:
        if output.kind == "legend":
            continue
        if output.kind == "page":
            state = state._replace(page=output.lines, scroll=0)
        elif output.kind in ("board", "remark"):
            state = state._replace(status=output.lines)
        elif output.kind == "moment":
            state = state._replace(status=output.lines, overlay=output.marks, grid=output.grid)
        else:
            is_refusal = output.kind in ("refusal", "trouble")
            state = with_messages(
                state, output.lines, is_refusal, output.kind == "choice", output.kind == "move"
            )
            if output.kind in ("why", "choice"):
                state = state._replace(overlay=output.marks, grid=output.grid)
    return state


def with_messages(
    state: State,
    lines: Sequence[str],
    is_refusal: bool = False,
    is_passing: bool = False,
    is_move: bool = False,
) -> State:
    """The state with lines said."""
    news = tuple(Message(line, is_refusal, is_passing, is_move) for line in lines)
    messages = (state.messages + news)[-KEPT_MESSAGES:]
    return state._replace(messages=messages, fresh=state.fresh + len(news))
