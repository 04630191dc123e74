"""Tests of the script that attacks with hostile engines."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import hostile_engines
from benchmarks.hostile_engines import ENGINE, Attack, faults_of, random_attack
from tests.support.paths import ROOT


def test_the_script_runs_for_some_seconds_and_reports() -> None:
    words = [sys.executable, "-m", "benchmarks.hostile_engines", "0", "1"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert "0 findings" in done.stdout


def test_attacks_are_random_and_repeatable(tmp_path: Path) -> None:
    attacks = [[random_attack(random.Random(seed), tmp_path, "mark") for seed in range(20)] for _ in range(2)]
    assert attacks[0] == attacks[1]
    assert len({each.words[0] for each in attacks[0]}) > 3


def test_a_run_that_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(hostile_engines.GAME)
    monkeypatch.setattr(hostile_engines, "MAX_SECONDS", 1.5)
    engine = f"{sys.executable} {ENGINE} silent name a-mark-of-this-test"
    found = faults_of(Attack(["analyze", str(file), "--analyst", engine], "", None), "a-mark-of-this-test")
    assert found[0].startswith("did not end")
