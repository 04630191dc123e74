"""The engine as the command line asks for it."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py import resources
from gnugo_py.classic.genmove import Knowledge
from gnugo_py.classic.pattern_file import parse_opening, parse_patterns
from gnugo_py.cli.failing import checked


def knowledge(where: str | None) -> Knowledge:
    """The engine's knowledge: that of a folder, none, or the program's own.

    Raises ClickException naming file, place and remedy.
    """
    if where == "none":
        return Knowledge()
    folder = resources.patterns_folder() if where is None else Path(where)
    if not folder.is_dir():
        raise click.ClickException(
            f"--patterns: no folder {folder}; name one with local.txt and opening.txt, or none"
        )
    local, opening = folder / resources.LOCAL, folder / resources.OPENING

    def read() -> Knowledge:
        return Knowledge(
            parse_patterns(resources.read_text(local), str(local)),
            parse_opening(resources.read_text(opening), str(opening)),
        )

    return checked(read)
