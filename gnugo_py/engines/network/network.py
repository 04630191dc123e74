"""A residual network for Go, computed with numpy.

A convolution is one matrix product: the neighborhoods of all points are copied side by side (im2col) and
multiplied by the weights. The arrays have the shape (points, channels), which keeps each row of a
neighborhood contiguous in memory.

The input is a position as planes of zeros and ones, of the shape (14, size, size), with row 0 at the top and
column 0 at the left. The weights in this package expect these planes; weights for the first 12 can be used,
too:

0      the stones of the color to move
1      the stones of the opponent
2      all points of the board
3-5    stones of chains with exactly one, two and three liberties
6      the point that simple ko forbids to the color to move
7-11   the points of the last five moves, the most recent first; empty for a pass or if there was no such move
12     stones of chains of both colors that are caught in a ladder; see `gnugo_py.games.go.ladders`
13     the points where the color to move catches a chain of two liberties in a ladder
"""

from __future__ import annotations

import io
import math
import threading
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines.engine import NetworkError
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import full_board, iter_points, plays
from gnugo_py.games.types import PASS, Color, Move, Play, Point, UserError, require_type
from gnugo_py.system.files import PACKAGE_FOLDER, read_regular_file

Array: TypeAlias = NDArray[np.float32]

INPUT_PLANE_COUNT = 14
PLANE_COUNT_WITHOUT_LADDERS = 12
_LAST_MOVES = 5
WEIGHTS_FILE = Path(PACKAGE_FOLDER, "engines", "network", "go.npz")
_MAX_WEIGHTS_SIZE = 100_000_000
"""The maximum size of a weights file in bytes, and of the arrays in it."""
_MAX_REASON_LENGTH = 200
_WIN_RATE_STEEPNESS = 1.7
_FACTOR_GROWTH = 2.0
_MEAN_SIZE, _SIZE_SCALE = 14, 5.0


def input_planes(position: GoPosition, count: int = INPUT_PLANE_COUNT) -> Array:
    """Return the input planes of a position, as float32 of shape (count, size, size).

    count -- `INPUT_PLANE_COUNT`, or `PLANE_COUNT_WITHOUT_LADDERS` for the planes before the ladders.
    """
    board, color = position.board, position.to_move
    by_liberties, ladders = _liberty_and_ladder_sets(position, count == INPUT_PLANE_COUNT)
    sets = [
        board.stones(color),
        board.stones(color.opponent),
        board.geometry.full,
        *by_liberties,
        _ko_point_set(position),
        *_recent_move_sets(position),
        *ladders,
    ]
    return _sets_to_planes(sets, position.size)


def _sets_to_planes(sets: Iterable[int], size: int) -> Array:
    """Return sets of points as arrays of zeros and ones, of shape (number of sets, size, size)."""
    length = (size * (size + 1) + 7) // 8
    data = np.frombuffer(b"".join([points.to_bytes(length, "little") for points in sets]), np.uint8)
    bits = np.unpackbits(data.reshape(-1, length), axis=1, count=size * (size + 1), bitorder="little")
    return bits.reshape(-1, size, size + 1)[:, :, :size].astype(np.float32)


def _liberty_and_ladder_sets(position: GoPosition, reads_ladders: bool) -> tuple[list[int], list[int]]:
    """Return the sets of planes 3 to 5 and those of planes 12 and 13.

    reads_ladders -- whether to read ladders; without it there are no sets of planes 12 and 13.
    """
    board, by_liberties, caught, catching = position.board, [0, 0, 0], 0, 0
    for color in Color:
        for chain, liberties in board.chains_with_liberties(color):
            number = liberties.bit_count()
            if not 1 <= number <= 3:
                continue
            by_liberties[number - 1] |= chain
            if reads_ladders and number < 3 and (points := catching_points(board, color, chain, liberties)):
                caught |= chain
                if number == 2 and color is not position.to_move:
                    catching |= points
    return by_liberties, [caught, catching] if reads_ladders else []


def _ko_point_set(position: GoPosition) -> int:
    """Return the set with the one point that simple ko forbids to the color to move, or 0 if there is none.

    This is the point where a single stone was just captured by a stone that forms a chain of its own and has
    no other liberty.
    """
    captured, move = position.last_single_capture[position.to_move], position.last_move
    if captured is None or not isinstance(move, Play):
        return 0
    board, (stone,) = position.board, move.points
    if board.color_at(stone) is not position.to_move.opponent:
        return 0
    is_ko = board.chain(stone) == 1 << stone and board.liberties(stone) == 1 << captured
    return 1 << captured if is_ko else 0


