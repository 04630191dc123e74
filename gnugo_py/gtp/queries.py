"""The commands that ask: they change nothing."""

from __future__ import annotations

import time
from typing import Any

from gnugo_py import __version__
from gnugo_py.core.diagram import render
from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake, Play, Side
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.engines.search.engine import search_for
from gnugo_py.engines.search.uct import TreeSearch
from gnugo_py.gtp.arguments import (
    Arguments,
    CommandMethods,
    expect,
    move_at,
    number_of,
    side_of,
    write_points,
)
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.gtp.server import GtpGame

ANALYZE = ("gfx/Best moves/gnugopy-best %c", "string/Explain the last move/gomill-explain_last_move")
OWNERS = "gfx/Owners/gnugopy-owners %c"
SIGNS = {Side.BLACK: "X", Side.WHITE: "O"}


class Queries(CommandMethods):
    """What can be asked of the program and of any game."""

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
        who = "nobody" if player is None else player.name
        details = ", ".join(self._game.game.details(self._game.position))
        return f"gnugo-py {__version__}\n{self._game.game.name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, _: Arguments) -> str:
        player, choice = self._game.player, self._game.last_choice()
        if player is None or choice is None:
            raise GtpError("no move was generated yet")
        turn = next(turn for turn in reversed(self._game.turns) if turn.choice is choice)
        assert turn.position.previous is not None
        return "\n".join(player.explain(turn.position.previous, choice))

    def do_gogui__analyze_commands(self, _: Arguments) -> str:
        if self._game.player is None:
            return ""
        plays_out = isinstance(search_for(self._game.game), TreeSearch)
        return "\n".join((*ANALYZE, OWNERS) if plays_out else ANALYZE)

    def do_gnugopy__best(self, arguments: Arguments) -> str:
        player, position, choice = self._asked(arguments)
        label = self._game.game.format_point
        marks = [
            f"LABEL {label(point, position)} {sign}" if sign else f"SQUARE {label(point, position)}"
            for point, sign in dict(player.overlay(position, choice)).items()
        ]
        return "\n".join([*marks, f"TEXT {' '.join(player.explain(position, choice))}"])

    def do_gnugopy__owners(self, arguments: Arguments) -> str:
        player, position, choice = self._asked(arguments)
        owners = player.owners(choice)
        if not owners:
            raise GtpError("this player does not tell")
        label = self._game.game.format_point
        return "INFLUENCE " + " ".join(f"{label(point, position)} {share:.2f}" for point, share in owners)

    def _asked(self, arguments: Arguments) -> tuple[Player, Position, Choice[Any]]:
        """The player, what it is asked about, and what it would play.  Raises GtpError if it cannot be."""
        expect(arguments, 1)
        side = side_of(arguments[0])
        choice, position, player = self._game.choose(side), self._game.to_move(side), self._game.player
        if player is None or position.over:
            raise GtpError("game is over")
        return player, position, choice

    def do_cputime(self, _: Arguments) -> str:
        return f"{time.process_time():.3f}"

    def do_gomill__cpu_time(self, _: Arguments) -> str:
        return self.do_cputime(())

    def do_query_boardsize(self, _: Arguments) -> str:
        return str(self._game.position.size)

    def do_level(self, arguments: Arguments) -> str:
        """What GNU Go has; how strong a player is here is said when the server is started."""
        expect(arguments, 1)
        number_of(arguments[0], 0, 1000)
        return ""

    def do_get_random_seed(self, _: Arguments) -> str:
        player = self._game.player
        return str(0 if player is None else player.settings().get("seed", 0))

    def do_showboard(self, _: Arguments) -> str:
        position = self._game.position
        board = render(position.grid())
        status = " ".join(self._game.game.status(position))
        return f"\n{board}\n{status or self._game.game.legend}"

    def do_is_legal(self, arguments: Arguments) -> str:
        expect(arguments, 2, 1 + len(self._game.game.steps))
        side = side_of(arguments[0])
        try:
            move = move_at(" ".join(arguments[1:]), self._game.game, self._game.position)
        except Mistake:
            return "0"
        is_whole = not isinstance(move, Play) or len(move.points) == len(self._game.game.steps)
        return str(int(is_whole and self._game.allows(side, move)))

    def do_all_legal(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position = self._game.to_move(side_of(arguments[0]))
        return " ".join(self._game.game.format_move(move, position) for move in position.legal_moves())

    def do_list_stones(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        sign, position, game = SIGNS[side_of(arguments[0])], self._game.position, self._game.game
        stones = (
            game.point_at(row, column, position)
            for row, line in enumerate(position.grid().rows)
            for column, found in enumerate(line)
            if found == sign
        )
        return write_points(stones, game, position)

    def do_move_history(self, _: Arguments) -> str:
        return "\n".join(self._written(number) for number in range(len(self._game.turns) - 1, 0, -1))

    def do_last_move(self, _: Arguments) -> str:
        if len(self._game.turns) == 1:
            raise GtpError("no previous move known")
        return self._written(-1)

    def _written(self, number: int) -> str:
        """A move with its colour, by its turn's number."""
        turn = self._game.turns[number]
        assert turn.side is not None
        assert turn.position.last_move is not None
        assert turn.position.previous is not None
        move = self._game.game.format_move(turn.position.last_move, turn.position.previous)
        return f"{turn.side.colour} {move}"

    def do_final_score(self, _: Arguments) -> str:
        outcome = self._game.position.decided
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"
