"""Tests of all board sizes from the command line, with engines that support them and those that do not."""

import json
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import run

BLACK = ("--handicap", "0", "--color", "black", "--seed", "1")
SEVEN = b"(;GM[1]FF[4]SZ[7]KM[9]RU[Chinese]PB[Ann]PW[Bob];B[dd];W[cc];B[dc];W[cd];B[ce];W[be];B[cf];W[db])"
"""The beginning of a game on 7x7, as a person would record it."""


def plain(tmp_path: Path, *words: str, typed: str) -> str:
    done = run("play", "--plain", "--saves", str(tmp_path), *words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("size", "corner"), [(2, "B2"), (5, "E5"), (8, "H8"), (18, "S18"), (25, "Z25")])
def test_two_people_play_on_a_board_of_any_size(tmp_path: Path, size: int, corner: str) -> None:
    output = plain(
        tmp_path, "--size", str(size), "--opponent", "human", "--handicap", "0", typed=f"{corner}\nquit\n"
    )
    assert f"{size} {'- ' * (size - 1)}X {size}" in "\n".join(
        " ".join(line.split()) for line in output.splitlines()
    )


def test_a_game_on_7x7_is_saved_and_resumed(tmp_path: Path) -> None:
    plain(tmp_path, "--size", "7", "--opponent", "human", "--handicap", "0", typed="D4\nC3\nsave seven\n")
    output = plain(tmp_path, "--resume", "seven", typed="D3\nquit\n")
    assert "move 3" in output.lower()


def test_only_the_search_engine_explains_a_7x7_file(tmp_path: Path) -> None:
    file = file_with(tmp_path / "seven.sgf", SEVEN)
    refused = run("explain", str(file))
    assert refused.returncode == 2
    assert refused.stderr.endswith("not on 7x7; use --player search\n")
    assert run("explain", str(file), "--player", "search:1").returncode == 0


def test_a_7x7_file_can_be_scored_and_continued(tmp_path: Path) -> None:
    file = file_with(tmp_path / "seven.sgf", SEVEN)
    counted = run("score", str(file), "--json")
    assert counted.returncode == 0
    assert json.loads(counted.stdout)["komi"] == 9
    output = plain(tmp_path, "--load", str(file), "--opponent", "human", typed="E2\nquit\n")
    assert "move 9" in output


def test_play_from_a_7x7_review_is_against_the_search_engine(tmp_path: Path) -> None:
    file = file_with(tmp_path / "seven.sgf", SEVEN)
    saves = str(tmp_path / "saves")
    output = run(
        "review", "--plain", str(file), typed="end\nhint\nscore\nplay\nA1\nquit\n", GNUGO_PY_SAVES=saves
    )
    assert output.returncode == 0
    assert "gnugo-py level 9 would play" in output.stdout
    assert "my move: " in output.stdout


def test_a_saved_game_edited_to_an_unsupported_size_is_reported(tmp_path: Path) -> None:
    plain(tmp_path, "--size", "9", *BLACK, "--opponent", "classic", typed="save nine\n")
    saved = tmp_path / "nine.sgf"
    saved.write_bytes(saved.read_bytes().replace(b"SZ[9]", b"SZ[7]"))
    output = run("play", "--plain", "--resume", "nine", "--saves", str(tmp_path), typed="D4\nquit\n")
    assert "Traceback" not in output.stderr
    assert "not on 7x7" in output.stdout + output.stderr


def test_gtp_supports_every_board_size() -> None:
    lines = []
    for size in range(2, 26):
        lines += [f"boardsize {size}", "play w A1", "undo"]
        if size % 8 == 1:  # an engine's move and a count take longer
            lines += ["genmove b", "final_score"]
    server = run("gtp", "--player", "search:1", "--seed", "1", typed="\n".join([*lines, "quit\n"]))
    refused = [line for line in server.stdout.splitlines() if line.startswith("?")]
    assert refused == []
    assert server.stdout.count("=") == len(lines) + 1
    assert server.stderr == ""


def test_tt_is_a_pass_on_boards_up_to_19_lines_and_a_point_beyond(tmp_path: Path) -> None:
    for size, line in ((19, "W passes"), (25, "")):
        file = file_with(tmp_path / f"{size}.sgf", f"(;GM[1]FF[3]SZ[{size}];B[aa];W[tt])".encode())
        output = run("review", "--plain", str(file), typed="end\nquit\n").stdout
        assert ("move 2 of 2: White pass" in output) == bool(line)
        assert ("move 2 of 2: White U6" in output) == (not line)


@pytest.mark.parametrize("size", ["0", "1", "26", "-9", "9x9", "x", "9.0", "99999999999999999999"])
def test_an_invalid_size_is_refused_in_a_few_lines(size: str) -> None:
    done = run("play", "--plain", f"--size={size}", typed="")
    assert (done.returncode, done.stdout) == (2, "")
    assert "2 to 25" in done.stderr
    assert len(done.stderr.splitlines()) <= 3
