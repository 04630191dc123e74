"""Tests that what `--json` prints is what `docs/json.md` and the schemas say."""

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.json_page import PAGE, SCHEMAS, page, schemas
from tests.support.paths import ROOT
from tests.support.program import run

EXAMPLES = [
    pytest.param(name, command, printed, id=command, marks=[pytest.mark.slow] if name == "match" else [])
    for name, schema in schemas().items()
    for command, printed in schema["examples"]
]


def is_close(printed: Any, documented: Any) -> bool:
    """Return whether two values are equal but for the rounding of other processors."""
    if isinstance(documented, dict):
        return printed.keys() == documented.keys() and all(
            is_close(printed[key], value) for key, value in documented.items()
        )
    if isinstance(documented, list):
        return len(printed) == len(documented) and all(map(is_close, printed, documented))
    return bool(printed == (pytest.approx(documented, abs=0.05) if type(documented) is float else documented))


@pytest.mark.parametrize(("name", "command", "documented"), EXAMPLES)
def test_what_a_command_prints_follows_its_schema_and_its_example(
    name: str, command: str, documented: Any, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "docs" / "example.sgf", tmp_path)
    words = [str(ROOT / word) if word.endswith(".sgf") else word for word in shlex.split(command)[1:]]
    output = run(*words, GNUGO_PY_SAVES=str(tmp_path)).stdout.replace(f"{ROOT}/", "")
    validator = Draft202012Validator(schemas()[name])
    printed = [json.loads(line) for line in output.splitlines()]
    assert [error.message for line in printed for error in validator.iter_errors(line)] == []
    assert is_close(printed[0], documented), output


def test_the_page_shows_the_schemas() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_a_schema_is_valid(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))
