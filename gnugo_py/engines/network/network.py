"""The networks that evaluate positions of Go: two in this package, or any other network of KataGo.

The *judge* gives every number that is shown or saved, and plays the highest levels.  The small network plays
the other levels; an evaluation takes it a tenth of the time or less.
"""

from __future__ import annotations

import gzip
import math
import os
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines import network_choice
from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.engines.engine import NetworkError
from gnugo_py.engines.network.forward_pass import ForwardPass, Outputs
from gnugo_py.engines.network.inputs import komi_of_color_to_move, network_inputs, point_sets_to_planes
from gnugo_py.engines.network.network_file import Array, NetworkFile
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import full_board, iter_points, plays
from gnugo_py.games.types import PASS, Color, Move, Point, UserError
from gnugo_py.system.files import open_regular_file

_EXPECTED = "a network file of KataGo, such as kata.bin.gz"
_JUDGE_WEIGHTS = 10_545_753
_MAX_REASON_LENGTH = 200
_BLOCK = 2**20
_SLOW_SECONDS = 0.5
"""An evaluation is slow if it takes longer than this."""
_EVALUATIONS_TIMED = 3
"""The number of evaluations after which a network is known to be slow; the first ones of a process are."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The network's evaluation of a position, from the view of the color to move.

    network     -- the network.
    position    -- the position.
    lead        -- the expected lead in points, after komi and any handicap bonus.
    score_stdev -- the standard deviation of the score, in points.
    owners_for_black -- the ownership of each point, row by row from the top, 1 for Black to -1 for White.
    """

    network: Network
    position: GoPosition
    _outputs: Outputs
    lead: float
    score_stdev: float
    owners_for_black: Array

    @cached_property
    def policy(self) -> dict[Move, float]:
        """The probability of each legal move and of a pass; the probabilities add up to 1."""
        moves, shares = self.legal_policy()
        return dict(zip(moves, shares.tolist(), strict=True))

    def legal_policy(self, is_optimistic: bool = False) -> tuple[list[Move], Array]:
        """Return the legal moves in board order and a pass at the end, and the probability of each.

        is_optimistic -- whether the policy is the one that tries moves that may turn out well.
        """
        legal, size = self.position.legal_points, self.position.size
        cells = np.flatnonzero(point_sets_to_planes([legal], size)[0])
        outputs = self._outputs
        logits = (outputs.optimistic_logits if is_optimistic else outputs.logits)[np.append(cells, -1)]
        shares = np.exp(logits - logits.max())
        return [*plays(legal), PASS], shares / shares.sum()

    @cached_property
    def ownership(self) -> dict[Point, float]:
        """The ownership of each point of the board, from 1 for Black to -1 for White."""
        return ownership_by_point(self.owners_for_black, self.position.size)

    @property
    def score_mean(self) -> float:
        """The expected lead at the end, in points, before komi."""
        return self.lead - komi_of_color_to_move(self.position)

    @cached_property
    def results(self) -> tuple[float, float, float]:
        """The probabilities that the color to move wins, that it loses, and that the game has no result."""
        rules = self.position.rules
        can_repeat = rules.ko in ("simple", "1989") or not rules.counts_area
        shares = np.exp(self._outputs.values - self._outputs.values.max())
        win, loss, none = (float(each) for each in shares)
        none = none if can_repeat else 0.0
        total = win + loss + none
        return win / total, loss / total, none / total

    def win_rate(self, komi: float | None = None) -> float:
        """Return the probability that the color to move wins, 0 to 1; no result counts as half a win.

        komi -- the points that White gets, including any handicap bonus. For another komi than that of the
                position, which is the default, the position is evaluated again.
        """
        rules = self.position.rules
        if komi is None or komi == rules.komi + rules.handicap_bonus:
            win, _, none = self.results
            return win + none / 2
        rules = rules.replace(komi=komi, handicap_bonus=0)
        return self.network.evaluate(self.position.replace(rules=rules)).win_rate()


