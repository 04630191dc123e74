"""The analysis of a game in review: graph, mistakes, and where they are in the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.analysis.game_analysis import BackgroundAnalysis
from gnugo_py.analysis.graph import LABEL_WIDTH, MARKS, draw_graph, label_lines, lead_scale, marks_below_graph
from gnugo_py.analysis.mistakes import (
    NO_MISTAKES,
    MoveLoss,
    describe_loss,
    largest_mistakes,
    mistakes_of,
    move_losses,
    summary_lines,
)
from gnugo_py.app.events import Standing
from gnugo_py.core.game import Game
from gnugo_py.core.types import Color
from gnugo_py.play.game_tree import GameNode, nodes_before_illegal_move

MAX_NODES_IN_BACKGROUND = 1000
"""Longer lines are analyzed only when a person asks for it."""
TEXT_GRAPH_WIDTH, SCREEN_GRAPH_WIDTH, _TEXT_GRAPH_HEIGHT, _PROGRESS_BAR_WIDTH = 60, 32, 11, 12
POINTS, WIN_RATE = "points", "win rate"


class GraphData(NamedTuple):
    """What a graph of a line shows.

    values   -- Black's lead in points, or Black's win rate minus one half, by the index of the position.
    edge     -- the value at the upper edge.
    labels   -- the labels of the upper and the lower edge and of the line between them.
    marks    -- the signs of mistakes, by index.
    cursor   -- the index of the current position.
    title    -- what the graph shows, and how far the analysis is.
    standing -- how the game stands at the current position, None before it is judged.
    """

    values: tuple[float | None, ...]
    edge: float
    labels: tuple[str, str, str]
    marks: dict[int, str]
    cursor: int
    title: str
    standing: Standing | None = None

    def draw(self, width: int, height: int, ascii_only: bool) -> list[str]:
        """Return the graph with title, labels and marks as `height` lines of at most `width` characters."""
        inner, rows = width - LABEL_WIDTH, height - 2
        if inner < 2 or rows < 1:
            return []
        lines = label_lines(draw_graph(self.values, self.edge, inner, rows, ascii_only), *self.labels)
        below = marks_below_graph(self.marks, len(self.values), inner, self.cursor)
        return [self.title, *lines, " " * LABEL_WIDTH + below]


class LineAnalysis:
    """The analysis of one line of a game in review.

    nodes      -- the nodes whose positions are judged; nodes without a move are left out.
    background -- the analysis of their positions.
    """

    def __init__(self, nodes: Sequence[GameNode], background: BackgroundAnalysis) -> None:
        self.nodes = tuple(nodes)
        self.background = background

    @property
    def losses(self) -> list[MoveLoss]:
        """What each move lost, as far as it is known.  Their numbers are indexes of `nodes`."""
        return move_losses(self.background.analysis)

    def largest_mistakes(self) -> list[MoveLoss]:
        """Return the largest mistakes of both colors, in the order of the game."""
        losses = self.losses
        chosen = [each for color in Color for each in largest_mistakes(losses, color)[0]]
        return sorted(chosen, key=lambda each: each.number)

    def describe(self, loss: MoveLoss, game: Game) -> str:
        """Return a mistake in one line, with the number of the move in the file."""
        before = self.background.analysis.positions[loss.number - 1]
        return describe_loss(self._with_file_number(loss), game, before)

    def mistake_lines(self, game: Game) -> list[str]:
        """Return the moves to look at, a line each, and a summary for each color."""
        lines = [self.describe(each, game) for each in self.largest_mistakes()]
        size = self.background.analysis.positions[0].size
        numbered = [self._with_file_number(each) for each in self.losses]
        return [*(lines or [NO_MISTAKES]), *summary_lines(numbered, size)]

    def _with_file_number(self, loss: MoveLoss) -> MoveLoss:
        """Return a loss with the number of its move in the file."""
        return loss._replace(number=self.nodes[loss.number].number)

    def index_of(self, node: GameNode) -> int:
        """Return the index of a node, or of the last one before it that is judged."""
        numbers = {id(each): index for index, each in enumerate(self.nodes)}
        at: GameNode | None = node
        while at is not None and id(at) not in numbers:
            at = at.parent
        return 0 if at is None else numbers[id(at)]

    def graph(self, node: GameNode, shown: str) -> GraphData:
        """Return the data of a graph.

        node  -- the current node.
        shown -- `POINTS` or `WIN_RATE`; games without points show the win rate in any case.
        """
        judgments = self.background.analysis.judgments
        leads = [None if each is None else each.score_lead for each in judgments]
        rates = [None if each is None else each.win_rate - 0.5 for each in judgments]
        has_points = shown == POINTS and any(lead is not None for lead in leads)
        edge = lead_scale(leads) if has_points else 0.5
        at = self.index_of(node)
        current = judgments[at]
        labels = (f"B+{edge:.0f}", f"W+{edge:.0f}", "0") if has_points else ("100%", "0%", "50%")
        return GraphData(
            values=tuple(leads if has_points else rates),
            edge=edge,
            labels=labels,
            marks={
                each.number: sign
                for each in mistakes_of(self.losses)
                if (sign := MARKS.get((each.kind or "", int(each.color)))) is not None
            },
            cursor=at,
            title=self._title("Black's lead in points" if has_points else "Black's win rate"),
            standing=None if current is None else Standing(current.score_lead, current.win_rate),
        )

    def _title(self, subject: str) -> str:
        """Return the title of a graph: what it shows, and how far the analysis is."""
        progress = self.background.progress
        if self.background.is_running:
            done = round(progress * _PROGRESS_BAR_WIDTH)
            return f"Analyzing [{'#' * done}{'-' * (_PROGRESS_BAR_WIDTH - done)}] {progress:.0%}"
        if self.background.error:
            return f"{subject} (failed)"
        return subject if progress >= 1 else f"{subject} ({progress:.0%})"

    def text_graph(self, node: GameNode, shown: str, game: Game, width: int) -> list[str]:
        """Return a graph in letters, `width` columns wide without labels, and the moves to look at."""
        data = self.graph(node, shown)
        if all(value is None for value in data.values):
            return ["This game could not be analyzed."]
        lines = data.draw(width + LABEL_WIDTH, _TEXT_GRAPH_HEIGHT + 2, ascii_only=True)
        moves = [
            f"{self.describe(each, game)}.  Type goto {self.nodes[each.number].number - 1}."
            for each in self.largest_mistakes()
        ]
        return [*lines, *moves]


def judged_nodes(line: Sequence[GameNode]) -> list[GameNode]:
    """Return the nodes of a line up to the first illegal move, without those that change nothing."""
    nodes: list[GameNode] = []
    for node in nodes_before_illegal_move(line):
        if not nodes or node.position is not nodes[-1].position:
            nodes.append(node)
    return nodes
