"""Why a move in Go was a mistake, in one or two sentences.

Two lines are compared: the better move, and the move that was played with the best answer. What counts is the
stones and points whose expected owner differs between them; what is said of such stones is checked on the
board. If nothing is certain, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from gnugo_py.engines.analysis import MistakeLines, MistakeWords, mean_ownership
from gnugo_py.engines.search.go_places import place_claim, region_name, shape_claim
from gnugo_py.games.board import KING_MOVES, Board, geometry
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.text import join_words
from gnugo_py.games.types import Color, Move, Play, Point

_CHANGED, _TOUCHED, _ENDANGERED = 0.4, 0.25, 0.7
"""The differences in ownership between the lines at which a fact about stones is reported, at which a group
becomes weaker or stronger or a cut matters, and at which a group that changes its owner is in danger.
"""
_LIKELY, _SURE, _SETTLED = 0.5, 0.7, 0.75
"""The ownership above which stones are likely to belong to a color, nearly certain to, and settled."""
_MIN_POINTS = 1.0
"""The number of stones of a group, each times the change of its ownership, from which it is named."""
_MAX_DISTANCE, _NEAR = 4, 2
"""The distance in lines from a move up to which it decides about a group, and up to which it does so even if
the move of the other line is nearer.
"""
_MIN_WORTH, _MIN_WORTH_NEAR, _MIN_SHARE = 3.0, 6.0, 0.5
"""The points around a move that are reported, the same if it is near the mistake and only one of the players
wants it, and their least share of all points that the lines differ.
"""
_MIN_DEED = 1.0
"""The points around a move from which on its captures, ataris and connections are said."""
_MIN_SIZE = 7
"""The smallest board on which it is said what a move is worth; on smaller ones, each is worth much."""
_SAFE, _MIN_GAIN = 0.9, 2.0
"""The ownership of stones that need no move, and the points from which on a move near them gains much."""
_MIN_CARRIED = 0.125
"""The least share of the points around a move that stones carry which it makes stronger."""
_MIN_STONES_WITH_EYES, _LARGE = 4, 6
"""The number of stones of a group of which it is said that it has no eye, and whose life is said first."""
_MAX_CLAIMS = 2
"""The number of things that are said of a move."""
_DECIDES = ("kills {}", "saves {}")
_TURNS = ("endangers {}", "gives {} a chance to live")
_CHANGES = ("weakens {}", "strengthens {}")
"""What a move does to a group of the opponent, and to an own one."""
_PAST = {
    "catches": "caught",
    "puts": "put",
    "cuts": "cut",
    "takes": "taken",
    "is": "been",
    "bends": "bent",
    "makes": "made",
    "gives": "given",
    "retakes": "retaken",
}
"""The irregular participles of the verbs of claims."""


class _Claim(NamedTuple):
    """What a move does, as the predicate of a sentence.

    reason  -- the kind of mistake that it shows.
    is_soft -- whether it is an estimate, not a fact of the board.
    stones  -- the stones that live or die by it.
    """

    text: str
    reason: str
    is_soft: bool = False
    stones: int = 0

    @property
    def comes_first(self) -> bool:
        """Whether a large group may live or die by it."""
        return self.reason != "weak group" and self.stones.bit_count() >= _LARGE

    @property
    def past(self) -> str:
        """The predicate after `would have`."""
        verb, _, rest = self.text.partition(" ")
        stem = verb.removesuffix("s")
        return f"{_PAST.get(verb) or stem + ('d' if stem[-1] == 'e' else 'ed')} {rest}"


class _Comparison:
    """The better line and the line that was played, with their owners.

    known -- stones of which something is said already.

    In all methods, the loser is the color that made the mistake, and the winner the other one.
    """

    def __init__(self, lines: MistakeLines) -> None:
        position = lines.position
        assert isinstance(position, GoPosition)
        self.position, self.size = position, position.size
        self.loser, self.winner = position.to_move, position.to_move.opponent
        self.good = lines.owners_best
        self.bad = [owners for owners in (lines.owners_played, lines.owners_reply) if owners]
        self.played = _facts(position, lines.played)
        self.best = _facts(position, lines.best)
        after = position.play_unchecked(lines.played)
        self.reply = _facts(after, lines.reply)
        self.board, self.known = after.board, 0

    @property
    def is_for_both(self) -> bool:
        """Whether the answer takes the point of the better move."""
        return self.reply is not None and self.best is not None and self.reply.point == self.best.point

    def name(self, point: Point) -> str:
        """Return a point as text."""
        return format_vertex(point, self.size)

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
        if good > _SURE and self.owned(stones, self.winner, False) > _SURE:
            return _DECIDES
        if good > 0 > bad and self.stake(stones) > _ENDANGERED:
            return _TURNS
        return _CHANGES if good > 0 > bad or min(good, abs(bad)) < _SETTLED else None

    def describe(self, stones: int, color: Color, board: Board) -> str:
        """Return stones of a color in words, with the first stone of their largest chain."""
        largest = max((board.chain(each) & stones for each in iter_points(stones)), key=int.bit_count)
        number = stones.bit_count()
        words = "stone" if number == 1 else f"{number} stones"
        return f"{color}'s {words} at {self.name(first_point(largest))}"

    def names(self, chains: Iterable[int], move: MoveFacts) -> str:
        """Return chains by their stones nearest to a move."""
        nearest = (min(iter_points(each), key=lambda at: self.distance(move, 1 << at)) for each in chains)
        return join_words([self.name(each) for each in nearest])

    def distance(self, move: MoveFacts, stones: int) -> int:
        """Return the distance in lines between a move and the nearest of some stones."""
        lines = range(self.size)
        return next((each for each in lines if points_near(move.point, each, self.size) & stones), self.size)

    @cached_property
    def groups(self) -> list[tuple[int, Color]]:
        """The groups that fare worse for the loser, with their colors, the most valuable first."""
        near, found = geometry(self.size, KING_MOVES), list[tuple[int, Color]]()
        for color in Color:
            stones = self.board.stones(color) & self.position.board.stones(color)
            chains = [each for each in self.board.geometry.regions(stones) if self.stake(each) > _TOUCHED]
            while chains:
                group = chains.pop()
                while joined := [each for each in chains if near.grow(near.grow(group)) & each]:
                    group |= sum(joined)
                    chains = [each for each in chains if each not in joined]
                found.append((group, color))
        return sorted(found, key=lambda each: self.stake(each[0]) * each[0].bit_count(), reverse=True)

    def matter(self, chains: Iterable[int], color: Color, is_capture: bool = False) -> int:
        """Return the stones of some chains that change their owner and are not known yet, as they are then.

        color      -- the color that has them at the end of its line.
        is_capture -- whether they are captured, which is said even if the other line saves them.
        """
        stones = 0
        for chain in chains:
            is_better = color is self.loser
            is_new = not chain & self.known or (is_capture and is_better)
            if is_new and self.stake(chain) > _CHANGED and self.owned(chain, color, is_better) > _LIKELY:
                stones |= chain
        self.known |= stones
        return stones

    def is_far(self) -> bool:
        """Return whether the answer, and the stones that are known, are far from the move that was played."""
        if self.played is None or self.reply is None:
            return False
        return self.distance(self.played, 1 << self.reply.point | self.known) > self.size // 4

    def points_lost(self, points: int) -> float:
        """Return how many of some points the loser loses by the mistake."""
        good, bad = (mean_ownership(each, points, self.loser) for each in (self.good, self.bad[-1]))
        return points.bit_count() * (good - bad)

    def points_around(self, move: MoveFacts) -> float:
        """Return how many points around a move the loser loses."""
        return self.points_lost(points_near(move.point, max(self.size // 4, 3), self.size))

    def worth_in_words(self, move: MoveFacts, least: float = _MIN_WORTH) -> str:
        """Return how many points around a move the loser loses; empty unless they are most of all points."""
        points = self.points_around(move)
        most = self.points_lost(self.board.geometry.full)
        if self.size < _MIN_SIZE or points < max(least, _MIN_SHARE * most):
            return ""
        return f"about {round(points)} points"

    def needless_claim(self) -> _Claim | None:
        """Return that own stones near the move are safe without it; None unless they are."""
        move, best = self.played, self.best
        if move is None or best is None or self.distance(best, 1 << move.point) <= self.size // 4:
            return None
        near = points_near(move.point, _NEAR, self.size)
        own = self.position.board.chains_on(near, self.loser)
        chains = self.board.geometry.regions(own)
        is_safe = all(mean_ownership(self.good, each, self.loser) > _SAFE for each in chains)
        if own.bit_count() < 2 or not is_safe or -self.points_lost(near) >= _MIN_GAIN:
            return None
        words = f"{self.loser}'s stones near {self.name(move.point)} are safe without it"
        return _Claim(words, "safe stones strengthened", is_soft=True)


class _Line:
    """One of the lines, with what its move does to the stones that matter.

    comparison -- both lines; their `known` grows.
    move       -- the better move, or the answer to the move that was played.
    other      -- the move of the other line, None if there is none.
    """

    def __init__(self, comparison: _Comparison, move: MoveFacts, other: MoveFacts | None) -> None:
        self.comparison, self.move, self.other = comparison, move, other
        self.is_better = move.color is comparison.loser

    def claims(self, has_estimates: bool) -> list[_Claim]:
        """Return what the move does: first to large groups, then captures, the life of groups, and cuts.

        has_estimates -- whether weaker and stronger groups are named if nothing else can be said.
        """
        found = [*self._captures(), *self._catches(), *self._throw_in(), *self._rescues()]
        found += [*self._double_atari(), *self._lives(has_estimates), *self._cuts()]
        if all(each.is_soft for each in found):
            deeds = self._deeds()
            found = [*deeds, *found] if found or not has_estimates else self._estimates(deeds)
        return sorted(found, key=lambda each: not each.comes_first)[:_MAX_CLAIMS]

    @property
    def _worth(self) -> str:
        """How many points the move of the winner is worth, in parentheses; empty if that is unclear."""
        points = "" if self.is_better else self.comparison.worth_in_words(self.move)
        return f" ({points})" if points else ""

    def _name(self, stones: int, is_own: bool = False) -> str:
        color = self.move.color if is_own else self.move.color.opponent
        return self.comparison.describe(stones, color, self.move.before)

    def _captures(self) -> Iterator[_Claim]:
        captured = self.move.before.geometry.regions(self.move.captured)
        if stones := self.comparison.matter(captured, self.move.color, is_capture=True):
            ko = " in a ko" if self.move.is_ko else ""
            reason = "capture overlooked" if self.is_better else "atari overlooked"
            yield _Claim(f"captures {self._name(stones)}{ko}", reason, stones=stones)

    def _catches(self) -> Iterator[_Claim]:
        for attack in Attack:
            chains = [each for each, found in self.move.attacks.items() if found is attack and found.is_catch]
            if stones := self.comparison.matter(chains, self.move.color, is_capture=True):
                kind = "capture" if attack is Attack.CATCH else attack.name.lower()
                words = attack.value.replace("it", self._name(stones), 1)
                yield _Claim(words, f"{kind} overlooked", stones=stones)

    def _throw_in(self) -> Iterator[_Claim]:
        if stones := self.comparison.matter(self.move.thrown_into, self.move.color):
            words = f"makes an eye of {self._name(stones)} false by a throw-in"
            yield _Claim(words, "throw-in overlooked", stones=stones)

    def _rescues(self) -> Iterator[_Claim]:
        comparison, color = self.comparison, self.move.color
        sure = [each for each in self.move.saved if comparison.owned(each, color, self.is_better) > _SURE]
        if stones := comparison.matter(sure, color):
            is_atari = any(self.move.before.is_in_atari(each) for each in self.move.saved)
            reason = "atari overlooked" if self.is_better and is_atari else "capture overlooked"
            yield _Claim(f"saves {self._name(stones, is_own=True)}", reason, stones=stones)

    def _double_atari(self) -> Iterator[_Claim]:
        chains = [each for each in self._ataris if not each & self.comparison.known]
        if len(chains) > 1 and max(map(self.comparison.stake, chains)) > _TOUCHED:
            self.comparison.known |= sum(chains)
            names = self.comparison.names(chains, self.move)
            yield _Claim(f"puts {names} in atari at once", "double atari overlooked")

    def _cuts(self) -> Iterator[_Claim]:
        """Yield that the move cuts or connects chains, of which one fares worse or better for it."""
        for phrase, chains in (("cuts {} apart", self.move.cut), ("connects {}", self.move.connected)):
            is_new = self.other is None or {*chains} - {*self.other.cut, *self.other.connected}
            if is_new and any(self.comparison.stake(each) > _TOUCHED for each in chains):
                yield _Claim(phrase.format(self.comparison.names(chains, self.move)), "cut overlooked")

    def _lives(self, has_estimates: bool) -> Iterator[_Claim]:
        """Yield which groups near the move live in one line and die in the other, and the first that may."""
        for stones, color, fate in self._groups():
            may_turn = fate is _TURNS and (has_estimates or stones.bit_count() >= _LARGE)
            if fate is _DECIDES or (may_turn and not self._is_doubtful(stones, color)):
                yield self._fate_claim(stones, color, fate)
            if may_turn:
                return

    @property
    def _ataris(self) -> list[int]:
        """The chains that the move puts in atari."""
        return [each for each in self.move.attacks if self.move.after.is_in_atari(each)]

    def _deeds(self) -> list[_Claim]:
        """Return what the move captures, puts in atari or connects, if points around it are lost."""
        move, comparison, names = self.move, self.comparison, self.comparison.names
        if comparison.points_around(move) < _MIN_DEED:
            return []
        ataris, is_safe = self._ataris, not is_captured(move.after, move.own_chain, True, NET)
        if captured := move.captured & ~comparison.known:
            text = f"captures {self._name(captured)}"
            reason = "capture overlooked" if self.is_better else "atari overlooked"
        elif ataris and is_safe:
            text, reason = f"puts {self._name(ataris[0])} in atari", "atari overlooked"
        elif move.connected and is_safe:
            text, reason = f"connects {names(move.connected, move)}", "cut overlooked"
        else:
            return []
        comparison.known |= captured | sum(ataris)
        return [_Claim(text, reason, is_soft=True)]

    def _estimates(self, deeds: list[_Claim]) -> list[_Claim]:
        """Return what the move does and is worth, and which group near it fares worse or better for it."""
        valued = [each._replace(text=each.text + self._worth) for each in deeds]
        for stones, color, fate in self._groups():
            if self._is_doubtful(stones, color):
                return valued or _places(self.comparison, self.move)
            return [*deeds, self._fate_claim(stones, color, fate)]
        return valued

    def _is_doubtful(self, stones: int, color: Color) -> bool:
        """Return whether own stones carry little of what the move is worth, or can be captured after it."""
        board, carried = self.move.after, self.comparison.stake(stones) * stones.bit_count()
        return color is self.move.color and (
            carried < _MIN_CARRIED * self.comparison.points_around(self.move)
            or any(is_captured(board, each, True, NET) for each in board.geometry.regions(stones))
        )

    def _fate_claim(self, stones: int, color: Color, fate: tuple[str, str]) -> _Claim:
        """Return what the move does to a group, which is known from now on."""
        comparison, board = self.comparison, self.comparison.board
        comparison.known |= stones
        is_own = color is self.move.color
        phrase = fate[is_own]
        if self.move.is_ko and fate is not _CHANGES:
            phrase = f"{'retakes the' if self.move.retakes_ko else 'starts a'} ko for the life of {{}}"
        name = comparison.describe(stones, color, board)
        eyes = board.surrounding_points(stones) & board.enclosed_points()[color]
        may_live = eyes or is_own or comparison.owned(stones, color, True) > _LIKELY
        if not may_live and stones.bit_count() >= _MIN_STONES_WITH_EYES:
            name += " that have no eye yet"
        is_soft = fate is not _DECIDES
        reason = "weak group" if fate is _CHANGES else "life and death"
        return _Claim(phrase.format(name) + self._worth * is_soft, reason, is_soft, stones)

    def _groups(self) -> Iterator[tuple[int, Color, tuple[str, str]]]:
        """Yield the groups near the move without the stones that are known, with their colors and fates."""
        comparison = self.comparison
        for group, color in comparison.groups:
            rest = group & ~comparison.known
            if rest.bit_count() < 2 or comparison.stake(rest) * rest.bit_count() <= _MIN_POINTS:
                continue
            fate = comparison.fate(rest)
            limit = _NEAR if self.other is None else max(comparison.distance(self.other, group), _NEAR)
            if fate is not None and comparison.distance(self.move, group) <= min(_MAX_DISTANCE, limit):
                yield rest, color, fate


def explain_mistake(lines: MistakeLines) -> MistakeWords:
    """Return why a move was a mistake; the words and the reason are empty if nothing is certain."""
    if not lines.owners_best or not lines.owners_played:
        return MistakeWords()
    comparison = _Comparison(lines)
    best, reply = comparison.best, comparison.reply
    harm = _harm_to_own_stones(comparison)
    answer = [] if reply is None else _Line(comparison, reply, best).claims(harm is None)
    is_far = comparison.is_far()
    if is_far and harm is None:
        harm = comparison.needless_claim()
    is_sharp = not all(each.is_soft for each in [*filter(None, [harm]), *answer])
    more = [] if best is None else _Line(comparison, best, reply).claims(not is_sharp)
    if not (answer or more) and (harm is None or harm.is_soft):
        answer = _places(comparison, reply, is_far)
        more = [] if answer else _places(comparison, best, is_far)
    wrong = [*filter(None, [harm]), *answer]
    claims = sorted([*wrong, *more], key=lambda each: (not each.comes_first, each.is_soft))
    words = _answer_words(comparison, harm, answer, is_far)
    return MistakeWords(words, _better_words(comparison, more, wrong), claims[0].reason if claims else "")


def _harm_to_own_stones(comparison: _Comparison) -> _Claim | None:
    """Return what the move does to own stones that are lost, as a clause; None if it does nothing to them."""
    played, reply = comparison.played, comparison.reply
    if played is None:
        return None
    at, chain = comparison.name(played.point), played.own_chain
    caught = sum(each for each in played.rescued if each & chain)
    if caught and played.extends_caught and comparison.owned(chain, comparison.winner, False) > _LIKELY:
        comparison.known |= chain
        number = caught.bit_count()
        stays = "a stone that stays" if number == 1 else f"{number} stones that stay"
        return _Claim(f"{at} extends {stays} caught", "caught stones extended")
    if reply is None or played.captured:
        return None
    taken = comparison.matter(reply.before.geometry.regions(reply.captured), comparison.winner)
    if not taken:
        return None
    is_own = bool(taken & chain)
    what = comparison.describe(taken, comparison.loser, played.after)
    if taken == 1 << played.point:
        what = "itself"
    verb, them = "puts" if is_own else "leaves", "it" if taken.bit_count() == 1 else "them"
    capture = f"{comparison.winner} {comparison.name(reply.point)} captures {them}"
    reason = "self-atari" if is_own else "atari overlooked"
    return _Claim(f"{at} {verb} {what} in atari: {capture}", reason)


def _places(comparison: _Comparison, move: MoveFacts | None, is_far: bool = False) -> list[_Claim]:
    """Return what a move is worth and threatens or does in its place; empty if that is unclear."""
    least = _MIN_WORTH if is_far or comparison.is_for_both else _MIN_WORTH_NEAR
    worth = "" if move is None else comparison.worth_in_words(move, least)
    if move is None or not worth:
        return []
    threats = [each for each in move.attacks if comparison.stake(each) > _CHANGED]
    if threats and not is_captured(move.after, move.own_chain, True, NET):
        name = comparison.describe(threats[0], move.color.opponent, move.before)
        return [_Claim(f"threatens to capture {name} ({worth})", "capture overlooked", is_soft=True)]
    deed = place_claim(move, {}) or shape_claim(move)
    text = f"{deed} ({worth})" if deed else f"is worth {worth} {region_name(move.point, comparison.size)}"
    return [_Claim(text, "too small" if is_far else "direction", is_soft=True)]


def _answer_words(
    comparison: _Comparison, harm: _Claim | None, claims: Sequence[_Claim], is_far: bool
) -> str:
    """Return what is wrong with the move: what it does to own stones, and what the answer does."""
    predicates = _joined([each.text for each in claims])
    if harm is not None and (not claims or "captures" in harm.text):
        return f"{harm.text}{f' and {predicates}' if claims else ''}."
    if comparison.reply is None or not claims:
        return ""
    winner, reply = comparison.winner, comparison.name(comparison.reply.point)
    at = "the pass" if comparison.played is None else comparison.name(comparison.played.point)
    if harm is not None:
        joint = f"; {winner} need not answer:" if is_far else f", and {winner}"
        return f"{harm.text}{joint} {reply} {predicates}."
    opening = f"{winner} need not answer {at}:" if is_far else f"After {at}, {winner}"
    return f"{opening} {reply} {predicates}."


def _better_words(comparison: _Comparison, claims: Sequence[_Claim], wrong: Sequence[_Claim]) -> str:
    """Return what the better move would have done; empty if there is nothing to say of it.

    wrong -- what is said of the move that was played and of its answer.
    """
    best, reply = comparison.best, comparison.reply
    if best is None:
        return ""
    is_same, name = comparison.is_for_both, comparison.name(best.point)
    if claims and not (is_same and wrong and all(each.is_soft for each in claims)):
        return f"{name} would have {_joined([each.past for each in claims])}."
    if is_same and wrong:
        return f"{name} was the point for both."
    if not wrong or reply is None or comparison.distance(best, 1 << reply.point) > _MAX_DISTANCE:
        return ""
    fates = [each.stones for each in wrong if each.reason in ("life and death", "weak group")]
    is_prevented = fates and all(comparison.owned(each, comparison.loser, True) > _SURE for each in fates)
    return f"{name} would have prevented that." if is_prevented else ""


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return join_words([each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False)])


def _facts(position: GoPosition, move: Move | None) -> MoveFacts | None:
    """Return the facts about a move, None for a pass or if there is no move."""
    return MoveFacts(position, move.points[0]) if isinstance(move, Play) else None
