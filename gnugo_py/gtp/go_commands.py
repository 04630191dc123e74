"""GTP commands for Go only: those of this program, of KGS and of KataGo, and those for GNU Go 1.1."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from gnugo_py import __version__
from gnugo_py.engines.analysis import values_for_black
from gnugo_py.engines.classic.gnugo import ClassicMemory
from gnugo_py.engines.engine import Decision
from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.go.life import unconditional_status
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import (
    PRESETS,
    Rules,
    free_handicap_points,
    max_fixed_handicap,
    rules_from_options,
)
from gnugo_py.games.go.scoring import Score
from gnugo_py.games.points import first_point, iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_number, truncate
from gnugo_py.games.types import PASS, PLAYS, Color, Point
from gnugo_py.gtp.commands import GeneralCommands, format_influence
from gnugo_py.gtp.protocol import (
    BOOLEAN_VALUES,
    SYNTAX_ERROR_MESSAGE,
    GtpError,
    parse_color,
    parse_float,
    parse_int,
    parse_point,
)
from gnugo_py.gtp.server import GtpServer
from gnugo_py.system.json_data import parse_json

_PRESETS_BY_NAME = {
    "korean": "japanese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "bga": "aga",
    "new-zealand": "tromp-taylor",
    "new_zealand": "tromp-taylor",
    **{name: name for name, each in PRESETS.items() if each.rules.scoring in ("area", "territory")},
}
"""The presets that KataGo can describe, by their names and by those of KataGo and KGS."""
_KATAGO_KO_RULES = ("SIMPLE", "POSITIONAL", "SITUATIONAL")
_PRESETS_BY_BONUS = {"0": "tromp-taylor", "N": "chinese", "N-1": "aga"}
"""The presets with area scoring, by White's bonus for Black's handicap stones."""
_DEFAULTS: Mapping[str, object] = {
    "friendlyPassOk": False,
    "hasButton": False,
    "ko": "POSITIONAL",
    "scoring": "AREA",
    "suicide": True,
    "tax": None,
    "whiteHandicapBonus": "0",
}
"""The values of the keys that an object lacks: those of Tromp-Taylor rules, with the tax of the scoring."""


def rules_to_json(rules: Rules) -> str:
    """Return rules as an object with KataGo's keys; rules that KataGo does not know get the closest value."""
    is_area = rules.scoring == "area"
    return json.dumps(
        {
            "friendlyPassOk": is_area and rules.name != "tromp-taylor",
            "hasButton": False,
            "ko": rules.ko.upper() if rules.ko.upper() in _KATAGO_KO_RULES else "SIMPLE",
            "scoring": "AREA" if is_area else "TERRITORY",
            "suicide": rules.suicide,
            "tax": "NONE" if is_area else "SEKI",
            "whiteHandicapBonus": PRESETS[rules.name].handicap_bonus,
        },
        separators=(",", ":"),
    )


def rule_options_from_text(text: str) -> dict[str, object]:
    """Return the options of the game for rules in KataGo's form: a name, or an object in JSON.

    Raise GtpError if there are no such rules, or if this program does not support them.
    """
    if not text.startswith("{"):
        return _named_options(text)
    try:
        given = parse_json(text)
    except ValueError:
        raise GtpError("the rules are not valid JSON") from None
    if "score" in given:
        given.setdefault("scoring", given.pop("score"))
    if (unknown := next((key for key in given if key not in _DEFAULTS), None)) is not None:
        raise GtpError(f"unknown rules option: {truncate(unknown, 40)}")
    return _options_from_object({**_DEFAULTS, **given})


def _named_options(text: str) -> dict[str, object]:
    """Return the options of the game for a name of rules. Raise GtpError if it is unknown."""
    name = _PRESETS_BY_NAME.get(text.lower())
    if name is None:
        raise GtpError(f"unknown rules: {truncate(text, 40)}")
    return {"rules": name, "ko": None, "suicide": None}


