"""The command `gnugo-py score`."""

from __future__ import annotations

import click

from gnugo_py.cli.files import GameFile, game_file_options
from gnugo_py.cli.options import (
    KOMI_OPTION,
    NETWORK_OPTION,
    SAVES_OPTION,
    CommandWithValues,
    current_settings,
)
from gnugo_py.cli.output import print_json, print_lines, print_warning
from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.board import Board
from gnugo_py.games.board_words import board_in_words, rows_in_words
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_from_options
from gnugo_py.games.go.scoring import SCORE_LEGEND, Score
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.tree import Tree


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py score game.sgf --rules chinese --dead D4,Q16")
@game_file_options()
@click.option(
    "--rules", type=click.Choice(list(PRESETS)), help="Rules for the count (default: the rules in the file)."
)
@KOMI_OPTION
@click.option("--dead", metavar="D4,Q16|none", help="One stone of each dead chain (default: estimated).")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@NETWORK_OPTION
@SAVES_OPTION
def score(file: GameFile, rules: str | None, komi: float | None, dead: str | None, as_json: bool) -> None:
    """Count a finished game and show who won and why.

    FILE is an SGF, GIB, NGF or UGF file from any program, the name of a saved game, an https:// address, or -
    for standard input.
    """
    tree = file.read_main_line()
    final, in_file = tree.current.position, tree.result
    result = tree.root.value("RE") or ("" if in_file is None else in_file.sgf_result)
    if isinstance(final, GoPosition):
        if not (final.is_over or result):
            print_warning(f"{file.name}: the game is not finished; the board is counted as it stands")
        counted = _count(file, tree, rules, komi, dead)
        data = {**_as_data(counted), "network": None}
        if dead is None:
            from gnugo_py.engines.network.network import judge  # imported here because it needs numpy

            data["network"] = judge().name
        board, legend = counted.diagram(), SCORE_LEGEND
        words = rows_in_words(board)
        lines = (*counted.explain(), f"{counted.result} by {counted.rules.name} rules")
    else:
        outcome = final.outcome_without_count
        data = {"game": tree.name, "result": (outcome.sgf_result if outcome else result) or None}
        board, legend, words = final.diagram(), tree.game.legend, board_in_words(final)
        lines = final.score_lines(0)
    if as_json:
        print_json(data)
        return
    drawn = (*format_diagram(board).splitlines(), legend)
    print_lines(*(drawn if current_settings().draws_board else words), *lines)
    if result:
        print_lines(f"Result in the file: {result}")


def _count(file: GameFile, tree: Tree, rules: str | None, komi: float | None, dead: str | None) -> Score:
    """Return the score of a game of Go under the chosen rules, komi and dead stones; see `score`."""
    file.set_komi(tree, komi)
    final = tree.current.position
    assert isinstance(final, GoPosition)
    final = final.replace(rules=rules_from_options({**tree.options, **({"rules": rules} if rules else {})}))
    return final.score(dead_stones(final) if dead is None else _dead_chains(dead, final.board))


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
