"""Writing games as SGF, and making sure that what was written is the game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, cast
from zlib import crc32

from gnugo_py import __version__
from gnugo_py.core.base_game import Played
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import entry_of
from gnugo_py.core.types import Mistake, Resign, Side
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.grammar import (
    PRIVATE,
    Branches,
    Properties,
    SgfError,
    compose,
    compose_tree,
    escaped,
    parse,
    sum_of_rest,
    unescaped,
)
from gnugo_py.sgf.properties import private_of, result_of
from gnugo_py.sgf.reader import read_sgf

_COLOURS = ("B", "W")
_OF_THE_WRITER = {"AP", "CA", "DT", "PL", "PB", "PW", PRIVATE}
"""Root properties that tell of the writing, or that follow from what is kept."""

_OF_THE_FILE = ("serial", "check", "rest")
"""What the private property says of the file, not of the game."""

Node = dict[str, list[bytes]]


def to_sgf(session: Session, day: date, serial: int = 0, extra: Mapping[str, object] | None = None) -> bytes:
    """A game so far as an SGF file, FF[4] and UTF-8; moves taken back are still in it.

    day    -- when it was played.
    serial -- how many games of its folder were begun or gone on with before.
    extra  -- what else the private property is to hold.
    """
    turns = session.line
    root = _root(session, turns[0], day)
    made = (turn for turn in turns[1:] if not isinstance(turn.move, Resign))
    nodes = [node for turn in made for node in _nodes(session.game, turn)]
    comment = {"C": root.pop("C")} if "C" in root else {}  # it comes last: it may be long
    first = {**root, **comment}
    rest, check = sum_of_rest(compose([first, *nodes])), _check([first, *nodes])
    private = {"serial": serial, "check": check, "rest": rest, **_private(session, turns[0].position, extra)}
    root[PRIVATE] = [escaped(json.dumps(private))]
    return compose([{**root, **comment}, *nodes])


def to_foreign_sgf(session: Session, day: date, said: Mapping[str, str] | None = None) -> bytes:
    """The same without what this program writes for itself: a file like another program's.

    said -- properties of the first node, as text, in the place of what is said there.
    """
    root, *nodes = parse(to_sgf(session, day)).nodes
    kept = {name: values for name, values in root.items() if name != PRIVATE}
    return compose([kept | {name: [escaped(value)] for name, value in (said or {}).items()}, *nodes])


def _check(nodes: Sequence[Properties]) -> int:
    """A number that changes with anything that another program changes in a file."""
    root, *others = nodes
    root = {name: values for name, values in root.items() if name != PRIVATE}
    return crc32(b"".join(compose([root, *others]).split()))


def is_game(content: bytes, session: Session, extra: Mapping[str, object] | None = None) -> bool:
    """Whether a content, read back, is a session's game: moves and their sides, notes, result, memories.

    extra -- as of `to_sgf`.
    """
    try:
        record = read_sgf(content)
    except SgfError:
        return False
    turns = [turn for turn in session.line if not isinstance(turn.move, Resign)]
    result = _result(session)
    written = json.loads(json.dumps(_private(session, turns[0].position, extra)))
    read = {name: value for name, value in (record.private or {}).items() if name not in _OF_THE_FILE}
    return (
        [(turn.position, turn.side, turn.move) for turn in turns]
        == [(position, position.mover, position.last_move) for position in record.positions]
        and [_words(turn.note) for turn in turns] == [_words(note) for note in record.notes]
        and record.result == result
        and read == written
    )


def can_be_written_again(content: bytes, session: Session) -> bool:
    """Whether a file holds no more than its session does: no variations, nothing set up in mid-game,
    nothing that another program has written.
    """
    nodes = parse(content).nodes
    if b"".join(compose(nodes).split()) != b"".join(content.split()):
        return False
    check = (private_of(nodes[0]) or {}).get("check")
    if check is not None:
        return check == _check(nodes)
    again = parse(to_sgf(session, date.today())).nodes
    return (
        len(nodes) == len(again)
        and _is_held(nodes[0], again[0], _OF_THE_WRITER)
        and all(_is_held(old, new, set()) for old, new in zip(nodes[1:], again[1:], strict=True))
    )


def _is_held(old: Properties, new: Properties, besides: set[str]) -> bool:
    """Whether all that a node says is said by another."""
    return all(
        name in besides or [unescaped(value, "utf-8") for value in values] == _texts(new.get(name, ()))
        for name, values in old.items()
    )


def _texts(values: Sequence[bytes]) -> list[str]:
    return [unescaped(value, "utf-8") for value in values]


def _words(lines: Sequence[str]) -> list[str]:
    return " ".join(lines).split()


def _nodes(game: Game, turn: Turn) -> list[Node]:
    """The nodes of a move, with the reasons for it as a comment."""
    nodes = [escaped_node(node) for node in game.notation.nodes(turn.position)]
    if turn.note:
        nodes[0]["C"] = [escaped("\n".join(turn.note))]
    return nodes


def _root(session: Session, turn: Turn, day: date) -> Node:
    """What is known of the game besides its moves."""
    names = [name_of(session, side) for side in Side]
    root = {**root_of(session.game, turn.position), "DT": [day.isoformat().encode()]}
    for name, player in (("PB", names[Side.BLACK]), ("PW", names[Side.WHITE])):
        if player:
            root[name] = [escaped(player)]
    if turn.note:
        root["C"] = [escaped("\n".join(turn.note))]
    result = _result(session)
    if result:
        root["RE"] = [result.encode()]
    return root


def root_of(game: Game, start: Position) -> Node:
    """What the first node says of the file and of the start."""
    return {
        "GM": [entry_of(game).number.encode()],
        "FF": [b"4"],
        "CA": [b"UTF-8"],
        "AP": [f"gnugo-py:{__version__}".encode()],
        **escaped_node(game.notation.root(start)),
    }


def escaped_node(node: Mapping[str, Sequence[str]]) -> Node:
    """A node with its values as they stand in a file."""
    return {name: [escaped(value) for value in values] for name, values in node.items()}


def name_of(session: Session, side: Side) -> str:
    """What a record of a game calls a side's player, empty for one that is not known."""
    if side in session.players:
        return session.players[side].name
    return session.names.get(side, "Human")


