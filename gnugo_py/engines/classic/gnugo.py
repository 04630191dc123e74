"""GNU Go 1.1 of 1989: how the program chooses a move, under the names of the original's functions.

`genmove` always asks three finders, in this order; each proposes at most one move, with a value above 0:

    findwinner  "attack"   capture a chain of the user that has one to three liberties, or take a liberty
    findsaver   "defend"   give more liberties to a chain of its own that has one to three
    findpatn    "pattern"  the opening book (`opening`, `openregion`), then local patterns (`matchpat`)

The highest value wins; of equal values, the earlier finder. Without a proposal, the move is random. The
program looks at most two stones ahead, and has no idea of territory or of life and death.

"Computer" is the color to move, "user" the other one. A set of points is an integer, and a loop over it goes
in board order: row by row from the upper left corner. Where the other functions of the original are, such as
`suicide`, `sethand` and `findcolor`: see the table in `docs/classic.md`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from gnugo_py.engines.classic.pattern_files import BookNode, PatternFiles, PatternPointKind, orient
from gnugo_py.engines.engine import Decision, Reason
from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import first_point, iter_points, point_at, rectangle_point_set, row_and_column
from gnugo_py.games.types import PASS, PLAYS, Color, Play, Point

MAX_TRIES = 400
"""The number of the last random point, which is drawn but never played (MAXTRY)."""
BOOK_VALUE = 80
CORNERS, EDGES = ("NW", "SW", "NE", "SE"), ("N", "S", "W", "E")


class ClassicMemory(NamedTuple):
    """What the program remembers from one of its moves to the next.

    The game itself supplies the rest: stones, captures, the point of a single capture, and the board on which
    the computer's liberties were last counted (`examboard`).

    seed            -- the seed of the random numbers; in the original, the microseconds of the clock.
    random_state    -- the last random number; at the start, the seed.
    untried_regions -- the corners and edges that the opening book has not tried yet, in its order.
    is_continuing   -- whether the book is in the middle of a corner sequence.
    book_node       -- the number of the current node in the opening tree.
    orientation     -- the corner to which the tree is mirrored: 0 NW, 1 SW, 2 NE, 3 SE.
    """

    seed: int
    random_state: int
    untried_regions: tuple[str, ...] = CORNERS + EDGES
    is_continuing: bool = False
    book_node: int = 0
    orientation: int = 0

    @classmethod
    def initial(cls, seed: int) -> ClassicMemory:
        """Return the memory at the start of a game."""
        return cls(seed, seed)


class AttackReason(NamedTuple):
    """The stone at which `findwinner` starts, its liberties, the reply or None, and the reply's liberties."""

    stone: Point
    liberties: int
    reply: Point | None = None
    left: int = 0


class DefenseReason(NamedTuple):
    """The stone at which `findsaver` starts, the liberties counted for it, and those after the move."""

    stone: Point
    liberties: int
    gained: int


class BookReason(NamedTuple):
    """The corner or edge that the book opens, or `continue`; the name of the move, empty on an edge."""

    region: str
    name: str


class PatternReason(NamedTuple):
    """The pattern that matches, its index from 0, its orientation, the stone on its anchor, and the bonus."""

    name: str
    pattern_index: int
    orientation: int
    anchor: Point
    line_bonus: int


