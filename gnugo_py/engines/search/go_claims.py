"""What a move in Go does to stones, as claims that are checked on the board before they are made.

Each function yields claims as the predicates of a sentence, such as `captures 3 stones`. All of them need no
search, except for claims about life, which compare the expected owners of stones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.games.board import Board
from gnugo_py.games.go.connections import cuts
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_on_board import MoveOnBoard
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import IllegalReason
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import PLAYS, Color, Point

_MIN_STONES_OF_LIFE = 2
"""The minimum number of stones of which a move is said to decide the life."""
_MIN_OWNERSHIP_TURNED, _MIN_OWNERSHIP_AFTER = 1.0, 0.6
"""How much the ownership of stones must turn for a move to decide their life, and how clear it must be."""
_MAX_DISTANCE_OF_LIFE = 4
"""The distance in lines up to which a move is said to decide the life of stones."""
_MIN_OWNERSHIP_ALIVE, _MIN_OWNERSHIP_LOST = 0.4, 0.7
"""The ownership after a move of stones that it threatens to kill, and what they lose of it, compared with
before the move, if it is not answered.
"""
_MIN_OWNERSHIP_SAVED, _MAX_OWNERSHIP_DEAD = 0.5, -0.2
"""The ownership of a chain above which the search agrees that it is saved, and below which it is dead."""
_MAX_LIBERTIES_OF_KO = 2
"""The maximum number of liberties of a capturing stone that may be taken back in a ko."""
_IN_LADDER, _IN_NET, _CATCH = "catches {} in a ladder", "catches {} in a net", "catches {}"
_ATARI, _THREAT = "puts {} in atari", "threatens to capture {}"
_NEAR = 2
"""The distance in lines within which a move can prevent a cut."""


def capture_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield what a move captures, and whether it takes a ko."""
    if move.captured:
        ko = f" and {'retakes the' if _retakes_ko(move) else 'starts a'} ko" if _is_ko(move) else ""
        yield f"captures {pluralize(move.captured.bit_count(), 'stone')}{ko}"


def _is_ko(move: MoveOnBoard) -> bool:
    """Return whether the opponent could take back the one stone that captured one stone."""
    is_single = move.captured.bit_count() == 1 and move.own_chain.bit_count() == 1
    return is_single and move.after.liberties(move.point) == move.captured


def _retakes_ko(move: MoveOnBoard) -> bool:
    """Return whether the captured stone had itself captured one stone on the point of the move."""
    taken = PLAYS[first_point(move.captured)]
    position: GoPosition | None = move.position
    while position is not None and position.previous is not None:
        if position.last_move == taken:
            gone = position.previous.board.stones(move.color) & position.board.empty_points
            return gone == 1 << move.point
        position = position.previous
    return False


def rescue_claims(move: MoveOnBoard, owners: Mapping[Point, float]) -> Iterator[str]:
    """Yield which stones that could be caught a move saves, or extends although they stay caught.

    Stones are saved if no answer catches them in a ladder or net, and if the search expects them to live.

    owners -- Black's expected ownership by point; may be empty.
    """
    in_danger = [
        chain
        for chain in move.before.chains(move.color)
        if is_captured(move.before, chain, True, NET)
        and (chain & move.own_chain or not is_captured(move.after, chain, True, NET))
    ]
    stones = pluralize(sum(chain.bit_count() for chain in in_danger), "stone")
    if any(is_captured(move.after, chain, True, NET) for chain in in_danger):
        if any(chain & move.own_chain and is_captured(move.after, chain, True) for chain in in_danger):
            yield f"extends {stones} that {'stays' if stones == '1 stone' else 'stay'} caught"
    elif in_danger and all(_is_saved(move, chain, owners) for chain in in_danger):
        yield f"saves {stones} from capture"


def _is_saved(move: MoveOnBoard, chain: int, owners: Mapping[Point, float]) -> bool:
    """Return whether the search expects a chain to live after a move, and no answer catches it in a net."""
    if owners and mean_ownership(owners, chain, move.color) <= _MIN_OWNERSHIP_SAVED:
        return False
    then = move.position.play_unchecked(PLAYS[move.point])
    chain = move.after.chain(first_point(chain))
    near = move.after.surrounding_points(move.after.liberties(first_point(chain)))
    answers = near & move.after.empty_points & then.legal_points
    return not any(_is_caught_in_net(MoveOnBoard.of(then, each), chain) for each in iter_points(answers))


