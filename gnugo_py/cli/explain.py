"""The command `gnugo-py explain`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from gnugo_py.app.analysts import make_analyst
from gnugo_py.app.players import CLASSIC_ENGINE_NAME, level_in_engine_name
from gnugo_py.cli.files import main_line_warnings, parse_game_file, read_game_bytes
from gnugo_py.cli.options import (
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    PATH_TYPE,
    PATTERNS_OPTION,
    SAVES_OPTION,
    analyst_command,
    current_settings,
)
from gnugo_py.cli.output import (
    exit_on_interrupt,
    print_file_warnings,
    print_json,
    print_lines,
    print_warning,
)
from gnugo_py.engines.classic.classic_engine import (
    ClassicEngine,
    classic_engine,
    classic_engine_from_config,
    describe_reason,
)
from gnugo_py.engines.classic.gnugo import ClassicMemory
from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat, parse_gnugo_dat
from gnugo_py.engines.engine import Decision, Engine, EngineCannotPlayGame, EngineConfig
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.diagram import format_diagram, with_marks
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.tree import Tree
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import saves_folder

_FINDER_SIGNS = "A attack, D defend, P pattern, R random"
_SIGN_MEANINGS = {"1": "1 2 3 principal variation", "*": "* last point of move 1"}


@click.command(epilog="Example: gnugo-py explain game.sgf --move 12")
@click.argument("file", type=PATH_TYPE)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@click.option(
    "--move",
    "number",
    type=int,
    metavar="N",
    help="Explain the position after move N (default: the last move).",
)
@PATTERNS_OPTION
@click.option(
    "--player", metavar="search[:LEVEL]", help="Explain the move of search instead of classic, in any game."
)
@click.option(
    "--analyst", metavar="CMD", help="Explain the move of a GTP engine with analysis, such as 'katago gtp'."
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@SAVES_OPTION
def explain(
    file: str,
    game_number: int | None,
    encoding: str | None,
    number: int | None,
    patterns: str | None,
    player: str | None,
    analyst: str | None,
    as_json: bool,
    saves: Path | None,
) -> None:
    """Show which move each finder of GNU Go 1.1 proposes in a position, and why.

    FILE is an SGF file from any program, a gnugo.dat, the name of a saved game, or - for standard input.

    The engine chooses a move for the color to move. If it played that color in the game, it uses the memory
    that it had at that move. Otherwise, and with --patterns, it starts with an empty memory and an unused
    opening book. Use --player search to explain the move of the search engine instead; with --json and
    without --move, every position of the game is explained.
    """
    if analyst is not None and player is not None:
        raise click.UsageError("--analyst and --player cannot be combined; use one of them")
    content = read_game_bytes(file, SaveStore(saves_folder(saves)))
    if encoding is not None and not is_gnugo_dat(content):
        content = convert_to_utf_8(content, encoding)
    command = None if analyst is None else analyst_command(analyst)
    if command is not None:
        tree = _tree(file, content, game_number, number)
        judge = make_analyst(tree.game, command, print_warning)
        with exit_on_interrupt(), closing(judge):
            judge.start()
            _explain_search(file, tree, number, judge, judge.advise, as_json)
        return
    if player not in (None, CLASSIC_ENGINE_NAME):
        level = level_in_engine_name(str(player))
        if level is None:
            raise click.ClickException(f"--player: unknown engine {player}; use search or search:5")
        tree = _tree(file, content, game_number, number)
        own_search = SearchEngine(tree.game, level)
        _explain_search(file, tree, number, own_search, own_search.choose, as_json)
        return
    own = classic_engine(0, patterns)
    is_fresh = patterns is not None
    asked, position, memory, number = _position_at(file, content, game_number, number, own, is_fresh)
    position = position.without_passes() if position.is_over else position
    try:
        decision = asked.choose(position, memory)
    except EngineCannotPlayGame as error:
        raise click.ClickException(f"{file}: {error}; use --player search") from None
    if as_json:
        print_json({"move": number, **_as_data(asked, position, decision)})
        return
    _print_explanation(asked, position, decision, number, _FINDER_SIGNS)


def _print_explanation(
    player: Engine, position: Position, decision: Decision[Any], number: int, legend: str
) -> None:
    """Print the board with an engine's marks, the engine's move, and the explanation."""
    if current_settings().draws_board:
        cells = (
            (row_and_column(point, position.size), sign)
            for point, sign in player.decision_marks(position, decision)
        )
        print_lines(
            *format_diagram(with_marks(position.diagram(), tuple(cells))).splitlines(),
            *([legend] if legend else []),
        )
    move = position.format_move(decision.move)
    would = "pass" if move == "pass" else f"play {move}"
    print_lines(f"After move {number}, {position.to_move} to move: {player.name} would {would}.")
    print_lines(*player.explain(position, decision))


def _tree(file: str, content: bytes, game_number: int | None, number: int | None) -> Tree:
    """Return the game in a file, and print the warnings about the file.

    Raise UserError if the game does not have a move with that number.
    """
    tree = parse_game_file(file, content, game_number)
    print_file_warnings(Path(file), main_line_warnings(file, tree))
    _within(number, len(tree.positions()) - 1)
    return tree


def _explain_search(
    file: str,
    tree: Tree,
    number: int | None,
    player: SearchEngine,
    choose: Callable[[Position], Decision[None]],
    as_json: bool,
) -> None:
    """Print the decision of the search engine or of an analyst in a position of any game.

    With `as_json` and without a number, print the decisions in all positions.
    """
    positions = tree.positions()
    if as_json and number is None:
        lines = [
            _search_decision(player, choose(each), each, at)
            for at, each in enumerate(positions)
            if each.outcome_without_count is None
        ]
        print_json({"game": tree.game.display_name, "player": player.name, "positions": lines})
        return
    number = min(tree.current.number, len(positions) - 1) if number is None else number
    position = positions[number]
    if position.outcome_without_count is not None:
        raise click.ClickException(
            f"{file}: {position.outcome_without_count.sentence} Use --move with an earlier move"
        )
    if as_json:
        print_json(_search_decision(player, choose(position), position, number))
        return
    decision = choose(position)
    signs = {sign for _, sign in player.decision_marks(position, decision)}
    legend = ", ".join(meaning for sign, meaning in _SIGN_MEANINGS.items() if sign in signs)
    _print_explanation(player, position, decision, number, legend)


def _search_decision(
    player: SearchEngine, decision: Decision[None], position: Position, number: int
) -> dict[str, object]:
    """Return the decision of the search engine in a position as plain data."""
    return {
        "move": number,
        "to_play": position.to_move.name.lower(),
        "plays": position.format_move(decision.move),
        **player.decision_as_data(position, decision),
        "why": list(player.explain(position, decision)),
    }


def _position_at(
    file: str,
    content: bytes,
    game_number: int | None,
    number: int | None,
    engine: ClassicEngine,
    is_fresh: bool,
) -> tuple[ClassicEngine, GoPosition, ClassicMemory, int]:
    """Return the engine, the position after a move, the engine's memory there, and the number of the move.

    file, content -- the name and the content of the file.

    Raise UserError if the file has no such position of Go; the message names the file and a remedy.
    """
    if is_gnugo_dat(content):
        try:
            old = parse_gnugo_dat(content)
        except UserError as error:
            raise UserError(f"{file}: {error}") from None
        _within(number, 0)
        return engine, old.position, engine.initial_memory()._replace(untried_regions=old.unasked), 0
    tree = parse_game_file(file, content, game_number)
    if tree.name != "go":
        raise UserError(
            f"{file}: this is a game of {tree.game.display_name}, but classic plays only Go;"
            " use --player search"
        )
    print_file_warnings(Path(file), main_line_warnings(file, tree))
    positions = tree.positions()
    _within(number, len(positions) - 1)
    number = min(tree.current.number, len(positions) - 1) if number is None else number
    position = positions[number]
    assert isinstance(position, GoPosition)
    remembered = None if is_fresh else _remembered(tree, number, position.to_move)
    player, memory = remembered or (engine, engine.initial_memory())
    return player, position, memory, number


def _within(number: int | None, last: int) -> None:
    """Raise UserError if the game does not have a move with that number."""
    if number is not None and not 0 <= number <= last:
        raise UserError(f"--move: the game has {pluralize(last, 'move')}; use a number from 0 to {last}")


def _remembered(tree: Tree, number: int, color: Color) -> tuple[ClassicEngine, ClassicMemory] | None:
    """Return the classic engine that played a color, and its memory after a move, or None."""
    players = (tree.private or {}).get("players")
    config = players.get(str(color)) if isinstance(players, dict) else None
    nodes = [node for node in tree.main_line() if node.number == number]
    memory = nodes[-1].memory(str(color))
    if not isinstance(config, dict) or memory is None:
        return None
    with suppress(UserError):  # damaged data
        player = classic_engine_from_config(EngineConfig.from_json(config))
        return player, player.memory_from_json(memory)
    return None


def _as_data(player: ClassicEngine, position: GoPosition, decision: Decision[Any]) -> dict[str, object]:
    """Return a decision as plain data: for each finder, a vertex, a value and a reason, or None."""
    values: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
    tries = 0
    for reason in decision.reasons:
        why = describe_reason(reason, position.to_move, position.size)
        if reason.source == "random":
            tries = reason.value
        elif reason.point is not None:
            vertex = format_vertex(reason.point, position.size)
            values[reason.source] = {"vertex": vertex, "value": reason.value, "why": why}
    plays = position.format_move(decision.move)
    says = list(player.explain_in_words(position, decision))
    return {"to_play": position.to_move.name.lower(), "plays": plays, **values, "tries": tries, "says": says}
