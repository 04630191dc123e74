"""The commands that ask: they change nothing."""

from __future__ import annotations

import time

from gnugo_py import __version__
from gnugo_py.games.contract import Play, Side
from gnugo_py.games.diagram import render
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.gtp.words import (
    SYNTAX,
    Arguments,
    Table,
    colour_of,
    expect,
    on_board,
    point_of,
    side_of,
    write_move,
    write_points,
)


class Queries(Table):
    """What can be asked of the program and of the game."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def do_protocol_version(self, _: Arguments) -> str:
        return "2"

    def do_name(self, _: Arguments) -> str:
        return "gnugo-py"

    def do_version(self, _: Arguments) -> str:
        return __version__

    def do_gomill__describe_engine(self, _: Arguments) -> str:
        rules = self._game.rules
        of_now = f"{rules.name} rules, seed {self._game.engine.seed}"
        return f"gnugo-py {__version__}\nGNU Go 1.1 of 1989, recreated; {of_now}"

    def do_cputime(self, _: Arguments) -> str:
        return f"{time.process_time():.3f}"

    def do_get_random_seed(self, _: Arguments) -> str:
        return str(self._game.engine.seed)

    def do_get_komi(self, _: Arguments) -> str:
        from gnugo_py.go.scoring import plain

        return plain(self._game.komi)

    def do_showboard(self, _: Arguments) -> str:
        position = self._game.position
        black, white = position.prisoners
        board = render(position.grid())
        mover = colour_of(position.to_move)
        return f"\n{board}\nBlack (X) has taken {black}, White (O) {white}; {mover} to move"

    def do_is_legal(self, arguments: Arguments) -> str:
        expect(arguments, 2)
        side = side_of(arguments[0])
        if arguments[1].lower() == "pass":
            return "1"
        point = point_of(arguments[1], self._game.position.size)
        return str(int(point is not None and self._game.allows(side, Play((point,)))))

    def do_all_legal(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position = self._game.to_move(side_of(arguments[0]))
        return write_points(position.legal_points(), position.size)

    def do_captures(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        return str(self._game.position.prisoners[side_of(arguments[0])])

    def do_countlib(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position = self._game.position
        point = on_board(point_of(arguments[0], position.size))
        if position.board.at(point) is None:
            raise GtpError("vertex must not be empty")
        return str(position.board.liberties(point).bit_count())

    def do_list_stones(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position = self._game.position
        return write_points(position.board.stones(side_of(arguments[0])), position.size)

    def do_move_history(self, _: Arguments) -> str:
        size = self._game.position.size
        return "\n".join(
            f"{colour_of(turn.side)} {write_move(turn.position.last_move, size)}"
            for turn in reversed(self._game.turns)
            if turn.side is not None and turn.position.last_move is not None
        )

    def do_last_move(self, _: Arguments) -> str:
        turn = self._game.turn
        if turn.side is None or turn.position.last_move is None:
            raise GtpError("no previous move known")
        return f"{colour_of(turn.side)} {write_move(turn.position.last_move, turn.position.size)}"

    def do_unconditional_status(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        position = self._game.position
        from gnugo_py.go.life import unconditional_status

        return unconditional_status(position.board, on_board(point_of(arguments[0], position.size)))

    def do_final_score(self, _: Arguments) -> str:
        position = self._game.position
        from gnugo_py.go.life import dead_stones
        from gnugo_py.go.scoring import count

        dead = dead_stones(position.board)
        return count(position.board, self._game.rules, dead, position.prisoners).result

    def do_final_status_list(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        board = self._game.position.board
        from gnugo_py.go.life import dead_stones

        dead = dead_stones(board)
        wanted = {"dead": dead, "alive": (board.black | board.white) & ~dead, "seki": 0}.get(
            arguments[0].lower()
        )
        if wanted is None:
            raise GtpError(SYNTAX)
        chains = (chain for side in Side for chain in board.chains(side) if chain & wanted)
        return "\n".join(write_points(chain, board.geometry.size) for chain in chains)
