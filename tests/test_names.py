"""Tests that docstrings and documents refer to existing names, and that class names are unique."""

import ast
import builtins
import keyword
import re
from collections import Counter
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


IDENTIFIER_FIELDS = {"id", "attr", "name", "arg", "module"}


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
        for field in IDENTIFIER_FIELDS.intersection(node._fields):
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


def test_the_architecture_document_refers_only_to_existing_modules() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", text))
    assert named
    assert not [
        path for path in named if not ((ROOT / "gnugo_py" / path).is_file() or (ROOT / path).is_file())
    ]


def test_the_architecture_document_refers_only_to_attributes_that_exist() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE]
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for owner, attribute in re.findall(r"`([A-Z]\w+)\.(\w+)", text):
        (source,) = (each for each in sources if re.search(rf"^class {owner}\b", each, re.MULTILINE))
        assert re.search(rf"\b{attribute}\b", source), f"{owner}.{attribute}"
