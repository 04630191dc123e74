"""What the scripts that attack the program share."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PROGRAM = [sys.executable, "-m", "gnugo_py"]
ON_9X9 = ["--size", "9", "--handicap", "0", "--color", "black"]


class Lost(Exception):
    """Something was lost or left behind, or the program did not end as it should."""


def environment(folder: Path) -> dict[str, str]:
    """Return an environment with the configuration, the cache and the saved games in a folder.

    It says nothing about the size of the terminal, which would be believed before the terminal itself.
    """
    others = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return others | {
        "GNUGO_PY_CONFIG": str(folder),
        "GNUGO_PY_SAVES": str(folder / "saves"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPATH": os.getcwd(),
        "TERM": "linux",
        "LANG": "C.UTF-8",
    }


def run_attacks(attacks: Iterator[Callable[[Path, random.Random], None]]) -> int:
    """Run attacks for a time, each in a new folder, and return their number.

    The command line gives the seconds (default 600) and the seed (default 1).  Exit with status 1 at the
    first failure.
    """
    words = sys.argv[1:]
    seconds = float(words[0]) if words else 600.0
    seed = int(words[1]) if len(words) > 1 else 1
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        attack = next(attacks)
        with tempfile.TemporaryDirectory() as name:
            try:
                attack(Path(name), random.Random(f"{seed}-{number}"))
            except Lost as error:
                sys.exit(f"seed {seed}, {attack.__name__} {number}: {error}")
        number += 1
    return number
