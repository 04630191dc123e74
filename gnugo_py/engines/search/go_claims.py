"""What a move in Go does, as claims that are checked on the board before they are made.

Claims are predicates of a sentence, such as `captures Black's 3 stones at D4`. What a move does is what
differs between two lines (see `Comparison`): the line after it, and the one without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.engines.search.go_comparison import NEAR, SURE, TOUCHED, Comparison
from gnugo_py.games.board import Board
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.rules import IllegalReason
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.types import Color, Point

_MIN_WORTH, _MIN_PART, _MIN_SHARE_OF_AREA = 1.0, 0.25, 0.5
"""The points that stones which are named are worth, the least weight of a fact that is said beside a claim as
a part of the claim's, and the least share of the points that a mistake lost for the size of an area.
"""
PROVEN, _LIVING, _LINKED, _THREATENED, _ESTIMATED = 4.0, 3.0, 2.0, 1.5, 0.2
"""The weights of points that depend on a capture, on life, on links and weak groups, on threats, on areas."""
AREAS, LIFE, CUT = ("too small", "direction"), ("life and death", "weak group"), "cut overlooked"
"""The kinds of mistakes that are about a part of the board, about groups, and about connections."""
_ROOM = {
    "eyes": ("taking their room for eyes", "making room for eyes"),
    "out": ("shutting {} in", "gaining room"),
    "base": ("taking their base", "making a base"),
    "open": ("blocking their way", "running out"),
}
"""How a move attacks a group, and helps one, by what its point is to the group (see `Comparison.room`)."""
_MIN_STONES_OF_LIFE, _MAX_DISTANCE_OF_LIFE = 2, 4
"""The number of stones that a move threatens to kill, and the distance in lines up to which it does."""
_MIN_OWNERSHIP_ALIVE, _MAX_OWNERSHIP_KILLED = 0.4, -0.5
"""The ownership before and after a move of stones that it threatens to kill, and if it is not answered."""


class Claim(NamedTuple):
    """What a move does, as the predicate of a sentence, with braces for the stones.

    reason  -- the kind of mistake that it shows.
    points  -- the stones, or the points of the area, of which it is said.
    weight  -- how much it counts beside others.
    is_fact -- whether it is true on the board, not an estimate.
    """

    text: str
    reason: str
    points: int = 0
    weight: float = 0.0
    is_fact: bool = True


class Line:
    """One of the lines, with what its move does to the stones that matter.

    comparison -- both lines.
    move       -- the better move, or the answer to the move that was played.
    is_better  -- whether it is the better move.
    """

    def __init__(self, comparison: Comparison, move: MoveFacts) -> None:
        self.comparison, self.move = comparison, move
        self.is_better = move.color is comparison.loser

    def claims(self) -> list[Claim]:
        """Return what the move does, with what counts most first."""
        found = [*self._facts(), *self._links(), *self._fates(), *self._area()]
        return sorted(found, key=lambda each: -each.weight)

    def _facts(self) -> Iterator[Claim]:
        """Yield what the move does to chains on the board; what can be captured itself attacks nothing."""
        move, kind = self.move, "capture overlooked" if self.is_better else "atari overlooked"
        regions = move.before.geometry.regions
        yield from self._said(f"captures {{}}{' in a ko' * move.is_ko}", kind, [*regions(move.captured)])
        saved = [
            each for each in move.saved if self.comparison.owned(each, move.color, self.is_better) > SURE
        ]
        is_atari = self.is_better and any(map(move.before.is_in_atari, saved))
        saved_kind = "atari overlooked" if is_atari else "capture overlooked"
        yield from self._said("saves {}", saved_kind, saved)
        is_safe = not is_captured(move.after, move.own_chain, True, NET)
        if move.in_double_atari and is_safe:
            points, weight = sum(move.in_double_atari), PROVEN * max(map(self._worth, move.in_double_atari))
            names = self.comparison.names(move.in_double_atari)
            yield Claim(f"puts {names} in atari at once", "double atari overlooked", points, weight)
        for attack in Attack:
            chains = [each for each, found in move.attacks.items() if found is attack]
            chains = [each for each in chains if attack is not Attack.ATARI or each in move.in_atari]
            kind = "capture" if attack in (Attack.CATCH, Attack.THREAT) else attack.name.lower()
            if attack.is_catch or is_safe:
                best = sorted(chains, key=self.comparison.worth)[-1:]
                weight = PROVEN if attack.is_catch else _THREATENED
                yield from self._said(attack.value, f"{kind} overlooked", best, weight)
        thrown = "makes an eye of {} false by a throw-in"
        yield from self._said(thrown, "throw-in overlooked", move.thrown_into)

    def _said(
        self, phrase: str, reason: str, chains: Sequence[int], weight: float = PROVEN
    ) -> Iterator[Claim]:
        """Yield that the move does something to chains, if some of them fare worse for the loser."""
        stones = sum(each for each in chains if self._may_matter(each))
        if stones:
            if phrase == Attack.ATARI.value and stones.bit_count() == 1 and self.move.kept_apart(stones):
                phrase = phrase.format(self.comparison.describe(stones).replace("'s ", "'s cutting ", 1))
            yield Claim(phrase, reason, stones, weight * self._worth(stones))

    def _may_matter(self, chain: int) -> bool:
        """Return whether a chain does not fare better for the loser, and is not the mover's in both lines."""
        is_settled = self.comparison.owned(chain, self.move.color, not self.is_better) > SURE
        return self.comparison.stake(chain) > -TOUCHED and not is_settled

    def _worth(self, stones: int) -> float:
        """Return the points that stones are worth, which a fact about them is not without."""
        return max(self.comparison.worth(stones), _MIN_WORTH / 2 * stones.bit_count())

    def _links(self) -> Iterator[Claim]:
        """Yield that the move cuts or connects chains, of which one fares worse or better for it."""
        move = self.move
        for verb, to, chains in (("cuts", "off from", move.cut), ("connects", "to", move.connected)):
            if chains:
                prey, *others = sorted(chains, key=self.comparison.worth, reverse=True)
                if self._may_matter(prey):
                    text = f"{verb} {{}} {to} {self.comparison.names(others)}"
                    yield Claim(text, CUT, prey, _LINKED * self._worth(prey))

    def _fates(self) -> Iterator[Claim]:
        """Yield what happens to the groups near the move."""
        comparison, board = self.comparison, self.move.after
        for group in (each & ~self.move.captured for each in comparison.groups):
            is_near = group and comparison.distance(self.move, group) <= comparison.reach
            if not is_near or comparison.worth(group) < _MIN_WORTH:
                continue
            fate, way = comparison.fate(group, self.move.color), self.way(group)
            own = board.geometry.regions(group & board.stones(self.move.color))
            if not any(is_captured(board, each, True, NET) for each in own):
                weight = _LIVING if fate[1] == LIFE[0] else _LINKED if way else _ESTIMATED
                yield Claim(fate[0] + way, fate[1], group, weight * comparison.worth(group), False)

    def way(self, group: int) -> str:
        """Return how the move helps or attacks a group, to continue a sentence; empty if that is unclear."""
        is_own = bool(group & self.move.before.stones(self.move.color))
        way = next(self._ways_to_help(group) if is_own else self._ways_to_attack(group), "")
        room = "" if way else self.comparison.room(self.move, group)
        return f" by {_ROOM[room][is_own].format(pronoun(group))}" if room else way

    def _ways_to_attack(self, group: int) -> Iterator[str]:
        move, names = self.move, self.comparison.names
        others = [each for each in move.cut if not each & group]
        if move.captured:
            yield f" by capturing {self.comparison.describe(move.captured)}"
        if any(each & group for each in move.in_double_atari):
            yield f" by a double atari on {names(move.in_double_atari)}"
        if others and len(others) < len(move.cut):
            yield f" by cutting {pronoun(group)} off from {names(others)}"
        if move.cut and not others:
            yield f" by cutting {names(move.cut)} apart"
        for chain in move.saved:
            if chain & move.before.surrounding_points(group):
                yield f" by saving {self.comparison.describe(chain)}"
        if move.connected:
            yield f" by connecting {names(move.connected)}"
        if attacked := [each for each in move.in_atari if each & group]:
            yield f" by putting {pronoun(group) if attacked == [group] else names(attacked)} in atari"

    def _ways_to_help(self, group: int) -> Iterator[str]:
        move, names = self.move, self.comparison.names
        beside = move.before.surrounding_points(group)
        if move.captured & beside:
            yield f" by capturing {self.comparison.describe(move.captured)}"
        for chain, attack in move.attacks.items():
            if attack.is_catch and chain & beside:
                yield f" by catching {self.comparison.describe(chain)}"
        others = [each for each in move.connected if not each & group]
        if others and len(others) < len(move.connected):
            yield f" by connecting {pronoun(group)} to {names(others)}"
        if move.connected and not others:
            yield f" by connecting {names(move.connected)}"
        other = self.comparison.reply if self.is_better else self.comparison.best
        is_cut = other is not None and any(each & group for each in other.cut)
        if other is not None and is_cut and not cut_chains(move.after, other.point, other.color):
            yield f" by guarding the cut at {self.comparison.name(other.point)}"
        if attacked := [each for each in move.in_atari if each & beside]:
            yield f" by putting {names(attacked)} in atari"

    def _area(self) -> Iterator[Claim]:
        """Yield what the move does to the area around it."""
        text, area = self.comparison.area(self.move)
        if text:
            weight = _ESTIMATED * self.comparison.points_lost(area)
            text += self._way_of_area() + self.comparison.worth_in_words(self.move, _MIN_SHARE_OF_AREA)
            yield Claim(text, "direction", area, weight, False)

    def _way_of_area(self) -> str:
        """Return which chains the move joins or keeps apart, to continue a sentence."""
        board, names = self.move.before, self.comparison.names
        if len(self.move.joined) > 1:
            return f" by joining {names(self.move.joined)}"
        beside = board.geometry.neighbors[self.move.point] & board.stones(self.move.color.opponent)
        others = list(dict.fromkeys(board.chain(each) for each in iter_points(beside)))
        return f" by keeping {names(others)} apart" if len(others) > 1 else ""


