"""The commands of the server: what the GTP specification asks for, and what GNU Go and GUIs expect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnugo_py.classic.chance import LARGEST_SEED
from gnugo_py.games.contract import PASS, Play, Side
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.handicap import MOST_CUSTOMARY, customary_stones
from gnugo_py.go.position import GoPosition
from gnugo_py.go.rules import SIZES, Rules, preset
from gnugo_py.go.vertex import format_vertex
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.gtp.words import (
    SYNTAX,
    Arguments,
    Table,
    colour_of,
    expect,
    float_of,
    move_of,
    number_of,
    on_board,
    point_of,
    side_of,
    write_move,
)
from gnugo_py.players.player import Choice

KGS_RULES = {"japanese": "japanese", "chinese": "chinese", "aga": "aga", "new_zealand": "tromp-taylor"}


class Loaded(NamedTuple):
    """A game out of a file.

    positions -- the start, then the position after each move, each with the side that moves next.
    komi      -- as the file says, None if it does not.
    """

    positions: Sequence[GoPosition]
    komi: float | None


class Files(NamedTuple):
    """What the commands may do with files.

    load -- the game of an SGF file; raises ValueError.
    text -- a game as SGF.
    save -- writes a game under a name in the saves folder; raises ValueError or OSError.
    """

    load: Callable[[str], Loaded]
    text: Callable[[GtpGame], str]
    save: Callable[[GtpGame, str], None]


class Commands(Table):
    """The commands that set up, play and take back."""

    def __init__(self, game: GtpGame, files: Files) -> None:
        self._game = game
        self._files = files
        self._time: tuple[Arguments, dict[Side, Arguments]] = ((), {})

    # Administration.

    def do_set_random_seed(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        self._game.reseed(number_of(arguments[0], 0, LARGEST_SEED))
        return ""

    def do_time_settings(self, arguments: Arguments) -> str:
        expect(arguments, 3)
        for word in arguments:
            number_of(word, 0, 10**9)
        self._time = (arguments, {})
        return ""

    def do_time_left(self, arguments: Arguments) -> str:
        expect(arguments, 3)
        side = side_of(arguments[0])
        for word in arguments[1:]:
            number_of(word, 0, 10**9)
        self._time[1][side] = arguments[1:]
        return ""

    # Setting up.

    def do_boardsize(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        size = number_of(arguments[0], -(10**9), 10**9)
        if size not in SIZES:
            raise GtpError("unacceptable size")
        self._game.clear(size)
        return ""

    def do_clear_board(self, _: Arguments) -> str:
        self._game.clear(self._game.position.size)
        return ""

    def do_komi(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        self._game.komi = float_of(arguments[0])
        return ""

    def do_kgs__rules(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        name = KGS_RULES.get(arguments[0].lower())
        if name is None:
            raise GtpError("unknown rules")
        self._game.rules_of = _preset_rules(name)
        return ""

    def do_fixed_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, MOST_CUSTOMARY)

    def do_place_free_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, 10**6)

    def _handicap(self, arguments: Arguments, most: int) -> str:
        """Stones on the customary points; of more than nine only nine are placed."""
        expect(arguments, 1)
        number = number_of(arguments[0], -(10**9), 10**9)
        if not self._game.is_fresh:
            raise GtpError("board not empty")
        if not 2 <= number <= most:
            raise GtpError("invalid number of stones")
        size = self._game.position.size
        stones = customary_stones(min(number, MOST_CUSTOMARY), size)
        self._game.begin(GoPosition.start_with(stones, size, self._game.rules), len(stones))
        return " ".join(format_vertex(point, size) for point in stones)

    def do_set_free_handicap(self, arguments: Arguments) -> str:
        if not self._game.is_fresh:
            raise GtpError("board not empty")
        size = self._game.position.size
        stones = [point_of(word, size) for word in arguments]
        if len(stones) < 2 or None in stones or len(set(stones)) != len(stones) or len(stones) >= size * size:
            raise GtpError("bad vertex list")
        placed = [point for point in stones if point is not None]
        self._game.begin(GoPosition.start_with(placed, size, self._game.rules), len(placed))
        return ""

    def do_gogui__setup(self, arguments: Arguments) -> str:
        board = self._game.position.board
        if board.black | board.white:
            raise GtpError("board not empty")
        for side, point in self._pairs(arguments):
            board = board.without(1 << point).put(point, side)
        self._set_up(board, self._game.position.to_move)
        return ""

    def do_gogui__setup_player(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        self._set_up(self._game.position.board, side_of(arguments[0]))
        return ""

    def _set_up(self, board: Board, side: Side) -> None:
        """A game from stones.  Raises GtpError if a chain has no liberties."""
        for colour in Side:
            if any(not board.around(chain) & board.vacant for chain in board.chains(colour)):
                raise GtpError("a chain would have no liberties")
        self._game.begin(GoPosition.set_up(board, side, self._game.rules))

    def _pairs(self, arguments: Arguments) -> list[tuple[Side, int]]:
        """Colours and points by turns.  Raises GtpError."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX)
        size = self._game.position.size
        pairs = [
            (side_of(one), point_of(two, size))
            for one, two in zip(arguments[::2], arguments[1::2], strict=True)
        ]
        return [(side, on_board(point)) for side, point in pairs]

    # Playing.

    def do_play(self, arguments: Arguments) -> str:
        expect(arguments, 2)
        side = side_of(arguments[0])
        self._game.play(side, move_of(arguments[1], self._game.position.size))
        return ""

    def do_gogui__play_sequence(self, arguments: Arguments) -> str:
        if len(arguments) % 2:
            raise GtpError(SYNTAX)
        turns = list(self._game.turns)
        try:
            for colour, vertex in zip(arguments[::2], arguments[1::2], strict=True):
                self.do_play((colour, vertex))
        except GtpError:
            self._game.turns = turns
            raise
        return ""

    def do_genmove(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        side = side_of(arguments[0])
        choice = self._game.choose(side)
        self._game.make(side, choice)
        return write_move(choice.move, self._game.position.size)

    def do_reg_genmove(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        choice = self._game.choose(side_of(arguments[0]))
        return write_move(choice.move, self._game.position.size)

    def do_kgs__genmove_cleanup(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        side = side_of(arguments[0])
        choice = self._game.choose(side)
        if choice.move == PASS:
            choice = self._cleaning(side, choice)
        self._game.make(side, choice)
        return write_move(choice.move, self._game.position.size)

    def _cleaning(self, side: Side, choice: Choice) -> Choice:
        """Instead of a pass, a move against a dead chain of the opponent's, if there is one."""
        position = self._game.to_move(side)
        board = position.board
        from gnugo_py.go.life import dead_stones

        dead = dead_stones(board) & board.stones(side.other)
        for point in points_of(board.around(dead) & board.vacant):
            if position.why_not(point) is None:
                return Choice(Play((point,)), choice.reasons, choice.memory)
        return choice

    def do_undo(self, arguments: Arguments) -> str:
        expect(arguments, 0)
        self._game.undo(1)
        return ""

    def do_gg__undo(self, arguments: Arguments) -> str:
        expect(arguments, 0, 1)
        self._game.undo(number_of(arguments[0], 0, 10**6) if arguments else 1)
        return ""

    def do_loadsgf(self, arguments: Arguments) -> str:
        expect(arguments, 1, 2)
        last = number_of(arguments[1], 1, 10**6) - 1 if len(arguments) == 2 else 10**6
        try:
            loaded = self._files.load(arguments[0])
        except ValueError:
            raise GtpError("cannot load file") from None
        first, *later = loaded.positions
        self._game.replay([first, *(after for after in later if after.number <= last)])
        if loaded.komi is not None:
            self._game.komi = loaded.komi
        return colour_of(self._game.position.to_move)

    def do_printsgf(self, arguments: Arguments) -> str:
        expect(arguments, 0, 1)
        if not arguments:
            return self._files.text(self._game)
        try:
            self._files.save(self._game, arguments[0])
        except (ValueError, OSError):
            raise GtpError("cannot save file") from None
        return ""


def _preset_rules(name: str) -> Callable[[int, int], Rules]:
    return lambda size, handicap: preset(name, size, handicap)
