"""Recorded games of the original through a GTP server, with moves taken back and with saving and loading.

`python -m benchmarks.gtp_games FILE ...` plays all games of the files, takes the last moves back after every
seventh one and plays them again, continues after every eleventh one in a new server from the saved file, and
compares every move and every decision with the record.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TypeAlias

from benchmarks.replay import Different, Game, games
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.games.go.rules import new_game_handicap_points
from gnugo_py.games.go.vertex import format_vertex
from tests.support.gtp_server import ServerHere

FINDERS = ("attack", "defend", "pattern", "tries", "rng")
MOVES_BETWEEN_UNDO, MOVES_TAKEN_BACK, MOVES_BETWEEN_FILES = 7, 5, 11
Turn: TypeAlias = list[tuple[str, object]]
"""The commands of a turn, each with the expected response, as text or as JSON data."""


def opening_commands(game: Game) -> list[str]:
    """Return the commands that begin a recorded game: the board, the seed, and handicap stones."""
    stones = [format_vertex(point, 19) for point in new_game_handicap_points(game["handicap"], 19)]
    handicap = [f"set_free_handicap {' '.join(stones)}"] if stones else []
    if len(stones) == 1:
        handicap = [f"gogui-setup b {stones[0]}"]
    return ["boardsize 19", f"set_random_seed {game['seed']}", *handicap]


def turns(game: Game) -> list[Turn]:
    """Return the turns of a recorded game; the user's illegal moves are turns, too."""
    user, computer = ("b", "w") if game["user"] == "b" else ("w", "b")
    found: list[Turn] = []
    for kind, vertex, *facts in game["events"]:
        if kind == "c":
            decision = {"move": vertex, **{name: facts[0][name] for name in FINDERS}}
            found.append([(f"genmove {computer}", vertex), ("gnugopy-decision", decision)])
        else:
            found.append([(f"play {user} {vertex}", "? illegal move" if kind == "i" else "")])
    return found


def run_turn(server: ServerHere, turn: Turn) -> bool:
    """Send the commands of a turn, and return whether a move was made.

    Raise Different at the first response that is not the expected one.
    """
    for command, expected in turn:
        response = server(command)
        ours = json.loads(response) if response.startswith("{") else response
        if ours != expected:
            raise Different(f"{command}: ours {ours}, original {expected}")
    return turn[0][1] != "? illegal move"


def play_interrupted(game: Game, path: Path) -> int:
    """Play a recorded game with interruptions, and return the number of decisions that were compared.

    path -- the file that is written and read.
    """
    server, made, decisions = _new_server(), list[Turn](), 0
    server(*opening_commands(game))
    for turn in turns(game):
        if not run_turn(server, turn):
            continue
        made.append(turn)
        decisions += len(turn) > 1
        if len(made) % MOVES_BETWEEN_UNDO == 0:
            server(f"gg-undo {MOVES_TAKEN_BACK}")
            for again in made[-MOVES_TAKEN_BACK:]:
                run_turn(server, again)
                decisions += len(again) > 1
        if len(made) % MOVES_BETWEEN_FILES == 0:
            server(f"printsgf {path}")
            server = _new_server()
            server(f"loadsgf {path}")
    return decisions


def _new_server() -> ServerHere:
    return ServerHere(classic_engine(1), options={"rules": "gnugo-1.1"})


def main() -> None:
    """Play the games of the files named on the command line."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:]:
            played, decisions = games(Path(name)), 0
            for number, game in enumerate(played, 1):
                try:
                    decisions += play_interrupted(game, Path(folder, "game.sgf"))
                except Different as difference:
                    sys.exit(f"{name}, game {number}, {difference}")
            print(f"{name}: {len(played)} games, {decisions} decisions, all equal")


if __name__ == "__main__":
    main()
