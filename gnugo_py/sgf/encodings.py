"""Character encodings of SGF files.

In some East Asian encodings the second byte of a character can be a backslash or a bracket, which are special
in SGF. Such a file must be decoded before it can be split into properties.
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
"""Python's name for an encoding, mapped to the codec that decodes all files labeled with that name."""
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_VALUES_AND_NODES = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|;", re.DOTALL)
_HEAD = 10_000
"""Number of bytes at the start of a file that are searched for the name of its encoding."""


def sgf_in_parsable_encoding(content: bytes) -> bytes:
    """Return the content of a file, converted to UTF-8 if its encoding can hide SGF syntax.

    See `_decoded` for the files that are converted.
    """
    text = _decoded(content)
    return content if text is None else text.encode("utf-8", "replace")


def python_encoding_name(word: str) -> str:
    """Return Python's name for an encoding, or `word` in lower case if Python has no such encoding."""
    word = word.strip().lower()
    try:
        return codecs.lookup(word.removeprefix("x-")).name
    except (LookupError, ValueError):
        return word


def _decoded(content: bytes) -> str | None:
    """Return the text of a file that must be decoded before it is parsed, or None for other files.

    Some files are not written in the encoding they name. A file that names its encoding is therefore decoded
    only if no nodes are lost.
    """
    for mark, name in (*_MARKS, *_SHORTER_MARKS, *_UNMARKED):
        if content.startswith(mark):
            return content.decode(name, "replace").removeprefix("\ufeff")
    charset = _CHARSET.search(content, 0, _HEAD)
    encoding = _MULTIBYTE.get(python_encoding_name(charset[1].decode("ascii"))) if charset else None
    if encoding is None or (_is_utf8(content) and not encoding.startswith(("iso2022", "hz"))):
        return None
    text = content.decode(encoding, "replace")
    lost = _nodes(content) - _nodes(text.encode("utf-8", "replace"))
    return text if lost < 0 or (lost == 0 and "\ufffd" not in text) else None


def _nodes(content: bytes) -> int:
    """Return the number of nodes in a file, counted without decoding it."""
    return sum(piece == b";" for piece in _VALUES_AND_NODES.findall(content))


def _is_utf8(content: bytes) -> bool:
    """Return whether a file is valid UTF-8, regardless of the encoding it names."""
    try:
        content.decode()
    except ValueError:
        return False
    return True
