"""Text files of entries: lines `field: value` and a drawing, up to the next blank line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from gnugo_py.games.types import FileError


@dataclass(slots=True)
class Entry:
    """An entry as read: its fields in order, and its drawing, with their line numbers."""

    file: str
    line: int
    fields: list[tuple[int, str, str]] = field(default_factory=list)
    drawing: list[tuple[int, str]] = field(default_factory=list)

    def error(self, problem: str, line: int | None = None) -> FileError:
        return FileError(self.file, line or self.line, problem)

    def get_all(self, *names: str) -> list[tuple[int, str, str]]:
        """Return the fields that have one of the names, in order."""
        return [each for each in self.fields if each[1] in names]

    def allow_only(self, *names: str) -> None:
        """Raise FileError if the entry has a field that is not in `names`."""
        for line, name, _ in self.fields:
            if name not in names:
                raise self.error(f"'{name}' is not allowed here; use {', '.join(names)}", line)

    def get(self, name: str, usual: str | None = None) -> tuple[int, str]:
        """Return the line number and value of a field, or `usual` if the field is missing.

        Raise FileError if the field occurs twice, or if it is missing and `usual` is None.
        """
        result = self.get_all(name)
        if len(result) > 1:
            problem = f"a second '{name}' in one entry; is a blank line missing before it?"
            raise self.error(problem, result[1][0])
        line, _, value = result[0] if result else (self.line, name, "")
        if not value and usual is None:
            raise self.error(f"this entry needs a line '{name}: ...'", line)
        return line, value or usual or ""

    def choice(self, name: str, *allowed: str) -> str:
        """Return an optional field, by default the first allowed word. Raise FileError for any other word."""
        line, value = self.get(name, allowed[0])
        if value not in allowed:
            raise self.error(f"'{name}' must be {' or '.join(allowed)}, not '{value}'", line)
        return value


def parse_entries(
    text: str,
    file: str,
    add_line: Callable[[Entry, int, str], None],
    is_comment: Callable[[str], bool] = lambda content: content.startswith("#"),
) -> Iterator[Entry]:
    """Yield the entries of a file, which are separated by blank lines.

    file       -- its name, for messages.
    add_line   -- adds a line, whose number comes before it, to an entry; raises FileError if it is not valid.
    is_comment -- returns whether a line, stripped of surrounding spaces, is a comment, which is left out and
                  separates nothing.
    """
    entry: Entry | None = None
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if content and not is_comment(content):
            entry = entry or Entry(file, number)
            add_line(entry, number, line)
        elif not content and entry is not None:
            yield entry
            entry = None
    if entry is not None:
        yield entry
