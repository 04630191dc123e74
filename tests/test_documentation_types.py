"""Tests that the examples in docs/library.md pass a strict type check."""

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


@pytest.mark.slow
def test_the_library_examples_pass_a_strict_type_check(tmp_path: Path) -> None:
    program = file_with(
        tmp_path / "examples.py",
        program_of_examples((ROOT / "docs" / "library.md").read_text(encoding="utf-8")),
    )
    cache = tmp_path / "cache"
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}", str(program)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
