"""How keys, clicks and pasted text change what the person has typed and pointed at.

Typing, cursor and mouse work side by side. With the setting vi-keys, the letters h j k l move the cursor
while nothing is typed.
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.app.screen import Dialog, Screen
from gnugo_py.games.diagram import cell_name
from gnugo_py.games.points import row_and_column

Cell = tuple[int, int]

MAX_TYPED_LENGTH = 500
_MAX_HISTORY = 50
_CURSOR_KEYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
_VI_KEYS = {"k": "UP", "j": "DOWN", "h": "LEFT", "l": "RIGHT"}

_DELETE_ALL, _DELETE_WORD = "\x15", "\x17"
"""The keys that delete the text before the caret, and its last word: Ctrl-U and Ctrl-W."""
_CARET_KEYS = {"\x01": "HOME", "\x05": "END", "HOME": "HOME", "END": "END", "LEFT": "LEFT", "RIGHT": "RIGHT"}
"""Where keys move the caret in the typed text: Ctrl-A, Ctrl-E and the named keys."""
_SCROLL_KEYS = {"PAGEUP": 3, "PAGEDOWN": -3, "WHEELUP": 1, "WHEELDOWN": -1}
"""By how many lines keys and the wheel scroll the list of moves; positive numbers scroll back."""
PAGE_KEYS = {"UP": -1, "DOWN": 1, " ": 10, "PAGEDOWN": 10, "PAGEUP": -10}


class Input(NamedTuple):
    """What the person has typed and pointed at.

    typed          -- the text typed so far.
    caret_from_end -- how many characters of the text are right of the caret; may exceed its length.
    cursor         -- the cell of the cursor, None if it is not shown.
    scrolled       -- the number of lines of the list of moves below the last one shown.
    scroll         -- how many lines are above the page or the pane; see `Pane`.
    history        -- the lines typed before, the newest last.
    history_index  -- which line of `history` the prompt shows, counted from the end; 0 for none.
    """

    typed: str = ""
    caret_from_end: int = 0
    cursor: Cell | None = None
    scrolled: int = 0
    scroll: int = 0
    history: tuple[str, ...] = ()
    history_index: int = 0


class Pressed(NamedTuple):
    """What a key has led to.

    input       -- the input after the key.
    line        -- the line that the key completes, None if it completes none.
    is_cleared  -- whether the page and the signs over the board are no longer wanted.
    matches     -- the words that fit what was typed, if the Tab key could not decide.
    """

    input: Input
    line: str | None = None
    is_cleared: bool = False
    matches: tuple[str, ...] = ()


def input_after_change(current: Input, before: Screen, after: Screen, has_messages: bool) -> Input:
    """Return the input after the screen has changed: what is new is shown from its beginning."""
    if (after.feedback.page, after.feedback.messages) != (before.feedback.page, before.feedback.messages):
        current = current._replace(scroll=0)
    if after.number != before.number:
        current = current._replace(scrolled=0)
    if (before.dialog is None, before.prompt) != (after.dialog is None, after.prompt) and (
        before.dialog is not None or after.dialog is not None
    ):
        current = current._replace(typed="" if after.dialog is None else after.dialog.text or "")
    if after.is_lesson and not after.keeps_cursor and has_messages:
        current = current._replace(cursor=None)
    return current


def is_dialog_key(screen: Screen, current: Input, dialog: Dialog, key: str) -> bool:
    """Return whether a key moves in a dialog, changes a row or leaves it, rather than editing a line."""
    if key == "ENTER":
        return dialog.text is not None
    if key == "ESCAPE":
        return current.typed in ("", dialog.text)
    if key in ("UP", "DOWN", "TAB", "PAGEUP", "PAGEDOWN"):
        return True
    if current.typed:
        return False
    return key in ("LEFT", "RIGHT", " ") or (screen.display.vi_keys and key in _VI_KEYS)


def is_page_over_board(screen: Screen) -> bool:
    """Return whether a page is shown that hides a board; a page without one belongs to the prompt."""
    return bool(screen.feedback.page) and screen.diagram is not None


def press_key(screen: Screen, current: Input, key: str) -> Pressed:
    """Return what a key leads to.

    key -- a character, or the name of a key, such as `ENTER` or `UP`; see `Window.key`.
    """
    page, diagram = screen.feedback.page, screen.diagram
    current = current._replace(caret_from_end=min(current.caret_from_end, len(current.typed)))
    if screen.display.vi_keys and not current.typed:
        key = _VI_KEYS.get(key, key)
    if key == "ENTER":
        return _on_enter(screen, current)
    if page and not current.typed and key in PAGE_KEYS:
        return Pressed(current._replace(scroll=max(current.scroll + PAGE_KEYS[key], 0)))
    if key == "ESCAPE" or (key == "q" and page and diagram is not None and not current.typed):
        return _on_escape(screen, current)
    if key == "TAB":
        return _on_tab(screen, current)
    if (edited := _edit(current, key)) is not None:
        return Pressed(edited)
    if key in _CURSOR_KEYS and not current.typed and diagram is not None and not page:
        return Pressed(current._replace(cursor=_move_cursor(screen, current.cursor, key)))
    if key in _SCROLL_KEYS and not current.typed:
        scrolled = min(max(current.scrolled + _SCROLL_KEYS[key], 0), len(screen.moves))
        return Pressed(current._replace(scrolled=scrolled))
    if len(key) == 1 and key.isprintable() and len(current.typed) < MAX_TYPED_LENGTH:
        before, after = _split_at_caret(current)
        current = current._replace(typed=before + key + after, history_index=0)
    return Pressed(current)


def paste(current: Input, text: str) -> Input:
    """Return the input with text inserted into the prompt; its line breaks become spaces."""
    current = current._replace(caret_from_end=min(current.caret_from_end, len(current.typed)))
    before, after = _split_at_caret(current)
    room = MAX_TYPED_LENGTH - len(current.typed)
    words = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return current._replace(typed=before + words[: max(room, 0)] + after, history_index=0, cursor=None)


def _edit(current: Input, key: str) -> Input | None:
    if key in ("BACKSPACE", _DELETE_ALL, _DELETE_WORD):
        before, after = _split_at_caret(current)
        words = before.rstrip()
        kept = {"BACKSPACE": before[:-1], _DELETE_WORD: words[: words.rfind(" ") + 1]}.get(key, "")
        return current._replace(typed=kept + after)
    if key in _CARET_KEYS and current.typed:
        most, at = len(current.typed), current.caret_from_end
        behind = {"HOME": most, "END": 0, "LEFT": at + 1, "RIGHT": at - 1}[_CARET_KEYS[key]]
        return current._replace(caret_from_end=min(max(behind, 0), most))
    if key in ("UP", "DOWN") and (current.typed or current.history_index):
        index = min(max(current.history_index + (1 if key == "UP" else -1), 0), len(current.history))
        recalled = current.history[-index] if index else ""
        return current._replace(history_index=index, typed=recalled, caret_from_end=0)
    return None


def _split_at_caret(current: Input) -> tuple[str, str]:
    at = len(current.typed) - current.caret_from_end
    return current.typed[:at], current.typed[at:]


def _on_escape(screen: Screen, current: Input) -> Pressed:
    """Clear typed text, page, overlay and cursor, or enter `escape_line` if there is none of these."""
    is_shown = is_page_over_board(screen) or screen.feedback.has_answer or current.cursor is not None
    if screen.escape_line and not (current.typed or is_shown):
        return Pressed(current, screen.escape_line, is_cleared=True)
    return Pressed(current._replace(typed="", history_index=0, cursor=None), is_cleared=True)


def on_click(screen: Screen, current: Input, cell: Cell) -> Pressed:
    """Return what a click on a board cell leads to."""
    pressed = _on_enter(screen, current._replace(cursor=cell, typed=""))
    return pressed._replace(input=pressed.input._replace(cursor=None))


def _on_enter(screen: Screen, current: Input) -> Pressed:
    """Enter the typed line. If nothing is typed, show the board again, or enter the point at the cursor."""
    if current.typed.strip():
        lines = (*current.history, current.typed)[-_MAX_HISTORY:]
        cleared = current._replace(typed="", history=lines, history_index=0, cursor=None)
        return Pressed(cleared, current.typed, is_cleared=True)
    current = current._replace(typed="")
    if is_page_over_board(screen):
        return Pressed(current._replace(scroll=0), is_cleared=True)
    if current.cursor is not None and screen.diagram is not None:
        return Pressed(current, cell_name(screen.diagram, current.cursor), is_cleared=True)
    return Pressed(current, "", is_cleared=True)


def _move_cursor(screen: Screen, cursor: Cell | None, key: str) -> Cell:
    """Return the new cell of the cursor, which begins on the last move or, without one, in the center."""
    cursor = cursor or _first_cell(screen)
    assert screen.diagram is not None
    rows, columns = screen.diagram.shown
    row, column = cursor[0] + _CURSOR_KEYS[key][0], cursor[1] + _CURSOR_KEYS[key][1]
    return min(max(row, rows[0]), rows[-1]), min(max(column, columns[0]), columns[-1])


def _first_cell(screen: Screen) -> Cell:
    assert screen.diagram is not None
    rows, columns = screen.diagram.shown
    return last_cell(screen) or (rows[len(rows) // 2], columns[len(columns) // 2])


def last_cell(screen: Screen) -> Cell | None:
    """Return the cell of the last move, the last one if it has several; None without a move."""
    position, last_move = screen.position, screen.marks.last_move
    return None if position is None or not last_move else row_and_column(last_move[-1], position.size)


def _on_tab(screen: Screen, current: Input) -> Pressed:
    """Complete the typed word, or list the matches; in a review, show or hide the cursor."""
    if screen.is_review and screen.diagram is not None and not (current.typed or screen.feedback.page):
        return Pressed(current._replace(cursor=None if current.cursor else _first_cell(screen)))
    typed = current.typed.lower()
    fitting = [word for word in screen.completions if typed and word.startswith(typed)]
    if not fitting:
        return Pressed(current)
    common = fitting[0]
    while not all(word.startswith(common) for word in fitting):
        common = common[:-1]
    if common == typed and len(fitting) > 1:
        return Pressed(current, matches=tuple(fitting))
    return Pressed(current._replace(typed=common, caret_from_end=0))
