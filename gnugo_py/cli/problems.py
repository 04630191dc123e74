"""The command `gnugo-py problems`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from gnugo_py.app.modes.problem_page import ProblemOfTheDayMode, ProblemPageMode, RaceMode
from gnugo_py.app.modes.problems import open_problems, problems_to_try
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, find_problem_files
from gnugo_py.app.progress import with_progress
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ENCODING_OPTION,
    NETWORK_OPTION,
    PATH_TYPE,
    SAVES_OPTION,
    CommandWithValues,
)
from gnugo_py.cli.output import print_json, print_to_terminal_stderr, print_warning, require_streams
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import ProblemRecord
from gnugo_py.study.problem import Problem


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py problems ~/tsumego --shuffle")
@click.argument("paths", type=PATH_TYPE, nargs=-1, metavar="[PATH]...")
@click.option("--shuffle", is_flag=True, help="Show the problems in a random order.")
@click.option("--race", is_flag=True, help="Solve as many problems as you can: one try each, three minutes.")
@click.option("--today", is_flag=True, help="Solve the problem of the day.")
@click.option("--list", "list_only", is_flag=True, help="List the problems with your results.")
@click.option("--json", "as_json", is_flag=True, help="List the problems in JSON.")
@ENCODING_OPTION
@ANALYST_OPTION
@NETWORK_OPTION
@screen_options
@SAVES_OPTION
def problems(
    paths: tuple[str, ...],
    shuffle: bool,
    race: bool,
    today: bool,
    list_only: bool,
    as_json: bool,
    encoding: str | None,
    interface: Interface,
) -> None:
    """Solve problems in SGF files from any program or site.

    PATH is a file, a folder with files, or a subject of the problems that come with the program. Without
    PATH, choose from a page with the subjects and your results. What is right is what the file says; a move
    that is not in it is judged by the analyst.
    """
    if race + today + bool(paths or shuffle) > 1:
        raise click.UsageError("--race and --today choose problems themselves; use one of them alone")
    files, unread = find_problem_files(paths)
    for each in unread:
        print_warning(each)
    is_list = list_only or as_json
    if not is_list:
        require_streams("problems need")
    interface = interface._replace(plain=interface.plain or is_list)
    with interface.open_app() as app:
        if trouble := app.training_store.file_problem():
            print_warning(trouble)
        collection = ProblemCollection(files) if paths else problems_to_try(app)
        collection = collection._replace(is_shuffled=shuffle, encoding=encoding)
        if is_list:
            _list(collection, app.training_store.problem_records(), as_json)
            return
        if race:
            app.push(RaceMode(app))
        elif today:
            app.push(ProblemOfTheDayMode(app))
        elif paths or shuffle:
            open_problems(app, collection)
        else:
            app.push(ProblemPageMode(app))
        interface.run(app)


def _list(collection: ProblemCollection, records: Mapping[str, ProblemRecord], as_json: bool) -> None:
    """Print the problems with the person's results, and why some cannot be read on stderr."""
    listed = []
    for text in with_progress(collection.texts(), print_to_terminal_stderr, "problems read"):
        try:
            problem = text.parse()
        except UserError as error:
            print_warning(str(error))
            continue
        record = records.get(problem.key, ProblemRecord())
        if as_json:
            listed.append(_as_data(text, problem, record))
        else:
            click.echo(_line(text, problem, record))
    if as_json:
        print_json(listed)


def _line(text: ProblemText, problem: Problem, record: ProblemRecord) -> str:
    """Return the line of a problem: file, number, title, color to play, and the person's results."""
    due = "" if record.due is None else f", due {record.due}"
    results = f"solved {record.solved} of {record.tried}{due}" if record.tried else "new"
    words = (text.file or text.place, text.number, problem.title, f"{problem.color} to play", results)
    return "\t".join(sanitize(str(word)) for word in words)


def _as_data(text: ProblemText, problem: Problem, record: ProblemRecord) -> dict[str, object]:
    """Return a problem in the JSON format for other programs."""
    position, answers = problem.position, problem.right_answers(problem.start)
    return {
        "file": text.file or None,
        "number": text.number,
        "title": problem.title,
        "size": position.size,
        "color": str(problem.color).lower(),
        "right_by": problem.right_by,
        "right": [position.format_move(node.move) for node in answers if node.move],
        "tried": record.tried,
        "solved": record.solved,
        "due": record.due and record.due.isoformat(),
    }
