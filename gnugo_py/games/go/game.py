"""Go, as front ends see it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast

from gnugo_py.core.base_game import BoardGame
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import Grid
from gnugo_py.core.game import Ending, Marks, Orders
from gnugo_py.core.options import Field, Option, Question
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Notation
from gnugo_py.core.text import plain, several
from gnugo_py.core.types import PASS, IllegalMove, Mistake, Move, Pass, Play, Point, Side
from gnugo_py.games.go import options as asking
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition, Refusal
from gnugo_py.games.go.rules import rules_of
from gnugo_py.games.go.scoring import Count
from gnugo_py.games.go.vertex import SIZES, format_vertex, format_vertices, parse_vertex, point_at, row_column

INTRODUCTION = """\
Go is played on the crossings of the lines.  Black and White put down stones
in turn; stones do not move.  Stones of one colour that touch along a line are
a chain, and the empty points next to a chain are its liberties.  A chain that
loses its last liberty is taken off the board.  Whoever holds more of the
board at the end wins.

In a drawing X is Black and O is White.  The word learn leads to lessons.

Type a point to play there: a letter for the column and a number for the line,
like Q16.  There is no column I.  Type pass to give up a turn: the game is over
when both sides pass.  Type help for what else you can type.

Unless you choose another, your opponent is GNU Go 1.1, the free Go program of
1989, move for move.  It likes the corners, it does not look far ahead, and at
the end it asks you which stones are dead."""


LONGEST_GAME = 4
"""A game between programs ends after this many moves for every point of the board."""
_ANY_VERTEX = re.compile(r"([A-Za-z])\s*([0-9]{1,3})|([0-9]{1,3})\s*([A-Za-z])")


class Go(BoardGame):
    """The game of Go, on boards of 2 to 25 lines."""

    name: ClassVar[str] = "Go"
    introduction: ClassVar[str] = INTRODUCTION
    legend: ClassVar[str] = "X Black, O White, - empty, + a star point"
    example: ClassVar[str] = "Q16"
    sizes: ClassVar[tuple[int, ...]] = SIZES
    usual_size: ClassVar[int] = 19
    has_passes: ClassVar[bool] = True
    has_count: ClassVar[bool] = True
    between_programs: ClassVar[Mapping[str, object]] = {"rules": "chinese"}

    @property
    def options(self) -> tuple[Option, ...]:
        """Size, handicap, komi, rules and what may be otherwise in them."""
        return asking.OPTIONS

    @cached_property
    def notation(self) -> Notation:
        """Go in files."""
        from gnugo_py.games.go.sgf import GoNotation

        return GoNotation()

    def first_question(self) -> Question:
        """The size of the board."""
        return Question(
            "size",
            "Type 9 or 13 now for a smaller board than 19x19.",
            self.parse_size,
            "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.",
        )

    def questions(self, options: Mapping[str, object]) -> tuple[Question, ...]:
        """Handicap; `options` holds what is known."""
        return (asking.handicap_question(options),)

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """Board, handicap, rules and komi."""
        return asking.form(options)

    def start(self, options: Mapping[str, object]) -> GoPosition:
        """The first position of a game.

        options -- `size` 2 to 25 (19 is the default); `handicap` (0); `rules`, the name of a preset, or None
                   for the customary ones; `opponent`; and what `rules_of` takes besides.

        Raises Mistake, with the remedy, for what makes no game.
        """
        size = self.size_of(options)
        named = options.get("rules") or customary(options)
        rules = rules_of({**options, "size": size, "rules": named})
        return GoPosition.start(size, rules, cast(int, options.get("handicap", 0)))

    def bounded(self, start: Position) -> GoPosition:
        """The same start with a limit on the moves, where the rules have none."""
        go = _go(start)
        limit = go.rules.move_limit or LONGEST_GAME * go.size * go.size
        return go._replace(rules=go.rules._replace(move_limit=limit))

    def settings(self, position: Position) -> dict[str, object]:
        """Size, rules, komi and handicap."""
        go = _go(position)
        rules = go.rules
        return {"size": go.size, "rules": rules.name, "komi": rules.komi, "handicap": rules.handicap}

    def going_on(self, position: Position, side: Side) -> GoPosition:
        """The position with a side's turn; earlier passes do not end the game here."""
        go = _go(position)
        return (go.resumed() if go.over else go).with_to_move(side)

    def arranged(self, position: Position, cells: Mapping[Point, str], side: Side) -> GoPosition:
        """A game from stones.  Raises Mistake if a chain has no liberties."""
        go = _go(position)
        stones = {sign: sum(1 << point for point, found in cells.items() if found == sign) for sign in "XO"}
        board = Board(go.board.geometry, stones["X"], stones["O"])
        arranged = GoPosition.set_up(board, side, go.rules)
        if arranged.airless:
            raise Mistake("a chain would have no liberties")
        return arranged

    def parse_move(self, text: str, position: Position) -> Move:
        """The point a person wrote as a vertex, also as `D 4` or `16q`; or `pass`.

        Raises IllegalMove for a point that is not on the board, Mistake for what is none at all.
        """
        if text.strip().lower() == "pass":
            return PASS
        size = _go(position).size
        found = _ANY_VERTEX.fullmatch(text.strip())
        if found is None:
            return Play((parse_vertex(text, size),))
        try:
            return Play((parse_vertex((found[1] or found[4]) + (found[2] or found[3]), size),))
        except Mistake as error:
            raise IllegalMove(str(error)) from None

    def format_move(self, move: Move, position: Position) -> str:
        """A move as people write it: `Q16`, `pass`, `resign`."""
        if isinstance(move, Play):
            return format_vertex(move.points[0], _go(position).size)
        return "pass" if isinstance(move, Pass) else "resign"

    def format_point(self, point: Point, position: Position) -> str:
        """A point as a vertex."""
        return format_vertex(point, _go(position).size)

    def point_at(self, row: int, column: int, position: Position) -> Point:
        """The point of a grid's cell."""
        return point_at(row, column, _go(position).size)

    def cell_of(self, point: Point, position: Position) -> tuple[int, int]:
        """The (row, column) of a point."""
        return row_column(point, _go(position).size)

    def status(self, position: Position) -> tuple[str, ...]:
        """The stones each side has taken."""
        black, white = _go(position).prisoners
        return (f"Black has taken {black}, White {white}.",)

    def taken(self, position: Position) -> tuple[int, int]:
        """The stones each side has taken."""
        return _go(position).prisoners

    def details(self, position: Position) -> tuple[str, ...]:
        """Move number, rules, komi."""
        go = _go(position)
        extra = f" and {go.rules.compensation} for handicap" if go.rules.compensation else ""
        return (f"Move {go.number}", f"{go.rules.name} rules", f"Komi {plain(go.rules.komi)}{extra}")

    def estimate(self, position: Position) -> tuple[str, ...]:
        """The count as it would be now, dead stones as judged; that of 1989 where its rules are in force."""
        from gnugo_py.games.go.life import dead_stones
        from gnugo_py.games.go.scoring import count

        go = _go(position)
        dead = dead_stones(go.board)
        gone = format_vertices(dead, go.size) or "none"
        is_old = go.rules.scoring == "1989"
        modern = go.rules._replace(scoring="area") if is_old else go.rules
        kind = "territory" if modern.scoring.startswith("territory") else "area"
        told = f"Counted by {kind}; dead stones as judged: {gone}."
        lines = [*_as_it_stands(count(go.board, modern, dead, go.prisoners), go.over), told]
        if is_old:
            old = count(go.board, go.rules, dead, go.prisoners)
            lines += ["Counted as in 1989, the dead stones off:", *_as_it_stands(old, go.over)]
        return tuple(lines) if go.over else ("This is a guess, by the board as it stands.", *lines)

    def as_it_stands(self, position: Position) -> Grid:
        """The board with the dead stones as judged and whose territory is where."""
        return self.agreement(position, Side.BLACK).grid()

    def marks(self, position: Position) -> Marks:
        """The last stone, what it took, the point of a ko that may not be taken back now, chains in atari."""
        go = _go(position)
        move, before = go.last_move, go.previous
        threatened = tuple(points_of(_in_atari(go)))
        if not isinstance(move, Play) or before is None:
            return Marks(threatened=threatened)
        gone = (before.board.black | before.board.white) & go.board.vacant
        point = go.lone_capture[go.to_move]
        is_ko = point is not None and go.why_not(point) is Refusal.KO
        ko = (point,) if is_ko and point is not None else ()
        return Marks(move.points, tuple(points_of(gone)), ko, threatened=threatened)

    def about(self, point: Point, position: Position) -> str:
        """The chain of a stone: how many stones and liberties it has."""
        board = _go(position).board
        side = board.at(point)
        if side is None:
            return ""
        stones, liberties = board.chain(point).bit_count(), board.liberties(point).bit_count()
        free = several(liberties, "liberty", "liberties")
        return f"{side}'s chain of {several(stones, 'stone')}, {free}"

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """What a move did besides putting down a stone: the stones it took."""
        earlier, now = _go(before).prisoners, _go(after).prisoners
        return tuple(
            f"{side} takes {several(now[side] - earlier[side], 'stone')}."
            for side in Side
            if now[side] > earlier[side]
        )

    def ending(self, position: Position, first: Side) -> Ending:
        """The count of a game that has stopped; `first` fills the first neutral point."""
        from gnugo_py.games.go.counting import Count1989, Naming

        go = _go(position)
        if go.rules.scoring == "1989":
            return Count1989(go.rules, go.board, first, go.prisoners)
        return Naming.begun(go, first)

    def agreement(self, position: Position, first: Side) -> Ending:
        """The count with dead stones proposed by the program, whatever the rules."""
        from gnugo_py.games.go.counting import Agreement

        return Agreement.proposed(_go(position), first)

    def engine_setup(self, start: Position) -> tuple[tuple[Orders, ...], ...]:
        """Size, rules where an engine knows how to listen, komi, and the stones."""
        return engine_setup(_go(start))


