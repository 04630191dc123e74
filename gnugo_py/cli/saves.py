"""`gnugo-py saves`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.app.opponents import CLASSIC_GAME
from gnugo_py.cli.terminal import checked, tell, tell_json, warn
from gnugo_py.core.files import saves_folder
from gnugo_py.core.text import columns
from gnugo_py.storage.save_store import Store
from gnugo_py.storage.saved_games import Summary, summaries

COLUMNS = ("name", "game", "date", "size", "black", "white", "moves", "result")


@click.command(epilog="Example: gnugo-py saves --json")
@click.option("--saves", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where to look.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def saves(folder: Path | None, as_json: bool) -> None:
    """List the saved games, the newest first.  `gnugo-py --resume NAME` goes on with one."""
    store = Store(saves_folder(folder))
    found, troubles = checked(lambda: summaries(store))
    if as_json:
        tell_json([_as_data(summary) for summary in found])
    elif found:
        tell(*_table(found))
    else:
        warn(f"No saved games in {store.folder}.")
    for trouble in troubles:
        warn(f"gnugo-py: {trouble}")


def _as_data(summary: Summary) -> dict[str, object]:
    """A game as the contract for other programs has it; one that is not of Go says so."""
    data = summary.to_json()
    return {name: value for name, value in data.items() if name != "game" or value != CLASSIC_GAME}


def _table(found: list[Summary]) -> list[str]:
    """The games as lines of columns."""
    rows = [list(COLUMNS)]
    for summary in found:
        data = summary.to_json() | {"result": summary.result or ("?" if summary.finished else "unfinished")}
        rows.append([str(data[name]) for name in COLUMNS])
    return columns(rows)
