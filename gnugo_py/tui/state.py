"""What the screen shows, as a value, and how keys and sayings change it.

Typing, cursor and mouse work side by side.  The letters h j k l also move the cursor; if the next
key goes on with a word or a point, as in `k10` or `help`, the cursor goes back and the letter is text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnugo_py.dialogue.context import Output
from gnugo_py.games.diagram import Grid, named

LONGEST_LINE = 60
KEPT_MESSAGES = 100
KEPT_LINES = 50
STEPS = {
    "UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1),
    "k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1),
}  # fmt: skip

RUBBING = {"\x15": "all", "\x17": "word"}
"""What Ctrl-U and Ctrl-W take off the end of the text."""
PAGING = {"UP": -1, "DOWN": 1, "k": -1, "j": 1, " ": 10, "PAGEDOWN": 10, "PAGEUP": -10}

Cell = tuple[int, int]


class Look(NamedTuple):
    """How the screen is drawn.

    ascii       -- letters instead of round stones.
    theme       -- the name of the colours.
    coordinates -- whether letters and numbers stand around the board.
    mouse       -- whether clicks are listened to; without, text can be selected.
    moves       -- whether the points are marked where the side to move can play.
    atari       -- whether stones that the next move may take are marked.
    bell        -- whether it rings when a move comes after long thought.
    """

    ascii: bool = False
    theme: str = "classic"
    coordinates: bool = True
    mouse: bool = True
    moves: bool = False
    atari: bool = True
    bell: bool = False


class Message(NamedTuple):
    """A line for a person to read.

    is_refusal -- whether it says that something was not done.
    is_passing -- whether it is forgotten with the next line, as refusals are.
    """

    text: str
    is_refusal: bool = False
    is_passing: bool = False


class Seat(NamedTuple):
    """A side, as the top of the screen tells of it.

    sign  -- of its stones.
    text  -- who plays it, and what it has taken.
    moves -- whether it is its turn.
    """

    sign: str
    text: str
    moves: bool


class State(NamedTuple):
    """Everything the screen shows.

    title    -- what is being played.
    header   -- the two sides, Black first; empty before there are any.
    prompt   -- what is asked.
    typed    -- what has been typed so far.
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
    """

    title: str = ""
    header: tuple[Seat, ...] = ()
    prompt: str = ""
    typed: str = ""
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


def with_outputs(state: State, outputs: Iterable[Output]) -> State:
    """The state after the program said something; what was refused before is forgotten."""
    kept = tuple(each for each in state.messages if not (each.is_refusal or each.is_passing))
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
            state = with_messages(state, output.lines, is_refusal, output.kind == "choice")
            if output.kind in ("why", "choice"):
                state = state._replace(overlay=output.marks, grid=output.grid)
    return state


def with_messages(
    state: State, lines: Sequence[str], is_refusal: bool = False, is_passing: bool = False
) -> State:
    """The state with lines said."""
    news = tuple(Message(line, is_refusal, is_passing) for line in lines)
    messages = (state.messages + news)[-KEPT_MESSAGES:]
    return state._replace(messages=messages, fresh=state.fresh + len(news))


def press(state: State, key: str) -> tuple[State, str | None]:
    """The state after a key, and the line it completes, if any.

    key -- a character, or `ENTER`, `BACKSPACE`, `ESCAPE`, `TAB`, `UP`, `DOWN`, `LEFT`, `RIGHT`.
    """
    pending, state = state.pending, state._replace(pending=None)
    if key == "ENTER":
        return _entered(state)
    if state.page and not state.typed and key in PAGING:
        return state._replace(scroll=max(state.scroll + PAGING[key], 0)), None
    if key == "ESCAPE":
        return _escaped(state)
    if key in ("BACKSPACE", *RUBBING):
        return state._replace(typed=_rubbed(state.typed, key)), None
    if key == "TAB":
        return _completed(state), None
    if (state.typed and key in ("UP", "DOWN")) or (key in ("UP", "DOWN") and state.recalled):
        return _recalled(state, 1 if key == "UP" else -1), None
    if key in STEPS and not state.typed and state.grid is not None and not state.page:
        moved = state._replace(cursor=_stepped(state, key))
        return (moved._replace(pending=(key, state.cursor)) if len(key) == 1 else moved), None
    if len(key) == 1 and key.isprintable() and len(state.typed) < LONGEST_LINE:
        if pending is not None:
            letter, cursor = pending
            state = state._replace(typed=letter, cursor=cursor)
        return state._replace(typed=state.typed + key, recalled=0), None
    return state, None


def _rubbed(typed: str, key: str) -> str:
    """What is left of a text after a letter, a word or all of it is taken off its end."""
    if key == "BACKSPACE":
        return typed[:-1]
    return typed.rstrip()[: typed.rstrip().rfind(" ") + 1] if RUBBING[key] == "word" else ""


def _escaped(state: State) -> tuple[State, str | None]:
    """Clear what is begun: what is typed or shown, else the last step of a move."""
    if state.picking and not (state.typed or state.page or state.cursor):
        return state, "back"
    return state._replace(typed="", page=(), overlay=(), recalled=0, cursor=None), None


def clicked(state: State, cell: Cell) -> tuple[State, str | None]:
    """The state after a click on a cell of the board, and the line it makes."""
    state, line = _entered(state._replace(cursor=cell, typed="", pending=None))
    return state._replace(cursor=None), line


def _entered(state: State) -> tuple[State, str | None]:
    """Take the line typed; else close the page; else name the cursor's cell."""
    if state.typed.strip():
        lines = (*state.lines, state.typed)[-KEPT_LINES:]
        cleared = state._replace(typed="", page=(), overlay=(), lines=lines, recalled=0, cursor=None)
        return cleared, state.typed
    if state.page:
        return state._replace(typed="", page=(), scroll=0), ""
    if state.cursor is not None and state.grid is not None:
        return state._replace(typed="", overlay=()), named(state.grid, state.cursor)
    return state._replace(typed="", overlay=()), ""


def _stepped(state: State, key: str) -> Cell:
    """Where the cursor goes; at first it appears on the last move, or in the middle."""
    assert state.grid is not None
    rows, columns = len(state.grid.rows), len(state.grid.rows[0])
    if state.cursor is None:
        return state.last[-1] if state.last else (rows // 2, columns // 2)
    row, column = state.cursor[0] + STEPS[key][0], state.cursor[1] + STEPS[key][1]
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def _recalled(state: State, step: int) -> State:
    """An earlier or a later line in the prompt."""
    recalled = min(max(state.recalled + step, 0), len(state.lines))
    return state._replace(recalled=recalled, typed=state.lines[-recalled] if recalled else "")


def _common_start(words: Sequence[str]) -> str:
    """The letters all words begin with."""
    first, last = min(words), max(words)
    same = [one == other for one, other in zip(first, last, strict=False)]
    return first[: same.index(False)] if False in same else first


def _completed(state: State) -> State:
    """The word in the prompt completed as far as it is clear; else what it may become is told."""
    fitting = [word for word in state.words if state.typed and word.startswith(state.typed.lower())]
    if not fitting:
        return state
    common = _common_start(fitting)
    if common == state.typed.lower() and len(fitting) > 1:
        return with_messages(state, [" ".join(fitting)])
    return state._replace(typed=common)
