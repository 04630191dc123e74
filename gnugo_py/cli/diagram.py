"""The command `gnugo-py diagram`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from gnugo_py.app.node_display import moving_picture, node_marks, picture
from gnugo_py.cli.files import (
    GameFile,
    check_move_number,
    game_file_options,
    output_file,
    output_option,
    write_output,
)
from gnugo_py.cli.options import SAVES_OPTION, CommandWithValues, Parsed, allow_one_of
from gnugo_py.cli.output import print_file_warnings, print_lines
from gnugo_py.games.diagram import marked_lines
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import UserError
from gnugo_py.record.html import game_to_html
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.output_files import GIF_OUTPUT, HTML_OUTPUT, SVG_OUTPUT

_MAX_NUMBERS = 1000


def _parse_moves(text: str) -> tuple[int, int]:
    """Return the numbers of the first and the last move. Raise UserError if the text is not a range."""
    match = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise UserError(f"{text!r} is not a range of moves such as 34-60")
    return int(match[1]), int(match[2])


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py diagram game.sgf --move 34 --svg move34.svg")
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
@output_option("--gif", purpose="Write a moving picture, a frame for each move (needs Pillow)")
@click.option(
    "--moves",
    type=Parsed(_parse_moves),
    metavar="A-B",
    help="Show the moves from A to B in the moving picture (default: all).",
)
@output_option("--html", purpose="Write a web page to step through the whole game")
@SAVES_OPTION
def diagram(
    file: GameFile,
    move: int | None,
    numbers: int | None,
    choice_text: bool,
    svg: Path | None,
    gif: Path | None,
    moves: tuple[int, int] | None,
    html: Path | None,
) -> None:
    """Draw a position as text or as an SVG picture, or write a moving picture or a web page of the game.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input. Marks and labels in the file are drawn as well. A web page shows a graph of the lead
    if the file was written by gnugo-py analyze --sgf.
    """
    allow_one_of("--text", "--svg", "--gif", "--html")
    if move is not None and (html or gif):
        raise click.UsageError("--html and --gif show a whole game; omit --move (--gif takes --moves A-B)")
    if moves is not None and gif is None:
        raise click.UsageError("--moves is for --gif; use --move N")
    kind = HTML_OUTPUT if html else GIF_OUTPUT if gif else SVG_OUTPUT
    output = output_file(svg or gif or html, kind, file.store, file.path)
    content = file.read_bytes()
    with file.named_in_errors():
        tree = parse_game(content, file.number)
        damage = [*tree.file_warnings, *tree.play_warnings()]
        line = list(tree.main_line())
        node = _node_at(line, move)
    print_file_warnings(file.name, damage)
    if html is not None:
        write_output(output, game_to_html(tree).encode())
        return
    if gif is not None:
        write_output(output, moving_picture(_nodes_of(line, moves), 1 if numbers is None else numbers))
        return
    if svg is not None:
        write_output(output, picture(node, 1 if numbers is None else numbers).encode())
        return
    position, (marks, note) = node.position, node_marks(node, numbers or 0)
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


def _nodes_of(line: Sequence[Node], moves: tuple[int, int] | None) -> list[Node]:
    """Return the last node of each move in a range, or of all moves and the start.

    Raise UserError if there are no such moves.
    """
    first, last = moves or (0, line[-1].number)
    check_move_number(last, line[-1].number)
    return list({node.number: node for node in line if first <= node.number <= last}.values())
