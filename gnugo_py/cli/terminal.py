"""What the terminal can do."""

from __future__ import annotations

import os
import sys

import click


def has_screen() -> bool:
    """Whether there is a terminal that can show a board, on both ends."""
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.tui.app import is_usable
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    return is_usable()


def has_round_stones() -> bool:
    """Whether the terminal can draw round stones, one cell wide."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")
