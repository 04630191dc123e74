"""The report on all saved games, on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gnugo_py.app.app import App
from gnugo_py.app.mode import Command, Mode, Task, load_mode
from gnugo_py.app.reports import FoundGames, find_games
from gnugo_py.app.screen import Screen
from gnugo_py.games.game import Game
from gnugo_py.games.types import UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.study.report import PlayerGame, exercises_from_worst_moves, report_lines

_COMMANDS = (
    Command("train", "", "train on the moves that lost the most points"),
    Command("report", "", "show the report again"),
    Command("help", "F1", "show this help"),
    Command("quit", "F10", "go back", aliases=("back",)),
)
_HELP_PROMPT = "Press Return for the report; or type train or quit:"
_PROMPT = "Press Return to go back; or type report or train:"


class ReportMode(Mode):
    """The analysis of all saved games of a game, then the report on them.

    game -- the game that can be analyzed.
    """

    commands: ClassVar = _COMMANDS
    escape_line = "quit"
    has_own_board = True

    def __init__(self, app: App, game: Game) -> None:
        super().__init__(app)
        self._game = game
        self._waiting: list[PlayerGame] = []
        self._games: list[PlayerGame] = []

    def screen(self) -> Screen:
        """Return the messages, without a board."""
        return self.with_prompt(Screen(title="Your games"))

    def start(self) -> None:
        """Read the saved games, then analyze them."""
        try:
            analyst = self.app.analysts.of_game(self._game)
        except UserError as error:
            self.app.emit("trouble", f"{error}.")
            return
        self.prompt = "Reading the saved games"
        self.ask(analyst, lambda: find_games(self._contents(), None), self._begin)

    def _contents(self) -> Iterator[tuple[str, bytes]]:
        store = self.app.store
        for name, _, _ in store.game_files():
            try:
                yield name, store.read_game_content(name) or b""
            except UserError as error:
                self.app.problems.append(str(error))

    def _begin(self, found: FoundGames) -> None:
        self._waiting = found.games
        if found.games:
            self._analyze_next()
        else:
            self.prompt = _PROMPT
            reason = found.why_empty(None)
            self.app.emit("news", f"{reason[0].upper()}{reason[1:]}.")

    def _analyze_next(self) -> None:
        """Analyze the next game or, after the last one, show the report."""
        done, total = len(self._games), len(self._waiting)
        if done == total:
            self.do_report("")
            return
        game = self._waiting[done]
        background = self.app.analysts.background_analysis(game.positions)

        def add(_: object) -> None:
            self._games.append(game.with_analysis(background.analysis))
            self._analyze_next()

        self.prompt = f"Analyzing game {done + 1} of {total}"
        self.ask(background, background.finish, add)

    def fail_task(self, task: Task, reason: str) -> None:
        """Report on the games that were analyzed before an engine failed or was interrupted."""
        super().fail_task(task, reason)
        self.do_report("")

    def handle(self, line: str) -> None:
        """Run a command; an empty line shows the report again after the help, otherwise it goes back."""
        if not line and self.prompt == _HELP_PROMPT:
            self.do_report("")
        elif not line:
            self.do_quit("")
        elif not self.run_command(line, self._game):
            self.refuse("type report, train, help or quit.")

    def do_report(self, _: str) -> None:
        self.prompt = _PROMPT
        if self._games:
            draws_bars = self.app.settings.settings.draws_board
            self.app.emit("page", *report_lines(PERSON_NAME, self._games, draws_bars))

    def do_train(self, _: str) -> None:
        exercises = exercises_from_worst_moves(self._games)
        if exercises:
            self.app.push(load_mode("train").TrainMode(self.app, exercises))
        else:
            self.refuse("no move lost enough points to train on.")

    def do_help(self, _: str) -> None:
        self.prompt = _HELP_PROMPT
        self.app.emit("page", *(f"  {each.name:<9}{each.help}" for each in self.commands))

    def do_quit(self, _: str) -> None:
        self.app.pop(self)
