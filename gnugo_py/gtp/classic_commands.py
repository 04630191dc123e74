"""The commands that explain the decisions of GNU Go 1.1: for referees, for GoGui, and as JSON."""

from __future__ import annotations

from typing import Any, cast

from gnugo_py.core.registry import estimate
from gnugo_py.core.types import Move, Play
from gnugo_py.engines.classic.memory import ClassicMemory
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.gtp.arguments import check_argument_count, parse_color
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import Command, GtpError

ANALYZE_COMMANDS = (
    "gfx/Finders/gnugopy-finders %c",
    "gfx/Why the last move/gnugopy-why",
    "gfx/Influence/gnugopy-influence",
    "string/Explain the last move/gomill-explain_last_move",
    "string/Last decision/gnugopy-decision",
    "param/Rules/gogui-param_rules",
)
_COLORS = {"attack": "#e02020", "defend": "#2060e0", "pattern": "#20a020", "random": "#808080"}


def classic_commands(game: GtpGame) -> dict[str, Command]:
    """Return the commands that explain decisions, by name."""
    return {
        "gnugopy-decision": lambda _: _decision(game),
        "gnugopy-finders": lambda arguments: _finders(game, arguments),
        "gnugopy-why": lambda _: _why(game),
        "gnugopy-influence": lambda _: _influence(game),
        "gogui-analyze_commands": lambda _: "\n".join(ANALYZE_COMMANDS),
    }


def _decision(game: GtpGame) -> str:
    """Return the last genmove as one line of JSON.

    It has [vertex, value] or null for each finder, the number of random tries, and the random state.
    """
    decision, size = _last_decision(game), _size(game)
    answers: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
    tries = 0
    for reason in decision.reasons:
        if reason.source == "random":
            tries = reason.value
        elif reason.point is not None:
            answers[reason.source] = [format_vertex(reason.point, size), reason.value]
    assert isinstance(decision.memory, ClassicMemory)
    move = _format_move(decision.move, size)
    import json

    return json.dumps({"move": move, **answers, "tries": tries, "rng": decision.memory.random_state})


def _finders(game: GtpGame, arguments: tuple[str, ...]) -> str:
    """Return what each finder would play for a color, in GoGui's graphics format."""
    check_argument_count(arguments, 1)
    return _format_gfx(game.choose_move(parse_color(arguments[0])), _size(game))


def _why(game: GtpGame) -> str:
    """Return what each finder proposed at the last genmove, in GoGui's graphics format."""
    return _format_gfx(_last_decision(game), _size(game))


def _format_gfx(decision: Decision[Any], size: int) -> str:
    """Return labels and colors for the reasons of a decision."""
    lines = []
    for reason in decision.reasons:
        if reason.point is not None:
            vertex = format_vertex(reason.point, size)
            lines.append(f"COLOR {_COLORS[reason.source]} {vertex}")
            lines.append(f"LABEL {vertex} {reason.source[0].upper()}{reason.value}")
    return "\n".join([*lines, f"TEXT {_format_move(decision.move, size)}"])


def _influence(game: GtpGame) -> str:
    """Return the likely ownership of each point, from -1 (White) to 1 (Black)."""
    judged = estimate(game.game, game.position)
    assert judged is not None
    size = _size(game)
    values = (f"{format_vertex(point, size)} {share:.2f}" for point, share in judged.ownership.items())
    return "INFLUENCE " + " ".join(values)


def _size(game: GtpGame) -> int:
    return cast(GoPosition, game.position).size


def _format_move(move: Move, size: int) -> str:
    return format_vertex(move.points[0], size) if isinstance(move, Play) else "pass"


def _last_decision(game: GtpGame) -> Decision[Any]:
    """Return the engine's last decision. Raise GtpError if there is none."""
    decision = game.last_decision()
    if decision is None:
        raise GtpError("no move was generated yet")
    return decision
