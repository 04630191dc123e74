r"""The grammar of SGF: a well-formed game becomes nodes with properties, any other is refused.

In a value, each `]` and `\` is escaped with a `\`. A `[` need not be, unless the end of the value seems to be
missing before it: in a point or a number, and where a text ends with a move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from gnugo_py.games.types import UserError

MAX_GAME_SIZE, MAX_SAVE_SIZE = 8_000_000, 32_000_000
"""Maximum size in bytes of a game by another program, and of one by this program, with explanations."""
MAX_SGF_NODES, MAX_SGF_VALUES = 200_000, 400_000
MAX_SGF_NODES_PER_VARIATION = 50_000
"""The limit for one line of play. An opening dictionary has more nodes, but no line of it is that long."""

PLAIN_PROPERTIES = frozenset(
    [*("B", "W", "BL", "WL", "OB", "OW"), *("AB", "AW", "AE", "TR", "SQ", "CR", "MA", "DD", "TB", "TW", "SL")]
)
"""Properties whose values are points or numbers, which contain no brackets."""
VALUE = rb"[^\]\\]*(?:\\.[^\]\\]*)*"
"""A regular expression for the value of a property, without its brackets."""
NODE_AT_END = rb"(?:;|(?<=\\\]))\s*(?:[BW]L?|O[BW])\s*\[[A-Za-z0-9.-]{0,12}\Z"
"""A regular expression for a move, or its time, that ends a text: in a new node, or after an escaped `]`."""
NEXT_GAME = re.compile(rb"\(\s*;\s*(?:GM|FF)\s*\[")
"""Matches the beginning of a game, but hardly that of a variation."""
_TOKEN = re.compile(
    rb"\s*(?:(;)?\s*([A-Za-z]{1,64})\s*\[(%s)\]((?:\s*\[%s\])*)|([();]|\S|\Z))" % (VALUE, VALUE), re.DOTALL
)
_NEXT_VALUE = re.compile(rb"\[(%s)\]" % VALUE, re.DOTALL)
_ONE_VALUE = re.compile(VALUE, re.DOTALL)
_NODE_AT_END = re.compile(NODE_AT_END)
_BRACKET = re.compile(rb"(?<!\\)\[")
_BARE = re.compile(rb"(\\.)|[\[\]\\]", re.DOTALL)
_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))
_PROPERTY = b"p"
_PAIRS = frozenset([b"(", b"((", b"(;", b";;", b";p", b";(", b";)", b"pp", b"p;", b"p(", b"p)", b")(", b"))"])
"""Which sign may follow another or begin a game; `p` is a property."""

RawProperties: TypeAlias = Mapping[str, Sequence[bytes]]
"""The properties of a node: by name, the values as in the file, in UTF-8 and still escaped."""
Nodes: TypeAlias = list[tuple[int, dict[str, list[bytes]]]]
"""The nodes of a game in the order of the file: the index of the node before it, -1 for the root, and the
properties."""


class SgfError(UserError):
    """A file is not a valid game record; the message states the problem and, if known, where it is."""


def parse_game_at(content: bytes, start: int, *, is_alone: bool = False) -> tuple[Nodes, int] | None:
    """Return the nodes of the game that begins with the `(` at an offset, and the offset after it.

    is_alone -- whether no other game follows, so that whatever begins like a game is a variation.

    Return None if the game is not well-formed.  Raise SgfError if it is too large.
    """
    nodes, forks = Nodes(), list[tuple[int, int]]()
    node, length, values, last = -1, 0, 0, b""
    properties: dict[str, list[bytes]] = {}
    for match in _TOKEN.finditer(content, start):
        semicolon, name, value, more, other = match.groups()
        sign = semicolon or other or _PROPERTY
        if last + sign not in _PAIRS:
            return None
        if sign == b";":
            properties = {}
            nodes.append((node, properties))
            node, length = len(nodes) - 1, length + 1
            if node >= MAX_SGF_NODES or length > MAX_SGF_NODES_PER_VARIATION:
                is_line = length > MAX_SGF_NODES_PER_VARIATION
                limit = MAX_SGF_NODES_PER_VARIATION if is_line else MAX_SGF_NODES
                raise excessive(f"{'a line of ' * is_line}the game has more than {limit} nodes")
        elif sign == b"(":
            if nodes and not is_alone and NEXT_GAME.match(content, match.end() - 1):
                return None
            forks.append((node, length))
        elif sign == b")":
            node, length = forks.pop()
            if not forks:
                return nodes, match.end()
        last = sign
        if name is not None:
            key = property_key(name)
            found = [value, *_NEXT_VALUE.findall(more)] if more else [value]
            if b"[" in value + more and any(_lacks_end(key, each) for each in found):
                return None
            properties.setdefault(key, []).extend(found)
            last = _PROPERTY
            values += len(found)
            if values > MAX_SGF_VALUES:
                raise excessive(f"the game has more than {MAX_SGF_VALUES} values")
    return None


@lru_cache(maxsize=1000)
def property_key(name: bytes) -> str:
    """Return the name of a property without the small letters of older files, such as GaMe."""
    return (name.upper() if name.islower() else name.translate(None, _SMALL_LETTERS)).decode()


def well_formed_value(name: str, value: bytes) -> bytes:
    """Return a value as it can be written; if a bracket in it could be misread, brackets are escaped."""
    if _ONE_VALUE.fullmatch(value) is None or (b"[" in value and _lacks_end(name, value)):
        value = _BARE.sub(lambda bare: bare[1] or b"\\" + bare[0], value)
    return value if value.isascii() else value.decode("utf-8", "replace").encode()


def _lacks_end(name: str, value: bytes) -> bool:
    """Return whether a value with a bracket seems to continue with the property after it."""
    return (_BRACKET if name in PLAIN_PROPERTIES else _NODE_AT_END).search(value) is not None


def too_large(size: int) -> SgfError:
    """Return the error for a game that is larger than a number of bytes."""
    return excessive(f"the game is larger than {size // 1_000_000} MB")


def excessive(what: str) -> SgfError:
    """Return the error for a game that exceeds a limit, as `what` says."""
    return SgfError(f"{what}; no game record is that large")
