"""Functions that create the classic engine and load its pattern files."""

from __future__ import annotations

import os
import time
from functools import cache

from gnugo_py.core import files
from gnugo_py.core.types import UserError
from gnugo_py.engines.classic.engine import ClassicEngine
from gnugo_py.engines.classic.pattern_files import parse_opening_book, parse_patterns
from gnugo_py.engines.classic.pattern_matcher import PatternFiles
from gnugo_py.engines.engine import EngineConfig


@cache
def load_pattern_files(patterns: str | None) -> PatternFiles:
    """Return the pattern files of a folder; each folder is read once per run.

    patterns -- the folder, `none` for no patterns, or None for the bundled files.

    Raise UserError with the file, the line and a remedy if the files cannot be used.
    """
    if patterns == "none":
        return PatternFiles()
    folder = files.patterns_folder() if patterns is None else patterns
    if patterns is not None and not os.path.isdir(folder):
        remedy = "use a folder with local.txt and opening.txt, or --patterns none"
        raise UserError(f"--patterns: {folder} is not a folder; {remedy}")
    local, opening = (
        os.path.join(folder, name) for name in (files.CLASSIC_PATTERNS_FILE, files.CLASSIC_OPENING_FILE)
    )
    return PatternFiles(
        parse_patterns(files.read_text(local), local),
        parse_opening_book(files.read_text(opening), opening),
    )


def clock_seed() -> int:
    """Return a seed from the microseconds of the clock, 0 to 999,999, as in the original."""
    return time.time_ns() // 1000 % 1_000_000


def classic_engine(seed: int = 0, patterns: str | None = None) -> ClassicEngine:
    """Return a classic engine, which plays Go.

    seed     -- the seed of its random numbers; the same seed gives the same games.
    patterns -- the folder of its pattern files, `none`, or None for the bundled files. A relative path is
                resolved against the current folder.

    Raise UserError with the file, the line and a remedy if the files cannot be used.
    """
    if patterns is not None and patterns != "none":
        patterns = os.path.join(files.working_directory(), patterns)
    return ClassicEngine(load_pattern_files(patterns), seed, patterns)


def classic_engine_from_config(config: EngineConfig) -> ClassicEngine:
    """Return the classic engine of a saved game. Raise UserError if the configuration cannot be used."""
    if config.kind != "classic" or config.seed is None:
        raise UserError("the opponent in this game is unknown; open its file with --load")
    if config.patterns is not None and not _is_local_folder(config.patterns):
        raise UserError("the pattern folder of this game is invalid; open its file with --load")
    return classic_engine(config.seed, config.patterns)


def _is_local_folder(patterns: str) -> bool:
    """Return whether text from a file is `none` or a folder that may be opened (an absolute local path)."""
    if not patterns.isprintable():
        return False
    is_remote = patterns[:2].replace("\\", "/") == "//"
    return patterns == "none" or (os.path.isabs(patterns) and not is_remote)
