"""Errors that a person can mend."""

from __future__ import annotations


class Mistake(ValueError):
    """Something wrong with what a person typed, gave or saved; the message says what, and the remedy.

    Any other error is a fault of the program's own.
    """
