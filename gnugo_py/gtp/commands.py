"""The commands for every game: those of the GTP specification, and those that GNU Go and GUIs add."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.text import truncate
from gnugo_py.core.types import Color, Point, UserError
from gnugo_py.engines.engine import MAX_SEED
from gnugo_py.gtp.clock import TimeSettings
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import (
    SYNTAX,
    Arguments,
    CommandMethods,
    GtpError,
    check_argument_count,
    parse_color,
    parse_float,
    parse_int,
    parse_move,
    parse_point,
    require_on_board,
)
from gnugo_py.gtp.queries import COLOR_LETTERS

_GAME_INFO_PROPERTIES = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT"),
    *("PB", "PC", "PW", "RE", "RO", "SO", "TM", "US", "WR", "WT"),
)
"""SGF properties that another program may set: names, ranks, event, result. They do not change the game."""


_OPTIONS_FROM_FILE = ("size", "komi", "handicap")
"""Options that `loadsgf` takes from a file. The rules of the server do not change."""


class LoadedGame(NamedTuple):
    """A game loaded from a file.

    game      -- the name of the game.
    positions -- the start, then the position after each move, each with the color that moves next.
    options   -- the options of the game that the file specifies.
    settings  -- the settings of the engine whose memories follow, as in `Engine.config`; may be empty.
    memories  -- the memory of that engine in each position, as in `Engine.dump_memory`; may be empty.
    """

    game: str
    positions: Sequence[Position]
    options: Mapping[str, object]
    settings: Mapping[str, object] = {}
    memories: Sequence[object] = ()


class FileFunctions(NamedTuple):
    """The file operations of the commands.

    load -- returns the game of an SGF file after at most a number of moves. Raises UserError.
    text -- returns a game as SGF.
    save -- writes a game to a path or, for a name without a folder, to the save folder, with additional
            properties of the root node. Raises UserError or OSError.
    """

    load: Callable[[str, int], LoadedGame]
    text: Callable[[GtpGame], str]
    save: Callable[[GtpGame, str, Mapping[str, str]], None]


class GtpCommandHandlers(CommandMethods):
    """The commands that set up positions, play and undo moves, in any game."""

    def __init__(self, game: GtpGame, files: FileFunctions) -> None:
        self._game = game
        self._files = files

    # Administration.

    def do_set_random_seed(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        self._game.reseed(parse_int(arguments[0], 0, MAX_SEED))
        return ""

    def do_time_settings(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 3)
        self._game.clock.set_time_settings(TimeSettings(*(parse_int(word, 0, 10**9) for word in arguments)))
        return ""

    def do_time_left(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 3)
        color = parse_color(arguments[0])
        seconds, stones = (parse_int(word, 0, 10**9) for word in arguments[1:])
        self._game.clock.set_time_left(color, seconds, stones)
        return ""

    def do_kgs__time_settings(self, arguments: Arguments) -> str:
        """Set the clock as KGS does: none, absolute T, byoyomi T T N or canadian T T N.

        The last number is that of the periods of byo-yomi, each for one move, or of the stones of a period.
        """
        kind = arguments[0].lower() if arguments else ""
        words = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
        if words.get(kind) != len(arguments) - 1:
            raise GtpError(SYNTAX)
        main, period, stones = (*(parse_int(word, 0, 10**9) for word in arguments[1:]), 0, 0, 0)[:3]
        if kind == "byoyomi":
            stones = 1
        self._game.clock.set_time_settings(None if kind == "none" else TimeSettings(main, period, stones))
        return ""

    def do_kgs__game_over(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 0)
        return ""

    def do_kgs__chat(self, arguments: Arguments) -> str:
        """Answer a chat message. The arguments are the message type, the sender and the text."""
        if len(arguments) < 2 or arguments[0].lower() not in ("game", "private"):
            raise GtpError(SYNTAX)
        player = self._game.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setup.

    def do_boardsize(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1, 2)
        size = parse_int(arguments[0], -(10**9), 10**9)
        try:
            if len(set(arguments)) != 1:
                raise UserError("the board must be square")
            self._game.new_game({"size": size})
        except UserError:
            raise GtpError("unacceptable size") from None
        return ""

    def do_clear_board(self, _: Arguments) -> str:
        self._game.new_game({})
        return ""

    def do_komi(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        self._game.options["komi"] = parse_float(arguments[0])
        return ""

    def do_gogui__setup(self, arguments: Arguments) -> str:
        self._set_up(
            {point: COLOR_LETTERS[color] for color, point in self._pairs(arguments)},
            self._game.position.to_move,
        )
        return ""

    def do_gogui__setup_player(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        self._set_up(self._game.position.cells(), parse_color(arguments[0]))
        return ""

    def _set_up(self, cells: Mapping[Point, str], color: Color) -> None:
        """Start a game from a position. Raise GtpError if the position is invalid."""
        try:
            start = self._game.game.from_setup(self._game.position, cells, color)
        except UserError as error:
            raise GtpError(str(error)) from None
        self._game.start_from(start)

    def _pairs(self, arguments: Arguments) -> list[tuple[Color, Point]]:
        """Return the pairs of color and point in alternating arguments. Raise GtpError for anything else."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(parse_color(color), require_on_board(self._point(vertex))) for color, vertex in pairs]

    def _point(self, word: str) -> Point | None:
        return parse_point(word, self._game.game, self._game.position)

    # Moves.

    def do_play(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 2, 1 + len(self._game.game.point_prompts))
        color = parse_color(arguments[0])
        self._game.play(color, parse_move(arguments[1:], self._game.game, self._game.position))
        return ""

    def do_gogui__play_sequence(self, arguments: Arguments) -> str:
        if len(arguments) % 2:
            raise GtpError(SYNTAX)
        turns = list(self._game.turns)
        try:
            for color, vertex in zip(arguments[::2], arguments[1::2], strict=True):
                self.do_play((color, vertex))
        except GtpError:
            self._game.turns = turns
            raise
        return ""

    def do_genmove(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        color = parse_color(arguments[0])
        position, decision = self._game.position, self._game.choose_move(color)
        self._game.play_decision(color, decision)
        return self._game.game.format_move(decision.move, position)

    def do_gomill__genmove_ex(self, arguments: Arguments) -> str:
        """Same as `genmove`, except that extra arguments are ignored."""
        return self.do_genmove(arguments[:1])

    def do_reg_genmove(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        decision = self._game.choose_move(parse_color(arguments[0]))
        return self._game.game.format_move(decision.move, self._game.position)

    def do_undo(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 0)
        self._game.undo(1)
        return ""

    def do_gg__undo(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 0, 1)
        self._game.undo(parse_int(arguments[0], 0, 10**6) if arguments else 1)
        return ""

    def do_loadsgf(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1, 2)
        last = parse_int(arguments[1], 1, 10**6) - 1 if len(arguments) == 2 else 10**6
        try:
            loaded = self._files.load(arguments[0], last)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        if loaded.game != self._game.game.name:
            raise GtpError(f"cannot load file: it is a {loaded.game} game, not a {self._game.game.name} game")
        before = dict(self._game.options)
        self._game.options |= {
            name: loaded.options[name] for name in _OPTIONS_FROM_FILE if name in loaded.options
        }
        try:
            self._game.replay(loaded.positions, loaded.settings, loaded.memories)
        except GtpError:
            self._game.options = before
            raise
        return self._game.position.to_move.name.lower()

    def do_printsgf(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 0, 1)
        if not arguments:
            return self._files.text(self._game)
        return self._save(arguments[0], {})

    def do_gomill__savesgf(self, arguments: Arguments) -> str:
        """Save the game with properties of its root node, such as `RE=W+3.5`.

        In a value, a backslash and _ stand for a space.
        """
        if not arguments:
            raise GtpError(SYNTAX)
        properties = {}
        for word in arguments[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in _GAME_INFO_PROPERTIES:
                raise GtpError(
                    f"{SYNTAX}: {truncate(word, 20)} does not set a game info property, such as RE=W+3.5"
                )
            properties[name] = re.sub(r"\\(.)", lambda match: " " if match[1] == "_" else match[1], value)
        return self._save(arguments[0], properties)

    def _save(self, name: str, properties: Mapping[str, str]) -> str:
        """Write the game to a file. Raise GtpError with the reason if that fails."""
        try:
            self._files.save(self._game, name, properties)
        except UserError as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""
