"""The bytes of SGF files as the rest reads them: in UTF-8, properties named in capitals.

In some encodings of East Asia the second byte of a character can be that of a backslash or a bracket, which
in SGF mean something: such a file can only be split into properties once it is decoded.
"""

from __future__ import annotations

import codecs
import re

_MARKS = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_SHORTER_MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_UNMARKED = ((b"(\0;\0", "utf-16-le"), (b"\0(\0;", "utf-16-be"))
_MULTIBYTE = {
    "shift_jis": "cp932",
    "cp932": "cp932",
    "shift_jisx0213": "shift_jisx0213",
    "shift_jis_2004": "shift_jis_2004",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "cp950": "cp950",
    "johab": "johab",
    "cp949": "cp949",
    "hz": "hz",
    "iso2022_jp": "iso2022_jp",
    "iso2022_kr": "iso2022_kr",
}
"""By what Python calls an encoding, the one that reads all that programs write under its name."""
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_SMALL_NAME = re.compile(rb"[;\]]\s*[a-z]+\s*\[")
_NAMES = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|[A-Za-z]+", re.DOTALL)
_VALUES_AND_NODES = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|;", re.DOTALL)
_HEAD = 10_000
"""So far into a file its encoding is looked for."""


def sgf_in_utf8(content: bytes) -> bytes:
    """A file as its game can be split off: in UTF-8, unless a byte is a letter in its encoding anyway."""
    text = _decoded(content)
    content = content if text is None else text.encode("utf-8", "replace")
    return _NAMES.sub(_in_capitals, content) if _SMALL_NAME.search(content) else content


def encoding_named(word: str) -> str:
    """What Python calls an encoding that a file names; the word itself if it knows none such."""
    word = word.strip().lower()
    try:
        return codecs.lookup(word.removeprefix("x-")).name
    except (LookupError, ValueError):
        return word


def _decoded(content: bytes) -> str | None:
    """The text of a file that must be decoded first, None for others.

    Files are not always written in what they name: one is decoded only where that costs no node.
    """
    for mark, name in (*_MARKS, *_SHORTER_MARKS, *_UNMARKED):
        if content.startswith(mark):
            return content.decode(name, "replace").removeprefix("\ufeff")
    charset = _CHARSET.search(content, 0, _HEAD)
    encoding = _MULTIBYTE.get(encoding_named(charset[1].decode("ascii"))) if charset else None
    if encoding is None or (_is_utf8(content) and not encoding.startswith(("iso2022", "hz"))):
        return None
    text = content.decode(encoding, "replace")
    lost = _nodes(content) - _nodes(text.encode("utf-8", "replace"))
    return text if lost < 0 or (lost == 0 and "\ufffd" not in text) else None


def _nodes(content: bytes) -> int:
    """How many nodes a file has, taken as it is."""
    return sum(piece == b";" for piece in _VALUES_AND_NODES.findall(content))


def _is_utf8(content: bytes) -> bool:
    """Whether a file is in UTF-8, whatever it says of itself."""
    try:
        content.decode()
    except ValueError:
        return False
    return True


def _in_capitals(found: re.Match[bytes]) -> bytes:
    """The name of a property that has no capitals, in capitals; else what was found."""
    piece = found[0]
    return piece.upper() if piece.islower() and not piece.startswith(b"[") else piece
