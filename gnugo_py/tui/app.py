"""The game in a terminal; the only module that knows curses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress

try:
    import curses
except ImportError:
    remedy = "on Windows: pip install windows-curses, or play with --plain"
    raise ImportError(f"there is no curses here; {remedy}") from None

from gnugo_py.conversation import Conversation
from gnugo_py.games.player import PlayerError
from gnugo_py.tui.commands import KEYS, WORDS, screen_command, screen_help
from gnugo_py.tui.form import Form, Start
from gnugo_py.tui.panel import after_listening
from gnugo_py.tui.screen import Area, Picture, draw
from gnugo_py.tui.state import Look, State, clicked, press, with_sayings
from gnugo_py.tui.themes import THEMES, Role, Style
from gnugo_py.tui.thinking import Thinking

ESCAPE_DELAY = 25
MOST_FAILURES = 1000
AT_ONCE, BLINK, PACE, PARTING = 0.05, 0.1, 0.4, 10.0
INTERRUPTING = ("ESCAPE", "F10")
INTERRUPT = "\x03"
_NAMES: dict[str | int, str] = {
    "\n": "ENTER", "\r": "ENTER", curses.KEY_ENTER: "ENTER",
    "\x7f": "BACKSPACE", "\b": "BACKSPACE", curses.KEY_BACKSPACE: "BACKSPACE",
    "\x1b": "ESCAPE", "\t": "TAB",
    curses.KEY_PPAGE: "PAGEUP", curses.KEY_NPAGE: "PAGEDOWN",
    curses.KEY_UP: "UP", curses.KEY_DOWN: "DOWN", curses.KEY_LEFT: "LEFT", curses.KEY_RIGHT: "RIGHT",
    **{curses.KEY_F0 + number: f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_EFFECTS = {"b": curses.A_BOLD, "d": curses.A_DIM, "r": curses.A_REVERSE, "u": curses.A_UNDERLINE}


def run(start: Start, look: Look) -> None:
    """Play on the screen: the form, the game, and another game if one is wanted.

    KeyboardInterrupt passes through after the game was saved and the terminal set right.
    """
    os.environ.setdefault("ESCDELAY", str(ESCAPE_DELAY))
    last: list[str] = []
    try:
        curses.wrapper(lambda window: _Screen(window, look, last).play(start))
    finally:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write("".join(f"{line}\n" for line in last))
            sys.stdout.flush()


def is_usable() -> bool:
    """Whether curses knows the terminal."""
    try:
        curses.setupterm()
    except curses.error:
        return False
    return True


class _Screen:
    """A curses window, and what is on it.

    last -- gets the lines that are to stand in the terminal once the screen is gone.
    """

    def __init__(self, window: curses.window, look: Look, last: list[str]) -> None:
        self._window = window
        self._last = last
        self._area: Area | None = None
        self._failures = 0
        self._styles: dict[Role, int] = {}
        self._state = State(look=look, words=WORDS)
        window.keypad(True)
        if curses.has_colors():
            curses.use_default_colors()
        self._dress()

    def play(self, start: Start) -> None:
        """Play one game after the other, until the person leaves."""
        talk = start.ready or self._filled(Form(start.title, start.form, {}), start)
        while talk is not None:
            self._state = State(look=self._state.look, words=WORDS, lines=self._state.lines)
            try:
                self._hold(talk)
            except KeyboardInterrupt:
                talk.end()
                self._listen(talk)
                raise
            if not talk.wants_new:
                return
            talk = self._filled(Form(start.title, start.again, {}), start)

    def _filled(self, form: Form, start: Start) -> Conversation | None:
        """The conversation for what a person chose in a form, None if they left it."""
        while True:
            self._show(form.draw(*self._size()))
            key = self._key()
            if key in ("ESCAPE", "F10", "q"):
                return None
            if key != "ENTER":
                form = form.pressed(key)
                continue
            try:
                return start.begin(form.values())
            except ValueError as error:
                form = form._replace(trouble=f"{error}.")

    def _hold(self, talk: Conversation) -> None:
        """Hold a conversation to its end, and let the result be read."""
        self._listen(talk)
        while not talk.over:
            self._show_state()
            line = self._line()
            if line is not None:
                self._answer(talk, line)
        if talk.wants_new or self._state.page or not self._result_to_read(talk):
            return
        self._state = self._state._replace(prompt="Press Return to leave, n for a new game")
        key = ""
        while key not in ("ENTER", "ESCAPE", "q", "n"):
            self._show_state()
            key = self._key()
        talk.wants_new = key == "n"

    def _result_to_read(self, talk: Conversation) -> bool:
        """Whether the game ended with something on the screen that a person wants to see."""
        return talk.session is not None and talk.session.outcome is not None

    def _line(self) -> str | None:
        """The line that the next key or click completes, if it does."""
        key = self._key()
        if key == "MOUSE":
            return self._clicked()
        if key in KEYS:
            return KEYS[key]
        self._state = self._state._replace(taken=frozenset())
        self._state, line = press(self._state, key)
        return line

    def _clicked(self) -> str | None:
        """The line that a click makes: the point under it."""
        try:
            _, column, row, _, _ = curses.getmouse()
        except curses.error:
            return None
        cell = self._area.cell_at(row, column) if self._area else None
        if cell is None:
            return None
        self._state, line = clicked(self._state, cell)
        return line

    def _answer(self, talk: Conversation, line: str) -> None:
        """Act on a line: a command of the screen's, or the conversation's business."""
        state = screen_command(self._state, line)
        if state is not None:
            self._state = state
            self._dress()
        elif line.strip().lower() == "help" and talk.is_turn:
            self._state = self._state._replace(page=screen_help())
        else:
            self._state = self._state._replace(overlay=())
            talk.answer(line)
            self._listen(talk)

    def _listen(self, talk: Conversation) -> None:
        """Take in what was said, and let the players move."""
        self._take_in(talk)
        while talk.is_thinking:
            self._await(talk)
            self._take_in(talk)

    def _await(self, talk: Conversation) -> None:
        """Let the player to move think; the screen stays alive, and the escape key ends it."""
        player = talk.playing.player
        assert player is not None
        thinking = Thinking(talk.playing.choose, PACE if talk.is_watched else 0.0)
        key = "" if thinking.is_done_within(AT_ONCE) else self._key_that_interrupts(thinking, player.name)
        if key:
            player.interrupt()
            thinking.is_done_within(PARTING)
            player.restart()
            talk.halt(f"{player.name} was interrupted")
            if key in KEYS:
                talk.answer(KEYS[key])
            return
        try:
            choice = thinking.choice()
        except PlayerError as error:
            talk.halt(str(error))
        else:
            talk.accept(choice)

    def _key_that_interrupts(self, thinking: Thinking, name: str) -> str:
        """Show that a player thinks until it is done; the key that put an end to it before, if any."""
        self._window.nodelay(True)
        try:
            while not thinking.is_done_within(BLINK):
                prompt = f"{name} thinks, {thinking.seconds:.0f} s; Esc stops it"
                self._state = self._state._replace(prompt=prompt)
                self._show_state()
                for key in self._waiting_keys():
                    if key in INTERRUPTING:
                        return key
                    if key != "ENTER":
                        self._state, _ = press(self._state, key)
        finally:
            self._window.nodelay(False)
        return ""

    def _take_in(self, talk: Conversation) -> None:
        """Take in what was said."""
        sayings = talk.sayings()
        if talk.over:
            told = (saying.lines for saying in sayings if saying.kind in ("news", "result", "trouble"))
            self._last[:] = [line for lines in told for line in lines]
        before = self._state.grid
        self._state = after_listening(with_sayings(self._state, sayings), talk, before)

    def _key(self) -> str:
        """The next key, by name; a window that was resized counts as one, named `RESIZE`."""
        try:
            key = self._window.get_wch()
        except curses.error:
            self._failures += 1
            if self._failures > MOST_FAILURES:
                raise KeyboardInterrupt from None  # nobody is there any more
            return "RESIZE"
        self._failures = 0
        return self._named(key)

    def _waiting_keys(self) -> Iterator[str]:
        """The keys that were pressed already; only where the window does not wait for any."""
        with suppress(curses.error):
            while True:
                yield self._named(self._window.get_wch())

    def _named(self, key: str | int) -> str:
        """A key, by name.  Raises KeyboardInterrupt for Ctrl-C."""
        if key == INTERRUPT:
            raise KeyboardInterrupt
        if key == curses.KEY_MOUSE:
            return "MOUSE"
        return _NAMES.get(key, key if isinstance(key, str) else "RESIZE")

    def _size(self) -> tuple[int, int]:
        height, width = self._window.getmaxyx()
        return width, height

    def _show_state(self) -> None:
        picture = draw(self._state, *self._size())
        self._area = picture.area
        self._show(picture)

    def _show(self, picture: Picture) -> None:
        """Draw a picture; curses sends only what changed."""
        self._window.erase()
        for span in picture.spans:
            with suppress(curses.error):  # the window shrank while it was drawn; a resize key follows
                self._window.addstr(span.row, span.column, span.text, self._styles[span.role])
        with suppress(curses.error):
            self._window.move(*picture.cursor)
        self._window.refresh()

    def _dress(self) -> None:
        """Put on the theme, and listen to the mouse or not."""
        theme = THEMES[self._state.look.theme]
        colourless = not curses.has_colors() or bool(os.environ.get("NO_COLOR"))
        pairs: dict[tuple[int, int], int] = {}
        for role, style in theme.items():
            self._styles[role] = _attribute(style, colourless, pairs)
        curses.mousemask(curses.BUTTON1_CLICKED | curses.BUTTON1_PRESSED if self._state.look.mouse else 0)
        curses.mouseinterval(0)


def _attribute(style: Style, colourless: bool, pairs: dict[tuple[int, int], int]) -> int:
    """The curses attribute of a style; `pairs` holds the colour pairs made so far."""
    effects = 0
    for letter in style.mono if colourless else style.effects:
        effects |= _EFFECTS[letter]
    colours = style.many if curses.COLORS >= 256 else style.few if not colourless else (-1, -1)
    if colourless or colours == (-1, -1):
        return effects
    if colours not in pairs:
        number = len(pairs) + 1
        curses.init_pair(number, *colours)
        pairs[colours] = number
    return effects | curses.color_pair(pairs[colours])
