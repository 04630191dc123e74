"""Plain mode: what is new is printed, and lines are read one by one."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Timer

from gnugo_py.app.app import App
from gnugo_py.app.mode import Task
from gnugo_py.games.diagram import marked_lines
from gnugo_py.games.text import truncate, wrap_between_words
from gnugo_py.games.types import UserError

_MAX_ECHO, _MAX_LINE_LENGTH = 80, 8_000_000
_MAX_OUTPUT_LINE = 2000
_SILENT_SECONDS = 2.0


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
                write_lines("End of input.")
                app.save_and_quit()
            else:
                app.submit(line)
            _print_new(app)
    except (KeyboardInterrupt, UserError):
        app.save_and_quit()
        write_lines("")
        _print_new(app)
        raise


def _print_new(app: App) -> None:
    """Print the new messages, and run tasks until a line is expected."""
    while True:
        for message in app.new_messages():
            if app.is_brief and not message.kind.is_brief:
                continue
            if not app.draws_board:
                write_lines(*(message.words or message.lines))
            elif app.is_brief:
                write_lines(*message.lines)
            else:
                board = [] if message.diagram is None else marked_lines(message.diagram, message.marks)
                write_lines(*board, *filter(None, [message.heading]), *message.lines)
        if app.task is None:
            return
        _run(app, app.task)


def _run(app: App, task: Task) -> None:
    """Run a task; Ctrl-C interrupts it if it can, and does not end the program.

    A person at a terminal is told if it takes long.
    """
    stops = "; Ctrl-C stops it" if task.is_interruptible else ""
    note = Timer(_SILENT_SECONDS, write_lines, [f"{task.engine.name} is thinking{stops}."])
    if sys.stdin.isatty():
        note.start()
    try:
        app.run_task()
    except KeyboardInterrupt:
        if not task.is_interruptible:
            raise
        task.engine.interrupt()
        task.engine.recover()
        app.fail_task(task, f"{task.engine.name} was interrupted")
    finally:
        note.cancel()


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
        write_lines("")
        return None
    if not sys.stdin.isatty():
        write_lines(truncate(line.strip(), _MAX_ECHO, mark=""))
    return line.removesuffix("\n")


def write_lines(*lines: str) -> None:
    """Print lines, broken between words if stdout is a terminal."""
    shown = [truncate(line, _MAX_OUTPUT_LINE) for line in lines]
    with suppress(OSError, ValueError):  # it is no terminal
        width = os.get_terminal_size(sys.stdout.fileno()).columns
        shown = [part for line in shown for part in wrap_between_words(line, width) or [""]]
    sys.stdout.writelines(f"{line}\n" for line in shown)
    sys.stdout.flush()
