"""The analysis of a line of a game, as a review and a game show it: mistakes, and a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from gnugo_py.app.mode import Mode
from gnugo_py.games.text import format_percent
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree
from gnugo_py.study.annotations import annotate
from gnugo_py.study.game_analysis import counts_points
from gnugo_py.study.graph import (
    GRAPH_LABEL_WIDTH,
    GRAPH_MISTAKE_SIGNS,
    GraphData,
    LeadAndWinRate,
    lead_graph_scale,
)
from gnugo_py.study.losses import MoveLoss
from gnugo_py.study.mistakes import (
    POINTS_UNKNOWN_MESSAGE,
    advice_lines,
    are_points_unknown,
    describe_mistake,
    largest_mistakes_of_color,
    mistake_lines,
    mistake_report_lines,
    words_on_mistake,
)

if TYPE_CHECKING:
    from gnugo_py.app.analysts import Analysts

_GRAPH_WIDTH, _NARROW_GRAPH_WIDTH, _TEXT_GRAPH_HEIGHT, _PROGRESS_BAR_WIDTH = 60, 32, 11, 12
_GRAPH_SENTENCES, _NO_GRAPH = 12, "This game could not be analyzed."
_REVIEW_HINT = "Type next mistake to review the largest of them."
POINTS_GRAPH, WIN_RATE_GRAPH = "points", "win rate"


class LineAnalysis:
    """The analysis of one line of a game in review.

    nodes      -- the nodes whose positions are judged; nodes without a move are left out.
    background -- the analysis of their positions, started or not.
    """

    def __init__(self, analysts: Analysts, line: Iterable[Node]) -> None:
        """Raise UserError if no engine can analyze the game."""
        self.nodes, self._analysts = position_changing_nodes(line), analysts
        self.background = analysts.background_analysis([node.position for node in self.nodes])
        self.background.analysis.counts_points = counts_points(self.nodes[0].tree)

    def complete(self, mode: Mode, show: Callable[[LineAnalysis], object]) -> None:
        """Complete the analysis as a task of a mode, which may fail; then show something of it."""
        if self.background.analysis.is_complete:
            show(self)
        else:
            mode.ask(self.background, self.background.finish, lambda _: show(self))

    @property
    def losses(self) -> list[MoveLoss]:
        """The loss of each move, by indexes of `nodes`, as far as it is known; none without points."""
        analysis = self.background.analysis
        return analysis.losses if analysis.positions[0].game.has_count else []

    def largest_mistakes(self) -> list[MoveLoss]:
        """Return the largest mistakes of both colors, in the order of the game."""
        losses = self.losses
        chosen = [each for color in Color for each in largest_mistakes_of_color(losses, color)]
        return sorted(chosen, key=lambda each: each.number)

    def annotated(self, tree: Tree) -> Tree:
        """Return a copy of the game with what the analysis adds; the game itself if it is not complete."""
        copy = tree.copy()
        copies = dict(zip(tree.nodes(), copy.nodes(), strict=True))
        if not self.background.analysis.is_complete or not all(node in copies for node in self.nodes):
            return tree
        annotate([copies[node] for node in self.nodes], self.background.analysis)
        return copy

    def next_mistake(self, node: Node, is_back: bool, shown: int) -> MoveLoss | None:
        """Return the first of the largest mistakes after a node, or the last one before it.

        shown -- the number of the mistake that was shown last: after the node, it is not shown again.
        """
        here, mistakes = self.index_at_or_before(node) + 1, self.largest_mistakes()
        if is_back:
            return next((each for each in reversed(mistakes) if each.number < here), None)
        return next((each for each in mistakes if here + (here == shown) <= each.number), None)

    def describe_mistake(self, loss: MoveLoss) -> list[str]:
        """Return a mistake in one line, with the number of the move in the file, and words in another."""
        numbered = self._with_file_number(loss)
        return [f"{describe_mistake(numbered)}.", *words_on_mistake(numbered)]

    def mistake_page(self, is_all: bool, advice: str, reader: Color | None = None) -> list[str]:
        """Return the mistakes, with words on them, a summary for each color, and what to learn.

        is_all -- whether to list also the moves that missed a point again.
        advice -- the last line, if there are mistakes to look at.
        reader -- the color of the reader, who is addressed; None for nobody.
        """
        losses = [self._with_file_number(each) for each in self.losses]
        return [
            *([f"{POINTS_UNKNOWN_MESSAGE.capitalize()}."] if are_points_unknown(losses) else []),
            *mistake_lines(losses, is_all, reader),
            *mistake_report_lines(losses),
            *advice_lines(losses, reader),
            *([advice] if self.largest_mistakes() else []),
        ]

    def _with_file_number(self, loss: MoveLoss) -> MoveLoss:
        missed = loss.missed
        if missed is not None:
            numbers = tuple(self.nodes[each].number for each in missed.numbers)
            missed = missed._replace(numbers=numbers, costliest=self.nodes[missed.costliest].number)
        return loss._replace(number=self.nodes[loss.number].number, missed=missed)

    def index_at_or_before(self, node: Node) -> int:
        """Return the index of a node or, if it is not judged, of the last judged node before it."""
        indexes = {each: index for index, each in enumerate(self.nodes)}
        return next((indexes[each] for each in node.line_back() if each in indexes), 0)

    def graph_data(self, node: Node, shown: str) -> GraphData:
        """Return the data of a graph, `POINTS_GRAPH` or `WIN_RATE_GRAPH`; without points, the latter."""
        judgments = self.background.analysis.judgments
        leads = [None if each is None else each.score_lead for each in judgments]
        rates = [None if each is None else each.win_rate - 0.5 for each in judgments]
        has_points = shown == POINTS_GRAPH and any(lead is not None for lead in leads)
        edge = lead_graph_scale(leads) if has_points else 0.5
        at = self.index_at_or_before(node)
        current = judgments[at] if self.nodes[at].number == node.number else None
        if (known := self._analysts.kept(node.position)) is not None:
            current = known.for_black(node.position.to_move)
        labels = (f"B+{edge:.0f}", f"W+{edge:.0f}", "0") if has_points else ("100 %", "0 %", "50 %")
        return GraphData(
            values=tuple(leads if has_points else rates),
            edge=edge,
            labels=labels,
            marks={
                each.number: sign
                for each in self.losses
                if each.is_listed
                and (sign := GRAPH_MISTAKE_SIGNS.get((each.kind or "", int(each.color)))) is not None
            },
            cursor=at,
            title=self._title("Black's lead in points" if has_points else "Black's win rate"),
            standing=None if current is None else LeadAndWinRate(current.score_lead, current.win_rate),
        )

    def _title(self, subject: str) -> str:
        """Return the title of a graph: what it shows, and the progress of the analysis."""
        progress = self.background.progress
        if self.background.is_running:
            done = round(progress * _PROGRESS_BAR_WIDTH)
            return f"Analyzing [{'#' * done}{'-' * (_PROGRESS_BAR_WIDTH - done)}] {format_percent(progress)}"
        if self.background.error:
            return f"{subject} (failed)"
        return subject if progress >= 1 else f"{subject} ({format_percent(progress)})"

    def text_graph(self, node: Node, shown: str, is_narrow: bool) -> list[str]:
        """Return a graph in ASCII, and the largest mistakes; see `graph_data`."""
        width = _NARROW_GRAPH_WIDTH if is_narrow else _GRAPH_WIDTH
        data = self.graph_data(node, shown)
        if all(value is None for value in data.values):
            return [_NO_GRAPH]
        lines = data.draw(width + GRAPH_LABEL_WIDTH, _TEXT_GRAPH_HEIGHT + 2, ascii_only=True)
        moves = list[str]()
        for each in self.largest_mistakes():
            line, *words = self.describe_mistake(each)
            place = self.nodes[each.number].number - 1
            moves += [f"{line}  Type goto {place}.", *(f"    {more}" for more in words)]
        return [data.explained_title, *lines[1:], *moves]

    def graph_in_words(self, shown: str) -> list[str]:
        """Return the values of a graph at some of the moves, and the largest mistakes; see `graph_data`."""
        data = self.graph_data(self.nodes[-1], shown)
        step = max(len(data.values) // _GRAPH_SENTENCES, 1)
        lines = [
            f"Move {self.nodes[index].number}: {_value_in_words(value, data.edge)}."
            for index, value in enumerate(data.values)
            if value is not None and (index % step == 0 or index == len(data.values) - 1)
        ]
        mistakes = [line for each in self.largest_mistakes() for line in self.describe_mistake(each)]
        return [f"{data.title}.", *lines, *mistakes] if lines else [_NO_GRAPH]


def _value_in_words(value: float, edge: float) -> str:
    if edge < 1:
        return f"Black's win rate {format_percent(value + 0.5)}"
    return f"{Color(value < 0)} leads by {abs(value):.1f}"


def nodes_with_positions(line: Iterable[Node]) -> list[Node]:
    """Return the nodes of a line before its first move that cannot be executed, or all if there is none."""
    nodes: list[Node] = []
    with suppress(UserError):
        for node in line:
            _ = node.position
            nodes.append(node)
    return nodes


def position_changing_nodes(line: Iterable[Node]) -> list[Node]:
    """Return the first node of a line and those that change the position, as `nodes_with_positions`."""
    nodes: list[Node] = []
    for node in nodes_with_positions(line):
        if not nodes or node.position is not nodes[-1].position:
            nodes.append(node)
    return nodes


def list_mistakes(mode: Mode, is_all: bool) -> None:
    """List the mistakes of the current game so far, `is_all` also those that missed a point again."""
    game = mode.app.required_game
    reader = game.person_color if len(game.players) == 1 else None

    def show(analysis: LineAnalysis) -> None:
        mode.app.emit("page", *analysis.mistake_page(is_all, _REVIEW_HINT, reader))

    analyze_up_to(mode, game.node, show)


def analyze_up_to(mode: Mode, last: Node, show: Callable[[LineAnalysis], None]) -> None:
    """Analyze a game up to a node; then continue with `show`."""
    analysis = LineAnalysis(mode.app.analysts, last.path())
    if len(analysis.nodes) < 2:
        raise UserError("no move has been made yet")
    analysis.complete(mode, show)
