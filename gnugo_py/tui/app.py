"""The game in a terminal; the only module that knows curses."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

try:
    import curses
except ImportError:
    remedy = "on Windows: pip install windows-curses, or play with --plain"
    raise ImportError(f"there is no curses here; {remedy}") from None

from gnugo_py.conversation import Conversation
from gnugo_py.games.contract import Play
from gnugo_py.tui.screen import Picture, Role, draw
from gnugo_py.tui.state import State, submitted, with_key, with_sayings

ESCAPE_DELAY = 25
INTERRUPT = "\x03"
BACKSPACES = ("\x7f", "\b", curses.KEY_BACKSPACE)
ENTERS = ("\n", "\r", curses.KEY_ENTER)


def run(talk: Conversation) -> None:
    """Hold a conversation on the screen, to its end.

    KeyboardInterrupt passes through after the game was saved and the terminal set right.
    """
    os.environ.setdefault("ESCDELAY", str(ESCAPE_DELAY))
    try:
        curses.wrapper(lambda window: _Screen(window, talk).run())
    except KeyboardInterrupt:
        talk.stop_early()
        raise
    finally:
        for saying in talk.sayings():
            sys.stdout.write("\n".join([*saying.lines, ""]))


class _Screen:
    """One conversation on one curses window."""

    def __init__(self, window: curses.window, talk: Conversation) -> None:
        self._window = window
        self._talk = talk
        self._attributes = _attributes()
        self._state = State(title=f"{talk.table.game.name}: GNU Go 1.1, of 1989")
        window.keypad(True)

    def run(self) -> None:
        """Show, read, answer, until the person leaves the finished game."""
        self._listen()
        while not self._talk.over:
            self._show()
            self._take(self._key())
        self._state = replace(self._state, prompt="Press Return to leave")
        self._show()
        while self._key() not in ENTERS:
            self._show()

    def _key(self) -> str | int:
        """The next key; a window that was resized while nothing was typed counts as one."""
        try:
            return self._window.get_wch()
        except curses.error:
            return curses.KEY_RESIZE

    def _take(self, key: str | int) -> None:
        """Act on a key."""
        if key == INTERRUPT:
            raise KeyboardInterrupt
        if key in ENTERS:
            line, self._state = self._state.typed, submitted(self._state)
            self._talk.answer(line)
            self._listen()
        elif key in BACKSPACES:
            self._state = with_key(self._state, "BACKSPACE")
        elif key == "\x1b":
            self._state = with_key(self._state, "ESCAPE")
        elif isinstance(key, str):
            self._state = with_key(self._state, key)

    def _listen(self) -> None:
        """Let the players move, and take in what was said."""
        while self._talk.is_thinking and not self._talk.over:
            self._talk.reply()
        talk, state = self._talk, with_sayings(self._state, self._talk.sayings())
        self._state = replace(state, prompt=talk.prompt, grid=talk.grid, mark=_last_cell(talk))

    def _show(self) -> None:
        """Draw the state; curses sends only what changed."""
        height, width = self._window.getmaxyx()
        picture = draw(self._state, width, height)
        self._window.erase()
        self._write(picture)
        self._window.refresh()

    def _write(self, picture: Picture) -> None:
        try:
            for span in picture.spans:
                self._window.addstr(span.row, span.column, span.text, self._attributes[span.role])
            self._window.move(*picture.cursor)
        except curses.error:
            return  # the window shrank while it was drawn; a resize key follows


def _last_cell(talk: Conversation) -> tuple[int, int] | None:
    """The (row, column) of the last stone, None if the last move was none."""
    if talk.session is None:
        return None
    position = talk.session.position
    move = position.last_move
    return talk.session.game.cell_of(move.points[-1], position) if isinstance(move, Play) else None


def _attributes() -> dict[Role, int]:
    """How each role looks: by brightness alone, readable on light and dark terminals."""
    return {
        "plain": curses.A_NORMAL,
        "label": curses.A_DIM,
        "black": curses.A_BOLD,
        "white": curses.A_BOLD,
        "empty": curses.A_DIM,
        "last": curses.A_REVERSE | curses.A_BOLD,
        "title": curses.A_BOLD,
        "message": curses.A_NORMAL,
        "refusal": curses.A_BOLD,
        "prompt": curses.A_NORMAL,
    }