def _private(
    session: Session, start: Position, extra: Mapping[str, object] | None = None
) -> dict[str, object]:
    """What resuming exactly needs and SGF has no word for.

    players   -- by side, the settings of its player.
    memories  -- [turn, side, memory] wherever a player's memory is not what it was before.
    and what the game's own notation keeps: in Go the stones taken before the first move.
    now       -- how many of the moves are made; those after it were taken back.
    moves     -- how many there are in all.
    settling  -- how far the count has come: whether from a proposal, and the points named.
    """
    made = [turn for turn in session.turns[1:] if not isinstance(turn.move, Resign)]
    private: dict[str, object] = {
        "players": {str(side): player.settings() for side, player in sorted(session.players.items())},
        "memories": list(_memories(session)),
        **session.game.notation.kept(start),
        "now": len(made),
        "moves": sum(not isinstance(turn.move, Resign) for turn in session.line[1:]),
    }
    if session.settling is not None:
        private["settling"] = session.settling.to_json()
    return {**private, **(extra or {})}


def _memories(session: Session) -> Iterator[list[object]]:
    """Each new memory of a player's, with its turn and side."""
    for side, player in session.players.items():
        last: object = None
        for number, turn in enumerate(session.line):
            memory = turn.memories[side]
            if memory is not None and memory is not last:
                yield [number, int(side), player.stored(memory)]
            last = memory


def _result(session: Session) -> str:
    """The result as SGF writes it, empty while there is none."""
    last = session.position.last_move
    if isinstance(last, Resign):
        return f"{_COLOURS[session.position.to_move]}+R"
    return result_of(session.outcome) if session.outcome else ""


def lines_to_sgf(
    *ends: Played, names: Mapping[Side, str] | None = None, comments: Mapping[Any, str] | None = None
) -> bytes:
    """A game as an SGF file, FF[4] and UTF-8.

    ends     -- the last position of each line, the main line first; what they have come through together is
                written once.  All come from one start.
    names    -- who played which side.
    comments -- what to say of positions; equal ones get the same.

    The result is that of the main line.  Raises Mistake for lines of different games.
    """
    if not ends:
        raise Mistake("a file needs a line; give the position at its end")
    lines = [_line(end) for end in ends]
    start, said = lines[0][0], _said_of_moves(ends, comments or {})
    if any(line[0] != start for line in lines):
        raise Mistake("the lines of a file must come from one start")
    root = root_of(start.game, start)
    for side, name in (names or {}).items():
        root[("PB", "PW")[side]] = [escaped(name)]
    outcome = ends[0].outcome()
    if outcome is not None:
        root["RE"] = [escaped(result_of(outcome))]
    if start in said:
        root["C"] = [escaped(said[start])]
    return compose_tree(_branches([root], [line[1:] for line in lines], said))


def _line(end: Played) -> list[Any]:
    """The positions that led to one, itself the last; giving up is no move of a file."""
    line: list[Any] = [end]
    while line[-1].previous is not None:
        line.append(line[-1].previous)
    return [position for position in reversed(line) if not isinstance(position.last_move, Resign)]


def _said_of_moves(ends: Iterable[Any], comments: Mapping[Any, str]) -> Mapping[Any, str]:
    """What to say of positions; what is said of giving up is said of the position before."""
    said = dict(comments)
    for end in dict.fromkeys(ends):
        if isinstance(end.last_move, Resign) and end in comments:
            said[end.previous] = "\n".join(filter(None, (comments.get(end.previous), comments[end])))
    return said


def _branches(root: list[Properties], lines: list[list[Any]], said: Mapping[Any, str]) -> Branches:
    """The first nodes, and after them what lines go on with: in one as long as all agree, then apart."""
    first = Branches(root, [])
    waiting = [(root, first.children, lines)]
    while waiting:
        nodes, children, rest = waiting.pop()
        groups = _by_first([line for line in rest if line])
        if len(groups) == 1:
            (group,) = groups
            nodes += _commented_nodes(group[0][0], said)
            waiting.append((nodes, children, [line[1:] for line in group]))
            continue
        for group in groups:
            child = Branches(list[Properties](), [])
            children.append(child)
            waiting.append((cast(list[Properties], child.nodes), child.children, group))
    return first


def _by_first(lines: list[list[Any]]) -> list[list[list[Any]]]:
    """Lines that begin with the same move together, in the order in which they first came."""
    groups: dict[Any, list[list[Any]]] = {}
    for line in lines:
        groups.setdefault((line[0].mover, line[0].last_move), []).append(line)
    return list(groups.values())


def _commented_nodes(position: Any, said: Mapping[Any, str]) -> list[Properties]:
    nodes = [escaped_node(node) for node in position.game.notation.nodes(position)]
    if position in said:
        nodes[0]["C"] = [escaped(said[position])]
    return list(nodes)
