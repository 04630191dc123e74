"""How strong a player is: `python -m benchmarks.strength GAME PLAYER OPPONENT [GAMES] [SIZE] [OPTION=VALUE]`.

Players are named as on the command line: `search:5`, `classic`, or the command of a GTP engine; besides,
`greedy` looks one move ahead (Amazons, Tanbo), and `uct:1000` searches a tree of so many games played at
random without knowing anything of the game.  Colours change after every game.  Prints a line of JSON: the
games PLAYER won, a tie being half of one, and what each of the program's own players takes for a move, in
seconds of CPU and in units (1,000 rounds of `x = (x * 137 + i) % 3833`).
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any, NamedTuple, TypeAlias

from benchmarks.decisions import unit
from benchmarks.plain_uct import PlainUct
from gnugo_py.app.opponents import Engines
from gnugo_py.core.game import Game, judged
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Side
from gnugo_py.engines.engine import Choice
from gnugo_py.engines.search.alphabeta import BranchSearch
from gnugo_py.engines.search.engine import search_for

Chooser: TypeAlias = Any
"""A `Player` of the program, or a reference that has no more than `choose`, `fresh_memory` and `reseed`."""


class Greedy:
    """Makes the move whose position is evaluated best, the first of equals."""

    def __init__(self, game: Game) -> None:
        search = search_for(game)
        assert isinstance(search, BranchSearch), "greedy plays what is searched by evaluation"
        self._search = search

    def reseed(self, seed: int) -> Greedy:
        """Itself."""
        return self

    def fresh_memory(self) -> None:
        """Nothing."""

    def choose(self, position: Position, memory: None) -> Choice[Any]:
        """The best of all moves."""
        branches, _ = self._search.begin(position).branches(10**6)
        return Choice(self._search.move_of(branches[0].code, position), (), None)


class Cost(NamedTuple):
    """CPU seconds and moves so far."""

    seconds: float = 0.0
    moves: int = 0


def player_of(name: str, game: str, engines: Engines) -> Chooser:
    """The player of a name."""
    loaded = CATALOG[game].load()
    if name == "greedy":
        return Greedy(loaded)
    if name.startswith("uct:"):
        return PlainUct(loaded, int(name.removeprefix("uct:")))
    return engines.player(name, game, None)


def play(players: dict[Side, Chooser], start: Position, costs: dict[Side, Cost]) -> Position:
    """A game to its end, its costs added."""
    position = start
    memories: dict[Side, object] = {side: players[side].fresh_memory() for side in Side}
    while not position.over:
        side = position.to_move
        began = time.process_time()
        choice = players[side].choose(position, memories[side])
        costs[side] = Cost(costs[side].seconds + time.process_time() - began, costs[side].moves + 1)
        memories[side] = choice.memory
        position = position.play(choice.move)
    return position


def bout(name: str, names: tuple[str, str], number: int, asked: dict[str, object]) -> dict[str, object]:
    """Games between two players, with the options that were asked for."""
    game = CATALOG[name].load()
    start = game.bounded(game.start({**game.between_programs, **asked}))
    engines = Engines()
    first, second = (player_of(each, name, engines) for each in names)
    won, taken = 0.0, {Side.BLACK: Cost(), Side.WHITE: Cost()}
    for each in range(number):
        mine = Side(each % 2)
        players = {mine: first.reseed(each), mine.other: second.reseed(each)}
        costs = {mine: taken[Side.BLACK], mine.other: taken[Side.WHITE]}
        winner = judged(game, play(players, start, costs)).winner
        taken = {Side.BLACK: costs[mine], Side.WHITE: costs[mine.other]}
        won += 0.5 if winner is None else winner is mine
        print(f"{each + 1}: {won:g} won", file=sys.stderr, flush=True)
    engines.close()
    seconds = [cost.seconds / max(cost.moves, 1) for cost in taken.values()]
    return {
        "game": name,
        **game.settings(start),
        "player": names[0],
        "against": names[1],
        "games": number,
        "won": won,
        "seconds_a_move": [round(each, 3) for each in seconds],
        "units_a_move": [round(each / unit()) for each in seconds],
    }


def _value(text: str) -> object:
    """A number if it is one, else the text itself."""
    return float(text) if text.lstrip("-").replace(".", "", 1).isdecimal() else text


def main() -> None:
    """Play, and print the result."""
    name, player, opponent, *rest = sys.argv[1:]
    asked: dict[str, object] = {"size": int(rest[1])} if len(rest) > 1 else {}
    asked |= {name: _value(text) for name, _, text in (word.partition("=") for word in rest[2:])}
    print(json.dumps(bout(name, (player, opponent), int(rest[0]) if rest else 20, asked)))


if __name__ == "__main__":
    main()
