"""The settings of the program and the last choices in forms, stored in a text file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from gnugo_py.engines.network_choice import NETWORK_NAMES
from gnugo_py.games.text import is_unicode, sanitize
from gnugo_py.games.types import UserError
from gnugo_py.storage.themes import THEMES
from gnugo_py.storage.user_file import UserFile
from gnugo_py.system.files import config_folder, resolve_links

if TYPE_CHECKING:
    from pathlib import Path

    from gnugo_py.engines.engine import EngineCommand


class DisplaySettings(NamedTuple):
    """The settings of the screen; `SETTINGS` describes each."""

    ascii: bool = False
    theme: str = "classic"
    coordinates: bool = True
    mouse: bool = True
    moves: bool = False
    atari: bool = True
    bell: bool = False
    vi_keys: bool = False


_NONE = "none"
_MAX_COMMAND_LENGTH, _MAX_START_SECONDS = 1000, 3600
_LAST_CHOICE_PREFIX = "last "
_ANALYST_FOLDER = "analyst folder"
_MAX_VALUE_LENGTH = 100
THEME_NAMES = tuple(THEMES)
_FILE_HEADER = "# Settings of gnugo-py. Edit this file, or use gnugo-py settings NAME VALUE."


class SettingDefinition(NamedTuple):
    """One setting.

    name    -- name of the setting; a display setting has a field in `DisplaySettings`, with _ for a hyphen.
    help    -- a short description.
    choices -- the valid values; for a setting that is not for the display, examples of them.
    kind    -- what its values are; those of a display setting or a `choice` are the choices.
    default -- the value if none was set.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ("yes", "no")
    kind: Literal["display", "choice", "rank", "engine", "seconds", "network"] = "choice"
    default: str = _NONE

    def parse(self, text: str) -> str:
        """Return the value that a text stands for. Raise UserError if there is none."""
        match self.kind:
            case "rank":
                value, allowed = _parse_rank(text), "30k to 1k, 1d to 9d or none"
            case "engine":
                return _parse_analyst(text)
            case "network":
                return _parse_network(text)
            case "seconds":
                value, allowed = _parse_seconds(text), f"a number of seconds from 1 to {_MAX_START_SECONDS}"
            case _:
                value, allowed = text.lower(), " or ".join(self.choices)
                value = value if value in self.choices else ""
        if not value:
            raise UserError(f"{self.name} must be {allowed}, not {sanitize(text)[:30]!r}")
        return value


def _parse_rank(text: str) -> str:
    """Return a rank such as `15k` or `2d`, or `none`; empty if the text is neither."""
    rank = text.lower().replace(" ", "")
    match = re.fullmatch(r"((?:[12]?[1-9]|[123]0)k)(?:yu)?|([1-9]d)(?:an)?", rank)
    if match is None:
        return rank if rank == _NONE else ""
    return match[1] or match[2]


def _parse_analyst(text: str) -> str:
    """Return the command of an analysis engine, or `none`."""
    from gnugo_py.engines.external.child_process import split_engine_command  # imports subprocess: 30 ms

    command = text.strip()
    if command.lower() in ("", _NONE):
        return _NONE
    if len(command) > _MAX_COMMAND_LENGTH or command != sanitize(command):
        raise UserError(
            f"analyst must be a command of at most {_MAX_COMMAND_LENGTH} printable characters, or none"
        )
    first = split_engine_command(command)[0]
    if os.path.dirname(first) and not os.path.isabs(first):
        raise UserError(f"analyst must be a program in PATH or the full path of one, not {first!r}")
    return command


def _parse_network(text: str) -> str:
    """Return the name of a network, or the full path of its file."""
    if text.lower() in NETWORK_NAMES:
        return text.lower()
    path = os.path.abspath(os.path.expanduser(text.strip()))
    if not text.strip() or path != sanitize(path) or _parse_line(f"network = {path}").value != path:
        raise UserError(f"network must be {', '.join(NETWORK_NAMES)} or a file, not {sanitize(text)[:30]!r}")
    return path


def _parse_seconds(text: str) -> str:
    """Return a number of seconds; empty if the text is none, or is out of range."""
    is_number = re.fullmatch(r"\s*[0-9]{1,5}\s*", text)
    return str(int(text)) if is_number and 1 <= int(text) <= _MAX_START_SECONDS else ""


def _display_setting(name: str, text: str, choices: tuple[str, ...] = ("yes", "no")) -> SettingDefinition:
    """Return a setting of the screen, the default of which `DisplaySettings` has."""
    default = _word(DisplaySettings._field_defaults[name.replace("-", "_")])
    return SettingDefinition(name, text, choices, "display", default)


def _word(value: object) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