def _recent_move_sets(position: GoPosition) -> list[int]:
    """Return the sets with the points of the last five moves, the most recent first."""
    result, now = [0] * _LAST_MOVES, position
    for number in range(_LAST_MOVES):
        if now.previous is None:
            break
        if isinstance(now.last_move, Play):
            result[number] = 1 << now.last_move.points[0]
        now = now.previous
    return result


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The network's evaluation of a position, from the view of the color to move.

    position    -- the position.
    logits      -- the logit of each point, row by row from the upper left, and of a pass at the end.
    owners      -- each point's ownership in the same order, from 1 for the color to move to -1 for the other.
    score_mean  -- the expected score at the end, in points of area before komi.
    score_stdev -- the standard deviation of the score, in points.
    """

    position: GoPosition
    logits: Array
    owners: Array
    score_mean: float
    score_stdev: float

    @property
    def to_move(self) -> Color:
        """The color to move."""
        return self.position.to_move

    @cached_property
    def policy(self) -> dict[Move, float]:
        """The probability of each legal move and of a pass; the probabilities add up to 1."""
        moves, shares = self.legal_policy
        return dict(zip(moves, shares.tolist(), strict=True))

    @property
    def legal_policy(self) -> tuple[list[Move], Array]:
        """The legal moves in board order and a pass at the end, and the probability of each."""
        legal, size = self.position.legal_points(), self.position.size
        cells = np.flatnonzero(_sets_to_planes([legal], size)[0])
        logits = self.logits[np.append(cells, -1)]
        shares = np.exp(logits - logits.max())
        return [*plays(legal), PASS], shares / shares.sum()

    @cached_property
    def ownership(self) -> dict[Point, float]:
        """The ownership of each point of the board, from 1 for the color to move to -1 for the other."""
        return ownership_by_point(self.owners, self.position.size)

    @property
    def lead(self) -> float:
        """The expected lead at the end, in points, after komi and any handicap bonus."""
        return self.score_mean - komi_against_color_to_move(self.position)

    def win_rate(self, komi: float) -> float:
        """Return the probability that the color to move wins, 0 to 1.

        komi -- the points that White gets, including any handicap bonus.
        """
        return win_rate_from_lead(self.score_mean - (-komi if self.to_move else komi), self.score_stdev)


def ownership_by_point(owners: Array, size: int) -> dict[Point, float]:
    """Return the ownership of each point of a board, given row by row from the upper left."""
    return dict(zip(iter_points(full_board(size)), owners.tolist(), strict=True))


def mean_ownership(owners: Mapping[Point, float], points: int, color: Color) -> float:
    """Return the mean ownership of a set of points for a color, 1 to -1.

    owners -- Black's ownership by point; points that are missing count as 0.
    """
    share = sum(owners.get(point, 0.0) for point in iter_points(points)) / points.bit_count()
    return -share if color else share


def komi_against_color_to_move(position: GoPosition) -> float:
    """Return komi plus handicap bonus if Black is to move, or the negative of that sum if White is."""
    komi = position.rules.komi + position.rules.handicap_bonus
    return -komi if position.to_move else komi


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

    input_plane_count -- the number of input planes.

    The file determines the number of blocks and channels, and whether the network sees ladders.  Several
    threads can use the same network.  Raise NetworkError, a UserError, if the file is missing, damaged or not
    a regular file, or if its arrays do not have the expected shapes.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        file = Path(path) if path is not None else WEIGHTS_FILE
        arrays = _read(file)
        try:
            self._set_weights(arrays)
        except (KeyError, ValueError, IndexError) as error:
            problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise NetworkError(
                f"{file}: not the weights of a Go network ({problem}); use another file"
            ) from None
        self._buffers = threading.local()

    def _set_weights(self, arrays: dict[str, Array]) -> None:
        """Make the matrices of the weights."""
        channels, inputs = arrays["in.w"].shape[:2]
        half = channels // 2
        ladders = inputs != PLANE_COUNT_WITHOUT_LADDERS
        self.input_plane_count = INPUT_PLANE_COUNT if ladders else PLANE_COUNT_WITHOUT_LADDERS
        self._channels = channels
        self._entry = _matrix(arrays, "in", self.input_plane_count, 5)
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

    def evaluate(self, position: GoPosition, symmetry: int = 0) -> Evaluation:
        """Return the evaluation of a position on a board of any size.

        symmetry -- how the network sees the board: the sum of 1 for upside down, 2 for left and right
                    exchanged, and after that 4 for rows and columns exchanged. The evaluation is for the
                    position as it is.
        """
        require_type("position", position, GoPosition, "a position of Go")
        return next(self.evaluate_symmetries(position, [symmetry]))

    def evaluate_symmetries(self, position: GoPosition, symmetries: Iterable[int]) -> Iterator[Evaluation]:
        """Yield the evaluations of a position that the network sees in some symmetries; see `evaluate`."""
        planes = input_planes(position, self.input_plane_count)
        for symmetry in symmetries:
            seen = self.outputs(_apply_symmetry(planes, symmetry))
            if not symmetry:
                yield Evaluation(position, *seen)
                continue
            points = np.stack([seen.logits[:-1], seen.owners]).reshape(2, position.size, position.size)
            logits, owners = _undo_symmetry(points, symmetry).reshape(2, -1)
            yield Evaluation(
                position, np.append(logits, seen.logits[-1:]), owners, seen.score_mean, seen.score_stdev
            )

    def evaluate_batch(self, positions: Iterable[GoPosition]) -> list[Evaluation]:
        """Return the evaluation of each position."""
        return [self.evaluate(position) for position in positions]

    def outputs(self, inputs: Array) -> NetworkOutputs:
        """Return the outputs for the planes of a position, as `input_planes` returns them.

        inputs -- the planes, as many as the network was trained with; see `input_plane_count`.
        """
        size = inputs.shape[1]
        entry, inner, middle = self._neighborhoods(size)
        entry.inside[:] = inputs.transpose(1, 2, 0)
        x = inner.inside
        np.maximum(entry.convolve(self._entry), 0, out=x)
        for first, second, pooling in self._blocks:
            y = inner.convolve(first)
            np.maximum(y, 0, out=middle.inside if pooling is None else y)
            if pooling is not None:
                pooled = np.concatenate((y.mean((0, 1)), y.max((0, 1))))
                np.add(y, pooling[0] @ pooled + pooling[1], out=middle.inside)
            y = middle.convolve(second)
            y += x
            np.maximum(y, 0, out=x)
        h = x.reshape(size * size, -1) @ self._head[:-1]
        h += self._head[-1]
        np.maximum(h, 0, out=h)
        points = h @ self._points[:-1]
        points += self._points[-1]
        g = np.concatenate((h.mean(0), h.max(0), np.array([(size - _MEAN_SIZE) / _SIZE_SCALE], np.float32)))
        hidden = np.maximum(self._hidden[0] @ g + self._hidden[1], 0)
        a, b, c = (self._last[0] @ hidden + self._last[1]).tolist()
        logits, owners = np.empty(size * size + 1, np.float32), np.tanh(points[:, 1])
        logits[:-1], logits[-1] = points[:, 0], c
        score_mean, score_stdev = float(owners.sum()) + 10 * a, 1 + 5 * _softplus(b + 2)
        return NetworkOutputs(logits, owners, score_mean, score_stdev)

    def _neighborhoods(self, size: int) -> tuple[_Neighborhoods, _Neighborhoods, _Neighborhoods]:
        """Return memory for the inputs of convolutions on boards of one size, reused within a thread.

        These are the first convolution, and the first and the second convolution of a block.
        """
        buffers: dict[int, tuple[_Neighborhoods, _Neighborhoods, _Neighborhoods]]
        buffers = vars(self._buffers).setdefault("by_size", {})
        if size not in buffers:
            planes, channels = self.input_plane_count, self._channels
            columns = _columns(size, 9 * channels)
            buffers[size] = (
                _Neighborhoods(size, 5, planes, _columns(size, 25 * planes)),
                _Neighborhoods(size, 3, channels, columns),
                _Neighborhoods(size, 3, channels, columns),
            )
        return buffers[size]


def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _apply_symmetry(planes: Array, symmetry: int) -> Array:
    """Return planes of shape (number, size, size) as a symmetry shows them; see `Network.evaluate`."""
    planes = planes[:, :: -1 if symmetry & 1 else 1, :: -1 if symmetry & 2 else 1]
    return planes.transpose(0, 2, 1) if symmetry & 4 else planes


def _undo_symmetry(planes: Array, symmetry: int) -> Array:
    """Return the planes of which `_apply_symmetry` returns `planes`."""
    return _apply_symmetry(planes.transpose(0, 2, 1) if symmetry & 4 else planes, symmetry & 3)


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


def _layer(
    arrays: dict[str, Array], name: str, inputs: tuple[int, ...], outputs: int | None = None
) -> tuple[Array, Array]:
    """Return the weights and the bias of a layer. Raise ValueError if they do not have the expected shape.

    inputs, outputs -- the expected shape of the weights; None for any number of outputs.
    """
    weights, bias = arrays[f"{name}.w"], arrays[f"{name}.b"]
    expected = (weights.shape[0] if outputs is None else outputs, *inputs)
    if weights.shape != expected or bias.shape != expected[:1]:
        raise ValueError(f"{name} has the shape {weights.shape}")
    return weights, bias


def _matrix(arrays: dict[str, Array], name: str, inputs: int, width: int) -> Array:
    """Return the weights of a convolution as a matrix (neighborhood, outputs); its last row is the bias."""
    weights, bias = _layer(arrays, name, (inputs, width, width))
    matrix = weights.transpose(2, 3, 1, 0).reshape(-1, weights.shape[0])
    return np.concatenate((matrix, bias[None]))


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
