"""What a person wants to know of a saved game without opening it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.games.mistake import Mistake
from gnugo_py.records.files import read_bytes
from gnugo_py.records.properties import game_name, number, private_of, text
from gnugo_py.records.reading import read_sgf
from gnugo_py.records.sgf import PRIVATE, Properties, SgfError, root_of, sum_of_rest
from gnugo_py.records.store import Store

HIGHEST_SERIAL = 10**9


class Summary(NamedTuple):
    """One saved game.

    name         -- what it is called.
    game         -- its game's name in the catalogue.
    date         -- when it was played, as the file says.
    size         -- lines a side.
    black, white -- who plays.
    handicap     -- Black's handicap stones.
    moves        -- stones and passes of both sides.
    finished     -- whether it has a result; of another program's game also whether it is over.
    result       -- as the file says, empty if it has none.
    own          -- whether this program saved it, so that it can be resumed.
    serial       -- grows with every game that is begun or gone on with; 0 where that is not known.
    """

    name: str
    game: str
    date: str
    size: int
    black: str
    white: str
    handicap: int
    moves: int
    finished: bool
    result: str
    own: bool
    serial: int


def summaries(store: Store) -> tuple[list[Summary], list[str]]:
    """The games of a folder, the one begun or gone on with last first, and a line for each file that is none.

    The clock may have been set back between two games, so that the files' times say little: those only
    order games that are not numbered.

    Raises Mistake if the folder cannot be read.
    """
    found: list[Summary] = []
    troubles: list[str] = []
    for name in store.names():
        path = store.folder / f"{name}.sgf"
        try:
            found.append(summary(name, read_bytes(path)))
        except SgfError as error:
            troubles.append(f"{path}: {error}")
        except Mistake as error:
            troubles.append(str(error))
    return sorted(found, key=lambda each: -each.serial), troubles


def highest_serial(store: Store) -> int:
    """The number of the game of a folder that was begun or gone on with last, 0 if none has one."""
    highest = 0
    for name in store.names():
        with suppress(Mistake):
            content = read_bytes(store.folder / f"{name}.sgf")
            root = root_of(content) if PRIVATE.encode() in content else None
            highest = max(highest, _serial((private_of(root) or {}) if root is not None else {}))
    return highest


def _serial(private: Mapping[str, object]) -> int:
    """The number of a game, 0 for none that makes sense."""
    serial = private.get("serial")
    return serial if type(serial) is int and 0 <= serial <= HIGHEST_SERIAL else 0


def summary(name: str, content: bytes) -> Summary:
    """The summary of a file's content.

    Of this program's own files only the head is read; whether the rest is sound is seen when one is
    gone on with.  Raises SgfError for what is no game.
    """
    root = root_of(content)
    private = private_of(root) if root is not None else None
    moves = (private or {}).get("now")
    is_as_written = (private or {}).get("rest") == sum_of_rest(content)
    if root is None or private is None or type(moves) is not int or not is_as_written:
        return _fully_read(name, content)
    return _summary(name, root, 0, moves, bool(text(root, "RE")), own=True, serial=_serial(private))


def _fully_read(name: str, content: bytes) -> Summary:
    """The summary of a file of which the head does not tell enough."""
    record = read_sgf(content)
    root = root_of(content)
    if root is None or not record.is_whole:
        raise SgfError("the SGF breaks off before its last ), or its head is huge; open it with --load")
    size, is_own = len(record.final.grid().rows), record.private is not None
    is_finished = bool(record.result) or (not is_own and record.final.over)
    return _summary(name, root, size, record.now, is_finished, is_own, _serial(record.private or {}))


def _summary(
    name: str, root: Properties, size: int, moves: int, finished: bool, own: bool, serial: int
) -> Summary:
    """A summary; `size` is what is meant where the file says nothing."""
    return Summary(
        name,
        game_name(root),
        text(root, "DT"),
        number(root, "SZ", size),
        text(root, "PB"),
        text(root, "PW"),
        number(root, "HA", 0),
        moves,
        finished,
        text(root, "RE"),
        own,
        serial,
    )
