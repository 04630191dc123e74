"""The command `gnugo-py analyze`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from gnugo_py.app.analysts import Analysts
from gnugo_py.cli.files import GameFile, game_file_options, output_file, output_option, write_output
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    KOMI_OPTION,
    NETWORK_OPTION,
    SAVES_OPTION,
    CommandWithValues,
    allow_one_of,
    analyst_command,
)
from gnugo_py.cli.output import exit_on_interrupt, print_json, print_lines, print_warning
from gnugo_py.games.position import line_to
from gnugo_py.games.text import format_number
from gnugo_py.games.types import UserError
from gnugo_py.record.html import game_to_html
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree
from gnugo_py.storage.output_files import HTML_OUTPUT, SGF_OUTPUT
from gnugo_py.study.annotations import annotate
from gnugo_py.study.game_analysis import GameAnalysis, counts_points
from gnugo_py.study.mistakes import (
    POINTS_UNKNOWN_MESSAGE,
    advice_lines,
    are_points_unknown,
    mistake_lines,
    mistake_report_lines,
    move_loss_data,
)

_MAX_VISITS = 100_000


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py analyze game.sgf --json")
@game_file_options()
@click.option(
    "--visits",
    type=click.IntRange(1, _MAX_VISITS),
    metavar="N",
    help="Search every position with N visits (default: judge each once, and mistakes closer).",
)
@ANALYST_OPTION
@NETWORK_OPTION
@KOMI_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each move.")
@output_option(
    "--sgf", "target", purpose="Write the game to an SGF file with comments, values and better moves"
)
@output_option("--html", purpose="Write a web page with the board, the lead, comments and better moves")
@SAVES_OPTION
def analyze(
    file: GameFile,
    visits: int | None,
    analyst: str | None,
    komi: float | None,
    as_json: bool,
    target: Path | None,
    html: Path | None,
) -> None:
    """Show the mistakes in a game of Go, how many points each one lost, and better moves.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input.
    """
    allow_one_of("--json", "--sgf", "--html")
    kind = SGF_OUTPUT if html is None else HTML_OUTPUT
    output = output_file(target or html, kind, file.store, file.path)
    tree = file.read_main_line()
    moves = _moves(file.name, tree)
    file.set_komi(tree, komi)
    if komi is not None:
        tree.root.properties["KM"] = [format_number(komi).encode()]
        tree.root.note_change()
    positions = line_to(moves[-1].position)
    moves = moves[1 - len(positions) :]
    analysis = GameAnalysis(positions)
    analysis.counts_points = counts_points(tree)
    with (
        exit_on_interrupt(),
        closing(Analysts(analyst_command(analyst), print_warning).of_game(tree.game)) as judge,
    ):
        for _ in analysis.run(judge, visits):
            pass
    losses = analysis.losses
    if are_points_unknown(losses):
        print_warning(POINTS_UNKNOWN_MESSAGE)
    if as_json:
        network = judge.network_name or None
        for each in losses:
            print_json({**move_loss_data(each), "network": network})
        return
    if target is None and html is None:
        print_lines(*mistake_lines(losses), *mistake_report_lines(losses), *advice_lines(losses))
        return
    start = moves[0].parent
    assert start is not None
    annotate([start, *moves], analysis)
    _make_portable(tree)
    write_output(output, tree.write() if html is None else game_to_html(tree).encode())


def _moves(file: str, tree: Tree) -> list[Node]:
    """Return the nodes of the main line with a move.

    Raise UserError if the game is not scored in points or has no moves.
    """
    if not tree.game.has_count:
        raise UserError(
            f"{file}: this is a game of {tree.game.display_name}; only games of Go can be analyzed"
        )
    moves = [node for node in tree.main_line() if node.has_move]
    if not moves:
        raise UserError(f"{file}: the game has no moves to analyze; use another file")
    return moves


def _make_portable(tree: Tree) -> None:
    """Remove the private data of this program, which does not fit the changed game, and name the encoding."""
    tree.root.properties = {"CA": [b"UTF-8"]} | {
        name: values for name, values in tree.root.properties.items() if name != "CA"
    }
    tree.root.note_change()
    for node in tree.nodes():
        node.remove_private()