SETTINGS = {
    each.name: each
    for each in (
        _display_setting("theme", "colors", THEME_NAMES),
        _display_setting("ascii", "letters instead of round stones"),
        _display_setting("coordinates", "letters and numbers around the board"),
        _display_setting("mouse", "react to mouse clicks"),
        _display_setting("moves", "mark where you can play"),
        _display_setting("atari", "mark stones in atari and in ladders"),
        SettingDefinition("board", "draw the board; no: words only", default="yes"),
        SettingDefinition("brief", "line by line: moves and results only", default="no"),
        _display_setting("bell", "ring after slow engine moves"),
        _display_setting("vi-keys", "h j k l move the cursor"),
        SettingDefinition(
            "comments", "what is said after a move", ("none", "words", "numbers"), "choice", default="words"
        ),
        SettingDefinition("rank", "your rank in Go, for a fair handicap", ("15k", "2d", _NONE), "rank"),
        SettingDefinition("analyst", "the engine for hints and reviews", ("COMMAND", _NONE), "engine"),
        SettingDefinition("network", "what judges", (*NETWORK_NAMES, "FILE"), "network", default="built-in"),
        SettingDefinition(
            "analyst-start", "seconds to wait for the analyst", ("60", "120"), "seconds", default="60"
        ),
    )
}
"""All settings, by name."""


def setting_named(name: str) -> SettingDefinition:
    """Return a setting. Raise UserError if there is none of that name."""
    if name not in SETTINGS:
        raise UserError(_unknown_setting(name))
    return SETTINGS[name]


def _unknown_setting(name: str) -> str:
    return f"unknown setting {sanitize(name)[:30]!r}; the settings are {', '.join(SETTINGS)}"


class Settings(NamedTuple):
    """The content of the settings file.

    values -- by the names in the file: the settings that were set, the folder in which the analyst runs, and
              the last choice for each option of a form as text, which is empty for the default.
    faults -- the first problem with the file, if any; invalid lines are ignored.
    """

    values: Mapping[str, str] = {}
    faults: tuple[str, ...] = ()

    def value(self, name: str) -> str:
        """Return the value of a setting: the one that was set, or else the default."""
        return self.values.get(name) or SETTINGS[name].default

    @property
    def display(self) -> DisplaySettings:
        """The display settings."""
        shown = [name for name, each in SETTINGS.items() if each.kind == "display"]
        words = {name.replace("-", "_"): self.value(name) for name in shown}
        return DisplaySettings(
            **{name: word if name == "theme" else word == "yes" for name, word in words.items()}  # type: ignore[arg-type]
        )

    @property
    def last(self) -> dict[str, str]:
        """The last choice for each option of a form, as text; empty for the default."""
        return {
            name.removeprefix(_LAST_CHOICE_PREFIX): value
            for name, value in self.values.items()
            if name.startswith(_LAST_CHOICE_PREFIX)
        }

    @property
    def analyst(self) -> EngineCommand | None:
        """The command of the analysis engine, None for the built-in engine.

        A command that somebody wrote into the file runs in the folder of the file.
        """
        command = self.value("analyst")
        if command == _NONE:
            return None
        from gnugo_py.engines.engine import EngineCommand

        return EngineCommand(command, self.values.get(_ANALYST_FOLDER) or str(config_folder()))

    @property
    def draws_board(self) -> bool:
        """Whether boards are drawn; if not, the program runs in plain mode, which describes them in words."""
        return self.value("board") == "yes"

    @property
    def rank(self) -> str:
        """The rank of the user, such as `15k`; empty if it is unknown."""
        return self.value("rank").removeprefix(_NONE)

    def with_values(self, values: Mapping[str, str]) -> Settings:
        """Return the settings with some values changed, which must be valid."""
        return self._replace(values={**self.values, **values})

    def with_analyst(self, command: str, folder: str) -> Settings:
        """Return the settings with a valid command of an analysis engine, or `none`, that runs in a folder.

        Raise UserError if the file cannot hold the name of the folder.
        """
        place = "" if command == _NONE else folder
        if _parse_line(f"{_ANALYST_FOLDER} = {place}").value != place or place != sanitize(place):
            raise UserError(f"{sanitize(folder)}: this folder's name cannot be stored; use another folder")
        return self.with_values({"analyst": command, _ANALYST_FOLDER: place})


def choice_as_setting_text(value: object) -> str:
    """Return a choice in a form as text, or an empty string.

    The string is empty if the value is None or if the text is too long or contains unprintable characters.
    """
    text = "" if value is None else str(value)
    return text if len(text) <= _MAX_VALUE_LENGTH and text == sanitize(text) else ""


def settings_file() -> Path:
    """Return the path of the settings file."""
    return config_folder() / "settings.txt"


class _Line(NamedTuple):
    """A line of the settings file, `name = value  # comment`.

    text         -- the whole line.
    name, value  -- empty for a blank line, a comment or a malformed line.
    comment      -- the comment after the value, empty if absent.
    is_malformed -- whether the line is neither a setting, nor blank, nor a comment.
    """

    text: str
    name: str = ""
    value: str = ""
    comment: str = ""
    is_malformed: bool = False


