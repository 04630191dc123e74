"""Tests that the program still prints what the files in `tests/transcripts` say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.transcripts import replay

FOLDER = ROOT / "tests" / "transcripts"
TRANSCRIPTS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.parent.name == "slow" else [])
    for path in sorted(FOLDER.rglob("*.txt"))
]


@pytest.mark.parametrize("path", TRANSCRIPTS)
def test_a_transcript_is_still_exact(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text, tmp_path).splitlines() == text.splitlines()
