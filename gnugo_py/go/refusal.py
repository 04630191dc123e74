"""Why a move is refused."""

from __future__ import annotations

from enum import Enum


class Refusal(str, Enum):
    """Why a move is refused; each is a sentence without its full stop."""

    OFF_BOARD = "that point is not on the board"
    OCCUPIED = "there is a stone on that point"
    SUICIDE = "the stone would have no liberties and take nothing"
    KO = "that would take back the ko at once; play elsewhere first"
    SUPERKO = "that would bring back an earlier position of this game"
    NOT_ONE_POINT = "a move in Go is one point"
    GAME_OVER = "the game is over"

    def __str__(self) -> str:
        return self.value
