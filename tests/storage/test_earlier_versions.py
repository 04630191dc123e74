"""Tests that games saved by versions 1.0.0 and 2.0.0 load and continue as they did there."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import DATA
from tests.support.program import output_of, run
from tests.support.transcripts import replay

FOLDER = DATA / "saves_1.0.0"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "continued.json").read_text(encoding="utf-8"))
BOARD_LINE = re.compile(r"^ *\d+  ?.*  ?\d+$", re.MULTILINE)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_version_1_game_continues_as_in_version_1(case: dict[str, Any], tmp_path: Path) -> None:
    name, typed, board = case["name"], case["typed"], case["board"]
    shutil.copy(FOLDER / f"{name}.sgf", tmp_path)
    shown = output_of("--plain", "--resume", name, "--saves", str(tmp_path), typed=typed)
    assert re.findall(r"^my move: (\S+)$", shown, re.MULTILINE) == case["answers"]
    drawn = [line.rstrip() for line in BOARD_LINE.findall(shown)]
    assert drawn[-len(board) :] == board


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_game_of_version_1_is_listed(case: dict[str, Any], tmp_path: Path) -> None:
    shutil.copy(FOLDER / f"{case['name']}.sgf", tmp_path)
    (listed,) = json.loads(run("saves", "--json", "--saves", str(tmp_path)).stdout)
    assert listed["name"] == case["name"]
    assert listed["moves"] > 0
    assert listed["finished"] is (case["name"] == "resigned")


@pytest.mark.parametrize(("name", "changed"), [("search", True), ("classic-9", False), ("tanbo", False)])
def test_a_changed_engine_is_reported_once(name: str, changed: bool, tmp_path: Path) -> None:
    shutil.copy(FOLDER / f"{name}.sgf", tmp_path)
    notice = "gnugo-py level 1 changed in version 3.0.0 and may play differently from now on"
    done = run("--plain", "--resume", name, "--saves", str(tmp_path), typed="quit\n")
    assert (notice in done.stdout) is changed
    if changed:
        run("--plain", "--resume", name, "--saves", str(tmp_path), typed="pass\nquit\n")
        again = run("--plain", "--resume", name, "--saves", str(tmp_path), typed="quit\n")
        assert notice not in again.stdout


GAMES = sorted((DATA / "saves_2_0_0").glob("*.sgf"))


@pytest.mark.parametrize("saved", GAMES, ids=[path.stem for path in GAMES])
def test_a_saved_game_continues_as_in_version_2_0_0(saved: Path, tmp_path: Path) -> None:
    text = saved.with_suffix(".txt").read_text(encoding="utf-8")
    assert replay(text, tmp_path, saved).splitlines() == text.splitlines()
