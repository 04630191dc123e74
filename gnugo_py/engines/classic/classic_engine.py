"""The classic engine, GNU Go 1.1 of 1989, as an `Engine`, with explanations of its decisions."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar

from gnugo_py.engines.classic.gnugo import (
    CORNERS,
    EDGES,
    MAX_TRIES,
    AttackReason,
    BookReason,
    ClassicMemory,
    DefenseReason,
    GnuGo,
    PatternReason,
)
from gnugo_py.engines.classic.pattern_files import PatternFiles, load_pattern_files, orient
from gnugo_py.engines.engine import Decision, Engine, EngineCannotPlayGame, EngineConfig, Reason
from gnugo_py.games.checks import checked, checked_methods, require_type
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.points import point_at
from gnugo_py.games.position import require_position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PASS, PLAYS, Color, Move, Pass, Play, Point, UserError
from gnugo_py.system import files

CLASSIC_BOARD_SIZES = (9, 13, 19)
"""The board sizes that the engine supports; the original supported only 19x19."""

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
_ORIGINAL_NAMES = {"attack": "findwinner", "defend": "findsaver", "pattern": "findpatn"}
_REGIONS = {"N": "upper edge", "S": "lower edge", "W": "left edge", "E": "right edge"} | {
    "NW": "upper left corner",
    "SW": "lower left corner",
    "NE": "upper right corner",
    "SE": "lower right corner",
}


@checked_methods("choose", "prepare")
@dataclass(frozen=True)
class ClassicEngine(Engine):
    """GNU Go 1.1 on 9x9, 13x13 and 19x19.

    pattern_files -- its patterns and its opening book.
    seed          -- the seed of its random numbers; the original used the microseconds of the clock, 0 to
                     999,999.
    patterns      -- the source of the pattern files: a folder, `none`, or None for the bundled files.
    """

    pattern_files: PatternFiles
    seed: int
    patterns: str | None = None
    name: ClassVar[str] = "GNU Go 1.1"

    def initial_memory(self) -> ClassicMemory:
        return ClassicMemory.initial(self.seed)

    def explain(self, position: GoPosition, decision: Decision[ClassicMemory]) -> tuple[str, ...]:
        exactly = (describe_reason(reason, position) for reason in decision.reasons)
        return (*self.explain_in_words(position, decision), *exactly)

    def explain_in_words(self, position: GoPosition, decision: Decision[Any]) -> tuple[str, ...]:
        if isinstance(decision.move, Pass):
            return (NO_MOVE_WORTH_MAKING,)
        result = [reason for reason in decision.reasons if reason.source != "random"]
        if not result:
            return (RANDOM_MOVE_SENTENCE,) if decision.reasons else ()
        point = decision.move.points[0] if isinstance(decision.move, Play) else None
        result.sort(key=lambda reason: (reason.point != point, -reason.value))
        sentences = [_sentence(reason, position, self.pattern_files) for reason in result]
        also = (
            f"It also considered {_vertex(reason.point, position)}: {sentence}"
            for reason, sentence in zip(result, sentences, strict=True)
            if reason.point != point
        )
        return (sentences[0] if result[0].point == point else PROPOSALS_ILLEGAL_SENTENCE, *also)

    def decision_marks(
        self, position: GoPosition, decision: Decision[ClassicMemory]
    ) -> tuple[tuple[Point, str], ...]:
        """Return highlights for a matched pattern, and a letter for each finder's move.

        The letters are A for attack, D for defend, P for pattern and R for random.
        """
        shapes = [reason.data for reason in decision.reasons if isinstance(reason.data, PatternReason)]
        highlights = [
            (shape.anchor + point_at(down, right, position.size), "")
            for shape in shapes
            for dx, dy, _ in self.pattern_files.patterns[shape.pattern_index].points
            for right, down in [orient(shape.orientation, dx, dy)]
        ]
        letters = [(reason.point, reason.source[0].upper()) for reason in reversed(decision.reasons)]
        return (*highlights, *((point, letter) for point, letter in letters if point is not None))

    def prepare(self, position: GoPosition) -> None:
        require_position(position, GO)
        if position.size not in CLASSIC_BOARD_SIZES:
            size = f"{position.size}x{position.size}"
            raise EngineCannotPlayGame(f"{self.name} plays on 9x9, 13x13 and 19x19, not on {size}")

    def with_seed(self, seed: int) -> ClassicEngine:
        return replace(self, seed=seed)

    def config(self) -> EngineConfig:
        return EngineConfig("classic", seed=self.seed, patterns=self.patterns)

    def memory_to_json(self, memory: ClassicMemory) -> object:
        _, value, untried, is_continuing, node, orientation = memory
        return [value, list(untried), is_continuing, node, orientation]

    def memory_from_json(self, data: object) -> ClassicMemory:
        match data:
            case [int(value), list(untried), bool(is_continuing), int(node), int(orientation)]:
                known = all(region in CORNERS + EDGES for region in untried)
                nodes = max(len(self.pattern_files.opening), 1)
                if known and 0 <= value < 2**31 and 0 <= node < nodes and 0 <= orientation < 4:
                    return ClassicMemory(self.seed, value, tuple(untried), is_continuing, node, orientation)
        raise UserError("the saved state is not valid for this engine")

    def choose(self, position: GoPosition, memory: ClassicMemory | None = None) -> Decision[ClassicMemory]:
        """Return the engine's move for the color to move.

        Under the rules of 1989 this is the original's move, legal or not; the original applied those rules
        only to its opponent. Under other rules, an illegal move is replaced by the best legal proposal of
        another finder; if there is none, by a legal random move, or else by a pass. Raise
        EngineCannotPlayGame if the board size is not supported.
        """
        self.prepare(position)
        require_type("memory", memory, ClassicMemory | None, "the memory of a decision")
        decision = GnuGo(position, memory or self.initial_memory(), self.pattern_files).genmove()
        if position.rules.ko == "1989" or not isinstance(decision.move, Play):
            return decision
        if position.why_illegal_point(decision.move.points[0]) is None:
            return decision
        return _replace_illegal_move(position, decision, self.pattern_files)


def _replace_illegal_move(
    position: GoPosition, decision: Decision[ClassicMemory], pattern_files: PatternFiles
) -> Decision[ClassicMemory]:
    """Return the decision with its illegal move replaced by the best legal one."""
    proposals = [reason for reason in decision.reasons if reason.source != "random"]
    for reason in sorted(proposals, key=attrgetter("value"), reverse=True):
        if reason.point is not None and position.why_illegal_point(reason.point) is None:
            return replace(decision, move=PLAYS[reason.point])
    tries = sum(reason.value for reason in decision.reasons if reason.source == "random")
    game, point = GnuGo(position, decision.memory, pattern_files), None
    while point is None and tries < MAX_TRIES:
        drawn = game.random_move()
        tries = min(tries + drawn.value, MAX_TRIES)
        if drawn.point is not None and position.why_illegal_point(drawn.point) is None:
            point = drawn.point
    memory = decision.memory._replace(random_state=game.random_state)
    move: Move = PASS if point is None else PLAYS[point]
    return Decision(move, (*proposals, Reason("random", point, tries)), memory)


@checked
def classic_engine(seed: int = 0, patterns: str | None = None) -> ClassicEngine:
    """Return a classic engine, which plays Go.

    seed     -- the seed of its random numbers; the same seed gives the same games.
    patterns -- the folder of its pattern files, `none`, or None for the bundled files. A relative path is
                resolved against the current folder.

    Raise UserError with the file, the line and a remedy if the files cannot be used.
    """
    if patterns is not None and patterns != "none":
        patterns = os.path.join(files.working_directory(), patterns)
    return ClassicEngine(load_pattern_files(patterns), seed, patterns)


def _sentence(reason: Reason, position: GoPosition, pattern_files: PatternFiles) -> str:
    """Return the sentence for one reason."""
    match reason.data:
        case AttackReason(stone, _, reply):
            return _attack(position, stone, reason.point, reply)
        case DefenseReason(stone, counted):
            return _defense(position, stone, counted, reason.point)
        case BookReason(region, ""):
            return _EDGE_SENTENCE.format(_REGIONS[region])
        case BookReason(region, name):
            known = next((node.explanation for node in pattern_files.opening if node.name == name), "")
            if region == "continue":
                return known or _CONTINUE_SENTENCE
            return f"{_CORNER_SENTENCE.format(_REGIONS[region])} {known}".rstrip()
        case shape:
            assert isinstance(shape, PatternReason)
            return _shape(shape, position, pattern_files)


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


def _vertex(point: Point | None, position: GoPosition) -> str:
    assert point is not None
    return position.format_point(point)


def describe_reason(reason: Reason, position: GoPosition) -> str:
    """Return one line for a reason in a position: finder, its original name, move, value and purpose."""
    if reason.source == "random":
        if reason.point is None:
            tries = f", and {MAX_TRIES} random points were unsuitable, so it passes"
        else:
            tries = f"; a random point was chosen after {pluralize(reason.value, 'try', 'tries')}"
        return f"No finder proposed a legal move{tries}."
    assert reason.point is not None
    move = position.format_point(reason.point)
    finder = f"{reason.source} ({_ORIGINAL_NAMES[reason.source]})"
    return f"{finder}: {move}, worth {reason.value}: {_why(reason, position)}."


def _why(reason: Reason, position: GoPosition) -> str:
    color = position.to_move
    match reason.data:
        case AttackReason(stone, liberties, reply, left):
            chain = f"{color.opponent}'s chain at {position.format_point(stone)}"
            if reply is None:
                return f"captures {chain}"
            answer = position.format_point(reply)
            now, then = (pluralize(number, "liberty", "liberties") for number in (liberties, left))
            return f"squeezes {chain} ({now}); a reply at {answer} leaves it with {then}"
        case DefenseReason(stone, liberties, gained):
            chain = f"{color}'s chain at {position.format_point(stone)}"
            now = pluralize(liberties, "liberty", "liberties")
            return f"saves {chain}; the engine counts {now}, and {gained} then"
        case BookReason("continue", name):
            return f"continues the opening book: {name}"
        case BookReason(region, ""):
            return f"the {_REGIONS[region]} is open"
        case BookReason(region, name):
            return f"the {_REGIONS[region]} is empty; the opening book plays the {name}"
        case shape:
            assert isinstance(shape, PatternReason)
            at = position.format_point(shape.anchor)
            return f"pattern '{shape.name}' matches at {at}, orientation {shape.orientation}"
