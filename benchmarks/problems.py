"""Proofs of the problems that come with the program: `python -m benchmarks.problems [--store] [SUBJECT]...`.

Finds the right first moves of each problem anew by its `GOAL`, and compares them with those of its file:

- `kill C1 in A1:E3`, and `save`, `connect`, `cut`: an exhaustive search, see `tests.support.problem_solver`.
- `catch C1`, `escape C1`: a reading of ladders and nets. The judge must agree of every other move that it
  does not do the same.
- `points 5`: a search of the judge with 200 visits finds the right moves better than all others by so many
  points. Right moves may differ by less than a point.
- `opening 2`: the same, but it finds them better by so many points than the wrong moves of the file, and by a
  point than all others, since in openings there are moves that are neither right nor wrong.

With `--store`, problems without a valid proof alone are looked at, and a `PROOF` is written into their files
if they can be proved. It holds what proved them, the margin in points, and a digest of the problem.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, cast

from gnugo_py.app.problem_files import own_problem_files
from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.network.network import judge
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import PLAYS, Play, Point
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import split_games
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.study.problem import Problem
from tests.support.problem_solver import Solver, right_moves, start_of, stones_missing_in_area, weakest_wall

VISITS = 200
VISITS_OF_A_LOOK = 16
SAME_POINTS = 1.0
MIN_OWNERSHIP, MAX_OWNERSHIP = 0.5, 0.3
"""The least ownership of a chain after a right move, and the most after another one, for the person."""
MIN_LIBERTIES_OF_WALLS = 3
_NOT_PROVED = re.compile(rb"PROOF\[[^]]*\]|C\[[^]]*\]|GN\[[^]]*\]")
_GOAL = re.compile(rb"(GOAL\[[^]]*\])(PROOF\[[^]]*\])?")


class Proof(NamedTuple):
    """What proves a problem.

    by     -- the kind of proof, with the margin.
    right  -- the points of the right first moves.
    doubts -- why the problem is not proved, in sentences; empty if it is.
    """

    by: str
    right: set[Point]
    doubts: tuple[str, ...] = ()


class Prover:
    """The proof of a problem by its goal."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.goal = problem, problem.tree.root.value("GOAL")
        self.position = cast(GoPosition, problem.position.with_to_move(problem.color))

    @cached_property
    def stated(self) -> set[Point]:
        """The points of the right first moves by the file."""
        return self._points_of(self.problem.right_answers(self.problem.start))

    def _points_of(self, answers: list[Node]) -> set[Point]:
        return {answer.move.points[0] for answer in answers}  # type: ignore[union-attr]

    def proof(self) -> Proof:
        """Return the proof by the kind of the goal."""
        if self.problem.kind_of_goal in ("points", "opening"):
            return self._by_points(float(self.goal.split()[1]))
        return self._by_reading() if self.problem.kind_of_goal in ("catch", "escape") else self._by_search()

    def _by_search(self) -> Proof:
        solver = Solver(self.goal, self.problem.color, self.position.size)
        start = start_of(self.position)
        doubts = []
        if solver.succeeds(start.passed()):
            doubts.append("a pass reaches the goal, too")
        if weakest_wall(solver, self.position.board) < MIN_LIBERTIES_OF_WALLS:
            doubts.append("a chain around the area has few liberties")
        missing = iter_points(stones_missing_in_area(solver, self.position.board))
        if vertices := " ".join(map(self._vertex, missing)):
            doubts.append(f"the area lacks stones that can be captured: {vertices}")
        return Proof("search", right_moves(solver, start), tuple(doubts))

    def _by_reading(self) -> Proof:
        point = parse_vertex(self.goal.split()[1], self.position.size)
        is_runner = self.problem.kind_of_goal == "escape"
        chain, person = self.position.board.chain(point), self.problem.color
        right, doubts = set(), []
        for move in self._legal_points():
            after = self.position.play_unchecked(PLAYS[move])
            is_gone = after.board.color_at(point) is not self.position.board.color_at(point)
            if (is_gone or is_captured(after.board, 1 << point, is_runner, NET)) is not is_runner:
                right.add(move)
            owned = mean_ownership(judge().evaluate(after).ownership, chain, person)
            if (owned < MIN_OWNERSHIP) if move in right else (owned > MAX_OWNERSHIP):
                doubts.append(f"{self._vertex(move)}: the judge gives the chain {owned:.2f}")
        return Proof("reading", right, tuple(doubts))

    def _by_points(self, margin: float) -> Proof:
        """Return the proof by one search, and by a look at each wrong answer of the file that it left out."""
        engine = SearchEngine(self.position.game, MAX_LEVEL)
        found = engine.analyze(self.position, VISITS).candidates
        points = {
            each.move.points[0]: each.score_lead or 0.0 for each in found if isinstance(each.move, Play)
        }
        wrong = self._points_of(self.problem.answers(self.problem.start)) - self.stated
        for point in wrong - points.keys():
            after = engine.analyze(self.position.play_unchecked(PLAYS[point]), VISITS_OF_A_LOOK)
            points[point] = -(after.score_lead or 0.0)
        stated = [points[point] for point in self.stated]
        worse = {point: min(stated) - lead for point, lead in points.items() if point not in self.stated}
        compared = worse.keys() if self.problem.kind_of_goal == "points" else wrong
        least = min(worse[point] for point in compared)
        is_proved = (
            least >= margin
            and min(worse.values()) >= min(margin, SAME_POINTS)
            and max(stated) <= min(stated) + SAME_POINTS
        )
        ranked = ", ".join(f"{self._vertex(point)} {lead:.1f}" for point, lead in points.items())
        return Proof(f"judge {least:.1f}", self.stated, () if is_proved else (ranked,))

    def _legal_points(self) -> list[Point]:
        return list(iter_points(self.position.legal_points))

    def _vertex(self, point: Point) -> str:
        return format_vertex(point, self.position.size)

    def doubts(self, proof: Proof) -> Iterator[str]:
        """Yield why a proof does not prove what the file says."""
        yield from proof.doubts
        for move in sorted(proof.right ^ self.stated):
            yield f"{self._vertex(move)} is {'right' if move in proof.right else 'wrong'} by {proof.by}"


