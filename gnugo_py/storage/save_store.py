"""Saved games: the folder, and summaries of the games in it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from zlib import crc32

from gnugo_py.engines.level_ranks import LevelResult
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.record.properties import (
    PRIVATE_PROPERTY,
    game_key_from_root,
    private_data,
    property_as_int,
    property_text,
)
from gnugo_py.record.sgf_grammar import RawProperties, SgfError
from gnugo_py.record.sgf_parser import own_root, parse_sgf_games
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.file_locks import hold_file_lock, remove_leftovers
from gnugo_py.system.files import (
    check_folder_writable,
    create_atomically,
    is_nowhere,
    make_folder,
    read_regular_file,
    user_errors,
)

_NAME = re.compile(r"\w[\w. ()',+-]{0,62}")
_MAX_NAME_LENGTH = 200
_FILE_SUFFIX = ".sgf"
_DELETED_FOLDER = "deleted"
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3]) *(\..*)?", re.IGNORECASE)
"""What names devices on Windows, which ignores spaces before a period."""
MAX_NAMES_TRIED = 1000


def normalize_save_name(text: str) -> str:
    """Return a name that the user typed, in NFC and without surrounding spaces or the extension `.sgf`."""
    name = normalize("NFC", text.strip())
    while name.endswith(_FILE_SUFFIX):
        name = name.removesuffix(_FILE_SUFFIX)
    return name


class SaveStore(NamedTuple):
    """Saved games in one folder, one file per game. The writer of a game holds its `FileLock`.

    folder -- the save folder; it is created when the first game is saved.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """Return the path of a game, which need not exist.

        Names are in Unicode's composed form (NFC). An existing file whose name has another form, as
        some systems write it, is found by its composed name.

        Raise UserError if the name is invalid and no existing file has it.
        """
        path = self.folder / f"{name}{_FILE_SUFFIX}"
        if self.is_valid_name(name):
            return path if name.isascii() or os.path.lexists(path) else self.existing_path(name) or path
        existing = self.existing_path(name)
        if existing is not None:
            return existing
        raise UserError(
            "a name consists of up to 63 letters, digits, spaces and . _ - + , ' ( ); it starts with"
            " a letter, a digit or _, does not end with a period, and is not a reserved Windows name"
            " such as con"
        )

    def existing_path(self, name: str) -> Path | None:
        """Return the path of the game that is listed as `name`, in any Unicode form of the name, or None."""
        with suppress(OSError):
            files = os.listdir(self.folder)
            return next((self.folder / file for file in files if listed_name(file) == name), None)
        return None

    def saved_name_from_text(self, text: str) -> str:
        """Return the name of the game that a text refers to; the text may end in `.sgf`."""
        exact = normalize("NFC", text)
        name = exact if self.existing_path(exact) is not None else exact.strip()
        is_listed = name.endswith(_FILE_SUFFIX) and self.existing_path(name) is not None
        return name if is_listed else name.removesuffix(_FILE_SUFFIX)

    def is_saved_game(self, path: Path, content: bytes) -> bool:
        """Return whether a file is one of these games, or a game that this program can resume.

        content -- the content of the file.
        """
        folder = self.folder
        if listed_name(path.name) is not None and folder.is_dir() and path.parent.samefile(folder):
            return True
        if PRIVATE_PROPERTY.encode() not in content:
            return False
        with suppress(UserError):
            return any(private_data(game.root) is not None for game in parse_sgf_games(content))
        return False

    def is_valid_name(self, name: str) -> bool:
        """Return whether a new game can have this name."""
        is_short = len(name) < _MAX_NAME_LENGTH and len(name.encode("utf-8", "replace")) <= _MAX_NAME_LENGTH
        is_sound = is_short and _NAME.fullmatch(name) and sanitize(name) == name and name[-1] not in ". "
        return bool(is_sound) and not _RESERVED.fullmatch(name)

    def unused_names(self, stem: str) -> Iterator[str]:
        """Yield names that no file in the folder has: the stem, then the stem followed by a number."""
        for number in range(1, MAX_NAMES_TRIED):
            name = stem if number == 1 else f"{stem[:58]}-{number}"
            if not os.path.lexists(self.path(name)):
                yield name

    def game_files(self, max_files: int | None = None) -> list[tuple[str, Path, float]]:
        """Return the names, paths and times of the games, the most recently written first.

        Two files may have the same name in different Unicode forms.

        max_files -- the number of games to return, None for all.

        Raise UserError if the folder cannot be read.
        """
        if is_nowhere(self.folder):
            return []
        with user_errors(self.folder, "choose a folder with --saves"):
            try:
                entries = list(os.scandir(self.folder))
            except FileNotFoundError:
                return []
        times = []
        for entry in entries:
            if (name := listed_name(entry.name)) is not None:
                with (
                    user_errors(entry.path, "check the owner and permissions of the folder"),
                    suppress(FileNotFoundError),  # the file was removed in the meantime
                ):
                    times.append((entry.stat(follow_symlinks=False).st_mtime, entry.name, name))
        latest = sorted(times, reverse=True)[:max_files]
        return [(name, self.folder / file, written) for written, file, name in latest]

    @property
    def has_games(self) -> bool:
        """Whether there are saved games; True if the folder cannot be read."""
        try:
            return bool(self.game_files(1))
        except UserError:
            return True

    def write_new_game(self, name: str, content: bytes) -> Path:
        """Write a new game and return its path.

        Raise UserError if the name is invalid or taken, OSError if the file cannot be written.
        """
        path = self.unused_path(name)
        make_folder(self.folder)
        with hold_file_lock(path), suppress(FileExistsError):
            create_atomically(path, content)
            return path
        return self.unused_path(name)

    def unused_path(self, name: str) -> Path:
        """Return the path of a new game. Raise UserError if its name is invalid or taken."""
        path = self.path(name)
        if os.path.lexists(path):
            raise UserError(f"a saved game named '{name}' already exists; choose another name")
        return path

    @property
    def deleted_games_store(self) -> SaveStore:
        """The store of the deleted games, in a subfolder; this store does not list them."""
        return SaveStore(self.folder / _DELETED_FOLDER)

    def move_to_deleted(self, name: str) -> str:
        """Move a game to the deleted games, and return its name there.  Raise the same errors as `move`."""
        self._existing_game(name)
        self.deleted_games_store.remove_stale_files()
        new = next(self.deleted_games_store.unused_names(name))
        self.move(name, new, self.deleted_games_store)
        return new

    def move(self, name: str, new: str, target: SaveStore | None = None) -> None:
        """Rename a game, or move it to another store; no existing game is replaced.

        target -- the store to move it to, None for this one.

        Raise UserError if there is no such game, or if the new name is invalid or taken; LockedError if the
        game is open in another program, OSError if the folders cannot be written.
        """
        to = self if target is None else target
        path, new_path = self._existing_game(name), to.path(new)
        if path == new_path:
            raise UserError(f"the saved game is already named '{new}'; choose another name")
        make_folder(to.folder)
        with hold_file_lock(path), hold_file_lock(new_path):
            shutil.move(path, to.unused_path(new))  # also to another file system

    def _existing_game(self, name: str) -> Path:
        """Return the path of a game.  Raise UserError if it does not exist."""
        path = self.existing_path(name)
        if path is None:
            raise UserError(
                f"{self.folder}: there is no saved game '{name}'; use gnugo-py saves to list the saved games"
            )
        return path

    def check_writable(self) -> None:
        """Create the folder if necessary, and check that files can be written there. Raise OSError if not."""
        make_folder(self.folder)
        check_folder_writable(self.folder)

    def remove_stale_files(self) -> None:
        """Remove the lock files and unfinished files that killed programs have left behind.

        The files of a game that is being played are kept, because the game is locked.
        """
        remove_leftovers(self.folder, lambda name: name if name.endswith(_FILE_SUFFIX) else None)


