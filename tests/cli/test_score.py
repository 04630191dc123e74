"""Tests of `gnugo-py score` as a separate process."""

import json
import re
from pathlib import Path

import pytest

from tests.support.paths import DATA, ROOT, file_with
from tests.support.program import run

EXAMPLE = ROOT / "docs" / "example.sgf"


def test_the_result_is_written_as_json() -> None:
    done = run("score", str(EXAMPLE), "--rules", "japanese", "--komi", "0.5", "--json")
    assert json.loads(done.stdout) == {
        "result": "B+18.5",
        "margin": 18.5,
        "black": 35,
        "white": 16.5,
        "komi": 0.5,
        "rules": "japanese",
        "dead": ["F6", "G2"],
        "territory": {"black": 34, "white": 15, "neutral": 0},
        "network": "g170-b6c96-s175395328-d26788732",
    }


def test_dead_stones_can_be_given() -> None:
    none = json.loads(run("score", str(EXAMPLE), "--dead", "none", "--json").stdout)
    assert (none["dead"], none["network"]) == ([], None)
    shown = json.loads(run("score", str(EXAMPLE), "--dead", "f6, G2", "--json").stdout)
    assert shown["dead"] == ["F6", "G2"]


def test_a_stone_stands_for_its_chain() -> None:
    found = json.loads(run("score", str(EXAMPLE), "--dead", "J1", "--json").stdout)
    assert set(found["dead"]) >= {"J1", "J2", "J3", "J4", "H4", "H5"}


def test_rules_and_komi_of_the_file_are_kept(tmp_path: Path) -> None:
    file = file_with(tmp_path / "chinese.sgf", "(;GM[1]SZ[9]RU[Chinese]KM[5.5]HA[2]AB[cc][gg];W[];B[])")
    found = json.loads(run("score", str(file), "--json").stdout)
    assert (found["rules"], found["komi"], found["white"]) == ("chinese", 5.5, 7.5)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"hello", "this is not an SGF"),
        (b"(;GM[1", "ends before its last )"),
        (b"(;GM[2]SZ[8];B[aa])", "an unsupported game"),
        (b"(;SZ[1];B[aa])", "supported sizes are 2 to 25"),
        (b"(;SZ[99];B[aa])", "supported sizes are 2 to 25"),
        (b"(" * 40_000, "this is not an SGF file"),
        (b"(;SZ[9]" + b";AB[aa]" * 1_001 + b")", "set up more than 1000 times"),
        (b"\x00\xff(;\x00SZ", "ends before its last )"),
    ],
)
def test_a_bad_file_is_refused_in_one_line_and_left_unchanged(
    content: bytes, message: str, tmp_path: Path
) -> None:
    file = file_with(tmp_path / "bad.sgf", content)
    done = run("score", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"gnugo-py: {file}: ")
    assert message in done.stderr
    assert file.read_bytes() == content


@pytest.mark.parametrize("dead", ["E1", "Z1", "xyzzy"])
def test_invalid_dead_stones_are_refused_in_one_line(dead: str) -> None:
    done = run("score", str(EXAMPLE), "--dead", dead)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_an_estimate_during_a_game_is_a_lead_and_not_a_result(tmp_path: Path) -> None:
    moves = "d4\nq16\nd16\nq4\nk10\nc10\n"
    words = ("--handicap", "0", "--color", "black", "--opponent", "human", "--saves", str(tmp_path))
    old = run(*words, "--rules", "gnugo-1.1", typed=f"{moves}score\n").stdout
    new = run(*words, "--rules", "japanese", typed=f"{moves}score\n").stdout
    for output in (old, new):
        assert re.search(r"(Black|White) leads by about \d+\.\d points", output)
        assert "wins by" not in output


@pytest.mark.parametrize("rules", ["japanese", "chinese", "itsyourturn"])
def test_an_open_board_is_counted_at_once_with_a_warning(rules: str) -> None:
    """Moves of a game on 13x13 whose count once tried all orders of filling its neutral points."""
    done = run("score", str(DATA / "records" / "open_board_13x13.sgf"), "--rules", rules)
    assert done.returncode == 0
    assert "the game is not finished; the board is counted as it stands" in done.stderr
    assert "Neutral, counted for neither player: 1" in done.stdout
