"""A residual network for Go, computed with numpy.

A convolution is one matrix product: the neighborhoods of all points are copied side by side (im2col) and
multiplied by the weights.  The arrays are of shape (points, channels), so that the copies are long runs.
"""

from __future__ import annotations

import io
import math
import threading
import zipfile
import zlib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.types import PASS, Color, Move, Play, Point, UserError
from gnugo_py.engines.network.features import PLANES, planes
from gnugo_py.games.go.position import GoPosition

Array: TypeAlias = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("go.npz")
WIN_RATE_STEEPNESS = 1.7
_MEAN_SIZE, _SIZE_SCALE = 14, 5.0


class Evaluation:
    """What the network thinks of a position, from the view of the color to move.

    to_move     -- the color to move.
    score_mean  -- the expected score at the end, in points of area before komi.
    score_stdev -- its standard deviation, in points.
    logits      -- the logit of each point, row by row from the upper left, and of a pass at the end.
    owners      -- the ownership of each point in the same order: 1 for the color to move, -1 for the other.
    legal       -- the set of legal points.
    """

    def __init__(
        self, position: GoPosition, logits: Array, owners: Array, score_mean: float, score_stdev: float
    ) -> None:
        self.to_move: Color = position.to_move
        self.score_mean, self.score_stdev = score_mean, score_stdev
        self.logits, self.owners = logits, owners
        self.legal = position.legal_points()
        self._size = position.size

    @cached_property
    def policy(self) -> dict[Move, float]:
        """The probability of each legal move and of a pass; their sum is 1."""
        points = list(iter_points(self.legal))
        logits = self.logits[[*(self._index(point) for point in points), -1]]
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        moves: list[Move] = [*(Play((point,)) for point in points), PASS]
        return dict(zip(moves, shares.tolist(), strict=True))

    @cached_property
    def ownership(self) -> dict[Point, float]:
        """The ownership of each point of the board, from 1 for the color to move to -1 for the other."""
        stride = self._size + 1
        return {
            number // self._size * stride + number % self._size: share
            for number, share in enumerate(self.owners.tolist())
        }

    def win_rate(self, komi: float) -> float:
        """Return the probability that the color to move wins, 0 to 1.

        komi -- the points that White gets, with any handicap bonus.
        """
        lead = self.score_mean - (-komi if self.to_move else komi)
        return 1 / (1 + math.exp(min(max(-WIN_RATE_STEEPNESS * lead / self.score_stdev, -700), 700)))

    def _index(self, point: Point) -> int:
        row, column = divmod(point, self._size + 1)
        return row * self._size + column


class Outputs(NamedTuple):
    """The outputs of the network for one position, from the view of the color to move.

    logits, owners, score_mean, score_stdev -- as in `Evaluation`.
    """

    logits: Array
    owners: Array
    score_mean: float
    score_stdev: float


class Network:
    """A network with its weights.

    path -- a file of weights; None for the weights of this package.

    The number of blocks and channels is that of the file.  A network can be used in several threads.  Raise
    UserError if the file is missing, damaged or not of the expected shape.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        file = Path(path) if path is not None else WEIGHTS
        arrays = _read(file)
        try:
            self._layers = _Layers(arrays)
        except (KeyError, ValueError, IndexError) as error:
            problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise UserError(
                f"{file}: not the weights of a Go network ({problem}); use another file"
            ) from None
        self._buffers = threading.local()

    def evaluate(self, position: GoPosition) -> Evaluation:
        """Return the evaluation of a position on a board of any size."""
        return Evaluation(position, *self.outputs(planes(position)))

    def evaluate_batch(self, positions: Iterable[GoPosition]) -> list[Evaluation]:
        """Return the evaluation of each position."""
        return [self.evaluate(position) for position in positions]

    def outputs(self, inputs: Array) -> Outputs:
        """Return the outputs for the planes of a position, as `features.planes` returns them."""
        size = inputs.shape[1]
        buffers: dict[int, _Workspace] | None = getattr(self._buffers, "by_size", None)
        if buffers is None:
            buffers = self._buffers.by_size = {}
        if size not in buffers:
            buffers[size] = _Workspace(size, self._layers)
        return self._layers.outputs(inputs, buffers[size])


class _Layers:
    """The weights as matrices, and the computation of the outputs."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        self.channels = arrays["in.w"].shape[0]
        self.entry = _matrix(arrays, "in", PLANES, 5)
        self.blocks = []
        number = 0
        while f"{number}.1.w" in arrays:
            pooling = None
            if f"{number}.g.w" in arrays:
                pooling = _dense(arrays, f"{number}.g", 2 * self.channels, self.channels)
            first, second = (_matrix(arrays, f"{number}.{part}", self.channels, 3) for part in (1, 2))
            self.blocks.append((first, second, pooling))
            number += 1
        self.head = _matrix(arrays, "head", self.channels, 1)
        half = self.channels // 2
        self.policy, self.ownership = _matrix(arrays, "policy", half, 1), _matrix(arrays, "own", half, 1)
        self.hidden = _dense(arrays, "f1", 2 * self.channels + 1, None)
        self.last = _dense(arrays, "f2", self.hidden[1].size, 3)

    def outputs(self, inputs: Array, work: _Workspace) -> Outputs:
        """Return the outputs for the planes of a position."""
        size = inputs.shape[1]
        x = work.convolve(inputs.transpose(1, 2, 0), self.entry, 5)
        np.maximum(x, 0, out=x)
        for first, second, pooling in self.blocks:
            y = work.convolve(x.reshape(size, size, -1), first, 3)
            np.maximum(y, 0, out=y)
            if pooling is not None:
                y += pooling[0] @ np.concatenate((y.mean(0), y.max(0))) + pooling[1]
            y = work.convolve(y.reshape(size, size, -1), second, 3)
            y += x
            x = np.maximum(y, 0, out=y)
        h = x @ self.head[0] + self.head[1]
        np.maximum(h, 0, out=h)
        half = self.channels // 2
        points = h[:, :half] @ self.policy[0] + self.policy[1]
        owners = np.tanh(h[:, half:] @ self.ownership[0] + self.ownership[1])[:, 0]
        scale = np.float32((size - _MEAN_SIZE) / _SIZE_SCALE)
        g = np.concatenate((h.mean(0), h.max(0), [scale]), dtype=np.float32)
        a, b, c = self.last[0] @ np.maximum(self.hidden[0] @ g + self.hidden[1], 0) + self.last[1]
        return Outputs(
            np.append(points[:, 0], c),
            owners,
            float(owners.sum() + 10 * a),
            1 + 5 * float(np.logaddexp(0, b + 2)),
        )


