"""Explanations of moves in Go in the words of a player, based on the search and on facts about the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, mean_ownership
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.network.network import (
    Network,
    judge,
    leaf_evaluation,
    ownership_by_point,
    small_network,
)
from gnugo_py.engines.search.go_claims import (
    LIFE,
    Line,
    chosen_claims,
    ko_threat_claim,
    prevented_cut_claim,
    threatened_cut_claim,
    threatened_life_claim,
    with_names,
)
from gnugo_py.engines.search.go_comparison import Comparison
from gnugo_py.engines.search.go_places import corner_claim, extension_claim, neutral_claim, shape_claim
from gnugo_py.engines.search.mcts import size_class
from gnugo_py.games.go.move_facts import MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.races import describe_race
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import format_percent, join_words, pluralize
from gnugo_py.games.types import PASS, PLAYS, Color, Move, Play, Point

_MIN_DIFFERENCE, _MAX_EVEN_RATE = 0.5, 0.6
"""The smallest lead to report, in points, and the largest win rate of a game that is called even."""
_MIN_VISITS_COMPARED, MIN_VISITS_OF_DIFFERENCE = 5, 10
"""The minimum visits of another move for it to be compared with the best move, and those of both moves for it
to be said how many points they differ.
"""
_LEAD_ERRORS, _MANY_VISITS = ((1.7, 0.6), (1.1, 0.8), (3.2, 1.5)), 40
"""The error of a lead in points on boards up to 9x9, up to 13x13, and larger: after few visits, and after at
least so many.
"""
_MIN_VISITS_OF_PASS, _EARLY_STONES = 4, 20
"""What moving first is worth is reported if a pass has this many visits and, on 19x19, this many stones are
on the board; on other boards, the number of stones is scaled by area.
"""
MIN_VISITS_EXPLAINED = 10
"""The minimum visits of a move for which it is said whose life the move decides, and what it gains."""
_MIN_OWNERSHIP_CUTTING = 0.3
"""The ownership of the chain that cuts above which it stays."""
_MIN_PROBABILITY = 0.15
"""The probability at which a move is a probable one."""


def explain_move_of_judge(position: GoPosition, analysis: Analysis) -> tuple[str, ...]:
    """Return the reasons for the first candidate of an analysis, in one to four sentences."""
    best = analysis.candidates[0]
    sentences = [f"{_standing(position.to_move, best)}{_comparison(position, analysis)}."]
    if isinstance(best.move, Play):
        sentences.append(describe_move_effects(position, best.move.points[0], analysis, judge()))
        sentences.append(_race_after(position, best.move))
        sentences.append(_worth_of_first_move(position, analysis))
    return tuple(sentence for sentence in sentences if sentence)


def explain_move_without_judge(position: GoPosition, analysis: Analysis, level: int) -> tuple[str, ...]:
    """Return the reasons for a move of a level that plays without the judge, in one or two sentences.

    What the move does is said of the board; the numbers, and the move that is better, are the judge's.
    """
    move = analysis.candidates[0].move
    judged = _judged_move(position, move)
    policy = judge().evaluate(position).policy
    better = _judged_move(position, max(policy, key=policy.__getitem__))
    first = f"{_standing(position.to_move, better)}; level {level} chose {position.format_move(move)}"
    if better.move != move:
        gain = (better.score_lead or 0.0) - (judged.score_lead or 0.0)
        worse = f", about {_format_score_points(gain)} better" if gain >= _MIN_DIFFERENCE else ""
        first += f", level {MAX_LEVEL} prefers {position.format_move(better.move)} at first sight{worse}"
    if not isinstance(move, Play):
        return (f"{first}.",)
    effects = describe_move_effects(position, move.points[0], analysis, small_network())
    return (f"{first}.", *([effects] if effects else []))


def _judged_move(position: GoPosition, move: Move) -> Candidate:
    """Return what the judge says of a move, from one evaluation after it."""
    after = leaf_evaluation(position.play_unchecked(move), judge())
    return Candidate(move, 1 - after.win_rate, 0.0, win_rate=1 - after.win_rate, score_lead=-after.lead)


def _standing(color: Color, best: Candidate) -> str:
    """Return a clause, without a period, that states which color is ahead if both play their best moves.

    If the lead is unknown, it states the win rate.
    """
    lead, rate = best.score_lead, best.win_rate
    if lead is None:
        return f"{color}'s win rate is {format_percent(rate)}"
    leader, points = (color, lead) if lead >= 0 else (color.opponent, -lead)
    rate = rate if leader is color else 1 - rate
    if points < _MIN_DIFFERENCE or rate < 0.5:
        if 1 - _MAX_EVEN_RATE <= rate <= _MAX_EVEN_RATE:
            return f"The game is even; {leader}'s win rate is {format_percent(rate)}"
        ahead, best_rate = (leader, rate) if rate > 0.5 else (leader.opponent, 1 - rate)
        return f"{ahead} is slightly ahead, {ahead}'s win rate {format_percent(best_rate)}"
    points_ahead = _format_score_points(points)
    return f"{leader} leads by about {points_ahead}, {leader}'s win rate {format_percent(rate)}"


def _comparison(position: GoPosition, analysis: Analysis) -> str:
    """Return a clause that compares the best move with another one in points, to continue a sentence.

    The other one is the move that seemed best at first, which the list of mistakes names, or else the best of
    the others. Moves are about as good if their leads differ by less than the error of the search; a move
    that was not chosen is better if it leads by twice the error.
    """
    best = analysis.candidates[0]
    first = max(analysis.candidates, key=lambda each: each.prior or 0.0)
    others = [
        each
        for each in analysis.candidates[1:]
        if (each is first or each.visits >= _MIN_VISITS_COMPARED) and isinstance(each.move, Play)
    ]
    other = max(others, key=lambda each: (each is first, each.score_lead or 0.0), default=None)
    if other is None or best.score_lead is None or other.score_lead is None:
        return ""
    name, gained = position.format_move(other.move), best.score_lead - other.score_lead
    fewest = min(best.visits, other.visits)
    if abs(gained) < lead_error(fewest, position.size):
        return f"; {name} is about as good"
    if fewest < MIN_VISITS_OF_DIFFERENCE or 0 < -gained < 2 * lead_error(fewest, position.size):
        return f"; {name} seemed best at first" if other is first else ""
    points = _format_score_points(abs(gained))
    if gained > 0:
        return f"; {name} is about {points} worse"
    fewer = ", with fewer visits," if other.visits < best.visits else ""
    return f"; {name}{fewer} looks about {points} better"


def lead_error(visits: int, size: int) -> float:
    """Return the error of a move's lead in points after a number of visits of the move."""
    few, many = _LEAD_ERRORS[size_class(size)]
    return few if visits < _MANY_VISITS else many


