"""What a move in Go does, as claims that are checked on the board before they are made.

Each function yields claims as the predicates of a sentence, such as `captures 3 stones`. All of them need no
search, except for claims about life, which compare the expected owners of stones. The functions at the end
return what a move does where no stones are in contact: in a corner, on a side, or in a color's area.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gnugo_py.engines.network.network import mean_ownership
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.connections import cuts
from gnugo_py.games.go.ladders import find_ladder, is_caught, is_in_atari
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import (
    first_point,
    flood_fill,
    iter_points,
    point_at,
    points_near,
    rectangle_point_set,
)
from gnugo_py.games.text import join_words, pluralize
from gnugo_py.games.types import PLAYS, Color, Point

_MIN_STONES_OF_LIFE = 2
"""The minimum number of stones of which a move is said to decide the life."""
_MIN_OWNERSHIP_TURNED, _MIN_OWNERSHIP_AFTER = 1.0, 0.6
"""How much the ownership of stones must turn for a move to decide their life, and how clear it must be."""
_MAX_DISTANCE_OF_LIFE = 4
"""The distance in lines up to which a move is said to decide the life of stones."""
_MIN_OWNERSHIP_SAVED, _MAX_OWNERSHIP_DEAD = 0.5, -0.2
"""The ownership of a chain above which the search agrees that it is saved, and below which it is dead."""
_MAX_NET_LIBERTIES = 3
"""The maximum number of liberties of a chain that may be caught in a net."""
_MAX_LIBERTIES_OF_KO = 2
"""The maximum number of liberties of a capturing stone that may be taken back in a ko."""
_NEAR = 2
"""The distance in lines within which a move can prevent a cut."""
_CORNER = 6
"""The width of a corner on 19x19; on smaller boards it is a third of the board."""
_MIN_SIZE_OF_CORNERS = 9
_CORNER_LINES = (3, 4, 5)
"""The lines, both ways, of a move that takes a corner."""
_LEANING, _SURE = 0.3, 0.7
"""The mean ownership above which the surroundings of a move count as one color's area, and the ownership of
stones above which they are alive.
"""
_SURROUNDINGS, _MIN_AREA_CHANGED = 2, 0.5
"""The distance in lines up to which points are the surroundings of a move, and the points that it must gain
there to secure or reduce an area.
"""
_MAX_APPROACH, _MIN_EXTENSION, _MAX_EXTENSION = 5, 2, 5
"""In lines: the largest distance of an approach, and the bounds of the distance of an extension."""
_EXTENSION_LINES, _MIN_LINE_ALONG_SIDE = (3, 4), 3
"""The lines of an extension, and the smallest line of its end, counted from the edge that it runs to."""
_MAX_NEUTRAL_POINTS = 2
_MIN_STONES_CHANGED, _MAX_DISTANCE_CHANGED, _MIN_CHANGE, _MIN_REGION_GAIN = 2, 3, 0.3, 1.5
"""The stones of a chain, its distance from the move and the change of its ownership at which it becomes
stronger or weaker, and the points gained in a part of the board that are reported.
"""
_REGIONS = (
    ("in the upper left", "on the upper side", "in the upper right"),
    ("on the left side", "in the center", "on the right side"),
    ("in the lower left", "on the lower side", "in the lower right"),
)


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
    """Yield which stones in atari or in a ladder a move saves, or extends although they stay caught.

    Stones are saved if they are neither caught in a ladder or in a net nor in atari after any answer, and if
    the search expects them to live.

    owners -- Black's expected ownership by point; may be empty.
    """
    in_danger = [
        chain
        for chain in move.before.chains(move.color)
        if is_caught(move.before, chain) and (chain & move.own_chain or not is_caught(move.after, chain))
    ]
    stones = pluralize(sum(chain.bit_count() for chain in in_danger), "stone")
    if any(is_caught(move.after, chain) for chain in in_danger):
        if any(chain & move.own_chain for chain in in_danger):
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

    owners_after_pass -- as for `life_claims`; to catch stones that are dead anyway is not worth a word.
    """
    numbers = dict.fromkeys(
        (
            "catches {} in a ladder",
            "catches {} in a net",
            "catches {}",
            "puts {} in atari",
            "threatens to capture {}",
        ),
        0,
    )
    for chain in move.after.chains(move.color.opponent):
        fact = _attack_on(move, chain)
        if fact is not None and mean_ownership(owners_after_pass, chain, move.color) > _MIN_OWNERSHIP_AFTER:
            fact = "puts {} in atari" if is_in_atari(move.after, chain) else None
        if fact is not None:
            numbers[fact] += chain.bit_count()
    yield from (fact.format(pluralize(number, "stone")) for fact, number in numbers.items() if number)


