"""Speed of the networks compared with their matrix products alone: `python -m benchmarks.network [ROUNDS]`.

For both networks of the package, on 9x9, 13x13 and 19x19, prints the CPU time of an evaluation in the middle
of a game, that of its matrix products alone, and the median ratio of both, which are measured in turn.  Also
prints the CPU time of loading the network, and the memory of the process afterwards.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gnugo_py.engines.network import forward_pass, np
from gnugo_py.engines.network.network import Network
from gnugo_py.engines.network.network_file import Array, NetworkFile
from gnugo_py.engines.network_choice import LARGE_FILE, SMALL_FILE
from gnugo_py.games.go.position import GoPosition
from tests.support.reference_games import replay

REFERENCE = Path(__file__).parent.parent / "tests" / "data" / "moves_of_games.npz"
PADDING = 65535
SIZES = (9, 13, 19)


def games_in(path: Path, size: int) -> list[list[int]]:
    """Return the moves of each game of a board size in a file."""
    return [[move for move in row if move != PADDING] for row in np.load(path)[f"moves{size}"]]


def middle_of_a_game(size: int) -> GoPosition:
    """Return the position in the middle of the longest game of a board size."""
    moves = max(games_in(REFERENCE, size), key=len)
    return replay(moves[: len(moves) // 2], size)


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    began = time.process_time()
    call()
    return time.process_time() - began


class Products(NamedTuple):
    """The matrices of a network, and the heads, widths and depths of its attention."""

    matrices: list[Array]
    attentions: list[tuple[int, int, int]]

    def pairs(self, points: int) -> list[tuple[Array, Array]]:
        """Return the factors of the products of one evaluation."""
        shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for heads, width, depth in self.attentions:
            shapes.append(((heads, points, width), (heads, width, points)))
            shapes.append(((heads, points, points), (heads, points, depth)))
        shapes += [((points, len(matrix)), matrix.shape) for matrix in self.matrices]
        return [(np.ones(left, np.float32), np.ones(right, np.float32)) for left, right in shapes]


def loaded(path: str) -> tuple[Network, Products, float]:
    """Return a network, its matrix products, and the CPU time of loading it."""
    products, read_array = Products([], []), NetworkFile.array
    read_attention = forward_pass._BLOCKS["transformer_attention_block"]

    def recorded_array(self: Any, *shape: int) -> Array:
        array = read_array(self, *shape)
        if len(shape) == 2:
            products.matrices.append(array)
        return array

    def recorded_attention(file: Any) -> Any:
        sizes: list[int] = []

        def recorded_dimension() -> int:
            sizes.append(NetworkFile.dimension(file))
            return sizes[-1]

        file.dimension = recorded_dimension
        layer = read_attention(file)
        del file.dimension
        heads, _, width, depth = sizes[:4]
        products.attentions.append((heads, width, depth))
        return layer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NetworkFile, "array", recorded_array)
        patch.setitem(forward_pass._BLOCKS, "transformer_attention_block", recorded_attention)
        began = time.process_time()
        network = Network(path)
        return network, products, time.process_time() - began


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for path in (SMALL_FILE, LARGE_FILE):
        network, products, seconds = loaded(path)
        print(f"{network.name}: loaded in {seconds:.3f} s")
        for size in SIZES:
            position, points = middle_of_a_game(size), size * size
            pairs = products.pairs(points)

            def multiply(pairs: list[tuple[Array, Array]] = pairs) -> None:
                for left, right in pairs:
                    left @ right

            network.evaluate(position)
            times = [
                (cpu_seconds(lambda at=position, by=network: by.evaluate(at)), cpu_seconds(multiply))  # type: ignore[misc]
                for _ in range(rounds)
            ]
            whole, alone = (statistics.median(column) for column in zip(*times, strict=True))
            ratio = statistics.median(each / multiplied for each, multiplied in times)
            print(f"{size}x{size}: {1000 * whole:.1f} ms, products {1000 * alone:.1f} ms, ratio {ratio:.2f}")
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory at its peak: {memory:.0f} MB")


if __name__ == "__main__":
    main()
