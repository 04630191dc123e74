"""Who sits at the table, as every way of showing a game tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Side
from gnugo_py.play.session import Session


class Seat(NamedTuple):
    """A side.

    sign  -- of its stones.
    text  -- who plays it, and what it has taken.
    moves -- whether it is its turn.
    """

    sign: str
    text: str
    moves: bool


def called(session: Session, side: Side) -> str:
    """What to call who plays a side; nothing where two people play."""
    player = session.players.get(side)
    return player.name if player is not None else "you" if session.players else ""


def seats(
    game: Game, position: Position, names: Mapping[Side, str], is_over: bool = False
) -> tuple[Seat, ...]:
    """The sides, Black first: who plays each, what it has taken, whose turn it is.

    names -- what to call who plays a side, where that is known.
    """
    taken = game.taken(position)
    return tuple(
        Seat(
            sign_of(side),
            " ".join(
                dict.fromkeys(filter(None, (str(side), names.get(side), str(taken[side]) if taken else "")))
            ),
            not is_over and side is position.to_move,
        )
        for side in Side
    )


def seated(session: Session, is_over: bool) -> tuple[Seat, ...]:
    """The sides of a game that is played."""
    names = {side: called(session, side) for side in Side}
    return seats(session.game, session.position, names, is_over)


def sign_of(side: Side) -> str:
    """The sign of a side's stones in a drawing."""
    return "XO"[side]


def mover_of(position: Position) -> str:
    """The sign of who made the last move."""
    return sign_of(position.mover if position.mover is not None else position.to_move.other)


def in_a_line(session: Session, is_over: bool) -> str:
    """The sides in one line: the move made last, who plays and what was taken, whose turn it is."""
    at_table = seated(session, is_over)
    number, position = len(session.turns) - 1, session.position
    told = f"move {number}"
    if position.last_move is not None and position.previous is not None:
        told += f": {mover_of(position)} {session.game.format_move(position.last_move, position.previous)}"
    turn = [f"{seat.sign} to move" for seat in at_table if seat.moves]
    return "   ".join([told, *(f"{seat.sign} {seat.text}" for seat in at_table), *turn])
