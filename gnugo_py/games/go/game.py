"""The game of Go, an implementation of `core.game.Game`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast

from gnugo_py.core.base_game import BaseGame
from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import GtpCommandSequence, InteractiveCount, PositionMarks
from gnugo_py.core.options import CommandLineOption, FormField, OptionQuestion
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfCodec
from gnugo_py.core.text import format_number, pluralize
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Pass, Play, Point, UserError
from gnugo_py.games.go import options as asking
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.ladders import catching_points
from gnugo_py.games.go.position import GoPosition, IllegalReason
from gnugo_py.games.go.rules import rules_from_options
from gnugo_py.games.go.scoring import score_board
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, format_vertex, format_vertices, parse_vertex

_INTRODUCTION = """\
Go is played on the intersections of the lines.  Black and White take turns
placing stones, which never move.  Stones of one color that touch along a line
form a chain, and the empty points next to a chain are its liberties.  A chain
that loses its last liberty is captured and removed.  The player who holds
more of the board at the end wins.

Type learn for lessons.

Type a point to play there: a letter for the column and a number for the line,
like Q16.  There is no column I.  Type pass to skip your turn; the game ends
when both players pass.  Type help to see what else you can type.

Unless you choose another opponent, you play against GNU Go 1.1, the free Go
program of 1989, reproduced move for move.  It likes the corners and does not
look far ahead, and at the end it asks you which stones are dead."""


_MAX_MATCH_MOVES_PER_POINT = 4
"""Move limit of a game between engines, in moves per point of the board."""
_ANY_VERTEX = re.compile(r"([A-Za-z])\s*([0-9]{1,3})|([0-9]{1,3})\s*([A-Za-z])")


class Go(BaseGame):
    """The game of Go, on boards of 2 to 25 lines."""

    display_name: ClassVar[str] = "Go"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black, O White, - empty, + a star point"
    example_move: ClassVar[str] = "Q16"
    sizes: ClassVar[tuple[int, ...]] = GO_BOARD_SIZES
    default_size: ClassVar[int] = 19
    can_pass: ClassVar[bool] = True
    has_count: ClassVar[bool] = True
    default_match_options: ClassVar[Mapping[str, object]] = {"rules": "chinese"}

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command-line options: size, handicap, komi, rules, and changes to the rules."""
        return asking.GO_OPTIONS

    @cached_property
    def sgf_codec(self) -> SgfCodec:
        """The codec that reads and writes games of Go in SGF files."""
        from gnugo_py.games.go.sgf import GoSgfCodec

        return GoSgfCodec(self)

    def board_size_question(self) -> OptionQuestion:
        """Return the question about the board size."""
        return OptionQuestion(
            "size",
            "Type 9 or 13 now for a board smaller than 19x19.",
            self.parse_size,
            "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.",
        )

    def questions(self, options: Mapping[str, object]) -> tuple[OptionQuestion, ...]:
        """Return the question about the handicap.

        options -- the options chosen so far.
        """
        return (asking.handicap_question(options),)

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form fields for board size, handicap, rules and komi."""
        return asking.form_fields(options, default_rules_name(options))

    def start(self, options: Mapping[str, object]) -> GoPosition:
        """Return the first position of a game.

        options -- `size`, 2 to 25 (default 19); `handicap` (0); `rules`, the name of a preset, or None for
                   that of `default_rules_name`; `opponent`; and the other options of `rules_from_options`.

        Raise UserError with a remedy if the options are invalid.
        """
        size = self.size_from_options(options)
        named = options.get("rules") or default_rules_name(options)
        rules = rules_from_options({**options, "size": size, "rules": named})
        return GoPosition.start(size, rules, cast(int, options.get("handicap", 0)))

    def with_move_limit(self, start: Position) -> GoPosition:
        """Return the same start with a move limit; a limit that the rules already have is kept."""
        go = _go(start)
        limit = go.rules.move_limit or _MAX_MATCH_MOVES_PER_POINT * go.size * go.size
        return go._replace(rules=go.rules._replace(move_limit=limit))

    def options_of_position(self, position: Position) -> dict[str, object]:
        """Return the size, rules, komi and handicap."""
        go = _go(position)
        rules = go.rules
        return {"size": go.size, "rules": rules.name, "komi": rules.komi, "handicap": rules.handicap}

    def with_play_resumed(self, position: Position, color: Color) -> GoPosition:
        """Return the position with `color` to move.

        Earlier passes no longer end the game; a resignation or the move limit still does.
        """
        go = _go(position)
        return (go.without_passes() if go.is_over else go).with_to_move(color)

    def start_from_board(self, position: Position, cells: Mapping[Point, str], color: Color) -> GoPosition:
        """Return the start of a game from a board. Raise UserError if a chain has no liberties."""
        go = _go(position)
        stones = {sign: sum(1 << point for point, piece in cells.items() if piece == sign) for sign in "XO"}
        board = Board(go.board.geometry, stones["X"], stones["O"])
        arranged = GoPosition.from_board(board, color, go.rules)
        if arranged.chains_without_liberties:
            raise UserError("a chain would have no liberties")
        return arranged

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse `pass` or a vertex; a vertex may also have the form `D 4` or `16q`.

        Raise IllegalMove if the point is not on the board, and UserError if the text is not a move.
        """
        if text.strip().lower() == "pass":
            return PASS
        size = _go(position).size
        match = _ANY_VERTEX.fullmatch(text.strip())
        if match is None:
            return Play((parse_vertex(text, size),))
        try:
            return Play((parse_vertex((match[1] or match[4]) + (match[2] or match[3]), size),))
        except UserError as error:
            raise IllegalMove(str(error)) from None

    def format_move(self, move: Move, position: Position) -> str:
        """Return a move as text: `Q16`, `pass` or `resign`."""
        if isinstance(move, Play):
            return format_vertex(move.points[0], _go(position).size)
        return "pass" if isinstance(move, Pass) else "resign"

    def format_point(self, point: Point, position: Position) -> str:
        """Return a point as a vertex."""
        return format_vertex(point, _go(position).size)

    def status_lines(self, position: Position, is_over: bool) -> tuple[str, ...]:
        """Return a line with the number of stones that each player has captured."""
        black, white = _go(position).prisoners
        return (f"Black has captured {black}, White {white}.",)

    def prisoners(self, position: Position) -> tuple[int, int]:
        """Return the numbers of stones captured by Black and by White."""
        return _go(position).prisoners

    def detail_lines(self, position: Position) -> tuple[str, ...]:
        """Return the move number, rules and komi."""
        go = _go(position)
        extra = f" and {go.rules.handicap_bonus} for handicap" if go.rules.handicap_bonus else ""
        return (
            f"Move {go.move_number}",
            f"{asking.RULES_TITLES.get(go.rules.name, go.rules.name)} rules",
            f"komi {format_number(go.rules.komi)}{extra}",
        )

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        """Return the score of the board as it stands, in sentences, the result first.

        dead -- the set of dead stones.

        Under the rules of 1989 the board is counted by area, and the count of 1989 follows.
        """
        go = _go(position)
        gone = format_vertices(dead, go.size) or "none"
        is_old = go.rules.scoring == "1989"
        modern = go.rules._replace(scoring="area") if is_old else go.rules
        kind = "territory" if modern.scoring.startswith("territory") else "area"
        *parts, result = score_board(go.board, modern, dead, go.prisoners).explain()
        lines = [result, *parts, f"Counted by {kind}; dead stones: {gone}."]
        if is_old:
            *parts, result = go.score(dead).explain()
            lines += ["By the count of 1989, with the dead stones removed:", result, *parts]
        return tuple(lines)

    def score_diagram(self, position: Position, dead: int) -> Diagram:
        """Return the board with dead stones and territory marked.

        dead -- the set of dead stones.
        """
        return _go(position).score(dead).diagram()

    def marks(self, position: Position) -> PositionMarks:
        """Return the marks of the board.

        They are the last move, the points of the captured stones, a point forbidden by ko, the stones of
        chains in atari, and those of chains that are caught in a ladder.
        """
        go = _go(position)
        move, before = go.last_move, go.previous
        in_atari, in_ladder = (tuple(iter_points(stones)) for stones in _stones_in_danger(go.board))
        if not isinstance(move, Play) or before is None:
            return PositionMarks(in_atari=in_atari, in_ladder=in_ladder)
        gone = (before.board.black | before.board.white) & go.board.empty_points
        point = go.last_single_capture[go.to_move]
        is_ko = point is not None and go.why_illegal_point(point) is IllegalReason.KO
        ko = (point,) if is_ko and point is not None else ()
        captured = tuple(iter_points(gone))
        return PositionMarks(move.points, captured, ko, in_atari=in_atari, in_ladder=in_ladder)

    def describe_point(self, point: Point, position: Position) -> str:
        """Return the number of stones and liberties of the chain at a point.

        Return an empty string if the point is empty.
        """
        board = _go(position).board
        color = board.color_at(point)
        if color is None:
            return ""
        stones, liberties = board.chain(point).bit_count(), board.liberties(point).bit_count()
        free = pluralize(liberties, "liberty", "liberties")
        return f"{color}'s chain of {pluralize(stones, 'stone')}, {free}"

    def describe_effects(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return how many stones a move captured, one sentence for each color that captured."""
        earlier, now = _go(before).prisoners, _go(after).prisoners
        return tuple(
            f"{color} captures {pluralize(now[color] - earlier[color], 'stone')}."
            for color in Color
            if now[color] > earlier[color]
        )

    def manual_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Return the final count in which the players name the dead stones.

        first -- the color that fills the first neutral point.
        dead  -- the set of stones that an engine considers dead; a note lists them.
        """
        from gnugo_py.games.go.interactive_counts import (  # not needed when a game begins
            ManualCount,
            ManualCount1989,
        )

        go = _go(position)
        if go.rules.scoring == "1989":
            return ManualCount1989(go.rules, go.board, first, go.prisoners)
        return ManualCount(go.rules, go.board, first, go.prisoners, judged=dead)

    def proposed_count(self, position: Position, first: Color, dead: int) -> InteractiveCount:
        """Return the final count that starts from proposed dead stones, under any rules.

        first -- the color that fills the first neutral point.
        dead  -- the proposed set of dead stones.
        """
        from gnugo_py.games.go.interactive_counts import ProposedCount

        go = _go(position)
        return ProposedCount(go.rules, go.board, first, go.prisoners, dead)

    def gtp_setup(self, start: Position) -> tuple[tuple[GtpCommandSequence, ...], ...]:
        """Return the GTP commands that set up a game: size, rules, komi and stones.

        Engines without a command for the rules play by their own rules.
        """
        return gtp_setup_commands(_go(start))


def _stones_in_danger(board: Board) -> tuple[int, int]:
    """Return the stones whose chains have at most one liberty, and those that are caught in a ladder."""
    in_atari = in_ladder = 0
    for color in Color:
        for chain, liberties in board.chains_with_liberties(color):
            if liberties & (liberties - 1) == 0:
                in_atari |= chain
            if catching_points(board, color, chain, liberties):
                in_ladder |= chain
    return in_atari, in_ladder


def default_rules_name(options: Mapping[str, object]) -> str:
    """Return the name of the default rules.

    The default rules are gnugo-1.1 for a game against classic on 19x19, and japanese for all other games.
    """
    own = options.get("opponent", "classic") == "classic" and options.get("size", 19) == 19
    return "gnugo-1.1" if own else "japanese"


def _go(position: Position) -> GoPosition:
    assert isinstance(position, GoPosition), "a position of another game"
    return position


GO = Go()

_GTP_RULES_NAMES = {
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
"""The engines' names for the rules, by the GTP command that sets the rules."""


def gtp_setup_commands(start: GoPosition) -> tuple[tuple[GtpCommandSequence, ...], ...]:
    """Return the GTP commands that set up a starting position, in the form that `Game.gtp_setup` returns."""
    black, white = (
        [format_vertex(point, start.size) for point in iter_points(stones)]
        for stones in (start.board.black, start.board.white)
    )
    stones = (*(f"play black {vertex}" for vertex in black), *(f"play white {vertex}" for vertex in white))
    is_handicap = len(black) == start.rules.handicap >= 2 and not white
    handicap = ((f"set_free_handicap {' '.join(black)}",),) if is_handicap else ()
    name = start.rules.name
    rules = [(f"{command} {names[name]}",) for command, names in _GTP_RULES_NAMES.items() if name in names]
    return (
        ((f"boardsize {start.size}",),),
        (("clear_board",),),
        (*rules, ()),
        ((f"komi {format_number(start.rules.komi)}",),),
        (*handicap, stones),
    )
