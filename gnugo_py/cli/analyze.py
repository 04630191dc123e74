"""The command `gnugo-py analyze`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import click

from gnugo_py.analysis.game_analysis import GameAnalysis
from gnugo_py.analysis.mistakes import (
    POINTS_UNKNOWN_MESSAGE,
    MoveLoss,
    are_points_unknown,
    describe_mistake,
    keep_mistakes_only,
    mistake_table,
    move_loss_data,
    move_losses,
)
from gnugo_py.app.analyst_provider import make_analyst
from gnugo_py.cli.files import parsed_record, read_game_bytes
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    KOMI_TYPE,
    PATH_TYPE,
    SAVES_OPTION,
    analyst_command,
)
from gnugo_py.cli.output import (
    exit_on_interrupt,
    print_file_warnings,
    print_json,
    print_lines,
    print_warning,
)
from gnugo_py.cli.output_files import SGF_OUTPUT, OutputFile
from gnugo_py.core.files import saves_folder
from gnugo_py.core.position import Position
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.text import format_number
from gnugo_py.core.types import Move, UserError
from gnugo_py.record.annotations import NodeAnnotation, annotate_sgf_game
from gnugo_py.record.reader import GameRecord
from gnugo_py.storage.save_store import SaveStore

_MAX_VISITS = 100_000


@click.command(epilog="Example: gnugo-py analyze game.sgf --json")
@click.argument("file", type=PATH_TYPE)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option(
    "--visits",
    type=click.IntRange(1, _MAX_VISITS),
    metavar="N",
    help="Search every position with N visits (default: search only where the lead changes, with 32 visits).",
)
@ANALYST_OPTION
@click.option("--komi", type=KOMI_TYPE, help="Points for White (default: the komi in the file, or 0).")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each move.")
@click.option(
    "--sgf",
    "target",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the game to an SGF file with comments, values and better moves; - means standard output.",
)
@SAVES_OPTION
def analyze(
    file: str,
    game_number: int | None,
    encoding: str | None,
    visits: int | None,
    analyst: str | None,
    komi: float | None,
    as_json: bool,
    target: Path | None,
    saves: Path | None,
) -> None:
    """Show the mistakes in a game of Go, how many points each one lost, and better moves.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input.
    """
    if as_json and target is not None:
        raise click.UsageError("--json and --sgf cannot be combined; use one of them")
    store = SaveStore(saves_folder(saves))
    output = OutputFile(target, SGF_OUTPUT, file, store) if target is not None else None
    content = read_game_bytes(file, store, encoding)
    record = parsed_record(file, content, game_number)
    print_file_warnings(Path(file), record.warnings)
    positions = _positions(file, record, komi)
    analysis = GameAnalysis(positions)
    with exit_on_interrupt(), ExitStack() as stack:
        command = analyst_command(analyst)
        judge = make_analyst(record.game, command, print_warning)
        stack.enter_context(closing(judge))
        judge.start()
        for _ in analysis.run(judge) if visits is None else analysis.refine_all(judge, visits):
            pass
    losses = move_losses(analysis)
    if are_points_unknown(losses):
        print_warning(POINTS_UNKNOWN_MESSAGE)
    if as_json:
        for each in losses:
            print_json(move_loss_data(each, positions[each.number - 1]))
        return
    if output is None:
        print_lines(*mistake_table(losses, positions))
    else:
        output.write(annotated_sgf(content, game_number, record, analysis, losses, komi))


def annotated_sgf(
    content: bytes,
    number: int | None,
    record: GameRecord,
    analysis: GameAnalysis,
    losses: Sequence[MoveLoss],
    komi: float | None,
) -> bytes:
    """Return a file with evaluations of a game, and with a comment and a better variation at each mistake.

    Each evaluated node has Black's win rate in percent (`SBKV`, the property that Sabaki shows) and Black's
    lead in points (`V`).  Everything else in the file is kept.

    content, number -- the file, and the number of the game in it.
    komi            -- the komi that replaces the one in the file, or None.
    """
    positions, mistakes = analysis.positions, {each.number: each for each in keep_mistakes_only(losses)}
    annotations = []
    for index, judgment in enumerate(analysis.judgments):
        values = {}
        if judgment is not None:
            values["SBKV"] = f"{100 * judgment.win_rate:.2f}"
            if judgment.score_lead is not None:
                values["V"] = f"{judgment.score_lead:.2f}"
        comment, line = "", list[Position]()
        if index in mistakes:
            mistake, before = mistakes[index], positions[index - 1]
            comment = f"{mistake.kind}: {describe_mistake(mistake, before)}"
            line = _line(mistake.before.pv, before)
        annotations.append(NodeAnnotation(values, comment, line))
    root = {} if komi is None else {"KM": format_number(komi)}
    return annotate_sgf_game(content, number, len(record.positions) - 1, annotations, root)


def _line(moves: Sequence[Move], position: Position) -> list[Position]:
    """Return the positions after each of some moves."""
    line = []
    for move in moves:
        position = position.play_unchecked(move)
        line.append(position)
    return line


def _positions(file: str, record: GameRecord, komi: float | None) -> Sequence[Position]:
    """Return the positions of the last moves of a game, with the komi for the analysis.

    Raise UserError if the game is not scored in points or has no moves.
    """
    positions = record.last_line
    if not any(option.name == "komi" for option in record.game.command_line_options):
        raise UserError(
            f"{file}: this is a game of {record.game.display_name}; only games of Go can be analyzed"
        )
    if len(positions) < 2:
        raise UserError(f"{file}: the game has no moves to analyze; use another file")
    if komi is None and "komi" not in record.options:
        print_warning(f"{file}: the file names no komi; 0 is used. Use --komi to set another value")
        komi = 0.0
    if komi is None:
        return positions
    return sgf_functions(record.game).under_rules(positions, {**record.options, "komi": komi})
