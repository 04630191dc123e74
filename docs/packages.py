"""Print the packages of gnugo_py and what each imports: `python docs/packages.py`.

The number after a package is the number of modules that import from it.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "gnugo_py"


def imported_packages(path: Path) -> set[str]:
    """Return the packages that a module imports from, without its own."""
    own, used = path.relative_to(PACKAGE).parts[0], set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gnugo_py."):
            used.add((node.module or "").split(".")[1])
    return used - {own}


def picture() -> str:
    """Return one line for each package, the lowest first."""
    packages = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
    imports = {package: Counter[str]() for package in packages}
    for package in packages:
        for path in (PACKAGE / package).rglob("*.py"):
            imports[package].update(imported_packages(path))
    placed: list[str] = []
    while len(placed) < len(packages):
        ready = [each for each in packages if each not in placed and set(imports[each]) <= set(placed)]
        placed += ready or [each for each in packages if each not in placed]
    lines = []
    for package in placed:
        number = sum(path.name != "__init__.py" for path in (PACKAGE / package).rglob("*.py"))
        needs = ", ".join(f"{other} {imports[package][other]}" for other in placed if imports[package][other])
        lines.append(f"{package:<8} {number:>2} modules{'  -> ' + needs if needs else ''}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(picture())
