"""The commands that return information without changing anything."""

from __future__ import annotations

import time
from typing import Any

from gnugo_py import __version__
from gnugo_py.core.diagram import format_diagram
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Play, UserError
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.search.alphabeta import AlphaBetaGame
from gnugo_py.engines.search.engine import search_for
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import (
    Arguments,
    CommandMethods,
    GtpError,
    check_argument_count,
    format_points,
    parse_color,
    parse_int,
    parse_partial_move,
)

_ANALYZE_COMMANDS = (
    "gfx/Best moves/gnugopy-best %c",
    "string/Explain the last move/gomill-explain_last_move",
)
_OWNERSHIP_COMMAND = "gfx/Owners/gnugopy-owners %c"
COLOR_LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}


class QueryCommands(CommandMethods):
    """Commands that return information about the program and the present game."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def do_protocol_version(self, _: Arguments) -> str:
        return "2"

    def do_name(self, _: Arguments) -> str:
        return "gnugo-py"

    def do_version(self, _: Arguments) -> str:
        return __version__

    def do_gomill__describe_engine(self, _: Arguments) -> str:
        player = self._game.player
        who = "no engine" if player is None else player.name
        details = ", ".join(self._game.game.detail_lines(self._game.position))
        return f"gnugo-py {__version__}\n{self._game.game.name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, _: Arguments) -> str:
        player, decision = self._game.player, self._game.last_decision()
        if player is None or decision is None:
            raise GtpError("no move was generated yet")
        turn = next(turn for turn in reversed(self._game.turns) if turn.decision is decision)
        assert turn.position.previous is not None
        return "\n".join(player.explain(turn.position.previous, decision))

    def do_gogui__analyze_commands(self, _: Arguments) -> str:
        if self._game.player is None:
            return ""
        plays_out = not isinstance(search_for(self._game.game), AlphaBetaGame)
        return "\n".join((*_ANALYZE_COMMANDS, _OWNERSHIP_COMMAND) if plays_out else _ANALYZE_COMMANDS)

    def do_gnugopy__best(self, arguments: Arguments) -> str:
        player, position, decision = self._decision_for(arguments)
        label = self._game.game.format_point
        marks = [
            f"LABEL {label(point, position)} {sign}" if sign else f"SQUARE {label(point, position)}"
            for point, sign in dict(player.overlay(position, decision)).items()
        ]
        return "\n".join([*marks, f"TEXT {' '.join(player.explain(position, decision))}"])

    def do_gnugopy__owners(self, arguments: Arguments) -> str:
        player, position, decision = self._decision_for(arguments)
        owners = player.ownership(decision)
        if not owners:
            raise GtpError("this engine does not estimate ownership")
        label = self._game.game.format_point
        return "INFLUENCE " + " ".join(f"{label(point, position)} {share:.2f}" for point, share in owners)

    def _decision_for(self, arguments: Arguments) -> tuple[Engine, Position, Decision[Any]]:
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

    def do_cputime(self, _: Arguments) -> str:
        return f"{time.process_time():.3f}"

    def do_gomill__cpu_time(self, _: Arguments) -> str:
        return self.do_cputime(())

    def do_query_boardsize(self, _: Arguments) -> str:
        return str(self._game.position.size)

    def do_level(self, arguments: Arguments) -> str:
        """Check GNU Go's level, 0 to 1000, and ignore it. The real level is set when the server starts."""
        check_argument_count(arguments, 1)
        parse_int(arguments[0], 0, 1000)
        return ""

    def do_get_random_seed(self, _: Arguments) -> str:
        player = self._game.player
        return str(0 if player is None else player.config().seed or 0)

    def do_showboard(self, _: Arguments) -> str:
        position = self._game.position
        board = format_diagram(position.diagram())
        status = " ".join(self._game.game.status_lines(position, position.is_over))
        return f"\n{board}\n{status or self._game.game.legend}"

    def do_is_legal(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 2, 1 + len(self._game.game.point_prompts))
        color = parse_color(arguments[0])
        try:
            move = parse_partial_move(" ".join(arguments[1:]), self._game.game, self._game.position)
        except UserError:
            return "0"
        is_complete = not isinstance(move, Play) or len(move.points) == len(self._game.game.point_prompts)
        return str(int(is_complete and self._game.is_legal(color, move)))

    def do_all_legal(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        position = self._game.position_with_to_move(parse_color(arguments[0]))
        return " ".join(self._game.game.format_move(move, position) for move in position.legal_moves())

    def do_list_stones(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        wanted, position = COLOR_LETTERS[parse_color(arguments[0])], self._game.position
        stones = (point for point, sign in position.cells().items() if sign == wanted)
        return format_points(stones, self._game.game, position)

    def do_move_history(self, _: Arguments) -> str:
        return "\n".join(self._written(number) for number in range(len(self._game.turns) - 1, 0, -1))

    def do_last_move(self, _: Arguments) -> str:
        if len(self._game.turns) == 1:
            raise GtpError("no previous move known")
        return self._written(-1)

    def _written(self, number: int) -> str:
        """Return a move with its color, by the number of its turn."""
        turn = self._game.turns[number]
        assert turn.color is not None
        assert turn.position.last_move is not None
        assert turn.position.previous is not None
        move = self._game.game.format_move(turn.position.last_move, turn.position.previous)
        return f"{turn.color.name.lower()} {move}"

    def do_final_score(self, _: Arguments) -> str:
        outcome = self._game.position.outcome_without_count
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"
