"""Plain mode: what is new is printed, and lines are read one by one."""

from __future__ import annotations

import sys

from gnugo_py.app.app import MAX_INPUT_LINE_LENGTH, App
from gnugo_py.app.screen import Message
from gnugo_py.games.diagram import marked_lines
from gnugo_py.games.text import truncate
from gnugo_py.games.types import UserError

_MAX_ECHO = 80
_MAX_OUTPUT_LINE = 2000


def run_plain_interface(app: App) -> None:
    """Run the program on stdin and stdout until it ends; the end of the input saves the game.

    If the input cannot be decoded, raise UserError after the game has been saved. KeyboardInterrupt is also
    raised again after that.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        _print_new(app)
        while not app.is_over:
            line = _read_line(app.mode.current_prompt())
            if line is None:
                _write("End of input.")
                app.save_and_quit()
            else:
                app.submit(line)
            _print_new(app)
    except (KeyboardInterrupt, UserError):
        app.save_and_quit()
        _write("")
        _print_new(app)
        raise


def _print_new(app: App) -> None:
    """Print the new messages, and run tasks until a line is expected."""
    while True:
        for message in app.new_messages():
            _write(*(_drawn_lines(message) if app.draws_board else message.words or message.lines))
        if app.task is None:
            return
        app.run_task()


def _drawn_lines(message: Message) -> tuple[str, ...]:
    """Return the lines of a message with its board."""
    diagram = message.diagram
    board = [] if diagram is None else marked_lines(diagram, message.marks)
    return (*board, *filter(None, [message.heading]), *message.lines)


def _read_line(prompt: str) -> str | None:
    """Return the next line, or None at the end of the input. Raise UserError if it cannot be decoded.

    If no terminal has echoed the line, it is repeated.
    """
    sys.stdout.write(f"{truncate(prompt, _MAX_OUTPUT_LINE)} ")
    sys.stdout.flush()
    try:
        line = rest = sys.stdin.readline(MAX_INPUT_LINE_LENGTH + 2)
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_INPUT_LINE_LENGTH)
    except UnicodeError:
        raise UserError(f"the input is not {sys.stdin.encoding} text; check PYTHONIOENCODING") from None
    if not line:
        _write("")
        return None
    if not sys.stdin.isatty():
        _write(truncate(line.strip(), _MAX_ECHO, mark=""))
    return line.removesuffix("\n")


def _write(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(truncate(line, _MAX_OUTPUT_LINE) + "\n")
    sys.stdout.flush()
