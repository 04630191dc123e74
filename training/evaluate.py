"""Measure weights on the held-out rows of some sources.

    python -m training.evaluate WEIGHTS.npz SOURCE.npz ... [--positions N]

Prints, for each source: how often the best move is the teacher's (or the one played), the mean error of the
score in points, and the mean error of the ownership.
"""

from __future__ import annotations

import argparse

import numpy as np

from gnugo_py.engines.network.network import Network
from training.data import Source


def measure(network: Network, source: Source, positions: int, seed: int = 7) -> tuple[float, float, float]:
    """Return the share of best moves found, the mean error of the score, and that of the ownership."""
    found, score_errors, owner_errors = [], [], []
    for sample in source.batch(np.random.default_rng(seed), positions, for_training=False):
        outputs = network.outputs(sample.planes)
        found.append(int(outputs.logits.argmax()) == int(sample.policy.argmax()))
        owner_errors.append(float(np.abs(outputs.owners - sample.ownership).mean()))
        known = sample.final if np.isnan(sample.score) else sample.score
        score_errors.append(abs(outputs.score_mean - known))
    return float(np.mean(found)), float(np.mean(score_errors)), float(np.mean(owner_errors))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the weights of a network.")
    parser.add_argument("weights")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--positions", type=int, default=1000)
    given = parser.parse_args()
    for path in given.sources:
        found, score, owner = measure(Network(given.weights), Source(path), given.positions)
        print(f"{path}: best move {found:.1%}, score off by {score:.1f} points, ownership off by {owner:.3f}")


if __name__ == "__main__":
    main()
