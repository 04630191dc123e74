"""A player's thinking, beside the screen's own work."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from gnugo_py.app.application import Conversation
from gnugo_py.app.commands import find_command
from gnugo_py.app.phases.base import Task
from gnugo_py.app.phases.setup import LEAVING
from gnugo_py.core.types import Mistake
from gnugo_py.engines.engine import Choice, Player, PlayerError
from gnugo_py.storage.settings import Look
from gnugo_py.tui.board_view import Area
from gnugo_py.tui.commands import KEYS, REVIEW_KEYS, WORDS, helped, screen_command
from gnugo_py.tui.curses_window import Window, open_window
from gnugo_py.tui.form import Form, Start
from gnugo_py.tui.keys import PAGING, clicked, paste, press
from gnugo_py.tui.layout import draw
from gnugo_py.tui.state import State, after_listening, aged, noted, with_about, with_messages, with_outputs


class Thinking:
    """A choice that is being made in a thread of its own.

    choose -- makes it.
    least  -- for how many seconds it is to last, so that a person can follow.
    """

    def __init__(self, choose: Callable[[], Choice[Any]], least: float) -> None:
        self._choose = choose
        self._least = least
        self._choice: Choice[Any] | None = None
        self._error: BaseException | None = None
        self._began = time.monotonic()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """For how long it has been under way."""
        return time.monotonic() - self._began

    def is_done_within(self, seconds: float) -> bool:
        """Wait for it, but not longer than some seconds; whether it is done."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def choice_if_any(self) -> Choice[Any] | None:
        """What was chosen; None if it is not done, or was broken off without a choice."""
        return self._choice if self.is_done_within(0) else None

    def choice(self) -> Choice[Any]:
        """What was chosen, once it is done.  Raises what the choosing raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._choice is not None
        return self._choice

    def _run(self) -> None:
        try:
            self._choice = self._choose()
            time.sleep(max(self._least - self.seconds, 0.0))
        except BaseException as error:  # it is raised where the choice is asked for
            self._error = error


AT_ONCE, BLINK, PACE, LONG, PARTING = 0.05, 0.1, 0.4, 2.0, 10.0
LEAST_OFTEN = 0.2
"""Seconds after which the screen is drawn although more keys wait."""
AT_ONCE_WORDS = ("quit", "undo", "new", "resign")
"""What is acted on although a player is thinking; other lines wait until it has moved."""
ASKING_WORDS = ("quit", "new", "resign")
"""Those that may ask something first; what was typed before them is no answer to that."""


def run(start: Start, look: Look) -> None:
    """Show the form and the game on the screen, and further games until the person quits.

    KeyboardInterrupt passes through after the game was saved and the terminal restored.
    """
    last: list[str] = []
    try:
        with open_window() as window:
            Screen(window, look, last).play(start)
    finally:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write("".join(f"{line}\n" for line in last))
            sys.stdout.flush()


class Screen:
    """The games of one run on a window.

    last -- gets the lines that are to stand in the terminal once the screen is gone.
    """

    def __init__(self, window: Window, look: Look, last: list[str]) -> None:
        self._window = window
        self._keep: Callable[[Look, Look], None] = lambda before, after: None
        self._last = last
        self._area: Area | None = None
        self._ahead: deque[str] = deque()
        self._drawn = 0.0
        self._late: list[tuple[Player, Thinking]] = []
        self._state = State(look=look, words=WORDS)
        window.dress(look)

    def play(self, start: Start) -> None:
        """Play one game after the other, until the person leaves."""
        self._keep = start.keep
        talk, form = start.ready, Form(start.title, start.form, {}, below=start.below)
        if talk is None:
            form, talk = self._filled(form, start)
        while talk is not None:
            self._state = State(look=self._state.look, words=WORDS, lines=self._state.lines)
            self._ahead.clear()
            try:
                self._hold(talk)
            except KeyboardInterrupt:
                talk.end()
                self._listen(talk)
                raise
            is_taught = talk is not start.ready and talk.session is None
            if not talk.wants_new and not is_taught:
                return
            left = talk
            if not is_taught:
                form = Form(start.title, start.again(talk.session), {})
            form, talk = self._filled(form, start)
            if talk is None and left.can_go_back:
                talk = left
                talk.go_back()

    def _filled(self, form: Form, start: Start) -> tuple[Form, Conversation | None]:
        """A form as a person filled it in, and the conversation for what they chose, None if they left it."""
        while True:
            if self._is_due():
                self._window.show(form.draw(*self._window.size()))
            key = self._window.key()
            if key in ("ESCAPE", "F10", "q"):
                return form, None
            if key == "F1":
                self._read(start.help(form.values()))
                continue
            if key == "MOUSE":
                for click in self._window.clicks():
                    form = form if click.turned else form.clicked(click.row, self._window.size()[1])
                continue
            if key not in ("ENTER", "F2"):
                form = form.pressed(key)
                continue
            try:
                return form, start.begin(form.values()) if key == "ENTER" else start.teach()
            except Mistake as error:
                form = form._replace(trouble=f"{error}.")

    def _read(self, page: tuple[str, ...]) -> None:
        """Have a page read, until a key that does not scroll it."""
        state = State(page=page, prompt="Return goes back:")
        while state.page:
            if self._is_due():
                self._window.show(draw(state, *self._window.size()))
            key = self._window.key()
            state = press(state, key)[0] if key in PAGING or key == "RESIZE" else state._replace(page=())

    def _hold(self, talk: Conversation) -> None:
        """Hold a conversation to its end, and let the result be read."""
        self._listen(talk)
        while not talk.over:
            if self._is_due():
                self._state = with_about(self._state, talk)
                self._show_state()
            line = self._line()
            if line is not None:
                self._answer(talk, line)
        if talk.wants_new or self._state.page or not self._result_to_read(talk):
            return
        prompt = "n for a new game, r to look through it, Return to leave"
        self._state = self._state._replace(prompt=prompt, typed="")
        wanted = self._wanted()
        if wanted == "r":
            talk.review()
            self._hold(talk)
        else:
            talk.wait_for_new(wanted == "n")

    def _wanted(self) -> str:
        """What the person wants after a game: n or r, alone or with Return; Return alone leaves."""
        while True:
            if self._is_due():
                self._show_state()
            key = self._window.key()
            if key in ("ESCAPE", "F10"):
                return ""
            if key in ("n", "r", "q") and not self._state.typed and self._window.is_alone():
                return key
            if key != "ENTER":
                self._state, _ = press(self._state, key)
                continue
            word, self._state = self._state.typed.strip().lower(), self._state._replace(typed="")
            if word in ("n", "new", "r", "review", "", "q", *LEAVING):
                return word[:1] if word[:1] in ("n", "r") else ""

    def _result_to_read(self, talk: Conversation) -> bool:
        """Whether the game ended with something on the screen that a person wants to see."""
        return talk.session is not None and talk.session.outcome is not None

    def _line(self) -> str | None:
        """The line that was typed ahead, or that the next key or click completes, if it does."""
        if self._ahead:
            return self._ahead.popleft()
        key = self._window.key()
        if key == "MOUSE":
            return self._clicked()
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted())
            return None
        if key in KEYS:
            return KEYS[key]
        if self._state.reviewing and not (self._state.typed or self._state.page) and key in REVIEW_KEYS:
            return REVIEW_KEYS[key]
        self._state = self._state._replace(taken=frozenset())
        self._state, line = press(self._state, key)
        return line

    def _clicked(self) -> str | None:
        """The line that a click makes, the point under it; those of further clicks wait."""
        lines = []
        for click in self._window.clicks():
            if click.turned:
                lines += self._turned(click.turned)
                continue
            cell = self._area.cell_at(click.row, click.column) if self._area else None
            if cell is not None:
                self._state, line = clicked(self._state, cell)
                lines += [line] if line is not None else []
        self._ahead += lines[1:]
        return lines[0] if lines else None

    def _turned(self, step: int) -> list[str]:
        """The line that a turn of the wheel makes: along a game that is looked through; a page scrolls."""
        if self._state.page:
            self._state, _ = press(self._state, "DOWN" if step > 0 else "UP")
        elif self._state.reviewing and not self._state.typed:
            return [REVIEW_KEYS["WHEELDOWN" if step > 0 else "WHEELUP"]]
        else:
            self._state, _ = press(self._state, "WHEELDOWN" if step > 0 else "WHEELUP")
        return []

    def _answer(self, talk: Conversation, line: str) -> None:
        """Act on a line: a command of the screen's, or the conversation's business."""
        state = screen_command(self._state, line)
        if state is not None:
            self._dress(after_listening(state, talk))
        elif line.strip().lower() == "help" and talk.is_turn and not talk.lesson:
            self._state = helped(self._state, talk.game)
        else:
            self._state = aged(self._state._replace(overlay=()))
            talk.answer(line)
            self._listen(talk)

    def _dress(self, state: State) -> None:
        """Show a state that looks different, and have that remembered."""
        before, self._state = self._state.look, state
        self._window.dress(state.look)
        if state.look != before:
            self._keep(before, state.look)

    def _listen(self, talk: Conversation) -> None:
        """Take in what was said, and let the players move."""
        self._take_in(talk)
        while (task := talk.task) is not None:
            self._await(talk, task)
            if talk.is_watched and talk.task is None:  # what was typed was meant for no question
                self._ahead.clear()
                self._state = self._state._replace(typed="")
            self._take_in(talk)

    def _await(self, talk: Conversation, task: Task) -> None:
        """Let a player think; the screen stays alive, and the escape key ends it."""
        player = task.player
        self._restart_late_players()
        if any(late is player for late, _ in self._late):
            talk.fail(task, f"{player.name} is still busy with what it was asked before")
            return
        thinking = Thinking(task.think, PACE if talk.is_watched else 0.0)
        line = (
            None
            if thinking.is_done_within(AT_ONCE)
            else self._line_that_interrupts(thinking, talk.is_watched, task)
        )
        if line is not None:
            self._interrupt(talk, task, thinking, line)
            return
        if self._state.look.bell and thinking.seconds > LONG:
            self._window.ring()
        try:
            choice = thinking.choice()
        except PlayerError as error:
            talk.fail(task, str(error))
        else:
            talk.finish(task, choice)

    def _interrupt(self, talk: Conversation, task: Task, thinking: Thinking, line: str) -> None:
        """End a player's thinking for a line, which is empty for the escape key, and act on that."""
        player = task.player
        player.interrupt()
        thinking.is_done_within(PARTING)
        self._late.append((player, thinking))
        self._restart_late_players()
        choice = thinking.choice_if_any()
        if choice is not None and not line and _can_move_now(task, talk.is_watched):
            talk.finish(task, choice)
            return
        command = find_command(line)
        if command is not None and command.name in ASKING_WORDS:
            self._ahead.clear()
        if command is not None and command.name == "quit" and talk.viewing is None and not talk.trouble:
            talk.end()
            return
        talk.fail(task, f"{player.name} was interrupted")
        if line:
            self._take_in(talk)
            self._state = aged(noted(self._state))
            talk.answer(line)

    def _restart_late_players(self) -> None:
        """Make players that were interrupted ready again; one that has not ended yet must not act later."""
        for player, thinking in list(self._late):
            if thinking.is_done_within(0):
                player.restart()
                self._late.remove((player, thinking))

    def _line_that_interrupts(self, thinking: Thinking, is_watched: bool, task: Task) -> str | None:
        """Show that a player thinks until it is done.

        None, or the line that put an end to it before, an empty one for the escape key.  Other lines
        are kept for later.
        """
        while not thinking.is_done_within(BLINK):
            stops = "Esc: move now" if _can_move_now(task, is_watched) else "Esc stops it"
            told = f"{task.player.name} thinks, {thinking.seconds:.0f} s; {stops}"
            prompt = "; ".join(filter(None, (told, task.progress)))
            self._state = self._state._replace(prompt=prompt)
            self._show_state()
            for key in self._window.waiting_keys():
                line = self._typed_ahead(key, is_watched)
                if line is not None:
                    return line
        return None

    def _typed_ahead(self, key: str, is_watched: bool) -> str | None:
        """Take a key while a player thinks; the line to act on at once, if it makes one."""
        if key == "ESCAPE":
            self._ahead.clear()
            self._state = self._state._replace(typed="", cursor=None, page=())
            return ""
        if key == "MOUSE":
            self._window.clicks()
            return None
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted())
            return None
        is_along = self._state.reviewing and not self._state.typed and key in REVIEW_KEYS
        line: str | None = REVIEW_KEYS[key] if is_along else KEYS.get(key)
        if line is None:
            self._state, line = press(self._state, key)
        if line is None or not line.strip():
            return None
        state, command = screen_command(self._state, line), find_command(line.split()[0])
        if state is not None:
            self._dress(state)
        elif command is not None and (is_watched or command.name in AT_ONCE_WORDS):
            return line
        elif is_watched:
            told = "you are watching; type a command, or Esc to pause."
            self._state = with_messages(self._state, [told])
        else:
            self._ahead.append(line)
        return None

    def _take_in(self, talk: Conversation) -> None:
        """Take in what was said."""
        outputs = talk.outputs()
        if talk.over:
            told = (each.lines for each in outputs if each.kind in ("news", "result", "trouble"))
            self._last[:] = [line for lines in told for line in lines]
        self._state = after_listening(with_outputs(self._state, outputs), talk)

    def _is_due(self) -> bool:
        """Whether to draw now: not while keys wait, as in a paste, but then every now and then."""
        now = time.monotonic()
        if self._window.has_waiting_key() and now - self._drawn < LEAST_OFTEN:
            return False
        self._drawn = now
        return True

    def _show_state(self) -> None:
        picture = draw(self._state, *self._window.size())
        self._area = picture.area
        self._window.show(picture)


def _can_move_now(task: Task, is_watched: bool) -> bool:
    """Whether the escape key has a player make the best move that it has found so far."""
    return task.is_move and not (task.player.is_external or is_watched)
