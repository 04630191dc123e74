"""Training data: positions of Go with what a teacher or the end of the game says of them.

A source is a `.npz` file.  Moves are uint16, `row * size + column` from the upper left and `size * size` for
a pass; Black moves first.  `offsets` has one entry more than there are rows; the moves of row i are
`moves[offsets[i]:offsets[i + 1]]`.  Scores are Black's points of area before komi, ownership is 1 for Black.
There are four kinds:

labelled -- a row is a position, with `policy` (its best move 255), `ownership` (eighths), `score`, and
            `winner` (1 Black, -1 White)
counted  -- a row is a whole game that was counted, with the `ownership` of its end (1, 0, -1), and its
            `margin` after a komi of 6.5
selfplay -- a row is a whole game; entry j of `policy`, `ownership` (eighths) and `score` judges the
            position before move j
ladders  -- a row is a made-up position of `training.ladders`: its input `planes`, the `chain` in the ladder,
            its `owner` (1 the color to move, -1 the other), a `policy` with the moves that catch it (empty
            for none), and the move to `avoid`, a run that is hopeless (-1 for none)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gnugo_py.engines.network.network import input_planes
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import PASS, Color, Play

KOMI = 6.5
FINAL_SHARE = 0.03
"""The share of final positions, whose target is a pass, among those of counted games."""

Array = NDArray[np.float32]
Kind: TypeAlias = Literal["labelled", "counted", "selfplay", "ladders"]


class Sample(NamedTuple):
    """A position and its targets, from the view of the color to move.

    planes    -- the input, of shape (planes, size, size).
    policy    -- the probability of each point and of a pass, of shape (size * size + 1); all zeros if it is
                 unknown.
    ownership -- of shape (size * size): 1 for the color to move, -1 for the other, nan if it is unknown.
    score     -- the teacher's score, nan for none.
    final     -- the score at the end of the game, nan if it is unknown.
    winner    -- 1 if the color to move won, 0 if it lost, nan if it is unknown.
    komi      -- the komi that the color to move must overcome.
    avoid     -- for a ladder, 1 at the point of a hopeless run, of shape (size * size); otherwise None.
    """

    planes: Array
    policy: Array
    ownership: Array
    score: float
    final: float
    winner: float
    komi: float
    avoid: Array | None = None


class Source:
    """One file of training data.

    path     -- the file.
    held_out -- the share of its rows, at the end, that are only used for evaluation.
    """

    def __init__(self, path: Path | str, held_out: float = 0.02) -> None:
        with np.load(path) as file:
            self._arrays: dict[str, NDArray[Any]] = {name: file[name] for name in file.files}
        self.kind = _kind(self._arrays)
        if self.kind == "ladders":
            self.rows, _, self.size, _ = self._arrays["planes"].shape
        else:
            self.rows = len(self._arrays["offsets"]) - 1
            cells = self._arrays["ownership"].shape[1]
            self.size = int(self._arrays.get("size", round(cells**0.5)))
        self._last = max(self.rows - round(self.rows * held_out), 1)

    def batch(self, chance: np.random.Generator, number: int, for_training: bool = True) -> list[Sample]:
        """Return samples from random rows, each in a random symmetry if it is for training."""
        rows = chance.integers(0, self._last, number)
        if not for_training:
            rows = chance.integers(min(self._last, self.rows - 1), self.rows, number)
        samples = [self._sample(int(row), chance) for row in rows]
        return [turned(each, int(chance.integers(8))) for each in samples] if for_training else samples

    def _sample(self, row: int, chance: np.random.Generator) -> Sample:
        if self.kind == "ladders":
            return self._ladder(row)
        begin, end = map(int, self._arrays["offsets"][row : row + 2])
        moves = self._arrays["moves"][begin:end]
        if self.kind == "labelled":
            return self._labelled(row, moves)
        at = int(chance.integers(len(moves)))
        return (
            self._judged(begin, moves, at)
            if self.kind == "selfplay"
            else self._counted(row, moves, at, chance)
        )

    def _ladder(self, row: int) -> Sample:
        arrays, avoid = self._arrays, np.zeros(self.size**2, np.float32)
        if arrays["avoid"][row] >= 0:
            avoid[arrays["avoid"][row]] = 1
        ownership = np.where(arrays["chain"][row] > 0, arrays["owner"][row], np.nan)
        sample = Sample(
            arrays["planes"][row].astype(np.float32),
            _shares(arrays["policy"][row]),
            ownership.astype(np.float32),
            np.nan,
            np.nan,
            np.nan,
            0.0,
        )
        return sample._replace(avoid=avoid)

    def _labelled(self, row: int, moves: NDArray[Any]) -> Sample:
        arrays, position = self._arrays, replay(moves, self.size)
        sign = -1 if position.to_move else 1
        won = float(arrays["winner"][row] * sign > 0)
        return self._make(
            position, arrays["policy"][row], arrays["ownership"][row] / 8, arrays["score"][row], np.nan, won
        )

    def _judged(self, begin: int, moves: NDArray[Any], at: int) -> Sample:
        arrays, last = self._arrays, begin + len(moves) - 1
        return self._make(
            replay(moves[:at], self.size),
            arrays["policy"][begin + at],
            arrays["ownership"][begin + at] / 8,
            arrays["score"][begin + at],
            arrays["score"][last],
            np.nan,
        )

    def _counted(self, row: int, moves: NDArray[Any], at: int, chance: np.random.Generator) -> Sample:
        if chance.random() < FINAL_SHARE:
            at = len(moves)
        position, margin = replay(moves[:at], self.size), float(self._arrays["margin"][row])
        policy = np.zeros(self.size**2 + 1)
        policy[moves[at] if at < len(moves) else self.size**2] = 1
        won = float((margin > 0) is (position.to_move is Color.BLACK))
        return self._make(position, policy, self._arrays["ownership"][row], np.nan, margin + KOMI, won)

    def _make(
        self,
        position: GoPosition,
        policy: NDArray[Any],
        ownership: NDArray[Any],
        score: float,
        final: float,
        winner: float,
    ) -> Sample:
        """Return a sample; ownership and scores are Black's."""
        sign = -1 if position.to_move else 1
        return Sample(
            input_planes(position),
            _shares(policy),
            np.asarray(ownership, np.float32) * sign,
            sign * float(score),
            sign * float(final),
            winner,
            sign * KOMI,
        )


