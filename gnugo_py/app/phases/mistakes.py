"""The review of the game that is being played, and the words about its mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnugo_py.analysis.mistakes import no_mistakes_message
from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import MoveInputPhase, Phase, complete_analysis
from gnugo_py.app.phases.review import ReviewPhase
from gnugo_py.app.review_analysis import LineAnalysis, line_analysis, position_changing_nodes
from gnugo_py.app.reviewed_file import read_copy
from gnugo_py.core.types import UserError
from gnugo_py.record.node import Node
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.review_file import ReviewFile

_REVIEW_HINT = "Type next mistake to review the largest of them."


def review_running_game(
    context: PhaseContext, start: Callable[[OpenedGame], Phase], before: Phase
) -> ReviewPhase:
    """Return the review of a copy of the game that is being played, at its current node.

    start, before -- as for `ReviewPhase`.
    """
    store = context.services.store
    file = read_copy(context.tree_to_save())
    place = ReviewFile(store, store.path(context.services.autosave.name or "game"))
    return ReviewPhase(context, file._replace(place=place), start, before, context.players)


def list_mistakes(turns: MoveInputPhase, _: str) -> Phase:
    """List the largest mistakes of the game so far."""
    context = turns.context

    def show(analysis: LineAnalysis) -> Phase:
        hint = (_REVIEW_HINT,) if analysis.mistakes_in_game_order() else ()
        context.emit("page", *analysis.mistake_lines(), *hint)
        return turns.prompt_again()

    return _analyze_line(turns, context.required_cursor.node.path(), show)


def review_largest_mistake(turns: MoveInputPhase, words: str) -> Phase:
    """Open a review of the game at the position before its largest mistake.

    words -- the text after `next`, which must be `mistake`.
    """
    if words.lower() != "mistake":
        return turns.refuse("type next mistake.")
    context = turns.context
    review = review_running_game(context, turns.switch_to_game, turns)

    def show(analysis: LineAnalysis) -> Phase:
        losses = analysis.mistakes_in_game_order()
        if not losses:
            context.emit("news", no_mistakes_message(analysis.losses))
            return turns.prompt_again()
        largest = max(losses, key=lambda each: each.size)
        return review.show_mistake(analysis, largest)

    return _analyze_line(turns, review.node.path(), show)


def _analyze_line(
    turns: MoveInputPhase, line: Sequence[Node], show: Callable[[LineAnalysis], Phase]
) -> Phase:
    """Return a phase that analyzes a game up to its current move; then continue with `show`."""
    nodes = position_changing_nodes(line)
    if len(nodes) < 2:
        return turns.refuse("no move has been made yet.")
    try:
        analysis = line_analysis(turns.context.services.analyst_provider, nodes)
    except UserError as error:
        return turns.refuse(f"{error}.")
    return complete_analysis(analysis.background, lambda: show(analysis), turns)
