"""Why a move in Go was a mistake, in one or two sentences.

Two lines are compared: the better move, and the move that was played with the best answer. What counts is the
stones and points whose expected owner differs between them; what is said of such stones is checked on the
board. The answer is said to do what costs most, if the better move does something about it; then both halves
are about the same matter. If nothing is certain, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnugo_py.engines.analysis import MistakeLines, MistakeWords, mean_ownership
from gnugo_py.engines.search.go_claims import (
    AREAS,
    CUT,
    LIFE,
    PROVEN,
    Claim,
    Line,
    chosen_claims,
    pronoun,
    with_names,
)
from gnugo_py.engines.search.go_comparison import (
    ATTACKING,
    CHANGED,
    LARGE,
    LIKELY,
    NEAR,
    SAFE,
    SURE,
    TOUCHED,
    Comparison,
)
from gnugo_py.engines.search.go_places import region_name
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.points import first_point
from gnugo_py.games.types import PLAYS

_NEEDLESS = 400.0
"""The weight of a move that was not needed: what else happens is less to be learned from."""
_THREATS = ("puts", "threatens")
"""The verbs of facts that achieve nothing by themselves."""
_KINDS_BY_WAY = {
    "a": "double atari overlooked",
    **dict.fromkeys(("cutting", "connecting", "guarding"), CUT),
    **dict.fromkeys(("capturing", "catching", "saving", "putting"), "capture overlooked"),
    **dict.fromkeys(("shutting", "gaining", "running", "blocking"), "way out"),
}
"""The kinds of mistakes by the first word of how a group is helped or attacked; else it is about eyes."""
_VERBS = ["catches", "puts", "cuts", "takes", "makes", "gives", "keeps", "leaves"]
_PAST = dict(zip(_VERBS, ["caught", "put", "cut", "taken", "made", "given", "kept", "left"], strict=True))
"""The irregular participles of the verbs of claims."""


class _Findings(NamedTuple):
    """What is found of a mistake.

    harm      -- what the move does to own stones that are lost, or why it was not needed; None if neither.
    answer    -- what the answer does: at most one claim, and a fact beside it.
    neglected -- what the answer does to a group, if it is said instead that the move neglects the group.
    better    -- what the better move does, about the same matter if there is an answer.
    is_far    -- whether the answer is far from the move: the opponent need not answer the move.
    """

    harm: Claim | None
    answer: Sequence[Claim]
    neglected: Claim | None
    better: Sequence[Claim]
    is_far: bool

    @property
    def claims(self) -> list[Claim]:
        """All claims but that about a neglected group."""
        return [*filter(None, [self.harm]), *self.answer, *self.better]

    @property
    def matter(self) -> int:
        """The stones, or the area, of which the words on the move speak last."""
        return next((each.points for each in (*self.answer, self.harm, self.neglected) if each), 0)


def explain_mistake(lines: MistakeLines) -> MistakeWords:
    """Return why a move was a mistake; the words and the reason are empty if nothing is certain."""
    if not lines.owners_best or not lines.owners_played:
        return MistakeWords()
    comparison = Comparison(lines)
    found = _find(lines, comparison)
    words = _wrong_words(comparison, found)
    first = max(found.claims, key=lambda each: each.weight, default=Claim("", "too small"))
    return MistakeWords(words, _better_words(comparison, found), _kind(comparison, first, found.is_far))


def _kind(comparison: Comparison, claim: Claim, is_far: bool) -> str:
    """Return the kind of mistake by the claim that counts most: for a group, by how it is helped or attacked.

    is_far -- whether the opponent need not answer the move.
    """
    best, played = comparison.best, comparison.played
    if comparison.deed[0].endswith("anyway"):
        return "settled stones"
    if claim.reason == "direction" and is_far:
        return "too small"
    if claim.reason == "direction" and best is not None and played is not None:
        is_near = comparison.distance(best, 1 << played.point) <= comparison.reach
        return "area" if is_near else claim.reason
    way = claim.text.partition(" by ")[2].partition(" ")[0]
    return _KINDS_BY_WAY.get(way, claim.reason) if claim.reason in LIFE else claim.reason


def _find(lines: MistakeLines, comparison: Comparison) -> _Findings:
    """Return what is said of a mistake: of the answer what costs most, if the better move mends it."""
    best = None if comparison.best is None else Line(comparison, comparison.best)
    own = [] if best is None else best.claims()
    alone = _claims_of_better(lines, best) or own
    harm, answer = _harm_to_own_stones(comparison), _claims_of_answer(comparison)
    counters = _countered(best, comparison.reply, [*filter(None, [harm]), *answer], own)
    linked = {each for each in counters if _is_linked(comparison, each, counters[each])}
    answer.sort(key=lambda each: each.weight * (1 + (each in linked)), reverse=True)
    is_far = comparison.is_far(sum(each.points for each in answer[:1] if each.reason not in AREAS))
    main = answer[0] if answer else None
    neglected, said = None, [each for each in chosen_claims(answer) if each is main or each in counters]
    if main is not None and alone and main not in linked:
        is_grave = main.reason == LIFE[0] and main.points.bit_count() >= LARGE
        if main in counters or is_far or not is_grave:
            neglected, said = main if main in counters and main.reason in LIFE else None, []
    saved = next((each for each in own if each.text == "saves {}"), None)
    if saved and harm is None and main and main.reason in AREAS and saved.weight > main.weight:
        neglected, said, counters[saved] = saved, [], saved
    if harm is None and not comparison.deed[1] and (needless := comparison.needless()):
        harm = Claim(*needless, weight=_NEEDLESS, is_fact=False)
    counter = next((counters[each] for each in (harm, *said, neglected) if each in counters), None)
    better = _about_group(neglected, alone) or chosen_claims([counter, *own] if counter else alone)
    return _Findings(harm, said, neglected, better, is_far)


def _is_linked(comparison: Comparison, claim: Claim, counter: Claim) -> bool:
    """Return whether the board shows what the better move does about what the answer does."""
    best, reply = comparison.best, comparison.reply
    assert best is not None and reply is not None
    if best.point == reply.point or claim.is_fact or " by guarding " in counter.text:
        return True
    is_beside = comparison.distance(best, 1 << reply.point) <= NEAR
    return is_beside and (claim.reason in AREAS or (" by " in claim.text and " by " in counter.text))


def _about_group(neglected: Claim | None, claims: Sequence[Claim]) -> list[Claim]:
    """Return what is said of the group that a move neglected, with the way; empty if nothing."""
    points = 0 if neglected is None else neglected.points
    return [each for each in claims if each.points & points and " by " in each.text][:1]


def _claims_of_answer(comparison: Comparison) -> list[Claim]:
    """Return what the answer does, but for what it would do to stones after the better move, too."""
    best, reply = comparison.best, comparison.reply
    if reply is None:
        return []
    claims = Line(comparison, reply).claims()
    if best is None or best.point == reply.point or not best.then.is_legal(PLAYS[reply.point]):
        return claims
    later = MoveFacts(best.then, reply.point)
    same = later.captured | sum(later.cut)
    return [each for each in claims if not (each.is_fact and each.points & same)]


def _claims_of_better(lines: MistakeLines, best: Line | None) -> list[Claim]:
    """Return what the better move keeps the opponent from doing on its point; empty if that is unknown."""
    if best is None or not lines.owners_other:
        return []
    other = Comparison(lines._replace(reply=lines.best, owners_played={}, owners_reply=lines.owners_other))
    return Line(other, best.move).claims()


def _countered(
    best: Line | None, reply: MoveFacts | None, claims: Sequence[Claim], own: Sequence[Claim]
) -> dict[Claim, Claim]:
    """Return what the better move does about each claim about the answer, or to the same stones.

    own -- the claims about the better move.
    """
    found = dict[Claim, Claim]()
    for claim in claims:
        text = "" if best is None or reply is None else _counter(best, claim, reply)
        same = [each for each in own if each.points & claim.points and claim.reason not in AREAS]
        facts = [each for each in same if each.is_fact and each.points == claim.points]
        says_how = not facts or facts[0].text.startswith(_THREATS) or " by " in text
        counters = [*([claim._replace(text=text)] if text else []), *same]
        if counters:
            found[claim] = counters[0] if says_how else facts[0]
    return found


def _counter(best: Line, claim: Claim, reply: MoveFacts) -> str:
    """Return what the better move does about what the answer does, with braces; empty if unclear."""
    comparison, move, points = best.comparison, best.move, claim.points
    is_same = move.point == reply.point
    distance = comparison.distance(move, 1 << reply.point)
    if distance > comparison.reach and comparison.distance(move, points) > NEAR:
        return ""
    if claim.reason in AREAS:
        return _counter_to_area(comparison, claim) if distance <= ATTACKING else ""
    if claim.reason == CUT:
        return "prevents the cut" if is_same and claim.text.startswith("cuts") else ""
    if claim.text.startswith("puts"):
        liberties = move.after.liberties(first_point(points))
        return "keeps {} out of atari" if liberties.bit_count() > 2 else ""
    if claim.reason not in LIFE:
        return _counter_to_facts(best, claim)
    words = _counter_to_life(best, claim, is_same)
    return words and words + ("" if is_same and " by " in claim.text else best.way(points))


def _counter_to_area(comparison: Comparison, claim: Claim) -> str:
    """Return what the better move does about an area that the answer takes, reduces or gains points in."""
    share, verb = comparison.owned(claim.points, comparison.loser, True), claim.text.split()[0]
    if verb == "takes":
        keeps = f"keeps {comparison.winner} from it" if share > -CHANGED else "reduces it"
        return "keeps it" if share > CHANGED else keeps
    is_kept = verb == "gains" or (verb == "reduces" and share > 0)
    return f"keeps {comparison.winner} out" if is_kept else ""


def _counter_to_facts(best: Line, claim: Claim) -> str:
    """Return that the better move saves own stones that the answer attacks; empty if it does not."""
    comparison = best.comparison
    share = comparison.owned(claim.points, comparison.loser, True)
    if claim.points & comparison.board.stones(comparison.winner) or share <= LIKELY:
        return ""
    return "saves {}" if share > SURE and not claim.text.startswith(_THREATS) else "protects {}"


def _counter_to_life(best: Line, claim: Claim, is_same: bool) -> str:
    """Return what the better move does about a group that the answer helps or attacks.

    is_same -- whether both moves are on the same point.
    """
    comparison, group = best.comparison, claim.points
    share = comparison.owned(group, comparison.loser, True)
    is_life = claim.reason == LIFE[0]
    if group & comparison.board.stones(comparison.winner):
        if share > SAFE and group.bit_count() >= LARGE and (is_same or is_life):
            return "kills {}" if is_same else "keeps {} dead"
        return "keeps {} in danger" if share > -TOUCHED else ""
    safe = "keeps {} alive" if is_life else "keeps {} safe"
    return safe if share > SURE else "helps {} to live"


def _harm_to_own_stones(comparison: Comparison) -> Claim | None:
    """Return what the move does to own stones that are lost, as a clause; None if it does nothing to them."""
    played, reply, best = comparison.played, comparison.reply, comparison.best
    if played is None:
        return None
    at, chain = comparison.name(played.point), played.own_chain
    caught = sum(each for each in played.rescued if each & chain)
    lost = mean_ownership(comparison.bad[-1], chain, comparison.winner)
    if caught and played.extends_caught and lost > LIKELY:
        is_savable = comparison.owned(caught, comparison.loser, True) > LIKELY
        stones, stay = comparison.describe(caught, played), "stays" if caught.bit_count() == 1 else "stay"
        text = f"{at} does not save {stones}" if is_savable else f"{at} extends {stones}, which {stay} caught"
        if reply is not None and reply.captured & chain:
            text += f": {comparison.winner} {comparison.name(reply.point)} captures them"
        reason = "capture overlooked" if is_savable else "caught stones extended"
        return Claim(text, reason, chain, PROVEN * comparison.worth(chain))
    if reply is None or played.captured:
        return None
    is_own = bool(reply.captured & chain)
    chains = list(reply.before.geometry.regions(reply.captured))
    taken = sum(each for each in chains if comparison.stake(each) > CHANGED)
    if not taken or (best is not None and not is_own and all(map(best.after.is_in_atari, chains))):
        return None
    what = "itself" if taken == 1 << played.point else comparison.describe(taken)
    capture = f"{comparison.winner} {comparison.name(reply.point)} captures {pronoun(taken)}"
    text = f"{at} {'puts' if is_own else 'leaves'} {what} in atari: {capture}"
    reason = "self-atari" if is_own else "atari overlooked"
    return Claim(text, reason, taken, PROVEN * comparison.worth(taken))


def _wrong_words(comparison: Comparison, found: _Findings) -> str:
    """Return what is wrong with the move: what it does, and what the answer does; a sentence."""
    harm, winner = found.harm, comparison.winner
    taken = harm.points if harm is not None and "captures" in harm.text else 0
    said = [each for each in reversed(found.answer) if not each.points & taken]
    if harm is not None and (taken or not said):
        more = [f" and {with_names(comparison, each).partition(' by ')[0]}" for each in said[:1]]
        return f"{harm.text}{''.join(more)}."
    if comparison.reply is None or not said:
        return _words_without_answer(comparison, found)
    at = "the pass" if comparison.played is None else comparison.name(comparison.played.point)
    deed, stones = comparison.deed if harm is None else ("", 0)
    if (
        stones in comparison.reply.saved
        and not said[-1].points & stones
        and " by saving" not in said[-1].text
    ):
        said = [Claim("saves {}", "", stones), *[each for each in said if each.points != stones][-1:]]
    first = harm.text if harm is not None else deed and f"{at} {deed}"
    join = ", but " if harm is None else "; " if found.is_far else ", and "
    opening = f"{first}{join}{winner}" if first else f"{winner}" if found.is_far else f"After {at}, {winner}"
    if found.is_far:
        opening += " need not answer:" if first else f" need not answer {at}:"
    texts = [with_names(comparison, each, stones) for each in said]
    is_life = not any(each.is_fact or each.reason in AREAS for each in said)
    worth = comparison.worth_in_words(comparison.reply) if is_life else ""
    return f"{opening} {comparison.name(comparison.reply.point)} {_joined(texts)}{worth}."


def _words_without_answer(comparison: Comparison, found: _Findings) -> str:
    """Return what the move does, and that it neglects a group, needs no answer or gains little."""
    at = "The pass" if comparison.played is None else comparison.name(comparison.played.point)
    deed, _ = comparison.deed
    but = f"{at} {deed}, but" if deed else at
    if found.neglected is not None:
        is_own = found.neglected.points & comparison.board.stones(comparison.loser)
        danger = "in atari" if comparison.board.is_in_atari(found.neglected.points) else "in danger"
        words = f"leaves {{}} {danger if is_own else 'a chance to live'}"
        return f"{but} {words.format(comparison.describe(found.neglected.points))}."
    if found.is_far:
        return (
            f"{but} {comparison.winner} need not answer."
            if deed
            else f"{comparison.winner} need not answer {at}."
        )
    return (
        f"{but} {'gains little' if comparison.gains_little else 'that is smaller' if deed else 'is smaller'}."
    )


def _better_words(comparison: Comparison, found: _Findings) -> str:
    """Return what the better move would have done, as a sentence; empty if nothing."""
    best, played, claims = comparison.best, comparison.played, found.better
    if best is None:
        return ""
    at, here = comparison.name(best.point), region_name(best.point, comparison.size)
    if not claims:
        return f"{at} {here} was larger." if played is not None and best.point != played.point else ""
    texts = [with_names(comparison, each, 0 if n else found.matter) for n, each in enumerate(claims)]
    return f"{at} would have {_joined([_in_past(each) for each in texts])}."


def _in_past(predicate: str) -> str:
    """Return a predicate with the participle of its verb."""
    verb, _, rest = predicate.partition(" ")
    stem = verb.removesuffix("s")
    return f"{_PAST.get(verb) or stem + ('d' if stem[-1] == 'e' else 'ed')} {rest}"


def _joined(predicates: Sequence[str]) -> str:
    """Return predicates as one; a verb that two of them have is not repeated."""
    verbs = ["", *(each.partition(" ")[0] for each in predicates)]
    return " and ".join(each.removeprefix(f"{verb} ") for each, verb in zip(predicates, verbs, strict=False))
