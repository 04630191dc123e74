"""Summaries of saved games, for lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.core.files import read_regular_file
from gnugo_py.core.sgf import SgfProperties
from gnugo_py.core.text import sanitize
from gnugo_py.core.types import UserError
from gnugo_py.record.file_header import parse_saved_file_header
from gnugo_py.record.properties import (
    decode_properties,
    first_property_value,
    game_key_from_root,
    private_data,
    property_as_int,
)
from gnugo_py.record.reader import read_sgf
from gnugo_py.record.sgf_parser import SgfError, parse_sgf_game
from gnugo_py.storage.save_store import MAX_SAVED_GAME_SERIAL, SaveStore

MAX_BYTES_READ_FOR_LIST = 1_000_000
"""Maximum number of bytes of a file that are read for a list."""
RECENT_FILES = 30
"""The number of files that are read to offer a game; a folder may hold thousands."""
_FULLY_READ_SIZE, _FULLY_READ_NODES = 200_000, 1000
"""The maximum numbers of bytes and nodes of a file that is parsed completely for a list."""
_COUNTED_SIZE = 50_000
_DEFAULT_SIZE = 19
_HEAD_SIZE = 4000
_SERIAL = re.compile(
    rb"\(;(?:(?!GNUGOPY)[A-Z]+(?:\[[^\]\\]*(?:\\.[^\]\\]*)*\])+)*GNUGOPY\[\{\"serial\": (\d{1,10}),",
    re.DOTALL,
)
"""The beginning of a file by this program, up to its serial number."""


class SavedGame(NamedTuple):
    """The summary of a saved game.

    name         -- name of the saved game.
    game         -- registry name of the game that was played.
    date         -- date of the game, as in the file.
    size         -- number of lines of the board.
    black, white -- names of the players.
    handicap     -- number of handicap stones.
    moves        -- number of moves by both colors, including passes.
    is_finished  -- whether the game has a result or, in a file written by another program, is over.
    result       -- as in the file, empty if absent.
    is_own       -- whether this program saved the game, which can therefore be resumed.
    serial       -- serial number, higher for every game started or resumed later; 0 if unknown.
    """

    name: str
    game: str
    date: str
    size: int
    black: str
    white: str
    handicap: int
    moves: int
    is_finished: bool
    result: str
    is_own: bool
    serial: int

    def to_json(self) -> dict[str, object]:
        """Return the values that `gnugo-py saves --json` prints, by their JSON names."""
        return {
            "name": self.name,
            "game": self.game,
            "date": self.date,
            "size": self.size,
            "black": self.black,
            "white": self.white,
            "handicap": self.handicap,
            "moves": self.moves,
            "finished": self.is_finished,
            "result": self.result,
        }


def list_saved_games(store: SaveStore, max_files: int | None = None) -> tuple[list[SavedGame], list[str]]:
    """Return the games in a folder, most recently played first, and an error message for each invalid file.

    Games are sorted by serial number. File times are used only for games without a serial number,
    because the clock may have been set back between two games.

    max_files -- the number of files to read, the most recently written ones; None for all.

    Raise UserError if the folder cannot be read.
    """
    by_name: dict[str, SavedGame] = {}
    problems: list[str] = []
    for name, path in store.game_files(max_files):
        try:
            if name in by_name or sanitize(name) != name:
                fault = "already used by another file" if name in by_name else "not printable"
                raise SgfError(f"its name is {fault}; rename it")
            by_name[name] = parse_saved_game_summary(
                name, read_regular_file(path, MAX_BYTES_READ_FOR_LIST, "an SGF file")
            )
        except SgfError as error:
            problems.append(f"{path}: {error}")
        except UserError as error:
            problems.append(str(error))
    games = sorted(by_name.values(), key=lambda each: -each.serial)
    if games:
        store.skip_serials_up_to(games[0].serial)
    return games, problems


def highest_serial(store: SaveStore) -> int:
    """Return the highest serial number of the games in a folder, or 0 if no game has one.

    Only the beginning of each file is searched.
    """
    highest = 0
    for _, path in store.game_files():
        with suppress(UserError):
            match = _SERIAL.match(read_regular_file(path, _HEAD_SIZE, "an SGF file"))
            serial = int(match[1]) if match is not None else 0
            highest = max(highest, serial if serial <= MAX_SAVED_GAME_SERIAL else 0)
    return highest


def _serial(private: Mapping[str, object]) -> int:
    """Return the serial number in private data, or 0 if it is missing or invalid."""
    serial = private.get("serial")
    return serial if type(serial) is int and 0 <= serial <= MAX_SAVED_GAME_SERIAL else 0


def parse_saved_game_summary(name: str, content: bytes) -> SavedGame:
    """Return the summary of a saved game.

    name    -- name of the saved game.
    content -- the content of its file, or the first `MAX_BYTES_READ_FOR_LIST` + 1 bytes of a larger file.

    If this program wrote the file and the checksum is right, only the root node is parsed; the rest of the
    file is checked when the game is resumed. Any other file is parsed completely; if it is too
    large for this, the moves in its first `_COUNTED_SIZE` bytes are counted.

    Raise SgfError if the content is not a game.
    """
    head, is_cut = parse_saved_file_header(content), len(content) > MAX_BYTES_READ_FOR_LIST
    private = private_data(head.root) if head is not None else None
    if head is not None and private is not None:
        moves = private.get("now")
        if type(moves) is int and (is_cut or private.get("rest") == head.rest):
            facts = decode_properties(head.root)
            finished = bool(first_property_value(facts, "RE"))
            return _summary(name, game_key_from_root(head.root), facts, 0, moves, finished, private)
    is_short = len(content) <= _FULLY_READ_SIZE and content.count(b";") <= _FULLY_READ_NODES
    return _read_whole_file(name, content) if is_short else _counted(name, content[:_COUNTED_SIZE])


def _counted(name: str, content: bytes) -> SavedGame:
    """Return the summary of a large file from its beginning; the moves are counted but not played."""
    game = parse_sgf_game(content)
    root, private = game.root.properties, private_data(game.root.properties)
    facts, finished = decode_properties(root), bool(root.get("RE"))
    moves = sum(len(node.keys() & {"B", "W"}) for node in game.main_line)
    return _summary(name, game_key_from_root(root), facts, _DEFAULT_SIZE, moves, finished, private)


def _read_whole_file(name: str, content: bytes) -> SavedGame:
    """Return the summary of a file that must be parsed completely."""
    record = read_sgf(content)
    if not record.is_complete:
        raise SgfError("the SGF ends before its last ); open the file with --load")
    size, is_own = record.final_position.size, record.private is not None
    is_finished = bool(record.result) or (not is_own and record.final_position.is_over)
    return _summary(name, record.name, record.root, size, record.current_move, is_finished, record.private)


def _summary(
    name: str,
    game: str,
    facts: SgfProperties,
    size: int,
    moves: int,
    finished: bool,
    private: Mapping[str, object] | None,
) -> SavedGame:
    """Return a summary made from the properties of a root node and further values.

    size    -- the size to use if the root node has none.
    private -- the private data, None if another program wrote the file.
    """
    return SavedGame(
        name,
        game,
        first_property_value(facts, "DT"),
        property_as_int(facts, "SZ", size),
        first_property_value(facts, "PB"),
        first_property_value(facts, "PW"),
        property_as_int(facts, "HA", 0),
        moves,
        finished,
        first_property_value(facts, "RE"),
        private is not None,
        _serial(private or {}),
    )
