"""The search engine against OpenSpiel: `python -m benchmarks.openspiel GAME LEVEL SIMULATIONS [GAMES]`.

GAME is hex or amazons.  OpenSpiel (`pip install open_spiel`) runs SIMULATIONS simulations per move with
random playouts and its solver enabled.  Colors alternate.  Prints a line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from typing import Any

from gnugo_py.core.bitboard import point_at, row_and_column
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, Play
from gnugo_py.engines.search.engine import SearchEngine

NAMES = {"hex": "hex(board_size={})", "amazons": "amazons(board_size={})"}
EXPLORATION = 2.0


def games(name: str, level: int, simulations: int, number: int) -> dict[str, object]:
    """Play games and return the number of wins and the CPU seconds per move."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    game = GAMES[name].load()
    start = game.start(dict(game.default_match_options))
    size = len(start.diagram().rows)
    other = pyspiel.load_game(NAMES[name].format(size))
    won, seconds, moves = 0, 0.0, 0
    for each in range(number):
        bot = pyspiel.MCTSBot(
            other, pyspiel.RandomRolloutEvaluator(1, each), EXPLORATION, simulations, 500, True, each, False
        )
        mine = Color(each % 2)
        player, position, state = SearchEngine(game, level, each), start, other.new_initial_state()
        while not position.is_over:
            if position.to_move is mine:
                began = time.process_time()
                move = player.choose(position, None).move
                seconds += time.process_time() - began
                moves += 1
                assert isinstance(move, Play)
                for point in move.points:
                    row, column = row_and_column(point, position.size)
                    state.apply_action(row * size + column)
                position = position.play_unchecked(move)
            else:
                position = answered(game, position, state, bot, size)
        assert position.outcome_without_count is not None
        won += position.outcome_without_count.winner is mine
        print(f"{each + 1}: {won} won", file=sys.stderr)
    return {
        "game": name,
        "level": level,
        "against": f"OpenSpiel MCTS {simulations}",
        "games": number,
        "won": won,
        "seconds_a_move": round(seconds / moves, 3),
    }


def answered(game: Game, position: Position, state: Any, bot: Any, size: int) -> Position:
    """Return the position after OpenSpiel's move."""
    points = []
    for _ in game.point_prompts:
        action = bot.step(state)
        state.apply_action(action)
        row, column = divmod(action, size)
        points.append(point_at(row, column, position.size))
    return position.play_unchecked(Play(tuple(points)))


def main() -> None:
    """Play the games and print the result."""
    if find_spec("pyspiel") is None:
        sys.exit("OpenSpiel is not installed; install it with pip install open_spiel")
    name, level, simulations, *rest = sys.argv[1:]
    print(json.dumps(games(name, int(level), int(simulations), int(rest[0]) if rest else 20)))


if __name__ == "__main__":
    main()
