"""Where the pattern files and the saved games are: in a wheel, an editable install or a plain clone."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
LOCAL, OPENING = "local.txt", "opening.txt"


def checkout() -> Path | None:
    """The project's own folder when run from it, None when installed."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "patterns").is_dir() else None


def patterns_folder() -> Path:
    """The folder of the pattern files that come with the program.

    A wheel has it inside the package; a clone and an editable install beside it.
    """
    inside = _PACKAGE / "patterns"
    return inside if inside.is_dir() else _PACKAGE.parent / "patterns"


def saves_folder(chosen: Path | None = None) -> Path:
    """Where games are saved; it need not exist yet.

    chosen -- what the user asked for; it wins, then `GNUGO_PY_SAVES`, then `saves/` of a checkout,
              then the platform's folder for user data.
    """
    if chosen is not None:
        return chosen
    named = os.environ.get("GNUGO_PY_SAVES")
    if named:
        return Path(named)
    root = checkout()
    if root is not None:
        return root / "saves"
    from platformdirs import user_data_path

    return user_data_path("gnugo-py", appauthor=False) / "saves"


def read_text(path: Path) -> str:
    """The text of a file.  Raises ValueError, naming file and remedy, if it cannot be read as UTF-8."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path}: not a regular file; put a text file there")
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file; check the name or copy one there") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
