"""The command `gnugo-py report`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from gnugo_py.app.analysts import Analysts
from gnugo_py.app.modes.report import find_games
from gnugo_py.app.modes.train import TrainMode
from gnugo_py.app.progress import with_progress
from gnugo_py.cli.files import GameFile, output_file, output_option, write_output
from gnugo_py.cli.interface import PLAIN_OPTION, Interface
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ENCODING_OPTION,
    NETWORK_OPTION,
    PATH_TYPE,
    SAVES_OPTION,
    CommandWithValues,
    allow_one_of,
    analyst_command,
    current_settings,
)
from gnugo_py.cli.output import (
    exit_on_interrupt,
    print_json,
    print_lines,
    print_to_terminal_stderr,
    print_warning,
    require_streams,
)
from gnugo_py.engines.engine import EngineCommand
from gnugo_py.games.types import UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.storage.output_files import OutputKind
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.study.report import (
    PlayerGame,
    exercises_from_costly_mistakes,
    is_report_page,
    report_data,
    report_lines,
    report_page,
)

_REPORT_OUTPUT = OutputKind("a report by this program", ".html", is_report_page)


@click.command(
    cls=CommandWithValues, epilog="Example: gnugo-py report games/*.sgf --player Lee --html report.html"
)
@click.argument("files", type=PATH_TYPE, nargs=-1, metavar="[FILE]...")
@click.option(
    "--player",
    metavar="NAME",
    help="The player to report on (default: the person who played against an engine).",
)
@ENCODING_OPTION
@ANALYST_OPTION
@NETWORK_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@output_option("--html", "target", purpose="Write the report as a web page")
@click.option(
    "--train",
    "trains",
    is_flag=True,
    help="Train on the kinds of mistakes that cost the most.",
)
@PLAIN_OPTION
@SAVES_OPTION
def report(
    files: tuple[str, ...],
    player: str | None,
    encoding: str | None,
    as_json: bool,
    target: Path | None,
    trains: bool,
    interface: Interface,
) -> None:
    """Report on all games of a player: where points are lost, results, and an estimate of the rank.

    FILE is an SGF file from any program, a folder of SGF files, or the name of a saved game. Without FILE,
    report on all saved games.
    """
    allow_one_of("--json", "--html", "--train")
    output = output_file(target, _REPORT_OUTPUT, interface.store)
    contents = _contents(files, interface.store, encoding)
    found = find_games(
        contents, player, lambda games: with_progress(games, print_to_terminal_stderr, "games read")
    )
    for problem in found.problems:
        print_warning(problem)
    if not found.games and (files or found.problems):
        raise UserError(found.why_empty(player))
    games = _analyzed(found.games, analyst_command(interface.analyst))
    if found.unclear and games:
        print_warning(f"games without a known player that were left out: {found.unclear}; use --player NAME")
    name = player or PERSON_NAME
    if as_json:
        print_json(report_data(name, games))
    elif target is not None:
        write_output(output, report_page(name, games).encode())
    elif not games:
        print_lines("There are no games to report on; play one, or name files with games.")
    elif trains:
        _train(games, interface)
    else:
        print_lines(*report_lines(name, games, current_settings().draws_board))


def _contents(files: Sequence[str], store: SaveStore, encoding: str | None) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of files and of all files in folders; without any, of all saved games.

    A file that was not named itself is reported if it cannot be read.  Raise UserError for one that was.
    """
    for file in files:
        if not Path(file).is_dir():
            yield file, GameFile(file, store, encoding=encoding).read_bytes()
    folders = [path for file in files if Path(file).is_dir() for path in sorted(Path(file).glob("*.sgf"))]
    for file in map(str, folders) if files else (name for name, _, _ in reversed(store.game_files())):
        try:
            yield file, GameFile(file, store, encoding=encoding).read_bytes()
        except UserError as error:
            print_warning(str(error))


def _analyzed(games: Sequence[PlayerGame], command: EngineCommand | None) -> list[PlayerGame]:
    """Return the games with the losses of their moves, and show the progress on stderr."""
    done: list[PlayerGame] = []
    if not games:
        return done
    with (
        exit_on_interrupt(),
        closing(Analysts(command, print_warning)) as analysts,
        click.progressbar(games, label="Analyzing", file=sys.stderr) as bar,
    ):
        for game in bar:
            background = analysts.background_analysis(game.positions)
            background.finish()
            done.append(game.with_analysis(background.analysis))
    return done


def _train(games: Sequence[PlayerGame], interface: Interface) -> None:
    """Train on the kinds of mistakes that cost the most points."""
    exercises = exercises_from_costly_mistakes(games)
    if not exercises:
        print_lines("No move lost enough points to train on; well played.")
        return
    require_streams("training needs")
    with interface.open_app() as app:
        app.push(TrainMode(app, exercises))
        interface.run(app)