class GnuGo:
    """One decision. The attributes stand for the original's global variables; those of the memory change.

    stones -- the stones of Black and of White.
    chains -- the chains of Black and of White, with their liberties (`eval`).
    counted -- for each color, the results of `countlib` so far.
    ko     -- the point where the user's last stone captured exactly one stone, as a set; else empty.
    """

    def __init__(self, position: GoPosition, memory: ClassicMemory, pattern_files: PatternFiles) -> None:
        self.position, self.pattern_files = position, pattern_files
        self.computer, self.user = position.to_move, position.to_move.opponent
        self.board, self.size, self.geometry = position.board, position.size, position.board.geometry
        self.stones, self.empty = (self.board.black, self.board.white), self.board.empty_points
        self.chains = [[*self.board.chains_with_liberties(color)] for color in Color]
        self.chain_by_stone = [self.eval(chains) for chains in self.chains]
        self.counted: tuple[dict[Point, int], dict[Point, int]] = {}, {}
        single_capture = position.last_single_capture[self.computer]
        self.ko = 0 if single_capture is None else 1 << single_capture
        self.seed, self.random_state, self.untried_regions = memory[:3]
        self.is_continuing, self.book_node, self.orientation = memory[3:]

    def genmove(self) -> Decision[ClassicMemory]:
        """Choose the computer's move.

        All three finders are always asked: the book spends its regions and its random numbers also when
        another finder wins. The original does not apply the rules to its own move. Only `findopen` keeps it
        from retaking a ko, and a move of the book may be a suicide, which stays until the user's next stone.
        """
        results = self.findwinner(), self.findsaver(), self.findpatn()
        reasons = [result for result in results if result is not None] or [self.random_move()]
        point = max(reasons, key=attrgetter("value")).point  # the first of equal values
        book = self.untried_regions, self.is_continuing, self.book_node, self.orientation
        memory = ClassicMemory(self.seed, self.random_state, *book)
        return Decision(PASS if point is None else PLAYS[point], tuple(reasons), memory)

    @staticmethod
    def eval(chains: list[tuple[int, int]]) -> dict[Point, tuple[int, int]]:
        """Return, for each stone, its chain and the liberties, of which the original notes the number."""
        chain_by_stone = {}
        for each in chains:
            rest = each[0]
            while rest:
                stone = rest.bit_length() - 1
                chain_by_stone[stone] = each
                rest ^= 1 << stone
        return chain_by_stone

    def examboard(self) -> Board:
        """Return the board on which the liberties of the computer's stones were last counted.

        In the original, `examboard` counts the liberties of the stones of one color, removes those without
        liberties all at once, and notes the point if it removes exactly one stone. The computer's stones are
        examined after each *stone* of the user, but not after a pass. Then `findsaver` works with the old
        numbers, and the stones that the computer has placed since count as having none. Before the user's
        first stone, no stone has a number.

            4 - - - -    The user (O) has played C2, the computer (X) C3, and the user has passed. The old
            3 - X X -    number of B3 is 3 (A3, B4, C3), although its chain now has 4 liberties. C3 has no
            2 - O O -    number.
            1 - - - -
              A B C D
        """
        earlier: GoPosition | None = self.position
        while earlier is not None and earlier.previous is not None:
            if isinstance(earlier.last_move, Play) and earlier.previous.to_move is self.user:
                return earlier.board
            earlier = earlier.previous
        return Board.empty(self.size)

    def findwinner(self) -> Reason | None:
        """Return the best attack on a chain of the user with one to three liberties, or None.

        The original tries every stone of the user in board order, and keeps the first of equal values. Here,
        the chains come by the highest value that they can have, and those that can have only less than the
        best one are left out.
        """
        chains = [
            (self._highest_attack(liberties), chain, liberties)
            for chain, liberties in self.chains[self.user]
            if 1 <= liberties.bit_count() <= 3
        ]
        attacks, best_value = list[Reason](), 0
        for highest, chain, liberties in sorted(chains, reverse=True):
            if highest < best_value:
                break
            if (found := self.attack(chain, liberties)) is not None:
                attacks.append(found)
                best_value = max(best_value, found.value)
        attacks.sort(key=attrgetter("data.stone"))
        return max(attacks, key=attrgetter("value"), default=None)

    def _highest_attack(self, liberties: int) -> int:
        """Return a value that no attack on a chain with some liberties exceeds; see `attack`."""
        if not liberties & (liberties - 1):
            return 120
        return 140 - 20 * min(self.count(reply, self.user) for reply in iter_points(liberties))

    def attack(self, chain: int, liberties: int) -> Reason | None:
        """Return the best attack on a chain of the user, from any of its stones.

        If the chain has one liberty, a move there is worth 120. If it has two or three, each entry of the
        list from `findopen` is tried as the move, and each *other* entry as the user's reply, in this order.
        With `n1` the liberties of the move before it is played (`count`), and `n2` those of the reply after
        it, the value is 120 - 20 * n2; but 0 if n1 is 0, or if n1 is 1 and n2 is above 0. A value of 0 or
        less is no proposal.
        """
        minlib = liberties.bit_count()
        if minlib == 1:
            stone = first_point(chain)
            found = self.findopen(stone, 1)
            return Reason("attack", found[0], 120, AttackReason(stone, 1)) if found else None
        best, best_value = None, 0
        for stone in iter_points(chain):
            found = self.findopen(stone, minlib)
            for move, reply in permutations(found, 2) if len(found) == minlib else ():
                n1 = self.count(move, self.computer)
                n2 = (self.countlib(reply, self.user) & ~(1 << move)).bit_count()
                value = 0 if n1 == 0 or (n1 == 1 and n2 > 0) else 120 - 20 * n2
                if value > best_value:
                    best = Reason("attack", move, value, AttackReason(stone, minlib, reply, n2))
                    best_value = value
        return best

    def findopen(self, stone: Point, minlib: int) -> tuple[Point, ...]:
        """Return the first `minlib` empty points of a `walk` through the chain of a user's stone.

        The ko point is left out. A point that touches two stones of the chain can be listed twice, as the
        original does not check this: then another liberty is missing, and one point can be both the move and
        the reply. A stone whose list stays shorter than `minlib` yields no attack.
        """
        return tuple(islice(self.walk(stone, self.user, self.empty & ~self.ko), minlib))

    def findsaver(self) -> Reason | None:
        """Return the best move for a chain of the computer counted with one to three liberties, or None.

        The original tries all stones with one liberty in board order, then those with two, then those with
        three, and keeps the first of equal values. The numbers are those of the last `examboard`: chains may
        have been joined since, and then stones with one liberty can each yield another move.
        """
        counted, chains = self.examboard(), iter(self.chains[self.computer])
        if counted != self.board:
            chains = counted.chains_with_liberties(self.computer)
        stones = defaultdict[int, int](int)
        for chain, liberties in chains:
            stones[liberties.bit_count()] |= chain & self.stones[self.computer]
        best = None
        for minlib in (1, 2, 3):
            rest = stones[minlib]
            while rest:
                stone = first_point(rest)
                best = self.findnextmove(stone, minlib, best.value if best else 0) or best
                rest &= ~(1 << stone if minlib == 1 else self.chain_by_stone[self.computer][stone][0])
        return best

    def findnextmove(self, stone: Point, minlib: int, least: int) -> Reason | None:
        """Return the liberty of a stone's chain with the highest value (`fval`), if it is above `least`.

        The first of equal values in the `walk` wins. If the stone was counted with one liberty, only the
        first point of the walk is considered, whatever it is worth.
        """
        walk = self.walk(stone, self.computer, self.empty)
        liberties = iter_points(self.chain_by_stone[self.computer][stone][1])
        points = list(islice(walk, 1) if minlib == 1 else liberties)
        newlib = max((self.count(point, self.computer) for point in points), default=0)
        value = self.fval(newlib, minlib)
        if value <= least:
            return None
        if minlib > 1:
            points = [point for point in walk if self.count(point, self.computer) == newlib]
        return Reason("defend", points[0], value, DefenseReason(stone, minlib, newlib))

    @staticmethod
    def fval(newlib: int, minlib: int) -> int:
        """Return the value of a move that changes `minlib` liberties to `newlib`; -1 if it adds none."""
        return -1 if newlib <= minlib else 40 + (newlib - minlib - 1) * 50 // minlib**3

    def findpatn(self) -> Reason | None:
        """Return a move of the opening book, worth 80, or else of the best local pattern, or None.

        1. In the middle of a corner sequence, take a step (`opening`) and play its point if that is empty.
           If it is not, the sequence ends.
        2. Try the untried corners NW, SW, NE, SE, then the edges N, S, W, E, until one is open
           (`openregion`). Each is tried once in a game, and is spent even if it is not open. In a corner,
           take a step from the root, ignore its point, take another step, and play that. On an edge, play
           the middle of the fourth line. Without an opening file, the edges are not tried, either.
        3. Try the local patterns (`matchpat`).
        """
        if self.is_continuing and self.pattern_files.opening:
            point, node = self.opening()
            self.is_continuing = bool(node.children and self.empty >> point & 1)
            if self.empty >> point & 1:
                return Reason("pattern", point, BOOK_VALUE, BookReason("continue", node.name))
        while self.untried_regions and self.pattern_files.opening:
            region, self.untried_regions = self.untried_regions[0], self.untried_regions[1:]
            if not self.openregion(region):
                continue
            if region in EDGES:
                return Reason("pattern", edge_point(region, self.size), BOOK_VALUE, BookReason(region, ""))
            self.book_node, self.orientation = 0, CORNERS.index(region)
            self.opening()
            point, node = self.opening()
            if self.empty >> point & 1:  # always, unless a user's opening file leaves the 6x6 points
                self.is_continuing = bool(node.children)
                return Reason("pattern", point, BOOK_VALUE, BookReason(region, node.name))
        return self.matchpat()

    def matchpat(self) -> Reason | None:
        """Return the move of the best local pattern, or None.

        Each pattern is tried in its 4 or 8 orientations at each stone of the computer, which lies on the
        anchor: here at all stones at once, of which those remain at which all points are as required. They
        must be on the board: empty, the computer's or the user's, and some of them on the first line. A
        stone on the move must have two or more liberties (`count`). The value is the weight of the pattern;
        those that extend, numbers 8 to 13 from 0, add the `line_bonus`. Of equal values, the earlier stone
        wins, then the earlier pattern, then the earlier orientation. The last pattern never matches: it
        declares more points than it has.
        """
        own, user, edge = self.stones[self.computer], self.stones[self.user], self.geometry.edge
        sets = (self.empty, user, own, self.empty, self.empty & edge, user & edge, own & edge)
        points_by_kind = [points << MARGIN for points in sets]
        best, best_order = None, (0, 0, 0, 0)  # value (negated), stone, pattern, orientation
        for highest, number, orientation, stones, required, to_move in placements(
            self.pattern_files, self.size
        ):
            if -highest > best_order[0]:
                break
            for kind, distance in required:
                stones &= points_by_kind[kind] >> distance
                if not stones:
                    break
            else:
                pattern = self.pattern_files.patterns[number]
                for stone in iter_points(stones):
                    move = stone + to_move
                    bonus = line_bonus(move, self.size) if pattern.has_line_bonus else 0
                    order = (-pattern.weight - bonus, stone, number, orientation)
                    if order < best_order and self.count(move, self.computer) >= 2:
                        data = PatternReason(pattern.name, number, orientation, stone, bonus)
                        best, best_order = Reason("pattern", move, pattern.weight + bonus, data), order
        return best

    def opening(self) -> tuple[Point, BookNode]:
        """Return the point of the current node of the opening tree, and the node; go to a random follower.

        The point is mirrored to the corner of the sequence without a look at the board. Which follower comes
        next is a random number modulo their number. A node without followers ends the sequence; no number is
        drawn.
        """
        node, last = self.pattern_files.opening[self.book_node], self.size - 1
        row = last - node.row if self.orientation in (1, 3) else node.row
        column = last - node.column if self.orientation in (2, 3) else node.column
        if node.children:
            self.book_node = node.children[self.random() % len(node.children)]
        return point_at(row, column, self.size), node

    def openregion(self, region: str) -> bool:
        """Return whether a corner (6x6 points) or an edge (see `region_points`) has no stone."""
        return not region_points(region, self.size) & (self.board.black | self.board.white)

    def random_move(self) -> Reason:
        """Return a random move, and as its value the number of points drawn; after 400 points, a pass.

        The row of a point is drawn before its column. The point must be empty, a stone there must have two or
        more liberties (`count`), and it must not be an eye of the computer (`fioe`). The 400th point is
        drawn, but never played.
        """
        for tries in range(1, MAX_TRIES + 1):
            row = self.axis()
            point = point_at(row, self.axis(), self.size)
            is_free = self.empty >> point & 1 and not self.fioe(point)
            if is_free and tries < MAX_TRIES and self.count(point, self.computer) >= 2:
                return Reason("random", point, tries)
        return Reason("random", None, MAX_TRIES)

    def axis(self) -> int:
        """Return a random row or column.

        The first number is rejected on the two outer lines of both sides and in the center (lines 6 to 12 of
        0 to 18), the second on the outer lines only. The third is taken as it comes.
        """
        line, last = self.random() % self.size, self.size - 3
        if not 2 <= line <= last or 5 < line < self.size - 6:
            line = self.random() % self.size
            if not 2 <= line <= last:
                line = self.random() % self.size
        return line

    def fioe(self, point: Point) -> bool:
        """Return whether a move fills an own eye: every neighbor on the board is a stone of the computer."""
        return not self.geometry.neighbors[point] & ~self.stones[self.computer]

    def count(self, point: Point, color: Color) -> int:
        """Return how many liberties a stone of a color has, or would have, on a point; captures are ignored.

        These are the empty points beside it and beside all stones of the color that are connected to it, each
        counted once. The point itself does not count.
        """
        return self.countlib(point, color).bit_count()

    def countlib(self, point: Point, color: Color) -> int:
        """Return the set of the liberties that `count` counts."""
        counted = self.counted[color]
        if point not in counted:
            liberties, known = self.geometry.neighbors[point] & self.empty, self.chain_by_stone[color]
            for near in self.geometry.adjacent[point]:
                if near in known:
                    liberties |= known[near][1]
            counted[point] = liberties & ~(1 << point)
        return counted[point]

    def walk(self, stone: Point, color: Color, empty: int) -> Iterator[Point]:
        """Yield the points of `empty` beside a chain: depth first from a stone, north, south, west, east.

        Each stone is entered once, when it is met (the original marks it). An empty point is yielded once for
        every stone that it touches.
        """
        adjacent, unmarked = self.geometry.adjacent, self.stones[color] & ~(1 << stone)
        path = [iter(adjacent[stone])]
        while path:
            for near in path[-1]:
                if empty >> near & 1:
                    yield near
                elif unmarked >> near & 1:
                    unmarked ^= 1 << near
                    path.append(iter(adjacent[near]))
                    break
            else:
                path.pop()

    def random(self) -> int:
        """Return the next random number from the last one: times 137, modulo 3833; 0 to 3832.

        As in C, a product that is too large, that of a large seed, wraps to a signed 32-bit integer. The
        remainder has its sign, and the number is its absolute value. After 0, the next number is the seed
        itself, which may be larger. Only `opening` and the random move draw numbers.
        """
        if self.random_state == 0:
            self.random_state = self.seed
        else:
            product = self.random_state * 137
            if product >= 2**31:
                product = (product + 2**31) % 2**32 - 2**31
            self.random_state = abs(product) % 3833
        return self.random_state