def listed_name(file: str) -> str | None:
    """Return the name under which a file in the folder is listed, or None if the file is not a game."""
    if file.startswith(".") or not file.endswith(_FILE_SUFFIX):
        return None
    return normalize("NFC", file.removesuffix(_FILE_SUFFIX))


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
    saved        -- when it was saved, in seconds; 0 if its file does not say so.
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
    saved: float

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
    def result_against_level(self) -> LevelResult | None:
        """The result of a person against a level; None for any other game, and for one without a winner.

        A win for which no points and no reason are written, as by the first capture, does not count.
        """
        names = {"B": self.black, "W": self.white}
        level = next((match for name in names.values() if (match := _LEVEL_NAME.fullmatch(name))), None)
        winner = names.get(self.result[:1]) if self.result[2:] else None
        if self.game != _UNNAMED_GAME or level is None or winner is None or PERSON_NAME not in names.values():
            return None
        is_black, is_won = names["B"] == PERSON_NAME, winner == PERSON_NAME
        return LevelResult(int(level[1]), self.handicap, self.size, is_black, is_won)

    def to_json(self) -> dict[str, object]:
        """Return the values that `gnugo-py saves --json` prints, by their JSON names."""
        values = self._asdict().items()
        return {name.removeprefix("is_"): value for name, value in values if name not in ("is_own", "saved")}


def _day(written: str) -> str:
    """Return the date in a file as a day, with the year unless it is the present one; or as it is written."""
    with suppress(ValueError):
        day = date.fromisoformat(written)
        year = "" if day.year == date.today().year else f" {day.year}"
        return f"{day.day} {_MONTHS[day.month - 1]}{year}"
    return written


def list_saved_games(store: SaveStore, max_files: int | None = None) -> tuple[list[SavedGame], list[str]]:
    """Return the games in a folder, most recently played first, and an error message for each invalid file.

    Games are sorted by the time of saving in them, those without one by the time of the file.

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
    latest = sorted(by_name.values(), key=lambda each: each.saved or file_times[each.name], reverse=True)
    return latest, problems


def _time_of_saving(private: Mapping[str, object]) -> float:
    """Return the time of saving in private data, in seconds; 0 if it is missing or invalid."""
    try:
        return datetime.fromisoformat(str(private.get("saved"))).timestamp()
    except (ValueError, OverflowError):
        return 0.0


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
    root, private = tree.root.properties, tree.root.private
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
        _time_of_saving(private or {}),
    )
