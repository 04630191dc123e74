"""The game files of the GTP server, with the engine's memory; the controller may name any path."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from gnugo_py.core.files import saves_folder, write_atomically
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.types import Color, Resign, UserError
from gnugo_py.gtp.commands import LoadsgfResult
from gnugo_py.gtp.game import GtpGame, GtpTurn
from gnugo_py.play.session import Session, Turn
from gnugo_py.record.reader import GameRecord, read_record, read_sgf_file_content
from gnugo_py.record.sgf_parser import is_complete_sgf
from gnugo_py.record.writer import is_content_of_session, session_to_portable_sgf, session_to_sgf
from gnugo_py.storage.save_store import SaveStore, hold_file_lock, normalize_save_name

_ENGINE_KEY = "engine"
"""The key of a server's engine in the private property. The engine has one memory for both colors."""


def read_game_for_loadsgf(path: str, last: int, warn: Callable[[Path, Iterable[str]], None]) -> LoadsgfResult:
    """Return the game in a file up to move `last`, or up to its end if it has fewer moves.

    warn -- receives the path and the warnings about the file.

    Raise UserError, with the file name, if the file cannot be read or contains no valid game.
    """
    record = read_record(Path(path))
    warn(Path(path), record.warnings)
    positions = record.positions_since_setup(min(last, record.current_move))
    settings, memories = _engine_of(record)
    end = record.last_setup_number + len(positions)
    return LoadsgfResult(
        record.game.display_name,
        positions,
        record.options,
        settings,
        memories[record.last_setup_number : end],
    )


def _engine_of(record: GameRecord) -> tuple[Mapping[str, object], list[object]]:
    """Return the settings of the engine that a saved game names, and its memory in each position.

    In a game saved by a server, this is the server's engine. In other saved games, this is the only
    engine or, if both colors have one, that of the color to move. Return empty values if there is no engine.
    """
    match (record.private or {}).get(_ENGINE_KEY):
        case {"settings": dict(result), "memories": list(turns)}:
            return result, _expand_changes([change for change in turns if _is_list(change, 2)], record)
    players, changes = ((record.private or {}).get(name) for name in ("players", "memories"))
    if not isinstance(players, dict) or not isinstance(changes, list):
        return {}, []
    to_move = record.final_position.to_move
    color = to_move if str(to_move) in players else to_move.opponent
    settings = players.get(str(color))
    mine = [change[::2] for change in changes if _is_list(change, 3) and change[1] == int(color)]
    return (settings, _expand_changes(mine, record)) if isinstance(settings, dict) else ({}, [])


def _is_list(value: object, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _expand_changes(changes: list[Any], record: GameRecord) -> list[object]:
    """Return the memory in each position, from pairs of a turn number and the memory from that turn on.

    Return an empty list if there is no memory for the start.
    """
    known = {turn: memory for turn, memory in changes if type(turn) is int}
    if 0 not in known:
        return []
    memories: list[object] = []
    for turn in range(len(record.positions)):
        memories.append(known[turn] if turn in known else memories[-1])
    return memories


def gtp_game_to_sgf(gtp_game: GtpGame) -> bytes:
    """Return a game as the content of an SGF file that includes the engine's memory.

    A game that could not be restored exactly from such a file, for example because a color moved after the
    end of the game, is written without this program's private data.
    """
    session, extra = _session_of(gtp_game), {_ENGINE_KEY: _engine_data(gtp_game)} if gtp_game.player else {}
    own = session_to_sgf(session, date.today(), extra=extra)
    return (
        own if is_content_of_session(own, session, extra) else session_to_portable_sgf(session, date.today())
    )


def _engine_data(gtp_game: GtpGame) -> dict[str, object]:
    """Return the engine's settings, and its memory at each turn where it changes."""
    assert gtp_game.player is not None
    changes: list[object] = []
    last: object = None
    for number, turn in enumerate(_moves(gtp_game)):
        if number == 0 or turn.memory is not last:
            changes.append([number, gtp_game.player.memory_to_json(turn.memory)])
        last = turn.memory
    return {"settings": gtp_game.player.config().to_json(), "memories": changes}


def _session_of(gtp_game: GtpGame) -> Session:
    """Return the game as a session, under the current options if they allow all its moves.

    The options may have changed since the start, for example when handicap stones were placed on the empty
    board.
    """
    positions, under = (
        [turn.position for turn in _moves(gtp_game)],
        sgf_functions(gtp_game.game).under_rules,
    )
    try:
        positions = under(positions, gtp_game.options)
    except UserError:  # a move that is illegal under these rules
        positions[:1] = under(positions[:1], gtp_game.options)
    session = Session(gtp_game.game, {}, [Turn(position, (None, None)) for position in positions])
    names = gtp_game.player_names()
    session.names = {color: names[color] for color in Color}
    if isinstance(gtp_game.position.last_move, Resign) and gtp_game.position.last_color is not None:
        session.resign(gtp_game.position.last_color)
    return session


def _moves(gtp_game: GtpGame) -> list[GtpTurn]:
    """Return the start of the game and its moves, without resignations, which are not moves in SGF."""
    return [turn for turn in gtp_game.turns if not isinstance(turn.position.last_move, Resign)]


def save_gtp_game(gtp_game: GtpGame, name: str, properties: Mapping[str, str], saves: str | None) -> None:
    """Write a game to a path or, for a name without a folder, to the save folder.

    properties -- properties of the root node. If there are any, this program's private data is left out.
    saves -- the save folder, or None for the default one.

    An existing file is replaced only if it is a regular file that contains SGF. Raise UserError if it is
    not, if the name is invalid, or if the folder does not exist. Raise OSError if the file cannot be written,
    or if another program has locked it.
    """
    content = (
        session_to_portable_sgf(_session_of(gtp_game), date.today(), properties)
        if properties
        else gtp_game_to_sgf(gtp_game)
    )
    if os.path.dirname(name):
        path = Path(os.path.expanduser(name))
    else:
        path = SaveStore(saves_folder(Path(saves) if saves else None)).path(normalize_save_name(name))
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent} is not a folder; create it first")
    with hold_file_lock(path):
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file. Raise UserError if this would replace anything other than a saved game."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise UserError(f"{path} is not a regular file; choose another name")
        if not is_complete_sgf(read_sgf_file_content(path)):
            raise UserError(f"{path} already exists and is not an SGF file; choose another name")
    write_atomically(path, content)
