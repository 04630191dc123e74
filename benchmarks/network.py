"""Speed of the network compared with its matrix products alone, and agreement of the symmetries of the board.

    python -m benchmarks.network [REFERENCE.npz] [ROUNDS] [VISITS]

The positions are those of a file with moves, like `tests/data/network_reference.npz`.  Times are
medians of ROUNDS calls (default 100).  The cost of reading ladders is that of the evaluations in searches of
VISITS visits (default 200) from positions after 100 moves on 19x19; each position is evaluated with and
without the reading, side by side.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gnugo_py.engines.network import np
from gnugo_py.engines.network.forward_pass import PLANES_WITHOUT_LADDERS, Array
from gnugo_py.engines.network.network import Network, default_network, input_planes
from gnugo_py.engines.search.mcts import Mcts
from gnugo_py.games.go import ladders
from gnugo_py.games.go.position import GoPosition
from training.data import replay

REFERENCE = Path(__file__).parent.parent / "tests" / "data" / "network_reference.npz"
PADDING = 65535
MOVE_NUMBER, SEARCHED_SIZE = 100, 19


def games_in(path: Path, size: int) -> list[list[int]]:
    """Return the moves of each game of a board size in a file."""
    return [[move for move in row if move != PADDING] for row in np.load(path)[f"moves{size}"]]


def milliseconds(call: Callable[[], object], rounds: int) -> float:
    """Return the median time of some calls."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def products(network: Network, size: int) -> Callable[[], None]:
    """Return a function that computes the matrix products of one evaluation and nothing else."""
    points, forward = size * size, network._forward_pass
    matrices = [forward._entry, *(each for block in forward._blocks for each in block[:2]), forward._head]
    weights = [matrix[:-1] for matrix in matrices]
    pairs = [(np.ones((points, len(matrix)), np.float32), matrix) for matrix in weights]

    def multiply() -> None:
        for left, right in pairs:
            left @ right

    return multiply


def symmetries(network: Network, position: GoPosition) -> tuple[bool, float]:
    """Return whether the best move is the same in all symmetries, and the range of the win rates."""
    seen = list(network.evaluate_symmetries(position, range(8)))
    best, rates = {int(each.logits.argmax()) for each in seen}, [each.win_rate(0) for each in seen]
    return len(best) == 1, max(rates) - min(rates)


def cost_of_ladders(path: Path, visits: int) -> float:
    """Return the cost of the evaluations of a search with ladders, as a multiple of the cost without them."""
    seconds, judge = {True: 0.0, False: 0.0}, default_network()
    for moves in games_in(path, SEARCHED_SIZE):
        if len(moves) < MOVE_NUMBER:
            continue
        position = replay(moves[:MOVE_NUMBER], SEARCHED_SIZE)
        ladders._answers.cache_clear()
        for each in searched_positions(position, visits):
            for reads in (True, False):
                began = time.process_time()
                judge.outputs(planes(each, reads))
                seconds[reads] += time.process_time() - began
    return seconds[True] / seconds[False]


def planes(position: GoPosition, reads_ladders: bool) -> Array:
    """Return the input planes of a position; without the reading, those of ladders are empty."""
    count = default_network().input_plane_count
    if reads_ladders:
        return input_planes(position, count)
    empty = np.zeros((count - PLANES_WITHOUT_LADDERS, position.size, position.size))
    return np.concatenate((input_planes(position, PLANES_WITHOUT_LADDERS), empty), dtype=np.float32)


def searched_positions(position: GoPosition, visits: int) -> list[GoPosition]:
    """Return the positions that a search evaluates."""
    search = Mcts(position)
    for _ in range(visits):
        search.visit()
    return [node.position for node in search.root.descendants()]


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    path = Path(words[0]) if words else REFERENCE
    numbers = [int(word) for word in words[1:]]
    rounds, visits = numbers + [100, 200][len(numbers) :]
    network = Network()
    agreed, ranges = [], []
    for size in (9, 13, 19):
        positions = [replay(moves, size) for moves in games_in(path, size)]
        middle = positions[len(positions) // 2]
        alone = milliseconds(products(network, size), rounds)
        whole = milliseconds(partial(network.evaluate, middle), rounds)
        print(f"{size}x{size}: {whole:.2f} ms, products {alone:.2f} ms, ratio {whole / alone:.2f}")
        for position in positions:
            same, difference = symmetries(network, position)
            agreed.append(same)
            ranges.append(difference)
    print(f"symmetries: the same best move in {sum(agreed)} of {len(agreed)} positions,")
    print(f"win rates differ by {statistics.mean(ranges):.1%} on average, at most {max(ranges):.1%}")
    print(f"an evaluation with ladders costs {cost_of_ladders(path, visits):.3f} of one without")


if __name__ == "__main__":
    main()
