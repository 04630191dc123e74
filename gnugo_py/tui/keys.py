"""How keys and clicks change what the screen shows.

Typing, cursor and mouse work side by side.  The letters h j k l also move the cursor; if the next
key goes on with a word or a point, as in `k10` or `help`, the cursor goes back and the letter is text.
"""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.core.diagram import named
from gnugo_py.tui.state import Cell, State, with_messages

LONGEST_LINE = 60
KEPT_LINES = 50
STEPS = {
    "UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1),
    "k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1),
}  # fmt: skip

RUBBING = {"\x15": "all", "\x17": "word"}
"""What Ctrl-U and Ctrl-W take off the text before the caret."""
CARET = {"\x01": "HOME", "\x05": "END", "HOME": "HOME", "END": "END", "LEFT": "LEFT", "RIGHT": "RIGHT"}
"""Where keys put the caret in what is typed: Ctrl-A, Ctrl-E and the keys named so."""
SCROLLING = {"PAGEUP": 3, "PAGEDOWN": -3, "WHEELUP": 1, "WHEELDOWN": -1}
"""By how many lines keys and the wheel scroll the list of moves, back being more."""
PAGING = {"UP": -1, "DOWN": 1, "k": -1, "j": 1, " ": 10, "PAGEDOWN": 10, "PAGEUP": -10}


def press(state: State, key: str) -> tuple[State, str | None]:
    """The state after a key, and the line it completes, if any.

    key -- a character, or `ENTER`, `BACKSPACE`, `ESCAPE`, `TAB`, `UP`, `DOWN`, `LEFT`, `RIGHT`.
    """
    pending, state = state.pending, state._replace(pending=None, behind=min(state.behind, len(state.typed)))
    if key == "ENTER":
        return _entered(state)
    if state.page and not state.typed and key in PAGING:
        return state._replace(scroll=max(state.scroll + PAGING[key], 0)), None
    if key == "ESCAPE":
        return _escaped(state)
    if (edited := _edited(state, key)) is not None:
        return edited, None
    if key in STEPS and not state.typed and state.grid is not None and not state.page:
        moved = state._replace(cursor=_stepped(state, key))
        return (moved._replace(pending=(key, state.cursor)) if len(key) == 1 else moved), None
    if key in SCROLLING and not state.typed:
        return state._replace(scrolled=min(max(state.scrolled + SCROLLING[key], 0), len(state.moves))), None
    if len(key) == 1 and key.isprintable() and len(state.typed) < LONGEST_LINE:
        if pending is not None:
            letter, cursor = pending
            state = state._replace(typed=letter, cursor=cursor)
        before, after = _parted(state)
        return state._replace(typed=before + key + after, recalled=0), None
    return state, None


def paste(state: State, text: str) -> State:
    """The state with a text put into the prompt; line breaks become spaces, and execute nothing."""
    state = state._replace(pending=None, behind=min(state.behind, len(state.typed)))
    before, after = _parted(state)
    room = LONGEST_LINE - len(state.typed)
    words = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return state._replace(typed=before + words[: max(room, 0)] + after, recalled=0, cursor=None)


def _edited(state: State, key: str) -> State | None:
    """The state after a key that edits what is typed, None for another key."""
    if key in ("BACKSPACE", *RUBBING):
        before, after = _parted(state)
        return state._replace(typed=_rubbed(before, key) + after)
    if key in CARET and state.typed:
        return _with_caret(state, CARET[key])
    if key == "TAB":
        return _completed(state)
    if key in ("UP", "DOWN") and (state.typed or state.recalled):
        return _recalled(state, 1 if key == "UP" else -1)
    return None


def _parted(state: State) -> tuple[str, str]:
    """What is typed before the caret, and after it."""
    at = len(state.typed) - state.behind
    return state.typed[:at], state.typed[at:]


def _with_caret(state: State, to: str) -> State:
    """The state with the caret at the beginning or the end of what is typed, or a letter on."""
    most = len(state.typed)
    behind = {"HOME": most, "END": 0, "LEFT": state.behind + 1, "RIGHT": state.behind - 1}[to]
    return state._replace(behind=min(max(behind, 0), most))


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
        return state._replace(typed="", page=(), scroll=0), None
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
    return state._replace(recalled=recalled, typed=state.lines[-recalled] if recalled else "", behind=0)


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
    return state._replace(typed=common, behind=0)
