"""The beginning of a file written by this program, for lists of saved games."""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

from gnugo_py.record.sgf_parser import RawProperties

_VALUE = rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]"
_OWN_START = rb"\(;(GM\[\d+\]FF\[4\]CA\[UTF-8\](?:[A-Z]+(?:" + _VALUE + rb")+){0,50}"
_OWN_ROOT = re.compile(_OWN_START + rb")(?=[\n)])", re.DOTALL)
_OWN_PRIVATE = re.compile(_OWN_START + rb"?GNUGOPY" + _VALUE + rb")", re.DOTALL)
_PROPERTIES = re.compile(rb"([A-Z]+)((?:" + _VALUE + rb")+)", re.DOTALL)
_VALUES = re.compile(rb"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)


class SavedFileHeader(NamedTuple):
    """The beginning of a file written by this program.

    root -- the root node; if it is incomplete, its part up to and including the private property.
    rest -- checksum (CRC-32) of what follows the root node; None if the root node is incomplete.
    """

    root: RawProperties
    rest: int | None


def parse_saved_file_header(content: bytes) -> SavedFileHeader | None:
    """Return the header of a file written by this program, or None for any other file.

    The function is fast enough for long lists of games. It does not check the rest of the file.
    """
    match = _OWN_ROOT.match(content)
    rest = None if match is None else crc32(memoryview(content)[match.end(1) :])
    match = match or _OWN_PRIVATE.match(content)
    if match is None:
        return None
    root = {each[1].decode(): _VALUES.findall(each[2]) for each in _PROPERTIES.finditer(match[1])}
    return SavedFileHeader(root, rest)
