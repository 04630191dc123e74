"""`gnugo-py score`."""

from __future__ import annotations

from pathlib import Path

import click

from gnugo_py.cli.options import KOMI, NUMBER
from gnugo_py.cli.terminal import checked, tell, tell_json, warn_of
from gnugo_py.core.bitboard import points_of
from gnugo_py.core.diagram import render
from gnugo_py.core.types import Mistake, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.life import dead_stones
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_of
from gnugo_py.games.go.scoring import LEGEND, Count
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.sgf.properties import result_of
from gnugo_py.sgf.reader import Record, read_record


@click.command(epilog="Example: gnugo-py score game.sgf --rules chinese --dead D4,Q16")
@click.argument("file", type=click.Path(path_type=Path))
@NUMBER
@click.option("--rules", type=click.Choice(list(PRESETS)), help="Count by these; else by the file's own.")
@click.option("--komi", type=KOMI, help="Points for White; else the file's.")
@click.option("--dead", metavar="D4,Q16|none", help="A stone of each dead chain; else the program judges.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def score(
    file: Path,
    game_number: int | None,
    rules: str | None,
    komi: float | None,
    dead: str | None,
    as_json: bool,
) -> None:
    """Count a finished game and show who won, and why."""
    record = checked(lambda: read_record(file, game_number))
    warn_of(file, record.warnings)
    final = record.final
    if not isinstance(final, GoPosition):
        _tell_outcome(record, as_json)
        return
    asked = {name: value for name, value in (("rules", rules), ("komi", komi)) if value is not None}
    in_force = rules_of({**record.options, **asked})
    final = final._replace(rules=in_force)
    gone = dead_stones(final.board) if dead is None else checked(lambda: _named(dead, final.board))
    counted = final.counted(gone)
    if as_json:
        tell_json(_as_data(counted))
        return
    tell(*render(counted.grid()).splitlines(), LEGEND, *counted.sum_in_words())
    tell(f"{counted.result} by {in_force.name} rules")
    if record.result:
        tell(f"The file says {record.result}.")


def _tell_outcome(record: Record, as_json: bool) -> None:
    """The result of a game that is not counted."""
    outcome = record.final.decided
    result = result_of(outcome) if outcome is not None else record.result
    if as_json:
        tell_json({"game": record.name, "result": result or None})
        return
    tell(*render(record.final.grid()).splitlines(), record.game.legend, *record.game.estimate(record.final))
    if record.result:
        tell(f"The file says {record.result}.")


def _named(words: str, board: Board) -> int:
    """The chains of the stones a user named.  Raises Mistake for what is no stone."""
    if words.strip().lower() == "none":
        return 0
    dead = 0
    for word in words.replace(" ", ",").split(","):
        if not word:
            continue
        try:
            point = parse_vertex(word, board.geometry.size)
        except Mistake as error:
            raise Mistake(f"--dead: {error}") from None
        chain = board.chain(point)
        if not chain:
            raise Mistake(f"--dead: there is no stone on {word.upper()}; name stones, or none")
        dead |= chain
    return dead


def _as_data(counted: Count) -> dict[str, object]:
    """A count as the contract for other programs has it."""
    size = counted.board.geometry.size
    black, white = counted.territory
    return {
        "result": counted.result,
        "margin": _number(counted.margin),
        "black": _number(counted.total(Side.BLACK)),
        "white": _number(counted.total(Side.WHITE)),
        "komi": _number(counted.rules.komi),
        "rules": counted.rules.name,
        "dead": [format_vertex(point, size) for point in points_of(counted.dead)],
        "territory": {
            "black": black.bit_count(),
            "white": white.bit_count(),
            "neutral": counted.neutral.bit_count(),
        },
    }


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
