"""The curses interface: it runs sessions on the screen while engines think in threads."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from gnugo_py.app.application import Application
from gnugo_py.app.commands import find_command
from gnugo_py.app.phases.base import EngineTask, Worker
from gnugo_py.app.phases.setup import QUIT_WORDS
from gnugo_py.app.saved_game_rows import SavedGameRow
from gnugo_py.app.view import View
from gnugo_py.core.types import UserError
from gnugo_py.engines.engine import EngineError
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.tui.background_decision import BackgroundDecision
from gnugo_py.tui.board_view import BoardArea
from gnugo_py.tui.commands import (
    COMMANDS_BY_KEY,
    COMPLETED_COMMAND_NAMES,
    REVIEW_KEYS,
    screen_command,
    with_help,
)
from gnugo_py.tui.curses_window import Window, open_window
from gnugo_py.tui.form import Form, ScreenSetup
from gnugo_py.tui.keys import PAGE_KEYS, on_click, paste, press
from gnugo_py.tui.layout import draw_frame
from gnugo_py.tui.menu import Menu, MenuEntry
from gnugo_py.tui.saved_games import SavedGamesList
from gnugo_py.tui.state import (
    State,
    keep_refusals,
    mark_messages_old,
    state_from_view,
    with_events,
    with_messages,
    with_point_description,
)

SPINNER_DELAY, REFRESH_INTERVAL, MIN_MOVE_TIME, BELL_AFTER, INTERRUPT_TIMEOUT = 0.05, 0.1, 0.4, 5.0, 10.0
MIN_REFRESH_INTERVAL = 0.2
"""Maximum seconds between two screen updates while more keys are waiting."""
INTERRUPTING_COMMANDS = ("quit", "undo", "new", "resign")
"""Commands that run while an engine is thinking. Other lines wait until it has moved."""
CONFIRMED_COMMANDS = ("quit", "new", "resign")
"""Commands that may ask for confirmation. Lines typed ahead are discarded, as they are not the answer."""


def run(start: ScreenSetup, display: DisplaySettings) -> None:
    """Show the form and the game on the screen, and further games until the player quits.

    KeyboardInterrupt is raised again after the game has been saved and the terminal restored.
    """
    last: list[str] = []
    try:
        with open_window() as window:
            TerminalInterface(window, display, last).run(start)
    finally:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write("".join(f"{line}\n" for line in last))
            sys.stdout.flush()


class TerminalInterface:
    """The games of one run in a window.

    last -- receives the lines to print in the terminal after the screen is closed.
    """

    def __init__(self, window: Window, display: DisplaySettings, last: list[str]) -> None:
        self._window = window
        self._keep: Callable[[DisplaySettings, DisplaySettings], None] = lambda before, after: None
        self._last = last
        self._area: BoardArea | None = None
        self._type_ahead: deque[str] = deque()
        self._drawn = 0.0
        self._games = SavedGamesList(())
        self._late: list[tuple[Worker, BackgroundDecision]] = []
        self._state = State(display=display, words=COMPLETED_COMMAND_NAMES)
        window.apply_look(display)

    def run(self, start: ScreenSetup) -> None:
        """Play one game after another until the player quits.

        What was started from the menu returns there when it is left without a game.
        """
        self._keep = start.save_display
        form = Form(start.title, start.form, {}, notes=start.notes)
        app: Application | None = start.ready
        if app is None:
            form, app = self._begin(form, start)
        while app is not None:
            self._state = State(
                display=self._state.display, words=COMPLETED_COMMAND_NAMES, history=self._state.history
            )
            self._type_ahead.clear()
            try:
                self._run_session(app)
            except KeyboardInterrupt:
                app.quit()
                self._process_events(app)
                raise
            form, app = self._next(form, start, app)

    def _begin(self, form: Form, start: ScreenSetup) -> tuple[Form, Application | None]:
        """Show the menu, if there is one, and the form; return it with the application that was chosen."""
        if start.menu is None:
            return self._fill_form(form, start)
        while True:
            chosen, app = self._choose(start.menu())
            if app is not None or not chosen:
                return form, app
            form, app = self._fill_form(form._replace(leave="back"), start)
            if app is not None:
                return form, app

    def _next(self, form: Form, start: ScreenSetup, left: Application) -> tuple[Form, Application | None]:
        """Return the form and the application after another one, None to leave the program."""
        is_without_game = left is not start.ready and left.session is None
        if not left.wants_new and not is_without_game:
            return form, None
        if is_without_game and not left.wants_new:
            return self._begin(form, start)
        if left.session is not None:
            form = Form(start.title, start.again(left.session), {}, leave="back")
        form, app = self._fill_form(form, start)
        if app is None and left.can_return_to_game:
            left.return_to_game()
            return form, left
        return form, app

    def _choose(self, menu: Menu) -> tuple[bool, Application | None]:
        """Return whether something was chosen in a menu, and the application it starts, None for the form."""
        while True:
            if self._is_due():
                self._window.show(menu.draw(*self._window.size()))
            key = self._window.key()
            if key in ("ESCAPE", "F10", "q"):
                return False, None
            entry: MenuEntry | None = None
            if key == "MOUSE":
                width = self._window.size()[0]
                rows = [click.row for click in self._window.clicks() if not click.wheel]
                entry = next(filter(None, (menu.on_click(row, width) for row in rows)), None)
            else:
                menu, entry = menu.press(key)
            if entry is None:
                continue
            if entry.start is None:
                return False, None
            try:
                return True, entry.start()
            except UserError as error:
                menu = menu._replace(error=f"{error}.")

    def _fill_form(self, form: Form, start: ScreenSetup) -> tuple[Form, Application | None]:
        """Return the form as filled in and the application it starts, or None if the player left the form."""
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
                    form = form if click.wheel else form.on_click(click.row, self._window.size()[1])
                continue
            if key not in ("ENTER", "F2"):
                form = form.press(key)
                continue
            try:
                return form, start.begin(form.values()) if key == "ENTER" else start.start_lesson()
            except UserError as error:
                form = form._replace(error=f"{error}.")

    def _read(self, page: tuple[str, ...]) -> None:
        """Show a page until a key is pressed that does not scroll it."""
        state = State(page=page, prompt="press Return to go back:")
        while state.page:
            if self._is_due():
                self._window.show(draw_frame(state, *self._window.size()))
            key = self._window.key()
            state = press(state, key)[0] if key in PAGE_KEYS or key == "RESIZE" else state._replace(page=())

    def _run_session(self, app: Application) -> None:
        """Run an application until it ends, and keep its result on the screen until the player leaves it."""
        self._process_events(app)
        while not app.is_over:
            view = app.view
            if view.saved_games is not None:
                self._choose_saved_game(app, view, view.saved_games)
                continue
            if self._is_due():
                self._state = with_point_description(self._state, view)
                self._show_state()
            line = self._read_line(REFRESH_INTERVAL if view.is_analyzing or view.runs_clock else None)
            if line is not None:
                self._answer(app, line)
            elif app.check_time():
                self._process_events(app)
            elif view.review is not None or view.runs_clock:
                self._state = state_from_view(self._state, app.view)
        if app.wants_new or self._state.page or not self._result_to_read(app):
            return
        prompt = "n for a new game, r to review this one, Return to quit"
        self._state = self._state._replace(prompt=prompt, typed="")
        wanted = self._ask_what_next(app)
        app.stop_analysis()
        if wanted in ("r", "t"):
            app.review() if wanted == "r" else app.train()
            self._run_session(app)
        else:
            app.set_wants_new(wanted == "n")

    def _choose_saved_game(self, app: Application, view: View, rows: tuple[SavedGameRow, ...]) -> None:
        """Show the list of saved games until a line is entered, and run that line."""
        news = self._state.messages[-1:] if self._state.n_new else ()
        message = "".join(each.text for each in news)
        question = view.prompt if view.escape_line else ""
        games, line = self._games._replace(rows=rows, message=message, question=question), None
        if not any(each.is_refusal for each in news):
            games = games._replace(new_name=None)
        while line is None:
            width, height = self._window.size()
            if self._is_due():
                self._window.show(games.draw(width, height))
            key = self._window.key()
            if key == "MOUSE":
                for click in self._window.clicks():
                    if click.wheel:
                        games, _ = games.press("UP" if click.wheel < 0 else "DOWN")
                    elif line is None:
                        games, line = games.on_click(click.row, height)
            else:
                games, line = games.press(key)
        self._games = games
        self._state = mark_messages_old(self._state)
        app.submit(line)
        self._process_events(app)

    def _ask_what_next(self, app: Application) -> str:
        """Return `n` for a new game, `r` for a review, `t` to train, or an empty string to leave.

        The letter may be typed with or without Return. Return alone leaves. An offer to train is shown when
        the game is analyzed.
        """
        app.analyze_finished_game()
        is_offered = False
        while True:
            if not is_offered and (offer := app.training_offer):
                is_offered = True
                self._state = with_messages(self._state, [offer])
            if self._is_due():
                self._show_state()
            key = self._window.key(REFRESH_INTERVAL if app.is_analyzing_finished_game else None)
            if not key:
                continue
            if key in ("ESCAPE", "F10"):
                return ""
            if key in ("n", "r", "t", "q") and not self._state.typed and self._window.is_single_key():
                return key
            if key != "ENTER":
                self._state, _ = press(self._state, key)
                continue
            word, self._state = self._state.typed.strip().lower(), self._state._replace(typed="")
            if word in ("n", "new", "r", "review", "t", "train", "", "q", *QUIT_WORDS):
                return word[:1] if word[:1] in ("n", "r", "t") else ""
            self._state = with_messages(self._state, [f"not understood: {word!r}."], is_refusal=True)

    def _result_to_read(self, app: Application) -> bool:
        """Return whether the game ended with a result that should stay on the screen."""
        return app.session is not None and app.session.outcome is not None

    def _read_line(self, seconds: float | None) -> str | None:
        """Return the next line typed ahead, or the line that the next key or click completes, or None.

        seconds -- how long to wait for a key, None without a limit.
        """
        if self._type_ahead:
            return self._type_ahead.popleft()
        key = self._window.key(seconds)
        if not key:
            return None
        if key == "MOUSE":
            return self._on_click()
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted())
            return None
        if key in COMMANDS_BY_KEY:
            return COMMANDS_BY_KEY[key]
        if self._state.reviewing and not (self._state.typed or self._state.page) and key in REVIEW_KEYS:
            return REVIEW_KEYS[key]
        self._state = self._state._replace(captured=frozenset())
        self._state, line = press(self._state, key)
        return line

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
        """Return the lines for a turn of the wheel, a step along the game in a review; otherwise scroll."""
        if self._state.page:
            self._state, _ = press(self._state, "DOWN" if step > 0 else "UP")
        elif self._state.reviewing and not self._state.typed:
            return [REVIEW_KEYS["WHEELDOWN" if step > 0 else "WHEELUP"]]
        else:
            self._state, _ = press(self._state, "WHEELDOWN" if step > 0 else "WHEELUP")
        return []

    def _answer(self, app: Application, line: str) -> None:
        """Run a line: a command of the screen, or input for the application."""
        view, state = app.view, screen_command(self._state, line)
        if state is not None:
            self._apply_look(state_from_view(state, view))
        elif line.strip().lower() == "help" and view.accepts_moves and not view.title:
            self._state = with_help(self._state, app.game, app.active_session.position)
        else:
            self._state = mark_messages_old(self._state._replace(overlay=()))
            app.submit(line)
            self._process_events(app)

    def _apply_look(self, state: State) -> None:
        """Show a state with new display settings, and save them if they changed."""
        before, self._state = self._state.display, state
        self._window.apply_look(state.display)
        if state.display != before:
            self._keep(before, state.display)

    def _process_events(self, app: Application) -> None:
        """Show the pending events, and run engine tasks until a line is expected."""
        self._apply_events(app)
        while (task := app.task) is not None:
            self._wait_for_engine(app, task)
            if app.view.is_engine_match and app.task is None:  # typed text did not answer a prompt
                self._type_ahead.clear()
                self._state = self._state._replace(typed="")
            self._apply_events(app)

    def _wait_for_engine(self, app: Application, task: EngineTask) -> None:
        """Run an engine task. The screen stays responsive, and Escape interrupts the engine."""
        player = task.player
        self._restart_late_players()
        if any(late is player for late, _ in self._late):
            app.fail(task, f"{player.name} is still busy with the previous request; try again later")
            return
        thinking = BackgroundDecision(task.run, MIN_MOVE_TIME if app.view.is_engine_match else 0.0)
        line = None if thinking.wait(SPINNER_DELAY) else self._line_that_interrupts(thinking, app, task)
        if line is not None:
            self._interrupt(app, task, thinking, line)
            return
        if self._state.display.bell and thinking.seconds > BELL_AFTER:
            self._window.ring()
        try:
            decision = thinking.decision()
        except EngineError as error:
            app.fail(task, str(error))
        else:
            app.complete(task, decision)

    def _interrupt(self, app: Application, task: EngineTask, thinking: BackgroundDecision, line: str) -> None:
        """Interrupt an engine and run the line that caused it; the line is empty for Escape."""
        player, view = task.player, app.view
        player.interrupt()
        thinking.wait(INTERRUPT_TIMEOUT)
        self._late.append((player, thinking))
        self._restart_late_players()
        decision = thinking.decision_if_any()
        if decision is not None and not line and _can_move_now(task, view.is_engine_match):
            app.complete(task, decision)
            return
        command = find_command(line)
        if command is not None and command.name in CONFIRMED_COMMANDS:
            self._type_ahead.clear()
        if command is not None and command.name == "quit" and view.review is None and not view.save_error:
            app.quit()
            return
        app.fail(task, f"{player.name} was interrupted")
        self._state = self._state._replace(overlay=())
        if line:
            self._apply_events(app)
            self._state = mark_messages_old(keep_refusals(self._state))
            app.submit(line)

    def _restart_late_players(self) -> None:
        """Reset the interrupted engines whose thread has ended. The others stay blocked until then."""
        for player, thinking in list(self._late):
            if thinking.wait(0):
                player.recover()
                self._late.remove((player, thinking))

    def _line_that_interrupts(
        self, thinking: BackgroundDecision, app: Application, task: EngineTask
    ) -> str | None:
        """Show the progress of an engine until it is done.

        Return the line that interrupts the engine, empty for Escape, or None if it is not interrupted. Other
        lines are queued.
        """
        is_watched = app.view.is_engine_match
        while not thinking.wait(REFRESH_INTERVAL):
            stops = "Esc: move now" if _can_move_now(task, is_watched) else "Esc: interrupt"
            status = f"{task.player.name} is thinking, {thinking.seconds:.0f} s; {stops}"
            prompt = "; ".join(filter(None, (status, task.player.progress_text())))
            if (view := app.view).runs_clock:
                self._state = state_from_view(self._state, view)
            self._state = self._state._replace(prompt=prompt)
            if marks := task.marks():
                self._state = self._state._replace(overlay=marks, is_shaded=False)
            self._show_state()
            for key in self._window.waiting_keys():
                line = self._store_early_key(key, is_watched)
                if line is not None:
                    return line
        return None

    def _store_early_key(self, key: str, is_watched: bool) -> str | None:
        """Handle a key pressed while an engine is thinking. Return the line to run at once, or None."""
        if key == "ESCAPE":
            self._type_ahead.clear()
            self._state = self._state._replace(typed="", cursor=None, page=())
            return ""
        if key == "MOUSE":
            self._window.clicks()
            return None
        if key == "PASTE":
            self._state = paste(self._state, self._window.pasted())
            return None
        is_along = self._state.reviewing and not self._state.typed and key in REVIEW_KEYS
        line: str | None = REVIEW_KEYS[key] if is_along else COMMANDS_BY_KEY.get(key)
        if line is None:
            self._state, line = press(self._state, key)
        if line is None or not line.strip():
            return None
        state, command = screen_command(self._state, line), find_command(line.split()[0])
        if state is not None:
            self._apply_look(state)
        elif command is not None and (is_watched or command.name in INTERRUPTING_COMMANDS):
            return line
        elif is_watched:
            status = "you are watching; type a command, or press Esc to pause."
            self._state = with_messages(self._state, [status])
        else:
            self._type_ahead.append(line)
        return None

    def _apply_events(self, app: Application) -> None:
        """Update the state from the pending events."""
        outputs = app.take_events()
        if app.is_over:
            shown = (each.lines for each in outputs if each.kind in ("news", "result", "trouble"))
            self._last[:] = [line for lines in shown for line in lines]
        self._state = state_from_view(with_events(self._state, outputs), app.view)

    def _is_due(self) -> bool:
        """Return whether to draw now. While keys wait, draw only every `MIN_REFRESH_INTERVAL` seconds."""
        now = time.monotonic()
        if self._window.has_waiting_key() and now - self._drawn < MIN_REFRESH_INTERVAL:
            return False
        self._drawn = now
        return True

    def _show_state(self) -> None:
        frame = draw_frame(self._state, *self._window.size())
        self._area = frame.area
        self._window.show(frame)


def _can_move_now(task: EngineTask, is_watched: bool) -> bool:
    """Return whether Escape makes the engine play its best move so far."""
    return task.is_move and not (task.player.is_external or is_watched)
