"""The plain game, a line at a time: for pipes, scripts and screen readers."""

from __future__ import annotations

from typing import TextIO

from gnugo_py.app.application import LONGEST_LINE, Conversation
from gnugo_py.app.view import in_a_line
from gnugo_py.core.diagram import marked, render
from gnugo_py.core.text import cut

LONGEST_ECHO = 80
LONGEST_SHOWN = 2000


def play(talk: Conversation, source: TextIO, sink: TextIO, echo: bool) -> None:
    """Hold a conversation line by line, to its end.

    source -- what the person types; its end ends the game as `save` would.
    sink   -- what the person reads.
    echo   -- whether to write what was read: True where no terminal has shown it already.

    KeyboardInterrupt passes through after the game was saved.
    """
    try:
        _tell(talk, sink)
        while not talk.over:
            line = _ask(talk.prompt, source, sink, echo)
            if line is None:
                _write(sink, "End of input.")
                talk.end()
            else:
                talk.answer(line)
            _tell(talk, sink)
    except KeyboardInterrupt:
        talk.end()
        sink.write("\n")
        _tell(talk, sink)
        raise


def _tell(talk: Conversation, sink: TextIO) -> None:
    """Write what there is to say, and let the players make their moves."""
    _write_outputs(talk, sink)
    while talk.task is not None:
        talk.think()
        _write_outputs(talk, sink)


def _write_outputs(talk: Conversation, sink: TextIO) -> None:
    for output in talk.outputs():
        if output.grid is not None:
            _write(sink, *render(marked(output.grid, output.marks)).splitlines())
        if output.kind == "board" and talk.session is not None:
            _write(sink, in_a_line(talk.session, is_over=not talk.is_turn))
        _write(sink, *output.lines)


def _ask(prompt: str, source: TextIO, sink: TextIO, echo: bool) -> str | None:
    """The next line, None at the end of the input."""
    sink.write(f"{cut(prompt, LONGEST_SHOWN)} ")
    sink.flush()
    line = source.readline(LONGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = source.readline(LONGEST_LINE)
    if not line:
        sink.write("\n")
        return None
    if echo:
        _write(sink, cut(line.strip(), LONGEST_ECHO, mark=""))
    return line


def _write(sink: TextIO, *lines: str) -> None:
    for line in lines:
        sink.write(cut(line, LONGEST_SHOWN) + "\n")
    sink.flush()
