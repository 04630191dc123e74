"""Opening a review of a file or of the game that is being played, and the words about its mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode, load_mode
from gnugo_py.app.modes.review import ReviewMode
from gnugo_py.app.review_analysis import (
    MISTAKES_USAGE,
    LineAnalysis,
    line_analysis,
    position_changing_nodes,
    with_complete_analysis,
)
from gnugo_py.app.reviewed_file import read_copy, read_for_review
from gnugo_py.games.types import UserError
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import game_summaries
from gnugo_py.storage.autosave import ReviewFile
from gnugo_py.study.mistakes import no_mistakes_message

_REVIEW_HINT = "Type next mistake to review the largest of them."


def review_file(
    app: App,
    content: bytes,
    number: int | None = None,
    komi: float | None = None,
    path: Path | None = None,
) -> None:
    """Review a game in an SGF file; on a screen, the person chooses one if there are several.

    number -- the number of the game in the file, from 1; None for the first or the one that is chosen.
    komi   -- the points for White; None for the komi of the file, or 0 if the file has none.
    path   -- the file, which gets the changes that are saved; None for standard input.

    Raise UserError if the content is not a valid game.
    """
    place = ReviewFile(app.store, path)
    titles = game_summaries(content) if number is None else []

    def open_number(chosen: int) -> None:
        file = read_for_review(content, chosen, komi)._replace(place=place)
        app.drop(app.mode)
        app.push(ReviewMode(app, file))

    if len(titles) > 1 and app.has_screen:
        app.push(load_mode("saved_games").GamesInFile(app, titles, open_number))
        return
    file = read_for_review(content, number, komi)._replace(place=place)
    if len(titles) > 1:
        app.warn(f"the file contains {len(titles)} games; the first is shown (see --number)")
    app.push(ReviewMode(app, file))


def review_of_current_game(app: App) -> ReviewMode:
    """Return the review of a copy of the game that is being played, at its current node."""
    file = read_copy(app.required_game.tree_to_save())
    place = ReviewFile(app.store, app.store.path(app.autosave.name or "game"))
    return ReviewMode(app, file._replace(place=place), is_game_running=True)


def list_mistakes(mode: Mode, words: str) -> None:
    """List the mistakes of the current game so far.

    words -- `all` to list also the moves that were left out, or empty.
    """
    word = words.lower()
    if word not in ("", "all"):
        mode.refuse(MISTAKES_USAGE)
        return

    def show(analysis: LineAnalysis) -> None:
        hint = (_REVIEW_HINT,) if analysis.mistakes_in_game_order() else ()
        mode.app.emit("page", *analysis.mistake_lines(is_all=bool(word)), *hint)

    _analyze(mode, mode.app.required_game.node.path(), show)


def review_largest_mistake(mode: Mode) -> None:
    """Review the current game at the position before its largest mistake."""
    review = review_of_current_game(mode.app)

    def show(analysis: LineAnalysis) -> None:
        losses = analysis.mistakes_in_game_order()
        if losses:
            review.first_shown = (analysis, max(losses, key=lambda each: each.size))
            mode.app.push(review)
        else:
            mode.app.emit("news", no_mistakes_message(analysis.losses))

    _analyze(mode, review.node.path(), show)


def _analyze(mode: Mode, line: Sequence[Node], show: Callable[[LineAnalysis], None]) -> None:
    """Analyze a game up to its current move; then continue with `show`."""
    nodes = position_changing_nodes(line)
    if len(nodes) < 2:
        mode.refuse("no move has been made yet.")
        return
    try:
        analysis = line_analysis(mode.app.analysts, nodes)
    except UserError as error:
        mode.refuse(f"{error}.")
        return
    with_complete_analysis(mode, analysis, lambda: show(analysis))
