"""The analyses of games, stored in the cache folder so that a game need not be analyzed again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, MistakeWords
from gnugo_py.games.position import Position
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.text import sanitize
from gnugo_py.games.variations import format_variation, leading_legal_moves
from gnugo_py.storage.file_locks import hold_file_lock, remove_leftovers
from gnugo_py.study.game_analysis import GameAnalysis, judgment_of
from gnugo_py.system.files import MAX_TEXT_SIZE, make_folder, read_regular_file, write_atomically
from gnugo_py.system.json_data import parse_json

_METHOD = 6
"""A number that is raised when games are analyzed in another way, so that older analyses are not used."""
MAX_CACHED_ANALYSES = 1000
"""The maximum number of analyses that are stored; the oldest are removed."""
_CLOCK_TOLERANCE = 60.0
"""Seconds by which the time of a file may be ahead of the clock, as on a network drive."""
_MAX_LEAD, _MAX_VISITS = 10_000, 10**9
"""The bounds of plausible values."""


class AnalysisCache(NamedTuple):
    """The analyses in a folder, one file each.

    folder   -- the folder, which need not exist.
    identity -- the identity of the analyst, as in `Engine.identity`; analyses by other analysts are not
                returned.

    A file that cannot be read, or that does not match the game, is ignored.
    """

    folder: Path
    identity: str

    def load(self, positions: Sequence[Position]) -> GameAnalysis | None:
        """Return the complete analysis of the positions of a game, or None if it is not stored."""
        path = self._path(positions)
        try:
            content = parse_json(read_regular_file(path, MAX_TEXT_SIZE, "a cached analysis").decode())
            judged, words = content
            known = [_judgment(data, position) for data, position in zip(judged, positions, strict=True)]
            explained = {_move_number(key): MistakeWords(*map(_text, texts)) for key, *texts in words}
        except (ValueError, TypeError):
            return None
        analysis = GameAnalysis(positions)
        analysis.judgments[:], analysis.first_leads[:] = zip(*known, strict=True)
        analysis.words.update(explained)
        analysis.is_complete = True
        return analysis

    def store(self, analysis: GameAnalysis) -> None:
        """Store an analysis, if possible, and remove the oldest analyses if there are too many."""
        judged = list(map(_as_data, analysis.judgments, analysis.first_leads, analysis.positions))
        data = [judged, [[number, *words] for number, words in analysis.words.items()]]
        path = self._path(analysis.positions)
        with suppress(OSError):
            make_folder(self.folder)
            with hold_file_lock(path):
                write_atomically(path, json.dumps(data).encode())
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
        facts = sgf_functions(game).start_properties(positions[0])
        boards = [(position.diagram().rows, int(position.to_move)) for position in positions]
        key = repr((self.identity, _METHOD, game.display_name, sorted(facts.items()), boards))
        return self.folder / f"analysis-{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def _as_data(judgment: Analysis | None, first_lead: float | None, position: Position) -> list[object] | None:
    """Return a judgment as JSON data, with the moves of its principal variation as text; None for none."""
    if judgment is None:
        return None
    words = format_variation(position, judgment.pv)
    return [judgment.win_rate, judgment.score_lead, judgment.visits, first_lead, words]


def _judgment(data: object, position: Position) -> tuple[Analysis | None, float | None]:
    """Return a judgment and the first lead from JSON data.  Raise ValueError or TypeError if invalid."""
    if data is None:
        return None, None
    if not isinstance(data, list):
        raise TypeError("a judgment is a list")
    rate, lead, visits, first, words = data
    for word in words:
        position.parse_partial_move(str(word))  # raises UserError, a ValueError, if invalid
    line = leading_legal_moves(position, map(str, words))
    found = judgment_of(line, _number(rate, 0, 1), _lead(lead), int(_number(visits, 1, _MAX_VISITS)))
    return found, _lead(first)


def _text(data: object) -> str:
    """Return JSON data as a text of one line.  Raise TypeError if it is no text."""
    if not isinstance(data, str):
        raise TypeError("not a text")
    return sanitize(data)


def _move_number(data: object) -> int:
    """Return JSON data as the number of a move.  Raise ValueError if it is none."""
    return int(_number(data, 1, _MAX_VISITS))


def _lead(data: object) -> float | None:
    """Return JSON data as a lead, None if it is unknown.  Raise ValueError if it is not a plausible lead."""
    return None if data is None else _number(data, -_MAX_LEAD, _MAX_LEAD)


def _number(data: object, lowest: float, highest: float) -> float:
    """Return JSON data as a number.  Raise ValueError unless it is a number between two bounds."""
    if isinstance(data, bool) or not isinstance(data, int | float) or not lowest <= data <= highest:
        raise ValueError("not a plausible number")
    return float(data)
