"""A saver for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.kept import Kept


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    one = Kept(tmp_path / "one" / "saves")
    yield one
    one.saver.close()
