"""What single properties of a game's file say, whichever game it is and whoever wrote them."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from gnugo_py.core.registry import CATALOG, name_in_file
from gnugo_py.core.text import plain
from gnugo_py.core.types import Outcome, Side
from gnugo_py.sgf.grammar import PRIVATE, Properties, SgfError, encoding_named, unescaped

LONGEST_TEXT = 1000
"""How many characters of a value are read where a game needs only a few."""
_NOT_FOR_GAMES = ("C", PRIVATE)


def text(node: Properties, name: str) -> str:
    """A property's first value as one line of text, truncated to `LONGEST_TEXT`; empty if there is none."""
    return " ".join(_value(node, name)[:LONGEST_TEXT].split())


def whole_text(node: Properties, name: str) -> str:
    """A property's first value as one line of text, however long; empty if there is none."""
    return " ".join(_value(node, name).split())


def _value(node: Properties, name: str) -> str:
    return unescaped(node[name][0], encoding_of(node)) if node.get(name) else ""


def texts(node: Properties, encoding: str) -> dict[str, list[str]]:
    """A node's properties as text, for the game to read; its comment is not the game's.

    encoding -- what the file says it is written in.
    """
    return {
        name: [unescaped(value, encoding)[:LONGEST_TEXT] for value in values]
        for name, values in node.items()
        if name not in _NOT_FOR_GAMES
    }


def encoding_of(root: Properties) -> str:
    """What a file says it is written in."""
    return _encoding(root.get("CA", [b"utf-8"])[0])


@lru_cache(16)
def _encoding(name: bytes) -> str:
    return encoding_named(name[:LONGEST_TEXT].decode("ascii", "replace")) or "utf-8"


def game_name(root: Properties) -> str:
    """The name of the game in the catalogue.  Raises SgfError for a game that is not played here."""
    name = name_in_file({name: [text(root, name)] for name in ("GM", "RU", "EV") if root.get(name)})
    if name is None:
        played = ", ".join(f"{entry.title} (GM[{entry.number}])" for entry in CATALOG.values())
        raise SgfError(
            f"this is a record of another game (GM[{text(root, 'GM')[:8]}]); played here: {played}"
        )
    return name


def number(root: Properties, name: str, default: int) -> int:
    """A property as a whole number; the default if it is none that makes sense."""
    word = text(root, name).partition(":")[0]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else default


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
    return unescaped(node["C"][0], encoding) if node.get("C") else ""


_COLOURS = ("B", "W")
_WON = re.compile(r"([BW])\+?([A-Za-z]*|[0-9]{1,6}(?:\.[0-9]{0,6})?)")
_WAYS = {"R": "resignation", "T": "time", "F": "forfeit", "": "unknown"}
_LETTERS = {reason: letter for letter, reason in _WAYS.items()}
NO_RESULT = "no result"


def outcome_of(result: str) -> Outcome | None:
    """The outcome that SGF's words for a result mean, None for none or one that is not known."""
    if result in ("0", "Draw"):
        return Outcome(None, "tie", 0)
    if result == "Void":
        return Outcome(None, NO_RESULT)
    match = _WON.fullmatch(result)
    if match is None:
        return None
    winner, how = Side(_COLOURS.index(match[1])), match[2]
    if how[:1].isdigit():
        return Outcome(winner, f"by {how} points", float(how))
    reason = _WAYS.get(how[:1].upper())
    return None if reason is None else Outcome(winner, reason)


def result_of(outcome: Outcome) -> str:
    """An outcome as SGF writes it: `B+3.5`, `W+R`, `0` for a tie, `Void` for a game without a result."""
    if outcome.winner is None:
        return "Void" if outcome.reason == NO_RESULT else "0"
    how = plain(outcome.margin) if outcome.margin else _LETTERS.get(outcome.reason, "")
    return f"{_COLOURS[outcome.winner]}+{how}"
