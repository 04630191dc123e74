"""Character encodings of SGF files: every file is converted to UTF-8 before it is parsed.

In some East Asian encodings the second byte of a character can be a backslash or a bracket, which are special
in SGF. A file must therefore be decoded, character by character, before it is split into properties. Many
files do not name their encoding, or name another one; its text then shows which one it probably is.

The cost of a text in bits estimates how improbable the text is: a frequent character costs little, a rare one
much, and a byte that stands for no character costs most. The encoding whose text costs least is the guess.
`character_frequencies.tsv` lists the most frequent characters of four scripts and, of three alphabets, the
most frequent pairs of letters that are not both ASCII, with a space for the edge of a word, in the order of
their frequency. They were counted in the word lists of wordfreq 3.1; the characters also in common names, and
in the names of players and events.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from math import log2
from typing import NamedTuple

from gnugo_py.games.text import sanitize, truncate
from gnugo_py.games.types import UserError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNMARKED = ((b"(\0;\0", "utf-16-le"), (b"\0(\0;", "utf-16-be"))
_LARGER_CODECS = {
    **dict.fromkeys(("ascii", "iso8859-1"), "cp1252"),
    **dict.fromkeys(("shift_jis", "shift_jisx0213", "shift_jis_2004"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("big5", "cp950"), "big5hkscs"),
    "euc_kr": "cp949",
    "utf-8-sig": "utf-8",
}
"""Python's name for a codec, mapped to the codec that decodes all files labeled with that name."""
ENCODED_IN_ASCII = re.compile(rb"[\0\x0e\x0f\x1b~]")
"""Matches the ASCII bytes without which a text in UTF-16 or an encoding of seven bits is plain ASCII."""
_UNUSABLE = ("utf-7", "unicode-escape", "raw-unicode-escape")
"""Codecs in which characters of SGF's syntax have a meaning of their own."""
_SYNTAX = rb"(;[a-z]\])"
"""Bytes that a codec must decode as ASCII to be usable for SGF."""
_MAX_NAME = 40

_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\\\[\s]{1,%d})\s*\]" % _MAX_NAME)
_CHARSET_TEXT = re.compile(r"(?<![A-Za-z])(CA\s*\[)[^\]\\]*(\])")
_HEAD = 10_000
"""Number of bytes at the start of a file that are searched for the name of its encoding."""
_AFTER_VALUE = rb"(?=\s*(?:;\s*[A-Z]{1,8}\s*\[|;\s*[;()]|\(\s*;|\)\s*[;()]|\)?\s*\Z|[A-Z]{1,8}\s*\[))"
"""What follows the end of a value, but hardly follows a bracket within a text."""

_DAMAGE, _DAMAGE_IN_CP932 = b"\xff", "\uf8f3"
"""A byte that is no character in encodings of two bytes, and what Python's cp932 decodes it to."""
_FIRST_BYTES = {"gb18030": rb"\x81-\xfe", "big5hkscs": rb"\x81-\xfe", "cp932": rb"\x81-\x9f\xe0-\xfc"}
"""For each codec whose second bytes can be special in SGF, its first bytes as in a regex class."""


@cache
def _characters(codec: str) -> re.Pattern[bytes]:
    """Return a pattern of the characters of a codec whose second bytes can be special in SGF.

    It matches a run of characters of two bytes, or as its group `cut` the first byte of one that was cut off
    at the end of a value.
    """
    first = _FIRST_BYTES[codec]
    cut = rb"[%s](?=\]%s)" % (first, _AFTER_VALUE)
    return re.compile(rb"(?P<cut>%s)|(?:(?!%s)[%s][\x40-\x7e\x80-\xfe])+" % (cut, cut, first))


def decode_file(content: bytes) -> tuple[bytes, str]:
    """Return the content of a file, converted to UTF-8 from the encoding that it has.

    A file that is valid UTF-8 is UTF-8; other files have the encoding that they name if it fits, or else the
    one that their text suggests.  With it comes a sentence that names the encoding, if the file does not name
    it correctly; else it is empty.
    """
    for mark, codec in (*_MARKS, *_UNMARKED):
        if content.startswith(mark):
            return _in_utf_8(content.decode(codec, "replace")), ""
    match = _CHARSET.search(content, 0, _HEAD)
    named = match[1].decode("latin-1") if match is not None else ""
    codec = _codec_named(named) or ""
    if content.isascii():
        return _decode_seven_bits(content, codec)
    with suppress(UnicodeError):
        _ = content.decode()
        is_wrong = bool(named) and codec != "utf-8"
        return content, _warning(named, codec, "UTF-8") if is_wrong else ""
    taken = guess_encoding(content, codec)
    can_be_named = taken.codec == codec or codec not in [candidate.codec for candidate in CANDIDATES]
    if codec and not codec.startswith("utf-") and can_be_named:
        text = _decode(content, codec)
        if "\ufffd" not in text:
            return _in_utf_8(text), ""
    text = _decode(content, taken.codec)
    return _in_utf_8(text), _warning(named, codec, taken.name, taken.codec)


