"""Tests of analysts that report win rates but no points: no output states points."""

import json
import re
from pathlib import Path

from tests.support.analysts import engine_command
from tests.support.paths import file_with
from tests.support.program import run

LEELA = engine_command("judging_engine", "--dialect", "leela")
GAME = "(;GM[1]SZ[9]KM[6];B[ee];W[tt];B[gc];W[cg];B[tt])"
"""White's pass and Black's last pass lose win rate."""


def test_the_table_says_that_points_are_unknown_and_ranks_by_win_rate(file: Path) -> None:
    done = run("analyze", str(file), "--analyst", LEELA)
    assert "this analyst reports no points" in done.stderr
    assert re.search(
        r"^2 white pass: points unknown, (better .*, )?win rate \d+ % -> \d+ %$", done.stdout, re.M
    )
    assert re.search(r"^White: 2 moves, points lost unknown; by win rate, 1 ", done.stdout, re.M)
    assert not re.search(r"\d\.\d points|points lost per move|0 blunders", done.stdout)


def test_in_json_unknown_points_are_null(file: Path) -> None:
    done = run("analyze", str(file), "--json", "--analyst", LEELA)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {(row["points_lost"], row["score_lead"], row["score_lead_before"]) for row in rows} == {
        (None, None, None)
    }
    assert rows[1]["kind"] is not None
    assert rows[1]["win_rate"] > rows[1]["win_rate_before"]


def test_a_game_without_a_loss_of_win_rate_has_no_mistakes(tmp_path: Path) -> None:
    path = file_with(tmp_path / "even.sgf", "(;GM[1]SZ[9]KM[6];B[ee])")
    output = run("analyze", str(path), "--analyst", LEELA).stdout
    assert "No move lost enough of its win rate to be called a mistake." in output
    assert "points lost unknown; by win rate, no mistakes." in output


def test_an_annotated_file_contains_no_points(file: Path) -> None:
    output = run("analyze", str(file), "--sgf", "-", "--analyst", LEELA).stdout
    assert "points unknown" in output
    assert "SBKV[" in output
    assert "V[" not in output.replace("SBKV[", "")


def test_a_review_ranks_by_win_rate(file: Path) -> None:
    typed = "mistakes\ngraph\nnext mistake\ntrain white\nquit\n"
    output = run("review", str(file), "--plain", "--analyst", LEELA, typed=typed).stdout
    assert (
        "This analyst reports no points: losses are unknown, and mistakes are ranked by win rate." in output
    )
    assert re.search(r"^2 white pass: points unknown", output, re.M)
    assert "Black's win rate" in output
    assert "This analyst reports no points, which training needs" in output
    assert "0.0 points" not in output


def test_an_explanation_without_points_states_the_win_rate(file: Path) -> None:
    output = run("explain", str(file), "--move", "2", "--analyst", LEELA).stdout
    assert re.search(r"^Black's win rate is \d+ %", output, re.M)
    assert "even" not in output