def _in_atari(position: GoPosition) -> int:
    """The stones of chains with a single liberty."""
    board, found = position.board, 0
    for side in Side:
        for chain in board.chains(side):
            liberties = board.around(chain) & board.vacant
            if liberties & (liberties - 1) == 0:
                found |= chain
    return found


def _as_it_stands(counted: Count, is_over: bool) -> tuple[str, ...]:
    """A sum in words, what it comes to first; it does not speak of winning before the game is over."""
    *parts, result = counted.sum_in_words()
    winner = counted.outcome.winner
    if is_over:
        return (result, *parts)
    return (
        f"{winner} would win {counted.outcome.reason}." if winner is not None else "It would be a tie.",
        *parts,
    )


def customary(options: Mapping[str, object]) -> str:
    """The name of the rules where none are named: the original's own against it on 19x19, else Japanese."""
    own = options.get("opponent", "classic") == "classic" and options.get("size", 19) == 19
    return "gnugo-1.1" if own else "japanese"


def _go(position: Position) -> GoPosition:
    assert isinstance(position, GoPosition), "a position of another game"
    return position


GO = Go()

RULES_COMMANDS = {
    "kata-set-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "tromp-taylor",
        "itsyourturn": "japanese",
    },
    "kgs-rules": {
        "japanese": "japanese",
        "chinese": "chinese",
        "aga": "aga",
        "tromp-taylor": "new_zealand",
        "itsyourturn": "japanese",
    },
}
"""What engines call the rules, by the command that tells them."""


def engine_setup(start: GoPosition) -> tuple[tuple[Orders, ...], ...]:
    """The steps to tell an engine of a start, as `Game.engine_setup` has them."""
    black, white = (
        [format_vertex(point, start.size) for point in points_of(stones)]
        for stones in (start.board.black, start.board.white)
    )
    stones = (*(f"play black {vertex}" for vertex in black), *(f"play white {vertex}" for vertex in white))
    is_handicap = len(black) == start.rules.handicap >= 2 and not white
    handicap = ((f"set_free_handicap {' '.join(black)}",),) if is_handicap else ()
    name = start.rules.name
    rules = [(f"{command} {names[name]}",) for command, names in RULES_COMMANDS.items() if name in names]
    return (
        ((f"boardsize {start.size}",),),
        (("clear_board",),),
        (*rules, ()),
        ((f"komi {plain(start.rules.komi)}",),),
        (*handicap, stones),
    )
