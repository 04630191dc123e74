"""Convert a small network of KataGo: `python -m training.convert NETWORK.bin.gz WEIGHTS.npz`.

The file must be of format version 8 and have ordinary and pooling blocks, like `g170-b6c96`.  Inputs that
`gnugo_py.engines.network.network` does not have are left out: the rules and the komi (the score is
before komi), passes, and the ladders of earlier positions, for which those of the position are used.  Batch
normalization is folded into the convolutions.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Normalization = tuple[Array, Array]

_VERSION = 8
_PLANES = (1, 2, 0, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 17, 18, 19)
"""For each of the program's input planes, the plane of KataGo that has the same values."""
_LADDERS = slice(14, 17)
"""The planes of KataGo with the ladders of a position and of the two before it."""
_LEAD, _STDEV = 2, 1


class Reader:
    """Reads the parts of a network file of KataGo in their order."""

    def __init__(self, path: str) -> None:
        self._data = gzip.decompress(Path(path).read_bytes())
        self._at = 0

    def word(self) -> str:
        """Return the next word."""
        rest = self._data[self._at : self._at + 1000]
        word = rest.split(maxsplit=1)[0]
        self._at += rest.index(word) + len(word)
        return word.decode("ascii")

    def number(self) -> int:
        """Return the next number."""
        return int(self.word())

    def activation(self) -> None:
        """Skip the name of an activation; in this version, all of them rectify."""
        self.word()

    def array(self, *shape: int) -> Array:
        """Return the next array of numbers."""
        start = self._data.index(b"@BIN@", self._at) + len(b"@BIN@")
        array = np.frombuffer(self._data, "<f4", int(np.prod(shape)), start)
        self._at = start + array.nbytes
        return array.reshape(shape)

    def convolution(self) -> Array:
        """Return the weights of a convolution, of shape (outputs, inputs, height, width)."""
        self.word()
        height, width, inputs, outputs, *_ = [self.number() for _ in range(6)]
        return self.array(height, width, inputs, outputs).transpose(3, 2, 0, 1)

    def matrix(self) -> Array:
        """Return the weights of a layer, of shape (outputs, inputs)."""
        self.word()
        inputs, outputs = self.number(), self.number()
        return self.array(inputs, outputs).T

    def bias(self) -> Array:
        """Return the bias of a layer."""
        self.word()
        return self.array(self.number())

    def normalization(self) -> Normalization:
        """Return the factors and summands of a batch normalization."""
        self.word()
        channels, epsilon = self.number(), float(self.word())
        has_scale, has_bias = self.number(), self.number()
        mean, variance = self.array(channels), self.array(channels)
        scale = self.array(channels) if has_scale else np.ones(channels, np.float32)
        bias = self.array(channels) if has_bias else np.zeros(channels, np.float32)
        factor = scale / np.sqrt(variance + np.float32(epsilon))
        return factor, bias - mean * factor


def _scaled(weights: Array, factors: Array) -> Array:
    """Return weights with the outputs multiplied by factors."""
    return weights * factors.reshape(-1, *[1] * (weights.ndim - 1))


def _read_block(reader: Reader, name: str, arrays: dict[str, Array]) -> Normalization:
    """Read a block into arrays, and return the normalization of its input."""
    kind = reader.word()
    reader.word()
    before = reader.normalization()
    reader.activation()
    first = reader.convolution()
    if kind == "gpool_block":
        pooled = reader.convolution()
        factors, pooled_bias = reader.normalization()
        reader.activation()
        pooling = reader.matrix()
        middle = reader.normalization()
        arrays[f"{name}.g.w"] = _scaled(pooling, middle[0])
        arrays[f"{name}.1.w"] = np.concatenate([_scaled(first, middle[0]), _scaled(pooled, factors)])
        arrays[f"{name}.1.b"] = np.concatenate([middle[1], pooled_bias])
    elif kind == "ordinary_block":
        factors, arrays[f"{name}.1.b"] = reader.normalization()
        arrays[f"{name}.1.w"] = _scaled(first, factors)
    else:
        raise ValueError(f"a block of the kind {kind} cannot be converted")
    reader.activation()
    arrays[f"{name}.2.w"] = reader.convolution()
    return before


def _read_trunk(reader: Reader, arrays: dict[str, Array]) -> None:
    """Read the part before the heads into arrays."""
    reader.word()
    blocks = reader.number()
    for _ in range(5):
        reader.number()
    entry = reader.convolution().copy()
    entry[:, _LADDERS.start] = entry[:, _LADDERS].sum(1)
    arrays["in.w"] = entry[:, _PLANES]
    reader.matrix()
    before = [_read_block(reader, str(number), arrays) for number in range(blocks)]
    before.append(reader.normalization())
    reader.activation()
    if any(not np.allclose(factors, 1) for factors, _ in before):
        raise ValueError("the inputs of the blocks are scaled, which cannot be converted")
    # What is added before a block is added by the block before it; the difference stays.
    summands = [summand for _, summand in before]
    arrays["in.b"] = summands[0]
    for number in range(blocks):
        arrays[f"{number}.2.b"] = summands[number + 1] - summands[number]


def _read_heads(reader: Reader, arrays: dict[str, Array]) -> None:
    """Read the heads for moves and for the score into arrays."""
    reader.word()
    policy, pooled = reader.convolution(), reader.convolution()
    pooled_normalization = reader.normalization()
    reader.activation()
    pooling = reader.matrix()
    policy_normalization = reader.normalization()
    reader.activation()
    arrays["policy.g.w"] = _scaled(pooling, policy_normalization[0])
    arrays["policy.w"] = reader.convolution()[0, :, 0, 0]
    arrays["pass.w"] = reader.matrix()[0]
    reader.word()
    value = reader.convolution()
    value_normalization = reader.normalization()
    reader.activation()
    arrays["f1.w"], arrays["f1.b"] = reader.matrix(), reader.bias()
    reader.activation()
    reader.matrix()
    reader.bias()
    scores, score_bias = reader.matrix(), reader.bias()
    arrays["f2.w"], arrays["f2.b"] = scores[[_LEAD, _STDEV]], score_bias[[_LEAD, _STDEV]]
    arrays["own.w"] = reader.convolution()[0, :, 0, 0]
    heads: Sequence[tuple[Array, Normalization]] = (
        (policy, policy_normalization),
        (value, value_normalization),
        (pooled, pooled_normalization),
    )
    arrays["head.w"] = np.concatenate([_scaled(weights, factors) for weights, (factors, _) in heads])
    arrays["head.b"] = np.concatenate([summands for _, (_, summands) in heads])


def convert(path: str) -> dict[str, Array]:
    """Return the arrays of a weights file for a network of KataGo."""
    reader = Reader(path)
    name, version = reader.word(), reader.number()
    if version != _VERSION:
        raise ValueError(f"{name} has the format version {version}, not {_VERSION}")
    for _ in range(2):
        reader.number()
    arrays = dict[str, Array]()
    _read_trunk(reader, arrays)
    _read_heads(reader, arrays)
    return arrays


if __name__ == "__main__":
    halves = {name: array.astype(np.float16) for name, array in convert(sys.argv[1]).items()}
    np.savez_compressed(sys.argv[2], **halves)  # type: ignore[arg-type, unused-ignore]
