"""The original's choice of a move (`genmove`): ask three finders, the highest value wins.

memory --> attack (findwinner) --+
board  --> defend (findsaver)  --+--> highest value, ties to the earlier --> move
game   --> pattern (findpatn)  --+        nothing? the random move, or a pass
"""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.core.types import Play, Point, Side
from gnugo_py.engines.classic.attack import find_attack
from gnugo_py.engines.classic.book import Tree, find_opening
from gnugo_py.engines.classic.defend import find_defence
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.classic.pattern_matcher import Knowledge, Matcher, find_shape
from gnugo_py.engines.classic.random_move import random_move
from gnugo_py.engines.classic.results import Finding
from gnugo_py.engines.classic.survey import Believed, Layout, Survey, go_to, new_survey
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition


class Decision(NamedTuple):
    """What the engine thought, and what it plays.

    attack, defend, pattern -- what each finder answered, None for nothing.
    tries                   -- random points drawn; 0 if a finder answered, 400 for a pass.
    point                   -- the move, None for a pass.
    value                   -- the random value after the decision.
    """

    attack: Finding | None
    defend: Finding | None
    pattern: Finding | None
    tries: int
    point: Point | None
    value: int

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The answers there were, best first; of equals the earlier finder's first."""
        given = [found for found in (self.attack, self.defend, self.pattern) if found is not None]
        return tuple(sorted(given, key=lambda found: -found.value))


def decide(position: GoPosition, memory: Memory, knowledge: Knowledge) -> tuple[Decision, Memory]:
    """The engine's move for the side to move, and what it remembers after it.

    Does not check whether the game is over, nor whether the rules allow the move: the original
    did not ask either.
    """
    board, computer = position.board, position.to_move
    matcher = knowledge.matcher(board.geometry.size)
    seen = _survey_at(board, matcher)
    known_board = _last_counted(position)
    believed = None if known_board == board else _believed(memory, known_board, computer, matcher.layout)
    attack = find_attack(seen, computer, position.lone_capture[computer])
    defend = find_defence(seen, computer, believed)
    pattern, memory = _find_pattern(seen, memory, knowledge.opening, matcher, computer)
    tries, value = 0, memory.value
    best = _winner(attack, defend, pattern)
    if best is None:
        point, tries, value = random_move(seen, computer, memory.value, memory.seed)
    else:
        point = best.point
    believed = seen.believed(computer) if believed is None else believed
    memory = memory.after(value, (known_board, computer, believed))
    matcher.surveys.append(seen)
    return Decision(attack, defend, pattern, tries, point, value), memory


def _survey_at(board: Board, matcher: Matcher) -> Survey:
    """A survey at a board: one of the matcher's, taken out and moved there, or a new one where that is less.

    It is less at the start of another game, where more stones would be lifted than there are to put down.
    """
    try:
        seen = matcher.surveys.pop()
    except IndexError:
        return new_survey(board, matcher.layout)
    differing = seen.board.black ^ board.black | seen.board.white ^ board.white
    if differing.bit_count() > (board.black | board.white).bit_count():
        return new_survey(board, matcher.layout)
    go_to(seen, board)
    return seen


def _believed(memory: Memory, known: Board, computer: Side, layout: Layout) -> tuple[Believed, ...]:
    """The computer's weak chains on the board on which its liberties were last counted."""
    if memory.counted and memory.counted[:2] == (known, computer):
        return memory.counted[2]
    return new_survey(known, layout).believed(computer)


def _winner(*findings: Finding | None) -> Finding | None:
    """The finding of the highest value; of equals the first."""
    best: Finding | None = None
    for found in findings:
        if found is not None and (best is None or found.value > best.value):
            best = found
    return best


def _find_pattern(
    seen: Survey, memory: Memory, opening: Tree, matcher: Matcher, computer: Side
) -> tuple[Finding | None, Memory]:
    """The pattern finder (`findpatn`): the opening book first, then the local patterns."""
    found, memory = find_opening(seen.board, opening, memory)
    if found is None:
        found = find_shape(seen, matcher, computer)
    return found, memory


def _last_counted(position: GoPosition) -> Board:
    """The board on which the side to move last had its liberties counted (`eval`, `examboard`).

    The original counts the computer's liberties when the user plays a stone, and at no other
    time: after passes of the user's it goes by old figures, and stones put down since have none.
    """
    computer = position.to_move
    earlier: GoPosition | None = position
    while earlier is not None and earlier.previous is not None:
        if isinstance(earlier.last_move, Play) and earlier.previous.to_move is not computer:
            return earlier.board
        earlier = earlier.previous
    return Board.empty(position.size)
