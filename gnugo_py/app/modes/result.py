"""The end of a game: its result stays on the screen until the person leaves it."""

from __future__ import annotations

from contextlib import suppress

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import Command, quit_command
from gnugo_py.app.game_screens import game_screen
from gnugo_py.app.line_analysis import LineAnalysis
from gnugo_py.app.mode import Mode
from gnugo_py.app.new_games import play_capture_game_again
from gnugo_py.app.screen import Screen
from gnugo_py.app.training import train_on_analysis, train_on_current_game, training_offer
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import join_words
from gnugo_py.games.types import UserError

_PLACES = {"review": "the earlier review"}


class ResultMode(Mode):
    """The result of the current game, on a screen.

    count_lines -- the final count, in sentences.
    """

    escape_line = "quit"

    commands = (
        Command("review", "", "review the game", aliases=("r",)),
        Command("train", "", "look for better moves where you lost points", aliases=("t",),
                needs="count"),
        Command("again", "", "play again, with the same settings or others", aliases=("a", "new", "n")),
        Command("menu", "", "open the menu", aliases=("m",)),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("go one level up"),
    )  # fmt: skip

    def __init__(self, app: App, count_lines: tuple[str, ...] = ()) -> None:
        super().__init__(app)
        self._count_lines, self._board = count_lines, app.diagram
        self._analysis: LineAnalysis | None = None
        self._is_training_judged = self._offers_training = False

    def start(self) -> None:
        """Analyze the game in the background, if a person played against an engine."""
        game = self.app.required_game
        has_points = game.game.has_count and not game.has("capture")
        if len(game.players) == 1 and has_points and game.node.number:
            with suppress(UserError):
                self._analysis = LineAnalysis(self.app.analysts, game.node.path())
                self._analysis.background.start()
        self.tick()

    def cover(self) -> None:
        if self._analysis is not None:
            self._analysis.background.stop()

    def resume(self, left: Mode) -> None:
        app, game = self.app, self.app.required_game
        app.diagram = self._board
        if not left.is_question:
            assert game.outcome is not None
            status = (game.outcome.sentence, *words_of(game.position).status_lines(game.is_over))
            app.emit("board", *dict.fromkeys(status), diagram=app.diagram)

    def screen(self) -> Screen:
        app, analysis = self.app, self._analysis
        return self.with_controls(game_screen(app, app.required_game, True, self._count_lines))._replace(
            letters="rtanmq", is_changing=analysis is not None and analysis.background.is_running
        )

    def tick(self) -> None:
        """Offer to train on the game once it has been analyzed."""
        analysis = self._analysis
        if analysis is None or self._is_training_judged or not analysis.background.analysis.is_complete:
            return
        self._is_training_judged = True
        color = self.app.required_game.person_color
        offer = training_offer(analysis.background.analysis, color)
        self._offers_training = bool(offer)
        self.app.emit("news", *offer)

    def current_prompt(self) -> str:
        stack = self.app.stack
        above = (stack[-3].name_below_games if len(stack) > 2 else "") or "quit"
        training, menu = ["train"] * self._offers_training, ["menu"] * (above != "menu")
        back = _PLACES.get(above, above)
        return f"{join_words(['review', *training, 'again', *menu], 'or')}; Return: {back}"

    def handle(self, line: str) -> None:
        """Handle a command; an empty line leaves the game."""
        if not line:
            self.do_quit()
        elif not self.run_command(line, self.app.required_game.game):
            raise UserError(f"not understood: {line!r}; type {self.current_prompt().partition(';')[0]}")

    def do_again(self) -> None:
        """Open the form for a new game; a game that ended at the first capture is played once more."""
        game = self.app.required_game
        start = play_capture_game_again if game.has("capture") else navigation.new_game
        self.app.leave_for_game(lambda: start(self.app))

    def do_review(self) -> None:
        navigation.review_of_current_game(self.app)

    def do_train(self) -> None:
        if self._analysis is None:
            train_on_current_game(self, None)
        else:
            train_on_analysis(self, self._analysis, self.app.required_game.person_color)

    def do_menu(self) -> None:
        self.app.leave(reversed(self.app.stack), lambda: navigation.menu(self.app))

    def do_help(self) -> None:
        self.app.emit("page", *self.command_list(self.app.required_game.game))

    def do_quit(self) -> None:
        self.app.leave_for_game(self.app.leave_game)
