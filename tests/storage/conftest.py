"""Fixtures that save games in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.autosave import Kept


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    one = Kept(tmp_path / "one" / "saves")
    yield one
    one.autosave.release_lock()


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"
