"""Draws the rooms of the package and what each imports, from the source: `python docs/rooms.py`.

An arrow means that a room imports another; the figure says in how many modules.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "gnugo_py"


def rooms_used(path: Path) -> set[str]:
    """The rooms a file imports from, its own left out."""
    own, used = path.relative_to(PACKAGE).parts[0], set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gnugo_py."):
            used.add((node.module or "").split(".")[1])
    return used - {own}


def picture() -> str:
    """The rooms from the ground up, a line each."""
    rooms = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
    arrows = {room: Counter[str]() for room in rooms}
    for room in rooms:
        for path in (PACKAGE / room).rglob("*.py"):
            arrows[room].update(rooms_used(path))
    placed: list[str] = []
    while len(placed) < len(rooms):
        ready = [room for room in rooms if room not in placed and set(arrows[room]) <= set(placed)]
        placed += ready or [room for room in rooms if room not in placed]
    lines = []
    for room in placed:
        number = len(list((PACKAGE / room).rglob("*.py"))) - 1
        needs = ", ".join(f"{other} {arrows[room][other]}" for other in placed if arrows[room][other])
        lines.append(f"{room:<9} {number:>2} modules{'  -> ' + needs if needs else ''}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(picture())
