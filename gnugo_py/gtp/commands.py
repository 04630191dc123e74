"""The commands for every game: those of the GTP specification, and those that GNU Go and GUIs add."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from gnugo_py.core.game import Game
from gnugo_py.core.text import truncate
from gnugo_py.core.types import Color, Point, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.gtp.game_files import game_to_sgf, save_game
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    GtpArguments,
    GtpError,
    check_argument_count,
    parse_color,
    parse_float,
    parse_int,
    parse_point_if_on_board,
    require_point_on_board,
)
from gnugo_py.gtp.query_commands import COLOR_LETTERS, GtpQueryCommands
from gnugo_py.gtp.recorded_game import read_game_for_loadsgf

_GAME_INFO_PROPERTIES = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT"),
    *("PB", "PC", "PW", "RE", "RO", "SO", "TM", "US", "WR", "WT"),
)
"""SGF properties that another program may set: names, ranks, event, result. They do not change the game."""


_OPTIONS_FROM_FILE = ("size", "komi", "handicap")
"""Options that `loadsgf` takes from a file. The rules of the server do not change."""


class GtpCommands(GtpQueryCommands):
    """The commands for every game: queries, and commands that play, undo, set up, load and save.

    saves -- the folder to which `printsgf NAME` writes, None for the default one.
    warn  -- receives the path of a file that is loaded, and the warnings about it.
    """

    def __init__(
        self,
        game: Game,
        player: Engine | None,
        options: Mapping[str, object],
        new_seed: Callable[[], int] | None = None,
        saves: str | None = None,
        warn: Callable[[Path, Iterable[str]], None] = lambda path, warnings: None,
    ) -> None:
        super().__init__(game, player, options, new_seed)
        self._saves, self._warn = saves, warn

    # Administration.

    def do_kgs__game_over(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0)
        return ""

    def do_kgs__chat(self, arguments: GtpArguments) -> str:
        """Answer a chat message. The arguments are the message type, the sender and the text."""
        if len(arguments) < 2 or arguments[0].lower() not in ("game", "private"):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        player = self.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setup.

    def do_komi(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        self.options["komi"] = parse_float(arguments[0])
        return ""

    def do_gogui__setup(self, arguments: GtpArguments) -> str:
        self._set_up(
            {point: COLOR_LETTERS[color] for color, point in self._pairs(arguments)},
            self.position.to_move,
        )
        return ""

    def do_gogui__setup_player(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        self._set_up(self.position.cells(), parse_color(arguments[0]))
        return ""

    def _set_up(self, cells: Mapping[Point, str], color: Color) -> None:
        """Start a game from a position. Raise GtpError if the position is invalid."""
        try:
            start = self.position.with_board(cells, color)
        except UserError as error:
            raise GtpError(str(error)) from None
        self.start_from(start)

    def _pairs(self, arguments: GtpArguments) -> list[tuple[Color, Point]]:
        """Return the pairs in arguments that alternate color and vertex. Raise GtpError for anything else."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(parse_color(color), require_point_on_board(self._point(vertex))) for color, vertex in pairs]

    def _point(self, word: str) -> Point | None:
        return parse_point_if_on_board(word, self.position)

    # Files.

    def do_loadsgf(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1, 2)
        last = parse_int(arguments[1], 1, 10**6) - 1 if len(arguments) == 2 else 10**6
        try:
            recorded = read_game_for_loadsgf(arguments[0], last, self._warn)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        theirs, ours = recorded.tree.game.display_name, self.game.display_name
        if theirs != ours:
            raise GtpError(f"cannot load file: it is a game of {theirs}, not of {ours}")
        before, options = dict(self.options), recorded.tree.options
        self.options |= {name: options[name] for name in _OPTIONS_FROM_FILE if name in options}
        try:
            self.continue_record(recorded)
        except GtpError:
            self.options = before
            raise
        return self.position.to_move.name.lower()

    def do_printsgf(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0, 1)
        if not arguments:
            return game_to_sgf(self).decode()
        return self._save(arguments[0], {})

    def do_gomill__savesgf(self, arguments: GtpArguments) -> str:
        """Save the game with additional properties of the root node, such as `RE=W+3.5`.

        In a value, a backslash followed by _ stands for a space.
        """
        if not arguments:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        properties = {}
        for word in arguments[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in _GAME_INFO_PROPERTIES:
                raise GtpError(
                    f"{SYNTAX_ERROR_MESSAGE}: {truncate(word, 20)}"
                    " does not set a game info property, such as RE=W+3.5"
                )
            properties[name] = re.sub(r"\\(.)", lambda match: " " if match[1] == "_" else match[1], value)
        return self._save(arguments[0], properties)

    def _save(self, name: str, properties: Mapping[str, str]) -> str:
        """Write the game to a file. Raise GtpError with the reason if that fails."""
        try:
            save_game(self, name, properties, self._saves)
        except UserError as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""