def _options_from_object(rules: Mapping[str, object]) -> dict[str, object]:
    """Return the options of the game for an object that has all of KataGo's keys."""
    ko, bonus = rules["ko"], rules["whiteHandicapBonus"]
    is_area = rules["scoring"] == "AREA"
    supported = {
        "hasButton": (False,),
        "friendlyPassOk": (False, True),
        "ko": _KATAGO_KO_RULES,
        "scoring": ("AREA", "TERRITORY"),
        "suicide": (False, True),
        "tax": (None, "NONE" if is_area else "SEKI"),
        "whiteHandicapBonus": tuple(_PRESETS_BY_BONUS) if is_area else ("0",),
    }
    for key, values in supported.items():
        value = rules[key]
        if not isinstance(value, str | bool | None) or value not in values:
            raise GtpError(f"unsupported rules: {key} {truncate(json.dumps(value), 40)}")
    name = _PRESETS_BY_BONUS[str(bonus)] if is_area else "japanese"
    return {"rules": name, "ko": str(ko).lower(), "suicide": rules["suicide"]}


_KO_RULES = ("simple", "positional", "situational", "1989")
GOGUI_ANALYZE_COMMANDS = (
    "gfx/Finders/gnugopy-finders %c",
    "gfx/Why the last move/gnugopy-why",
    "gfx/Influence/gnugopy-influence",
    "string/Explain the last move/gomill-explain_last_move",
    "string/Last decision/gnugopy-decision",
    "param/Rules/gogui-param_rules",
)
_COLORS = {"attack": "#e02020", "defend": "#2060e0", "pattern": "#20a020", "random": "#808080"}


