"""The problems of files and folders, which are read one after another."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gnugo_py.games.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE, split_games
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.study.problem import Problem, mirror, problem_of, split_problems
from gnugo_py.system.files import file_names, read_regular_file, study_folder

_NUMBER = re.compile(r"(\d+)")
_SUFFIX = ".sgf"
_ItemT = TypeVar("_ItemT")


class ProblemText(NamedTuple):
    """A problem as text.

    sgf    -- the problem as SGF, in UTF-8.
    file   -- the name of its file, empty if it is not from a file.
    number -- its number in the file, from 1.
    place  -- where it is, for a title.
    error  -- why its file cannot be read, with the name of the file; empty if it can.
    """

    sgf: bytes
    file: str
    number: int
    place: str
    error: str = ""

    def parse(self, symmetry: int = 0, swaps_colors: bool = False) -> Problem:
        """Return the problem, turned as for `mirror`.

        Raise UserError, which names the file, if it is not valid.
        """
        if self.error:
            raise UserError(self.error)
        try:
            tree = parse_game(self.sgf)
            if symmetry or swaps_colors:
                mirror(tree, symmetry, swaps_colors)
            return problem_of(tree)
        except UserError as error:
            raise UserError(f"{self.file or self.place}: {error}") from None


class ProblemCollection(NamedTuple):
    """The problems of some files.

    files       -- the names of the files.
    stored      -- problems in SGF that come first, without files.
    is_shuffled -- whether the order is random.
    encoding    -- the codec of the encoding of the files; None for the one that each seems to have.
    """

    files: Sequence[str]
    stored: Sequence[str] = ()
    is_shuffled: bool = False
    encoding: str | None = None

    def texts(self) -> Iterator[ProblemText]:
        """Yield the problems, and one for each file that cannot be read.

        A file is read when its first problem is wanted.
        """
        for number, sgf in enumerate(self._in_order(self.stored), 1):
            place = f"Problem {number} of {len(self.stored)} to try again"
            yield ProblemText(sgf.encode(), "", number, place)
        for number, file in enumerate(self._in_order(self.files), 1):
            name, files = os.path.basename(file), len(self.files)
            try:
                problems = self._problems(file)
            except UserError as error:
                yield ProblemText(b"", file, 1, name, str(error))
                continue
            among_files = f" (file {number} of {files})" if files > 1 else ""
            for index in self._in_order(range(len(problems))):
                in_file = f"Problem {index + 1} of {len(problems)} in " if len(problems) > 1 else ""
                yield ProblemText(problems[index], file, index + 1, f"{in_file}{name}{among_files}")

    def _problems(self, file: str) -> list[bytes]:
        content = read_regular_file(file, MAX_FILE_SIZE, "an SGF file")
        try:
            games = split_games(
                content if self.encoding is None else convert_to_utf_8(content, self.encoding)
            )
        except UserError as error:
            raise UserError(f"{file}: {error}") from None
        return [problem for game in games for problem in split_problems(game)]

    def _in_order(self, items: Sequence[_ItemT]) -> Sequence[_ItemT]:
        return random.sample(items, len(items)) if self.is_shuffled else items


def own_problem_files() -> dict[str, str]:
    """Return the files with the problems of the program, by their subjects."""
    folder = study_folder("problems")
    names = sorted(name for name in file_names(folder) if name.endswith(_SUFFIX))
    return {name.removesuffix(_SUFFIX).partition("-")[2]: os.path.join(folder, name) for name in names}


def find_problem_files(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names of the files with problems, and why some folders could not be read.

    paths -- files, folders and subjects of the problems of the program. A folder stands for the files `*.sgf`
             in it and in its folders, in the order of their names and numbers.  Hidden ones are left out, and
             a folder to which several links lead is read once.

    Raise UserError, which names the path and a remedy, if there is no such path, or no file in a folder.
    """
    files: list[str] = []
    problems: list[str] = []
    own = own_problem_files()
    for path in paths:
        expanded = os.path.expanduser(path)
        if os.path.isdir(expanded):
            found, unread = _files_in_folder(expanded)
            if not found:
                reason = unread[0] if unread else f"{path}: no .sgf files in this folder; use another folder"
                raise UserError(reason)
            files += found
            problems += unread
        elif os.path.lexists(expanded):
            files.append(expanded)
        elif path in own:
            files.append(own[path])
        else:
            subjects = ", ".join(own)
            raise UserError(
                f"{path}: no such file or folder; the subjects of the problems of the program are {subjects}"
            )
    return files, problems


def _files_in_folder(folder: str) -> tuple[list[str], list[str]]:
    files: list[str] = []
    problems: list[str] = []
    seen: set[tuple[int, int]] = set()

    def note(error: OSError) -> None:
        problems.append(f"{error.filename}: {error.strerror or error}; check the owner and permissions")

    for path, folders, names in os.walk(folder, onerror=note, followlinks=True):
        status = os.stat(path)
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders[:] = sorted((each for each in folders if each[0] != "."), key=_natural_order)
        named = (each for each in names if each[0] != "." and each.lower().endswith(_SUFFIX))
        files += [os.path.join(path, each) for each in sorted(named, key=_natural_order)]
    return files, problems


def _natural_order(name: str) -> list[str | int]:
    """Return a key that sorts numbers in names by their values."""
    return [int(part) if index % 2 else part for index, part in enumerate(_NUMBER.split(name.lower()))]
