"""The words about the mistakes in the game that is being played."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.analysis.mistakes import no_mistakes_message
from gnugo_py.app.phases.base import MoveInputPhase, Phase, complete_analysis
from gnugo_py.app.phases.review import ReviewPhase
from gnugo_py.app.review_analysis import LineAnalysis, position_changing_nodes
from gnugo_py.core.types import UserError
from gnugo_py.play.game_tree import ReviewedGame, path_from_root

_REVIEW_HINT = "Type next mistake to review the largest of them."


def list_mistakes(turns: MoveInputPhase, _: str) -> Phase:
    """List the largest mistakes of the game so far."""
    context = turns.context

    def show(analysis: LineAnalysis) -> Phase:
        hint = (_REVIEW_HINT,) if analysis.mistakes_in_game_order() else ()
        context.emit("page", *analysis.mistake_lines(), *hint)
        return turns.prompt_again()

    return _analyze_game(turns, context.services.review_of(context.required_session), show)


def review_largest_mistake(turns: MoveInputPhase, words: str) -> Phase:
    """Open a review of the game at the position before its largest mistake.

    words -- the text after `next`, which must be `mistake`.
    """
    if words.lower() != "mistake":
        return turns.refuse("type next mistake.")
    context = turns.context
    review = context.services.review_of(context.required_session)

    def show(analysis: LineAnalysis) -> Phase:
        losses = analysis.mistakes_in_game_order()
        if not losses:
            context.emit("news", no_mistakes_message(analysis.losses))
            return turns.prompt_again()
        largest = max(losses, key=lambda each: each.size)
        return ReviewPhase(context, review, turns.switch_to_session, turns).show_mistake(analysis, largest)

    return _analyze_game(turns, review, show)


def _analyze_game(
    turns: MoveInputPhase, review: ReviewedGame, show: Callable[[LineAnalysis], Phase]
) -> Phase:
    """Return a phase that analyzes a game up to its current move; then continue with `show`."""
    nodes = position_changing_nodes(path_from_root(review.current_node))
    if len(nodes) < 2:
        return turns.refuse("no move has been made yet.")
    try:
        background = turns.context.services.analyst_provider.background_analysis(
            review.game, [node.position for node in nodes]
        )
    except UserError as error:
        return turns.refuse(f"{error}.")
    return complete_analysis(
        background, lambda: show(LineAnalysis(nodes, background, has_points=True)), turns
    )
