"""The user's progress in the lessons, stored on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gnugo_py.core.files import MAX_TEXT_SIZE, read_regular_file, rename_damaged, write_atomically
from gnugo_py.core.types import UserError

_FILE_HEADER = "# Lesson progress: NAME = number of completed boards."
_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4})")


class LessonProgress:
    """The number of boards that the user has completed in each lesson, stored in a file.

    path -- the file, one `NAME = BOARDS` per line; it need not exist.

    The valid lines of a damaged file are used, and the suffix of its name is changed to `.damaged` before a
    new file is written. Symbolic links and other files that are not regular are neither read nor replaced.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reported = ""

    def boards_done(self) -> Mapping[str, int]:
        """Return the number of completed boards, by lesson name."""
        return self._read()[0]

    def unreported_file_problem(self) -> str:
        """Return the problem with the file; empty if there is none or this method has returned it before."""
        _, trouble = self._read()
        before, self._reported = self._reported, trouble
        return trouble if trouble != before else ""

    def record_boards(self, name: str, number: int) -> None:
        """Store the number of completed boards of a lesson, if it exceeds the stored number.

        If the file cannot be written, the number is not stored.
        """
        done, trouble = self._read()
        if done.get(name, 0) >= number or not self._is_replaceable():
            return
        known = {**done, name: number}
        text = "\n".join([_FILE_HEADER, *(f"{each} = {many}" for each, many in sorted(known.items())), ""])
        with suppress(OSError):
            if trouble:
                rename_damaged(self._path)
            write_atomically(self._path, text.encode())

    def _is_replaceable(self) -> bool:
        return not os.path.lexists(self._path) or (self._path.is_file() and not self._path.is_symlink())

    def _read(self) -> tuple[dict[str, int], str]:
        """Return the numbers in the valid lines of the file, and the problem with the file, if any."""
        if not self._is_replaceable():
            remedy = "remove it so that your progress can be saved"
            return {}, f"{self._path}: not a regular file; {remedy}"
        if not self._path.exists():
            return {}, ""
        try:
            content = read_regular_file(self._path, MAX_TEXT_SIZE, "a text file")
        except UserError as error:
            return {}, str(error)
        done, trouble = {}, ""
        lines = content.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
        for number, line in enumerate(lines, 1):
            if match := _LINE.fullmatch(line.strip()):
                done[match[1]] = int(match[2])
            elif line.strip() and not line.lstrip().startswith("#"):
                trouble = trouble or (
                    f"{self._path}, line {number}: expected NAME = BOARDS; this line is ignored,"
                    f" and the file is renamed to {self._path.stem}.damaged when new progress is saved"
                )
        return done, trouble
