"""The computation of KataGo's networks, from the inputs of a position to their outputs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gnugo_py.engines.network.layers import (
    means_and_maxima,
    read_activation,
    read_bias,
    read_blocks,
    read_convolution,
    read_last_root_mean_square,
    read_matrix,
    read_normalization,
    size_factor,
)
from gnugo_py.engines.network.network_file import Array, NetworkFile

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