def _attack_on(move: MoveOnBoard, chain: int) -> str | None:
    """Return what a move does to a chain of the opponent, None if nothing or if it was already so."""
    point, after, runner = first_point(chain), move.after, move.color.opponent
    liberties = after.liberties(point)
    could_be_caught = find_ladder(move.before, point) is not None
    if liberties == move.before.liberties(point) and _is_caught_in_net(move, chain):
        return "catches {} in a net"
    if liberties.bit_count() != 1:
        is_threat = not could_be_caught and find_ladder(after, point) is not None
        return "threatens to capture {}" if is_threat else None
    if liberties == move.before.liberties(point):
        return None
    if find_ladder(after, point) is None or _may_be_ko(after, chain, move.color):
        return "puts {} in atari"
    if is_in_atari(move.before, chain) and could_be_caught:
        return None  # it could not be saved before the move, either
    liberty = first_point(liberties)
    extended = after.with_stone(liberty, runner)
    runs = extended.liberties(liberty).bit_count() > 1
    return "catches {} in a ladder" if runs else "catches {}"


def _may_be_ko(board: Board, chain: int, attacker: Color) -> bool:
    """Return whether the stone that captures a chain in atari would be alone, and might be taken back."""
    point = first_point(board.liberties(first_point(chain)))
    taken = board.with_stone(point, attacker).without_stones(chain)
    is_alone = chain.bit_count() == 1 and taken.chain(point).bit_count() == 1
    return is_alone and taken.liberties(point).bit_count() <= _MAX_LIBERTIES_OF_KO


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
    point = first_point(chain)
    for liberty in iter_points(board.liberties(point)):
        yield board.with_stone(liberty, runner).without_stones(board.captures(liberty, runner))
    near = board.surrounding_points(chain) & board.stones(runner.opponent)
    for each in {board.chain(stone) for stone in iter_points(near)}:
        if is_in_atari(board, each):
            liberty = first_point(board.liberties(first_point(each)))
            yield board.with_stone(liberty, runner).without_stones(each)


