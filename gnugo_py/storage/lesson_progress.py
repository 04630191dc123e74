"""The user's progress in the lessons, stored on disk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from gnugo_py.core.files import MAX_TEXT_SIZE
from gnugo_py.core.types import UserError
from gnugo_py.storage.user_files import ChangedContent, read_user_file, update_user_file

_FILE_HEADER = "# Lesson progress: NAME = number of completed boards."
_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4})")


class LessonProgress:
    """The number of boards that the user has completed in each lesson, stored in a file.

    path -- the file, one `NAME = BOARDS` per line; it need not exist.

    Invalid lines are ignored. When the file is written without them, a copy with the suffix `.damaged` keeps
    them.
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

    def record_boards(self, name: str, number: int) -> str:
        """Store the number of completed boards of a lesson, if it exceeds the stored number.

        Return why the number could not be stored, or an empty string.
        """

        def change(content: bytes | None) -> ChangedContent:
            done, invalid_line = _parse(content)
            if done.get(name, 0) >= number:
                return ChangedContent(None)
            lines = (f"{each} = {many}" for each, many in sorted({**done, name: number}.items()))
            return ChangedContent("\n".join([_FILE_HEADER, *lines, ""]).encode(), invalid_line > 0)

        return update_user_file(self._path, MAX_TEXT_SIZE, change)

    def _read(self) -> tuple[dict[str, int], str]:
        """Return the numbers in the valid lines of the file, and the problem with the file, if any."""
        try:
            done, invalid_line = _parse(read_user_file(self._path, MAX_TEXT_SIZE))
        except UserError as error:
            return {}, str(error)
        if not invalid_line:
            return done, ""
        return done, (
            f"{self._path}, line {invalid_line}: expected NAME = BOARDS; this line is ignored,"
            f" and is kept in {self._path.stem}.damaged when new progress is saved"
        )


def _parse(content: bytes | None) -> tuple[dict[str, int], int]:
    """Return the numbers in the valid lines, and the number of the first invalid line; 0 if all are valid."""
    done, invalid_line = {}, 0
    lines = (content or b"").decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        if match := _LINE.fullmatch(line.strip()):
            done[match[1]] = int(match[2])
        elif line.strip() and not line.lstrip().startswith("#"):
            invalid_line = invalid_line or number
    return done, invalid_line
