"""Mistakes in Go for tests: boards, the expected owners of their points, and the words for a mistake."""

from gnugo_py.engines.analysis import MistakeLines, MistakeWords
from gnugo_py.engines.search.go_claims import Line, with_names
from gnugo_py.engines.search.go_comparison import Comparison
from gnugo_py.engines.search.go_mistakes import explain_mistake
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PASS, Point
from tests.support.boards import move

IN_ATARI = """
- - - - - - - - -
- - O O - - - - -
- O X X - - - - -
- - O O - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - X - -
- - - - - - - - -
- - - - - - - - -
"""
BESIDE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - X X - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
KO = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- O X - - - - - -
O X - X - - - - -
- O X - - - - - -
- - - - - - - - -
"""
BESIDE_A_STONE = """
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - O - - - -
- - - O X - - - -
- - - - - - - - -
- - X - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
EYES = """
- - - - - - - - -
- X X X X - - - -
- X - X - X - - -
- O X X X O - - -
- O O O O - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""
GROUP = "B8 C8 D8 E8 B7 D7 F7 C6 D6 E6"


def owners(start: GoPosition, shares: dict[str, float]) -> dict[Point, float]:
    """Return Black's ownership by point: each stone belongs to its color, unless `shares` says otherwise."""
    board = start.board
    known = dict.fromkeys(iter_points(board.geometry.full), 0.0)
    known |= dict.fromkeys(iter_points(board.black), 0.9) | dict.fromkeys(iter_points(board.white), -0.9)
    for vertices, share in shares.items():
        known |= {parse_vertex(vertex, start.size): share for vertex in vertices.split()}
    return known


def claims(start: GoPosition, vertex: str, without: dict[str, float], then: dict[str, float]) -> list[str]:
    """Return what is said of a move, what counts most first.

    without, then -- Black's ownership of stones after a pass, and after the move.
    """
    after_pass, after = owners(start, without), owners(start, then)
    comparison = Comparison(MistakeLines(start, PASS, move(vertex, start.size), None, after, after_pass))
    assert comparison.best is not None
    return [with_names(comparison, each) for each in Line(comparison, comparison.best).claims()]


def explain(
    start: GoPosition,
    moves: str,
    good: dict[str, float] | None = None,
    bad: dict[str, float] | None = None,
    lost: float = 0.0,
) -> MistakeWords:
    """Return the words for a mistake.

    moves -- the move that was played, the better move and the answer.
    good, bad -- Black's ownership of stones after the better move, and after the mistake and its answer.
    lost  -- the points that the mistake lost by the leads.
    """
    played, best, reply = (move(word, start.size) for word in moves.split())
    after_best, after = owners(start, good or {}), owners(start, bad or {})
    return explain_mistake(MistakeLines(start, played, best, reply, after_best, after, after, lost))
