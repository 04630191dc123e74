"""Writer for games in SGF, with functions that check whether a file matches its game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from zlib import crc32

from gnugo_py import __version__
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.types import Color, Resign, UserError
from gnugo_py.play.session import Session, Turn
from gnugo_py.record.clock import TimeControl, TimeLeft
from gnugo_py.record.properties import format_result, nodes_of_last_move, private_data
from gnugo_py.record.reader import read_sgf
from gnugo_py.record.serializer import (
    checksum_after_root,
    escape_text,
    serialize_sgf_line,
    serialize_sgf_tree,
)
from gnugo_py.record.sgf_parser import (
    PRIVATE_PROPERTY,
    RawNode,
    RawProperties,
    SgfError,
    decode_property_value,
    parse_sgf_game,
)

_COLORS = ("B", "W")
_WRITER_PROPERTIES = {"AP", "BR", "CA", "DT", "PL", "PB", "PW", "WR", PRIVATE_PROPERTY}
"""Root properties that describe how the file was written, or that follow from other data."""

_OF_THE_FILE = ("serial", "check", "rest")
"""Keys of the private data that describe the file, not the game."""

EscapedProperties = dict[str, list[bytes]]


def session_to_sgf(
    session: Session, day: date, serial: int = 0, extra: Mapping[str, object] | None = None
) -> bytes:
    """Return a session as an SGF file (FF[4], UTF-8), including moves that were taken back.

    day    -- date of the game.
    serial -- a number that increases with every game started or resumed in the save folder.
    extra  -- further entries of the private data.
    """
    turns = session.turns_including_undone
    root = _root(session, turns[0], day)
    nodes = [node for turn in turns[1:] for node in _nodes(session, turn)]
    comment = {"C": root.pop("C")} if "C" in root else {}  # written last because it may be long
    first = {**root, **comment}
    rest, check = checksum_after_root([first, *nodes]), _check([first, *nodes])
    private = {"serial": serial, "check": check, "rest": rest, **_private(session, turns[0].position, extra)}
    root[PRIVATE_PROPERTY] = [escape_text(json.dumps(private))]
    return serialize_sgf_line([{**root, **comment}, *nodes])


def session_to_portable_sgf(
    session: Session, day: date, extra_properties: Mapping[str, str] | None = None
) -> bytes:
    """Return a session as an SGF file without this program's private data.

    extra_properties -- properties of the root node as text, which replace those of the session.
    """
    root, *nodes = parse_sgf_game(session_to_sgf(session, day)).main_line
    kept = {name: values for name, values in root.items() if name != PRIVATE_PROPERTY}
    return serialize_sgf_line(
        [kept | {name: [escape_text(value)] for name, value in (extra_properties or {}).items()}, *nodes]
    )


def _check(nodes: Sequence[RawProperties]) -> int:
    """Return a checksum of a file's nodes that detects changes by other programs.

    White space and the private property are ignored.
    """
    root, *others = nodes
    root = {name: values for name, values in root.items() if name != PRIVATE_PROPERTY}
    return crc32(b"".join(serialize_sgf_line([root, *others]).split()))


def is_content_of_session(
    content: bytes, session: Session, extra: Mapping[str, object] | None = None
) -> bool:
    """Return whether a file, read back, has the session's moves, colors, comments, result and private data.

    extra -- as in `session_to_sgf`.
    """
    try:
        record = read_sgf(content)
    except SgfError:
        return False
    turns = session.turns_including_undone
    result = _result(session)
    written = json.loads(json.dumps(_private(session, turns[0].position, extra)))
    read = {name: value for name, value in (record.private or {}).items() if name not in _OF_THE_FILE}
    return (
        [(turn.position, turn.color, turn.move) for turn in turns]
        == [(position, position.last_color, position.last_move) for position in record.positions]
        and [_words(turn.explanation) for turn in turns] == [_words(note) for note in record.comments]
        and record.result == result
        and read == written
    )


def can_rewrite_without_loss(content: bytes, session: Session) -> bool:
    """Return whether writing the session again preserves everything in its file.

    The result is False if the file has variations, setup after the start, or data from another program.
    """
    nodes = parse_sgf_game(content).main_line
    if b"".join(serialize_sgf_line(nodes).split()) != b"".join(content.split()):
        return False
    check = (private_data(nodes[0]) or {}).get("check")
    if check is not None:
        return check == _check(nodes)
    again = parse_sgf_game(session_to_sgf(session, date.today())).main_line
    return (
        len(nodes) == len(again)
        and _is_contained(nodes[0], again[0], _WRITER_PROPERTIES)
        and all(_is_contained(old, new, set()) for old, new in zip(nodes[1:], again[1:], strict=True))
    )


def _is_contained(old: RawProperties, new: RawProperties, besides: set[str]) -> bool:
    """Return whether `new` has all properties of `old` with the same values, except those in `besides`."""
    return all(
        name in besides or [decode_property_value(value) for value in values] == _texts(new.get(name, ()))
        for name, values in old.items()
    )


def _texts(values: Sequence[bytes]) -> list[str]:
    return [decode_property_value(value) for value in values]


def _words(lines: Sequence[str]) -> list[str]:
    return " ".join(lines).split()


def _nodes(session: Session, turn: Turn) -> list[EscapedProperties]:
    """Return the nodes of a move, with its explanation as a comment and the time left after it."""
    nodes = [escaped_node(node) for node in nodes_of_last_move(turn.position)]
    if session.time_control is not None and turn.time_left is not None and turn.color is not None:
        nodes[-1] |= _time_properties(session.time_control, turn.color, turn.time_left[turn.color])
    if turn.explanation:
        nodes[0]["C"] = [escape_text("\n".join(turn.explanation))]
    return nodes


def _time_properties(control: TimeControl, color: Color, left: TimeLeft) -> EscapedProperties:
    """Return the properties for the time left to a player: seconds and, in overtime, periods or moves."""
    letter = _COLORS[color]
    is_overtime = left.main <= 0 and (control.periods or control.stones)
    seconds = left.period if is_overtime else left.main
    node = {f"{letter}L": [f"{seconds:.1f}".encode()]}
    if is_overtime:
        node[f"O{letter}"] = [str(left.periods or left.stones).encode()]
    return node


def _root(session: Session, turn: Turn, day: date) -> EscapedProperties:
    """Return the root node: everything about the game except its moves."""
    names = [player_name_for_sgf(session, color) for color in Color]
    root = {**root_properties(session.game, turn.position), "DT": [day.isoformat().encode()]}
    for name, player in (("PB", names[Color.BLACK]), ("PW", names[Color.WHITE])):
        if player:
            root[name] = [escape_text(player)]
    for name, color in (("BR", Color.BLACK), ("WR", Color.WHITE)):
        if color in session.players and session.players[color].rank:
            root[name] = [uncertain_sgf_rank(session.players[color].rank).encode()]
    if session.time_control is not None:
        root["TM"] = [str(session.time_control.main).encode()]
        if session.time_control.sgf_overtime:
            root["OT"] = [session.time_control.sgf_overtime.encode()]
    if turn.explanation:
        root["C"] = [escape_text("\n".join(turn.explanation))]
    result = _result(session)
    if result:
        root["RE"] = [result.encode()]
    return root


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


def player_name_for_sgf(session: Session, color: Color) -> str:
    """Return the name of a player as written in a file; `Human` for a person without a name."""
    if color in session.players:
        return session.players[color].name
    return session.names.get(color, "Human")


def uncertain_sgf_rank(rank: str) -> str:
    """Return a rank in the SGF notation for uncertain ranks.

    >>> uncertain_sgf_rank("12 kyu")
    '12k?'
    """
    number, _, kind = rank.partition(" ")
    return f"{number}{kind[:1]}?"


def _private(
    session: Session, start: Position, extra: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return the private data: what is needed to resume the game exactly, but cannot be expressed in SGF.

    players  -- by color, the settings of its engine.
    memories -- [turn, color, memory] for each turn that changes an engine's memory.
    now      -- number of moves played; later moves were taken back.
    moves    -- number of all moves, including those that were taken back.
    clock    -- the time control, and for each move the time left to the player who made it.
    settling -- progress of the count: whether it starts from the program's proposal, and the points that
                the user named so far.

    The game adds its own data, such as the stones captured before the first move.
    """
    private: dict[str, object] = {
        "players": {
            str(color): player.config().to_json() for color, player in sorted(session.players.items())
        },
        "memories": list(_memories(session)),
        **sgf_functions(session.game).extra_start_data(start),
        "now": len(session.turns) - 1,
        "moves": len(session.turns_including_undone) - 1,
    }
    if session.time_control is not None:
        private["clock"] = {"control": session.time_control.text, "left": list(_times(session))}
    if session.count_progress is not None:
        private["settling"] = session.count_progress.to_json()
    return {**private, **(extra or {})}


def _memories(session: Session) -> Iterator[list[object]]:
    """Yield [turn, color, memory] for each turn that changes an engine's memory."""
    for color, player in session.players.items():
        last: object = None
        for number, turn in enumerate(session.turns_including_undone):
            memory = turn.memories[color]
            if memory is not None and memory is not last:
                yield [number, int(color), player.memory_to_json(memory)]
            last = memory


def _times(session: Session) -> Iterator[list[float]]:
    """Yield, for each move, the time left to the player who made it, rounded to 0.01 seconds."""
    for turn in session.turns_including_undone[1:]:
        if turn.time_left is not None and turn.color is not None:
            yield [round(value, 2) for value in turn.time_left[turn.color]]


def _result(session: Session) -> str:
    """Return the SGF result, empty if there is none yet."""
    return format_result(session.outcome) if session.outcome else ""


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
