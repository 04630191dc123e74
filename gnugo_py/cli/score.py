"""The command `gnugo-py score`."""

from __future__ import annotations

import click

from gnugo_py.cli.files import GameFile, game_file_options, result_in_file
from gnugo_py.cli.options import KOMI_OPTION, current_settings, saves_option, with_values
from gnugo_py.cli.output import print_json, print_lines, print_warning
from gnugo_py.games.board_words import board_in_words, rows_in_words
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_from_options
from gnugo_py.games.go.scoring import SCORE_LEGEND, Score
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import dead_stones
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.tree import Tree


@click.command(epilog="Example: gnugo-py score game.sgf --rules chinese --dead D4,Q16")
@game_file_options()
@click.option(
    "--rules", type=click.Choice(list(PRESETS)), help="Rules for the count (default: the rules in the file)."
)
@KOMI_OPTION
@click.option("--dead", metavar="D4,Q16|none", help="One stone of each dead chain (default: estimated).")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@saves_option()
@with_values(file=GameFile)
def score(file: GameFile, rules: str | None, komi: float | None, dead: str | None, as_json: bool) -> None:
    """Count a finished game and show who won and why.

    FILE is an SGF file from any program, the name of a saved game, or - for standard input.
    """
    tree = file.read_main_line()
    final, result = tree.current.position, result_in_file(tree)
    if not isinstance(final, GoPosition):
        _print_outcome(tree, result, as_json)
        return
    asked = {name: value for name, value in (("rules", rules), ("komi", komi)) if value is not None}
    lacks_komi = tree.lacks_komi and komi is None
    in_force = rules_from_options({**tree.options, **({"komi": 0.0} if lacks_komi else {}), **asked})
    if not (final.is_over or result):
        print_warning(f"{file.name}: the game is not finished; the board is counted as it stands")
    final = final.replace(rules=in_force)
    gone = dead_stones(final) if dead is None else _dead_chains(dead, final.board)
    if lacks_komi:
        print_warning(f"{file.name}: the file names no komi; 0 is used. Use --komi to set another value")
    counted = final.score(gone)
    if as_json:
        print_json(_as_data(counted))
        return
    if current_settings().draws_board:
        print_lines(*format_diagram(counted.diagram()).splitlines(), SCORE_LEGEND)
    else:
        print_lines(*rows_in_words(counted.diagram()))
    print_lines(*counted.explain())
    print_lines(f"{counted.result} by {in_force.name} rules")
    if result:
        print_lines(f"Result in the file: {result}")


def _print_outcome(tree: Tree, result: str, as_json: bool) -> None:
    """Print the result of a game that is not decided by counting.

    result -- the result in the file, empty if unknown.
    """
    final = tree.current.position
    if as_json:
        outcome = final.outcome_without_count
        print_json({"game": tree.name, "result": (outcome.sgf_result if outcome else result) or None})
        return
    if current_settings().draws_board:
        print_lines(*format_diagram(final.diagram()).splitlines(), tree.game.legend)
    else:
        print_lines(*board_in_words(final))
    print_lines(*final.score_lines(0))
    if result:
        print_lines(f"Result in the file: {result}")


def _dead_chains(words: str, board: Board) -> int:
    """Return the stones of the chains that the user named. Raise UserError for a point without a stone."""
    if words.strip().lower() == "none":
        return 0
    dead = 0
    for word in words.replace(" ", ",").split(","):
        if not word:
            continue
        try:
            point = parse_vertex(word, board.geometry.size)
        except UserError as error:
            raise UserError(f"--dead: {error}") from None
        chain = board.chain(point)
        if not chain:
            raise UserError(f"--dead: there is no stone on {word.upper()}; use vertices of stones, or none")
        dead |= chain
    return dead


def _as_data(counted: Score) -> dict[str, object]:
    """Return a score in the JSON format for other programs."""
    size = counted.board.geometry.size
    black, white = counted.territory
    return {
        "result": counted.result,
        "margin": _number(counted.margin),
        "black": _number(counted.points(Color.BLACK)),
        "white": _number(counted.points(Color.WHITE)),
        "komi": _number(counted.rules.komi),
        "rules": counted.rules.name,
        "dead": [format_vertex(point, size) for point in iter_points(counted.dead)],
        "territory": {
            "black": black.bit_count(),
            "white": white.bit_count(),
            "neutral": counted.dame.bit_count(),
        },
    }


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
