"""What all phases share: the current session, the events, and the services of the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gnugo_py.app.events import AppEvent, AppEventKind, BoardMarks, LeadAndWinRate
from gnugo_py.app.services import Services
from gnugo_py.app.view import View
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position, dead_stones
from gnugo_py.core.types import Estimate, Move, Point
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.play.session import Session


class HintedMove(NamedTuple):
    """A move that a hint has shown for a position."""

    position: Position
    move: Move


class PhaseContext:
    """The state that the phases share.

    services -- what the games of this run share.
    own_game -- the game until there is a session; from then on, the game of the session is used.

    session -- the current session, None before a game has started.
    diagram -- the board to show, None if there is none yet.
    hinted_move -- the move that Return plays, None if there is none; cleared when a line is entered.
    resignation_declined -- whether the person has declined a resignation in this game.
    """

    def __init__(self, services: Services, own_game: Game) -> None:
        self.services, self._own_game = services, own_game
        self.session: Session | None = None
        self.diagram: Diagram | None = None
        self.resignation_declined = False
        self.hinted_move: HintedMove | None = None
        self._events: list[AppEvent] = []

    @property
    def required_session(self) -> Session:
        """The session; there must be one."""
        assert self.session is not None, "no game has started"
        return self.session

    @property
    def game(self) -> Game:
        """The game that is being played or set up."""
        return self._own_game if self.session is None else self.session.game

    def session_view(self) -> View:
        """Return the view of the session, without a prompt."""
        session = self.session
        return View(
            prompt="",
            escape_line="",
            game=self.game,
            position=None if session is None else session.position,
            diagram=self.diagram,
            session=session,
            runs_clock=session is not None and session.time_control is not None,
            is_engine_match=self.is_engine_match,
            save_error=self.save_error,
        )

    @property
    def is_engine_match(self) -> bool:
        """Whether engines play both colors."""
        return self.session is not None and len(self.session.players) == 2

    @property
    def save_error(self) -> str:
        """The reason why the game cannot be saved; empty if it is saved, or if there is nothing to save."""
        return self.services.autosave.error if self.session is not None and self.session.has_content else ""

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

    def show_score(self, position: Position, judged: Estimate | None) -> None:
        """Show an estimate with the likely owner of each point or, without an estimate, the score."""
        if judged is not None:
            self._emit_ownership(position, judged, f"{judged.sentence}.")
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

    def show_influence(self, position: Position, judged: Estimate) -> None:
        """Show on the board who is likely to own each point."""
        shares = judged.ownership.values()
        black, white = (sum(1 for share in shares if sign * share > _LEANING) for sign in (1, -1))
        areas = (
            f"Black is likely to own {black} points and White {white};"
            f" {len(shares) - black - white} are open."
        )
        self._emit_ownership(position, judged, areas)

    def _emit_ownership(self, position: Position, judged: Estimate, sentence: str) -> None:
        """Show a sentence about an estimate, and the likely owner of each point."""
        marks = ownership_marks(position, judged.ownership)
        self.emit(
            "estimate",
            sentence,
            *([_OWNERSHIP_LEGEND] if marks else []),
            diagram=position.diagram(),
            marks=marks,
            standing=LeadAndWinRate(judged.lead, judged.win_rate),
        )

    def take_events(self) -> list[AppEvent]:
        """Return the events since the last call, and clear them."""
        while self.services.problems:
            self.emit("trouble", f"{self.services.problems.pop(0)}.")
        events, self._events = self._events, []
        return events

    def show_board(self, *news: str) -> None:
        """Show some notices, then the current board."""
        session = self.required_session
        self.diagram = session.position.diagram()
        self.emit("news", *news)
        lines = session.position.status_lines(session.is_over)
        self.emit("board", *lines, diagram=self.diagram)

    def autosave_game(self) -> None:
        """Save the current state of the game; report errors."""
        if self.required_session.has_content:
            self.report_save(self.services.autosave.write(self.required_session))

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
