"""Tests of numbers with thousands of digits in stored files, which Python refuses to convert."""

import json
import re
from pathlib import Path

import pytest

from gnugo_py.storage.training import MissedExerciseStore
from gnugo_py.system.json_data import parse_json
from tests.storage.test_training import SGF, TODAY
from tests.support.program import run

NUMBERS = ["9" * 4300, "9" * 5000, "-" + "9" * 4300, "9" * 400, "1" + "0" * 4299]
TWO = ("--plain", "--size", "5", "--handicap", "0", "--opponent", "human")


@pytest.mark.parametrize("text", [*NUMBERS, "NaN", "[Infinity]", "[" * 100_000])
def test_json_with_an_unusable_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)
    assert parse_json("[1, -2.5, 1e3]") == [1, -2.5, 1000.0]


@pytest.mark.parametrize("name", ["tried", "solved", "stage"])
@pytest.mark.parametrize("number", NUMBERS)
def test_a_result_with_such_a_number_is_left_out(tmp_path: Path, name: str, number: str) -> None:
    path = tmp_path / "training.json"
    store = MissedExerciseStore(path)
    store.record_problem("key", SGF, is_solved=False, today=TODAY)
    path.write_text(re.sub(f'"{name}": \\d+', f'"{name}": {number}', path.read_text()))
    assert store.problem_records() == {}
    assert store.record_problem("key", SGF, is_solved=False, today=TODAY) == ""
    assert store.problem_records()["key"].tried == 1


@pytest.mark.parametrize("number", NUMBERS)
def test_a_saved_game_with_such_a_number_is_opened_or_refused(tmp_path: Path, number: str) -> None:
    run("play", *TWO, "--clock", "10m", "--saves", str(tmp_path), typed="c3\nd3\nsave mine\n")
    path = tmp_path / "mine.sgf"
    content = path.read_text()
    before, own, private = content.partition("GNUGOPY[")
    digits = re.compile(r"(?<=[\[ ,:])-?\d+(?=[\] ,:}])")
    forged = [
        *(
            before + own + private[: each.start()] + number + private[each.end() :]
            for each in digits.finditer(private)
        ),
        re.sub(r"AP\[gnugo-py:\d+", f"AP[gnugo-py:{number}", content),
    ]
    assert len(forged) > 3
    for text in forged:
        assert text != content
        path.write_text(text)
        done = run("play", "--plain", "--resume", "mine", "--saves", str(tmp_path), typed="b2\n")
        assert "internal error" not in done.stderr
        assert done.returncode in (0, 2)
        assert json.loads(run("saves", "--json", "--saves", str(tmp_path)).stdout)
