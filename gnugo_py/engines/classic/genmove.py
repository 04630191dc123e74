"""The original's choice of a move (`genmove`): run three finders and choose the highest value.

memory --> attack (findwinner) --+
board  --> defend (findsaver)  --+--> highest value, ties to the earlier finder --> move
game   --> pattern (findpatn)  --+         no proposal: a random move or a pass
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.core.types import Color, Play, Point
from gnugo_py.engines.classic.attack import find_attack
from gnugo_py.engines.classic.book import OpeningBook, find_book_move
from gnugo_py.engines.classic.chains_and_liberties import (
    ChainSurvey,
    PackedSetLayout,
    RememberedChain,
    survey_of_board,
    update_chain_survey,
)
from gnugo_py.engines.classic.defend import find_defense
from gnugo_py.engines.classic.memory import ClassicMemory
from gnugo_py.engines.classic.pattern_matcher import PatternFiles, PatternMatcher, find_pattern
from gnugo_py.engines.classic.random_move import random_move
from gnugo_py.engines.classic.results import FinderResult
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition


class GenmoveResult(NamedTuple):
    """The proposals of the finders and the move.

    attack, defend, pattern -- the result of each finder, None if it proposes no move.
    tries                   -- the number of random points drawn: 0 if the move is a finder's, 400 for a pass.
    point                   -- the move, None for a pass.
    random_state            -- the random state after the decision.
    """

    attack: FinderResult | None
    defend: FinderResult | None
    pattern: FinderResult | None
    tries: int
    point: Point | None
    random_state: int

    @property
    def results(self) -> tuple[FinderResult, ...]:
        """The results that are not None, best first; equal values are in the order of the finders."""
        given = [result for result in (self.attack, self.defend, self.pattern) if result is not None]
        return tuple(sorted(given, key=lambda result: -result.value))


def genmove(
    position: GoPosition, memory: ClassicMemory, pattern_files: PatternFiles
) -> tuple[GenmoveResult, ClassicMemory]:
    """Return the engine's move for the color to move, and its memory after the move.

    Like the original, it does not check that the game is in progress or that the move is legal.
    """
    board, computer = position.board, position.to_move
    matcher = pattern_files.matcher(board.geometry.size)
    seen = _get_survey(board, matcher)
    known_board = _board_last_counted(position)
    remembered_chains = (
        None if known_board == board else _remembered_chains(memory, known_board, computer, matcher.layout)
    )
    attack = find_attack(seen, computer, position.last_single_capture[computer])
    defend = find_defense(seen, computer, remembered_chains)
    pattern, memory = _find_pattern(seen, memory, pattern_files.opening, matcher, computer)
    tries, value = 0, memory.random_state
    best = _best_result(attack, defend, pattern)
    if best is None:
        point, tries, value = random_move(seen, computer, memory.random_state, memory.seed)
    else:
        point = best.point
    remembered_chains = (
        seen.snapshot_weak_chains(computer) if remembered_chains is None else remembered_chains
    )
    memory = memory.after_decision(value, (known_board, computer, remembered_chains))
    matcher.idle_surveys.append(seen)
    return GenmoveResult(attack, defend, pattern, tries, point, value), memory


def _get_survey(board: Board, matcher: PatternMatcher) -> ChainSurvey:
    """Return a survey of a board: an idle one from the matcher, updated, or a new one if that is less work.

    A new survey is less work if more points differ than the board has stones, as when another game starts.
    """
    try:
        seen = matcher.idle_surveys.pop()
    except IndexError:
        return survey_of_board(board, matcher.layout)
    differing = seen.board.black ^ board.black | seen.board.white ^ board.white
    if differing.bit_count() > (board.black | board.white).bit_count():
        return survey_of_board(board, matcher.layout)
    update_chain_survey(seen, board)
    return seen


def _remembered_chains(
    memory: ClassicMemory, known: Board, computer: Color, layout: PackedSetLayout
) -> tuple[RememberedChain, ...]:
    """Return the computer's weak chains on the board on which its liberties were last counted."""
    if memory.last_survey and memory.last_survey[:2] == (known, computer):
        return memory.last_survey[2]
    return survey_of_board(known, layout).snapshot_weak_chains(computer)


def _best_result(*findings: FinderResult | None) -> FinderResult | None:
    """Return the result with the highest value; of equal values, the first. None if there is no result."""
    best: FinderResult | None = None
    for result in findings:
        if result is not None and (best is None or result.value > best.value):
            best = result
    return best


def _find_pattern(
    seen: ChainSurvey, memory: ClassicMemory, opening: OpeningBook, matcher: PatternMatcher, computer: Color
) -> tuple[FinderResult | None, ClassicMemory]:
    """Return the pattern finder's result (`findpatn`), from the opening book or else from the local patterns.

    The second item is the memory after the query of the opening book.
    """
    result, memory = find_book_move(seen.board, opening, memory)
    if result is None:
        result = find_pattern(seen, matcher, computer)
    return result, memory


def _board_last_counted(position: GoPosition) -> Board:
    """Return the board on which the liberties of the color to move were last counted (`eval`, `examboard`).

    The original counts the computer's liberties only when the user plays a stone. After a pass by the user it
    uses old counts, which do not include the stones placed since then. The returned board is empty if the
    user has not played a stone.
    """
    computer = position.to_move
    earlier: GoPosition | None = position
    while earlier is not None and earlier.previous is not None:
        if isinstance(earlier.last_move, Play) and earlier.previous.to_move is not computer:
            return earlier.board
        earlier = earlier.previous
    return Board.empty(position.size)
