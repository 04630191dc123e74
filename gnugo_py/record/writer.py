"""Writer for lines of positions in SGF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gnugo_py import __version__
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.types import Color, Resign, UserError
from gnugo_py.record.properties import format_result, nodes_of_last_move
from gnugo_py.record.serializer import escape_text, serialize_sgf_tree
from gnugo_py.record.sgf_parser import PRIVATE_PROPERTY, RawNode

EscapedProperties = dict[str, list[bytes]]


def root_properties(game: Game, start: Position) -> EscapedProperties:
    """Return the root properties that describe the file and the start position."""
    return {
        "GM": [GAMES[game.name].sgf_game_number.encode()],
        "FF": [b"4"],
        "CA": [b"UTF-8"],
        "AP": [f"gnugo-py:{__version__}".encode()],
        **escaped_node(sgf_functions(game).start_properties(start)),
    }


def escaped_node(node: Mapping[str, Sequence[str]]) -> EscapedProperties:
    """Return a node with its values escaped."""
    return {name: [escape_text(value) for value in values] for name, values in node.items()}


def lines_to_sgf(
    *ends: Position,
    names: Mapping[Color, str] | None = None,
    comments: Mapping[Any, str] | None = None,
    properties: Mapping[Any, Mapping[str, str]] | None = None,
) -> bytes:
    """Return lines of a game as an SGF file (FF[4], UTF-8).

    ends     -- the last position of each line, main line first; all lines have the same start, and positions
                that they share are written once.
    names    -- names of the players, by color.
    comments -- comments by position; equal positions get the same comment.
    properties -- further SGF properties by position, such as `{"SBKV": "61.5"}`; equal positions get the
                  same properties.

    The file contains the result of the main line. An empty comment or name is not written. Raise UserError if
    there are no lines, if the lines start from different positions, or if a property is not valid in SGF or
    is one of those that this function writes itself. Raise TypeError if a text is not a string.
    """
    if not ends:
        raise UserError("there are no lines to write; pass the last position of at least one line")
    comments = _without_empty_texts(comments or {}, "a comment")
    names = _without_empty_texts(names or {}, "a name")
    further = {position: _checked_properties(each) for position, each in (properties or {}).items()}
    _check_comments_are_not_doubled(comments, further)
    lines = [_line(end) for end in ends]
    start, comments_by_position = lines[0][0], _comments_by_move(ends, comments)
    if any(line[0] != start for line in lines):
        raise UserError("all lines of a file must have the same start position")
    root = root_properties(start.game, start)
    for color, name in names.items():
        root[("PB", "PW")[color]] = [escape_text(name)]
    outcome = ends[0].outcome()
    if outcome is not None:
        root["RE"] = [escape_text(format_result(outcome))]
    if start in comments_by_position:
        root["C"] = [escape_text(comments_by_position[start])]
    root |= escaped_node({name: [value] for name, value in further.get(start, {}).items()})
    return serialize_sgf_tree(_merge_lines(RawNode(root), lines, comments_by_position, further))


_PROPERTY_NAME = re.compile(r"[A-Z]{1,64}")
_WRITTEN_PROPERTIES = {"B", "W", "AB", "AW", "AE", "AA", "PL", "GM", "FF", "CA", "SZ", "KM", "RU", "HA"}
"""Properties that `lines_to_sgf` derives from the positions; a different value would change the game."""


def _without_empty_texts(texts: Mapping[Any, str], kind: str) -> dict[Any, str]:
    """Return the texts that are not empty.  Raise TypeError if one is not a string.

    kind -- what a text is, for the message.
    """
    for text in texts.values():
        if not isinstance(text, str):
            raise TypeError(f"{kind} must be a string, not {type(text).__name__}")
    return {key: text for key, text in texts.items() if text}


def _checked_properties(properties: Mapping[str, str]) -> dict[str, str]:
    """Return further properties of a node, without an empty comment.

    Raise UserError if a name is not valid or is that of a property in `_WRITTEN_PROPERTIES`. Raise TypeError
    if a name or a value is not a string.
    """
    for name, value in properties.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError("the names and values of properties must be strings")
        if not _PROPERTY_NAME.fullmatch(name):
            raise UserError(f"{name[:64]!r} is not the name of an SGF property; use capital letters only")
        if name in _WRITTEN_PROPERTIES or name == PRIVATE_PROPERTY:
            raise UserError(f"the property {name} follows from the positions; use another property")
    return {name: value for name, value in properties.items() if name != "C" or value}


def _check_comments_are_not_doubled(
    comments: Mapping[Any, str], properties: Mapping[Any, Mapping[str, str]]
) -> None:
    """Raise UserError if a position has a comment and also the property C."""
    if any("C" in each and comments.get(position) for position, each in properties.items()):
        raise UserError("a position has a comment and the property C; use one of them")


def _line(end: Position) -> list[Any]:
    """Return the positions from the start to `end`, without a resignation, which is not a move in SGF."""
    line: list[Any] = [end]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    return [position for position in reversed(line) if not isinstance(position.last_move, Resign)]


def _comments_by_move(ends: Iterable[Any], comments: Mapping[Any, str]) -> Mapping[Any, str]:
    """Return the comments by position; a comment on a resignation is added to the position before it."""
    result = dict(comments)
    for end in dict.fromkeys(ends):
        if isinstance(end.last_move, Resign) and end in comments:
            result[end.previous] = "\n".join(filter(None, (comments.get(end.previous), comments[end])))
    return result


def _merge_lines(
    root: RawNode,
    lines: Iterable[Sequence[Any]],
    comments: Mapping[Any, str],
    properties: Mapping[Any, Mapping[str, str]],
) -> RawNode:
    """Add lines of positions below a root, and return the root; lines share the nodes of a common start."""
    nodes: dict[tuple[int, object, object], RawNode] = {}
    for line in lines:
        node = root
        for position in line[1:]:
            key = id(node), position.last_color, position.last_move
            if key not in nodes:
                nodes[key] = _add_move(node, position, comments, properties.get(position, {}))
            node = nodes[key]
    return root


def _add_move(
    node: RawNode, position: Any, comments: Mapping[Any, str], properties: Mapping[str, str]
) -> RawNode:
    """Add the nodes of the last move of a position below a node, and return the last node added."""
    added = [escaped_node(each) for each in nodes_of_last_move(position)]
    if position in comments:
        added[0]["C"] = [escape_text(comments[position])]
    added[0] |= escaped_node({name: [value] for name, value in properties.items()})
    for each in added:
        node.children.append(RawNode(each))
        node = node.children[-1]
    return node
