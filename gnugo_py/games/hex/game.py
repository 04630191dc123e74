"""The game of Hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from gnugo_py.core.game import CommandLineOption, FormField, Game, check_size
from gnugo_py.core.position import Position
from gnugo_py.core.sgf import GameSgf, SgfProperties
from gnugo_py.core.types import RESIGN, Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.games.hex.position import HEX_FIRST_MOVE_RULES, SWAP_SIDES, HexPosition

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


_RESIGN_WORDS = ("resign", "forfeit")


class HexSgf(GameSgf):
    """Games of Hex in SGF files, which name cells by a letter and a number.

    Little Golem writes points as pairs of letters, uses W for the color that moves first although that
    player's name is in PB, and names the game only in EV.
    """

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the board size (default 11) and the rule for the first move.

        The rule is `free` if the file does not name one of HEX_FIRST_MOVE_RULES.
        """
        named = (*root.get("RU", ()), "")[0].strip().lower()
        first_move = named if named in HEX_FIRST_MOVE_RULES else "free"
        return {**super().read_options(root), "first-move": first_move}

    def letter_colors(self, root: SgfProperties) -> Mapping[str, Color]:
        """Return the colors that B and W stand for, which are exchanged in files from Little Golem."""
        if not root.get("GM") and (*root.get("EV", ()), "")[0].lower().startswith("hex."):
            return {"B": Color.WHITE, "W": Color.BLACK}
        return super().letter_colors(root)

    def resolve_swap_kind(self, value: str, color: Color, next_side: Callable[[], Color | None]) -> str:
        """Return the value of a move, or `swap-sides` for any swap after which the same color moves again.

        HexGui has long written `swap-pieces` for both kinds of swap.
        """
        is_swap = value.strip().lower().startswith("swap")
        return "swap-sides" if is_swap and next_side() is color else value

    def parse_point(self, text: str, position: Position) -> Point:
        """Parse the name of a cell or, as in files of Little Golem, a pair of letters."""
        if text.isalpha() and len(text) == 2:
            return super().parse_point(text.lower(), position)
        try:
            move = Position.parse_partial_move(position, text)
        except IllegalMove as error:
            raise UserError(str(error)) from None
        assert isinstance(move, Play)
        return move.points[0]

    def format_point(self, point: Point, position: Position) -> str:
        """Return the name of a cell, or of a kind of swap."""
        return position.format_points((point,))

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property: a cell, `swap-pieces`, `swap-sides` or `resign`.

        Raise UserError if the text is not a move or is a pass.
        """
        word = text.strip().lower()
        if word in _RESIGN_WORDS:
            return RESIGN
        if word.startswith("swap"):
            return position.parse_partial_move(word)
        if not word or word == "pass":
            raise UserError("there is no passing in Hex")
        return Play((self.parse_point(word, position),))

    def execute(self, position: HexPosition, move: Move) -> Position:
        """Return the position after a move. In files, the players may also swap sides."""
        if move == Play((SWAP_SIDES,)) and position.swappable_stone is not None:
            return position.play_unchecked(move)
        return super().execute(position, move)

    def start_properties(self, start: HexPosition) -> dict[str, list[str]]:
        """Return the board size, the rule for the first move, and the stones of a setup."""
        properties = super().start_properties(start)
        return {"SZ": properties.pop("SZ"), "RU": [start.first_move], **properties}


class Hex(Game):
    """The game of Hex."""

    name: ClassVar[str] = "hex"
    display_name: ClassVar[str] = "Hex"
    how_to_play: ClassVar[str] = _INTRODUCTION
    legend: ClassVar[str] = "X Black, top to bottom; O White, left to right; - empty"
    example_move: ClassVar[str] = "c2"
    sizes: ClassVar[tuple[int, ...]] = (5, 7, 9, 11, 13, 14, 19)
    default_size: ClassVar[int] = 11
    sgf: ClassVar[GameSgf] = HexSgf(HexPosition)
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


HEX = Hex()
HexPosition.game = HEX