def life_claims(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> Iterator[str]:
    """Yield whose life a move decides.

    owners_after_pass -- Black's expected ownership by point after a pass.
    owners -- Black's expected ownership after the move, by a search.
    """
    near = points_near(move.point, _MAX_DISTANCE_OF_LIFE, move.position.size)
    for color, verb in ((move.color.opponent, "kills {}"), (move.color, "makes {} alive")):
        turned = 0
        for chain in move.after.chains(color):
            known = chain & move.before.stones(color)
            is_fighting = color is not move.color and (
                is_caught(move.after, chain) or _can_capture(move.after, chain, color)
            )
            if not known & near or is_fighting:
                continue
            then = mean_ownership(owners, known, move.color)
            change = then - mean_ownership(owners_after_pass, known, move.color)
            if then > _MIN_OWNERSHIP_AFTER and change > _MIN_OWNERSHIP_TURNED:
                turned += known.bit_count()
        if turned >= _MIN_STONES_OF_LIFE:
            yield verb.format(pluralize(turned, "stone"))


def _can_capture(board: Board, chain: int, color: Color) -> bool:
    """Return whether a chain of a color is beside a chain of the opponent that is in atari."""
    near = board.surrounding_points(chain) & board.stones(color.opponent)
    return any(is_in_atari(board, 1 << stone) for stone in iter_points(near))


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


def prevented_cut_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield which cuts nearby a move prevents."""
    size, other = move.position.size, move.color.opponent
    for point in iter_points(move.after.empty_points & points_near(move.point, _NEAR, size)):
        if cuts(move.before, point, other) and not cuts(move.after, point, other):
            yield f"prevents the cut at {format_vertex(point, size)}"


def threatened_cut_claims(move: MoveOnBoard) -> Iterator[str]:
    """Yield which cuts nearby a move makes possible, unless it could be captured first."""
    size, color = move.position.size, move.color
    if is_caught(move.after, move.own_chain):
        return
    for point in iter_points(move.after.empty_points & points_near(move.point, _NEAR, size)):
        if cuts(move.after, point, color) and not cuts(move.before, point, color):
            yield f"threatens to cut at {format_vertex(point, size)}"


def place_claim(move: MoveOnBoard, owners: Mapping[Point, float]) -> str | None:
    """Return what a move does in a corner, on a side or on a neutral point, or None.

    owners -- Black's expected ownership by point; may be empty.
    """
    return _neutral_claim(move, owners) or _corner_claim(move) or _extension_claim(move)


def _neutral_claim(move: MoveOnBoard, owners: Mapping[Point, float]) -> str | None:
    """Return that a move fills a neutral point: all stones around it live, and it threatens none of them."""
    board = move.before
    region = flood_fill(1 << move.point, board.empty_points, board.geometry.stride)
    if not owners or region.bit_count() > _MAX_NEUTRAL_POINTS:
        return None
    near = board.surrounding_points(region)
    for color in Color:
        stones = near & board.stones(color)
        if not stones or any(
            mean_ownership(owners, board.chain(each), color) < _SURE
            or is_caught(board.with_stone(move.point, color.opponent), board.chain(each))
            for each in iter_points(stones)
        ):
            return None
    return "fills a neutral point"


def _corner_claim(move: MoveOnBoard) -> str | None:
    """Return what a move does in a corner that is empty or that only the opponent has."""
    size = move.before.geometry.size
    row, column = divmod(move.point, size + 1)
    width = min(_CORNER, size // 3)
    lines = _line(row, size), _line(column, size)
    if size < _MIN_SIZE_OF_CORNERS or max(lines) > width:
        return None
    top, left = (0 if each < size // 2 else size - width - 1 for each in (row, column))
    corner = rectangle_point_set(point_at(top, left, size), point_at(top + width, left + width, size), size)
    own, other = (move.before.stones(each) & corner for each in (move.color, move.color.opponent))
    if not own and not other:
        return "takes an empty corner" if all(line in _CORNER_LINES for line in lines) else None
    if own:
        is_enclosed = not other and own.bit_count() == 1 and all(line in _CORNER_LINES for line in lines)
        return "encloses the corner" if is_enclosed else None
    if lines == (3, 3):
        inward = point_at(row + (1 if top == 0 else -1), column + (1 if left == 0 else -1), size)
        return "invades the corner" if other >> inward & 1 else None
    near, touching = (points_near(move.point, distance, size) & other for distance in (_MAX_APPROACH, 1))
    return "approaches the opponent's corner" if near and not touching else None


def _extension_claim(move: MoveOnBoard) -> str | None:
    """Return that a move extends along a side from an own stone, with nothing between them or beside them."""
    board, size = move.before, move.before.geometry.size
    stride = size + 1
    row, column = divmod(move.point, stride)
    occupied = board.black | board.white
    beside = board.neighbors_of_points(1 << move.point)
    if beside & occupied or board.neighbors_of_points(beside) & board.stones(move.color.opponent):
        return None
    for line, step, at in ((_line(row, size), 1, column), (_line(column, size), stride, row)):
        if line not in _EXTENSION_LINES or _line(at, size) < _MIN_LINE_ALONG_SIDE:
            continue
        for sign, room in ((1, size - 1 - at), (-1, at)):
            steps = [sign * step * each for each in range(1, min(room, _MAX_EXTENSION) + 1)]
            nearest = next((each for each in steps if occupied >> move.point + each & 1), 0)
            is_own = board.color_at(move.point + nearest) is move.color
            if is_own and abs(nearest) >= _MIN_EXTENSION * step:
                return "extends along the side"
    return None


def gain_claim(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return which stones nearby a move makes stronger or weaker, or where it gains points; None if unclear.

    owners_after_pass, owners -- as for `life_claims`.
    """
    changes, near = [], points_near(move.point, _MAX_DISTANCE_CHANGED, move.position.size)
    for color, verb in ((move.color.opponent, "weakens"), (move.color, "strengthens")):
        for chain in move.before.chains(color):
            then = mean_ownership(owners, chain, move.color)
            before = mean_ownership(owners_after_pass, chain, move.color)
            change, is_lost = then - before, then <= 0 if color is move.color else before >= _LEANING
            if not chain & near or not chain & move.after.stones(color) or change <= _MIN_CHANGE:
                continue
            if chain.bit_count() >= _MIN_STONES_CHANGED and not is_lost:
                changes.append((change * chain.bit_count(), verb, color, chain))
    if changes:
        _, verb, color, chain = max(changes)
        stones, size = pluralize(chain.bit_count(), "stone"), move.position.size
        return f"{verb} {color}'s {stones} at {format_vertex(first_point(chain), size)}"
    if mean_ownership(owners, move.own_chain, move.color) < 0:
        return None
    return _region_claim(move, owners_after_pass, owners)


def _region_claim(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return that a move gains points in its part of the board, None if it gains little there."""
    size, sign = move.position.size, -1 if move.color else 1
    if size < _MIN_SIZE_OF_CORNERS:
        return None
    here = _region(move.point, size)
    gain = sum(
        sign * (share - owners_after_pass.get(point, 0.0))
        for point, share in owners.items()
        if _region(point, size) == here
    )
    return f"gains points {here}" if gain >= _MIN_REGION_GAIN else None


def _region(point: Point, size: int) -> str:
    """Return the part of the board in which a point lies, in words."""
    row, column = divmod(point, size + 1)
    return _REGIONS[3 * row // size][3 * column // size]


def area_claim(
    move: MoveOnBoard, owners_after_pass: Mapping[Point, float], owners: Mapping[Point, float]
) -> str | None:
    """Return whose area a move secures or reduces, if its surroundings belong to one color and change.

    owners_after_pass, owners -- as for `life_claims`.
    """
    color, near = move.color, points_near(move.point, _SURROUNDINGS, move.position.size)
    share = mean_ownership(owners_after_pass, near, color)
    gained = near.bit_count() * (mean_ownership(owners, near, color) - share)
    if gained < _MIN_AREA_CHANGED:
        return None
    if share > _LEANING:
        return f"secures {color}'s area"
    return f"reduces {color.opponent}'s area" if share < -_LEANING else None


def shape_claim(move: MoveOnBoard) -> str | None:
    """Return how a move touches a stone of the opponent or leaves an own stone, None if it does neither."""
    board, size, opponent = move.before, move.position.size, move.color.opponent
    own, beside = board.stones(move.color), board.neighbors_of_points(1 << move.point)
    touched, around = beside & board.stones(opponent), points_near(move.point, 1, size)
    joined = sorted(map(first_point, move.joined_chains()))
    if len(joined) > 1:
        return f"joins the stones at {join_words([format_vertex(each, size) for each in joined])}"
    if joined:
        return f"extends from {_first_vertex(beside & own, size)}"
    for corner in iter_points(around & own):
        shared = beside & board.neighbors_of_points(1 << corner)
        if (shared & touched).bit_count() == 1 and shared & board.empty_points:
            return f"bends around {opponent}'s stone at {_first_vertex(shared & touched, size)}"
    if touched:
        at = _first_vertex(touched, size)
        return None if around & own else f"attaches to {opponent}'s stone at {at}"
    free = beside & board.empty_points
    diagonal, jump = around & own, board.neighbors_of_points(free) & own
    knight = points_near(move.point, 2, size) & board.neighbors_of_points(around & board.empty_points) & own
    knight &= ~board.neighbors_of_points(beside)
    ways = (("makes a diagonal move", diagonal), ("jumps", jump), ("makes a knight's move", knight))
    return next((f"{verb} from {_first_vertex(stones, size)}" for verb, stones in ways if stones), None)


def _first_vertex(points: int, size: int) -> str:
    return format_vertex(first_point(points), size)


def _line(index: int, size: int) -> int:
    """Return the line of a row or column, counted from the nearer edge, from 1."""
    return min(index, size - 1 - index) + 1
