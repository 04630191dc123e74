"""What a move in Go does, as claims that are checked on the board before they are made.

Each function yields claims as the predicates of a sentence, such as `captures 3 stones`. All of them need no
search, except for claims about life, which compare the expected owners of stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PLAYS, Color, Point

_MIN_STONES_OF_LIFE = 2
"""The minimum number of stones of which a move is said to decide the life."""
_MIN_OWNERSHIP_TURNED, _MIN_OWNERSHIP_AFTER = 1.0, 0.6
"""How much the ownership of stones must turn for a move to decide their life, and how clear it must be."""
_MAX_DISTANCE_OF_LIFE = 4
"""The distance in lines up to which a move is said to decide the life of stones."""
_MIN_OWNERSHIP_SAVED = 0.2
"""The ownership of a chain above which the search agrees that it is saved."""
_MAX_NET_LIBERTIES = 3
"""The maximum number of liberties of a chain that may be caught in a net."""
_NEAR = 2
"""The distance in lines within which a move can prevent a cut."""


class MoveOnBoard(NamedTuple):
    """A move of a stone, with the board before and after it.

    position -- the position before the move.
    point    -- the point of the move.
    after    -- the board after the move.
    """

    position: GoPosition
    point: Point
    after: Board

    @classmethod
    def of(cls, position: GoPosition, point: Point) -> MoveOnBoard:
        """Return the move of a stone of the color to move; it must be legal."""
        return cls(position, point, position.play_unchecked(PLAYS[point]).board)

    @property
    def color(self) -> Color:
        """The color that moves."""
        return self.position.to_move

    @property
    def before(self) -> Board:
        """The board before the move."""
        return self.position.board

    @property
    def own_chain(self) -> int:
        """The chain of the stone that was played."""
        return self.after.chain(self.point)

    @property
    def captured(self) -> int:
        """The stones that the move captures."""
        return self.before.stones(self.color.opponent) & self.after.empty_points

    def joined_chains(self) -> list[int]:
        """Return the chains of the color that the move joins to one."""
        own = self.before.geometry.neighbors[self.point] & self.before.stones(self.color)
        return list(dict.fromkeys(self.before.chain(each) for each in iter_points(own)))


def first_point(points: int) -> Point:
    """Return the first point of a set that is not empty."""
    return (points & -points).bit_length() - 1


def is_in_atari(board: Board, chain: int) -> bool:
    """Return whether the chain of some stones has one liberty."""
    return board.liberties(first_point(chain)).bit_count() == 1


def points_near(point: Point, distance: int, size: int) -> int:
    """Return the set of the points that are at most some lines away from a point, in both directions."""
    row, column = row_and_column(point, size)
    first = point_at(max(row - distance, 0), max(column - distance, 0), size)
    last = point_at(min(row + distance, size - 1), min(column + distance, size - 1), size)
    return rectangle_point_set(first, last, size)


def capture_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield what a move captures, and whether it takes a ko."""
    if move.captured:
        ko = f" and {'retakes the' if _retakes_ko(move) else 'starts a'} ko" if _is_ko(move) else ""
        yield f"captures {pluralize(move.captured.bit_count(), 'stone')}{ko}"


def _is_ko(move: MoveOnBoard) -> bool:
    """Return whether the opponent could take back the one stone that captured one stone."""
    is_single = move.captured.bit_count() == 1 and move.own_chain.bit_count() == 1
    return is_single and move.after.liberties(move.point) == move.captured


def _retakes_ko(move: MoveOnBoard) -> bool:
    """Return whether the captured stone had itself captured one stone on the point of the move."""
    taken = PLAYS[first_point(move.captured)]
    position: GoPosition | None = move.position
    while position is not None and position.previous is not None:
        if position.last_move == taken:
            gone = position.previous.board.stones(move.color) & position.board.empty_points
            return gone == 1 << move.point
        position = position.previous
    return False