Placement: TypeAlias = tuple[int, int, int, int, tuple[tuple[int, int], ...], int]
RAREST_FIRST = (6, 5, 2, 1, 4, 3, 0)
"""The kinds of points, those with the fewest points first."""
MARGIN = 256
"""How far sets of points are shifted in `matchpat`, so that no distance from a stone is negative."""


@cache
def placements(pattern_files: PatternFiles, size: int) -> list[Placement]:
    """Return the patterns in all their orientations on boards of a size, the highest possible values first.

    A placement contains that value; the number of the pattern and of the orientation; the points that the
    anchor can have so that all points are on the board; the kind of each point and its distance from the
    anchor, plus `MARGIN`; and the distance of the move.
    """
    result: list[Placement] = []
    by_value = sorted(enumerate(pattern_files.patterns), key=lambda each: -each[1].highest_value)
    for number, pattern in by_value:
        for orientation in range(0 if pattern.is_disabled else pattern.n_orientations):
            points = [(int(kind), *orient(orientation, dx, dy)) for dx, dy, kind in pattern.points]
            points.sort(key=lambda point: RAREST_FIRST.index(point[0]))
            columns, rows = [dx for _, dx, _ in points], [dy for _, _, dy in points]
            if max(max(columns) - min(columns), max(rows) - min(rows)) < size:
                upper_left = point_at(-min(rows), -min(columns), size)
                lower_right = point_at(size - 1 - max(rows), size - 1 - max(columns), size)
                anchors = rectangle_point_set(upper_left, lower_right, size)
                distances = [(kind, point_at(dy, dx, size)) for kind, dx, dy in points]
                to_move = next(distance for kind, distance in distances if kind == PatternPointKind.MOVE)
                required = tuple((kind, MARGIN + distance) for kind, distance in distances)
                result.append((pattern.highest_value, number, orientation, anchors, required, to_move))
    return result


def line_bonus(point: Point, size: int) -> int:
    """Return the bonus for a row plus that for a column: from the nearer edge -1, -1, 1, 1, and then 0."""
    lines = (min(line, size - 1 - line) for line in row_and_column(point, size))
    return sum((-1, -1, 1, 1)[line] for line in lines if line < 4)


def edge_point(region: str, size: int) -> Point:
    """Return the middle of the fourth line of an edge."""
    row, column = {"N": 3, "S": size - 4}, {"W": 3, "E": size - 4}
    return point_at(row.get(region, size // 2), column.get(region, size // 2), size)


@cache
def region_points(region: str, size: int) -> int:
    """Return the points of a corner, or of an edge: 5 lines deep, on 19x19 from line 6 to 11 of 0 to 18."""
    low, high = sorted((6, max(size - 8, 0)))
    depth = 6 if region in CORNERS else 5
    near, far = (0, depth - 1), (max(size - depth, 0), size - 1)
    top, bottom = near if "N" in region else far if "S" in region else (low, high)
    left, right = near if "W" in region else far if "E" in region else (low, high)
    return rectangle_point_set(point_at(top, left, size), point_at(bottom, right, size), size)
