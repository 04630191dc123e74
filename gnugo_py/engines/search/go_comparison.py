"""The comparison of two lines in Go: the better move, and the move that was played with the best answer.

It says which stones and points change their owner between the lines, and how much that is in points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from gnugo_py.engines.analysis import MistakeLines, mean_ownership
from gnugo_py.engines.search.go_places import corner_claim, region_name
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points, points_near
from gnugo_py.games.text import join_words, pluralize
from gnugo_py.games.types import Color, Move, Play

CHANGED, TOUCHED, _ENDANGERED = 0.4, 0.25, 0.7
"""The differences in ownership between the lines at which a fact about stones is reported, at which stones
fare worse, and at which a group whose owner changes, or is clear in one of the lines, is in danger.
"""
_DOUBTFUL, LIKELY, SURE, _SETTLED, _CERTAIN = 0.3, 0.5, 0.7, 0.75, 0.85
"""The ownership above which stones may belong to a color, are likely to, nearly certain to, settled, and
certain to: dead or alive after the answer.
"""
NEAR, ATTACKING = 2, 3
"""The distances in lines up to which stones are near a move, even if the move of the other line is nearer,
and up to which a move may threaten them.
"""
MIN_WORTH, _MIN_SHARE, _MAX_SHARE, _MIN_CHANGE = 3.0, 0.8, 1.2, 1.5
"""The points around a move that are reported, their least and largest share of those that the mistake lost,
and the number of stones, each times the change of its ownership, from which a group is weaker or stronger.
"""
_MIN_AREA, _MIN_LARGE = 3, 5.0
"""The number of points from which on they are an area, and the loss that a little gain does not explain."""
_MIN_SIZE = 7
"""The smallest board on which points are said; on smaller ones, each move decides about all."""
SAFE, _MIN_GAIN = 0.9, 2.0
"""The ownership of stones that need no move, and the points from which on a move near them gains much."""
DECIDES = ("kills {}", "saves {}")
TURNS = ("endangers {}", "gives {} a chance to live")
CHANGES = ("weakens {}", "strengthens {}")
"""What a move does to a group of the opponent, and to an own one."""
LARGE = 4
"""The number of stones of a group of which it is said that it has no eye, and whose life is said first."""
_MILD = ("cut overlooked", "weak group", "too small", "direction")
"""The kinds of mistakes by which no stones live or die at once."""


class Claim(NamedTuple):
    """What a move does, as the predicate of a sentence.

    reason  -- the kind of mistake that it shows.
    is_soft -- whether it is an estimate, not a fact of the board.
    points  -- the stones, or the points of the area, of which it is said.
    """

    text: str
    reason: str
    is_soft: bool = False
    points: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether it is about how chains are connected."""
        return self.reason == "cut overlooked"

    @property
    def rank(self) -> tuple[bool, bool, bool, int]:
        """A key that is smaller for what is said first."""
        is_life = self.reason not in _MILD and self.points.bit_count() >= LARGE
        return not is_life, self.is_soft, self.reason in _MILD, -self.points.bit_count()