def rescue_claims(move: MoveOnBoard, owners: Mapping[Point, float]) -> Iterator[str]:
    """Yield which stones in atari a move saves, or extends although they stay caught.

    Stones are saved if they are neither caught in a ladder nor in atari after any answer, and if the search
    expects them to live.

    owners -- Black's expected ownership by point; may be empty.
    """
    in_atari = [
        chain
        for chain in move.before.chains(move.color)
        if is_in_atari(move.before, chain) and (chain & move.own_chain or not is_in_atari(move.after, chain))
    ]
    stones = pluralize(sum(chain.bit_count() for chain in in_atari), "stone")
    if any(_is_caught(move.after, chain) for chain in in_atari):
        if any(chain & move.own_chain for chain in in_atari):
            yield f"extends {stones} that {'stays' if stones == '1 stone' else 'stay'} caught"
    elif in_atari and (
        not owners
        or all(mean_ownership(owners, chain, move.color) > _MIN_OWNERSHIP_SAVED for chain in in_atari)
    ):
        yield f"saves {stones} from capture"


def _is_caught(board: Board, chain: int) -> bool:
    """Return whether a chain is in atari or caught in a ladder, with the opponent to move."""
    return is_in_atari(board, chain) or find_ladder(board, first_point(chain)) is not None


