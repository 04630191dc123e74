"""The engine commands that the user has typed; a saved game cannot start any other program."""

from __future__ import annotations

import json
import os
import shutil
from typing import NamedTuple

from gnugo_py.engines.external.child_process import split_engine_command
from gnugo_py.games.text import is_unicode
from gnugo_py.storage.user_file import UserFile
from gnugo_py.system.json_data import parse_json

_MAX_COMMANDS = 200


class TrustedCommand(NamedTuple):
    """An engine command that the user typed.

    command  -- the command as typed.
    program  -- absolute path of the program that the command runs.
    folder   -- the working folder in which the command was typed and in which it always runs.
    is_local -- whether the command refers to a file in that folder and therefore matches only there.
    """

    command: str
    program: str
    folder: str
    is_local: bool

    def matches(self, command: str, folder: str) -> bool:
        """Return whether a command that is to run from a folder is this one.

        The result is False if the program or the folder of this command no longer exists.
        """
        is_here = not self.is_local or self.folder == folder
        is_there = os.path.isfile(self.program) and os.path.isdir(self.folder)
        return self.command == command and is_here and is_there


def make_trusted_command(command: str, folder: str) -> TrustedCommand:
    """Return a command that the user typed in a folder. Raise UserError if it is not a valid command line."""
    first, *others = split_engine_command(command)
    has_path = os.path.dirname(first) != ""
    program = os.path.join(folder, first) if has_path else shutil.which(first) or first
    is_local = (has_path and not os.path.isabs(first)) or any(
        not os.path.isabs(word) and os.path.lexists(os.path.join(folder, word)) for word in others
    )
    return TrustedCommand(command, os.path.abspath(program), folder, is_local)


class TrustedCommands(UserFile[list[TrustedCommand]]):
    """The commands that the user typed, newest first, stored in a file; no other commands are trusted."""

    empty_file = b'{"engines": []}'

    def find(self, command: str, folder: str) -> TrustedCommand | None:
        """Return the trusted command for a command that is to run from a folder, or None.

        A command that was typed in the same folder takes precedence.
        """
        matching = [each for each in self.read()[0] if each.matches(command, folder)]
        return next((each for each in matching if each.folder == folder), matching[0] if matching else None)

    def add(self, command: str, folder: str) -> str:
        """Store a command that the user typed in a folder, and return why that was impossible, or "".

        A command that is not stored has to be typed again.  Raise UserError if it is no valid command line.
        """
        approved = make_trusted_command(command, folder)
        return self.update(lambda known: None if approved in known else [approved, *known])

    def parse(self, content: bytes) -> tuple[list[TrustedCommand], str]:
        try:
            data = parse_json(content.decode())
        except ValueError:
            data = None
        engines = data.get("engines") if isinstance(data, dict) else None
        if not isinstance(engines, list):
            return [], "damaged"
        known = [entry for each in engines[:_MAX_COMMANDS] if (entry := _entry(each))]
        return known, "" if len(known) == len(engines) else "damaged"

    def format(self, value: list[TrustedCommand]) -> str:
        return json.dumps({"engines": [each._asdict() for each in value[:_MAX_COMMANDS]]}, indent=1)


def _entry(data: object) -> TrustedCommand | None:
    """Return the command that JSON data represents, or None if the data is invalid."""
    match data:
        case {
            "command": str(command),
            "program": str(program),
            "folder": str(folder),
            "is_local": bool(is_local),
        } if (
            os.path.isabs(program) and is_unicode(command + program + folder) and "\0" not in program + folder
        ):
            return TrustedCommand(command, program, folder, is_local)
    return None
