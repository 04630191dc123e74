"""Why a move in Go was a mistake, in one or two sentences.

Two lines are compared: the better move, and the move that was played with the best answer. What counts is the
stones and points whose expected owner differs between them; what is said of such stones is checked on the
board. If nothing is certain, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import MistakeLines, MistakeWords
from gnugo_py.engines.search.go_comparison import (
    CHANGED,
    CHANGES,
    DECIDES,
    LIKELY,
    NEAR,
    SAFE,
    SURE,
    TOUCHED,
    TURNS,
    Comparison,
)
from gnugo_py.engines.search.go_places import corner_claim, extension_claim
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.points import first_point, points_near
from gnugo_py.games.types import Color

_MIN_POINTS = 1.0
"""The number of stones of a group, each times the change of its ownership, from which it is named."""
_MIN_STAKE = 0.1
"""The ownership that the loser loses of stones that are cut, or saved or threatened before estimates."""
_MIN_CARRIED = 0.125
"""The least share of a group that counts, and of the points around a move that stronger stones carry."""
_LARGE = 4
"""The number of stones of a group of which it is said that it has no eye, and whose life is said first."""
_MAX_CLAIMS = 2
"""The number of things that are said of a move."""
_COUNTERS = {
    "life and death": ("keeps {} alive", "helps {} to live", "kills {}", "keeps {} in danger"),
    "weak group": ("keeps {} safe", "keeps {} stronger", "", "keeps {} weaker"),
}
"""What the better move does to a group that the answer attacks, if it is safe then and if not, and to one
that it helps, if it is dead then and if not.
"""
_MILD = ("cut overlooked", "weak group", "too small", "direction")
"""The kinds of mistakes by which no stones live or die at once."""
_PAST = {
    "catches": "caught",
    "puts": "put",
    "cuts": "cut",
    "takes": "taken",
    "makes": "made",
    "gives": "given",
    "retakes": "retaken",
    "keeps": "kept",
}
"""The irregular participles of the verbs of claims."""


class _Claim(NamedTuple):
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
    def is_place(self) -> bool:
        """Whether it is about the part of the board in which the move is."""
        return self.reason in ("too small", "direction")

    @property
    def rank(self) -> tuple[bool, bool, bool, int]:
        """A key that is smaller for what is said first."""
        is_life = self.reason not in _MILD and self.points.bit_count() >= _LARGE
        return not is_life, self.is_soft, self.reason in _MILD, -self.points.bit_count()

    @property
    def past(self) -> str:
        """The predicate after `would have`."""
        verb, _, rest = self.text.partition(" ")
        stem = verb.removesuffix("s")
        return f"{_PAST.get(verb) or stem + ('d' if stem[-1] == 'e' else 'ed')} {rest}"


class _Line:
    """One of the lines, with what its move does to the stones that matter.

    comparison -- both lines; their `known` grows.
    known      -- the stones that were known before.
    move       -- the better move, or the answer to the move that was played.
    other      -- the move of the other line, None if there is none.
    """

    def __init__(self, comparison: Comparison, move: MoveFacts, other: MoveFacts | None) -> None:
        self.comparison, self.move, self.other = comparison, move, other
        self.is_better, self.known = move.color is comparison.loser, comparison.known

    def claims(self, has_estimates: bool) -> list[_Claim]:
        """Return what the move does to the stones that decide, or else to others.

        has_estimates -- whether weaker and stronger groups are named if nothing else can be said.
        """
        found = list[_Claim]()
        for phrase, reason, chains in self._facts():
            is_sure = not phrase.startswith(("puts", "threatens"))
            if is_sure and (stones := self.comparison.matter(chains, self.move.color)):
                found.append(self._claim(phrase, reason, stones))
        found += [*self._double_atari(), *self._cuts()]
        found += self._fates((DECIDES, TURNS), has_estimates and not found)
        if all(each.is_soft for each in found):
            has_estimates = has_estimates and not found
            found += self.deeds(_MIN_STAKE)
            found += self._fates((CHANGES,), True) if has_estimates else []
        return _main_claims(found)

    def _facts(self) -> Iterator[tuple[str, str, Sequence[int]]]:
        """Yield what the move does to chains on the board, with the kind of mistake.

        What can be captured itself puts nothing in atari, and chains that the move that was played saves as
        well are not saved by the better one.
        """
        move, board = self.move, self.comparison.board
        is_atari = self.is_better is any(move.before.is_in_atari(each) for each in move.saved)
        kind = "capture overlooked" if self.is_better else "atari overlooked"
        yield f"captures {{}}{' in a ko' * move.is_ko}", kind, [*move.before.geometry.regions(move.captured)]
        saved = [
            each for each in move.saved if self.comparison.owned(each, move.color, self.is_better) > SURE
        ]
        if self.is_better:
            saved = [each for each in saved if is_captured(board, each, True, NET)]
        yield "saves {}", "atari overlooked" if self.is_better and is_atari else "capture overlooked", saved
        is_safe = not is_captured(move.after, move.own_chain, True, NET)
        for attack in Attack:
            chains = [each for each, found in move.attacks.items() if found is attack]
            kind = "capture" if attack in (Attack.CATCH, Attack.THREAT) else attack.name.lower()
            if attack.is_catch or is_safe:
                yield attack.value.replace("it", "{}", 1), f"{kind} overlooked", chains
        yield "makes an eye of {} false by a throw-in", "throw-in overlooked", move.thrown_into

    def _claim(self, phrase: str, reason: str, stones: int, is_soft: bool = False) -> _Claim:
        self.comparison.known |= stones
        name = self.comparison.describe(stones, self.move)
        return _Claim(phrase.format(name), reason, is_soft, stones)

    def _double_atari(self) -> Iterator[_Claim]:
        new = [each for each in self.move.attacks if not each & self.comparison.known]
        chains = [each for each in new if self.move.after.is_in_atari(each)]
        if len(chains) > 1 and max(map(self.comparison.stake, chains)) > TOUCHED:
            self.comparison.known |= sum(chains)
            names = self.comparison.names(chains, self.move)
            yield _Claim(f"puts {names} in atari at once", "double atari overlooked")

    def _cuts(self) -> Iterator[_Claim]:
        """Yield that the move cuts or connects chains, of which one fares worse or better for it."""
        for phrase, chains in (("cuts {} apart", self.move.cut), ("connects {}", self.move.connected)):
            is_new = self.other is None or {*chains} - {*self.other.cut, *self.other.connected}
            least = _MIN_STAKE if is_new else CHANGED
            if (stake := max(map(self.comparison.stake, chains), default=0.0)) > least:
                names = self.comparison.names(chains, self.move)
                yield _Claim(phrase.format(names), "cut overlooked", stake <= TOUCHED, sum(chains))

    def _fates(self, fates: Sequence[tuple[str, str]], has_small: bool) -> Iterator[_Claim]:
        """Yield the fates of groups near the move: all that it decides, and the first other one.

        fates     -- those that are meant.
        has_small -- whether this one may be small.
        """
        comparison, is_first = self.comparison, True
        for group in comparison.groups:
            rest = group & ~comparison.known & ~self.move.captured
            if rest.bit_count() < 2 or comparison.stake(rest) * rest.bit_count() <= _MIN_POINTS:
                continue
            other = 0 if self.other is None else comparison.distance(self.other, group)
            is_near = comparison.distance(self.move, group) <= min(comparison.reach, max(other, NEAR))
            fate = comparison.fate(rest) if is_near else None
            if fate is DECIDES and self._may_escape(rest):
                fate = TURNS
            if fate is None or fate not in fates:
                continue
            if fate is DECIDES:
                yield self._fate_claim(rest, fate)
            elif is_first and (has_small or rest.bit_count() >= _LARGE):
                is_first = False
                if not self._is_doubtful(rest):
                    yield self._fate_claim(rest, fate)

    def _may_escape(self, stones: int) -> bool:
        """Return whether stones of the opponent are few and not caught by reading: they may live."""
        board, other = self.move.after, stones & self.move.after.stones(self.move.color.opponent)
        is_caught = all(is_captured(board, each, False, NET) for each in board.geometry.regions(other))
        return 0 < other.bit_count() < _LARGE and not is_caught

    def deeds(self, least: float) -> list[_Claim]:
        """Return what the move does to stones that do not decide: the first of what there is.

        least -- the ownership that the loser loses of stones which are said to be saved or threatened.
        """
        move, comparison = self.move, self.comparison
        for phrase, reason, chains in self._facts():
            limit = least if phrase.startswith(("saves", "threatens")) else -TOUCHED
            worthy = [each for each in chains if self._is_new(each) and comparison.stake(each) > limit]
            if worthy and not (move.connected and phrase.startswith("threatens")):
                return [self._claim(phrase, reason, max(worthy, key=int.bit_count), is_soft=True)]
        if move.connected:
            text = f"connects {comparison.names(move.connected, move)}"
            return [_Claim(text, "cut overlooked", is_soft=True, points=sum(move.connected))]
        return []

    def _is_new(self, chain: int) -> bool:
        """Return whether the answer does something to a chain that was not said or so without it."""
        is_new = self.comparison.owned(chain, self.move.color, True) < SURE and not chain & self.known
        return is_new or self.is_better

    def _support(self) -> list[_Claim]:
        """Return which chain beside the move, that is not settled, it weakens or supports."""
        comparison, before = self.comparison, self.move.before
        own = before.stones(self.move.color)
        near = points_near(self.move.point, NEAR, comparison.size) & (before.black | before.white)
        chains = [
            chain
            for chain in (each for color in Color for each in comparison.board.chains(color))
            if chain & near
            and comparison.stake(chain) > (-TOUCHED if self.is_better and chain & own else _MIN_STAKE)
            and abs(comparison.owned(chain, comparison.loser, not self.is_better)) < SURE
        ]
        chain = max(chains, key=lambda each: comparison.stake(each) * each.bit_count(), default=0)
        verb = "supports" if chain & own else "weakens"
        return [self._claim(f"{verb} {{}}", "weak group", chain, is_soft=True)] if chain else []

    def _is_doubtful(self, stones: int) -> bool:
        """Return whether own stones carry little of what the move is worth, or can be captured after it."""
        board, carried = self.move.after, self.comparison.stake(stones) * stones.bit_count()
        least = _MIN_CARRIED * stones.bit_count()
        chains = [each for each in board.geometry.regions(stones) if each.bit_count() > least]
        return bool(stones & board.stones(self.move.color)) and (
            carried < _MIN_CARRIED * self.comparison.points_around(self.move)
            or any(is_captured(board, each, True, NET) for each in chains)
        )

    def _fate_claim(self, stones: int, fate: tuple[str, str]) -> _Claim:
        """Return what the move does to a group, which is known from now on."""
        comparison, board = self.comparison, self.comparison.board
        comparison.known |= stones
        other = stones & board.stones(self.move.color.opponent)
        phrase = fate[not other]
        if self.move.is_ko and fate is not CHANGES:
            phrase = f"{'retakes the' if self.move.retakes_ko else 'starts a'} ko for the life of {{}}"
        name = comparison.describe(stones, self.move)
        eyes = board.surrounding_points(stones) & board.enclosed_points()[self.move.color.opponent]
        may_live = eyes or comparison.owned(stones, self.move.color, True) < -LIKELY
        if other.bit_count() >= _LARGE and not may_live:
            name += " that have no eye yet"
        reason = "weak group" if fate is CHANGES else "life and death"
        return _Claim(phrase.format(name), reason, fate is not DECIDES, stones)

    def places(self, is_far: bool, least: float = CHANGED) -> list[_Claim]:
        """Return where the move is, and whose area it decides about; empty if that is unclear.

        least -- the ownership that the loser loses of each point of the area.
        """
        move, (area, points) = self.move, self.comparison.area_around(self.move, least)
        texts = (corner_claim(move, {}) or extension_claim(move), area)
        reason = "too small" if is_far else "direction"
        return [_Claim(each, reason, True, points) for each in texts if each]

    def least_claims(self, is_far: bool) -> list[_Claim]:
        """Return what the move does to stones that do not decide, or to an area that changes a little."""
        return self.deeds(-TOUCHED) or self._support() or self.places(is_far, TOUCHED)


def explain_mistake(lines: MistakeLines) -> MistakeWords:
    """Return why a move was a mistake; the words and the reason are empty if nothing is certain."""
    if not lines.owners_best or not lines.owners_played:
        return MistakeWords()
    comparison = Comparison(lines)
    best, reply = comparison.best, comparison.reply
    harm = _harm_to_own_stones(comparison)
    played = None if reply is None else _Line(comparison, reply, best)
    answer = [] if played is None else played.claims(harm is None)
    is_far = comparison.is_far()
    if is_far and harm is None:
        needless = comparison.needless()
        harm = _Claim(*needless, is_soft=True) if needless else None
    harms = [*filter(None, [harm])]
    better = None if best is None else _Line(comparison, best, reply)
    more = [] if better is None else better.claims(all(each.is_soft for each in harms + answer))
    if played is not None and not answer and (harm is None or harm.is_soft):
        answer = played.places(is_far) or (played.least_claims(is_far) if harm is None else [])
    countered = _countered(comparison, harms + answer)
    counter = [each for each in countered if not more or each.rank <= more[0].rank]
    more = sorted(_main_claims([*counter, *more]), key=lambda each: each not in counter)
    if better is not None and not more:
        more = better.places(is_far) or better.least_claims(is_far)
    if more and not counter and lines.best != lines.reply:
        answer = [each for each in answer if not each.text.startswith("threatens")]
    words, claims = _answer_words(comparison, harm, answer, is_far), [*harms, *answer, *more]
    first = min(claims, key=lambda each: each.rank[:-1], default=_Claim("", "too small" if words else ""))
    return MistakeWords(words, _better_words(comparison, more, counter), first.reason)


def _harm_to_own_stones(comparison: Comparison) -> _Claim | None:
    """Return what the move does to own stones that are lost, as a clause; None if it does nothing to them."""
    played, reply = comparison.played, comparison.reply
    if played is None:
        return None
    at, chain = comparison.name(played.point), played.own_chain
    caught = sum(each for each in played.rescued if each & chain)
    if caught and played.extends_caught and comparison.owned(chain, comparison.winner, False) > LIKELY:
        comparison.known |= chain
        number = caught.bit_count()
        stays = f"{number} stones that stay" if number > 1 else "a stone that stays"
        text = f"{at} extends {stays} caught"
        if reply is not None and reply.captured & chain:
            text += f": {comparison.winner} {comparison.name(reply.point)} captures them"
        return _Claim(text, "caught stones extended")
    if reply is None or played.captured:
        return None
    taken = comparison.matter(reply.before.geometry.regions(reply.captured), comparison.winner)
    if not taken:
        return None
    is_own = bool(taken & chain)
    what = "itself" if taken == 1 << played.point else comparison.describe(taken, reply)
    verb, them = "puts" if is_own else "leaves", "it" if taken.bit_count() == 1 else "them"
    capture = f"{comparison.winner} {comparison.name(reply.point)} captures {them}"
    reason = "self-atari" if is_own else "atari overlooked"
    return _Claim(f"{at} {verb} {what} in atari: {capture}", reason, points=taken)


def _main_claims(claims: Sequence[_Claim]) -> list[_Claim]:
    """Return the first claims by rank; of the same stones one, and beside it how they are cut off."""
    found = list[_Claim]()
    for claim in sorted(claims, key=lambda each: each.rank):
        same = [each for each in found if each.points & claim.points and each.is_cut is claim.is_cut]
        found += [] if same else [claim]
    return found[:_MAX_CLAIMS]


def _countered(comparison: Comparison, wrong: Sequence[_Claim]) -> list[_Claim]:
    """Return what the better move, if it is near, does about the first thing that is said of the answer."""
    best, reply = comparison.best, comparison.reply
    there = comparison.position.board.black | comparison.position.board.white
    is_area = ("too small", "direction", "cut overlooked")
    said = [each for each in wrong if each.points and (each.reason in is_area or not each.points & ~there)]
    if best is None or reply is None or not said:
        return []
    claim = min(said, key=lambda each: (each.rank, -each.points.bit_count()))
    is_near = comparison.distance(best, 1 << reply.point) <= comparison.reach
    if not is_near and (claim.is_place or comparison.distance(best, claim.points) > NEAR):
        return []
    them = "it" if claim.points.bit_count() == 1 else "them"
    if len(said) > 1 and not claim.is_place:
        them = comparison.describe(claim.points, reply)
    text = _counter(comparison, claim, best, reply).format(them)
    is_soft = claim.is_soft or claim.reason in _COUNTERS
    return [_Claim(text, claim.reason, is_soft, claim.points)] if text else []


def _counter(comparison: Comparison, claim: _Claim, best: MoveFacts, reply: MoveFacts) -> str:
    """Return what the better move does about what is said of the answer; empty if that is unclear."""
    points, share = claim.points, comparison.owned(claim.points, comparison.loser, True)
    if claim.is_place:
        return f"keeps {comparison.winner} out" if share > 0 else ""
    if claim.is_cut:
        is_cut = best.point != reply.point and cut_chains(best.after, reply.point, comparison.winner)
        return "" if is_cut or not claim.text.startswith("cuts") else "prevents the cut"
    if claim.text.startswith("puts"):
        liberties = best.after.liberties(first_point(points))
        return "keeps {} out of atari" if liberties.bit_count() > 2 else ""
    safe, risky, killed, weak = _COUNTERS.get(claim.reason, ("saves {}", "protects {}", "kills {}", ""))
    if points & comparison.board.stones(comparison.winner):
        groups = [points, *(each for each in comparison.groups if each & points)]
        is_dead = all(comparison.owned(each, comparison.loser, True) > SAFE for each in groups)
        if not is_dead or points.bit_count() < _LARGE:
            return weak
        kept = "keeps {} dead" if claim.is_soft and claim.reason == "life and death" else weak
        return killed if best.point == reply.point else kept
    if any(is_captured(best.after, each, True, NET) for each in best.after.geometry.regions(points)):
        return risky if claim.reason in _COUNTERS else ""
    return safe if share > SURE else risky


def _answer_words(comparison: Comparison, harm: _Claim | None, claims: Sequence[_Claim], is_far: bool) -> str:
    """Return what is wrong with the move: what it does to own stones, and what the answer does."""
    is_capture = harm is not None and "captures" in harm.text
    predicates = _joined([each.text for each in claims[: _MAX_CLAIMS - is_capture]])
    if harm is not None and (not claims or is_capture):
        return f"{harm.text}{f' and {predicates}' if claims else ''}."
    winner = comparison.winner
    at = "the pass" if comparison.played is None else comparison.name(comparison.played.point)
    if comparison.reply is None or not claims:
        return f"{winner} need not answer {at}." if is_far else ""
    predicates += comparison.worth_in_words(comparison.reply) if all(each.is_soft for each in claims) else ""
    opening = f"{winner} need not answer {at}:" if is_far else f"After {at}, {winner}"
    if harm is not None:
        opening = f"{harm.text}; {winner} need not answer:" if is_far else f"{harm.text}, and {winner}"
    return f"{opening} {comparison.name(comparison.reply.point)} {predicates}."


def _better_words(comparison: Comparison, claims: Sequence[_Claim], counter: Sequence[_Claim]) -> str:
    """Return what the better move would have done, its counter to the answer included; empty if nothing."""
    best = comparison.best
    if best is None or not claims:
        return ""
    is_place = all(each.is_place for each in claims) and not counter
    worth = comparison.worth_in_words(best) if is_place else ""
    return f"{comparison.name(best.point)} would have {_joined([each.past for each in claims])}{worth}."


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return " and ".join(each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False))
