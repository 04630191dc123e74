"""Matches between levels of search: `python -m benchmarks.levels FILE [GAMES] [GAME:SIZE[:UPPER]] ...`.

In Go, each level plays the one below it on 9x9, 30 games, and the one two below it on 19x19, 12 games.  In
the other games, each level plays the one two below it, up to 40 games, until it is certain whether it wins
70% of them.  The results are stored in FILE as JSON, one character per game: the upper level won (`1`),
lost (`0`) or tied (`=`).  The games can thus be played in several runs, and by several processes if each has
pairs of its own.  With the number GAMES, at most that many games are played.  Prints the contents of FILE.

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
from gnugo_py.engines.judge import dead_stones
from gnugo_py.engines.search.alphabeta import AlphaBetaEngine
from gnugo_py.engines.search.go_search import LEVELS
from gnugo_py.engines.search.hex_search import playouts_of_level
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color


class Series(NamedTuple):
    """How the levels of a game are compared on a board size.

    below   -- how many levels the lower one is below the upper one.
    games   -- number of games per pair.
    enough  -- number of wins with which the series ends early, None to play all games.
    """

    below: int
    games: int
    enough: int | None = None


SERIES = {
    ("go", 9): Series(1, 30),
    ("go", 19): Series(2, 12),
    ("hex", 11): Series(2, 40, 28),
    ("amazons", 10): Series(2, 40, 28),
    ("tanbo", 9): Series(2, 40, 28),
}
"""By game and board size."""
OPTIONS = {"hex": {"first-move": "swap"}}
"""Without the swap rule, the first player would win most games of Hex."""


class Pair(NamedTuple):
    """A level and a lower level, in a game on a board size."""

    game: str
    size: int
    upper: int

    @property
    def series(self) -> Series:
        """How the levels are compared."""
        return SERIES[self.game, self.size]

    @property
    def lower(self) -> int:
        """The lower level."""
        return self.upper - self.series.below

    @property
    def name(self) -> str:
        """The key in the file, with the search limits of both levels."""
        limits = " - ".join(map(str, self.limits()))
        return f"{self.game} {self.size}: {self.upper} - {self.lower} ({limits})"

    @property
    def start(self) -> Position:
        """The start position of its games."""
        game = GAMES[self.game].load()
        options = {**game.default_match_options, "size": self.size, **OPTIONS.get(self.game, {})}
        return game.start(options).with_move_limit()

    def limits(self) -> list[int]:
        """Return the search limits of both levels: evaluated positions or playouts."""
        search, levels = SearchEngine(GAMES[self.game].load(), 1), (self.upper, self.lower)
        if isinstance(search, AlphaBetaEngine):
            return [search.budgets[level - 1] for level in levels]
        if search.has_network:
            return [LEVELS[level - 1].visits_for_board_size(self.size) for level in levels]
        return [playouts_of_level(level, self.size) for level in levels]

    def played(self, number: int) -> str:
        """Play a game and return its character. The upper level has Black in even-numbered games."""
        game = GAMES[self.game].load()
        mine = Color(number % 2)
        levels = {mine: self.upper, mine.opponent: self.lower}
        players = {color: SearchEngine(game, levels[color], number, can_resign=True) for color in Color}
        end = play(players, self.start, dict.fromkeys(Color, Cost()))
        outcome = end.outcome(dead_stones(end))
        assert outcome is not None
        return "=" if outcome.winner is None else "1" if outcome.winner is mine else "0"


def pairs_of(name: str) -> list[Pair]:
    """Return the pairs of GAME:SIZE:UPPER, or all pairs of GAME:SIZE or GAME."""
    wanted, size, upper = (*name.split(":"), "", "")[:3]
    return [
        Pair(game, number, each)
        for (game, number), series in SERIES.items()
        if game == wanted and size in ("", str(number))
        for each in ([int(upper)] if upper else range(1 + series.below, 10))
    ]


def won_of(signs: str) -> float:
    """Return the number of games won; a tie counts as half a win."""
    return signs.count("1") + signs.count("=") / 2


def is_over(signs: str, series: Series) -> bool:
    """Return whether no more games are needed: all are played, or the rest cannot change the verdict."""
    left = series.games - len(signs)
    if series.enough is None:
        return left <= 0
    return won_of(signs) >= series.enough or won_of(signs) + left < series.enough


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
    left = next((int(name) for name in names if name.isdigit()), sys.maxsize)
    names = [name for name in names if not name.isdigit()]
    pairs = [pair for name in names or dict.fromkeys(game for game, _ in SERIES) for pair in pairs_of(name)]
    for pair in pairs:
        while left and not is_over(signs := kept(path).get(pair.name, ""), pair.series):
            left -= 1
            sign = pair.played(len(signs))
            keep(path, {**kept(path), pair.name: signs + sign})
    for name, signs in kept(path).items():
        print(f"{name}: {won_of(signs):g} of {len(signs)}")


if __name__ == "__main__":
    main()
