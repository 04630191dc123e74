"""Explanations of the classic engine's decisions: sentences, a line for each finder, marks on the board."""

from __future__ import annotations

import re
from typing import Any

from gnugo_py.engines.classic.gnugo import MAX_TRIES, AttackReason, BookReason, DefenseReason, PatternReason
from gnugo_py.engines.classic.pattern_files import PatternFiles, orient
from gnugo_py.engines.engine import Decision, Reason
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import point_at
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PLAYS, Color, Pass, Play, Point

_CORNER_SENTENCE = "The {} is still empty, and corners are worth most in the opening."
_CONTINUE_SENTENCE = "It continues a corner sequence from its opening book."
_EDGE_SENTENCE = "The {} is open; a stone in its middle helps both corners."
RANDOM_MOVE_SENTENCE = "None of its rules applies here, so it picks a point at random."
PROPOSALS_ILLEGAL_SENTENCE = (
    "The moves that its rules propose are illegal here, so it picks a point at random."
)
NO_MOVE_WORTH_MAKING = "It finds no move worth making, so it passes."
_MAX_LIBERTIES_IN_DANGER = 3
"""A chain with more liberties is not in danger, whatever the engine counted."""


def explain_decision(
    decision: Decision[Any], position: GoPosition, pattern_files: PatternFiles
) -> tuple[str, ...]:
    """Return sentences that explain a decision: one for the move, and one for each proposal of another move.

    position -- the position in which the decision was made.
    """
    if isinstance(decision.move, Pass):
        return (NO_MOVE_WORTH_MAKING,)
    result = [reason for reason in decision.reasons if reason.source != "random"]
    if not result:
        return (RANDOM_MOVE_SENTENCE,) if decision.reasons else ()
    point = decision.move.points[0] if isinstance(decision.move, Play) else None
    result.sort(key=lambda reason: (reason.point != point, -reason.value))
    also = (
        f"It also considered {_vertex(reason.point, position)}: {_sentence(reason, position, pattern_files)}"
        for reason in result
        if reason.point != point
    )
    is_proposed = result[0].point == point
    first = _sentence(result[0], position, pattern_files) if is_proposed else PROPOSALS_ILLEGAL_SENTENCE
    return (first, *also)


def _sentence(reason: Reason, position: GoPosition, pattern_files: PatternFiles) -> str:
    """Return the sentence for one reason. Raise TypeError if it is not a reason of this engine."""
    match reason.data:
        case AttackReason(stone, _, reply):
            return _attack(position, stone, reason.point, reply)
        case DefenseReason(stone, counted):
            return _defense(position, stone, counted, reason.point)
        case BookReason("continue", name):
            return _book_explanation(name, pattern_files) or _CONTINUE_SENTENCE
        case BookReason(region, ""):
            return _EDGE_SENTENCE.format(_REGIONS[region])
        case BookReason(region, name):
            corner = _CORNER_SENTENCE.format(_REGIONS[region])
            return f"{corner} {_book_explanation(name, pattern_files)}".rstrip()
        case PatternReason():
            return _shape(reason.data, position, pattern_files)
        case _:
            raise TypeError(f"not a reason of this engine: {reason.data!r}")


def _shape(shape: PatternReason, position: GoPosition, pattern_files: PatternFiles) -> str:
    """Return the explanation of a matched pattern, with its named points replaced by vertices."""
    pattern = next(iter(pattern_files.patterns[shape.pattern_index :]), None)
    at = _vertex(shape.anchor, position)
    if pattern is None or not pattern.explanation:
        return f"One of its patterns matches at {at}: {shape.name}."
    names = {"own": str(position.to_move), "other": str(position.to_move.opponent)}
    for name, (dx, dy) in pattern.offsets_by_explanation_word.items():
        right, down = orient(shape.orientation, dx, dy)
        names[name] = _vertex(shape.anchor + point_at(down, right, position.size), position)
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], at), pattern.explanation)


def _attack(position: GoPosition, stone: Point, point: Point | None, reply: Point | None) -> str:
    """Return the sentence for a move that attacks a chain; its liberties are counted on the board."""
    color, other = position.to_move, position.to_move.opponent
    theirs, them = _stones(position, stone, other), _pronoun(position, stone)
    after = _position_after(position, point)
    if after is None:
        return f"{color} attacks {theirs}."
    rest = after.board.liberties(stone).bit_count()
    if after.board.color_at(stone) is None:
        return f"{color} captures {theirs} by filling the last liberty."
    they, run, are = ("it", "runs", "is") if them == "it" else ("they", "run", "are")
    effect = f"puts {theirs} in atari" if rest == 1 else f"leaves {theirs} with only {rest} liberties"
    ran = _position_after(after, reply)
    if ran is None or ran.board.color_at(stone) is None:
        return f"{color} {effect}."
    left = ran.board.liberties(stone).bit_count()
    in_atari = f"{are} still in atari" if rest == 1 else f"{are} in atari then"
    then = in_atari if left == 1 else f"will have {left} liberties"
    return f"{color} {effect}; if {they} {run} to {_vertex(reply, position)}, {they} {then}."


def _position_after(position: GoPosition, point: Point | None) -> GoPosition | None:
    """Return the position after a stone on `point`, or None if `point` is None or the move is illegal."""
    if point is None or position.why_illegal_point(point) is not None:
        return None
    return position.play_unchecked(PLAYS[point])


