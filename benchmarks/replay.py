"""Replay of recorded games of the original, with a comparison of every decision.

`python -m benchmarks.replay FILE ...` replays all games of the files and prints the first difference.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnugo_py.engines.classic.gnugo import ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles, load_pattern_files
from gnugo_py.engines.engine import Decision
from gnugo_py.games.board import Board
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.scoring import color_empty_points_1989
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.types import PASS, Color, Move, Play

SIZE = 19
Game = dict[str, Any]


class Different(AssertionError):
    """A decision, a refusal or a board differs from the original's; the message draws the position."""


def own_knowledge() -> PatternFiles:
    """Return the pattern files of the project."""
    return load_pattern_files(None)


def games(path: Path) -> list[Game]:
    """Return the games of a file that has one game per line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def replay(game: Game, pattern_files: PatternFiles) -> Iterator[GoPosition]:
    """Replay a game and yield the position after every event.

    Raise Different at the first decision, refusal, final board or final count that is not the original's.
    """
    user = Color("bw".index(game["user"]))
    position = GoPosition.start(SIZE, rules_preset("gnugo-1.1"), game["handicap"])
    memory = ClassicMemory.initial(game["seed"])
    for number, event in enumerate(game["events"]):
        if event[0] == "c":
            decision = GnuGo(position, memory, pattern_files).genmove()
            memory, after = decision.memory, position.play_unchecked(decision.move)
            compare_decision(f"event {number}", event, position, decision, after, user)
        else:
            after = _users_turn(position, number, event)
        position = after
        yield position
    _compare("the final board", position, _signs(position.board), game["board"])
    if "territory" in game:
        colored = color_empty_points_1989(position.board)
        totals = {
            "filled": _signs(colored),
            "computer": colored.stones(user.opponent).bit_count(),
            "user": colored.stones(user).bit_count(),
        }
        _compare("the count", position, totals, game["territory"])


def compare_decision(
    what: str,
    event: list[Any],
    before: GoPosition,
    decision: Decision[ClassicMemory],
    after: GoPosition,
    user: Color,
) -> None:
    """Compare a decision with the recorded event. Raise Different if they differ."""
    _compare(what, before, facts(decision, after, user), [event[1], event[2]])


def facts(decision: Decision[ClassicMemory], after: GoPosition, user: Color) -> list[object]:
    """Return a decision in the form of the recorded games: the move, and how it was chosen."""
    answers: dict[str, object] = {"attack": None, "defend": None, "pattern": None, "tries": 0}
    for reason in decision.reasons:
        if reason.source == "random":
            answers["tries"] = reason.value
        elif reason.point is not None:
            answers[reason.source] = [format_vertex(reason.point, SIZE), reason.value]
    move = decision.move
    return [
        format_vertex(move.points[0], SIZE) if isinstance(move, Play) else "pass",
        {
            "rng": decision.memory.random_state,
            **answers,
            "captured_by_user": after.prisoners[user],
            "captured_by_computer": after.prisoners[user.opponent],
        },
    ]


def _users_turn(position: GoPosition, number: int, event: list[str]) -> GoPosition:
    """Return the position after a user's move, or the same position if the move is illegal, as recorded."""
    kind, vertex = event[:2]
    try:
        move: Move = PASS if vertex == "pass" else Play((parse_vertex(vertex, SIZE),))
        refusal: object = position.why_illegal(move)
    except ValueError as error:
        refusal = error
    if (refusal is not None) != (kind == "i"):
        _compare(f"event {number}", position, f"{vertex}: {refusal}", "refused" if kind == "i" else "legal")
    return position if refusal is not None else position.play_unchecked(move)


def _signs(board: Board) -> str:
    """Return a board as text: `.` empty, `X` black, `O` white."""
    sides = (board.color_at(point) for point in board.geometry.points)
    return "".join("." if color is None else "XO"[color] for color in sides)


def _compare(what: str, position: GoPosition, ours: object, theirs: object) -> None:
    if ours != theirs:
        drawing = format_diagram(position.diagram())
        raise Different(f"{what}, {position.to_move} to move\n{drawing}\nours     {ours}\noriginal {theirs}")


def main() -> None:
    """Replay the games of the files named on the command line."""
    pattern_files = own_knowledge()
    decisions = 0
    for name in sys.argv[1:]:
        for number, game in enumerate(games(Path(name)), 1):
            try:
                for _ in replay(game, pattern_files):
                    pass
            except Different as difference:
                sys.exit(f"{name}, game {number}, {difference}")
            decisions += sum(event[0] == "c" for event in game["events"])
        print(f"{name}: {number} games, {decisions} decisions, all equal")


if __name__ == "__main__":
    main()