def _format_score_points(points: float) -> str:
    """Return a number of points with one decimal, such as `1.5 points`."""
    return "1 point" if f"{points:.1f}" == "1.0" else f"{points:.1f} points"


class _Outlook(NamedTuple):
    """What the network expects if the color to move plays elsewhere, from one evaluation.

    owners   -- Black's expected ownership by point.
    probable -- the points where the opponent would probably play.
    """

    owners: Mapping[Point, float]
    probable: int

    @classmethod
    def after_pass(cls, position: GoPosition, network: Network) -> _Outlook:
        """Return what a network expects after a pass in a position."""
        judgment = leaf_evaluation(position.play_unchecked(PASS), network)
        moves = zip(judgment.moves, judgment.priors.tolist(), strict=True)
        likely = (move for move, prior in moves if prior >= _MIN_PROBABILITY)
        probable = sum(1 << move.points[0] for move in likely if isinstance(move, Play))
        return cls(ownership_by_point(judgment.owners, position.size), probable)


def describe_move_effects(position: GoPosition, point: Point, analysis: Analysis, network: Network) -> str:
    """Return the effects of a move as a sentence; empty if there is nothing to report.

    network -- judges what happens if the color to move passes, or the opponent does after the move.

    The sentence names what the move does in comparison with a pass: to stones, as facts of the board and, if
    the move was searched, by their expected owners; then in a corner or on a side; or how it is placed.
    """
    move, owners = MoveFacts(position, point), analysis.ownership
    if not move.own_chain:
        return "It is suicide."
    best = analysis.candidates[0] if analysis.candidates else None
    is_known = best is not None and bool(best.ownership) and best.visits >= MIN_VISITS_EXPLAINED
    passed = _Outlook.after_pass(position, network)
    own = dict.fromkeys(iter_points(move.after.stones(move.color)), -1.0 if move.color else 1.0)
    after = best.ownership if best is not None and is_known else {**passed.owners, **own}
    unanswered = _Outlook.after_pass(move.then, network)
    comparison = Comparison(MistakeLines(position, PASS, PLAYS[point], None, after, passed.owners))
    stays = mean_ownership(after, move.own_chain, move.color) > _MIN_OWNERSHIP_CUTTING
    claims = [each for each in Line(comparison, move).claims() if each.is_fact or is_known]
    claims = [each for each in claims if stays or " cut" not in f" {each.text}"]
    area = [
        each for each in claims if each.reason == "direction" and not each.text.startswith("gains points")
    ]
    chosen = chosen_claims([each for each in claims if each.reason != "direction"])
    facts = [with_names(comparison, each) for each in reversed(chosen)]
    if move.captured and not any("captur" in each for each in facts):
        facts.insert(0, f"captures {comparison.describe(move.captured)}")
    threat = threatened_life_claim(move, owners, after, unanswered.owners) if is_known else None
    is_decisive = any(each.reason == LIFE[0] for each in chosen)
    facts += filter(None, [None if is_decisive else threat, ko_threat_claim(move)])
    atari = [f"puts {comparison.describe(sum(move.put_in_atari))} in atari"] if move.put_in_atari else []
    cut = prevented_cut_claim(move, passed.probable) or threatened_cut_claim(move, unanswered.probable)
    place = neutral_claim(move, owners) or corner_claim(move, owners) or extension_claim(move)
    gain = [with_names(comparison, each) for each in area]
    found = facts or atari or [*filter(None, [cut or place])] or [*filter(None, [shape_claim(move)]), *gain]
    return f"It {join_words(found)}." if found else ""


