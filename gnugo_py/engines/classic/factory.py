"""Local patterns (`matchpat`), matched for all anchors and orientations at once.

The original tries every pattern in every orientation at every stone of the computer's, and
keeps the first of the highest value.  Here a point of a pattern is compared with all anchors in all
orientations by one shift and one AND of packed sets.  Each shift is made once, and what patterns have
in common is compared once: they form a tree, in which a branch that fits nowhere is not followed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from functools import cache
from typing import TypeGuard

from gnugo_py.core import files as resources
from gnugo_py.core.types import Mistake
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.engines.classic.patterns import parse_opening, parse_patterns
from gnugo_py.engines.engine import LARGEST_SEED


@cache
def knowledge(patterns: str | None) -> Knowledge:
    """The pattern files of a folder, `none`, or None for the program's own; read once in a run.

    Raises Mistake naming file, place and remedy.
    """
    if patterns == "none":
        return Knowledge()
    folder = resources.patterns_folder() if patterns is None else patterns
    if not os.path.isdir(folder):
        remedy = "name one with local.txt and opening.txt, or none"
        raise Mistake(f"--patterns: no folder {folder}; {remedy}")
    local, opening = (os.path.join(folder, name) for name in (resources.LOCAL, resources.OPENING))
    return Knowledge(
        parse_patterns(resources.read_text(local), local),
        parse_opening(resources.read_text(opening), opening),
    )


def clock_seed() -> int:
    """The clock's microseconds, as in the original."""
    return time.time_ns() // 1000 % 1_000_000


def classic_player(seed: int = 0, patterns: str | None = None) -> ClassicPlayer:
    """The engine of 1989, a player of Go.

    seed     -- what its random numbers start from; the same seed gives the same games.
    patterns -- the folder of its pattern files, `none`, or None for the program's own.

    Raises Mistake naming file, place and remedy.
    """
    if patterns is not None and patterns != "none":
        patterns = os.path.join(resources.here(), patterns)
    return ClassicPlayer(knowledge(patterns), seed, patterns)


def classic_of(settings: Mapping[str, object]) -> ClassicPlayer:
    """The engine of 1989 as it is named in a saved game.  Raises Mistake if it is not."""
    seed, patterns = settings.get("seed"), settings.get("patterns")
    if settings.get("player") != "classic" or type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise Mistake("its opponent is not one this program has; open it with --load")
    if patterns is not None and not _is_local_folder(patterns):
        raise Mistake("its patterns are not named soundly; open it with --load")
    return classic_player(seed, patterns)


def _is_local_folder(patterns: object) -> TypeGuard[str]:
    """Whether something out of a file may be opened as a folder: a whole path on this machine, or `none`."""
    if not isinstance(patterns, str) or not patterns.isprintable():
        return False
    is_remote = patterns[:2].replace("\\", "/") == "//"
    return patterns == "none" or (os.path.isabs(patterns) and not is_remote)
