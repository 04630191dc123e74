"""Conversion of SGF properties to and from text, independent of the game and of other programs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gnugo_py.games.registry import GAMES
from gnugo_py.games.sgf import COLOR_LETTERS
from gnugo_py.games.types import NO_RESULT, RESULT_LETTERS, Color, Outcome
from gnugo_py.record.sgf_grammar import RawProperties, SgfError, well_formed_value
from gnugo_py.system.json_data import parse_json

PRIVATE_PROPERTY = "GNUGOPY"
"""The property for data that SGF cannot express, such as the engines' settings and memories, as JSON."""

MAX_PROPERTY_TEXT_LENGTH = 1000
"""Maximum number of characters read from a value that is normally short."""
BOARD_SETUP_PROPERTIES = {"AE", "AB", "AW", "AA"}
_LINE_BREAK = re.compile(rb"\n\r|\r\n|\r")
_NAME = re.compile(r"[A-Z]{1,64}")
_ESCAPE = re.compile(rb"\\(?:\n|(.))", re.DOTALL)
_SPACES = bytes.maketrans(b"\t\f\v", b"   ")
_NOT_FOR_GAMES = ("C", PRIVATE_PROPERTY)


def property_text(node: RawProperties, name: str) -> str:
    """Return the first value of a property as one line, or an empty string if the property is absent.

    The text is truncated to `MAX_PROPERTY_TEXT_LENGTH` characters.
    """
    values = node.get(name)
    if not values:
        return ""
    if values[0].isalnum():
        return values[0][:MAX_PROPERTY_TEXT_LENGTH].decode()
    value = decode_property_value(values[0])
    return " ".join(value[:MAX_PROPERTY_TEXT_LENGTH].split())


def decode_properties(node: RawProperties) -> dict[str, list[str]]:
    """Return the properties of a node as text, without the comment and the private property."""
    return {
        name: [decode_property_value(value)[:MAX_PROPERTY_TEXT_LENGTH] for value in values]
        for name, values in node.items()
        if name not in _NOT_FOR_GAMES
    }


def game_key_from_root(root: RawProperties, first_move: str = "") -> str:
    """Return the registry name of a record's game; `first_move` is the value of its first move.

    Markers take precedence over the game number (GM). A file without a game number has the game with the
    number 1, as the SGF standard specifies, unless its first move is one of another game. Raise SgfError if
    the game is not supported.
    """
    number = property_text(root, "GM")
    for name, entry in GAMES.items():
        if entry.sgf_marker is not None and number in ("", entry.sgf_game_number):
            marked, beginning = entry.sgf_marker
            if property_text(root, marked).lower().startswith(beginning):
                return name
        if entry.sgf_move and not number and re.fullmatch(entry.sgf_move, first_move.lower()):
            return name
    for name, entry in GAMES.items():
        if entry.sgf_game_number == (number or "1"):
            return name
    played = ", ".join(f"{entry.title} (GM[{entry.sgf_game_number}])" for entry in GAMES.values())
    raise SgfError(
        f"this is a record of an unsupported game (GM[{number[:8]}]); supported games are {played}"
    )


def players_in_file(root: RawProperties) -> str:
    """Return the players as one line, empty if both are unknown."""
    players = [property_text(root, name) for name in ("PB", "PW")]
    return " - ".join(player or "?" for player in players) if any(players) else ""


def facts_in_file(root: RawProperties) -> str:
    """Return the name, event and date of a game as one line; Cyberoro and Sina write the event into TE."""
    other = property_text(root, "TE")
    event = property_text(root, "EV") or (other if other not in ("1", "2") else "")
    return ", ".join(filter(None, (property_text(root, "GN"), event, date_in_file(root))))


def date_in_file(root: RawProperties) -> str:
    """Return the date (DT), which Cyberoro and Sina write into RD; empty if absent."""
    return property_text(root, "DT") or property_text(root, "RD")


def property_as_int(node: RawProperties, name: str, default: int) -> int:
    """Return a property as a whole number below 1000, or `default` if it is not one."""
    word = property_text(node, name).partition(":")[0]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else default


def private_data(root: RawProperties) -> dict[str, object] | None:
    """Return the private data of this program, or None if it is absent or damaged."""
    if PRIVATE_PROPERTY not in root:
        return None
    try:
        data = parse_json(decode_property_value(root[PRIVATE_PROPERTY][0]))
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def sgf_color_to_move(node: RawProperties) -> Color | None:
    """Return the color to move that a node sets (PL), or None if it sets none."""
    return {"b": Color.BLACK, "1": Color.BLACK, "w": Color.WHITE, "2": Color.WHITE}.get(
        property_text(node, "PL")[:1].lower()
    )


def sgf_color_of_move(node: RawProperties) -> Color | None:
    """Return the color of the move of a node, or None if it has none."""
    if "B" in node:
        return Color.BLACK
    return Color.WHITE if "W" in node else None


def decode_property_value(value: bytes) -> str:
    """Return the text of a property value; line breaks are kept, and other white space becomes spaces."""
    if value.isalnum():
        return value.decode()
    plain = value.translate(_SPACES)
    if b"\r" in plain:
        plain = _LINE_BREAK.sub(b"\n", plain)
    if b"\\" in plain:
        plain = _ESCAPE.sub(rb"\1", plain)
    return plain.decode("utf-8", "replace")


def escape_text(text: str) -> bytes:
    """Return text as an escaped property value."""
    return text.encode("utf-8", "replace").replace(b"\\", b"\\\\").replace(b"]", b"\\]")


def compose_node(properties: dict[str, list[bytes]]) -> bytes:
    """Return a node in SGF.

    Raw values that could not be read back are changed in the node, too: brackets are escaped, and bytes that
    are not UTF-8 are replaced. Raise TypeError if a name is not a word in capital letters, or its values are
    not a list of bytes.
    """
    pieces = [b";"]
    for name, values in properties.items():
        is_list = isinstance(values, list | tuple) and values and all(isinstance(v, bytes) for v in values)
        if not (_NAME.fullmatch(name) and is_list):
            raise TypeError(
                f"property {name!r:.70} must be capital letters with a list of bytes; use set_property"
            )
        written = [value if value.isalnum() else well_formed_value(name, value) for value in values]
        properties[name] = written
        pieces += [name.encode(), *[b"[%s]" % value for value in written]]
    return b"".join(pieces)


def escaped_properties(node: Mapping[str, Sequence[str]]) -> dict[str, list[bytes]]:
    """Return properties with their values escaped."""
    return {name: [escape_text(value) for value in values] for name, values in node.items()}


_WON = re.compile(r"([BW])\+?([A-Za-z]*|[0-9]{1,6}(?:\.[0-9]{0,6})?)")
_REASONS = {letter: reason for reason, letter in RESULT_LETTERS.items()}


def parse_result(result: str) -> Outcome | None:
    """Return the outcome that an SGF result stands for, or None if it is empty or unknown."""
    if result in ("0", "Draw"):
        return Outcome(None, "tie", 0)
    if result == "Void":
        return Outcome(None, NO_RESULT)
    match = _WON.fullmatch(result)
    if match is None:
        return None
    winner, how = Color(COLOR_LETTERS.index(match[1])), match[2]
    if how[:1].isdigit():
        return Outcome(winner, f"by {how} points", float(how))
    reason = _REASONS.get(how[:1].upper())
    return None if reason is None else Outcome(winner, reason)
