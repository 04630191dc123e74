"""What the tests reach: `python -m benchmarks.covered FILE [FLOOR]`, FILE being coverage's report as JSON.

Prints lines and branches by room, and fails below FLOOR percent of both together.  What runs in programs that
tests start is counted, too, except in those that are killed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def rooms(report: Any) -> dict[str, Counter[str]]:
    """By room, what coverage counted."""
    found: dict[str, Counter[str]] = {}
    for name, file in report["files"].items():
        _, *parts = Path(name[name.rindex("gnugo_py/") :]).parts
        counts = found.setdefault(parts[0] if len(parts) > 1 else "(root)", Counter())
        counts.update({key: file["summary"][key] for key in COUNTED})
    return found


def main() -> None:
    """Print the table; the exit status is 1 below the floor."""
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(f"{'room':<10} {'lines':>14} {'branches':>14}")
    for room, counts in sorted(rooms(report).items()):
        lines, statements, branches, ways = (counts[key] for key in COUNTED)
        share = branches / max(ways, 1)
        print(f"{room:<10} {lines:>7} / {statements:<5} {branches:>6} / {ways:<5} {share:5.0%}")
    total = report["totals"]["percent_covered"]
    print(f"together {total:.1f} %")
    sys.exit(len(sys.argv) > 2 and float(sys.argv[2]) > float(total))


if __name__ == "__main__":
    main()
