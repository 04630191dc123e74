"""The phase in which a game is reviewed, and the text and marks for its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from gnugo_py.app.advice import Question, ask_adviser
from gnugo_py.app.context import Context
from gnugo_py.app.events import PointMarks
from gnugo_py.app.mistakes import WinRateGraph, analyze_positions, format_graph, mistake_report
from gnugo_py.app.phases.base import EngineTask, EngineTaskPhase, Phase, ReviewState, confirm_unsaved
from gnugo_py.app.phases.lesson import start_lessons
from gnugo_py.app.review_commands import REVIEW_ALIASES, REVIEW_COMMANDS, review_help
from gnugo_py.core.position import Position
from gnugo_py.core.text import display_width
from gnugo_py.core.types import Color, Play, Point, UserError
from gnugo_py.engines.engine import Decision
from gnugo_py.play.game_tree import (
    GameNode,
    Review,
    TreeCursor,
    format_node_move,
    path_to,
    reachable_nodes,
    variation_index,
)
from gnugo_py.play.session import Session

MAX_VARIATIONS_SHOWN, MAX_COMMENT_SHOWN = 9, 300


def describe_node(
    review: Review, reader: TreeCursor, position: Position
) -> tuple[tuple[str, ...], PointMarks]:
    """Return the text for the current node, and the marks to draw over the board.

    reader   -- the cursor on the node.
    position -- the position of the node.
    """
    node = reader.node
    signs = {**_numbers(node), **dict(node.markup)}
    marks = tuple(
        (review.game.row_and_column(point, position), _one_cell(sign)) for point, sign in signs.items()
    )
    ways = _variation_list(review, node)
    title = (node.title,) if node.title else ()
    return (_headline(review, reader, position), *ways, *title, *_comment(node)), marks


def _headline(review: Review, reader: TreeCursor, position: Position) -> str:
    """Return the number of the move, the move, and the variation that it begins."""
    node, parent = reader.node, reader.node.parent
    words = f"move {node.number} of {reader.last.number}"
    if moves := format_node_move(review, node):
        words += f": {position.last_color} {moves}"
    if parent is not None and len(parent.children) > 1:
        words += f" (variation {variation_index(node) + 1} of {len(parent.children)})"
    return words


def _variation_list(review: Review, node: GameNode) -> list[str]:
    """Return a line that lists the variations after a node, if there are several."""
    ways = node.children
    if len(ways) < 2:
        return []
    named = [f"{number} {format_node_move(review, way) or 'no move'}" for number, way in enumerate(ways, 1)]
    more = ", ..." if len(ways) > MAX_VARIATIONS_SHOWN else ""
    return [
        f"{len(ways)} variations: {', '.join(named[:MAX_VARIATIONS_SHOWN])}{more};"
        " type variation N to enter one."
    ]


def _comment(node: GameNode) -> tuple[str, ...]:
    """Return the comment of a node, shortened if it is long."""
    comment = node.comment
    whole = "\n".join(comment)
    if len(whole) <= MAX_COMMENT_SHOWN:
        return comment
    return (*f"{whole[:MAX_COMMENT_SHOWN]} ...".splitlines(), "(type why for the full comment)")


def _numbers(node: GameNode) -> dict[Point, str]:
    """Return the numbers of the variations after a node, by the points of their moves."""
    ways, result = node.children, dict[Point, str]()
    for number, way in enumerate(ways[:MAX_VARIATIONS_SHOWN] if len(ways) > 1 else (), 1):
        with suppress(UserError):
            move = way.position.last_move
            if isinstance(move, Play) and len(move.points) == 1 and move.points[0] >= 0:
                result.setdefault(move.points[0], str(number))
    return result


def _one_cell(sign: str) -> str:
    """Return the first character of a sign, or a question mark if it does not fill one cell of a terminal."""
    return sign[:1] if sign[:1].isprintable() and display_width(sign[:1]) == 1 else "?"


WIN_RATE_LEVEL = 3
"""The search level that estimates the win rates."""
NO_SUCH_NODE_MESSAGE = "there is nothing more in that direction."


class ReviewPhase(Phase):
    """The review of a game.

    review -- the game.
    start  -- returns the phase that plays a session started from a node.
    before -- the phase to return to after the review.
    """

    def __init__(
        self, context: Context, review: Review, start: Callable[[Session], Phase], before: Phase
    ) -> None:
        self._context, self._start, self._before = context, start, before
        self.review = review
        self._reader = TreeCursor(review.current_node)
        self._graph_data = WinRateGraph((), ())

    @property
    def node(self) -> GameNode:
        """The current node."""
        return self._reader.node

    @property
    def review_state(self) -> ReviewState:
        """The state of the review."""
        line = self._reader.line
        is_same = self._graph_data.line == tuple(line)
        return ReviewState(self.review, self.node, line, self._graph_data.win_rates if is_same else ())

    def handle_line(self, line: str) -> Phase:
        """Handle a command, or a move that a child of the node begins with."""
        name, _, rest = line.lower().partition(" ")
        name, rest = REVIEW_ALIASES.get(name, name), line.partition(" ")[2].strip()
        word = next((each for each in REVIEW_COMMANDS if each.name == name), None)
        if not line:
            return self
        if word is None and (way := self._child_by_move(line)) is not None:
            return self.at(way)
        if word is None:
            return self._refuse(f"{line.split()[0][:20]!r} is not a review command; type help for a list.")
        if rest and not word.argument:
            return self._refuse(f"{word.name} takes no argument.")
        actions: Mapping[str, Callable[[str], Phase]] = {
            "next": lambda rest: self._step(rest, self._reader.iter_line()),
            "back": lambda rest: self._step(rest, iter(path_to(self.node)[::-1])),
            "start": lambda _: self.at(self.review.root),
            "end": lambda _: self._end(),
            "goto": self._goto,
            "variation": self._variation,
            "why": self._why,
            "hint": self._hint,
            "score": self._score,
            "influence": self._influence,
            "graph": self._graph,
            "lessons": self._lessons,
            "learn": lambda rest: start_lessons(self._context, rest, self),
            "play": self._play,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        return actions[word.name](rest)

    def at(self, node: GameNode) -> Phase:
        """Go to a node and show it; stay if its position cannot be reached."""
        try:
            position = node.position
        except UserError as error:
            return self._refuse(f"the next move in the file is illegal: {error}.")
        self._reader.go(node)
        self._show(position)
        return self

    def show(self) -> Phase:
        """Show the title of the game and the current node."""
        self._context.emit("news", self.review.title, *self.review.info_lines)
        return self.at(self.node)

    def _child_by_move(self, line: str) -> GameNode | None:
        """Return the child of the node that begins with a move, or None."""
        ways = self.node.children
        return next((way for way in ways if format_node_move(self.review, way).lower() == line.lower()), None)

    def _show(self, position: Position) -> None:
        game = self.review.game
        self.prompt = f"move {self.node.number} of {self._reader.last.number}; next, back, help or quit:"
        self._context.diagram = position.diagram()
        lines, marks = describe_node(self.review, self._reader, position)
        self._context.emit(
            "moment", *lines, *game.status_lines(position), diagram=self._context.diagram, marks=marks
        )

    def _step(self, rest: str, way: Iterator[GameNode]) -> Phase:
        """Go a number of nodes along a path, or to the next capture or comment on it.

        rest -- the number, `capture`, `comment`, or empty for one node.
        way  -- the path, from the current node.
        """
        next(way)
        if rest in ("capture", "comment"):
            return self._seek(way, self._takes if rest == "capture" else lambda node: bool(node.comment))
        if rest and not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6 and int(rest)):
            return self._refuse("next and back take a number of moves, capture or comment.")
        target = None
        for _, node in zip(range(int(rest or 1)), way, strict=False):
            target = node
        return self._refuse(NO_SUCH_NODE_MESSAGE) if target is None else self.at(target)

    def _end(self) -> Phase:
        """Go to the last node of the line that can be reached."""
        last = self.node
        for node in self._reader.iter_line():
            try:
                _ = node.position
            except UserError as error:
                self._refuse(f"the next move in the file is illegal: {error}.")
                break
            last = node
        return self.at(last)

    def _seek(self, way: Iterator[GameNode], fits: Callable[[GameNode], bool]) -> Phase:
        """Go to the first node of a path that satisfies a condition."""
        try:
            node = next((node for node in way if fits(node)), None)
        except UserError as error:
            return self._refuse(f"the next move in the file is illegal: {error}.")
        return self._refuse(NO_SUCH_NODE_MESSAGE) if node is None else self.at(node)

    def _takes(self, node: GameNode) -> bool:
        """Return whether the move of a node captured stones."""
        return bool(self.review.game.marks(node.position).captured)

    def _goto(self, rest: str) -> Phase:
        line = self._reader.line
        is_number = rest.isascii() and rest.isdigit() and len(rest) < 7
        node = next((node for node in line if is_number and node.number >= int(rest)), None)
        if node is None:
            return self._refuse(f"type goto N with a move number from 0 to {line[-1].number}.")
        return self.at(node)

    def _variation(self, rest: str) -> Phase:
        """Go to a variation by its number, or to the `next` or `previous` sibling of the node."""
        ways = self.node.children
        if rest in ("next", "previous"):
            return self._sibling_variation(1 if rest == "next" else -1)
        if rest.isascii() and rest.isdigit() and len(rest) < 6 and 0 < int(rest) <= len(ways):
            return self.at(ways[int(rest) - 1])
        if len(ways) < 2:
            return self._refuse("there are no variations here.")
        return self._refuse(f"type variation N with a number from 1 to {len(ways)}.")

    def _sibling_variation(self, step: int) -> Phase:
        """Go to a sibling of the node, `step` variations further; after the last comes the first."""
        parent = self.node.parent
        if parent is None or len(parent.children) < 2:
            return self._refuse("there is no other variation of this move.")
        return self.at(parent.children[(variation_index(self.node) + step) % len(parent.children)])

    def _why(self, _: str) -> Phase:
        """Show the comment of the node or, if there is none, what an engine would have played."""
        node = self.node
        if node.comment:
            self._context.emit("page", *node.comment)
            return self
        if node.parent is None:
            return self._refuse("this is the start of the game; there is no move to explain.")
        question = Question(self.review.game, node.parent.position, "would have played")
        return ask_adviser(self._context, question, "", self, lambda: self)

    def _hint(self, rest: str) -> Phase:
        return ask_adviser(
            self._context, Question(self.review.game, self.node.position), rest, self, lambda: self
        )

    def _score(self, _: str) -> Phase:
        self._context.estimate(self.review.game, self.node.position)
        return self

    def _influence(self, _: str) -> Phase:
        """Show who is likely to own each point, in games with a count."""
        if not self._context.influence(self.review.game, self.node.position):
            return self._refuse(f"the command influence is not available in {self.review.game.name}.")
        return self

    def _graph(self, _: str) -> Phase:
        """Analyze the win rates along the whole line, and show them."""
        adviser = self._context.services.adviser(self.review.game, WIN_RATE_LEVEL)
        if adviser is None:
            return self._refuse(f"there is no engine that can analyze {self.review.game.name}.")
        line, result = reachable_nodes(self._reader.line), list[float | None]()

        def think() -> Decision[Any]:
            return analyze_positions(adviser, [node.position for node in line], result)

        def done(known: int) -> Phase:
            self._graph_data = WinRateGraph(tuple(line), tuple(result[:known]))
            self._context.emit(
                "news", *format_graph(self._graph_data, lambda node: format_node_move(self.review, node))
            )
            return self

        def so_far() -> str:
            return f"move {len(result)} of {len(line) - 1}"

        task = EngineTask(
            adviser, think, lambda _: done(len(result)), lambda _: done(max(len(result) - 1, 0)), so_far
        )
        return EngineTaskPhase(task, self)

    def _lessons(self, _: str) -> Phase:
        """Show the mistakes along the current line."""
        line = self._reader.line
        known: list[str] = []
        with suppress(UserError):  # without the lessons, the report names none
            course = self._context.services.lessons()
            known = [each.name for each in course.lessons] if course is not None else []
        report = mistake_report(
            self.review.game, line, self._graph_data if self.review_state.win_rates else None, known
        )
        self._context.emit("page", *report)
        return self

    def resume(self) -> Phase:
        """Show the current node again."""
        return self.at(self.node)

    def _play(self, _: str) -> Phase:
        """Start a new game from the current node; the game before stays as it is."""

        def act() -> Phase:
            try:
                session = self.review.start_session(self.node)
            except UserError as error:
                return self._refuse(f"{error}.")
            player_lines = (f"{color}: {_name(session, color)}" for color in Color)
            self._context.emit(
                "news", f"A new game from move {self.node.number}.  {', '.join(player_lines)}."
            )
            return self._start(session)

        return confirm_unsaved(self._context, act, self)

    def _save(self, rest: str) -> Phase:
        if not rest:
            return self._refuse("save needs a name: type save NAME.")
        self._context.emit("news", self.review.save(rest))
        return self

    def _help(self, _: str) -> Phase:
        self._context.emit("page", *review_help())
        return self

    def _quit(self, _: str) -> Phase:
        if self._context.session is not None and not self._before.is_over:
            self._context.emit("choice", "Back to the game.")
            self._context.show()
        return self._before.resume()

    def _report_failure(self, reason: str) -> Phase:
        return self._refuse(f"{reason}.")

    def _refuse(self, reason: str) -> Phase:
        """Show why something was not done, and return this phase."""
        self._context.emit("refusal", reason)
        return self


def _name(session: Session, color: Color) -> str:
    """Return the name of the player of a color; "you" for a person."""
    player = session.players.get(color)
    return player.name if player is not None else "you"
