"""The game of Hex, an implementation of `core.game.Game`, and its SGF codec.

A file names cells as SGF specifies or, in files of Little Golem, by pairs of letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import ClassVar, cast

from gnugo_py.core.base_game import BaseGame
from gnugo_py.core.base_sgf_codec import BaseSgfCodec
from gnugo_py.core.bitboard import iter_points, point_set_from_points
from gnugo_py.core.game import GtpCommandSequence, PositionMarks
from gnugo_py.core.options import CommandLineOption, FormField, check_size
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfCodec, SgfProperties
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import RESIGN, Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.games.hex.position import (
    HEX_FIRST_MOVE_RULES,
    SWAP_PIECES,
    SWAP_SIDES,
    HexPosition,
    forbidden_first_move_points,
    shortest_winning_chain,
    stones_to_connect,
    transpose_point,
)

_SWAP_WORDS = {
    "swap": SWAP_PIECES,
    "swap-pieces": SWAP_PIECES,
    "swap-sides": SWAP_SIDES,
}
_INTRODUCTION = """\
Hex is played on a board of hexagonal cells.  Black and White take turns
placing a stone on any empty cell; stones never move and are never captured.
Black wins with a chain of touching stones from the top edge to the bottom
edge, White with one from the left edge to the right edge.  One of the two
always succeeds, so there are no draws.

A cell touches its neighbors in its own row, the two above it (straight up in
its column, and one to the right of that) and the two below it (straight down
in its column, and one to the left of that).

In text diagrams, X is Black and O is White.

