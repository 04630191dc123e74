"""Tests of saving in plain mode: names, the end of input, and folders that cannot be written."""

from pathlib import Path

from tests.support.plain import plain
from tests.support.program import BLACK_ON_9X9


def test_a_name_may_have_any_letters(tmp_path: Path) -> None:
    plain(tmp_path, *BLACK_ON_9X9, typed="c3\nsave zo\u00eb \u56f2\u7881\n")
    assert [path.name for path in tmp_path.iterdir()] == ["zo\u00eb \u56f2\u7881.sgf"]
