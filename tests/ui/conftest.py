"""The fixtures of the tests of the screen."""

from pathlib import Path

import pytest

from gnugo_py.engines.search import go_search
from gnugo_py.engines.search.go_search import LEVELS


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search of level 9, which gives hints in Go, think as little as that of level 1."""
    monkeypatch.setattr(go_search, "LEVELS", (*LEVELS[:-1], LEVELS[0]))


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """The folder of the saved games, which does not exist at first."""
    return tmp_path / "saves"
