"""What a game asks before it begins."""

from __future__ import annotations

LEVELS = 9
"""How strong an opponent that searches can be: 1 to this."""
