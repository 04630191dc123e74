"""The command line of an engine as words; no shell reads it."""

from __future__ import annotations

import os
import re
import shlex

from gnugo_py.games.legible import cut
from gnugo_py.games.mistake import Mistake

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
    r"""A command line as words, by the rules of programs on Windows.

    A backslash is itself, but before a quotation mark, where two are one and an odd one makes the
    mark a letter.

    >>> windows_words(r'"C:\Program Files\engine.exe" --model "a\"b" C:\nets\19x19')
    ['C:\\Program Files\\engine.exe', '--model', 'a"b', 'C:\\nets\\19x19']
    """
    words: list[str] = []
    word: str | None = None
    is_quoted = False
    for backslashes, mark, space, other in re.findall(r'(\\*)(?:(")|(\s+)|([^\\"\s]+))?', command):
        if mark:
            word = (word or "") + "\\" * (len(backslashes) // 2) + '"' * (len(backslashes) % 2)
            is_quoted ^= len(backslashes) % 2 == 0
            continue
        if backslashes or other or (space and is_quoted):
            word = (word or "") + backslashes + other + (space if is_quoted else "")
        if space and not is_quoted and word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]
