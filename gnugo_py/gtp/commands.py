"""The commands for every game: those of the GTP specification, and those that GNU Go and GUIs add."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gnugo_py import __version__
from gnugo_py.core.diagram import format_diagram
from gnugo_py.core.position import Position
from gnugo_py.core.text import truncate
from gnugo_py.core.types import Color, Play, Point, UserError
from gnugo_py.engines.engine import MAX_SEED, Decision, Engine
from gnugo_py.engines.search.engine import search_definition
from gnugo_py.gtp.clock import TimeSettings
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    BaseGtpCommands,
    GtpArguments,
    GtpError,
    check_argument_count,
    format_vertex_list,
    parse_color,
    parse_float,
    parse_int,
    parse_move,
    parse_move_or_part,
    parse_point_if_on_board,
    require_point_on_board,
)

_ANALYZE_COMMANDS = (
    "gfx/Best moves/gnugopy-best %c",
    "string/Explain the last move/gomill-explain_last_move",
)
_OWNERSHIP_COMMAND = "gfx/Owners/gnugopy-owners %c"
_COLOR_LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}


class GtpQueryCommands(BaseGtpCommands):
    """Commands that return information about the program and the current game."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def do_protocol_version(self, _: GtpArguments) -> str:
        return "2"

    def do_name(self, _: GtpArguments) -> str:
        return "gnugo-py"

    def do_version(self, _: GtpArguments) -> str:
        return __version__

    def do_gomill__describe_engine(self, _: GtpArguments) -> str:
        player = self._game.player
        who = "no engine" if player is None else player.name
        details = ", ".join(self._game.position.detail_lines())
        return f"gnugo-py {__version__}\n{self._game.game.display_name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, _: GtpArguments) -> str:
        player, decision = self._game.player, self._game.last_decision()
        if player is None or decision is None:
            raise GtpError("no move was generated yet")
        turn = next(turn for turn in reversed(self._game.turns) if turn.decision is decision)
        assert turn.position.previous is not None
        return "\n".join(player.explain(turn.position.previous, decision))

    def do_gogui__analyze_commands(self, _: GtpArguments) -> str:
        if self._game.player is None:
            return ""
        search = search_definition(self._game.game)
        has_scores = search is not None and search.score_unit
        return "\n".join(_ANALYZE_COMMANDS if has_scores else (*_ANALYZE_COMMANDS, _OWNERSHIP_COMMAND))

    def do_gnugopy__best(self, arguments: GtpArguments) -> str:
        player, position, decision = self._decision_for(arguments)
        marks = [
            f"{'LABEL' if sign else 'SQUARE'} {position.format_point(point)} {sign}".rstrip()
            for point, sign in dict(player.decision_marks(position, decision)).items()
        ]
        return "\n".join([*marks, f"TEXT {' '.join(player.explain(position, decision))}"])

    def do_gnugopy__owners(self, arguments: GtpArguments) -> str:
        player, position, decision = self._decision_for(arguments)
        owners = player.decision_ownership(decision)
        if not owners:
            raise GtpError("this engine does not estimate ownership")
        return "INFLUENCE " + " ".join(
            f"{position.format_point(point)} {share:.2f}" for point, share in owners
        )

    def _decision_for(self, arguments: GtpArguments) -> tuple[Engine, Position, Decision[Any]]:
        """Return the engine, the position with a color to move, and the engine's decision there.

        Raise GtpError if there is no engine or the game is over.
        """
        check_argument_count(arguments, 1)
        color = parse_color(arguments[0])
        decision, position, player = (
            self._game.choose_move(color),
            self._game.position_with_to_move(color),
            self._game.player,
        )
        if player is None or position.is_over:
            raise GtpError("game is over")
        return player, position, decision

    def do_cputime(self, _: GtpArguments) -> str:
        return f"{time.process_time():.3f}"

    def do_gomill__cpu_time(self, _: GtpArguments) -> str:
        return self.do_cputime(())

    def do_query_boardsize(self, _: GtpArguments) -> str:
        return str(self._game.position.size)

    def do_level(self, arguments: GtpArguments) -> str:
        """Accept a level of GNU Go, 0 to 1000, and ignore it. The level is set when the server starts."""
        check_argument_count(arguments, 1)
        parse_int(arguments[0], 0, 1000)
        return ""

    def do_get_random_seed(self, _: GtpArguments) -> str:
        player = self._game.player
        return str(0 if player is None else player.config().seed or 0)

    def do_showboard(self, _: GtpArguments) -> str:
        position = self._game.position
        board = format_diagram(position.diagram())
        status = " ".join(position.status_lines(position.is_over))
        return f"\n{board}\n{status or self._game.game.legend}"

    def do_is_legal(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 2, 1 + len(self._game.game.point_prompts))
        color = parse_color(arguments[0])
        try:
            move = parse_move_or_part(" ".join(arguments[1:]), self._game.position)
        except UserError:
            return "0"
        is_complete = not isinstance(move, Play) or len(move.points) == len(self._game.game.point_prompts)
        return str(int(is_complete and self._game.is_legal(color, move)))

    def do_all_legal(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        position = self._game.position_with_to_move(parse_color(arguments[0]))
        return " ".join(position.format_move(move) for move in position.legal_moves())

    def do_list_stones(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        wanted, position = _COLOR_LETTERS[parse_color(arguments[0])], self._game.position
        stones = (point for point, sign in position.cells().items() if sign == wanted)
        return format_vertex_list(stones, position)

    def do_move_history(self, _: GtpArguments) -> str:
        return "\n".join(self._written(number) for number in range(len(self._game.turns) - 1, 0, -1))

    def do_last_move(self, _: GtpArguments) -> str:
        if len(self._game.turns) == 1:
            raise GtpError("no previous move known")
        return self._written(-1)

    def _written(self, number: int) -> str:
        """Return the color and the move of a turn, given the index of the turn."""
        turn = self._game.turns[number]
        assert turn.color is not None
        assert turn.position.last_move is not None
        assert turn.position.previous is not None
        move = turn.position.previous.format_move(turn.position.last_move)
        return f"{turn.color.name.lower()} {move}"

    def do_final_score(self, _: GtpArguments) -> str:
        outcome = self._game.position.outcome_without_count
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"


_GAME_INFO_PROPERTIES = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT"),
    *("PB", "PC", "PW", "RE", "RO", "SO", "TM", "US", "WR", "WT"),
)
"""SGF properties that another program may set: names, ranks, event, result. They do not change the game."""


_OPTIONS_FROM_FILE = ("size", "komi", "handicap")
"""Options that `loadsgf` takes from a file. The rules of the server do not change."""


class LoadsgfResult(NamedTuple):
    """A game loaded from a file.

    game      -- the name of the game.
    positions -- the start, then the position after each move, each with the color that moves next.
    options   -- the game options that the file specifies.
    settings  -- the settings of the engine whose memories follow, as in `EngineConfig.to_json`; may be empty.
    memories  -- the memory of that engine in each position, as in `Engine.memory_to_json`; may be empty.
    """

    game: str
    positions: Sequence[Position]
    options: Mapping[str, object]
    settings: Mapping[str, object] = {}
    memories: Sequence[object] = ()


class GtpFileFunctions(NamedTuple):
    """The file operations of the commands.

    load -- returns the game in an SGF file, up to a maximum number of moves. Raises UserError.
    text -- returns a game as SGF.
    save -- writes a game to a path or, for a name without a folder, to the save folder, with additional
            properties of the root node. Raises UserError or OSError.
    """

    load: Callable[[str, int], LoadsgfResult]
    text: Callable[[GtpGame], str]
    save: Callable[[GtpGame, str, Mapping[str, str]], None]


class GtpCommands(GtpQueryCommands):
    """The commands for every game: queries, and commands that set up positions, play and undo moves."""

    def __init__(self, game: GtpGame, files: GtpFileFunctions) -> None:
        super().__init__(game)
        self._files = files

    # Administration.

    def do_set_random_seed(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        self._game.reseed(parse_int(arguments[0], 0, MAX_SEED))
        return ""

    def do_time_settings(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 3)
        self._game.clock.set_time_settings(TimeSettings(*(parse_int(word, 0, 10**9) for word in arguments)))
        return ""

    def do_time_left(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 3)
        color = parse_color(arguments[0])
        seconds, stones = (parse_int(word, 0, 10**9) for word in arguments[1:])
        self._game.clock.set_time_left(color, seconds, stones)
        return ""

    def do_kgs__time_settings(self, arguments: GtpArguments) -> str:
        """Set the clock in one of KGS's forms: none, absolute T, byoyomi T T N or canadian T T N.

        N is the number of byo-yomi periods, each for one move, or of stones to play in a Canadian period.
        """
        kind = arguments[0].lower() if arguments else ""
        words = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
        if words.get(kind) != len(arguments) - 1:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        main, period, stones = (*(parse_int(word, 0, 10**9) for word in arguments[1:]), 0, 0, 0)[:3]
        if kind == "byoyomi":
            stones = 1
        self._game.clock.set_time_settings(None if kind == "none" else TimeSettings(main, period, stones))
        return ""

    def do_kgs__game_over(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0)
        return ""

    def do_kgs__chat(self, arguments: GtpArguments) -> str:
        """Answer a chat message. The arguments are the message type, the sender and the text."""
        if len(arguments) < 2 or arguments[0].lower() not in ("game", "private"):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        player = self._game.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setup.

    def do_boardsize(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1, 2)
        size = parse_int(arguments[0], -(10**9), 10**9)
        try:
            if len(set(arguments)) != 1:
                raise UserError("the board must be square")
            self._game.new_game({"size": size})
        except UserError:
            raise GtpError("unacceptable size") from None
        return ""

    def do_clear_board(self, _: GtpArguments) -> str:
        self._game.new_game({})
        return ""

    def do_komi(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        self._game.options["komi"] = parse_float(arguments[0])
        return ""

    def do_gogui__setup(self, arguments: GtpArguments) -> str:
        self._set_up(
            {point: _COLOR_LETTERS[color] for color, point in self._pairs(arguments)},
            self._game.position.to_move,
        )
        return ""

    def do_gogui__setup_player(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        self._set_up(self._game.position.cells(), parse_color(arguments[0]))
        return ""

    def _set_up(self, cells: Mapping[Point, str], color: Color) -> None:
        """Start a game from a position. Raise GtpError if the position is invalid."""
        try:
            start = self._game.position.with_board(cells, color)
        except UserError as error:
            raise GtpError(str(error)) from None
        self._game.start_from(start)

    def _pairs(self, arguments: GtpArguments) -> list[tuple[Color, Point]]:
        """Return the pairs in arguments that alternate color and vertex. Raise GtpError for anything else."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(parse_color(color), require_point_on_board(self._point(vertex))) for color, vertex in pairs]

    def _point(self, word: str) -> Point | None:
        return parse_point_if_on_board(word, self._game.position)

    # Moves.

    def do_play(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 2, 1 + len(self._game.game.point_prompts))
        color = parse_color(arguments[0])
        self._game.play(color, parse_move(arguments[1:], self._game.position))
        return ""

    def do_gogui__play_sequence(self, arguments: GtpArguments) -> str:
        if len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        turns = list(self._game.turns)
        try:
            for color, vertex in zip(arguments[::2], arguments[1::2], strict=True):
                self.do_play((color, vertex))
        except GtpError:
            self._game.turns = turns
            raise
        return ""

    def do_genmove(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        color = parse_color(arguments[0])
        position, decision = self._game.position, self._game.choose_move(color)
        self._game.play_decision(color, decision)
        return position.format_move(decision.move)

    def do_gomill__genmove_ex(self, arguments: GtpArguments) -> str:
        """Do the same as `genmove`, but ignore extra arguments."""
        return self.do_genmove(arguments[:1])

    def do_reg_genmove(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        decision = self._game.choose_move(parse_color(arguments[0]))
        return self._game.position.format_move(decision.move)

    def do_undo(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0)
        self._game.undo(1)
        return ""

    def do_gg__undo(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0, 1)
        self._game.undo(parse_int(arguments[0], 0, 10**6) if arguments else 1)
        return ""

    def do_loadsgf(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1, 2)
        last = parse_int(arguments[1], 1, 10**6) - 1 if len(arguments) == 2 else 10**6
        try:
            loaded = self._files.load(arguments[0], last)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        if loaded.game != self._game.game.display_name:
            raise GtpError(
                f"cannot load file: it is a game of {loaded.game}, not of {self._game.game.display_name}"
            )
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

    def do_printsgf(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 0, 1)
        if not arguments:
            return self._files.text(self._game)
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
            self._files.save(self._game, name, properties)
        except UserError as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""
