"""How keys and clicks change the state of the screen.

Typing, cursor and mouse work side by side. The letters h j k l also move the cursor. If the next key
continues a word or a vertex, as in `k10` or `help`, the cursor moves back and the letter becomes text.
"""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.core.diagram import cell_name
from gnugo_py.tui.state import Cell, ScreenState, with_messages

MAX_TYPED_LENGTH = 500
_MAX_HISTORY = 50
_CURSOR_KEYS = {
    "UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1),
    "k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1),
}  # fmt: skip

_DELETE_KEYS = {"\x15": "all", "\x17": "word"}
"""What Ctrl-U and Ctrl-W delete from the text before the caret."""
_CARET_KEYS = {"\x01": "HOME", "\x05": "END", "HOME": "HOME", "END": "END", "LEFT": "LEFT", "RIGHT": "RIGHT"}
"""Where keys move the caret in the typed text: Ctrl-A, Ctrl-E and the named keys."""
_SCROLL_KEYS = {"PAGEUP": 3, "PAGEDOWN": -3, "WHEELUP": 1, "WHEELDOWN": -1}
"""By how many lines keys and the wheel scroll the list of moves; positive numbers scroll back."""
PAGE_KEYS = {"UP": -1, "DOWN": 1, "k": -1, "j": 1, " ": 10, "PAGEDOWN": 10, "PAGEUP": -10}


def press_key(state: ScreenState, key: str) -> tuple[ScreenState, str | None]:
    """Return the state after a key, and the line that it completes, or None.

    key -- a character, or the name of a key, such as `ENTER` or `UP`; see `Window.key`.
    """
    pending, state = (
        state.pending,
        state._replace(pending=None, caret_from_end=min(state.caret_from_end, len(state.typed))),
    )
    if key == "ENTER":
        return _on_enter(state)
    if state.page and not state.typed and key in PAGE_KEYS:
        return state._replace(scroll=max(state.scroll + PAGE_KEYS[key], 0)), None
    if state.page and state.diagram is not None and not state.typed and key == "q":
        return state._replace(page=(), scroll=0), None
    if key == "ESCAPE":
        return _on_escape(state)
    if (edited := _edit(state, key)) is not None:
        return edited, None
    if key in _CURSOR_KEYS and not state.typed and state.diagram is not None and not state.page:
        moved = state._replace(cursor=_move_cursor(state, key))
        return (moved._replace(pending=(key, state.cursor)) if len(key) == 1 else moved), None
    if key in _SCROLL_KEYS and not state.typed:
        return state._replace(
            scrolled=min(max(state.scrolled + _SCROLL_KEYS[key], 0), len(state.moves))
        ), None
    if len(key) == 1 and key.isprintable() and len(state.typed) < MAX_TYPED_LENGTH:
        if pending is not None:
            letter, cursor = pending
            state = state._replace(typed=letter, cursor=cursor)
        before, after = _split_at_caret(state)
        return state._replace(typed=before + key + after, history_index=0), None
    return state, None


def paste(state: ScreenState, text: str) -> ScreenState:
    """Return the state with text inserted into the prompt; its line breaks become spaces."""
    state = state._replace(pending=None, caret_from_end=min(state.caret_from_end, len(state.typed)))
    before, after = _split_at_caret(state)
    room = MAX_TYPED_LENGTH - len(state.typed)
    words = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return state._replace(typed=before + words[: max(room, 0)] + after, history_index=0, cursor=None)


def _edit(state: ScreenState, key: str) -> ScreenState | None:
    """Return the state after a key that edits the typed text, or None for any other key."""
    if key in ("BACKSPACE", *_DELETE_KEYS):
        before, after = _split_at_caret(state)
        return state._replace(typed=_delete_before(before, key) + after)
    if key in _CARET_KEYS and state.typed:
        return _with_caret(state, _CARET_KEYS[key])
    if key == "TAB" and state.reviewing and state.diagram is not None and not (state.typed or state.page):
        return state._replace(cursor=None if state.cursor else _first_cell(state))
    if key == "TAB":
        return _complete(state)
    if key in ("UP", "DOWN") and (state.typed or state.history_index):
        return _recall(state, 1 if key == "UP" else -1)
    return None


