"""Tests that each benchmark still runs, with as little work as it can do."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import DATA, ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the benchmarks need a POSIX system"),
]

RUNS = {
    "__main__": ["decisions rules programs {game} --json --quick"],
    "claims": ["{sgf}", "--words {sgf}"],
    "covered": ["{coverage}"],
    "documents": ["2"],
    "gtp_games": ["{game}"],
    "hostile_engines": ["0.1 5"],
    "ladders": ["1 1"],
    "levels": ["{new} 1 tanbo:9:3"],
    "match_interrupts": ["2"],
    "mutants": ["0 1 lessons"],
    "judge": ["{folder}"],
    "network": ["1"],
    "paths": ["1"],
    "problems": ["seki"],
    "replay": ["{game}"],
    "roundtrip": ["5"],
    "monkey": ["2"],
    "stored_data": ["2"],
    "strength": ["tanbo greedy search:1 1 9"],
    "thinking": ["1 go:9 0.01s", "1 hex:11 tanbo:9 0.01s"],
}
"""The arguments of each benchmark that is a program of its own; each takes about two seconds."""
NO_PROGRAMS = {"__init__", "attacks", "decisions", "programs", "rules", "unruly_engine"}
"""The modules that other benchmarks use, and an engine."""


def output(name: str, *words: str) -> str:
    """Return what a benchmark prints."""
    module = "benchmarks" if name == "__main__" else f"benchmarks.{name}"
    words = (sys.executable, "-m", module, *words)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The small files that some benchmarks read."""
    names = ("game", "coverage", "new", "folder", "sgf")
    paths = {name: tmp_path / name for name in names}
    with (DATA / "classic_games.jsonl").open() as games:
        paths["game"].write_text(games.readline())
    summary = {"covered_lines": 1, "num_statements": 2, "covered_branches": 1, "num_branches": 2}
    report = {"files": {"gnugo_py/games/text.py": {"summary": summary}}, "totals": {"percent_covered": 50.0}}
    paths["coverage"].write_text(json.dumps(report))
    paths["folder"].mkdir()
    paths["sgf"].write_text("(;SZ[9]KM[6.5];B[ee];W[de];B[dd];W[aa];B[ce];W[ia];B[df])")
    answer = (DATA / "katago_small.jsonl").read_text().splitlines()[0]
    (paths["folder"] / "reference-b6c96.jsonl").write_text(answer)
    return {name: str(path) for name, path in paths.items()}


@pytest.mark.parametrize(("name", "words"), [(name, each) for name, runs in RUNS.items() for each in runs])
def test_a_benchmark_runs(name: str, words: str, files: dict[str, str]) -> None:
    assert output(name, *words.format(**files).split())


def test_every_benchmark_is_run() -> None:
    assert {path.stem for path in (ROOT / "benchmarks").glob("*.py")} == RUNS.keys() | NO_PROGRAMS
