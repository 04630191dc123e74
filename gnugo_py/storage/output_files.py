"""Files that a person names for a result: pictures, web pages, SGF files; each replaces only its kind."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from gnugo_py.games.types import UserError
from gnugo_py.record.gif import is_gif
from gnugo_py.record.html import is_game_page
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE, is_complete_sgf
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import is_write_protected, read_regular_file, user_errors, write_atomically

_SHARED_MODE = 0o666
"""The mode of files that are not private; the umask of the user applies."""
_SVG_ROOT = re.compile(rb"<svg[\s/>]")
_MAX_PROLOG = 65_536
"""The maximum number of bytes before the root element of a picture."""


def _is_svg_picture(content: bytes) -> bool:
    """Return whether the content of a file is XML with the root element `svg`."""
    rest = content[:_MAX_PROLOG].removeprefix(b"\xef\xbb\xbf").lstrip()
    while rest.startswith((b"<?", b"<!")):
        _, _, rest = rest.partition(b"-->" if rest.startswith(b"<!--") else b">")
        rest = rest.lstrip()
    return _SVG_ROOT.match(rest) is not None


class OutputKind(NamedTuple):
    """A kind of file.

    name       -- the kind for error messages.
    suffix     -- the end of the names of such files.
    is_of_kind -- returns whether the content of a file is of this kind.
    """

    name: str
    suffix: str
    is_of_kind: Callable[[bytes], bool]


SGF_OUTPUT = OutputKind("an SGF file", ".sgf", is_complete_sgf)
SVG_OUTPUT = OutputKind("an SVG picture", ".svg", _is_svg_picture)
GIF_OUTPUT = OutputKind("a GIF picture", ".gif", is_gif)
HTML_OUTPUT = OutputKind("a web page by this program", ".html", is_game_page)


class OutputFile(NamedTuple):
    """A file that a person named for a result.

    An existing file is replaced only if it is of the same kind, and never if it is the input or a saved game.
    Its permissions stay.

    path   -- the file; if it is a symbolic link, the link is replaced.
    kind   -- the kind of file.
    store  -- the saved games.
    name   -- the file as named, for error messages.
    source -- the input, None if it is no file.
    """

    path: Path
    kind: OutputKind
    store: SaveStore
    name: Path
    source: Path | None = None

    def check_replaceable(self) -> None:
        """Raise UserError if there is a file that must not be replaced."""
        name, path = self.name, self.path
        if not os.path.lexists(path):
            return
        if self.source is not None and self.source.exists() and path.samefile(self.source):
            raise UserError(f"{name}: this is the file that is read; use another name")
        content = read_regular_file(path, MAX_FILE_SIZE, self.kind.name)
        if not self.kind.is_of_kind(content):
            raise UserError(f"{name}: the file already exists and is not {self.kind.name}; use another name")
        if self.store.is_saved_game(path, content):
            raise UserError(f"{name}: this is a saved game, which would be lost; use another name")
        if is_write_protected(path):
            raise UserError(f"{name}: no permission to change it; use another name")

    def write(self, content: bytes) -> None:
        """Write the file. Raise UserError if it must not be replaced or cannot be written."""
        self.check_replaceable()
        with user_errors(self.name, "use another folder"):
            write_atomically(self.path, content, _SHARED_MODE)


def write_named_file(text: str, kind: OutputKind, content: bytes, store: SaveStore) -> Path:
    """Write a file that a person has named, and return its path.

    text -- a name, for a file in the save folder, or a path; the suffix may be missing.

    Raise UserError if the name is invalid, or if the file must not be replaced or cannot be written.
    """
    path = _named_path(text, kind, store)
    if path.parent != store.folder and not path.parent.is_dir():
        raise UserError(f"{path}: no such folder; create the folder, or use another one")
    OutputFile(path, kind, store, path).write(content)
    return path


def _named_path(text: str, kind: OutputKind, store: SaveStore) -> Path:
    """Return the path of a file.  Raise UserError if a name is invalid, or names a symbolic link."""
    name = normalize("NFC", text.strip())
    stem = name[: -len(kind.suffix)] if name.lower().endswith(kind.suffix) else name
    file = name if stem != name else f"{name}{kind.suffix}"
    is_path = bool(os.path.dirname(name) or os.path.splitdrive(name)[0])
    path = Path(os.path.expanduser(file)) if is_path else store.path(stem).with_name(file)
    if path.is_symlink():
        raise UserError(f"{path}: a symbolic link; use another name")
    return path
