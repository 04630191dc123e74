"""The commands of the server: what the GTP specification asks for, and what GNU Go and GUIs expect."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.text import cut
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.engines.engine import LARGEST_SEED
from gnugo_py.gtp.arguments import (
    SYNTAX,
    Arguments,
    CommandMethods,
    expect,
    float_of,
    move_of,
    number_of,
    on_board,
    point_of,
    side_of,
)
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.gtp.queries import SIGNS
from gnugo_py.gtp.server import GtpGame

TOLD_BY_OTHERS = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT"),
    *("PB", "PC", "PW", "RE", "RO", "SO", "TM", "US", "WR", "WT"),
)
"""What another program may have written of a game: names, ranks, event, result; nothing that changes it."""


TAKEN_FROM_FILES = ("size", "komi", "handicap")
"""What `loadsgf` takes over of a file's options; the rules stay those of the server."""


class Loaded(NamedTuple):
    """A game out of a file.

    game      -- its name.
    positions -- the start, then the position after each move, each with the side that moves next.
    options   -- what the file says of the options that such a game starts with.
    settings  -- of the player whose memories the file holds, as of `Player.settings`; empty if it holds none.
    memories  -- that player's memory in each position, as of `Player.stored`; empty if it holds none.
    """

    game: str
    positions: Sequence[Position]
    options: Mapping[str, object]
    settings: Mapping[str, object] = {}
    memories: Sequence[object] = ()


class Files(NamedTuple):
    """What the commands may do with files.

    load -- the game of an SGF file as it was after so many moves, or in the end; raises Mistake.
    text -- a game as SGF.
    save -- writes a game to a path or, for a name without a folder, into the saves folder, with what else its
            first node is to say; raises Mistake or OSError.
    """

    load: Callable[[str, int], Loaded]
    text: Callable[[GtpGame], str]
    save: Callable[[GtpGame, str, Mapping[str, str]], None]


class Commands(CommandMethods):
    """The commands that set up, play and take back, in any game."""

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

    def do_kgs__time_settings(self, arguments: Arguments) -> str:
        """The clock as KGS tells of it: none, absolute T, byoyomi T T N, canadian T T N."""
        words = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
        if not arguments or words.get(arguments[0].lower()) != len(arguments) - 1:
            raise GtpError(SYNTAX)
        for word in arguments[1:]:
            number_of(word, 0, 10**9)
        return ""

    def do_kgs__game_over(self, arguments: Arguments) -> str:
        expect(arguments, 0)
        return ""

    def do_kgs__chat(self, arguments: Arguments) -> str:
        """Something that somebody said: a kind, who said it, the words."""
        if len(arguments) < 2 or arguments[0].lower() not in ("game", "private"):
            raise GtpError(SYNTAX)
        player = self._game.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setting up.

    def do_boardsize(self, arguments: Arguments) -> str:
        expect(arguments, 1, 2)
        size = number_of(arguments[0], -(10**9), 10**9)
        try:
            if len(set(arguments)) != 1:
                raise Mistake("a board is as wide as it is high")
            self._game.clear({"size": size})
        except Mistake:
            raise GtpError("unacceptable size") from None
        return ""

    def do_clear_board(self, _: Arguments) -> str:
        self._game.clear({})
        return ""

    def do_komi(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        self._game.options["komi"] = float_of(arguments[0])
        return ""

    def do_gogui__setup(self, arguments: Arguments) -> str:
        self._arrange(
            {point: SIGNS[side] for side, point in self._pairs(arguments)}, self._game.position.to_move
        )
        return ""

    def do_gogui__setup_player(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position, point_at = self._game.position, self._game.game.point_at
        cells = {
            point_at(row, column, position): sign
            for row, line in enumerate(position.grid().rows)
            for column, sign in enumerate(line)
        }
        self._arrange(cells, side_of(arguments[0]))
        return ""

    def _arrange(self, cells: Mapping[Point, str], side: Side) -> None:
        """A game from a board.  Raises GtpError for what can be none."""
        try:
            start = self._game.game.arranged(self._game.position, cells, side)
        except Mistake as error:
            raise GtpError(str(error)) from None
        self._game.begin(start)

    def _pairs(self, arguments: Arguments) -> list[tuple[Side, Point]]:
        """Colours and points by turns.  Raises GtpError."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(side_of(colour), on_board(self._point(vertex))) for colour, vertex in pairs]

    def _point(self, word: str) -> Point | None:
        return point_of(word, self._game.game, self._game.position)

    # Playing.

    def do_play(self, arguments: Arguments) -> str:
        expect(arguments, 2, 1 + len(self._game.game.steps))
        side = side_of(arguments[0])
        self._game.play(side, move_of(arguments[1:], self._game.game, self._game.position))
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
        position, choice = self._game.position, self._game.choose(side)
        self._game.make(side, choice)
        return self._game.game.format_move(choice.move, position)

    def do_gomill__genmove_ex(self, arguments: Arguments) -> str:
        """As genmove; what else is asked for is not known here, and may be left alone."""
        return self.do_genmove(arguments[:1])

    def do_reg_genmove(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        choice = self._game.choose(side_of(arguments[0]))
        return self._game.game.format_move(choice.move, self._game.position)

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
            loaded = self._files.load(arguments[0], last)
        except Mistake as error:
            raise GtpError(f"cannot load file: {error}") from None
        if loaded.game != self._game.game.name:
            raise GtpError(f"cannot load file: it is a game of {loaded.game}, not of {self._game.game.name}")
        before = dict(self._game.options)
        self._game.options |= {
            name: loaded.options[name] for name in TAKEN_FROM_FILES if name in loaded.options
        }
        try:
            self._game.replay(loaded.positions, loaded.settings, loaded.memories)
        except GtpError:
            self._game.options = before
            raise
        return self._game.position.to_move.colour

    def do_printsgf(self, arguments: Arguments) -> str:
        expect(arguments, 0, 1)
        if not arguments:
            return self._files.text(self._game)
        return self._saved(arguments[0], {})

    def do_gomill__savesgf(self, arguments: Arguments) -> str:
        """The game in a file, with words for its first node: `RE=W+3.5`, a backslash and _ for a space."""
        if not arguments:
            raise GtpError(SYNTAX)
        said = {}
        for word in arguments[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in TOLD_BY_OTHERS:
                raise GtpError(f"{SYNTAX}: {cut(word, 20)} is nothing that can be said of a game")
            said[name] = re.sub(r"\\(.)", lambda found: " " if found[1] == "_" else found[1], value)
        return self._saved(arguments[0], said)

    def _saved(self, name: str, said: Mapping[str, str]) -> str:
        """Write the game to a file.  Raises GtpError with the reason if that is not possible."""
        try:
            self._files.save(self._game, name, said)
        except Mistake as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""
