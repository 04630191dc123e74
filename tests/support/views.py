"""What the curses interface draws, from single values, for tests of its drawing."""

from typing import Any

from gnugo_py.app.screen import Feedback, Screen
from gnugo_py.ui.keys import Input, press_key
from gnugo_py.ui.layout import Frame, lay_out
from gnugo_py.ui.view import HIGHLIGHTS, View


def changed(view: View, **values: Any) -> View:
    """Return a view with some values of its parts changed, by name."""
    screen, given, shown = view.screen, view.input, view.screen.feedback
    cells = {name: values.pop(name) for name in HIGHLIGHTS if name in values}
    replaced = {HIGHLIGHTS[name][1] for name in cells}
    kept = {cell: each for cell, each in view.highlights.items() if each[1] not in replaced}
    for name, value in values.items():
        if name in Feedback._fields and name not in ("diagram", "standing"):
            shown = shown._replace(**{name: value})
        elif name in Screen._fields:
            screen = screen._replace(**{name: value})
        elif name in Input._fields:
            given = given._replace(**{name: value})
        else:
            view = view._replace(**{name: value})
    marked = {**kept, **{cell: HIGHLIGHTS[name] for name in cells for cell in cells[name]}}
    return view._replace(screen=screen._replace(feedback=shown), input=given, highlights=marked)


def made(**values: Any) -> View:
    """Return a view with some values of its parts, by name."""
    return changed(View(), **values)


def board_frame(view: View, width: int, height: int) -> Frame:
    """Return the frame for a view in a window."""
    return lay_out(view, width, height).frame(view)


def pressed(view: View, key: str) -> View:
    """Return a view after a key that edits the line, moves the cursor or scrolls."""
    return view._replace(input=press_key(view.screen, view.input, key).input)
