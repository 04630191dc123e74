"""The command line of an engine as words; no shell reads it."""

from __future__ import annotations

import os
import re
import shlex

from gnugo_py.core.text import cut
from gnugo_py.core.types import Mistake

SHOWN = 60
WINDOWS = os.name == "nt"


def words_of(command: str) -> list[str]:
    """A command line as words.  Raises Mistake for one that is none."""
    try:
        words = windows_words(command) if WINDOWS else shlex.split(command)
    except ValueError as error:
        raise Mistake(f"the command {cut(command, SHOWN)} cannot be read: {error}") from None
    if not words:
        raise Mistake("the command of the engine is empty; name a program that speaks GTP")
    return words


def windows_words(command: str) -> list[str]:
    r"""A command line as words, by the rules of programs on Windows (the universal C runtime).

    A backslash is itself, but before a quotation mark, where two are one and an odd one makes the
    mark a letter.  Between quotation marks, two of them are one.

    >>> windows_words(r'"C:\Program Files\engine.exe" --model "a\"b" "a ""b"" c" C:\nets\19x19')
    ['C:\\Program Files\\engine.exe', '--model', 'a"b', 'a "b" c', 'C:\\nets\\19x19']
    """
    words: list[str] = []
    word: str | None = None
    is_quoted = False
    pieces = re.finditer(r'(\\*)(?:("+)|(\s+)|([^\\"\s]+))?', command)
    for backslashes, marks, space, other in (piece.groups("") for piece in pieces):
        if marks:
            written, is_quoted = _quotation(len(backslashes), len(marks), is_quoted)
            word = (word or "") + written
            continue
        if backslashes or other or (space and is_quoted):
            word = (word or "") + backslashes + other + (space if is_quoted else "")
        if space and not is_quoted and word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]


def _quotation(backslashes: int, marks: int, is_quoted: bool) -> tuple[str, bool]:
    """What quotation marks after backslashes mean: text, and whether the word is quoted after them."""
    written = "\\" * (backslashes // 2) + '"' * (backslashes % 2)
    marks -= backslashes % 2
    while marks:
        if is_quoted and marks > 1:
            written += '"'
            marks -= 2
        else:
            is_quoted = not is_quoted
            marks -= 1
    return written, is_quoted
