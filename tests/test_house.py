"""The rooms of the house and the one way in which imports point, read from the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "gnugo_py"
FILES = sorted(path for path in PACKAGE.rglob("*.py"))

ROOMS = [
    "games",
    "go",
    "classic",
    "session",
    "table",
    "asking",
    "commands",
    "counting",
    "halting",
    "conversation",
    "match",
    "resources",
]
"""From the ground up; each may import itself, what stands before it, and nothing else."""
RIM = ["records", "text", "tui", "gtp"]
"""Each may import every room and not one another; `cli` may import all."""


def imported_modules(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            yield node.module


def only_for_types(path: Path) -> set[str]:
    """What a file imports for annotations alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    blocks = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ]
    return {
        node.module
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom) and node.module
    }


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_imports_point_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if own in ("cli", "__main__"):
        return
    needed = set(imported_modules(path)) - only_for_types(path)
    used = {room(module) for module in needed if module.startswith("gnugo_py.")}
    allowed = {own, *ROOMS} if own in RIM else set(ROOMS[: ROOMS.index(own) + 1]) if own in ROOMS else set()
    assert used <= allowed


@pytest.mark.parametrize(
    ("library", "importers"),
    [
        ("curses", ["tui/app.py"]),
        ("sgfmill", ["records/sgf.py"]),
    ],
)
def test_a_library_has_one_importer(library: str, importers: list[str]) -> None:
    found = [
        str(path.relative_to(PACKAGE))
        for path in FILES
        if any(module.split(".")[0] == library for module in imported_modules(path))
    ]
    assert found == importers


@pytest.mark.parametrize(
    "front_end", ["text.py", "tui", "conversation.py", "session.py", "table.py", "asking.py", "commands.py"]
)
def test_front_ends_know_no_single_game(front_end: str) -> None:
    paths = [PACKAGE / front_end] if front_end.endswith(".py") else list((PACKAGE / front_end).rglob("*.py"))
    used = {room(module) for path in paths for module in imported_modules(path)}
    assert not used & {"go", "classic"}


def test_nothing_below_the_rim_opens_files_or_screens() -> None:
    pure = [path for path in FILES if path.relative_to(PACKAGE).parts[0] in ("games", "go", "classic")]
    assert pure
    for path in pure:
        assert not {"os", "pathlib", "sys", "io", "time"} & set(imported_modules(path)), path
        assert "open(" not in path.read_text(encoding="utf-8").replace("_is_open(", ""), path


def test_no_file_is_longer_than_a_person_reads() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {path: length for path, length in lengths.items() if length > 300}
