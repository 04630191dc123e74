"""What is said of moves and mistakes, put to GNU Go: `python -m benchmarks.claims [OPTION] FILE...`.

The facts about each move of the games are compared with GNU Go's reading; with `--words`, the words for the
mistakes instead, for which the games are analyzed; with `--reasons`, what `why` would say of each move, after
a look before and after it. For each kind of claim, it prints how many are confirmed and how many are not, and
the latter one by one. GNU Go must be installed.
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
from gnugo_py.engines.analysis import Candidate
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.network.network import judge
from gnugo_py.engines.search.go_reasons import MIN_VISITS_EXPLAINED, describe_move_effects
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.board import Board
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import first_point, iter_points, row_and_column
from gnugo_py.games.types import PLAYS, Color, Play
from gnugo_py.study.losses import MoveLoss

_VERTEX = r"([A-T]\d+)"
_STONES = rf"\w+'s .*?stones? (?:at|around) {_VERTEX}"
_CLAIMS = {
    "catches": rf"(?:catch(?:es|ing)?|caught) {_STONES}",
    "captures": rf"(?<!to )captur(?:es|ed|ing) {_STONES}",
    "threatens to capture": rf"threaten(?:s|ed) to capture {_STONES}",
    "saves": rf"save[sd] {_STONES}",
    "kills": rf"kill(?:s|ed) {_STONES}",
    "atari": rf"puts? {_STONES} in atari",
    "cuts": rf"cuts? {_STONES} off from {_VERTEX}|cutting {_VERTEX}(?:, [A-T]\d+)* and {_VERTEX} apart",
    "connects": rf"connect(?:s|ed) {_STONES} to {_VERTEX}|connecting {_VERTEX}(?:, [A-T]\d+)* and {_VERTEX}",
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

    for chain, attack in move.attacks.items():
        if attack is Attack.THREAT:
            yield "threatens to capture", (name(chain),)
        elif attack.is_catch:
            yield "catches", (name(chain),)
    yield from (("saves", (name(each),)) for each in move.saved)
    for kind, chains in (("cuts", move.cut), ("connects", move.connected)):
        yield from ((kind, (name(one), name(other))) for one, other in pairwise(chains))


_QUESTIONS = {
    "catches": "defend",
    "saves": "attack",
    "kills": "owl_defend",
    "cuts": "connect",
    "connects": "disconnect",
    "threatens to capture": "attack",
    "threatens to kill": "owl_attack",
}
"""The questions to GNU Go after a move, which fail if the claim is true; that on a threat succeeds."""


def is_confirmed(gnugo: GnuGo, kind: str, stones: tuple[str, ...], move: MoveFacts) -> bool:
    """Return whether GNU Go agrees with a claim about a move."""
    if kind == "captures":
        return move.captured != 0
    if kind in ("prevents the cut", "threatens to cut"):
        return is_cut_confirmed(gnugo, kind, stones[0], move)
    set_up(gnugo, move.after, move.color.opponent)
    words = " ".join(stones)
    if kind == "atari":
        return gnugo.ask(f"countlib {words}") == "1"
    fails = gnugo.ask(f"{_QUESTIONS[kind]} {words}").split()[:1] == ["0"]
    return fails is not kind.startswith("threatens")


def is_cut_confirmed(gnugo: GnuGo, kind: str, vertex: str, move: MoveFacts) -> bool:
    """Return whether a stone on a point after a move cuts, if that is a threat, or does not, if prevented."""
    cutter = move.color if kind == "threatens to cut" else move.color.opponent
    size, point = move.position.size, parse_vertex(vertex, move.position.size)
    board, _, _ = move.after.play(point, cutter)
    beside = board.geometry.neighbors[point] & board.stones(cutter.opponent)
    chains = [format_vertex(first_point(each), size) for each in board.geometry.regions(beside)]
    set_up(gnugo, board, cutter.opponent)
    is_caught = gnugo.ask(f"attack {vertex}").split()[:1] != ["0"]
    answers = (gnugo.ask(f"connect {one} {other}") for one, other in pairwise(chains))
    is_connected = is_caught or all(each.split()[:1] != ["0"] for each in answers)
    return is_connected is (kind == "prevents the cut")


def claims_in_reasons(move: MoveFacts, analyst: SearchEngine) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the claims in what is said of a move, with the vertices that they are about."""
    before, play = analyst.analyze(move.position), PLAYS[move.point]
    after = analyst.analyze(move.then)
    shown = Candidate(play, 0.5, 1.0, MIN_VISITS_EXPLAINED, ownership=after.ownership)
    seen = before._replace(candidates=(shown,))
    words = describe_move_effects(move.position, move.point, seen, judge())
    for kind, pattern in _CLAIMS.items():
        yield from ((kind, (*filter(None, found.groups()),)) for found in re.finditer(pattern, words))
    for kind in ("prevents the cut", "threatens to cut", "threatens to kill"):
        if found := re.search(rf"{kind}.*? at {_VERTEX}", words):
            yield kind, found.groups()


def claims_in(loss: MoveLoss) -> Iterator[tuple[str, tuple[str, ...], MoveFacts]]:
    """Yield the claims in the words for a mistake, with the moves that they are about."""
    position, best, reply = loss.position, loss.before.best, loss.after.best
    assert isinstance(position, GoPosition)
    deed, _, answer = loss.why.answer.rpartition(", but ")
    moves = (
        (deed, position, loss.played),
        (answer, position.play_unchecked(loss.played), reply),
        (loss.why.better, position, best),
    )
    for words, before, move in moves:
        for kind, pattern in _CLAIMS.items():
            for found in re.finditer(pattern, words):
                assert isinstance(move, Play)
                assert isinstance(before, GoPosition)
                yield kind, (*filter(None, found.groups()),), MoveFacts(before, move.points[0])


def claims_about(tree: Tree, option: str) -> Iterator[tuple[int, str, tuple[str, ...], MoveFacts]]:
    """Yield the claims about the moves of a game, in their reasons, or in the words for its mistakes."""
    if option == "--words":
        for loss in analyze_game(tree):
            yield from ((loss.number, *claim) for claim in claims_in(loss))
        return
    analyst = SearchEngine(tree.game, MAX_LEVEL)
    for number, (before, after) in enumerate(pairwise(tree.positions()), 1):
        if isinstance(before, GoPosition) and isinstance(after.last_move, Play) and not after.is_over:
            facts = MoveFacts(before, after.last_move.points[0])
            found = claims_in_reasons(facts, analyst) if option == "--reasons" else facts_of(facts)
            yield from ((number, *fact, facts) for fact in found)


def main() -> None:
    """Check the claims about the moves of all games."""
    right, wrong = Counter[str](), Counter[str]()
    if not Path(GNU_GO).exists():
        print("GNU Go is not installed")
        return
    with GnuGo() as gnugo:
        option = next((each for each in sys.argv if each.startswith("--")), "")
        for path in (each for each in sys.argv[1:] if each != option):
            tree = parse_game(Path(path).read_bytes())
            for number, kind, stones, facts in claims_about(tree, option):
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
