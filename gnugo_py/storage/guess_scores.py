"""The scores of the games whose moves the user guessed, stored in a file."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from gnugo_py.games.types import UserError
from gnugo_py.storage.file_locks import ChangedContent, read_user_file, update_user_file
from gnugo_py.system.files import MAX_TEXT_SIZE

_HEADER = "# Scores of the games whose moves you guessed: DATE POINTS of MAXIMUM."
_LINE = re.compile(r"(\d{4}-\d\d-\d\d) (\d{1,5}) of ([1-9]\d{0,4})")
_MAX_SCORES = 1000
"""The maximum number of scores that are stored; the oldest are dropped."""


class GuessScore(NamedTuple):
    """The score of a game.

    day     -- the day, as in ISO 8601.
    points  -- the points that were reached.
    maximum -- the points that could have been reached.
    """

    day: str
    points: int
    maximum: int

    @property
    def share(self) -> float:
        """The share of the points that was reached, 0 to 1."""
        return self.points / self.maximum


class GuessScoreStore:
    """The scores in a file, the oldest first.

    path -- the file, which need not exist.

    Invalid lines are ignored. When the file is written without them, a copy with the suffix `.damaged` keeps
    them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def scores(self) -> list[GuessScore]:
        """Return the scores; empty if the file cannot be read."""
        try:
            return _parse_scores(read_user_file(self._path, MAX_TEXT_SIZE))[0]
        except UserError:
            return []

    def add(self, points: int, maximum: int, today: date) -> str:
        """Store a score, and return why that was impossible; an empty string if it was possible."""

        def change(content: bytes | None) -> ChangedContent:
            scores, is_damaged = _parse_scores(content)
            kept = [*scores, GuessScore(today.isoformat(), points, maximum)][-_MAX_SCORES:]
            lines = [f"{each.day} {each.points} of {each.maximum}" for each in kept]
            return ChangedContent("\n".join([_HEADER, *lines, ""]).encode(), is_damaged)

        return update_user_file(self._path, MAX_TEXT_SIZE, change)


def _parse_scores(content: bytes | None) -> tuple[list[GuessScore], bool]:
    """Return the scores in the content of the file, and whether it has invalid lines."""
    lines = (content or b"").decode("utf-8", "replace").splitlines()
    matches = [_LINE.fullmatch(line.strip()) for line in lines if line.strip() and line[0] != "#"]
    return [GuessScore(match[1], int(match[2]), int(match[3])) for match in matches if match], None in matches
