"""Run the main benchmarks: `python -m benchmarks [decisions|programs|rules] [FILE] [--json] [--quick]`.

FILE contains recorded games of the original program; the default is the file that the tests use.  All times
are CPU time, all figures are medians of repetitions, and all ratios compare values measured in the same run.
With `--quick`, nothing is repeated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks import decisions, programs, rules

Figures: TypeAlias = dict[str, Any]

PARTS: dict[str, tuple[str, Callable[[Path, bool], Figures], Callable[[Figures], list[str]]]] = {
    "decisions": ("Decisions of the classic engine", decisions.measure, decisions.table),
    "programs": ("Whole processes", programs.measure, programs.table),
    "rules": ("Go rules", rules.measure, rules.table),
}


def main() -> None:
    """Run the benchmarks named on the command line, or all of them, and print the results."""
    words = [word for word in sys.argv[1:] if word not in ("--json", "--quick")]
    wanted = [word for word in words if word in PARTS] or list(PARTS)
    path = next((Path(word) for word in words if word not in PARTS), decisions.GAMES)
    figures = {name: PARTS[name][1](path, "--quick" in sys.argv) for name in wanted}
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for name in wanted:
        title, _, table = PARTS[name]
        print(title, *table(figures[name]), sep="\n  ", end="\n\n")


if __name__ == "__main__":
    main()
