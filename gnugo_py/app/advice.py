"""The commands that show what an engine thinks of a position: hint, show, score, influence and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from gnugo_py.app.context import HintedMove, PhaseContext
from gnugo_py.app.events import BoardMarks
from gnugo_py.app.node_display import format_node_move
from gnugo_py.app.phases.base import EngineTask, EngineTaskPhase, MoveInputPhase, Phase
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Pass, Play
from gnugo_py.engines.analysis import Analysis, format_candidate_value
from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import engine_memory
from gnugo_py.record.node import Node

_CANDIDATE_LETTERS = "ABCDE"
_UNEXPLAINED = "No reasons were recorded."


class AdviceRequest(NamedTuple):
    """A question to an adviser.

    position -- the position in question.
    verb     -- the words before the move in the answer, such as "would have played".
    also     -- further engines to ask, each with its memory, or with None for its initial memory; only
                their moves are shown.
    is_offered -- whether the person may play the move by pressing Return.
    """

    position: Position
    verb: str = "would play"
    also: tuple[tuple[Engine, object], ...] = ()
    is_offered: bool = False


AdvicePhaseFactory: TypeAlias = Callable[
    [PhaseContext, AdviceRequest, str, Phase, Callable[[], Phase]], Phase
]
"""A function, such as `adviser_phase`, that returns a phase in which an adviser is asked."""


def hint(turns: MoveInputPhase, words: str) -> Phase:
    """Show the move that an adviser would play, with its reasons.

    words -- a search level, or empty for the highest.

    Against an engine that has a memory (the classic engine), a hint without a level also names the move that
    this engine would play, below the title.
    """
    node = turns.context.required_cursor.node
    also = tuple(
        (player, engine_memory(node, player, color))
        for color, player in turns.context.players.items()
        if not player.is_external and player.initial_memory() is not None
    )
    question = AdviceRequest(node.position, also=() if words else also[:1], is_offered=True)
    return adviser_phase(turns.context, question, words, turns, turns.prompt_again)


def adviser_phase(
    context: PhaseContext, question: AdviceRequest, words: str, before: Phase, resume: Callable[[], Phase]
) -> Phase:
    """Return a phase in which an adviser chooses a move and explains it, in a game or in a review.

    words  -- a search level, or empty for the highest.
    before -- the phase that asks.
    resume -- returns the phase after the answer.
    """
    if not _is_level(words):
        context.emit("refusal", f"type hint, or hint LEVEL with a level from 1 to {MAX_LEVEL}.")
        return resume()

    def show(adviser: Engine, at: Position, decision: Decision[Any]) -> None:
        title = f"{adviser.name} {question.verb} {at.format_move(decision.move)}:"
        lines = (title, *_moves_of_others(question, at), *adviser.explain(at, decision))
        if question.is_offered and context.services.has_screen:
            context.hinted_move = HintedMove(question.position, decision.move)
            doing = "pass" if isinstance(decision.move, Pass) else "play it"
            lines = (*lines, f"Press Return to {doing}.")
        context.explain(lines, at, adviser, decision)

    return _consult(context, question, int(words or MAX_LEVEL), before, resume, show)


def reply_phase(
    context: PhaseContext,
    position: Position,
    words: str,
    before: Phase,
    resume: Callable[[], Phase],
    play: Callable[[Move], Phase],
) -> Phase:
    """Return a phase in which an adviser chooses a move that is played.

    words  -- a search level, or empty for the highest.
    before -- the phase that asks.
    resume -- returns the phase after a refusal.
    play   -- plays the move and returns the next phase.
    """
    if not _is_level(words):
        context.emit("refusal", f"type reply, or reply LEVEL with a level from 1 to {MAX_LEVEL}.")
        return resume()
    chosen: list[Move] = []

    def show(adviser: Engine, at: Position, decision: Decision[Any]) -> None:
        context.emit("news", f"{adviser.name} plays {at.format_move(decision.move)}.")
        chosen.append(decision.move)

    def go_on() -> Phase:
        return play(chosen[0]) if chosen else resume()

    return _consult(context, AdviceRequest(position), int(words or MAX_LEVEL), before, go_on, show)


def _is_level(words: str) -> bool:
    """Return whether a text is a search level, or empty."""
    return not words or words in map(str, range(1, MAX_LEVEL + 1))


def compared_moves_phase(
    context: PhaseContext, question: AdviceRequest, _: str, before: Phase, resume: Callable[[], Phase]
) -> Phase:
    """Return a phase that shows an adviser's move, its reasons and the moves that it compared, on a page.

    before -- the phase that asks.
    resume -- returns the phase after the answer.
    """

    def show(adviser: Engine, at: Position, decision: Decision[Any]) -> None:
        title = f"{adviser.name} {question.verb} {at.format_move(decision.move)}:"
        context.emit("page", title, *adviser.explain(at, decision), *adviser.explain_details(at, decision))

    return _consult(context, question, MAX_LEVEL, before, resume, show)


def show_candidates(
    context: PhaseContext, question: AdviceRequest, words: str, before: Phase, resume: Callable[[], Phase]
) -> Phase:
    """Return a phase in which an adviser compares the best moves, which are marked on the board with letters.

    words  -- the text after `show`, which must be `candidates`.
    before -- the phase that asks.
    resume -- returns the phase after the answer.
    """
    if words.lower() != "candidates":
        context.emit("refusal", "type show candidates.")
        return resume()

    def show(adviser: Engine, at: Position, decision: Decision[Any]) -> None:
        analysis = decision.analysis
        found = () if analysis is None else analysis.candidates[: len(_CANDIDATE_LETTERS)]
        marks = _letters_on(at, [each.move for each in found])
        details = adviser.explain_details(at, decision)[: len(found)]
        if not details and analysis is not None:
            details = tuple(
                f"{at.format_move(each.move)}: {format_candidate_value(each, analysis)}" for each in found
            )
        title = f"The moves that {adviser.name} compares for {at.to_move}:"
        lines = [f"{letter} {line}" for letter, line in zip(_CANDIDATE_LETTERS, details, strict=False)]
        if analysis is not None and any(each.visits for each in found):
            lines.append(
                f"Win rate and lead are for {at.to_move}; visits are how often the search tried the move."
            )
        context.emit("why", title, *lines, diagram=at.diagram(), marks=marks)

    return _consult(context, question, MAX_LEVEL, before, resume, show)


def _consult(
    context: PhaseContext,
    question: AdviceRequest,
    level: int,
    before: Phase,
    resume: Callable[[], Phase],
    show: Callable[[Engine, Position, Decision[Any]], None],
) -> Phase:
    """Return a phase in which the adviser at a level chooses a move and the answer is shown.

    show -- shows the answer, given the adviser, the position and the decision.
    """

    def refuse(reason: str) -> Phase:
        context.emit("refusal", reason)
        return resume()

    position = question.position
    game = position.game
    if position.outcome_without_count is not None:
        return refuse("the game is over at this point.")
    adviser = context.services.adviser(game, level)
    if adviser is None:
        return refuse(f"there is no engine that can give hints in {game.display_name}.")
    at = position.with_play_resumed(position.to_move)

    def on_decision(decision: Decision[Any]) -> Phase:
        show(adviser, at, decision)
        return resume()

    task = EngineTask(
        adviser,
        lambda: adviser.choose(at),
        on_decision,
        lambda reason: refuse(f"{reason}."),
        marks=lambda: _letters_on(at, adviser.best_moves_so_far()),
    )
    return EngineTaskPhase(task, before)


def _letters_on(position: Position, moves: Sequence[Move]) -> BoardMarks:
    """Return the marks for the best moves: a letter on the last point of each move."""
    return tuple(
        (row_and_column(move.points[-1], position.size), letter)
        for move, letter in zip(moves, _CANDIDATE_LETTERS, strict=False)
        if isinstance(move, Play) and move.points[-1] >= 0
    )


def _moves_of_others(question: AdviceRequest, position: Position) -> list[str]:
    """Return what the other engines of a question would play, one sentence each; omit engines that fail."""
    lines = []
    for engine, memory in question.also:
        with suppress(EngineError):
            move = engine.choose(position, memory).move
            lines.append(f"{engine.name} would play {position.format_move(move)}.")
    return lines


def show_best_moves(turns: MoveInputPhase, words: str) -> Phase:
    """Show the best moves on the board."""
    question = AdviceRequest(turns.context.position)
    return show_candidates(turns.context, question, words, turns, turns.prompt_again)


def show_score_or_estimate(turns: MoveInputPhase, _: str) -> Phase:
    """Show an estimate of the position or, after the end of the game, the score."""
    context = turns.context
    return estimate_phase(context, context.position, turns, turns.prompt_again)


def estimate_phase(
    context: PhaseContext, position: Position, before: Phase, resume: Callable[[], Phase]
) -> Phase:
    """Return a phase that shows an estimate of a position or, if the game is over there, the score.

    before -- the phase that asks.
    resume -- returns the phase after the answer.
    """

    def show(judged: Analysis | None) -> Phase:
        context.show_score(position, judged)
        return resume()

    return show(None) if position.is_over else _estimate(context, position, before, resume, show)


def show_likely_owners(turns: MoveInputPhase, _: str) -> Phase:
    """Show on the board who is likely to own each point."""
    context = turns.context
    return likely_owners_phase(context, context.position, turns, turns.prompt_again)


def likely_owners_phase(
    context: PhaseContext, position: Position, before: Phase, resume: Callable[[], Phase]
) -> Phase:
    """Return a phase that shows on the board who is likely to own each point of a position.

    before, resume -- as for `estimate_phase`.
    """

    def show(judged: Analysis | None) -> Phase:
        if judged is None:
            context.emit(
                "refusal", f"the command influence is not available in {position.game.display_name}."
            )
        else:
            context.show_influence(position, judged)
        return resume()

    return _estimate(context, position, before, resume, show)


def _estimate(
    context: PhaseContext,
    position: Position,
    before: Phase,
    resume: Callable[[], Phase],
    show: Callable[[Analysis | None], Phase],
) -> Phase:
    """Return a phase that estimates a position; an external analyst, which may be slow, runs as a task.

    show -- shows the estimate, and returns the phase after it.
    """
    service = context.services.analyst_provider
    other = service.external_analyst(position.game)
    if other is None:
        return show(service.estimate(position))

    def failed(reason: str) -> Phase:
        context.emit("refusal", f"{reason}.")
        return resume()

    return EngineTaskPhase(EngineTask(other, lambda: service.estimate(position), show, failed), before)


def why(turns: MoveInputPhase, words: str) -> Phase:
    """Show the reasons for an engine's move.

    words -- the number of the move, or empty for the last move of an engine; a final `more` shows the
             reasons on a page, with the moves that a search compared.
    """
    context = turns.context
    words, is_page = words.removesuffix("more").strip(), words.endswith("more")
    refusal, node = _move_asked_for(context.required_cursor, words)
    if node is None:
        return _refuse_why(turns, refusal)
    player, color, before = node.engine, node.color, node.parent
    assert player is not None
    assert color is not None
    assert before is not None

    def on_decision(decision: Decision[Any] | None) -> Phase:
        reasons = _reasons_in_words(node)
        same = decision if decision is not None and decision.move == node.move else None
        if is_page:
            details = player.explain_details(before.position, same) if same is not None else ()
            context.emit("page", *reasons, *details)
            return turns.prompt_again()
        context.explain(reasons, before.position, player, same)
        return turns.prompt_again()

    memory = engine_memory(before, player, color)
    can_repeat = memory is not None or (player.can_advise and player.initial_memory() is None)
    if node.decision is not None or not can_repeat:
        return on_decision(node.decision)
    task = EngineTask(
        player,
        lambda: player.choose(before.position, memory),
        on_decision,
        lambda reason: _refuse_why(turns, f"{reason}."),
    )
    return EngineTaskPhase(task, turns.prompt_again())


def _refuse_why(turns: MoveInputPhase, reason: str) -> Phase:
    turns.context.emit("refusal", reason)
    return turns.prompt_again()


def _move_asked_for(cursor: Cursor, words: str) -> tuple[str, Node | None]:
    """Return an error message and None, or an empty message and the node of the move to explain."""
    moves = [node for node in cursor.node.path() if node.has_move]
    if not moves:
        return "no move has been made yet.", None
    last = moves[-1].number
    if words and not (words.isascii() and words.isdigit() and len(words) < 6 and 0 < int(words) <= last):
        return f"type why N with a move number from 1 to {last}.", None
    made = [node for node in moves if node.engine is not None and (not words or node.number == int(words))]
    if made:
        return "", made[-1]
    return "a person made that move." if words else "the computer has not moved yet.", None


def _reasons_in_words(node: Node) -> tuple[str, ...]:
    """Return a title that names the move of a node, and the reasons for it, one sentence each."""
    title = f"Why {node.color} played {format_node_move(node)} as move {node.number}:"
    return (title, *(node.comment.splitlines() or (_UNEXPLAINED,)))
