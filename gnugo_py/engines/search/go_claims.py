"""What a move in Go does to stones, as claims that are checked on the board before they are made.

Each function yields claims as the predicates of a sentence, such as `captures 3 stones`. All of them need no
search, except for claims about life, which compare the expected owners of stones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gnugo_py.engines.analysis import mean_ownership
from gnugo_py.games.board import Board
from gnugo_py.games.go.connections import cut_chains
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.rules import IllegalReason
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import first_point, iter_points, points_near
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, Point

_MIN_STONES_OF_LIFE = 2
"""The minimum number of stones of which a move is said to decide the life."""
_MIN_OWNERSHIP_TURNED, _MIN_OWNERSHIP_AFTER = 1.0, 0.6
"""How much the ownership of stones must turn for a move to decide their life, and how clear it must be."""
_MAX_DISTANCE_OF_LIFE = 4
"""The distance in lines up to which a move is said to decide the life of stones, or to threaten it."""
_MIN_OWNERSHIP_ALIVE, _MAX_OWNERSHIP_KILLED = 0.4, -0.5
"""The ownership before and after a move of stones that it threatens to kill, and if it is not answered."""
_MIN_OWNERSHIP_SAVED, _MAX_OWNERSHIP_DEAD = 0.5, -0.2
"""The ownership of a chain above which the search agrees that it is saved, and below which it is dead."""
_MIN_OWNERSHIP_CUTTING, _MAX_OWNERSHIP_CUT = 0.3, 0.9
"""The ownership of the chain that cuts above which it stays, and the ownership below which a chain that is
cut off is less safe for it.
"""
_NEAR = 2
"""The distance in lines within which a move can prevent a cut."""


def capture_claims(move: MoveFacts) -> Iterator[str]:
    """Yield what a move captures, and whether it takes a ko."""
    if move.captured:
        ko = f" and {'retakes the' if move.retakes_ko else 'starts a'} ko" if move.is_ko else ""
        yield f"captures {pluralize(move.captured.bit_count(), 'stone')}{ko}"


def rescue_claims(move: MoveFacts, owners: Mapping[Point, float]) -> Iterator[str]:
    """Yield which stones that could be caught a move saves.

    Stones are saved if no answer catches them, and if the search expects them to live.

    owners -- Black's expected ownership by point; may be empty.
    """
    if move.saved and all(
        not owners or mean_ownership(owners, each, move.color) > _MIN_OWNERSHIP_SAVED for each in move.saved
    ):
        yield f"saves {pluralize(sum(map(int.bit_count, move.saved)), 'stone')} from capture"


def attack_claims(move: MoveFacts, owners_after_pass: Mapping[Point, float]) -> Iterator[str]:
    """Yield which stones of the opponent a move catches, puts in atari or throws a stone into, or threatens.

    An atari or a threat while a ko may not be retaken is a ko threat, too.

    owners_after_pass -- as for `life_claim`; to catch stones that are dead anyway is not worth a word.
    """
    numbers = Counter[Attack]()
    for chain, attack in move.attacks.items():
        if mean_ownership(owners_after_pass, chain, move.color) <= _MIN_OWNERSHIP_AFTER:
            numbers[attack] += chain.bit_count()
        elif move.after.is_in_atari(chain):
            numbers[Attack.ATARI] += chain.bit_count()
    found = [attack for attack in Attack if numbers[attack]]
    yield from (attack.value.format(pluralize(numbers[attack], "stone")) for attack in found)
    around = move.thrown_into
    if any(mean_ownership(owners_after_pass, each, move.color) <= _MIN_OWNERSHIP_AFTER for each in around):
        yield "makes an eye false by a throw-in"
    if found and not found[0].is_catch:
        illegal = move.position.board.empty_points & ~move.position.legal_points
        reasons = map(move.position.why_illegal_point, iter_points(illegal))
        if any(reason in (IllegalReason.KO, IllegalReason.SUPERKO) for reason in reasons):
            yield "makes a ko threat"


def life_claim(
    move: MoveFacts, color: Color, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
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
    move: MoveFacts,
    owners_before: Mapping[Point, float],
    owners: Mapping[Point, float],
    owners_unanswered: Mapping[Point, float],
) -> str | None:
    """Return which stones a move threatens to kill, None if there are none.

    They are near and alive, and only the move makes it possible that the next one kills them. Stones that
    could be captured next are left out: `attack_claims` names them. Of single stones alone, nothing is said:
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


def _can_capture(board: Board, chain: int, color: Color, owners: Mapping[Point, float]) -> bool:
    """Return whether a chain of a color is beside an opposing chain in atari that the search may give up."""
    near = board.surrounding_points(chain) & board.stones(color.opponent)
    return any(
        board.is_in_atari(each) and mean_ownership(owners, each, color.opponent) <= _MIN_OWNERSHIP_AFTER
        for each in {board.chain(stone) for stone in iter_points(near)}
    )


def connection_claims(
    move: MoveFacts, owners_before: Mapping[Point, float], owners: Mapping[Point, float]
) -> Iterator[str]:
    """Yield whether a move cuts chains of the opponent or connects own chains.

    To cut off dead stones is not worth a word. If the search gives up the stone that cuts, or if all chains
    are as safe as before, they are likely to connect by a capture that was not read.

    owners_before, owners -- Black's expected ownership by point before and after the move; may be empty.
    """
    other = move.color.opponent
    is_alive = all(mean_ownership(owners_before, each, other) >= _MAX_OWNERSHIP_DEAD for each in move.cut)
    is_cut = not owners or (
        mean_ownership(owners, move.own_chain, move.color) > _MIN_OWNERSHIP_CUTTING
        and any(mean_ownership(owners, each, other) < _MAX_OWNERSHIP_CUT for each in move.cut)
    )
    if move.cut and is_alive and is_cut:
        yield f"cuts {other}'s chains apart"
    if move.connected:
        yield f"connects {'two' if len(move.connected) == 2 else len(move.connected)} chains"


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
        probable & move.after.empty_points & points_near(move.point, _NEAR, move.position.size)
    ):
        if cut_chains(board, point, cutter) and not cut_chains(without, point, cutter):
            return format_vertex(point, move.position.size)
    return None
