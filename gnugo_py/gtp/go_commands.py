"""The commands that only a game of Go has."""

from __future__ import annotations

from typing import Any, cast

from gnugo_py import __version__
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import render
from gnugo_py.core.text import cut, plain
from gnugo_py.core.types import PASS, Play, Point, Side
from gnugo_py.engines.engine import Choice
from gnugo_py.games.go.handicap import free_stones, most_customary
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, Rules, rules_of
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.gtp.arguments import (
    SYNTAX,
    Arguments,
    expect,
    float_of,
    number_of,
    on_board,
    point_of,
    side_of,
    write_points,
)
from gnugo_py.gtp.commands import Commands, Files
from gnugo_py.gtp.protocol import GtpError
from gnugo_py.gtp.server import GtpGame

KGS_RULES = {"japanese": "japanese", "chinese": "chinese", "aga": "aga", "new_zealand": "tromp-taylor"}
KATA_RULES = {
    **{name: name for name in ("japanese", "chinese", "aga", "tromp-taylor")},
    "korean": "japanese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "bga": "aga",
    "new-zealand": "tromp-taylor",
}
KOS = ("simple", "positional", "situational", "1989")


class GoCommands(Commands):
    """The commands of any game, those of Go besides, and what is otherwise in Go."""

    def __init__(self, game: GtpGame, files: Files) -> None:
        super().__init__(game, files)
        game.options.setdefault("komi", rules_of(game.options).komi)

    @property
    def _position(self) -> GoPosition:
        return cast(GoPosition, self._game.position)

    @property
    def _rules(self) -> Rules:
        """The rules in force, with the komi that was set."""
        return rules_of(self._game.options)

    @property
    def _is_fresh(self) -> bool:
        """Whether the board is empty and nothing was played."""
        board = self._position.board
        return len(self._game.turns) == 1 and not (board.black | board.white)

    def do_gomill__describe_engine(self, _: Arguments) -> str:
        player = self._game.player
        seed = "" if player is None else f", seed {player.settings().get('seed')}"
        is_search = player is not None and player.settings().get("player") == "search"
        who = player.name if player is not None and is_search else "GNU Go 1.1 of 1989, recreated"
        return f"gnugo-py {__version__}\n{who}; {self._rules.name} rules{seed}"

    def do_get_komi(self, _: Arguments) -> str:
        return plain(self._rules.komi)

    def do_showboard(self, _: Arguments) -> str:
        position = self._position
        black, white = position.prisoners
        taken = f"Black (X) has taken {black}, White (O) {white}"
        return f"\n{render(position.grid())}\n{taken}; {position.to_move.colour} to move"

    def do_kgs__rules(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        return self._play_by(KGS_RULES.get(arguments[0].lower()))

    def do_kata__set__rules(self, arguments: Arguments) -> str:
        """The rules by the names that KataGo and those who drive it have for them."""
        expect(arguments, 1)
        return self._play_by(KATA_RULES.get(arguments[0].lower()))

    def _play_by(self, name: str | None) -> str:
        """The rules of a preset from now on; the komi stays."""
        if name is None:
            raise GtpError("unknown rules")
        self._change({"rules": name, "ko": None, "suicide": None})
        return ""

    def _change(self, options: dict[str, object]) -> None:
        """Other rules or another komi from now on, for the game under way, too."""
        self._game.options |= options
        rules = self._rules
        self._game.turns = [
            turn._replace(position=cast(GoPosition, turn.position)._replace(rules=rules))
            for turn in self._game.turns
        ]

    def do_komi(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        self._change({"komi": float_of(arguments[0])})
        return ""

    def do_gogui__param_rules(self, arguments: Arguments) -> str:
        """The rules as GoGui shows them in a dialog: without words all, else a name and its new value."""
        if not arguments:
            rules = self._rules
            return "\n".join(
                (
                    f"[list/{'/'.join(PRESETS)}] rules {rules.name}",
                    f"[list/{'/'.join(KOS)}] ko {rules.ko}",
                    f"[bool] suicide {int(rules.suicide)}",
                    f"[string] komi {plain(rules.komi)}",
                )
            )
        expect(arguments, 2)
        name, value = arguments[0].lower(), arguments[1].lower()
        if name == "rules":
            return self._play_by(value if value in PRESETS else None)
        if name == "komi":
            return self.do_komi((value,))
        known: dict[str, dict[str, object]] = {
            "ko": {word: word for word in KOS},
            "suicide": {"0": False, "1": True, "false": False, "true": True},
        }
        if value not in known.get(name, {}):
            raise GtpError(f"unknown parameter or value: {cut(' '.join(arguments), 40)}")
        self._change({name: known[name][value]})
        return ""

    # Setting up.

    def do_boardsize(self, arguments: Arguments) -> str:
        if len(arguments) > 1:
            raise GtpError("boardsize not an integer")
        self._game.options["handicap"] = 0
        return super().do_boardsize(arguments)

    def do_clear_board(self, arguments: Arguments) -> str:
        self._game.options["handicap"] = 0
        return super().do_clear_board(arguments)

    def do_fixed_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, most_customary(self._position.size))

    def do_place_free_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, self._position.size**2 - 1)

    def _handicap(self, arguments: Arguments, most: int) -> str:
        """Stones on points known to be good; of more than there are only so many are placed."""
        expect(arguments, 1)
        number = number_of(arguments[0], -(10**9), 10**9)
        if not self._is_fresh:
            raise GtpError("board not empty")
        if not 2 <= number <= most:
            raise GtpError("invalid number of stones")
        stones = free_stones(number, self._position.size)
        self._begin_with(stones)
        return " ".join(format_vertex(point, self._position.size) for point in stones)

    def do_set_free_handicap(self, arguments: Arguments) -> str:
        if not self._is_fresh:
            raise GtpError("board not empty")
        size = self._position.size
        stones = [self._point(word) for word in arguments]
        if len(stones) < 2 or None in stones or len(set(stones)) != len(stones) or len(stones) >= size * size:
            raise GtpError("bad vertex list")
        self._begin_with(tuple(point for point in stones if point is not None))
        return ""

    def _begin_with(self, stones: tuple[Point, ...]) -> None:
        """A game with handicap stones, by the rules as they were before them."""
        start = GoPosition.start_with(stones, self._position.size, self._rules)
        self._game.options["handicap"] = len(stones)
        self._game.begin(start)

    def do_gogui__setup(self, arguments: Arguments) -> str:
        if self._position.board.black | self._position.board.white:
            raise GtpError("board not empty")
        self._game.options["handicap"] = 0
        return super().do_gogui__setup(arguments)

    def do_gogui__setup_player(self, arguments: Arguments) -> str:
        self._game.options["handicap"] = 0
        return super().do_gogui__setup_player(arguments)

    # Asking.

    def do_captures(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        return str(self._position.prisoners[side_of(arguments[0])])

    def do_countlib(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        point = on_board(self._point(arguments[0]))
        if self._position.board.at(point) is None:
            raise GtpError("vertex must not be empty")
        return str(self._position.board.liberties(point).bit_count())

    def do_unconditional_status(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        from gnugo_py.games.go.life import unconditional_status

        return unconditional_status(self._position.board, on_board(self._point(arguments[0])))

    def do_final_score(self, _: Arguments) -> str:
        board = self._position.board
        from gnugo_py.games.go.life import dead_stones
        from gnugo_py.games.go.scoring import count

        return count(board, self._rules, dead_stones(board), self._position.prisoners).result

    def do_estimate_score(self, _: Arguments) -> str:
        return self.do_final_score(())

    def do_final_status(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        point = on_board(point_of(arguments[0], self._game.game, self._position))
        board = self._position.board
        from gnugo_py.games.go.life import dead_stones
        from gnugo_py.games.go.scoring import count

        dead = dead_stones(board)
        if board.at(point) is not None:
            return "dead" if dead >> point & 1 else "alive"
        grid = count(board, self._rules, dead, self._position.prisoners).grid()
        row, column = self._game.game.cell_of(point, self._position)
        return {"b": "black_territory", "w": "white_territory"}.get(grid.rows[row][column], "dame")

    def do_final_status_list(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        board = self._position.board
        from gnugo_py.games.go.life import dead_stones

        dead = dead_stones(board)
        wanted = {"dead": dead, "alive": (board.black | board.white) & ~dead, "seki": 0}.get(
            arguments[0].lower()
        )
        if wanted is None:
            raise GtpError(SYNTAX)
        chains = (chain for side in Side for chain in board.chains(side) if chain & wanted)
        return "\n".join(write_points(points_of(chain), self._game.game, self._position) for chain in chains)

    # Playing.

    def do_kgs__genmove_cleanup(self, arguments: Arguments) -> str:
        expect(arguments, 1)
        side = side_of(arguments[0])
        choice = self._game.choose(side)
        if choice.move == PASS:
            choice = self._cleaning(side, choice)
        self._game.make(side, choice)
        return self._game.game.format_move(choice.move, self._position)

    def _cleaning(self, side: Side, choice: Choice[Any]) -> Choice[Any]:
        """Instead of a pass, a move against a dead chain of the opponent's, if there is one."""
        position = cast(GoPosition, self._game.to_move(side))
        board = position.board
        from gnugo_py.games.go.life import dead_stones

        dead = dead_stones(board) & board.stones(side.other)
        for point in points_of(board.around(dead) & board.vacant):
            if position.why_not(point) is None:
                return Choice(Play((point,)), choice.reasons, choice.memory)
        return choice
