"""The review of a game, and the words about the mistakes of the game that is being played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from gnugo_py.app.app import App
from gnugo_py.app.mode import BOARD_COMMANDS, NEW_GAME_FROM_SETUP, Command, Mode, help_lines, load_mode
from gnugo_py.app.modes.review_changes import EditedReview
from gnugo_py.app.node_display import comment_lines
from gnugo_py.app.open_games import game_from_node, game_from_setup
from gnugo_py.app.review_analysis import (
    MAX_NODES_ANALYZED_UNASKED,
    MISTAKES_USAGE,
    POINTS_GRAPH,
    WIN_RATE_GRAPH,
    LineAnalysis,
    line_analysis,
    nodes_with_positions,
    position_changing_nodes,
    with_complete_analysis,
)
from gnugo_py.app.reviewed_file import (
    ReviewedFile,
    game_title,
    likely_person_color,
    player_names,
)
from gnugo_py.app.screen import Screen, player_name
from gnugo_py.app.views import review_screen
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.html import information_lines
from gnugo_py.record.node import Node
from gnugo_py.study.mistakes import MoveLoss

if TYPE_CHECKING:
    from gnugo_py.engines.engine import Engine
    from gnugo_py.study.game_analysis import BackgroundAnalysis

_MISTAKES_LISTED = "Press Return to go to the largest mistakes in turn, at most three by each player."


_REVIEW_KEYS = {
    "LEFT": "back", "RIGHT": "next", "UP": "variation previous", "DOWN": "variation next",
    "PAGEUP": "back 10", "PAGEDOWN": "next 10", "HOME": "start", "END": "end",
    "WHEELUP": "back", "WHEELDOWN": "next",
}  # fmt: skip
"""The commands that keys run during a review while nothing is typed."""


class ReviewMode(EditedReview):
    """The review of a game.

    file            -- the game, which is shown from its start on.
    is_game_running -- whether it is a copy of the current game.

    first_shown -- a mistake to show first, with the analysis of the line, instead of the title.
    """

    has_own_board = True
    commands = (
        Command("next", "right", "go forward one move, or N moves", "[N]", aliases=("n",)),
        Command("back", "left", "go back one move, or N moves", "[N]", aliases=("b",)),
        Command("goto", "", "go to move N", "N", aliases=("g",)),
        Command("why", "F3", "show the comment, or what the engine would play", "[more]"),
        Command("hint", "F2", "show what the engine would play here, and why", "[LEVEL]"),
        Command("play", "", "start a new game from here"),
        Command("help", "F1", "show this help", aliases=("?",)),
        Command("quit", "F10", "leave the review", aliases=("exit", "q")),
        Command("start", "Home", "go to the start of the game", subject="Moving"),
        Command("end", "End", "go to the end of the line", subject="Moving"),
        Command("variation", "up, down", "enter variation N", "N", aliases=("v",), subject="Moving"),
        Command("show", "", "show the best moves on the board", "candidates", subject="Analysis"),
        Command("score", "F7", "estimate the score and who is likely to win", subject="Analysis"),
        Command("influence", "F12", "show who is likely to own each point", needs="count",
                subject="Analysis"),
        Command("graph", "", "show the lead; graph win rate: the win rate", "[WHAT]", subject="Analysis"),
        Command("mistakes", "", "list the largest mistakes; Return goes to them", "[all]", needs="count",
                subject="Analysis"),
        Command("train", "", "look for better moves where a color lost points", "[COLOR]", needs="count",
                subject="Learning"),
        Command("guess", "", "guess the moves from here on", "[COLOR]", needs="count", subject="Learning"),
        Command("learn", "", "open a lesson; quit returns here", "[NAME]", subject="Learning"),
        Command("reply", "", "let the engine play a move here; N: at level N", "[N]", subject="Changes"),
        Command("comment", "", "comment on this move; comment alone removes it", "[TEXT]",
                subject="Changes"),
        Command("delete", "", "remove this move and those after it, if added here",
                subject="Changes"),
        Command("setup", "", "change the position and play from there", subject="Changes"),
        Command("save", "F8", "save your changes; save NAME: in a new file", "[NAME]", subject="Files"),
        Command("diagram", "", "write a picture of the board", "NAME", subject="Files"),
        Command("html", "", "write a web page of the game", "NAME", subject="Files"),
        *BOARD_COMMANDS,
    )  # fmt: skip

    def __init__(self, app: App, file: ReviewedFile, is_game_running: bool = False) -> None:
        super().__init__(app, file, is_game_running)
        self._analysis: LineAnalysis | None = None
        self._is_analysis_paused = False
        self._graph = POINTS_GRAPH
        self._lists_mistakes = False
        self.first_shown: tuple[LineAnalysis, MoveLoss] | None = None

    def start(self) -> None:
        """Show the title of the game and the current node; with a screen, begin to analyze the game."""
        if self.first_shown is not None:
            self.show_mistake(*self.first_shown)
        else:
            tree = self.cursor.tree
            self.app.emit("news", game_title(tree), *information_lines(tree), *self.file.warnings)
            self.tell_earlier_changes()
            self.go_to_node(self.node)
        if self.app.has_screen and self.game.has_count:
            nodes = position_changing_nodes(self.cursor.line)
            analysis = self._line_analysis(nodes) if 1 < len(nodes) <= MAX_NODES_ANALYZED_UNASKED else None
            if analysis is not None:
                analysis.background.start()

    def cover(self) -> None:
        """Pause the analysis in the background."""
        analysis = self._analysis
        if analysis is not None and analysis.background.is_running:
            self._is_analysis_paused = True
            analysis.background.stop()

    def resume(self, left: Mode) -> None:
        """Show the current node again, and go on with the analysis."""
        super().resume(left)
        self._continue_analysis()

    def ask(
        self,
        engine: Engine | BackgroundAnalysis,
        run: Callable[[], object],
        done: Callable[[Any], object],
        position: Position | None = None,
    ) -> None:
        """Begin a task; the analysis in the background is paused meanwhile, unless the task finishes it."""
        if self._analysis is None or engine is not self._analysis.background:
            self.cover()
        super().ask(engine, run, done, position)

    def end_request(self) -> None:
        """Go on with the analysis after an engine has answered."""
        super().end_request()
        self._continue_analysis()

    def _continue_analysis(self) -> None:
        if self._is_analysis_paused and self._analysis is not None:
            self._is_analysis_paused = False
            self._analysis.background.start()

    def screen(self) -> Screen:
        """Return the screen of the current node of the review."""
        tree, node, analysis = self.cursor.tree, self.node, self._analysis
        is_analyzing = analysis is not None and analysis.background.is_running  # read before the graph
        graph = None if analysis is None else analysis.graph_data(node, self._graph)
        shown = self.with_prompt(
            review_screen(self.app, self.cursor, game_title(tree), player_names(tree), graph)
        )
        return shown._replace(keys={**shown.keys, **_REVIEW_KEYS}, is_analyzing=is_analyzing)

    def current_prompt(self) -> str:
        """Return the prompt, which names the place in the game."""
        if self.chosen:
            return self.game.point_prompts[len(self.chosen)]
        return f"move {self.node.number} of {self.cursor.end.number}; next, back, help or quit:"

    def handle(self, line: str) -> None:
        """Handle a command, a move or some points of a move."""
        hinted, self.hinted = self.hinted, None
        lists_mistakes, self._lists_mistakes, node = self._lists_mistakes, False, self.node
        try:
            if not line and lists_mistakes and hinted is None:
                self._lists_mistakes = True
                self._with_analysis(self._show_next_listed)
            elif not line:
                self.play_hinted(hinted)
            elif not self.run_command(line, self.game):
                self.enter_line(line)
        finally:
            self._lists_mistakes |= lists_mistakes and self.node is node

    # Going to nodes

    def _other_game(self, step: int) -> None:
        """Go to the next or previous game of the file."""
        tree = self.cursor.tree
        number = tree.number + step
        if tree.games == 1:
            self.refuse("the file contains no other game.")
        elif not 1 <= number <= tree.games:
            self.refuse(f"this is game {tree.number} of {tree.games}; there is no game in that direction.")
        else:
            try:
                self.file.other_game(number)
            except UserError as error:
                self.refuse(f"game {number}: {error}.")
            else:
                self.app.leave([self], lambda: self._open_game(number))

    def _open_game(self, number: int) -> None:
        other = self.file.other_game(number)  # read again, because the changes may have been saved
        self.cover()
        self.app.drop(self)
        self.app.emit("news", f"Game {number} of {self.cursor.tree.games}.")
        self.app.push(ReviewMode(self.app, other))

    def do_next(self, rest: str) -> None:
        if rest.lower() == "game":
            self._other_game(1)
        elif rest.lower() in ("mistake", "mistakes"):
            self._next_mistake()
        else:
            self._step(rest, self.cursor.rest())

    def do_back(self, rest: str) -> None:
        if self.chosen and not rest:
            self.choose_points(self.chosen[:-1])
        elif rest.lower() == "game":
            self._other_game(-1)
        elif rest.lower() in ("mistake", "mistakes"):
            self._next_mistake(is_back=True)
        else:
            self._step(rest, iter(self.node.path()[::-1]))

    def _step(self, rest: str, way: Iterator[Node]) -> None:
        """Go a number of nodes along a path, or to the next node on it with a capture or a comment.

        rest -- the number, `capture`, `comment`, or empty for one node.
        way  -- the path, from the current node.
        """
        next(way)
        target: Node | None = None
        try:
            if rest == "capture":
                target = next((node for node in way if node.position.marks().captured), None)
            elif rest == "comment":
                target = next((node for node in way if node.comment), None)
            elif rest and not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6 and int(rest)):
                self.refuse("next and back take a number of moves, capture, comment, mistake or game.")
                return
            else:
                target = next(reversed(list(islice(way, int(rest or 1)))), None)
        except UserError as error:
            self.refuse(f"the next move in the file is illegal: {error}.")
            return
        if target is None:
            self.refuse("there is nothing more in that direction.")
        else:
            self.go_to_node(target)

    def do_start(self, _: str) -> None:
        self.go_to_node(self.cursor.tree.root)

    def do_end(self, _: str) -> None:
        """Go to the last node of the line, or as far as its moves are legal."""
        line = list(self.cursor.rest())
        nodes = nodes_with_positions(line)
        if len(nodes) < len(line):
            self.go_to_node(line[len(nodes)])  # refused
        self.go_to_node(nodes[-1])

    def do_goto(self, rest: str) -> None:
        line = self.cursor.line
        is_number = rest.isascii() and rest.isdigit() and len(rest) < 7
        node = next((node for node in line if is_number and node.number >= int(rest)), None)
        if node is None:
            self.refuse(f"type goto N with a move number from 0 to {line[-1].number}.")
        else:
            self.go_to_node(node)

    def do_variation(self, rest: str) -> None:
        """Go to a variation by its number, or to the `next` or `previous` sibling of the node."""
        ways = self.node.children
        if rest in ("next", "previous"):
            other = self.cursor.sibling(1 if rest == "next" else -1)
            if other is None:
                self.refuse("there is no other variation of this move.")
            else:
                self.go_to_node(other)
        elif rest.isascii() and rest.isdigit() and len(rest) < 6 and 0 < int(rest) <= len(ways):
            self.go_to_node(ways[int(rest) - 1])
        elif len(ways) < 2:
            self.refuse("there are no variations here.")
        else:
            self.refuse(f"type variation N with a number from 1 to {len(ways)}.")

    # What an engine thinks

    def do_why(self, rest: str) -> None:
        """Show the comment of the node or, if there is none, what an engine would have played.

        rest -- `more` to show what the engine would have played in any case, with the moves it compared.
        """
        node, is_more = self.node, rest.lower() == "more"
        if rest and not is_more:
            self.refuse("type why, or why more.")
        elif node.comment and not is_more:
            self.app.emit("page", *comment_lines(node))
        elif node.parent is None:
            self.refuse("this is the start of the game; there is no move to explain.")
        else:
            self.show_better_move(node.parent.position, is_more)

    # The analysis of the line

    def do_graph(self, rest: str) -> None:
        """Show the leads or win rates along the line, and the largest mistakes."""
        word = rest.lower()
        if word not in ("", POINTS_GRAPH, WIN_RATE_GRAPH, "win"):
            self.refuse("graph takes points or win rate.")
            return
        if word:
            self._graph = POINTS_GRAPH if word == POINTS_GRAPH else WIN_RATE_GRAPH
        self._with_analysis(self._show_graph)

    def _show_graph(self, analysis: LineAnalysis) -> None:
        graph = analysis.text_graph(self.node, self._graph, self.app.has_screen)
        self.app.emit("page", *graph, words=lambda: analysis.graph_in_words(self._graph))

    def do_mistakes(self, rest: str) -> None:
        """List the mistakes; an empty line then goes to the first of the largest after the current node."""
        word = rest.lower()
        if word not in ("", "all"):
            self.refuse(MISTAKES_USAGE)
            return
        self._with_analysis(lambda analysis: self._list_mistakes(analysis, is_all=bool(word)))

    def _list_mistakes(self, analysis: LineAnalysis, is_all: bool) -> None:
        lines = analysis.mistake_lines(is_all)
        more = (_MISTAKES_LISTED,) if analysis.mistakes_in_game_order() else ()
        self._lists_mistakes = bool(more)
        self.app.emit("page", *lines, *more)

    def _next_mistake(self, is_back: bool = False) -> None:
        """Go to the position before the next of the largest mistakes, or before the previous one."""
        if self.game.has_count:
            self._with_analysis(lambda analysis: self._go_to_mistake(analysis, is_back))
        else:
            self.refuse(f"the list of mistakes is not available in {self.game.display_name}.")

    def _show_next_listed(self, analysis: LineAnalysis) -> None:
        """Go to the next of the listed mistakes; after the last one, go to the first."""
        self.show_mistake(analysis, analysis.mistake_after(self.node) or analysis.mistakes_in_game_order()[0])

    def _go_to_mistake(self, analysis: LineAnalysis, is_back: bool) -> None:
        loss = analysis.mistake_before(self.node) if is_back else analysis.mistake_after(self.node)
        if loss is not None:
            self.show_mistake(analysis, loss)
            return
        where = "before" if is_back else "after"
        self.refuse(f"there is no mistake to look at {where} this move; type mistakes for a list.")

    def show_mistake(self, analysis: LineAnalysis, loss: MoveLoss) -> None:
        """Go to the position before a mistake, and describe it."""
        self.go_to_node(analysis.nodes[loss.number - 1])
        self.app.emit("news", f"{analysis.describe_mistake(loss)}.")

    def do_guess(self, rest: str) -> None:
        color = {"black": Color.BLACK, "white": Color.WHITE}.get(rest.lower())
        if rest and color is None:
            self.refuse("type guess, guess black or guess white.")
            return
        line = self.cursor.line
        at = line.index(self.node)
        try:
            load_mode("guess").guess_in_line(self.app, line[at:], color, game_title(self.cursor.tree))
        except UserError as error:
            self.refuse(f"{error}.")

    def do_train(self, rest: str) -> None:
        """Train on the mistakes of a color in the current line."""
        tree = self.cursor.tree
        color = {"": likely_person_color(tree), "black": Color.BLACK, "white": Color.WHITE}.get(rest.lower())
        nodes = position_changing_nodes(self.cursor.line)
        if color is None:
            self.refuse("type train, train black or train white.")
        elif len(nodes) < 2:
            self.refuse("there is no move to train on yet.")
        elif (analysis := self._line_analysis(nodes)) is not None:
            load_mode("train").train_on_analysis(self, analysis, color, game_title(tree))

    def _line_analysis(self, nodes: Sequence[Node]) -> LineAnalysis | None:
        """Return the analysis of a line, started or not; None if no engine can analyze the game."""
        if self._analysis is None or self._analysis.nodes != tuple(nodes):
            self.cover()
            try:
                self._analysis = line_analysis(self.app.analysts, nodes)
            except UserError as error:
                self.refuse(f"{error}.")
                return None
        return self._analysis

    def _with_analysis(self, show: Callable[[LineAnalysis], None]) -> None:
        """Complete the analysis of the current line, then pass it to `show`."""
        analysis = self._line_analysis(position_changing_nodes(self.cursor.line))
        if analysis is not None:
            with_complete_analysis(self, analysis, lambda: show(analysis))

    # Leaving the review

    def do_play(self, _: str) -> None:
        """Start a new game from the current node; the reviewed game stays unchanged."""

        def act() -> None:
            players = self.app.required_game.players if self.is_game_running else None
            try:
                opened = game_from_node(self.app, self.file, self.node, players)
            except UserError as error:
                self.refuse(f"{error}.")
                return
            names = ", ".join(f"{color}: {player_name(opened.players, color) or 'you'}" for color in Color)
            self.app.emit("news", f"A new game from move {self.node.number}.  {names}.")
            self.app.play(opened)

        if self.position.outcome_without_count is None:
            self.app.leave_all(act)
        else:
            self.refuse("the game is over at this point; go back a move first.")

    def play_from_setup(self, position: Position) -> None:
        """Play a new game from a position that was set up; the reviewed game stays unchanged."""
        players = self.app.required_game.players if self.is_game_running else None
        try:
            opened = game_from_setup(self.app, self.file, self.node, position, players)
        except UserError as error:
            self.refuse(f"{error}.")
            return
        self.app.emit("news", NEW_GAME_FROM_SETUP)
        self.app.play(opened)

    def do_save(self, name: str) -> None:
        self.save(name)

    def do_help(self, _: str) -> None:
        self.app.emit("page", *review_help(self.game, self.app.settings.settings.draws_board))

    def do_quit(self, _: str) -> None:
        self.app.leave([self], self._leave)

    def _leave(self) -> None:
        self.cover()
        below = self.app.below(self)
        if below is not None and below.accepts_moves and not below.has_own_board:
            self.app.emit("choice", "Back to the game.")
        self.app.pop(self)


def review_help(game: Game, draws_board: bool) -> tuple[str, ...]:
    """Return the help page for the review of a game; keys and signs only if boards are drawn."""
    places = "next comment, next capture, next mistake and next game"
    if not game.has_count:
        places = "next comment and next game"
    signs = "; B W b w mark blunders and mistakes." if game.has_count else "."
    example = game.start({}).example_move()
    moves = (
        f"Type or click a move, such as {example}, to enter it; if the file does not have it, it is added.",
        "On the screen, Tab gives the arrow keys to the cursor on the board, and takes them back.",
    )
    graph = f"In the graph, | is the current position{signs}"
    commands = help_lines(ReviewMode.commands, game, draws_board)
    page = ("Review commands:", "", *commands, "", f"{places} go there; so does back.")
    return (*page[:-1], *moves, page[-1], graph) if draws_board else page