def _decode_seven_bits(content: bytes, codec: str) -> tuple[bytes, str]:
    """Return an ASCII file, decoded if its text is in an encoding that needs only ASCII characters."""
    with suppress(UnicodeError):
        if codec.startswith(("hz", "iso2022")):
            return _in_utf_8(content.decode(codec)), ""
        if codec != "utf-8" and b"\x1b$" in content:
            return _in_utf_8(content.decode("iso2022_jp")), _warning("", "", "ISO-2022-JP")
    return content, ""


def _in_utf_8(text: str) -> bytes:
    """Return the text of a file in UTF-8, with UTF-8 as the encoding that its games name."""
    return _CHARSET_TEXT.sub(r"\1UTF-8\2", text.removeprefix("\ufeff")).encode()


def _warning(named: str, codec: str, name: str, taken: str = "") -> str:
    """Return the warning that a file has another encoding than it names.

    named -- the encoding that the file names, empty if none.
    codec -- its codec, empty if there is none.
    name  -- the name of the encoding that is used; `taken` is its codec.
    """
    shown = truncate(sanitize(named), _MAX_NAME)
    if not named:
        problem = "The file does not name its encoding"
    elif not codec:
        problem = f"The file names the unknown encoding {shown}"
    elif codec == taken:
        return f"Some characters of the file are not {name} (see --encoding)."
    else:
        problem = f"The file names the encoding {shown}, but its text does not fit"
    return f"{problem}; {name} is used (see --encoding)."


def parse_encoding(name: str) -> str:
    """Return the codec for the name of an encoding.  Raise UserError if it is unknown or unusable for SGF."""
    codec = _codec_named(name)
    if codec is None:
        known = ", ".join(candidate.name for candidate in CANDIDATES)
        raise UserError(f"unknown encoding {name[:_MAX_NAME]!r}; use for example {known}")
    return codec


def convert_to_utf_8(content: bytes, codec: str) -> bytes:
    """Return the content of a file in UTF-8, with a byte order mark, and with the encoding UTF-8 in CA.

    codec -- the codec of the encoding that the file has; it overrides what the file names.
    """
    return codecs.BOM_UTF8 + _in_utf_8(_decode(content, codec))


def _codec_named(name: str) -> str | None:
    """Return the codec for an encoding, or None if there is none that is usable for SGF."""
    with suppress(LookupError, ValueError):
        codec = codecs.lookup(name.strip().lower().removeprefix("x-")).name
        codec = _LARGER_CODECS.get(codec, codec)
        if codec not in _UNUSABLE:
            _ = bytes(range(256)).decode(codec, "replace")
            if codec.startswith("utf-") or _SYNTAX.decode(codec) == _SYNTAX.decode():
                return codec
    return None


def _decode(content: bytes, codec: str) -> str:
    """Return the text of a content.

    If a character was cut off at the end of a value, its first byte does not hide that end.
    """
    if codec in _FIRST_BYTES:
        content = _characters(codec).sub(lambda match: _DAMAGE if match["cut"] else match[0], content)
    return content.decode(codec, "replace").replace(_DAMAGE_IN_CP932, "\ufffd")


_MAX_SAMPLE = 2000
"""Number of bytes from which the encoding is guessed, from the first byte that is not ASCII."""
_CONTEXT = 16
"""Number of bytes before the first byte that is not ASCII; they belong to the sample."""
_ASCII_COST, _UTF_8_COST, _SIGN_COST, _UNLISTED_COST, _DAMAGE_COST = 5.0, 9.0, 11.5, 18.0, 25.0
_BESIDE_LETTER_COST = 8.0
"""The additional cost of a character beside an ASCII letter, or a space and one, if it is not Latin."""
_SIGNS = "\u20ac\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u2022\xab\xbb\xa0\xb0\xa9"
_ALPHABETS = ("western", "central", "cyrillic")
"""The scripts of which `character_frequencies.tsv` lists pairs of letters."""
_FEW_BITS = 25.0
"""The difference in cost up to which the encoding that a file names is accepted."""

