"""The engine's reasons as a person would say them."""

from __future__ import annotations

from gnugo_py.classic.finding import Attack, BookMove, Defence, Shape
from gnugo_py.classic.knowledge import Knowledge
from gnugo_py.classic.words import REGIONS
from gnugo_py.games.contract import Pass, Play, Point, Side
from gnugo_py.go.position import GoPosition
from gnugo_py.go.vertex import format_vertex
from gnugo_py.players.player import Choice, Reason

CORNER = "The {} is still empty, and corners are worth most in the beginning."
EDGE = "The {} is open; a stone in its middle helps the corners on both sides."
NOTHING = "It sees nothing to take, to save or to build, so it plays anywhere: the move is drawn by lot."
PASSED = "It sees nothing to do any more, and passes."


def said(choice: Choice, position: GoPosition, knowledge: Knowledge) -> tuple[str, ...]:
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
        f"It thought of {_vertex(reason.point, position)}, too: {_within(sentence)}"
        for reason, sentence in zip(found[1:], others, strict=True)
        if reason.point != point
    )
    return (first, *also)


def _within(sentence: str) -> str:
    """A sentence as it goes on after a colon."""
    return (
        sentence[0].lower() + sentence[1:]
        if sentence.startswith(("It", "The", "With", "On", "A "))
        else sentence
    )


def _sentence(reason: Reason, position: GoPosition, knowledge: Knowledge) -> str:
    """One reason for one move."""
    match reason.why:
        case Attack(stone, _, reply, left):
            return _attack(position, stone, reply, left)
        case Defence(stone):
            return _defence(position, stone, reason.point)
        case BookMove("continue", name):
            return _of_book(name, knowledge) or "It goes on as it has learned to play in a corner."
        case BookMove(region, ""):
            return EDGE.format(REGIONS[region])
        case BookMove(region, name):
            return " ".join(filter(None, (CORNER.format(REGIONS[region]), _of_book(name, knowledge))))
        case Shape(name, number, _, anchor, _):
            at, move = _vertex(anchor, position), _vertex(reason.point, position)
            says = knowledge.patterns[number].says if number < len(knowledge.patterns) else ""
            known = f"It knows a good shape that fits at {at}: {name}."
            return says.replace("{stone}", at).replace("{move}", move) or known
        case _:
            raise TypeError(f"not a reason of this engine: {reason.why!r}")


def _attack(position: GoPosition, stone: Point, reply: Point | None, left: int) -> str:
    """That a chain is taken, or squeezed."""
    theirs, it = _stones(position, stone, position.to_move.other), _it(position, stone)
    if reply is None:
        return f"It takes {theirs}: this was the last liberty."
    rest = position.board.liberties(stone).bit_count() - 1
    run = f"running to {_vertex(reply, position)} would give {it} {_several(left)}"
    return f"It puts {theirs} in atari; {run}." if rest == 1 else f"It presses {theirs}; {run}."


def _defence(position: GoPosition, stone: Point, point: Point | None) -> str:
    """That a chain of its own is short of liberties; how many it has and gets is counted on the board."""
    own, board = _stones(position, stone, position.to_move), position.board
    is_one = board.chain(stone).bit_count() == 1
    now = board.liberties(stone).bit_count()
    short = "in atari" if now == 1 else f"short of liberties, with {now}"
    told = f"{own} {'is' if is_one else 'are'} {short}"
    if point is None or position.why_not(point) is not None:
        return f"{told}."
    then = position.play(Play((point,))).board.liberties(stone).bit_count()
    return f"{told}; this gives {_it(position, stone)} {_several(then)}."


def _stones(position: GoPosition, stone: Point, side: Side) -> str:
    """A chain, and whose it is."""
    number = position.board.chain(stone).bit_count()
    what = "stone" if number == 1 else f"{number} stones"
    return f"{side}'s {what} at {_vertex(stone, position)}"


def _it(position: GoPosition, stone: Point) -> str:
    return "it" if position.board.chain(stone).bit_count() == 1 else "them"


def _several(number: int) -> str:
    return f"{number} {'liberty' if number == 1 else 'liberties'}"


def _of_book(name: str, knowledge: Knowledge) -> str:
    """What the opening file says of a move, often nothing."""
    return next((node.says for node in knowledge.opening if node.name == name), "")


def _vertex(point: Point | None, position: GoPosition) -> str:
    assert point is not None
    return format_vertex(point, position.size)