class _Workspace:
    """Memory for the neighborhoods of all points of a board, used again by each convolution."""

    def __init__(self, size: int, layers: _Layers) -> None:
        self._size = size
        self._parts = {5: _neighborhoods(size, 5, PLANES), 3: _neighborhoods(size, 3, layers.channels)}

    def convolve(self, x: Array, weights: tuple[Array, Array], width: int) -> Array:
        """Return the convolution of an array of shape (size, size, channels), of shape (points, channels)."""
        size, (inside, windows, columns) = self._size, self._parts[width]
        inside[:] = x
        columns[:] = windows
        y: Array = columns.reshape(size * size, -1) @ weights[0]
        y += weights[1]
        return y


def _neighborhoods(size: int, width: int, channels: int) -> tuple[Array, Array, Array]:
    """Return the memory for the convolutions of a width.

    It consists of the inside of an array with empty edges, shape (size, size, channels); a view of that array
    with the neighborhood of each point, one run of memory for each of its rows; and room for a copy of them.
    """
    edge, shape = width // 2, (size, size, width, width * channels)
    padded = np.zeros((size + 2 * edge, size + 2 * edge, channels), np.float32)
    row, column, cell = padded.strides
    windows = np.lib.stride_tricks.as_strided(padded, shape, (row, column, row, cell), writeable=False)
    return padded[edge : edge + size, edge : edge + size], windows, np.empty(shape, np.float32)


def _matrix(arrays: dict[str, Array], name: str, inputs: int, width: int) -> tuple[Array, Array]:
    """Return the weights of a convolution as a matrix (neighborhood, outputs), and its bias."""
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    if weights.shape[1:] != (inputs, width, width) or bias.shape != weights.shape[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    matrix = weights.transpose(2, 3, 1, 0).reshape(-1, weights.shape[0])
    return np.ascontiguousarray(matrix), bias


def _dense(arrays: dict[str, Array], name: str, inputs: int, outputs: int | None) -> tuple[Array, Array]:
    """Return the matrix (outputs, inputs) and the bias of a fully connected layer."""
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    expected = (weights.shape[0] if outputs is None else outputs, inputs)
    if weights.shape != expected or bias.shape != expected[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    return weights, bias


def _read(path: Path) -> dict[str, Array]:
    """Return the arrays of a file of weights, as float32.  Raise UserError if it cannot be read."""
    try:
        file = np.load(io.BytesIO(path.read_bytes()), allow_pickle=False)
        if not isinstance(file, np.lib.npyio.NpzFile):
            raise ValueError("it is a single array")
        arrays = {name: np.asarray(file[name], np.float32) for name in file.files}
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; check the path of the weights") from None
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise UserError(f"{path}: the file of weights is damaged ({error}); install gnugo-py again") from None
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise UserError(f"{path}: the weights are not numbers; install gnugo-py again")
    return arrays
