"""Speed of the network compared with its matrix products alone, and agreement of the symmetries of the board.

    python -m benchmarks.network [REFERENCE.npz] [ROUNDS]

The positions are those of a file with moves, like `tests/data/network_reference.npz`.  Times are
medians of ROUNDS calls (default 100).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from gnugo_py.engines.network import np
from gnugo_py.engines.network.features import input_planes
from gnugo_py.engines.network.network import Network
from gnugo_py.games.go.position import GoPosition
from training.data import replay

PADDING = 65535


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
    layers, points = network._layers, size * size
    matrices = [layers.entry, *(each for block in layers.blocks for each in block[:2]), layers.head]
    weights = [matrix[:-1] for matrix in matrices]
    pairs = [(np.ones((points, len(matrix)), np.float32), matrix) for matrix in weights]

    def multiply() -> None:
        for left, right in pairs:
            left @ right

    return multiply


def symmetries(network: Network, position: GoPosition) -> tuple[bool, float]:
    """Return whether the best move is the same in all symmetries, and the range of the win rates."""
    inputs, size, best, rates = input_planes(position), position.size, set(), []
    for symmetry in range(8):
        turned = inputs[:, :, ::-1] if symmetry >= 4 else inputs
        outputs = network.outputs(np.rot90(turned, symmetry % 4, (1, 2)))
        points = np.rot90(outputs.logits[:-1].reshape(size, size), -(symmetry % 4))
        points = points[:, ::-1] if symmetry >= 4 else points
        best.add(int(np.append(points.reshape(-1), outputs.logits[-1]).argmax()))
        rates.append(1 / (1 + np.exp(-1.7 * outputs.score_mean / outputs.score_stdev)))
    return len(best) == 1, max(rates) - min(rates)


def main() -> None:
    """Measure and print."""
    network, rounds = Network(), int(sys.argv[2]) if len(sys.argv) > 2 else 100
    reference = np.load(sys.argv[1] if len(sys.argv) > 1 else "tests/data/network_reference.npz")
    agreed, ranges = [], []
    for size in (9, 13, 19):
        rows = [[move for move in row if move != PADDING] for row in reference[f"moves{size}"]]
        positions = [replay(moves, size) for moves in rows]
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


if __name__ == "__main__":
    main()
