"""The command `gnugo-py explain`."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Any

import click

from gnugo_py.app.analysts import Analysts
from gnugo_py.app.players import CLASSIC_ENGINE_NAME, parse_opponent
from gnugo_py.cli.files import GameFile, check_move_number, game_file_options
from gnugo_py.cli.options import (
    NETWORK_OPTION,
    PATTERNS_OPTION,
    SAVES_OPTION,
    CommandWithValues,
    allow_one_of,
    analyst_command,
    current_settings,
)
from gnugo_py.cli.output import exit_on_interrupt, print_json, print_lines, print_warning
from gnugo_py.engines.classic.classic_engine import ClassicEngine, classic_engine, describe_reason
from gnugo_py.engines.classic.gnugo import ClassicMemory
from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat, parse_gnugo_dat
from gnugo_py.engines.engine import Decision, Engine, EngineCannotPlayGame, EngineConfig
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.diagram import format_diagram, with_signs
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.tree import Tree

_FINDER_SIGNS = "A attack, D defend, P pattern, R random"
_SIGN_MEANINGS = {"1": "1 2 3 principal variation", "*": "* last point of move 1"}


@click.command(cls=CommandWithValues, epilog="Example: gnugo-py explain game.sgf --move 12")
@game_file_options()
@click.option(
    "--move",
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
@NETWORK_OPTION
@SAVES_OPTION
def explain(
    file: GameFile,
    move: int | None,
    patterns: str | None,
    player: str | None,
    analyst: str | None,
    as_json: bool,
) -> None:
    """Show which move each finder of GNU Go 1.1 proposes in a position, and why.

    FILE is an SGF, GIB, NGF or UGF file from any program, a gnugo.dat, the name of a saved game, an https://
    address, or - for standard input.

    The engine chooses a move for the color to move. If it played that color in the game, it uses the memory
    that it had at that move. Otherwise, and with --patterns, it starts with an empty memory and an unused
    opening book. Use --player search to explain the move of the search engine instead; with --json and
    without --move, every position of the game is explained.
    """
    allow_one_of("--analyst", "--player")
    content = file.read_bytes()
    command = None if analyst is None else analyst_command(analyst)
    if command is None and player in (None, CLASSIC_ENGINE_NAME):
        _explain_classic(file, content, move, patterns, as_json)
        return
    opponent = None if player is None else parse_opponent(player)
    level = opponent.level if isinstance(opponent, EngineConfig) else None
    if command is None and level is None:
        raise click.ClickException(f"--player: unknown engine {player}; use search or search:5")
    tree = file.read_main_line(content)
    number, position = _position_after(tree, move)
    analysts = Analysts(command, print_warning)
    engine = analysts.of_game(tree.game) if level is None else SearchEngine(tree.game, level)
    with exit_on_interrupt(), closing(engine):
        engine.start()
        if as_json and move is None:
            _print_all_decisions(tree, engine)
        else:
            _explain_search(file, position, number, engine, as_json)


def _print_explanation(
    player: Engine, position: Position, decision: Decision[Any], number: int, legend: str
) -> None:
    """Print the board with an engine's marks, the engine's move, and the explanation."""
    if current_settings().draws_board:
        cells = (
            (row_and_column(point, position.size), sign)
            for point, sign in player.decision_marks(position, decision)
        )
        drawn = format_diagram(with_signs(position.diagram(), tuple(cells)))
        print_lines(*drawn.splitlines(), *filter(None, (legend,)))
    move = position.format_move(decision.move)
    would = "pass" if move == "pass" else f"play {move}"
    print_lines(f"After move {number}, {position.to_move} to move: {player.name} would {would}.")
    print_lines(*player.explain(position, decision))


def _print_all_decisions(tree: Tree, player: SearchEngine) -> None:
    """Print the decisions of the search engine or of an analyst in all positions, as JSON."""
    lines = [
        _search_decision(player, player.choose(each), each, at)
        for at, each in enumerate(tree.positions())
        if each.outcome_without_count is None
    ]
    print_json({"game": tree.game.display_name, "player": player.name, "positions": lines})


def _explain_search(
    file: GameFile, position: Position, number: int, player: SearchEngine, as_json: bool
) -> None:
    """Print the decision of the search engine or of an analyst in a position of any game."""
    if position.outcome_without_count is not None:
        raise click.ClickException(
            f"{file.name}: {position.outcome_without_count.sentence} Use --move with an earlier move"
        )
    decision = player.choose(position)
    if as_json:
        print_json(_search_decision(player, decision, position, number))
        return
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


def _explain_classic(
    file: GameFile, content: bytes, move: int | None, patterns: str | None, as_json: bool
) -> None:
    """Print the decision of GNU Go 1.1 in a position of Go.

    Raise UserError, which names the file and a remedy, if there is no such position.
    """
    engine = classic_engine(0, patterns)
    memory = engine.initial_memory()
    if is_gnugo_dat(content):
        with file.named_in_errors():
            old = parse_gnugo_dat(content)
        check_move_number(move, 0)
        number, position = 0, old.position
        memory = memory._replace(untried_regions=old.unasked)
    else:
        tree = file.read_main_line(content)
        number, reached = _position_after(tree, move)
        if not isinstance(reached, GoPosition):
            raise UserError(
                f"{file.name}: this is a game of {tree.game.display_name}, but classic plays only Go;"
                " use --player search"
            )
        position = reached
        if patterns is None:
            engine, memory = _remembered(tree, number, position.to_move) or (engine, memory)
    position = position.without_passes() if position.is_over else position
    try:
        decision = engine.choose(position, memory)
    except EngineCannotPlayGame as error:
        raise click.ClickException(f"{file.name}: {error}; use --player search") from None
    if as_json:
        print_json({"move": number, **_as_data(engine, position, decision)})
    else:
        _print_explanation(engine, position, decision, number, _FINDER_SIGNS)


def _position_after(tree: Tree, move: int | None) -> tuple[int, Position]:
    """Return the number of a move and the position after it; None stands for the move where the game is.

    Raise UserError if the game does not have a move with that number.
    """
    positions = tree.positions()
    last = len(positions) - 1
    check_move_number(move, last)
    number = min(tree.current.number, last) if move is None else move
    return number, positions[number]


def _remembered(tree: Tree, number: int, color: Color) -> tuple[ClassicEngine, ClassicMemory] | None:
    """Return the classic engine that played a color, and its memory after a move, or None."""
    players = (tree.root.private or {}).get("players")
    config = players.get(str(color)) if isinstance(players, dict) else None
    nodes = [node for node in tree.main_line() if node.number == number]
    memory = nodes[-1].memory(str(color))
    if not isinstance(config, dict) or memory is None:
        return None
    with suppress(UserError):  # damaged data
        known = EngineConfig.from_json(config)
        player = classic_engine(known.seed or 0, known.patterns)
        return player, player.memory_from_json(memory)
    return None


def _as_data(player: ClassicEngine, position: GoPosition, decision: Decision[Any]) -> dict[str, object]:
    """Return a decision as plain data: for each finder, a vertex, a value and a reason, or None."""
    values: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
    tries = 0
    for reason in decision.reasons:
        why = describe_reason(reason, position)
        if reason.source == "random":
            tries = reason.value
        elif reason.point is not None:
            vertex = format_vertex(reason.point, position.size)
            values[reason.source] = {"vertex": vertex, "value": reason.value, "why": why}
    plays = position.format_move(decision.move)
    says = list(player.explain_in_words(position, decision))
    return {"to_play": position.to_move.name.lower(), "plays": plays, **values, "tries": tries, "says": says}
