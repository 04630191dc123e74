"""The curses interface: one loop that draws what the program shows, and passes keys and lines to it.

Engines work in a thread.  Keys that are pressed meanwhile edit the line, and most lines wait until the engine
is done.  Keys that are pressed after the engine was interrupted wait until it has stopped.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress

from gnugo_py.app.app import GAME_START, App
from gnugo_py.app.mode import Task
from gnugo_py.app.screen import Dialog, Screen
from gnugo_py.engines.engine import EngineError
from gnugo_py.ui.keys import (
    PAGE_KEYS,
    Input,
    Pressed,
    input_after_change,
    is_dialog_key,
    on_click,
    paste,
    press_key,
)
from gnugo_py.ui.layout import Frame, Layout, lay_out
from gnugo_py.ui.lists import dialog_frame
from gnugo_py.ui.plain import write_lines
from gnugo_py.ui.view import View, view_of
from gnugo_py.ui.window import MouseEvent, Window, open_window
from gnugo_py.ui.worker import EngineWorker

_MIN_DRAWING_INTERVAL, _KEYLESS_WAIT = 0.05, 0.05
"""Minimum seconds between two drawings while keys are waiting, and seconds to sleep while none are read."""
_ESCAPE_PAUSE = 0.3
"""Seconds after the end of a task in which Escape leaves nothing."""
_WORD_PAUSE_MS, _RETURN_PAUSE_MS = 400, 250
"""Milliseconds after which a letter is not the beginning of a word, and a Return not the end of a number."""
_SHORT_TASK, _TICK_INTERVAL, _MIN_MOVE_TIME, _BELL_AFTER = 0.05, 0.1, 0.4, 5.0
"""Times in seconds: how long to wait for a task before its progress is shown, the time between two ticks, the
minimum time of a move in a game between engines, and the thinking time after which the bell rings.
"""


def run_curses_interface(app: App) -> None:
    """Show the program on the screen until the person quits.

    KeyboardInterrupt is raised again after the game has been saved and the terminal restored.
    """
    last: list[str] = []
    try:
        with open_window() as window:
            CursesInterface(window, app, last).run()
    finally:
        with suppress(OSError):  # the terminal may be gone
            write_lines(*last)


class CursesInterface:
    """The screen of one run of the program.

    window  -- the window that shows it.
    app     -- the program.
    last    -- receives the lines to print in the terminal after the screen is closed.
    """

    def __init__(self, window: Window, app: App, last: list[str]) -> None:
        self._window, self._app, self._last = window, app, last
        self._input = Input()
        self._screen = Screen()
        self._laid_out: tuple[tuple[View, int, int], Layout] | None = None
        self._shows_captured = False
        self._frame = Frame((), (0, 0))
        self._lines: deque[str] = deque()
        self._worker: EngineWorker | None = None
        self._late: list[EngineWorker] = []
        self._drawn = self._ticked = self._task_ended = 0.0
        self._display = app.display
        window.apply_display_settings(app.display)
        app.warn, app.show_progress = app.problems.append, self._show_wait

    def run(self) -> None:
        """Draw, wait for a key or for something else to happen, and handle it, until the program ends."""
        try:
            self._update()
            self._go_on()
            while not self._app.is_over:
                try:
                    self._step()
                except KeyboardInterrupt:
                    if not self._interrupt_answer():
                        raise
        except KeyboardInterrupt:
            self._app.save_and_quit()
            self._update()
            raise

    def _interrupt_answer(self) -> bool:
        """Interrupt the engine that is working, if Ctrl-C does that; return whether it does.

        Lines that were typed ahead are dropped; the next one would start the engine again.
        """
        worker = self._worker
        if worker is None or not worker.task.is_interruptible or worker.interrupting_line is not None:
            return False
        self._lines.clear()
        worker.interrupt("")
        return True

    def _step(self) -> None:
        """Draw, unless keys wait and it was just done; then handle a key, or whatever else is due."""
        now, screen = time.monotonic(), self._screen
        if now - self._drawn >= _MIN_DRAWING_INTERVAL or not self._window.has_waiting_key():
            self._drawn = now
            self._draw()
        is_changing = self._worker is not None or screen.is_changing
        key = self._wait(is_changing)
        if key and screen.is_changing:
            self._app.mode.note_key()
        if key:
            self._on_key(key)
        is_tick_due = is_changing and time.monotonic() >= self._ticked + _TICK_INTERVAL
        if not self._app.is_over and (not key or is_tick_due):
            self._ticked = time.monotonic()
            self._on_tick()

    def _wait(self, is_changing: bool) -> str:
        """Return the next key, or an empty string as soon as there is something else to do."""
        worker = self._worker
        if worker is not None and worker.interrupting_line is not None:
            time.sleep(_KEYLESS_WAIT)
            return ""
        seconds = max(self._ticked + _TICK_INTERVAL - time.monotonic(), 0.0) if is_changing else None
        return self._window.key(seconds, lambda: worker is not None and worker.is_done_or_given_up)

    # What is shown

    def _update(self) -> None:
        messages, before = self._app.new_messages(), self._screen
        screen = self._app.screen()
        if self._app.is_over or (screen.letters and not before.letters):
            kept = [each.lines for each in messages if each.kind.is_last]
            if kept:
                self._last[:] = [line for lines in kept for line in lines]
        is_new = screen.number > before.number
        self._shows_captured = is_new or (self._shows_captured and screen.number == before.number)
        self._input = input_after_change(self._input, before, screen, bool(messages))
        self._screen = screen

    def _draw(self) -> None:
        if self._screen.display != self._display:
            self._display = self._screen.display
            self._window.apply_display_settings(self._display)
        window, dialog, (width, height) = self._window, self._screen.dialog, self._window.width_and_height()
        is_solid = window.has_solid_stones and not self._screen.display.ascii
        view = view_of(self._screen, self._input, self._shows_captured, is_solid, window.has_colors)
        if dialog is not None and not self._screen.feedback.page:
            self._frame = dialog_frame(view, dialog, width, height)
        else:
            line = view.input._replace(typed="", caret_from_end=0, history=(), history_index=0)
            above = view._replace(input=line), width, height
            if self._laid_out is None or self._laid_out[0] != above:  # more than the line has changed
                self._laid_out = above, lay_out(*above)
            self._frame = self._laid_out[1].frame(view)
        if self._frame.pane is not None:
            self._input = self._input._replace(scroll=self._frame.pane.first)
        window.show_frame(self._frame)

    def _show_wait(self, progress: str) -> None:
        self._screen = self._screen._replace(prompt=f"{progress}; Ctrl-C ends the program")
        self._draw()

    # Keys and lines

    def _on_key(self, key: str) -> None:
        if key in ("PAGEUP", "PAGEDOWN") and self._scroll_pane(key):
            return
        if key == "PASTE" and GAME_START.match(self._window.pasted_text):
            if self._worker is None:
                self._go_on(self._window.pasted_text)
            else:
                self._lines.append(self._window.pasted_text)
            return
        if key == "PASTE" and self._screen.dialog is None:
            self._input = paste(self._input, self._window.pasted_text)
            return
        if self._worker is not None:
            line = self._line_to_run_now(key)
            if line is not None:
                self._worker.interrupt(line)
            self._show_progress(self._worker)
            return
        if self._screen.dialog is not None:
            self._on_key_in_dialog(self._screen.dialog, key)
            self._go_on()
        elif (line := self._line_from(key)) is not None:
            self._go_on(line)

    def _on_key_in_dialog(self, dialog: Dialog, key: str) -> None:
        """Handle a key in a menu, a form or a list, or on a page above it."""
        page, before = self._screen.feedback.page, self._input.typed
        if page and (key in PAGE_KEYS or key == "RESIZE"):
            self._input = press_key(self._screen, self._input, key).input
            return
        if page:
            self._app.press(key)
        elif key == "MOUSE":
            self._on_clicks_in_dialog()
        elif key == "PASTE":
            self._input = paste(self._input, self._window.pasted_text)
            self._app.edit(self._input.typed)
        elif (line := self._line_in_dialog(dialog, key)) is not None:
            self._app.submit(line)
        elif self._input.typed != before:
            self._app.edit(self._input.typed)
        self._update()

    def _line_in_dialog(self, dialog: Dialog, key: str) -> str | None:
        """Return the line that a key completes in a dialog, None if it edits the line or was handled."""
        screen, current = self._screen, self._input
        if key in screen.letters and not current.typed:
            self._window.skip_return(_RETURN_PAUSE_MS)
            return key
        if key in screen.keys:
            return screen.keys[key]
        if is_dialog_key(screen, current, dialog, key):
            self._app.press(key)
            return None
        pressed = press_key(screen, current, key)
        self._input = pressed.input
        return pressed.line

    def _on_clicks_in_dialog(self) -> None:
        for click in self._window.clicks():
            if self._screen.dialog is None:
                return
            if click.wheel:
                self._app.press("UP" if click.wheel < 0 else "DOWN")
            elif (number := self._frame.dialog_rows.get(click.row)) is not None:
                self._app.choose_line(number)
            self._update()

    def _line_from(self, key: str) -> str | None:
        if key == "MOUSE":
            return self._on_clicks()
        is_letter = key in self._screen.letters and not self._input.typed
        if is_letter and not self._window.has_waiting_key(_WORD_PAUSE_MS):
            return key
        self._shows_captured = False
        command = self._screen.keys.get(key)
        if command is not None and (key[:1] == "F" or self._moves_along_game):
            return command
        line = self._after_press(press_key(self._screen, self._input, key))
        is_early = time.monotonic() - self._task_ended < _ESCAPE_PAUSE
        return None if key == "ESCAPE" and is_early else line  # it was meant for the engine

    def _after_press(self, pressed: Pressed) -> str | None:
        """Take over what a key has led to, and return the line that it completes, or None."""
        self._input = pressed.input
        if pressed.is_cleared and (pressed.line is None or self._worker is not None):
            self._app.clear()
            self._update()
        if pressed.matches:
            self._app.note(" ".join(pressed.matches))
            self._update()
        return pressed.line

    @property
    def _moves_along_game(self) -> bool:
        """Whether arrows and wheel step through a review: nothing is typed, asked, read or chosen."""
        screen, current = self._screen, self._input
        is_asked = screen.escape_line not in ("", "quit")
        return screen.is_review and not (current.typed or current.cursor or is_asked or screen.feedback.page)

    def _scroll_pane(self, key: str) -> bool:
        pane = self._frame.pane
        if pane is None or self._screen.feedback.page or not pane.has_more_for(key):
            return False
        self._input = self._input._replace(scroll=max(self._input.scroll + pane.steps[key], 0))
        return True

    def _on_clicks(self) -> str | None:
        """Return the line that the first click enters, or None. The lines of further clicks are queued."""
        lines, area = list[str](), self._frame.area
        for click in self._window.clicks():
            line = None
            if click.wheel:
                line = self._on_wheel(click)
            elif area is not None and (cell := area.cell_at(click.row, click.column)) is not None:
                line = self._after_press(on_click(self._screen, self._input, cell))
            lines += [line] if line is not None else []
        self._lines += lines[1:]
        return lines[0] if lines else None

    def _on_wheel(self, click: MouseEvent) -> str | None:
        """Scroll for a turn of the wheel; in a review, return the command that steps through the game."""
        key, pane = "WHEELDOWN" if click.wheel > 0 else "WHEELUP", self._frame.pane
        if self._screen.feedback.page:
            key = key.removeprefix("WHEEL")
        elif pane is not None and pane.contains(click.row, click.column):
            self._scroll_pane(key)
            return None
        elif self._moves_along_game:
            return self._screen.keys[key]
        self._input = press_key(self._screen, self._input, key).input
        return None

    def _go_on(self, line: str | None = None) -> None:
        """Run a line, tasks, and lines typed ahead, until a key or an engine must be waited for."""
        while self._worker is None and not self._app.is_over:
            if line is not None:
                self._app.submit(line)
                line = None
                if self._app.task is None:
                    self._update()
            elif (task := self._app.task) is not None:
                self._start(task)
            elif self._lines and self._screen.dialog is None and not self._screen.letters:
                line = self._lines.popleft()
            else:
                return

    def _on_tick(self) -> None:
        """Show the progress of an engine, a clock or an analysis; go on when the engine is done."""
        if self._worker is not None:
            if self._app.problems:
                self._update()
            self._watch(self._worker)
            return
        self._app.tick()
        self._update()
        self._go_on()

    # Tasks of engines

    def _start(self, task: Task) -> None:
        """Start a task, and let interrupted engines work again; a short one is completed without flicker."""
        for late in [each for each in self._late if not each.is_alive()]:
            late.task.engine.recover()
            self._late.remove(late)
        if any(each.task.engine is task.engine for each in self._late):
            busy = f"{task.engine.name} is still busy with the previous request; try again later"
            self._app.fail_task(task, busy)
            self._after_task()
            return
        game = self._app.current
        is_watched = task.is_move and game is not None and game.is_engine_match
        worker = EngineWorker(task, _MIN_MOVE_TIME if is_watched else 0.0)
        worker.start()
        worker.join(_SHORT_TASK)
        if worker.is_alive():
            self._worker = worker
            self._update()
            self._show_progress(worker)
        else:
            self._complete(worker)

    def _complete(self, worker: EngineWorker) -> None:
        if self._app.display.bell and worker.elapsed_seconds > _BELL_AFTER:
            self._window.ring()
        if worker.error is None:
            self._app.finish_task(worker.task, worker.result)
        elif isinstance(worker.error, EngineError):
            self._app.fail_task(worker.task, str(worker.error))
        else:
            raise worker.error
        self._after_task()

    def _after_task(self) -> None:
        """Show what a task has led to; what was typed while watching is no answer to another prompt."""
        if self._worker is not None:
            self._task_ended = time.monotonic()
        self._worker = None
        self._update()
        if self._screen.is_engine_match and self._app.task is None:
            self._lines.clear()
            self._input = self._input._replace(typed="")

    def _watch(self, worker: EngineWorker) -> None:
        """Show the progress of an engine; go on when it is done, or has not stopped in time."""
        if not worker.is_done_or_given_up:
            self._show_progress(worker)
            return
        if worker.interrupting_line is None:
            self._complete(worker)
        else:
            self._stop(worker, worker.interrupting_line)
        self._go_on()

    def _show_progress(self, worker: EngineWorker) -> None:
        """Show in the prompt what an engine does, and on the board its best moves so far."""
        if self._screen.is_changing and worker.interrupting_line is None:
            self._update()
        progress = worker.describe_progress(self._can_move_now(worker.task))
        self._screen = self._app.screen(progress, worker.task.marks())

    def _can_move_now(self, task: Task) -> bool:
        return task.is_move and not (task.engine.is_external or self._screen.is_engine_match)

    def _stop(self, worker: EngineWorker, line: str) -> None:
        """Continue after an interruption with the line that caused it, which is empty for Escape."""
        app, task = self._app, worker.task
        self._worker = None
        if worker.is_alive():
            self._late.append(worker)
        else:
            task.engine.recover()
        if worker.result is not None and not line and self._can_move_now(task):
            app.finish_task(task, worker.result)
            self._after_task()
            return
        if line:  # what was typed ahead fits neither the position nor a question that follows
            self._lines.clear()
        app.interrupt(task, line)
        self._after_task()

    def _line_to_run_now(self, key: str) -> str | None:
        """Handle a key while an engine is thinking.

        Return the line that interrupts the engine, empty for Escape; None if the engine continues.
        """
        if key == "ESCAPE":
            self._lines.clear()
            self._input = self._input._replace(typed="", cursor=None)
            self._app.clear()
            return ""
        is_optional = self._worker is not None and self._worker.task.is_optional
        if key == "MOUSE" and not is_optional:
            self._window.clicks()
            return None
        line = self._line_from(key)
        return line if line is not None and line.strip() and not self._take_early(line) else None

    def _take_early(self, line: str) -> bool:
        """Run a line at once, or queue it; return False if it interrupts the engine."""
        reaction = self._app.while_thinking(line)
        if reaction == "run":
            self._app.submit(line)
        elif reaction == "wait" and self._screen.is_engine_match:
            self._app.note("you are watching; type a command, or press Esc to pause.")
        elif reaction == "wait":
            self._lines.append(line)
        self._update()
        return reaction != "interrupt"
