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


class Row(NamedTuple):
    """A game, or the first moves of one.

    moves  -- as in `training.data`.
    winner -- 1 if Black won, -1 if White won.
    """

    moves: list[int]
    winner: int


class Label(NamedTuple):
    """What the engine says of a position; policy and ownership row by row, score and ownership Black's."""

    policy: NDArray[np.uint8]
    ownership: NDArray[np.int8]
    score: float


def read_games(paths: Iterable[Path], size: int) -> Iterator[Row]:
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


def _game(positions: Sequence[Any], result: str, size: int) -> Row | None:
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
    return Row(moves, 1 if result[0] == "B" else -1)


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


def save_labelled(out: Path, rows: Iterable[Row], engine: str, size: int, view: str) -> None:
    """Ask the engine about the positions at the ends of the rows, and write a source.

    engine -- the command of an engine with KataGo's analysis JSON.
    view   -- as in `parse_answer`.
    """
    kept: list[Row] = []
    labels: list[Label] = []
    command, pipe = shlex.split(engine), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for row in rows:
            answer = ask((run.stdin, run.stdout), query(str(len(kept)), row.moves, size))
            labels.append(parse_answer(answer, Color(len(row.moves) % 2), view))
            kept.append(row)
    np.savez_compressed(
        out,
        moves=np.array([move for row in kept for move in row.moves], np.uint16),
        offsets=np.cumsum([0, *(len(row.moves) for row in kept)], dtype=np.uint32),
        policy=np.stack([label.policy for label in labels]),
        ownership=np.stack([label.ownership for label in labels]),
        score=np.array([label.score for label in labels], np.float16),
        winner=np.array([row.winner for row in kept], np.int8),
    )


def drawn_positions(games: Iterable[Row], number: int, chance: np.random.Generator) -> Iterator[Row]:
    """Yield the moves that lead to some positions of each game."""
    for game in games:
        for at in sorted(chance.choice(len(game.moves) + 1, number)):
            yield game._replace(moves=game.moves[: int(at)])


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
    games = read_games(given.files, given.size)
    rows = drawn_positions(games, given.positions, np.random.default_rng(1))
    save_labelled(given.out, rows, given.engine, given.size, given.view)


if __name__ == "__main__":
    main()
