"""The GTP commands that prepare an engine for a game."""

from __future__ import annotations

from typing import TypeAlias

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import gtp_rules_commands
from gnugo_py.games.hex.position import HexPosition
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_number
from gnugo_py.games.types import UserError

Commands: TypeAlias = tuple[str, ...]
"""GTP commands to send in sequence."""
SetupStep: TypeAlias = tuple[Commands, ...]
"""Alternatives, the best one first. One is used if the engine accepts its first command. If the last one is
empty, the step is optional.
"""


def setup_steps(start: Position) -> tuple[SetupStep, ...]:
    """Return the steps that prepare an engine for a game from a position.

    Raise UserError if the position is not a standard start and engines cannot set it up.
    """
    size, clear = start.size, ("clear_board",)
    if isinstance(start, GoPosition):
        return _go_steps(start)
    if isinstance(start, HexPosition):  # some engines take the size as two numbers
        sizes = ((f"boardsize {size}",), (f"boardsize {size} {size}",))
        return (sizes, (clear,), (_stone_commands(start),))
    if start != start.game.start(start.start_options()):
        raise UserError(
            f"{start.game.display_name} engines cannot set up a position;"
            " start the game from the standard starting position"
        )
    return (((f"boardsize {size}",),), (clear,))


def _go_steps(start: GoPosition) -> tuple[SetupStep, ...]:
    """Return the steps; engines without a command for the rules play by their own rules."""
    rules, (_, black, white) = start.rules, start.board
    is_handicap = black.bit_count() == rules.handicap >= 2 and not white
    vertices = " ".join(map(start.format_point, iter_points(black)))
    handicap = ((f"set_free_handicap {vertices}",),) if is_handicap else ()
    return (
        ((f"boardsize {start.size}",),),
        (("clear_board",),),
        (*((command,) for command in gtp_rules_commands(rules.name)), ()),
        ((f"komi {format_number(rules.komi)}",),),
        (*handicap, _stone_commands(start)),
    )


def _stone_commands(position: Position) -> Commands:
    """Return the commands that put the stones on an empty board, Black's first."""
    return tuple(
        f"play {color} {position.format_point(point)}"
        for color, stones in zip(("black", "white"), position.board[1:], strict=True)
        for point in iter_points(stones)
    )
