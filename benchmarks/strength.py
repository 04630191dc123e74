"""Playing strength: `python -m benchmarks.strength GAME PLAYER OPPONENT [GAMES] [SIZE] [OPTION=VALUE ...]`.

Players are named as on the command line: `search:5`, `classic`, or the command of a GTP engine.  In addition,
`greedy` looks one move ahead (Amazons, Tanbo).  Colors alternate.  Prints a line of JSON: the games PLAYER
won, where a tie counts as half a win, and the time of each player per move, in CPU seconds of this process
and in units (1,000 rounds of `x = (x * 137 + i) % 3833`).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from benchmarks.decisions import unit
from gnugo_py.app.players import Engines
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.judge import dead_stones
from gnugo_py.engines.search.alphabeta import AlphaBetaEngine
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color


class Greedy(Engine):
    """An engine that plays the move with the best evaluation; the first of equals."""

    def __init__(self, game: Game) -> None:
        search = SearchEngine(game, 1)
        assert isinstance(search, AlphaBetaEngine), "greedy needs a game with alpha-beta search"
        self._search = search

    def choose(self, position: Position, memory: None = None) -> Decision[Any]:
        """Return the move with the best evaluation."""
        state = self._search.state.from_position(position)
        branches, _ = state.ordered_children(10**6)
        return Decision(state.move(branches[0].code))


class Cost(NamedTuple):
    """CPU seconds and number of moves."""

    seconds: float = 0.0
    moves: int = 0


def play(players: Mapping[Color, Engine], start: Position, costs: dict[Color, Cost]) -> Position:
    """Play a game to its end, add its costs to `costs`, and return the last position."""
    position = start
    memories: dict[Color, object] = dict.fromkeys(Color)
    while not position.is_over:
        color = position.to_move
        began = time.process_time()
        decision = players[color].choose(position, memories[color])
        costs[color] = Cost(costs[color].seconds + time.process_time() - began, costs[color].moves + 1)
        memories[color] = decision.memory
        position = position.play_unchecked(decision.move)
    return position


def bout(name: str, names: tuple[str, str], number: int, asked: dict[str, object]) -> dict[str, object]:
    """Play games between two engines with some options, and return the results."""
    game = GAMES[name].load()
    start = game.start({**game.default_match_options, **asked}).with_move_limit()
    engines = Engines()
    first, second = (Greedy(game) if each == "greedy" else engines.named(each, game) for each in names)
    won, taken = 0.0, {Color.BLACK: Cost(), Color.WHITE: Cost()}
    for each in range(number):
        mine = Color(each % 2)
        players = {mine: first.with_seed(each), mine.opponent: second.with_seed(each)}
        costs = {mine: taken[Color.BLACK], mine.opponent: taken[Color.WHITE]}
        end = play(players, start, costs)
        outcome = end.outcome(dead_stones(end))
        assert outcome is not None
        taken = {Color.BLACK: costs[mine], Color.WHITE: costs[mine.opponent]}
        won += 0.5 if outcome.winner is None else outcome.winner is mine
        print(f"{each + 1}: {won:g} won", file=sys.stderr, flush=True)
    engines.close()
    seconds = [cost.seconds / max(cost.moves, 1) for cost in taken.values()]
    return {
        "game": name,
        **start.start_options(),
        "player": names[0],
        "against": names[1],
        "games": number,
        "won": won,
        "seconds_a_move": [round(each, 3) for each in seconds],
        "units_a_move": [round(each / unit()) for each in seconds],
    }


def _value(text: str) -> object:
    """Return a text as a number if it is one, else unchanged."""
    return float(text) if text.lstrip("-").replace(".", "", 1).isdecimal() else text


def main() -> None:
    """Play the games and print the result."""
    name, player, opponent, *rest = sys.argv[1:]
    asked: dict[str, object] = {"size": int(rest[1])} if len(rest) > 1 else {}
    asked |= {name: _value(text) for name, _, text in (word.partition("=") for word in rest[2:])}
    print(json.dumps(bout(name, (player, opponent), int(rest[0]) if rest else 20, asked)))


if __name__ == "__main__":
    main()
