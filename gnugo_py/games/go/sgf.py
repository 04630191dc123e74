"""How Go stands in SGF files: what other programs say in them, and what this one writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from gnugo_py.core.base_sgf_codec import COLOURS
from gnugo_py.core.bitboard import points_of, rectangle
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import Node, Notation
from gnugo_py.core.text import cut, plain
from gnugo_py.core.types import PASS, IllegalMove, Mistake, Move, Pass, Play, Side
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition, Refusal
from gnugo_py.games.go.rules import PRESETS, Rules, preset, rules_of
from gnugo_py.games.go.vertex import LARGEST, SIZES, SMALLEST, format_sgf, format_vertex, parse_sgf

MOST_PRISONERS = 10_000
LEAST_IN_HUNDREDTHS, MOST_STONES = 100, 500
LARGEST_WITH_TT = 19
"""On larger boards `tt` is a point, no pass."""
_BEGINNINGS = {
    "jap": "japanese",
    "kor": "japanese",
    "chi": "chinese",
    "goe": "chinese",
    "ing": "chinese",
    "aga": "aga",
    "tromp": "tromp-taylor",
    "nz": "tromp-taylor",
    "new zealand": "tromp-taylor",
}
"""How other programs' words for rules begin.  Ing's count by area, those of New Zealand allow suicide."""


class GoNotation(Notation):
    """Go in files.  There a side may move twice, play on after two passes, and move stones about."""

    def options(self, root: Node) -> dict[str, object]:
        """Size, handicap, komi if it is told, and rules: Japanese where none are named that are known."""
        words = _first(root, "RU").lower()
        named = _rules_named(words) or "japanese"
        options: dict[str, object] = {
            "size": _size(root),
            "handicap": _handicap(root),
            "rules": named,
        }
        komi = _komi(root)
        if komi is None:
            return options
        return options | {"komi": komi if _is_own(root) else _from_hundredths(komi, named)}

    def doubts(self, root: Node) -> tuple[str, ...]:
        """Rules that are not known, and a komi that is no number."""
        rules, komi = _first(root, "RU"), _first(root, "KM")
        told = []
        if rules and _rules_named(rules.lower()) is None:
            told.append(f"The rules {cut(rules, 30)!r} are not known here; the Japanese ones are taken.")
        taken = self.options(root).get("komi")
        if komi and taken is None:
            told.append(f"The komi {cut(komi, 30)!r} is no number; that of the rules is taken.")
        if isinstance(taken, float) and taken != _komi(root):
            told.append(f"The komi {cut(komi, 30)!r} is in hundredths, as it seems; {plain(taken)} is taken.")
        return tuple(told)

    def start(self, root: Node, kept: Mapping[str, object] | None) -> GoPosition:
        """The board that the file sets up, White to move if only Black has stones.

        Raises Mistake for a size not played here, and for chains without liberties.
        """
        is_own = kept is not None
        if is_own and _first(root, "RU").lower() not in PRESETS:
            preset(_first(root, "RU"))
        rules = rules_of(self.options(root))
        rules = rules if is_own else _lenient(rules)
        position = GoPosition.start(_size(root), rules)
        try:
            position = _edited(position, root)
            if not is_own:
                _refuse_airless(position)
        except Mistake as error:
            raise Mistake(f"setup after move 0: {error}") from None
        position = position._replace(prisoners=_prisoners(kept or {}))
        is_handicap = position.board.black and not position.board.white
        return position.with_to_move(Side.WHITE) if is_handicap else position

    def edited(self, position: Position, node: Node) -> GoPosition:
        """The position with the stones a node puts down or takes off.  Raises Mistake."""
        before = _go(position)
        after = _edited(before, node)
        if after.board != before.board:
            _refuse_airless(after)
        return after

    def handed(self, position: Position, side: Side) -> GoPosition:
        """The same board as a new start; what was taken stays so."""
        before = _go(position)
        after = GoPosition.set_up(before.board, side, before.rules)
        return after._replace(prisoners=before.prisoners, number=before.number)

    def parse_move(self, text: str, position: Position) -> Move:
        """The move of a value; `[]`, and `[tt]` on boards up to 19x19, are passes.  Raises Mistake."""
        word = text.strip()
        size = _go(position).size
        is_pass = not word or (word == "tt" and size <= LARGEST_WITH_TT)
        return PASS if is_pass else Play((parse_sgf(word, size),))

    def cleared(self, position: Position, move: Move) -> GoPosition:
        """Return the position without the stone on the point of a move, if there is one."""
        before = _go(position)
        board, point = before.board, move.points[0] if isinstance(move, Play) else -1
        if point < 0 or not (board.black | board.white) >> point & 1:
            return before
        after = GoPosition.set_up(board.without(1 << point), before.to_move, before.rules)
        return after._replace(prisoners=before.prisoners, number=before.number)

    def played(self, position: Position, move: Move, is_own: bool) -> GoPosition:
        """The position after a move; of an own file only the point is verified.  Raises IllegalMove."""
        before = _going_on(_go(position))
        if not is_own:
            return before.play_checked(move)
        if isinstance(move, Play) and not before.board.vacant >> move.points[0] & 1:
            raise IllegalMove(Refusal.OCCUPIED)
        return before.play(move)

    def under(self, positions: Sequence[Position], options: Mapping[str, object]) -> list[Position]:
        """The positions under other rules.

        What the rules of today may refuse, a ko taken back at once say, is trusted to have happened.

        Raises Mistake for a suicide that the rules would leave standing on the board.
        """
        rules = rules_of(options)
        first, *later = (_go(position) for position in positions)
        begun = GoPosition.set_up(first.board, first.to_move, rules)
        replayed = [begun._replace(prisoners=first.prisoners)]
        for position in later:
            assert position.last_move is not None
            assert position.mover is not None
            before = _going_on(replayed[-1]).with_to_move(position.mover)
            after = before.play(position.last_move)
            if after.board != position.board:
                reason = f"which {rules.name} rules know nothing of; read it with --rules tromp-taylor"
                raise Mistake(f"move {position.number}: a suicide, {reason}")
            replayed[-1] = replayed[-1].with_to_move(position.mover)
            replayed.append(after)
        return [*replayed[:-1], replayed[-1].with_to_move(positions[-1].to_move)]

    def root(self, start: Position) -> dict[str, list[str]]:
        """Size, rules, komi, stones, whose turn it is, handicap."""
        go = _go(start)
        said = {"SZ": [str(go.size)], "RU": [go.rules.name], "KM": [plain(go.rules.komi)]}
        for name, stones in (("AB", go.board.black), ("AW", go.board.white)):
            if stones:
                said[name] = [format_sgf(point, go.size) for point in points_of(stones)]
        said["PL"] = [COLOURS[go.to_move]]  # GNU Go 3.8 wants it after the stones
        if go.rules.handicap:
            said["HA"] = [str(go.rules.handicap)]
        return said

    def nodes(self, position: Position) -> list[dict[str, list[str]]]:
        """The node of the last move; a pass is empty."""
        go, move = _go(position), position.last_move
        assert isinstance(move, Play | Pass)
        assert go.mover is not None
        value = format_sgf(move.points[0], go.size) if isinstance(move, Play) else ""
        return [{COLOURS[go.mover]: [value]}]

    def kept(self, start: Position) -> dict[str, object]:
        """The stones taken before the first move."""
        return {"prisoners": list(_go(start).prisoners)}


def _lenient(rules: Rules) -> Rules:
    """Rules by which the moves of a file must be possible: what all forbid is refused, suicide is not."""
    return rules._replace(ko="simple", suicide=True, move_limit=None)


def _go(position: Position) -> GoPosition:
    return cast(GoPosition, position)


def _first(node: Node, name: str) -> str:
    """A property's first value, empty if there is none."""
    values = node.get(name)
    return values[0].strip() if values else ""


