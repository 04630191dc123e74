"""The levels of the search engine, and about how strong they are."""

from __future__ import annotations

MAX_LEVEL = 9
"""The highest level of the search engine; the lowest is 1."""
_RANKS = {"Go": ("20 kyu", "17 kyu", "15 kyu", "12 kyu", "8 kyu", "4 kyu", "1 kyu", "1 dan", "2 dan")}
"""By the name of a game: about the rank of each level.  `docs/playing.md` says what they rest on."""


def level_rank(game: str, level: int) -> str:
    """Return about the rank of a level in a game, such as `12 kyu`; empty if its levels have no ranks."""
    return _RANKS[game][level - 1] if game in _RANKS else ""
