"""Tests of moves of the server where the engine of 1989 would break the rules or pass."""

from pathlib import Path

import pytest

from gnugo_py.core.types import Color
from tests.support.boards import board, vertices
from tests.support.gtp_server import Server

SIGNS = ((Color.BLACK, "b"), (Color.WHITE, "w"))

SENT_BACK = [
    "boardsize 9",
    "gogui-setup w B9 w D9 w C8 w C7 w C6 w C5 w C4 w C3 b A8 b B8 b A7 b A6 b B6 b B5 b B4 b B3",
    "gogui-setup_player w",
    "gogui-play_sequence w A9 b C9",
]
"""White could recapture on B9 now, and repeat the position before A9."""


@pytest.mark.parametrize(("rules", "vertex"), [("japanese", "B9"), ("chinese", "G3")])
def test_genmove_makes_the_best_move_that_the_rules_allow(rules: str, vertex: str, tmp_path: Path) -> None:
    gtp = Server(tmp_path, 7, rules)
    gtp(*SENT_BACK)
    assert gtp("is_legal w B9") == ("1" if rules == "japanese" else "0")
    assert (gtp("reg_genmove w"), gtp("genmove w")) == (vertex, vertex)


DEAD_CHAIN = """
X X X X X X O O O O O O O
X - X X X X O O - O - O O
X X X X X X O O O O O O O
X - X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
X X X X X X O O O O O O O
- O - X X X O O O O O O O
- O - X X X O O O O O O O
"""
"""White's two stones in the corner are dead; no finder of 1989 attacks a chain with four liberties."""


def set_up(drawing: str, gtp: Server) -> None:
    drawn = board(drawing)
    size = drawn.geometry.size
    stones = [(sign, vertex) for color, sign in SIGNS for vertex in vertices(drawn.stones(color), size)]
    gtp(f"boardsize {size}", "gogui-setup " + " ".join(f"{sign} {vertex}" for sign, vertex in stones))


def test_a_cleanup_takes_a_dead_chain_where_a_genmove_passes(tmp_path: Path) -> None:
    gtp = Server(tmp_path, 1)
    set_up(DEAD_CHAIN, gtp)
    gtp("play b pass", "play w pass")
    assert gtp("reg_genmove b") == "pass"
    assert gtp("kgs-genmove_cleanup b") == "A2"
    for _ in range(5):
        gtp("kgs-genmove_cleanup b")
    assert gtp("captures b") == "2"


def test_a_cleanup_passes_where_nothing_is_dead(tmp_path: Path) -> None:
    gtp = Server(tmp_path, 1)
    set_up(DEAD_CHAIN.replace("\n- O -", "\nX X X"), gtp)
    assert gtp("kgs-genmove_cleanup b") == "pass"
    assert gtp("last_move") == "black pass"
