"""Positions as a file: a game with its variations, each line given by the position at its end.

>>> from gnugo_py.games.go.position import GoPosition
>>> corner = GoPosition.start(9, "japanese").play("C3")
>>> content = lines_to_sgf(corner.play("G7"), corner.play("E5"), comments={corner: "Best?"})
>>> print(content.decode())  # doctest: +ELLIPSIS
(;GM[1]FF[4]CA[UTF-8]AP[gnugo-py:...]SZ[9]RU[japanese]KM[6.5]PL[B]
;B[cg]C[Best?]
(;W[gc])
(;W[ee]))
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from gnugo_py.core.base_game import Played
from gnugo_py.core.types import Mistake, Resign, Side
from gnugo_py.records.results import result_of
from gnugo_py.records.sgf import Branches, Properties, compose_tree, escaped
from gnugo_py.records.writing import escaped_node, root_of


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
            nodes += _nodes(group[0][0], said)
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


def _nodes(position: Any, said: Mapping[Any, str]) -> list[Properties]:
    nodes = [escaped_node(node) for node in position.game.notation.nodes(position)]
    if position in said:
        nodes[0]["C"] = [escaped(said[position])]
    return list(nodes)
