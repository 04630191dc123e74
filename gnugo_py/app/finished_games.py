"""Games that have ended, now or before they were opened: their result, and the count that led to it."""

from __future__ import annotations

from contextlib import suppress

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.course import record_game
from gnugo_py.app.played_game import PlayedGame
from gnugo_py.engines.engine import NetworkError
from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.game import InteractiveCount
from gnugo_py.games.types import IllegalMove, Outcome
from gnugo_py.storage.resume import CountProgress


def count_so_far(game: PlayedGame, dead: int) -> InteractiveCount:
    """Return the count of a game with the answers so far; it begins with a set of dead stones."""
    progress = game.count_progress or CountProgress()
    start = game.position.proposed_count if progress.is_proposed else game.position.manual_count
    count = start(game.person_color, dead)
    for answer in progress.answers:
        if count.question is None:
            break
        try:
            count = count.at_next_stage() if answer is None else count.with_point_entered(answer)
        except IllegalMove:
            break
    return count


def end_game(app: App, count_lines: tuple[str, ...] = ()) -> None:
    """Save the game that has ended, note its result for the lesson that asked for it, and show the result."""
    app.save_as()
    record_game(app)
    navigation.result(app, count_lines)


def show_finished_game(app: App, outcome: Outcome) -> None:
    """Show the result of a game that was finished before, and the count if that led to it."""
    game, lines = app.required_game, tuple[str, ...]()
    if outcome.reason == "resignation" and outcome.winner is not None:
        app.emit("result", f"{outcome.winner.opponent} has resigned; this game is finished.")
    elif (count := _finished_count(game, outcome)) is not None:
        app.diagram, lines = count.diagram(), count.summary()
        app.emit("result", *lines, "This game is finished.", diagram=app.diagram)
    else:
        app.emit("result", f"This game is finished.  {outcome.sentence}")
    navigation.result(app, lines)


def _finished_count(game: PlayedGame, outcome: Outcome) -> InteractiveCount | None:
    """Return the count that led to an outcome, None if there was none."""
    if game.count_progress is None:
        return None
    with suppress(NetworkError):
        count = count_so_far(game, dead_stones(game.position))
        is_same = (count.outcome.winner, count.outcome.margin) == (outcome.winner, outcome.margin or 0)
        return count if count.question is None and is_same else None
    return None
