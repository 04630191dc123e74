"""The network's judgment: dead stones in finished games of Go, and estimates of unfinished ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gnugo_py.engines.analysis import Analysis
from gnugo_py.engines.network.features import input_planes
from gnugo_py.engines.network.network import Array, default_network
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.life import unconditional_life
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import preset
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color

_CERTAIN_OWNERSHIP = 0.95
"""The absolute mean ownership of a chain's points above which the network's first look decides."""
_WEIGHT_BEFORE = 0.4
"""The weight of the first look, relative to the look after the game has been played to its end."""
_MAX_DEAD = -0.05
"""The weighted sum of a chain's ownership in both looks, below which the chain is dead."""
_MAX_MOVES_PLAYED_ON = 80
_SYMMETRIES_PLAYED = (0, 7)
"""The symmetries in which the network sees the board when it plays on; one odd move does not decide."""
_MAX_KILLING_SHAPE = 2
"""The maximum number of opposing stones whose capture leaves an eye that is too small to live."""


def dead_stones(position: Position | Board) -> int:
    """Return the set of dead stones in a position where neither color has useful moves left.

    position -- a position of Go, or a board, on which Black is assumed to be to move.

    Chains that are proven alive or dead keep that status.  Any other chain is dead if the network clearly
    gives its points to the opponent.  If the network is not certain, it plays the game to its end, twice with
    each color moving first, and looks again; both looks together decide.  Chains in a simple seki are not
    dead.  No stones are dead if the board has stones of only one color.  In an unfinished position, the
    result is an estimate.
    """
    if isinstance(position, Board):
        position = GoPosition.from_board(position, Color.BLACK, preset("chinese", position.geometry.size))
    assert isinstance(position, GoPosition), "only games of Go have dead stones"
    position, board = position.without_passes(), position.board
    if not (board.black and board.white):
        return 0
    certain = [unconditional_life(board, color) for color in Color]
    settled = certain[0].alive | certain[0].territory | certain[1].alive | certain[1].territory
    dead = (certain[0].territory & board.white) | (certain[1].territory & board.black)
    chains = [(color, chain) for color in Color for chain in board.chains(color) if not chain & settled]
    if not chains:
        return dead
    turns = [position.with_to_move(color) for color in Color]
    before = _mean([symmetry_averaged_ownership(each) for each in turns])
    looks = [(_share(before, chain, color), chain, color) for color, chain in chains]
    dead |= sum(chain for share, chain, _ in looks if share < -_CERTAIN_OWNERSHIP)
    doubtful = [look for look in looks if abs(look[0]) <= _CERTAIN_OWNERSHIP]
    if doubtful:
        after = _mean([_ownership_after_play(each, way) for each in turns for way in _SYMMETRIES_PLAYED])
        for share, chain, color in doubtful:
            if _WEIGHT_BEFORE * share + _share(after, chain, color) < _MAX_DEAD:
                dead |= chain
    return dead & ~sum(chain for _, chain in chains if chain & dead and _is_in_seki(board, chain))


def _is_in_seki(board: Board, chain: int) -> bool:
    """Return whether a chain is in seki: whichever color tries to capture the other is captured instead.

    Only the simplest seki is recognized: the chain and one chain of the opponent have the same two liberties,
    and nothing else is next to these liberties.
    """
    liberties = board.surrounding_points(chain) & board.empty_points
    if liberties.bit_count() != 2:
        return False
    stones = board.surrounding_points(liberties) & ~chain
    if not stones & (board.black | board.white):
        return False
    other = board.chain((stones & -stones).bit_length() - 1)
    beside = board.surrounding_points(liberties) | board.surrounding_points(other) & board.empty_points
    return other.bit_count() > _MAX_KILLING_SHAPE and not beside & ~(chain | other | liberties)


def _ownership_after_play(position: GoPosition, symmetry: int) -> Array:
    """Return Black's ownership after the network plays its most probable moves until both colors pass.

    At most `_MAX_MOVES_PLAYED_ON` moves are played.

    symmetry -- how the network sees the board when it chooses moves; see `Network.evaluate`.
    """
    network = default_network()
    for _ in range(_MAX_MOVES_PLAYED_ON):
        policy = network.evaluate(position, symmetry).policy
        position = position.play_unchecked(max(policy, key=lambda move: policy[move]))
        if position.is_over:
            position = position.without_passes()
            break
    size = position.size
    black, white = (
        network.evaluate(position.with_to_move(color)).owners.reshape(size, size) for color in Color
    )
    return _mean([black, -white])


def _mean(arrays: Sequence[Array]) -> Array:
    """Return the mean of arrays of the same shape."""
    return sum(arrays[1:], start=arrays[0]) / np.float32(len(arrays))


def _share(ownership: Array, chain: int, color: Color) -> float:
    """Return the mean ownership of a chain's points for its own color, given Black's ownership."""
    size = len(ownership)
    rows, columns = zip(*(divmod(point, size + 1) for point in iter_points(chain)), strict=True)
    mean = float(ownership[list(rows), list(columns)].mean())
    return -mean if color else mean


def symmetry_averaged_score(position: GoPosition, number: int = 4) -> tuple[float, float]:
    """Return the mean and the standard deviation of the score for the color to move, in points before komi.

    number -- the number of symmetries of the board to average over, up to 8.
    """
    network = default_network()
    inputs = input_planes(position, network.input_plane_count)
    total = stdev = 0.0
    for turned in _turned(inputs, number):
        outputs = network.outputs(turned)
        total, stdev = total + outputs.score_mean, stdev + outputs.score_stdev
    return total / number, stdev / number


def _turned(inputs: Array, number: int) -> Iterator[Array]:
    """Yield input planes in the first `number` of the eight symmetries of the board."""
    for way in range(number):
        turned = np.rot90(inputs, way % 4, (1, 2))
        yield turned[:, :, ::-1] if way >= 4 else turned


def symmetry_averaged_ownership(position: GoPosition) -> Array:
    """Return Black's ownership of each point, averaged over the eight symmetries of the board.

    The array has the shape (size, size), with row 0 at the top.
    """
    network = default_network()
    inputs = input_planes(position, network.input_plane_count)
    size = position.size
    total = np.zeros((size, size), np.float32)
    for turns in range(4):
        for is_mirrored in (False, True):
            turned = np.rot90(inputs, turns, (1, 2))
            turned = turned[:, :, ::-1] if is_mirrored else turned
            owners = network.outputs(turned).owners.reshape(size, size)
            total += np.rot90(owners[:, ::-1] if is_mirrored else owners, -turns)
    mean: Array = total / np.float32(-8 if position.to_move else 8)
    return mean


def estimate(position: Position) -> Analysis:
    """Return the network's estimate of a position of Go, from one evaluation."""
    assert isinstance(position, GoPosition), "only games of Go are estimated"
    evaluation = default_network().evaluate(position)
    komi = position.rules.komi + position.rules.handicap_bonus
    sign = -1 if position.to_move else 1
    return Analysis(
        win_rate=evaluation.win_rate(komi),
        ownership=tuple((point, sign * share) for point, share in evaluation.ownership.items()),
        score_lead=evaluation.score_mean - sign * komi,
        score_stdev=evaluation.score_stdev,
    )