def ownership_by_point(owners: Array, size: int) -> dict[Point, float]:
    """Return the ownership of each point of a board, given row by row from the top."""
    return dict(zip(iter_points(full_board(size)), owners.tolist(), strict=True))


@checked_methods()
class Network:
    """A network with its weights.

    path -- a network file of KataGo (`.bin.gz`, `.txt.gz`); None for the judge of this package.

    name     -- the name of the network.
    checksum -- a checksum of its file.
    is_slow  -- whether an evaluation takes more than half a second.

    Several threads can use the same network.  Raise NetworkError, a UserError, if the file is missing,
    damaged or not a regular file, or if the network is of a kind that is not known.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        file = network_choice.LARGE_FILE if path is None else os.fspath(path)
        self._forward_pass, self.checksum = _read(file)
        self.name = self._forward_pass.name
        self._fastest, self._evaluations = math.inf, 0

    @property
    def relative_cost(self) -> float:
        """The number of weights, relative to the judge of this package; the time is about proportional."""
        return self._forward_pass.weight_count / _JUDGE_WEIGHTS

    @property
    def is_slow(self) -> bool:
        """Whether each of the first evaluations took more than half a second."""
        return self._evaluations >= _EVALUATIONS_TIMED and self._fastest > _SLOW_SECONDS

    def evaluate(self, position: GoPosition, symmetry: int = 0) -> Evaluation:
        """Return the evaluation of a position on a board of any size.

        symmetry -- how the network sees the board: the sum of 1 for upside down, 2 for left and right
                    exchanged, and after that 4 for rows and columns exchanged. The evaluation is for the
                    position as it is.
        """
        began, size = time.perf_counter(), position.size
        planes, numbers, komi_left = network_inputs(position)
        if symmetry:
            order = points_as_shown(size, symmetry)
            outputs = _in_board_order(self._forward_pass.outputs(planes[order], numbers), order)
        else:
            outputs = self._forward_pass.outputs(planes, numbers)
        komi, most = komi_of_color_to_move(position), size**2 + sum(position.prisoners)
        lead = min(max(outputs.lead + komi_left, komi - most), komi + most)  # nobody can have more points
        owners = -outputs.owners if position.to_move else outputs.owners
        self._fastest = min(self._fastest, time.perf_counter() - began)
        self._evaluations += 1
        return Evaluation(self, position, outputs, lead, outputs.score_stdev, owners)

    def evaluate_batch(self, positions: Iterable[GoPosition]) -> list[Evaluation]:
        """Return the evaluation of each position."""
        return [self.evaluate(position) for position in positions]


class LeafEvaluation(NamedTuple):
    """The evaluation of a position without search, from the point of view of the color to move.

    moves    -- the moves to search, a pass at the end; empty if the game is over.
    priors   -- the probability of each move.
    win_rate -- the probability of winning.
    lead     -- the expected lead in points, after komi.
    stdev    -- the standard deviation of the lead.
    owners   -- Black's ownership of each point, row by row from the top.
    """

    moves: tuple[Move, ...]
    priors: Array
    win_rate: float
    lead: float
    stdev: float
    owners: Array


def leaf_evaluation(position: GoPosition, network: Network, is_root: bool = True) -> LeafEvaluation:
    """Return a network's evaluation of a position; a finished game is counted, and has no moves to search.

    is_root -- whether the priors are those of the policy; below the root, KataGo's optimistic policy is used.
    """
    if position.is_over:
        return _counted(position, network)
    evaluation = network.evaluate(position)
    moves, priors = evaluation.legal_policy(is_optimistic=not is_root)
    return LeafEvaluation(
        tuple(moves),
        priors,
        evaluation.win_rate(),
        evaluation.lead,
        evaluation.score_stdev,
        evaluation.owners_for_black,
    )


def _counted(position: GoPosition, network: Network) -> LeafEvaluation:
    """Return the evaluation of a finished game, by counting it."""
    dead, owners = dead_stones_and_owners(position, network)
    margin = position.score(dead).margin
    lead = -margin if position.to_move else margin
    rate = 0.5 if lead == 0 else float(lead > 0)
    return LeafEvaluation((), np.zeros(0, np.float32), rate, lead, 0.0, owners)


def dead_stones_and_owners(position: GoPosition, network: Network) -> tuple[int, Array]:
    """Return the set of dead stones according to a network, and Black's ownership, row by row from the top.

    The ownership is the mean of both colors to move, as if nobody had passed.
    """
    board, position = position.board, position.without_passes()
    black, white = (network.evaluate(position.with_to_move(color)).owners_for_black for color in Color)
    owners = (black + white) / np.float32(2)
    if not (board.black and board.white):
        return 0, owners
    by_point, dead = ownership_by_point(owners, position.size), 0
    for color in Color:
        dead |= sum(each for each in board.chains(color) if mean_ownership(by_point, each, color) < 0)
    return dead, owners


def points_as_shown(size: int, symmetry: int) -> NDArray[np.intp]:
    """Return the numbers of the points, row by row, as a symmetry shows them; see `Network.evaluate`."""
    points = np.arange(size * size).reshape(size, size)
    points = points[:: -1 if symmetry & 1 else 1, :: -1 if symmetry & 2 else 1]
    return (points.T if symmetry & 4 else points).ravel()


def _in_board_order(outputs: Outputs, order: NDArray[np.intp]) -> Outputs:
    """Return the outputs for a position as it is; order -- the points for which they are."""
    back = np.argsort(order)
    moves = np.append(back, -1)
    logits, optimistic = outputs.logits[moves], outputs.optimistic_logits[moves]
    return outputs._replace(logits=logits, optimistic_logits=optimistic, owners=outputs.owners[back])


def _read(path: str) -> tuple[ForwardPass, str]:
    """Return the network in a file, and a checksum.  Raise NetworkError if it cannot be read."""
    try:
        with open_regular_file(path, _EXPECTED) as file:
            checksum = _checksum(file)
            file.seek(0)
            return ForwardPass(NetworkFile(file)), checksum
    except UserError as error:
        raise NetworkError(str(error)) from None
    except Exception as error:  # gzip, zlib and numpy raise exceptions of many kinds for damaged files
        is_built_in = network_choice.is_built_in(path)
        remedy = "reinstall gnugo-py" if is_built_in else "choose another one with gnugo-py settings network"
        raise NetworkError(f"{path}: not a network that can be used ({_problem(error)}); {remedy}") from None


def _problem(error: Exception) -> str:
    """Return in words why a network file could not be read."""
    if isinstance(error, gzip.BadGzipFile) and "Not a gzipped" in str(error):
        return "it is not compressed with gzip, as KataGo's networks are"
    if isinstance(error, (EOFError, zlib.error, gzip.BadGzipFile)):
        return "it is damaged"
    if isinstance(error, RecursionError):
        return "its blocks are nested too deeply"
    return " ".join(str(error).split())[:_MAX_REASON_LENGTH] or type(error).__name__


def _checksum(file: IO[bytes]) -> str:
    """Return the checksum of a file."""
    checksum = 0
    while block := file.read(_BLOCK):
        checksum = zlib.crc32(block, checksum)
    return f"{checksum:08x}"


_loading = Lock()
_load = cache(Network)


def judge() -> Network:
    """Return the network that judges positions; it is loaded once."""
    with _loading:
        return _load(network_choice.chosen[0])


def small_network() -> Network:
    """Return the small network of this package; it is loaded once."""
    with _loading:
        return _load(network_choice.SMALL_FILE)


def judge_identity() -> str:
    """Return the file name and the checksum of the judge, without loading it; empty if it cannot be read."""
    path = network_choice.chosen[0]
    with suppress(UserError):
        return f"{os.path.basename(path)} {file_checksum(path)}"
    return ""


@cache
def file_checksum(path: str) -> str:
    """Return the checksum of a network file.  Raise UserError if it cannot be read."""
    with open_regular_file(path, _EXPECTED) as file:
        return _checksum(file)
