"""Make training data from SGF collections, labelled by an engine that speaks KataGo's analysis JSON.

    python -m training.collect OUT.npz --engine "katago analysis -model ... -config ..." FILE.sgf ...

Every game of Go on the wanted board is taken that begins on the empty board with Black and has a winner; from
each some positions are drawn and sent to the engine at one visit.  The result is a `labelled` source.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.types import Color, Pass, Play, UserError
from gnugo_py.record.sgf_parser import root_properties_by_game
from gnugo_py.record.sgf_reader import parse_game

KOMI = 6.5


class Game(NamedTuple):
    """A game: its moves as in `training.data`, and 1 if Black won, -1 if White won."""

    moves: list[int]
    winner: int


class Label(NamedTuple):
    """What the engine says of a position; policy and ownership row by row, score and ownership Black's."""

    policy: NDArray[np.uint8]
    ownership: NDArray[np.int8]
    score: float


def read_games(paths: Iterable[Path], size: int) -> Iterator[Game]:
    """Yield the games of SGF files that have a winner; problems are printed and skipped."""
    for path in paths:
        try:
            content = path.read_bytes()
            numbers = range(1, len(root_properties_by_game(content)) + 1)
        except (OSError, UserError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        for number in numbers:
            try:
                tree = parse_game(content, number)
                warnings = tree.play_warnings()
            except UserError as error:
                print(f"{path}, game {number}: {error}", file=sys.stderr)
                continue
            if warnings:
                print(f"{path}, game {number}: {' '.join(warnings)}", file=sys.stderr)
                continue
            game = _game(tree.positions(), tree.root.value("RE"), size)
            if game is not None:
                yield game


def _game(positions: Sequence[Any], result: str, size: int) -> Game | None:
    """Return a game, or None if it does not fit."""
    start = positions[0]
    fits = (
        isinstance(start, GoPosition) and start.size == size and not (start.board.black or start.board.white)
    )
    if not fits or result[:2] not in ("B+", "W+"):
        return None
    moves = []
    for number, position in enumerate(positions[1:]):
        if position.last_color is not Color(number % 2):
            return None
        move = position.last_move
        if isinstance(move, Play):
            row, column = divmod(move.points[0], size + 1)
            moves.append(row * size + column)
        elif isinstance(move, Pass):
            moves.append(size * size)
    return Game(moves, 1 if result[0] == "B" else -1)


def query(name: str, moves: list[int], size: int) -> dict[str, object]:
    """Return a question to the engine, as an object for JSON."""
    played = []
    for number, move in enumerate(moves):
        vertex = (
            "pass" if move == size * size else format_vertex(move // size * (size + 1) + move % size, size)
        )
        played.append(["BW"[number % 2], vertex])
    return {
        "id": name,
        "moves": played,
        "rules": "japanese",
        "komi": KOMI,
        "boardXSize": size,
        "boardYSize": size,
        "maxVisits": 1,
        "includePolicy": True,
        "includeOwnership": True,
    }


def parse_answer(answer: dict[str, Any], to_move: Color, view: str) -> Label:
    """Return the label in an answer of the engine.

    view -- whose view the engine reports: `black`, `white` or `to-move`; in KataGo a setting,
            `reportAnalysisWinratesAs`.

    Raise KeyError if the answer has no policy or no ownership.
    """
    shares = np.maximum(np.asarray(answer["policy"], np.float64), 0)
    sign = -1 if view == "white" or (view == "to-move" and to_move) else 1
    lead = float(answer["rootInfo"]["scoreLead"]) * sign + KOMI
    owners = np.rint(np.asarray(answer["ownership"]) * 8 * sign)
    return Label(np.rint(shares / shares.max() * 255).astype(np.uint8), owners.astype(np.int8), lead)


def ask(engine: tuple[IO[str], IO[str]], question: dict[str, object]) -> dict[str, Any]:
    """Send a question to the engine and return its answer."""
    stdin, stdout = engine
    stdin.write(json.dumps(question) + "\n")
    stdin.flush()
    for line in stdout:
        answer: dict[str, Any] = json.loads(line)
        if answer.get("id") == question["id"]:
            return answer
    raise EOFError("the engine has ended")


def main() -> None:
    """Read the games, ask the engine, and write the data."""
    parser = argparse.ArgumentParser(description="Make training data from SGF files.")
    parser.add_argument("out", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument(
        "--engine", required=True, help="the command of an engine with KataGo's analysis JSON"
    )
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--positions", type=int, default=4, help="positions of each game")
    parser.add_argument("--view", choices=["black", "white", "to-move"], default="black")
    given = parser.parse_args()
    chance = np.random.default_rng(1)
    rows: list[list[int]] = []
    labels: list[Label] = []
    winners: list[int] = []
    with subprocess.Popen(
        shlex.split(given.engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for game in read_games(given.files, given.size):
            for at in sorted(chance.choice(len(game.moves) + 1, given.positions())):
                moves = game.moves[: int(at)]
                answer = ask((process.stdin, process.stdout), query(str(len(rows)), moves, given.size))
                labels.append(parse_answer(answer, Color(len(moves) % 2), given.view))
                rows.append(moves)
                winners.append(game.winner)
    np.savez_compressed(
        given.out,
        moves=np.array([move for moves in rows for move in moves], np.uint16),
        offsets=np.cumsum([0, *map(len, rows)], dtype=np.uint32),
        policy=np.stack([label.policy for label in labels]),
        ownership=np.stack([label.ownership for label in labels]),
        score=np.array([label.score for label in labels], np.float16),
        winner=np.array(winners, np.int8),
    )


if __name__ == "__main__":
    main()
