"""The screens of the modes that show a board: a game that is played, a game in review, a single position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gnugo_py.app.played_game import PlayedGame
from gnugo_py.app.screen import STONE_SIGNS, MoveListRow, Screen, player_lines
from gnugo_py.app.variation_map import variation_map
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import Color, PositionMarks
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node

if TYPE_CHECKING:
    from gnugo_py.app.app import App
    from gnugo_py.study.graph import GraphData

_MOVES_BEFORE, _MOVES_AFTER = 60, 40
"""How many moves a review lists before and after the current node."""
_FIRST_MOVES = 2
"""The panel shows how to get help until this many moves have been played, while a person is to move."""


def game_screen(
    app: App, game: PlayedGame, is_stopped: bool = False, count_lines: tuple[str, ...] = ()
) -> Screen:
    """Return the screen of the game that is played.

    is_stopped  -- whether no more moves are accepted, as during a count.
    count_lines -- the score as counted so far.
    """
    node, feedback = game.node, app.feedback
    position, is_over = node.position, game.is_over
    is_counting, has_overlay = is_stopped and game.game.has_count, bool(feedback.overlay)
    words = words_of(position)
    status = feedback.status if is_stopped else words.status_lines(is_over)
    details = (f"Move {position.move_number}", *game.rules_in_words)
    if game.has("capture"):
        details = ("The first capture wins",)
    has_tip = not is_stopped and node.number < _FIRST_MOVES and game.engine_to_move is None
    tip = (f"Type a move, such as {words.example_move()}, or press F1 for help.",) if has_tip else ()
    own = f", you are {game.person_color}" if len(game.players) == 1 else ""
    return Screen(
        header=player_lines(position, game.names, is_counting or is_over, game.time_texts()),
        diagram=feedback.diagram or app.diagram,
        position=position,
        marks=PositionMarks() if is_counting or has_overlay else position.marks(),
        number=node.number,
        standing=feedback.standing,
        panel=count_lines or (", ".join(details), *status, *tip),
        moves=() if count_lines else _move_list(node.path()),
        reasons=() if count_lines or has_overlay else feedback.comment,
        count_lines=count_lines,
        save_error=f"NOT SAVED: {app.autosave.error}" if app.autosave.error else "",
        summary=" ".join((f"Move {node.number}{own}.", *status[:1])),
        is_changing=game.stopwatch is not None,
        is_engine_match=game.is_engine_match,
    )


def review_screen(app: App, cursor: Cursor, names: Mapping[Color, str], graph: GraphData | None) -> Screen:
    """Return the screen of a node of a game in review, with the names and the graph that are known."""
    node, feedback, line = cursor.node, app.feedback, cursor.line
    at = line.index(node)
    position = node.position
    marks = position.marks()._replace(captured=(), ko=())
    return Screen(
        header=player_lines(position, names, is_over=position.outcome_without_count is not None),
        diagram=feedback.diagram or app.diagram,
        position=position,
        marks=marks,
        number=node.number,
        standing=None if graph is None else graph.standing,
        panel=feedback.status,
        moves=_move_list(line[max(at - _MOVES_BEFORE, 0) : at + _MOVES_AFTER], node),
        summary=". ".join((*feedback.status[:1], *words_of(position).status_lines(position.is_over))),
        graph=graph,
        variations=variation_map(cursor),
        is_review=True,
    )


def position_screen(app: App, title: str, position: Position) -> Screen:
    """Return the screen of a position of a lesson, of an exercise, or that is being set up."""
    return Screen(diagram=app.diagram, position=position, panel=(title,), summary=title, is_lesson=True)


def _move_list(nodes: Iterable[Node], current: Node | None = None) -> tuple[MoveListRow, ...]:
    """Return the moves of some nodes, of which one may be the current node of a review."""
    return tuple(
        MoveListRow(node.number, STONE_SIGNS[color], node.move_text, node is current)
        for node in nodes
        if (color := node.color) is not None and node.parent is not None
    )