def _race_after(position: GoPosition, move: Play) -> str:
    """Return who is ahead after a move in a race beside it, as a sentence; empty if there is none."""
    board, point = position.play_unchecked(move).board, move.points[0]
    near = board.geometry.neighbors[point] & ~board.empty_points
    races = (describe_race(board, each, position.to_move.opponent) for each in (point, *iter_points(near)))
    return next(filter(None, races), "")


def _worth_of_first_move(position: GoPosition, analysis: Analysis) -> str:
    """Return what moving first is worth, as a sentence; empty early in a game or if no pass was searched."""
    best, size = analysis.candidates[0], position.size
    passed = next((each for each in analysis.candidates if each.move is PASS), None)
    is_early = (position.board.black | position.board.white).bit_count() < _EARLY_STONES * size * size // 361
    if passed is None or passed.visits < _MIN_VISITS_OF_PASS or is_early or len(passed.pv) < 2:
        return ""
    if best.score_lead is None or passed.score_lead is None:
        return ""
    worth, answer = best.score_lead - passed.score_lead, passed.pv[1]
    if not isinstance(answer, Play) or worth < lead_error(passed.visits, size):
        return ""
    where = "the same point" if answer == best.move else format_vertex(answer.points[0], size)
    color = position.to_move
    return (
        f"If {color} played elsewhere, {color.opponent} would play at {where};"
        f" moving first is worth about {pluralize(round(worth), 'point')}."
    )
