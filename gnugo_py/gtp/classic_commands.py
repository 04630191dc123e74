"""The commands by which the engine says why: for arbiters, for GoGui, and as JSON."""

from __future__ import annotations

from typing import Any, cast

from gnugo_py.core.types import Move, Play, Side
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.engine import Choice
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.gtp.arguments import expect, side_of
from gnugo_py.gtp.protocol import Command, GtpError
from gnugo_py.gtp.server import GtpGame

GAMES = 60
ANALYZE = (
    "gfx/Finders/gnugopy-finders %c",
    "gfx/Why the last move/gnugopy-why",
    "gfx/Influence/gnugopy-influence",
    "string/Explain the last move/gomill-explain_last_move",
    "string/Last decision/gnugopy-decision",
    "param/Rules/gogui-param_rules",
)
_COLOURS = {"attack": "#e02020", "defend": "#2060e0", "pattern": "#20a020", "random": "#808080"}


def explaining_commands(game: GtpGame) -> dict[str, Command]:
    """The explaining commands of a server, by name."""
    return {
        "gnugopy-decision": lambda _: _decision(game),
        "gnugopy-finders": lambda arguments: _finders(game, arguments),
        "gnugopy-why": lambda _: _why(game),
        "gnugopy-influence": lambda _: _influence(game),
        "gogui-analyze_commands": lambda _: "\n".join(ANALYZE),
    }


def _decision(game: GtpGame) -> str:
    """The last genmove as one line of JSON: each finder's [vertex, value] or null, tries, random value."""
    choice, size = _last(game), _size(game)
    answers: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
    tries = 0
    for reason in choice.reasons:
        if reason.finder == "random":
            tries = reason.value
        elif reason.point is not None:
            answers[reason.finder] = [format_vertex(reason.point, size), reason.value]
    assert isinstance(choice.memory, Memory)
    move = _written(choice.move, size)
    import json

    return json.dumps({"move": move, **answers, "tries": tries, "rng": choice.memory.value})


def _finders(game: GtpGame, arguments: tuple[str, ...]) -> str:
    """What each finder would play for a side, as GoGui draws it."""
    expect(arguments, 1)
    return _drawn(game.choose(side_of(arguments[0])), _size(game))


def _why(game: GtpGame) -> str:
    """What each finder said to the last genmove, as GoGui draws it."""
    return _drawn(_last(game), _size(game))


def _drawn(choice: Choice[Any], size: int) -> str:
    """Labels and colours for a choice's reasons."""
    lines = []
    for reason in choice.reasons:
        if reason.point is not None:
            vertex = format_vertex(reason.point, size)
            lines.append(f"COLOR {_COLOURS[reason.finder]} {vertex}")
            lines.append(f"LABEL {vertex} {reason.finder[0].upper()}{reason.value}")
    return "\n".join([*lines, f"TEXT {_written(choice.move, size)}"])


def _influence(game: GtpGame) -> str:
    """How often Black ends up owning each point in random games, from -1 to 1."""
    board = cast(GoPosition, game.position).board
    from gnugo_py.games.go.playout import Playouts

    owners = Playouts(board).owners(GAMES, Side.BLACK)
    size = board.geometry.size
    values = (f"{format_vertex(point, size)} {owners[point] / GAMES:.2f}" for point in board.geometry.points)
    return "INFLUENCE " + " ".join(values)


def _size(game: GtpGame) -> int:
    return cast(GoPosition, game.position).size


def _written(move: Move, size: int) -> str:
    return format_vertex(move.points[0], size) if isinstance(move, Play) else "pass"


def _last(game: GtpGame) -> Choice[Any]:
    """How the engine chose its last move.  Raises GtpError if it made none."""
    choice = game.last_choice()
    if choice is None:
        raise GtpError("no move was generated yet")
    return choice
