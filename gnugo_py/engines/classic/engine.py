"""The engine of 1989 as a player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from gnugo_py.core.types import PASS, Mistake, Move, Play, Point
from gnugo_py.engines.classic.memory import CORNERS, EDGES, Memory
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.engines.classic.results import Finding, Shape
from gnugo_py.engines.classic.survey import turned
from gnugo_py.engines.engine import Choice, Player, PlayerRefusal, Reason
from gnugo_py.games.go.position import GoPosition

if TYPE_CHECKING:
    from gnugo_py.engines.classic.genmove import Decision


SIZES = (9, 13, 19)
"""The boards it plays on; the original knew 19x19 alone."""


@dataclass(frozen=True)
class ClassicPlayer(Player):
    """GNU Go 1.1 on 9x9, 13x13 and 19x19.

    knowledge -- its pattern files.
    seed      -- what its random numbers start from; the original took 0 to 999,999 from the clock.
    patterns  -- where its knowledge came from: a folder, `none`, or None for the program's own.
    """

    knowledge: Knowledge
    seed: int
    patterns: str | None = None
    is_adviser: ClassVar[bool] = True
    name: ClassVar[str] = "GNU Go 1.1"

    def fresh_memory(self) -> Memory:
        """What it remembers at the start of a game."""
        return Memory.fresh(self.seed)

    def explain(self, position: GoPosition, choice: Choice[Memory]) -> tuple[str, ...]:
        """A choice in sentences: first as a person would say it, then finder by finder with values."""
        from gnugo_py.engines.classic.explanations import in_words

        exactly = (in_words(reason, position.to_move, position.size) for reason in choice.reasons)
        return (*self.says(position, choice), *exactly)

    def says(self, position: GoPosition, choice: Choice[Memory]) -> tuple[str, ...]:
        """Why it chose so, as a person would say it: a sentence for each finder that answered."""
        from gnugo_py.engines.classic.explanations import said

        return said(choice, position, self.knowledge)

    def overlay(self, position: GoPosition, choice: Choice[Memory]) -> tuple[tuple[Point, str], ...]:
        """The shape that fitted, lit up; and each finder's move: A attack, D defend, P pattern, R random."""
        marks: list[tuple[Point, str]] = []
        for reason in choice.reasons:
            if isinstance(reason.why, Shape):
                marks += [(point, "") for point in shape_points(reason.why, self.knowledge, position.size)]
        for reason in reversed(choice.reasons):
            if reason.point is not None:
                marks.append((reason.point, reason.finder[0].upper()))
        return tuple(marks)

    def sit_down(self, position: GoPosition) -> None:
        """Nothing.  Raises PlayerRefusal on a board it does not play on."""
        if position.size not in SIZES:
            size = f"{position.size}x{position.size}"
            raise PlayerRefusal(f"{self.name} plays on 9x9, 13x13 and 19x19, not on {size}")

    def reseed(self, seed: int) -> ClassicPlayer:
        """The engine as if it had been started with another seed."""
        return replace(self, seed=seed)

    def settings(self) -> dict[str, object]:
        """What makes another engine like this one."""
        return {"player": "classic", "seed": self.seed, "patterns": self.patterns}

    def stored(self, memory: Memory) -> object:
        """A memory as plain data."""
        return [
            memory.value,
            list(memory.unasked),
            memory.continuing,
            memory.node,
            memory.orientation,
        ]

    def restored(self, data: object) -> Memory:
        """The memory that `stored` made data of.  Raises Mistake for anything else."""
        match data:
            case [int(value), list(unasked), bool(continuing), int(node), int(orientation)]:
                known = all(region in CORNERS + EDGES for region in unasked)
                nodes = max(len(self.knowledge.opening), 1)
                if known and 0 <= value < 2**31 and 0 <= node < nodes and 0 <= orientation < 4:
                    return Memory(self.seed, value, tuple(unasked), continuing, node, orientation)
        raise Mistake("not a memory of this engine")

    def choose(self, position: GoPosition, memory: Memory) -> Choice[Memory]:
        """Its move for the side to move.

        Under the rules of 1989 this is the original's move; those rules bind only its opponent.
        Under any other it is the original's next best answer that they allow, then the
        random move, then a pass.  Raises PlayerRefusal on a board it does not play on.
        """
        self.sit_down(position)
        from gnugo_py.engines.classic.genmove import decide

        decision, memory = decide(position, memory, self.knowledge)
        if position.rules.ko != "1989":
            decision, memory = _within_rules(position, decision, memory, self.knowledge)
        move: Move = PASS if decision.point is None else Play((decision.point,))
        return Choice(move, _reasons(decision), memory)


def shape_points(shape: Shape, knowledge: Knowledge, size: int) -> list[Point]:
    """The points of the board that a matched pattern looked at."""
    steps = (turned(shape.orientation, dx, dy) for dx, dy, _ in knowledge.patterns[shape.number].points)
    return [shape.anchor + dy * (size + 1) + dx for dx, dy in steps]


def _within_rules(
    position: GoPosition, decision: Decision, memory: Memory, knowledge: Knowledge
) -> tuple[Decision, Memory]:
    """The decision with its move replaced, if need be, by the best one the rules allow."""
    if decision.point is None or position.why_not(decision.point) is None:
        return decision, memory
    for found in decision.findings:
        if position.why_not(found.point) is None:
            return decision._replace(point=found.point), memory
    from gnugo_py.engines.classic.random_move import MOST_TRIES, random_move
    from gnugo_py.engines.classic.survey import new_survey

    survey = new_survey(position.board, knowledge.matcher(position.size).layout)
    point: Point | None = None
    value, tries = memory.value, decision.tries
    while point is None and tries < MOST_TRIES:
        drawn, more, value = random_move(survey, position.to_move, value, memory.seed)
        tries = min(tries + more, MOST_TRIES)
        if drawn is not None and position.why_not(drawn) is None:
            point = drawn
    decision = decision._replace(point=point, tries=tries, value=value)
    return decision, memory._replace(value=value)


def _reasons(decision: Decision) -> tuple[Reason, ...]:
    """What the finders said, and the random move if it was asked."""
    finders: tuple[tuple[str, Finding | None], ...] = (
        ("attack", decision.attack),
        ("defend", decision.defend),
        ("pattern", decision.pattern),
    )
    reasons = [Reason(name, found.point, found.value, found.why) for name, found in finders if found]
    if decision.tries:
        reasons.append(Reason("random", decision.point, decision.tries))
    return tuple(reasons)
