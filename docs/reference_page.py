"""The reference of the library: `python docs/reference_page.py` writes `docs/reference.md`.

The page names what `gnugo_py/__init__.pyi` exports; mkdocs puts the docstrings there.  A test compares.
"""

from __future__ import annotations

import ast
from pathlib import Path

PAGE = Path(__file__).parent / "reference.md"
_STUBS = Path(__file__).parent.parent / "gnugo_py" / "__init__.pyi"
_INTRODUCTION = """# Library reference

What `import gnugo_py` offers, from the docstrings; `help(gnugo_py.GoPosition)` prints the same.
[library.md](library.md) is the guide, with examples. `mkdocs build` puts the docstrings here.
"""


def page() -> str:
    """Return the text of the page."""
    places = {
        alias.name: node.module
        for node in ast.parse(_STUBS.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gnugo_py")
        for alias in node.names
    }
    return "\n".join(
        [_INTRODUCTION, *(f"::: {places[name]}.{name}" for name in sorted(places, key=str.lower)), ""]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
