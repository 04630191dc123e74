"""The fixtures of the tests of games, lessons, problems and training."""

from pathlib import Path

import pytest


@pytest.fixture
def saves(a_person_of_its_own: Path) -> Path:
    """The folder of the saved games."""
    return a_person_of_its_own / "saves"


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be November 25, 2026, for what is due to be solved again."""
    monkeypatch.setenv("GNUGO_PY_TODAY", "2026-11-25")