def _split_at_caret(state: ScreenState) -> tuple[str, str]:
    """Return the typed text before and after the caret."""
    at = len(state.typed) - state.caret_from_end
    return state.typed[:at], state.typed[at:]


def _with_caret(state: ScreenState, to: str) -> ScreenState:
    """Return the state with the caret at the start or end of the typed text, or moved by a character."""
    most = len(state.typed)
    behind = {"HOME": most, "END": 0, "LEFT": state.caret_from_end + 1, "RIGHT": state.caret_from_end - 1}[to]
    return state._replace(caret_from_end=min(max(behind, 0), most))


def _delete_before(typed: str, key: str) -> str:
    """Return a text without its last character, without its last word, or empty."""
    if key == "BACKSPACE":
        return typed[:-1]
    return typed.rstrip()[: typed.rstrip().rfind(" ") + 1] if _DELETE_KEYS[key] == "word" else ""


def _on_escape(state: ScreenState) -> tuple[ScreenState, str | None]:
    """Clear the typed text, page, overlay and cursor, or enter `escape_line`.

    That line is entered if the phase has one, nothing is typed, and neither a page nor the cursor is shown.
    """
    if state.escape_line and not (state.typed or state.page or state.cursor):
        return state, state.escape_line
    return state._replace(typed="", page=(), overlay=(), history_index=0, cursor=None), None


def on_click(state: ScreenState, cell: Cell) -> tuple[ScreenState, str | None]:
    """Return the state after a click on a board cell, and the line it enters."""
    state, line = _on_enter(state._replace(cursor=cell, typed="", pending=None))
    return state._replace(cursor=None), line


def _on_enter(state: ScreenState) -> tuple[ScreenState, str | None]:
    """Enter the typed line. If nothing is typed, close the page or enter the point at the cursor."""
    if state.typed.strip():
        lines = (*state.history, state.typed)[-_MAX_HISTORY:]
        cleared = state._replace(typed="", page=(), overlay=(), history=lines, history_index=0, cursor=None)
        return cleared, state.typed
    if state.page:
        return state._replace(typed="", page=(), scroll=0), None
    if state.cursor is not None and state.diagram is not None:
        return state._replace(typed="", overlay=()), cell_name(state.diagram, state.cursor)
    return state._replace(typed="", overlay=()), ""


def _move_cursor(state: ScreenState, key: str) -> Cell:
    """Return the new cell of the cursor. It first appears on the last move or, without one, in the center."""
    if state.cursor is None:
        return _first_cell(state)
    assert state.diagram is not None
    rows, columns = len(state.diagram.rows), len(state.diagram.rows[0])
    row, column = state.cursor[0] + _CURSOR_KEYS[key][0], state.cursor[1] + _CURSOR_KEYS[key][1]
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def _first_cell(state: ScreenState) -> Cell:
    """Return the cell on which the cursor appears."""
    assert state.diagram is not None
    rows, columns = len(state.diagram.rows), len(state.diagram.rows[0])
    return state.last_move[-1] if state.last_move else (rows // 2, columns // 2)


def _recall(state: ScreenState, step: int) -> ScreenState:
    """Return the state with an earlier or a later line in the prompt."""
    recalled = min(max(state.history_index + step, 0), len(state.history))
    return state._replace(
        history_index=recalled, typed=state.history[-recalled] if recalled else "", caret_from_end=0
    )


def _common_start(words: Sequence[str]) -> str:
    """Return the longest common prefix of some words."""
    first, last = min(words), max(words)
    same = [one == other for one, other in zip(first, last, strict=False)]
    return first[: same.index(False)] if False in same else first


def _complete(state: ScreenState) -> ScreenState:
    """Return the state with the typed word completed as far as possible, or with the matches listed."""
    fitting = [word for word in state.words if state.typed and word.startswith(state.typed.lower())]
    if not fitting:
        return state
    common = _common_start(fitting)
    if common == state.typed.lower() and len(fitting) > 1:
        return with_messages(state, [" ".join(fitting)])
    return state._replace(typed=common, caret_from_end=0)
