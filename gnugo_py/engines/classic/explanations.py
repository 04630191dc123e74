"""The engine's reasons as a person would say them."""

from __future__ import annotations

import re
from typing import Any

from gnugo_py.core.text import several
from gnugo_py.core.types import Pass, Play, Point, Side
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.engines.classic.random_move import MOST_TRIES
from gnugo_py.engines.classic.results import Attack, BookMove, Defence, Shape
from gnugo_py.engines.classic.survey import turned
from gnugo_py.engines.engine import Choice, Reason
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex

CORNER = "The {} is still empty, and corners are worth most in the beginning."
EDGE = "The {} is open; a stone in its middle helps both corners."
NOTHING = "None of its rules fits here, so it picks a point at random."
PASSED = "It finds no move worth making, and passes."
IN_DANGER = 3
"""A chain with more liberties is in no danger, whatever the engine counted."""


def said(choice: Choice[Any], position: GoPosition, knowledge: Knowledge) -> tuple[str, ...]:
    """Why a move was made, and what else was thought of: a sentence for each finder that answered.

    choice    -- what was chosen.
    position  -- where.
    knowledge -- the patterns that were known.
    """
    if isinstance(choice.move, Pass):
        return (PASSED,)
    found = [reason for reason in choice.reasons if reason.finder != "random"]
    if not found:
        return (NOTHING,) if choice.reasons else ()
    point = choice.move.points[0] if isinstance(choice.move, Play) else None
    found.sort(key=lambda reason: (reason.point != point, -reason.value))
    first, *others = (_sentence(reason, position, knowledge) for reason in found)
    also = (
        f"It also considered {_vertex(reason.point, position)}: {sentence}"
        for reason, sentence in zip(found[1:], others, strict=True)
        if reason.point != point
    )
    return (first, *also)


def _sentence(reason: Reason, position: GoPosition, knowledge: Knowledge) -> str:
    """One reason for one move."""
    match reason.why:
        case Attack(stone, _, reply):
            return _attack(position, stone, reason.point, reply)
        case Defence(stone):
            return _defence(position, stone, reason.point)
        case BookMove("continue", name):
            return _of_book(name, knowledge) or "It goes on as it has learned to play in a corner."
        case BookMove(region, ""):
            return EDGE.format(REGIONS[region])
        case BookMove(region, name):
            return " ".join(filter(None, (CORNER.format(REGIONS[region]), _of_book(name, knowledge))))
        case Shape():
            return _shape(reason.why, position, knowledge)
        case _:
            raise TypeError(f"not a reason of this engine: {reason.why!r}")


def _shape(shape: Shape, position: GoPosition, knowledge: Knowledge) -> str:
    """What the pattern's own words are, its points named."""
    pattern = knowledge.patterns[shape.number] if shape.number < len(knowledge.patterns) else None
    at = _vertex(shape.anchor, position)
    if pattern is None or not pattern.says:
        return f"It knows a good shape that fits at {at}: {shape.name}."
    names = {"own": str(position.to_move), "other": str(position.to_move.other)}
    for name, (dx, dy) in pattern.named.items():
        right, down = turned(shape.orientation, dx, dy)
        names[name] = _vertex(shape.anchor + down * (position.size + 1) + right, position)
    return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], at), pattern.says)


def _attack(position: GoPosition, stone: Point, point: Point | None, reply: Point | None) -> str:
    """That a chain is taken, or squeezed; how many liberties it has then is counted on the board."""
    side, other = position.to_move, position.to_move.other
    theirs, them = _stones(position, stone, other), _it(position, stone)
    after = _after(position, point)
    if after is None:
        return f"{side} goes after {theirs}."
    rest = after.board.liberties(stone).bit_count()
    if after.board.at(stone) is None:
        return f"{side} takes {theirs}: this fills the last liberty."
    they, run, are = ("it", "runs", "is") if them == "it" else ("they", "run", "are")
    told = f"puts {theirs} in atari" if rest == 1 else f"leaves {theirs} only {rest} liberties"
    ran = _after(after, reply)
    if ran is None or ran.board.at(stone) is None:
        return f"{side} {told}."
    left = ran.board.liberties(stone).bit_count()
    then = f"{are} still in atari" if left == 1 else f"will have {left}"
    return f"{side} {told}; if {they} {run} to {_vertex(reply, position)}, {they} {then}."