def _kind(arrays: Mapping[str, NDArray[Any]]) -> Kind:
    """Return the kind of a source."""
    if "avoid" in arrays:
        return "ladders"
    return "counted" if "margin" in arrays else "labelled" if "winner" in arrays else "selfplay"


def _shares(policy: NDArray[Any]) -> Array:
    """Return a policy whose sum is 1; if it is empty, all zeros."""
    shares = np.asarray(policy, np.float32)
    return (shares / max(float(shares.sum()), 1e-9)).astype(np.float32)


def replay(moves: Sequence[int] | NDArray[Any], size: int) -> GoPosition:
    """Return the position after some moves on an empty board.  Legality is not checked."""
    position = GoPosition.start(size, "tromp-taylor")
    for number in map(int, moves):
        point = number // size * (size + 1) + number % size
        position = position.play_unchecked(PASS if number == size * size else Play((point,)))
    return position


def turned(sample: Sample, symmetry: int) -> Sample:
    """Return a sample with its board mirrored (symmetries 4 to 7) and turned."""
    size = sample.planes.shape[1]

    def turn(array: Array) -> Array:
        array = array[..., ::-1] if symmetry >= 4 else array
        return np.ascontiguousarray(np.rot90(array, symmetry % 4, (-2, -1)))

    def turn_cells(cells: Array) -> Array:
        return turn(cells.reshape(size, size)).reshape(-1)

    return sample._replace(
        planes=turn(sample.planes),
        policy=np.append(turn_cells(sample.policy[:-1]), sample.policy[-1]).astype(np.float32),
        ownership=turn_cells(sample.ownership),
        avoid=None if sample.avoid is None else turn_cells(sample.avoid),
    )


def batches(
    sources: Sequence[tuple[Source, float, int]], chance: np.random.Generator
) -> Iterator[list[Sample]]:
    """Yield batches without end, each from one source.

    sources -- the sources, the share of the batches from each, and the number of samples in such a batch.
    """
    shares = np.array([share for _, share, _ in sources])
    while True:
        source, _, number = sources[int(chance.choice(len(sources), p=shares / shares.sum()))]
        yield source.batch(chance, number)
