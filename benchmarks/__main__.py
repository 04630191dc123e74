"""Everything that is measured: `python -m benchmarks [decisions|programs|rules] [FILE] [--json]`.

FILE holds recorded games of the original; without one, those of the tests are taken.  CPU time
throughout, medians of repetitions, ratios of what was measured side by side in this run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks import decisions, programs, rules

Figures: TypeAlias = dict[str, Any]

PARTS: dict[str, tuple[str, Callable[[Path], Figures], Callable[[Figures], list[str]]]] = {
    "decisions": ("A decision of the engine", decisions.measure, decisions.table),
    "programs": ("The program", programs.measure, programs.table),
    "rules": ("The rules of Go", rules.measure, rules.table),
}


def main() -> None:
    """Measure what is asked for, or everything, and print it."""
    words = [word for word in sys.argv[1:] if word != "--json"]
    wanted = [word for word in words if word in PARTS] or list(PARTS)
    path = next((Path(word) for word in words if word not in PARTS), decisions.GAMES)
    figures = {name: PARTS[name][1](path) for name in wanted}
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for name in wanted:
        title, _, table = PARTS[name]
        print(title, *table(figures[name]), sep="\n  ", end="\n\n")


if __name__ == "__main__":
    main()