def attack_claims(move: MoveOnBoard, owners_after_pass: Mapping[Point, float]) -> Iterator[str]:
    """Yield which stones of the opponent a move catches or puts in atari, or threatens to capture.

    An atari or a threat while a ko may not be retaken is a ko threat, too.

    owners_after_pass -- as for `life_claim`; to catch stones that are dead anyway is not worth a word.
    """
    numbers = Counter[str]()
    for chain in move.after.chains(move.color.opponent):
        fact = _attack_on(move, chain)
        if fact is not None and mean_ownership(owners_after_pass, chain, move.color) > _MIN_OWNERSHIP_AFTER:
            fact = _ATARI if move.after.is_in_atari(chain) else None
        if fact is not None:
            numbers[fact] += chain.bit_count()
    facts = [fact for fact in (_IN_LADDER, _IN_NET, _CATCH, _ATARI, _THREAT) if numbers[fact]]
    yield from (fact.format(pluralize(numbers[fact], "stone")) for fact in facts)
    if facts and facts[0] in (_ATARI, _THREAT) and _is_ko_forbidden(move.position):
        yield "makes a ko threat"


def _is_ko_forbidden(position: GoPosition) -> bool:
    """Return whether a point would be legal for the color to move if it did not repeat a position."""
    illegal = position.board.empty_points & ~position.legal_points
    reasons = map(position.why_illegal_point, iter_points(illegal))
    return any(reason in (IllegalReason.KO, IllegalReason.SUPERKO) for reason in reasons)


def _attack_on(move: MoveOnBoard, chain: int) -> str | None:
    """Return what a move does to a chain of the opponent, None if nothing or if it was already so."""
    point, after, runner = first_point(chain), move.after, move.color.opponent
    liberties = after.liberties(point)
    if liberties == move.before.liberties(point) and _is_caught_in_net(move, chain):
        return _IN_NET
    if liberties.bit_count() != 1:
        before, then = (is_captured(board, chain, True, NET) for board in (move.before, after))
        return _THREAT if then and not before else None
    if liberties == move.before.liberties(point):
        return None
    if not is_captured(after, chain, False) or _may_be_ko(after, chain) or _may_be_ko(after, move.own_chain):
        return _ATARI
    if is_captured(move.before, chain, False):
        return None  # it could not be saved before the move, either
    liberty = first_point(liberties)
    extended = after.with_stone(liberty, runner)
    runs = extended.liberties(liberty).bit_count() > 1
    return _IN_LADDER if runs else _CATCH


def _may_be_ko(board: Board, chain: int) -> bool:
    """Return whether a chain is a stone in atari, and the stone that takes it alone and perhaps retaken."""
    if chain.bit_count() > 1 or not board.is_in_atari(chain):
        return False
    point = first_point(board.liberties(first_point(chain)))
    taken = board.with_stone(point, Color(board.black & chain != 0)).without_stones(chain)
    return taken.chain(point).bit_count() == 1 and taken.liberties(point).bit_count() <= _MAX_LIBERTIES_OF_KO


def _is_caught_in_net(move: MoveOnBoard, chain: int) -> bool:
    """Return whether a move that takes no liberty of a chain leaves it no escape, but it had one before."""
    before, after = move.before, move.after
    liberties = before.liberties(first_point(chain))
    return (
        bool(before.surrounding_points(liberties | chain) >> move.point & 1)
        and is_captured(after, chain, False, NET)
        and not is_captured(before, chain, True)
        and not is_captured(before, chain, False, NET)
        and not is_captured(after, 1 << move.point, True)
    )


