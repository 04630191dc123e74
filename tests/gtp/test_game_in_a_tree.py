"""The game of a server in its tree: what `undo`, new rules and new seeds leave of it."""

import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree
from tests.support.gtp_server import ServerHere, responses
from tests.support.paths import DATA


def test_a_controller_that_tries_moves_needs_no_more_memory() -> None:
    server = ServerHere(None, options={"size": 9})
    handlers = server.table

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
    assert len(list(server.state.node.tree.nodes())) == 1


def test_a_sequence_with_an_illegal_move_is_taken_back_as_a_whole(gtp: ServerHere) -> None:
    gtp("boardsize 9", "play b c3")
    assert gtp("gogui-play_sequence w d4 b pass w c3") == "? illegal move"
    assert gtp("move_history") == "black C3"


def test_new_rules_change_the_game_but_not_its_captures(gtp: ServerHere) -> None:
    gtp("boardsize 9", "play b a1", "play w a2", "play w b1", "komi 2.5", "kgs-rules japanese")
    assert gtp("captures w") == "1"
    assert gtp("undo", "undo", "list_stones b") == "A1"
    written = parse_game(gtp("printsgf").encode())
    assert (written.root.value("RU"), written.root.value("KM")) == ("japanese", "2.5")


def test_the_color_to_move_and_the_names_in_the_file_are_those_of_its_moves() -> None:
    server = ServerHere(classic_engine(1), options={"size": 9})
    server("gogui-setup b c3 b d4 w g7", "gogui-setup_player w", "genmove w")
    root = parse_game(server("printsgf").encode()).root
    assert (root.value("PL"), root.value("PW"), root.value("PB")) == ("W", "GNU Go 1.1", "")
    server("undo", "play b e5")
    root = parse_game(server("printsgf").encode()).root
    assert (root.value("PL"), root.value("PW"), root.value("PB")) == ("B", "", "")


def test_a_variation_that_was_entered_and_left_stays_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[cg]))")
    server = ServerHere(None)
    server(f"loadsgf {tmp_path / 'a.sgf'}", "gg-undo 2", "play w c3", "undo", "play w a1")
    assert server("printsgf").endswith(";B[ee]\n(;W[ai])\n(;W[cg]))")


def written_memories(server: ServerHere) -> list[object]:
    """Return the memory of the engine after each move of the game as it is written."""
    return [node.memory("engine") for node in parse_game(server("printsgf").encode()).main_line()]


def test_the_memory_of_the_engine_is_at_the_moves_that_change_it() -> None:
    server = ServerHere(classic_engine(471995, None))
    server("genmove b", "genmove w", "play b k10")
    before = written_memories(server)
    assert before[0] is None
    assert before[1] != before[2] == before[3]
    server("genmove w")
    assert written_memories(server)[:4] == before
    server("undo")
    assert written_memories(server) == before
    server("set_random_seed 3")
    assert written_memories(server) == [None] * 4


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
    slot = "engine" if name.startswith("gtp") else ("White" if "White" in str(old.root.private) else "Black")
    if "classic" in name:
        assert [node.memory("engine") for node in again.main_line()] == [each.memory(slot) for each in moves]


def contents(tree: Tree) -> Counter[tuple[str, str]]:
    """Return how often each property with each value occurs, apart from moves and what `printsgf` sets."""
    set_anew = {"B", "W", "PL", *("RE", "DT", "PB", "PW"), *("AP", "CA", "GM", "FF", "GNUGOPY")}
    set_anew |= {"SZ", "RU", "KM", "HA"}
    return Counter(
        (name, text)
        for node in tree.nodes()
        for name in node.properties.keys() - set_anew
        for text in node.texts(name)
    )


UNDO_ALL, GO_ON = "gg-undo", "play b pass,play w pass,play b a1,play b c1"
"""All moves are taken back, and moves after two passes, two of them by the same color."""


@pytest.mark.parametrize("commands", ["", "undo", UNDO_ALL, f"{UNDO_ALL},{GO_ON}", GO_ON])
def test_a_loaded_game_is_printed_with_all_that_its_file_has(commands: str) -> None:
    for file in sorted({*DATA.glob("records/*.sgf"), *DATA.glob("sgf/*.sgf")}):
        try:
            tree = read_game(file)
        except UserError:
            continue
        game = tree.game
        server = ServerHere(None, game, game.default_match_options)
        if server(f"loadsgf {file}").startswith("?"):
            continue
        count = f"gg-undo {server.state.move_count}"
        for command in filter(None, commands.split(",")):
            server(count if command == UNDO_ALL else command)
        written = parse_game(server.state.tree_to_write().write())
        assert not contents(tree) - contents(written), file.name
        if not commands:
            assert written.result == tree.result


MOVES_AFTER_PASSES = (
    "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]EV[Cup];B[ee];W[];B[];W[cc]C[a];B[gg](;W[gc])(;W[cg]))"
)
SETUP_WITH_COLOR = (
    "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]EV[Cup];B[ee];AW[cc]AB[gg]PL[W](;B[]C[a])(;W[ec];B[eg]))"
)
ONLY_SETUP = "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]EV[Cup];B[ee];W[cc]C[a];AB[gg]PL[W]LB[gg:b])"
COUNTED = "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]EV[Cup]RE[B+2];B[ee];W[];B[];TB[aa]TW[ii]C[a])"


@pytest.mark.parametrize("content", [MOVES_AFTER_PASSES, SETUP_WITH_COLOR, ONLY_SETUP, COUNTED])
@pytest.mark.parametrize("undone", [False, True])
def test_passes_setup_and_colors_in_the_file_do_not_make_it_a_new_game(
    content: str, undone: bool, tmp_path: Path
) -> None:
    (tmp_path / "a.sgf").write_text(content)
    server = ServerHere(None, options={"rules": "japanese"})
    server(f"loadsgf {tmp_path / 'a.sgf'}")
    if undone:
        server(f"gg-undo {server.state.move_count}")
    tree, written = parse_game(content.encode()), parse_game(server("printsgf").encode())
    assert not contents(tree) - contents(written)
    if not undone:
        assert [dict(node.properties) for node in written.nodes()][1:] == [
            dict(node.properties) for node in tree.nodes()
        ][1:]
        assert written.result == tree.result
