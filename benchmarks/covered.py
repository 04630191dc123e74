"""Test coverage by package: `python -m benchmarks.covered FILE [FLOOR]`.

FILE is a JSON report of coverage.py.  Prints the covered lines and branches of each package.  The exit status
is 1 if the total is below FLOOR percent.  Programs that the tests start are included, except those that are
killed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def packages(report: Any) -> dict[str, Counter[str]]:
    """Return the counts of coverage, summed by package."""
    found: dict[str, Counter[str]] = {}
    for name, file in report["files"].items():
        _, *parts = Path(name[name.rindex("gnugo_py/") :]).parts
        counts = found.setdefault(parts[0] if len(parts) > 1 else "(root)", Counter())
        counts.update({key: file["summary"][key] for key in COUNTED})
    return found


def main() -> None:
    """Print the table; exit with status 1 if the total is below the floor."""
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(f"{'package':<10} {'lines':>14} {'branches':>14}")
    for package, counts in sorted(packages(report).items()):
        lines, statements, branches, ways = (counts[key] for key in COUNTED)
        share = branches / max(ways, 1)
        print(f"{package:<10} {lines:>7} / {statements:<5} {branches:>6} / {ways:<5} {share:5.0%}")
    total = report["totals"]["percent_covered"]
    print(f"total {total:.1f} %")
    sys.exit(len(sys.argv) > 2 and float(sys.argv[2]) > float(total))


if __name__ == "__main__":
    main()
