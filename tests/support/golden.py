"""Recorded games of the original."""

import os
from pathlib import Path

from benchmarks.replay import games
from tests.support.paths import DATA

OWN = DATA / "classic_games.jsonl"
RECORDED_GAMES = games(Path(os.environ.get("GNUGO_PY_GOLDEN", OWN)))
