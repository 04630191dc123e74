"""The levels of the search engine."""

from __future__ import annotations

MAX_LEVEL = 9
"""The highest level of the search engine; the lowest is 1."""
