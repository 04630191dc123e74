"""The program behind both interfaces: a stack of modes, and what all modes share.

An interface shows `App.screen` and the new messages, passes each line that a person types to `App.submit`,
and runs the task of an engine if there is one.  It depends on nothing else of the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from gnugo_py.app.commands import Command, WhileThinking, available, command_named
from gnugo_py.app.display import DISPLAY_COMMANDS, OF_ONE_GAME, changed_display
from gnugo_py.app.mode import Mode, Task
from gnugo_py.app.mode_stack import ModeStack
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.app.players import Players
from gnugo_py.app.screen import KINDS, BoardMarks, Feedback, Message, Screen
from gnugo_py.engines.engine import Engine, EngineCommand, EngineError, clock_seed
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.diagram import Diagram
from gnugo_py.games.game import Game
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import UserError
from gnugo_py.storage.autosave import Autosave
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore, normalize_save_name
from gnugo_py.storage.settings import Settings, SettingsStore
from gnugo_py.system.files import config_folder

if TYPE_CHECKING:
    from gnugo_py.app.analysts import Analysts
    from gnugo_py.storage.review_file import ReviewFile
    from gnugo_py.storage.training import MissedExerciseStore
    from gnugo_py.study.graph import LeadAndWinRate

MAX_INPUT_LINE_LENGTH = 1000
GAME_START = re.compile(r"\s*\(\s*(?:;|\Z)")
"""The beginning of a text that a person typed or pasted, if it is a game in SGF."""
_ABOUT_SETTINGS = (
    "Settings are changed outside: leave, and run gnugo-py settings, such as gnugo-py settings board no."
)


class App(ModeStack):
    """One run of the program, whose lines the mode on top takes.

    folder              -- the save folder; it need not exist yet.
    warn                -- shows a warning about a file that is loaded, or about an analyst that fails.
    show_progress       -- shows how far a task has got for which the program waits.
    analyst_command     -- the command of the engine that analyzes, None for the built-in one.
    has_screen          -- whether the board stays in view; if so, a count starts with a proposal, and an
                           analysis can run in the background.
    asks_before_leaving -- whether to ask the person before an action that cannot be undone.
    pasted_game_mode    -- returns the mode for a line that begins a game in SGF; None: it is like others.

    seed      -- the seed for every game, None for a new one each time.
    lessons_folder -- the folder of the lessons, None for the built-in lessons.
    offers_resignation -- whether the search engine, if it considers its game lost, offers to resign.
    autosave  -- writes the current game to its file.
    settings  -- the settings, as they are changed and saved.
    draws_board -- whether boards are drawn, or else described in words.
    is_brief  -- whether plain mode prints moves and results only.
    comments  -- what is said after a move, by the setting; without a screen, `none` unless it was set.
    current   -- the game that is being played, None before a game has started.
    problems  -- warnings that have not been shown yet.
    review_file -- where the changes of the last review are saved, None if none has changed a game.
    unsaved_result -- why a result of a lesson or of training could not be saved; empty if all were saved.
    """

    def __init__(
        self,
        folder: Path,
        players: Players,
        settings: Settings,
        *,
        warn: Callable[[str], None] = lambda _: None,
        show_progress: Callable[[str], None] = lambda _: None,
        analyst_command: EngineCommand | None = None,
        has_screen: bool = False,
        asks_before_leaving: bool = False,
        pasted_game_mode: Callable[[App, str], Mode] | None = None,
    ) -> None:
        super().__init__()
        self.players, self.warn, self.analyst_command = players, warn, analyst_command
        self.show_progress, self._pasted_game_mode = show_progress, pasted_game_mode
        self.has_screen, self.asks_before_leaving = has_screen, asks_before_leaving
        self.seed: int | None = None
        self.lessons_folder: str | None = None
        self.offers_resignation = False
        self.store = SaveStore(folder)
        self.autosave = Autosave(self.store)
        self.settings = SettingsStore(settings)
        self.draws_board = settings.draws_board
        self.is_brief = settings.value("brief") == "yes"
        is_set = has_screen or "comments" in settings.values
        self.comments = settings.value("comments") if is_set else "none"
        self.current: PlayedGame | None = None
        self.diagram: Diagram | None = None
        self.feedback = Feedback()
        self.problems: list[str] = []
        self.review_file: ReviewFile | None = None
        self.unsaved_result = ""
        self.display = settings.display
        self._messages: list[Message] = []
        self._n_shown = 0

    # Leaving

    def restart(self, mode: Mode) -> None:
        """Put a mode in the place of all others; the current game, which is saved, is left."""
        for each in self.stack:
            each.cover()
        self.autosave.detach_game()
        self.stack, self.current = [mode], None
        mode.start()

    def leave_game(self) -> None:
        """Go one level up from the current game, which is saved."""
        while len(self.stack) > self._place_of_game + 1:
            self.drop(self.mode)
        mode = self.mode
        if len(self.stack) > 1:
            self.autosave.detach_game()
            self.current = None
        self.pop(mode)

    def save_and_leave_game(self) -> None:
        self.save_and_report()
        self.leave_game()

    def save_and_report(self) -> None:
        """Save the current game, if there is anything to save, and report where."""
        if self.current is not None and self.current.has_content:
            self.save_as()

    def save_and_quit(self) -> None:
        """End the program without asking, as at the end of input; changes of a review stay in their copy."""
        review = self.review_file
        if review is not None and review.error:
            self.unsaved_result = review.error
            self.emit("trouble", f"The changes of the review are not saved: {review.error}.")
        elif review is not None and review.copy is not None:
            self.emit("news", f"The changes of the review are in {review.copy}.")
        self.save_and_report()
        self.is_over = True

    # What an interface calls

    def screen(self, progress: str = "", marks: BoardMarks = ()) -> Screen:
        """Return what to show now.

        progress -- what the engine that is thinking does, for the prompt; empty if none is.
        marks    -- its best moves so far.
        """
        screen = self.mode.screen()
        feedback = self.feedback.for_lesson() if screen.is_lesson else self.feedback
        if marks:
            feedback = feedback._replace(overlay=marks, is_shaded=False)
        prompt, offer = progress or screen.prompt, screen.offer
        if feedback.page and screen.diagram is not None:
            prompt, offer = "Press Return for the board:", ""
        has = available(DISPLAY_COMMANDS, screen.position and screen.position.game)
        return screen._replace(
            prompt=prompt,
            offer=offer,
            completions=tuple(sorted([*screen.completions, *(each.name for each in has)])),
            keys={**{each.key: each.name for each in has if each.key}, **screen.keys},
            feedback=feedback,
            display=self.display,
        )

    def new_messages(self) -> list[Message]:
        """Return the messages since the last call."""
        while self.problems:
            self.emit("trouble", f"{self.problems.pop(0)}.")
        if self.has_screen:
            self._show()
        messages, self._messages, self._n_shown = self._messages, [], 0
        return messages

    def _show(self, is_line: bool = False, before: Mode | None = None) -> None:
        """Add what the new messages, to which a line of a mode may have led, leave on the screen."""
        new = self._messages[self._n_shown :]
        self._n_shown = len(self._messages)
        if is_line and not (new and new[-1].kind.is_aside):
            has_effect = bool(new) or self.task is not None or self.mode is not before
            self.feedback = self.feedback.after_line(has_effect)
        self.feedback = self.feedback.after(new)

    def clear(self) -> None:
        """Close the page that is shown or, if there is none, remove the signs of an answer."""
        if self.feedback.page:
            self.feedback = self.feedback._replace(page=())
        else:
            self.feedback = self.feedback.without_answer()
            self.mode.clear()

    def note(self, line: str) -> None:
        """Show a line of the interface among the messages, which nothing else follows from."""
        self.emit("setting", line)
        self._show()

    @property
    def task(self) -> Task | None:
        """The task to run before the next line, or None if a line is expected."""
        return None if self.is_over else self.mode.task

    def submit(self, line: str) -> None:
        """Handle a line that a person typed."""
        is_text = self.mode.takes_text or GAME_START.match(line) is not None
        if len(line) > MAX_INPUT_LINE_LENGTH and not is_text:
            self.emit("refusal", f"that line is too long; the limit is {MAX_INPUT_LINE_LENGTH} characters.")
            return
        self._step(lambda: self._handle(line if is_text else line.strip()), is_line=True)

    def while_thinking(self, line: str) -> WhileThinking:
        """Return what a line does while an engine thinks; every command interrupts a game between engines."""
        command = command_named((*DISPLAY_COMMANDS, *self.mode.commands), line.partition(" ")[0])
        if self.task is not None and self.task.is_optional and command not in DISPLAY_COMMANDS:
            return "interrupt"
        if command is None or command.while_thinking != "wait":
            return "wait" if command is None else command.while_thinking
        return "interrupt" if self.mode.screen().is_engine_match else "wait"

    def _handle(self, line: str) -> None:
        """Handle a line: text of a game, a command of the display, or input for the mode on top."""
        word, _, rest = line.partition(" ")
        command = command_named(DISPLAY_COMMANDS, word)
        if self.mode.takes_text:
            self.mode.handle(line)
        elif self._pasted_game_mode is not None and GAME_START.match(line):
            self.push(self._pasted_game_mode(self, line))
        elif line.lower() == "brief" and not self.has_screen:
            self.is_brief = not self.is_brief
            self.emit("setting", f"brief: {'on' if self.is_brief else 'off'}")
        elif word.lower() == "settings":
            self.emit("refusal", _ABOUT_SETTINGS)
        elif command is None or not self.has_screen:
            self.mode.handle(line)
        else:
            self._change_display(command, rest.strip())

    def _change_display(self, command: Command, words: str) -> None:
        position = self.mode.screen().position
        before, game = self.display, None if position is None else position.game
        self.display, now = changed_display(before, command, words, game)
        if command.name not in OF_ONE_GAME:
            self.settings.save_display(before, self.display)
        self.emit("setting", f"{command.name}: {now}")

    def press(self, key: str) -> None:
        """Handle a key in a menu, a form or a list; on a page above it, any key closes the page."""
        page, self.feedback = self.feedback.page, self.feedback.after_line()
        if not page:
            self._step(lambda: self.mode.press(key))

    def edit(self, text: str) -> None:
        self.feedback = self.feedback.after_line()
        self.mode.edit(text)

    def choose_line(self, line: int) -> None:
        self.feedback = self.feedback.after_line()
        self._step(lambda: self.mode.choose_line(line))

    def tick(self) -> None:
        self._step(self.mode.tick)

    def run_task(self) -> None:
        """Run the current task in this thread, and continue with its result.  There must be a task."""
        task = self.task
        assert task is not None
        try:
            result = task.run()
        except EngineError as error:
            self.fail_task(task, str(error))
        else:
            self.finish_task(task, result)

    def finish_task(self, task: Task, result: object) -> None:
        """Continue with the result of a task, unless the mode that began it is gone."""
        if self.mode is task.mode:
            task.mode.end_request()
            self._step(lambda: task.done(result))

    def fail_task(self, task: Task, reason: str) -> None:
        if self.mode is task.mode:
            task.mode.end_request()
            self._step(lambda: task.mode.fail_task(task, reason))

    def interrupt(self, task: Task, line: str) -> None:
        """Go on after a line, empty for none, has interrupted a task; a game between engines pauses."""
        if line and not self.mode.screen().is_engine_match:
            task.mode.end_request()
            self.submit(line)
            return
        self.fail_task(task, f"{task.engine.name} was interrupted")
        if line:  # the notice stays
            kept = tuple(each._replace(kind=KINDS["news"]) for each in self.feedback.messages)
            self.feedback = self.feedback._replace(messages=kept)
            self.submit(line)

    def _step(self, step: Callable[[], object], is_line: bool = False) -> None:
        """Take a step, or show why it fails; the clock then runs or stops as the mode on top wants.

        If the color to move has used all its time, the game ends instead.
        """
        before, clock = self.mode, None if self.current is None else self.current.stopwatch
        if clock is not None and not self.is_over and before.runs_clock and self.required_game.is_time_over:
            while self.mode.is_question:
                self.stack.pop()
            step = self.mode.end_on_time
        try:
            step()
        except UserError as error:
            self.mode.fail(error)
        if (game := self.current) is not None and game.stopwatch is not None:
            game.stopwatch.set_running(not self.is_over and self.mode.runs_clock)
        if self.has_screen:
            self._show(is_line, before)

    # Messages

    def emit(
        self,
        kind: str,
        *lines: str,
        diagram: Diagram | None = None,
        marks: BoardMarks = (),
        standing: LeadAndWinRate | None = None,
        heading: str = "",
        words: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """Add a message, unless it is empty; `words` is called only if no board is drawn."""
        said = () if self.draws_board else tuple(words())
        if lines or diagram or said:
            self._messages.append(Message(KINDS[kind], lines, diagram, marks, standing, heading, said))

    def show_board(self, *news: str) -> None:
        """Show some notices, then the board of the current game."""
        game = self.current
        assert game is not None
        position, is_over = game.node.position, game.is_over
        self.diagram, lines = position.diagram(), words_of(position).status_lines(is_over)
        self.emit("news", *news)
        heading = "" if self.has_screen else game.status_line(is_over)
        self.emit("board", *lines, diagram=self.diagram, heading=heading, words=game.status_in_words)

    def report_unsaved_result(self, problem: str) -> None:
        """Report once why results of lessons or of training cannot be saved; do nothing if they can."""
        if problem and problem != self.unsaved_result:
            self.emit("trouble", f"The result is not saved: {problem}.")
        self.unsaved_result = problem or self.unsaved_result

    # The current game

    @property
    def required_game(self) -> PlayedGame:
        """The game that is being played; there must be one."""
        assert self.current is not None, "no game has started"
        return self.current

    def take_game(self, opened: OpenedGame) -> None:
        """Make a game the current one; engines that it does not use stop."""
        self.current = PlayedGame(opened)
        self.players.engines.stop_unused(opened.players.values())
        usual = self.settings.settings.display
        self.display = self.display._replace(**{name: getattr(usual, name) for name in OF_ONE_GAME})

    def draw_seed(self) -> None:
        self.players.seed = clock_seed() if self.seed is None else self.seed

    def save_game(self) -> None:
        """Save the current game, if there is anything to save; report errors."""
        if self.current is not None and self.current.has_content:
            news = self.autosave.write(self.current.tree)
            if news:
                self.emit("trouble" if self.autosave.error else "news", news)

    def save_as(self, name: str = "") -> None:
        """Save the current game under a name, empty for the one that it has, and report the result."""
        news = self.autosave.save_as(self.required_game.tree, normalize_save_name(name) or None)
        self.emit("trouble" if self.autosave.error else "news", news)

    # Engines, analyst and training

    def adviser(self, game: Game, level: int) -> Engine | None:
        """Return the engine for hints, None if none plays the game; for the highest level, the analyst."""
        from gnugo_py.engines.search.search_engine import SearchEngine, has_search

        other = self.analysts.external(game) if level == MAX_LEVEL else None
        if other is not None:
            return other
        return SearchEngine(game, level, self.players.seed) if has_search(game) else None

    @cached_property
    def analysts(self) -> Analysts:
        """The analysts of the games, their analyses and estimates."""
        from gnugo_py.app.analysts import Analysts

        announce = self.problems.append if self.has_screen else None
        return Analysts(self.analyst_command, lambda problem: self.warn(problem), announce)

    def start_analyst(self, game: Game) -> None:
        """Start the external analyst for a game, if there is one; with a screen, in another thread."""
        other = None if self.analyst_command is None else self.analysts.external(game)
        if other is None:
            return
        if not self.has_screen:
            other.start()
            return

        def start() -> None:
            with suppress(EngineError):  # it was interrupted
                other.start()

        Thread(target=start, daemon=True).start()

    @cached_property
    def training_store(self) -> MissedExerciseStore:
        """The exercises that the person has missed."""
        from gnugo_py.storage.training import MissedExerciseStore

        return MissedExerciseStore(config_folder() / "training.json")

    def __enter__(self) -> App:
        return self

    def __exit__(self, *_: object) -> None:
        """Release the current game's file, and stop the external analyst."""
        if self.analyst_command is not None:
            self.analysts.close()
        self.autosave.release_lock()