def _defense(position: GoPosition, stone: Point, counted: int, point: Point | None) -> str:
    """Return the sentence for a move that defends a chain; its liberties are counted on the board.

    counted -- the liberties that the engine counts, which can be fewer.
    """
    own, board = _stones(position, stone, position.to_move), position.board
    chain, now = board.chain(stone), board.liberties(stone).bit_count()
    have, are = ("has", "is") if chain.bit_count() == 1 else ("have", "are")
    if now > _MAX_LIBERTIES_IN_DANGER:
        few = pluralize(counted, "liberty", "liberties")
        return f"The engine counts only {few} for {own}, which {have} {now}."
    short = f"{are} in atari" if now == 1 else f"{have} only {now} liberties"
    played = _position_after(position, point)
    if played is None:
        return f"{own} {short}."
    after = played.board
    then = pluralize(after.liberties(stone).bit_count(), "liberty", "liberties")
    if after.chain(stone).bit_count() > chain.bit_count() + 1:
        it = _pronoun(position, stone)
        return f"{own} {short}; this connects {it} to friendly stones, {then} in total."
    return f"{own} {short}; this gives {_pronoun(position, stone)} {then}."


def _stones(position: GoPosition, stone: Point, color: Color) -> str:
    """Return the words for a chain and its owner, such as "Black's 3 stones at D4"."""
    number = position.board.chain(stone).bit_count()
    return f"{color}'s {'stone' if number == 1 else f'{number} stones'} at {_vertex(stone, position)}"


def _pronoun(position: GoPosition, stone: Point) -> str:
    return "it" if position.board.chain(stone).bit_count() == 1 else "them"


def _book_explanation(name: str, pattern_files: PatternFiles) -> str:
    """Return the explanation of a move in the opening file; often empty."""
    return next((node.explanation for node in pattern_files.opening if node.name == name), "")


def _vertex(point: Point | None, position: GoPosition) -> str:
    assert point is not None
    return format_vertex(point, position.size)


_ORIGINAL_NAMES = {"attack": "findwinner", "defend": "findsaver", "pattern": "findpatn"}
_REGIONS = {"N": "upper edge", "S": "lower edge", "W": "left edge", "E": "right edge"} | {
    "NW": "upper left corner",
    "SW": "lower left corner",
    "NE": "upper right corner",
    "SE": "lower right corner",
}


def describe_reason(reason: Reason, color: Color, size: int) -> str:
    """Return one line for a reason of a color: finder, its name in the original, move, value, and purpose."""
    if reason.source == "random":
        return _random_in_words(reason)
    assert reason.point is not None
    move = format_vertex(reason.point, size)
    finder = f"{reason.source} ({_ORIGINAL_NAMES[reason.source]})"
    return f"{finder}: {move}, worth {reason.value}: {_why(reason, color, size)}."


def _why(reason: Reason, color: Color, size: int) -> str:
    match reason.data:
        case AttackReason(stone, liberties, reply, left):
            chain = f"{color.opponent}'s chain at {format_vertex(stone, size)}"
            if reply is None:
                return f"captures {chain}"
            answer = format_vertex(reply, size)
            now, then = (pluralize(number, "liberty", "liberties") for number in (liberties, left))
            return f"squeezes {chain} ({now}); a reply at {answer} leaves it with {then}"
        case DefenseReason(stone, liberties, gained):
            chain = f"{color}'s chain at {format_vertex(stone, size)}"
            now = pluralize(liberties, "liberty", "liberties")
            return f"saves {chain}; the engine counts {now}, and {gained} then"
        case BookReason("continue", name):
            return f"continues the opening book: {name}"
        case BookReason(region, ""):
            return f"the {_REGIONS[region]} is open"
        case BookReason(region, name):
            return f"the {_REGIONS[region]} is empty; the opening book plays the {name}"
        case PatternReason(name, _, orientation, anchor, _):
            return f"pattern '{name}' matches at {format_vertex(anchor, size)}, orientation {orientation}"
        case _:
            raise TypeError(f"not a reason of this engine: {reason.data!r}")


def _random_in_words(reason: Reason) -> str:
    if reason.value >= MAX_TRIES and reason.point is None:
        return (
            f"No finder proposed a legal move, and {MAX_TRIES} random points were unsuitable, so it passes."
        )
    tries = pluralize(reason.value, "try", "tries")
    return f"No finder proposed a legal move; a random point was chosen after {tries}."


def decision_marks(
    decision: Decision[Any], size: int, pattern_files: PatternFiles
) -> tuple[tuple[Point, str], ...]:
    """Return the marks of a decision: highlights for a matched pattern, a letter for each finder's move.

    The letters are A for attack, D for defend, P for pattern and R for random.
    """
    shapes = [reason.data for reason in decision.reasons if isinstance(reason.data, PatternReason)]
    highlights = [
        (shape.anchor + point_at(down, right, size), "")
        for shape in shapes
        for dx, dy, _ in pattern_files.patterns[shape.pattern_index].points
        for right, down in [orient(shape.orientation, dx, dy)]
    ]
    letters = [(reason.point, reason.source[0].upper()) for reason in reversed(decision.reasons)]
    return (*highlights, *((point, letter) for point, letter in letters if point is not None))
