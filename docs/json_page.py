"""The page of the JSON formats: `python docs/json_page.py` writes `docs/json.md` from the schemas.

A test compares the page, the schemas, and what the commands print.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parent / "schemas"
PAGE = Path(__file__).parent / "json.md"
_INTRODUCTION = """# The JSON formats

`--json` prints data for other programs: one line, or for `analyze` one line for each move. Numbers are
rounded. Within a major version, fields keep their names and meanings; new ones may be added. A move is a
vertex such as `D4` (in upper case), `pass`, or as the game writes it. The JSON schemas in `docs/schemas`
say the same; tests compare them with what the commands print.
"""


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by name."""
    paths = sorted(SCHEMAS.glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def page() -> str:
    """Return the text of the page."""
    return "\n".join([_INTRODUCTION, *(_section(schema) for schema in schemas().values())])


def _section(schema: Mapping[str, Any]) -> str:
    """Return the section of a command: what it prints, its fields, and examples."""
    rows = [f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in _fields(schema, "")]
    examples = [
        f"$ {command}\n{json.dumps(printed, ensure_ascii=False)}" for command, printed in schema["examples"]
    ]
    return "\n".join(
        [
            f"## {schema['$comment']}",
            "",
            schema["title"],
            "",
            "| field | type | meaning |",
            "|---|---|---|",
            *rows,
            "",
            "```json",
            *examples,
            "```",
            "",
        ]
    )


def _fields(schema: Mapping[str, Any], path: str) -> Iterator[tuple[str, str, str]]:
    """Yield the path, the type and the meaning of the fields of a schema."""
    if "items" in schema:
        yield from _fields(schema["items"], f"{path}[]")
    for name, field in schema.get("properties", {}).items():
        inner = f"{path}.{name}".lstrip(".")
        yield inner, _kind(field), field["description"]
        yield from _fields(field, inner)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from _fields(schema["additionalProperties"], f"{path}.*".lstrip("."))


def _kind(field: Mapping[str, Any]) -> str:
    """Return the type of a field in words."""
    types = field["type"] if isinstance(field["type"], list) else [field["type"]]
    choices = [f"`{choice}`" for choice in field.get("enum", ()) if choice is not None]
    names = choices or [name for name in types if name != "null"]
    return " or ".join([*names, *(["null"] if "null" in types else [])])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
