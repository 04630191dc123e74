"""Tests of the exchange with other programs: GTP commands, engines and SGF files."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.gnugo import program
from tests.support.gtp_engines import command
from tests.support.paths import ROOT
from tests.support.program import BLACK_ON_9X9, run


def test_a_resignation_does_not_count_as_a_move(tmp_path: Path) -> None:
    done = run("match", "classic", command("resigns"), "--size", "9", "--json")
    assert [game["moves"] for game in json.loads(done.stdout)["games"]] == [1]


@pytest.mark.parametrize("handicap", ["2", "5", "9"])
def test_gnu_go_reads_our_handicap_games_without_complaint(handicap: str, tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", handicap, "--color", "white", "--saves", str(tmp_path))
    run(*words, typed="b2\nsave x\n")
    line = [program(), "-l", str(tmp_path / "x.sgf"), "--score", "estimate"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert "Illegal SGF" not in done.stdout + done.stderr
    assert "wins by" in done.stdout


@pytest.mark.parametrize(
    ("fault", "rules", "shown"),
    [
        ("kgs", "chinese", "kgs-rules chinese"),
        ("kgs", "tromp-taylor", "kgs-rules new_zealand"),
        ("kata", "japanese", "kata-set-rules japanese"),
        ("kata", "itsyourturn", "kata-set-rules japanese"),
        ("none", "aga", None),
    ],
)
def test_the_rules_are_sent_to_engines_that_support_a_rules_command(
    fault: str, rules: str, shown: str | None, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = ("--rules", rules, "--opponent", command(fault, str(log)), "--saves", str(tmp_path / "s"))
    run(*BLACK_ON_9X9, *words, typed="E5\nquit\n")
    output = re.findall(r"^.*-rules.*$", log.read_text(), re.MULTILINE)
    assert output == ([shown] if shown else [])


def test_all_that_a_loaded_file_contains_is_saved_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "x.sgf"
    root, lines = "SZ[9]PB[Zo\u00eb]PW[Lee]C[An evening game]", "(;W[cc](;B[gg])(;B[gc]))(;W[cg])"
    other = "(;SZ[13]C[Another game])"
    content = f"{other}(;{root};B[ee]C[the middle]XX[theirs]{lines}){other}"
    file.write_text(content)
    saves = tmp_path / "s"
    words = ("--load", str(file), "--number", "2", "--opponent", "human", "--saves", str(saves))
    run(*words, typed="g7\n")
    run("--resume", "--plain", "--saves", str(saves), typed="a1\n")
    text = next(saves.glob("*.sgf")).read_text().replace("\n", "")
    assert "PB[Zo\u00eb]PW[Lee]" in text
    assert "C[An evening game]" in text
    below = "B[ee]C[the middle]XX[theirs](;W[cc](;B[gg];W[gc];B[ai])(;B[gc]))(;W[cg]))"
    assert text.endswith(f"{below}{other}{other}")
    assert file.read_text() == content


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no nohup")
def test_tests_run_where_signals_are_ignored() -> None:
    """Under `nohup ... &` the tests of Ctrl-C set the signal handlers they need."""
    tests = "-q -n0 -p no:cacheprovider tests/cli/test_main.py -k interrupted_game"
    line = f"trap '' INT HUP; exec {sys.executable} -m pytest {tests}"
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env=os.environ | {"PYTEST_ADDOPTS": ""},
        check=False,
    )
    assert done.returncode == 0, done.stdout
