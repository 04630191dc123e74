"""The game of a server in its tree: what `undo`, new rules and new seeds leave of it."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from gnugo_py.engines.classic.engine import classic_engine
from gnugo_py.record.sgf_reader import parse_game
from tests.support.gtp_server import Server, responses
from tests.support.paths import DATA
from tests.support.server_here import ServerHere


def test_a_controller_that_tries_moves_needs_no_more_memory() -> None:
    server = ServerHere(None, options={"size": 9})
    handlers = server.commands.handlers()

    def try_moves(number: int) -> None:
        for _ in range(number):
            handlers["play"](("b", "e5"))
            handlers["undo"](())

    try_moves(10)
    tracemalloc.start()
    try_moves(3000)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 20_000
    assert len(list(server.commands.cursor.tree.nodes())) == 1


def test_moves_that_were_taken_back_are_not_printed() -> None:
    tries = ("play b c3", "undo", "play b d4", "play w e5", "gg-undo 2", "play b e5")
    written = responses("boardsize 9", *tries, "printsgf")[-1]
    assert [node.children == [] for node in parse_game(written.encode()).nodes()] == [False, True]
    assert ";B[ee])" in written


def test_a_sequence_with_an_illegal_move_is_taken_back_as_a_whole(gtp: Server) -> None:
    gtp("boardsize 9", "play b c3")
    assert gtp("gogui-play_sequence w d4 b pass w c3") == "? illegal move"
    assert gtp("move_history") == "black C3"


def test_new_rules_change_the_game_but_not_its_captures(gtp: Server) -> None:
    gtp("boardsize 9", "play b a1", "play w a2", "play w b1", "komi 2.5", "kgs-rules japanese")
    assert gtp("captures w") == "1"
    assert gtp("undo", "undo", "list_stones b") == "A1"
    written = parse_game(gtp("printsgf").encode())
    assert (written.root.value("RU"), written.root.value("KM")) == ("japanese", "2.5")


def test_the_memory_of_the_engine_is_at_the_moves_that_change_it() -> None:
    server = ServerHere(classic_engine(471995, None))
    server("genmove b", "genmove w", "play b k10")
    node = server.commands.cursor.node
    before = node.memory("engine")
    assert before is not None
    server("genmove w", "undo")
    assert node.memory("engine") == before
    server("set_random_seed 3")
    assert all(each.memory("engine") is None for each in server.commands.cursor.tree.nodes())


@pytest.mark.parametrize("name", ["gtp-classic", "gtp-hex", "gtp-search", "classic-9", "classic-19-handicap"])
def test_a_game_saved_by_an_older_version_is_saved_again_as_it_was(name: str, tmp_path: Path) -> None:
    file = DATA / "saves_2_0_0" / f"{name}.sgf"
    old = parse_game(file.read_bytes())
    options = ("--saves", str(tmp_path), *(("--game", "hex") if name == "gtp-hex" else ("--seed", "99")))
    responses(f"loadsgf {file}", "printsgf again", options=options)
    again = parse_game((tmp_path / "again.sgf").read_bytes())
    moves = old.current.path()
    assert [node.position.diagram() for node in again.main_line()] == [
        each.position.diagram() for each in moves
    ]
    slot = "engine" if name.startswith("gtp") else ("White" if "White" in str(old.private) else "Black")
    if "classic" in name:
        assert [node.memory("engine") for node in again.main_line()] == [each.memory(slot) for each in moves]
