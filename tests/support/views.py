"""What the curses interface draws, from single values, for tests of its drawing."""

from typing import Any

from gnugo_py.app.screen import Feedback, Screen
from gnugo_py.ui.view import Input, MarkedCells, View, press_key


def changed(view: View, **values: Any) -> View:
    """Return a view with some values of its parts changed, by name."""
    screen, given, board, shown = view.screen, view.input, view.board, view.screen.feedback
    for name, value in values.items():
        if name in Feedback._fields and name not in ("diagram", "standing"):
            shown = shown._replace(**{name: value})
        elif name in Screen._fields:
            screen = screen._replace(**{name: value})
        elif name in Input._fields:
            given = given._replace(**{name: value})
        elif name in MarkedCells._fields:
            board = board._replace(**{name: value})
        else:
            view = view._replace(**{name: value})
    return view._replace(screen=screen._replace(feedback=shown), input=given, board=board)


def made(**values: Any) -> View:
    """Return a view with some values of its parts, by name."""
    return changed(View(), **values)


def pressed(view: View, key: str) -> View:
    """Return a view after a key that edits the line, moves the cursor or scrolls."""
    return view._replace(input=press_key(view.screen, view.input, key).input)
