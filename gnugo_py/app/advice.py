"""The commands that show what an engine thinks of a position: hint, influence and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnugo_py.app.phases.base import EngineTask, EngineTaskPhase, MovePhase, Phase
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.levels import MAX_LEVEL
from gnugo_py.play.session import Session, Turn

UNEXPLAINED = "No reasons were recorded."


def hint(turns: MovePhase, words: str) -> Phase:
    """Show the move that an adviser would play, with its reasons.

    words -- a search level, or empty for the default adviser.
    """
    context, position = turns.context, turns.context.active_session.position
    if words and words not in map(str, range(1, MAX_LEVEL + 1)):
        context.emit("refusal", f"type hint, or hint LEVEL with a level from 1 to {MAX_LEVEL}.")
        return turns.prompt_again()
    adviser = context.adviser(int(words) if words else None)
    if adviser is None:
        context.emit("refusal", f"there is no engine that can give hints in {context.game.name}.")
        return turns.prompt_again()

    def on_decision(decision: Decision[Any]) -> Phase:
        move = context.game.format_move(decision.move, position)
        title = f"{adviser.name} would play {move}:"
        context.explain((title, *adviser.explain(position, decision)), position, adviser, decision)
        return turns.prompt_again()

    return _ask_engine(turns, adviser, position, adviser.initial_memory(), on_decision)


def _ask_engine(
    turns: MovePhase,
    player: Engine,
    position: Position,
    memory: object,
    on_decision: Callable[[Decision[Any]], Phase],
) -> Phase:
    """Return a phase in which an engine chooses a move for a position.

    on_decision -- is called with the decision and returns the next phase.

    If the engine fails, its error message is shown.
    """

    def failed(reason: str) -> Phase:
        turns.context.emit("refusal", f"{reason}.")
        return turns.prompt_again()

    return EngineTaskPhase(
        EngineTask(player, lambda: player.choose(position, memory), on_decision, failed), turns.prompt_again()
    )


def influence(turns: MovePhase, _: str) -> Phase:
    """Show over the board who is likely to own each point."""
    turns.context.influence(turns.context.game, turns.context.active_session.position)
    return turns.prompt_again()


def why(turns: MovePhase, words: str) -> Phase:
    """Show the reasons for an engine's move.

    words -- the number of the move, or empty for the last move of an engine; a final `more` shows the
             reasons on a page.
    """
    context, line = turns.context, turns.context.active_session.turns
    words, is_page = words.removesuffix("more").strip(), words.endswith("more")
    refusal, number = _move_asked_for(context.active_session, words)
    if refusal:
        context.emit("refusal", refusal)
        return turns.prompt_again()
    before, after = line[number - 1], line[number]
    player, color = after.player, after.color
    assert player is not None
    assert color is not None

    def on_decision(decision: Decision[Any] | None) -> Phase:
        reasons = _reasons_in_words(context.game, after, number)
        if is_page:
            context.emit("page", *reasons)
            return turns.prompt_again()
        is_same = decision is not None and decision.move == after.move
        context.explain(reasons, before.position, player, decision if is_same else None)
        return turns.prompt_again()

    memory = before.memories[color]
    can_repeat = memory is not None or (player.can_advise and player.initial_memory() is None)
    if after.decision is not None or not can_repeat:
        return on_decision(after.decision)
    return _ask_engine(turns, player, before.position, memory, on_decision)


def _move_asked_for(session: Session, words: str) -> tuple[str, int]:
    """Return an error message and 0, or an empty message and the number of the move to explain."""
    turns = session.turns
    if len(turns) == 1:
        return "no move has been made yet.", 0
    if words and not (words.isascii() and words.isdigit() and len(words) < 6 and 0 < int(words) < len(turns)):
        return f"type why N with a move number from 1 to {len(turns) - 1}.", 0
    made = [number for number, turn in enumerate(turns) if turn.player is not None]
    number = int(words) if words else (made[-1] if made else 0)
    if number in made:
        return "", number
    return "a person made that move." if words else "the computer has not moved yet.", 0


def _reasons_in_words(game: Game, turn: Turn, number: int) -> tuple[str, ...]:
    """Return a title that names the move, and the reasons for it, a sentence each."""
    before = turn.position.previous
    assert before is not None
    assert turn.move is not None
    title = f"Why {turn.color} played {game.format_move(turn.move, before)} as move {number}:"
    return (title, *(turn.explanation or (UNEXPLAINED,)))
