"""What all phases share: the game that is played, its steps, the events, and the services of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from gnugo_py.app.events import AppEvent, AppEventKind, BoardMarks, LeadAndWinRate
from gnugo_py.app.services import Services
from gnugo_py.app.view import View
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position, dead_stones
from gnugo_py.core.types import Color, IllegalMove, Move, Outcome, Play, Point, Resign
from gnugo_py.engines.analysis import Analysis, describe_lead, values_for_black
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.record import engine_moves
from gnugo_py.record.clock import Stopwatch, TimeLeft
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import CountProgress, OpenedGame, is_start

if TYPE_CHECKING:
    from gnugo_py.storage.review_file import ReviewFile


class HintedMove(NamedTuple):
    """A move that a hint has shown for a position."""

    position: Position
    move: Move


class PhaseContext:
    """The state that the phases share.

    services -- what the games of this run share.
    own_game -- the kind of game until one has started; from then on, that of the current game.

    cursor    -- the place in the tree of the current game, None before a game has started.
    players   -- its engines, by color; a color without an engine is played by a person.
    stopwatch -- the thinking time of the player to move.
    count_progress -- the progress of the count, None during play.
    has_setup -- whether a person set up the start; if so, the game is saved even before the first move.
    diagram -- the board to show, None if there is none yet.
    hinted_move -- the move that Return plays, None if there is none; cleared when a line is entered.
    resignation_declined -- whether the person has declined a resignation in this game.
    review_file -- where the changes of the last review are saved, None if none has changed a game.
    """

    def __init__(self, services: Services, own_game: Game) -> None:
        self.services, self._own_game = services, own_game
        self.cursor: Cursor | None = None
        self.players: dict[Color, Engine] = {}
        self.stopwatch = Stopwatch()
        self.count_progress: CountProgress | None = None
        self.has_setup = False
        self.diagram: Diagram | None = None
        self.resignation_declined = False
        self.hinted_move: HintedMove | None = None
        self.review_file: ReviewFile | None = None
        self._events: list[AppEvent] = []

    def begin(self, opened: OpenedGame) -> None:
        """Continue with another game, at its current node."""
        self.cursor = Cursor(opened.tree, opened.tree.current)
        self.players = dict(opened.players)
        self.stopwatch = Stopwatch()
        self.count_progress, self.has_setup = opened.count_progress, opened.has_setup
        self.resignation_declined = False

    @property
    def required_cursor(self) -> Cursor:
        """The place in the tree of the current game; there must be one."""
        assert self.cursor is not None, "no game has started"
        return self.cursor

    @property
    def position(self) -> Position:
        """The current position; a game must have started."""
        return self.required_cursor.position

    @property
    def game(self) -> Game:
        """The game that is being played or set up."""
        return self._own_game if self.cursor is None else self.cursor.tree.game

    @property
    def engine_to_move(self) -> Engine | None:
        """The engine to move, or None for a person."""
        return self.players.get(self.position.to_move)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the current game, None while it is unknown."""
        if self.cursor is None:
            return None
        return self.position.outcome_without_count or self._result

    @property
    def is_game_over(self) -> bool:
        """Whether the current game has ended: by its moves, by a resignation, on time or by its count."""
        return self.cursor is not None and (self.position.is_over or self._result is not None)

    @property
    def _result(self) -> Outcome | None:
        """The result that the root of the tree names; the end of a long main line is not looked for."""
        tree = self.required_cursor.tree
        return tree.result if "RE" in tree.root.properties else None

    @property
    def has_content(self) -> bool:
        """Whether there is anything to save: a move, a count, an outcome, or a position that was set up."""
        if self.cursor is None:
            return False
        has_moves = bool(self.cursor.tree.root.children)
        return has_moves or self.has_setup or self.count_progress is not None or self.outcome is not None

    def time_left(self, color: Color) -> TimeLeft | None:
        """Return the time that a color has left now, None without a clock.

        The time that the color to move has used since the last move is subtracted.
        """
        assert self.cursor is not None
        control, left = self.cursor.tree.clock, self.cursor.node.time_left(color)
        if control is None or left is None or color is not self.position.to_move or self.outcome is not None:
            return left
        return control.during_move(left, self.stopwatch.elapsed_seconds)

    @property
    def is_time_over(self) -> bool:
        """Whether the color to move has used all its time."""
        if self.cursor is None or self.is_game_over:
            return False
        control, left = self.cursor.tree.clock, self.cursor.node.time_left(self.position.to_move)
        if control is None or left is None:
            return False
        return self.stopwatch.elapsed_seconds > control.seconds_left(left)

    def game_view(self) -> View:
        """Return the view of the current game, without a prompt."""
        cursor = self.cursor
        control = None if cursor is None else cursor.tree.clock
        times = () if control is None else [self.time_left(color) for color in Color]
        return View(
            prompt="",
            escape_line="",
            game=self.game,
            position=None if cursor is None else cursor.position,
            diagram=self.diagram,
            cursor=cursor,
            players=self.players,
            times=tuple(control.format_time_left(left) for left in times if control and left),
            is_game_over=self.is_game_over,
            runs_clock=control is not None,
            is_engine_match=self.is_engine_match,
            save_error=self.save_error,
        )

    @property
    def is_engine_match(self) -> bool:
        """Whether engines play both colors."""
        return len(self.players) == len(Color)

    @property
    def save_error(self) -> str:
        """The reason why the game cannot be saved; empty if it is saved, or if there is nothing to save."""
        return self.services.autosave.error if self.has_content else ""

    def emit(
        self,
        kind: AppEventKind,
        *lines: str,
        diagram: Diagram | None = None,
        marks: BoardMarks = (),
        standing: LeadAndWinRate | None = None,
    ) -> None:
        """Add an event, unless it has neither lines nor a diagram."""
        if lines or diagram:
            self._events.append(AppEvent(kind, lines, diagram, marks, standing))

    def explain(
        self,
        lines: tuple[str, ...],
        position: Position,
        player: Engine,
        decision: Decision[Any] | None,
    ) -> None:
        """Show a decision: the reasons as text, and marks over the board of the position."""
        overlay = player.decision_marks(position, decision) if decision is not None else ()
        marks = tuple((row_and_column(point, position.size), sign) for point, sign in overlay)
        self.emit("why", *lines, diagram=position.diagram(), marks=marks)

    def show_score(self, position: Position, judged: Analysis | None) -> None:
        """Show an estimate with the likely owner of each point or, without an estimate, the score."""
        if judged is not None:
            self._emit_ownership(position, judged, f"{describe_lead(judged, position.to_move)}.")
            return
        dead = dead_stones(position)
        lines, settled = position.score_lines(dead), position.score_diagram(dead)
        if settled is None:
            self.emit("news", *lines)
            return
        diagram = position.diagram()
        marks = tuple(
            ((row, column), sign)
            for row, line in enumerate(settled.rows)
            for column, sign in enumerate(line)
            if sign != diagram.rows[row][column]
        )
        self.emit("estimate", *lines, diagram=diagram, marks=marks)

    def show_influence(self, position: Position, judged: Analysis) -> None:
        """Show on the board who is likely to own each point."""
        shares = [share for _, share in judged.ownership]
        black, white = (sum(1 for share in shares if sign * share > _LEANING) for sign in (1, -1))
        areas = (
            f"Black is likely to own {black} points and White {white};"
            f" {len(shares) - black - white} are open."
        )
        self._emit_ownership(position, judged, areas)

    def _emit_ownership(self, position: Position, judged: Analysis, sentence: str) -> None:
        """Show a sentence about an estimate, and the likely owner of each point."""
        marks = ownership_marks(position, dict(judged.ownership))
        self.emit(
            "estimate",
            sentence,
            *([_OWNERSHIP_LEGEND] if marks else []),
            diagram=position.diagram(),
            marks=marks,
            standing=LeadAndWinRate(*values_for_black(judged, position.to_move)),
        )

    def take_events(self) -> list[AppEvent]:
        """Return the events since the last call, and clear them."""
        while self.services.problems:
            self.emit("trouble", f"{self.services.problems.pop(0)}.")
        events, self._events = self._events, []
        return events

    def show_partial_move(self, position: Position, chosen: tuple[Point, ...]) -> None:
        """Show the first points of a move, and mark those that may come next."""
        self.diagram = position.partial_move_diagram(chosen)
        marks = tuple((row_and_column(point, position.size), "+") for point in position.next_points(chosen))
        written = position.format_move(Play(chosen))
        text = f"{written}: + marks the points that can come next."
        self.emit("choice", text, diagram=self.diagram, marks=marks)

    def show_board(self, *news: str) -> None:
        """Show some notices, then the current board."""
        self.diagram = self.position.diagram()
        self.emit("news", *news)
        self.emit("board", *self.position.status_lines(self.is_game_over), diagram=self.diagram)

    def save_game(self) -> None:
        """Save the current game, if there is anything to save; report errors."""
        if self.has_content:
            self.report_save(self.services.autosave.write(self.tree_to_save()))

    def save_game_as(self, name: str | None) -> str:
        """Save the current game, and return a message about the result.

        name -- as in `Autosave.save_as`.
        """
        return self.services.autosave.save_as(self.tree_to_save(), name)

    def tree_to_save(self) -> Tree:
        """Return the tree of the current game, in which the current node and the count are noted."""
        tree, progress = self.required_cursor.tree, self.count_progress
        tree.current = self.required_cursor.node
        tree.set_private("settling", None if progress is None else progress.to_json())
        return tree

    def report_unsaved_result(self, problem: str) -> None:
        """Report once why results of lessons or of training cannot be saved; do nothing if they can."""
        if problem and problem != self.services.unsaved_result:
            self.emit("trouble", f"The result is not saved: {problem}.")
        self.services.unsaved_result = problem or self.services.unsaved_result

    def report_save(self, news: str) -> None:
        """Report a message about saving, unless it is empty."""
        self.emit("trouble" if self.save_error else "news", *([news] if news else []))


