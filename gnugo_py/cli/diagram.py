"""The command `gnugo-py diagram`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from gnugo_py.app.node_display import node_marks
from gnugo_py.cli.files import (
    GameFile,
    check_move_number,
    game_file_options,
    output_file,
    output_option,
    write_output,
)
from gnugo_py.cli.options import allow_one_of, saves_option, with_values
from gnugo_py.cli.output import print_file_warnings, print_lines
from gnugo_py.games.diagram import marked_lines
from gnugo_py.games.registry import words_of
from gnugo_py.record.html import game_to_html, picture_title
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.output_files import HTML_OUTPUT, SVG_OUTPUT

_MAX_NUMBERS = 1000


@click.command(epilog="Example: gnugo-py diagram game.sgf --move 34 --svg move34.svg")
@game_file_options()
@click.option(
    "--move",
    "move",
    type=click.IntRange(0),
    metavar="N",
    help="Draw the position after move N (default: the last move).",
)
@click.option(
    "--numbers",
    type=click.IntRange(0, _MAX_NUMBERS),
    metavar="N",
    help="Number the last N moves (default: 1 in a picture, 0 in text).",
)
@click.option("--text", "choice_text", is_flag=True, help="Print the board as text (the default).")
@output_option("--svg", purpose="Write a picture")
@output_option("--html", purpose="Write a web page to step through the whole game")
@saves_option()
@with_values(file=GameFile)
def diagram(
    file: GameFile,
    move: int | None,
    numbers: int | None,
    choice_text: bool,
    svg: Path | None,
    html: Path | None,
) -> None:
    """Draw a position as text or as an SVG picture, or write a web page of the game.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input. Marks and labels
    in the file are drawn as well. A web page shows a graph of the lead if the file was written by
    gnugo-py analyze --sgf.
    """
    allow_one_of("--text", "--svg", "--html")
    if html is not None and move is not None:
        raise click.UsageError("--html shows the whole game; omit --move")
    kind = SVG_OUTPUT if html is None else HTML_OUTPUT
    output = output_file(svg or html, kind, file.store, file.path)
    content = file.read_bytes()
    with file.named_in_errors():
        tree = parse_game(content, file.number)
        damage = [*tree.file_warnings, *tree.play_warnings()]
        node = _node_at(list(tree.main_line()), move)
    print_file_warnings(file.name, damage)
    if html is not None:
        write_output(output, game_to_html(tree).encode())
        return
    position = node.position
    if numbers is None:
        numbers = 0 if svg is None else 1
    marks, note = node_marks(node, numbers)
    if svg is not None:
        title = f"{picture_title(tree)}, move {node.number}"
        write_output(output, position.diagram().to_svg(marks, title, note).encode())
        return
    status = words_of(position).status_lines(position.is_over)
    print_lines(*marked_lines(position.diagram(), marks.items()), *filter(None, [note]), *status)


def _node_at(line: Sequence[Node], move: int | None) -> Node:
    """Return the node of a move, or the last node if `move` is None.

    Raise UserError if there is no such move.
    """
    if move is None:
        return line[-1]
    check_move_number(move, line[-1].number)
    return next(node for node in line if node.number == move)
