"""The levels of the search engine and their approximate ranks."""

from __future__ import annotations

MAX_LEVEL = 9
"""The highest level of the search engine; the lowest is 1."""
_RANKS = {"Go": ("20 kyu", "17 kyu", "15 kyu", "12 kyu", "8 kyu", "4 kyu", "1 kyu", "1 dan", "2 dan")}
"""The approximate rank of each level, by the name of the game. `docs/playing.md` describes the evidence."""


def level_rank(game: str, level: int) -> str:
    """Return the approximate rank of a level, such as `12 kyu`; an empty string if the game has no ranks."""
    return _RANKS[game][level - 1] if game in _RANKS else ""
