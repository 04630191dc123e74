"""Games of Go in SGF files that this program or other programs wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import cast

from gnugo_py.core.base_sgf_codec import COLOR_LETTERS, BaseSgfCodec, without_white_space
from gnugo_py.core.bitboard import iter_points
from gnugo_py.core.position import Position
from gnugo_py.core.sgf_codec import SgfProperties
from gnugo_py.core.text import format_number
from gnugo_py.core.types import PASS, Color, IllegalMove, Move, Play, Point, UserError
from gnugo_py.games.go.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, IllegalReason, Rules, preset, rules_from_options
from gnugo_py.games.go.sgf_settings import (
    KomiInFile,
    first_value,
    handicap_in_file,
    implied_handicap,
    komi_in_file,
    rules_in_file,
    written_komi,
)
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE, format_vertex

_MAX_PRISONERS = 10_000
_MAX_SIZE_WITH_TT_PASS = 19
"""The largest board on which `tt` is a pass; on larger boards it is a point."""
_BROKEN_RULES = {
    IllegalReason.KO: "retakes a ko immediately",
    IllegalReason.SUICIDE: "is a suicide, which the rules forbid",
}


class GoSgfCodec(BaseSgfCodec):
    """The codec for games of Go.

    In files, a color may move twice in a row, the game may continue after two passes, and setup properties
    may change the board during the game.
    """

    def read_options(self, root: SgfProperties) -> dict[str, object]:
        """Return the size, the handicap, the rules and, if the file specifies it, the komi.

        Missing or unknown rules are read as Japanese.
        """
        named = rules_in_file(root).preset
        options: dict[str, object] = {
            "size": _size(root),
            "handicap": handicap_in_file(root),
            "rules": named,
        }
        komi = written_komi(root) if _is_own(root) else komi_in_file(root, named).komi
        return options if komi is None else options | {"komi": komi}

    def warnings(self, root: SgfProperties) -> tuple[str, ...]:
        """Return a sentence for each setting that was not read as written: the rules and the komi."""
        rules = rules_in_file(root)
        komi = KomiInFile(None) if _is_own(root) else komi_in_file(root, rules.preset)
        return tuple(filter(None, (rules.warning, komi.warning)))

    def implied_setup(
        self, root: SgfProperties, moves: Sequence[tuple[Color, str]]
    ) -> tuple[dict[str, list[str]], str]:
        """Return the handicap stones that a file names but does not set up, and a warning about them."""
        if handicap_in_file(root) < 2 or _is_own(root):
            return {}, ""
        start = GoPosition.start(_size(root), "japanese")
        played = [(color, self._point_of_move(value, start)) for color, value in moves]
        implied = implied_handicap(root, played, start.size)
        if implied is None:
            return {}, ""
        points = [self.format_point(point, start) for point in implied.points]
        return {"AB": points} if points else {}, implied.warning

    def _point_of_move(self, value: str, position: Position) -> Point | None:
        """Return the point of a move, or None for a pass and for a move that cannot be read."""
        try:
            move = self.parse_move(value, position)
        except UserError:
            return None
        return move.points[0] if isinstance(move, Play) else None

    def setup_problems(self, node: SgfProperties, position: Position) -> tuple[str, ...]:
        """Return the points that the node sets twice, and the chains that it leaves without liberties."""
        go = _go(position)
        chains = go.chains_without_liberties if go.previous is None else 0
        problems = [
            f"the chain at {format_vertex(point, go.size)} has no liberties"
            for point in islice(iter_points(chains), 1)
        ]
        return (*super().setup_problems(node, position), *problems)

    def read_start(self, root: SgfProperties, private_data: Mapping[str, object] | None) -> GoPosition:
        """Return the position that the root sets up. White moves first if only Black has stones.

        private_data -- the data that `extra_start_data` returned for a file of this program, else None.

        Files of other programs get permissive rules. Raise UserError if the size is not supported, if a point
        is not on the board, or if a file of this program names unknown rules.
        """
        is_own = private_data is not None
        if is_own and first_value(root, "RU").lower() not in PRESETS:
            preset(first_value(root, "RU"))
        rules = rules_from_options(self.read_options(root))
        rules = rules if is_own else _permissive_rules(rules)
        position = GoPosition.start(_size(root), rules)
        try:
            position = self._with_setup(position, root)
        except UserError as error:
            raise UserError(f"setup after move 0: {error}") from None
        position = position.replace(prisoners=_prisoners(private_data or {}))
        is_handicap = position.board.black and not position.board.white
        return position.with_to_move(Color.WHITE) if is_handicap else position

    def apply_setup(self, position: Position, node: SgfProperties) -> GoPosition:
        """Return the position with the stones that a node adds or removes.

        A chain without liberties stays on the board until the opponent's next stone. Raise UserError if a
        point is not on the board.
        """
        return self._with_setup(_go(position), node)

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
        return edited.replace(prisoners=position.prisoners, move_number=position.move_number)

    def with_turn(self, position: Position, color: Color) -> GoPosition:
        """Return the same board as a new start, with `color` to move.

        The prisoners and the move number are kept.
        """
        before = _go(position)
        after = GoPosition.from_board(before.board, color, before.rules)
        return after.replace(prisoners=before.prisoners, move_number=before.move_number)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move.

        `[]` is a pass, and so is `[tt]` on boards up to 19x19.
        """
        word = text if len(text) == 2 else without_white_space(text)
        is_pass = not word or (word == "tt" and position.size <= _MAX_SIZE_WITH_TT_PASS)
        return PASS if is_pass else Play((self.parse_point(word, position),))

    def with_move_point_cleared(self, position: Position, move: Move) -> GoPosition:
        """Return the position without the stone on the point of a move, if there is one."""
        before = _go(position)
        board, point = before.board, move.points[0] if isinstance(move, Play) else -1
        if point < 0 or not (board.black | board.white) >> point & 1:
            return before
        after = GoPosition.from_board(board.without_stones(1 << point), before.to_move, before.rules)
        return after.replace(prisoners=before.prisoners, move_number=before.move_number)

    def play_recorded_move(self, position: Position, move: Move) -> GoPosition:
        """Return the position after a move. Raise IllegalMove if there is a stone on its point."""
        before = _reopened(_go(position))
        if isinstance(move, Play) and not before.board.empty_points >> move.points[0] & 1:
            raise IllegalMove(IllegalReason.OCCUPIED)
        return _executed(before, move)

    def rule_broken_by_move(self, position: Position, move: Move) -> str:
        """Return what a move does that the rules forbid, such as `is a suicide`; empty if it is legal."""
        before = _reopened(_go(position))
        judged = before.replace(rules=_permissive_rules(before.rules))
        reason = judged.why_illegal(move)
        return _BROKEN_RULES.get(reason, "") if reason is not None else ""

    def replay_under_other_rules(
        self, positions: Sequence[Position], options: Mapping[str, object]
    ) -> list[Position]:
        """Return the positions of a game, replayed under other rules.

        The moves are not checked: the game may contain moves that the new rules forbid, such as the immediate
        recapture of a ko or a suicide. Raise UserError if the moves lead to other boards.
        """
        rules = rules_from_options(options)
        first, *later = (_go(position) for position in positions)
        start = GoPosition.from_board(first.board, first.to_move, rules)
        replayed = [start.replace(prisoners=first.prisoners)]
        for position in later:
            assert position.last_move is not None
            assert position.last_color is not None
            before = _reopened(replayed[-1]).with_to_move(position.last_color)
            after = _executed(before, position.last_move)
            if after.board != position.board and rules.ko != "1989":
                raise UserError(
                    f"move {position.move_number} leads to another board under {rules.name} rules"
                )
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
    """Return the rules by which the moves in other programs' files are judged.

    Ko is simple, and there is no move limit.
    """
    return rules._replace(ko="simple", move_limit=None)


