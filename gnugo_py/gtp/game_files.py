"""The files of the GTP server: games with the engine's memory, wherever the controller wants them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from gnugo_py.core.files import PRIVATE_MODE, saves_folder, write_whole
from gnugo_py.core.types import Mistake, Side
from gnugo_py.gtp.commands import Loaded
from gnugo_py.gtp.server import GtpGame
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.grammar import is_sgf
from gnugo_py.sgf.reader import Record, read_bytes, read_record
from gnugo_py.sgf.writer import is_game, to_foreign_sgf, to_sgf
from gnugo_py.storage.save_store import Store, locked, name_typed

ENGINE = "engine"
"""What the private property calls the engine of a server: it has one memory for both colors."""


def load_game(path: str, last: int, warn: Callable[[Path, Iterable[str]], None]) -> Loaded:
    """Return the game of a file as it was after so many moves, or at its end.

    Raise Mistake, naming the file and the remedy.
    """
    record = read_record(Path(path))
    warn(Path(path), record.warnings)
    positions = record.leading_to(min(last, record.now))
    settings, memories = _engine_of(record)
    end = record.edited_at + len(positions)
    return Loaded(record.game.name, positions, record.options, settings, memories[record.edited_at : end])


def _engine_of(record: Record) -> tuple[Mapping[str, object], list[object]]:
    """Return the settings and the memories, one for each position, of the engine that a file of ours names.

    In a game that was saved by a server that is its engine, in another one the player of a color; of two
    players the one whose turn it is.
    """
    match (record.private or {}).get(ENGINE):
        case {"settings": dict(found), "memories": list(turns)}:
            return found, _unfolded([change for change in turns if _is_list(change, 2)], record)
    players, changes = ((record.private or {}).get(name) for name in ("players", "memories"))
    if not isinstance(players, dict) or not isinstance(changes, list):
        return {}, []
    to_move = record.final.to_move
    side = to_move if str(to_move) in players else to_move.other
    settings = players.get(str(side))
    mine = [change[::2] for change in changes if _is_list(change, 3) and change[1] == int(side)]
    return (settings, _unfolded(mine, record)) if isinstance(settings, dict) else ({}, [])


def _is_list(value: object, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _unfolded(changes: list[Any], record: Record) -> list[object]:
    """Return the memory in each position, given turns with the memory from there on.

    Empty if none is known at the start.
    """
    known = {turn: memory for turn, memory in changes if type(turn) is int}
    if 0 not in known:
        return []
    memories: list[object] = []
    for turn in range(len(record.positions)):
        memories.append(known[turn] if turn in known else memories[-1])
    return memories


def game_as_sgf(served: GtpGame) -> bytes:
    """Return a game as a file that holds the engine's memory, too.

    One that such a file would not give back exactly, as where a color moved after the end, is written like
    another program's.
    """
    session, extra = _session_of(served), {ENGINE: _engine_data(served)} if served.player else {}
    own = to_sgf(session, date.today(), extra=extra)
    return own if is_game(own, session, extra) else to_foreign_sgf(session, date.today())


def _engine_data(served: GtpGame) -> dict[str, object]:
    """Return the engine's settings, and its memory wherever that is not what it was before."""
    assert served.player is not None
    changes: list[object] = []
    last: object = None
    for number, turn in enumerate(served.turns):
        if number == 0 or turn.memory is not last:
            changes.append([number, served.player.stored(turn.memory)])
        last = turn.memory
    return {"settings": served.player.settings(), "memories": changes}


def _session_of(served: GtpGame) -> Session:
    """Return the game by the options in force, of which the handicap may have been placed after its start."""
    positions, under = [turn.position for turn in served.turns], served.game.notation.under
    try:
        positions = under(positions, served.options)
    except Mistake:  # a move that these rules do not know
        positions[:1] = under(positions[:1], served.options)
    session = Session(served.game, {}, [Turn(position, (None, None)) for position in positions])
    names = served.names()
    session.names = {side: names[side] for side in Side}
    return session


def save_game(served: GtpGame, name: str, said: Mapping[str, str], saves: str | None) -> None:
    """Write a game to a path or, for a name without a folder, into the saves folder.

    said  -- properties of the first node; a game with some is written like another program's.
    saves -- the saves folder, None for the usual one.

    A file is replaced only if it is a regular one that holds SGF.  Raise Mistake for another one, and for
    one that is being played, OSError if it cannot be written.
    """
    content = to_foreign_sgf(_session_of(served), date.today(), said) if said else game_as_sgf(served)
    if os.path.dirname(name):
        path = Path(os.path.expanduser(name))
    else:
        path = Store(saves_folder(Path(saves) if saves else None)).path(name_typed(name))
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise Mistake(f"{path.parent} is not a folder; make it first")
    with locked(path):
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file, in the place of another one only if nothing but a game is lost."""
    mode = PRIVATE_MODE
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise Mistake(f"{path} is not a regular file; choose another name")
        if not is_sgf(read_bytes(path)):
            raise Mistake(f"{path} is there already and holds no SGF; choose another name")
        mode = stat.S_IMODE(path.stat().st_mode)
    write_whole(path, content, mode)
