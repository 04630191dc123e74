"""The commands that return information about the program and the game, without changing anything."""

from __future__ import annotations

import time
from typing import Any

from gnugo_py import __version__
from gnugo_py.core.diagram import format_diagram
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Play, UserError
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.search.engine import search_definition
from gnugo_py.gtp.game_commands import GtpGameCommands
from gnugo_py.gtp.protocol import (
    GtpArguments,
    GtpError,
    check_argument_count,
    format_vertex_list,
    parse_color,
    parse_int,
    parse_move_or_part,
)
from gnugo_py.record.tree import line_to

_ANALYZE_COMMANDS = (
    "gfx/Best moves/gnugopy-best %c",
    "string/Explain the last move/gomill-explain_last_move",
)
_OWNERSHIP_COMMAND = "gfx/Owners/gnugopy-owners %c"
COLOR_LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}


class GtpQueryCommands(GtpGameCommands):
    """Commands that return information about the program and the current game, and those that play it."""

    def do_protocol_version(self, _: GtpArguments) -> str:
        return "2"

    def do_name(self, _: GtpArguments) -> str:
        return "gnugo-py"

    def do_version(self, _: GtpArguments) -> str:
        return __version__

    def do_gomill__describe_engine(self, _: GtpArguments) -> str:
        player = self.player
        who = "no engine" if player is None else player.name
        details = ", ".join(self.position.detail_lines())
        return f"gnugo-py {__version__}\n{self.game.display_name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, _: GtpArguments) -> str:
        player, last = self.player, self.last_decision()
        if player is None or last is None:
            raise GtpError("no move was generated yet")
        after, decision = last
        assert after.previous is not None
        return "\n".join(player.explain(after.previous, decision))

    def do_gogui__analyze_commands(self, _: GtpArguments) -> str:
        if self.player is None:
            return ""
        search = search_definition(self.game)
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
            self.choose_move(color),
            self.position_with_to_move(color),
            self.player,
        )
        if player is None or position.is_over:
            raise GtpError("game is over")
        return player, position, decision

    def do_cputime(self, _: GtpArguments) -> str:
        return f"{time.process_time():.3f}"

    def do_gomill__cpu_time(self, _: GtpArguments) -> str:
        return self.do_cputime(())

    def do_query_boardsize(self, _: GtpArguments) -> str:
        return str(self.position.size)

    def do_level(self, arguments: GtpArguments) -> str:
        """Accept a level of GNU Go, 0 to 1000, and ignore it. The level is set when the server starts."""
        check_argument_count(arguments, 1)
        parse_int(arguments[0], 0, 1000)
        return ""

    def do_get_random_seed(self, _: GtpArguments) -> str:
        player = self.player
        return str(0 if player is None else player.config().seed or 0)

    def do_showboard(self, _: GtpArguments) -> str:
        position = self.position
        board = format_diagram(position.diagram())
        status = " ".join(position.status_lines(position.is_over))
        return f"\n{board}\n{status or self.game.legend}"

    def do_is_legal(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 2, 1 + len(self.game.point_prompts))
        color = parse_color(arguments[0])
        try:
            move = parse_move_or_part(" ".join(arguments[1:]), self.position)
        except UserError:
            return "0"
        is_complete = not isinstance(move, Play) or len(move.points) == len(self.game.point_prompts)
        return str(int(is_complete and self.is_legal(color, move)))

    def do_all_legal(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        position = self.position_with_to_move(parse_color(arguments[0]))
        return " ".join(position.format_move(move) for move in position.legal_moves())

    def do_list_stones(self, arguments: GtpArguments) -> str:
        check_argument_count(arguments, 1)
        wanted, position = COLOR_LETTERS[parse_color(arguments[0])], self.position
        stones = (point for point, sign in position.cells().items() if sign == wanted)
        return format_vertex_list(stones, position)

    def do_move_history(self, _: GtpArguments) -> str:
        return "\n".join(_format_last_move(position) for position in line_to(self.position)[:0:-1])

    def do_last_move(self, _: GtpArguments) -> str:
        if self.position.previous is None:
            raise GtpError("no previous move known")
        return _format_last_move(self.position)

    def do_final_score(self, _: GtpArguments) -> str:
        outcome = self.position.outcome_without_count
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"


def _format_last_move(position: Position) -> str:
    """Return the color and the move that led to a position."""
    assert position.previous is not None
    assert position.last_color is not None
    assert position.last_move is not None
    return f"{position.last_color.name.lower()} {position.previous.format_move(position.last_move)}"
