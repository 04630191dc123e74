"""Reading games of Go that any program wrote, by their main line."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.games.contract import PASS, IllegalMove, Move, Play, Side
from gnugo_py.go.board import Board, points_of
from gnugo_py.go.position import GoPosition
from gnugo_py.go.refusal import Refusal
from gnugo_py.go.rules import PRESETS, Rules, preset
from gnugo_py.go.vertex import format_vertex, parse_sgf
from gnugo_py.records.properties import (
    LONGEST_NOTE,
    LONGEST_NOTES,
    comment,
    encoding_of,
    handicap_of,
    komi_of,
    points_set_up,
    prisoners_of,
    private_of,
    side_named_by,
    size_of,
    text,
)
from gnugo_py.records.sgf import Properties, SgfError, parse

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
    variations -- how many lines besides the main one were left out.
    is_whole  -- False if the file breaks off, and was read as far as it goes.
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
    variations: int = 0
    is_whole: bool = True

    @property
    def now(self) -> int:
        """How many of the moves are made; in a file of this program's own, later ones were taken back,
        unless another program has added some.
        """
        private, last = self.private or {}, len(self.positions) - 1
        now, moves = private.get("now"), private.get("moves", last)
        return now if type(now) is int and 0 <= now <= last and moves == last else last

    @property
    def final(self) -> GoPosition:
        """The position at the end, moves that were taken back left out."""
        return self.positions[self.now]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a person should know of the reading, a sentence each."""
        warnings = []
        if self.variations:
            several = "variation is" if self.variations == 1 else "variations are"
            warnings.append(f"Only the main line is read; {self.variations} {several} left out.")
        if not self.is_whole:
            warnings.append("The file breaks off before its last bracket; it is read as far as it goes.")
        return tuple(warnings)

    @property
    def edited_at(self) -> int:
        """The number of the position in which stones were last put down or taken off without a move."""
        return max(number for number, position in enumerate(self.positions) if position.previous is None)


def read_sgf(content: bytes) -> Record:
    """The game in the bytes of an SGF file: its first game's main line.

    The moves of a file of this program's own were legal when they were made; those of another's
    are verified.  Raises SgfError for what is no SGF, another game, a size other than 9, 13 and 19, or a move
    that cannot be made, with its number.
    """
    nodes, variations, is_whole = parse(content)
    root = nodes[0]
    if text(root, "GM") not in ("", "1"):
        raise SgfError(f"this is a record of another game (GM[{text(root, 'GM')[:8]}]), not of Go (GM[1])")
    size, private = size_of(root), private_of(root)
    if private is None:
        positions, notes = _replayed(nodes, size, REPLAY, GoPosition.play_checked)
    else:
        positions, notes = _replayed(
            nodes, size, _own_rules(root, size), _play_on_empty, prisoners_of(private)
        )
    return Record(
        positions=tuple(positions),
        handicap=handicap_of(root),
        komi=komi_of(root),
        rules=text(root, "RU"),
        result=text(root, "RE"),
        black=text(root, "PB"),
        white=text(root, "PW"),
        date=text(root, "DT"),
        notes=tuple(notes),
        private=private,
        variations=variations,
        is_whole=is_whole,
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
    """The positions of a record under other rules, from its last edit on.

    What the rules of today may refuse, a ko taken back at once say, is trusted to have happened.

    Raises SgfError for a suicide that the rules would leave standing on the board.
    """
    first, *later = record.positions[record.edited_at :]
    positions = [GoPosition.set_up(first.board, first.to_move, rules)._replace(prisoners=first.prisoners)]
    for position in later:
        assert position.last_move is not None
        assert position.mover is not None
        before = _going_on(positions[-1], position.mover)
        after = before.play(position.last_move)
        if after.board != position.board:
            reason = f"a suicide, which {rules.name} rules know nothing of; read it with --rules tromp-taylor"
            raise SgfError(f"move {position.number}: {reason}")
        positions[-1] = positions[-1].with_to_move(position.mover)
        positions.append(after)
    return [*positions[:-1], positions[-1].with_to_move(record.positions[-1].to_move)]


def _going_on(position: GoPosition, side: Side) -> GoPosition:
    """A position with a side's turn; passes never end a game read from a file."""
    return (position.resumed() if position.over else position).with_to_move(side)


def _own_rules(root: Properties, size: int) -> Rules:
    """The rules of a game of this program's own."""
    try:
        rules = preset(text(root, "RU"), size, handicap_of(root))
    except ValueError as error:
        raise SgfError(str(error)) from None
    komi = komi_of(root)
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
    first = _first_side(nodes)
    if first is None and position.board.black and not position.board.white:
        first = Side.WHITE
    if sum(1 for node in nodes if node.keys() & {"AE", "AB", "AW"}) > MOST_EDITS:
        raise SgfError(f"the board is edited more than {MOST_EDITS} times; a game record has less")
    positions = [position if first is None else position.with_to_move(first)]
    encoding = encoding_of(nodes[0])
    notes = [comment(nodes[0], encoding)]
    for node in nodes:
        if node is not nodes[0]:
            edited = _edited(positions[-1], node)
            if edited.board != positions[-1].board:
                _refuse_airless(edited)
            positions[-1] = edited
            if not node.keys() & {"B", "W"}:
                notes[-1] = "\n".join(filter(None, (notes[-1], comment(node, encoding))))
        for name, side in (("B", Side.BLACK), ("W", Side.WHITE)):
            if name in node:
                positions[-1] = positions[-1].with_to_move(side)
                before = _going_on(positions[-1], side)
                positions.append(_moved(before, _move(node, name, size, before.number + 1), play))
                notes.append(comment(node, encoding))
    return positions, _shortened(notes)


def _shortened(notes: list[str]) -> list[tuple[str, ...]]:
    """Comments line by line, as many letters as are kept of each and of all."""
    left, kept = LONGEST_NOTES, list[tuple[str, ...]]()
    for note in notes:
        part = note[: min(LONGEST_NOTE, left)]
        left -= len(part)
        kept.append(tuple(part.splitlines()))
    return kept


def _first_side(nodes: list[dict[str, list[bytes]]]) -> Side | None:
    """Who moves first, as the root or else the first move says."""
    named = side_named_by(nodes[0])
    if named is not None:
        return named
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


def _moved(position: GoPosition, move: Move, play: Callable[[GoPosition, Move], GoPosition]) -> GoPosition:
    """The position after a move that must be possible."""
    try:
        return play(position, move)
    except IllegalMove as error:
        assert isinstance(move, Play)
        vertex = format_vertex(move.points[0], position.size)
        raise SgfError(f"move {position.number + 1}, {position.to_move} {vertex}: {error}") from None


def _edited(position: GoPosition, node: Properties) -> GoPosition:
    """The position after the stones a node puts down or takes off without playing."""
    size = position.size
    try:
        empty, black, white = (points_set_up(node, name, size) for name in ("AE", "AB", "AW"))
    except ValueError as error:
        raise SgfError(f"setup after move {position.number}: {error}") from None
    cleared = position.board.without(empty | black | white)
    board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
    side = side_named_by(node)
    side = position.to_move if side is None else side
    if board == position.board and side is position.to_move:
        return position
    edited = GoPosition.set_up(board, side, position.rules)
    return edited._replace(prisoners=position.prisoners, number=position.number)


def _refuse_airless(position: GoPosition) -> None:
    """Refuse stones put down without liberties: no game has them."""
    for point in points_of(position.airless if position.previous is None else 0):
        vertex, side = format_vertex(point, position.size), position.board.at(point)
        raise SgfError(f"setup after move {position.number}: the {side} chain at {vertex} has no liberties")