class GoCommands:
    """The commands for Go alone, and those for every game that are different in Go.

    server -- the server. From now on, its komi does not follow from its rules.
    """

    def __init__(self, server: GtpServer) -> None:
        self.server = server
        server.options.setdefault("komi", self._rules.komi)

    @property
    def _position(self) -> GoPosition:
        return cast(GoPosition, self.server.position)

    @property
    def _rules(self) -> Rules:
        """The current rules, including the komi that was set."""
        return rules_from_options(self.server.options)

    @property
    def _is_fresh(self) -> bool:
        """Whether the board is empty and no moves have been played."""
        board = self._position.board
        return self.server.move_count == 0 and not (board.black | board.white)

    def do_gomill__describe_engine(self, *_: str) -> str:
        player = self.server.player
        seed = "" if player is None else f", seed {player.config().seed}"
        is_search = player is not None and player.config().kind == "search"
        who = player.name if player is not None and is_search else "GNU Go 1.1 of 1989, recreated"
        return f"gnugo-py {__version__}\n{who}; {self._rules.name} rules{seed}"

    def do_get_komi(self, *_: str) -> str:
        return format_number(self._rules.komi)

    def do_showboard(self, *_: str) -> str:
        position = self._position
        black, white = position.prisoners
        taken = f"Black (X) has captured {black}, White (O) {white}"
        return f"\n{format_diagram(position.diagram())}\n{taken}; {position.to_move.name.lower()} to move"

    def do_kgs__rules(self, name: str) -> None:
        self._set_options(_named_options(name))

    def do_kata__set__rules(self, *arguments: str) -> None:
        """Set the rules, but not the komi, by one of KataGo's names or by a JSON object with its keys."""
        self._set_options(rule_options_from_text(" ".join(arguments)))

    def do_kata__get__rules(self) -> str:
        return rules_to_json(self._rules)

    def _set_options(self, options: dict[str, object]) -> None:
        """Change the rules or the komi, also for the current game; new rules do not change the komi."""
        self.server.options |= options
        self.server.change_positions(rules=self._rules)

    def do_komi(self, points: str) -> None:
        self._set_options({"komi": parse_float(points)})

    def do_kata__raw__nn(self, symmetry_or_all: str) -> str:
        """Return the network's evaluation of the position, without a search, in KataGo's format.

        The argument is the symmetry of the board, 0 to 7, or `all` for one evaluation after another. Win
        rates, leads and ownership are White's; leads include komi.
        """
        is_all = symmetry_or_all.lower() == "all"
        symmetries = range(SYMMETRY_COUNT) if is_all else [parse_int(symmetry_or_all, 0, SYMMETRY_COUNT - 1)]
        return "\n".join(raw_network_text(self._position, symmetry) for symmetry in symmetries)

    def do_gogui__param_rules(self, *arguments: str) -> str | None:
        """Return the rules for a GoGui dialog or, with a name and a value, change one of them."""
        if not arguments:
            rules = self._rules
            return (
                f"[list/{'/'.join(PRESETS)}] rules {rules.name}\n"
                f"[list/{'/'.join(_KO_RULES)}] ko {rules.ko}\n"
                f"[bool] suicide {int(rules.suicide)}\n"
                f"[string] komi {format_number(rules.komi)}"
            )
        if len(arguments) != 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        name, value = (word.lower() for word in arguments)
        known: dict[str, dict[str, object]] = {
            "ko": {word: word for word in _KO_RULES},
            "suicide": BOOLEAN_VALUES,
        }
        if name == "rules" and value in PRESETS:
            self._set_options({"rules": value, "ko": None, "suicide": None})
        elif name == "komi":
            self.do_komi(value)
        elif value in known.get(name, {}):
            self._set_options({name: known[name][value]})
        else:
            raise GtpError(f"unknown parameter or value: {truncate(' '.join(arguments), 40)}")
        return None

    # Setup.

    def do_boardsize(self, width: str, height: str = "") -> None:
        if height:
            raise GtpError("boardsize not an integer")
        self.server.do_boardsize(width)

    def do_fixed_handicap(self, number: str) -> str:
        return self._handicap(number, max_fixed_handicap(self._position.size))

    def do_place_free_handicap(self, number: str) -> str:
        return self._handicap(number, self._position.size**2 - 1)

    def _handicap(self, word: str, most: int) -> str:
        """Place handicap stones, fewer if the board has fewer handicap points, and return their vertices."""
        number = parse_int(word, -(10**9), 10**9)
        if not self._is_fresh:
            raise GtpError("board not empty")
        if not 2 <= number <= most:
            raise GtpError("invalid number of stones")
        stones = free_handicap_points(number, self._position.size)
        self._start_with_handicap(stones)
        return " ".join(map(self._position.format_point, stones))

    def do_set_free_handicap(self, *arguments: str) -> None:
        if not self._is_fresh:
            raise GtpError("board not empty")
        size = self._position.size
        stones = [parse_point(word, self._position, off_board="bad vertex list") for word in arguments]
        if len(stones) < 2 or len(set(stones)) != len(stones) or len(stones) >= size * size:
            raise GtpError("bad vertex list")
        self._start_with_handicap(tuple(stones))

    def _start_with_handicap(self, stones: tuple[Point, ...]) -> None:
        self.server.options["handicap"] = len(stones)
        self.server.start_from(GoPosition.start_with_handicap(stones, self._position.size, self._rules))

    def do_gogui__setup(self, *arguments: str) -> None:
        if self._position.board.black | self._position.board.white:
            raise GtpError("board not empty")
        GeneralCommands(self.server).do_gogui__setup(*arguments)

    # Queries.

    def do_captures(self, word: str) -> str:
        return str(self._position.prisoners[parse_color(word)])

    def do_countlib(self, vertex: str) -> str:
        point = parse_point(vertex, self._position)
        if self._position.board.color_at(point) is None:
            raise GtpError("vertex must not be empty")
        return str(self._position.board.liberties(point).bit_count())

    def do_unconditional_status(self, vertex: str) -> str:
        return unconditional_status(self._position.board, parse_point(vertex, self._position))

    def do_final_score(self, *_: str) -> str:
        return self._final_score.result

    @property
    def _final_score(self) -> Score:
        return self._position.score(dead_stones(self._position))

    def do_estimate_score(self, *_: str) -> str:
        if self._position.is_over:
            return self.do_final_score()
        lead = values_for_black(self.server.analyst.analyze(self._position), self._position.to_move)[0]
        assert lead is not None
        return f"{'B' if lead >= 0 else 'W'}+{abs(lead):.1f}"

    @property
    def _statuses(self) -> dict[str, int]:
        """The stones of each status, and the territories."""
        board, score = self._position.board, self._final_score
        stones, (black, white) = board.black | board.white, score.territory
        alive = stones & ~(score.dead | score.seki)
        statuses = {"dead": score.dead, "seki": score.seki & stones, "alive": alive}
        return {**statuses, "black_territory": black, "white_territory": white}

    def do_final_status(self, vertex: str) -> str:
        point = parse_point(vertex, self._position)
        return next((status for status, points in self._statuses.items() if points >> point & 1), "dame")

    def do_final_status_list(self, status: str) -> str:
        if (status := status.lower()) not in ("dead", "alive", "seki"):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        board, wanted = self._position.board, self._statuses[status]
        chains = [chain for color in Color for chain in board.chains(color) if chain & wanted]
        return "\n".join(" ".join(map(self._position.format_point, iter_points(chain))) for chain in chains)

    # Moves.

    def do_kgs__genmove_cleanup(self, word: str) -> str:
        position = self._position.with_play_resumed(parse_color(word))
        decision = self.server.choose(position)
        if decision.move == PASS:
            board = position.board
            dead = dead_stones(position) & board.stones(position.to_move.opponent)
            beside = board.surrounding_points(dead) & position.legal_points
            if beside:
                decision = replace(decision, move=PLAYS[first_point(beside)])
        self.server.go_on(position.play_unchecked(decision.move), decision)
        return position.format_move(decision.move)


