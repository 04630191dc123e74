r"""Words from anywhere made fit for a terminal.

Names and sentences come out of files, engines and command lines that anybody may have written.
Whatever is shown passes through `legible` at the rim: in the plain game, on the screen, on the
command line and in answers of the GTP server.  Widths are counted in cells of the terminal.

>>> legible("two\nlines \x1b[31m")
'two\\nlines \\x1b[31m'
>>> width("囲碁"), cut("囲碁 in a terminal", 9), padded("囲碁", 6)
(4, '囲碁 ...', '囲碁  ')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from unicodedata import category, east_asian_width

KEPT = 256
"""So many texts are kept as they were broken into lines: a screen shows the same ones again and again."""
WIDEST_CELL = 40
"""How wide a cell of a table may be."""
MOST_MARKS = 2
"""How many combining marks one letter may carry."""
_UNSEEN = frozenset("\u034f\u115f\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4") | {
    chr(code)
    for first, last in ((0x1160, 0x11FF), (0xD7B0, 0xD7FF), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Letters and marks that count as printable and that nobody can see."""


def legible(text: str) -> str:
    r"""A text as one line in which everything can be seen.

    Control characters, line breaks, signs that turn the direction of writing or have no width, and
    heaps of accents are shown as escapes, like `\x1b`.  Does not shorten: see `cut`.
    """
    if text.isprintable() and (text.isascii() or not _is_doubtful(text)):
        return text
    shown, marks = [], 0
    for char in text:
        marks = marks + 1 if _is_mark(char) else 0
        is_seen = char.isprintable() and char not in _UNSEEN and marks <= MOST_MARKS
        shown.append(char if is_seen else char.encode("unicode_escape").decode("ascii"))
    return "".join(shown)


def _is_doubtful(text: str) -> bool:
    """Whether a printable text has signs that need a closer look."""
    return any(char in _UNSEEN or _is_mark(char) for char in text)


def width(text: str) -> int:
    """How many cells a legible text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _is_mark(char: str) -> bool:
    """Whether a sign stands on the letter before it and takes no cell."""
    return not char.isascii() and category(char) in ("Mn", "Me")


def _cells(char: str) -> int:
    if _is_mark(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, widest: int, mark: str = "...") -> str:
    """A text made legible and no wider than so many cells; `mark` ends it where it was longer."""
    widest = max(widest, 0)
    shown = legible(text[: 4 * widest + 4])
    if width(shown) <= widest and len(text) <= 4 * widest + 4:
        return shown
    room = widest - width(mark) if width(mark) < widest else widest
    return _start(shown, room) + (mark if room < widest else "")


def _start(text: str, widest: int) -> str:
    """The beginning of a legible text, as much as fits."""
    if text.isascii():
        return text[: max(widest, 0)]
    taken = 0
    for number, char in enumerate(text):
        taken += _cells(char)
        if taken > widest:
            return text[:number]
    return text


def end_of(text: str, widest: int) -> str:
    """The end of a legible text, as much as fits."""
    taken, first = 0, len(text)
    for number in range(len(text) - 1, -1, -1):
        taken += _cells(text[number])
        if taken > max(widest, 0):
            break
        if not _is_mark(text[number]):  # a mark goes with the letter before it
            first = number
    return text[first:]


def padded(text: str, cells: int) -> str:
    """A legible text filled up with spaces to so many cells."""
    return text + " " * (cells - width(text))


def wrapped(text: str, widest: int) -> list[str]:
    """A text made legible and broken into lines of at most so many cells; one empty line for none.

    In a row of a table, a word and after a gap what it means, the meaning stays in its column.
    """
    return list(_wrapped(text, widest))


_HEAD = re.compile(r" *(?:[^ ]+ ){0,4}?[^ ]*[^ .!?:]  +(?=[^ ])|  +(?=[^ ])")
"""The beginning of a row: what stands before the first gap, or the gap that it begins with."""


_WORDS = re.compile(r"( *)([^ ]+)")


@lru_cache(KEPT)
def _wrapped(text: str, widest: int) -> list[str]:
    shown = legible(text)
    head = _HEAD.match(shown)
    indent = width(head[0]) if head and width(head[0]) <= widest // 2 else 0
    if shown.isascii():
        import textwrap

        return textwrap.wrap(shown, max(widest, 1), subsequent_indent=" " * indent) or [""]
    return _wrapped_by_cells(shown, max(widest, 1), " " * indent)


def _wrapped_by_cells(text: str, widest: int, indent: str) -> list[str]:
    """A legible text broken into lines as `textwrap` does it, but by cells and not within words.

    Spaces at the beginning of the text and between words stay, those where a line is broken do not.
    """
    lines: list[str] = []
    line, is_begun = "", False
    for gap, word in _WORDS.findall(text):
        if width(line + gap + word) > widest and width(word) <= widest - width(indent if lines else ""):
            if is_begun:
                lines.append(line)
                line = indent
            gap = ""
        line += gap
        while width(line + word) > widest:
            part = _start(word, widest - width(line)) or (word[:1] if line == indent else "")
            lines += [filled] if (filled := (line + part).rstrip()) else []
            line, word = indent, word[len(part) :]
        line, is_begun = line + word, True
    return [*lines, line] if line.strip() or not lines else lines


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, the cells of a column under each other; a long cell is cut short."""
    cells = [[cut(cell, WIDEST_CELL) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(map(padded, row, widths)) for row in cells)
    return [line.rstrip() for line in lines]


def plain(number: float) -> str:
    """A number without needless decimals.

    >>> plain(7.0), plain(3.5)
    ('7', '3.5')
    """
    return str(int(number)) if number == int(number) else repr(number)


def several(number: float, one: str, many: str = "") -> str:
    """A number of things.

    many -- what they are called where there is not one of them; `one` with an s unless it is given.

    >>> several(1, "stone"), several(0.5, "point"), several(2, "liberty", "liberties")
    ('1 stone', '0.5 points', '2 liberties')
    """
    return f"{plain(number)} {one if number == 1 else many or f'{one}s'}"


def _begins_with_a_hash(line: str) -> bool:
    return line.startswith("#")


def blocks(
    text: str, is_comment: Callable[[str], bool] = _begins_with_a_hash
) -> Iterator[list[tuple[int, str]]]:
    """The entries of a text: their lines with their numbers, from 1, comments left out.

    is_comment -- says so of a line without the spaces around it.
    """
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if content and not is_comment(content):
            block.append((number, line))
        elif not content and block:
            yield block
            block = []
    if block:
        yield block
