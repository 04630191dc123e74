"""The command `gnugo-py saves`."""

from __future__ import annotations

import sys
from shutil import get_terminal_size

import click

from gnugo_py.app.players import CLASSIC_ENGINE_GAME
from gnugo_py.cli.options import SAVES_OPTION, allow_one_of
from gnugo_py.cli.output import (
    ask_to_confirm,
    print_json,
    print_lines,
    print_on_stderr,
    print_to_terminal_stderr,
    print_warning,
)
from gnugo_py.games.text import display_width, format_table, truncate
from gnugo_py.games.types import UserError
from gnugo_py.storage.save_store import SavedGame, SaveStore, list_saved_games, normalize_save_name
from gnugo_py.system.files import is_nowhere

_MIN_NAME_WIDTH = 8
_COLUMNS = ("name", "game", "date", "size", "black", "white", "moves", "result")


@click.command(epilog="Example: gnugo-py saves --json")
@SAVES_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@click.option("--delete", "deleted", metavar="NAME", help="Move a game to the deleted games.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation before --delete.")
@click.option("--restore", "restored", metavar="NAME", help="Restore a deleted game.")
@click.option("--rename", "renamed", nargs=2, metavar="OLD NEW", help="Rename a game.")
def saves(
    store: SaveStore,
    as_json: bool,
    deleted: str | None,
    yes: bool,
    restored: str | None,
    renamed: tuple[str, str] | None,
) -> None:
    """List the saved games, newest first. Use `gnugo-py --resume NAME` to continue one.

    With --delete, --restore or --rename, move a game instead. Deleted games are kept in the folder `deleted`
    within the folder of the saved games.
    """
    allow_one_of("--json", "--delete", "--restore", "--rename")
    try:
        if deleted is not None:
            _delete(store, store.saved_name_from_text(deleted), yes)
        elif restored is not None:
            name = store.deleted_games_store.saved_name_from_text(restored)
            store.deleted_games_store.move(name, name, store)
            print_lines(f"Restored '{name}'.")
        elif renamed:
            name, new = store.saved_name_from_text(renamed[0]), normalize_save_name(renamed[1])
            store.move(name, new)
            print_lines(f"'{name}' is now '{new}'.")
        else:
            _list(store, as_json)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"the game was not moved: {error.strerror or error}") from None


def _delete(store: SaveStore, name: str, is_sure: bool) -> None:
    """Move a game to the deleted games after confirmation, or raise UserError if this is impossible."""
    if store.existing_path(name) is not None and not is_sure and not ask_to_confirm(f"Delete '{name}'?"):
        print_lines("Not deleted.")
        return
    new = store.move_to_deleted(name)
    print_lines(f"Deleted '{name}'. To restore it, use gnugo-py saves --restore '{new}'.")


def _list(store: SaveStore, as_json: bool) -> None:
    """Print the list of the games, and print the problems with files on stderr."""
    games, problems = list_saved_games(store)
    if as_json:
        print_json([_as_data(summary) for summary in games])
    elif games:
        print_lines(*_table(games))
        print_to_terminal_stderr(f"They are in {store.folder}.")
    else:
        print_on_stderr("No saved games" + ("." if is_nowhere(store.folder) else f" in {store.folder}."))
    for trouble in problems:
        print_warning(f"{trouble}")


def _as_data(summary: SavedGame) -> dict[str, object]:
    """Return a saved game in the JSON format for other programs; Go games have no `game` key."""
    data = summary.to_json()
    return {name: value for name, value in data.items() if name != "game" or value != CLASSIC_ENGINE_GAME}


def _table(games: list[SavedGame]) -> list[str]:
    """Return the lines of a table of the games."""
    rows = [list(_COLUMNS)]
    for summary in games:
        data = summary.to_json() | {
            "result": summary.result or ("?" if summary.is_finished else "unfinished")
        }
        rows.append([str(data[name]) for name in _COLUMNS])
    return _fitted(rows, get_terminal_size().columns) if sys.stdout.isatty() else format_table(rows)


def _fitted(rows: list[list[str]], width: int) -> list[str]:
    """Return a table whose names of players are cut, so that it fits a terminal if that is possible."""
    lines = format_table(rows)
    over = max(map(display_width, lines)) - width
    for column in map(_COLUMNS.index, ("black", "white")):
        longest = max(display_width(row[column]) for row in rows)
        room = max(longest - max(over, 0), _MIN_NAME_WIDTH)
        over -= max(longest - room, 0)
        for row in rows:
            row[column] = truncate(row[column], room)
    return format_table(rows)
