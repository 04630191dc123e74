"""Summaries of saved games, for lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import NamedTuple
from zlib import crc32

from gnugo_py.engines.level_ranks import even_rank
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.record.properties import (
    game_key_from_root,
    private_data,
    property_as_int,
    property_text,
)
from gnugo_py.record.sgf_parser import RawProperties, SgfError, own_root
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import read_regular_file

MAX_BYTES_READ_FOR_LIST = 1_000_000
"""Maximum number of bytes of a file that are read for a list."""
RECENT_FILES = 30
"""The number of files that are read to offer a game; a folder may hold thousands."""
_FULLY_READ_SIZE, _FULLY_READ_NODES = 200_000, 1000
"""The maximum numbers of bytes and nodes of a file that is parsed completely for a list."""
_COUNTED_SIZE = 50_000
_DEFAULT_SIZE = 19
_UNNAMED_GAME = "go"
"""The game that a title does not name."""
SEARCH_ENGINE_PREFIX = "gnugo-py "
"""What precedes the level in the name of the search engine."""
_LEVEL_NAME = re.compile(re.escape(SEARCH_ENGINE_PREFIX) + "level ([1-9])")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MAX_SERIAL = 10**9


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
    is_own       -- whether this program saved the game, which can therefore be resumed; False for the changes
                    of a review.
    order        -- when it was saved, in seconds, and the serial number of an older version, which was higher
                    for every game started or resumed later; 0 if unknown.
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
    order: tuple[float, int]

    @property
    def title(self) -> str:
        """The board, the players and the day, such as `9x9 against level 1, 26 Nov`."""
        game = "" if self.game == _UNNAMED_GAME else f"{GAMES[self.game].title} "
        others = [name for name in (self.black, self.white) if name != PERSON_NAME]
        if not others:
            players = " for two people"
        elif len(others) == 1 and others[0]:
            players = f" against {others[0].removeprefix(SEARCH_ENGINE_PREFIX)}"
        else:
            players = f", {' - '.join(filter(None, others))}" if any(others) else ""
        return ", ".join(filter(None, (f"{game}{self.size}x{self.size}{players}", _day(self.date))))

    @property
    def result_against_level(self) -> tuple[float, bool] | None:
        """The rank of a person for whom a game against a level was even, and whether the person won.

        None for any other game, and for a game without a winner.
        """
        names = {"B": self.black, "W": self.white}
        level = next((match for name in names.values() if (match := _LEVEL_NAME.fullmatch(name))), None)
        winner = names.get(self.result[:1])
        if self.game != _UNNAMED_GAME or level is None or winner is None or PERSON_NAME not in names.values():
            return None
        rank = even_rank(int(level[1]), self.handicap, self.size, is_black=names["B"] == PERSON_NAME)
        return rank, winner == PERSON_NAME

    def to_json(self) -> dict[str, object]:
        """Return the values that `gnugo-py saves --json` prints, by their JSON names."""
        values = self._asdict().items()
        return {name.removeprefix("is_"): value for name, value in values if name not in ("is_own", "order")}


def _day(written: str) -> str:
    """Return the date in a file as a day, with the year unless it is the present one; or as it is written."""
    with suppress(ValueError):
        day = date.fromisoformat(written)
        year = "" if day.year == date.today().year else f" {day.year}"
        return f"{day.day} {_MONTHS[day.month - 1]}{year}"
    return written


def list_saved_games(store: SaveStore, max_files: int | None = None) -> tuple[list[SavedGame], list[str]]:
    """Return the games in a folder, most recently played first, and an error message for each invalid file.

    Games are sorted by the time of saving in them, those without one by the time of the file. Games of older
    versions have among themselves the order of their serial numbers.

    max_files -- the number of files to read, the most recently written ones; None for all.

    Raise UserError if the folder cannot be read.
    """
    by_name: dict[str, SavedGame] = {}
    file_times: dict[str, float] = {}
    problems: list[str] = []
    for name, path, written in store.game_files(max_files):
        try:
            if name in by_name or sanitize(name) != name:
                fault = "already used by another file" if name in by_name else "not printable"
                raise SgfError(f"its name is {fault}; rename it")
            by_name[name] = parse_saved_game_summary(
                name, read_regular_file(path, MAX_BYTES_READ_FOR_LIST, "an SGF file")
            )
            file_times[name] = written
        except SgfError as error:
            problems.append(f"{path}: {error}")
        except UserError as error:
            problems.append(str(error))
    return _in_order(list(by_name.values()), file_times), problems


def _in_order(games: list[SavedGame], file_times: Mapping[str, float]) -> list[SavedGame]:
    """Return games, most recently played first; see `list_saved_games`.

    file_times -- by name, the time at which the file was written.
    """
    times = {each.name: each.order[0] or file_times[each.name] for each in games}
    numbered = [each for each in games if not each.order[0] and each.order[1]]
    latest_first = sorted((times[each.name] for each in numbered), reverse=True)
    numbered.sort(key=lambda each: each.order[1], reverse=True)
    times.update((each.name, time) for each, time in zip(numbered, latest_first, strict=True))
    return sorted(games, key=lambda each: (times[each.name], each.order[1]), reverse=True)


def _order(private: Mapping[str, object]) -> tuple[float, int]:
    """Return the time of saving and the serial number in private data; 0 if missing or invalid."""
    saved, serial = private.get("saved"), private.get("serial")
    try:
        time = datetime.fromisoformat(str(saved)).timestamp()
    except (ValueError, OverflowError):
        time = 0.0
    is_serial = type(serial) is int and 0 <= serial <= _MAX_SERIAL
    return time, serial if is_serial and isinstance(serial, int) else 0


def parse_saved_game_summary(name: str, content: bytes) -> SavedGame:
    """Return the summary of a saved game.

    name    -- name of the saved game.
    content -- the content of its file, or the first `MAX_BYTES_READ_FOR_LIST` + 1 bytes of a larger file.

    If this program wrote the file and the checksum is right, only the root node is parsed; the rest of the
    file is checked when the game is resumed. Any other file is parsed completely; if it is too
    large for this, the moves in its first `_COUNTED_SIZE` bytes are counted.

    Raise SgfError if the content is not a game.
    """
    head = own_root(content)
    if head is not None:
        root, rest = head
        known, is_cut = private_data(root) or {}, len(content) > MAX_BYTES_READ_FOR_LIST
        moves = known.get("now")
        if type(moves) is int and (is_cut or known.get("rest") == crc32(rest)):
            return _summary(name, root, 0, moves, known)
    is_short = len(content) <= _FULLY_READ_SIZE and content.count(b";") <= _FULLY_READ_NODES
    tree = parse_game(content if is_short else content[:_COUNTED_SIZE])
    root, private = tree.root.properties, tree.private
    if not is_short:
        *_, last = tree.root.line()
        return _summary(name, root, _DEFAULT_SIZE, last.number, private)
    if not tree.is_complete:
        raise SgfError("the SGF ends before its last ); open the file with --load")
    position = tree.current.position
    is_over = tree.result is not None or (private is None and position.is_over)
    return _summary(name, root, position.size, tree.current.number, private, is_over=is_over)


def _summary(
    name: str,
    root: RawProperties,
    size: int,
    moves: int,
    private: Mapping[str, object] | None,
    *,
    is_over: bool = False,
) -> SavedGame:
    """Return a summary made from the properties of a root node and further values.

    size    -- the size to use if the root node has none.
    private -- the private data, None if another program wrote the file.
    is_over -- whether the game is over although the root node may have no result.
    """
    result = property_text(root, "RE")
    return SavedGame(
        name,
        game_key_from_root(root),
        property_text(root, "DT"),
        property_as_int(root, "SZ", size),
        property_text(root, "PB"),
        property_text(root, "PW"),
        property_as_int(root, "HA", 0),
        moves,
        bool(result) or is_over,
        result,
        private is not None and "review" not in private,
        _order(private or {}),
    )
