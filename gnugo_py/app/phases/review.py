"""The phase in which a game is reviewed, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from gnugo_py.analysis.mistakes import MoveLoss
from gnugo_py.app.advice import (
    AdvicePhaseFactory,
    AdviceRequest,
    adviser_phase,
    compared_moves_phase,
    estimate_phase,
    likely_owners_phase,
    show_candidates,
)
from gnugo_py.app.context import PhaseContext
from gnugo_py.app.node_display import comment_lines, write_position_picture
from gnugo_py.app.phases.arrange import NEW_GAME_FROM_SETUP_MESSAGE, ArrangePhase
from gnugo_py.app.phases.base import (
    Phase,
    PhaseCommand,
    command_named,
    complete_analysis,
    confirm_if_unsaved_then_act,
    has_count,
)
from gnugo_py.app.phases.edited_review import EditedReview
from gnugo_py.app.phases.lesson import lesson_phase
from gnugo_py.app.phases.train import training_phase_for_game
from gnugo_py.app.review_analysis import (
    MAX_NODES_ANALYZED_UNASKED,
    POINTS_GRAPH,
    WIN_RATE_GRAPH,
    LineAnalysis,
    capture_mistakes_page,
    line_analysis,
    nodes_with_positions,
    position_changing_nodes,
)
from gnugo_py.app.reviewed_file import (
    ReviewedFile,
    game_title,
    person_color,
    player_names,
)
from gnugo_py.app.view import ReviewState, View, player_name
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.record.html import information_lines
from gnugo_py.record.node import Node
from gnugo_py.storage.resume import OpenedGame

_MISTAKES_LISTED = (
    "These are the largest mistakes, at most three by each player; the graph marks all mistakes. Press Return"
    " to go to them in turn."
)
_NO_SUCH_NODE_MESSAGE = "there is nothing more in that direction."


class ReviewPhase(EditedReview):
    """The review of a game.

    file    -- the game, which is shown from its start on.
    start   -- returns the phase that plays a game that goes on from a node.
    before  -- the phase to return to after the review.
    players -- the engines of a game that goes on from a node, by color; None if the person plays the color
               to move there.
    """

    has_own_board = True

    def __init__(
        self,
        context: PhaseContext,
        file: ReviewedFile,
        start: Callable[[OpenedGame], Phase],
        before: Phase,
        players: Mapping[Color, Engine] | None = None,
    ) -> None:
        super().__init__(context, file, is_game_running=players is not None)
        self._start, self._before, self._players = start, before, players
        self._analysis: LineAnalysis | None = None
        self._shown = POINTS_GRAPH
        self._lists_mistakes = False
        if context.services.has_screen and self._game.has_count:
            nodes = position_changing_nodes(self._cursor.line)
            analysis = self._line_analysis(nodes) if 1 < len(nodes) <= MAX_NODES_ANALYZED_UNASKED else None
            if analysis is not None:
                analysis.background.start()

    def view(self, shown: View) -> View:
        """Return the view with the current node of the review."""
        tree, node, analysis = self._cursor.tree, self.node, self._analysis
        words = tuple(each.name for each in _REVIEW_COMMANDS if each.is_available(self._game))
        state = ReviewState(game_title(tree), player_names(tree), node, self._cursor.line, words)
        if analysis is not None:
            is_analyzing = analysis.background.is_running  # read first: if False, the graph is complete
            state = state._replace(graph=analysis.graph_data(node, self._shown), is_analyzing=is_analyzing)
        return super().view(shown)._replace(game=self._game, position=node.position, review=state)

    def handle_line(self, line: str) -> Phase:
        """Handle a command, a move or some points of a move."""
        word, _, rest = line.partition(" ")
        command, rest = command_named(_REVIEW_COMMANDS, word), rest.strip()
        hinted, self.context.hinted_move = self.context.hinted_move, None
        if not line:
            return self._next_listed_mistake() if self._lists_mistakes else self.enter_hinted_move(hinted)
        self._lists_mistakes = False
        if command is None:
            return self.enter_line(line)
        reason = command.why_refused(rest, self._game)
        return command.action(self, rest) if reason is None else self.refuse(reason)

    def show(self) -> Phase:
        """Show the title of the game and the current node."""
        tree = self._cursor.tree
        self.context.emit("news", game_title(tree), *information_lines(tree), *self._file.warnings)
        self.tell_earlier_changes()
        return self.go_to_node(self.node)

    def _other_game(self, step: int) -> Phase:
        """Go to the next or previous game of the file."""
        tree = self._cursor.tree
        number = tree.number + step
        if tree.games == 1:
            return self.refuse("the file contains no other game.")
        if not 1 <= number <= tree.games:
            return self.refuse(
                f"this is game {tree.number} of {tree.games}; there is no game in that direction."
            )

        def act() -> Phase:
            try:
                other = self._file.other_game(number)
            except UserError as error:
                return self.refuse(f"game {number}: {error}.")
            self.stop_analysis()
            self.context.emit("news", f"Game {number} of {tree.games}.")
            return ReviewPhase(self.context, other, self._start, self._before).show()

        return self.leave_then(act)

    def _next(self, rest: str) -> Phase:
        if rest.lower() == "game":
            return self._other_game(1)
        is_mistake = rest.lower() in ("mistake", "mistakes")
        return self._next_mistake() if is_mistake else self._step(rest, self._cursor.rest())

    def _back(self, rest: str) -> Phase:
        if self._chosen and not rest:
            return self.remove_last_point()
        if rest.lower() == "game":
            return self._other_game(-1)
        if rest.lower() in ("mistake", "mistakes"):
            return self._next_mistake(is_back=True)
        return self._step(rest, iter(self.node.path()[::-1]))

    def _step(self, rest: str, way: Iterator[Node]) -> Phase:
        """Go a number of nodes along a path, or to the next node on it with a capture or a comment.

        rest -- the number, `capture`, `comment`, or empty for one node.
        way  -- the path, from the current node.
        """
        next(way)
        if rest == "capture":
            return self._seek(way, lambda node: bool(node.position.marks().captured))
        if rest == "comment":
            return self._seek(way, lambda node: bool(node.comment))
        if rest and not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6 and int(rest)):
            return self.refuse("next and back take a number of moves, capture, comment, mistake or game.")
        target = None
        for _, node in zip(range(int(rest or 1)), way, strict=False):
            target = node
        return self.refuse(_NO_SUCH_NODE_MESSAGE) if target is None else self.go_to_node(target)

    def _start_of_game(self, _: str) -> Phase:
        return self.go_to_node(self._cursor.tree.root)

    def _end(self, _rest: str) -> Phase:
        """Go to the last node of the line, or as far as its moves are legal."""
        line = list(self._cursor.rest())
        nodes = nodes_with_positions(line)
        if len(nodes) < len(line):
            self.go_to_node(line[len(nodes)])  # refused
        return self.go_to_node(nodes[-1])

    def _seek(self, way: Iterator[Node], fits: Callable[[Node], bool]) -> Phase:
        """Go to the first node of a path that satisfies a condition."""
        try:
            node = next((node for node in way if fits(node)), None)
        except UserError as error:
            return self.refuse(f"the next move in the file is illegal: {error}.")
        return self.refuse(_NO_SUCH_NODE_MESSAGE) if node is None else self.go_to_node(node)

    def _goto(self, rest: str) -> Phase:
        line = self._cursor.line
        is_number = rest.isascii() and rest.isdigit() and len(rest) < 7
        node = next((node for node in line if is_number and node.number >= int(rest)), None)
        if node is None:
            return self.refuse(f"type goto N with a move number from 0 to {line[-1].number}.")
        return self.go_to_node(node)

    def _variation(self, rest: str) -> Phase:
        """Go to a variation by its number, or to the `next` or `previous` sibling of the node."""
        ways = self.node.children
        if rest in ("next", "previous"):
            other = self._cursor.sibling(1 if rest == "next" else -1)
            if other is None:
                return self.refuse("there is no other variation of this move.")
            return self.go_to_node(other)
        if rest.isascii() and rest.isdigit() and len(rest) < 6 and 0 < int(rest) <= len(ways):
            return self.go_to_node(ways[int(rest) - 1])
        if len(ways) < 2:
            return self.refuse("there are no variations here.")
        return self.refuse(f"type variation N with a number from 1 to {len(ways)}.")

    def _why(self, rest: str) -> Phase:
        """Show the comment of the node or, if there is none, what an engine would have played.

        rest -- `more` to show what the engine would have played in any case, with the moves it compared.
        """
        node, is_more = self.node, rest.lower() == "more"
        if rest and not is_more:
            return self.refuse("type why, or why more.")
        if node.comment and not is_more:
            self.context.emit("page", *comment_lines(node))
            return self
        if node.parent is None:
            return self.refuse("this is the start of the game; there is no move to explain.")
        question = AdviceRequest(node.parent.position, "would have played")
        return self._ask(question, "", compared_moves_phase if is_more else adviser_phase)

    def _hint(self, rest: str) -> Phase:
        return self._ask(AdviceRequest(self.node.position, is_offered=True), rest)

    def _show_candidates(self, rest: str) -> Phase:
        return self._ask(AdviceRequest(self.node.position), rest, show_candidates)

    def _ask(self, question: AdviceRequest, words: str, ask: AdvicePhaseFactory = adviser_phase) -> Phase:
        """Ask an adviser; the analysis in the background is paused meanwhile."""
        return ask(self.context, question, words, self, self.pause_analysis())

    def pause_analysis(self) -> Callable[[], Phase]:
        """Stop the analysis in the background; return a function that continues it and returns this phase."""
        is_running = self._analysis is not None and self._analysis.background.is_running
        self.stop_analysis()

        def resume() -> Phase:
            if is_running and self._analysis is not None:
                self._analysis.background.start()
            return self

        return resume

    def _score(self, _: str) -> Phase:
        return estimate_phase(self.context, self.node.position, self, self.pause_analysis())

    def _influence(self, _: str) -> Phase:
        return likely_owners_phase(self.context, self.node.position, self, self.pause_analysis())

    def _graph(self, rest: str) -> Phase:
        """Show the leads or win rates along the line, and the largest mistakes."""
        word = rest.lower()
        if word not in ("", POINTS_GRAPH, WIN_RATE_GRAPH, "win"):
            return self.refuse("graph takes points or win rate.")
        if word:
            self._shown = POINTS_GRAPH if word == POINTS_GRAPH else WIN_RATE_GRAPH
        return self._with_analysis(self._show_graph)

    def _show_graph(self, analysis: LineAnalysis) -> None:
        lines = analysis.text_graph(self.node, self._shown, self.context.services.has_screen)
        self.context.emit("page", *lines)

    def _mistakes(self, _: str) -> Phase:
        """List the largest mistakes; an empty line then goes to the first one after the current node."""
        return self._with_analysis(self._list_mistakes)

    def _list_mistakes(self, analysis: LineAnalysis) -> None:
        lines = analysis.mistake_lines()
        more = (_MISTAKES_LISTED,) if analysis.mistakes_in_game_order() else ()
        self._lists_mistakes = bool(more)
        self.context.emit("page", *lines, *more)

    def _next_mistake(self, is_back: bool = False) -> Phase:
        """Go to the position before the next of the largest mistakes, or before the previous one."""
        if not self._game.has_count:
            return self.refuse(f"the list of mistakes is not available in {self._game.display_name}.")
        return self._with_analysis(lambda analysis: self._go_to_mistake(analysis, is_back))

    def _next_listed_mistake(self) -> Phase:
        """Go to the next of the listed mistakes; after the last one, go to the first."""

        def go(analysis: LineAnalysis) -> None:
            loss = analysis.mistake_after(self.node) or analysis.mistakes_in_game_order()[0]
            self.show_mistake(analysis, loss)

        return self._with_analysis(go)

    def _go_to_mistake(self, analysis: LineAnalysis, is_back: bool) -> None:
        loss = analysis.mistake_before(self.node) if is_back else analysis.mistake_after(self.node)
        if loss is not None:
            self.show_mistake(analysis, loss)
            return
        where = "before" if is_back else "after"
        self.refuse(f"there is no mistake to look at {where} this move; type mistakes for a list.")

    def show_mistake(self, analysis: LineAnalysis, loss: MoveLoss) -> Phase:
        """Go to the position before a mistake, and describe it."""
        self.go_to_node(analysis.nodes[loss.number - 1])
        self.context.emit("news", f"{analysis.describe_mistake(loss)}.")
        return self

    def _train(self, rest: str) -> Phase:
        """Train on the mistakes of a color in the current line."""
        tree = self._cursor.tree
        color = {"": person_color(tree), "black": Color.BLACK, "white": Color.WHITE}.get(rest.lower())
        if color is None:
            return self.refuse("type train, train black or train white.")
        nodes = position_changing_nodes(self._cursor.line)
        if len(nodes) < 2:
            return self.refuse("there is no move to train on yet.")
        analysis = self._line_analysis(nodes)
        if analysis is None:
            return self
        return training_phase_for_game(self.context, analysis, color, self, game_title(tree))

    def _line_analysis(self, nodes: Sequence[Node]) -> LineAnalysis | None:
        """Return the analysis of a line, started or not; None if no engine can analyze the game."""
        if self._analysis is None or self._analysis.nodes != tuple(nodes):
            self.stop_analysis()
            try:
                self._analysis = line_analysis(self.context.services.analyst_provider, nodes)
            except UserError as error:
                self.refuse(f"{error}.")
                return None
        return self._analysis

    def stop_analysis(self) -> None:
        """Stop the analysis in the background, if there is one."""
        if self._analysis is not None:
            self._analysis.background.stop()

    def _with_analysis(self, show: Callable[[LineAnalysis], None]) -> Phase:
        """Complete the analysis of the current line, then pass it to `show`."""
        analysis = self._line_analysis(position_changing_nodes(self._cursor.line))
        if analysis is None:
            return self

        def done() -> Phase:
            show(analysis)
            return self

        return complete_analysis(analysis.background, done, self)

    def _lessons(self, _: str) -> Phase:
        """List the moves along the current line that lost stones or missed a capture, each with a lesson."""
        line = self._cursor.line
        known: list[str] = []
        with suppress(UserError):  # if the lessons cannot be read, the page names none
            known = [each.name for each in self.context.services.lessons().lessons]
        self.context.emit("page", *capture_mistakes_page(line, known))
        return self

    def _play(self, _: str) -> Phase:
        """Start a new game from the current node; the reviewed game stays unchanged."""

        def act() -> Phase:
            try:
                opened = self.context.services.game_from(self.node.position, self._players)
            except UserError as error:
                return self.refuse(f"{error}.")
            players = ", ".join(f"{color}: {player_name(opened.players, color) or 'you'}" for color in Color)
            self.context.emit("news", f"A new game from move {self.node.number}.  {players}.")
            self.stop_analysis()
            return self._start(opened)

        return self.leave_then(lambda: confirm_if_unsaved_then_act(self.context, act, self))

    def _arrange(self, _: str) -> Phase:
        """Set up a position, beginning with the current one, and play from there."""

        def start(position: Position) -> Phase:
            opened = self.context.services.game_from(position, self._players)
            self.context.emit("news", NEW_GAME_FROM_SETUP_MESSAGE)
            self.stop_analysis()
            return self._start(opened._replace(has_setup=True))

        return self.leave_then(
            lambda: ArrangePhase(self.context, self._game, self.node.position, start, self).start()
        )

    def _diagram(self, rest: str) -> Phase:
        """Write a picture of the current position, with the marks of the file."""
        node = self.node
        write_position_picture(self.context, node.position, node.number, rest, node.markup)
        return self

    def _save(self, rest: str) -> Phase:
        self.save(rest)
        return self

    def _reply(self, rest: str) -> Phase:
        return self.reply(rest)

    def _delete(self, _: str) -> Phase:
        return self.delete()

    def _comment(self, rest: str) -> Phase:
        return self.set_comment(rest)

    def _learn(self, rest: str) -> Phase:
        return lesson_phase(self.context, rest, self)

    def _help(self, _: str) -> Phase:
        self.context.emit("page", *review_help(self._game))
        return self

    def _quit(self, _: str) -> Phase:
        return self.leave_then(self._leave)

    def _leave(self) -> Phase:
        self.stop_analysis()
        if self.context.cursor is not None and not self._before.is_over:
            self.context.emit("choice", "Back to the game.")
            self.context.show_board()
        return self._before.show_again()


_REVIEW_COMMANDS: tuple[PhaseCommand[ReviewPhase], ...] = (
    PhaseCommand("next", "right", "go forward N moves, or to the next capture, comment, mistake or game",
            ReviewPhase._next, "[N]", aliases=("n",)),
    PhaseCommand("back", "left", "go back N moves, or to the previous capture, comment, mistake or game",
            ReviewPhase._back, "[N]", aliases=("b",)),
    PhaseCommand("start", "Home", "go to the start of the game", ReviewPhase._start_of_game),
    PhaseCommand("end", "End", "go to the end of the line", ReviewPhase._end),
    PhaseCommand("goto", "", "go to move N", ReviewPhase._goto, "N", aliases=("g",)),
    PhaseCommand("variation", "up, down", "enter variation N", ReviewPhase._variation, "N", aliases=("v",)),
    PhaseCommand("why", "F3", "show the comment, or what the engine would have played; why more: in detail",
            ReviewPhase._why, "[more]"),
    PhaseCommand("hint", "F2", "show what the engine would play here, and why", ReviewPhase._hint, "[LEVEL]"),
    PhaseCommand("show", "", "show the best moves on the board", ReviewPhase._show_candidates, "candidates"),
    PhaseCommand("score", "F7", "estimate the score and who is likely to win here", ReviewPhase._score),
    PhaseCommand("influence", "F12", "show who is likely to own each point",
            ReviewPhase._influence, is_available=has_count),
    PhaseCommand("graph", "", "show the lead along the game; graph win rate: the win rate",
            ReviewPhase._graph, "[WHAT]"),
    PhaseCommand("mistakes", "", "list the moves that lost the most points; Return goes to them",
            ReviewPhase._mistakes, is_available=has_count),
    PhaseCommand("train", "", "look for better moves where a color lost points",
            ReviewPhase._train, "[COLOR]", is_available=has_count),
    PhaseCommand("lessons", "", "list the moves that lost stones or missed captures", ReviewPhase._lessons),
    PhaseCommand("learn", "", "open a lesson; quit returns here", ReviewPhase._learn, "[NAME]"),
    PhaseCommand("play", "", "start a new game from here", ReviewPhase._play),
    PhaseCommand("setup", "", "change the position and play from there", ReviewPhase._arrange),
    PhaseCommand("reply", "", "let the engine play a move here; reply N: at level N",
            ReviewPhase._reply, "[N]"),
    PhaseCommand("delete", "", "remove this move and those after it, if you added them", ReviewPhase._delete),
    PhaseCommand("comment", "", "write a comment on this move; comment alone removes it",
            ReviewPhase._comment, "[TEXT]"),
    PhaseCommand("diagram", "", "write a picture of the board", ReviewPhase._diagram, "NAME"),
    PhaseCommand("save", "F8", "save your changes here; save NAME: in a new file",
            ReviewPhase._save, "[NAME]"),
    PhaseCommand("help", "F1", "show this help", ReviewPhase._help, aliases=("?",)),
    PhaseCommand("quit", "F10", "leave the review", ReviewPhase._quit, aliases=("exit", "q")),
)  # fmt: skip


def review_help(game: Game) -> tuple[str, ...]:
    """Return the help page for the review of a game."""
    graph = "In the graph: B W blunders (6 points or more), b w mistakes (3 to 6), ^ you are here"
    lines = [
        f"  {f'{each.name} {each.argument}':<16} {each.key:<9} {each.help}"
        for each in _REVIEW_COMMANDS
        if each.is_available(game)
    ]
    example = game.start({}).example_move()
    moves = (
        f"Type or click a move, such as {example}, to enter it; if the file does not have it, it is added.",
        "On the screen, Tab gives the arrow keys to the cursor on the board, and takes them back.",
    )
    return ("Review commands:", "", *lines, "", *moves, graph)
