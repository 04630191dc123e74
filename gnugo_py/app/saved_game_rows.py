"""The saved games as the rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.core.registry import GAMES
from gnugo_py.core.text import format_table

if TYPE_CHECKING:
    from gnugo_py.storage.saved_games import SavedGame

COLUMNS = ("", "name", "game", "date", "players", "moves", "result")


class SavedGameRow(NamedTuple):
    """A saved game in the list.

    number -- its number, from 1, which stays the same while the list is searched.
    cells  -- the texts of its columns, without the number; see `COLUMNS`.
    """

    number: int
    cells: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the saved game."""
        return self.cells[0]

    def contains(self, words: str) -> bool:
        """Return whether each word occurs in one of the columns, in upper or lower case."""
        text = " ".join(self.cells).lower()
        return all(word in text for word in words.lower().split())


def saved_game_rows(games: Sequence[SavedGame]) -> tuple[SavedGameRow, ...]:
    """Return the rows of the list of saved games."""
    return tuple(SavedGameRow(number, _cells(each)) for number, each in enumerate(games, 1))


def _cells(each: SavedGame) -> tuple[str, ...]:
    players = " - ".join(filter(None, (each.black, each.white)))
    result = each.result or ("finished" if each.is_finished else "unfinished")
    title = f"{GAMES[each.game].title} {each.size}x{each.size}"
    return (each.name, title, each.date, players, str(each.moves), result)


def format_saved_games(rows: Sequence[SavedGameRow]) -> list[str]:
    """Return the list as lines of a table, the first with the names of the columns."""
    return format_table([COLUMNS, *((f"{row.number:>3}", *row.cells) for row in rows)])
