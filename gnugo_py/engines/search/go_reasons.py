"""Explanations of moves in Go in the words of a player, based on the search and on facts about the board."""

from __future__ import annotations

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.search.go_leaf_evaluation import (
    PASS_INDEX,
    move_from_search_index,
    network_leaf_evaluation,
)
from gnugo_py.games.go.board import Board, geometry
from gnugo_py.games.go.ladders import find_ladder
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PASS, PLAYS, Color, Play, Point

_CORNER = 6
"""The width of a corner on 19x19; on smaller boards it is a third of the board."""
_MIN_DIFFERENCE, _MIN_WORTH = 0.5, 1.0
"""In points: the smallest difference between two moves, and the smallest value of moving first, to report."""
_MIN_VISITS_COMPARED = 5
"""The minimum visits of another move for it to be compared with the best move."""
_LEANING = 0.3
"""The mean ownership above which the surroundings of a move count as one color's area."""


def explain_best_candidate(position: GoPosition, analysis: Analysis) -> tuple[str, ...]:
    """Return the reasons for the first candidate of an analysis, in one to three sentences."""
    best = analysis.candidates[0]
    sentences = [f"{_standing(position.to_move, best)}{_comparison(position, analysis)}."]
    if isinstance(best.move, Play):
        sentences.append(describe_move_effects(position, best.move.points[0], analysis))
        sentences.append(_threat(position, best))
    return tuple(sentence for sentence in sentences if sentence)


def _standing(color: Color, best: Candidate) -> str:
    """Return a clause, without a period, that states which color is ahead if both play their best moves.

    If the lead is unknown, it states the win rate.
    """
    lead, rate = best.score_lead, best.win_rate
    if lead is None:
        return f"{color}'s win rate is {rate:.0%}"
    leader, points = (color, lead) if lead >= 0 else (color.opponent, -lead)
    rate = rate if leader is color else 1 - rate
    if points < _MIN_DIFFERENCE:
        return f"The game is even; {leader}'s win rate is {rate:.0%}"
    return f"{leader} leads by about {format_score_points(points)}, win rate {rate:.0%}"


def _comparison(position: GoPosition, analysis: Analysis) -> str:
    """Return a clause that compares the best move with another one in points, to continue a sentence.

    The clause is empty if no other move has enough visits.
    """
    best = analysis.candidates[0]
    others = [each for each in analysis.candidates[1:] if each.visits >= _MIN_VISITS_COMPARED]
    other = max(others, key=lambda each: each.score_lead or 0.0, default=None)
    if other is None or best.score_lead is None or other.score_lead is None:
        return ""
    name, gained = position.format_move(other.move), best.score_lead - other.score_lead
    if gained <= -_MIN_DIFFERENCE and other.visits > best.visits:
        return f"; {name} would be about {format_score_points(-gained)} better"
    if gained < _MIN_DIFFERENCE:
        return f"; {name} is about as good"
    return f"; {name} is about {format_score_points(gained)} worse"


def format_score_points(points: float) -> str:
    """Return a number of points with one decimal, such as `1.5 points`."""
    return "1 point" if f"{points:.1f}" == "1.0" else f"{points:.1f} points"


def describe_move_effects(position: GoPosition, point: Point, analysis: Analysis) -> str:
    """Return the effects of a move as a sentence; empty if there is nothing to report.

    The sentence lists stones that the move captures, saves, catches, puts in atari or connects. If there are
    none, it reports what the move does in a corner or in the area of a color.
    """
    facts = _tactical_facts(position, point) or _place(position, point, dict(analysis.ownership))
    if not facts:
        return ""
    return f"It {facts[0]}." if len(facts) == 1 else f"It {', '.join(facts[:-1])} and {facts[-1]}."


