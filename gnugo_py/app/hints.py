"""What an engine thinks of a position: hint, show, score, influence and why, in a game and in a review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from gnugo_py.app.mode import CANDIDATE_LETTERS, HintedMove, Mode, letters_on
from gnugo_py.app.screen import BoardMarks
from gnugo_py.engines.analysis import Analysis, describe_lead, format_candidate_value, values_for_black
from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.board_words import owners_in_words
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position, dead_stones
from gnugo_py.games.types import Pass, Point
from gnugo_py.study.graph import LeadAndWinRate


class Answer(NamedTuple):
    """The decision of an adviser in a position, which the person asked for."""

    adviser: Engine
    position: Position
    decision: Decision[Any]

    def title(self, verb: str = "would play") -> str:
        """Return a line that names the adviser and the move."""
        return f"{self.adviser.name} {verb} {self.position.format_move(self.decision.move)}:"

    def reasons(self) -> tuple[str, ...]:
        """Return the reasons for the move."""
        return self.adviser.explain(self.position, self.decision)

    def details(self) -> tuple[str, ...]:
        """Return the moves that the adviser compared."""
        return self.adviser.explain_details(self.position, self.decision)


def consult(mode: Mode, position: Position, words: str, word: str, show: Callable[[Answer], None]) -> None:
    """Let the adviser choose a move in a position, and show the answer; refuse if that is not possible.

    words -- the level of the adviser, or empty for the best move that it finds at the highest level.
    word  -- the command that asks.
    """
    if words and words not in map(str, range(1, MAX_LEVEL + 1)):
        mode.refuse(f"type {word}, or {word} LEVEL with a level from 1 to {MAX_LEVEL}.")
        return
    if position.outcome_without_count is not None:
        mode.refuse("the game is over at this point.")
        return
    adviser = mode.app.adviser(position.game, int(words or MAX_LEVEL))
    if adviser is None:
        mode.refuse(f"there is no engine that can give hints in {position.game.display_name}.")
        return
    at = position.with_play_resumed(position.to_move)
    choose = adviser.choose if words else adviser.recommend
    mode.ask(adviser, lambda: choose(at), lambda decision: show(Answer(adviser, at, decision)), at)


def show_hint(
    mode: Mode, position: Position, words: str, others: Sequence[tuple[Engine, object]] = ()
) -> None:
    """Show the move that the adviser would play, with its reasons.

    words  -- a search level, or empty for the best move that the adviser finds.
    others -- further engines to ask, each with its memory; only their moves are shown.
    """

    def show(answer: Answer) -> None:
        lines = (answer.title(), *_moves_of_others(others, answer.position), *answer.reasons())
        if mode.app.has_screen:
            mode.hinted = HintedMove(position, answer.decision.move)
            doing = "pass" if isinstance(answer.decision.move, Pass) else "play it"
            lines = (*lines, f"Press Return to {doing}.")
        show_decision(mode, lines, answer.position, answer.adviser, answer.decision)

    consult(mode, position, words, "hint", show)


def show_better_move(mode: Mode, position: Position, is_detailed: bool) -> None:
    """Show what the adviser would have played, and why; on a page with the moves compared if detailed."""

    def show(answer: Answer) -> None:
        lines = (answer.title("would have played"), *answer.reasons())
        if is_detailed:
            mode.app.emit("page", *lines, *answer.details())
        else:
            show_decision(mode, lines, answer.position, answer.adviser, answer.decision)

    consult(mode, position, "", "why", show)


def show_candidates(mode: Mode, position: Position, words: str) -> None:
    """Compare the best moves, which are marked on the board with letters.

    words -- the text after `show`, which must be `candidates`.
    """
    if words.lower() != "candidates":
        mode.refuse("type show candidates.")
        return
    consult(mode, position, "", "show", lambda answer: _show_candidates(mode, answer))


def _show_candidates(mode: Mode, answer: Answer) -> None:
    at, analysis = answer.position, answer.decision.analysis
    found = () if analysis is None else analysis.candidates[: len(CANDIDATE_LETTERS)]
    details = answer.details()[: len(found)]
    if not details and analysis is not None:
        details = tuple(
            f"{at.format_move(each.move)}: {format_candidate_value(each, analysis)}" for each in found
        )
    title = f"The moves that {answer.adviser.name} compares for {at.to_move}:"
    lines = [f"{letter} {line}" for letter, line in zip(CANDIDATE_LETTERS, details, strict=False)]
    if any(each.visits for each in found):
        lines.append(
            f"Win rate and lead are for {at.to_move}; visits are how often the search tried the move."
        )
    marks = letters_on(at, [each.move for each in found])
    mode.app.emit("why", title, *lines, diagram=at.diagram(), marks=marks, words=lambda: (title, *lines))


def _moves_of_others(others: Sequence[tuple[Engine, object]], position: Position) -> list[str]:
    """Return what other engines would play, one sentence each; omit engines that fail."""
    lines = []
    for engine, memory in others:
        with suppress(EngineError):
            move = engine.choose(position, memory).move
            lines.append(f"{engine.name} would play {position.format_move(move)}.")
    return lines


def show_decision(
    mode: Mode, lines: tuple[str, ...], position: Position, player: Engine, decision: Decision[Any] | None
) -> None:
    """Show a decision: the reasons as text, and marks over the board of the position."""
    overlay = player.decision_marks(position, decision) if decision is not None else ()
    marks = tuple((row_and_column(point, position.size), sign) for point, sign in overlay)
    mode.app.emit("why", *lines, diagram=position.diagram(), marks=marks)


def show_estimate(mode: Mode, position: Position) -> None:
    """Show an estimate of a position or, if the game is over there, the score."""
    if position.is_over:
        _show_score(mode, position)
        return

    def show(judged: Analysis | None) -> None:
        if judged is None:
            _show_score(mode, position)
        else:
            lead = f"{describe_lead(judged, position.to_move)}."
            _show_ownership(mode, position, judged, lead, lambda: [lead])

    _estimate(mode, position, show)


def show_likely_owners(mode: Mode, position: Position) -> None:
    """Show on the board who is likely to own each point of a position."""

    def show(judged: Analysis | None) -> None:
        if judged is None:
            mode.refuse(f"the command influence is not available in {position.game.display_name}.")
            return
        shares = [share for _, share in judged.ownership]
        black, white = (sum(1 for share in shares if sign * share > _LEANING) for sign in (1, -1))
        areas = (
            f"Black is likely to own {black} points and White {white};"
            f" {len(shares) - black - white} are open."
        )
        marks = _ownership_marks(position, dict(judged.ownership))
        _show_ownership(
            mode, position, judged, areas, lambda: (areas, *owners_in_words(position.diagram(), marks))
        )

    _estimate(mode, position, show)


def _estimate(mode: Mode, position: Position, show: Callable[[Analysis | None], None]) -> None:
    """Estimate a position, and show the estimate; an external analyst, which may be slow, runs as a task."""
    analysts = mode.app.analysts
    other = analysts.external(position.game)
    if other is None:
        show(analysts.estimate(position))
    else:
        mode.ask(other, lambda: analysts.estimate(position), show)


def _show_score(mode: Mode, position: Position) -> None:
    """Show the score of a position, with the likely owner of each point if the game has points."""
    dead = dead_stones(position)
    lines, settled = position.score_lines(dead), position.score_diagram(dead)
    if settled is None:
        mode.app.emit("news", *lines)
        return
    diagram = position.diagram()
    marks = tuple(
        ((row, column), sign)
        for row, line in enumerate(settled.rows)
        for column, sign in enumerate(line)
        if sign != diagram.rows[row][column]
    )
    mode.app.emit("estimate", *lines, diagram=diagram, marks=marks, words=lambda: lines)


_SURE, _LEANING = 0.7, 0.25
"""The minimum ownership at which a point is marked as owned by a color, and as leaning toward a color."""
_OWNERSHIP_LEGEND = "B W: points of Black and White; b w: leaning toward them; x o: stones likely to be lost."


def _show_ownership(
    mode: Mode, position: Position, judged: Analysis, sentence: str, words: Callable[[], Iterable[str]]
) -> None:
    """Show a sentence about an estimate, and the likely owner of each point.

    words -- as for `App.emit`.
    """
    marks = _ownership_marks(position, dict(judged.ownership))
    mode.app.emit(
        "estimate",
        sentence,
        *([_OWNERSHIP_LEGEND] if marks else []),
        diagram=position.diagram(),
        marks=marks,
        standing=LeadAndWinRate(*values_for_black(judged, position.to_move)),
        words=words,
    )


def _ownership_marks(position: Position, ownership: Mapping[Point, float]) -> BoardMarks:
    """Return the marks for the likely owner of each point, in three strengths: sure, leaning, and no mark.

    ownership -- a value for each point, from 1 (Black's) to -1 (White's).
    """
    cells = position.cells()
    return tuple(
        (row_and_column(point, position.size), mark)
        for point, share in ownership.items()
        if (mark := _ownership_mark(cells.get(point, "-"), share))
    )


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
