"""`gnugo-py explain`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from gnugo_py.app.opponents import CLASSIC, Engines, level_of
from gnugo_py.cli.options import NUMBER
from gnugo_py.cli.terminal import checked, tell, tell_json, warn_of
from gnugo_py.core.diagram import marked, render
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.explanations import in_words
from gnugo_py.engines.classic.factory import classic_of, classic_player
from gnugo_py.engines.classic.gnugo_dat import looks_old, read_old
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.engine import Choice, Player, PlayerRefusal
from gnugo_py.engines.search.engine import SearchPlayer
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.sgf.reader import Record, read_bytes, read_record
from gnugo_py.storage.resume import resumed

SIGNS = "A attack, D defend, P pattern, R random"
MEANINGS = {"1": "1 2 3 the line it expects", "*": "* where its move ends"}


@click.command(epilog="Example: gnugo-py explain game.sgf --move 12")
@click.argument("file", type=click.Path(path_type=Path))
@NUMBER
@click.option("--move", "number", type=int, metavar="N", help="The position after move N; else the last.")
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--player", metavar="search[:LEVEL]", help="Who is asked instead of it, in any game.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def explain(
    file: Path,
    game_number: int | None,
    number: int | None,
    patterns: str | None,
    player: str | None,
    as_json: bool,
) -> None:
    """Tell what each finder of the engine of 1989 says in a position, and why.

    It thinks for the side to move.  In a game that it played itself it remembers what it knew
    then; in any other, and with --patterns, it sits down afresh, its opening book not asked yet.
    The player that searches can be asked instead; with --json and without --move, about every
    position of the game.
    """
    if player not in (None, CLASSIC):
        _explain_search(file, game_number, number, str(player), as_json)
        return
    engine = checked(lambda: classic_player(0, patterns))
    is_fresh = patterns is not None
    asked, position, memory, number = checked(lambda: _situation(file, game_number, number, engine, is_fresh))
    position = position.resumed() if position.over else position
    try:
        choice = asked.choose(position, memory)
    except PlayerRefusal as error:
        raise click.ClickException(f"{file}: {error}; ask --player search") from None
    if as_json:
        tell_json({"move": number, **_as_data(asked, position, choice)})
        return
    _tell(GO, asked, position, choice, number, SIGNS)


def _tell(
    game: Game, player: Player, position: Position, choice: Choice[Any], number: int, legend: str
) -> None:
    """The board with what a player sees on it, its move, and why."""
    cells = ((game.cell_of(point, position), sign) for point, sign in player.overlay(position, choice))
    tell(*render(marked(position.grid(), tuple(cells))).splitlines(), *([legend] if legend else []))
    plays = game.format_move(choice.move, position)
    tell(f"After move {number}, {position.to_move} to move: {player.name} would play {plays}.")
    tell(*player.explain(position, choice))


def _explain_search(
    file: Path, game_number: int | None, number: int | None, name: str, as_json: bool
) -> None:
    """What the searching player says of a position of any game."""
    level = checked(lambda: level_of(name))
    if level is None:
        raise click.ClickException(f"--player: {name} cannot be asked; name search, or search:5")
    record = checked(lambda: read_record(file, game_number))
    warn_of(file, record.warnings)
    checked(lambda: _within(number, len(record.positions) - 1))
    game, player = record.game, checked(lambda: Engines().searching(record.game, level, 0))
    if as_json and number is None:
        positions = enumerate(record.positions)
        told = [_thought(player, each, at) for at, each in positions if each.decided is None]
        tell_json({"game": game.name, "player": player.name, "positions": told})
        return
    number = record.now if number is None else number
    position = record.positions[number]
    if position.decided is not None:
        raise click.ClickException(f"{file}: {position.decided.sentence}  Name an earlier move with --move")
    if as_json:
        tell_json(_thought(player, position, number))
        return
    choice = player.choose(position, None)
    signs = {sign for _, sign in player.overlay(position, choice)}
    legend = ", ".join(meaning for sign, meaning in MEANINGS.items() if sign in signs)
    _tell(game, player, position, choice, number, legend)


def _thought(player: SearchPlayer, position: Position, number: int) -> dict[str, object]:
    """What the searching player finds in a position, as plain data."""
    choice = player.choose(position, None)
    return {
        "move": number,
        "to_play": position.to_move.colour,
        "plays": player.game.format_move(choice.move, position),
        **player.as_data(position, choice),
        "why": list(player.explain(position, choice)),
    }


def _situation(
    file: Path, game_number: int | None, number: int | None, engine: ClassicPlayer, is_fresh: bool
) -> tuple[ClassicPlayer, GoPosition, Memory, int]:
    """The engine, the position after a move, what the engine remembers there, and the move's number.

    Raises Mistake naming the file and the remedy.
    """
    content = read_bytes(file)
    if looks_old(content):
        try:
            old = read_old(content)
        except Mistake as error:
            raise Mistake(f"{file}: {error}") from None
        _within(number, 0)
        return engine, old.position, engine.fresh_memory()._replace(unasked=old.unasked), 0
    record = read_record(file, game_number)
    if record.name != "go":
        raise Mistake(f"{file}: a game of {record.game.name}; the engine of 1989 plays Go alone")
    warn_of(file, record.warnings)
    last = len(record.positions) - 1
    _within(number, last)
    number = record.now if number is None else number
    position = record.positions[number]
    assert isinstance(position, GoPosition)
    remembered = None if is_fresh else _remembered(record, number)
    player, memory = remembered or (engine, engine.fresh_memory())
    return player, position, memory, number


def _within(number: int | None, last: int) -> None:
    """Raises Mistake for a move that the game does not have."""
    if number is not None and not 0 <= number <= last:
        raise Mistake(f"--move: the game has {last} moves; give a number from 0 to {last}")


def _remembered(record: Record, number: int) -> tuple[ClassicPlayer, Memory] | None:
    """The engine that played the side to move and what it knew then; None where it did not play it."""
    if record.private is None:
        return None
    with suppress(Mistake):
        session = resumed(record, classic_of)
        player = session.players.get(record.positions[number].to_move)
        memory = session.line[number].memories[record.positions[number].to_move]
        if isinstance(player, ClassicPlayer) and isinstance(memory, Memory):
            return player, memory
    return None


def _as_data(player: ClassicPlayer, position: GoPosition, choice: Choice[Any]) -> dict[str, object]:
    """What the finders say as plain data: each a vertex, a value and why, or null."""
    said: dict[str, object] = {"attack": None, "defend": None, "pattern": None}
    tries = 0
    for reason in choice.reasons:
        why = in_words(reason, position.to_move, position.size)
        if reason.finder == "random":
            tries = reason.value
        elif reason.point is not None:
            vertex = format_vertex(reason.point, position.size)
            said[reason.finder] = {"vertex": vertex, "value": reason.value, "why": why}
    plays = GO.format_move(choice.move, position)
    says = list(player.says(position, choice))
    return {"to_play": position.to_move.colour, "plays": plays, **said, "tries": tries, "says": says}
