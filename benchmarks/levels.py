"""Matches of each level against the one two below: `python -m benchmarks.levels FILE [GAME:SIZE:UPPER] ...`.

Plays up to 40 games for each pair on the command line (default: all pairs), and stops as soon as it is
certain whether the upper level wins 70% of them.  The results are stored in FILE as JSON, one character per
game: the upper level won (`1`), lost (`0`) or tied (`=`).  The games can thus be played in several runs, and
by several processes if each has pairs of its own.  Prints the contents of FILE.

Both levels resign lost games.  A game depends only on its number and on the two levels, so it can be
repeated, also with PyPy, which takes half the time except in Go.  The search limits of both levels are part
of the key, so games with other limits are not counted.  If the search of a game changes, delete its lines
from FILE.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import Cost, play
from gnugo_py.core.game import final_outcome
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, dead_stones
from gnugo_py.core.types import Color
from gnugo_py.engines.search.alphabeta import AlphaBetaGame
from gnugo_py.engines.search.engine import SearchEngine, search_for
from gnugo_py.engines.search.go_mcts import level_visits
from gnugo_py.engines.search.result import GuidedGame

N_GAMES, ENOUGH = 40, 28
"""Number of games per pair, and number of wins that the upper level needs: 70%."""
SIZES = {"go": 9, "hex": 11, "amazons": 10, "tanbo": 9}
OPTIONS = {"hex": {"first-move": "swap"}}
"""Without the swap rule, the first player would win most games of Hex."""


class Pair(NamedTuple):
    """A level and the level two below it, in a game on a board size."""

    game: str
    size: int
    upper: int

    @property
    def name(self) -> str:
        """The key in the file, with the search limits of both levels."""
        limits = " - ".join(map(str, self.limits()))
        return f"{self.game} {self.size}: {self.upper} - {self.upper - 2} ({limits})"

    @property
    def start(self) -> Position:
        """The start position of its games."""
        game = GAMES[self.game].load()
        options = {**game.match_defaults, "size": self.size, **OPTIONS.get(self.game, {})}
        return game.with_move_limit(game.start(options))

    def limits(self) -> list[int]:
        """Return the search limits of both levels: evaluated positions or playouts."""
        search, levels = search_for(GAMES[self.game].load()), (self.upper, self.upper - 2)
        if isinstance(search, AlphaBetaGame):
            return [search.budgets[level - 1] for level in levels]
        if isinstance(search, GuidedGame):
            return [level_visits(level, self.size) for level in levels]
        assert search is not None
        return [search.playouts(level, self.start) for level in levels]

    def played(self, number: int) -> str:
        """Play a game and return its character. The upper level has Black in even-numbered games."""
        game = GAMES[self.game].load()
        mine = Color(number % 2)
        levels = {mine: self.upper, mine.opponent: self.upper - 2}
        players = {color: SearchEngine(game, levels[color], number, can_resign=True) for color in Color}
        end = play(players, self.start, dict.fromkeys(Color, Cost()))
        winner = final_outcome(game, end, dead_stones(game, end)).winner
        return "=" if winner is None else "1" if winner is mine else "0"


def pairs_of(name: str) -> list[Pair]:
    """Return the pairs of GAME:SIZE:UPPER, or all pairs of GAME:SIZE or GAME."""
    game, size, upper = (*name.split(":"), "", "")[:3]
    return [Pair(game, int(size or SIZES[game]), each) for each in ([int(upper)] if upper else range(3, 10))]


def won_of(signs: str) -> float:
    """Return the number of games won; a tie counts as half a win."""
    return signs.count("1") + signs.count("=") / 2


def is_sure(signs: str) -> bool:
    """Return whether the remaining games cannot change the verdict."""
    return won_of(signs) >= ENOUGH or won_of(signs) + N_GAMES - len(signs) < ENOUGH


def kept(path: Path) -> dict[str, str]:
    """Return the contents of a file: the results of each pair, one character per game."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def keep(path: Path, found: dict[str, str]) -> None:
    """Write a file atomically."""
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(dict(sorted(found.items())), indent=0) + "\n", encoding="utf-8")
    new.replace(path)


def main() -> None:
    """Play the missing games and print the contents of the file."""
    file, *names = sys.argv[1:]
    path = Path(file)
    pairs = [pair for name in names or SIZES for pair in pairs_of(name)]
    for pair in pairs:
        while not is_sure(signs := kept(path).get(pair.name, "")):
            sign = pair.played(len(signs))
            keep(path, {**kept(path), pair.name: signs + sign})
    for name, signs in kept(path).items():
        shown = "" if not is_sure(signs) else ", at least 70%" if won_of(signs) >= ENOUGH else ", below 70%"
        print(f"{name}: {won_of(signs):g} of {len(signs)}{shown}")


if __name__ == "__main__":
    main()