_SURE, _LEANING = 0.7, 0.25
"""The minimum ownership at which a point is marked as owned by a color, and as leaning toward a color."""
_OWNERSHIP_LEGEND = "B W: points of Black and White; b w: leaning toward them; x o: stones likely to be lost."


def ownership_marks(position: Position, ownership: Mapping[Point, float]) -> BoardMarks:
    """Return the marks for the likely owner of each point, in three strengths: sure, leaning, and no mark.

    ownership -- a value for each point, from 1 (Black's) to -1 (White's).
    """
    cells, marks = position.cells(), []
    for point, share in ownership.items():
        if sign := _ownership_mark(cells.get(point, "-"), share):
            marks.append((row_and_column(point, position.size), sign))
    return tuple(marks)


def _ownership_mark(sign: str, share: float) -> str:
    """Return the mark to draw on a point, or an empty string if it is open or holds a living stone.

    sign  -- the sign of the point in the diagram.
    share -- its ownership.
    """
    if sign in "XO":
        return sign.lower() if (share if sign == "O" else -share) > _LEANING else ""
    if abs(share) < _LEANING:
        return ""
    mark = "B" if share > 0 else "W"
    return mark if abs(share) >= _SURE else mark.lower()


def play(context: PhaseContext, move: Move) -> None:
    """Play a person's move.

    Raise IllegalMove, with the reason, and change nothing if the move is illegal or a resignation.
    """
    refusal = "the game is over" if context.is_game_over else context.position.why_illegal(move)
    if refusal is not None:
        raise IllegalMove(refusal)
    _note_move(context, context.required_cursor.play(move))