@dataclass
class ClassicCommands:
    """Commands that explain the decisions of GNU Go 1.1, as JSON or for GoGui."""

    server: GtpServer

    def do_gnugopy__decision(self, *_: str) -> str:
        """Return the engine's last decision as one line of JSON.

        The JSON object contains the move, [vertex, value] or null for each finder, the number of random
        tries, and the state of the random number generator.
        """
        decision, position = self.server.last_decision()[1], self.server.position
        answers: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
        tries = 0
        for reason in decision.reasons:
            if reason.source == "random":
                tries = reason.value
            elif reason.point is not None:
                answers[reason.source] = [position.format_point(reason.point), reason.value]
        assert isinstance(decision.memory, ClassicMemory)
        move = position.format_move(decision.move)
        return json.dumps({"move": move, **answers, "tries": tries, "rng": decision.memory.random_state})

    def do_gnugopy__finders(self, word: str) -> str:
        """Return what each finder would play for a color, in GoGui's graphics format."""
        position = self.server.position.with_play_resumed(parse_color(word))
        return _format_gfx(self.server.choose(position), position)

    def do_gnugopy__why(self, *_: str) -> str:
        """Return what each finder proposed for the last genmove, in GoGui's graphics format."""
        return _format_gfx(self.server.last_decision()[1], self.server.position)

    def do_gnugopy__influence(self, *_: str) -> str:
        """Return the likely ownership of each point, from -1 (White) to 1 (Black)."""
        position = self.server.position
        return format_influence(position, self.server.analyst.analyze(position).ownership)

    def do_gogui__analyze_commands(self, *_: str) -> str:
        return "\n".join(GOGUI_ANALYZE_COMMANDS)


def _format_gfx(decision: Decision[Any], position: Position) -> str:
    """Return labels and colors for the reasons behind a decision, in GoGui's graphics format."""
    lines = []
    for reason in decision.reasons:
        if reason.point is not None:
            vertex = position.format_point(reason.point)
            lines.append(f"COLOR {_COLORS[reason.source]} {vertex}")
            lines.append(f"LABEL {vertex} {reason.source[0].upper()}{reason.value}")
    return "\n".join([*lines, f"TEXT {position.format_move(decision.move)}"])


SYMMETRY_COUNT = 8
"""The number of symmetries of a board."""


def raw_network_text(position: GoPosition, symmetry: int) -> str:
    """Return the lines of `kata-raw-nn`: results, lead, policy and ownership, row by row from the top.

    symmetry -- as for `Network.evaluate`; the lines describe the position itself, whatever the symmetry is.

    Results, lead and ownership are White's; the policy is that of the color to move, `NAN` where a move is
    illegal.
    """
    from gnugo_py.engines.network.network import judge  # imported here because it needs numpy

    evaluation = judge().evaluate(position.with_play_resumed(position.to_move), symmetry)
    win, loss, no_result = evaluation.results
    is_white = position.to_move is Color.WHITE
    policy, owners, stride = evaluation.policy, evaluation.ownership, position.size + 1
    lines = [
        f"symmetry {symmetry}",
        f"whiteWin {win if is_white else loss:.6f}",
        f"whiteLoss {loss if is_white else win:.6f}",
        f"noResult {no_result:.6f}",
        f"whiteLead {evaluation.lead if is_white else -evaluation.lead:.3f}",
        "policy",
    ]
    rows = [range(row * stride, row * stride + position.size) for row in range(position.size)]
    shares = {move: f"{share:.6f}" for move, share in policy.items()}
    lines += [" ".join(shares.get(PLAYS[point], "    NAN") for point in row) for row in rows]
    lines += [f"policyPass {policy[PASS]:.6f}", "whiteOwnership"]
    lines += [" ".join(f"{-owners[point]:.7f}" for point in row) for row in rows]
    return "\n".join(lines)
