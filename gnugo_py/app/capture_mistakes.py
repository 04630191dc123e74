"""The moves of a game that lost stones or missed a capture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from gnugo_py.core.game import Game, GameMoves, GameText
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Play, Point
from gnugo_py.play.game_tree import GameNode, nodes_before_illegal_move

_MIN_MISSED_STONES = 2
"""The smallest chain whose missed capture is reported, in stones."""
_MAX_REPORTED = 8


class CaptureMistake(NamedTuple):
    """A move that lost stones, or missed a capture.

    position_index -- the index of the position after the move; the start is 0.
    stones         -- the number of stones concerned.
    text           -- what happened.
    advice         -- the name of the lesson on the subject.
    """

    position_index: int
    stones: int
    text: str
    advice: str


def find_capture_mistakes(game: Game, positions: Sequence[Position]) -> list[CaptureMistake]:
    """Return the mistakes of a game that concern the most stones, in the order of the moves.

    positions -- the positions from the start, each one move after the one before.
    """
    mistakes = []
    for place in range(1, len(positions)):
        then = positions[place + 1] if place + 1 < len(positions) else None
        mistake = _find_mistake(game, place, positions[place - 1], positions[place], then)
        if mistake is not None:
            mistakes.append(mistake)
    worst = sorted(mistakes, key=lambda mistake: (-mistake.stones, mistake.position_index))[:_MAX_REPORTED]
    return sorted(worst)


def capture_mistake_report(game: Game, line: Sequence[GameNode], known: Collection[str]) -> tuple[str, ...]:
    """Return a page with the mistakes along a line of a game that lost stones.

    known -- the names of the available lessons.
    """
    positions = [node.position for node in nodes_before_illegal_move(line)]
    lines = []
    for mistake in find_capture_mistakes(game, positions):
        number = line[mistake.position_index].number
        more = f", or learn {mistake.advice}" if mistake.advice in known else ""
        lines.append(f"Move {number}: {mistake.text}  Type goto {number}{more}.")
    report_lines = lines or ["No mistakes found: no single move would have saved lost stones."]
    also = ("", "Type mistakes to see the moves that lost the most points.") if game.has_count else ()
    return (*report_lines, *also)


def _find_mistake(
    game: Game, place: int, before: Position, after: Position, then: Position | None
) -> CaptureMistake | None:
    """Return the mistake of one move, or None.

    place  -- the index of `after`.
    before -- the position before the move.
    after  -- the position after it.
    then   -- the position after the opponent's reply, None at the end of the game.
    """
    if after.previous is not before:
        return None
    color, move = before.to_move, after.last_move
    own = _stones(before, color, game.marks(before).in_atari)
    marks = game.marks(after)
    taken = set(game.marks(then).captured) if then is not None and then.previous is after else set()
    written = game.format_move(move, before) if move is not None else ""
    lost = own & set(marks.in_atari) & taken
    if lost and _could_be_saved(game, before, lost):
        what, it = f"{color}'s {_count_stones(lost)} at {_location(game, before, lost)}", _pronoun(lost)
        text = f"{what} could be captured; {written} did not save {it}, and the next move captured {it}."
        return CaptureMistake(place, len(lost), text, "atari")
    played = set(move.points) if isinstance(move, Play) else set()
    gone = played & set(marks.in_atari) & taken
    if gone and not marks.captured:
        chain = _stones(after, color, taken)
        text = f"{color}'s stone at {written} captured nothing and had one liberty; it was captured at once"
        more = f", with {len(chain) - 1} more" if len(chain) > 1 else ""
        return CaptureMistake(place, len(chain), f"{text}{more}.", "liberties")
    missed = _stones(before, color.opponent, game.marks(before).in_atari) - set(marks.captured)
    if then is not None and _escaped(game, missed, after, then):
        number, where = _count_stones(missed), _location(game, before, missed)
        text = f"{color} could have captured {color.opponent}'s {number} at {where}"
        return CaptureMistake(place, len(missed), f"{text} instead of playing {written}.", "capture")
    return None


def _escaped(game: GameText, stones: set[Point], after: Position, then: Position) -> bool:
    """Return whether stones that could be captured are no longer in atari after the opponent's reply.

    Fewer than `_MIN_MISSED_STONES` stones do not count.
    """
    if len(stones) < _MIN_MISSED_STONES or then.previous is not after:
        return False
    return not stones & set(game.marks(then).in_atari)


def _stones(position: Position, color: Color, points: Iterable[Point]) -> set[Point]:
    """Return those of the points that hold a stone of a color."""
    cells = position.cells()
    return {point for point in points if cells.get(point) == "XO"[color]}


def _could_be_saved(game: GameText, position: Position, stones: set[Point]) -> bool:
    """Return whether some legal move would have left none of the stones in atari."""
    for move in position.legal_moves():
        if isinstance(move, Play) and not stones & set(game.marks(position.play_unchecked(move)).in_atari):
            return True
    return False


def _count_stones(stones: set[Point]) -> str:
    return "stone" if len(stones) == 1 else f"{len(stones)} stones"


def _pronoun(stones: set[Point]) -> str:
    return "it" if len(stones) == 1 else "them"


def _location(game: GameMoves, position: Position, stones: set[Point]) -> str:
    return game.format_point(min(stones), position)
