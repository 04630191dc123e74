"""The analysis of a game in review: graph, mistakes, and the moves that lost stones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from gnugo_py.app.mode import Mode
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.node import Node
from gnugo_py.study.game_analysis import BackgroundAnalysis
from gnugo_py.study.graph import (
    GRAPH_LABEL_WIDTH,
    GRAPH_MISTAKE_SIGNS,
    GraphData,
    LeadAndWinRate,
    lead_graph_scale,
)
from gnugo_py.study.mistakes import (
    POINTS_UNKNOWN_MESSAGE,
    MoveLoss,
    are_points_unknown,
    describe_listed,
    describe_mistake,
    doubtful_line,
    keep_mistakes_only,
    largest_mistakes_of_color,
    lesson_on_mistake,
    mistake_report_lines,
    move_losses,
    no_mistakes_message,
)

if TYPE_CHECKING:
    from gnugo_py.app.analysts import Analysts

MAX_NODES_ANALYZED_UNASKED = 1000
"""Lines with more nodes than this are analyzed only on request."""
_GRAPH_WIDTH, _NARROW_GRAPH_WIDTH, _TEXT_GRAPH_HEIGHT, _PROGRESS_BAR_WIDTH = 60, 32, 11, 12
_GRAPH_SENTENCES, _NO_GRAPH = 12, "This game could not be analyzed."
MISTAKES_USAGE = "type mistakes, or mistakes all."
POINTS_GRAPH, WIN_RATE_GRAPH = "points", "win rate"


class LineAnalysis:
    """The analysis of one line of a game in review.

    nodes      -- the nodes whose positions are judged; nodes without a move are left out.
    background -- the analysis of their positions.
    """

    def __init__(self, nodes: Sequence[Node], background: BackgroundAnalysis) -> None:
        self.nodes, self.background = tuple(nodes), background

    @property
    def losses(self) -> list[MoveLoss]:
        """The loss of each move, as far as it is known; the move numbers are indexes of `nodes`.

        The list is empty for a game that is not scored in points.
        """
        analysis = self.background.analysis
        return move_losses(analysis) if analysis.positions[0].game.has_count else []

    def mistakes_in_game_order(self) -> list[MoveLoss]:
        """Return the largest mistakes of both colors, in the order of the game."""
        losses = self.losses
        chosen = [each for color in Color for each in largest_mistakes_of_color(losses, color)[0]]
        return sorted(chosen, key=lambda each: each.number)

    def mistake_before(self, node: Node) -> MoveLoss | None:
        """Return the last of the largest mistakes in a position before a node; None if there is none."""
        here = self.index_at_or_before(node)
        return next((each for each in self.mistakes_in_game_order()[::-1] if each.number - 1 < here), None)

    def mistake_after(self, node: Node) -> MoveLoss | None:
        """Return the first of the largest mistakes in a position after a node; None if there is none."""
        here = self.index_at_or_before(node)
        return next((each for each in self.mistakes_in_game_order() if each.number - 1 > here), None)

    def describe_mistake(self, loss: MoveLoss) -> str:
        """Return a mistake in one line, with the number of the move in the file."""
        before = self.background.analysis.positions[loss.number - 1]
        return describe_mistake(self._with_file_number(loss), before)

    def mistake_lines(self, is_all: bool = False) -> list[str]:
        """Return the mistakes, one line each with the largest marked, and a summary for each color.

        is_all -- whether to list also the moves that were left out, each with the reason.
        """
        positions = self.background.analysis.positions
        listed = [each for each in self.losses if each.kind is not None or (is_all and each.is_doubtful)]
        numbered = [self._with_file_number(each) for each in self.losses]
        lines = [
            describe_listed(self._with_file_number(each), numbered, positions[each.number - 1])
            for each in listed
        ]
        notes = [f"{POINTS_UNKNOWN_MESSAGE.capitalize()}."] if are_points_unknown(numbered) else []
        doubtful = doubtful_line(numbered)
        more = [f"{doubtful}; mistakes all lists them."] if doubtful and not is_all else []
        return [
            *notes,
            *(lines or [no_mistakes_message(numbered)]),
            *more,
            *mistake_report_lines(numbered, positions[0].size),
            *self._lesson_lines(),
        ]

    def _lesson_lines(self) -> list[str]:
        """Return a line with the lessons on the mistakes; empty if there are none."""
        positions = (*self.background.analysis.positions, None)
        numbers: dict[str, list[str]] = {}
        for loss in keep_mistakes_only(self.losses):
            before, after = positions[loss.number - 1 : loss.number + 1]
            assert before is not None
            assert after is not None
            lesson = lesson_on_mistake(before, after, positions[loss.number + 1])
            if lesson:
                numbers.setdefault(lesson, []).append(str(self.nodes[loss.number].number))
        links = [f"learn {lesson} (move {', '.join(moves)})" for lesson, moves in numbers.items()]
        return [f"Lessons on these mistakes: {'; '.join(links)}."] if links else []

    def _with_file_number(self, loss: MoveLoss) -> MoveLoss:
        """Return a loss with the number of its move in the file."""
        return loss._replace(number=self.nodes[loss.number].number)

    def index_at_or_before(self, node: Node) -> int:
        """Return the index of a node or, if it is not judged, of the last judged node before it."""
        indexes = {each: index for index, each in enumerate(self.nodes)}
        at: Node | None = node
        while at is not None and at not in indexes:
            at = at.parent
        return 0 if at is None else indexes[at]

    def graph_data(self, node: Node, shown: str) -> GraphData:
        """Return the data of a graph.

        node  -- the current node.
        shown -- `POINTS_GRAPH` or `WIN_RATE_GRAPH`; games without points always show the win rate.
        """
        judgments = self.background.analysis.judgments
        leads = [None if each is None else each.score_lead for each in judgments]
        rates = [None if each is None else each.win_rate - 0.5 for each in judgments]
        has_points = shown == POINTS_GRAPH and any(lead is not None for lead in leads)
        edge = lead_graph_scale(leads) if has_points else 0.5
        at = self.index_at_or_before(node)
        current = judgments[at]
        labels = (f"B+{edge:.0f}", f"W+{edge:.0f}", "0") if has_points else ("100%", "0%", "50%")
        return GraphData(
            values=tuple(leads if has_points else rates),
            edge=edge,
            labels=labels,
            marks={
                each.number: sign
                for each in keep_mistakes_only(self.losses)
                if (sign := GRAPH_MISTAKE_SIGNS.get((each.kind or "", int(each.color)))) is not None
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
            return f"Analyzing [{'#' * done}{'-' * (_PROGRESS_BAR_WIDTH - done)}] {progress:.0%}"
        if self.background.error:
            return f"{subject} (failed)"
        return subject if progress >= 1 else f"{subject} ({progress:.0%})"

    def text_graph(self, node: Node, shown: str, is_narrow: bool) -> list[str]:
        """Return a graph in ASCII, and the largest mistakes; see `graph_data`."""
        width = _NARROW_GRAPH_WIDTH if is_narrow else _GRAPH_WIDTH
        data = self.graph_data(node, shown)
        if all(value is None for value in data.values):
            return [_NO_GRAPH]
        lines = data.draw(width + GRAPH_LABEL_WIDTH, _TEXT_GRAPH_HEIGHT + 2, ascii_only=True)
        moves = [
            f"{self.describe_mistake(each)}.  Type goto {self.nodes[each.number].number - 1}."
            for each in self.mistakes_in_game_order()
        ]
        return [*lines, *moves]

    def graph_in_words(self, shown: str) -> list[str]:
        """Return the values of a graph at some of the moves, and the largest mistakes; see `graph_data`."""
        data = self.graph_data(self.nodes[-1], shown)
        step = max(len(data.values) // _GRAPH_SENTENCES, 1)
        lines = [
            f"Move {self.nodes[index].number}: {_value_in_words(value, data.edge)}."
            for index, value in enumerate(data.values)
            if value is not None and (index % step == 0 or index == len(data.values) - 1)
        ]
        mistakes = [f"{self.describe_mistake(each)}." for each in self.mistakes_in_game_order()]
        return [f"{data.title}.", *lines, *mistakes] if lines else [_NO_GRAPH]


def _value_in_words(value: float, edge: float) -> str:
    """Return a value of a graph; shares of less than 1 are win rates minus one half."""
    if edge < 1:
        return f"Black's win rate {value + 0.5:.0%}"
    return f"{Color(value < 0)} leads by {abs(value):.1f}"


def line_analysis(analysts: Analysts, nodes: Sequence[Node]) -> LineAnalysis:
    """Return the analysis of nodes, started or not.  Raise UserError if no engine can analyze the game."""
    return LineAnalysis(nodes, analysts.background_analysis([node.position for node in nodes]))


def with_complete_analysis(mode: Mode, analysis: LineAnalysis, show: Callable[[], object]) -> None:
    """Complete an analysis as a task of a mode, then show something; the mode refuses if that fails."""
    background = analysis.background
    if background.analysis.is_complete:
        show()
    else:
        mode.ask(background, background.finish, lambda _: show())


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
