"""The lessons on disk, and how far a person has come."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gnugo_py.core.files import LARGEST_TEXT, read_regular
from gnugo_py.core.types import Mistake

HEAD = "# Which lessons are done: a name, and how many of its boards."
_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4})")


class Progress:
    """How many boards of each lesson are done, kept in a file of the person's own.

    path -- the file, `NAME = BOARDS` a line; it need not exist yet.

    A damaged file is read as far as it is sound, and kept as `.damaged` when it is written anew.  Links
    and whatever else is not a regular file are neither followed nor replaced.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reported = ""

    def done(self) -> Mapping[str, int]:
        """Return how many boards are done, by the names of lessons."""
        return self._read()[0]

    def trouble(self) -> str:
        """Return what is wrong with the file, once; later calls return an empty string."""
        _, trouble = self._read()
        before, self._reported = self._reported, trouble
        return trouble if trouble != before else ""

    def keep(self, name: str, number: int) -> None:
        """Remember how many boards of a lesson are done, where that is possible; it never gets less."""
        from gnugo_py.core.files import set_aside, write_whole

        done, trouble = self._read()
        if done.get(name, 0) >= number or not self._is_replaceable():
            return
        known = {**done, name: number}
        text = "\n".join([HEAD, *(f"{each} = {many}" for each, many in sorted(known.items())), ""])
        with suppress(OSError):
            if trouble:
                set_aside(self._path)
            write_whole(self._path, text.encode())

    def _is_replaceable(self) -> bool:
        return not os.path.lexists(self._path) or (self._path.is_file() and not self._path.is_symlink())

    def _read(self) -> tuple[dict[str, int], str]:
        """Return how many boards are done, as far as the file is sound, and what is wrong with it."""
        if not self._is_replaceable():
            remedy = "remove it, and what you do in the lessons is remembered"
            return {}, f"{self._path}: not a regular file; {remedy}"
        if not self._path.exists():
            return {}, ""
        try:
            content = read_regular(self._path, LARGEST_TEXT, "a text file")
        except Mistake as error:
            return {}, str(error)
        done, trouble = {}, ""
        lines = content.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
        for number, line in enumerate(lines, 1):
            if found := _LINE.fullmatch(line.strip()):
                done[found[1]] = int(found[2])
            elif line.strip() and not line.lstrip().startswith("#"):
                trouble = trouble or (
                    f"{self._path}, line {number}: not NAME = BOARDS; the other lines count,"
                    f" and this file is kept as {self._path.stem}.damaged once there is more to remember"
                )
        return done, trouble
