"""Residual networks for Go, computed with numpy, from their input planes to their outputs.

A convolution is one matrix product: the neighborhoods of all points are copied side by side (im2col) and
multiplied by the weights.  The arrays have the shape (points, channels), which keeps each row of a
neighborhood contiguous in memory.

There are two kinds of networks: those that KataGo trained, such as the one in this package, and those that
`training` makes.  They differ in where a block rectifies its values (sets negative ones to 0), and in how the
means and maxima over the board reach all points.
"""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float32]

PLANES_WITHOUT_LADDERS, PLANES_WITH_LADDERS, PLANES_WITH_AREAS = PLANE_COUNTS = 12, 14, 16
"""The numbers of input planes that a network may have."""
_MEAN_SIZE = 14
_KATAGO_SCORE_SCALE = 20
"""The number of points of a score of 1 in the outputs of a network of KataGo."""


class NetworkOutputs(NamedTuple):
    """The outputs of the network for one position, from the view of the color to move.

    logits, owners, score_mean, score_stdev -- as in `Evaluation`.
    """

    logits: Array
    owners: Array
    score_mean: float
    score_stdev: float


class ForwardPass(ABC):
    """The computation of a network.  Several threads can use the same one.

    arrays -- the arrays of a weights file.

    input_plane_count -- the number of input planes.

    The arrays determine the number of blocks and channels, and whether the network sees ladders.  Raise
    KeyError if one is missing, and ValueError or IndexError if one has an unexpected shape.
    """

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._channels, self.input_plane_count = arrays["in.w"].shape[:2]
        if self.input_plane_count not in PLANE_COUNTS:
            raise ValueError(f"in has the shape {arrays['in.w'].shape}")
        self._entry = _matrix(arrays, "in", self.input_plane_count, 5)
        self._buffers = threading.local()

    @abstractmethod
    def outputs(self, planes: Array) -> NetworkOutputs:
        """Return the outputs for planes of the shape (input_plane_count, size, size)."""

    def _enter(self, planes: Array) -> Array:
        """Return the first convolution of the input planes."""
        return self._convolve(planes.transpose(1, 2, 0), self._entry)

    def _convolve(self, values: Array, weights: Array) -> Array:
        """Return a convolution of values of the shape (size, size, channels).

        The copies of the neighborhoods need much memory, which a thread uses again.
        """
        made: dict[tuple[int, ...], _Neighborhoods] = vars(self._buffers).setdefault("made", {})
        key = (*values.shape, len(weights))
        if key not in made:
            size, _, channels = values.shape
            made[key] = _Neighborhoods(size, math.isqrt(len(weights) // channels), channels)
        return made[key].convolve(values, weights)


class KataGoForwardPass(ForwardPass):
    """The computation of a network that KataGo trained and `training.convert` converted.

    A block adds to its values before they are rectified.  Some blocks have channels whose means and maxima
    over the board are added to the other channels at all points.
    """

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        super().__init__(arrays)
        self._blocks: list[tuple[Array, Array, Array | None]] = []
        while f"{(number := len(self._blocks))}.1.w" in arrays:
            pooling = arrays.get(f"{number}.g.w")
            inner = self._channels if pooling is None else len(pooling)
            if pooling is not None:
                _require_shape(f"{number}.g", pooling, (inner, 3 * (self._channels - inner)))
            first = _matrix(arrays, f"{number}.1", self._channels, 3)
            self._blocks.append((first, _matrix(arrays, f"{number}.2", inner, 3), pooling))
        self._head = _matrix(arrays, "head", self._channels, 1)
        width = self._head.shape[1] // 3
        _require_shape("head", self._head, (self._channels + 1, 3 * width))
        self._policy_pooling = _require_shape("policy.g", arrays["policy.g.w"], (width, 3 * width))
        self._policy = _require_shape("policy", arrays["policy.w"], (width,))
        self._pass = _require_shape("pass", arrays["pass.w"], (3 * width,))
        self._own = _require_shape("own", arrays["own.w"], (width,))
        self._hidden = _layer(arrays, "f1", (3 * width,))
        self._last = _layer(arrays, "f2", self._hidden[1].shape, 2)

    def outputs(self, planes: Array) -> NetworkOutputs:
        size = planes.shape[1]
        growth = (size - _MEAN_SIZE) / 10
        h = _rectified(self._values_after_blocks(planes, growth)).reshape(size * size, self._channels)
        policy, own, pooled = np.split(h @ self._head[:-1] + self._head[-1], 3, axis=1)
        over_board = _means_and_maxima(_rectified(pooled), growth)
        logits = _rectified(policy + self._policy_pooling @ over_board) @ self._policy
        own = _rectified(own)
        means = own.mean(0)
        g = np.concatenate((means, means * growth, means * (growth**2 - 0.1)))
        hidden = _rectified(self._hidden[0] @ g + self._hidden[1])
        lead, stdev = (_KATAGO_SCORE_SCALE * (self._last[0] @ hidden + self._last[1])).tolist()
        return NetworkOutputs(
            np.append(logits, self._pass @ over_board),
            np.tanh(own @ self._own),
            min(max(lead, -size * size), size * size),
            _KATAGO_SCORE_SCALE * _softplus(stdev / _KATAGO_SCORE_SCALE),
        )

    def _values_after_blocks(self, planes: Array, growth: float) -> Array:
        """Return the values of all channels after the last block, of shape (size, size, channels).

        growth -- how much larger the board is than the mean.
        """
        x = self._enter(planes)
        for first, second, pooling in self._blocks:
            y = self._convolve(_rectified(x), first)
            if pooling is not None:
                y, pooled = np.split(y, [len(pooling)], axis=2)
                y = y + pooling @ _means_and_maxima(_rectified(pooled), growth)
            x += self._convolve(_rectified(y), second)
        return x


class TrainedForwardPass(ForwardPass):
    """The computation of a network that `training` made.

    A block adds to its rectified values.  Some blocks add the means and maxima over the board of all channels
    to the values at all points.
    """

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        super().__init__(arrays)
        channels, half = self._channels, self._channels // 2
        self._blocks: list[tuple[Array, Array, tuple[Array, Array] | None]] = []
        while f"{(number := len(self._blocks))}.1.w" in arrays:
            has_pooling = f"{number}.g.w" in arrays
            pooling = _layer(arrays, f"{number}.g", (2 * channels,), channels) if has_pooling else None
            first, second = (_matrix(arrays, f"{number}.{part}", channels, 3) for part in (1, 2))
            self._blocks.append((first, second, pooling))
        self._head = _matrix(arrays, "head", channels, 1)
        self._points = np.zeros((channels + 1, 2), np.float32)
        for column, (name, part) in enumerate((("policy", slice(half)), ("own", slice(half, None)))):
            weights = _matrix(arrays, name, half, 1)
            self._points[:-1][part, column], self._points[-1, column] = weights[:-1, 0], weights[-1, 0]
        self._hidden = _layer(arrays, "f1", (2 * channels + 1,))
        self._last = _layer(arrays, "f2", self._hidden[1].shape, 3)

    def outputs(self, planes: Array) -> NetworkOutputs:
        size = planes.shape[1]
        x = _rectified(self._enter(planes))
        for first, second, pooling in self._blocks:
            y = _rectified(self._convolve(x, first))
            if pooling is not None:
                y += pooling[0] @ np.concatenate((y.mean((0, 1)), y.max((0, 1)))) + pooling[1]
            x = _rectified(x + self._convolve(y, second))
        h = _rectified(x.reshape(size * size, -1) @ self._head[:-1] + self._head[-1])
        points = h @ self._points[:-1] + self._points[-1]
        g = np.concatenate((h.mean(0), h.max(0), np.array([(size - _MEAN_SIZE) / 5], np.float32)))
        hidden = _rectified(self._hidden[0] @ g + self._hidden[1])
        a, b, c = (self._last[0] @ hidden + self._last[1]).tolist()
        owners = np.tanh(points[:, 1])
        logits = np.append(points[:, 0], np.float32(c))
        return NetworkOutputs(logits, owners, float(owners.sum()) + 10 * a, 1 + 5 * _softplus(b + 2))


def _rectified(values: Array) -> Array:
    """Return values with 0 in place of negative ones."""
    return np.maximum(values, 0)


def _means_and_maxima(values: Array, growth: float) -> Array:
    """Return the means of some channels over the board, the means times its growth, and the maxima."""
    values = values.reshape(-1, values.shape[-1])
    means = values.mean(0)
    return np.concatenate((means, means * growth, values.max(0)))


def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


class _Neighborhoods:
    """Memory for the neighborhoods of all points of a board, as the input of a convolution."""

    def __init__(self, size: int, width: int, channels: int) -> None:
        edge = width // 2
        padded = np.zeros((size + 2 * edge, size + 2 * edge, channels), np.float32)
        self._inside = padded[edge : edge + size, edge : edge + size]
        # The last column, all ones, multiplies the bias.
        self._columns = np.ones((size * size, width * width * channels + 1), np.float32)
        shape = (size, size, width, width * channels)  # each row of a neighborhood is contiguous in memory
        row, column, cell = padded.strides
        line = self._columns.strides[0]
        as_strided = np.lib.stride_tricks.as_strided
        self._windows = as_strided(padded, shape, (row, column, row, cell), writeable=False)
        self._copy = as_strided(self._columns, shape, (size * line, line, width * channels * cell, cell))

    def convolve(self, values: Array, weights: Array) -> Array:
        """Return the convolution of values of the shape (size, size, channels) with weights and bias."""
        self._inside[:] = values
        self._copy[:] = self._windows
        y: Array = self._columns @ weights
        return y.reshape(*values.shape[:2], -1)


def _require_shape(name: str, array: Array, shape: tuple[int, ...]) -> Array:
    """Return an array.  Raise ValueError if it does not have the expected shape."""
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}")
    return array


def _layer(
    arrays: Mapping[str, Array], name: str, inputs: tuple[int, ...], outputs: int | None = None
) -> tuple[Array, Array]:
    """Return the weights and the bias of a layer.  Raise ValueError if they do not have the expected shape.

    inputs, outputs -- the expected shape of the weights; None for any number of outputs.
    """
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    _require_shape(name, weights, (weights.shape[0] if outputs is None else outputs, *inputs))
    if bias.shape != weights.shape[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    return weights, bias


def _matrix(arrays: Mapping[str, Array], name: str, inputs: int, width: int) -> Array:
    """Return the weights of a convolution as a matrix (neighborhood, outputs); its last row is the bias."""
    weights, bias = _layer(arrays, name, (inputs, width, width))
    matrix = weights.transpose(2, 3, 1, 0).reshape(-1, weights.shape[0])
    return np.concatenate((matrix, bias[None]))
