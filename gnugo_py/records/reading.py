"""Reading games of Go that any program wrote, by their main line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.games.contract import PASS, IllegalMove, Move, Play, Side
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.refusal import Refusal
from gnugo_py.go.rules import PRESETS, SIZES, Rules, preset
from gnugo_py.go.vertex import format_vertex, parse_sgf
from gnugo_py.records.sgf import PRIVATE, Properties, SgfError, parse, unescaped

MOST_EDITS = 1000
REPLAY = Rules("any", "simple", True, "area")
"""What the moves of a file must keep to: what every ruleset forbids is refused, suicide is not."""


class Record(NamedTuple):
    """A game read from a file.

    positions -- the start, then the position after each move of the main line.
    handicap  -- Black's handicap stones as the file says, else 0.
    komi      -- as the file says, None if it does not.
    rules, result, black, white, date -- the file's own words, empty if it has none.
    notes     -- for each position, the comment of the move that led there, line by line.
    private   -- what this program wrote for itself, None in a file of another's.
    """

    positions: tuple[GoPosition, ...]
    handicap: int
    komi: float | None
    rules: str
    result: str
    black: str
    white: str
    date: str
    notes: tuple[tuple[str, ...], ...]
    private: dict[str, object] | None

    @property
    def now(self) -> int:
        """How many of the moves are made; in a file of this program's own, later ones were taken back."""
        now = (self.private or {}).get("now")
        last = len(self.positions) - 1
        return now if isinstance(now, int) and 0 <= now <= last else last

    @property
    def final(self) -> GoPosition:
        """The position at the end, moves that were taken back left out."""
        return self.positions[self.now]


def read_sgf(content: bytes) -> Record:
    """The game in the bytes of an SGF file: its first game's main line.

    The moves of a file of this program's own were legal when they were made; those of another's
    are verified.  Raises SgfError for what is no SGF, another game, a size other than 9, 13 and 19, or a move
    that cannot be made, with its number.
    """
    nodes = parse(content)
    root = nodes[0]
    if text(root, "GM") not in ("", "1"):
        raise SgfError(f"this is a record of another game (GM[{text(root, 'GM')[:8]}]), not of Go (GM[1])")
    size, private = _size(root), _private(root)
    if private is None:
        positions, notes = _replayed(nodes, size, REPLAY, GoPosition.play_checked)
    else:
        positions, notes = _replayed(nodes, size, _own_rules(root, size), _play_on_empty, _prisoners(private))
    return Record(
        positions=tuple(positions),
        handicap=_handicap(root),
        komi=_komi(root),
        rules=text(root, "RU"),
        result=text(root, "RE"),
        black=text(root, "PB"),
        white=text(root, "PW"),
        date=text(root, "DT"),
        notes=tuple(notes),
        private=private,
    )


def rules_for(record: Record, name: str | None, komi: float | None) -> Rules:
    """The rules to go on by or to count by.

    name, komi -- what the user asked for; else what the file says; else Japanese, and their komi.
    """
    named = name or _preset_name(record.rules) or "japanese"
    rules = preset(named, record.final.size, record.handicap)
    asked = komi if komi is not None else record.komi
    return rules if asked is None else rules._replace(komi=asked)


def _preset_name(words: str) -> str | None:
    """The preset that a file's words for its rules mean, None if it is none of them."""
    beginnings = {"jap": "japanese", "chi": "chinese", "aga": "aga", "tromp": "tromp-taylor"}
    lower = words.lower()
    if lower in PRESETS:
        return lower
    return next((name for start, name in beginnings.items() if lower.startswith(start)), None)


def replayed_by(record: Record, rules: Rules) -> list[GoPosition]:
    """The positions of a record under other rules, from its last edit on; the moves are trusted."""
    edits = [number for number, position in enumerate(record.positions) if position.previous is None]
    first, *later = record.positions[edits[-1] :]
    positions = [GoPosition.set_up(first.board, first.to_move, rules)._replace(prisoners=first.prisoners)]
    for position in later:
        assert position.last_move is not None
        positions.append(positions[-1].with_to_move(position.to_move.other).play(position.last_move))
    return [*positions[:-1], positions[-1].with_to_move(record.final.to_move)]


def text(node: Properties, name: str) -> str:
    """A property's first value as one line of text; empty if there is none."""
    if not node.get(name):
        return ""
    named = node.get("CA", [b"utf-8"])[0].decode("ascii", "replace").strip().lower()
    encoding = {"ms_kanji": "cp932", "utf8": "utf-8"}.get(named, named) or "utf-8"
    return " ".join(_printable(unescaped(node[name][0], encoding)).split())


def _printable(text: str) -> str:
    """Text without what could disturb a terminal; line breaks stay."""
    return "".join(char if char.isprintable() or char == "\n" else " " for char in text)


def _size(root: Properties) -> int:
    """The size of the board; 19 where the file says nothing."""
    word = text(root, "SZ") or "19"
    if word not in map(str, SIZES):
        raise SgfError(f"the board's size is {word[:10]}; only 9, 13 and 19 are played here")
    return int(word)


