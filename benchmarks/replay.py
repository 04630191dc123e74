"""Replaying games of the original and comparing every decision with it.

`python -m benchmarks.replay FILE` replays all games of a file and prints the first difference.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnugo_py.core.diagram import render
from gnugo_py.core.files import LOCAL, OPENING, patterns_folder, read_text
from gnugo_py.core.types import PASS, Move, Play, Side
from gnugo_py.engines.classic.genmove import Decision, decide
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.engines.classic.patterns import parse_opening, parse_patterns
from gnugo_py.engines.classic.results import Finding
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.games.go.scoring import coloured_1989
from gnugo_py.games.go.vertex import format_vertex, parse_vertex

SIZE = 19
Game = dict[str, Any]


class Different(AssertionError):
    """A decision, a refusal or a board that is not the original's; the message draws the position."""


def own_knowledge() -> Knowledge:
    """The pattern files of the project."""
    local, opening = (os.path.join(patterns_folder(), name) for name in (LOCAL, OPENING))
    return Knowledge(parse_patterns(read_text(local), LOCAL), parse_opening(read_text(opening), OPENING))


def games(path: Path) -> list[Game]:
    """The games of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def replay(game: Game, knowledge: Knowledge) -> Iterator[GoPosition]:
    """Replay a game; yields the position after every event.

    Raises Different at the first decision, refusal, final board or final colouring that is not
    the original's.
    """
    user = Side("bw".index(game["user"]))
    position = GoPosition.start(SIZE, preset("gnugo-1.1"), game["handicap"])
    memory = Memory.fresh(game["seed"])
    for number, event in enumerate(game["events"]):
        if event[0] == "c":
            decision, memory = decide(position, memory, knowledge)
            after = position.play(PASS if decision.point is None else Play((decision.point,)))
            compare_decision(f"event {number}", event, position, decision, after, user)
        else:
            after = _users_turn(position, number, event)
        position = after
        yield position
    _compare("the final board", position, _signs(position.board), game["board"])
    if "territory" in game:
        coloured = coloured_1989(position.board)
        totals = {
            "filled": _signs(coloured),
            "computer": coloured.stones(user.other).bit_count(),
            "user": coloured.stones(user).bit_count(),
        }
        _compare("the count", position, totals, game["territory"])


def compare_decision(
    what: str, event: list[Any], before: GoPosition, decision: Decision, after: GoPosition, user: Side
) -> None:
    """Compare a decision with the recorded event.  Raises Different."""
    _compare(what, before, facts(decision, after, user), [event[1], event[2]])


def facts(decision: Decision, after: GoPosition, user: Side) -> list[object]:
    """A decision in the words of the recorded games: the move, and a record of all that led to it."""
    return [
        "pass" if decision.point is None else format_vertex(decision.point, SIZE),
        {
            "rng": decision.value,
            "attack": _answer(decision.attack),
            "defend": _answer(decision.defend),
            "pattern": _answer(decision.pattern),
            "tries": decision.tries,
            "captured_by_user": after.prisoners[user],
            "captured_by_computer": after.prisoners[user.other],
        },
    ]


def _answer(found: Finding | None) -> list[object] | None:
    return [format_vertex(found.point, SIZE), found.value] if found else None


def _users_turn(position: GoPosition, number: int, event: list[str]) -> GoPosition:
    """The position after a user's move, or the same if it must be refused."""
    kind, vertex = event[:2]
    try:
        move: Move = PASS if vertex == "pass" else Play((parse_vertex(vertex, SIZE),))
        refusal: object = position.why_illegal(move)
    except ValueError as error:
        refusal = error
    if (refusal is not None) != (kind == "i"):
        _compare(f"event {number}", position, f"{vertex}: {refusal}", "refused" if kind == "i" else "legal")
    return position if refusal is not None else position.play(move)


def _signs(board: Board) -> str:
    """A board in board order: `.` empty, `X` black, `O` white."""
    sides = (board.at(point) for point in board.geometry.points)
    return "".join("." if side is None else "XO"[side] for side in sides)


def _compare(what: str, position: GoPosition, ours: object, theirs: object) -> None:
    if ours != theirs:
        drawing = render(position.grid())
        raise Different(f"{what}, {position.to_move} to move\n{drawing}\nours     {ours}\noriginal {theirs}")


def main() -> None:
    """Replay the games of the files named on the command line."""
    knowledge = own_knowledge()
    decisions = 0
    for name in sys.argv[1:]:
        for number, game in enumerate(games(Path(name)), 1):
            try:
                for _ in replay(game, knowledge):
                    pass
            except Different as difference:
                sys.exit(f"{name}, game {number}, {difference}")
            decisions += sum(event[0] == "c" for event in game["events"])
        print(f"{name}: {number} games, {decisions} decisions, all equal")


if __name__ == "__main__":
    main()