def digest(sgf: bytes) -> str:
    """Return a digest of what a proof of a problem depends on."""
    return blake2b(_NOT_PROVED.sub(b"", sgf.strip()), digest_size=6).hexdigest()


def stored_digest(sgf: bytes) -> str:
    """Return the digest in the stored proof of a problem; empty if it has none."""
    return (parse_game(sgf).root.value("PROOF").split() or [""])[-1]


def report(file: Path, is_storing: bool) -> Iterator[str]:
    """Yield a line for each problem of a file, and store the proofs if wanted."""
    content = file.read_bytes()
    for sgf in split_games(content):
        if is_storing and stored_digest(sgf) == digest(sgf):
            continue
        prover = Prover(Problem(parse_game(sgf)))
        proof = prover.proof()
        doubts = list(prover.doubts(proof))
        yield f"{prover.problem.title}: {'; '.join(doubts) or f'proved by {proof.by}'}"
        if is_storing and not doubts:
            stored = rb"\1" + f"PROOF[{proof.by} {digest(sgf)}]".encode()
            content = content.replace(sgf, _GOAL.sub(stored, sgf))
            file.write_bytes(content)


def main() -> None:
    """Prove the problems of the subjects on the command line, or all of them."""
    subjects = [word for word in sys.argv[1:] if word != "--store"]
    for subject, name in own_problem_files().items():
        if not subjects or subject in subjects:
            for line in report(Path(name), "--store" in sys.argv):
                print(line, flush=True)


if __name__ == "__main__":
    main()