def chosen_claims(claims: Sequence[Claim]) -> list[Claim]:
    """Return the first claim, and a fact about other stones that counts almost as much and explains more."""
    facts = (
        each
        for each in claims[1:]
        if each.is_fact
        and each.weight >= _MIN_PART * claims[0].weight
        and (each.weight >= _LINKED or claims[0].reason in AREAS)
        and not each.points & claims[0].points
        and each.text[:3] not in claims[0].text.partition(" by ")[2]
        and not (each.reason == CUT and " by " in claims[0].text)
    )
    return [*claims[:1], *islice(facts, 1)]


def with_names(comparison: Comparison, claim: Claim, known: int = 0) -> str:
    """Return a claim with the names of its stones, or a pronoun for those that are known."""
    if "{}" not in claim.text:
        return claim.text
    name = pronoun(claim.points) if claim.points == known else comparison.describe(claim.points)
    return claim.text.format(name)


def pronoun(stones: int) -> str:
    """Return the pronoun for stones."""
    return "it" if stones.bit_count() == 1 else "them"


def ko_threat_claim(move: MoveFacts) -> str | None:
    """Return that a move that attacks stones is a ko threat, since a ko may not be retaken; else None."""
    illegal = move.position.board.empty_points & ~move.position.legal_points
    reasons = {move.position.why_illegal_point(each) for each in iter_points(illegal)}
    is_forbidden = reasons & {IllegalReason.KO, IllegalReason.SUPERKO}
    return "makes a ko threat" if move.attacks and is_forbidden else None