def attack_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield which stones of the opponent a move catches or puts in atari."""
    numbers = dict.fromkeys(
        ("catches {} in a ladder", "catches {} in a net", "catches {}", "puts {} in atari"), 0
    )
    for chain in move.after.chains(move.color.opponent):
        fact = _attack_on(move, chain)
        if fact is not None:
            numbers[fact] += chain.bit_count()
    yield from (fact.format(pluralize(number, "stone")) for fact, number in numbers.items() if number)


def _attack_on(move: MoveOnBoard, chain: int) -> str | None:
    """Return what a move does to a chain of the opponent, None if nothing or if it was already so."""
    point, after, runner = first_point(chain), move.after, move.color.opponent
    liberties = after.liberties(point)
    if liberties == move.before.liberties(point):
        return "catches {} in a net" if _is_caught_in_net(move, chain) else None
    if liberties.bit_count() != 1:
        return None
    if find_ladder(after, point) is None:
        return "puts {} in atari"
    if is_in_atari(move.before, chain) and find_ladder(move.before, point) is not None:
        return None  # it could not be saved before the move, either
    liberty = first_point(liberties)
    extended = after.with_stone(liberty, runner)
    runs = extended.liberties(liberty).bit_count() > 1
    return "catches {} in a ladder" if runs else "catches {}"


def _is_caught_in_net(move: MoveOnBoard, chain: int) -> bool:
    """Return whether a move that takes no liberty of a chain leaves it no escape, although it had one before.

    The chain may extend to each of its liberties and capture each neighboring chain in atari. After that, it
    must be caught in a ladder.
    """
    point, runner = first_point(chain), move.color.opponent
    liberties = move.before.liberties(point)
    if not 2 <= liberties.bit_count() <= _MAX_NET_LIBERTIES:
        return False
    if move.before.surrounding_points(liberties | chain) >> move.point & 1 == 0:
        return False
    if find_ladder(move.before, point) is not None or find_ladder(move.after, move.point) is not None:
        return False
    before, after = (
        all(_is_caught(then, then.chain(point)) for then in _runs(board, chain, runner))
        for board in (move.before, move.after)
    )
    return after and not before


def _runs(board: Board, chain: int, runner: Color) -> Iterator[Board]:
    """Yield the boards after each extension of a chain and after each capture of a neighboring chain."""
    point = first_point(chain)
    for liberty in iter_points(board.liberties(point)):
        yield board.with_stone(liberty, runner).without_stones(board.captures(liberty, runner))
    near = board.surrounding_points(chain) & board.stones(runner.opponent)
    for each in {board.chain(stone) for stone in iter_points(near)}:
        if is_in_atari(board, each):
            liberty = first_point(board.liberties(first_point(each)))
            yield board.with_stone(liberty, runner).without_stones(each)


def life_claims(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> Iterator[str]:
    """Yield whose life a move decides.

    owners_after_pass -- Black's expected ownership by point after a pass.
    owners -- Black's expected ownership after the move, by a search.
    """
    near = points_near(move.point, _MAX_DISTANCE_OF_LIFE, move.position.size)
    for color, verb in ((move.color.opponent, "kills {}"), (move.color, "makes {} alive")):
        turned = 0
        for chain in move.after.chains(color):
            known = chain & move.before.stones(color)
            can_capture = color is not move.color and _can_capture(move.after, chain, color)
            if not known & near or can_capture:
                continue
            then = mean_ownership(owners, known, move.color)
            change = then - mean_ownership(owners_after_pass, known, move.color)
            if then > _MIN_OWNERSHIP_AFTER and change > _MIN_OWNERSHIP_TURNED:
                turned += known.bit_count()
        if turned >= _MIN_STONES_OF_LIFE:
            yield verb.format(pluralize(turned, "stone"))


def _can_capture(board: Board, chain: int, color: Color) -> bool:
    """Return whether a chain of a color is beside a chain of the opponent that is in atari."""
    near = board.surrounding_points(chain) & board.stones(color.opponent)
    return any(is_in_atari(board, 1 << stone) for stone in iter_points(near))


def connection_claims(move: MoveOnBoard, owners: Mapping[Point, float]) -> Iterator[str]:
    """Yield whether a move cuts chains of the opponent or connects own chains.

    owners -- Black's expected ownership by point before the move; to cut off dead stones is not worth a word.
    """
    other = move.color.opponent
    beside = move.before.geometry.neighbors[move.point] & move.before.stones(other)
    is_any_dead = any(
        mean_ownership(owners, move.before.chain(each), other) < -_MIN_OWNERSHIP_SAVED
        for each in iter_points(beside)
    )
    if not is_any_dead and _cuts(move.before, move.point, move.color):
        yield f"cuts {other}'s chains apart"
    joined = move.joined_chains()
    if len(joined) > 1 and _cuts(move.before, move.point, other):
        yield f"connects {'two' if len(joined) == 2 else len(joined)} chains"


def _cuts(board: Board, point: Point, color: Color) -> bool:
    """Return whether a stone of a color on a point separates chains of the other color for good.

    The other color could have connected them there. After the stone, neither a capture nor one or
    two moves on empty points connect them.
    """
    other = color.opponent
    beside = board.geometry.neighbors[point] & board.stones(other)
    if len({board.chain(each) for each in iter_points(beside)}) < 2 or board.captures(point, color):
        return False
    after = board.with_stone(point, color)
    if _is_caught(after, after.chain(point)):
        return False
    chains = list({after.chain(each) for each in iter_points(beside)})
    if not all(after.liberties(first_point(chain)) for chain in chains):
        return False
    groups = [_reachable(after, chain, other) for chain in chains]
    return any(not groups[0] & chain for chain in chains[1:])


def _reachable(board: Board, chain: int, color: Color) -> int:
    """Return the stones of a color that a chain is connected to, or that two moves could connect it to.

    Chains are taken as connected if they have a common liberty or liberties side by side, or are beside the
    same chain of the opponent that is in atari or caught in a ladder.
    """
    own, group = board.stones(color), chain
    weak = sum(each for each in board.chains(color.opponent) if _is_caught(board, each))
    while True:
        near = board.surrounding_points(group) & board.empty_points
        for each in {board.chain(stone) for stone in iter_points(board.surrounding_points(group) & weak)}:
            near |= each
        near |= board.neighbors_of_points(near) & board.empty_points
        grown = group
        for stone in iter_points(board.neighbors_of_points(near) & own & ~group):
            grown |= board.chain(stone)
        if grown == group:
            return group
        group = grown


def prevented_cut_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield which cuts nearby a move prevents."""
    size, other = move.position.size, move.color.opponent
    for point in iter_points(move.after.empty_points & points_near(move.point, _NEAR, size)):
        if _cuts(move.before, point, other) and not _cuts(move.after, point, other):
            yield f"prevents the cut at {format_vertex(point, size)}"
