"""The analyses of games, stored in the cache folder so that a game need not be analyzed again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from gnugo_py.engines.analysis import Analysis, MistakeWords
from gnugo_py.games.position import Position
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.types import UserError
from gnugo_py.games.variations import format_variation, leading_legal_moves
from gnugo_py.storage.file_locks import hold_file_lock, remove_leftovers
from gnugo_py.study.game_analysis import GameAnalysis, judgment_of
from gnugo_py.system.files import MAX_TEXT_SIZE, make_folder, read_regular_file, write_atomically

_METHOD = 8
"""A number that is raised when games are analyzed in another way, so that older analyses are not used."""
MAX_CACHED_ANALYSES = 1000
"""The maximum number of analyses that are stored; the oldest are removed."""
_CLOCK_TOLERANCE = 60.0
"""Seconds by which the time of a file may be ahead of the clock, as on a network drive."""


class AnalysisCache(NamedTuple):
    """The analyses in a folder, one file each.

    folder   -- the folder, which need not exist.
    identity -- the identity of the analyst, as in `Engine.identity`; analyses by other analysts are not
                returned.

    A file begins with a checksum. One that cannot be read, or has been changed or renamed, is ignored.
    """

    folder: Path
    identity: str

    def load(self, positions: Sequence[Position]) -> GameAnalysis | None:
        """Return the complete analysis of the positions of a game, or None if it is not stored."""
        path = self._path(positions)
        try:
            content = read_regular_file(path, MAX_TEXT_SIZE, "a cached analysis")
        except UserError:
            return None
        checksum, _, data = content.partition(b"\n")
        if checksum != _checksum(path, data):
            return None
        judged, words = json.loads(data)
        known = [_judgment(data, position) for data, position in zip(judged, positions, strict=True)]
        analysis = GameAnalysis(positions)
        analysis.judgments[:], analysis.first_leads[:] = zip(*known, strict=True)
        analysis.words.update({number: MistakeWords(*texts) for number, *texts in words})
        analysis.is_complete = True
        return analysis

    def store(self, analysis: GameAnalysis) -> None:
        """Store an analysis, if possible, and remove the oldest analyses if there are too many."""
        judged = list(map(_as_data, analysis.judgments, analysis.first_leads, analysis.positions))
        words = [[number, *texts] for number, texts in analysis.words.items()]
        data = json.dumps([judged, words]).encode()
        path = self._path(analysis.positions)
        with suppress(OSError):
            make_folder(self.folder)
            with hold_file_lock(path):
                write_atomically(path, _checksum(path, data) + b"\n" + data)
            remove_leftovers(self.folder, lambda name: name)
            self._remove_old()

    def _remove_old(self) -> None:
        """Remove the oldest files, if there are too many; files with a time in the future are the oldest."""
        latest = time.time() + _CLOCK_TOLERANCE
        ages = []
        for path in self.folder.glob("analysis-*.json"):
            with suppress(OSError):  # another program may have removed it
                written = path.stat().st_mtime
                ages.append((written if written <= latest else 0.0, path))
        for _, path in sorted(ages)[:-MAX_CACHED_ANALYSES]:
            with suppress(OSError):
                path.unlink()

    def _path(self, positions: Sequence[Position]) -> Path:
        """Return the path for a game; it depends on the rules, the komi, all positions and the analyst."""
        game = positions[0].game
        facts = sgf_functions(game.name).start_properties(positions[0])
        boards = [(position.diagram().rows, int(position.to_move)) for position in positions]
        key = repr((self.identity, _METHOD, game.display_name, sorted(facts.items()), boards))
        return self.folder / f"analysis-{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def _checksum(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + data).hexdigest().encode()


def _as_data(judgment: Analysis | None, first_lead: float | None, position: Position) -> list[object] | None:
    """Return a judgment as JSON data, with the moves of its principal variation as text; None for none."""
    if judgment is None:
        return None
    words = format_variation(position, judgment.pv)
    return [judgment.win_rate, judgment.score_lead, judgment.visits, first_lead, words]


def _judgment(data: list[Any] | None, position: Position) -> tuple[Analysis | None, float | None]:
    """Return a judgment and the first lead from JSON data."""
    if data is None:
        return None, None
    rate, lead, visits, first, words = data
    return judgment_of(leading_legal_moves(position, words), rate, lead, visits), first
