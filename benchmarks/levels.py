"""Levels against each other: `python -m benchmarks.levels GAME HIGHER LOWER [GAMES] [SIZE]`.

Colours change after every game.  Prints a line of JSON: how many the higher level won, and what each takes
for a move, in seconds of CPU and in units (1,000 rounds of `x = (x * 137 + i) % 3833`).
"""

from __future__ import annotations

import json
import sys
import time

from gnugo_py.games.catalog import CATALOG
from gnugo_py.games.contract import Side
from gnugo_py.games.game import judged
from gnugo_py.players.search.player import SearchPlayer


def unit() -> float:
    """Seconds of CPU of a unit, the best of several."""
    best = 1.0
    for _ in range(20):
        began, x = time.process_time(), 1
        for i in range(1000):
            x = (x * 137 + i) % 3833
        best = min(best, time.process_time() - began)
    return best


def bout(name: str, levels: tuple[int, int], number: int, size: int | None) -> dict[str, object]:
    """Games between two levels."""
    game = CATALOG[name].load()
    options = {**game.between_programs, **({"size": size} if size else {})}
    start = game.bounded(game.start(options))
    won, seconds, moves = 0.0, [0.0, 0.0], [0, 0]
    for each in range(number):
        higher = Side(each % 2)
        players = {
            higher: SearchPlayer(game, levels[0], each),
            higher.other: SearchPlayer(game, levels[1], each),
        }
        position = start
        while not position.over:
            which = int(position.to_move is not higher)
            began = time.process_time()
            move = players[position.to_move].choose(position, None).move
            seconds[which] += time.process_time() - began
            moves[which] += 1
            position = position.play(move)
        winner = judged(game, position).winner
        won += 0.5 if winner is None else winner is higher
        print(f"{each + 1}: {won:g} won", file=sys.stderr)
    taken = [seconds[which] / moves[which] for which in (0, 1)]
    length = unit()
    return {
        "game": name,
        "size": start.size,
        "levels": levels,
        "games": number,
        "won": won,
        "seconds_a_move": [round(each, 3) for each in taken],
        "units_a_move": [round(each / length) for each in taken],
    }


def main() -> None:
    """Play, and print the result."""
    name, higher, lower, *rest = sys.argv[1:]
    number, size = int(rest[0]) if rest else 20, int(rest[1]) if len(rest) > 1 else None
    print(json.dumps(bout(name, (int(higher), int(lower)), number, size)))


if __name__ == "__main__":
    main()
