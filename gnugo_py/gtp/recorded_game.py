"""The games that a GTP server loads, with the memory of the engine that played them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import read_game
from gnugo_py.record.tree import line_to

ENGINE_SLOT = "engine"
"""The slot of the memory of a server's engine, which plays both colors, and the key of its settings."""


class RecordedLine(NamedTuple):
    """The last moves of a recorded game, since its last setup.

    start     -- the number of nodes before the start.
    positions -- the start, then the position after each move, each with the color that moves next.
    settings  -- the settings of the engine that played them, as in `EngineConfig.to_json`; may be empty.
    memories  -- the memory of that engine in each position, as in `Engine.memory_to_json`; None if unknown.
    """

    start: int
    positions: list[Position]
    settings: Mapping[str, object]
    memories: list[object]


def read_game_for_loadsgf(path: str, last: int, warn: Callable[[Path, Iterable[str]], None]) -> Cursor:
    """Return a game in a file, at the position after move `last`, or at its end if it has fewer.

    warn -- receives the path and the warnings about the file.

    Raise UserError, with the file name, if the file cannot be read or contains no valid game.
    """
    tree = read_game(path)
    try:
        warnings = (*tree.warnings, *tree.main_line_warnings())
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    warn(Path(path), warnings)
    number = min(last, tree.current.number)
    *_, node = (each for each in tree.main_line() if each.number <= number)
    return Cursor(tree, node)


def recorded_line(recorded: Cursor) -> RecordedLine:
    """Return the moves of a recorded game since its last setup, up to the position at which it stands."""
    positions = line_to(_position_at(recorded.node))
    path = recorded.node.path()
    moves = [index for index, node in enumerate(path) if node.has_move and node.move is not RESIGN]
    since = moves[len(moves) - len(positions) + 1 :]
    start = since[0] - 1 if since else len(path) - 1
    settings, slot = _engine_of(recorded)
    memories = _memories(path, slot)
    return RecordedLine(start, positions, settings, [memories[index] for index in (start, *since)])


def _memories(path: Sequence[Node], slot: str) -> list[object]:
    """Return the memory of an engine after each node of a path from the root, as `Node.memory` does."""
    found: list[object] = [None]
    for node in path:
        own = (node.private or {}).get("memory")
        found.append(own.get(slot, found[-1]) if isinstance(own, dict) else found[-1])
    return found[1:]


def _position_at(node: Node) -> Position:
    """Return the position at a node, with the color to move that plays next in the file."""
    with suppress(UserError):  # a move that cannot be executed
        for child in node.children[:1]:
            if child.has_move and child.move is not RESIGN and child.position.previous is not None:
                return child.position.previous
    return node.position


def _engine_of(recorded: Cursor) -> tuple[Mapping[str, object], str]:
    """Return the settings of the engine that a saved game names, and the slot of its memory.

    In a game saved by a server, this is the server's engine. In other saved games, this is the only engine
    or, if both colors have one, that of the color to move at the end. Return empty values if there is no
    engine, or if the data is damaged.
    """
    match recorded.tree.private or {}:
        case {"engine": {"settings": dict(settings), **others}} if "memories" not in others:
            return settings, ENGINE_SLOT
        case {"players": dict(players), **others} if "memories" not in others:
            to_move = _position_at(recorded.tree.current).to_move
            slot = str(to_move if str(to_move) in players else to_move.opponent)
            if isinstance(players.get(slot), dict):
                return players[slot], slot
    return {}, ""
