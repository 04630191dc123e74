"""Measure weights on the held-out rows of some sources.

    python -m training.evaluate WEIGHTS.npz SOURCE.npz ... [--positions N]

Prints, for each source: how often the best move is the teacher's (or the one played), the mean error of the
score in points, and the mean error of the ownership. For ladders, it prints in how many the chain's owner is
right, a catching move is the best one, and a hopeless run is not.
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
        outputs = network.outputs(sample.planes[: network.input_plane_count])
        found.append(int(outputs.logits.argmax()) == int(sample.policy.argmax()))
        owner_errors.append(float(np.abs(outputs.owners - sample.ownership).mean()))
        known = sample.final if np.isnan(sample.score) else sample.score
        score_errors.append(abs(outputs.score_mean - known))
    return float(np.mean(found)), float(np.mean(score_errors)), float(np.mean(owner_errors))


def measure_ladders(network: Network, source: Source, positions: int, seed: int = 7) -> list[float]:
    """Return the shares of ladders whose owner is right, that are caught, and in which nobody runs."""
    owned, caught, stayed = list[bool](), list[bool](), list[bool]()
    for sample in source.batch(np.random.default_rng(seed), positions, for_training=False):
        assert sample.avoid is not None
        outputs = network.outputs(sample.planes[: network.input_plane_count])
        best, chain = int(outputs.logits.argmax()), ~np.isnan(sample.ownership)
        owned.append(float((outputs.owners * sample.ownership)[chain].mean()) > 0)
        if sample.policy.any():
            caught.append(bool(sample.policy[best] > 0))
        if sample.avoid.any():
            stayed.append(best == sample.avoid.size or not sample.avoid[best])
    return [float(np.mean(each)) if each else float("nan") for each in (owned, caught, stayed)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the weights of a network.")
    parser.add_argument("weights")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--positions", type=int, default=1000)
    given = parser.parse_args()
    network = Network(given.weights)
    for path in given.sources:
        source = Source(path)
        if source.kind == "ladders":
            owner, catches, stays = measure_ladders(network, source, given.positions)
            print(f"{path}: owner right {owner:.1%}, catches {catches:.1%}, does not run {stays:.1%}")
            continue
        found, score, owner = measure(network, source, given.positions)
        print(f"{path}: best move {found:.1%}, score off by {score:.1f} points, ownership off by {owner:.3f}")


if __name__ == "__main__":
    main()
