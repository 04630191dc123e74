"""The review of a game, and the words about the mistakes of the game that is being played."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.candidates import CandidatesOfReview
from gnugo_py.app.commands import BOARD_COMMANDS, Command, parse_number, quit_command
from gnugo_py.app.game_screens import review_screen
from gnugo_py.app.line_analysis import (
    POINTS_GRAPH,
    WIN_RATE_GRAPH,
    LineAnalysis,
    nodes_with_positions,
    position_changing_nodes,
)
from gnugo_py.app.list_mode import GamesInFile
from gnugo_py.app.mode import Mode
from gnugo_py.app.modes.review_changes import EditedReview
from gnugo_py.app.node_display import comment_lines, write_page
from gnugo_py.app.reviewed_games import (
    ReviewedFile,
    game_title,
    likely_person_color,
    person_color,
    player_names,
    read_for_review,
)
from gnugo_py.app.screen import Screen
from gnugo_py.app.training import train_on_analysis
from gnugo_py.app.variation_map import variation_map
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import Color, Play, UserError
from gnugo_py.record.html import information_lines
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import game_summaries
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.study.losses import MoveLoss

if TYPE_CHECKING:
    from gnugo_py.engines.engine import Engine
    from gnugo_py.study.game_analysis import BackgroundAnalysis

MAX_NODES_ANALYZED_UNASKED = 1000
"""Lines with more nodes than this are analyzed only on request."""
_MISTAKES_LISTED = "Return then goes to the largest mistakes in turn, at most three by each player."
_EARLIER_CHANGES = "Changes of an earlier review that were not saved are in {}; review that file to see them."
_MAP_WIDTH, _MAP_HEIGHT = 80, 20
_REVIEW_KEYS = {
    "LEFT": "back", "RIGHT": "next", "UP": "variation previous", "DOWN": "variation next",
    "PAGEUP": "back 10", "PAGEDOWN": "next 10", "HOME": "start", "END": "end",
    "WHEELUP": "back", "WHEELDOWN": "next",
}  # fmt: skip
"""The commands that keys run during a review while nothing is typed."""
_MISTAKE_KEYS = {"F4": "back mistake", "F5": "next mistake"}


class ReviewMode(EditedReview):
    """The review of a game.

    first_shown -- a mistake to show first, with the analysis of the line, instead of the title.
    """

    has_own_board = True
    name_below_games = "review"
    commands = (
        Command("next", "right", "go forward one move, or N moves", "[N|WHAT]", aliases=("n",)),
        Command("back", "left", "go back one move, or N moves", "[N|WHAT]", aliases=("b",)),
        Command("goto", "", "go to move N", "N", aliases=("g",)),
        Command("why", "F3", "show the comment, or what the engine would play", "[more]"),
        Command("hint", "F2", "show what the engine would play here, and why", "[LEVEL]"),
        Command("play", "", "start a new game from here"),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("leave the review"),
        Command("start", "Home", "go to the start of the game", subject="Moving"),
        Command("end", "End", "go to the end of the line", subject="Moving"),
        Command("variation", "up, down", "enter variation N; up, down: another one", "NUMBER",
                aliases=("v",), subject="Moving"),
        Command("tree", "", "show the map of the variations", subject="Moving"),
        Command("find", "", "go to the move at a point", "D4", subject="Moving"),
        Command("numbers", "", "number the last N moves on the board; 0: none", "N", subject="Moving"),
        Command("auto", "", "on a screen, go on by itself until a key", "SECONDS", subject="Moving"),
        Command("show", "", "show the best moves on the board", "candidates", subject="Analysis"),
        Command("candidates", "", "show the best moves while you step; candidates off ends it", "on|off",
                needs="count", subject="Analysis"),
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
        Command("reply", "", "let the engine play a move here", "[LEVEL]", subject="Changes"),
        Command("comment", "", "comment on this move; comment alone removes it", "[TEXT]",
                subject="Changes"),
        Command("delete", "", "remove this move and those after it", subject="Changes"),
        Command("promote", "", "make this line the main line", subject="Changes"),
        Command("mark", "", "mark D4 triangle, square, circle, cross or \"A\"; mark D4 none",
                "D4 MARK", subject="Changes"),
        Command("setup", "", "change the position; then keep it or play from there", subject="Changes"),
        Command("save", "F8", "save your changes; save NAME: in a new file", "[NAME]", subject="Files"),
        Command("diagram", "", "write a picture of the board", "NAME", subject="Files"),
        Command("html", "", "write a web page of the game", "NAME", subject="Files"),
        *BOARD_COMMANDS,
    )  # fmt: skip

    def __init__(
        self,
        app: App,
        file: ReviewedFile,
        is_game_running: bool = False,
        first_shown: tuple[LineAnalysis, MoveLoss] | None = None,
    ) -> None:
        super().__init__(app, file, is_game_running)
        self._analysis: LineAnalysis | None = None
        self._is_analysis_paused = False
        self._graph = POINTS_GRAPH
        self._lists_mistakes = False
        self._candidates = CandidatesOfReview(self)
        self._first_shown, self._shown_mistake = first_shown, 0
        self._seconds_per_move, self._next_move_at = 0, math.inf

    def start(self) -> None:
        """Show the title of the game and the current node; with a screen, begin to analyze the game."""
        if self._first_shown is not None:
            self.show_mistake(*self._first_shown)
        else:
            tree = self.cursor.tree
            self.app.emit("news", game_title(tree), *information_lines(tree), *self.file.warnings)
            if (earlier := self.place.earlier_copy) is not None:
                self.app.emit("news", _EARLIER_CHANGES.format(earlier))
            self.go_to_node(self.node)
        if self.app.has_screen and self.counts_points:
            nodes = position_changing_nodes(self.cursor.line)
            if 1 < len(nodes) <= MAX_NODES_ANALYZED_UNASKED:
                self._line_analysis().background.start()

    def cover(self) -> None:
        analysis = self._analysis
        if analysis is not None and analysis.background.is_running:
            self._is_analysis_paused = True
            analysis.background.stop()

    def resume(self, left: Mode) -> None:
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
        super().end_request()
        self._continue_analysis()

    def _continue_analysis(self) -> None:
        if self._is_analysis_paused and self._analysis is not None:
            self._is_analysis_paused = False
            self._analysis.background.start()

    def screen(self) -> Screen:
        tree, node, analysis = self.cursor.tree, self.node, self._analysis
        is_analyzing = analysis is not None and analysis.background.is_running  # read before the graph
        graph = None if analysis is None else analysis.graph_data(node, self._graph)
        shown = self.with_controls(review_screen(self.app, self.cursor, player_names(tree), graph))
        keys = {**shown.keys, **_REVIEW_KEYS, **(_MISTAKE_KEYS if self.counts_points else {})}
        return shown._replace(keys=keys, is_changing=is_analyzing or self._next_move_at < math.inf)

    def current_prompt(self) -> str:
        """Return the prompt, which names the place in the game."""
        if self.chosen:
            return self.game.point_prompts[len(self.chosen)]
        return f"move {self.node.number} of {self.cursor.end.number}; next, back, help or quit:"

    def handle(self, line: str) -> None:
        hinted, self.hinted = self.hinted, None
        if not line and self._lists_mistakes and hinted is None:
            self._line_analysis().complete(self, self._show_next_listed)
        elif not line:
            if hinted is not None:
                self.play_move(hinted)
        elif not self.run_command(line, self.game):
            self.enter_line(line)

    # Going to nodes

    def _other_game(self, step: int) -> None:
        """Go to the next or previous game of the file."""
        tree = self.cursor.tree
        number, games = (tree.number or 1) + step, tree.games
        if games == 1:
            raise UserError("the file contains no other game")
        if not 1 <= number <= games:
            raise UserError(f"this is game {number - step} of {games}; there is no game in that direction")
        try:
            self.file.other_game(number)
        except UserError as error:
            raise UserError(f"game {number}: {error}") from None
        self.app.leave([self], lambda: self._open_game(number))

    def _open_game(self, number: int) -> None:
        other = self.file.other_game(number)  # read again, because the changes may have been saved
        self.app.drop(self)
        self.app.emit("news", f"Game {number} of {self.cursor.tree.games}.")
        self.app.push(ReviewMode(self.app, other))

    def do_auto(self, seconds: int) -> None:
        """Go on by itself until a key is pressed; only a screen can wait for one meanwhile."""
        if not (self.app.has_screen and seconds):
            raise UserError("auto works only on a screen, where a key stops it, from 1 second on; type next")
        self._seconds_per_move, self._next_move_at = seconds, time.monotonic() + seconds

    def tick(self) -> None:
        if self.node.children and time.monotonic() >= self._next_move_at:
            self.do_next("")
            has_more = bool(self.node.children)
            self._next_move_at = time.monotonic() + self._seconds_per_move if has_more else math.inf

    def note_key(self) -> None:
        self._next_move_at = math.inf

    def do_next(self, rest: str) -> None:
        self._go(rest, 1)

    def do_back(self, rest: str) -> None:
        if self.chosen and not rest:
            self.choose_points(self.chosen[:-1])
        else:
            self._go(rest, -1)

    def _go(self, rest: str, step: int) -> None:
        """Go a number of nodes forward or back, or to the next place of a kind, mistake or game there.

        step -- 1 for forward, -1 for back.
        """
        word = rest.lower()
        if word == "game":
            self._other_game(step)
        elif word in ("mistake", "mistakes"):
            self._next_mistake(is_back=step < 0)
        elif rest in ("", "capture", "comment", "variation") or parse_number(rest):
            self._step(rest, self.cursor.rest() if step > 0 else self.node.line_back())
        else:
            raise UserError(
                "next and back take a number of moves, capture, comment, variation, mistake or game"
            )

    def _step(self, rest: str, way: Iterator[Node]) -> None:
        """Go a number of nodes along a path, or to the next node on it with a capture, comment or variations.

        rest -- the number, `capture`, `comment`, `variation`, or empty for one node.
        way  -- the path, from the current node.
        """
        next(way)
        try:
            if rest == "capture":
                way = (node for node in way if node.position.marks().captured)
            elif rest == "comment":
                way = (node for node in way if node.comment)
            elif rest == "variation":
                way = (node for node in way if len(node.children) > 1)
            steps = list(islice(way, parse_number(rest) or 1))
        except UserError as error:
            raise UserError(f"the next move in the file is illegal: {error}") from None
        if not steps:
            raise UserError("there is nothing more in that direction")
        self.go_to_node(steps[-1])

    def go_to_node(self, node: Node) -> None:
        self._lists_mistakes &= node is self.node
        super().go_to_node(node)
        with suppress(UserError):  # the next move is illegal
            after = next(islice(self.cursor.rest(), 1, None), None)
            self._candidates.show(self.position, None if after is None else after.position)

    def do_start(self) -> None:
        self.go_to_node(self.cursor.tree.root)

    def do_end(self) -> None:
        """Go to the last node of the line, or as far as its moves are legal."""
        line = list(self.cursor.rest())
        nodes = nodes_with_positions(line)
        if len(nodes) < len(line):
            self.go_to_node(line[len(nodes)])  # refused
        self.go_to_node(nodes[-1])

    def do_goto(self, number: int) -> None:
        line = self.cursor.line
        node = next((node for node in line if node.number >= number), None)
        if node is None:
            raise UserError(f"type goto N with a move number from 0 to {line[-1].number}")
        self.go_to_node(node)

    def do_variation(self, rest: str) -> None:
        """Go to a variation by its number, or to the `next` or `previous` sibling of the node.

        The number counts the ways on from the node or, if there are not several, the node and its siblings.
        """
        ways, parent = self.node.children, self.node.parent
        if len(ways) < 2 and parent is not None and len(parent.children) > 1:
            ways = parent.children
        if rest in ("next", "previous"):
            other = self.cursor.sibling(1 if rest == "next" else -1)
            if other is None:
                enter = f"; variation N, from 1 to {len(ways)}, enters one" if len(ways) > 1 else ""
                raise UserError(f"there is no other variation of this move{enter}")
            self.go_to_node(other)
        elif 0 < (number := parse_number(rest) or 0) <= len(ways):
            self.go_to_node(ways[number - 1])
        elif len(ways) < 2:
            raise UserError("there are no variations here")
        else:
            raise UserError(f"type variation N with a number from 1 to {len(ways)}")

    def do_tree(self) -> None:
        shown = variation_map(self.cursor)
        if shown is None:
            raise UserError("the game has no variations; type a move to begin one")
        self.app.emit("page", *shown.as_text(_MAP_WIDTH, _MAP_HEIGHT), words=shown.in_words)

    def do_find(self, words: str) -> None:
        """Go to the next move of the line at a point, or else to the first one there."""
        point = self.point_after("find", words)
        line = nodes_with_positions(self.cursor.line)
        here = line.index(self.node) + 1
        moves = ((node, node.move) for node in (*line[here:], *line[:here]))
        found = (node for node, move in moves if isinstance(move, Play) and point in move.points)
        if (node := next(found, None)) is None:
            raise UserError(f"no move of this line is at {self.position.format_point(point)}")
        self.go_to_node(node)

    # What an engine thinks

    def do_why(self, more: str | None) -> None:
        """Show the comment of the node or, if there is none, what an engine would have played.

        more -- anything to show what the engine would have played in any case, with the moves it compared.
        """
        node = self.node
        if node.comment and not more:
            self.app.emit("page", *comment_lines(node))
        elif node.parent is None:
            raise UserError("this is the start of the game; there is no move to explain")
        else:
            self.show_better_move(node.parent.position, bool(more))

    def do_candidates(self, switch: str) -> None:
        self._candidates.is_on = switch == "on"
        self.go_to_node(self.node)

    # The analysis of the line

    def do_graph(self, rest: str) -> None:
        word = rest.lower()
        if word not in ("", POINTS_GRAPH, WIN_RATE_GRAPH, "win"):
            raise UserError("graph takes points or win rate")
        if word:
            self._graph = POINTS_GRAPH if word == POINTS_GRAPH else WIN_RATE_GRAPH

        def show(analysis: LineAnalysis) -> None:
            graph = analysis.text_graph(self.node, self._graph, self.app.has_screen)
            self.app.emit("page", *graph, words=lambda: analysis.graph_in_words(self._graph))

        self._line_analysis().complete(self, show)

    def do_mistakes(self, all_: str | None) -> None:
        """List the mistakes; an empty line then goes to the first of the largest after the current node."""
        person = person_color(self.cursor.tree)

        def show(analysis: LineAnalysis) -> None:
            self._lists_mistakes = bool(analysis.largest_mistakes())
            self.app.emit("page", *analysis.mistake_page(bool(all_), _MISTAKES_LISTED, person))

        self._line_analysis().complete(self, show)

    def _next_mistake(self, is_back: bool) -> None:
        """Go to the position before the next of the largest mistakes, or before the previous one."""
        if not self.counts_points:
            raise UserError(f"the list of mistakes is not available in {self.game.display_name}")

        def show(analysis: LineAnalysis) -> None:
            loss = analysis.next_mistake(self.node, is_back, self._shown_mistake)
            if loss is None:
                where = "before" if is_back else "after"
                raise UserError(f"there is no mistake to look at {where} this move; type mistakes for a list")
            self.show_mistake(analysis, loss)

        self._line_analysis().complete(self, show)

    def _show_next_listed(self, analysis: LineAnalysis) -> None:
        """Go to the next of the listed mistakes; after the last one, go to the first."""
        following = analysis.next_mistake(self.node, False, self._shown_mistake)
        self.show_mistake(analysis, following or analysis.largest_mistakes()[0])
        self._lists_mistakes = True

    def show_mistake(self, analysis: LineAnalysis, loss: MoveLoss) -> None:
        """Go to the position before a mistake, and describe it."""
        self._shown_mistake = loss.number
        self.go_to_node(analysis.nodes[loss.number - 1])
        self.app.emit("news", *analysis.describe_mistake(loss))

    def do_guess(self, color: Color | None) -> None:
        line = self.cursor.line
        guessed = line[line.index(self.node) :]
        navigation.guess(self.app, guessed, color, game_title(self.cursor.tree))

    def do_train(self, color: Color | None) -> None:
        tree, analysis = self.cursor.tree, self._line_analysis()
        if len(analysis.nodes) < 2:
            raise UserError("there is no move to train on yet")
        trained = likely_person_color(tree) if color is None else color
        train_on_analysis(self, analysis, trained, game_title(tree))

    def _line_analysis(self) -> LineAnalysis:
        """Return the analysis of the line.  Raise UserError if no engine can analyze the game."""
        line = self.cursor.line
        if self._analysis is None or self._analysis.nodes != position_changing_nodes(line):
            self.cover()
            self._analysis = LineAnalysis(self.app.analysts, line)
        return self._analysis

    def renew_analysis(self) -> None:
        if self._analysis is not None and self.app.has_screen:
            self._line_analysis().background.start()

    def do_html(self, name: str) -> None:
        tree, analysis = self.cursor.tree, self._analysis
        write_page(self.app, tree if analysis is None else analysis.annotated(tree), name)

    # Help, and leaving the review

    def do_help(self) -> None:
        """Show the help page; keys and signs only if boards are drawn."""
        game, draws_board = self.game, self.app.draws_board
        places = "next comment, next variation, next capture, next mistake and next game"
        if not self.counts_points:
            places = "next comment, next variation and next game"
        signs = "; B W b w mark blunders and mistakes, to which F5 and F4 go." if self.counts_points else "."
        drawn = (
            f"Type or click a move, such as {words_of(game.start({})).example_move()}, to enter it;"
            " if the file does not have it, it is added.",
            "On the screen, Tab gives the arrow keys to the cursor on the board, and takes them back.",
            f"{places} go there; so does back.",
            f"In the graph, | is the current position{signs}",
        )
        notes = drawn if draws_board else drawn[2:3]
        self.app.emit("page", "Review commands:", "", *self.command_list(game), "", *notes)

    def do_quit(self) -> None:
        self.app.leave([self], self.leave)


def review_file(
    app: App, content: bytes, place: ReviewFile, number: int | None = None, komi: float | None = None
) -> None:
    """Review a game in an SGF file; on a screen, the person chooses one if there are several.

    place        -- where the changes are saved.
    number, komi -- as for `read_for_review`.

    Raise UserError if the content is not a valid game.
    """
    titles = game_summaries(content) if number is None else []

    def read(chosen: int | None) -> ReviewMode:
        return ReviewMode(app, read_for_review(content, chosen, komi)._replace(place=place))

    if len(titles) > 1 and app.has_screen:
        app.push(GamesInFile(app, titles, read))
        return
    app.push(read(number))
    if len(titles) > 1:
        app.warn(f"the file contains {len(titles)} games; the first is shown (see --number)")


def review_current_game(app: App, mistake: tuple[LineAnalysis, MoveLoss] | None) -> None:
    """Review a copy of the game that is being played, at a mistake or at its current node."""
    tree = app.required_game.tree
    place = ReviewFile(app.store, app.store.path(app.autosave.name or "game"), b"")
    file = ReviewedFile(tree.write(), None, tree.copy(), (), place)
    app.push(ReviewMode(app, file, is_game_running=True, first_shown=mistake))
