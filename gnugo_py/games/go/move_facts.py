"""What a move in Go does on the board, read once: what it captures, saves, attacks, cuts and connects."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from itertools import combinations

from gnugo_py.games.board import Board
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.types import PLAYS, Color, Point

_MIN_LIBERTIES_FIRM = 3
"""The number of liberties of chains that cannot be attacked by what they catch."""
_MAX_DISTANCE = 2
"""The distance in lines up to which a move attacks or saves a chain; what breaks a ladder may be farther."""
_MAX_LIBERTIES_OF_KO = 2
"""The maximum number of liberties of a capturing stone that may be taken back in a ko."""


class Attack(Enum):
    """What a move does to a chain of the opponent, with braces for it; the most severe first."""

    LADDER = "catches {} in a ladder"
    NET = "catches {} in a net"
    SNAPBACK = "catches {} in a snapback"
    CATCH = "catches {}"
    ATARI = "puts {} in atari"
    THREAT = "threatens to capture {}"

    @property
    def is_catch(self) -> bool:
        """Whether the chain cannot escape any more."""
        return self not in (Attack.ATARI, Attack.THREAT)


class MoveFacts:
    """The facts about a legal move of a stone, each read when it is first asked for.

    position, before -- the position and the board before the move.
    point, color     -- the point of the move, and the color that moves.
    then, after      -- the position and the board after it.

    Sets of stones that are lists contain a chain each. Captures are read nearby (see `is_captured`), without
    ko; whether stones have eyes is not read.
    """

    def __init__(self, position: GoPosition, point: Point) -> None:
        self.position, self.point = position, point
        self.color, self.before = position.to_move, position.board
        self.then = position.play_unchecked(PLAYS[point])
        self.after = self.then.board

    @cached_property
    def own_chain(self) -> int:
        """The chain of the stone that was played."""
        return self.after.chain(self.point)

    @cached_property
    def captured(self) -> int:
        """The stones that the move captures."""
        return self.before.stones(self.color.opponent) & self.after.empty_points

    @property
    def is_ko(self) -> bool:
        """Whether the opponent could take back the one stone that captured one stone."""
        is_single = self.captured.bit_count() == 1 and self.own_chain.bit_count() == 1
        return is_single and self.after.liberties(self.point) == self.captured

    @cached_property
    def joined(self) -> list[int]:
        """The chains of the color that the move joins to one."""
        near = self.before.geometry.neighbors[self.point] & self.before.stones(self.color)
        return list(dict.fromkeys(self.before.chain(each) for each in iter_points(near)))

    @cached_property
    def connected(self) -> list[int]:
        """The chains that the move joins where the opponent could have cut, or none."""
        return cut_chains(self.before, self.point, self.color.opponent)

    @cached_property
    def cut(self) -> list[int]:
        """The chains of the opponent that the move cuts apart; empty if it cuts none."""
        return cut_chains(self.before, self.point, self.color)

    @cached_property
    def thrown_into(self) -> list[int]:
        """The chains around an eye of two points that the move makes false, although it can be captured."""
        board, other = self.before, self.color.opponent
        beside = board.geometry.neighbors[self.point] & board.empty_points
        around = board.surrounding_points(1 << self.point | beside)
        if beside.bit_count() != 1 or around & ~board.stones(other):
            return []
        rest = first_point(beside)
        kept, taken = (board.with_stone(each, other) for each in (self.point, rest))
        was_eye = not kept.surrounding_points(beside) & ~kept.chain(self.point)
        is_made_false = was_eye and _is_false_eye(taken, self.point, other)
        return list(board.geometry.regions(board.chains_on(around, other))) if is_made_false else []

    @cached_property
    def rescued(self) -> list[int]:
        """The chains near the move that could be captured before it and that it saves or extends."""
        return [
            chain
            for chain in self.before.chains(self.color)
            if chain & self._near
            and is_captured(self.before, chain, True, NET)
            and (chain & self.own_chain or not is_captured(self.after, chain, True, NET))
        ]

    @cached_property
    def _near(self) -> int:
        """The points near the move."""
        return points_near(self.point, _MAX_DISTANCE, self.position.size)

    @cached_property
    def extends_caught(self) -> bool:
        """Whether the move extends a chain that can still be captured."""
        return any(chain & self.own_chain and is_captured(self.after, chain, True) for chain in self.rescued)

    @cached_property
    def saved(self) -> list[int]:
        """The chains of `rescued`, if none of them can be captured any more, in a net either."""
        is_any_lost = any(
            is_captured(self.after, chain, True, NET) or self._can_be_netted(chain) for chain in self.rescued
        )
        return [] if is_any_lost else self.rescued

    def _can_be_netted(self, stones: int) -> bool:
        """Return whether an answer catches a chain in a net."""
        chain = self.after.chain(first_point(stones))
        near = self.after.surrounding_points(self.after.liberties(first_point(chain)))
        answers = near & self.after.empty_points & self.then.legal_points
        return any(MoveFacts(self.then, each).catches_in_net(chain) for each in iter_points(answers))

    def catches_in_net(self, chain: int) -> bool:
        """Return whether the move takes no liberty of a chain, which has no escape left, but had one."""
        before, after = self.before, self.after
        liberties = before.liberties(first_point(chain))
        return (
            liberties == after.liberties(first_point(chain))
            and bool(before.surrounding_points(liberties | chain) >> self.point & 1)
            and is_captured(after, chain, False, NET)
            and not is_captured(before, chain, True)
            and not is_captured(before, chain, False, NET)
            and not is_captured(after, 1 << self.point, True)
        )

    @cached_property
    def attacks(self) -> dict[int, Attack]:
        """What the move does to chains of the opponent near it, by chain."""
        chains = (each for each in self.after.chains(self.color.opponent) if each & self._near)
        found = {chain: self._attack_on(chain) for chain in chains}
        return {chain: attack for chain, attack in found.items() if attack is not None}

    @cached_property
    def in_atari(self) -> list[int]:
        """The chains of the opponent that the move puts in atari and that no answer nearby lets run free."""
        chains = self.put_in_atari
        return [each for each in chains if not any(_is_free(then, each) for then in self._answers(each))]

    @cached_property
    def in_double_atari(self) -> list[int]:
        """The chains of the opponent that the move puts in atari, if no answer nearby saves all of them."""
        chains = self.put_in_atari
        boards = [board for chain in chains for board in self._answers(chain)]
        is_answered = any(not any(is_captured(board, each, True) for each in chains) for board in boards)
        return [] if is_answered or len(chains) < 2 else chains

    @property
    def put_in_atari(self) -> list[int]:
        """The chains of the opponent that the move puts in atari, whatever they can do about it."""
        return [each for each in self.attacks if self.after.is_in_atari(each)]

    def _answers(self, chain: int) -> list[Board]:
        """Return the boards after the opponent extends a chain, or takes a stone beside it, in any way."""
        board, beside = self.after, self.after.surrounding_points(chain)
        attackers = board.geometry.regions(board.chains_on(beside, self.color))
        weak = sum(each for each in attackers if board.is_in_atari(each))
        points = (beside | board.surrounding_points(weak)) & board.empty_points
        boards = (board.play(each, self.color.opponent) for each in iter_points(points))
        return [then for then, _, lost in boards if not lost]

    def kept_apart(self, chain: int) -> list[int]:
        """Return the first two chains beside a chain of the opponent that have nothing else in common."""
        board = self.after
        own = board.chains_on(board.surrounding_points(chain), self.color) & ~(1 << self.point)
        for one, another in combinations(board.geometry.regions(own), 2):
            if not board.surrounding_points(one) & board.surrounding_points(another) & board.empty_points:
                return [one, another]
        return []

    def _attack_on(self, chain: int) -> Attack | None:
        """Return what the move does to a chain, None if nothing or if it was already so."""
        point, before, after = first_point(chain), self.before, self.after
        liberties = after.liberties(point)
        if self.catches_in_net(chain):
            return Attack.NET
        if liberties.bit_count() != 1:
            if not is_captured(after, chain, True, NET):
                return None
            around = after.chains_on(after.surrounding_points(chain), self.color) | self.own_chain
            is_firm = all(
                after.liberties(first_point(each)).bit_count() >= _MIN_LIBERTIES_FIRM
                for each in after.geometry.regions(around)
            )
            if is_firm and is_captured(after, chain, False, NET):
                return None if is_captured(before, chain, False, NET) else Attack.CATCH
            return None if is_captured(before, chain, True, NET) else Attack.THREAT
        if liberties == before.liberties(point):
            return None
        is_ko = any(_may_start_ko(after, each) for each in (chain, self.own_chain))
        if is_ko or not is_captured(after, chain, False):
            return Attack.ATARI
        if is_captured(before, chain, False):
            return None  # it could not be saved before the move, either
        liberty, runner = first_point(liberties), self.color.opponent
        answered, captured, _ = after.play(liberty, runner)
        if captured:
            is_retaken = captured & self.own_chain and answered.is_in_atari(answered.chain(liberty))
            return Attack.SNAPBACK if is_retaken else Attack.CATCH
        return Attack.LADDER if answered.liberties(liberty).bit_count() > 1 else Attack.CATCH


def _is_free(board: Board, chain: int) -> bool:
    return board.liberties(first_point(chain)).bit_count() > _MIN_LIBERTIES_FIRM


def _is_false_eye(board: Board, point: Point, color: Color) -> bool:
    """Return whether a point between chains of a color is no eye, since opposing stones hold its corners."""
    beside = board.geometry.neighbors[point]
    if len({board.chain(each) for each in iter_points(beside)}) < 2:
        return False
    corners = points_near(point, 1, board.geometry.size) & ~beside & ~(1 << point)
    stones = iter_points(corners & board.stones(color.opponent))
    return sum(not is_captured(board, 1 << each, True) for each in stones) > (corners.bit_count() == 4)


def _may_start_ko(board: Board, chain: int) -> bool:
    """Return whether a chain is a stone in atari, and the stone that takes it alone and perhaps retaken."""
    if chain.bit_count() > 1 or not board.is_in_atari(chain):
        return False
    point = first_point(board.liberties(first_point(chain)))
    taken = board.with_stone(point, Color(board.black & chain != 0)).without_stones(chain)
    return taken.chain(point).bit_count() == 1 and taken.liberties(point).bit_count() <= _MAX_LIBERTIES_OF_KO
