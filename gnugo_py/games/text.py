r"""Text for the terminal: sanitizing, display width, wrapping and formatting.

Names and sentences from files, engines and command lines are not trusted. `sanitize` is applied before text
is shown: in plain mode, on the screen, on the command line and in GTP responses. Widths are
measured in terminal cells.

>>> sanitize("two\nlines \x1b[31m")
'two\\nlines \\x1b[31m'
>>> display_width("囲碁"), truncate("囲碁 in a terminal", 9), pad("囲碁", 6)
(4, '囲碁 ...', '囲碁  ')
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, east_asian_width

_WRAP_CACHE_SIZE = 256
"""The maximum number of wrapped texts in the cache. A screen shows the same texts many times."""
_MAX_CELL_WIDTH = 40
"""The maximum width of a table cell."""
_MAX_COMBINING_MARKS = 2
"""The maximum number of combining marks per letter."""
_INVISIBLE = frozenset("\u034f\u115f\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4") | {
    chr(code)
    for first, last in ((0x1160, 0x11FF), (0xD7B0, 0xD7FF), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Characters that `str.isprintable` accepts although they are invisible."""


def sanitize(text: str) -> str:
    r"""Return text as one line in which every character is visible.

    Control characters, line breaks, characters that change the writing direction or have no width, and
    excess combining marks are shown as escapes such as `\x1b`. The text is not shortened; see `truncate`.
    """
    if text.isascii() and text.isprintable():
        return text
    shown, marks = [], 0
    for char in text:
        marks = 0 if _cells(char) else marks + 1
        is_seen = char.isprintable() and char not in _INVISIBLE and marks <= _MAX_COMBINING_MARKS
        shown.append(char if is_seen else char.encode("unicode_escape").decode("ascii"))
    return "".join(shown)


def is_unicode(text: str) -> bool:
    """Return whether a text can be encoded; a text from JSON can contain half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def display_width(text: str) -> int:
    """Return the number of terminal cells that sanitized text occupies."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    """Return the number of terminal cells that a character occupies, 0 for a combining mark."""
    if not char.isascii() and category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def truncate(text: str, max_width: int, mark: str = "...") -> str:
    """Return text sanitized and cut to at most `max_width` cells.

    Text that is cut ends with `mark`, if there is room for it.
    """
    max_width = max(max_width, 0)
    shown = sanitize(text[: 4 * max_width + 4])
    if display_width(shown) <= max_width and len(text) <= 4 * max_width + 4:
        return shown
    room = max_width - display_width(mark) if display_width(mark) < max_width else max_width
    return truncate_right(shown, room) + (mark if room < max_width else "")


def truncate_right(text: str, max_width: int) -> str:
    """Return the longest prefix of sanitized text that fits into `max_width` cells."""
    if text.isascii():
        return text[: max(max_width, 0)]
    taken = 0
    for number, char in enumerate(text):
        taken += _cells(char)
        if taken > max_width:
            return text[:number]
    return text


def truncate_left(text: str, max_width: int) -> str:
    """Return the longest suffix of sanitized text that fits into `max_width` cells."""
    taken, first = 0, len(text)
    for number in range(len(text) - 1, -1, -1):
        cells = _cells(text[number])
        taken += cells
        if taken > max(max_width, 0):
            break
        if cells:  # a combining mark belongs to the letter before it
            first = number
    return text[first:]


def format_percent(share: float) -> str:
    """Return a share, such as a win rate, as text.

    >>> format_percent(0.526)
    '53 %'
    """
    return f"{100 * share:.0f} %"


def pad(text: str, cells: int) -> str:
    """Return sanitized text padded with spaces to `cells` cells."""
    return text + " " * (cells - display_width(text))


@lru_cache(_WRAP_CACHE_SIZE)
def wrap(text: str, max_width: int) -> tuple[str, ...]:
    """Return text sanitized and broken into lines of at most `max_width` cells.

    The result is one empty line if the text is empty.

    If the text looks like a table row, such as a word and its meaning separated by a gap, the lines after
    the first one are indented to the column of the meaning.
    """
    shown = sanitize(text)
    head = _HEAD.match(shown)
    indent = display_width(head[0]) if head and display_width(head[0]) <= max_width // 2 else 0
    return tuple(_broken_lines(shown, max(max_width, 1), " " * indent))


def wrap_between_words(text: str, max_width: int) -> list[str]:
    """Return text broken into lines between words; numbers and paths are never broken.

    Text that fits is not changed.
    """
    if display_width(text) <= max_width:
        return [text]
    return textwrap.wrap(text, max_width, break_long_words=False, break_on_hyphens=False)


_HEAD = re.compile(r" *(?:[^ ]+ ){0,4}?[^ ]*[^ .!?:]  +(?=[^ ])|  +(?=[^ ])")
"""The beginning of a table row: the text before the first gap and the gap, or a gap at the beginning."""


_WORDS = re.compile(r"( *)([^ ]+)")


def _broken_lines(text: str, max_width: int, indent: str) -> list[str]:
    """Break sanitized text into lines of at most `max_width` cells.

    Only words that are too long for a line are broken, and paths within the names of folders only if a name
    is too long. Spaces at the beginning of the text and between words are kept; those at a line break are
    removed.
    """
    lines: list[str] = []
    line, is_started = "", False
    for gap, word in _WORDS.findall(text):
        if display_width(line + gap + word) > max_width and display_width(word) <= max_width - display_width(
            indent if lines else ""
        ):
            if is_started:
                lines.append(line)
                line = indent
            gap = ""
        line += gap
        while display_width(line + word) > max_width:
            part = truncate_right(word, max_width - display_width(line))
            end = max(map(part.rfind, "/\\")) + 1
            if not end and is_started and ("/" in word or "\\" in word):
                part = ""
            part = part[:end] or part or (word[:1] if line == indent else "")
            lines += [filled] if (filled := (line + part).rstrip()) else []
            line, word, is_started = indent, word[len(part) :], False
        line, is_started = line + word, True
    return [*lines, line] if line.strip() or not lines else lines


def format_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines with aligned columns. Wide cells are cut, except the last one."""
    cells = [[*(truncate(cell, _MAX_CELL_WIDTH) for cell in row[:-1]), sanitize(row[-1])] for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(map(pad, row, widths)) for row in cells)
    return [line.rstrip() for line in lines]


def format_number(number: float) -> str:
    """Return a number without unnecessary decimals.

    >>> format_number(7.0), format_number(3.5)
    ('7', '3.5')
    """
    return str(int(number)) if number == int(number) else repr(number)


def pluralize(number: float, one: str, many: str = "") -> str:
    """Return a number with its noun in the singular or plural.

    one  -- the singular.
    many -- the plural; by default the singular followed by s.

    >>> pluralize(1, "stone"), pluralize(0.5, "point"), pluralize(2, "liberty", "liberties")
    ('1 stone', '0.5 points', '2 liberties')
    """
    return f"{format_number(number)} {one if number == 1 else many or f'{one}s'}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as a phrase.

    last -- the word before the last one.

    >>> join_words(["D4"]), join_words(["5", "7", "9"], "or")
    ('D4', '5, 7 or 9')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


_VERBS = {"pass": "passes", "swap": "swaps", "resign": "resigns"}


def describe_move(who: str, move: str, verb: str = "plays ") -> str:
    """Return who makes a move, and the move as text.

    >>> describe_move("White", "D4"), describe_move("White", "D4", ""), describe_move("White", "pass")
    ('White plays D4', 'White D4', 'White passes')
    """
    return f"{who} {_VERBS.get(move) or verb + move}"
