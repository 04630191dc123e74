"""Go, as front ends see it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from gnugo_py.games.contract import Ending, IllegalMove, Move, Pass, Play, Point, Position, Side
from gnugo_py.games.questions import Field, Question, whole_number
from gnugo_py.go.board import points_of
from gnugo_py.go.handicap import most_stones
from gnugo_py.go.position import GoPosition
from gnugo_py.go.refusal import Refusal
from gnugo_py.go.rules import PRESETS, SIZES, preset
from gnugo_py.go.scoring import Count, plain
from gnugo_py.go.vertex import format_vertex, parse_vertex, point_at, row_column

INTRODUCTION = """\
Go is played on the crossings of the lines.  Black and White put down stones
in turn; stones do not move.  Stones of one colour that touch along a line are
a chain, and the empty points next to a chain are its liberties.  A chain that
loses its last liberty is taken off the board.  Whoever holds more of the
board at the end wins.

In a drawing of letters X is Black and O is White.

Type a point to play there: a letter for the column and a number for the line,
like Q16.  There is no column I.  Type pass to give up a turn: the game is over
when both sides pass.  Type help for what else you can type.

Unless you play a second person, your opponent is GNU Go 1.1, the free Go
program of 1989, move for move.  It likes the corners, it does not look far
ahead, and at the end it asks you which stones are dead."""


_ANY_VERTEX = re.compile(r"([A-Za-z])\s*([0-9]{1,3})|([0-9]{1,3})\s*([A-Za-z])")


@dataclass(frozen=True)
class Go:
    """The game of Go on 9x9, 13x13 and 19x19."""

    name: str = "Go"
    introduction: str = INTRODUCTION
    legend: str = "X Black, O White, - empty, + a star point"

    def first_question(self) -> Question:
        """The size of the board."""
        return Question(
            "size",
            "Type 9 or 13 now for a smaller board than 19x19.",
            _size,
            "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.",
        )

    def questions(self, options: Mapping[str, object]) -> tuple[Question, ...]:
        """What a new game needs to be told, handicap then side; `options` holds what is known."""
        most = most_stones(cast(int, options.get("size", 19)))
        return (
            Question(
                "handicap",
                f"Number of handicap stones (0 to {most})",
                lambda text: whole_number(text or "0", 0, most),
                "Handicap stones are Black's, on the board from the start, for the weaker player; then White"
                " moves first.",
            ),
        )

    def form(self, options: Mapping[str, object]) -> tuple[Field, ...]:
        """Board, opponent, colour, handicap, rules and komi; handicap depends on the board."""
        most = most_stones(cast(int, options.get("size", 19)))
        komis = ("0", "0.5", "3.5", "4.5", "5.5", "6.5", "7.5")
        return (
            Field("size", "Board", tuple((f"{size}x{size}", size) for size in SIZES), 2),
            Field("opponent", "Opponent", (("GNU Go 1.1", "classic"), ("a second person here", "human"))),
            Field("side", "You play", (("Black", Side.BLACK), ("White", Side.WHITE))),
            Field("handicap", "Handicap", tuple((str(number), number) for number in range(most + 1))),
            Field("rules", "Rules", (("customary", None), *((name, name) for name in PRESETS))),
            Field("komi", "Komi", (("as the rules say", None), *((komi, float(komi)) for komi in komis))),
        )

    def start(self, options: Mapping[str, object]) -> GoPosition:
        """The first position of a game.

        options -- `size` 9, 13 or 19 (the default); `handicap` (0); `rules`, the name of a preset, or None
                   for the customary ones; `komi`, or None for the rules' own; `opponent`.

        Raises ValueError, with the remedy, for what makes no game.
        """
        size = cast(int, options.get("size", 19))
        handicap = cast(int, options.get("handicap", 0))
        if size not in SIZES:
            raise ValueError(f"the board has 9, 13 or 19 lines a side, not {size}")
        rules = preset(cast("str | None", options.get("rules")) or customary(options), size, handicap)
        komi = options.get("komi")
        if komi is not None:
            rules = rules._replace(komi=cast(float, komi))
        return GoPosition.start(size, rules, handicap)

    def parse_point(self, text: str, position: Position) -> Point:
        """The point a person wrote as a vertex, also as `D 4` or `16q`.

        Raises IllegalMove for a point that is not on the board, ValueError for what is none at all.
        """
        size = _go(position).size
        found = _ANY_VERTEX.fullmatch(text.strip())
        if found is None:
            return parse_vertex(text, size)
        try:
            return parse_vertex((found[1] or found[4]) + (found[2] or found[3]), size)
        except ValueError as error:
            raise IllegalMove(str(error)) from None

    def format_move(self, move: Move, position: Position) -> str:
        """A move as people write it: `Q16`, `pass`, `resign`."""
        if isinstance(move, Play):
            return format_vertex(move.points[0], _go(position).size)
        return "pass" if isinstance(move, Pass) else "resign"

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

    def details(self, position: Position) -> tuple[str, ...]:
        """Move number, rules, komi."""
        go = _go(position)
        extra = f" and {go.rules.compensation} for handicap" if go.rules.compensation else ""
        return (f"Move {go.number}", f"{go.rules.name} rules", f"Komi {plain(go.rules.komi)}{extra}")

    def estimate(self, position: Position) -> tuple[str, ...]:
        """The count as it would be now, dead stones as judged; that of 1989 where its rules are in force."""
        from gnugo_py.go.life import dead_stones
        from gnugo_py.go.scoring import count

        go = _go(position)
        dead = dead_stones(go.board)
        named = " ".join(format_vertex(point, go.size) for point in points_of(dead)) or "none"
        is_old = go.rules.scoring == "1989"
        modern = go.rules._replace(scoring="area") if is_old else go.rules
        kind = "territory" if modern.scoring.startswith("territory") else "area"
        lines = [
            f"Dead stones as judged: {named}.",
            "",
            f"Counted by {kind}:",
            *_as_it_stands(count(go.board, modern, dead, go.prisoners), go.over),
        ]
        if is_old:
            old = count(go.board, go.rules, dead, go.prisoners)
            lines += ["", "Counted as in 1989, the dead stones off:", *_as_it_stands(old, go.over)]
        return tuple(lines) if go.over else ("The game is not finished: this is a guess.", "", *lines)

    def forbidden(self, position: Position) -> tuple[Point, ...]:
        """The point of the ko, if it may not be taken back now."""
        go = _go(position)
        point = go.lone_capture[go.to_move]
        if point is None or go.why_not(point) is not Refusal.KO:
            return ()
        return (point,)

    def report(self, before: Position, after: Position) -> tuple[str, ...]:
        """What a move did besides putting down a stone: the stones it took."""
        earlier, now = _go(before).prisoners, _go(after).prisoners
        return tuple(
            f"{side} takes {now[side] - earlier[side]} stone{'s' * (now[side] - earlier[side] > 1)}."
            for side in Side
            if now[side] > earlier[side]
        )

    def ending(self, position: Position, first: Side) -> Ending:
        """The count of a game that has stopped; `first` fills the first neutral point."""
        from gnugo_py.go.ending import Count1989, Naming

        go = _go(position)
        if go.rules.scoring == "1989":
            return Count1989(go.rules, go.board, first, go.prisoners)
        return Naming.begun(go, first)

    def agreement(self, position: Position, first: Side) -> Ending:
        """The count with dead stones proposed by the program, whatever the rules."""
        from gnugo_py.go.ending import Agreement

        return Agreement.proposed(_go(position), first)


def _size(text: str) -> int:
    """A size of board as a person types it.  Raises ValueError with those there are."""
    word = text.lower().partition("x")[0].strip()
    if word not in map(str, SIZES):
        raise ValueError("type 9, 13 or 19, or press Return for 19")
    return int(word)


def _as_it_stands(counted: Count, is_over: bool) -> tuple[str, ...]:
    """A sum in words that does not speak of winning before the game is over."""
    *parts, result = counted.sum_in_words()
    winner = counted.outcome.winner
    if is_over:
        return (*parts, result)
    return (
        *parts,
        f"{winner} would win {counted.outcome.reason}." if winner is not None else "It would be a tie.",
    )


def customary(options: Mapping[str, object]) -> str:
    """The name of the rules where none are named: the original's own against it on 19x19, else Japanese."""
    own = options.get("opponent", "classic") == "classic" and options.get("size", 19) == 19
    return "gnugo-1.1" if own else "japanese"


def _go(position: Position) -> GoPosition:
    assert isinstance(position, GoPosition), "a position of another game"
    return position


GO = Go()
