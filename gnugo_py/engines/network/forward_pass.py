"""The computation of KataGo's networks, from the inputs of a position to their outputs.

Each function that reads a layer or a block returns what computes it: a function of an array of the shape
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
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines.network.network_file import Array, NetworkFile

Layer: TypeAlias = Callable[[Array], Array]

_MEAN_SIZE = 14
"""The board size that KataGo takes as the mean where layers depend on the size."""
_MAX_EXPONENT = 60
"""The size up to which the exponentials of a row can be added without being scaled first."""
PLANE_COUNT, NUMBER_COUNT = 22, 19
"""The numbers of input planes and of input numbers."""
_MIN_VERSION, _MAX_VERSION = 8, 17
_OLD_SCORE_SCALE = 20.0
"""The number of points of a score of 1 in the outputs, for files before version 13, which do not contain it.
"""
_POLICY_COUNT, _VALUE_COUNT, _SCORE_COUNT = 2, 3, 4
_TEST_SIZE = 3


class Outputs(NamedTuple):
    """The outputs of a network for one position, from the view of the color to move.

    logits      -- the logit of each point, row by row from the top, and of a pass at the end.
    optimistic_logits -- the same of the optimistic policy, which tries moves that may turn out well; equal to
                   `logits` if the network has none.
    owners      -- the ownership of each point in the same order, from 1 to -1.
    values      -- the logits of a win, a loss and no result.
    score_stdev -- the standard deviation of the score, in points.
    lead        -- the lead in points, after komi.
    """

    logits: Array
    optimistic_logits: Array
    owners: Array
    values: Array
    score_stdev: float
    lead: float


class ForwardPass:
    """The computation of the network in a file.  Several threads can use the same one.

    name         -- the name that the file gives.
    weight_count -- the number of weights.

    Raise ValueError or RecursionError, or an exception of `gzip` or `zlib`, if the file is damaged or if the
    network is of a kind that is not known.
    """

    def __init__(self, file: NetworkFile) -> None:
        self.name = file.name
        if not _MIN_VERSION <= file.version <= _MAX_VERSION:
            raise ValueError(
                f"its format has version {file.version}; {_MIN_VERSION} to {_MAX_VERSION} are known"
            )
        if (file.integer(), file.integer()) != (PLANE_COUNT, NUMBER_COUNT):
            raise ValueError("its inputs are not those of a network for Go")
        scales = file.decimals(7)[2:4] if file.version >= 13 else [_OLD_SCORE_SCALE] * 2
        self._stdev_scale, self._lead_scale = scales
        if file.version >= 15:
            if file.integer():
                raise ValueError("it imitates people of a rank that it is told; use a network that does not")
            file.decimals(7)
        self._entry, self._numbers, self._trunk = _read_trunk(file)
        self._policy, self._value = _read_policy_head(file), _read_value_head(file)
        file.require_end()
        self.weight_count = file.weights_read
        self._check_shapes()

    def outputs(self, planes: Array, numbers: Array) -> Outputs:
        """Return the outputs for inputs.

        planes  -- an array of the shape (points, `PLANE_COUNT`), the points row by row from the top.
        numbers -- the `NUMBER_COUNT` other inputs.
        """
        x = self._entry(planes)
        x += numbers @ self._numbers
        x = self._trunk(x)
        values, scores, owners = self._value(x)
        _, stdev, lead, _ = scores[:_SCORE_COUNT].tolist()
        softplus = max(stdev, 0) + math.log1p(math.exp(-abs(stdev)))
        policies, stdev = self._policy(x), softplus * self._stdev_scale
        return Outputs(policies[0], policies[-1], owners, values, stdev, lead * self._lead_scale)

    def _check_shapes(self) -> None:
        """Raise ValueError if the layers do not fit together, by an evaluation of a small empty board."""
        points = _TEST_SIZE**2
        planes, numbers = np.zeros((points, PLANE_COUNT), np.float32), np.zeros(NUMBER_COUNT, np.float32)
        try:
            with np.errstate(all="ignore"):
                found = self.outputs(planes, numbers)
        except (ValueError, IndexError):
            raise ValueError("its layers do not fit together") from None
        shapes = found.logits.shape, found.owners.shape, found.values.shape
        if shapes != ((points + 1,), (points,), (_VALUE_COUNT,)):
            raise ValueError("its layers do not fit together")


def _read_trunk(file: NetworkFile) -> tuple[Callable[[Array], Array], Array, Callable[[Array], Array]]:
    """Return the convolution of the planes, the matrix of the numbers, and the blocks."""
    file.word()
    count = file.dimension()
    file.decimals(5)
    is_transformer = file.version >= 15 and bool(file.decimals(6)[0])
    entry, numbers, blocks = read_convolution(file), read_matrix(file), read_blocks(file, count)
    normalize = read_last_root_mean_square(file) if is_transformer else read_normalization(file)
    return entry, numbers, lambda x: normalize(blocks(x))


def _read_policy_head(file: NetworkFile) -> Callable[[Array], Array]:
    """Return what computes the logits of the moves and a pass, for one or two policies, one per row."""
    file.word()
    if file.version >= 17:
        file.decimals(4)
    first, pooled, normalize = read_convolution(file), read_convolution(file), read_normalization(file)
    pooling, between, last = read_matrix(file), read_normalization(file), read_convolution(file)
    passing = read_matrix(file)
    if file.version >= 15:
        bias, activate, last_of_pass = read_bias(file), read_activation(file), read_matrix(file)

    def policy(x: Array) -> Array:
        over_board = means_and_maxima(normalize(pooled(x)))
        y = first(x)
        y += over_board @ pooling
        for_pass = over_board @ passing
        if file.version >= 15:
            for_pass = activate(for_pass + bias) @ last_of_pass
        logits: Array = np.vstack((last(between(y)), for_pass)).T[:_POLICY_COUNT]
        return np.ascontiguousarray(logits)

    return policy


def _read_value_head(file: NetworkFile) -> Callable[[Array], tuple[Array, Array, Array]]:
    """Return what computes the logits of the results, the scores, and the ownership."""
    file.word()
    if file.version >= 17:
        file.decimals(3)
    first, normalize = read_convolution(file), read_normalization(file)
    hidden, hidden_bias, activate = read_matrix(file), read_bias(file), read_activation(file)
    last, last_bias = read_matrix(file), read_bias(file)
    scores, scores_bias, owners = read_matrix(file), read_bias(file), read_convolution(file)

    def value(x: Array) -> tuple[Array, Array, Array]:
        y = normalize(first(x))
        means, factor = y.mean(0), size_factor(len(y))
        over_board = np.concatenate((means, means * factor, means * (factor**2 - 0.1)))
        h = activate(over_board @ hidden + hidden_bias)
        return h @ last + last_bias, h @ scores + scores_bias, np.tanh(owners(y)[:, 0])

    return value


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
    """Return the neighborhood of each point, of the shape (points, width * width * channels).

    It is in memory that the thread uses again at the next call for the same shape.
    """
    if x.shape[1] != channels:
        raise ValueError(f"a layer has {x.shape[1]} channels instead of {channels}")
    made: dict[tuple[int, ...], tuple[Array, Array, Array]] = vars(_memory).setdefault("made", {})
    key = len(x), width, channels
    if key not in made:
        size, edge = math.isqrt(len(x)), width // 2
        padded = np.zeros((size + 2 * edge, size + 2 * edge, channels), np.float32)
        row, column, cell = padded.strides
        shape = size, size, width, width * channels  # each row of a neighborhood is contiguous in memory
        as_strided = np.lib.stride_tricks.as_strided
        windows = as_strided(padded, shape, (row, column, row, cell), writeable=False)
        inside = padded[edge : edge + size, edge : edge + size]
        made[key] = inside, windows, np.empty(shape, np.float32)
    inside, windows, copy = made[key]
    inside[:] = x.reshape(inside.shape)
    copy[:] = windows
    return copy.reshape(len(x), -1)


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
