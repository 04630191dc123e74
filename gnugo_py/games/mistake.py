"""Errors that a person can mend."""

from __future__ import annotations


class Mistake(ValueError):
    """Something wrong with what a person typed, gave or saved; the message says what, and the remedy.

    Any other error is a fault of the program's own.
    """


class FileMistake(Mistake):
    """A mistake in a file that people write; the message names file, line and remedy."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")
