"""Why a move in Go was a mistake, in one or two sentences.

Two lines are compared: the better move, and the move that was played with the best answer. What counts is the
stones and points whose expected owner differs between them; what is said of such stones is checked on the
board. If nothing is certain, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnugo_py.engines.analysis import MistakeLines, MistakeWords, mean_ownership
from gnugo_py.engines.search.go_comparison import (
    ATTACKING,
    CHANGED,
    CHANGES,
    DECIDES,
    LARGE,
    LIKELY,
    NEAR,
    SAFE,
    SURE,
    TOUCHED,
    TURNS,
    Claim,
    Comparison,
)
from gnugo_py.engines.search.go_places import line_of, region_name
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.points import first_point, points_near
from gnugo_py.games.types import Color

_MIN_POINTS, _MIN_STAKE = 1.0, 0.1
"""The number of stones of a group, each times the change of its ownership, from which it is named, and the
ownership that the loser loses of stones that are cut, or saved or threatened before estimates.
"""
_MIN_CARRIED = 0.125
"""The least share of a group that counts, and of the points around a move that stronger stones carry."""
_MAX_LINE_OF_EYES, _POINTS_OF_STONE = 3, 8.0
"""The line from the nearest edge up to which a move decides about the eyes of a group, and the points for
each stone of a chain from which the area counts, not that the chain could be captured.
"""
_PLACES, _MAX_CLAIMS = ("too small", "direction"), 2
"""The kinds of mistakes that are about a part of the board, and the number of things said of a move."""
_COUNTERS = {
    "life and death": ("keeps {} alive", "helps {} to live", "kills {}", "keeps {} in danger"),
    "weak group": ("keeps {} safe", "helps {} to live", "", "keeps {} weaker"),
}
"""What the better move does to a group that the answer attacks, if it is safe then and if not, and to one
that it helps, if it is dead then and if not.
"""
_MINOR = ("puts", "threatens", "weakens", "strengthens")
"""The verbs of what is not said beside something greater that the answer does."""
_PAST = {
    "catches": "caught",
    "puts": "put",
    "cuts": "cut",
    "takes": "taken",
    "makes": "made",
    "gives": "given",
    "retakes": "retaken",
    "keeps": "kept",
    "leaves": "left",
    "shuts": "shut",
}
"""The irregular participles of the verbs of claims."""


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

    def claims(self, has_estimates: bool) -> list[Claim]:
        """Return what the move does to the stones that decide, or else to others.

        has_estimates -- whether weaker and stronger groups are named if nothing else can be said.
        """
        found = list[Claim]()
        for phrase, reason, chains in self._facts():
            is_sure = not phrase.startswith(("puts", "threatens"))
            if is_sure and (stones := self.comparison.matter(chains, self.move.color)):
                found.append(self._claim(phrase, reason, stones))
        found += [*self._double_atari(TOUCHED), *self._cuts()]
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
        if move.captured:
            captured = [*move.before.geometry.regions(move.captured)]
            yield f"captures {{}}{' in a ko' * move.is_ko}", kind, captured
        saved = [
            each for each in move.saved if self.comparison.owned(each, move.color, self.is_better) > SURE
        ]
        if self.is_better:
            saved = [each for each in saved if is_captured(board, each, True, NET)]
        yield "saves {}", "atari overlooked" if self.is_better and is_atari else "capture overlooked", saved
        if self.is_better and move.rescued and not (move.saved or move.extends_caught):
            yield "helps {} to escape", "capture overlooked", move.rescued
        is_safe = not is_captured(move.after, move.own_chain, True, NET)
        for attack in Attack:
            chains = [each for each, found in move.attacks.items() if found is attack]
            kind = "capture" if attack in (Attack.CATCH, Attack.THREAT) else attack.name.lower()
            if attack.is_catch or is_safe:
                yield attack.value, f"{kind} overlooked", chains
        yield "makes an eye of {} false by a throw-in", "throw-in overlooked", move.thrown_into

    def _claim(self, phrase: str, reason: str, stones: int, is_soft: bool = False) -> Claim:
        self.comparison.known |= stones
        name = self.comparison.describe(stones, self.move)
        if phrase == Attack.ATARI.value and (apart := self.move.kept_apart(stones)):
            verb = "keeps" if stones.bit_count() == 1 else "keep"
            name += f", which {verb} {self.comparison.names(apart, self.move)} apart,"
        return Claim(phrase.format(name), reason, is_soft, stones)

    def _double_atari(self, least: float) -> Iterator[Claim]:
        new = [each for each in self.move.attacks if not each & self.comparison.known]
        chains = [each for each in new if self.move.after.is_in_atari(each)]
        if len(chains) > 1 and max(map(self.comparison.stake, chains)) > least:
            self.comparison.known |= sum(chains)
            names = self.comparison.names(chains, self.move)
            yield Claim(f"puts {names} in atari at once", "double atari overlooked")

    def _cuts(self) -> Iterator[Claim]:
        """Yield that the move cuts or connects chains, of which one fares worse or better for it."""
        for phrase, chains in (("cuts {} apart", self.move.cut), ("connects {}", self.move.connected)):
            is_new = self.other is None or {*chains} - {*self.other.cut, *self.other.connected}
            least = _MIN_STAKE if is_new else CHANGED
            if (stake := max(map(self.comparison.stake, chains), default=0.0)) > least:
                names = self.comparison.names(chains, self.move)
                yield Claim(phrase.format(names), "cut overlooked", stake <= TOUCHED, sum(chains))

    def _fates(self, fates: Sequence[tuple[str, str]], has_small: bool) -> Iterator[Claim]:
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
            elif is_first and (has_small or rest.bit_count() >= LARGE):
                is_first = False
                if not self._is_doubtful(rest):
                    yield self._fate_claim(rest, fate)

    def changes(self, others: Sequence[Claim]) -> list[Claim]:
        """Return how the group of which the other line speaks fares, or else the first one that changes.

        others -- what the move of the other line does first.
        """
        comparison, points = self.comparison, sum(each.points for each in others if each.reason in _COUNTERS)
        is_near = comparison.distance(self.move, points) <= ATTACKING
        fate = comparison.fate(points) if points and is_near and comparison.stake(points) > CHANGED else None
        if fate is not None:
            return [self._fate_claim(points, fate)]
        return [*self._fates((CHANGES,), True)]

    def _may_escape(self, stones: int) -> bool:
        """Return whether stones of the opponent are few and not caught by reading: they may live."""
        board, other = self.move.after, stones & self.move.after.stones(self.move.color.opponent)
        is_caught = all(is_captured(board, each, False, NET) for each in board.geometry.regions(other))
        return 0 < other.bit_count() < LARGE and not is_caught

    def deeds(self, least: float) -> list[Claim]:
        """Return what the move does to stones that do not decide: the first of what there is.

        least -- the ownership that the loser loses of stones which are said to be saved or threatened.
        """
        move, comparison = self.move, self.comparison
        if self.is_better and (double := [*self._double_atari(-TOUCHED)]):
            return double
        for phrase, reason, chains in self._facts():
            limit = least if phrase.startswith(("saves", "threatens")) else -TOUCHED
            is_sure = not phrase.startswith(("puts", "threatens"))
            worthy = [
                each
                for each in chains
                if self._is_new(each)
                and comparison.stake(each) > limit
                and (is_sure or not self._is_minor(each))
            ]
            if worthy and not (move.connected and phrase.startswith("threatens")):
                return [self._claim(phrase, reason, max(worthy, key=int.bit_count), is_soft=True)]
        is_mirrored = self.other is not None and {*move.cut} & {*self.other.connected}
        chains = move.connected or (move.cut if is_mirrored else [])
        if chains:
            verb, apart = ("connects", "") if move.connected else ("cuts", " apart")
            text = f"{verb} {comparison.names(chains, move)}{apart}"
            return [Claim(text, "cut overlooked", is_soft=True, points=sum(chains))]
        return []

    def _is_minor(self, chain: int) -> bool:
        """Return whether an attack on a chain is no reason.

        Either a stone beside the chain can be taken and it separates nothing, or much more is at stake around
        the move than a chain that is not in atari, or the better move leaves the chain to be captured, too.
        """
        points, other, after = self.comparison.points_around(self.move), self.other, self.move.after
        around = after.chains_on(after.surrounding_points(chain), self.move.color)
        if any(map(after.is_in_atari, after.geometry.regions(around))) and not self.move.kept_apart(chain):
            return True
        if points > _POINTS_OF_STONE * chain.bit_count() and not self.move.after.is_in_atari(chain):
            return True
        is_there = other is not None and not self.is_better and not chain & other.after.empty_points
        return is_there and other is not None and is_captured(other.after, chain, True, NET)

    def _is_new(self, chain: int) -> bool:
        """Return whether the answer does something to a chain that was not said or so without it."""
        is_new = self.comparison.owned(chain, self.move.color, True) < SURE and not chain & self.known
        return is_new or self.is_better

    def _is_doubtful(self, stones: int) -> bool:
        """Return whether own stones carry little of what the move is worth, or can be captured after it."""
        board, carried = self.move.after, self.comparison.stake(stones) * stones.bit_count()
        least = _MIN_CARRIED * stones.bit_count()
        chains = [each for each in board.geometry.regions(stones) if each.bit_count() > least]
        return bool(stones & board.stones(self.move.color)) and (
            carried < _MIN_CARRIED * self.comparison.points_around(self.move)
            or any(is_captured(board, each, True, NET) for each in chains)
        )

    def _fate_claim(self, stones: int, fate: tuple[str, str]) -> Claim:
        """Return what the move does to a group, which is known from now on."""
        comparison, board = self.comparison, self.comparison.board
        comparison.known |= stones
        other = stones & board.stones(self.move.color.opponent)
        phrase = comparison.change(stones, self.move.color) if fate is CHANGES else fate[not other]
        if self.move.is_ko and fate is not CHANGES:
            phrase = f"{'retakes the' if self.move.retakes_ko else 'starts a'} ko for the life of {{}}"
        name = comparison.describe(stones, self.move)
        eyes = board.surrounding_points(stones) & board.enclosed_points()[self.move.color.opponent]
        may_live = eyes or comparison.owned(stones, self.move.color, True) < -LIKELY
        if other.bit_count() >= LARGE and not may_live:
            name += " that have no eye yet"
        is_weak = phrase.startswith(("weakens", "strengthens", "makes"))
        return Claim(
            phrase.format(name), "weak group" if is_weak else "life and death", fate is not DECIDES, stones
        )

    def means(self, claims: Sequence[Claim]) -> list[Claim]:
        """Return how the move helps or attacks the one group of which it is said; empty if unclear."""
        move, comparison = self.move, self.comparison
        points = claims[0].points if len(claims) == 1 and claims[0].reason in _COUNTERS else 0
        is_support = bool(claims) and claims[0].text.startswith("supports")
        if points.bit_count() < 2 or is_support or not comparison.reaches(move, points):
            return []
        is_own = bool(points & comparison.board.stones(move.color))
        here = region_name(move.point, comparison.size)
        eyes = f"{'makes' if is_own else 'takes their'} room for eyes {here}"
        way = "opens the way out" if is_own else "shuts them in"
        is_low = line_of(move.point, comparison.size) <= _MAX_LINE_OF_EYES
        return [Claim(eyes if is_low else way, claims[0].reason, is_soft=True, points=points)]

    def least_claims(self, is_far: bool) -> list[Claim]:
        """Return what the move does to stones that do not decide, or to an area that changes a little.

        Of a chain beside the move that is not settled, it is said that the move weakens or supports it.
        """
        if deeds := self.deeds(-TOUCHED):
            return deeds
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
        if not chains:
            return comparison.places(self.move, is_far, TOUCHED)
        chain = max(chains, key=lambda each: comparison.stake(each) * each.bit_count())
        verb = "supports" if chain & own else "weakens"
        return [self._claim(f"{verb} {{}}", "weak group", chain, is_soft=True)]


def explain_mistake(lines: MistakeLines) -> MistakeWords:
    """Return why a move was a mistake; the words and the reason are empty if nothing is certain."""
    if not lines.owners_best or not lines.owners_played:
        return MistakeWords()
    comparison = Comparison(lines)
    best, reply = comparison.best, comparison.reply
    harm = _harm_to_own_stones(comparison)
    played = None if reply is None else _Line(comparison, reply, best)
    answer = [] if played is None else played.claims(harm is None)
    if answer and reply is not None and comparison.distance(reply, answer[0].points) < NEAR:
        answer = [each for each in answer if each is answer[0] or not each.text.startswith(_MINOR)]
    is_far = comparison.is_far()
    if is_far and harm is None:
        needless = comparison.needless()
        harm = Claim(*needless, is_soft=True) if needless else None
    harms = [*filter(None, [harm])]
    better = None if best is None else _Line(comparison, best, reply)
    more = [] if better is None else better.claims(True)
    other = comparison
    if lines.owners_other and best is not None and all(each.is_soft for each in more):
        other = Comparison(
            lines._replace(reply=lines.best, owners_played={}, owners_reply=lines.owners_other)
        )
        more = _Line(other, best, other.reply).claims(True) or more
    countered = _countered(comparison, harms + answer)
    is_weak = not countered and all(each.text.startswith("threatens") for each in answer)
    if played is not None and is_weak and (harm is None or harm.is_soft):
        comparison.known &= ~sum(each.points for each in answer)
        least = answer or (played.least_claims(is_far) if harm is None else [])
        answer = played.changes(more[:1]) or comparison.places(played.move, is_far) or least
        countered = _countered(comparison, harms + answer)
    counter = [each for each in countered if not more or each.rank[:-1] <= more[0].rank[:-1]]
    more = _main_claims(more, counter)
    if better is not None and not more:
        more = comparison.places(better.move, is_far) or other.places(better.move, is_far)
        more = more or better.least_claims(is_far)
    if better is not None and lines.best != lines.reply:
        more += better.means(more)
    if more and not counter and lines.best != lines.reply:
        answer = [each for each in answer if not each.text.startswith("threatens")]
    words, claims = _answer_words(comparison, harm, answer, is_far), [*harms, *answer, *more]
    first = min(claims, key=lambda each: each.rank[:-1], default=Claim("", "too small" if words else ""))
    return MistakeWords(words, _better_words(comparison, more, counter), first.reason)


def _harm_to_own_stones(comparison: Comparison) -> Claim | None:
    """Return what the move does to own stones that are lost, as a clause; None if it does nothing to them."""
    played, reply = comparison.played, comparison.reply
    if played is None:
        return None
    at, chain = comparison.name(played.point), played.own_chain
    caught = sum(each for each in played.rescued if each & chain)
    lost = mean_ownership(comparison.bad[-1], chain, comparison.winner)
    if caught and played.extends_caught and lost > LIKELY:
        comparison.known |= chain
        number = caught.bit_count()
        stays = f"{number} stones that stay" if number > 1 else "a stone that stays"
        text = f"{at} extends {stays} caught"
        if reply is not None and reply.captured & chain:
            text += f": {comparison.winner} {comparison.name(reply.point)} captures them"
        return Claim(text, "caught stones extended")
    if reply is None or played.captured:
        return None
    is_own, best = bool(reply.captured & chain), comparison.best
    chains = list(reply.before.geometry.regions(reply.captured))
    if best is not None and not is_own and all(map(best.after.is_in_atari, chains)):
        return None
    taken = comparison.matter(chains, comparison.winner)
    if not taken:
        return None
    what = "itself" if taken == 1 << played.point else comparison.describe(taken, reply)
    verb, them = "puts" if is_own else "leaves", "it" if taken.bit_count() == 1 else "them"
    capture = f"{comparison.winner} {comparison.name(reply.point)} captures {them}"
    reason = "self-atari" if is_own else "atari overlooked"
    return Claim(f"{at} {verb} {what} in atari: {capture}", reason, points=taken)


def _main_claims(claims: Sequence[Claim], first: Sequence[Claim] = ()) -> list[Claim]:
    """Return the first claims by rank; of the same stones one, and beside it how they are cut off.

    first -- claims that are said before them.
    """
    found = [*first]
    for claim in sorted(claims, key=lambda each: each.rank):
        same = [each for each in found if each.points & claim.points and each.is_cut is claim.is_cut]
        found += [] if same else [claim]
    return found[:_MAX_CLAIMS]


def _countered(comparison: Comparison, wrong: Sequence[Claim]) -> list[Claim]:
    """Return what the better move, if it is near, does about the first thing that is said of the answer."""
    best, reply = comparison.best, comparison.reply
    there = comparison.position.board.black | comparison.position.board.white
    is_area = ("too small", "direction", "cut overlooked")
    said = [each for each in wrong if each.points and (each.reason in is_area or not each.points & ~there)]
    if best is None or reply is None or not said:
        return []
    claim = min(said, key=lambda each: (each.rank, -each.points.bit_count()))
    is_near = comparison.distance(best, 1 << reply.point) <= comparison.reach
    if not is_near and (claim.reason in _PLACES or comparison.distance(best, claim.points) > NEAR):
        return []
    if claim.reason in _COUNTERS and not comparison.reaches(best, claim.points | 1 << reply.point):
        return []
    them = "it" if claim.points.bit_count() == 1 else "them"
    if (len(said) > 1 or comparison.deed[1]) and claim.reason not in _PLACES:
        them = comparison.describe(claim.points, reply)
    text = _counter(comparison, claim, best, reply).format(them)
    is_soft = claim.is_soft or claim.reason in _COUNTERS
    return [Claim(text, claim.reason, is_soft, claim.points)] if text else []


def _counter(comparison: Comparison, claim: Claim, best: MoveFacts, reply: MoveFacts) -> str:
    """Return what the better move does about what is said of the answer; empty if that is unclear."""
    points, share = claim.points, comparison.owned(claim.points, comparison.loser, True)
    if claim.reason in _PLACES:
        if claim.text.startswith("takes the area"):
            keeps = f"keeps {comparison.winner} from it" if share > -CHANGED else "reduces it"
            return f"takes it for {comparison.loser}" if share > CHANGED else keeps
        if claim.text.startswith("gains"):
            return f"gains {'them' if 'points' in claim.text else 'it'} for {comparison.loser}"
        return f"keeps {comparison.winner} out" if claim.text.startswith("reduces") and share > 0 else ""
    if claim.is_cut:
        is_cut = best.point != reply.point and cut_chains(best.after, reply.point, comparison.winner)
        prevents = "prevents the cut" if best.point == reply.point else "makes the cut harmless"
        return "" if is_cut or not claim.text.startswith("cuts") else prevents
    if claim.text.startswith("puts"):
        liberties = best.after.liberties(first_point(points))
        return "keeps {} out of atari" if liberties.bit_count() > 2 else ""
    safe, risky, killed, weak = _COUNTERS.get(
        claim.reason, ("saves {}", "protects {}" if share > LIKELY else "helps {}", "kills {}", "")
    )
    if points & comparison.board.stones(comparison.winner):
        groups = [points, *(each for each in comparison.groups if each & points)]
        is_dead = all(comparison.owned(each, comparison.loser, True) > SAFE for each in groups)
        if not is_dead or points.bit_count() < LARGE:
            return "keeps {} in danger" if weak and share > -TOUCHED else weak
        kept = "keeps {} dead" if claim.is_soft and claim.reason == "life and death" else weak
        return killed if best.point == reply.point else kept
    if any(is_captured(best.after, each, True, NET) for each in best.after.geometry.regions(points)):
        helps = "helps {}" if best.point == reply.point and share > 0 else ""
        return risky if claim.reason in _COUNTERS else helps
    return safe if share > SURE else risky


def _answer_words(comparison: Comparison, harm: Claim | None, claims: Sequence[Claim], is_far: bool) -> str:
    """Return what is wrong with the move: what it does to own stones, and what the answer does."""
    is_capture = harm is not None and "captures" in harm.text
    said = [each.text for each in claims]
    if harm is not None and (not claims or is_capture):
        return f"{harm.text}{f' and {said[0]}' if claims else ''}."
    winner, reply = comparison.winner, comparison.reply
    at = "the pass" if comparison.played is None else comparison.name(comparison.played.point)
    deed, stones = comparison.deed if harm is None else ("", 0)
    needless = f"{at} {deed}, but {winner} need not answer" if deed else f"{winner} need not answer {at}"
    if reply is None or not claims:
        small = f"{at}{f' {deed}, but' if deed else ''} gains little." if comparison.gains_little else ""
        return f"{needless}." if is_far else small.replace("the pass", "The pass", 1)
    opening = f"{at} {deed}, but {winner}" if deed else f"After {at}, {winner}"
    opening = f"{needless}:" if is_far else opening
    if stones and stones in reply.saved:
        saves = f"saves {'it' if stones.bit_count() == 1 else 'them'}"
        said = [saves, *(each.text for each in claims if each.points != stones)]
    if harm is not None:
        opening = f"{harm.text}; {winner} need not answer:" if is_far else f"{harm.text}, and {winner}"
    worth = comparison.worth_in_words(reply) if all(each.is_soft for each in claims) else ""
    return f"{opening} {comparison.name(reply.point)} {_joined(said[:_MAX_CLAIMS])}{worth}."


def _better_words(comparison: Comparison, claims: Sequence[Claim], counter: Sequence[Claim]) -> str:
    """Return what the better move would have done, its counter to the answer included; empty if nothing."""
    best, played = comparison.best, comparison.played
    if best is None:
        return ""
    at, here = comparison.name(best.point), region_name(best.point, comparison.size)
    if not claims:
        return f"{at} {here} was larger." if played is not None and best.point != played.point else ""
    is_place = all(each.reason in _PLACES for each in claims) and not counter
    worth = comparison.worth_in_words(best) if is_place else ""
    done = list[str]()
    for verb, _, rest in (each.text.partition(" ") for each in claims):
        stem = verb.removesuffix("s")
        done.append(f"{_PAST.get(verb) or stem + ('d' if stem[-1] == 'e' else 'ed')} {rest}")
    return f"{at} would have {_joined(done)}{worth}."


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return " and ".join(each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False))