def life_claim(
    move: MoveOnBoard, color: Color, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return how many stones of a color a move kills or makes alive, None if it decides no life.

    owners_after_pass -- Black's expected ownership by point after a pass.
    owners -- Black's expected ownership after the move, by a search.
    """
    near, turned = points_near(move.point, _MAX_DISTANCE_OF_LIFE, move.position.size), 0
    for chain in move.after.chains(color):
        known = chain & move.before.stones(color)
        is_fighting = color is not move.color and (
            is_captured(move.after, chain, True) or _can_capture(move.after, chain, color, owners)
        )
        if not known & near or is_fighting:
            continue
        then = mean_ownership(owners, known, move.color)
        change = then - mean_ownership(owners_after_pass, known, move.color)
        if then > _MIN_OWNERSHIP_AFTER and change > _MIN_OWNERSHIP_TURNED:
            turned += known.bit_count()
    if turned < _MIN_STONES_OF_LIFE:
        return None
    return f"makes {turned} stones alive" if color is move.color else f"kills {turned} stones"


def threatened_life_claim(
    move: MoveOnBoard,
    owners_before: Mapping[Point, float],
    owners: Mapping[Point, float],
    owners_unanswered: Mapping[Point, float],
) -> str | None:
    """Return which stones a move threatens to kill, None if there are none.

    They are alive, and only the move makes it possible that the next one kills them. Stones that could be
    captured next are left out: `attack_claims` names them. Of single stones alone, nothing is said: the
    network gives up many that can be saved.

    owners_before, owners -- Black's expected ownership by point before and after the move, by a search.
    owners_unanswered -- the same after the move and a pass.
    """
    other, threatened = move.color.opponent, list[int]()
    for chain in move.after.chains(other):
        before, after, then = (
            mean_ownership(each, chain, other) for each in (owners_before, owners, owners_unanswered)
        )
        is_killed = then < 0 and before - then > _MIN_OWNERSHIP_LOST
        if is_killed and after > _MIN_OWNERSHIP_ALIVE and not is_captured(move.after, chain, True, NET):
            threatened.append(chain)
    largest = max(threatened, key=int.bit_count, default=0)
    if largest.bit_count() < _MIN_STONES_OF_LIFE:
        return None
    number = sum(chain.bit_count() for chain in threatened)
    return f"threatens to kill {number} stones at {format_vertex(first_point(largest), move.position.size)}"


def _can_capture(board: Board, chain: int, color: Color, owners: Mapping[Point, float]) -> bool:
    """Return whether a chain of a color is beside an opposing chain in atari that the search may give up."""
    near = board.surrounding_points(chain) & board.stones(color.opponent)
    return any(
        board.is_in_atari(each) and mean_ownership(owners, each, color.opponent) <= _MIN_OWNERSHIP_AFTER
        for each in {board.chain(stone) for stone in iter_points(near)}
    )


def connection_claims(move: MoveOnBoard, owners: Mapping[Point, float]) -> Iterator[str]:
    """Yield whether a move cuts chains of the opponent or connects own chains.

    owners -- Black's expected ownership by point before the move; to cut off dead stones is not worth a word.
    """
    other = move.color.opponent
    beside = move.before.geometry.neighbors[move.point] & move.before.stones(other)
    is_any_dead = any(
        mean_ownership(owners, move.before.chain(each), other) < _MAX_OWNERSHIP_DEAD
        for each in iter_points(beside)
    )
    if not is_any_dead and cuts(move.before, move.point, move.color):
        yield f"cuts {other}'s chains apart"
    joined = move.joined_chains()
    if len(joined) > 1 and cuts(move.before, move.point, other):
        yield f"connects {'two' if len(joined) == 2 else len(joined)} chains"


def prevented_cut_claim(move: MoveOnBoard, probable: int) -> str | None:
    """Return which cut nearby a move prevents, None if there is none.

    probable -- the points where the opponent would probably play otherwise: a cut elsewhere is worth no word.
    """
    size, other = move.position.size, move.color.opponent
    for point in iter_points(probable & move.after.empty_points & points_near(move.point, _NEAR, size)):
        if cuts(move.before, point, other) and not cuts(move.after, point, other):
            return f"prevents the cut at {format_vertex(point, size)}"
    return None


def threatened_cut_claim(move: MoveOnBoard, probable: int) -> str | None:
    """Return which cut nearby a move makes possible, None if there is none or if it could be captured first.

    probable -- the points where the color would probably play next if the move were not answered.
    """
    size, color = move.position.size, move.color
    if is_captured(move.after, move.own_chain, True):
        return None
    for point in iter_points(probable & move.after.empty_points & points_near(move.point, _NEAR, size)):
        if cuts(move.after, point, color) and not cuts(move.before, point, color):
            return f"threatens to cut at {format_vertex(point, size)}"
    return None