class Comparison:
    """The better line and the line that was played, with their owners.

    known -- stones of which something is said already.
    gains_little -- whether the points around the move that was played are much the same in both lines.
    reach -- the distance in lines up to which a move decides about stones; what is beyond it is far.

    In all methods, the loser is the color that made the mistake, and the winner the other one.
    """

    def __init__(self, lines: MistakeLines) -> None:
        position = lines.position
        assert isinstance(position, GoPosition)
        self.position, self.size, self.reach = position, position.size, max(position.size // 4, NEAR)
        self.name = position.format_point
        self.loser, self.winner = position.to_move, position.to_move.opponent
        self.good, self._lost = lines.owners_best, lines.points_lost
        self.bad = [owners for owners in (lines.owners_played, lines.owners_reply) if owners]
        self.played = _facts(position, lines.played)
        self.best = _facts(position, lines.best)
        after = position.play_unchecked(lines.played)
        self.reply = _facts(after, lines.reply)
        self.board, self.known, self._named = after.board, 0, 0
        near = 0 if self.played is None else points_near(self.played.point, NEAR, self.size)
        self.gains_little = not near or -self.points_lost(near) < _MIN_GAIN

    def stake(self, points: int) -> float:
        """Return how much of its ownership of some points the loser loses by the mistake, 2 to -2."""
        good = mean_ownership(self.good, points, self.loser)
        return min(good - mean_ownership(bad, points, self.loser) for bad in self.bad)

    def owned(self, points: int, color: Color, is_better: bool) -> float:
        """Return the ownership that a color has of some points at least, at the end of one of the lines."""
        lines = [self.good] if is_better else self.bad
        return min(mean_ownership(owners, points, color) for owners in lines)

    def fate(self, stones: int) -> tuple[str, str] | None:
        """Return what the winner's move does to a group, and to an own one; None if it is settled anyway."""
        good, bad = self.owned(stones, self.loser, True), self.owned(stones, self.loser, False)
        lost = [mean_ownership(each, stones, self.winner) for each in self.bad]
        is_own = not stones & self.board.stones(self.winner)
        if good > (LIKELY if is_own else SAFE) and min(lost) > _DOUBTFUL and lost[-1] > _CERTAIN:
            return DECIDES
        is_clear = self.points_lost(stones) > MIN_WORTH and max(good, -bad if is_own else good) > _CERTAIN
        if (is_clear or good > 0 > bad) and self.stake(stones) > _ENDANGERED:
            return TURNS
        is_much = self.stake(stones) > CHANGED or self.stake(stones) * stones.bit_count() > _MIN_CHANGE
        return CHANGES if is_much and (good > 0 > bad or min(good, abs(bad)) < _SETTLED) else None

    def change(self, stones: int, mover: Color) -> str:
        """Return the words for a group that a move makes weaker or stronger, by how it stands in both lines.

        mover -- the color of the move: the loser's is the better move, the winner's the answer.
        """
        color, is_better = Color(stones & self.board.white != 0), mover is self.loser
        without, then = self.owned(stones, color, not is_better), self.owned(stones, color, is_better)
        if color is mover:
            helps = TURNS[1] if without < -LIKELY else CHANGES[1]
            return "makes {} safe" if then > _SETTLED else helps
        if then < -_SETTLED:
            return "leaves {} almost dead"
        return TURNS[0] if without > LIKELY and then < TOUCHED else CHANGES[0]

    def describe(self, stones: int, move: MoveFacts) -> str:
        """Return the chains of some stones of one color in words, by the first nearest stone to a move."""
        board = move.before
        color = Color(stones & board.white != 0)
        group = board.chains_on(stones, color)
        most = max(map(self.stake, board.geometry.regions(group)))
        named = group & self._named or sum(
            each for each in board.geometry.regions(group) if self.stake(each) > most - CHANGED
        )
        nearest = min(iter_points(named), key=lambda each: self.distance(move, 1 << each))
        self._named |= 1 << nearest
        words = pluralize(group.bit_count(), "stone").removeprefix("1 ")
        at = "at" if group == board.chain(nearest) else "around"
        return f"{color}'s {words} {at} {self.name(nearest)}"

    def names(self, chains: Iterable[int], move: MoveFacts) -> str:
        """Return chains by their stones nearest to a move."""
        nearest = (min(iter_points(each), key=lambda at: self.distance(move, 1 << at)) for each in chains)
        return join_words([self.name(each) for each in nearest])

    def distance(self, move: MoveFacts, stones: int) -> int:
        """Return the distance in lines between a move and the nearest of some stones."""
        lines = range(self.size)
        return next((each for each in lines if points_near(move.point, each, self.size) & stones), self.size)

    @cached_property
    def groups(self) -> list[int]:
        """The groups that fare worse for the loser, the most valuable first."""
        found = list[int]()
        for color in Color:
            stones = self.board.stones(color) & self.position.board.stones(color)
            chains = [each for each in self.board.geometry.regions(stones) if self.stake(each) > TOUCHED]
            while chains:
                group = chains.pop()
                while joined := [
                    each
                    for each in chains
                    if any(points_near(at, NEAR, self.size) & group for at in iter_points(each))
                ]:
                    group |= sum(joined)
                    chains = [each for each in chains if each not in joined]
                found.append(group)
        return sorted(found, key=lambda each: self.stake(each) * each.bit_count(), reverse=True)

    def matter(self, chains: Iterable[int], color: Color) -> int:
        """Return the stones of some chains that change their owner; of the winner's line, unless known.

        color -- the color that has them at the end of its line. The stones are known from now on.
        """
        is_better = color is self.loser
        new = [each for each in chains if is_better or not each & self.known]
        turned = [each for each in new if self.stake(each) > CHANGED]
        stones = sum(each for each in turned if self.owned(each, color, is_better) > LIKELY)
        self.known |= stones
        return stones

    def is_far(self) -> bool:
        """Return whether the answer, and the stones that are known, are far from the move that was played.

        An answer that is near stones which the move may threaten is not.
        """
        if self.played is None or self.reply is None:
            return False
        near_both = [points_near(each.point, ATTACKING, self.size) for each in (self.played, self.reply)]
        for chain in self.board.chains(self.winner):
            is_in_doubt = 0 < self.owned(chain, self.winner, False) < SURE
            if is_in_doubt and all(chain & each for each in near_both):
                return False
        return self.distance(self.played, 1 << self.reply.point | self.known) > self.reach

    def reaches(self, move: MoveFacts, stones: int) -> bool:
        """Return whether a move is near stones and not behind others: empty points lead from it to them."""
        near = points_near(move.point, min(self.reach, ATTACKING), self.size) & move.before.empty_points
        room = next(each for each in move.before.geometry.regions(near) if each >> move.point & 1)
        return bool(move.before.neighbors_of_points(room) & stones)

    def points_lost(self, points: int) -> float:
        """Return how many of some points the loser loses by the mistake."""
        good, bad = (mean_ownership(each, points, self.loser) for each in (self.good, self.bad[-1]))
        return points.bit_count() * (good - bad)

    def points_around(self, move: MoveFacts) -> float:
        """Return how many points around a move the loser loses."""
        return self.points_lost(points_near(move.point, max(self.size // 4, 3), self.size))

    def places(self, move: MoveFacts, is_far: bool, least: float = CHANGED) -> list[Claim]:
        """Return in which part of the board a move is, and whose area it decides about; empty if unclear.

        is_far -- whether the answer is far from the move that was played.
        least  -- the ownership that the loser loses of each point of the area.
        """
        near = points_near(move.point, max(self.size // 4, 3), self.size)
        area = sum(1 << each for each in iter_points(near) if self.points_lost(1 << each) > least)
        regions = Counter(region_name(each, self.size) for each in iter_points(area))
        here, lost, text = region_name(move.point, self.size), self.points_lost(near), ""
        if 3 * regions[here] < area.bit_count():
            here = max(regions, key=regions.__getitem__)
        if area and lost >= MIN_WORTH * least / CHANGED:
            owners = (self.bad[-1], self.good) if move.color is self.loser else (self.good, self.bad[-1])
            without, then = (mean_ownership(each, area, move.color) for each in owners)
            little = f"gains a little {here}" if self._lost < _MIN_LARGE else ""
            text = f"gains points {here}" if lost >= MIN_WORTH else little
            if area.bit_count() >= _MIN_AREA:
                text = f"reduces {move.color.opponent}'s area {here}" if without < -CHANGED else text
                text = f"takes the area {here} for {move.color}" if then > CHANGED else text
        corner = corner_claim(move, {})
        text = f"{corner} {region_name(move.point, self.size)}" if corner else text
        return [Claim(text, "too small" if is_far else "direction", True, area)] if text else []

    def worth_in_words(self, move: MoveFacts) -> str:
        """Return the points around a move that the loser loses; empty if few, or unlike the mistake's."""
        points, lost = self.points_around(move), self._lost
        is_like = not lost or _MIN_SHARE * lost <= points <= _MAX_SHARE * lost
        is_said = points >= MIN_WORTH and is_like and self.size >= _MIN_SIZE
        return f" (about {round(points)} points)" if is_said else ""

    @cached_property
    def deed(self) -> tuple[str, int]:
        """Return what the move that was played does to stones, and holds, and these; empty if nothing."""
        move = self.played
        if move is None:
            return "", 0
        deeds = {each: found.value for each, found in move.attacks.items() if found is not Attack.THREAT}
        deeds |= dict.fromkeys(move.saved, "saves {}")
        captures = f"captures {{}}{' in a ko' * bool(move.captured and move.is_ko)}"
        held = dict.fromkeys(move.before.geometry.regions(move.captured), captures) or {
            each: phrase
            for each, phrase in deeds.items()
            if phrase == Attack.ATARI.value or self.owned(each, self.loser, False) > SURE
        }
        stones = max(held, key=int.bit_count, default=0)
        if not stones:
            return "", 0
        is_lost = all(self.owned(stones, self.loser, line) > SAFE for line in (True, False))
        verb = "was" if stones.bit_count() == 1 else "were"
        anyway = f", which {verb} lost anyway" if is_lost and stones & move.before.stones(self.winner) else ""
        return held[stones].format(self.describe(stones, move)) + anyway, stones

    def needless(self) -> tuple[str, str] | None:
        """Return why the move was not needed where it is, and the kind of mistake; None if it may have been.

        It gains little, the better one is far, and it or the own stones near it are lost, or these are safe
        without it, or the area around it belongs to one of the colors anyway.
        """
        move, best = self.played, self.best
        if move is None or best is None or self.distance(best, 1 << move.point) <= self.reach:
            return None
        name, near = self.name(move.point), points_near(move.point, NEAR, self.size)
        if not self.gains_little:
            return None
        own, other = (self.position.board.chains_on(near, each) for each in (self.loser, self.winner))
        chains = list(self.board.geometry.regions(own))
        shares = [mean_ownership(self.good, each, self.loser) for each in chains] or [0.0]
        if max(shares) < -_CERTAIN:
            return f"{self.loser}'s stones near {name} are lost already", "too small"
        if self.owned(1 << move.point, self.winner, False) > _CERTAIN:
            return f"{name} cannot live", "too small"
        dead = list(self.board.geometry.regions(other))
        if dead and all(self.owned(each, self.loser, line) > SAFE for each in dead for line in (True, False)):
            return f"{self.winner}'s stones near {name} are dead already", "too small"
        is_attacked = any(is_captured(self.position.board, each, True, NET) for each in chains)
        if min(shares) > SAFE and own.bit_count() > 1 and not is_attacked:
            return f"{self.loser}'s stones near {name} are safe without it", "safe stones strengthened"
        owners = (each for each in Color if mean_ownership(self.good, near, each) > SURE)
        owner = next(owners, None) if self.size >= _MIN_SIZE else None
        return None if owner is None else (f"The area around {name} belongs to {owner} anyway", "too small")


def _facts(position: GoPosition, move: Move | None) -> MoveFacts | None:
    """Return the facts about a move, None for a pass or if there is no move."""
    return MoveFacts(position, move.points[0]) if isinstance(move, Play) else None
