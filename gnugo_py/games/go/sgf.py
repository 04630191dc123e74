"""Games of Go in SGF files that this program or other programs wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from gnugo_py.core.base_sgf_codec import COLOR_LETTERS, BaseSgfCodec
from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfProperties
from gnugo_py.core.text import format_number, truncate
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Play, UserError
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition, IllegalReason
from gnugo_py.games.go.rules import PRESETS, Rules, preset, rules_from_options
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE, format_vertex

_MAX_PRISONERS = 10_000
_MIN_KOMI_IN_HUNDREDTHS, _MAX_KOMI_IN_STONES = 100, 500
_MAX_SIZE_WITH_TT_PASS = 19
"""The largest board on which `tt` is a pass; on larger boards it is a point."""
_RULES_PREFIXES = {
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
"""The presets for rule names in other programs' files, by prefix of the name.

Ing rules count area; New Zealand rules allow suicide.
"""


class GoSgfCodec(BaseSgfCodec):
    """The codec for games of Go.

    In files, a color may move twice in a row, the game may continue after two passes, and setup properties
    may change the board during the game.
    """

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the size, the handicap, the rules and, if the file specifies it, the komi.

        Missing or unknown rules are read as Japanese.
        """
        words = _first_value(root, "RU").lower()
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

    def warnings(self, root: SgfProperties) -> tuple[str, ...]:
        """Return a sentence for each setting that was not read as written.

        These are unknown rules, a komi that is not a valid number, and a komi in hundredths.
        """
        rules, komi = _first_value(root, "RU"), _first_value(root, "KM")
        warnings = []
        if rules and _rules_named(rules.lower()) is None:
            warnings.append(
                f"The rules {truncate(rules, 30)!r} are unknown; Japanese rules are used instead."
            )
        taken = self.read_options(root).get("komi")
        if komi and taken is None:
            warnings.append(
                f"The komi {truncate(komi, 30)!r} is not a valid number; the komi of the rules is used."
            )
        if isinstance(taken, float) and taken != _komi(root):
            warnings.append(
                f"The komi {truncate(komi, 30)!r} seems to be in hundredths; {format_number(taken)} is used."
            )
        return tuple(warnings)

    def read_start(self, root: SgfProperties, private_data: Mapping[str, object] | None) -> GoPosition:
        """Return the position that the root sets up. White moves first if only Black has stones.

        private_data -- the data that `extra_start_data` returned for a file of this program, else None.

        Files of other programs get permissive rules. Raise UserError if the size is not supported, if a point
        is not on the board, if a file of this program names unknown rules, or if a chain in another program's
        file has no liberties.
        """
        is_own = private_data is not None
        if is_own and _first_value(root, "RU").lower() not in PRESETS:
            preset(_first_value(root, "RU"))
        rules = rules_from_options(self.read_options(root))
        rules = rules if is_own else _permissive_rules(rules)
        position = GoPosition.start(_size(root), rules)
        try:
            position = self._with_setup(position, root)
            if not is_own:
                _refuse_airless(position)
        except UserError as error:
            raise UserError(f"setup after move 0: {error}") from None
        position = position._replace(prisoners=_prisoners(private_data or {}))
        is_handicap = position.board.black and not position.board.white
        return position.with_to_move(Color.WHITE) if is_handicap else position

    def apply_setup(self, position: Position, node: SgfProperties) -> GoPosition:
        """Return the position with the stones that a node adds or removes.

        Raise UserError if a point is not on the board or a chain would have no liberties.
        """
        before = _go(position)
        after = self._with_setup(before, node)
        if after.board != before.board:
            _refuse_airless(after)
        return after

    def _with_setup(self, position: GoPosition, node: SgfProperties) -> GoPosition:
        """Return the position with the stones that a node adds or removes. Nothing is captured.

        Raise UserError if a point is not on the board.
        """
        empty, black, white = (
            self.parse_point_list(node.get(name, ()), position) for name in ("AE", "AB", "AW")
        )
        if not empty | black | white:
            return position
        cleared = position.board.without_stones(empty | black | white)
        board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
        if board == position.board:
            return position
        edited = GoPosition.from_board(board, position.to_move, position.rules)
        return edited._replace(prisoners=position.prisoners, move_number=position.move_number)

    def with_turn(self, position: Position, color: Color) -> GoPosition:
        """Return the same board as a new start, with `color` to move.

        The prisoners and the move number are kept.
        """
        before = _go(position)
        after = GoPosition.from_board(before.board, color, before.rules)
        return after._replace(prisoners=before.prisoners, move_number=before.move_number)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move.

        `[]` is a pass, and so is `[tt]` on boards up to 19x19.
        """
        word = text.strip()
        is_pass = not word or (word == "tt" and position.size <= _MAX_SIZE_WITH_TT_PASS)
        return PASS if is_pass else Play((self.parse_point(word, position),))

    def with_move_point_cleared(self, position: Position, move: Move) -> GoPosition:
        """Return the position without the stone on the point of a move, if there is one."""
        before = _go(position)
        board, point = before.board, move.points[0] if isinstance(move, Play) else -1
        if point < 0 or not (board.black | board.white) >> point & 1:
            return before
        after = GoPosition.from_board(board.without_stones(1 << point), before.to_move, before.rules)
        return after._replace(prisoners=before.prisoners, move_number=before.move_number)

    def play_recorded_move(self, position: Position, move: Move, is_own: bool) -> GoPosition:
        """Return the position after a move. Raise IllegalMove if the move is not possible.

        In a file of this program, the only check is that the point is empty.
        """
        before = _reopened(_go(position))
        if not is_own:
            return before.play(move)
        if isinstance(move, Play) and not before.board.empty_points >> move.points[0] & 1:
            raise IllegalMove(IllegalReason.OCCUPIED)
        return before.play_unchecked(move)

    def replay_under_other_rules(
        self, positions: Sequence[Position], options: Mapping[str, object]
    ) -> list[Position]:
        """Return the positions of a game, replayed under other rules.

        The moves are not checked: the game may contain moves that the new rules forbid, such as the immediate
        recapture of a ko.

        Raise UserError if the game contains a suicide whose chain would stay on the board under the new
        rules.
        """
        rules = rules_from_options(options)
        first, *later = (_go(position) for position in positions)
        start = GoPosition.from_board(first.board, first.to_move, rules)
        replayed = [start._replace(prisoners=first.prisoners)]
        for position in later:
            assert position.last_move is not None
            assert position.last_color is not None
            before = _reopened(replayed[-1]).with_to_move(position.last_color)
            after = before.play_unchecked(position.last_move)
            if after.board != position.board:
                reason = f"which {rules.name} rules do not allow; use tromp-taylor rules"
                raise UserError(f"move {position.move_number}: a suicide, {reason}")
            replayed[-1] = replayed[-1].with_to_move(position.last_color)
            replayed.append(after)
        return [*replayed[:-1], replayed[-1].with_to_move(positions[-1].to_move)]

    def start_properties(self, start: Position) -> dict[str, list[str]]:
        """Return the size, rules, komi, stones, color to move and handicap."""
        go = _go(start)
        properties = {"SZ": [str(go.size)], "RU": [go.rules.name], "KM": [format_number(go.rules.komi)]}
        for name, stones in (("AB", go.board.black), ("AW", go.board.white)):
            if stones:
                properties[name] = [self.format_point(point, go) for point in iter_points(stones)]
        properties["PL"] = [COLOR_LETTERS[go.to_move]]  # GNU Go 3.8 expects PL after the stones.
        if go.rules.handicap:
            properties["HA"] = [str(go.rules.handicap)]
        return properties

    def extra_start_data(self, start: Position) -> dict[str, object]:
        """Return the number of prisoners before the first move."""
        return {"prisoners": list(_go(start).prisoners)}


def _permissive_rules(rules: Rules) -> Rules:
    """Return the rules that the moves in other programs' files must obey.

    Ko is simple, suicide is allowed, and there is no move limit.
    """
    return rules._replace(ko="simple", suicide=True, move_limit=None)


def _go(position: Position) -> GoPosition:
    return cast(GoPosition, position)


def _first_value(node: SgfProperties, name: str) -> str:
    """Return the first value of a property, or an empty string if there is none."""
    values = node.get(name)
    return values[0].strip() if values else ""


def _rules_named(words: str) -> str | None:
    """Return the name of the preset for the rules named in a file, or None if they are unknown.

    words -- the value of RU in lowercase.
    """
    if words in PRESETS:
        return words
    return next((name for start, name in _RULES_PREFIXES.items() if words.startswith(start)), None)


def _size(root: SgfProperties) -> int:
    """Return the board size, by default 19. Raise UserError if the size is not supported."""
    word = _first_value(root, "SZ") or "19"
    columns, _, rows = word.partition(":")
    word = columns if columns == rows else word
    if word not in map(str, GO_BOARD_SIZES):
        raise UserError(
            f"the board size is {word[:10]}; supported sizes are {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE}"
        )
    return int(word)


def _handicap(root: SgfProperties) -> int:
    """Return the number of Black's handicap stones, or 0 if the root has no valid number."""
    word = _first_value(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def _komi(root: SgfProperties) -> float | None:
    """Return the komi, or None if the root has no valid number from -1000 to 1000."""
    try:
        komi = float(_first_value(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= 1000 else None


def _is_own(root: SgfProperties) -> bool:
    """Return whether this program wrote the file."""
    return _first_value(root, "AP").startswith("gnugo-py")


def _from_hundredths(komi: float, rules: str) -> float:
    """Return a komi in points; Fox and Tygem write it in hundredths.

    A komi below 100 or with a fraction is returned unchanged. Under Chinese rules, a komi below 500 is in
    hundredths of a stone, which is worth two points: 375 is 7.5 points.
    """
    if komi < _MIN_KOMI_IN_HUNDREDTHS or komi != int(komi):
        return komi
    return komi / 50 if rules == "chinese" and komi < _MAX_KOMI_IN_STONES else komi / 100


def _prisoners(private_data: Mapping[str, object]) -> tuple[int, int]:
    """Return the numbers of prisoners before the first move, each limited to 10,000, from private data."""
    match private_data.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, _MAX_PRISONERS), min(white, _MAX_PRISONERS)
    return 0, 0


def _reopened(position: GoPosition) -> GoPosition:
    """Return the position without earlier passes if the game is over."""
    return position.without_passes() if position.is_over else position


def _refuse_airless(position: GoPosition) -> None:
    """Raise UserError if the position was set up and has a chain without liberties."""
    for point in iter_points(position.chains_without_liberties if position.previous is None else 0):
        vertex, color = format_vertex(point, position.size), position.board.color_at(point)
        raise UserError(f"the {color} chain at {vertex} has no liberties")
