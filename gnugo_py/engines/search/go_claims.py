"""What a move in Go does to stones, as claims that are checked on the board before they are made.

Each function yields claims as the predicates of a sentence, such as `captures 3 stones`. All of them need no
search, except for claims about life, which compare the expected owners of stones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.engines.search.go_passing import is_ko_forbidden
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.connections import cuts
from gnugo_py.games.go.ladders import find_ladder, is_caught, is_in_atari
from gnugo_py.games.go.position import GoPosition
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
_MAX_NET_LIBERTIES = 3
"""The maximum number of liberties of a chain that may be caught in a net."""
_MAX_LIBERTIES_OF_KO = 2
"""The maximum number of liberties of a capturing stone that may be taken back in a ko."""
_IN_LADDER, _IN_NET, _CATCH = "catches {} in a ladder", "catches {} in a net", "catches {}"
_ATARI, _THREAT = "puts {} in atari", "threatens to capture {}"
_NEAR = 2
"""The distance in lines within which a move can prevent a cut."""


class MoveOnBoard(NamedTuple):
    """A move of a stone, with the board before and after it.

    position -- the position before the move.
    point    -- the point of the move.
    after    -- the board after the move.
    """

    position: GoPosition
    point: Point
    after: Board

    @classmethod
    def of(cls, position: GoPosition, point: Point) -> MoveOnBoard:
        """Return the move of a stone of the color to move; it must be legal."""
        return cls(position, point, position.play_unchecked(PLAYS[point]).board)

    @property
    def color(self) -> Color:
        """The color that moves."""
        return self.position.to_move

    @property
    def before(self) -> Board:
        """The board before the move."""
        return self.position.board

    @property
    def own_chain(self) -> int:
        """The chain of the stone that was played."""
        return self.after.chain(self.point)

    @property
    def captured(self) -> int:
        """The stones that the move captures."""
        return self.before.stones(self.color.opponent) & self.after.empty_points

    def joined_chains(self) -> list[int]:
        """Return the chains of the color that the move joins to one."""
        own = self.before.geometry.neighbors[self.point] & self.before.stones(self.color)
        return list(dict.fromkeys(self.before.chain(each) for each in iter_points(own)))


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
        if _can_be_caught(move.before, chain)
        and (chain & move.own_chain or not _can_be_caught(move.after, chain))
    ]
    stones = pluralize(sum(chain.bit_count() for chain in in_danger), "stone")
    if any(_can_be_caught(move.after, chain) for chain in in_danger):
        if any(chain & move.own_chain and is_caught(move.after, chain) for chain in in_danger):
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
    answers = near & move.after.empty_points & then.legal_points()
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
            fact = _ATARI if is_in_atari(move.after, chain) else None
        if fact is not None:
            numbers[fact] += chain.bit_count()
    facts = [fact for fact in (_IN_LADDER, _IN_NET, _CATCH, _ATARI, _THREAT) if numbers[fact]]
    yield from (fact.format(pluralize(numbers[fact], "stone")) for fact in facts)
    if facts and facts[0] in (_ATARI, _THREAT) and is_ko_forbidden(move.position):
        yield "makes a ko threat"


def _attack_on(move: MoveOnBoard, chain: int) -> str | None:
    """Return what a move does to a chain of the opponent, None if nothing or if it was already so."""
    point, after, runner = first_point(chain), move.after, move.color.opponent
    liberties = after.liberties(point)
    if liberties == move.before.liberties(point) and _is_caught_in_net(move, chain):
        return _IN_NET
    if liberties.bit_count() != 1:
        before, then = (_can_be_caught(board, chain) for board in (move.before, after))
        return _THREAT if then and not before else None
    if liberties == move.before.liberties(point):
        return None
    if find_ladder(after, point) is None or _may_be_ko(after, chain) or _may_be_ko(after, move.own_chain):
        return _ATARI
    if is_in_atari(move.before, chain) and find_ladder(move.before, point) is not None:
        return None  # it could not be saved before the move, either
    liberty = first_point(liberties)
    extended = after.with_stone(liberty, runner)
    runs = extended.liberties(liberty).bit_count() > 1
    return _IN_LADDER if runs else _CATCH


def _can_be_caught(board: Board, chain: int) -> bool:
    """Return whether the opponent of a chain catches it by moving first, in a ladder or with no escape.

    A chain of three liberties is examined only for the moves that take one of them.
    """
    point, liberties = first_point(chain), board.liberties(first_point(chain))
    if liberties.bit_count() != _MAX_NET_LIBERTIES:
        return is_caught(board, chain)
    attacker = Color(board.black & chain != 0)
    for each in iter_points(liberties):
        then = board.after_stone(each, attacker)
        if not then.liberties(each) or is_caught(then, then.chain(each)):
            continue
        if all(is_caught(answered, answered.chain(point)) for answered in _defences(then, chain)):
            return True
    return False


def _defences(board: Board, chain: int) -> Iterator[Board]:
    """Yield the boards after each move on or beside a liberty of a chain, and each capture beside it."""
    runner, liberties = Color(board.black & chain == 0), board.liberties(first_point(chain))
    for point in iter_points(board.empty_points & (liberties | board.surrounding_points(liberties))):
        then = board.after_stone(point, runner)
        if then.liberties(point):
            yield then
    yield from _captures_beside(board, chain, runner)


def _may_be_ko(board: Board, chain: int) -> bool:
    """Return whether a chain is a stone in atari, and the stone that takes it alone and perhaps retaken."""
    if chain.bit_count() > 1 or not is_in_atari(board, chain):
        return False
    point = first_point(board.liberties(first_point(chain)))
    taken = board.with_stone(point, Color(board.black & chain != 0)).without_stones(chain)
    return taken.chain(point).bit_count() == 1 and taken.liberties(point).bit_count() <= _MAX_LIBERTIES_OF_KO


def _is_caught_in_net(move: MoveOnBoard, chain: int) -> bool:
    """Return whether a move that takes no liberty of a chain leaves it no escape, although it had one before.

    The chain may extend to each of its liberties and capture each neighboring chain in atari. After that, it
    must be caught in a ladder.
    """
    point, runner = first_point(chain), move.color.opponent
    liberties = move.before.liberties(point)
    if not 2 <= liberties.bit_count() <= _MAX_NET_LIBERTIES:
        return False
    if move.before.surrounding_points(liberties | chain) >> move.point & 1 == 0:
        return False
    if find_ladder(move.before, point) is not None or find_ladder(move.after, move.point) is not None:
        return False
    before, after = (
        all(is_caught(then, then.chain(point)) for then in _runs(board, chain, runner))
        for board in (move.before, move.after)
    )
    return after and not before


def _runs(board: Board, chain: int, runner: Color) -> Iterator[Board]:
    """Yield the boards after each extension of a chain and after each capture of a neighboring chain."""
    for liberty in iter_points(board.liberties(first_point(chain))):
        yield board.after_stone(liberty, runner)
    yield from _captures_beside(board, chain, runner)


def _captures_beside(board: Board, chain: int, runner: Color) -> Iterator[Board]:
    """Yield the boards after each capture of a chain in atari beside a chain."""
    near = board.surrounding_points(chain) & board.stones(runner.opponent)
    for each in {board.chain(stone) for stone in iter_points(near)}:
        if is_in_atari(board, each):
            liberty = first_point(board.liberties(first_point(each)))
            yield board.with_stone(liberty, runner).without_stones(each)


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
            is_caught(move.after, chain) or _can_capture(move.after, chain, color, owners)
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
        if is_killed and after > _MIN_OWNERSHIP_ALIVE and not _can_be_caught(move.after, chain):
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
        is_in_atari(board, each) and mean_ownership(owners, each, color.opponent) <= _MIN_OWNERSHIP_AFTER
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
    if is_caught(move.after, move.own_chain):
        return None
    for point in iter_points(probable & move.after.empty_points & points_near(move.point, _NEAR, size)):
        if cuts(move.after, point, color) and not cuts(move.before, point, color):
            return f"threatens to cut at {format_vertex(point, size)}"
    return None