def _executed(before: GoPosition, move: Move) -> GoPosition:
    """Return the position after a move, even if the rules forbid it.

    A suicide removes the chain. Under the rules of the original, it stays until the opponent's next stone.
    """
    after = before.play_unchecked(move)
    if (
        before.rules.ko != "1989"
        and isinstance(move, Play)
        and after.chains_without_liberties >> move.points[0] & 1
    ):
        suicidal = before.replace(rules=before.rules._replace(suicide=True))
        after = suicidal.play_unchecked(move).replace(rules=before.rules, previous=before)
    return after


def _go(position: Position) -> GoPosition:
    return cast(GoPosition, position)


def _size(root: SgfProperties) -> int:
    """Return the board size, by default 19. Raise UserError if the size is not supported."""
    word = first_value(root, "SZ") or "19"
    columns, _, rows = word.partition(":")
    word = columns if columns == rows else word
    if word not in map(str, GO_BOARD_SIZES):
        raise UserError(
            f"the board size is {word[:10]}; supported sizes are {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE}"
        )
    return int(word)


def _is_own(root: SgfProperties) -> bool:
    """Return whether this program wrote the file."""
    return first_value(root, "AP").startswith("gnugo-py")


def _prisoners(private_data: Mapping[str, object]) -> tuple[int, int]:
    """Return the numbers of prisoners before the first move, each limited to 10,000, from private data."""
    match private_data.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, _MAX_PRISONERS), min(white, _MAX_PRISONERS)
    return 0, 0


def _reopened(position: GoPosition) -> GoPosition:
    """Return the position without earlier passes if the game is over."""
    return position.without_passes() if position.is_over else position