def _rules_named(words: str) -> str | None:
    """The preset that a file's words for the rules mean, in small letters; None if they are not known."""
    if words in PRESETS:
        return words
    return next((name for start, name in _BEGINNINGS.items() if words.startswith(start)), None)


def _size(root: Node) -> int:
    """The size of the board, 19 where the file says nothing.  Raises Mistake for one not played here."""
    word = _first(root, "SZ") or "19"
    columns, _, rows = word.partition(":")
    word = columns if columns == rows else word
    if word not in map(str, SIZES):
        raise Mistake(f"the board's size is {word[:10]}; a board has {SMALLEST} to {LARGEST} lines a side")
    return int(word)


def _handicap(root: Node) -> int:
    """Black's handicap stones as a root says, else 0."""
    word = _first(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def _komi(root: Node) -> float | None:
    """The komi as a root says, None if it says none that makes sense."""
    try:
        komi = float(_first(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= 1000 else None


def _is_own(root: Node) -> bool:
    """Whether this program wrote the file."""
    return _first(root, "AP").startswith("gnugo-py")


def _from_hundredths(komi: float, rules: str) -> float:
    """The points of a komi that is written in hundredths, as Fox and Tygem do; where stones count, those of
    Chinese tables, a stone being two points.
    """
    if komi < LEAST_IN_HUNDREDTHS or komi != int(komi):
        return komi
    return komi / 50 if rules == "chinese" and komi < MOST_STONES else komi / 100


def _prisoners(kept: Mapping[str, object]) -> tuple[int, int]:
    """The stones taken before the first move, as this program noted them."""
    match kept.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, MOST_PRISONERS), min(white, MOST_PRISONERS)
    return 0, 0


def _going_on(position: GoPosition) -> GoPosition:
    """A position that passes did not end."""
    return position.resumed() if position.over else position


def _edited(position: GoPosition, node: Node) -> GoPosition:
    """The position after the stones a node puts down or takes off without playing.  Raises Mistake."""
    size = position.size
    empty, black, white = (_points_set_up(node.get(name, ()), size) for name in ("AE", "AB", "AW"))
    if not empty | black | white:
        return position
    cleared = position.board.without(empty | black | white)
    board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
    if board == position.board:
        return position
    edited = GoPosition.set_up(board, position.to_move, position.rules)
    return edited._replace(prisoners=position.prisoners, number=position.number)


def _points_set_up(values: Sequence[str], size: int) -> int:
    """The set of points of a setup property, rectangles like `aa:cc` filled.  Raises Mistake."""
    points = 0
    for value in dict.fromkeys(values):
        first, _, last = value.strip().partition(":")
        if value.strip():
            points |= rectangle(parse_sgf(first, size), parse_sgf(last or first, size), size)
    return points


def _refuse_airless(position: GoPosition) -> None:
    """Refuse stones put down without liberties: no game has them.  Raises Mistake."""
    for point in points_of(position.airless if position.previous is None else 0):
        vertex, side = format_vertex(point, position.size), position.board.at(point)
        raise Mistake(f"the {side} chain at {vertex} has no liberties")
