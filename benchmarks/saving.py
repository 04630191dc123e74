"""The cost of saving and opening games: `python -m benchmarks.saving [RUNS]`.

Prints the CPU time in milliseconds, the least of the runs: of saving a game on 19x19 after 10 and 300 moves,
of two people and with the comments and memories of GNU Go 1.1, and of opening a file with 20,000 nodes, with
the memory that its tree needs.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from gnugo_py.core.types import Color
from gnugo_py.games.go.position import GoPosition
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree

COMMENT = "White spreads out from its stone at G5, to claim more territory (findpatn: weight 80).\n" * 7
MEMORY = [2645, ["SW", "NE", "SE", "N", "S", "W", "E"], True, 19, 0]
LETTERS = "abcdefghijklmnopqrs"
LINE = "".join(f";B[{a}{b}];W[{b}{a}]" for a in LETTERS[:9] for b in LETTERS[9:])
NODES = 20_000


def milliseconds(step: Callable[[], object], runs: int) -> float:
    """Return the least CPU time of some runs of a step."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        step()
        times.append(time.process_time() - start)
    return min(times) * 1000


def play_game(moves: int, has_comments: bool) -> Cursor:
    """Return a game of random moves, saved once; White's moves can have comments and memories."""
    rng, cursor = random.Random(1989), Cursor(Tree(GoPosition.start(19, "japanese")))
    cursor.tree.set_private("players", {})
    for number in range(moves):
        node = cursor.play(rng.choice(cursor.position.legal_moves()))
        if has_comments and node.color is Color.WHITE:
            node.comment = COMMENT
            node.set_memory("White", [number, *MEMORY])
    cursor.tree.write()
    return cursor


def save_after_move(moves: int, has_comments: bool, path: Path, runs: int) -> float:
    """Return the milliseconds of saving a game after its last move."""
    cursor = play_game(moves, has_comments)

    def save() -> None:
        cursor.node.note_change()
        cursor.tree.current = cursor.node
        cursor.tree.save(path)

    return milliseconds(save, runs)


def print_opening(runs: int) -> None:
    """Print the milliseconds of opening a large file, and the memory of its tree."""
    content = f"(;SZ[19]{f'({LINE})' * (NODES // LINE.count(';'))})".encode()
    spent = milliseconds(lambda: parse_game(content), runs)
    gc.collect()
    tracemalloc.start()
    tree = parse_game(content)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"open {sum(1 for _ in tree.nodes())} nodes: {spent:.0f} ms, {size / 1e6:.1f} MB")


def main() -> None:
    """Measure with the number of runs on the command line."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.sgf"
        for moves, has_comments in ((10, False), (300, False), (300, True)):
            spent = save_after_move(moves, has_comments, path, runs)
            kind = "with comments and memories" if has_comments else "of two people"
            print(f"save {moves} moves {kind}: {spent:.2f} ms, {path.stat().st_size} bytes")
    print_opening(min(runs, 5))


if __name__ == "__main__":
    main()
