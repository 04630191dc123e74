"""Tests of networks that `training` makes, against their definition, written out plainly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gnugo_py import GoPosition, Network
from gnugo_py.engines.network.forward_pass import PLANES_WITH_LADDERS, PLANES_WITHOUT_LADDERS
from gnugo_py.engines.network.network import input_planes
from tests.support.boards import played

Array = NDArray[np.float64]
CHANNELS = 6
SHAPES = {
    "0.1": (CHANNELS, CHANNELS, 3, 3),
    "0.2": (CHANNELS, CHANNELS, 3, 3),
    "1.1": (CHANNELS, CHANNELS, 3, 3),
    "1.g": (CHANNELS, 2 * CHANNELS),
    "1.2": (CHANNELS, CHANNELS, 3, 3),
    "head": (CHANNELS, CHANNELS, 1, 1),
    "policy": (1, CHANNELS // 2, 1, 1),
    "own": (1, CHANNELS // 2, 1, 1),
    "f1": (4, 2 * CHANNELS + 1),
    "f2": (3, 4),
}


def random_weights(planes: int) -> dict[str, Array]:
    """Return random weights of a network with two blocks, the second of which pools."""
    chance = np.random.default_rng(planes)
    shapes = {"in": (CHANNELS, planes, 5, 5), **SHAPES}
    weights = {f"{name}.w": chance.normal(0, 0.3, shape) for name, shape in shapes.items()}
    return weights | {f"{name}.b": chance.normal(0, 0.3, shape[0]) for name, shape in shapes.items()}


def convolution(x: Array, weights: Array, bias: Array) -> Array:
    """Return the convolution of planes, of shape (channels, size, size), point by point."""
    size, edge = x.shape[1], weights.shape[2] // 2
    padded = np.pad(x, ((0, 0), (edge, edge), (edge, edge)))
    y = np.empty((len(bias), size, size))
    for row in range(size):
        for column in range(size):
            seen = padded[:, row : row + 2 * edge + 1, column : column + 2 * edge + 1]
            y[:, row, column] = (weights * seen).sum((1, 2, 3)) + bias
    return y


def expected_outputs(weights: dict[str, Array], planes: Array) -> tuple[Array, Array, float, float]:
    """Return the logits, the ownership, and the mean and the standard deviation of the score."""

    def layer(x: Array, name: str) -> Array:
        return convolution(x, weights[f"{name}.w"], weights[f"{name}.b"])

    x = np.maximum(layer(planes, "in"), 0)
    for block in "01":
        y = np.maximum(layer(x, f"{block}.1"), 0)
        if f"{block}.g.w" in weights:
            pooled = np.concatenate((y.mean((1, 2)), y.max((1, 2))))
            y += (weights[f"{block}.g.w"] @ pooled + weights[f"{block}.g.b"])[:, None, None]
        x = np.maximum(x + layer(y, f"{block}.2"), 0)
    h = np.maximum(layer(x, "head"), 0)
    half = CHANNELS // 2
    owners = np.tanh(layer(h[half:], "own"))[0].ravel()
    g = np.concatenate((h.mean((1, 2)), h.max((1, 2)), [(planes.shape[1] - 14) / 5]))
    hidden = np.maximum(weights["f1.w"] @ g + weights["f1.b"], 0)
    a, b, c = weights["f2.w"] @ hidden + weights["f2.b"]
    logits = np.append(layer(h[:half], "policy").ravel(), c)
    return logits, owners, owners.sum() + 10 * a, 1 + 5 * np.log1p(np.exp(b + 2))


@pytest.mark.parametrize("planes", [PLANES_WITHOUT_LADDERS, PLANES_WITH_LADDERS])
@pytest.mark.parametrize("size", [5, 9])
def test_the_outputs_are_as_defined(size: int, planes: int, tmp_path: Path) -> None:
    weights = random_weights(planes)
    np.savez(tmp_path / "random.npz", **weights)  # type: ignore[arg-type, unused-ignore]
    position = played(GoPosition.start(size, "chinese"), "C3", "D4", "B2")
    found = Network(tmp_path / "random.npz").evaluate(position)
    logits, owners, mean, stdev = expected_outputs(weights, input_planes(position, planes).astype(float))
    assert np.abs(found.logits - logits).max() < 1e-4
    assert np.abs(found.owners - owners).max() < 1e-5
    assert found.score_mean == pytest.approx(mean, abs=1e-3)
    assert found.score_stdev == pytest.approx(stdev, abs=1e-3)
