"""The layers of KataGo's networks: from their description in a file to functions of arrays.

Each function reads one layer or block and returns what computes it: a function of an array of the shape
(points, channels), with the points of the board row by row.  The format is that of KataGo's desc.cpp,
versions 8 to 17.

A convolution is one matrix product: the neighborhoods of all points are copied side by side (im2col) and
multiplied by the weights.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines.network.network_file import Array, NetworkFile

Layer: TypeAlias = Callable[[Array], Array]

_MEAN_SIZE = 14
"""The board size that KataGo takes as the mean where layers depend on the size."""
_MAX_EXPONENT = 60
"""The size up to which the exponentials of a row can be added without being scaled first."""


def size_factor(points: int) -> float:
    """Return how much larger a board is than the mean, in units of ten lines."""
    return (math.sqrt(points) - _MEAN_SIZE) / 10


def means_and_maxima(x: Array) -> Array:
    """Return the mean of each channel over the board, that times the size factor, and its maximum."""
    means = x.mean(0)
    return np.concatenate((means, means * size_factor(len(x)), x.max(0)))


def read_matrix(file: NetworkFile) -> Array:
    """Return the weights of a linear layer, of the shape (inputs, outputs)."""
    file.word()
    return file.array(file.dimension(), file.dimension())


def read_bias(file: NetworkFile) -> Array:
    """Return the bias of a linear layer."""
    file.word()
    return file.array(file.dimension())


def read_activation(file: NetworkFile) -> Layer:
    """Return an activation function, which changes its argument; files before version 11 name none."""
    file.word()
    name = file.word() if file.version >= 11 else "ACTIVATION_RELU"
    if name not in _ACTIVATIONS:
        raise ValueError(f"the activation {name} is not known")
    return _ACTIVATIONS[name]


def _mish(x: Array) -> Array:
    """Return x tanh(log(1 + exp x)) as x (e^2 + 2e) / (e^2 + 2e + 2) with e = exp x."""
    e = np.minimum(x, 20)
    np.exp(e, out=e)
    e *= e + 2
    x *= e
    e += 2
    x /= e
    return x


def _silu(x: Array) -> Array:
    """Return x / (1 + exp -x)."""
    e = np.negative(x)
    with np.errstate(over="ignore"):
        np.exp(e, out=e)
    e += 1
    x /= e
    return x


_ACTIVATIONS: dict[str, Layer] = {
    "ACTIVATION_IDENTITY": lambda x: x,
    "ACTIVATION_RELU": lambda x: np.maximum(x, 0, out=x),
    "ACTIVATION_MISH": _mish,
    "ACTIVATION_SILU": _silu,
}


def read_normalization(file: NetworkFile) -> Layer:
    """Return a batch normalization with the activation after it; it does not change its argument."""
    file.word()
    channels, epsilon, has_scale, has_bias = file.dimension(), file.decimal(), file.integer(), file.integer()
    mean, variance = file.array(channels), file.array(channels)
    scale = (file.array(channels) if has_scale else 1) / np.sqrt(variance + np.float32(epsilon))
    bias = (file.array(channels) if has_bias else 0) - mean * scale
    activate = read_activation(file)

    def normalize(x: Array) -> Array:
        y = x * scale
        y += bias
        return activate(y)

    return normalize


def read_root_mean_square(file: NetworkFile) -> Layer:
    """Return a normalization by the root mean square of the channels at each point."""
    file.word()
    channels, epsilon = file.dimension(), file.decimal()
    scale = file.array(channels) * np.float32(math.sqrt(channels))

    def normalize(x: Array) -> Array:
        y: Array = x * (1 / np.sqrt(np.einsum("ij,ij->i", x, x) + np.float32(channels * epsilon)))[:, None]
        y *= scale
        return y

    return normalize


def read_last_root_mean_square(file: NetworkFile) -> Layer:
    """Return the normalization after the last block of a transformer, with the activation after it.

    Its mean is that at each point, or over the board.
    """
    file.word()
    channels, epsilon = file.dimension(), file.decimal()
    is_over_board, _ = file.decimals(2)
    scale, bias = file.array(channels), file.array(channels)
    activate = read_activation(file)

    def normalize(x: Array) -> Array:
        squares = np.einsum("ij,ij->i", x, x)[:, None] / np.float32(channels)
        y: Array = x / np.sqrt((squares.mean() if is_over_board else squares) + np.float32(epsilon))
        return activate(y * scale + bias)

    return normalize


def read_convolution(file: NetworkFile) -> Layer:
    """Return a convolution with zero padding."""
    file.word()
    height, width, inputs, outputs, *dilation = (file.dimension() for _ in range(6))
    if height != width or width % 2 == 0 or dilation != [1, 1]:
        raise ValueError("it has a convolution of an unknown kind")
    weights = file.array(height * width * inputs, outputs)
    if width == 1:
        return lambda x: x @ weights
    return lambda x: _neighborhoods(x, width, inputs) @ weights


_memory = threading.local()


def _neighborhoods(x: Array, width: int, channels: int) -> Array:
    """Return the neighborhood of each point, of the shape (points, width * width * channels)."""
    if x.shape[1] != channels:
        raise ValueError(f"a layer has {x.shape[1]} channels instead of {channels}")
    made: dict[tuple[int, ...], _Neighborhoods] = vars(_memory).setdefault("made", {})
    key = len(x), width, channels
    if key not in made:
        made[key] = _Neighborhoods(math.isqrt(len(x)), width, channels)
    return made[key].copied(x)


class _Neighborhoods:
    """Memory for the neighborhoods of all points of a board, which a thread uses again and again."""

    def __init__(self, size: int, width: int, channels: int) -> None:
        edge = width // 2
        padded = np.zeros((size + 2 * edge, size + 2 * edge, channels), np.float32)
        self._inside = padded[edge : edge + size, edge : edge + size]
        row, column, cell = padded.strides
        shape = size, size, width, width * channels  # each row of a neighborhood is contiguous in memory
        as_strided = np.lib.stride_tricks.as_strided
        self._windows = as_strided(padded, shape, (row, column, row, cell), writeable=False)
        self._copy = np.empty(shape, np.float32)

    def copied(self, x: Array) -> Array:
        self._inside[:] = x.reshape(self._inside.shape)
        self._copy[:] = self._windows
        return self._copy.reshape(len(x), -1)


def read_blocks(file: NetworkFile, count: int) -> Layer:
    """Return a sequence of blocks; what each returns for an array, which stays as it is, is added to it."""
    blocks = []
    for _ in range(count):
        kind, _ = file.word(), file.word()
        if kind not in _BLOCKS:
            raise ValueError(f"blocks of the kind {kind} are not known")
        blocks.append(_BLOCKS[kind](file))

    def compute(x: Array) -> Array:
        for block in blocks:
            x += block(x)
        return x

    return compute


def _read_ordinary_block(file: NetworkFile) -> Layer:
    before, first = read_normalization(file), read_convolution(file)
    between, second = read_normalization(file), read_convolution(file)
    return lambda x: second(between(first(before(x))))


def _read_pooling_block(file: NetworkFile) -> Layer:
    """Return a block in which the means and maxima of some channels are added to others at all points."""
    before, first, pooled = read_normalization(file), read_convolution(file), read_convolution(file)
    normalize, pooling = read_normalization(file), read_matrix(file)
    between, second = read_normalization(file), read_convolution(file)

    def block(x: Array) -> Array:
        y = before(x)
        return second(between(first(y) + means_and_maxima(normalize(pooled(y))) @ pooling))

    return block


def _read_nested_block(file: NetworkFile) -> Layer:
    count = file.dimension()
    before, first = read_normalization(file), read_convolution(file)
    blocks = read_blocks(file, count)
    after, last = read_normalization(file), read_convolution(file)
    return lambda x: last(after(blocks(first(before(x)))))


def _read_attention_block(file: NetworkFile) -> Layer:
    """Return a block of attention between all points, with rotary embeddings of their rows and columns."""
    heads, groups, width, depth = (file.dimension() for _ in range(4))
    is_rotated, is_learned = file.integer(), file.integer()
    normalize = read_root_mean_square(file)
    query, key, value, last = (read_matrix(file) for _ in range(4))
    rotate = _read_rotation(file, groups, width, bool(is_learned)) if is_rotated else lambda x: x
    projections = np.concatenate((query * np.float32(width**-0.5), key, value), 1)
    parts = np.cumsum((heads * width, groups * width))

    def block(x: Array) -> Array:
        q, k, v = np.split(normalize(x) @ projections, parts, 1)
        points = len(x)
        q, k = rotate(q.reshape(points, heads, width)), rotate(k.reshape(points, groups, width))
        values = np.ones((groups, points, depth + 1), np.float32)  # the last column sums the weights
        values[..., :depth] = v.reshape(points, groups, depth).transpose(1, 0, 2)
        weights = q.transpose(1, 0, 2).reshape(groups, -1, width) @ k.transpose(1, 2, 0)
        if max(weights.max(), -weights.min()) > _MAX_EXPONENT:
            weights -= weights.max(-1, keepdims=True)
        np.exp(weights, out=weights)
        y = weights @ values
        y = y[..., :depth] / y[..., depth:]
        joined: Array = y.reshape(heads, points, depth).transpose(1, 0, 2).reshape(points, -1)
        return joined @ last

    return block


def _read_rotation(file: NetworkFile, groups: int, width: int, is_learned: bool) -> Layer:
    """Return a function that turns pairs of channels by angles that depend on the row and the column."""
    file.word()
    if is_learned:
        file.decimals(3)
        frequencies = file.array(groups, width // 2, 2)
    else:
        powers = file.decimal() ** (-np.arange(0, width // 2, 2) / (width // 2))
        zeros = np.zeros_like(powers)
        pairs = np.concatenate((np.stack((zeros, powers), -1), np.stack((powers, zeros), -1)))
        frequencies = np.broadcast_to(pairs.astype(np.float32), (groups, *pairs.shape))

    @cache
    def turns(points: int) -> NDArray[np.complex64]:
        rows, columns = np.divmod(np.arange(points), math.isqrt(points))
        angles = columns[:, None, None] * frequencies[..., 0] + rows[:, None, None] * frequencies[..., 1]
        return np.exp(1j * angles)[:, :, None].astype(np.complex64)  # type: ignore[no-any-return, unused-ignore]

    def rotate(x: Array) -> Array:
        pairs = np.ascontiguousarray(x).view(np.complex64)
        turned = pairs.reshape(len(x), groups, -1, width // 2) * turns(len(x))
        return turned.reshape(pairs.shape).view(np.float32)

    return rotate


def _read_feed_forward_block(file: NetworkFile) -> Layer:
    """Return a gated feed-forward block."""
    _, width, is_gated = file.integer(), file.dimension(), file.integer()
    if not is_gated:
        raise ValueError("its feed-forward blocks have no gates")
    normalize, first, gate = read_root_mean_square(file), read_matrix(file), read_matrix(file)
    both, last = np.concatenate((first, gate), 1), read_matrix(file)

    def block(x: Array) -> Array:
        y = normalize(x) @ both
        z = _silu(y[:, :width])
        z *= y[:, width:]
        return z @ last

    return block


_BLOCKS: dict[str, Callable[[NetworkFile], Layer]] = {
    "ordinary_block": _read_ordinary_block,
    "gpool_block": _read_pooling_block,
    "nested_bottleneck_block": _read_nested_block,
    "transformer_attention_block": _read_attention_block,
    "transformer_ffn_block": _read_feed_forward_block,
}
