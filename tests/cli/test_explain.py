"""Tests of `gnugo-py explain` as a separate process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT, file_with
from tests.support.program import run

EXAMPLE = str(ROOT / "docs" / "example.sgf")


def test_each_finder_is_reported_with_its_reason() -> None:
    lines = run("explain", EXAMPLE, "--move", "12").stdout.splitlines()
    assert lines[-5] == "After move 12, Black to move: GNU Go 1.1 would play C3."
    assert lines[-4].startswith("Black spreads out far from its stone at G4")
    assert lines[-3].startswith("It also considered E6: Black's stone at F6 has only 3 liberties")
    assert lines[-2].startswith("defend (findsaver): E6, worth 49: saves Black's chain at F6")
    assert lines[-1].startswith("pattern (findpatn): C3, worth 82: pattern 'extend: 5 along, knight-wise'")


def test_the_board_shows_the_move_of_each_finder() -> None:
    board = run("explain", EXAMPLE, "--move", "12").stdout.splitlines()[:11]
    assert board[7] == "3 - - P - - - + X - 3"
    assert board[4] == "6 - - X X D X - - - 6"


def test_json_output_contains_the_findings_of_each_finder() -> None:
    found = json.loads(run("explain", EXAMPLE, "--move", "12", "--json").stdout)
    assert (found["move"], found["to_play"], found["plays"], found["tries"]) == (12, "black", "C3", 0)
    assert found["attack"] is None
    assert (found["defend"]["vertex"], found["defend"]["value"]) == ("E6", 49)
    assert "saves Black's chain" in found["defend"]["why"]


def test_the_default_is_the_last_position() -> None:
    assert json.loads(run("explain", EXAMPLE, "--json").stdout)["move"] == 36


def test_the_explanation_is_the_same_as_during_the_game(tmp_path: Path) -> None:
    options = ["--handicap", "0", "--color", "black", "--seed", "3", "--saves", str(tmp_path)]
    played = run(*options, typed="q4\nc3\nwhy\nsave x\n").stdout
    shown = run("explain", str(tmp_path / "x.sgf"), "--move", "3").stdout.splitlines()
    assert shown[-1] in played
    assert "continues the opening book: " in shown[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([EXAMPLE, "--move", "37"], "--move: the game has 36 moves; use a number from 0 to 36"),
        ([EXAMPLE, "--move", "-1"], "--move: the game has 36 moves"),
        (["no-such.sgf"], "no-such.sgf: no such file or saved game; use gnugo-py saves"),
        ([EXAMPLE, "--patterns", "no-such"], "--patterns: "),
        ([], "Missing argument 'FILE'"),
    ],
)
def test_invalid_arguments_are_refused_with_the_reason(words: list[str], message: str) -> None:
    done = run("explain", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("words", [(), ("--json",), ("--player", "search:1")])
def test_a_truncated_file_is_reported(words: tuple[str, ...], tmp_path: Path) -> None:
    file = file_with(tmp_path / "bad.sgf", "(;GM[1]SZ[9];B[ee];W[")
    done = run("explain", str(file), *words)
    assert done.returncode == 0
    assert (
        done.stderr
        == f"gnugo-py: {file}: The file is damaged or incomplete; only the part before the damage is read.\n"
    )


def test_a_gnugo_dat_file_can_be_explained(tmp_path: Path) -> None:
    file = file_with(tmp_path / "gnugo.dat", "0" * 361 + "1 0 0 " + "1 " * 9)
    found = json.loads(run("explain", str(file), "--json").stdout)
    assert (found["move"], found["to_play"]) == (0, "black")
    assert "upper left corner" in found["pattern"]["why"]


def test_output_that_cannot_be_written_is_reported_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gnugo_py", "explain", EXAMPLE, "--json"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == ("gnugo-py: the output: No space left on device; free some disk space\n")


def test_the_plain_board_marks_the_target_of_an_amazons_move(tmp_path: Path) -> None:
    file = file_with(tmp_path / "amazons.sgf", "(;GM[18]SZ[6])")
    output = run("explain", str(file), "--player", "search:1").stdout
    assert "1 2 3 principal variation, * last point of move" in output
    drawing = output.partition("1 2 3")[0]
    assert drawing.count("*") == 1
    assert any(" 1 " in line[2:-2] for line in drawing.splitlines()[1:-1])


def test_an_obvious_pass_has_no_legend(tmp_path: Path) -> None:
    file = tmp_path / "passed.sgf"
    black, white = ("".join(f"[{column}{row}]" for row in "abcdefghi") for column in "de")
    file.write_text(f"(;GM[1]SZ[9]KM[0]AB{black}AW{white};B[tt])")
    output = run("explain", str(file), "--player", "search:2")
    assert "would pass." in output.stdout
    assert "2 3 principal variation" not in output.stdout
    shown = json.loads(run("explain", str(file), "--player", "search:2", "--json", "--move", "1").stdout)
    assert shown["line"] == ["pass"]
    assert shown["owners"]["D5"] > 0.5
    assert shown["effort"] > 0
