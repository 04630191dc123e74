"""Tests that the examples of docs/library.md pass a strict type check, and changes of a position do not."""

import doctest
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.paths import ROOT, file_with


def program_of_examples(page: str) -> str:
    """Return a program with the examples of a page, a function for each section."""
    lines = ["import gnugo_py"]
    for number, section in enumerate(re.split(r"^## ", page, flags=re.MULTILINE)):
        sources = [example.source for example in doctest.DocTestParser().get_examples(section)]
        if sources:
            lines += ["", "", f"def section_{number}() -> None:", textwrap.indent("".join(sources), "    ")]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the type checker keeps what it knows of the library."""
    return tmp_path_factory.mktemp("cache")


def errors_in(program: Path, cache: Path) -> list[str]:
    """Return the errors that a strict type check finds in a program, without the name of its file."""
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}", str(program)]
    done = subprocess.run(
        [*words, "--no-error-summary"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode < 2, done.stderr
    return [line.partition(" error: ")[2] for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_the_library_examples_pass_a_strict_type_check(tmp_path: Path, cache: Path) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert errors_in(file_with(tmp_path / "examples.py", program_of_examples(page)), cache) == []


@pytest.mark.slow
def test_a_type_check_refuses_to_assign_to_a_field_of_a_position(tmp_path: Path, cache: Path) -> None:
    assigned = {
        "Position": "to_move",
        "GoPosition": "prisoners",
        "HexPosition": "winner",
        "AmazonsPosition": "arrows",
        "TanboPosition": "previous",
    }
    lines = ["import gnugo_py"]
    for kind, field in assigned.items():
        lines += [f"def {kind.lower()}(position: gnugo_py.{kind}) -> None:"]
        lines += [f"    position.{field} = position.{field}"]
    refused = errors_in(file_with(tmp_path / "assigned.py", "\n".join(lines)), cache)
    assert len(refused) == len(assigned)
    assert all("is read-only" in each for each in refused)
