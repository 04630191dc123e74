"""The guess of a file's character encoding, from the frequency of its characters.

The cost of a text in bits estimates how improbable the text is: a frequent character costs little, a rare one
much, and a byte that stands for no character costs most. The encoding whose text costs least is the guess.
`character_frequencies.tsv` lists the most frequent characters of four scripts, in the order of their
frequency; they were counted in the word lists of wordfreq 3.1, in common names, and in the names of players
and events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from math import log2
from typing import NamedTuple

_MAX_SAMPLE = 2000
"""Number of bytes from which the encoding is guessed, from the first byte that is not ASCII."""
_CONTEXT = 16
"""Number of bytes before the first byte that is not ASCII; they belong to the sample."""
_ASCII_COST = 5.0
_DAMAGE_COST = 25.0
_FIRST_RANK_COST, _HALVING_RANK = 6.0, 12
"""The cost of the most frequent character, and the rank at which a character is half as frequent."""
_UNLISTED_COST, _RARE_COST, _PRIVATE_COST = 15.0, 18.0, 25.0
_WIDE_SIGN_COST = 9.0
_WIDE_SIGNS = "\u00b7\u2014\u2018\u2019\u201c\u201d\u2026"
_OTHER_SCRIPT_COST = 13.0
_UTF_8_COST = 9.0
_RUSSIAN_RANKS_PER_BIT = 8
_IMPROBABLE_CAPITAL_COST, _CAPITAL_COST = 12.0, 2.0
_BESIDE_LETTER_COST = 6.0
"""The additional cost of a letter of another alphabet beside an ASCII letter."""
_LOST_VALUE_COST = 20.0
"""The cost of a value that is not found because its end seems to be part of a character."""
_FEW_BITS = 25.0
"""The difference in cost up to which the encoding that a file names is accepted."""

_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_NOT_ASCII_TEXT = re.compile(r"[^\x00-\x7f]")
_VALUE = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?", re.DOTALL)
_FREQUENT_CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_FREQUENT_LATIN = "éèêëàâäáãåæçíîïìñóôöòõøúûüùýßœ"


class EncodingCandidate(NamedTuple):
    """An encoding that a file may have.

    codec    -- Python's name of the codec.
    name     -- the name for people.
    cost     -- returns the cost of a character that is not ASCII, from it and the characters around it.
    surprise -- additional cost of the whole text, for encodings that few files have.
    """

    codec: str
    name: str
    cost: Callable[[str, str, str], float]
    surprise: float = 0.0


@cache
def _costs(script: str) -> Mapping[str, float]:
    """Return the cost of each listed character of a script."""
    for line in (
        files("gnugo_py.record")
        .joinpath("character_frequencies.tsv")
        .read_text(encoding="utf-8")
        .splitlines()
    ):
        name, _, characters = line.partition("\t")
        if name == script:
            return {
                each: _FIRST_RANK_COST + log2(1 + rank / _HALVING_RANK)
                for rank, each in enumerate(characters)
            }
    raise AssertionError(f"character_frequencies.tsv has no script {script}")


def _east_asian_cost(script: str, codec: str) -> Callable[[str, str, str], float]:
    """Return the cost function of an encoding with characters of two bytes."""

    def cost(character: str, before: str, after: str) -> float:
        listed = _costs(script).get(character)
        extra = _BESIDE_LETTER_COST if _is_ascii_letter(before) or _is_ascii_letter(after) else 0.0
        return extra + (_unlisted_cost(character, codec) if listed is None else listed)

    return cost


def _unlisted_cost(character: str, codec: str) -> float:
    """Return the cost of a character that is not listed among the frequent ones of its script."""
    if "\ue000" <= character <= "\uf8ff" or character > "\uffff":
        return _PRIVATE_COST
    if "\u3000" <= character <= "\u303f" or "\uff01" <= character <= "\uff5e" or character in _WIDE_SIGNS:
        return _WIDE_SIGN_COST
    if "\u3040" <= character <= "\u30ff":
        return _OTHER_SCRIPT_COST
    raw = character.encode(codec, "replace")
    is_frequent_row = len(raw) == 2 and _FREQUENT_ROWS[codec](raw[0], raw[1])
    return _UNLISTED_COST if is_frequent_row else _RARE_COST


_FREQUENT_ROWS: Mapping[str, Callable[[int, int], bool]] = {
    "gb18030": lambda first, second: 0xB0 <= first <= 0xD7 and second >= 0xA1,
    "big5hkscs": lambda first, second: 0xA4 <= first <= 0xC6,
    "cp932": lambda first, second: 0x81 <= first <= 0x98,
    "cp949": lambda first, second: 0xB0 <= first <= 0xC8 and second >= 0xA1,
    "euc_jp": lambda first, second: 0xA4 <= first <= 0xCF,
}
"""For each codec, whether two bytes are in the part of the code with the frequent characters."""


def _cyrillic_cost(character: str, before: str, after: str) -> float:
    lower = character.lower()
    if not "\u0400" <= lower <= "\u045f":
        return _RARE_COST
    rank = _FREQUENT_CYRILLIC.find(lower)
    cost = 3.0 + rank / _RUSSIAN_RANKS_PER_BIT if rank >= 0 else 9.0
    if character != lower:
        cost += _IMPROBABLE_CAPITAL_COST if before.isalpha() and before.islower() else _CAPITAL_COST
    return cost + (_BESIDE_LETTER_COST if _is_ascii_letter(before) or _is_ascii_letter(after) else 0.0)


def _latin_cost(character: str, before: str, after: str) -> float:
    if character.lower() not in _FREQUENT_LATIN:
        return _RARE_COST
    cost = 6.0 if character.islower() or not before.isalpha() else 14.0
    return cost if _is_ascii_letter(before) or _is_ascii_letter(after) else cost + _BESIDE_LETTER_COST


def _utf_8_cost(character: str, before: str, after: str) -> float:
    return _UTF_8_COST


def _is_ascii_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()


CANDIDATES = (
    EncodingCandidate("utf-8", "UTF-8", _utf_8_cost),
    EncodingCandidate("gb18030", "GBK", _east_asian_cost("simplified", "gb18030")),
    EncodingCandidate("big5hkscs", "Big5", _east_asian_cost("traditional", "big5hkscs"), 1.0),
    EncodingCandidate("cp932", "Shift-JIS", _east_asian_cost("japanese", "cp932"), 1.0),
    EncodingCandidate("cp949", "EUC-KR", _east_asian_cost("korean", "cp949"), 1.0),
    EncodingCandidate("cp1251", "cp1251", _cyrillic_cost, 1.0),
    EncodingCandidate("cp1252", "Latin-1", _latin_cost),
    EncodingCandidate("euc_jp", "EUC-JP", _east_asian_cost("japanese", "euc_jp"), 15.0),
    EncodingCandidate("koi8_r", "KOI8-R", _cyrillic_cost, 15.0),
)
"""The encodings that are considered, the most frequent first."""


def guess_encoding(
    content: bytes, decode: Callable[[bytes, str], str], named: str | None
) -> EncodingCandidate:
    r"""Return the encoding whose text is the most probable one.

    content -- the content of a file that is not valid UTF-8.
    decode  -- returns the text of a content in an encoding; `\ufffd` stands for damage.
    named   -- the codec that the file names; it is preferred unless another one fits much better.
    """
    sample = _sample(content)
    texts = [decode(sample, candidate.codec) for candidate in CANDIDATES]
    values = [len(_VALUE.findall(text)) for text in texts]

    def cost(index: int) -> float:
        candidate = CANDIDATES[index]
        bonus = _FEW_BITS if candidate.codec == named else 0.0
        lost = _LOST_VALUE_COST * (max(values) - values[index])
        return text_cost(texts[index], candidate) + candidate.surprise + lost - bonus

    return CANDIDATES[min(range(len(CANDIDATES)), key=cost)]


def text_cost(text: str, candidate: EncodingCandidate) -> float:
    """Return the cost of a text in bits, if it has the encoding of a candidate."""
    found = [match.start() for match in _NOT_ASCII_TEXT.finditer(text)]
    total = _ASCII_COST * (len(text) - len(found))
    for at in found:
        character = text[at]
        if character == "\ufffd":
            total += _DAMAGE_COST
        else:
            total += candidate.cost(character, text[at - 1 : at] or " ", text[at + 1 : at + 2] or " ")
    return total


def _sample(content: bytes) -> bytes:
    """Return the part of a file from which its encoding is guessed."""
    first = _NOT_ASCII.search(content)
    start = max(first.start() - _CONTEXT, 0) if first is not None else 0
    return content[start : start + _MAX_SAMPLE]
