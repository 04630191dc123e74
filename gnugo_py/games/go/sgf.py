"""Games of Go in SGF files that this program or other programs wrote.

In files, a color may move twice in a row, the game may continue after two passes, and setup properties may
change the board during the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from gnugo_py.games.board import Board
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import rules_from_options, rules_preset
from gnugo_py.games.go.sgf_settings import (
    handicap_in_file,
    handicap_points_in_file,
    is_own,
    komi_in_file,
    rules_in_file,
    size_in_file,
)
from gnugo_py.games.points import iter_points
from gnugo_py.games.position import Position
from gnugo_py.games.sgf import (
    COLOR_LETTERS,
    POINT_LETTERS,
    SgfFunctions,
    SgfProperties,
    first_value,
    point_on_board,
    without_white_space,
)
from gnugo_py.games.text import format_number
from gnugo_py.games.types import PASS, PLAYS, Color, Move, Play, UserError

_STONES = ("AE", "AB", "AW")
_MAX_PRISONERS = 10_000
_MOVES_SEARCHED = 20
"""Number of moves that show whether handicap stones were on the board: then nobody can play on them."""
_MAX_SIZE_WITH_TT_PASS = 19
"""The largest board on which `tt` is a pass; on larger boards it is a point."""


class GoSgf(SgfFunctions[GoPosition]):
    """The SGF properties of Go."""

    def read_options(self, root: SgfProperties) -> tuple[dict[str, object], tuple[str, ...]]:
        rules, about_rules = rules_in_file(root)
        handicap, about_handicap = handicap_in_file(root)
        komi, about_komi = komi_in_file(root, rules, handicap)
        options: dict[str, object] = {"size": size_in_file(root), "handicap": handicap, "rules": rules}
        if komi is not None:
            options["komi"] = komi
        return options, tuple(filter(None, (about_rules, about_komi, about_handicap)))

    def implied_setup(
        self, root: SgfProperties, moves: Iterator[tuple[Color, str]]
    ) -> tuple[dict[str, list[str]], str]:
        """Return the handicap stones that a file names but does not set up, and a warning about them.

        They are on the customary points, unless Black moves first or a player moves to one of these points.
        Black's first moves can be the handicap stones themselves.
        """
        count, is_set_up = handicap_in_file(root)[0], any(root.get(name) for name in _STONES)
        if count < 2 or is_set_up or is_own(root):
            return {}, ""
        first = list(islice(moves, _MOVES_SEARCHED))
        colors = [color for color, _ in first]
        if colors[:count] == [Color.BLACK] * count:
            return {}, ""
        problem = f"The file names {count} handicap stones, but sets up none"
        start = GoPosition.start(size_in_file(root))
        try:
            points = handicap_points_in_file(root, count, start.size)
        except UserError:
            return {}, f"{problem}; none are placed."
        stones = [self.format_point(point, start) for point in points]
        played = {without_white_space(value) for _, value in first}
        if colors[:1] == [Color.BLACK] or not played.isdisjoint(stones):
            return {}, f"{problem}; none are placed, because the moves do not allow for them."
        return {"AB": stones}, f"{problem}; they are placed on the customary points."

    def read_start(self, root: SgfProperties, private: Mapping[str, object] | None) -> GoPosition:
        """Return the position that the root sets up. White moves first if only Black has stones.

        Raise UserError if the size is not supported, or if a file of this program names unknown rules.
        """
        if private is not None:
            rules_preset(first_value(root, "RU"))
        rules = rules_from_options(self.read_options(root)[0])
        position = GoPosition.from_board(Board.empty(size_in_file(root)), Color.BLACK, rules)
        if any(root.get(name) for name in _STONES):
            position = self.apply_setup(position, root)
        if private is not None:
            position = position.replace(prisoners=_prisoners(private))
        is_handicap = position.board.black and not position.board.white
        return position.with_to_move(Color.WHITE) if is_handicap else position

    def apply_setup(self, position: GoPosition, node: SgfProperties) -> GoPosition:
        """Return the position with the stones that a node adds or removes. Nothing is captured.

        A chain without liberties stays on the board until the opponent's next stone.
        """
        empty, black, white = (self.parse_points(node.get(name, ()), position) for name in _STONES)
        cleared = position.board.without_stones(empty | black | white)
        board = Board(cleared.geometry, cleared.black | black & ~white, cleared.white | white)
        return position if board == position.board else _restarted(position, board, position.to_move)

    def setup_problems(self, node: SgfProperties, position: GoPosition) -> tuple[str, ...]:
        """Return the points that the node sets twice, and the chains that it leaves without liberties."""
        chains = position.chains_without_liberties if position.previous is None else 0
        problems = [
            f"the chain at {position.format_point(point)} has no liberties"
            for point in islice(iter_points(chains), 1)
        ]
        return (*super().setup_problems(node, position), *problems)

    def with_turn(self, position: GoPosition, color: Color) -> GoPosition:
        return _restarted(position, position.board, color)

    def parse_move(self, text: str, position: Position) -> Move:
        """Parse the value of a move property. Raise UserError if it is not a move.

        `[]` is a pass, and so is `[tt]` on boards up to 19x19. Some programs pass beside the corner, as with
        `[jj]` on 9x9.
        """
        word, size = text if len(text) == 2 else without_white_space(text), position.size
        if not word or (word == "tt" and size <= _MAX_SIZE_WITH_TT_PASS) or word == POINT_LETTERS[size] * 2:
            return PASS
        return PLAYS[point_on_board(word, size)]

    def execute(self, position: GoPosition, move: Move) -> GoPosition:
        """Return the position after a move, even if the rules forbid it.

        A suicide removes the chain. Under the rules of the original, it stays until the opponent's next
        stone.
        """
        before = position.without_passes() if position.is_over else position
        if not isinstance(move, Play):
            return before.play_unchecked(move)
        stone = 1 << move.points[0]
        if not before.board.empty_points & stone:
            before = _restarted(before, before.board.without_stones(stone), before.to_move)
        after = before.play_unchecked(move)
        if after.chains_without_liberties & stone and before.rules.ko != "1989":
            suicidal = before.replace(rules=before.rules.replace(suicide=True))
            after = suicidal.play_unchecked(move).replace(rules=before.rules, previous=before)
        return after

    def unusual(self, value: str, before: GoPosition, after: GoPosition) -> str:
        move, played_in = after.last_move, after.previous
        if value == POINT_LETTERS[before.size] * 2 and before.size != _MAX_SIZE_WITH_TT_PASS:
            return "is beside the board; it is read as a pass"
        if not isinstance(move, Play) or played_in is None:
            return ""
        if not before.board.empty_points >> move.points[0] & 1:
            return "is on an occupied point; the stone there is replaced"
        color = played_in.to_move
        if after.prisoners[color] > played_in.prisoners[color]:
            is_ko = played_in.previous is not None and after.board == played_in.previous.board
            return "retakes a ko immediately; it is executed anyway" if is_ko else ""
        remains = after.board.stones(color) & ~after.chains_without_liberties
        is_suicide = not before.rules.suicide and not remains >> move.points[0] & 1
        return "is a suicide, which the rules forbid; it is executed anyway" if is_suicide else ""

    def under_rules(self, positions: Sequence[GoPosition], options: Mapping[str, object]) -> list[GoPosition]:
        """Return the positions of a game, replayed under other rules.

        The moves are not checked: the game may contain moves that the new rules forbid, such as the immediate
        recapture of a ko or a suicide. Raise UserError if the moves lead to other boards.
        """
        rules = rules_from_options(options)
        first, *later = positions
        start = GoPosition.from_board(first.board, first.to_move, rules)
        replayed = [start.replace(prisoners=first.prisoners)]
        for position in later:
            assert position.last_move is not None
            assert position.last_color is not None
            after = self.execute(replayed[-1].with_to_move(position.last_color), position.last_move)
            if after.board != position.board and rules.ko != "1989":
                raise UserError(
                    f"move {position.move_number} leads to another board under {rules.name} rules"
                )
            replayed[-1] = replayed[-1].with_to_move(position.last_color)
            replayed.append(after)
        return [*replayed[:-1], replayed[-1].with_to_move(positions[-1].to_move)]

    def start_properties(self, start: GoPosition) -> dict[str, list[str]]:
        return {
            "SZ": [str(start.size)],
            "RU": [start.rules.name],
            "KM": [format_number(start.rules.komi)],
            **self.stone_properties(start),
            "PL": [COLOR_LETTERS[start.to_move]],  # GNU Go 3.8 expects PL after the stones.
            **({"HA": [str(start.rules.handicap)]} if start.rules.handicap else {}),
        }

    def extra_start_data(self, start: GoPosition) -> dict[str, object]:
        return {"prisoners": list(start.prisoners)}


def _restarted(position: GoPosition, board: Board, color: Color) -> GoPosition:
    """Return a new start with another board; the prisoners and the move number are kept."""
    start = GoPosition.from_board(board, color, position.rules)
    return start.replace(prisoners=position.prisoners, move_number=position.move_number)


def _prisoners(private_data: Mapping[str, object]) -> tuple[int, int]:
    """Return the numbers of prisoners before the first move, each limited to 10,000, from private data."""
    match private_data.get("prisoners"):
        case [black, white] if type(black) is type(white) is int and min(black, white) >= 0:
            return min(black, _MAX_PRISONERS), min(white, _MAX_PRISONERS)
    return 0, 0
