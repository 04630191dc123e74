"""Whether each level beats the one two below: `python -m benchmarks.levels FILE [GAME:SIZE:UPPER] ...`.

Plays what is missing of 40 games for each pair that is named, of all pairs where none is, until it is sure
whether seven of ten are won.  Keeps the results in FILE, as JSON: a sign for each game the upper level won
(`1`), lost (`0`) or tied (`=`).  So hours of games can be played in pieces, and by several processes, each
with pairs of its own.  Prints what FILE holds.

Both sides give up what is lost.  A game depends on its number and on both levels alone, so any of them can be
played again, under PyPy as well, which takes half the time but in Go.  What the two levels look at is kept as
well, and games of other limits are not counted; where a game's search itself changes, take its lines out of
FILE.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import Cost, play
from gnugo_py.core.game import judged
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Side
from gnugo_py.engines.search.alphabeta import BranchSearch
from gnugo_py.engines.search.engine import SearchPlayer, search_for

GAMES, ENOUGH = 40, 28
"""So many games, and so many of them are seven of ten."""
SIZES = {"go": 9, "hex": 11, "amazons": 10, "tanbo": 9}
OPTIONS = {"hex": {"first-move": "swap"}}
"""Without a swap, who begins would win most games of Hex."""


class Pair(NamedTuple):
    """A level and the one two below, in a game on a board."""

    game: str
    size: int
    upper: int

    @property
    def name(self) -> str:
        """What it is called in the file, with how much each of the two looks at."""
        limits = " - ".join(map(str, self.limits()))
        return f"{self.game} {self.size}: {self.upper} - {self.upper - 2} ({limits})"

    @property
    def start(self) -> Position:
        """Where its games begin."""
        game = CATALOG[self.game].load()
        options = {**game.between_programs, "size": self.size, **OPTIONS.get(self.game, {})}
        return game.bounded(game.start(options))

    def limits(self) -> list[int]:
        """How much each of the two looks at: positions that are evaluated, or random games."""
        search, levels = search_for(CATALOG[self.game].load()), (self.upper, self.upper - 2)
        if isinstance(search, BranchSearch):
            return [search.budgets[level - 1] for level in levels]
        assert search is not None
        return [search.playouts(level, self.start) for level in levels]

    def played(self, number: int) -> str:
        """The sign of a game; the upper level's colour changes from number to number."""
        game = CATALOG[self.game].load()
        mine = Side(number % 2)
        levels = {mine: self.upper, mine.other: self.upper - 2}
        players = {side: SearchPlayer(game, levels[side], number, resigns=True) for side in Side}
        winner = judged(game, play(players, self.start, dict.fromkeys(Side, Cost()))).winner
        return "=" if winner is None else "1" if winner is mine else "0"


def pairs_of(name: str) -> list[Pair]:
    """The pairs of GAME:SIZE:UPPER; of GAME:SIZE and of GAME all there are."""
    game, size, upper = (*name.split(":"), "", "")[:3]
    return [Pair(game, int(size or SIZES[game]), each) for each in ([int(upper)] if upper else range(3, 10))]


def won_of(signs: str) -> float:
    """How many games were won, a tie being half of one."""
    return signs.count("1") + signs.count("=") / 2


def is_sure(signs: str) -> bool:
    """Whether the games to come cannot change if there are enough."""
    return won_of(signs) >= ENOUGH or won_of(signs) + GAMES - len(signs) < ENOUGH


def kept(path: Path) -> dict[str, str]:
    """What a file holds: by a pair's name, a sign for each of its games."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def keep(path: Path, found: dict[str, str]) -> None:
    """Write a file, whole or not at all."""
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(dict(sorted(found.items())), indent=0) + "\n", encoding="utf-8")
    new.replace(path)


def main() -> None:
    """Play, and print what there is."""
    file, *names = sys.argv[1:]
    path = Path(file)
    pairs = [pair for name in names or SIZES for pair in pairs_of(name)]
    for pair in pairs:
        while not is_sure(signs := kept(path).get(pair.name, "")):
            sign = pair.played(len(signs))
            keep(path, {**kept(path), pair.name: signs + sign})
    for name, signs in kept(path).items():
        told = "" if not is_sure(signs) else ", enough" if won_of(signs) >= ENOUGH else ", too few"
        print(f"{name}: {won_of(signs):g} of {len(signs)}{told}")


if __name__ == "__main__":
    main()
