"""The command `gnugo-py saves`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.app.opponents import CLASSIC_GAME
from gnugo_py.cli.output import exit_on_user_error, print_json, print_lines, print_warning
from gnugo_py.core.files import saves_folder
from gnugo_py.core.text import format_table
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.storage.saved_games import SavedGame, list_saved_games

COLUMNS = ("name", "game", "date", "size", "black", "white", "moves", "result")


@click.command(epilog="Example: gnugo-py saves --json")
@click.option(
    "--saves", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Folder of the saved games."
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def saves(folder: Path | None, as_json: bool) -> None:
    """List the saved games, newest first. Use `gnugo-py --resume NAME` to continue one."""
    store = SaveStore(saves_folder(folder))
    games, problems = exit_on_user_error(lambda: list_saved_games(store))
    if as_json:
        print_json([_as_data(summary) for summary in games])
    elif games:
        print_lines(*_table(games))
    else:
        print_warning(f"No saved games in {store.folder}.")
    for trouble in problems:
        print_warning(f"gnugo-py: {trouble}")


def _as_data(summary: SavedGame) -> dict[str, object]:
    """Return a saved game in the JSON format for other programs; Go games have no `game` key."""
    data = summary.to_json()
    return {name: value for name, value in data.items() if name != "game" or value != CLASSIC_GAME}


def _table(games: list[SavedGame]) -> list[str]:
    """Return the lines of a table of the games."""
    rows = [list(COLUMNS)]
    for summary in games:
        data = summary.to_json() | {
            "result": summary.result or ("?" if summary.is_finished else "unfinished")
        }
        rows.append([str(data[name]) for name in COLUMNS])
    return format_table(rows)
