"""What an engine thinks of a position: hint, show, score, influence and why, in a game and in a review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from gnugo_py.app.mode import CANDIDATE_LETTERS, HintedMove, Mode, MoveMode, letters_on
from gnugo_py.app.node_display import format_node_move
from gnugo_py.app.screen import BoardMarks
from gnugo_py.engines.analysis import Analysis, describe_lead, format_candidate_value, values_for_black
from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.board_words import continuation_in_words, owners_in_words
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position, dead_stones
from gnugo_py.games.types import Pass, Point, UserError
from gnugo_py.record.engine_moves import engine_memory
from gnugo_py.record.node import Node
from gnugo_py.study.graph import LeadAndWinRate


class Answer(NamedTuple):
    """The decision of an adviser in a position, which the person asked for."""

    adviser: Engine
    position: Position
    decision: Decision[Any]

    def paragraph(self, is_past: bool = False) -> tuple[str, ...]:
        """Return a line that names the adviser and the move, and the reasons for the move.

        is_past -- whether another move has been played in the meantime.
        """
        move = self.decision.move
        verb = "would have played" if is_past else "would play"
        doing = f"{verb} {self.position.format_move(move)}"
        if isinstance(move, Pass):
            doing = "would have passed" if is_past else "would pass"
        return (f"{self.adviser.name} {doing}:", *self.adviser.explain(self.position, self.decision))

    def details(self) -> tuple[str, ...]:
        """Return the moves that the adviser compared."""
        return self.adviser.explain_details(self.position, self.decision)


def consult(mode: Mode, position: Position, words: str, word: str, show: Callable[[Answer], None]) -> None:
    """Let the adviser choose a move in a position, and show the answer.

    words -- the level of the adviser, or empty for the best move that it finds at the highest level.
    word  -- the command that asks.

    Raise UserError if that is not possible.
    """
    if words and words not in map(str, range(1, MAX_LEVEL + 1)):
        raise UserError(f"type {word}, or {word} LEVEL with a level from 1 to {MAX_LEVEL}")
    if position.outcome_without_count is not None:
        raise UserError("the game is over at this point")
    adviser = mode.app.adviser(position.game, int(words or MAX_LEVEL))
    if adviser is None:
        raise UserError(f"there is no engine that can give hints in {position.game.display_name}")
    at = position.with_play_resumed(position.to_move)
    choose = adviser.choose if words else adviser.recommend
    mode.ask(adviser, lambda: choose(at), lambda decision: show(Answer(adviser, at, decision)), at)


def show_hint(
    mode: MoveMode, position: Position, words: str, other: tuple[Engine, object] | None = None
) -> None:
    """Show the move that the adviser would play, with its reasons; on a screen, Return plays it.

    words -- a search level, or empty for the best move that the adviser finds.
    other -- a further engine to ask, with its memory; its answer follows that of the adviser.
    """

    def show(answer: Answer) -> None:
        lines = answer.paragraph()
        if other is not None:
            with suppress(EngineError):
                engine, memory = other
                second = Answer(engine, answer.position, engine.choose(answer.position, memory))
                lines = (*lines, "", *second.paragraph())
        if mode.app.has_screen:
            mode.hinted = HintedMove(position, answer.decision.move)
        show_decision(mode, lines, answer.position, answer.adviser, answer.decision)

    consult(mode, position, words, "hint", show)


def show_better_move(mode: Mode, position: Position, is_detailed: bool) -> None:
    """Show what the adviser would have played, and why; on a page with the moves compared if detailed."""

    def show(answer: Answer) -> None:
        lines = answer.paragraph(is_past=True)
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
        raise UserError("type show candidates")
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
    if any(each.score_lead is not None for each in found):
        lines.append(
            f"Win rate and lead are for {at.to_move}; visits are how often the search tried the move."
        )
    marks = letters_on(at, [each.move for each in found])
    mode.app.emit("why", title, *lines, diagram=at.diagram(), marks=marks, words=lambda: (title, *lines))


def show_reasons_of_engine(mode: Mode, current: Node, words: str) -> None:
    """Show the reasons for an engine's move in a game.

    current -- the current node of the game.
    words   -- the number of the move, or empty for the last move of an engine; a final `more` shows the
               reasons on a page, with the moves that a search compared.
    """
    number, is_page = words.removesuffix("more").strip(), words.endswith("more")
    node = _engine_move_asked_for(current, number)
    player, color, before = node.engine, node.color, node.parent
    assert player is not None
    assert color is not None
    assert before is not None
    memory = engine_memory(before, player, color)
    can_repeat = memory is not None or (player.can_advise and player.initial_memory() is None)
    if node.decision is None and can_repeat:
        mode.ask(
            player,
            lambda: player.choose(before.position, memory),
            lambda decision: _show_reasons(mode, node, player, decision, is_page),
        )
    else:
        _show_reasons(mode, node, player, node.decision, is_page)


def _show_reasons(
    mode: Mode, node: Node, player: Engine, decision: Decision[Any] | None, is_page: bool
) -> None:
    """Show the reasons for the move of a node; the decision counts only if it is this move."""
    assert node.parent is not None
    before, move = node.parent.position, format_node_move(node)
    done = "passed" if move == "pass" else f"played {move}"
    title = f"Why {node.color} {done} as move {node.number}:"
    is_over_board = mode.app.has_screen and not is_page
    shown = (f"The board shows the position before move {node.number}.",) if is_over_board else ()
    reasons = (title, *shown, *(node.comment.splitlines() or (_UNEXPLAINED,)))
    same = decision if decision is not None and decision.move == node.move else None
    if is_page:
        details = player.explain_details(before, same) if same is not None else ()
        mode.app.emit("page", *reasons, *details)
    else:
        show_decision(mode, reasons, before, player, same)


def _engine_move_asked_for(current: Node, words: str) -> Node:
    """Return the node of the engine's move to explain.  Raise UserError if there is none."""
    moves = [node for node in current.path() if node.has_move]
    if not moves:
        raise UserError("no move has been made yet")
    last = moves[-1].number
    if words and not (words.isascii() and words.isdigit() and len(words) < 6 and 0 < int(words) <= last):
        raise UserError(f"type why N with a move number from 1 to {last}")
    made = [node for node in moves if node.engine is not None and (not words or node.number == int(words))]
    if not made:
        raise UserError("a person made that move" if words else "the computer has not moved yet")
    return made[-1]


def show_decision(
    mode: Mode, lines: tuple[str, ...], position: Position, player: Engine, decision: Decision[Any] | None
) -> None:
    """Show a decision: the reasons as text, and marks over the board of the position."""
    overlay = player.decision_marks(position, decision) if decision is not None else ()
    marks = tuple((row_and_column(point, position.size), sign) for point, sign in overlay)
    analysis = None if decision is None else decision.analysis
    line = () if analysis is None else position.leading_legal_moves(analysis.pv[:_MAX_MOVES_SAID])
    mode.app.emit(
        "why",
        *lines,
        diagram=position.diagram(),
        marks=marks,
        words=lambda: (*lines, *continuation_in_words(position, line)),
    )


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
            raise UserError(f"the command influence is not available in {position.game.display_name}")
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


_MAX_MOVES_SAID = 9
_UNEXPLAINED = "No reasons were recorded."
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