_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_NOT_ASCII_TEXT = re.compile(r"[^\x00-\x7f]")


class EncodingCandidate(NamedTuple):
    """An encoding that a file may have.

    codec    -- Python's name of the codec.
    name     -- the name for people.
    script   -- `any`, or one that `character_frequencies.tsv` lists.
    surprise -- additional cost of the whole text, for encodings that few files have.
    """

    codec: str
    name: str
    script: str
    surprise: float = 0.0

    def text_cost(self, text: str) -> float:
        """Return the cost of a text in bits."""
        found = [match.start() for match in _NOT_ASCII_TEXT.finditer(text)]
        return _ASCII_COST * (len(text) - len(found)) + sum(self.cost(text, at) for at in found)

    def cost(self, text: str, at: int) -> float:
        """Return the cost of the character at an index of a text, which is not ASCII."""
        character, before, after = text[at], text[max(at - 2, 0) : at], text[at + 1 : at + 3]
        if character == "\ufffd":
            return _DAMAGE_COST
        if self.script == "any":
            return _UTF_8_COST
        if character in _SIGNS:
            return _SIGN_COST
        parts = [character]
        if self.script in _ALPHABETS:  # a capital letter after a small one is in no pair
            letter = character if before[-1:].islower() else character.lower()
            parts = [_letter(before[-1:]) + letter, letter + _letter(after[:1])]
        costs = _costs(self.script)
        cost = sum(costs.get(part, _UNLISTED_COST) for part in parts) / len(parts)
        beside = before.rstrip(" ")[-1:] + after.lstrip(" ")[:1]
        is_in_place = self.script in ("western", "central") or re.search("[A-Za-z]", beside) is None
        return cost if is_in_place else cost + _BESIDE_LETTER_COST


@cache
def _costs(script: str) -> Mapping[str, float]:
    """Return the cost of each listed character of a script or, for an alphabet, of each pair of letters."""
    table = files("gnugo_py.record").joinpath("character_frequencies.tsv").read_text(encoding="utf-8")
    listed = dict(line.split("\t") for line in table.splitlines())[script]
    if script not in _ALPHABETS:
        return {each: 6.0 + log2(1 + rank / 12) for rank, each in enumerate(listed)}
    pairs = (listed[start : start + 2] for start in range(0, len(listed), 2))
    return {each: 3.5 + log2(1 + rank / 60) for rank, each in enumerate(pairs)}


def _letter(character: str) -> str:
    """Return a character as it is in pairs: a small letter, or a space for what is not in a word."""
    is_in_word = character.isalpha() or not (character.isascii() or character in _SIGNS)
    return character.lower() if is_in_word else " "


CANDIDATES = (
    EncodingCandidate("utf-8", "UTF-8", "any"),
    EncodingCandidate("gb18030", "GBK", "simplified"),
    EncodingCandidate("big5hkscs", "Big5", "traditional", 1.0),
    EncodingCandidate("cp932", "Shift-JIS", "japanese", 1.0),
    EncodingCandidate("cp949", "EUC-KR", "korean", 1.0),
    EncodingCandidate("cp1251", "cp1251", "cyrillic", 2.0),
    EncodingCandidate("cp1252", "Latin-1", "western"),
    EncodingCandidate("cp1250", "cp1250", "central", 0.5),
    EncodingCandidate("euc_jp", "EUC-JP", "japanese", 15.0),
    EncodingCandidate("koi8_r", "KOI8-R", "cyrillic", 15.0),
)
"""The encodings that are considered, the most frequent first."""


def guess_encoding(content: bytes, named: str) -> EncodingCandidate:
    """Return the encoding whose text is the most probable one, the most frequent of those with this text.

    content -- the content of a file that is not valid UTF-8.
    named   -- the codec that the file names; it is preferred unless another one fits much better.
    """
    first = _NOT_ASCII.search(content)
    start = max(first.start() - _CONTEXT, 0) if first is not None else 0
    sample = content[start : start + _MAX_SAMPLE]

    texts = {each: _decode(sample, each.codec) for each in CANDIDATES}

    def cost(candidate: EncodingCandidate) -> float:
        bonus = _FEW_BITS if candidate.codec == named else 0.0
        return candidate.text_cost(texts[candidate]) + candidate.surprise - bonus

    best = min(CANDIDATES, key=cost)
    return best if best.codec == named else next(each for each in texts if texts[each] == texts[best])
