"""A residual network for Go, computed with numpy.

A convolution is one matrix product: the neighborhoods of all points are copied side by side (im2col) and
multiplied by the weights.  The arrays have the shape (points, channels), which keeps each row of a
neighborhood contiguous in memory.
"""

from __future__ import annotations

import io
import math
import threading
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines.engine import NetworkError
from gnugo_py.engines.network.features import (
    INPUT_PLANE_COUNT,
    PLANE_COUNT_WITHOUT_LADDERS,
    input_planes,
    sets_to_planes,
)
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, PLAYS, Color, Move, Point, UserError, require_type
from gnugo_py.system.files import PACKAGE_FOLDER, read_regular_file

Array: TypeAlias = NDArray[np.float32]

WEIGHTS_FILE = Path(PACKAGE_FOLDER, "engines", "network", "go.npz")
_MAX_WEIGHTS_SIZE = 100_000_000
"""The maximum size of a weights file in bytes, and of the arrays in it."""
_MAX_REASON_LENGTH = 200
_WIN_RATE_STEEPNESS = 1.7
_FACTOR_GROWTH = 2.0
_MEAN_SIZE, _SIZE_SCALE = 14, 5.0


class Evaluation:
    """The network's evaluation of a position, from the view of the color to move.

    to_move     -- the color to move.
    score_mean  -- the expected score at the end, in points of area before komi.
    score_stdev -- the standard deviation of the score, in points.
    logits      -- the logit of each point, row by row from the upper left, and of a pass at the end.
    owners      -- each point's ownership in the same order, from 1 for the color to move to -1 for the other.
    """

    def __init__(
        self, position: GoPosition, logits: Array, owners: Array, score_mean: float, score_stdev: float
    ) -> None:
        self.to_move: Color = position.to_move
        self.score_mean, self.score_stdev = score_mean, score_stdev
        self.logits, self.owners = logits, owners
        self._position, self._size = position, position.size

    @property
    def policy(self) -> dict[Move, float]:
        """The probability of each legal move and of a pass; the probabilities add up to 1."""
        points, shares = self.legal_policy
        moves: list[Move] = [*(PLAYS[point] for point in points), PASS]
        return dict(zip(moves, shares.tolist(), strict=True))

    @cached_property
    def legal_policy(self) -> tuple[list[Point], Array]:
        """The legal points in board order, and the probability of each, with that of a pass at the end."""
        cells = np.flatnonzero(sets_to_planes([self._position.legal_points()], self._size)[0])
        logits = self.logits[np.append(cells, -1)]
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        return (cells + cells // self._size).tolist(), shares

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

        komi -- the points that White gets, including any handicap bonus.
        """
        return win_rate_from_lead(self.score_mean - (-komi if self.to_move else komi), self.score_stdev)


def win_rate_from_lead(lead: float, stdev: float) -> float:
    """Return the win rate of a color, 0 to 1, from its lead in points and the lead's standard deviation."""
    return 1 / (1 + math.exp(min(max(-_WIN_RATE_STEEPNESS * lead / stdev, -700), 700)))


def fitted_win_rate(win_rate: float, share: float) -> float:
    """Return the win rate that fits the results of games better than the one from a lead or from a search.

    The log-odds are multiplied by 1 at the start of a game, and by up to 3 on a full board: late in a game,
    a lead is safer than its standard deviation says.  `docs/rules.md` compares both with results.

    share -- the share of the board's points that are occupied, 0 to 1.

    >>> [round(fitted_win_rate(0.8, share), 2) for share in (0.0, 0.5)]
    [0.8, 0.94]
    """
    if not 0 < win_rate < 1:
        return win_rate
    log_odds = (1 + _FACTOR_GROWTH * share) * math.log(win_rate / (1 - win_rate))
    return 1 / (1 + math.exp(min(max(-log_odds, -700), 700)))


class NetworkOutputs(NamedTuple):
    """The outputs of the network for one position, from the view of the color to move.

    logits, owners, score_mean, score_stdev -- as in `Evaluation`.
    """

    logits: Array
    owners: Array
    score_mean: float
    score_stdev: float


class Network:
    """A network with its weights.

    path -- a weights file; None for the weights of this package.

    The file determines the number of blocks and channels, and whether the network sees ladders.  Several
    threads can use the same network.  Raise NetworkError, a UserError, if the file is missing, damaged or not
    a regular file, or if its arrays do not have the expected shapes.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        file = Path(path) if path is not None else WEIGHTS_FILE
        arrays = _read(file)
        try:
            self._layers = _Layers(arrays)
        except (KeyError, ValueError, IndexError) as error:
            problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise NetworkError(
                f"{file}: not the weights of a Go network ({problem}); use another file"
            ) from None
        self._buffers = threading.local()

    def evaluate(self, position: GoPosition, symmetry: int = 0) -> Evaluation:
        """Return the evaluation of a position on a board of any size.

        symmetry -- how the network sees the board: the sum of 1 for upside down, 2 for left and right
                    exchanged, and after that 4 for rows and columns exchanged. The evaluation is for the
                    position as it is.
        """
        require_type("position", position, GoPosition, "a position of Go")
        planes = input_planes(position, self._layers.inputs)
        if not symmetry:
            return Evaluation(position, *self.outputs(planes))
        size = position.size
        seen = self.outputs(np.ascontiguousarray(_apply_symmetry(planes, symmetry)))
        points = np.stack([seen.logits[:-1].reshape(size, size), seen.owners.reshape(size, size)])
        logits, owners = (plane.ravel() for plane in _undo_symmetry(points, symmetry))
        return Evaluation(
            position, np.append(logits, seen.logits[-1:]), owners, seen.score_mean, seen.score_stdev
        )

    @property
    def input_plane_count(self) -> int:
        """The number of input planes."""
        return self._layers.inputs

    def evaluate_batch(self, positions: Iterable[GoPosition]) -> list[Evaluation]:
        """Return the evaluation of each position."""
        return [self.evaluate(position) for position in positions]

    def outputs(self, inputs: Array) -> NetworkOutputs:
        """Return the outputs for the planes of a position, as `features.input_planes` returns them.

        inputs -- the planes, as many as the network was trained with; see `input_plane_count`.
        """
        size = inputs.shape[1]
        buffers: dict[int, _Workspace] | None = getattr(self._buffers, "by_size", None)
        if buffers is None:
            buffers = self._buffers.by_size = {}
        if size not in buffers:
            buffers[size] = _Workspace(size, self._layers)
        return self._layers.outputs(inputs, buffers[size])


def _apply_symmetry(planes: Array, symmetry: int) -> Array:
    """Return planes of shape (number, size, size) as a symmetry shows them; see `Network.evaluate`."""
    planes = planes[:, :: -1 if symmetry & 1 else 1, :: -1 if symmetry & 2 else 1]
    return planes.transpose(0, 2, 1) if symmetry & 4 else planes


def _undo_symmetry(planes: Array, symmetry: int) -> Array:
    """Return the planes of which `_apply_symmetry` returns `planes`."""
    return _apply_symmetry(planes.transpose(0, 2, 1) if symmetry & 4 else planes, symmetry & 3)


class _Layers:
    """The weights as matrices, and the computation of the outputs.

    inputs   -- the number of input planes.
    channels -- the number of channels.
    """

    def __init__(self, arrays: dict[str, Array]) -> None:
        self.channels, inputs = arrays["in.w"].shape[:2]
        self.inputs = inputs if inputs == PLANE_COUNT_WITHOUT_LADDERS else INPUT_PLANE_COUNT
        self.entry = _matrix(arrays, "in", self.inputs, 5)
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
        self.points = np.zeros((self.channels + 1, 2), np.float32)
        for column, (name, part) in enumerate((("policy", slice(half)), ("own", slice(half, None)))):
            weights = _matrix(arrays, name, half, 1)
            self.points[:-1][part, column], self.points[-1, column] = weights[:-1, 0], weights[-1, 0]
        self.hidden = _dense(arrays, "f1", 2 * self.channels + 1, None)
        self.last = _dense(arrays, "f2", self.hidden[1].size, 3)

    def outputs(self, inputs: Array, work: _Workspace) -> NetworkOutputs:
        """Return the outputs for the planes of a position."""
        size = inputs.shape[1]
        work.entry.inside[:] = inputs.transpose(1, 2, 0)
        x, middle = work.inner.inside, work.middle.inside
        np.maximum(work.entry.convolve(self.entry), 0, out=x)
        for first, second, pooling in self.blocks:
            y = work.inner.convolve(first)
            np.maximum(y, 0, out=middle if pooling is None else y)
            if pooling is not None:
                pooled = np.concatenate((y.mean((0, 1)), y.max((0, 1))))
                np.add(y, pooling[0] @ pooled + pooling[1], out=middle)
            y = work.middle.convolve(second)
            y += x
            np.maximum(y, 0, out=x)
        h = x.reshape(size * size, -1) @ self.head[:-1]
        h += self.head[-1]
        np.maximum(h, 0, out=h)
        points = h @ self.points[:-1]
        points += self.points[-1]
        g = np.concatenate((h.mean(0), h.max(0), np.array([(size - _MEAN_SIZE) / _SIZE_SCALE], np.float32)))
        a, b, c = (self.last[0] @ np.maximum(self.hidden[0] @ g + self.hidden[1], 0) + self.last[1]).tolist()
        logits = np.empty(size * size + 1, np.float32)
        logits[:-1], logits[-1] = points[:, 0], c
        owners = np.tanh(points[:, 1])
        return NetworkOutputs(logits, owners, float(owners.sum()) + 10 * a, 1 + 5 * _softplus(b + 2))


@cache
def default_network() -> Network:
    """Return the network of this package; it is loaded once."""
    return Network()


@cache
def weights_checksum() -> str:
    """Return a checksum of the weights of this package; empty if they cannot be read."""
    with suppress(UserError):
        return f"{zlib.crc32(read_regular_file(WEIGHTS_FILE, _MAX_WEIGHTS_SIZE, 'a weights file')):08x}"
    return ""


def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


class _Workspace:
    """Reusable memory for the convolutions on boards of one size.

    entry         -- the input of the first convolution.
    inner, middle -- the inputs of the first and the second convolution of a block.
    """

    def __init__(self, size: int, layers: _Layers) -> None:
        self.entry = _Neighborhoods(size, 5, layers.inputs, _columns(size, 25 * layers.inputs))
        columns = _columns(size, 9 * layers.channels)
        self.inner, self.middle = (_Neighborhoods(size, 3, layers.channels, columns) for _ in range(2))


def _columns(size: int, length: int) -> Array:
    """Return an array for the neighborhoods of all points; its last column, all ones, multiplies the bias."""
    return np.ones((size * size, length + 1), np.float32)


class _Neighborhoods:
    """The neighborhoods of all points of a board, as the input of a convolution.

    inside -- the values of the points, of shape (size, size, channels); set them before calling `convolve`.
    """

    def __init__(self, size: int, width: int, channels: int, columns: Array) -> None:
        edge = width // 2
        padded = np.zeros((size + 2 * edge, size + 2 * edge, channels), np.float32)
        self.inside = padded[edge : edge + size, edge : edge + size]
        shape = (size, size, width, width * channels)  # each row of a neighborhood is contiguous in memory
        row, column, cell = padded.strides
        line = columns.strides[0]
        as_strided = np.lib.stride_tricks.as_strided
        self._windows = as_strided(padded, shape, (row, column, row, cell), writeable=False)
        self._columns = columns
        self._copy = as_strided(columns, shape, (size * line, line, width * channels * cell, cell))

    def convolve(self, weights: Array) -> Array:
        """Return the convolution of `inside` with weights and bias, of shape (size, size, channels)."""
        self._copy[:] = self._windows
        y: Array = self._columns @ weights
        return y.reshape(*self.inside.shape[:2], -1)


def _matrix(arrays: dict[str, Array], name: str, inputs: int, width: int) -> Array:
    """Return the weights of a convolution as a matrix (neighborhood, outputs); its last row is the bias."""
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    if weights.shape[1:] != (inputs, width, width) or bias.shape != weights.shape[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    matrix = weights.transpose(2, 3, 1, 0).reshape(-1, weights.shape[0])
    return np.concatenate((matrix, bias[None]))


def _dense(arrays: dict[str, Array], name: str, inputs: int, outputs: int | None) -> tuple[Array, Array]:
    """Return the matrix (outputs, inputs) and the bias of a fully connected layer."""
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    expected = (weights.shape[0] if outputs is None else outputs, inputs)
    if weights.shape != expected or bias.shape != expected[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    return weights, bias


def _read(path: Path) -> dict[str, Array]:
    """Return the arrays of a weights file, as float32.  Raise NetworkError if the file cannot be read."""
    try:
        content = read_regular_file(path, _MAX_WEIGHTS_SIZE, "a weights file")
    except UserError as error:
        raise NetworkError(str(error)) from None
    try:
        arrays = _arrays(content)
    except Exception as error:  # numpy and zipfile raise exceptions of many kinds for damaged files
        reason = " ".join(str(error).split())[:_MAX_REASON_LENGTH]
        raise NetworkError(f"{path}: the weights file is damaged ({reason}); reinstall gnugo-py") from None
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise NetworkError(f"{path}: some of the weights are not numbers; reinstall gnugo-py")
    return arrays


def _arrays(content: bytes) -> dict[str, Array]:
    """Return the arrays of a weights file.  Raise an exception of any kind if it is damaged."""
    if len(content) > _MAX_WEIGHTS_SIZE:
        raise ValueError("it is too large")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _MAX_WEIGHTS_SIZE:
            raise ValueError("its arrays are too large")
    file = np.load(io.BytesIO(content), allow_pickle=False)
    return {name: np.asarray(file[name], np.float32) for name in file.files}
