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
    SURE,
    TOUCHED,
    TURNS,
    Comparison,
)
from gnugo_py.engines.search.go_places import place_claim, region_name
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.text import join_words
from gnugo_py.games.types import Color

_MIN_POINTS = 1.0
"""The number of stones of a group, each times the change of its ownership, from which it is named."""
_MAX_DISTANCE = 4
"""The distance in lines from a move up to which it decides about a group."""
_MIN_DEED = 1.0
"""The points around a move from which on its captures, ataris and connections are said."""
_MIN_CARRIED = 0.125
"""The least share of the points around a move that stones carry which it makes stronger."""
_MIN_STONES_WITH_EYES, _LARGE = 4, 6
"""The number of stones of a group of which it is said that it has no eye, and whose life is said first."""
_MAX_CLAIMS = 2
"""The number of things that are said of a move."""
_PREVENTED = {
    ("life and death", True): "would have helped them to live",
    ("life and death", False): "would have kept them in danger",
    ("weak group", True): "would have kept them stronger",
    ("weak group", False): "would have kept them weaker",
}
"""What the better move does to a group of the loser, or of the winner, that fares better without it."""
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
    def is_place(self) -> bool:
        """Whether it is about the part of the board in which the move is."""
        return self.reason in ("too small", "direction")

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
        sure = [each for each in self.move.saved if comparison.owned(each, color, self.is_better) > SURE]
        if stones := comparison.matter(sure, color):
            is_atari = any(self.move.before.is_in_atari(each) for each in self.move.saved)
            reason = "atari overlooked" if self.is_better and is_atari else "capture overlooked"
            yield _Claim(f"saves {self._name(stones, is_own=True)}", reason, stones=stones)

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
            if is_new and any(self.comparison.stake(each) > TOUCHED for each in chains):
                yield _Claim(phrase.format(self.comparison.names(chains, self.move)), "cut overlooked")

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
        if self.move.is_ko and fate is not CHANGES:
            phrase = f"{'retakes the' if self.move.retakes_ko else 'starts a'} ko for the life of {{}}"
        name = comparison.describe(stones, color, board)
        eyes = board.surrounding_points(stones) & board.enclosed_points()[color]
        may_live = eyes or is_own or comparison.owned(stones, color, True) > LIKELY
        if not may_live and stones.bit_count() >= _MIN_STONES_WITH_EYES:
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
    is_explained = comparison.is_for_both or _prevention(comparison, wrong)
    if not (more or is_explained):
        more = _places(comparison, best, is_far)
    claims = sorted([*wrong, *more], key=lambda each: (not each.comes_first, each.is_soft, each.is_place))
    if not (more or is_explained):
        more = _forcing(comparison, best)
        claims += more
    words = _answer_words(comparison, harm, answer, is_far)
    if more and not words:
        words = comparison.little_gain_in_words()
    return MistakeWords(words, _better_words(comparison, more, wrong), claims[0].reason if claims else "")


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


def _places(comparison: Comparison, move: MoveFacts | None, is_far: bool = False) -> list[_Claim]:
    """Return what a move is worth and threatens, or whose area it decides about; empty if that is unclear."""
    least = MIN_WORTH if is_far or comparison.is_for_both else MIN_WORTH_NEAR
    if move is None:
        return []
    worth, area = comparison.worth_in_words(move, least), comparison.area_in_words(move)
    deed = place_claim(move, {})
    if not worth and (comparison.points_around(move) < MIN_WORTH or not (area or deed)):
        return []
    number = f" ({worth})" if worth else ""
    if attack := _attack(comparison, move, CHANGED):
        return [each._replace(text=each.text + number) for each in attack]
    predicates = [*filter(None, [deed, area])] or ["is worth"]
    where = f" {region_name(move.point, comparison.size)}" if deed is None or area else ""
    predicates[-1] += f"{where}{number}" if deed or area else f" {worth}{where}"
    reason = "too small" if is_far else "direction"
    return [_Claim(each, reason, is_soft=True) for each in predicates]


def _forcing(comparison: Comparison, move: MoveFacts | None) -> list[_Claim]:
    """Return what the better move saves, puts in atari or threatens, although other points decide.

    To save own stones that are lost anyway is worth no word.
    """
    if move is None:
        return []
    saved = sum(each for each in move.saved if comparison.owned(each, move.color, True) > LIKELY)
    if saved:
        name = comparison.describe(saved, move.color, move.before)
        return [_Claim(f"saves {name}", "capture overlooked", is_soft=True)]
    return _attack(comparison, move, -TOUCHED)


def _attack(comparison: Comparison, move: MoveFacts, least: float) -> list[_Claim]:
    """Return which stones a move puts in atari or threatens, of which at least so much ownership is lost.

    Nothing is said if the move can be captured, or of stones that are lost in the other line as well.
    """
    if is_captured(move.after, move.own_chain, True, NET):
        return []
    for chain in move.attacks:
        is_new = comparison.owned(chain, move.color, move.color is comparison.winner) < LIKELY
        if is_new and comparison.stake(chain) > least:
            name = comparison.describe(chain, move.color.opponent, move.before)
            if move.after.is_in_atari(chain):
                return [_Claim(f"puts {name} in atari", "atari overlooked", is_soft=True)]
            return [_Claim(f"threatens to capture {name}", "capture overlooked", is_soft=True)]
    return []


def _answer_words(comparison: Comparison, harm: _Claim | None, claims: Sequence[_Claim], is_far: bool) -> str:
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


def _better_words(comparison: Comparison, claims: Sequence[_Claim], wrong: Sequence[_Claim]) -> str:
    """Return what the better move would have done; empty if there is nothing to say of it.

    wrong -- what is said of the move that was played and of its answer.
    """
    best = comparison.best
    if best is None:
        return ""
    is_same, name = comparison.is_for_both, comparison.name(best.point)
    is_known = all(each.is_place for each in claims) or not all(each.is_place for each in wrong)
    if claims and not (is_same and wrong and is_known and all(each.is_soft for each in claims)):
        return f"{name} would have {_joined([each.past for each in claims])}."
    if is_same and wrong:
        return f"{name} was the point for both."
    prevention = _prevention(comparison, wrong)
    return prevention and f"{name} {prevention}."


def _prevention(comparison: Comparison, wrong: Sequence[_Claim]) -> str:
    """Return what the better move, if it is near, does to the groups that are said to fare worse."""
    best, reply = comparison.best, comparison.reply
    groups = [each for each in wrong if each.stones and (each.reason, True) in _PREVENTED]
    if best is None or reply is None or not groups:
        return ""
    stones, loser = groups[0].stones, comparison.loser
    if (
        comparison.distance(best, 1 << reply.point) > _MAX_DISTANCE
        and comparison.distance(best, stones) > NEAR
    ):
        return ""
    if all(comparison.owned(each.stones, loser, True) > SURE for each in groups):
        return "would have prevented that"
    return _PREVENTED[groups[0].reason, bool(stones & comparison.position.board.stones(loser))]


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return join_words([each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False)])
