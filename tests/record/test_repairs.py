"""Tests of files that break the rules of SGF or of the game, and that other programs read nevertheless."""

from pathlib import Path

import pytest

from gnugo_py.record.sgf_reader import parse_game
from tests.support.boards import all_warnings
from tests.support.program import run

SIGN = "The ; before the first node is missing; the node is read anyway."


@pytest.mark.parametrize(
    "content",
    [
        b"(TE[x]SZ[9];B[aa];W[bb])",
        b" \n( GM[1]SZ [9] ;B[aa];W[bb])",
        b"\xef\xbb\xbf(SZ[9];B[aa](;W[bb])(;W[cc]))",
        "(SZ[9];B[aa];W[bb])".encode("utf-16"),
    ],
)
def test_a_root_node_without_its_semicolon_is_read_with_a_warning(content: bytes) -> None:
    record = parse_game(content)
    assert (record.current.position.size, len(record.positions())) == (9, 3)
    assert SIGN in all_warnings(record)
    assert SIGN in all_warnings(parse_game(content))


def test_each_of_several_games_can_lack_its_semicolon() -> None:
    content = b"(;SZ[9]PB[a];B[bb]C[)(XX[\\])](;W[cc])(;W[dd]))(PB[b]SZ[9];B[bb]) (;SZ[9]PB[c];B[cc])"
    assert [parse_game(content, number).root.value("PB") for number in (1, 2, 3)] == ["a", "b", "c"]


def test_text_before_a_game_is_not_read_as_its_root_node() -> None:
    record = parse_game(b"(see [1]) (;SZ[9];B[aa])")
    assert (record.current.position.size, all_warnings(record)) == (9, ())


def test_a_stone_on_an_occupied_point_replaces_it_with_a_warning() -> None:
    record = parse_game(b"(;SZ[9]KM[0];B[ee];W[ee];B[ee];W[aa])")
    assert record.current.position.diagram().rows[4] == "----X----"
    assert record.current.position.diagram().rows[0][0] == "O"
    assert all_warnings(record) == (
        "Move 2 (and 1 other move) is on an occupied point; the stone there is replaced.",
    )


def test_a_stone_on_an_occupied_point_can_capture() -> None:
    record = parse_game(b"(;SZ[9];B[aa];W[ba];B[ii];W[ab];B[bb];W[bb])")
    rows = record.current.position.diagram().rows
    assert (rows[0][:2], rows[1][:2]) == ("-O", "OO")


def test_a_review_goes_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "over.sgf"
    file.write_text("(;SZ[9];B[ee];W[ee];B[ff];W[gg])")
    done = run("review", "--plain", str(file), typed="next\nnext\nend\nback\nquit\n")
    assert done.returncode == 0
    assert "move 4 of 4" in done.stdout
    assert "Move 2 is on an occupied point; the stone there is replaced." in done.stdout


def test_gtp_loads_the_game_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "over.sgf"
    file.write_text("(;SZ[9];B[ee];W[ee];B[ff];W[gg])")
    done = run("gtp", typed=f"loadsgf {file}\nlist_stones white\nlist_stones black\nquit\n")
    assert done.stdout == "= black\n\n= E5 G3\n\n= F4\n\n=\n\n"


def test_our_own_file_that_somebody_edited_is_read_too(tmp_path: Path) -> None:
    words = ["--size", "9", "--handicap", "0", "--color", "black", "--opponent", "human"]
    run(*words, "--saves", str(tmp_path), typed="e5\nc3\nsave x\n")
    saved = tmp_path / "x.sgf"
    saved.write_bytes(saved.read_bytes().replace(b";W[cg]", b";W[ee]"))
    assert parse_game(saved.read_bytes()).current.position.diagram().rows[4][4] == "O"
    assert run("--resume", "x", "--saves", str(tmp_path), typed="a1\n").returncode == 0


def test_a_point_is_read_across_a_line_break() -> None:
    record = parse_game(b"(;SZ[9]AB[c\nc][d\r\nd:\ne e]AW[ g g ];B[h\nh])")
    assert len(record.positions()) == 2
    assert sorted(record.positions()[1].cells().values()) == ["O", *"XXXXXX"]
