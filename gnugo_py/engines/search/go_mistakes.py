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
    MIN_WORTH,
    MIN_WORTH_NEAR,
    NEAR,
    SAFE,
    SURE,
    TOUCHED,
    TURNS,
    Comparison,
)
from gnugo_py.engines.search.go_places import place_claim, region_name
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.points import first_point, points_near
from gnugo_py.games.text import join_words
from gnugo_py.games.types import Color

_MIN_POINTS = 1.0
"""The number of stones of a group, each times the change of its ownership, from which it is named."""
_MAX_DISTANCE = 4
"""The distance in lines from a move up to which it decides about a group."""
_MIN_DEED = 1.0
"""The points around a move from which on its captures, ataris and connections are said."""
_MIN_STAKE = 0.1
"""The ownership that the loser loses of stones which are said to be saved or threatened before estimates."""
_MIN_CARRIED = 0.125
"""The least share of the points around a move that stones carry which it makes stronger."""
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
_PAST = {
    "catches": "caught",
    "puts": "put",
    "cuts": "cut",
    "takes": "taken",
    "wins": "won",
    "is": "been",
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
    def comes_first(self) -> bool:
        """Whether a large group may live or die by it."""
        return self.reason == "life and death" and self.points.bit_count() >= _LARGE

    @property
    def is_place(self) -> bool:
        """Whether it is about the part of the board in which the move is."""
        return self.reason in ("too small", "direction")

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """A key that is smaller for what is said first."""
        return not self.comes_first, self.is_soft, self.is_place or self.reason == "weak group"

    def adds_to(self, other: _Claim) -> bool:
        """Whether it is about other stones than another claim, or says how they are cut off."""
        return not self.points & other.points or other.reason != self.reason == "cut overlooked"

    @property
    def past(self) -> str:
        """The predicate after `would have`."""
        verb, _, rest = self.text.partition(" ")
        stem = verb.removesuffix("s")
        return f"{_PAST.get(verb) or stem + ('d' if stem[-1] == 'e' else 'ed')} {rest}"


class _Line:
    """One of the lines, with what its move does to the stones that matter.

    comparison -- both lines; their `known` grows.
    move       -- the better move, or the answer to the move that was played.
    other      -- the move of the other line, None if there is none.
    """

    def __init__(self, comparison: Comparison, move: MoveFacts, other: MoveFacts | None) -> None:
        self.comparison, self.move, self.other = comparison, move, other
        self.is_better = move.color is comparison.loser

    def claims(self, has_estimates: bool) -> list[_Claim]:
        """Return what the move does: first to large groups, then captures, the life of groups, and cuts.

        has_estimates -- whether weaker and stronger groups are named if nothing else can be said.
        """
        found = [*self._captures(), *self._catches(), *self._throw_in(), *self._rescues()]
        found += [*self._double_atari(), *self._lives(has_estimates), *self._cuts()]
        if all(each.is_soft for each in found):
            deeds = self.deeds(_MIN_STAKE) if self.comparison.points_around(self.move) >= _MIN_DEED else []
            deeds = [each for each in deeds if not any(each.points & other.points for other in found)]
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
            yield _Claim(f"captures {self._name(stones)}{ko}", reason, points=stones)

    def _catches(self) -> Iterator[_Claim]:
        for attack in Attack:
            chains = [each for each, found in self.move.attacks.items() if found is attack and found.is_catch]
            if stones := self.comparison.matter(chains, self.move.color, is_capture=True):
                kind = "capture" if attack is Attack.CATCH else attack.name.lower()
                words = attack.value.replace("it", self._name(stones), 1)
                yield _Claim(words, f"{kind} overlooked", points=stones)

    def _throw_in(self) -> Iterator[_Claim]:
        if stones := self.comparison.matter(self.move.thrown_into, self.move.color):
            words = f"makes an eye of {self._name(stones)} false by a throw-in"
            yield _Claim(words, "throw-in overlooked", points=stones)

    def _rescues(self) -> Iterator[_Claim]:
        comparison, color = self.comparison, self.move.color
        if stones := comparison.matter(self._saved(SURE), color):
            is_atari = any(self.move.before.is_in_atari(each) for each in self.move.saved)
            reason = "atari overlooked" if self.is_better and is_atari else "capture overlooked"
            yield _Claim(f"saves {self._name(stones, is_own=True)}", reason, points=stones)

    def _double_atari(self) -> Iterator[_Claim]:
        chains = [each for each in self._ataris if not each & self.comparison.known]
        if len(chains) > 1 and max(map(self.comparison.stake, chains)) > TOUCHED:
            self.comparison.known |= sum(chains)
            names = self.comparison.names(chains, self.move)
            yield _Claim(f"puts {names} in atari at once", "double atari overlooked")

    def _cuts(self) -> Iterator[_Claim]:
        """Yield that the move cuts or connects chains, of which one fares worse or better for it."""
        for phrase, chains in (("cuts {} apart", self.move.cut), ("connects {}", self.move.connected)):
            is_new = self.other is None or {*chains} - {*self.other.cut, *self.other.connected}
            least = TOUCHED if is_new else CHANGED
            if any(self.comparison.stake(each) > least for each in chains):
                names = self.comparison.names(chains, self.move)
                yield _Claim(phrase.format(names), "cut overlooked", points=sum(chains))

    def _lives(self, has_estimates: bool) -> Iterator[_Claim]:
        """Yield which groups near the move live in one line and die in the other, and the first that may."""
        for stones, color, fate in self._groups():
            may_turn = fate is TURNS and (has_estimates or stones.bit_count() >= _LARGE)
            if fate is DECIDES or (may_turn and not self._is_doubtful(stones, color)):
                yield self._fate_claim(stones, color, fate)
            if may_turn:
                return

    @property
    def _ataris(self) -> list[int]:
        """The chains that the move puts in atari."""
        return [each for each in self.move.attacks if self.move.after.is_in_atari(each)]

    def deeds(self, least: float) -> list[_Claim]:
        """Return what the move does to stones, although they do not decide: the first of what there is.

        Nothing is said of stones that are lost in the other line as well.

        least -- the ownership that the loser loses of stones which are said to be saved or threatened.
        """
        move, comparison = self.move, self.comparison
        saved = sum(each for each in self._saved(SURE) if comparison.stake(each) > least)
        if not self.is_better:
            saved &= ~comparison.known
        captured = move.captured & ~comparison.known
        if captured and (least > 0 or comparison.owned(captured, move.color, not self.is_better) < SURE):
            reason = "capture overlooked" if self.is_better else "atari overlooked"
            return [self._deed(f"captures {self._name(captured)}", reason, captured)]
        if saved:
            return [self._deed(f"saves {self._name(saved, is_own=True)}", "capture overlooked", saved)]
        if is_captured(move.after, move.own_chain, True, NET):
            return []
        attacked = [each for each in move.attacks if self._is_worth_attacking(each, least)]
        for chain in sorted(attacked, key=lambda each: not move.after.is_in_atari(each)):
            name = self._name(chain)
            if move.after.is_in_atari(chain):
                return [self._deed(f"puts {name} in atari", "atari overlooked", chain)]
            if not move.connected:
                return [self._deed(f"threatens to capture {name}", "capture overlooked", chain)]
        if move.connected:
            text = f"connects {comparison.names(move.connected, move)}"
            return [_Claim(text, "cut overlooked", is_soft=True, points=sum(move.connected))]
        return self._support() if least < 0 else []

    def _support(self) -> list[_Claim]:
        """Return which stones beside the move, that are not settled, it attacks or supports."""
        comparison, near = self.comparison, points_near(self.move.point, NEAR, self.comparison.size)
        chains = [
            (comparison.stake(chain) * chain.bit_count(), color, chain)
            for color in Color
            for chain in comparison.board.chains(color)
            if chain & near & self.move.before.stones(color)
            and comparison.stake(chain) > _MIN_STAKE
            and abs(comparison.owned(chain, color, not self.is_better)) < SURE
        ]
        if not chains:
            return []
        _, color, chain = max(chains)
        verb = "supports" if color is self.move.color else "attacks"
        return [self._deed(f"{verb} {self._name(chain, color is self.move.color)}", "weak group", chain)]

    def _deed(self, text: str, reason: str, stones: int) -> _Claim:
        self.comparison.known |= stones
        return _Claim(text, reason, is_soft=True, points=stones)

    def _is_worth_attacking(self, chain: int, least: float) -> bool:
        is_new = self.comparison.owned(chain, self.move.color, not self.is_better) < LIKELY
        is_atari = self.move.after.is_in_atari(chain)
        return is_new and self.comparison.stake(chain) > (-TOUCHED if is_atari else least)

    def _saved(self, share: float) -> list[int]:
        """Return the chains that the move saves, which belong to its color at the end by more than a share.

        Chains that the move that was played saves as well are left out.
        """
        comparison = self.comparison
        return [
            each
            for each in self.move.saved
            if comparison.owned(each, self.move.color, self.is_better) > share
            and (not self.is_better or is_captured(comparison.board, each, True, NET))
        ]

    def _estimates(self, deeds: list[_Claim]) -> list[_Claim]:
        """Return what the move does and is worth, and which group near it fares worse or better for it."""
        valued = [each._replace(text=each.text + self._worth) for each in deeds]
        for stones, color, fate in self._groups():
            if self._is_doubtful(stones, color):
                return valued or _places(self.comparison, self.move, is_far=False)
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
        if self.move.is_ko and fate is not CHANGES:
            phrase = f"{'retakes the' if self.move.retakes_ko else 'starts a'} ko for the life of {{}}"
        name = comparison.describe(stones, color, board)
        eyes = board.surrounding_points(stones) & board.enclosed_points()[color]
        may_live = eyes or is_own or comparison.owned(stones, color, True) > LIKELY
        if not may_live and stones.bit_count() >= _LARGE:
            name += " that have no eye yet"
        is_soft = fate is not DECIDES
        reason = "weak group" if fate is CHANGES else "life and death"
        return _Claim(phrase.format(name) + self._worth * is_soft, reason, is_soft, stones)

    def _groups(self) -> Iterator[tuple[int, Color, tuple[str, str]]]:
        """Yield the groups near the move without the stones that are known, with their colors and fates."""
        comparison = self.comparison
        for group, color in comparison.groups:
            rest = group & ~comparison.known
            if rest.bit_count() < 2 or comparison.stake(rest) * rest.bit_count() <= _MIN_POINTS:
                continue
            fate = comparison.fate(rest)
            limit = NEAR if self.other is None else max(comparison.distance(self.other, group), NEAR)
            if fate is not None and comparison.distance(self.move, group) <= min(_MAX_DISTANCE, limit):
                yield rest, color, fate


def explain_mistake(lines: MistakeLines) -> MistakeWords:
    """Return why a move was a mistake; the words and the reason are empty if nothing is certain."""
    if not lines.owners_best or not lines.owners_played:
        return MistakeWords()
    comparison = Comparison(lines)
    best, reply = comparison.best, comparison.reply
    harm = _harm_to_own_stones(comparison)
    answer = [] if reply is None else _Line(comparison, reply, best).claims(harm is None)
    is_far = comparison.is_far()
    if is_far and harm is None:
        needless = comparison.needless()
        harm = _Claim(*needless, is_soft=True) if needless else None
    is_sharp = not all(each.is_soft for each in [*filter(None, [harm]), *answer])
    more = [] if best is None else _Line(comparison, best, reply).claims(not is_sharp)
    if not answer and (harm is None or harm.is_soft):
        answer = _places(comparison, reply, is_far)
    wrong = [*filter(None, [harm]), *answer]
    if reply is not None and not wrong:
        wrong = answer = _fallback(comparison, reply, best, is_far)
    more = _with_counter(more, _countered(comparison, wrong))
    if best is not None and not more:
        more = _places(comparison, best, is_far) or _fallback(comparison, best, reply, is_far)
    claims = sorted([*wrong, *more], key=lambda each: each.rank)
    words = _answer_words(comparison, harm, answer, is_far)
    if more and not words:
        words = comparison.little_gain_in_words()
    better = ""
    if best is not None and more:
        better = f"{comparison.name(best.point)} would have {_joined([each.past for each in more])}."
    return MistakeWords(words, better, claims[0].reason if claims else "")


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


def _places(
    comparison: Comparison, move: MoveFacts | None, is_far: bool, least: float = CHANGED
) -> list[_Claim]:
    """Return where a move plays, and whose area it decides about; empty if that is unclear.

    least -- the ownership that the loser loses of each point of the area.
    """
    if move is None:
        return []
    points = comparison.area_around(move, least)
    worth = comparison.worth_in_words(move, MIN_WORTH if is_far or comparison.is_for_both else MIN_WORTH_NEAR)
    area, deed = comparison.area_in_words(move, points), place_claim(move, {})
    is_little = comparison.points_around(move) < MIN_WORTH * least / CHANGED
    if not worth and not deed and (is_little or not area):
        return []
    predicates = [*filter(None, [deed, area])]
    if predicates:
        predicates[-1] += f" ({worth})" if worth else ""
    else:
        predicates = [f"gains {worth} {region_name(move.point, comparison.size)}"]
    reason = "too small" if is_far else "direction"
    return [_Claim(each, reason, True, points) for each in predicates]


def _fallback(comparison: Comparison, move: MoveFacts, other: MoveFacts | None, is_far: bool) -> list[_Claim]:
    """Return what a move does to stones that do not decide, or else to an area that changes a little."""
    return _Line(comparison, move, other).deeds(-TOUCHED) or _places(comparison, move, is_far, TOUCHED)


def _with_counter(more: list[_Claim], counter: list[_Claim]) -> list[_Claim]:
    """Return what is said of the better move, with what it does about the answer if that is not said."""
    if not counter or (more and more[0].rank < counter[0].rank):
        return more
    same = [each for each in more if not each.adds_to(counter[0])]
    if not all(each.is_soft for each in same):
        return more
    return [*counter, *(each for each in more if each not in same)][:_MAX_CLAIMS]


def _countered(comparison: Comparison, wrong: Sequence[_Claim]) -> list[_Claim]:
    """Return what the better move, if it is near, does about the first thing that is said of the answer."""
    best, reply = comparison.best, comparison.reply
    there = comparison.position.board.black | comparison.position.board.white
    is_area = ("too small", "direction", "cut overlooked")
    said = [each for each in wrong if each.points and (each.reason in is_area or not each.points & ~there)]
    if best is None or reply is None or not said:
        return []
    claim = min(said, key=lambda each: (each.rank, -each.points.bit_count()))
    is_near = comparison.distance(best, 1 << reply.point) <= _MAX_DISTANCE
    if not is_near and (claim.is_place or comparison.distance(best, claim.points) > NEAR):
        return []
    text = _counter(comparison, claim, best, reply)
    them = "it" if claim.points.bit_count() == 1 else "them"
    if len(said) > 1 and not claim.is_place:
        color = Color(comparison.board.white & claim.points != 0)
        them = comparison.describe(claim.points, color, comparison.board)
    return [_Claim(text.format(them), claim.reason, claim.is_soft, claim.points)] if text else []


def _counter(comparison: Comparison, claim: _Claim, best: MoveFacts, reply: MoveFacts) -> str:
    """Return what the better move does about what is said of the answer; empty if that is unclear."""
    points, winner = claim.points, comparison.winner
    share = comparison.owned(points, comparison.loser, True)
    if claim.is_place:
        return f"keeps {winner} out" if share > 0 else ""
    if claim.reason == "cut overlooked":
        is_prevented = best.point == reply.point or not cut_chains(best.after, reply.point, winner)
        return "prevents the cut" if claim.text.startswith("cuts") and is_prevented else ""
    if claim.text.startswith("puts"):
        liberties = best.after.liberties(first_point(points))
        return "keeps {} out of atari" if liberties.bit_count() > 2 else ""
    safe, risky, killed, weak = _COUNTERS.get(claim.reason, ("saves {}", "protects {}", "kills {}", ""))
    if points & comparison.board.stones(winner):
        return killed if share > SAFE and points.bit_count() > 1 else weak
    chains = best.after.geometry.regions(points)
    is_caught = any(is_captured(best.after, each, True, NET) for each in chains)
    if is_caught and claim.reason not in _COUNTERS:
        return ""
    return safe if share > SURE and not is_caught else risky


def _answer_words(comparison: Comparison, harm: _Claim | None, claims: Sequence[_Claim], is_far: bool) -> str:
    """Return what is wrong with the move: what it does to own stones, and what the answer does."""
    is_capture = harm is not None and "captures" in harm.text
    predicates = _joined([each.text for each in claims[: _MAX_CLAIMS - is_capture]])
    if harm is not None and (not claims or is_capture):
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


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return join_words([each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False)])
