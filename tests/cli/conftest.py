"""A fixture of the tests of the command line."""

from pathlib import Path

import pytest

from tests.support.paths import file_with


@pytest.fixture
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with the game, or games, `GAME` of the test's module."""
    return file_with(tmp_path / "game.sgf", request.module.GAME)
