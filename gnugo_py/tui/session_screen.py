"""The screen of an application: a game, a review, a lesson or the list of saved games.

The engine works in a thread.  Keys that are pressed meanwhile edit the line, and most lines wait until the
engine is done.  Keys that are pressed after the engine was interrupted wait until it has stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from gnugo_py.app.application import Application
from gnugo_py.app.phases.base import EngineTask
from gnugo_py.app.phases.choose_game import QUIT_WORDS
from gnugo_py.app.play_commands import find_command
from gnugo_py.app.view import SavedGameRow, View
from gnugo_py.engines.engine import EngineError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.board_view import BoardArea
from gnugo_py.tui.curses_window import Window
from gnugo_py.tui.display_commands import (
    COMMANDS_BY_KEY,
    REVIEW_KEYS,
    completion_words,
    run_display_command,
    with_help_page,
)
from gnugo_py.tui.engine_worker import EngineWorker, InterruptedEngines
from gnugo_py.tui.layout import Frame, frame_from_state
from gnugo_py.tui.line_and_cursor import on_click, paste, press_key
from gnugo_py.tui.saved_games import SavedGamesList
from gnugo_py.tui.state import (
    ScreenState,
    state_after_events,
    turn_refusals_into_messages,
    update_state_from_view,
    with_cursor_description,
    with_messages,
    with_messages_marked_old,
)

_SHORT_TASK, _REFRESH_INTERVAL, _MIN_MOVE_TIME, _BELL_AFTER = 0.05, 0.1, 0.4, 5.0
"""Times in seconds: how long to wait for a task before its progress is shown, the time between two refreshes,
the minimum time of a move in a game between engines, and the thinking time after which the bell rings.
"""
_INTERRUPTING_COMMANDS = ("quit", "undo", "new", "resign")
"""Commands that run while an engine is thinking. Other lines wait until it has moved."""
_CONFIRMED_COMMANDS = ("quit", "new", "resign")
"""Commands that may ask for confirmation; lines typed ahead are discarded rather than taken as the answer."""
_END_PROMPT = "n for a new game, r to review this one, Return to quit"
_END_WORDS = ("n", "new", "r", "review", "t", "train", "", "q", *QUIT_WORDS)


class SessionScreen:
    """An application on the screen, until it ends and the player leaves its result.

    on_display_change -- is called with changed display settings.
    on_end            -- is called at the end.

    last_lines -- the lines to print in the terminal after the screen is closed.
    """

    def __init__(
        self,
        window: Window,
        app: Application,
        display: DisplaySettings,
        history: tuple[str, ...],
        late: InterruptedEngines,
    ) -> None:
        self._window, self._app, self._late = window, app, late
        self._view = app.view
        self._state = ScreenState(display=display, words=completion_words(None), history=history)
        self._area: BoardArea | None = None
        self._type_ahead: deque[str] = deque()
        self._worker: EngineWorker | None = None
        self._games = SavedGamesList(())
        self._shows_result = self._is_training_offered = False
        self.last_lines: list[str] = []
        self.on_display_change: Callable[[DisplaySettings], None] = lambda display: None
        self.on_end: Callable[[], None] = lambda: None

    @property
    def input_history(self) -> tuple[str, ...]:
        """The lines typed, the newest last."""
        return self._state.history

    @property
    def interval(self) -> float | None:
        """Seconds until the next refresh while something changes without a key, otherwise None."""
        if self._shows_result:
            return _REFRESH_INTERVAL if self._app.is_analyzing_finished_game else None
        is_changing = self._worker is not None or self._view.is_analyzing or self._view.runs_clock
        return _REFRESH_INTERVAL if is_changing else None

    @property
    def is_tick_due(self) -> bool:
        """Whether the engine task has ended, or was interrupted and has not ended in time."""
        return self._worker is not None and self._worker.is_done_or_given_up

    @property
    def is_reading_keys(self) -> bool:
        """Whether keys are read now; they are not read while an interrupted engine is stopping."""
        return self._worker is None or self._worker.interrupting_line is None

    def begin(self) -> None:
        """Show the first events of the application."""
        self._apply_events()
        self._go_on()

    def save_and_quit(self) -> None:
        """Save the game and end without asking, after Ctrl-C."""
        self._app.save_and_quit()
        self._apply_events()

    def make_frame(self, width: int, height: int) -> Frame:
        """Return the list of saved games, if that is shown, or the board."""
        if self._lists_saved_games:
            return self._games.make_frame(width, height)
        if self._worker is None and not self._shows_result:
            self._state = with_cursor_description(self._state, self._view)
        frame = frame_from_state(self._state, width, height)
        self._area = frame.area
        return frame

    def on_key(self, key: str) -> None:
        """Handle a key."""
        if self._worker is not None:
            if (line := self._line_to_run_now(key)) is not None:
                self._worker.interrupt(line)
                self._show_progress(self._worker)
        elif self._shows_result:
            self._on_key_at_result(key)
        elif self._lists_saved_games:
            self._on_key_in_saved_games(key)
        else:
            line = self._line_from(key)
            if line is not None:
                self._answer(line)
            self._go_on()

    def on_tick(self) -> None:
        """Show the progress of an engine, a clock or an analysis; go on when the engine is done."""
        if self._app.has_reports:
            self._apply_events()
        if self._worker is not None:
            self._watch(self._worker)
        elif self._shows_result:
            self._offer_training()
        elif self._app.check_time():
            self._apply_events()
            self._go_on()
        else:
            self._refresh()

    def _refresh(self) -> None:
        """Update the state to what the application shows now."""
        self._view = self._app.view
        words = completion_words(self._view.review)
        self._state = update_state_from_view(self._state._replace(words=words), self._view)

    def _apply_events(self) -> None:
        """Update the state from the pending events."""
        events = self._app.take_events()
        if self._app.is_over:
            shown = (each.lines for each in events if each.kind in ("news", "result", "trouble"))
            self.last_lines = [line for lines in shown for line in lines]
        self._state = state_after_events(self._state, events)
        self._refresh()

    def _go_on(self) -> None:
        """Start engine tasks and run lines typed ahead, until the screen must wait for a key or an engine."""
        while self._worker is None and not self._shows_result:
            if (task := self._app.engine_task) is not None:
                self._start(task)
            elif self._app.is_over:
                self._end()
                return
            elif self._type_ahead and not self._lists_saved_games:
                self._answer(self._type_ahead.popleft())
            else:
                if self._view.saved_games is not None:
                    self._update_saved_games(self._view.saved_games)
                return

    def _answer(self, line: str) -> None:
        """Run a line: a command of the screen, or input for the application."""
        view, state = self._view, run_display_command(self._state, line)
        if state is not None:
            self._apply_look(update_state_from_view(state, view))
        elif (
            line.strip().lower() == "help"
            and view.accepts_moves
            and not view.title
            and view.cursor is not None
        ):
            self._state = with_help_page(self._state, view.cursor.position)
        else:
            self._submit(self._state._replace(overlay=()), line)
            self._apply_events()

    def _submit(self, state: ScreenState, line: str) -> None:
        """Pass a line to the application."""
        self._state = with_messages_marked_old(state)
        self._app.submit_line(line)

    def _apply_look(self, state: ScreenState) -> None:
        """Show a state with new display settings."""
        self._state = state
        self.on_display_change(state.display)

    def _line_from(self, key: str) -> str | None:
        """Return the line that a key or a click completes, or None."""
        if key == "MOUSE":
            return self._on_click()
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted_text())
            return None
        if (line := self._command_of(key)) is not None:
            return line
        self._state, line = press_key(self._state._replace(captured=frozenset()), key)
        return line

    def _command_of(self, key: str) -> str | None:
        """Return the command that a key runs, or None."""
        if self._moves_along_game and not self._state.page and key in REVIEW_KEYS:
            return REVIEW_KEYS[key]
        return COMMANDS_BY_KEY.get(key)

    @property
    def _moves_along_game(self) -> bool:
        """Whether arrow keys and the wheel step through a game in review.

        They do if nothing is typed or asked, and the cursor is not shown.
        """
        state = self._state
        return state.reviewing and not (state.typed or state.escape_line or state.cursor)

    def _on_click(self) -> str | None:
        """Return the line that the first click enters, or None. The lines of further clicks are queued."""
        lines = []
        for click in self._window.clicks():
            if click.wheel:
                lines += self._on_wheel(click.wheel)
                continue
            cell = self._area.cell_at(click.row, click.column) if self._area else None
            if cell is not None:
                self._state, line = on_click(self._state, cell)
                lines += [line] if line is not None else []
        self._type_ahead += lines[1:]
        return lines[0] if lines else None

    def _on_wheel(self, step: int) -> list[str]:
        """Scroll for a turn of the wheel; in a review, return the command that steps through the game."""
        if self._state.page:
            self._state, _ = press_key(self._state, "DOWN" if step > 0 else "UP")
        elif self._moves_along_game:
            return [REVIEW_KEYS["WHEELDOWN" if step > 0 else "WHEELUP"]]
        else:
            self._state, _ = press_key(self._state, "WHEELDOWN" if step > 0 else "WHEELUP")
        return []

    @property
    def _lists_saved_games(self) -> bool:
        return self._view.saved_games is not None and not self._shows_result

    def _update_saved_games(self, rows: tuple[SavedGameRow, ...]) -> None:
        """Update the list of saved games, with the last message below it."""
        view, news = self._view, self._state.messages[-1:] if self._state.n_new else ()
        self._games = self._games._replace(
            rows=rows,
            message="".join(each.text for each in news),
            question=view.prompt if view.escape_line else "",
        )
        if not any(each.is_refusal for each in news):
            self._games = self._games._replace(new_name=None)

    def _on_key_in_saved_games(self, key: str) -> None:
        """Handle a key in the list of saved games, and run the line that it enters."""
        line: str | None = None
        if key != "MOUSE":
            self._games, line = self._games.press(key)
        for click in self._window.clicks() if key == "MOUSE" else ():
            if click.wheel:
                self._games, _ = self._games.press("UP" if click.wheel < 0 else "DOWN")
            elif line is None:
                self._games, line = self._games.on_click(click.row, self._window.width_and_height()[1])
        if line is not None:
            self._submit(self._state, line)
            self._apply_events()
            self._go_on()

    def _start(self, task: EngineTask) -> None:
        """Start an engine task; a short one is completed at once, so that nothing flickers."""
        if self._late.is_busy(task.engine):
            busy = f"{task.engine.name} is still busy with the previous request; try again later"
            self._app.fail_task(task, busy)
            self._after_task()
            return
        worker = EngineWorker(task, _MIN_MOVE_TIME if self._view.is_engine_match else 0.0)
        if worker.wait(_SHORT_TASK):
            self._complete(worker)
        else:
            self._worker = worker
            self._show_progress(worker)

    def _complete(self, worker: EngineWorker) -> None:
        """Continue with the result of an engine task."""
        if self._state.display.bell and worker.elapsed_seconds > _BELL_AFTER:
            self._window.ring()
        try:
            result = worker.result()
        except EngineError as error:
            self._app.fail_task(worker.task, str(error))
        else:
            self._app.finish_task(worker.task, result)
        self._after_task()

    def _after_task(self) -> None:
        """Show what an engine task has led to.

        If engines play each other and none of them is to move now, discard the typed text, because it was not
        an answer to the new prompt.
        """
        self._worker = None
        self._apply_events()
        if self._view.is_engine_match and self._app.engine_task is None:
            self._type_ahead.clear()
            self._state = self._state._replace(typed="")

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
        task, view = worker.task, self._view
        if worker.interrupting_line is not None:
            self._state = self._state._replace(prompt=f"{task.engine.name} is stopping")
            return
        stops = "Esc: move now" if _can_move_now(task, view) else "Esc: interrupt"
        status = f"{task.engine.name} is thinking, {worker.elapsed_seconds:.0f} s; {stops}"
        prompt = "; ".join(filter(None, (status, task.engine.progress_text())))
        if view.runs_clock:
            self._refresh()
        self._state = self._state._replace(prompt=prompt)
        if marks := task.marks():
            self._state = self._state._replace(overlay=marks, is_shaded=False)

    def _stop(self, worker: EngineWorker, line: str) -> None:
        """Continue after an interruption with the line that caused it, which is empty for Escape."""
        app, task, view = self._app, worker.task, self._view
        self._worker = None
        self._late.add(worker)
        result = worker.result_if_any()
        if result is not None and not line and _can_move_now(task, view):
            app.finish_task(task, result)
            self._after_task()
            return
        command = find_command(line)
        if command is not None and command.name in _CONFIRMED_COMMANDS:
            self._type_ahead.clear()
        if command is not None and command.name == "quit" and view.review is None and not view.save_error:
            app.save_and_quit()
            self._after_task()
            return
        app.fail_task(task, f"{task.engine.name} was interrupted")
        self._state = self._state._replace(overlay=())
        if line:
            self._apply_events()
            self._submit(turn_refusals_into_messages(self._state), line)
        self._after_task()

    def _line_to_run_now(self, key: str) -> str | None:
        """Handle a key while an engine is thinking.

        Return the line that interrupts the engine, empty for Escape; None if the engine continues.
        """
        if key == "ESCAPE":
            self._type_ahead.clear()
            self._state = self._state._replace(typed="", cursor=None, page=())
            return ""
        if key == "MOUSE":
            self._window.clicks()
            return None
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted_text())
            return None
        if (line := self._command_of(key)) is None:
            self._state, line = press_key(self._state, key)
        return line if line is not None and line.strip() and not self._take_early(line) else None

    def _take_early(self, line: str) -> bool:
        """Run a command of the screen, or queue a line; return False if the line interrupts the engine."""
        is_watched = self._view.is_engine_match
        state, command = run_display_command(self._state, line), find_command(line.split()[0])
        if state is not None:
            self._apply_look(state)
        elif command is not None and (is_watched or command.name in _INTERRUPTING_COMMANDS):
            return False
        elif is_watched:
            status = "you are watching; type a command, or press Esc to pause."
            self._state = with_messages(self._state, [status])
        else:
            self._type_ahead.append(line)
        return True

    def _end(self) -> None:
        """Keep the result on the screen until the player leaves it, if the game has one."""
        if self._app.wants_new or self._state.page or self._app.context.outcome is None:
            self.on_end()
            return
        self._state = self._state._replace(prompt=_END_PROMPT, typed="")
        self._shows_result, self._is_training_offered = True, False
        self._app.start_finished_game_analysis()
        self._offer_training()

    def _offer_training(self) -> None:
        """Offer to train on the game once it has been analyzed."""
        if not self._is_training_offered and (offer := self._app.training_offer_after_game):
            self._is_training_offered = True
            self._state = with_messages(self._state, [offer])

    def _on_key_at_result(self, key: str) -> None:
        """Handle a key after the end: a letter with or without Return, or Return alone to leave."""
        self._offer_training()
        if key in ("ESCAPE", "F10"):
            self._leave_result("")
        elif key in ("n", "r", "t", "q") and not self._state.typed and self._window.is_key_alone():
            self._leave_result(key)
        elif key != "ENTER":
            self._state, _ = press_key(self._state, key)
        else:
            word, self._state = self._state.typed.strip().lower(), self._state._replace(typed="")
            if word in _END_WORDS:
                self._leave_result(word[:1])
            else:
                self._state = with_messages(self._state, [f"not understood: {word!r}."], is_refusal=True)

    def _leave_result(self, letter: str) -> None:
        """Review the game, train on it, or end."""
        self._shows_result = False
        self._app.stop_finished_game_analysis()
        if letter in ("r", "t"):
            self._app.review_current_game() if letter == "r" else self._app.train()
            self._apply_events()
            self._go_on()
        else:
            self._app.set_wants_new(letter == "n")
            self.on_end()


def _can_move_now(task: EngineTask, view: View) -> bool:
    """Return whether Escape makes the engine play its best move so far."""
    return task.is_move and not (task.engine.is_external or view.is_engine_match)
