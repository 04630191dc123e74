"""Plain mode: what is new is printed, and lines are read one by one."""

from __future__ import annotations

import sys
from typing import TextIO

from gnugo_py.app.app import MAX_INPUT_LINE_LENGTH, App
from gnugo_py.app.screen import Message
from gnugo_py.games.diagram import format_diagram, with_marks
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
    PlainInterface(app, sys.stdin, sys.stdout, echo=not sys.stdin.isatty()).run()


def drawn_lines(message: Message) -> tuple[str, ...]:
    """Return the lines of a message with its board."""
    diagram = message.diagram
    board = () if diagram is None else format_diagram(with_marks(diagram, message.marks)).splitlines()
    return (*board, *filter(None, [message.heading]), *message.lines)


class PlainInterface:
    """The program line by line.

    app    -- the program.
    stdin  -- the lines that the person types.
    stdout -- where the output is written.
    echo   -- whether to repeat each input line: True if no terminal has echoed it.
    """

    def __init__(self, app: App, stdin: TextIO, stdout: TextIO, echo: bool) -> None:
        self._app, self._stdin, self._stdout, self._echo = app, stdin, stdout, echo

    def run(self) -> None:
        """Print what is new and read a line, until the program ends; see `run_plain_interface`."""
        app = self._app
        try:
            self._print_new()
            while not app.is_over:
                line = self._read_line(app.mode.current_prompt())
                if line is None:
                    self._write("End of input.")
                    app.save_and_quit()
                else:
                    app.submit(line)
                self._print_new()
        except (KeyboardInterrupt, UserError):
            app.save_and_quit()
            self._stdout.write("\n")
            self._print_messages()
            raise

    def _print_new(self) -> None:
        """Print the new messages, and run tasks until a line is expected."""
        self._print_messages()
        while self._app.task is not None:
            self._app.run_task()
            self._print_messages()

    def _print_messages(self) -> None:
        draws_board = self._app.draws_board
        for message in self._app.new_messages():
            self._write(*(drawn_lines(message) if draws_board else message.words or message.lines))

    def _read_line(self, prompt: str) -> str | None:
        """Return the next line, or None at the end of the input. Raise UserError if it cannot be decoded."""
        self._stdout.write(f"{truncate(prompt, _MAX_OUTPUT_LINE)} ")
        self._stdout.flush()
        try:
            line = rest = self._stdin.readline(MAX_INPUT_LINE_LENGTH + 2)
            while rest and not rest.endswith("\n"):
                rest = self._stdin.readline(MAX_INPUT_LINE_LENGTH)
        except UnicodeError:
            raise UserError(f"the input is not {self._stdin.encoding} text; check PYTHONIOENCODING") from None
        if not line:
            self._stdout.write("\n")
            return None
        if self._echo:
            self._write(truncate(line.strip(), _MAX_ECHO, mark=""))
        return line.removesuffix("\n")

    def _write(self, *lines: str) -> None:
        for line in lines:
            self._stdout.write(truncate(line, _MAX_OUTPUT_LINE) + "\n")
        self._stdout.flush()
