"""Everything that is measured: `python -m benchmarks [FILE] [--json]`, with FILE of recorded games.

CPU time throughout, medians of repetitions, ratios of what was measured side by side in this run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks import decisions, programs, rules


def main() -> None:
    """Measure and print."""
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    path = Path(names[0]) if names else decisions.GAMES
    figures = {
        "decisions": decisions.measure(path),
        "programs": programs.measure(path),
        "rules": rules.measure(),
    }
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    print("A decision of the engine", *decisions.table(figures["decisions"]), sep="\n  ", end="\n\n")
    print("The program", *programs.table(figures["programs"]), sep="\n  ", end="\n\n")
    print("The rules of Go", *rules.table(figures["rules"]), sep="\n  ")


if __name__ == "__main__":
    main()
