"""What a person wants to know of a saved game without opening it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.core.files import read_regular
from gnugo_py.core.text import legible
from gnugo_py.core.types import Mistake
from gnugo_py.sgf.grammar import Properties, SgfError, moves_of_main_line, own_head, root_of, sgf_in_utf8
from gnugo_py.sgf.properties import game_name, number, private_of, text
from gnugo_py.sgf.reader import read_sgf
from gnugo_py.storage.save_store import HIGHEST_SERIAL, Store

LISTED_SIZE = 1_000_000
"""How many bytes of a file are read for a list."""
FULLY_READ_SIZE, FULLY_READ_NODES = 200_000, 1000
"""Up to which size files of other programs are read in full for a list."""
COUNTED_SIZE = 50_000
USUAL_SIZE = 19
HEAD_SIZE = 4000
_SERIAL = re.compile(
    rb"\(;(?:(?!GNUGOPY)[A-Z]+(?:\[[^\]\\]*(?:\\.[^\]\\]*)*\])+)*GNUGOPY\[\{\"serial\": (\d{1,10}),",
    re.DOTALL,
)
"""The beginning of a file of this program's own, up to its number."""


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

    def to_json(self) -> dict[str, object]:
        """Return the values that `gnugo-py saves --json` prints, by their names there."""
        return {
            "name": self.name,
            "game": self.game,
            "date": self.date,
            "size": self.size,
            "black": self.black,
            "white": self.white,
            "handicap": self.handicap,
            "moves": self.moves,
            "finished": self.finished,
            "result": self.result,
        }


def summaries(store: Store) -> tuple[list[Summary], list[str]]:
    """Return the games of a folder, the one begun or gone on with last first, and a line for each other file.

    The clock may have been set back between two games, so that the files' times say little: those only
    order games that are not numbered.

    Raise Mistake if the folder cannot be read.
    """
    found: dict[str, Summary] = {}
    troubles: list[str] = []
    for name, path in store.files():
        try:
            if name in found or legible(name) != name:
                raise SgfError(
                    f"its name is {'taken by another file' if name in found else 'not text'}; rename it"
                )
            found[name] = summary(name, read_regular(path, LISTED_SIZE, "an SGF file"))
        except SgfError as error:
            troubles.append(f"{path}: {error}")
        except Mistake as error:
            troubles.append(str(error))
    games = sorted(found.values(), key=lambda each: -each.serial)
    if games:
        store.raise_serial(games[0].serial)
    return games, troubles


def highest_serial(store: Store) -> int:
    """Return the number of the game of a folder that was begun or gone on with last, 0 if none has one.

    Files are not read in full, only searched for the number.
    """
    highest = 0
    for _, path in store.files():
        with suppress(Mistake):
            found = _SERIAL.match(read_regular(path, HEAD_SIZE, "an SGF file"))
            serial = int(found[1]) if found is not None else 0
            highest = max(highest, serial if serial <= HIGHEST_SERIAL else 0)
    return highest


def _serial(private: Mapping[str, object]) -> int:
    """The number of a game, 0 for none that makes sense."""
    serial = private.get("serial")
    return serial if type(serial) is int and 0 <= serial <= HIGHEST_SERIAL else 0


def summary(name: str, content: bytes) -> Summary:
    """Return the summary of a file's content, or of the first `LISTED_SIZE` bytes and one more of it.

    Of this program's own files only the head is read; whether the rest is sound is seen when one is
    gone on with.  Of files that are too large to be read for a list the moves are only counted, as far as
    they are in this part.

    Raise SgfError for what is no game.
    """
    head, is_cut = own_head(content), len(content) > LISTED_SIZE
    private = private_of(head.root) if head is not None else None
    if head is not None and private is not None:
        moves = private.get("now")
        if type(moves) is int and (is_cut or private.get("rest") == head.rest):
            finished = bool(text(head.root, "RE"))
            return _summary(name, head.root, 0, moves, finished, own=True, serial=_serial(private))
    is_short = len(content) <= FULLY_READ_SIZE and content.count(b";") <= FULLY_READ_NODES
    return _fully_read(name, content) if is_short else _counted(name, content[:COUNTED_SIZE])


def _counted(name: str, content: bytes) -> Summary:
    """Return the summary of the beginning of a large file, without making its moves."""
    root = root_of(content)
    if root is None:
        raise SgfError("no game begins in its first part, or its head is huge; open it with --load")
    private = private_of(root)
    finished, moves = bool(text(root, "RE")), moves_of_main_line(sgf_in_utf8(content))
    return _summary(name, root, USUAL_SIZE, moves, finished, private is not None, _serial(private or {}))


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
