"""The network that evaluates Go positions.

The input is a position as planes of zeros and ones, of the shape (16, size, size), with row 0 at the top and
column 0 at the left. The weights in this package expect these planes; weights for the first 12 or 14 can be
used, too:

0      the stones of the color to move
1      the stones of the opponent
2      all points of the board
3-5    stones of chains with exactly one, two and three liberties
6      the point that simple ko forbids to the color to move
7-11   the points of the last five moves, the most recent first; empty for a pass or if there was no such move
12     stones of chains of both colors that are caught in a ladder; see `gnugo_py.games.go.ladders`
13     the points where the color to move catches a chain of two liberties in a ladder
14-15  the stones of the color to move and the empty points that only they surround; those of the opponent
"""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from gnugo_py.engines.engine import NetworkError
from gnugo_py.engines.network.forward_pass import (
    PLANES_WITH_AREAS,
    PLANES_WITH_LADDERS,
    Array,
    KataGoForwardPass,
    NetworkOutputs,
    TrainedForwardPass,
)
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.scoring import enclosed_points_by_color
from gnugo_py.games.points import full_board, iter_points, plays
from gnugo_py.games.types import PASS, Color, Move, Play, Point, UserError, require_type
from gnugo_py.system.files import PACKAGE_FOLDER, read_regular_file

_LAST_MOVES = 5
WEIGHTS_FILE = Path(PACKAGE_FOLDER, "engines", "network", "go.npz")
_MAX_WEIGHTS_SIZE = 100_000_000
"""The maximum size of a weights file in bytes, and of the arrays in it."""
_MAX_REASON_LENGTH = 200
_WIN_RATE_STEEPNESS = 1.7
_FACTOR_GROWTH = 2.0


def input_planes(position: GoPosition, count: int = PLANES_WITH_LADDERS) -> Array:
    """Return the input planes of a position, as float32 of shape (count, size, size).

    count -- the number of planes, one of `PLANE_COUNTS`.
    """
    board, color = position.board, position.to_move
    by_liberties, ladders = _liberty_and_ladder_sets(position, count >= PLANES_WITH_LADDERS)
    sets = [
        board.stones(color),
        board.stones(color.opponent),
        board.geometry.full,
        *by_liberties,
        _ko_point_set(position),
        *_recent_move_sets(position),
        *ladders,
    ]
    if count >= PLANES_WITH_AREAS:
        territory = enclosed_points_by_color(board)
        sets += (board.stones(each) | territory[each] for each in (color, color.opponent))
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
    """Return the sets with the points of the last five moves, the most recent first.

    They end where a color moved twice in a row, as when a position is set up move by move.
    """
    result, now = [0] * _LAST_MOVES, position
    for number in range(_LAST_MOVES):
        if now.previous is None or now.previous.to_move is now.to_move:
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
        legal, size = self.position.legal_points, self.position.size
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
            kind = KataGoForwardPass if "pass.w" in arrays else TrainedForwardPass
            self._forward_pass = kind(arrays)
        except (KeyError, ValueError, IndexError) as error:
            problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise NetworkError(
                f"{file}: not the weights of a Go network ({problem}); use another file"
            ) from None
        self.input_plane_count = self._forward_pass.input_plane_count

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

    def outputs(self, planes: Array) -> NetworkOutputs:
        """Return the outputs for the planes of a position, as `input_planes` returns them.

        planes -- as many planes as the network was trained with; see `input_plane_count`.
        """
        return self._forward_pass.outputs(planes)


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
        raise NetworkError(f"{path}: the weights file is damaged ({reason}); {_remedy(path)}") from None
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise NetworkError(f"{path}: some of the weights are not numbers; {_remedy(path)}")
    return arrays


def _remedy(path: Path) -> str:
    return "reinstall gnugo-py" if path == WEIGHTS_FILE else "use another file"


def _arrays(content: bytes) -> dict[str, Array]:
    """Return the arrays of a weights file.  Raise an exception of any kind if it is damaged."""
    if len(content) > _MAX_WEIGHTS_SIZE:
        raise ValueError("it is too large")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _MAX_WEIGHTS_SIZE:
            raise ValueError("its arrays are too large")
    file = np.load(io.BytesIO(content), allow_pickle=False)
    return {name: np.asarray(file[name], np.float32) for name in file.files}
