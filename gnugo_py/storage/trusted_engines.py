"""The engines that a person has named: the only programs that are run for a saved game."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gnugo_py.core.files import set_aside, write_whole
from gnugo_py.engines.external.process import words_of
from gnugo_py.sgf.reader import read_bytes

MOST_ENGINES = 200


class Approved(NamedTuple):
    """A command that the person gave.

    command  -- as it was typed.
    program  -- the file it runs, by its whole path.
    folder   -- where it was given; it is run there again.
    is_local -- whether it names something in that folder: then it is another command elsewhere.
    """

    command: str
    program: str
    folder: str
    is_local: bool

    def to_json(self) -> dict[str, object]:
        """Return the values as they are written into `engines.json`."""
        return {
            "command": self.command,
            "program": self.program,
            "folder": self.folder,
            "is_local": self.is_local,
        }

    def is_meant(self, command: str, folder: str) -> bool:
        """Whether this is what a command means that is to be run from a folder."""
        is_here = not self.is_local or self.folder == folder
        return self.command == command and is_here and self._is_there()

    def _is_there(self) -> bool:
        return os.path.isfile(self.program) and os.path.isdir(self.folder)


def given(command: str, folder: str) -> Approved:
    """A command as the person gives it, in a folder.  Raises Mistake if it is no command line."""
    first, *others = words_of(command)
    has_path = os.path.dirname(first) != ""
    program = os.path.join(folder, first) if has_path else shutil.which(first) or first
    is_local = (has_path and not os.path.isabs(first)) or any(
        not os.path.isabs(word) and os.path.lexists(os.path.join(folder, word)) for word in others
    )
    return Approved(command, os.path.abspath(program), folder, is_local)


class Approvals:
    """The commands that were given, kept in a file of the person's own; nothing else is trusted.

    path -- the file; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, command: str, folder: str) -> Approved | None:
        """What was approved under a command that is to be run from a folder, None if nothing was."""
        meant = [each for each in self._all() if each.is_meant(command, folder)]
        return next((each for each in meant if each.folder == folder), meant[0] if meant else None)

    def add(self, approved: Approved) -> None:
        """Remember a command; one that cannot be remembered has to be given again."""
        known = list(self._all())
        if approved in known:
            return
        data = {"engines": [each.to_json() for each in [approved, *known][:MOST_ENGINES]]}
        with suppress(OSError):
            if self._is_damaged():
                set_aside(self._path)
            write_whole(self._path, json.dumps(data, indent=1).encode())

    def _is_damaged(self) -> bool:
        """Whether somebody edited the file into something that cannot be read."""
        if not os.path.lexists(self._path):
            return False
        try:
            json.loads(read_bytes(self._path))
        except (ValueError, RecursionError):
            return True
        return False

    def _all(self) -> Iterator[Approved]:
        """The commands that were given, the latest first; a damaged file holds none."""
        try:
            data = json.loads(read_bytes(self._path))
        except (ValueError, RecursionError):
            return
        engines = data.get("engines") if isinstance(data, dict) else None
        for each in engines[:MOST_ENGINES] if isinstance(engines, list) else ():
            match each:
                case {
                    "command": str(command),
                    "program": str(program),
                    "folder": str(folder),
                    "is_local": bool(is_local),
                } if os.path.isabs(program) and "\0" not in program + folder:
                    yield Approved(command, program, folder, is_local)
