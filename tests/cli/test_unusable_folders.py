"""Tests of folders that cannot be read or written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.permissions import command_without_root_powers

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[gc];B[ge])"


@pytest.mark.parametrize(
    "words",
    [
        ("--plain", "--size", "9", "--handicap", "0", "--color", "black"),
        ("review", "--plain", "game.sgf"),
        ("settings",),
    ],
)
def test_commands_work_without_permission_for_the_folder_of_settings(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    start = command_without_root_powers()
    (tmp_path / "game.sgf").write_text(GAME)
    config = tmp_path / "config"
    config.mkdir(mode=0o000)
    done = subprocess.run(
        [*start, sys.executable, "-m", "gnugo_py", *words],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env=os.environ | {"GNUGO_PY_CONFIG": str(config)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"gnugo-py: {config / 'settings.txt'}: Permission denied; " in done.stderr
    assert done.stdout
