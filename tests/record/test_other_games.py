"""Tests of SGF files of Hex, Amazons and Tanbo, and of their use over GTP."""

import random
import time
from pathlib import Path

import pytest

from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import RESIGN, Color
from gnugo_py.gtp.server import GtpServer
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.paths import file_with
from tests.support.program import output_of, run

WON = "(;FF[4]GM[11]SZ[5];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3];B[a4];W[b4];B[a5]{})"


HEX = ("--game", "hex", "--size", "5", "--opponent", "human", "--plain")


def plain(folder: Path, *words: str, typed: str) -> list[str]:
    shown = output_of("play", *words, "--saves", str(folder), typed=typed)
    return shown.splitlines()


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("GM[1]SZ[9];B[ee];W[resign]", "B+R"),
        ("GM[1]SZ[9](;B[ee];W[cc];B[Resign])(;W[resign])", "W+R"),
        ("EV[amazons.in.1];W[j4-g7/d7];B[g10-h9/g8];W[resign]", "B+R"),
        ("EV[amazons.in.1];W[j4-g7/d7];B[resign]", "W+R"),
        ("GM[1]RU[Tanbo]SZ[9];B[resign]", "W+R"),
        ("GM[11]SZ[5];B[a1];W[b1];B[b2];W[forfeit]", "B+R"),
    ],
)
def test_a_resignation_that_is_written_as_a_move_is_read_in_every_game(moves: str, result: str) -> None:
    tree = parse_game(f"(;FF[4]{moves})".encode())
    assert (tree.end.move, tree.play_warnings()) == (RESIGN, ())
    assert tree.end.parent is not None
    assert tree.end.position == tree.end.parent.position
    assert tree.result is not None
    assert tree.result.sgf_result == result
    assert parse_game(tree.write()).end.move is RESIGN


def test_moves_after_the_end_are_left_out_and_reported() -> None:
    tree = parse_game(WON.format(";W[c5];B[c4]").encode())
    assert len(tree.positions()) == 10
    assert "2 later moves are ignored" in tree.line_warnings().about_main_line()[0]


def test_a_resignation_after_the_end_is_no_move_that_is_lost() -> None:
    tree = parse_game(WON.format(";W[resign]").encode())
    assert tree.end.move is RESIGN
    assert tree.line_warnings().about_main_line() == ()


@pytest.mark.parametrize(("node", "result"), [(";B[resign]", "W+R"), (";B[b2];W[forfeit]", "B+R")])
def test_a_resignation_node_sets_the_result(node: str, result: str, tmp_path: Path) -> None:
    file = file_with(tmp_path / "resigned.sgf", f"(;FF[4]GM[11]SZ[5];B[a1];W[b1]{node})")
    outcome = parse_game(file.read_bytes()).result
    assert outcome is not None
    assert outcome.sgf_result == result
    assert f'"result": "{result}"' in run("score", str(file), "--json").stdout


def test_the_player_to_move_at_the_end_of_a_file_is_kept(tmp_path: Path) -> None:
    for text in (
        b"(;GM[1]SZ[9];B[aa];PL[B])",
        b"(;GM[11]SZ[5];B[a1];PL[B])",
        b"(;GM[1]SZ[9];B[aa];W[bb];PL[W])",
    ):
        (tmp_path / "file.sgf").write_bytes(text)
        output = plain(tmp_path / "saves", "--load", str(tmp_path / "file.sgf"), "--plain", typed="quit\n")
        assert not any("The game could not be saved" in line for line in output)
    commands = f"loadsgf {tmp_path / 'file.sgf'}\nprintsgf\n"
    assert "PL[W]" in run("gtp", typed=commands).stdout


def test_swapping_sides_is_refused_in_a_game(tmp_path: Path) -> None:
    output = plain(tmp_path, *HEX, "--first-move", "swap", typed="c2\nswap-sides\nswap\nquit\n")
    assert any("swapping sides is not supported; type swap" in line for line in output)
    assert "Black's stone is now White's, on b3." in output


@pytest.mark.parametrize("name", ["hex", "amazons", "tanbo"])
@pytest.mark.parametrize("seed", range(4))
def test_gtp_accepts_no_move_that_would_be_lost_in_its_sgf(name: str, seed: int) -> None:
    """Regression: White could move when Black, whose turn it was, had no legal move."""
    game, rng = GAMES[name].load(), random.Random(seed)
    options = {**game.default_match_options, "size": {"hex": 5, "amazons": 6, "tanbo": 9}[name]}
    server = GtpServer(game, None, options)
    for _ in range(100):
        color = server.position.to_move if rng.random() < 0.8 else Color(rng.randrange(2))
        for mover in (color, color.opponent):
            legal = server.position.with_play_resumed(mover).legal_moves()
            if legal:
                server.go_on(server.after_move(mover, rng.choice(legal)))
                break
    end = parse_game(server.tree_to_write().write()).end
    assert (end.position.diagram(), end.number) == (server.position.diagram(), server.move_count)


def test_a_long_tanbo_game_is_written_and_read_quickly() -> None:
    game, rng = GAMES["tanbo"].load(), random.Random(5)
    node = Tree(game.start({"size": 19})).root
    while not node.position.is_over and node.number < 500:
        node = node.add(rng.choice(list(node.position.legal_moves())))
    tree = Tree.from_line(node.position)
    began = time.process_time()
    assert parse_game(tree.write()).end.position == node.position
    assert time.process_time() - began < 1.5  # it took five seconds when each cell was examined again


def test_arrows_are_added_to_the_usual_start() -> None:
    diagram = parse_game(b"(;FF[4]GM[18]SZ[10]AA[ee][ff]AE[dj];B[gjghgi])").end.position.diagram()
    assert (diagram.rows[4][4], diagram.rows[5][5], diagram.rows[9][3]) == ("#", "#", "-")


@pytest.mark.parametrize(
    "content", [b"(;GM[11]SZ[5];B[tt])", b"(;GM[18]SZ[6];B[aaaaaa])", b"(;GM[1]RU[tanbo];B[aa])"]
)
def test_a_move_that_cannot_be_executed_ends_the_line_with_a_warning(content: bytes) -> None:
    tree = parse_game(content)
    assert tree.line_warnings().unread.startswith("Move 1")
    assert len(tree.positions()) == 1
