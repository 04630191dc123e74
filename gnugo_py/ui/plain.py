"""Plain mode: what is new is printed, and lines are read one by one."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

from gnugo_py.app.app import App
from gnugo_py.app.mode import Task
from gnugo_py.app.screen import Message
from gnugo_py.games.diagram import marked_lines
from gnugo_py.games.text import truncate
from gnugo_py.games.types import UserError

_MAX_ECHO, _MAX_LINE_LENGTH = 80, 8_000_000
_LEFT_OUT_IF_BRIEF = ("board", "comment", "legend", "signs")
"""The kinds of messages that are no moves, results or answers."""
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
            if app.is_brief:
                _write(*(() if message.kind in _LEFT_OUT_IF_BRIEF else message.lines))
            else:
                _write(*(_drawn_lines(message) if app.draws_board else message.words or message.lines))
        if app.task is None:
            return
        _run(app, app.task)


def _run(app: App, task: Task) -> None:
    """Run a task; Ctrl-C interrupts it, unless it is a move, and does not end the program."""
    try:
        app.run_task()
    except KeyboardInterrupt:
        if task.is_move:
            raise
        task.engine.interrupt()
        task.engine.recover()
        app.fail_task(task, f"{task.engine.name} was interrupted")


def _drawn_lines(message: Message) -> tuple[str, ...]:
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
        line = rest = sys.stdin.readline(_MAX_LINE_LENGTH)
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(_MAX_LINE_LENGTH)
    except UnicodeError:
        raise UserError(f"the input is not {sys.stdin.encoding} text; check PYTHONIOENCODING") from None
    if not line:
        _write("")
        return None
    if not sys.stdin.isatty():
        _write(truncate(line.strip(), _MAX_ECHO, mark=""))
    return line.removesuffix("\n")


def _write(*lines: str) -> None:
    shown = [truncate(line, _MAX_OUTPUT_LINE) for line in lines]
    sys.stdout.writelines(f"{_wrapped(line)}\n" for line in shown)
    sys.stdout.flush()


def _wrapped(line: str) -> str:
    """Return a line that is broken between words where the terminal would break it anywhere."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return line
    if len(line) <= width:
        return line
    parts = wrap(line, width, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(parts)