def _tactical_facts(position: GoPosition, point: Point) -> list[str]:
    """Return what a move captures, saves, attacks and connects."""
    board, color = position.board, position.to_move
    after = position.play_unchecked(PLAYS[point]).board
    near = board.geometry.neighbors[point]
    facts = []
    if captured := board.captures(point, color).bit_count():
        facts.append(f"captures {pluralize(captured, 'stone')}")
    own = {board.chain(each) for each in iter_points(near & board.stones(color))}
    if in_atari := sum(each.bit_count() for each in own if _liberties(position, each) == 1):
        stones = pluralize(in_atari, "stone")
        if find_ladder(after, point) is not None:
            facts.append(f"extends {stones} that {'stays' if in_atari == 1 else 'stay'} caught")
        elif after.liberties(point).bit_count() > 1:
            facts.append(f"saves {stones} from capture")
    facts += _attacks(after, near & after.stones(color.opponent))
    if len(own) > 1:
        facts.append(f"connects {'two' if len(own) == 2 else len(own)} chains")
    return facts


def _attacks(after: Board, near: int) -> list[str]:
    """Return what a move attacks.

    after -- the board after the move.
    near  -- the opponent's stones beside it.
    """
    numbers = dict.fromkeys(("catches {} in a ladder", "catches {}", "puts {} in atari"), 0)
    for chain in {after.chain(each) for each in iter_points(near)}:
        liberties = after.liberties(_first(chain))
        if liberties.bit_count() != 1:
            continue
        liberty = _first(liberties)
        extended = after.with_stone(liberty, Color.WHITE if after.white & chain else Color.BLACK)
        if find_ladder(after, _first(chain)) is None:
            fact = "puts {} in atari"
        elif extended.liberties(liberty).bit_count() > 1:
            fact = "catches {} in a ladder"
        else:
            fact = "catches {}"
        numbers[fact] += chain.bit_count()
    return [fact.format(pluralize(number, "stone")) for fact, number in numbers.items() if number]


def _first(chain: int) -> Point:
    return (chain & -chain).bit_length() - 1


def _liberties(position: GoPosition, chain: int) -> int:
    return position.board.liberties(_first(chain)).bit_count()


def _place(position: GoPosition, point: Point, ownership: dict[Point, float]) -> list[str]:
    """Return what a move does at its location: in an empty or occupied corner, or in a color's area."""
    size, color = position.size, position.to_move
    row, column = divmod(point, size + 1)
    width = min(_CORNER, size // 3)
    if size >= 9 and min(row, size - 1 - row) < width and min(column, size - 1 - column) < width:
        corner = _corner(size, row, column, width + 1)
        own, other = (bool(position.board.stones(each) & corner) for each in (color, color.opponent))
        if not own and not other:
            return ["takes an empty corner"]
        if own is not other:
            return ["strengthens the player's own corner" if own else "approaches the opponent's corner"]
    near = [ownership.get(each, 0.0) for each in _surroundings(size, row, column)]
    share = sum(near) / len(near) * (-1 if color else 1)
    if share > _LEANING:
        return [f"secures {color}'s area"]
    if share < -_LEANING:
        return [f"reduces {color.opponent}'s area"]
    return []


def _corner(size: int, row: int, column: int, width: int) -> int:
    """Return the set of points of the corner in which a point lies."""
    top, left = (0 if line < size // 2 else size - width for line in (row, column))
    points = 0
    for each in range(top, top + width):
        points |= ((1 << width) - 1) << (each * (size + 1) + left)
    return points


def _surroundings(size: int, row: int, column: int) -> list[Point]:
    """Return the points at most two lines away from a point."""
    full = geometry(size).full
    points = (
        line * (size + 1) + other
        for line in range(max(row - 2, 0), min(row + 3, size))
        for other in range(max(column - 2, 0), min(column + 3, size))
    )
    return [point for point in points if full >> point & 1]


def _threat(position: GoPosition, best: Candidate) -> str:
    """Return what the opponent would play if the color to move played elsewhere, as a sentence."""
    color = position.to_move
    passed = position.play_unchecked(PASS)
    if passed.is_over or best.score_lead is None:
        return ""
    judgment = network_leaf_evaluation(passed)
    code = judgment.moves[int(judgment.priors.argmax())]
    worth = best.score_lead + judgment.lead
    if code == PASS_INDEX or worth < _MIN_WORTH:
        return ""
    move = move_from_search_index(code)
    assert isinstance(move, Play)
    where = "at the same point" if move == best.move else f"at {format_vertex(move.points[0], position.size)}"
    return (
        f"If {color} played elsewhere, {color.opponent} would play {where};"
        f" moving first is worth about {pluralize(round(worth), 'point')}."
    )
