"""Closed contests, read to the end: is a chain captured, or does it live, if only in seki?

A contest is a chain with everything near it that is not alive yet, such as an opposing chain that shares its
liberties.  The area of a contest consists of these stones and of all empty points that are connected with
them. Around it are only stones that live.

The reading is a proof-number search (M. H. M. Winands, J. W. H. M. Uiterwijk and J. van den Herik, "An
effective two-level proof-number search algorithm", 2004, is an overview) that goes deeper into the most
promising line first.  It is exact within the area, with one exception: of a ko, only the first capture is
limited.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gnugo_py.games.go.board import Board
from gnugo_py.games.points import flood_fill
from gnugo_py.games.types import Color

ContestResult: TypeAlias = Literal["captured", "lives", "ko"]

_MAX_EMPTY_POINTS = 12
"""The maximum number of empty points in the area of a contest."""
_MAX_STONES_REPLACED = 6
"""The maximum number of stones whose capture may leave a shape in which the captor is captured."""
_STEPS_PER_POSITION = 6
"""The number of visits to positions at which a reading ends, per position that it may examine."""
_PROVEN = 1 << 30


class Contest(NamedTuple):
    """A chain and its surroundings.

    chain    -- the stones of the chain.
    defender -- its color.
    area     -- the points on which stones can be played or captured.
    home     -- the living stones of the defender next to the area.
    rock     -- the living stones of the attacker next to the area.
    """

    chain: int
    defender: Color
    area: int
    home: int
    rock: int


def find_contest(board: Board, chain: int, living: int) -> Contest | None:
    """Return the contest of a chain, or None if its area is not closed or too large to be read.

    living -- the stones of both colors that are taken to be alive; not those of the chain.
    """
    defender = Color.WHITE if chain & board.white else Color.BLACK
    stones, empty, stride = board.black | board.white, board.empty_points, board.geometry.stride
    fighting = chain
    while True:
        liberties = board.surrounding_points(fighting) & empty
        area = fighting | flood_fill(liberties, empty, stride)
        if (area & empty).bit_count() > _MAX_EMPTY_POINTS:
            return None
        near = board.surrounding_points(area) & stones & ~living
        if not near:
            break
        for color in Color:
            fighting |= flood_fill(near & board.stones(color), board.stones(color) & ~living, stride)
    border = board.surrounding_points(area)
    home, rock = (board.chains_on(border, color) for color in (defender, defender.opponent))
    return Contest(chain, defender, area, home, rock)


def read_contest(
    board: Board, contest: Contest, attacker_first: bool, max_positions: int
) -> tuple[ContestResult | None, int]:
    """Return what becomes of the chain if both play their best moves, and the number of positions examined.

    The result is None if it is unknown after `max_positions` positions, and "ko" if it depends on who may
    take a ko first.

    attacker_first -- whether the opponent of the chain moves first.
    """
    examined = 0
    results = []
    for attacker_wins_kos in (False, True):
        reading = _Reading(board, contest, max_positions - examined, attacker_wins_kos)
        is_captured = reading.is_captured(attacker_first)
        examined += reading.examined
        if is_captured is None:
            return None, examined
        results.append(is_captured)
        if is_captured or not reading.has_ko:
            break
    if results[0] is results[-1]:
        return "captured" if results[0] else "lives", examined
    return "ko", examined


class _State(NamedTuple):
    """A position of a reading, in which one color moves.

    defender, attacker -- the stones of the colors.
    is_attacker_next   -- which color moves.
    ko                 -- the set of the point that may not be retaken, if any.
    captor             -- after the chain has been captured, stones of the attacker that must not be
                          captured in turn; 0 before.
    """

    defender: int
    attacker: int
    is_attacker_next: bool
    ko: int = 0
    captor: int = 0


class _Reading:
    """One reading of a contest, in which the color that may retake a ko at once is known.

    examined -- the number of positions whose moves were generated.
    has_ko   -- whether a move was refused because of a ko.
    """

    def __init__(self, board: Board, contest: Contest, max_positions: int, attacker_wins_kos: bool) -> None:
        self._full, self._stride = board.geometry.full, board.geometry.stride
        self._contest, self._max_positions = contest, max_positions
        self._max_steps = _STEPS_PER_POSITION * max_positions  # positions that repeat are visited again
        self._attacker_wins_kos = attacker_wins_kos
        self._start = (board.stones(contest.defender), board.stones(contest.defender.opponent))
        self._beside_rock = self._near(contest.rock)
        self._is_cut_off = not contest.home
        self._numbers: dict[_State, tuple[int, int]] = {}
        self._moves: dict[_State, list[_State]] = {}
        self._line: set[_State] = set()
        self._room = 1
        self.examined, self.has_ko = 0, False
        self._steps = 0

    def is_captured(self, attacker_first: bool) -> bool | None:
        """Return whether the chain is captured, or None if the reading reaches its bound."""
        start = _State(*self._start, attacker_first)
        decided = self._decided(start)
        if decided is not None:
            return decided
        self._search(start, _PROVEN, _PROVEN)
        proof, disproof = self._numbers[start]
        return True if not proof else False if not disproof else None

    def _near(self, points: int) -> int:
        stride = self._stride
        return (points << 1 | points >> 1 | points << stride | points >> stride) & self._full

    def _chain(self, seed: int, stones: int) -> tuple[int, int]:
        """Return the chain that contains `seed`, and the chain with its neighbors."""
        stride = self._stride
        while True:
            grown = seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride
            if grown & stones == seed:
                return seed, grown & self._full
            seed = grown & stones

    def _decided(self, state: _State) -> bool | None:
        """Return whether the chain is captured, without moving; None if that is open."""
        contest, empty = self._contest, self._full & ~(state.defender | state.attacker)
        if state.captor:
            own, safe, target = state.attacker, contest.rock, state.captor
        else:
            own, safe, target = state.defender, contest.home, contest.chain
        if target & ~own:
            return not state.captor
        chain, grown = self._chain(target, own)
        self._room = max(1, (grown & empty).bit_count())
        if chain & safe or grown & empty & ~contest.area or self._has_two_eyes(chain, grown, own, empty):
            return bool(state.captor)
        if not state.captor and self._is_cut_off:
            room = contest.area & ~self._beside_rock & ~chain
            if not room & (room - 1) or room == self._near(room & -room) & room | room & -room:
                return True if room.bit_count() <= 2 else None
        return None

    def _has_two_eyes(self, chain: int, grown: int, own: int, empty: int) -> bool:
        """Return whether two regions are eyes of a chain alone, with all their empty points beside it."""
        eyes, rest = 0, self._contest.area & ~own
        near = grown & rest
        while near:
            region, with_border = self._chain(near & -near, rest)
            near &= ~region
            eyes += not (with_border & ~region & ~chain or region & empty & ~grown)
        return eyes >= 2

    def _played(self, state: _State, move: int) -> _State | None:
        """Return the position after a stone, or None if the move is suicide or fills an eye of one chain."""
        contest, by_attacker = self._contest, state.is_attacker_next
        if by_attacker:
            own, other, safe, enemy_safe = state.attacker, state.defender, contest.rock, contest.home
        else:
            own, other, safe, enemy_safe = state.defender, state.attacker, contest.home, contest.rock
        beside = self._near(move)
        if not beside & ~self._chain(beside & -beside, own)[0]:
            return None
        own |= move
        empty = self._full & ~(own | other)
        near, taken = beside & other & ~enemy_safe, 0
        while near:
            chain, grown = self._chain(near & -near, other)
            near &= ~chain
            if not (grown & empty or chain & enemy_safe):
                taken |= chain
        if not (taken or beside & empty):
            chain, grown = self._chain(move, own)
            if not (grown & empty or chain & safe):
                return None
        other &= ~taken
        is_ko = taken.bit_count() == 1 and not beside & (own | empty)
        ko = taken if is_ko else 0
        if ko:
            self.has_ko = True
            ko = ko if by_attacker is self._attacker_wins_kos else 0
        if by_attacker:
            captor = state.captor or self._captor(own, other)
            return _State(other, own, False, ko, captor)
        return _State(own, other, True, ko, state.captor)

    def _captor(self, attacker: int, defender: int) -> int:
        """Return the stones that captured the chain and must live, or 0 if there are none."""
        chain, rock = self._contest.chain, self._contest.rock
        if not chain & ~defender or chain.bit_count() > _MAX_STONES_REPLACED:
            return 0
        near, largest = self._near(chain) & attacker, 0
        while near:
            captor, _ = self._chain(near & -near, attacker)
            near &= ~captor
            if captor & rock:
                return 0
            largest = max(largest, captor, key=int.bit_count)
        return largest

    def _next_states(self, state: _State) -> list[_State]:
        """Return the positions after all moves, those at liberties of the chain first, and after a pass."""
        self.examined += 1
        contest, empty = self._contest, self._full & ~(state.defender | state.attacker)
        own = state.attacker if state.captor else state.defender
        _, grown = self._chain(state.captor or contest.chain, own)
        is_hunter = state.is_attacker_next is not bool(state.captor)
        liberties, states = grown & empty, list[_State]()
        points = contest.area & empty & ~state.ko
        if is_hunter and not liberties & (liberties - 1):
            points &= liberties
        for part in (points & liberties, points & ~liberties):
            while part:
                after = self._played(state, part & -part)
                part &= part - 1
                if after is not None:
                    states.append(after)
        passed = state._replace(is_attacker_next=not state.is_attacker_next, ko=0)
        if not (is_hunter and states):
            states.append(passed)
        for after in states:
            if after not in self._numbers:
                decided = self._decided(after)
                open_numbers = (1, self._room) if after.captor else (self._room, 1)
                self._numbers[after] = (
                    open_numbers if decided is None else (0, _PROVEN) if decided else (_PROVEN, 0)
                )
        return states

    def _search(self, state: _State, max_proof: int, max_disproof: int) -> None:
        """Examine a position until one of its numbers reaches a bound.

        The numbers say how many positions must be decided, at least, to prove and to disprove the capture.
        """
        moves = self._moves.get(state)
        if moves is None:
            moves = self._moves[state] = self._next_states(state)
        known, line = self._numbers, self._line
        repeated = (0, _PROVEN) if self._attacker_wins_kos else (_PROVEN, 0)
        side = 0 if state.is_attacker_next else 1
        bounds = (max_proof, max_disproof)
        line.add(state)
        while True:
            self._steps += 1
            best = second = _PROVEN + 1
            total, chosen, others = 0, state, 0
            for move in moves:
                numbers = repeated if move in line else known[move]
                total += numbers[1 - side]
                if numbers[side] < best:
                    best, second, chosen, others = numbers[side], best, move, numbers[1 - side]
                elif numbers[side] < second:
                    second = numbers[side]
            total = min(total, _PROVEN) if best else _PROVEN
            mine = (best, total) if side == 0 else (total, best)
            is_bounded = mine[0] >= bounds[0] or mine[1] >= bounds[1]
            is_at_limit = self.examined >= self._max_positions or self._steps >= self._max_steps
            if is_bounded or not best or not total or is_at_limit:
                known[state] = mine
                line.discard(state)
                return
            deeper = (min(bounds[side], second + 1), bounds[1 - side] - total + others)
            self._search(chosen, *(deeper if side == 0 else deeper[::-1]))
