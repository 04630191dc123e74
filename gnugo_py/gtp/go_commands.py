"""The commands that exist only in Go."""

from __future__ import annotations

from typing import Any, cast

from gnugo_py import __version__
from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.diagram import format_diagram
from gnugo_py.core.registry import dead_stones, estimate
from gnugo_py.core.text import format_number, truncate
from gnugo_py.core.types import PASS, Color, Play, Point
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.life import unconditional_status
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, Rules, free_handicap, max_fixed_handicap, rules_from_options
from gnugo_py.games.go.scoring import Score
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.gtp.arguments import (
    SYNTAX,
    Arguments,
    check_argument_count,
    format_points,
    parse_color,
    parse_float,
    parse_int,
    parse_point,
    require_on_board,
)
from gnugo_py.gtp.commands import FileFunctions, GtpCommandHandlers
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import GtpError

_KGS_RULES = {"japanese": "japanese", "chinese": "chinese", "aga": "aga", "new_zealand": "tromp-taylor"}
_KATA_RULES = {
    **{name: name for name in ("japanese", "chinese", "aga", "tromp-taylor")},
    "korean": "japanese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "bga": "aga",
    "new-zealand": "tromp-taylor",
}
_KO_RULES = ("simple", "positional", "situational", "1989")


class GoCommands(GtpCommandHandlers):
    """The commands of every game and those of Go, with Go's versions of some of the former."""

    def __init__(self, game: GtpGame, files: FileFunctions) -> None:
        super().__init__(game, files)
        game.options.setdefault("komi", rules_from_options(game.options).komi)

    @property
    def _position(self) -> GoPosition:
        return cast(GoPosition, self._game.position)

    @property
    def _rules(self) -> Rules:
        """The present rules, including the komi that was set."""
        return rules_from_options(self._game.options)

    @property
    def _is_fresh(self) -> bool:
        """Whether the board is empty and no moves have been played."""
        board = self._position.board
        return len(self._game.turns) == 1 and not (board.black | board.white)

    def do_gomill__describe_engine(self, _: Arguments) -> str:
        player = self._game.player
        seed = "" if player is None else f", seed {player.config().seed}"
        is_search = player is not None and player.config().kind == "search"
        who = player.name if player is not None and is_search else "GNU Go 1.1 of 1989, recreated"
        return f"gnugo-py {__version__}\n{who}; {self._rules.name} rules{seed}"

    def do_get_komi(self, _: Arguments) -> str:
        return format_number(self._rules.komi)

    def do_showboard(self, _: Arguments) -> str:
        position = self._position
        black, white = position.prisoners
        taken = f"Black (X) has captured {black}, White (O) {white}"
        return f"\n{format_diagram(position.diagram())}\n{taken}; {position.to_move.name.lower()} to move"

    def do_kgs__rules(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        return self._set_rules(_KGS_RULES.get(arguments[0].lower()))

    def do_kata__set__rules(self, arguments: Arguments) -> str:
        """Set the rules by one of KataGo's names."""
        check_argument_count(arguments, 1)
        return self._set_rules(_KATA_RULES.get(arguments[0].lower()))

    def _set_rules(self, name: str | None) -> str:
        """Switch to the rules of a preset. The komi does not change."""
        if name is None:
            raise GtpError("unknown rules")
        self._set_options({"rules": name, "ko": None, "suicide": None})
        return ""

    def _set_options(self, options: dict[str, object]) -> None:
        """Change the rules or the komi, also for the present game."""
        self._game.options |= options
        rules = self._rules
        self._game.turns = [
            turn._replace(position=cast(GoPosition, turn.position)._replace(rules=rules))
            for turn in self._game.turns
        ]

    def do_komi(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        self._set_options({"komi": parse_float(arguments[0])})
        return ""

    def do_kata__raw__nn(self, arguments: Arguments) -> str:
        """Return what the network thinks of the position without a search, in KataGo's form.

        Leads and ownership are White's, leads after komi. Only symmetry 0 is supported.
        """
        if arguments != ("0",):
            raise GtpError("only symmetry 0 is supported")
        from gnugo_py.gtp.raw_network import format_raw_network

        return format_raw_network(self._position)

    def do_gogui__param_rules(self, arguments: Arguments) -> str:
        """Return the rules for a GoGui dialog or, with a name and a value, change one of them."""
        if not arguments:
            rules = self._rules
            return "\n".join(
                (
                    f"[list/{'/'.join(PRESETS)}] rules {rules.name}",
                    f"[list/{'/'.join(_KO_RULES)}] ko {rules.ko}",
                    f"[bool] suicide {int(rules.suicide)}",
                    f"[string] komi {format_number(rules.komi)}",
                )
            )
        check_argument_count(arguments, 2)
        name, value = arguments[0].lower(), arguments[1].lower()
        if name == "rules":
            return self._set_rules(value if value in PRESETS else None)
        if name == "komi":
            return self.do_komi((value,))
        known: dict[str, dict[str, object]] = {
            "ko": {word: word for word in _KO_RULES},
            "suicide": {"0": False, "1": True, "false": False, "true": True},
        }
        if value not in known.get(name, {}):
            raise GtpError(f"unknown parameter or value: {truncate(' '.join(arguments), 40)}")
        self._set_options({name: known[name][value]})
        return ""

    # Setup.

    def do_boardsize(self, arguments: Arguments) -> str:
        if len(arguments) > 1:
            raise GtpError("boardsize not an integer")
        self._game.options["handicap"] = 0
        return super().do_boardsize(arguments)

    def do_clear_board(self, arguments: Arguments) -> str:
        self._game.options["handicap"] = 0
        return super().do_clear_board(arguments)

    def do_fixed_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, max_fixed_handicap(self._position.size))

    def do_place_free_handicap(self, arguments: Arguments) -> str:
        return self._handicap(arguments, self._position.size**2 - 1)

    def _handicap(self, arguments: Arguments, most: int) -> str:
        """Place handicap stones and return their vertices; fewer if the board has fewer handicap points."""
        check_argument_count(arguments, 1)
        number = parse_int(arguments[0], -(10**9), 10**9)
        if not self._is_fresh:
            raise GtpError("board not empty")
        if not 2 <= number <= most:
            raise GtpError("invalid number of stones")
        stones = free_handicap(number, self._position.size)
        self._start_with_handicap(stones)
        return " ".join(format_vertex(point, self._position.size) for point in stones)

    def do_set_free_handicap(self, arguments: Arguments) -> str:
        if not self._is_fresh:
            raise GtpError("board not empty")
        size = self._position.size
        stones = [self._point(word) for word in arguments]
        if len(stones) < 2 or None in stones or len(set(stones)) != len(stones) or len(stones) >= size * size:
            raise GtpError("bad vertex list")
        self._start_with_handicap(tuple(point for point in stones if point is not None))
        return ""

    def _start_with_handicap(self, stones: tuple[Point, ...]) -> None:
        """Start a game with handicap stones under the present rules."""
        start = GoPosition.start_with_handicap(stones, self._position.size, self._rules)
        self._game.options["handicap"] = len(stones)
        self._game.start_from(start)

    def do_gogui__setup(self, arguments: Arguments) -> str:
        if self._position.board.black | self._position.board.white:
            raise GtpError("board not empty")
        self._game.options["handicap"] = 0
        return super().do_gogui__setup(arguments)

    def do_gogui__setup_player(self, arguments: Arguments) -> str:
        self._game.options["handicap"] = 0
        return super().do_gogui__setup_player(arguments)

    # QueryCommands.

    def do_captures(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        return str(self._position.prisoners[parse_color(arguments[0])])

    def do_countlib(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        point = require_on_board(self._point(arguments[0]))
        if self._position.board.color_at(point) is None:
            raise GtpError("vertex must not be empty")
        return str(self._position.board.liberties(point).bit_count())

    def do_unconditional_status(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        return unconditional_status(self._position.board, require_on_board(self._point(arguments[0])))

    def do_final_score(self, _: Arguments) -> str:
        return self._final_score.result

    @property
    def _final_score(self) -> Score:
        """The score of the present board, without the stones that are considered dead."""
        dead = dead_stones(self._game.game, self._position)
        return self._position._replace(rules=self._rules).score(dead)

    def do_estimate_score(self, _: Arguments) -> str:
        if self._position.is_over:
            return self.do_final_score(())
        judged = estimate(self._game.game, self._position._replace(rules=self._rules))
        assert judged is not None
        return f"{'B' if judged.lead >= 0 else 'W'}+{abs(judged.lead):.1f}"

    def do_final_status(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        point = require_on_board(parse_point(arguments[0], self._game.game, self._position))
        score = self._final_score
        if score.dead >> point & 1:
            return "dead"
        if self._position.board.color_at(point) is not None:
            return "seki" if score.seki >> point & 1 else "alive"
        black, white = score.territory
        return (
            "black_territory" if black >> point & 1 else "white_territory" if white >> point & 1 else "dame"
        )

    def do_final_status_list(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        board, score = self._position.board, self._final_score
        alive = (board.black | board.white) & ~(score.dead | score.seki)
        wanted = {"dead": score.dead, "alive": alive, "seki": score.seki}.get(arguments[0].lower())
        if wanted is None:
            raise GtpError(SYNTAX)
        chains = (chain for color in Color for chain in board.chains(color) if chain & wanted)
        return "\n".join(
            format_points(iter_points(chain), self._game.game, self._position) for chain in chains
        )

    # Moves.

    def do_kgs__genmove_cleanup(self, arguments: Arguments) -> str:
        check_argument_count(arguments, 1)
        color = parse_color(arguments[0])
        decision = self._game.choose_move(color)
        if decision.move == PASS:
            decision = self._capture_dead_stones(color, decision)
        self._game.play_decision(color, decision)
        return self._game.game.format_move(decision.move, self._position)

    def _capture_dead_stones(self, color: Color, decision: Decision[Any]) -> Decision[Any]:
        """Return a move next to a dead chain of the opponent, or the decision to pass if there is none."""
        position = cast(GoPosition, self._game.position_with_to_move(color))
        board = position.board
        dead = dead_stones(self._game.game, position) & board.stones(color.opponent)
        for point in iter_points(board.neighbors(dead) & board.empty_points):
            if position.why_illegal_point(point) is None:
                return Decision(Play((point,)), decision.reasons, decision.memory)
        return decision
