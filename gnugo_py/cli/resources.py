"""Where the pattern files and the saved games are: in a wheel, an editable install or a plain clone."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from gnugo_py.games.mistake import Mistake
from gnugo_py.records.regular import read_regular

if TYPE_CHECKING:  # to start without it saves a tenth of the time
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
LOCAL, OPENING = "local.txt", "opening.txt"
LARGEST_TEXT = 1_000_000


def checkout() -> str | None:
    """The project's own folder when run from it, None when installed."""
    root = os.path.dirname(_PACKAGE)
    is_project = os.path.isfile(os.path.join(root, "pyproject.toml"))
    return root if is_project and os.path.isdir(os.path.join(root, "patterns")) else None


def patterns_folder() -> str:
    """The folder of the pattern files that come with the program.

    A wheel has it inside the package; a clone and an editable install beside it.
    """
    inside = os.path.join(_PACKAGE, "patterns")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), "patterns")


def lessons_folder() -> str:
    """The folder of the lesson files that come with the program."""
    return os.path.join(_PACKAGE, "lessons")


def saves_folder(chosen: Path | None = None) -> Path:
    """Where games are saved; it need not exist yet.

    chosen -- what the user asked for; it wins, then `GNUGO_PY_SAVES`, then `saves/` of a checkout,
              then the platform's folder for user data.
    """
    from pathlib import Path

    if chosen is not None:
        return chosen
    named = os.environ.get("GNUGO_PY_SAVES")
    if named:
        return Path(named)
    root = checkout()
    if root is not None:
        return Path(root) / "saves"
    from platformdirs import user_data_path

    return user_data_path("gnugo-py", appauthor=False) / "saves"


def here() -> str:
    """The folder the program runs in.  Raises Mistake if it is gone."""
    try:
        return os.getcwd()
    except OSError:
        raise Mistake("the folder you are in is gone; change to another one first") from None


def config_folder() -> Path:
    """Where the program keeps what it is to remember of its user; it need not exist yet.

    `GNUGO_PY_CONFIG` if it is set, else the platform's folder for configuration.
    """
    from pathlib import Path

    named = os.environ.get("GNUGO_PY_CONFIG")
    if named:
        return Path(named)
    if sys.platform == "linux":  # as platformdirs has it; loading that takes a fifth of the time to start
        named = os.environ.get("XDG_CONFIG_HOME", "").strip()
        return Path(named if os.path.isabs(named) else os.path.expanduser("~/.config"), "gnugo-py")
    from platformdirs import user_config_path

    return user_config_path("gnugo-py", appauthor=False)


def log_folder() -> Path:
    """Where traces of faults are written; it need not exist yet."""
    from platformdirs import user_log_path

    return user_log_path("gnugo-py", appauthor=False)


def read_text(path: str) -> str:
    """The text of a file.  Raises Mistake, naming file and remedy, if it cannot be read as UTF-8."""
    content = read_regular(path, LARGEST_TEXT, "a text file")
    if len(content) > LARGEST_TEXT:
        raise Mistake(f"{path}: larger than {LARGEST_TEXT // 1_000_000} MB; no such file has need of that")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
