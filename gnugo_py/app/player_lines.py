"""The players of a game as text, for all interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnugo_py.core.game import GameText
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color
from gnugo_py.play.session import Session


class PlayerLine(NamedTuple):
    """A player.

    sign       -- the sign of the player's stones.
    text       -- the color, the player's name and the number of prisoners.
    is_to_move -- whether it is the player's turn.
    """

    sign: str
    text: str
    is_to_move: bool


def player_name(session: Session, color: Color) -> str:
    """Return the name of the player of a color; "you" for a person, empty if two people play."""
    player = session.players.get(color)
    return player.name if player is not None else "you" if session.players else ""


def name_with_rank(session: Session, color: Color) -> str:
    """Return the name of a player, with the rank of an engine whose rank is known."""
    player = session.players.get(color)
    rank = "" if player is None or not player.rank else f", about {player.rank}"
    return f"{player_name(session, color)}{rank}"


def player_lines(
    game: GameText, position: Position, names: Mapping[Color, str], is_over: bool = False
) -> tuple[PlayerLine, ...]:
    """Return the two players, Black first.

    names -- the names of the players, by color, as far as they are known.
    """
    taken = game.prisoners(position)
    return tuple(
        PlayerLine(
            stone_sign(color),
            " ".join(
                dict.fromkeys(
                    filter(None, (str(color), names.get(color), str(taken[color]) if taken else ""))
                )
            ),
            not is_over and color is position.to_move,
        )
        for color in Color
    )


def session_player_lines(session: Session, is_over: bool) -> tuple[PlayerLine, ...]:
    """Return the two players of a session, Black first, with their time if the game has a clock."""
    names = {color: name_with_rank(session, color) for color in Color}
    lines = player_lines(session.game, session.position, names, is_over)
    control = session.time_control
    if control is None:
        return lines
    return tuple(
        line._replace(text=f"{line.text}  {control.text_of(session.time_now(color))}")
        for color, line in zip(Color, lines, strict=True)
    )


def stone_sign(color: Color) -> str:
    """Return the sign of a color's stones in a diagram."""
    return "XO"[color]


def last_stone_sign(position: Position) -> str:
    """Return the sign of the color that made the last move."""
    return stone_sign(position.last_color if position.last_color is not None else position.to_move.opponent)


def status_line(session: Session, is_over: bool) -> str:
    """Return one line with the last move, both players with their prisoners, and the color to move."""
    session_lines = session_player_lines(session, is_over)
    number, position = len(session.turns) - 1, session.position
    move_text = f"move {number}"
    if position.last_move is not None and position.previous is not None:
        move_text += (
            f": {last_stone_sign(position)} {session.game.format_move(position.last_move, position.previous)}"
        )
    turn = [f"{player_line.sign} to move" for player_line in session_lines if player_line.is_to_move]
    return "   ".join(
        [move_text, *(f"{player_line.sign} {player_line.text}" for player_line in session_lines), *turn]
    )
