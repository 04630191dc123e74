"""What single properties of a game of Go say, whoever wrote them."""

from __future__ import annotations

import json

from gnugo_py.games.contract import Side
from gnugo_py.go.rules import SIZES
from gnugo_py.go.vertex import parse_sgf
from gnugo_py.records.sgf import PRIVATE, Properties, SgfError, unescaped

MOST_PRISONERS = 10_000
LONGEST_TEXT, LONGEST_NOTE, LONGEST_NOTES = 1000, 20_000, 500_000
"""How many letters of a name, of a comment and of all comments are read; the rest is nothing a game needs."""


def text(node: Properties, name: str) -> str:
    """A property's first value as one line of text; empty if there is none."""
    if not node.get(name):
        return ""
    return " ".join(unescaped(node[name][0], encoding_of(node))[:LONGEST_TEXT].split())


def encoding_of(root: Properties) -> str:
    """What a file says it is written in."""
    named = root.get("CA", [b"utf-8"])[0].decode("ascii", "replace").strip().lower()
    return {"ms_kanji": "cp932", "utf8": "utf-8"}.get(named, named) or "utf-8"


def size_of(root: Properties) -> int:
    """The size of the board, 19 where the file says nothing.  Raises SgfError for one not played here."""
    word = text(root, "SZ") or "19"
    if word not in map(str, SIZES):
        raise SgfError(f"the board's size is {word[:10]}; only 9, 13 and 19 are played here")
    return int(word)


def private_of(root: Properties) -> dict[str, object] | None:
    """What this program wrote for itself; None if there is nothing or it is no longer sound."""
    if PRIVATE not in root:
        return None
    try:
        data = json.loads(unescaped(root[PRIVATE][0], "utf-8"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def side_named_by(node: Properties) -> Side | None:
    """Whose turn a node says it is, None if it says nothing."""
    return {"b": Side.BLACK, "1": Side.BLACK, "w": Side.WHITE, "2": Side.WHITE}.get(
        text(node, "PL")[:1].lower()
    )


def comment(node: Properties, encoding: str) -> str:
    """A node's comment, empty if there is none."""
    return unescaped(node["C"][0], encoding)[:LONGEST_NOTE] if node.get("C") else ""


def prisoners_of(private: dict[str, object]) -> tuple[int, int]:
    """The stones taken before the first move, as this program noted them."""
    match private.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, MOST_PRISONERS), min(white, MOST_PRISONERS)
    return 0, 0


def points_set_up(node: Properties, name: str, size: int) -> int:
    """The set of points of a setup property, rectangles like `aa:cc` written out."""
    points = 0
    for raw in node.get(name, ()):
        word = raw.decode("latin-1").strip()
        first, _, last = word.partition(":")
        if not word:
            continue
        low, high = parse_sgf(first, size), parse_sgf(last or first, size)
        (top, left), (bottom, right) = divmod(low, size + 1), divmod(high, size + 1)
        line = (1 << max(right - left + 1, 0)) - 1
        for row in range(top, bottom + 1):
            points |= line << row * (size + 1) + left
    return points


def handicap_of(root: Properties) -> int:
    """Black's handicap stones as a root says, else 0."""
    word = text(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def komi_of(root: Properties) -> float | None:
    """The komi as a root says, None if it says none that makes sense."""
    try:
        komi = float(text(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= 1000 else None
