"""Tests of the conversion of networks of KataGo: a small random one, computed as KataGo defines it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gnugo_py import GoPosition
from gnugo_py.engines.network.forward_pass import PLANES_WITH_AREAS, KataGoForwardPass
from gnugo_py.engines.network.network import input_planes
from tests.support.boards import played
from training.convert import convert

Array = NDArray[np.float32]
CHANNELS, POOLED, WIDTH, HIDDEN = 6, 2, 3, 4
KATAGO_PLANES, KATAGO_GLOBALS = 22, 19


class SmallNetwork:
    """A random network of an ordinary block and a pooling block, as a file of KataGo and as a computation.

    The parts are written while the outputs are computed, since both need them in the same order.
    """

    def __init__(self, version: int = 8, kind: str = "ordinary_block") -> None:
        self._chance = np.random.default_rng(3)
        self._kind = kind
        self.content = f"tiny\n{version}\n{KATAGO_PLANES}\n{KATAGO_GLOBALS}\n".encode()

    def outputs(self, planes: Array) -> tuple[Array, float, Array, float, float]:
        """Return the logits, the logit of a pass, the ownership, the lead and its standard deviation."""
        self._words("trunk", 2, CHANNELS, CHANNELS, CHANNELS - POOLED, 0, POOLED)
        x = self._convolution(planes, CHANNELS, 5)
        self._matrix(np.zeros(KATAGO_GLOBALS, np.float32), CHANNELS)
        self._words(self._kind, "first")
        y = self._convolution(self._active(x, is_scaled=False), CHANNELS, 3)
        x = x + self._convolution(self._active(y), CHANNELS, 3)
        self._words("gpool_block", "second")
        a = self._active(x, is_scaled=False)
        y, pooled = self._convolution(a, CHANNELS - POOLED, 3), self._convolution(a, POOLED, 3)
        y = y + self._matrix(pool(self._active(pooled)), CHANNELS - POOLED)[:, None, None]
        x = x + self._convolution(self._active(y), CHANNELS, 3)
        x = self._active(x, is_scaled=False)
        self._words("policy")
        policy, pooled = self._convolution(x, WIDTH, 1), self._convolution(x, WIDTH, 1)
        seen = pool(self._active(pooled))
        policy = self._active(policy + self._matrix(seen, WIDTH)[:, None, None])
        logits, passing = self._convolution(policy, 2, 1)[0].ravel(), float(self._matrix(seen, 1)[0])
        self._words("value")
        v = self._active(self._convolution(x, WIDTH, 1))
        hidden = np.maximum(self._matrix(pool(v, is_value=True), HIDDEN) + self._bias(HIDDEN), 0)
        self._words("activation")
        self._matrix(hidden, 3)
        self._bias(3)
        _, stdev, lead, _ = self._matrix(hidden, 4) + self._bias(4)
        owners = np.tanh(self._convolution(v, 1, 1))[0].ravel()
        return logits, passing, owners, 20 * float(lead), 20 * float(np.log1p(np.exp(stdev)))

    def _words(self, *words: object) -> None:
        self.content += "".join(f"{word}\n" for word in words).encode()

    def _array(self, *shape: int) -> Array:
        array = self._chance.normal(0, 0.3, shape).astype("<f4")
        self.content += b"@BIN@" + array.tobytes() + b"\n"
        return array

    def _convolution(self, x: Array, outputs: int, width: int) -> Array:
        self._words("convolution", width, width, len(x), outputs, 1, 1)
        return convolved(x, self._array(width, width, len(x), outputs))

    def _matrix(self, x: Array, outputs: int) -> Array:
        self._words("matrix", len(x), outputs)
        y: Array = x @ self._array(len(x), outputs)
        return y

    def _bias(self, outputs: int) -> Array:
        self._words("bias", outputs)
        return self._array(outputs)

    def _active(self, x: Array, *, is_scaled: bool = True) -> Array:
        """Return normalized and rectified values."""
        self._words("normalization", len(x), 0.001, int(is_scaled), 1)
        mean, variance = self._array(len(x)), np.ones(len(x), "<f4") - np.float32(0.001)
        self.content += b"@BIN@" + variance.tobytes() + b"\n"
        scale = self._array(len(x)) if is_scaled else np.ones(len(x), np.float32)
        bias = self._array(len(x))
        self._words("activation")
        factor = scale / np.sqrt(variance + np.float32(0.001))
        y: Array = (x - mean[:, None, None]) * factor[:, None, None] + bias[:, None, None]
        return np.maximum(y, 0)


def convolved(x: Array, weights: Array) -> Array:
    """Return the convolution of planes with weights of the shape (height, width, inputs, outputs)."""
    size, width = x.shape[1], len(weights)
    padded = np.pad(x, ((0, 0), (width // 2, width // 2), (width // 2, width // 2)))
    shifted = (
        np.einsum("irc,io->orc", padded[:, row : row + size, column : column + size], weights[row, column])
        for row in range(width)
        for column in range(width)
    )
    return np.asarray(sum(shifted), np.float32)


def pool(x: Array, *, is_value: bool = False) -> Array:
    """Return the means over the board, scaled in two or three ways, and the maxima."""
    growth, means = (x.shape[1] - 14) / 10, x.mean((1, 2))
    last = means * (growth**2 - 0.1) if is_value else x.max((1, 2))
    return np.concatenate((means, means * growth, last)).astype(np.float32)


def katago_planes(position: GoPosition) -> Iterator[Array]:
    """Yield the planes of KataGo for a position without captures and passes."""
    ours = input_planes(position, PLANES_WITH_AREAS)
    empty = np.zeros_like(ours[0])
    yield from (ours[2], ours[0], ours[1], *ours[3:7], empty, empty, *ours[7:12])
    yield from (ours[12], ours[12], ours[12], ours[13], ours[14], ours[15], empty, empty)


def written(network: SmallNetwork, folder: Path) -> str:
    """Return the path of a file with a network whose outputs have been computed."""
    path = folder / "tiny.bin.gz"
    path.write_bytes(gzip.compress(network.content))
    return str(path)


@pytest.mark.parametrize("size", [7, 19])
def test_a_converted_network_has_the_outputs_of_katago(size: int, tmp_path: Path) -> None:
    position = played(GoPosition.start(size, "chinese"), "C3", "D4", "B2")
    network = SmallNetwork()
    logits, passing, owners, lead, stdev = network.outputs(np.stack(list(katago_planes(position))))
    forward = KataGoForwardPass(convert(written(network, tmp_path)))
    found = forward.outputs(input_planes(position, forward.input_plane_count))
    assert np.abs(found.logits - np.append(logits, passing)).max() < 1e-3
    assert np.abs(found.owners - owners).max() < 1e-4
    assert found.score_mean == pytest.approx(lead, abs=1e-2)
    assert found.score_stdev == pytest.approx(stdev, abs=1e-2)


def test_another_format_is_refused(tmp_path: Path) -> None:
    network = SmallNetwork(version=14)
    with pytest.raises(ValueError, match="tiny has the format version 14, not 8"):
        convert(written(network, tmp_path))


def test_another_kind_of_block_is_refused(tmp_path: Path) -> None:
    network = SmallNetwork(kind="nested_bottleneck_block")
    network.outputs(np.zeros((KATAGO_PLANES, 7, 7), np.float32))
    with pytest.raises(ValueError, match="a block of the kind nested_bottleneck_block cannot be converted"):
        convert(written(network, tmp_path))
