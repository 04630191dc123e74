"""Folders of the project."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"


def file_with(path: Path, content: str | bytes) -> Path:
    """Write a file, text in UTF-8, and return its path."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
