"""Tests that games saved by version 2.0.0 continue and are saved again as in that version.

Only the search engine of Go has changed since then: it plays other moves, and a notice says so.
"""

from pathlib import Path

import pytest

from tests.support.paths import DATA
from tests.support.transcripts import replay

GAMES = sorted((DATA / "saves_2_0_0").glob("*.sgf"))


@pytest.mark.parametrize("saved", GAMES, ids=[path.stem for path in GAMES])
def test_a_saved_game_continues_as_in_version_2_0_0(saved: Path, tmp_path: Path) -> None:
    text = saved.with_suffix(".txt").read_text(encoding="utf-8")
    assert replay(text, tmp_path, saved).splitlines() == text.splitlines()
