"""The games of one player, read from files, for the report on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from gnugo_py.app.reviewed_games import engine_colors, position_changing_nodes, read_for_review
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.properties import property_as_int
from gnugo_py.record.sgf_parser import SgfError, root_properties_by_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import saved_engines
from gnugo_py.study.report import PlayerGame

_MAX_POSITIONS = 1000
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(?!\d)")


class FoundGames(NamedTuple):
    """The games of a player in some files, and what was left out.

    games    -- the games, not yet analyzed, without those that occur twice.
    unclear  -- the number of games in which it is unknown which player to report on.
    names    -- the names of the players of all games.
    problems -- why files or games could not be read, one sentence each.
    """

    games: list[PlayerGame]
    unclear: int
    names: list[str]
    problems: list[str]

    def why_empty(self, player: str | None) -> str:
        """Return why there are no games to report on, and what to do, without capital and period."""
        names = ", ".join(self.names[:20])
        if player is not None and self.names:
            return f"no game has a player named {player}; the players are {names}"
        if self.unclear:
            return f"it is unclear which player you are; use --player NAME; the players are {names}"
        return "there are no games to report on; play one, or name files with games"


def find_games(files: Iterable[tuple[str, bytes]], player: str | None) -> FoundGames:
    """Return the games of a player that are counted in points.

    files  -- the names and contents of the files.
    player -- the name of the player, case ignored; None for the person who played against an engine.
    """
    found = FoundGames([], 0, [], [])
    unclear, known = 0, set[object]()
    names: dict[str, None] = {}
    for file, content in files:
        try:
            trees = _trees(content)
        except UserError as error:
            found.problems.append(f"{file}: {error}")
            continue
        for number, tree in enumerate(trees, 1):
            if isinstance(tree, UserError):
                found.problems.append(f"{file}, game {number}: {tree}")
                continue
            if not tree.uses_komi or "review" in (tree.private or {}):
                continue
            positions = [node.position for node in position_changing_nodes(tree.current.path())]
            moves = tuple((each.last_color, each.last_move) for each in positions)
            if not 1 < len(positions) <= _MAX_POSITIONS or moves in known:
                continue
            known.add(moves)
            names |= dict.fromkeys(filter(None, tree.names.values()))
            color = _color_of_player(tree, player)
            if color is not None:
                label = file if len(trees) == 1 else f"{file} (game {number})"
                found.games.append(_player_game(label, tree, color, positions))
            elif player is None:
                unclear += 1
    return found._replace(unclear=unclear, names=list(names))


def _trees(content: bytes) -> list[Tree | UserError]:
    """Return the games of a file, with an error in the place of each that cannot be read."""
    trees: list[Tree | UserError] = []
    for number in range(1, len(root_properties_by_game(content)) + 1):
        try:
            trees.append(read_for_review(content, number).tree)
        except UserError as error:
            trees.append(error)
    return trees or [read_for_review(content).tree]


def _color_of_player(tree: Tree, player: str | None) -> Color | None:
    """Return the color of the player to report on; None if it is unknown, or the player did not take part."""
    if player is not None:
        colors = [color for color, name in tree.names.items() if name.casefold() == player.casefold()]
    else:
        colors = [color.opponent for color in _saved_engines(tree) or engine_colors(tree)]
    return colors[0] if len(colors) == 1 else None


def _saved_engines(tree: Tree) -> dict[Color, int | None]:
    """Return the level of each engine in a game that this program saved, None for engines without levels."""
    try:
        engines = saved_engines(tree)
    except SgfError:
        return {}
    return {color: each.level if each.kind == "search" else None for color, each in engines.items()}


def _player_game(label: str, tree: Tree, color: Color, positions: list[Position]) -> PlayerGame:
    month, result = _MONTH.match(tree.root.value("DT")), tree.result
    return PlayerGame(
        file=label,
        color=color,
        month="" if month is None else month[0],
        level=_saved_engines(tree).get(color.opponent),
        handicap=property_as_int(tree.root.properties, "HA", 0),
        is_won=None if result is None or result.winner is None else result.winner is color,
        positions=positions,
    )
