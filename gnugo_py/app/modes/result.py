"""The end of a game: its result stays on the screen until the person leaves it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import Command, Mode, quit_command
from gnugo_py.app.players import person_color
from gnugo_py.app.reviewed_games import LineAnalysis
from gnugo_py.app.screen import Screen
from gnugo_py.app.training import train_on_analysis, train_on_current_game, training_offer
from gnugo_py.app.views import game_screen
from gnugo_py.games.types import UserError


class ResultMode(Mode):
    """The result of the current game, on a screen.

    count_lines -- the final count, in sentences.
    """

    prompt = "n: new game, r: review, Return: quit"
    escape_line = "quit"

    commands = (
        Command("new", "", "start a new game", aliases=("n",)),
        Command("review", "", "review the game", aliases=("r",)),
        Command("train", "", "look for better moves where you lost points", aliases=("t",),
                needs="count"),
        quit_command("leave the program"),
    )  # fmt: skip

    def __init__(self, app: App, count_lines: tuple[str, ...] = ()) -> None:
        super().__init__(app)
        self._count_lines, self._board = count_lines, app.diagram
        self._analysis: LineAnalysis | None = None
        self._is_training_offered = False

    def start(self) -> None:
        """Analyze the game in the background, if a person played against an engine."""
        game = self.app.required_game
        if len(game.players) == 1 and game.game.has_count and game.node.number:
            with suppress(UserError):
                self._analysis = LineAnalysis(self.app.analysts, game.node.path())
                self._analysis.background.start()
        self.tick()

    def cover(self) -> None:
        """Stop the analysis."""
        if self._analysis is not None:
            self._analysis.background.stop()

    def resume(self, left: Mode) -> None:
        """Show the board of the game and the result again."""
        app, game = self.app, self.app.required_game
        app.diagram = self._board
        if not left.is_question:
            assert game.outcome is not None
            status = (game.outcome.sentence, *game.position.status_lines(game.is_over))
            app.emit("board", *dict.fromkeys(status), diagram=app.diagram)

    def screen(self) -> Screen:
        app, analysis = self.app, self._analysis
        return self.with_prompt(game_screen(app, app.required_game, True, self._count_lines))._replace(
            letters="nrtq", is_analyzing=analysis is not None and analysis.background.is_running
        )

    def tick(self) -> None:
        """Offer to train on the game once it has been analyzed."""
        analysis = self._analysis
        if analysis is None or self._is_training_offered or not analysis.background.analysis.is_complete:
            return
        self._is_training_offered = True
        color = person_color(self.app.required_game.players)
        self.app.emit("news", *training_offer(analysis.background.analysis, color))

    def handle(self, line: str) -> None:
        """Handle a command; an empty line leaves the program."""
        if not line:
            self.do_quit("")
        elif not self.run_command(line, self.app.required_game.game):
            raise UserError(f"not understood: {line!r}")

    def do_new(self, _: str) -> None:
        self._leave(lambda: navigation.new_game(self.app))

    def do_review(self, _: str) -> None:
        navigation.review_of_current_game(self.app)

    def do_train(self, words: str) -> None:
        if self._analysis is None:
            train_on_current_game(self, words)
        else:
            color = person_color(self.app.required_game.players)
            train_on_analysis(self, self._analysis, color)

    def do_quit(self, _: str) -> None:
        self._leave(self.app.end)

    def _leave(self, act: Callable[[], None]) -> None:
        """Leave the game; try to save it again if it is not saved."""
        if self.app.autosave.error:
            self.app.leave_all(act)
        else:
            act()