def threatened_life_claim(
    move: MoveFacts,
    owners_before: Mapping[Point, float],
    owners: Mapping[Point, float],
    owners_unanswered: Mapping[Point, float],
) -> str | None:
    """Return which stones a move threatens to kill, None if there are none.

    They are near and alive, and only the move makes it possible that the next one kills them. Stones that
    could be captured next are left out: the facts name them. Of single stones alone, nothing is said:
    the network gives up many that can be saved.

    owners_before, owners -- Black's expected ownership by point before and after the move, by a search.
    owners_unanswered -- the same after the move and a pass.
    """
    other, threatened = move.color.opponent, list[int]()
    near = points_near(move.point, _MAX_DISTANCE_OF_LIFE, move.position.size)
    for chain in (each for each in move.after.chains(other) if each & near):
        is_alive = all(
            mean_ownership(each, chain, other) > _MIN_OWNERSHIP_ALIVE for each in (owners_before, owners)
        )
        is_killed = mean_ownership(owners_unanswered, chain, other) < _MAX_OWNERSHIP_KILLED
        if is_alive and is_killed and not is_captured(move.after, chain, True, NET):
            threatened.append(chain)
    largest = max(threatened, key=int.bit_count, default=0)
    if largest.bit_count() < _MIN_STONES_OF_LIFE:
        return None
    number = sum(chain.bit_count() for chain in threatened)
    return f"threatens to kill {number} stones at {format_vertex(first_point(largest), move.position.size)}"


def prevented_cut_claim(move: MoveFacts, probable: int) -> str | None:
    """Return which cut nearby a move prevents, None if there is none.

    probable -- the points where the opponent would probably play otherwise: a cut elsewhere is worth no word.
    """
    cut = _cut_nearby(move, probable, move.color.opponent, move.before, move.after)
    return cut and f"prevents the cut at {cut}"


def threatened_cut_claim(move: MoveFacts, probable: int) -> str | None:
    """Return which cut nearby a move makes possible, None if there is none or if it could be captured first.

    probable -- the points where the color would probably play next if the move were not answered.
    """
    if is_captured(move.after, move.own_chain, True):
        return None
    cut = _cut_nearby(move, probable, move.color, move.after, move.before)
    return cut and f"threatens to cut at {cut}"


def _cut_nearby(move: MoveFacts, probable: int, cutter: Color, board: Board, without: Board) -> str | None:
    """Return the first of some points near a move where a color cuts on one board, but not on another one."""
    for point in iter_points(
        probable & move.after.empty_points & points_near(move.point, NEAR, move.position.size)
    ):
        if cut_chains(board, point, cutter) and not cut_chains(without, point, cutter):
            return format_vertex(point, move.position.size)
    return None
