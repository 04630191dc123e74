"""The classic engine, GNU Go 1.1 of 1989, as an `Engine`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from gnugo_py.core.types import PASS, Move, Play, Point, UserError
from gnugo_py.engines.classic.chains_and_liberties import orient
from gnugo_py.engines.classic.memory import BOOK_CORNER_REGIONS, BOOK_EDGE_REGIONS, ClassicMemory
from gnugo_py.engines.classic.pattern_matcher import PatternFiles
from gnugo_py.engines.classic.results import FinderResult, PatternReason
from gnugo_py.engines.engine import Decision, Engine, EngineCannotPlayGame, EngineConfig, Reason
from gnugo_py.games.go.position import GoPosition

if TYPE_CHECKING:
    from gnugo_py.engines.classic.genmove import GenmoveResult


CLASSIC_BOARD_SIZES = (9, 13, 19)
"""The board sizes that the engine supports; the original supported only 19x19."""


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
    can_advise: ClassVar[bool] = True
    name: ClassVar[str] = "GNU Go 1.1"

    def initial_memory(self) -> ClassicMemory:
        """Return the memory at the start of a game."""
        return ClassicMemory.initial(self.seed)

    def explain(self, position: GoPosition, decision: Decision[ClassicMemory]) -> tuple[str, ...]:
        """Return the explanation of a decision: plain sentences, then one line per finder with its value."""
        from gnugo_py.engines.classic.explanations import describe_reason

        exactly = (describe_reason(reason, position.to_move, position.size) for reason in decision.reasons)
        return (*self.explanation_lines(position, decision), *exactly)

    def explanation_lines(self, position: GoPosition, decision: Decision[ClassicMemory]) -> tuple[str, ...]:
        """Return plain sentences that explain a decision; see `explain_decision`."""
        from gnugo_py.engines.classic.explanations import explain_decision

        return explain_decision(decision, position, self.pattern_files)

    def decision_marks(
        self, position: GoPosition, decision: Decision[ClassicMemory]
    ) -> tuple[tuple[Point, str], ...]:
        """Return the marks of a decision: highlights for a matched pattern, a letter for each finder's move.

        The letters are A for attack, D for defend, P for pattern and R for random.
        """
        marks: list[tuple[Point, str]] = []
        for reason in decision.reasons:
            if isinstance(reason.data, PatternReason):
                marks += [
                    (point, "")
                    for point in points_covered_by_pattern(reason.data, self.pattern_files, position.size)
                ]
        for reason in reversed(decision.reasons):
            if reason.point is not None:
                marks.append((reason.point, reason.source[0].upper()))
        return tuple(marks)

    def prepare(self, position: GoPosition) -> None:
        """Raise EngineCannotPlayGame if the board size is not supported; otherwise do nothing."""
        if position.size not in CLASSIC_BOARD_SIZES:
            size = f"{position.size}x{position.size}"
            raise EngineCannotPlayGame(f"{self.name} plays on 9x9, 13x13 and 19x19, not on {size}")

    def with_seed(self, seed: int) -> ClassicEngine:
        """Return a copy of the engine with another seed."""
        return replace(self, seed=seed)

    def config(self) -> EngineConfig:
        """Return the data from which `classic_engine_from_config` creates an equivalent engine."""
        return EngineConfig("classic", seed=self.seed, patterns=self.patterns)

    def memory_to_json(self, memory: ClassicMemory) -> object:
        """Return a memory as plain data, without its seed and its last survey."""
        return [
            memory.random_state,
            list(memory.untried_regions),
            memory.is_continuing,
            memory.book_node,
            memory.orientation,
        ]

    def memory_from_json(self, data: object) -> ClassicMemory:
        """Return the memory for data made by `memory_to_json`. Raise UserError for any other data."""
        match data:
            case [int(value), list(unasked), bool(continuing), int(node), int(orientation)]:
                known = all(region in BOOK_CORNER_REGIONS + BOOK_EDGE_REGIONS for region in unasked)
                nodes = max(len(self.pattern_files.opening), 1)
                if known and 0 <= value < 2**31 and 0 <= node < nodes and 0 <= orientation < 4:
                    return ClassicMemory(self.seed, value, tuple(unasked), continuing, node, orientation)
        raise UserError("the saved state is not valid for this engine")

    def choose(self, position: GoPosition, memory: ClassicMemory) -> Decision[ClassicMemory]:
        """Return the engine's move for the color to move.

        Under the rules of 1989 this is the original's move, legal or not; the original applied those rules
        only to its opponent. Under other rules, an illegal move is replaced by the best legal proposal of
        another finder; if there is none, by a legal random move, or else by a pass. Raise
        EngineCannotPlayGame if the board size is not supported.
        """
        self.prepare(position)
        from gnugo_py.engines.classic.genmove import genmove

        decision, memory = genmove(position, memory, self.pattern_files)
        if position.rules.ko != "1989":
            decision, memory = _replace_illegal_move(position, decision, memory, self.pattern_files)
        move: Move = PASS if decision.point is None else Play((decision.point,))
        return Decision(move, _reasons(decision), memory)


def points_covered_by_pattern(shape: PatternReason, pattern_files: PatternFiles, size: int) -> list[Point]:
    """Return the points of the board that a matched pattern covers."""
    steps = (
        orient(shape.orientation, dx, dy) for dx, dy, _ in pattern_files.patterns[shape.pattern_index].points
    )
    return [shape.anchor + dy * (size + 1) + dx for dx, dy in steps]


def _replace_illegal_move(
    position: GoPosition, decision: GenmoveResult, memory: ClassicMemory, pattern_files: PatternFiles
) -> tuple[GenmoveResult, ClassicMemory]:
    """Return the decision and the memory, with an illegal move replaced by the best legal one."""
    if decision.point is None or position.why_illegal_point(decision.point) is None:
        return decision, memory
    for result in decision.results:
        if position.why_illegal_point(result.point) is None:
            return decision._replace(point=result.point), memory
    from gnugo_py.engines.classic.chains_and_liberties import survey_of_board
    from gnugo_py.engines.classic.random_move import MAX_RANDOM_MOVE_TRIES, random_move

    survey = survey_of_board(position.board, pattern_files.matcher(position.size).layout)
    point: Point | None = None
    value, tries = memory.random_state, decision.tries
    while point is None and tries < MAX_RANDOM_MOVE_TRIES:
        drawn, more, value = random_move(survey, position.to_move, value, memory.seed)
        tries = min(tries + more, MAX_RANDOM_MOVE_TRIES)
        if drawn is not None and position.why_illegal_point(drawn) is None:
            point = drawn
    decision = decision._replace(point=point, tries=tries, random_state=value)
    return decision, memory._replace(random_state=value)


def _reasons(decision: GenmoveResult) -> tuple[Reason, ...]:
    """Return the finders' proposals as reasons, and the random move or pass if random points were drawn."""
    finders: tuple[tuple[str, FinderResult | None], ...] = (
        ("attack", decision.attack),
        ("defend", decision.defend),
        ("pattern", decision.pattern),
    )
    reasons = [Reason(name, result.point, result.value, result.reason) for name, result in finders if result]
    if decision.tries:
        reasons.append(Reason("random", decision.point, decision.tries))
    return tuple(reasons)
