"""Tests that docstrings and documents refer to existing names, and that class names are unique."""

import ast
import builtins
import keyword
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGE = set((ROOT / "gnugo_py").rglob("*.py"))
SOURCES = [path for folder in ("gnugo_py", "tests", "docs") for path in (ROOT / folder).rglob("*.py")]
ORIGINAL_FUNCTIONS = """
    examboard fioe findcolor findnextmove findopen findpatn findsaver findwinner genmove matchpat
    opening openregion sethand
""".split()
"""Functions of GNU Go 1.1, which the docstrings of what recreates them name."""
QUOTED = re.compile(r"`([A-Za-z_][\w.]*)`")


@cache
def syntax_nodes() -> list[tuple[Path, ast.AST]]:
    return [
        (path, node) for path in SOURCES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]


@cache
def known_words() -> frozenset[str]:
    """Return every identifier of the project, and the words of its short strings, such as options."""
    words = {*dir(builtins), *keyword.kwlist, *ORIGINAL_FUNCTIONS}
    for path in SOURCES:
        words |= {path.stem, *path.parts}
    for _, node in syntax_nodes():
        for field in {"id", "attr", "name", "arg", "module"}.intersection(node._fields):
            value = getattr(node, field)
            words.update(value.split(".") if isinstance(value, str) else ())
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 60:
            words.update(re.findall(r"\w+", node.value))
    return frozenset(words)


def unknown(text: str) -> list[str]:
    return [
        name for name in QUOTED.findall(text) if not known_words().issuperset(filter(None, name.split(".")))
    ]


@pytest.mark.slow
def test_docstrings_refer_only_to_existing_names() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}:{node.lineno}": names
        for path, node in syntax_nodes()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if (names := unknown(str(node.value.value)))
    }
    assert wrong == {}


def test_the_architecture_document_refers_only_to_existing_names() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert unknown(text) == []


def test_no_two_classes_have_the_same_name() -> None:
    classes = Counter(
        node.name
        for path, node in syntax_nodes()
        if path in PACKAGE and isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in classes.items() if number > 1] == []


MODULE = re.compile(r"`([a-z]+/[a-z_/]+\.py)`")


def definitions(body: Sequence[ast.stmt], place: str = "") -> Iterator[str]:
    """Yield what a module defines, and what its classes define, after the name of the class and a period."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{place}{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body, f"{node.name}.")
        elif isinstance(node, ast.If):
            yield from definitions(node.body, place)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            yield from (f"{place}{each.id}" for each in stored if isinstance(each.ctx, ast.Store))


def test_the_architecture_document_names_what_is_in_the_file_beside_it() -> None:
    """In the tables, the names are in a file of the cell before; in the text, the file follows the name."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    cells = (line.split("|") for line in text.splitlines() if line.count("|") == 4)
    places = [(MODULE.findall(files), QUOTED.findall(names)) for _, _, files, names, _ in cells]
    places += [([file], [name]) for name, file in re.findall(r"`([\w.]+)` \(`([a-z_/]+\.py)`", text)]
    files = {file: ROOT / "gnugo_py" / file for file in MODULE.findall(text) if not (ROOT / file).is_file()}
    known = {file: {*definitions(ast.parse(path.read_bytes()).body)} for file, path in files.items()}
    assert not [
        (name, modules)
        for modules, names in places
        for name in names
        if modules and not any(name in known[module] for module in modules)
    ]
