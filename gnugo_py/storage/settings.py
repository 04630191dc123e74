"""What the screen shows, as a value, and how what is said changes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.core.files import LARGEST_TEXT, config_folder, read_regular
from gnugo_py.core.text import legible
from gnugo_py.core.types import Mistake

if TYPE_CHECKING:
    from pathlib import Path


class Look(NamedTuple):
    """How the screen is drawn.

    ascii       -- letters instead of round stones.
    theme       -- the name of the colours.
    coordinates -- whether letters and numbers stand around the board.
    mouse       -- whether clicks are listened to; without, text can be selected.
    moves       -- whether the points are marked where the side to move can play.
    atari       -- whether stones that the next move may take are marked.
    bell        -- whether it rings when a move comes after long thought.
    """

    ascii: bool = False
    theme: str = "classic"
    coordinates: bool = True
    mouse: bool = True
    moves: bool = False
    atari: bool = True
    bell: bool = False


YES, NO = "yes", "no"
LAST = "last "
LONGEST_VALUE = 100
THEME_NAMES = ("classic", "high-contrast", "mono")
UNREADABLE = "\ufffd"
HEAD = "# What gnugo-py remembers; edit it, or type gnugo-py settings NAME VALUE."


class Setting(NamedTuple):
    """Something that can be set.

    name    -- of the setting, and of the field of `Look` that holds it.
    help    -- what it does.
    choices -- the words there are.
    """

    name: str
    help: str
    choices: tuple[str, ...] = (YES, NO)


SETTINGS = (
    Setting("theme", "the colours of the screen", THEME_NAMES),
    Setting("ascii", "letters instead of round stones"),
    Setting("coordinates", "letters and numbers around the board"),
    Setting("mouse", "listen to clicks"),
    Setting("moves", "mark where you can play"),
    Setting("atari", "mark stones in atari"),
    Setting("bell", "ring after long thought"),
)


class Preferences(NamedTuple):
    """What is remembered.

    look   -- how the screen looks, for the settings that were set.
    last   -- by option of the form, what was chosen last, as text.
    faults -- what is wrong with the file, a line each; those lines count as not there.
    """

    look: Mapping[str, str] = {}
    last: Mapping[str, str] = {}
    faults: tuple[str, ...] = ()

    def on(self, look: Look) -> Look:
        """A look with what is remembered."""
        values = {name: value if name == "theme" else value == YES for name, value in self.look.items()}
        return look._replace(**values)  # type: ignore[arg-type]

    def with_look(self, before: Look, after: Look) -> Preferences:
        """The same with what changed from one look to another."""
        changed = {
            each.name: _word(getattr(after, each.name))
            for each in SETTINGS
            if getattr(after, each.name) != getattr(before, each.name)
        }
        return self._replace(look={**self.look, **changed})

    def with_last(self, values: Mapping[str, object]) -> Preferences:
        """The same with what was chosen in a form."""
        chosen = {name: text for name, value in values.items() if (text := as_text(value))}
        return self._replace(last={**self.last, **chosen})


def as_text(value: object) -> str:
    """A choice of a form as text, empty for one that cannot be told so."""
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST_VALUE and text == legible(text) else ""


def _word(value: object) -> str:
    return value if isinstance(value, str) else YES if value else NO


def settings_file() -> Path:
    """Where it is kept."""
    return config_folder() / "settings.txt"


class _Line(NamedTuple):
    """A line of the file, `name = value  # comment`.

    name, value -- empty for a blank line, a comment, and a malformed line.
    comment     -- what follows the value, empty if nothing does.
    is_malformed -- whether it is none of these.
    """

    name: str
    value: str = ""
    comment: str = ""
    is_malformed: bool = False


def _parse_line(text: str) -> _Line:
    if not text.strip() or text.lstrip().startswith("#"):
        return _Line("")
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or UNREADABLE in text:
        return _Line("", is_malformed=True)
    if name.startswith(LAST):
        return _Line(name, value)
    value, *comment = re.split(r"\s+#", value, maxsplit=1)
    return _Line(name.lower(), value.strip().lower(), f"  #{comment[0]}" if comment else "")


def _read_lines(path: Path) -> list[str]:
    """Return the lines of the file, bytes that are not UTF-8 as `UNREADABLE`.

    Raise Mistake if it cannot be read.
    """
    content = read_regular(str(path), LARGEST_TEXT, "a text file")
    if len(content) > LARGEST_TEXT:
        raise Mistake(f"{path}: larger than {LARGEST_TEXT // 1_000_000} MB; remove it")
    return content.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()


def remembered() -> Preferences:
    """What the file holds, as far as it is sound; nothing if there is none."""
    path = settings_file()
    if not path.exists():
        return Preferences()
    try:
        lines = _read_lines(path)
    except Mistake as error:
        return Preferences(faults=(f"{error}; it is ignored",))
    look: dict[str, str] = {}
    last: dict[str, str] = {}
    faults = []
    for number, text in enumerate(lines, 1):
        line = _parse_line(text)
        try:
            if line.is_malformed:
                choices_of(text.partition("=")[0].strip())
                raise Mistake(f"{legible(text.strip())[:30]!r} is not NAME = VALUE")
            if line.name.startswith(LAST):
                if as_text(line.value):
                    last[line.name.removeprefix(LAST)] = line.value
            elif line.name:
                look[line.name] = checked_value(line.name, line.value)
        except Mistake as error:
            faults.append(f"{path}, line {number}: {error}; it is ignored")
    return Preferences(look, last, tuple(faults[:1]))


def choices_of(name: str) -> tuple[str, ...]:
    """What a setting can be.  Raises Mistake for a setting there is not."""
    setting = next((each for each in SETTINGS if each.name == name), None)
    if setting is None:
        names = ", ".join(each.name for each in SETTINGS)
        raise Mistake(f"there is no setting {legible(name)[:30]!r}; there are {names}")
    return setting.choices


def checked_value(name: str, value: str) -> str:
    """The value of a setting.  Raises Mistake for a setting or a value there is not."""
    choices = choices_of(name)
    if value not in choices:
        raise Mistake(f"{name} is {' or '.join(choices)}, not {legible(value)[:30]!r}")
    return value


def remember(preferences: Preferences) -> Path | None:
    """Write the file.  Comments and settings of other versions stay; malformed lines become comments.

    Return the copy of the old file that is kept if it had malformed lines, else None.

    Raise OSError if it cannot be written, Mistake if what is there cannot be read.
    """
    from gnugo_py.core.files import copy_damaged, write_whole

    path = _followed(settings_file())
    before = _read_lines(path) if path.exists() else [HEAD]
    lines = [_parse_line(text) for text in before]
    copy = copy_damaged(path) if any(line.is_malformed for line in lines) else None
    values = {**preferences.look, **{f"{LAST}{name}": value for name, value in preferences.last.items()}}
    after = [_renewed(text, line, values) for text, line in zip(before, lines, strict=True)]
    named = {line.name for line in lines}
    after += [f"{name} = {value}" for name, value in sorted(values.items()) if name not in named]
    write_whole(path, "".join(f"{text}\n" for text in after).encode())
    return copy


def _followed(path: Path) -> Path:
    """Return the file that a link leads to.  Raise Mistake for a link that leads to itself."""
    with suppress(OSError, RuntimeError):
        resolved = path.resolve()
        if not resolved.is_symlink():  # as a loop still is from Python 3.13 on
            return resolved
    raise Mistake(f"{path} is a link that leads to itself; remove it")


def _renewed(text: str, line: _Line, values: Mapping[str, str]) -> str:
    """A line of the file, with the value that its name has now."""
    if line.is_malformed:
        return f"# {text}"
    is_same = line.name not in values or values[line.name] == line.value
    return text if is_same else f"{line.name} = {values[line.name]}{line.comment}"


class Memory:
    """What is remembered in one run; written whenever it changes, where that is possible."""

    def __init__(self) -> None:
        self.known = remembered()

    def looked(self, before: Look, after: Look) -> None:
        """The screen looks different from now on."""
        self._keep(self.known.with_look(before, after))

    def chose(self, values: Mapping[str, object]) -> None:
        """A form was filled in."""
        self._keep(self.known.with_last(values))

    def _keep(self, known: Preferences) -> None:
        self.known = known
        with suppress(OSError, Mistake):
            remember(known)
