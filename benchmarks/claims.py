"""What is said of moves and mistakes, put to GNU Go: `python -m benchmarks.claims [--words] FILE...`.

The facts about each move of the games are compared with GNU Go's reading; with `--words`, the words for the
mistakes instead, for which the games are analyzed. For each kind of claim, it prints how many are confirmed
and how many are not, and the latter one by one. GNU Go must be installed.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks.ladders import GNU_GO, GnuGo
from gnugo_py import Tree, analyze_game, parse_game
from gnugo_py.engines.search.go_claims import capture_claims
from gnugo_py.games.board import Board
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points, row_and_column
from gnugo_py.games.types import Color, Play
from gnugo_py.study.losses import MoveLoss

_VERTEX = r"([A-T]\d+)"
_CLAIMS = {
    "catches": rf"(?:catch(?:es)?|caught) \w+'s .*?stones? at {_VERTEX}",
    "captures": rf"captured? \w+'s .*?stones? at {_VERTEX}",
    "saves": rf"save[sd] \w+'s .*?stones? at {_VERTEX}",
    "kills": rf"kill(?:s|ed) \w+'s .*?stones? at {_VERTEX}",
    "atari": rf"put(?:s)? \w+'s .*?stones? at {_VERTEX} in atari",
    "cuts": rf"cuts? {_VERTEX}(?:, [A-T]\d+)* and {_VERTEX} apart",
    "connects": rf"connect(?:s|ed) {_VERTEX}(?:, [A-T]\d+)* and {_VERTEX}",
}
"""The claims in words, with the vertices of the stones that they are about."""


def set_up(gnugo: GnuGo, board: Board, to_move: Color) -> None:
    """Let GNU Go read a board."""
    size, stones = board.geometry.size, ""
    for name, points in (("AB", board.black), ("AW", board.white)):
        places = (row_and_column(point, size) for point in iter_points(points))
        stones += name * bool(points) + "".join(f"[{chr(97 + col)}{chr(97 + row)}]" for row, col in places)
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
        file.write(f"(;GM[1]FF[4]SZ[{size}]{stones}PL[{'BW'[to_move]}])")
        file.flush()
        gnugo.ask(f"loadsgf {file.name}")


def facts_of(move: MoveFacts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the facts about a move as kinds of claims, with vertices of the stones."""

    def name(stones: int) -> str:
        return format_vertex(first_point(stones), move.position.size)

    yield from (("catches", (name(each),)) for each, attack in move.attacks.items() if attack.is_catch)
    yield from (("saves", (name(each),)) for each in move.saved)
    for kind, chains in (("cuts", move.cut), ("connects", move.connected)):
        yield from ((kind, (name(one), name(other))) for one, other in pairwise(chains))


def is_confirmed(gnugo: GnuGo, kind: str, stones: tuple[str, ...], move: MoveFacts) -> bool:
    """Return whether GNU Go agrees with a claim about a move."""
    if kind == "captures":
        return any(capture_claims(move))
    set_up(gnugo, move.after, move.color.opponent)
    words = " ".join(stones)
    if kind == "atari":
        return gnugo.ask(f"countlib {words}") == "1"
    question = {
        "catches": f"defend {words}",
        "saves": f"attack {words}",
        "kills": f"owl_defend {words}",
        "cuts": f"connect {words}",
        "connects": f"disconnect {words}",
    }[kind]
    return gnugo.ask(question).split()[:1] == ["0"]


def claims_in(loss: MoveLoss) -> Iterator[tuple[str, tuple[str, ...], MoveFacts]]:
    """Yield the claims in the words for a mistake, with the moves that they are about."""
    position, best, reply = loss.position, loss.before.best, loss.after.best
    assert isinstance(position, GoPosition)
    moves = (
        (loss.why.answer, position.play_unchecked(loss.played), reply),
        (loss.why.better, position, best),
    )
    for words, before, move in moves:
        for kind, pattern in _CLAIMS.items():
            for found in re.finditer(pattern, words):
                assert isinstance(move, Play)
                assert isinstance(before, GoPosition)
                yield kind, found.groups(), MoveFacts(before, move.points[0])


def claims_about(tree: Tree, has_words: bool) -> Iterator[tuple[int, str, tuple[str, ...], MoveFacts]]:
    """Yield the claims about the moves of a game, or those in the words for its mistakes."""
    if has_words:
        for loss in analyze_game(tree):
            yield from ((loss.number, *claim) for claim in claims_in(loss))
        return
    for number, (before, after) in enumerate(pairwise(tree.positions()), 1):
        if isinstance(before, GoPosition) and isinstance(after.last_move, Play):
            facts = MoveFacts(before, after.last_move.points[0])
            yield from ((number, *fact, facts) for fact in facts_of(facts))


def main() -> None:
    """Check the claims about the moves of all games."""
    right, wrong = Counter[str](), Counter[str]()
    if not Path(GNU_GO).exists():
        print("GNU Go is not installed")
        return
    with GnuGo() as gnugo:
        for path in (each for each in sys.argv[1:] if each != "--words"):
            tree = parse_game(Path(path).read_bytes())
            for number, kind, stones, facts in claims_about(tree, "--words" in sys.argv):
                is_right = is_confirmed(gnugo, kind, stones, facts)
                (right if is_right else wrong)[kind] += 1
                if not is_right:
                    at = format_vertex(facts.point, facts.position.size)
                    print(f"{path}, move {number}: {at} {kind} {' '.join(stones)}: not confirmed")
    print(f"{(right + wrong).total()} claims in all")
    for kind in sorted(right | wrong):
        print(f"{kind}: {right[kind]} confirmed, {wrong[kind]} not")


if __name__ == "__main__":
    main()