Type a cell to place a stone there: a letter for the column and a number for
the row, like f6.  Moving first is an advantage.  Therefore the first stone may
not be in the center row or, with --first-move swap, White may answer it by
typing swap, which turns it into a white stone at its mirror image.  Type help
to see what else you can type."""

_FIRST_MOVE_NOTES = (
    "a first stone in the middle wins too easily, so it may not be placed there",
    "White may take over the first stone instead of answering it, to keep the game fair",
    "Black may start anywhere and has the advantage",
)


class Hex(BaseGame):
    """The game of Hex."""

    display_name: ClassVar[str] = "Hex"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black, top to bottom; O White, left to right; - empty"
    example_move: ClassVar[str] = "c2"
    sizes: ClassVar[tuple[int, ...]] = (5, 7, 9, 11, 13, 14, 19)
    default_size: ClassVar[int] = 11
    default_match_options: ClassVar[Mapping[str, object]] = {"first-move": "free"}

    @property
    def command_line_options(self) -> tuple[CommandLineOption, ...]:
        """The command-line options: board size and the rule for the first move."""
        help_text = (
            "Rule for the first stone. no-centre: not in the center row (default in play);"
            " swap: White may take it over; free: no restriction."
        )
        return (
            *super().command_line_options,
            CommandLineOption("first-move", help_text, str, choices=HEX_FIRST_MOVE_RULES),
        )

    @cached_property
    def sgf_codec(self) -> SgfCodec:
        """The codec that reads and writes games of Hex in SGF files."""
        return HexSgfCodec(self)

    def form_fields(self, options: Mapping[str, object]) -> tuple[FormField, ...]:
        """Return the form fields for board size and the rule for the first move."""
        rules = (
            ("not in the center row", "no-centre"),
            ("White may swap it", "swap"),
            ("anywhere", "free"),
        )
        return (
            *super().form_fields(options),
            FormField("first-move", "First stone", rules, 0, _FIRST_MOVE_NOTES),
        )

    def start(self, options: Mapping[str, object]) -> HexPosition:
        """Return an empty board.

        options -- `size`, 1 to 26 (default 11); `first-move`, `no-centre` (the default), `swap` or `free`.

        Raise UserError with a remedy if an option is invalid.
        """
        first_move = options.get("first-move") or HEX_FIRST_MOVE_RULES[0]
        if first_move not in HEX_FIRST_MOVE_RULES:
            raise UserError(
                f"the first-move rule is one of {', '.join(HEX_FIRST_MOVE_RULES)}, not {first_move}"
            )
        size = options.get("size", self.default_size)
        check_size(size)
        assert isinstance(size, int)
        return HexPosition.start(size, first_move)

    def options_of_position(self, position: Position) -> dict[str, object]:
        """Return the board size and the rule for the first move."""
        hex_position = _hex(position)
        return {"size": hex_position.size, "first-move": hex_position.first_move}

    def start_from_board(self, position: Position, cells: Mapping[Point, str], color: Color) -> HexPosition:
        """Return the start of a game from a board. Any board is valid."""
        before = _hex(position)
        black, white = (
            point_set_from_points(point for point, piece in cells.items() if piece == sign) for sign in "XO"
        )
        return HexPosition.from_stones(before.size, before.first_move, (black, white), color)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse a cell or a swap.

        Under the rule `swap`, the cell of Black's first stone also means a swap.
        """
        word, hex_position = text.strip().lower(), _hex(position)
        if word in _SWAP_WORDS:
            return Play((_SWAP_WORDS[word],))
        move = super().parse_move(text, position)
        is_swap = hex_position.first_move == "swap" and move == Play((hex_position.swappable_stone or 0,))
        return Play((SWAP_PIECES,)) if is_swap and hex_position.swappable_stone is not None else move

    def format_move(self, move: Move, position: Position) -> str:
        """Return the name of a cell, `swap-pieces` or `swap-sides`."""
        if isinstance(move, Play) and move.points[0] < 0:
            return {SWAP_PIECES: "swap-pieces", SWAP_SIDES: "swap-sides"}[move.points[0]]
        return super().format_move(move, position)

    def status_lines(self, position: Position, is_over: bool) -> tuple[str, ...]:
        """Return a line about the edges that each color joins and, if White may swap, a line that says so."""
        hex_position = _hex(position)
        lines: tuple[str, ...] = ("Black joins top and bottom, White left and right.",)
        if hex_position.first_move == "swap" and hex_position.swappable_stone is not None and not is_over:
            lines = ("White may type swap.", *lines)
        return lines

    def describe_effects(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return a sentence that names the new cell of the stone if the move is a swap, else no sentences."""
        if after.last_move != Play((SWAP_PIECES,)):
            return ()
        return (
            f"Black's stone is now White's, on {self.format_point(self.marks(after).last_move[0], after)}.",
        )

    def detail_lines(self, position: Position) -> tuple[str, ...]:
        """Return the move number and the rule for the first move."""
        names = {
            "no-centre": "first stone not in the center row",
            "swap": "swap",
            "free": "first stone anywhere",
        }
        return (*super().detail_lines(position), names[_hex(position).first_move])

    def score_lines(self, position: Position, dead: int) -> tuple[str, ...]:
        """Return how many stones each color still needs to join its edges, in sentences."""
        hex_position = _hex(position)
        if hex_position.outcome_without_count is not None:
            return (hex_position.outcome_without_count.sentence,)
        lines = []
        for color in Color:
            needed = stones_to_connect(hex_position, color)
            lines.append(
                f"{color} can no longer join its edges."
                if needed is None
                else f"{color} needs {pluralize(needed, 'more stone')} to join its edges."
            )
        return ("If the opponent does not answer:", *lines)

    def marks(self, position: Position) -> PositionMarks:
        """Return the marks of the board.

        They are the last move, the winning chain and, before the first move under the rule `no-centre`, the
        forbidden cells (in the field `ko`).
        """
        hex_position = _hex(position)
        move = hex_position.last_move
        last = move.points if isinstance(move, Play) else ()
        if (
            last == (SWAP_PIECES,)
            and hex_position.previous is not None
            and hex_position.previous.swappable_stone is not None
        ):
            last = (transpose_point(hex_position.previous.swappable_stone, hex_position.size),)
        is_barred = hex_position.first_move == "no-centre" and hex_position.number == 0
        barred = tuple(iter_points(forbidden_first_move_points(hex_position.size))) if is_barred else ()
        chain: tuple[Point, ...] = ()
        if hex_position.winner is not None:
            stones = hex_position.white if hex_position.winner else hex_position.black
            chain = tuple(shortest_winning_chain(stones, hex_position.size, hex_position.winner))
        return PositionMarks(tuple(point for point in last if point >= 0), (), barred, chain)

    def gtp_setup(self, start: Position) -> tuple[tuple[GtpCommandSequence, ...], ...]:
        """Return the GTP commands that set up a game: size and stones.

        The size is sent as one number or, to engines that refuse that form, as two.
        """
        hex_position = _hex(start)
        stones = [
            (color, points)
            for color, points in zip(Color, (hex_position.black, hex_position.white), strict=True)
        ]
        orders = tuple(
            f"play {color.name.lower()} {self.format_point(point, start)}"
            for color, points in stones
            for point in iter_points(points)
        )
        size = hex_position.size
        return (((f"boardsize {size}",), (f"boardsize {size} {size}",)), (("clear_board",),), (orders,))


def _hex(position: Position) -> HexPosition:
    return cast(HexPosition, position)


HEX = Hex()


_RESIGN_WORDS = ("resign", "forfeit")


class HexSgfCodec(BaseSgfCodec):
    """The codec for games of Hex.

    Little Golem writes points as pairs of letters, uses W for the color that moves first although that
    player's name is in PB, and names the game only in EV.
    """

    def __init__(self, game: BaseGame) -> None:
        super().__init__(game)
        self._game = game

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the board size (default 11) and the rule for the first move.

        The rule is `free` if the file does not name one of HEX_FIRST_MOVE_RULES.
        """
        named = (*root.get("RU", ()), "")[0].strip().lower()
        return {
            "size": 11,
            **super().read_options(root),
            "first-move": named if named in HEX_FIRST_MOVE_RULES else "free",
        }

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that B and W stand for."""
        if _is_little_golem(root):
            return {"B": Color.WHITE, "W": Color.BLACK}
        return super().letter_colors(root)

    def resolve_swap_kind(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move, or `swap-sides` for any swap after which the same color moves again.

        HexGui has long written `swap-pieces` for both kinds of swap.
        """
        is_swap = value.strip().lower().startswith("swap")
        return "swap-sides" if is_swap and next_side() is color else value

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse the name of a cell or, as in files of Little Golem, a pair of letters.

        Raise UserError if the cell is not on the board.
        """
        if text.isalpha() and len(text) == 2:
            return super().parse_point(text.lower(), position)
        try:
            move = BaseGame.parse_move(self._game, text, position)
        except IllegalMove as error:
            raise UserError(str(error)) from None
        assert isinstance(move, Play)
        return move.points[0]

    def format_point(self, point: Point, position: Position) -> str:
        """Return the name of a cell."""
        return self._game.format_point(point, position)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property: a cell, `swap-pieces`, `swap-sides` or `resign`.

        Raise UserError if the text is not a move or is a pass.
        """
        word = text.strip().lower()
        if word in _RESIGN_WORDS:
            return RESIGN
        if word.startswith("swap"):
            return self._game.parse_move(word, position)
        if not word or word == "pass":
            raise UserError("there is no passing in Hex")
        return Play((self.parse_point(word, position),))

    def play_recorded_move(self, position: Position, move: Move) -> Position:
        """Return the position after a move. Raise IllegalMove if it is not legal.

        In files, the players may also swap sides.
        """
        if move == Play((SWAP_SIDES,)) and cast(HexPosition, position).swappable_stone is not None:
            return position.play_unchecked(move)
        return super().play_recorded_move(position, move)

    def format_move(self, move: Move, position: Position) -> str:
        """Return the name of a cell, `swap-pieces` or `swap-sides`."""
        return self._game.format_move(move, position)

    def start_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the board size, the rule for the first move, and the stones of a setup."""
        properties = super().start_properties(start)
        return {
            "SZ": properties.pop("SZ"),
            "RU": [str(self._game.options_of_position(start)["first-move"])],
            **properties,
        }


def _is_little_golem(root: SgfProperties) -> bool:
    """Return whether a file is from Little Golem: it has no GM, and EV starts with `hex.`."""
    return not root.get("GM") and (*root.get("EV", ()), "")[0].lower().startswith("hex.")
