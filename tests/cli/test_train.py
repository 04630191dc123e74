"""Tests of `gnugo-py train` and `--analyst`: with a file, without one, and with other programs' input."""

from pathlib import Path

import pytest

from tests.support.analysts import engine_command
from tests.support.paths import file_with
from tests.support.program import output_of, run

GAME = """(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Ann]PW[gnugo-py level 2];B[ee];W[ec];B[fc];W[fb];B[gb]
;W[eb];B[aa];W[gc];B[fd];W[hb];B[ab];W[hc];B[ge];W[cd];B[ac];W[ce];B[dg];W[cg])"""


def test_a_missed_exercise_is_due_tomorrow(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GNUGO_PY_TODAY", "2026-11-25")
    shown = output_of("train", str(file), "--plain", typed="a9\nsolution\nquit\n")
    assert "Black played A9, marked ?" in shown
    assert "not yet: A9: that is the move that was played" in shown
    assert "\nsolution: " in shown
    nothing = run("train")
    assert (nothing.returncode, nothing.stdout.count("\n")) == (0, 1)
    assert "the next one is on 2026-11-26" in nothing.stdout
    monkeypatch.setenv("GNUGO_PY_TODAY", "2026-11-26")
    again = run("train", "--plain", typed="skip\n")
    assert "Black played A9, marked ?" in again.stdout


def test_one_line_reports_that_no_exercise_is_due() -> None:
    shown = output_of("train")
    assert shown.startswith("No missed position is due.")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("(;GM[1]SZ[9])", "the game has no moves to train on"),
        ("(;GM[11]SZ[5];B[a1])", "this is a game of Hex"),
        ("hello", "not an SGF file|no game|SGF"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path: Path, content: str, reason: str) -> None:
    path = file_with(tmp_path / "other.sgf", content)
    done = run("train", str(path), "--plain")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert any(word in done.stderr for word in reason.split("|"))


def test_a_wrong_date_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GNUGO_PY_TODAY", "yesterday")
    done = run("train")
    assert done.returncode == 2
    assert "GNUGO_PY_TODAY" in done.stderr


def test_an_engine_that_fails_is_replaced(file: Path) -> None:
    done = run("analyze", str(file), "--analyst", engine_command("analysis_engine", "dies"), "--visits", "1")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "gnugo-py level 9 analyzes instead" in done.stderr


def test_hints_and_estimates_are_those_of_the_other_engine(file: Path) -> None:
    done = run(
        "review",
        str(file),
        "--plain",
        "--analyst",
        engine_command("analysis_engine", "white"),
        typed="score\nhint\nquit\n",
    )
    assert "Black leads by about 8.0 points" in done.stdout
    assert "Analyst white would play C7" in done.stdout


def test_the_analyst_setting_is_used_unless_the_option_is_none(file: Path) -> None:
    assert run("settings", "analyst", engine_command("analysis_engine", "kata")).returncode == 0
    assert '"win_rate": 0.85' in run("analyze", str(file), "--json").stdout
    assert '"win_rate": 0.85' not in run("analyze", str(file), "--json", "--analyst", "none").stdout
    refused = run("settings", "analyst", "./katago gtp")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert run("settings", "analyst", "none").returncode == 0


def test_explain_asks_the_other_engine(file: Path) -> None:
    done = run("explain", str(file), "--move", "2", "--analyst", engine_command("analysis_engine", "kata"))
    assert "Analyst kata would play C7" in done.stdout


def test_review_and_score_use_komi_0_if_the_file_has_none(tmp_path: Path) -> None:
    path = file_with(tmp_path / "game.sgf", "(;GM[1]SZ[5]RU[Japanese];B[cc];W[];B[])")
    counted = run("score", str(path))
    assert "names no komi; 0 is used" in counted.stderr
    assert "B+24" in counted.stdout
    assert "B+14" in run("score", str(path), "--komi", "10").stdout
    assert "The file names no komi; 0 is used." in run("review", str(path), "--plain").stdout
    assert "names no komi" not in run("review", str(path), "--plain", "--komi", "3").stdout
