"""The classic engine, GNU Go 1.1 of 1989, as an `Engine`, and the functions that create it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar

from gnugo_py.engines.classic.explanations import decision_marks, describe_reason, explain_decision
from gnugo_py.engines.classic.gnugo import CORNERS, EDGES, MAX_TRIES, ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles, load_pattern_files
from gnugo_py.engines.engine import Decision, Engine, EngineCannotPlayGame, EngineConfig, Reason
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, PLAYS, Move, Play, Point, UserError
from gnugo_py.system import files

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
        return ClassicMemory.initial(self.seed)

    def explain(self, position: GoPosition, decision: Decision[ClassicMemory]) -> tuple[str, ...]:
        """Return the explanation of a decision: plain sentences, then one line per finder with its value."""
        exactly = (describe_reason(reason, position.to_move, position.size) for reason in decision.reasons)
        return (*self.explain_in_words(position, decision), *exactly)

    def explain_in_words(self, position: GoPosition, decision: Decision[ClassicMemory]) -> tuple[str, ...]:
        """Return plain sentences that explain a decision; see `explain_decision`."""
        return explain_decision(decision, position, self.pattern_files)

    def decision_marks(
        self, position: GoPosition, decision: Decision[ClassicMemory]
    ) -> tuple[tuple[Point, str], ...]:
        return decision_marks(decision, position.size, self.pattern_files)

    def prepare(self, position: GoPosition) -> None:
        GO.require_position(position)
        if position.size not in CLASSIC_BOARD_SIZES:
            size = f"{position.size}x{position.size}"
            raise EngineCannotPlayGame(f"{self.name} plays on 9x9, 13x13 and 19x19, not on {size}")

    def with_seed(self, seed: int) -> ClassicEngine:
        return replace(self, seed=seed)

    def config(self) -> EngineConfig:
        return EngineConfig("classic", seed=self.seed, patterns=self.patterns)

    def memory_to_json(self, memory: ClassicMemory) -> object:
        """Return a memory as plain data, without its seed."""
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


def classic_engine_from_config(config: EngineConfig) -> ClassicEngine:
    """Return the classic engine of a saved game. Raise UserError if the configuration cannot be used."""
    if config.kind != "classic" or config.seed is None:
        raise UserError("the opponent in this game is unknown; open its file with --load")
    if config.patterns is not None and not _is_local_folder(config.patterns):
        raise UserError("the pattern folder of this game is invalid; open its file with --load")
    return classic_engine(config.seed, config.patterns)


def _is_local_folder(patterns: str) -> bool:
    """Return whether text from a file is `none` or a folder that may be opened (an absolute local path)."""
    if not patterns.isprintable():
        return False
    is_remote = patterns[:2].replace("\\", "/") == "//"
    return patterns == "none" or (os.path.isabs(patterns) and not is_remote)
