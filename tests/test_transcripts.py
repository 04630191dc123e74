"""Tests that the program still prints what the files in `tests/transcripts` say."""

import re
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.transcripts import replay

FOLDER = ROOT / "tests" / "transcripts"
TRANSCRIPTS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.parent.name == "slow" else [])
    for path in sorted(FOLDER.rglob("*.txt"))
]
NUMBER = re.compile(r"-?\d+\.\d+")
MIN_DIGITS, MAX_ROUNDING = 3, 0.0002


def is_same(line: str, expected: str) -> bool:
    """Return whether two lines differ at most in the last digits of numbers with many decimal places.

    Another processor rounds the numbers of the network differently.
    """
    if NUMBER.split(line) != NUMBER.split(expected):
        return False
    return all(
        number == other
        or (
            max(len(each.partition(".")[2]) for each in (number, other)) >= MIN_DIGITS
            and abs(float(number) - float(other)) <= MAX_ROUNDING
        )
        for number, other in zip(NUMBER.findall(line), NUMBER.findall(expected), strict=True)
    )


@pytest.mark.parametrize("path", TRANSCRIPTS)
def test_a_transcript_is_still_exact(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = text.splitlines()
    lines = zip_longest(replay(text, tmp_path).splitlines(), expected, fillvalue="(no line)")
    assert [known if is_same(line, known) else line for line, known in lines] == expected


@pytest.mark.parametrize(
    ("line", "expected"), [("lead 0.5981", True), ("lead 0.5990", False), ("leads 0.5980", False)]
)
def test_only_the_last_digits_of_a_number_may_differ(line: str, expected: bool) -> None:
    assert is_same(line, "lead 0.5980") is expected


def test_numbers_with_few_digits_are_exact() -> None:
    assert is_same("lead 0.6", "lead 0.5999")
    assert not is_same("lead 0.5", "lead 0.6")
