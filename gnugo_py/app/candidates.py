"""The table of the moves that an engine compares, and their marks on the board."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnugo_py.app.mode import CANDIDATE_LETTERS, Mode, letters_on
from gnugo_py.app.screen import BoardMarks
from gnugo_py.engines.analysis import Analysis, Candidate, format_candidate_value
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_percent, format_table
from gnugo_py.games.types import PASS, Mark, Play
from gnugo_py.games.variations import format_variation, leading_legal_moves

_VISITS_TIMES_POINTS = 6000
"""The visits of a search while a review is stepped through, times the points of the board."""
_MAX_CANDIDATES, _MAX_MOVES_IN_LINE = len(CANDIDATE_LETTERS), 9


class ComparedMoves(NamedTuple):
    """The best moves in a position.

    lines  -- a title and a table.
    legend -- what the table and the marks mean; empty if the game has no points.
    marks  -- for each move the points that it loses, rounded; letters in a game without points.
    """

    lines: tuple[str, ...]
    legend: tuple[str, ...] = ()
    marks: BoardMarks = ()


def judged_move(engine: Engine, after: Position) -> Candidate | None:
    """Return the last move of a position by a quick look at that position; None if there is nothing to see.

    Raise EngineError if the engine cannot analyze.
    """
    move = after.last_move
    if move is None or after.outcome_without_count is not None or not after.game.has_count:
        return None
    seen = engine.analyze(after).for_other_color()
    return Candidate(move, seen.win_rate, 0.0, 1, seen.win_rate, seen.score_lead, pv=(move, *seen.pv))


def compared_moves(
    engine: Engine, at: Position, decision: Decision[Any], *, has_lines: bool, played: Candidate | None = None
) -> ComparedMoves:
    """Return the moves that an engine compared for a decision.

    has_lines -- whether the table has the moves that the engine expects.
    played    -- the move of the game, which is listed in any case; None for none.
    """
    analysis = decision.analysis or Analysis()
    found = list(analysis.candidates[:_MAX_CANDIDATES])
    title = f"The moves that {engine.name} compares for {at.to_move}{' (* played)' * bool(played)}:"
    if not found or any(each.score_lead is None for each in found):
        lines = [
            f"{letter} {at.format_move(each.move)}: {format_candidate_value(each, analysis)}"
            for letter, each in zip(CANDIDATE_LETTERS, found, strict=False)
        ]
        return ComparedMoves((title, *lines), (), letters_on(at, [each.move for each in found]))
    if played is not None and played.move not in [each.move for each in found]:
        same = (each for each in analysis.candidates if each.move == played.move)
        found.append(next(same, played))
    best = found[0].score_lead or 0.0
    losses = [max(best - (each.score_lead or 0.0), 0.0) for each in found]
    rows = [("move", "points lost", "visits", "win rate", "line")]
    for each, lost in zip(found, losses, strict=True):
        line = " ".join(format_variation(at, leading_legal_moves(at, each.pv)[:_MAX_MOVES_IN_LINE]))
        rate = format_percent(each.win_rate)
        name = at.format_move(each.move) + "*" * (played is not None and each.move == played.move)
        rows.append((name, f"{lost:>11.1f}", f"{each.visits:>6}", f"{rate:>8}", line))
    return ComparedMoves(
        (title, *format_table(rows if has_lines else [row[:-1] for row in rows])),
        (
            f"Win rates are {at.to_move}'s; visits are how often the search tried the move."
            " The board shows the points lost, rounded.",
        ),
        tuple(
            (row_and_column(each.move.points[-1], at.size), Mark(str(round(lost))))
            for each, lost in zip(found, losses, strict=True)
            if isinstance(each.move, Play)
        ),
    )


class CandidatesOfReview:
    """The best moves that a review shows at every node.

    mode  -- the review.
    is_on -- whether it shows them.
    """

    def __init__(self, mode: Mode) -> None:
        self._mode, self.is_on = mode, False
        self._known: dict[tuple[Position, Position | None], ComparedMoves] = {}

    def show(self, at: Position, after: Position | None) -> None:
        """Show the best moves in a position, if this is on; any line interrupts the search for them.

        after -- the position after the move of the game; None for none.
        """
        app = self._mode.app
        if not self.is_on or at.outcome_without_count is not None:
            return
        if (known := self._known.get((at, after))) is not None:
            self._show(at, known)
        elif (adviser := app.adviser(at.game, MAX_LEVEL)) is not None:
            resumed = at.with_play_resumed(at.to_move)

            def compare() -> ComparedMoves:
                analysis = adviser.analyze(resumed, _VISITS_TIMES_POINTS // resumed.size**2)
                decision: Decision[None] = Decision(analysis.best or PASS, analysis=analysis)
                played = None if after is None else judged_move(adviser, after)
                return compared_moves(adviser, resumed, decision, has_lines=not app.has_screen, played=played)

            def show(compared: ComparedMoves) -> None:
                self._known[at, after] = compared
                self._show(at, compared)

            self._mode.ask(adviser, compare, show)
            assert self._mode.request is not None
            self._mode.request = self._mode.request._replace(is_optional=True)

    def _show(self, at: Position, compared: ComparedMoves) -> None:
        diagram = at.diagram() if self._mode.app.has_screen else None
        self._mode.app.emit("why", *compared.lines, diagram=diagram, marks=compared.marks)
