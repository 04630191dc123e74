r"""Text files of entries with blank lines between them, as people draw patterns and lessons.

>>> list(blocks("# a comment\none\ntwo\n\nthree"))
[[(2, 'one'), (3, 'two')], [(5, 'three')]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator


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
