"""What the judge gets right: `python -m benchmarks.judge FOLDER [NETWORK]`.

FOLDER has data of these kinds, each of which is optional; NETWORK is another judge, as for `--network`.

- `reference-*.jsonl`: positions with KataGo's answers: the largest differences of the policy (total
  variation), ownership, lead and win rate.
- `counted_games.jsonl`: games that the players counted: exact margins, winners, and the CPU time of a count.
- `life.jsonl`: life and death, races and sekis, by a search of 16 visits after the right move.
- `kata_mistakes.jsonl` and the games in `kata/`: losses of 4.5 points by KataGo that are listed, and the
  listed ones of which KataGo finds at least one point; and the cost of `analyze`, see `benchmarks.decisions`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

from benchmarks.decisions import unit
from gnugo_py import Color, GoPosition, Network, Play, analyze_game, read_game
from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.engines.judge import dead_stones
from gnugo_py.engines.network import np
from gnugo_py.engines.network.network import judge
from gnugo_py.engines.network_choice import LARGE_FILE, SMALL_FILE, choose_judge
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.engines.search.search_engine import SearchControl
from gnugo_py.games.board import Board
from gnugo_py.games.go.rules import rules_preset
from gnugo_py.games.go.vertex import parse_vertex

VISITS_OF_LIFE = 16
LARGE_LOSS, CONFIRMED_LOSS = 4.5, 1.0
MOVES_OF_A_GAME = 250


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def differences(network: Network, row: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return how far a network is from KataGo's answer: policy, ownership, lead and win rate."""
    size, expected = row["size"], row["katago"]
    position = GoPosition.start(size, rules_preset(row["rules"], size, row["komi"]))
    for move in row["moves"]:
        position = position.play_unchecked(position.ensure_move(move))
    evaluation, policy = network.evaluate(position), np.zeros(size * size + 1)
    for move, share in evaluation.policy.items():
        line, column = divmod(move.points[0], size + 1) if isinstance(move, Play) else (size, 0)
        policy[line * size + column] = share
    known = np.nan_to_num(np.array(expected["policy"], float))
    sign = 1 if position.to_move is Color.WHITE else -1
    owners = np.array(list(evaluation.ownership.values()))
    white = evaluation.results[0 if sign == 1 else 1]
    return (
        float(np.abs(policy - known).sum() / 2),
        float(np.abs(owners + expected["own"]).max()),
        abs(sign * evaluation.lead - expected["whiteLead"]),
        abs(white - expected["whiteWin"]),
    )


def report_answers(folder: Path) -> Iterator[str]:
    """Yield the largest differences from KataGo's answers."""
    for name, file in (("b10c384", LARGE_FILE), ("b6c96", SMALL_FILE)):
        path = folder / f"reference-{name}.jsonl"
        if path.exists():
            found = [differences(Network(file), row) for row in rows(path)]
            worst = ", ".join(f"{max(column):.4f}" for column in zip(*found, strict=True))
            yield f"{name}, {len(found)} positions: policy, ownership, lead, win rate: at most {worst}"


def counted(row: dict[str, Any]) -> tuple[float, float]:
    """Return the margin that is counted, and the CPU time of the count."""
    position = GoPosition.start(19, "japanese")
    for column, line in zip(row["moves"][::2], row["moves"][1::2], strict=True):
        position = position.play_unchecked(Play(((ord(line) - 97) * 20 + ord(column) - 97,)))
    began = time.process_time()
    margin = position.score(dead_stones(position)).margin
    return margin, time.process_time() - began


def report_counts(folder: Path) -> Iterator[str]:
    """Yield how many counts are exact, and how many winners are right."""
    path = folder / "counted_games.jsonl"
    if path.exists():
        games = [(counted(row), row["margin"]) for row in rows(path)]
        exact = sum(margin == known for (margin, _), known in games)
        winners = sum((margin > 0) == (known > 0) for (margin, _), known in games)
        seconds = sum(each for (_, each), _ in games) / len(games)
        yield f"counted games: {exact} exact, {winners} winners of {len(games)}, {seconds:.2f} s each"


def is_judged_right(row: dict[str, Any]) -> bool:
    """Return whether a search after the right move gives a chain to its owner."""
    size, board = row["size"], Board.empty(row["size"])
    for color, name in zip(Color, ("black", "white"), strict=True):
        for vertex in row[name]:
            board = board.with_stone(parse_vertex(vertex, size), color)
    color = Color.BLACK if row["to_move"] == "b" else Color.WHITE
    position = GoPosition.from_board(board, color, rules_preset("chinese", size, 6.5))
    position = position.play(row["moves"][0]) if row["moves"] else position
    search = Mcts(position, judge())
    search.complete_visits(VISITS_OF_LIFE, SearchControl(Event()))
    owners = search.ownership()
    chains = [row["chain"], *([row["other"]] if row["kind"] == "seki" else [])]
    shares = [mean_ownership(owners, 1 << parse_vertex(each, size), Color.BLACK) for each in chains]
    if row["kind"] != "seki":
        return (shares[0] > 0) is (row["owner"] == "b")
    return all((share > 0) is (each in row["black"]) for share, each in zip(shares, chains, strict=True))


def report_life(folder: Path) -> Iterator[str]:
    """Yield how many chains are given to their owner."""
    path = folder / "life.jsonl"
    if path.exists():
        found = [is_judged_right(row) for row in rows(path)]
        yield f"life, races and sekis, {VISITS_OF_LIFE} visits: {sum(found)} of {len(found)}"


def report_mistakes(folder: Path) -> Iterator[str]:
    """Yield how many large losses are listed, how many listed ones are confirmed, and the cost."""
    path, large, found, listed, confirmed, costs = folder / "kata_mistakes.jsonl", 0, 0, 0, 0, list[float]()
    if not path.exists():
        return
    for row in rows(path):
        began = time.process_time()
        losses = analyze_game(read_game(folder / "kata" / row["file"]))
        costs.append((time.process_time() - began) / unit() * MOVES_OF_A_GAME / len(losses))
        for loss, known in zip(losses, row["points_lost"], strict=False):
            large += known >= LARGE_LOSS
            found += known >= LARGE_LOSS and loss.kind is not None
            listed += loss.kind is not None
            confirmed += loss.kind is not None and known >= CONFIRMED_LOSS
    yield f"mistakes: {found} of {large} large losses listed, {confirmed} of {listed} listed ones confirmed"
    yield f"analyze of {MOVES_OF_A_GAME} moves: {sum(costs) / len(costs) / 1e6:.2f} million units"


def main() -> None:
    """Measure and print."""
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        choose_judge(sys.argv[2])
    for report in (report_answers, report_counts, report_life, report_mistakes):
        for line in report(folder):
            print(line, flush=True)


if __name__ == "__main__":
    main()
