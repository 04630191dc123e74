"""Run the program in a process."""

from __future__ import annotations

import os
import re
import subprocess
import sys


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gnugo_py", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | environment,
        check=False,
    )


def answers(printed: str) -> list[str]:
    """Return the engine's moves from the program's output."""
    found = re.findall(r"^(?:my move: (\w+)|(I pass)\.)$", printed, re.MULTILINE)
    return [move or "pass" for move, _ in found]