def choose_move(context: PhaseContext) -> Decision[Any]:
    """Return the decision of the engine to move, without playing it.

    Raise EngineError if the engine cannot choose a move.
    """
    player = context.engine_to_move
    assert player is not None, "a person is to move"
    return engine_moves.choose_move(context.required_cursor.node, player)


def play_decision(context: PhaseContext, decision: Decision[Any]) -> None:
    """Play the move that the engine to move chose, which must not be a resignation."""
    player = context.engine_to_move
    assert player is not None, "a person is to move"
    assert not isinstance(decision.move, Resign)
    _note_move(context, engine_moves.play_decision(context.required_cursor, player, decision))


def _note_move(context: PhaseContext, node: Node) -> None:
    """Note the time that a move took, and the outcome after it; the time of the next player begins."""
    engine_moves.take_time(node, context.stopwatch.reset())
    context.count_progress = None
    context.required_cursor.tree.result = node.position.outcome_without_count


def end_game(context: PhaseContext, outcome: Outcome) -> None:
    """End the game with an outcome; moves that were taken back there become a variation."""
    engine_moves.end_game(context.required_cursor, outcome)


def set_player(context: PhaseContext, color: Color, player: Engine) -> None:
    """Replace the player of a color with an engine, which starts without memory."""
    context.players[color] = player
    engine_moves.set_player(context.required_cursor.tree, color, player)


def take_back(context: PhaseContext) -> bool:
    """Go back to the previous position in which a person is to move. Return False if there is none.

    After a resignation, the current position also qualifies: if a person is to move, only the resignation is
    taken back. Setup during the game is not taken back.
    """
    cursor, outcome = context.required_cursor, context.required_cursor.tree.result
    if outcome is not None and outcome.reason == "resignation" and context.engine_to_move is None:
        _go_to(context, cursor.node)
        return True
    return _go_to_first(context, _before_moves(cursor.node))


def restore(context: PhaseContext) -> bool:
    """Go forward to the next position in which a person is to move. Return False if there is none."""
    later = islice(context.required_cursor.node.line(), 1, None)
    return _go_to_first(context, (node for node in later if node.has_move))


def _before_moves(node: Node) -> Iterator[Node]:
    """Yield the nodes before the moves that led to a node, the last move first; stop at a setup."""
    for after, before in pairwise(reversed(node.path())):
        if is_start(after):
            return
        if after.has_move:
            yield before


def _go_to_first(context: PhaseContext, nodes: Iterator[Node]) -> bool:
    """Go to the first of some nodes at which a person is to move; return whether there is one."""
    for node in nodes:
        if node.position.to_move not in context.players:
            _go_to(context, node)
            return True
    return False


def _go_to(context: PhaseContext, node: Node) -> None:
    """Go to a node, and clear the outcome and the count."""
    context.required_cursor.go_to(node)
    context.stopwatch.reset()
    context.required_cursor.tree.result = context.count_progress = None