def _after(position: GoPosition, point: Point | None) -> GoPosition | None:
    """The position after a stone, None if none may be put there."""
    if point is None or position.why_not(point) is not None:
        return None
    return position.play(Play((point,)))


def _defence(position: GoPosition, stone: Point, point: Point | None) -> str:
    """That a chain of its own is short of liberties; how many it has and gets is counted on the board."""
    own, board = _stones(position, stone, position.to_move), position.board
    chain, now = board.chain(stone), board.liberties(stone).bit_count()
    have, are = ("has", "is") if chain.bit_count() == 1 else ("have", "are")
    if now > IN_DANGER:
        return f"By its own way of counting, {own} {have} too few liberties."
    short = f"{are} in atari" if now == 1 else f"{have} only {now} liberties"
    played = _after(position, point)
    if played is None:
        return f"{own} {short}."
    after = played.board
    then = after.liberties(stone).bit_count()
    if after.chain(stone).bit_count() > chain.bit_count() + 1:
        together = several(then, "liberty", "liberties")
        return f"{own} {short}; this joins {_it(position, stone)} to friends, together with {together}."
    return f"{own} {short}; this gives {_it(position, stone)} {then}."


def _stones(position: GoPosition, stone: Point, side: Side) -> str:
    """A chain, and whose it is."""
    number = position.board.chain(stone).bit_count()
    what = "stone" if number == 1 else f"{number} stones"
    return f"{side}'s {what} at {_vertex(stone, position)}"


def _it(position: GoPosition, stone: Point) -> str:
    return "it" if position.board.chain(stone).bit_count() == 1 else "them"


def _of_book(name: str, knowledge: Knowledge) -> str:
    """What the opening file says of a move, often nothing."""
    return next((node.says for node in knowledge.opening if node.name == name), "")


def _vertex(point: Point | None, position: GoPosition) -> str:
    assert point is not None
    return format_vertex(point, position.size)


ORIGINAL_NAMES = {"attack": "findwinner", "defend": "findsaver", "pattern": "findpatn"}
REGIONS = {
    "NW": "upper left corner",
    "SW": "lower left corner",
    "NE": "upper right corner",
    "SE": "lower right corner",
    "N": "upper edge",
    "S": "lower edge",
    "W": "left edge",
    "E": "right edge",
}


def in_words(reason: Reason, side: Side, size: int) -> str:
    """One reason as a sentence: finder, its name in the original, move, value and why.

    side -- for whom the engine thought.
    """
    if reason.finder == "random":
        return _random_in_words(reason)
    assert reason.point is not None
    move = format_vertex(reason.point, size)
    finder = f"{reason.finder} ({ORIGINAL_NAMES[reason.finder]})"
    return f"{finder}: {move}, worth {reason.value}: {_why(reason, side, size)}."


def _why(reason: Reason, side: Side, size: int) -> str:
    match reason.why:
        case Attack(stone, liberties, reply, left):
            chain = f"{side.other}'s chain at {format_vertex(stone, size)}"
            if reply is None:
                return f"takes {chain}"
            answer = format_vertex(reply, size)
            now, then = (several(number, "liberty", "liberties") for number in (liberties, left))
            return f"squeezes {chain} ({now}); answering at {answer} leaves it {then}"
        case Defence(stone, liberties, gained):
            chain = f"{side}'s chain at {format_vertex(stone, size)}"
            now = several(liberties, "liberty", "liberties")
            return f"saves {chain}, which has {now} and will have {gained}"
        case BookMove("continue", name):
            return f"goes on with the opening book: {name}"
        case BookMove(region, ""):
            return f"the {REGIONS[region]} is open"
        case BookMove(region, name):
            return f"the {REGIONS[region]} is empty; the opening book plays the {name}"
        case Shape(name, _, orientation, anchor, _):
            return f"pattern '{name}' fits at {format_vertex(anchor, size)}, way round {orientation}"
        case _:
            raise TypeError(f"not a reason of this engine: {reason.why!r}")


def _random_in_words(reason: Reason) -> str:
    if reason.value >= MOST_TRIES and reason.point is None:
        return f"No finder had anything, and {MOST_TRIES} random points were no good: a pass."
    tries = several(reason.value, "try", "tries")
    return f"No finder had anything: a random move after {tries}."
