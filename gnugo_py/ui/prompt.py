"""The last line of a screen: the prompt, the typed text, and the cell of the cursor."""

from __future__ import annotations

from gnugo_py.games.diagram import cell_name
from gnugo_py.games.text import display_width as cells
from gnugo_py.games.text import sanitize, truncate, truncate_left
from gnugo_py.ui.canvas import Span
from gnugo_py.ui.view import View, is_page_over_board


def prompt_spans(view: View, width: int, row: int) -> tuple[list[Span], int]:
    """Return the last line, with the cell of the cursor if nothing is typed, and the column of the caret."""
    current, diagram = view.input, view.screen.diagram
    cell = ""
    if (
        current.cursor is not None
        and diagram is not None
        and not (current.typed or view.screen.feedback.page)
    ):
        cell = f"({cell_name(diagram, current.cursor)})"
    prompt = _prompt_text(view, width - 1 - len(cell))  # writing in the last cell would scroll the screen
    after_caret = current.typed[len(current.typed) - current.caret_from_end :]
    caret = min(cells(prompt), width - 1) - cells(after_caret)
    return [Span(row, 0, prompt, "prompt"), Span(row, cells(prompt), cell, "label")], max(caret, 0)


def _prompt_text(view: View, width: int) -> str:
    """Return the prompt, the end of which may be cut, and the typed text, the start of which may be."""
    if width <= 0:
        return ""
    screen = view.screen
    is_page = is_page_over_board(screen)
    asked = "Press Return for the board:" if is_page else sanitize(screen.prompt)
    typed = sanitize(view.input.typed)
    if screen.offer and not (typed or is_page or view.input.cursor):
        asked = f"{screen.offer}; {asked}"
    if not typed and cells(asked) >= width:
        return truncate(asked, width)
    if cells(asked) + 1 + cells(typed) > width:
        asked = truncate(asked, max(width - 1 - cells(typed), width // 2))
        typed = truncate_left(typed, width - 1 - cells(asked))
    return truncate(f"{asked} {typed}", width, mark="")