def _private(root: Properties) -> dict[str, object] | None:
    """What this program wrote for itself; None if there is nothing or it is no longer sound."""
    if PRIVATE not in root:
        return None
    try:
        data = json.loads(unescaped(root[PRIVATE][0], "utf-8"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _own_rules(root: Properties, size: int) -> Rules:
    """The rules of a game of this program's own."""
    try:
        rules = preset(text(root, "RU"), size, _handicap(root))
    except ValueError as error:
        raise SgfError(str(error)) from None
    komi = _komi(root)
    return rules if komi is None else rules._replace(komi=komi)


def _play_on_empty(position: GoPosition, move: Move) -> GoPosition:
    """The position after a move of which only the point is verified.  Raises IllegalMove."""
    if isinstance(move, Play) and not position.board.vacant >> move.points[0] & 1:
        raise IllegalMove(Refusal.OCCUPIED)
    return position.play(move)


def _replayed(
    nodes: list[dict[str, list[bytes]]],
    size: int,
    rules: Rules,
    play: Callable[[GoPosition, Move], GoPosition],
    prisoners: tuple[int, int] | None = None,
) -> tuple[list[GoPosition], list[tuple[str, ...]]]:
    """The start and the position after each move, with what was edited since; and their comments.

    prisoners -- those before the first move, in a file of this program's own; None in another's, where
                 no chain may stand without liberties.
    """
    position = _edited(GoPosition.start(size, rules), nodes[0])
    if prisoners is None:
        _refuse_airless(position)
    position = position._replace(prisoners=prisoners or (0, 0))
    if position.board.black and not position.board.white:
        position = position.with_to_move(Side.WHITE)
    if sum(1 for node in nodes if node.keys() & {"AE", "AB", "AW"}) > MOST_EDITS:
        raise SgfError(f"the board is edited more than {MOST_EDITS} times; a game record has less")
    positions = [position.with_to_move(_next_side(nodes) or position.to_move)]
    notes: list[tuple[str, ...]] = [()]
    for node in nodes:
        if node is not nodes[0]:
            edited = _edited(positions[-1], node)
            if edited is not positions[-1]:
                _refuse_airless(edited)
            positions[-1] = edited
        for name, side in (("B", Side.BLACK), ("W", Side.WHITE)):
            if name in node:
                before = positions[-1].with_to_move(side)
                positions.append(_moved(before, _move(node, name, size, before.number + 1), play))
                notes.append(_comment(node))
    return positions, notes


def _next_side(nodes: list[dict[str, list[bytes]]]) -> Side | None:
    """Who moves first, as the root or else the first move says."""
    word = text(nodes[0], "PL").lower()
    if word[:1] in ("b", "1"):
        return Side.BLACK
    if word[:1] in ("w", "2"):
        return Side.WHITE
    for node in nodes:
        if "B" in node or "W" in node:
            return Side.BLACK if "B" in node else Side.WHITE
    return None


def _move(node: Properties, name: str, size: int, number: int) -> Move:
    """The move of a node; `[]`, and `[tt]` on boards up to 19x19, are passes."""
    word = text(node, name)
    if word in ("", "tt"):
        return PASS
    try:
        return Play((parse_sgf(word, size),))
    except ValueError as error:
        raise SgfError(f"move {number}: {error}") from None


def _comment(node: Properties) -> tuple[str, ...]:
    """A node's comment, line by line."""
    return tuple(_printable(unescaped(node["C"][0], "utf-8")).splitlines()) if node.get("C") else ()


def _moved(position: GoPosition, move: Move, play: Callable[[GoPosition, Move], GoPosition]) -> GoPosition:
    """The position after a move that must be possible; passes never end a game read from a file."""
    try:
        return play(position if not position.over else position.resumed(), move)
    except IllegalMove as error:
        assert isinstance(move, Play)
        vertex = format_vertex(move.points[0], position.size)
        raise SgfError(f"move {position.number + 1}, {position.to_move} {vertex}: {error}") from None


def _edited(position: GoPosition, node: Properties) -> GoPosition:
    """The position after the stones a node puts down or takes off without playing."""
    size = position.size
    try:
        empty, black, white = (_points(node, name, size) for name in ("AE", "AB", "AW"))
    except ValueError as error:
        raise SgfError(f"setup after move {position.number}: {error}") from None
    cleared = position.board.without(empty | black | white)
    board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
    if board == position.board:
        return position
    edited = GoPosition.set_up(board, position.to_move, position.rules)
    return edited._replace(prisoners=position.prisoners, number=position.number)


def _refuse_airless(position: GoPosition) -> None:
    """Refuse stones put down without liberties: no game has them."""
    for point in points_of(position.airless if position.previous is None else 0):
        vertex, side = format_vertex(point, position.size), position.board.at(point)
        raise SgfError(f"setup after move {position.number}: the {side} chain at {vertex} has no liberties")


def _prisoners(private: dict[str, object]) -> tuple[int, int]:
    """The stones taken before the first move, as this program noted them."""
    match private.get("prisoners"):
        case [int(black), int(white)] if 0 <= black < 10_000 and 0 <= white < 10_000:
            return black, white
    return 0, 0


def _points(node: Properties, name: str, size: int) -> int:
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


def _handicap(root: Properties) -> int:
    word = text(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def _komi(root: Properties) -> float | None:
    try:
        komi = float(text(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= 1000 else None