def _parse_line(text: str) -> _Line:
    if not text.strip() or text.lstrip().startswith("#"):
        return _Line(text)
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or not is_unicode(text):
        return _Line(text, is_malformed=True)
    if name.startswith(_LAST_CHOICE_PREFIX) or name == _ANALYST_FOLDER:
        return _Line(text, name, value)
    value, *comment = re.split(r"\s+#", value, maxsplit=1)
    return _Line(text, name.lower(), value.strip(), f"  #{comment[0]}" if comment else "")


class _SettingsFile(UserFile[list[_Line]]):
    """The settings file, as its lines. A link to it, as from a folder of configuration files, is followed."""

    empty_file = _FILE_HEADER.encode()

    def parse(self, content: bytes) -> tuple[list[_Line], str]:
        texts = content.decode("utf-8", "surrogateescape").removeprefix("\ufeff").splitlines()
        lines = [_parse_line(text) for text in texts]
        malformed = next((number for number, line in enumerate(lines, 1) if line.is_malformed), None)
        if malformed is None:
            return lines, ""
        text = lines[malformed - 1].text
        name = text.partition("=")[0].strip().lower()
        expected = f"expected NAME = VALUE, not {sanitize(text.strip())[:30]!r}"
        fault = expected if name in SETTINGS else _unknown_setting(name)
        return lines, f"{self.path}, line {malformed}: {fault}; the line is ignored"

    def format(self, value: list[_Line]) -> str:
        return "".join(f"{line.text}\n" for line in value)


def read_settings() -> Settings:
    """Return the valid content of the settings file; empty settings if there is no file."""
    path = settings_file()
    try:
        lines, fault = _SettingsFile(resolve_links(path)).read()
    except UserError as error:
        return Settings(faults=(f"{error}; the file is ignored",))
    values: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        try:
            if line.name.startswith(_LAST_CHOICE_PREFIX):
                if choice_as_setting_text(line.value):
                    values[line.name] = line.value
            elif line.name == _ANALYST_FOLDER:
                shown = sanitize(line.value)
                if not os.path.isabs(line.value) or line.value != shown:
                    raise UserError(f"{line.name} must be the full path of a folder, not {shown[:30]!r}")
                values[line.name] = line.value
            elif line.name:
                values[line.name] = setting_named(line.name).parse(line.value)
        except UserError as error:
            fault = fault or f"{path}, line {number}: {error}; the line is ignored"
    return Settings(values, (fault,) if fault else ())


def write_settings(before: Settings, after: Settings) -> Path | None:
    """Write the settings that differ between `before` and `after` into the settings file.

    Other settings, comments, and settings from other versions of the program are preserved. Malformed lines
    become comments.

    Return the path of a copy of the old file if it had malformed lines, else None.

    Raise UserError, which names the file and a remedy, if it cannot be read or written.
    """
    file = _SettingsFile(resolve_links(settings_file()))
    values = {name: value for name, value in after.values.items() if value != before.values.get(name)}

    def change(lines: list[_Line]) -> list[_Line]:
        named = {line.name for line in lines}
        added = [f"{name} = {value}" for name, value in sorted(values.items()) if value and name not in named]
        updated = (_updated_line(line, values) for line in lines)
        return [_Line(text) for text in (*updated, *added) if text is not None]

    if problem := file.update(change):
        raise UserError(problem)
    return file.damaged_copy


def _updated_line(line: _Line, values: Mapping[str, str]) -> str | None:
    """Return a line of the file with the current value of its setting, or None if the value is empty.

    A malformed line becomes a comment, in which every character is visible.
    """
    if line.is_malformed:
        return f"# {sanitize(line.text)}"
    value = values.get(line.name, line.value)
    if value in (line.value, line.value.lower()):
        return line.text
    return f"{line.name} = {value}{line.comment}" if value else None


class SettingsStore:
    """The settings during one run of the program; each change is written to the file, if possible.

    settings -- the settings at the start.

    problem -- why the last change could not be written; empty if it was.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.problem = ""

    def save_display(self, before: DisplaySettings, after: DisplaySettings) -> None:
        """Save the display settings that differ between `before` and `after`."""
        old = before._asdict()
        changed = {name: value for name, value in after._asdict().items() if value != old[name]}
        self._save({name.replace("_", "-"): _word(value) for name, value in changed.items()})

    def save_choices(self, choices: Mapping[str, object]) -> None:
        """Save the choices in a form; a choice of None clears the earlier choice.

        An option that `choices` does not contain, or whose value cannot be stored, keeps its earlier choice.
        """
        texts = {name: choice_as_setting_text(value) for name, value in choices.items()}
        stored = {name: text for name, text in texts.items() if text or choices[name] is None}
        self._save({f"{_LAST_CHOICE_PREFIX}{name}": text for name, text in stored.items()})

    def save_rank(self, rank: str) -> None:
        """Save the rank of the user, or `none`."""
        self._save({"rank": rank})

    def _save(self, values: Mapping[str, str]) -> None:
        before, self.problem = self.settings, ""
        self.settings = before.with_values(values)
        try:
            write_settings(before, self.settings)
        except UserError as error:
            self.problem = str(error)
