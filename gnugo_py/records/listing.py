"""What a person wants to know of a saved game without opening it."""

from __future__ import annotations

from typing import NamedTuple

from gnugo_py.games.contract import Pass
from gnugo_py.records.files import read_record
from gnugo_py.records.reading import Record
from gnugo_py.records.store import Store


class Summary(NamedTuple):
    """One saved game.

    name         -- what it is called.
    date         -- when it was played, as the file says.
    size         -- lines a side.
    black, white -- who plays.
    handicap     -- Black's handicap stones.
    moves        -- stones and passes of both sides.
    finished     -- whether it has a result; of another program's game also whether it ended with two passes.
    result       -- as the file says, empty if it has none.
    own          -- whether this program saved it, so that it can be resumed.
    """

    name: str
    date: str
    size: int
    black: str
    white: str
    handicap: int
    moves: int
    finished: bool
    result: str
    own: bool


def summaries(store: Store) -> tuple[list[Summary], list[str]]:
    """The games of a folder, the newest first, and a line for each file that is none.

    Raises ValueError if the folder cannot be read.
    """
    found: list[Summary] = []
    troubles: list[str] = []
    for name in store.names():
        try:
            found.append(summary(name, read_record(store.folder / f"{name}.sgf")))
        except ValueError as error:
            troubles.append(str(error))
    return found, troubles


def summary(name: str, record: Record) -> Summary:
    """The summary of a record."""
    passed = [isinstance(position.last_move, Pass) for position in record.positions[-2:]]
    return Summary(
        name,
        record.date,
        record.final.size,
        record.black,
        record.white,
        record.handicap,
        record.now,
        bool(record.result) or (record.private is None and passed == [True, True]),
        record.result,
        record.private is not None,
    )
